/* pgndb dedupe: of games that databases have twice one is kept, and the others are deleted. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/duplicates/duplicates_tasks.h"
#include "cli/run/change_database.h"
#include "cli/duplicates/duplicates_find.h"
#include "cli/duplicates/duplicates_merge.h"
#include "cli/duplicates/duplicates_report.h"
#include "cli/base/messages.h"
#include "cli/files/input_file.h"
#include "cli/pack/pack_formats.h"
#include "pgnpack_extra.h"

struct dedupe {
    struct command_context *context;
    struct duplicates_database *databases;
    size_t count;
    struct duplicates duplicates;
    uint64_t *deleted; /* by database */
    uint64_t *merged;  /* the same: games with a new version */
};

/* ---- Databases ---- */

static enum exit_status open_one(struct command_context *context, struct duplicates_database *database)
{
    enum exit_status status;
    if (context->options->change.dry_run) {
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
    duplicates_free(&dedupe->duplicates);
    for (size_t i = 0; dedupe->databases != NULL && i < dedupe->count; i++) {
        struct duplicates_database *database = &dedupe->databases[i];
        if (database->database != NULL)
            pgnpack_free(database->database);
        else
            pgnpack_free(database->reader);
    }
    free(dedupe->databases);
    free(dedupe->deleted);
    free(dedupe->merged);
}

/* A second name of a database that is open would wait for itself. */
static enum exit_status check_once(struct command_context *context, size_t i)
{
    const struct input_list *inputs = &context->options->inputs;
    struct file_facts facts;
    if (!input_facts(inputs->names[i], &facts) ||
        !input_is_among((const char *const *)inputs->names, i, &facts))
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(inputs->names[i]), "is given twice; name each database once");
    return EXIT_FAILED;
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
        status = check_once(dedupe->context, i);
        if (status == EXIT_FINE)
            status = open_one(dedupe->context, &dedupe->databases[i]);
    }
    return status;
}

/* ---- Merging tags ---- */

/* A merged_function: a new version of the game comes to its database's change. */
static enum exit_status replace_game(void *opaque, size_t reader, uint64_t game, struct pgnpack_text text)
{
    struct dedupe *dedupe = opaque;
    struct command_context *context = dedupe->context;
    const struct duplicates_database *database = &dedupe->databases[reader];
    const struct pgnpack_writer_options options = pack_writer_options(context);
    if (database->database == NULL) {
        dedupe->merged[reader]++;
        return EXIT_FINE;
    }
    struct pgnpack_writer *writer = pgnpack_database_append(database->database, &options);
    if (writer == NULL)
        return change_report(context, database->database, database->name);
    if (change_write_game(writer, text) != PGNPACK_OK)
        return command_report_path(context, database->name, pgnpack_error(writer));
    return change_replace(context, database->database, database->name, PGNPACK_REASON_REPLACED, game,
                          ++dedupe->merged[reader]);
}

/* ---- Deleting ---- */

/* Games of one database that follow each other, as do those that are kept for them. */
struct run {
    size_t reader;
    uint64_t first, count;
    uint64_t kept; /* for the first one; 0: it is of another database */
};

static enum exit_status delete_run(struct dedupe *dedupe, const struct run *run)
{
    const struct duplicates_database *database = &dedupe->databases[run->reader];
    dedupe->deleted[run->reader] += run->count;
    if (run->count == 0 || database->database == NULL ||
        pgnpack_database_delete(database->database, run->first, run->count, PGNPACK_REASON_DUPLICATE,
                                run->kept) == PGNPACK_OK)
        return EXIT_FINE;
    return change_report(dedupe->context, database->database, database->name);
}

static enum exit_status delete_all(struct dedupe *dedupe)
{
    struct pgnpack_duplicate found;
    struct run run = {0};
    enum exit_status status = EXIT_FINE;
    duplicates_rewind(&dedupe->duplicates);
    while (status == EXIT_FINE && duplicates_next(&dedupe->duplicates, &found)) {
        uint64_t kept = found.kept_reader == found.reader ? found.kept_game : 0;
        if (found.reader == run.reader && found.game == run.first + run.count &&
            kept == (run.kept == 0 ? 0 : run.kept + run.count)) {
            run.count++;
            continue;
        }
        status = delete_run(dedupe, &run);
        run = (struct run){found.reader, found.game, 1, kept};
    }
    return status == EXIT_FINE ? delete_run(dedupe, &run) : status;
}

static void tell_one(const struct dedupe *dedupe, size_t i)
{
    const struct duplicates_database *database = &dedupe->databases[i];
    const struct pgnpack_reader *reader =
        database->database == NULL ? database->reader : pgnpack_database_reader(database->database);
    uint64_t all = pgnpack_reader_info(reader)->game_count,
             left = all - pgnpack_reader_info(reader)->deleted_count;
    if (dedupe->context->options->change.dry_run)
        message_notice(dedupe->context->messages, IN_FILE(database->name), "%s among %s; nothing is changed",
                       COUNTED(dedupe->deleted[i], "duplicate"), COUNTED(left, "game"));
    else
        message_notice(dedupe->context->messages, IN_FILE(database->name),
                       "%s deleted: %" PRIu64 " of %s in use", COUNTED(dedupe->deleted[i], "duplicate"), left,
                       COUNTED(all, "game"));
    if (dedupe->merged[i] != 0)
        message_notice(dedupe->context->messages, IN_FILE(database->name),
                       dedupe->context->options->change.dry_run
                           ? "%s would get tags of their duplicates"
                           : "%s with tags of their duplicates now, at the end of the database",
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
    dedupe->duplicates =
        (struct duplicates){.context = context, .databases = dedupe->databases, .count = dedupe->count};
    status = change_tell_damage(dedupe->context, NULL, duplicates_find(&dedupe->duplicates));
    if (status == EXIT_FINE && options->change.report != NULL)
        status = duplicates_report(&dedupe->duplicates);
    if (status == EXIT_FINE && options->change.merge_tags)
        status = duplicates_merge(&dedupe->duplicates, replace_game, dedupe);
    if (status == EXIT_FINE)
        status = delete_all(dedupe);
    progress_stop(&context->progress);
    duplicates_free(&dedupe->duplicates); /* it is of the readers before the change */
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
