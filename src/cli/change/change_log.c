/* pgndb log and back: what was done to a database, and the states that it had. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/change/change_tasks.h"
#include "cli/run/change_database.h"
#include "cli/run/database.h"
#include "cli/run/game_choice.h"
#include "cli/base/json.h"
#include "cli/base/number_text.h"
#include "cli/base/safe_text.h"

static void print_time(int64_t seconds)
{
    char text[TIME_TEXT_SIZE];
    printf("%-20s", seconds != 0 && date_time_text(seconds, text) ? text : "-");
}

/* The segment's name, empty where it has none, and bytes: with the change that it ended with. Returns 0 of others. */
static int find_place(const struct pgnpack_reader *reader, const struct pgnpack_change_info *change,
                      char name[PGNPACK_ID_SIZE], uint64_t *size_ret)
{
    struct pgnpack_segment_info segment;
    name[0] = '\0';
    if (!change->is_state || !pgnpack_reader_segment(reader, change->segment, &segment))
        return 0;
    if (segment.game_count == 0 || !pgnpack_reader_segment_name(reader, change->segment, name))
        name[0] = '\0';
    *size_ret = segment.size;
    return 1;
}

static void print_place(const struct pgnpack_reader *reader, const struct pgnpack_change_info *change)
{
    char name[PGNPACK_ID_SIZE];
    uint64_t size;
    if (find_place(reader, change, name, &size))
        printf("%-7s  %12" PRIu64 "  ", name[0] != '\0' ? name : "-", size);
    else
        printf("%-7s  %12s  ", "-", "-");
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

static const char *reason_text(enum pgnpack_reason reason)
{
    static const char *const reasons[] = {
        [PGNPACK_REASON_HAND] = "by hand",
        [PGNPACK_REASON_DUPLICATE] = "duplicate",
        [PGNPACK_REASON_REPLACED] = "replaced",
        [PGNPACK_REASON_TAKEN_BACK] = "taken back",
    };
    size_t count = sizeof reasons / sizeof reasons[0];
    return (size_t)reason < count && reasons[reason] != NULL ? reasons[reason] : "unknown";
}

/* ---- As JSON, a change or a game a line ---- */

static void print_key_text(const char *key, const char *text, size_t size)
{
    printf(", \"%s\": ", key);
    if (size != 0)
        json_print_string(stdout, text, size);
    else
        printf("null");
}

static void print_change_json(const char *database, const struct pgnpack_reader *reader,
                              const struct pgnpack_change_info *change)
{
    char name[PGNPACK_ID_SIZE], time[TIME_TEXT_SIZE];
    uint64_t size;
    printf("{\"database\": ");
    json_print_string(stdout, database, strlen(database));
    if (change->number != 0)
        printf(", \"change\": %" PRIu64, change->number);
    else
        printf(", \"change\": null");
    int has_time = change->time != 0 && date_time_text(change->time, time);
    print_key_text("time", time, has_time ? strlen(time) : 0);
    int is_state = find_place(reader, change, name, &size);
    print_key_text("id", name, strlen(name));
    if (is_state)
        printf(", \"size\": %" PRIu64, size);
    else
        printf(", \"size\": null");
    printf(", \"state\": %s, \"added\": %" PRIu64 ", \"deleted\": %" PRIu64 ", \"back\": %" PRIu64
           ", \"damaged\": %s",
           is_state ? "true" : "false", change->added, change->deleted, change->brought_back,
           change->is_damaged ? "true" : "false");
    print_key_text("command", change->command.data, change->is_damaged ? 0 : change->command.size);
    printf("}\n");
}

static void print_game_json(const char *key, const char *id_key, const struct pgnpack_reader *reader,
                            uint64_t number)
{
    char id[PGNPACK_ID_SIZE] = "";
    if (number == 0)
        return;
    if (!pgnpack_reader_game_id(reader, number, id))
        id[0] = '\0';
    printf(", \"%s\": %" PRIu64, key, number);
    print_key_text(id_key, id, strlen(id));
}

static void print_deleted_json(const char *database, const struct pgnpack_reader *reader,
                               const struct pgnpack_deleted_info *info)
{
    const char *why = reason_text(info->reason);
    for (uint64_t i = 0; i < info->count; i++) {
        printf("{\"database\": ");
        json_print_string(stdout, database, strlen(database));
        print_game_json("game", "id", reader, info->first + i);
        printf(", \"change\": %" PRIu64, info->change);
        print_key_text("why", why, strlen(why));
        print_game_json("of", "of_id", reader, info->other != 0 ? info->other + i : 0);
        printf("}\n");
    }
}

/* ---- For people ---- */

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
    for (uint64_t i = 0; i < info->count; i++) {
        print_game(reader, info->first + i, ID_WIDTH);
        printf("  %6" PRIu64 "  %-10s", info->change, reason_text(info->reason));
        if (info->other != 0)
            print_game(reader, info->other + i, 0);
        putchar('\n');
    }
}

/* ---- The tasks ---- */

/* `json`: the database's name; NULL: a table. */
static enum pgnpack_status print_changes(const struct pgnpack_reader *reader, struct pgnpack_history *history,
                                         const char *json)
{
    struct pgnpack_change_info change;
    enum pgnpack_status status = PGNPACK_OK;
    if (json == NULL)
        printf("change  time (UTC)            id              size       added     deleted        back  "
               "command\n");
    for (uint64_t i = 0; (status = pgnpack_history_change(history, i, &change)) == PGNPACK_OK; i++)
        if (json == NULL)
            print_change(reader, &change);
        else
            print_change_json(json, reader, &change);
    return status;
}

static enum pgnpack_status print_all_deleted(const struct pgnpack_reader *reader,
                                             struct pgnpack_history *history, const char *json)
{
    struct pgnpack_deleted_info deleted;
    enum pgnpack_status status = PGNPACK_OK;
    if (json == NULL)
        printf("    game  %-*s  change  why           of, by\n", ID_WIDTH, "id");
    for (uint64_t next = 1; (status = pgnpack_history_deleted(history, next, &deleted)) == PGNPACK_OK;
         next = deleted.first + deleted.count)
        if (json == NULL)
            print_deleted(reader, &deleted);
        else
            print_deleted_json(json, reader, &deleted);
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
    const char *json = context->options->json ? database.file.name : NULL;
    int is_log = context->options->change == CHANGE_LOG;
    status = history == NULL ? command_no_memory(context)
             : is_log        ? EXIT_FINE
                             : game_ids_load(context, name, database.reader, command_report_path);
    if (status == EXIT_FINE)
        status = database.damage;
    enum pgnpack_status read = history == NULL ? PGNPACK_END
                               : is_log        ? print_changes(database.reader, history, json)
                                               : print_all_deleted(database.reader, history, json);
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

static void tell_state(struct command_context *context, const char *name, const struct pgnpack_reader *reader)
{
    message_notice(context->messages, IN_FILE(name),
                   "%s at state %" PRIu64 " again: %s, of which %" PRIu64 " deleted",
                   context->options->dry_run ? "would be" : "is", context->options->state,
                   COUNTED(pgnpack_reader_game_count(reader), "game"), pgnpack_reader_deleted_count(reader));
}

/* Bytes of the file at that state; 0: there is no such state, or no more. */
static uint64_t size_at(const struct pgnpack_reader *reader, uint64_t state)
{
    struct pgnpack_segment_info segment;
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &segment); i++)
        if (segment.state == state)
            return segment.offset + segment.size;
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

/* --dry-run: the database is only read, and refused where it would not be changed. */
static enum exit_status try_state(struct command_context *context, const char *name)
{
    enum exit_status status;
    struct pgnpack_reader *reader = change_open_to_read(context, name, &status);
    if (reader == NULL)
        return status;
    uint64_t size = size_at(reader, context->options->state);
    pgnpack_reader_free(reader);
    if (size != 0)
        return show_state(context, name, size);
    message_error(context->messages, IN_FILE(name),
                  "there is no state %" PRIu64 " to go back to; pgndb log lists those that there are",
                  context->options->state);
    return EXIT_USAGE;
}

static enum exit_status truncate_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    if (context->options->dry_run)
        return try_state(context, name);
    struct pgnpack_database *database = change_open(context, name, &status);
    (void)job;
    if (database == NULL)
        return status;
    if (pgnpack_database_truncate(database, context->options->state) != PGNPACK_OK) {
        int is_mistake = pgnpack_database_error(database)->status == PGNPACK_ERROR_ARGUMENT;
        status = change_report(context, database, name);
        status = is_mistake ? EXIT_USAGE : status;
    } else {
        tell_state(context, name, pgnpack_database_reader(database));
    }
    pgnpack_database_free(database);
    return status;
}

enum exit_status change_truncate(struct command_context *context)
{
    return command_each_input(context, truncate_one, NULL);
}
