/* pgnunpack -g, --skip, --limit, --shard, --member, --tags-only, --csv, --json: parts of a database, where they are. */
#include "cli/unpack/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"
#include "cli/forms/csv_games.h"
#include "cli/run/damage.h"
#include "cli/run/database.h"
#include "cli/run/flagless.h"
#include "cli/run/game_choice.h"
#include "cli/forms/json_games.h"
#include "cli/run/members.h"
#include "cli/run/rows.h"
#include "cli/unpack/unpack.h"

struct view {
    struct command_context *context;
    struct database *database;
    struct view_text *text;
    struct rows *rows;            /* of --csv */
    struct csv *csv;              /* instead of a cursor, for --csv ... */
    struct json_games *json;      /* ... and for --json */
    struct pgnpack_editor *flags; /* of --no-flags, takes them away; else NULL */
    enum exit_status damage;      /* that --salvage went on behind */
};

/* With --salvage damage is reported, and the run goes on. */
static enum exit_status judge(struct view *view, const struct pgnpack_error *error)
{
    enum exit_status status =
        damage_report(view->context, view->database->file.name, view->database->reader, error);
    if (status != EXIT_CORRUPT || !view->context->options->salvage)
        return status;
    view->damage = status;
    return EXIT_FINE;
}

static enum exit_status write_text(struct view *view, struct pgnpack_text text)
{
    view_text_put(view->text, text.data, text.size);
    return view->text->status;
}

/* ---- Blocks ---- */

static enum exit_status write_blocks(struct view *view, uint64_t first, uint64_t count)
{
    struct pgnpack_block_reader *blocks =
        pgnpack_block_reader_new(view->database->reader, PGNPACK_DELETED_LEFT_OUT);
    struct pgnpack_text text;
    enum exit_status status = EXIT_FINE;
    if (blocks == NULL)
        return command_no_memory(view->context);
    for (uint64_t i = first; i < first + count && status == EXIT_FINE; i++)
        status = pgnpack_block_reader_text(blocks, i, &text) == PGNPACK_OK
                     ? write_text(view, text)
                     : judge(view, pgnpack_error(blocks));
    pgnpack_free(blocks);
    return status;
}

/* ---- Games ---- */

static void write_tag(struct view *view, struct pgnpack_text name, struct pgnpack_text value)
{
    view_text_put(view->text, "[", 1);
    view_text_put(view->text, name.data, name.size);
    view_text_put(view->text, " \"", 2);
    view_text_put(view->text, value.data, value.size);
    view_text_put(view->text, "\"]\n", 3);
}

static void write_tags(struct view *view, uint64_t number, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    char id[PGNPACK_ID_SIZE];
    if (view->context->options->view.numbers) {
        view_text_string(view->text, "[" ROWS_NUMBER " \"");
        view_text_number(view->text, number);
        view_text_string(view->text, "\"]\n");
    }
    id[0] = '\0';
    if (view->context->options->view.ids)
        game_id_show(view->text, view->database->file.name, view->database->reader, number, id);
    if (id[0] != '\0') {
        view_text_string(view->text, "[" ROWS_ID " \"");
        view_text_string(view->text, id);
        view_text_string(view->text, "\"]\n");
    }
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++)
        if (!view->context->options->view.no_flags || !text_is_word(name, FLAGS_TAG))
            write_tag(view, name, value);
    view_text_put(view->text, "\n", 1);
}

static enum exit_status put_text(struct view *view, struct pgnpack_text text)
{
    enum exit_status status =
        view->flags == NULL ? EXIT_FINE : flagless_text(view->context, view->flags, &text);
    if (status != EXIT_FINE)
        return status;
    view_text_put_apart(view->text, text);
    return view->text->status;
}

static enum exit_status write_game(struct view *view, struct pgnpack_cursor *cursor,
                                   const struct pgnpack_game *game)
{
    const struct options *options = view->context->options;
    struct pgnpack_text text;
    if (options->view.tags_only)
        write_tags(view, pgnpack_cursor_game_number(cursor), game);
    else if (pgnpack_cursor_text(cursor, &text) == PGNPACK_OK)
        return put_text(view, text);
    else
        return judge(view, pgnpack_error(cursor));
    return view->text->status;
}

/* The first game of the block behind the one that holds game `number`. */
static uint64_t behind_block_of(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_block_info info = {.first_game = 1};
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++)
        if (info.first_game + info.game_count > number)
            break;
    return info.first_game + info.game_count;
}

/* As lines of CSV or JSON. Sets what is left of the range. */
static enum pgnpack_status write_rows(struct view *view, struct game_range *range)
{
    if (view->csv != NULL)
        return csv_write_games(view->csv, range->first, range->last, &range->first);
    return json_games_write(view->json, range->first, range->last, &range->first);
}

static enum exit_status write_lines(struct view *view, struct game_range range)
{
    while (range.first <= range.last && view->text->status == EXIT_FINE) {
        if (write_rows(view, &range) == PGNPACK_END || view->text->status != EXIT_FINE)
            break;
        enum exit_status status =
            judge(view, view->csv != NULL ? pgnpack_error(view->csv->batch) : json_games_error(view->json));
        if (status != EXIT_FINE)
            return status;
        range.first = behind_block_of(view->database->reader, range.first);
    }
    return view->text->status;
}

/* `cursor` NULL: as lines. */
static enum exit_status write_range(struct view *view, struct pgnpack_cursor *cursor, struct game_range range)
{
    const struct pgnpack_game *game;
    if (cursor == NULL)
        return write_lines(view, range);
    enum exit_status status = EXIT_FINE;
    while (range.first <= range.last && status == EXIT_FINE) {
        pgnpack_cursor_range(cursor, range.first, range.last - range.first + 1);
        enum pgnpack_status outcome;
        while ((outcome = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK && status == EXIT_FINE) {
            status = write_game(view, cursor, game);
            range.first = pgnpack_cursor_game_number(cursor) + 1;
        }
        if (outcome == PGNPACK_END || status != EXIT_FINE)
            return status;
        status = judge(view, pgnpack_error(cursor));
        range.first = behind_block_of(view->database->reader, range.first);
    }
    return status;
}

/* Ranges of a list that are read together, each once. */
struct ranges {
    struct view *view;
    struct pgnpack_cursor *cursor;
    const struct game_range *first;
};

static struct text_place place_of_range(void *opaque, size_t i)
{
    const struct ranges *ranges = opaque;
    return (struct text_place){0, ranges->first[i].first};
}

static enum exit_status make_range(void *opaque, size_t i)
{
    const struct ranges *ranges = opaque;
    return write_range(ranges->view, ranges->cursor, ranges->first[i]);
}

static enum exit_status write_batch(struct view *view, struct pgnpack_cursor *cursor,
                                    const struct game_range *first, size_t count)
{
    struct ranges ranges = {view, cursor, first};
    const struct text_maker maker = {&ranges, place_of_range, make_range};
    return view_text_make_by_place(view->text, &maker, count);
}

/* How many ranges of a list, at least one, are read together: those whose texts, as far as one can tell, are held easily. */
static size_t batch_of(const struct view *view, const struct game_range *ranges, size_t count)
{
    const struct pgnpack_reader *reader = view->database->reader;
    uint64_t games = pgnpack_reader_info(reader)->game_count,
             text_size = pgnpack_reader_info(reader)->text_size;
    uint64_t room = VIEW_TEXT_HELD_SIZE / (games != 0 ? text_size / games + 1 : 1);
    size_t taken = 0;
    for (uint64_t wanted = 0; taken < count; taken++) {
        uint64_t size = ranges[taken].last - ranges[taken].first;
        if (size >= room || wanted + size >= room)
            break;
        wanted += size + 1;
    }
    return taken != 0 ? taken : 1;
}

/* What of the games is needed. */
static unsigned parts_of(const struct options *options)
{
    return options->view.tags_only ? PGNPACK_PART_TAGS : PGNPACK_PART_TEXT;
}

/* Opens the way that the view takes over this reader: a cursor, or what writes lines. Returns 0 when there is no memory. */
static int open_games(struct view *view, struct pgnpack_cursor **cursor_ret)
{
    const struct options *options = view->context->options;
    const struct pgnpack_reader *reader = view->database->reader;
    *cursor_ret = NULL;
    view->csv = NULL;
    view->json = NULL;
    if (options->view.csv)
        view->csv = csv_new(view->rows, view->database->file.name, reader);
    else if (options->view.json)
        view->json = json_games_new(view->text, reader, !options->view.tags_only);
    else
        *cursor_ret = pgnpack_cursor_new(reader, parts_of(options));
    return *cursor_ret != NULL || view->csv != NULL || view->json != NULL;
}

static enum exit_status write_ranges(struct view *view, const struct game_range *ranges, size_t count)
{
    struct pgnpack_cursor *cursor;
    enum exit_status status = EXIT_FINE;
    if (!open_games(view, &cursor))
        return command_no_memory(view->context);
    for (size_t i = 0, batch; i < count && status == EXIT_FINE; i += batch) {
        batch = batch_of(view, &ranges[i], count - i);
        status =
            batch > 1 ? write_batch(view, cursor, &ranges[i], batch) : write_range(view, cursor, ranges[i]);
    }
    pgnpack_free(cursor);
    csv_free(view->csv);
    json_games_free(view->json);
    return status;
}

/* ---- What is asked for ---- */

/* The bytes as they are, not some of each game. */
static int is_whole(const struct options *options)
{
    return !options->view.tags_only && !options->view.csv && !options->view.json && !options->view.no_flags;
}

/* A game that is named by itself must not be deleted; in a range such are passed over. */
static enum exit_status check_deleted(const struct view *view, uint64_t first, uint64_t last)
{
    const struct pgnpack_reader *reader = view->database->reader;
    uint64_t deleted, count;
    if (view->context->options->with_deleted ||
        !pgnpack_reader_deleted_range(reader, first, &deleted, &count) || deleted != first ||
        count < last - first + 1)
        return EXIT_FINE;
    return game_choice_refuse_deleted(view->context, view->database->file.name, reader, first, last);
}

/* Every game that is named must be there; only "n-" names the last one by what there is. */
static enum exit_status check_games(const struct view *view, const struct game_ranges *games)
{
    uint64_t count = pgnpack_reader_info(view->database->reader)->game_count, last;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < games->count && status == EXIT_FINE; i++) {
        status = game_choice_check(view->context, view->database->file.name, count, &games->ranges[i], &last);
        if (status == EXIT_FINE)
            status = check_deleted(view, games->ranges[i].first, last);
    }
    return status;
}

static enum exit_status write_shard(struct view *view)
{
    const struct options *options = view->context->options;
    const struct pgnpack_reader *reader = view->database->reader;
    struct pgnpack_shard shard;
    pgnpack_reader_shard(reader, options->view.shard, options->view.shard_count, &shard);
    if (is_whole(options))
        return write_blocks(view, shard.first_block, shard.block_count);
    const struct game_range range = {.first = shard.first_game,
                                     .last = shard.first_game + shard.game_count - 1};
    return write_ranges(view, &range, 1);
}

/* A reader of blocks, and the one that it has unpacked: members share some. */
struct member_blocks {
    struct pgnpack_block_reader *reader;
    uint64_t block;
};

/* File `number` of a block. */
static enum exit_status write_block_file(struct view *view, struct member_blocks *blocks, uint64_t block,
                                         uint64_t number)
{
    struct pgnpack_block_file file;
    struct pgnpack_text text;
    int is_there = blocks->block == block;
    blocks->block = block;
    if (!is_there && pgnpack_block_reader_text(blocks->reader, block, &text) != PGNPACK_OK)
        return judge(view, pgnpack_error(blocks->reader));
    return pgnpack_block_reader_file(blocks->reader, (size_t)number, &file) ? write_text(view, file.text)
                                                                            : EXIT_FINE;
}

static enum exit_status write_member_text(struct view *view, struct member_blocks *blocks,
                                          const struct member *member)
{
    struct pgnpack_block_info info;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; i < member->block_count && status == EXIT_FINE; i++)
        if (pgnpack_reader_block(view->database->reader, member->first_block + i, &info) && !info.is_annex)
            status = write_block_file(view, blocks, member->first_block + i, i == 0 ? member->first_file : 0);
    return status;
}

static enum exit_status write_member(struct view *view, struct member_blocks *blocks,
                                     const struct member *member)
{
    const struct game_range range = {.first = member->first_game,
                                     .last = member->first_game + member->games - 1};
    if (is_whole(view->context->options))
        return write_member_text(view, blocks, member);
    return member->games != 0 ? write_ranges(view, &range, 1) : EXIT_FINE;
}

/* The bytes of the files that were asked for, one after the other. */
static enum exit_status write_members(struct view *view)
{
    const struct input_list *patterns = &view->context->options->members;
    struct members members;
    struct member_blocks blocks = {pgnpack_block_reader_new(view->database->reader, PGNPACK_DELETED_LEFT_OUT),
                                   UINT64_MAX};
    size_t found = 0;
    enum exit_status status = EXIT_FINE;
    if (!members_read(&members, view->database->reader, 0) || blocks.reader == NULL)
        status = command_no_memory(view->context);
    for (size_t i = 0; i < members.count && status == EXIT_FINE; i++)
        if (member_is_wanted(members.list[i].name, patterns)) {
            found++;
            status = write_member(view, &blocks, &members.list[i]);
        }
    if (status == EXIT_FINE && found == 0)
        status = member_report_none(view->context, view->database->file.name);
    pgnpack_free(blocks.reader);
    members_free(&members);
    return status;
}

/* Those of -g. */
static enum exit_status write_chosen(struct view *view)
{
    struct game_ranges games;
    enum exit_status status =
        game_choice_make(view->context, view->database->file.name, view->database->reader,
                         &view->context->options->games, TO_READ, command_report, &games);
    if (status == EXIT_FINE)
        status = check_games(view, &games);
    if (status == EXIT_FINE)
        status = write_ranges(view, games.ranges, games.count);
    game_ranges_free(&games);
    return status;
}

static enum exit_status write_view(struct view *view)
{
    const struct options *options = view->context->options;
    if (options->members.count != 0)
        return write_members(view);
    if (options->view.shard_count != 0)
        return write_shard(view);
    if (options->games.count != 0)
        return write_chosen(view);
    const struct pgnpack_reader *reader = view->database->reader;
    uint64_t count = deleted_games_left(view->context, reader);
    if (options->view.skip >= count || options->view.limit == 0)
        return EXIT_FINE;
    uint64_t last =
        options->view.limit < count - options->view.skip ? options->view.skip + options->view.limit : count;
    const struct game_range range = {.first =
                                         deleted_number_of(view->context, reader, options->view.skip + 1),
                                     .last = deleted_number_of(view->context, reader, last)};
    return write_ranges(view, &range, 1);
}

/* An input, into `text`, which goes on behind the one before. */
static enum exit_status view_input(struct view *view, const char *input)
{
    struct command_context *context = view->context;
    struct database database;
    view->database = &database;
    enum exit_status status = database_open(&database, context, input, 0);
    if (status != EXIT_FINE)
        return status;
    struct place place = {.file = database.file.name};
    if (database.reader == NULL) {
        message_error(context->messages, &place, "is BCGN 0, which has no index; unpack all of it");
        status = EXIT_FAILED;
    } else {
        status = command_check_games(context, place.file, deleted_games_left(context, database.reader));
        if (status == EXIT_FINE)
            status = write_view(view);
        enum exit_status flushed = view_text_flush(view->text);
        status = status == EXIT_FINE ? flushed : status;
    }
    if (database.damage != EXIT_FINE)
        view->damage = database.damage;
    database_close(&database);
    return status;
}

static enum exit_status view_inputs(struct view *view)
{
    const struct options *options = view->context->options;
    enum exit_status status = EXIT_FINE;
    if (options->view.csv)
        csv_write_head(view->rows);
    for (size_t i = 0; i < options->inputs.count && status == EXIT_FINE; i++)
        status = view_input(view, options->inputs.names[i]);
    return status;
}

/* As PGN, perhaps without flags. */
static enum exit_status view_games(struct view *view)
{
    const struct pgnpack_options options = command_library_options(view->context);
    if (view->context->options->view.no_flags && (view->flags = pgnpack_editor_new(&options)) == NULL)
        return command_no_memory(view->context);
    enum exit_status status = view_inputs(view);
    pgnpack_free(view->flags);
    return status;
}

static enum exit_status view_csv(struct view *view)
{
    struct rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL)
        return command_no_memory(view->context);
    rows->text = view->text;
    rows_set_columns(rows, view->context->options->view.csv_columns);
    view->rows = rows;
    enum exit_status status = view_inputs(view);
    if (status == EXIT_FINE && view->damage == EXIT_FINE && view->context->options->view.csv_columns != NULL)
        rows_warn_of_missing_tags(rows, view->context);
    free(rows);
    return status;
}

/* A file that is damaged anywhere leaves no output behind, unless --salvage allows it. */
enum exit_status view_command(struct command_context *context)
{
    struct view view = {.context = context};
    enum exit_status status;
    view.text = view_text_open(context, context->options->output, &status);
    if (view.text == NULL)
        return status;
    status = context->options->view.csv ? view_csv(&view) : view_games(&view);
    int is_kept = status == EXIT_FINE &&
                  (view.damage == EXIT_FINE || view.text->output->is_stream || context->options->salvage);
    status = view_text_close(view.text, status, is_kept);
    return status == EXIT_FINE ? view.damage : status;
}
