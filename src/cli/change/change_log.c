/* pgndb log and back: what was done to a database, and the states that it had. */
#include <inttypes.h>
#include <string.h>

#include "cli/change/change_tasks.h"
#include "cli/run/change_database.h"
#include "cli/run/database.h"
#include "cli/run/game_choice.h"
#include "cli/forms/json.h"
#include "cli/base/messages.h"

/* The segment's name, empty where it has none, and bytes: with the change that it ended with. Returns 0 of others. */
static int find_place(const struct pgnpack_reader *reader, const struct pgnpack_change_info *change,
                      char name[PGNPACK_ID_SIZE], uint64_t *size_ret)
{
    struct pgnpack_segment_info segment;
    name[0] = '\0';
    if (!change->is_state || !pgnpack_reader_segment(reader, change->segment, &segment))
        return 0;
    if (segment.game_count != 0)
        memcpy(name, segment.name, sizeof segment.name);
    *size_ret = segment.size;
    return 1;
}

static void print_change(struct view_text *text, const struct pgnpack_reader *reader,
                         const struct pgnpack_change_info *change)
{
    char name[PGNPACK_ID_SIZE], time[TIME_TEXT_SIZE];
    uint64_t size;
    if (change->number == 0) /* no change, but how the segment was made of others */
        view_text_print(text, "%6s  ", "-");
    else
        view_text_print(text, "%6" PRIu64 "  ", change->number);
    int has_time = change->time != 0 && date_time_text(change->time, time);
    view_text_print(text, "%-20s  ", has_time ? time : "-");
    if (find_place(reader, change, name, &size))
        view_text_print(text, "%-7s  %12" PRIu64 "  ", name[0] != '\0' ? name : "-", size);
    else
        view_text_print(text, "%-7s  %12s  ", "-", change->number == 0 ? "-" : "gone");
    view_text_print(text, "%10" PRIu64 "  %10" PRIu64 "  %10" PRIu64 "  ", change->added, change->deleted,
                    change->brought_back);
    if (change->is_damaged)
        view_text_string(text, "(its record is damaged)");
    else
        view_text_safe(text, change->command);
    view_text_string(text, "\n");
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

static void begin_object(struct view_text *text, const char *database)
{
    view_text_string(text, "{\"database\": ");
    json_put_string(text, database);
}

static void print_change_json(struct view_text *text, const char *database,
                              const struct pgnpack_reader *reader, const struct pgnpack_change_info *change)
{
    char name[PGNPACK_ID_SIZE], time[TIME_TEXT_SIZE];
    uint64_t size = 0;
    begin_object(text, database);
    json_known_number(text, "change", change->number);
    json_known_string(text, "time", change->time != 0 && date_time_text(change->time, time) ? time : NULL);
    int is_state = find_place(reader, change, name, &size);
    json_known_string(text, "id", name);
    json_known_number(text, "size", size);
    json_flag(text, "state", is_state);
    json_number(text, "added", change->added);
    json_number(text, "deleted", change->deleted);
    json_number(text, "back", change->brought_back);
    json_flag(text, "damaged", change->is_damaged);
    if (change->is_damaged || change->command.size == 0)
        json_known_string(text, "command", NULL);
    else
        json_text(text, "command", change->command);
    view_text_string(text, "}\n");
}

static void print_game_json(struct view_text *text, const char *key, const char *id_key,
                            const struct pgnpack_reader *reader, uint64_t number)
{
    char id[PGNPACK_ID_SIZE] = "";
    if (number == 0)
        return;
    json_number(text, key, number);
    json_known_string(text, id_key, pgnpack_reader_game_id(reader, number, id) ? id : NULL);
}

static void print_deleted_json(struct view_text *text, const char *database,
                               const struct pgnpack_reader *reader, const struct pgnpack_deleted_info *info)
{
    for (uint64_t i = 0; i < info->count; i++) {
        begin_object(text, database);
        print_game_json(text, "game", "id", reader, info->first + i);
        json_number(text, "change", info->change);
        json_known_string(text, "why", reason_text(info->reason));
        print_game_json(text, "of", "of_id", reader, info->other != 0 ? info->other + i : 0);
        view_text_string(text, "}\n");
    }
}

/* ---- For people ---- */

/* A game with its id, if it has one. */
static void print_game(struct view_text *text, const struct pgnpack_reader *reader, uint64_t number,
                       int id_width)
{
    char id[PGNPACK_ID_SIZE];
    if (!pgnpack_reader_game_id(reader, number, id))
        memcpy(id, "-", sizeof "-");
    view_text_print(text, "%8" PRIu64 "  %-*s", number, id_width, id);
}

enum { ID_WIDTH = 16 };

/* A line a game. */
static void print_deleted(struct view_text *text, const struct pgnpack_reader *reader,
                          const struct pgnpack_deleted_info *info)
{
    for (uint64_t i = 0; i < info->count; i++) {
        print_game(text, reader, info->first + i, ID_WIDTH);
        view_text_print(text, "  %6" PRIu64 "  %-10s", info->change, reason_text(info->reason));
        if (info->other != 0)
            print_game(text, reader, info->other + i, 0);
        view_text_string(text, "\n");
    }
}

/* ---- The tasks ---- */

/* `json`: the database's name; NULL: a table. */
static enum pgnpack_status print_changes(struct view_text *text, const struct pgnpack_reader *reader,
                                         struct pgnpack_history *history, const char *json)
{
    struct pgnpack_change_info change;
    enum pgnpack_status status = PGNPACK_OK;
    if (json == NULL)
        view_text_string(
            text, "change  time (UTC)            id              size       added     deleted        back  "
                  "command\n");
    for (uint64_t i = 0; (status = pgnpack_history_change(history, i, &change)) == PGNPACK_OK; i++)
        if (json == NULL)
            print_change(text, reader, &change);
        else
            print_change_json(text, json, reader, &change);
    return status;
}

static enum pgnpack_status print_all_deleted(struct view_text *text, const struct pgnpack_reader *reader,
                                             struct pgnpack_history *history, const char *json)
{
    struct pgnpack_deleted_info deleted;
    enum pgnpack_status status = PGNPACK_OK;
    if (json == NULL)
        view_text_print(text, "    game  %-*s  change  why           of, by\n", ID_WIDTH, "id");
    for (uint64_t next = 1; (status = pgnpack_history_deleted(history, next, &deleted)) == PGNPACK_OK;
         next = deleted.first + deleted.count)
        if (json == NULL)
            print_deleted(text, reader, &deleted);
        else
            print_deleted_json(text, json, reader, &deleted);
    return status;
}

static enum exit_status print_one(struct command_context *context, const char *name, void *text)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_history *history = pgnpack_history_new(database.reader);
    const char *json = context->options->view.json ? database.file.name : NULL;
    int is_log = context->options->change.task == CHANGE_LOG;
    status = history == NULL ? command_no_memory(context)
             : is_log        ? EXIT_FINE
                             : game_ids_load(context, name, database.reader, command_report_path);
    if (status == EXIT_FINE)
        status = database.damage;
    enum pgnpack_status read = history == NULL ? PGNPACK_END
                               : is_log        ? print_changes(text, database.reader, history, json)
                                               : print_all_deleted(text, database.reader, history, json);
    if (read != PGNPACK_END)
        status = command_report_path(context, name, pgnpack_error(history));
    pgnpack_free(history);
    database_close(&database);
    return status;
}

enum exit_status change_log(struct command_context *context)
{
    enum exit_status status;
    struct view_text *text = view_text_open(context, NULL, &status);
    return text == NULL ? status : view_text_close(text, command_each_input(context, print_one, text), 1);
}

static void tell_state(struct command_context *context, const char *name, const struct pgnpack_reader *reader)
{
    message_notice(
        context->messages, IN_FILE(name), "%s at state %" PRIu64 " again: %s, of which %" PRIu64 " deleted",
        context->options->change.dry_run ? "would be" : "is", context->options->change.state,
        COUNTED(pgnpack_reader_info(reader)->game_count, "game"), pgnpack_reader_info(reader)->deleted_count);
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
    struct pgnpack_reader *reader = change_open_to_read(context, name, &status);
    if (reader == NULL)
        return status;
    uint64_t size = size_at(reader, context->options->change.state);
    status = size == 0 ? refuse_state(context, name, reader) : show_state(context, name, size);
    pgnpack_free(reader);
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
    if (size_at(reader, context->options->change.state) == 0) {
        status = refuse_state(context, name, reader);
    } else if (pgnpack_database_truncate(database, context->options->change.state) != PGNPACK_OK) {
        status = change_report(context, database, name);
    } else {
        tell_state(context, name, pgnpack_database_reader(database));
    }
    pgnpack_free(database);
    return status;
}

enum exit_status change_truncate(struct command_context *context)
{
    return command_each_input(context, truncate_one, NULL);
}
