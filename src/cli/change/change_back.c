/* pgndb back and undo: to a state that there was, or without one of the changes. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/change/change_tasks.h"
#include "cli/run/change_database.h"
#include "cli/run/database.h"
#include "cli/base/messages.h"

/* ---- Back to a state ---- */

static void tell_state(struct command_context *context, const char *name, const struct pgnpack_reader *reader)
{
    message_notice(
        context->messages, IN_FILE(name), "%s at state %" PRIu64 " again: %s, of which %" PRIu64 " deleted",
        context->options->change.dry_run ? "would be" : "is", context->options->change.state,
        COUNTED(pgnpack_reader_info(reader)->game_count, "game"), pgnpack_reader_info(reader)->deleted_count);
}

/* What is gone for good behind that state; game texts are those of edited games, too. */
static void tell_loss(struct command_context *context, const char *name, uint64_t loss)
{
    if (loss != 0)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name), "%s that came since %s for good",
                        COUNTED(loss, "game text"),
                        context->options->change.dry_run ? "would be gone"
                        : loss == 1                      ? "is gone"
                                                         : "are gone");
}

/* Bytes of the file at that state, and the game texts behind it; 0: there is no such state, or no more. */
static uint64_t size_at(const struct pgnpack_reader *reader, uint64_t state, uint64_t *loss_ret)
{
    struct pgnpack_segment_info segment;
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &segment); i++)
        if (segment.state == state) {
            *loss_ret =
                pgnpack_reader_info(reader)->game_count - (segment.first_game - 1 + segment.game_count);
            return segment.offset + segment.size;
        }
    return 0;
}

static enum exit_status show_state(struct command_context *context, const char *name, uint64_t size)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    if (status != EXIT_FINE)
        return status;
    status = database_open_state(&database, size);
    if (status == EXIT_FINE)
        tell_state(context, name, database.reader);
    database_close(&database);
    return status;
}

/* The same with --dry-run, which only reads, and without. */
static enum exit_status refuse_state(struct command_context *context, const char *name,
                                     const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info segment;
    uint64_t state = context->options->change.state, count = pgnpack_reader_info(reader)->segment_count;
    if (count != 0 && pgnpack_reader_segment(reader, count - 1, &segment) && state > segment.state)
        message_error(context->messages, IN_FILE(name),
                      "there is no state %" PRIu64 ": the last one is %" PRIu64, state, segment.state);
    else if (pgnpack_reader_segment(reader, 0, &segment))
        message_error(
            context->messages, IN_FILE(name),
            "state %" PRIu64
            " is gone: it was merged with later ones; pgndb log lists the states, the earliest is %" PRIu64,
            state, segment.state);
    else
        message_error(context->messages, IN_FILE(name), "there is no state: the database is empty");
    return EXIT_FAILED;
}

/* --dry-run: the database is only read, and refused where it would not be changed. */
static enum exit_status try_state(struct command_context *context, const char *name)
{
    enum exit_status status;
    uint64_t loss = 0;
    struct pgnpack_reader *reader = change_open_to_read(context, name, &status);
    if (reader == NULL)
        return status;
    uint64_t size = size_at(reader, context->options->change.state, &loss);
    status = size == 0 ? refuse_state(context, name, reader) : show_state(context, name, size);
    pgnpack_free(reader);
    if (status == EXIT_FINE)
        tell_loss(context, name, loss);
    return status;
}

static enum exit_status truncate_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    if (context->options->change.dry_run)
        return try_state(context, name);
    struct pgnpack_database *database = change_open(context, name, &status);
    (void)job;
    if (database == NULL)
        return status;
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    uint64_t loss = 0;
    if (size_at(reader, context->options->change.state, &loss) == 0) {
        status = refuse_state(context, name, reader);
    } else if (loss != 0 && !context->options->force) {
        message_error(
            context->messages, IN_FILE(name),
            "%s that came since would be gone for good: give --force if that is meant; pgndb undo takes "
            "back single changes, and loses nothing",
            COUNTED(loss, "game text"));
        status = EXIT_FAILED;
    } else if (pgnpack_database_truncate(database, context->options->change.state) != PGNPACK_OK) {
        status = change_report(context, database, name);
    } else {
        tell_state(context, name, pgnpack_database_reader(database));
        tell_loss(context, name, loss);
    }
    pgnpack_free(database);
    return status;
}

enum exit_status change_truncate(struct command_context *context)
{
    return command_each_input(context, truncate_one, NULL);
}

/* ---- Without a change ---- */

/* A change, of how many games it was, and which one took it back, without having been taken back itself; 0: none did. */
struct logged {
    uint64_t number, games, takes_back, taken_back_by;
};

/* In the order of the log, in which numbers ascend. */
struct log {
    struct logged *changes;
    size_t count, capacity;
};

static int compare_numbers(const void *number, const void *logged)
{
    uint64_t a = *(const uint64_t *)number, b = ((const struct logged *)logged)->number;
    return (a > b) - (a < b);
}

/* NULL: there is no such change. */
static struct logged *log_find(const struct log *log, uint64_t number)
{
    return log->count == 0
               ? NULL
               : bsearch(&number, log->changes, log->count, sizeof *log->changes, compare_numbers);
}

/* Later changes first: whether these count is known when they say what they take back. Returns 0 when there is no memory. */
static int log_read(struct log *log, struct pgnpack_history *history)
{
    struct pgnpack_change_info change;
    for (uint64_t i = 0; pgnpack_history_change(history, i, &change) == PGNPACK_OK; i++) {
        if (change.number == 0)
            continue;
        if (!GROW(log->changes, log->capacity, log->count + 1))
            return 0;
        log->changes[log->count++] =
            (struct logged){.number = change.number,
                            .games = change.added + change.deleted + change.brought_back,
                            .takes_back = change.takes_back};
    }
    for (size_t i = log->count; i-- > 0;) {
        const struct logged *undo = &log->changes[i];
        struct logged *undone =
            undo->takes_back != 0 && undo->taken_back_by == 0 && undo->takes_back < undo->number
                ? log_find(log, undo->takes_back)
                : NULL;
        if (undone != NULL && undone->taken_back_by == 0)
            undone->taken_back_by = undo->number;
    }
    return 1;
}

/* The last change that takes none back, and was not taken back; 0: there is none. */
static uint64_t log_last(const struct log *log)
{
    for (size_t i = log->count; i-- > 0;)
        if (log->changes[i].takes_back == 0 && log->changes[i].taken_back_by == 0)
            return log->changes[i].number;
    return 0;
}

/* What would be done, or is to be done: the games of the change, as far as later ones have left them. */
static enum pgnpack_status count_games(struct pgnpack_history *history, const struct log *log,
                                       uint64_t number, struct pgnpack_undo_totals *totals)
{
    const struct logged *change = log_find(log, number);
    uint64_t told = 0;
    struct pgnpack_change_games games;
    enum pgnpack_status status;
    *totals = (struct pgnpack_undo_totals){0};
    for (uint64_t i = 0; (status = pgnpack_history_games(history, number, i, &games)) == PGNPACK_OK; i++) {
        uint64_t *count = !games.can_undo                                         ? &totals->left
                          : games.is_added || games.reason == PGNPACK_REASON_NONE ? &totals->deleted
                                                                                  : &totals->brought_back;
        *count += games.count;
        told += games.count;
    }
    if (change != NULL && change->games > told)
        totals->gone = change->games - told;
    return status;
}

static void tell_nothing(struct command_context *context, const char *name, const struct log *log,
                         uint64_t number, const struct pgnpack_undo_totals *totals)
{
    const struct logged *change = log_find(log, number);
    uint64_t undo = change != NULL ? change->taken_back_by : 0;
    if (undo != 0)
        message_error(context->messages, IN_FILE(name),
                      "change %" PRIu64 " was taken back already, by change %" PRIu64 "; pgndb undo %" PRIu64
                      " would make it again",
                      number, undo, undo);
    else if (totals->left != 0)
        message_error(
            context->messages, IN_FILE(name), "nothing of change %" PRIu64 " can be taken back: %s", number,
            totals->gone != 0 ? "compaction left out what its games were before, and they stay what they are"
                              : "later changes made something else of all of its games; pgndb back goes to "
                                "the state before");
    else
        message_error(context->messages, IN_FILE(name),
                      "change %" PRIu64 " has no games left that could be taken back", number);
}

static void tell_undone(struct command_context *context, const char *name, uint64_t number,
                        const struct pgnpack_undo_totals *totals)
{
    int is_dry = context->options->change.dry_run;
    message_notice(
        context->messages, IN_FILE(name), "change %" PRIu64 " %s: %s %s, %" PRIu64 " %s there again", number,
        is_dry ? "would be taken back" : "is taken back", COUNTED(totals->deleted, "game"),
        is_dry ? "would be deleted" : "deleted", totals->brought_back, is_dry ? "would be" : "are");
    if (totals->left != 0)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "%s of change %" PRIu64 " %s as later changes made %s; pgndb log --show %" PRIu64
                        " lists the games",
                        COUNTED(totals->left, "game"), number, totals->left == 1 ? "stays" : "stay",
                        totals->left == 1 ? "it" : "them", number);
    if (totals->gone != 0)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "%s of change %" PRIu64 " %s gone: compaction left %s out",
                        COUNTED(totals->gone, "game"), number, IS_OR_ARE(totals->gone),
                        totals->gone == 1 ? "it" : "them");
}

static enum exit_status look_at_log(struct command_context *context, const char *name,
                                    struct pgnpack_history *history, const struct log *log,
                                    uint64_t *number_ret, struct pgnpack_undo_totals *totals)
{
    *number_ret = context->options->change.state != 0 ? context->options->change.state : log_last(log);
    int is_first =
        context->options->change.state == 0 && log->count != 0 && *number_ret == log->changes[0].number;
    if (*number_ret == 0)
        message_error(context->messages, IN_FILE(name), "there is no change that could be taken back");
    else if (is_first)
        message_error(context->messages, IN_FILE(name),
                      "no change is left but the first, which made the database: pgndb undo %" PRIu64
                      " would delete all of its games",
                      *number_ret);
    else if (count_games(history, log, *number_ret, totals) != PGNPACK_END)
        return change_history_report(context, history, name);
    else if (totals->deleted == 0 && totals->brought_back == 0)
        tell_nothing(context, name, log, *number_ret, totals);
    else
        return EXIT_FINE;
    return EXIT_FAILED;
}

/* Which change is meant, and what it comes to; EXIT_FINE: there is something to be done. */
static enum exit_status look_at_change(struct command_context *context, const char *name,
                                       const struct pgnpack_reader *reader, uint64_t *number_ret,
                                       struct pgnpack_undo_totals *totals)
{
    struct log log = {NULL, 0, 0};
    struct pgnpack_history *history = pgnpack_history_new(reader);
    enum exit_status status = history == NULL || !log_read(&log, history)
                                  ? command_no_memory(context)
                                  : look_at_log(context, name, history, &log, number_ret, totals);
    free(log.changes);
    pgnpack_free(history);
    return status;
}

static enum exit_status try_undo(struct command_context *context, const char *name)
{
    enum exit_status status;
    uint64_t number;
    struct pgnpack_undo_totals totals;
    struct pgnpack_reader *reader = change_open_to_read(context, name, &status);
    if (reader == NULL)
        return status;
    status = look_at_change(context, name, reader, &number, &totals);
    if (status == EXIT_FINE)
        tell_undone(context, name, number, &totals);
    pgnpack_free(reader);
    return status;
}

static enum exit_status undo_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    uint64_t number;
    struct pgnpack_undo_totals totals;
    (void)job;
    if (context->options->change.dry_run)
        return try_undo(context, name);
    struct pgnpack_database *database = change_open(context, name, &status);
    if (database == NULL)
        return status;
    status = look_at_change(context, name, pgnpack_database_reader(database), &number, &totals);
    if (status == EXIT_FINE && pgnpack_database_undo(database, number, &totals) != PGNPACK_OK)
        status = change_report(context, database, name);
    else if (status == EXIT_FINE)
        status = change_commit(context, database, name);
    if (status == EXIT_FINE)
        tell_undone(context, name, number, &totals);
    pgnpack_free(database);
    return status;
}

enum exit_status change_undo(struct command_context *context)
{
    return command_each_input(context, undo_one, NULL);
}
