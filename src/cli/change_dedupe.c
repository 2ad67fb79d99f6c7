/* pgnpack --dedupe: of games that databases have twice one is kept, and the others are deleted. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/change_tasks.h"
#include "cli/change_database.h"
#include "cli/duplicates_find.h"
#include "cli/duplicates_merge.h"
#include "cli/duplicates_report.h"
#include "cli/number_text.h"

struct dedupe {
    struct command_context *context;
    struct duplicates_database *databases;
    size_t count;
    struct pgnpack_duplicates *duplicates;
    uint64_t *deleted; /* by database */
    uint64_t *merged;  /* the same: games with a new version */
};

/* ---- Databases ---- */

static enum exit_status open_one(struct command_context *context, struct duplicates_database *database)
{
    enum exit_status status;
    if (context->options->dry_run) {
        database->reader = change_open_to_read(context, database->name, &status);
        return status;
    }
    database->database = change_open(context, database->name, &status);
    if (database->database != NULL)
        database->reader = pgnpack_database_reader(database->database);
    return status;
}

static void close_all(struct dedupe *dedupe)
{
    pgnpack_duplicates_free(dedupe->duplicates);
    for (size_t i = 0; dedupe->databases != NULL && i < dedupe->count; i++) {
        struct duplicates_database *database = &dedupe->databases[i];
        if (database->database != NULL)
            pgnpack_database_free(database->database);
        else
            pgnpack_reader_free(database->reader);
    }
    free(dedupe->databases);
    free(dedupe->deleted);
    free(dedupe->merged);
}

static enum exit_status open_all(struct dedupe *dedupe)
{
    const struct input_list *inputs = &dedupe->context->options->inputs;
    enum exit_status status = EXIT_FINE;
    dedupe->count = inputs->count;
    dedupe->databases = calloc(inputs->count, sizeof *dedupe->databases);
    dedupe->deleted = calloc(inputs->count, sizeof *dedupe->deleted);
    dedupe->merged = calloc(inputs->count, sizeof *dedupe->merged);
    if (dedupe->databases == NULL || dedupe->deleted == NULL || dedupe->merged == NULL)
        return command_no_memory(dedupe->context);
    for (size_t i = 0; i < inputs->count && status == EXIT_FINE; i++) {
        dedupe->databases[i].name = inputs->names[i];
        status = open_one(dedupe->context, &dedupe->databases[i]);
    }
    return status;
}

/* ---- Deleting ---- */

/* Games of one database that follow each other. */
struct run {
    size_t reader;
    uint64_t first, count;
};

static enum exit_status delete_run(struct dedupe *dedupe, const struct run *run)
{
    const struct duplicates_database *database = &dedupe->databases[run->reader];
    dedupe->deleted[run->reader] += run->count;
    if (run->count == 0 || database->database == NULL ||
        pgnpack_database_delete(database->database, run->first, run->count) == PGNPACK_OK)
        return EXIT_FINE;
    return change_report(dedupe->context, database->database, database->name);
}

static enum exit_status delete_all(struct dedupe *dedupe)
{
    struct pgnpack_duplicate found;
    struct run run = {0};
    enum exit_status status = EXIT_FINE;
    pgnpack_duplicates_rewind(dedupe->duplicates);
    while (status == EXIT_FINE && pgnpack_duplicates_next(dedupe->duplicates, &found) == PGNPACK_OK) {
        if (found.reader == run.reader && found.game == run.first + run.count) {
            run.count++;
            continue;
        }
        status = delete_run(dedupe, &run);
        run = (struct run){found.reader, found.game, 1};
    }
    return status == EXIT_FINE ? delete_run(dedupe, &run) : status;
}

static void tell_one(const struct dedupe *dedupe, size_t i)
{
    const struct duplicates_database *database = &dedupe->databases[i];
    const struct pgnpack_reader *reader =
        database->database == NULL ? database->reader : pgnpack_database_reader(database->database);
    uint64_t all = pgnpack_reader_game_count(reader), left = all - pgnpack_reader_deleted_count(reader);
    if (dedupe->context->options->dry_run)
        message_notice(dedupe->context->messages, IN_FILE(database->name), "%s among %s; nothing is changed",
                       COUNTED(dedupe->deleted[i], "duplicate"), COUNTED(left, "game"));
    else
        message_notice(dedupe->context->messages, IN_FILE(database->name),
                       "%s deleted: %" PRIu64 " of %s %s left", COUNTED(dedupe->deleted[i], "duplicate"),
                       left, COUNTED(all, "game"), left == 1 ? "is" : "are");
    if (dedupe->merged[i] != 0)
        message_notice(dedupe->context->messages, IN_FILE(database->name),
                       "%s with tags of their duplicates now, at the end of the database",
                       COUNTED(dedupe->merged[i], "game"));
}

/* The databases one after the other: a game that is kept is deleted in none of them, so each is right for itself. */
static enum exit_status commit_all(struct dedupe *dedupe)
{
    struct command_context *context = dedupe->context;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < dedupe->count && status == EXIT_FINE; i++) {
        const struct duplicates_database *database = &dedupe->databases[i];
        if (dedupe->deleted[i] + dedupe->merged[i] != 0 && database->database != NULL)
            status = change_commit(context, database->database, database->name);
        if (status != EXIT_FINE)
            break;
        tell_one(dedupe, i);
    }
    return status;
}

/* ---- The task ---- */

static enum exit_status work(struct dedupe *dedupe)
{
    struct command_context *context = dedupe->context;
    const struct options *options = context->options;
    enum exit_status status;
    dedupe->duplicates = duplicates_find(context, dedupe->databases, dedupe->count, options->prefer, &status);
    if (dedupe->duplicates == NULL)
        return status;
    if (options->report != NULL)
        status = duplicates_report(context, dedupe->duplicates, dedupe->databases);
    if (status == EXIT_FINE && options->merge_tags)
        status =
            duplicates_merge(context, dedupe->duplicates, dedupe->databases, dedupe->count, dedupe->merged);
    if (status == EXIT_FINE)
        status = delete_all(dedupe);
    progress_stop(&context->progress);
    pgnpack_duplicates_free(dedupe->duplicates); /* it is of the readers before the change */
    dedupe->duplicates = NULL;
    return status == EXIT_FINE ? commit_all(dedupe) : status;
}

enum exit_status change_dedupe(struct command_context *context)
{
    struct dedupe dedupe = {.context = context};
    enum exit_status status = open_all(&dedupe);
    if (status == EXIT_FINE)
        status = work(&dedupe);
    close_all(&dedupe);
    return status;
}
