/* pgndb log and deleted: what was done to a database, and which games are deleted. */
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

/* ---- The games of a change ---- */

static const char *deed_text(const struct pgnpack_change_games *games)
{
    return games->is_added                              ? "added"
           : games->reason == PGNPACK_REASON_NONE       ? "brought back"
           : games->reason == PGNPACK_REASON_HAND       ? "deleted"
           : games->reason == PGNPACK_REASON_DUPLICATE  ? "deleted as duplicate"
           : games->reason == PGNPACK_REASON_REPLACED   ? "replaced"
           : games->reason == PGNPACK_REASON_TAKEN_BACK ? "taken back"
                                                        : "deleted";
}

static void print_games(struct view_text *text, const struct pgnpack_reader *reader,
                        const struct pgnpack_change_games *games)
{
    for (uint64_t i = 0; i < games->count; i++) {
        print_game(text, reader, games->first + i, ID_WIDTH);
        view_text_print(text, "  %-20s", deed_text(games));
        if (games->other != 0)
            print_game(text, reader, games->other + i, 0);
        view_text_string(text, "\n");
    }
}

static void print_games_json(struct view_text *text, const char *database,
                             const struct pgnpack_reader *reader, uint64_t change,
                             const struct pgnpack_change_games *games)
{
    for (uint64_t i = 0; i < games->count; i++) {
        begin_object(text, database);
        json_number(text, "change", change);
        print_game_json(text, "game", "id", reader, games->first + i);
        json_known_string(text, "what", deed_text(games));
        print_game_json(text, "other", "other_id", reader, games->other != 0 ? games->other + i : 0);
        view_text_string(text, "}\n");
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

static enum pgnpack_status print_change_games(struct view_text *text, const struct pgnpack_reader *reader,
                                              struct pgnpack_history *history, const char *json,
                                              uint64_t change)
{
    struct pgnpack_change_games games;
    enum pgnpack_status status = PGNPACK_OK;
    if (json == NULL)
        view_text_print(text, "    game  %-*s  what                  of, by\n", ID_WIDTH, "id");
    for (uint64_t i = 0; (status = pgnpack_history_games(history, change, i, &games)) == PGNPACK_OK; i++)
        if (json == NULL)
            print_games(text, reader, &games);
        else
            print_games_json(text, json, reader, change, &games);
    return status;
}

static enum pgnpack_status print_history(struct view_text *text, const struct change_options *options,
                                         const struct pgnpack_reader *reader, struct pgnpack_history *history,
                                         const char *json)
{
    if (options->task == CHANGE_DELETED)
        return print_all_deleted(text, reader, history, json);
    return options->state != 0 ? print_change_games(text, reader, history, json, options->state)
                               : print_changes(text, reader, history, json);
}

static enum exit_status print_one(struct command_context *context, const char *name, void *text)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_history *history = pgnpack_history_new(database.reader);
    const char *json = context->options->view.json ? database.file.name : NULL;
    const struct change_options *options = &context->options->change;
    int is_log = options->task == CHANGE_LOG && options->state == 0;
    status = history == NULL ? command_no_memory(context)
             : is_log        ? EXIT_FINE
                             : game_ids_load(context, name, database.reader, command_report_path);
    if (status == EXIT_FINE)
        status = database.damage;
    enum pgnpack_status read =
        history == NULL ? PGNPACK_END : print_history(text, options, database.reader, history, json);
    if (read != PGNPACK_END)
        status = change_history_report(context, history, name);
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
