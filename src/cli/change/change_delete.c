/* pgndb delete and undelete: games that are left out from now on, or are there again. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/change/change_tasks.h"
#include "cli/run/change_database.h"
#include "cli/run/game_choice.h"
#include "cli/change/hit_values.h"
#include "cli/base/messages.h"

struct deletion {
    struct command_context *context;
    const char *name;
    struct pgnpack_database *database; /* NULL: nothing is changed, games are counted */
    struct pgnpack_reader *reader;     /* the database's as it was, or its own */
    struct pgnpack_history *history;   /* of what the reader has, where games are brought back */
    uint8_t *counted;                  /* a bit a game, from number 0 */
    uint64_t count;                    /* of games that would change ... */
    uint64_t stay; /* ... and of deleted ones that do not, as they are deleted for other reasons */
    struct hit_values *values; /* of games that would change; NULL: they are not told */
};

static enum pgnpack_reason reason_of(const struct deletion *deletion)
{
    return deletion->context->options->change.duplicates ? PGNPACK_REASON_DUPLICATE : PGNPACK_REASON_HAND;
}

/* Counts games, each once, in *counter. */
static void count_games(struct deletion *deletion, uint64_t first, uint64_t count, uint64_t *counter)
{
    for (uint64_t number = first; number < first + count; number++) {
        if ((deletion->counted[number / 8] >> number % 8 & 1) != 0)
            continue;
        deletion->counted[number / 8] |= (uint8_t)(1 << number % 8);
        ++*counter;
        if (counter == &deletion->count && deletion->values != NULL)
            hit_values_add(deletion->values, number);
    }
}

static void count_there(struct deletion *deletion, uint64_t first, uint64_t count)
{
    for (uint64_t number = first; number < first + count; number++)
        if (!pgnpack_reader_is_deleted(deletion->reader, number))
            count_games(deletion, number, 1, &deletion->count);
}

static enum exit_status count_deleted(struct deletion *deletion, uint64_t first, uint64_t count)
{
    struct pgnpack_deleted_info info;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t next = first; next < first + count; next = info.first + info.count) {
        status = pgnpack_history_deleted(deletion->history, next, &info);
        if (status != PGNPACK_OK || info.first >= first + count)
            break;
        uint64_t left = first + count - info.first;
        count_games(deletion, info.first, info.count < left ? info.count : left,
                    info.reason == reason_of(deletion) ? &deletion->count : &deletion->stay);
    }
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : command_report_path(deletion->context, deletion->name, pgnpack_error(deletion->history));
}

/* A games_function: the games are there. Failures are reported. */
static enum exit_status change_range(void *opaque, uint64_t first, uint64_t count)
{
    struct deletion *deletion = opaque;
    struct pgnpack_database *database = deletion->database;
    enum exit_status counted = EXIT_FINE;
    if (deletion->history == NULL)
        count_there(deletion, first, count);
    else
        counted = count_deleted(deletion, first, count);
    if (counted != EXIT_FINE || database == NULL)
        return counted;
    enum pgnpack_status status = deletion->history == NULL
                                     ? pgnpack_database_delete(database, first, count, PGNPACK_REASON_HAND, 0)
                                     : pgnpack_database_undelete(database, first, count, reason_of(deletion));
    return status == PGNPACK_OK ? EXIT_FINE : change_report(deletion->context, database, deletion->name);
}

/* Games that are brought back are deleted now: a reader of its own finds them, too. */
static enum exit_status search_deleted(struct deletion *deletion, struct pgnpack_query *query)
{
    enum exit_status status;
    struct pgnpack_reader *reader = change_open_to_read(deletion->context, deletion->name, &status);
    if (reader == NULL)
        return status;
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    status = game_choice_each_found(deletion->context, deletion->name, reader, query, change_range, deletion);
    pgnpack_free(reader);
    return status;
}

/* Those that a query finds. */
static enum exit_status change_found(struct deletion *deletion)
{
    struct pgnpack_query *query = change_query(deletion->context, &deletion->context->options->change.where);
    if (query == NULL)
        return EXIT_FAILED;
    enum exit_status status = deletion->history == NULL
                                  ? game_choice_each_found(deletion->context, deletion->name,
                                                           deletion->reader, query, change_range, deletion)
                                  : search_deleted(deletion, query);
    pgnpack_free(query);
    return status;
}

static enum exit_status change_all(struct deletion *deletion)
{
    uint64_t all = pgnpack_reader_info(deletion->reader)->game_count;
    return all == 0 ? EXIT_FINE : change_range(deletion, 1, all);
}

/* Deleted games that were named, and are deleted for other reasons. */
static void tell_stay(const struct deletion *deletion)
{
    if (deletion->stay != 0)
        message_notice(deletion->context->messages, IN_FILE(deletion->name),
                       "%s stay%s deleted, %s; pgndb log --deleted lists them",
                       COUNTED(deletion->stay, "game"), deletion->stay == 1 ? "s" : "",
                       deletion->context->options->change.duplicates
                           ? "not as duplicates"
                           : "as duplicates (pgndb undelete --duplicates), older versions or games that were "
                             "taken back (pgndb undo)");
}

/* `before`: so many games were deleted. */
static void tell(const struct deletion *deletion, uint64_t before)
{
    int is_delete = deletion->context->options->change.task == CHANGE_DELETE,
        is_dry = deletion->database == NULL;
    uint64_t all = pgnpack_reader_info(deletion->reader)->game_count;
    uint64_t left = all - (is_delete ? before + deletion->count : before - deletion->count);
    message_notice(deletion->context->messages, IN_FILE(deletion->name), "%s %s%s: %" PRIu64 " of %s in use",
                   COUNTED(deletion->count, "game"), is_dry ? "would be " : "",
                   is_delete ? "deleted" : "brought back", left, COUNTED(all, "game"));
    tell_stay(deletion);
}

static enum exit_status change_games(struct deletion *deletion)
{
    struct command_context *context = deletion->context;
    const struct options *options = context->options;
    uint64_t before = pgnpack_reader_info(deletion->reader)->deleted_count;
    enum game_use use = deletion->history == NULL ? TO_DELETE : TO_UNDELETE;
    enum exit_status status =
        options->change.where.count != 0 ? change_found(deletion)
        : options->games.count != 0
            ? game_choice_each(context, deletion->name, deletion->reader, use, change_range, deletion)
            : change_all(deletion);
    pgnpack_free(deletion->history);
    deletion->history = NULL;
    if (status == EXIT_FINE && deletion->database != NULL) {
        status = change_commit(context, deletion->database, deletion->name);
        deletion->reader = pgnpack_database_reader(deletion->database);
    }
    if (status == EXIT_FINE)
        tell(deletion, before);
    return status;
}

/* With what games are counted. */
static enum exit_status change_counted(struct deletion *deletion)
{
    int is_delete = deletion->context->options->change.task == CHANGE_DELETE;
    deletion->counted = calloc((size_t)(pgnpack_reader_info(deletion->reader)->game_count / 8) + 1, 1);
    deletion->history = is_delete ? NULL : pgnpack_history_new(deletion->reader);
    enum exit_status status = deletion->counted == NULL || (deletion->history == NULL && !is_delete)
                                  ? command_no_memory(deletion->context)
                                  : change_games(deletion);
    free(deletion->counted);
    return status;
}

/* --dry-run: the database is only read. */
static enum exit_status count_one(struct deletion *deletion)
{
    enum exit_status status;
    deletion->reader = change_open_to_read(deletion->context, deletion->name, &status);
    if (deletion->reader == NULL)
        return status;
    deletion->values = hit_values_new(deletion->context, deletion->reader);
    status = deletion->values == NULL ? command_no_memory(deletion->context) : change_counted(deletion);
    if (status == EXIT_FINE)
        status = hit_values_tell(deletion->values, deletion->context, deletion->name);
    hit_values_free(deletion->values);
    pgnpack_free(deletion->reader);
    return change_tell_damage(deletion->context, deletion->name, status);
}

static enum exit_status change_one(struct command_context *context, const char *name, void *job)
{
    struct deletion deletion = {.context = context, .name = name};
    enum exit_status status;
    (void)job;
    if (context->options->change.dry_run)
        return count_one(&deletion);
    deletion.database = change_open(context, name, &status);
    if (deletion.database == NULL)
        return status;
    deletion.reader = pgnpack_database_reader(deletion.database);
    status = change_counted(&deletion);
    pgnpack_free(deletion.database);
    return change_tell_damage(context, name, status);
}

enum exit_status change_delete(struct command_context *context)
{
    return command_each_input(context, change_one, NULL);
}
