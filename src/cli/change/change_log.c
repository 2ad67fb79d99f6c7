/* pgnpack --log, --deleted and --truncate-to: what was done to a database, and the states that it had. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/change/change_tasks.h"
#include "cli/run/change_database.h"
#include "cli/run/database.h"
#include "cli/run/game_choice.h"
#include "cli/base/number_text.h"
#include "cli/base/safe_text.h"

static void print_time(int64_t seconds)
{
    char text[TIME_TEXT_SIZE];
    printf("%-20s", seconds != 0 && date_time_text(seconds, text) ? text : "-");
}

/* The segment's name, and bytes: with the change that it ended with. */
static void print_place(const struct pgnpack_reader *reader, const struct pgnpack_change_info *change)
{
    struct pgnpack_segment_info segment;
    char name[PGNPACK_ID_SIZE];
    if (!change->is_state || !pgnpack_reader_segment(reader, change->segment, &segment)) {
        printf("%-7s  %12s  ", "-", "-");
        return;
    }
    int has_name = segment.game_count != 0 && pgnpack_reader_segment_name(reader, change->segment, name);
    printf("%-7s  %12" PRIu64 "  ", has_name ? name : "-", segment.size);
}

static void print_change(const struct pgnpack_reader *reader, const struct pgnpack_change_info *change)
{
    if (change->number == 0) /* no change, but how the segment was made of others */
        printf("%6s  ", "-");
    else
        printf("%6" PRIu64 "  ", change->number);
    print_time(change->time);
    printf("  ");
    print_place(reader, change);
    printf("%10" PRIu64 "  %10" PRIu64 "  %10" PRIu64 "  ", change->added, change->deleted,
           change->brought_back);
    if (change->is_damaged)
        printf("(its record is damaged)");
    else
        safe_text_print(stdout, change->command.data, change->command.size);
    putchar('\n');
}

/* A game with its id, if it has one. */
static void print_game(const struct pgnpack_reader *reader, uint64_t number, int id_width)
{
    char id[PGNPACK_ID_SIZE];
    if (!pgnpack_reader_game_id(reader, number, id))
        memcpy(id, "-", sizeof "-");
    printf("%8" PRIu64 "  %-*s", number, id_width, id);
}

enum { ID_WIDTH = 16 };

/* A line a game. */
static void print_deleted(const struct pgnpack_reader *reader, const struct pgnpack_deleted_info *info)
{
    static const char *const reasons[] = {
        [PGNPACK_REASON_HAND] = "by hand",
        [PGNPACK_REASON_DUPLICATE] = "duplicate",
        [PGNPACK_REASON_REPLACED] = "replaced",
        [PGNPACK_REASON_TAKEN_BACK] = "taken back",
    };
    size_t count = sizeof reasons / sizeof reasons[0];
    size_t reason = (size_t)info->reason;
    for (uint64_t i = 0; i < info->count; i++) {
        print_game(reader, info->first + i, ID_WIDTH);
        printf("  %6" PRIu64 "  %-10s", info->change,
               reason < count && reasons[reason] != NULL ? reasons[reason] : "unknown");
        if (info->other != 0)
            print_game(reader, info->other + i, 0);
        putchar('\n');
    }
}

/* ---- The tasks ---- */

static enum pgnpack_status print_changes(const struct pgnpack_reader *reader, struct pgnpack_history *history)
{
    struct pgnpack_change_info change;
    enum pgnpack_status status = PGNPACK_OK;
    printf(
        "change  time (UTC)            id              size       added     deleted        back  command\n");
    for (uint64_t i = 0; (status = pgnpack_history_change(history, i, &change)) == PGNPACK_OK; i++)
        print_change(reader, &change);
    return status;
}

static enum pgnpack_status print_all_deleted(const struct pgnpack_reader *reader,
                                             struct pgnpack_history *history)
{
    struct pgnpack_deleted_info deleted;
    enum pgnpack_status status = PGNPACK_OK;
    printf("    game  %-*s  change  why           of, by\n", ID_WIDTH, "id");
    for (uint64_t next = 1; (status = pgnpack_history_deleted(history, next, &deleted)) == PGNPACK_OK;
         next = deleted.first + deleted.count)
        print_deleted(reader, &deleted);
    return status;
}

static enum exit_status print_one(struct command_context *context, const char *name, void *job)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    (void)job;
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_history *history = pgnpack_history_new(database.reader);
    int is_log = context->options->change == CHANGE_LOG;
    status = history == NULL ? command_no_memory(context)
             : is_log        ? EXIT_FINE
                             : game_ids_load(context, name, database.reader, command_report_path);
    if (status == EXIT_FINE)
        status = database.damage;
    enum pgnpack_status read = history == NULL ? PGNPACK_END
                               : is_log        ? print_changes(database.reader, history)
                                               : print_all_deleted(database.reader, history);
    if (read != PGNPACK_END)
        status = command_report_path(context, name, pgnpack_history_error(history));
    pgnpack_history_free(history);
    database_close(&database);
    return status;
}

enum exit_status change_log(struct command_context *context)
{
    enum exit_status status = command_check_standard_output(context);
    if (status == EXIT_FINE)
        status = command_each_input(context, print_one, NULL);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    message_error(context->messages, NULL, "writing to standard output failed");
    return EXIT_USAGE;
}

static enum exit_status truncate_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    struct pgnpack_database *database = change_open(context, name, &status);
    (void)job;
    if (database == NULL)
        return status;
    if (pgnpack_database_truncate(database, context->options->state) != PGNPACK_OK) {
        int is_mistake = pgnpack_database_error(database)->status == PGNPACK_ERROR_ARGUMENT;
        status = change_report(context, database, name);
        status = is_mistake ? EXIT_USAGE : status;
    } else {
        const struct pgnpack_reader *reader = pgnpack_database_reader(database);
        uint64_t all = pgnpack_reader_game_count(reader);
        message_notice(context->messages, IN_FILE(name),
                       "is at state %" PRIu64 " again: %s, of which %" PRIu64 " deleted",
                       context->options->state, COUNTED(all, "game"), pgnpack_reader_deleted_count(reader));
    }
    pgnpack_database_free(database);
    return status;
}

enum exit_status change_truncate(struct command_context *context)
{
    return command_each_input(context, truncate_one, NULL);
}
