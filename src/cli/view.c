/* pgnunpack -g, --skip, --limit, --tags-only, --shard: parts of a database, read where they are. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/database.h"
#include "cli/tasks.h"
#include "cli/unpack.h"

enum { GATHERED_SIZE = 64 << 10 };

struct view {
    struct command_context *context;
    struct database *database;
    struct output_file *output;
    enum exit_status damage; /* that --salvage went on behind */
    size_t gathered_size;
    char gathered[GATHERED_SIZE]; /* small pieces on their way out */
};

static enum exit_status write_bytes(struct view *view, const char *bytes, size_t size)
{
    return output_file_write(view->output, bytes, size) == 0 ? EXIT_FINE : view->output->status;
}

static enum exit_status flush(struct view *view)
{
    size_t size = view->gathered_size;
    view->gathered_size = 0;
    return write_bytes(view, view->gathered, size);
}

static enum exit_status write_text(struct view *view, const struct pgnpack_text *text)
{
    if (text->size > GATHERED_SIZE - view->gathered_size) {
        enum exit_status status = flush(view);
        if (status != EXIT_FINE || text->size > GATHERED_SIZE)
            return status == EXIT_FINE ? write_bytes(view, text->data, text->size) : status;
    }
    memcpy(view->gathered + view->gathered_size, text->data, text->size);
    view->gathered_size += text->size;
    return EXIT_FINE;
}

/* With --salvage damage is reported, and the run goes on. */
static enum exit_status judge(struct view *view, const struct pgnpack_error *error)
{
    enum exit_status status = command_report(view->context, view->database->file.name, error);
    if (status != EXIT_CORRUPT || !view->context->options->salvage)
        return status;
    view->damage = status;
    return EXIT_FINE;
}

/* ---- Blocks ---- */

static enum exit_status write_blocks(struct view *view, uint64_t first, uint64_t count)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(view->database->reader);
    struct pgnpack_text text;
    enum exit_status status = EXIT_FINE;
    if (blocks == NULL)
        return command_no_memory(view->context);
    for (uint64_t i = first; i < first + count && status == EXIT_FINE; i++)
        status = pgnpack_block_reader_text(blocks, i, &text) == PGNPACK_OK
                     ? write_text(view, &text)
                     : judge(view, pgnpack_block_reader_error(blocks));
    pgnpack_block_reader_free(blocks);
    return status;
}

/* ---- Games ---- */

static enum exit_status write_tags(struct view *view, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    enum exit_status status = EXIT_FINE;
    size_t count = pgnpack_game_tag_count(game);
    for (size_t i = 0; i < count && status == EXIT_FINE; i++) {
        pgnpack_game_tag(game, i, &name, &value);
        const struct pgnpack_text pieces[] = {{"[", 1}, name, {" \"", 2}, value, {"\"]\n", 3}};
        for (size_t piece = 0; piece < 5 && status == EXIT_FINE; piece++)
            status = write_text(view, &pieces[piece]);
    }
    const struct pgnpack_text line_end = {"\n", 1};
    return status == EXIT_FINE ? write_text(view, &line_end) : status;
}

/* The white space before a game, and a byte order mark there. */
static size_t lead_size(const struct pgnpack_text *text)
{
    size_t size = text->size >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (size < text->size && memchr(" \t\r\n", text->data[size], 4) != NULL)
        size++;
    return size;
}

static int ends_with_empty_line(const struct pgnpack_text *text)
{
    size_t size = text->size;
    if (size == 0 || text->data[size - 1] != '\n')
        return 0;
    size -= size > 1 && text->data[size - 2] == '\r' ? 2 : 1;
    return size > 0 && text->data[size - 1] == '\n';
}

/* The empty line between two games may belong to either of them: here each has one behind it. */
static enum exit_status write_apart(struct view *view, struct pgnpack_text text)
{
    size_t lead = lead_size(&text);
    text.data += lead;
    text.size -= lead;
    const struct pgnpack_text gap = {"\n\n", text.size != 0 && text.data[text.size - 1] == '\n' ? 1 : 2};
    enum exit_status status = write_text(view, &text);
    return status == EXIT_FINE && !ends_with_empty_line(&text) ? write_text(view, &gap) : status;
}

static enum exit_status write_game(struct view *view, struct pgnpack_cursor *cursor,
                                   const struct pgnpack_game *game)
{
    struct pgnpack_text text;
    if (view->context->options->tags_only)
        return write_tags(view, game);
    if (pgnpack_cursor_text(cursor, &text) != PGNPACK_OK)
        return judge(view, pgnpack_cursor_error(cursor));
    return write_apart(view, text);
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

static enum exit_status write_range(struct view *view, struct pgnpack_cursor *cursor, struct game_range range)
{
    const struct pgnpack_game *game;
    enum exit_status status = EXIT_FINE;
    while (range.first <= range.last && status == EXIT_FINE) {
        pgnpack_cursor_limit(cursor, range.first, range.last - range.first + 1);
        enum pgnpack_status outcome;
        while ((outcome = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK && status == EXIT_FINE) {
            status = write_game(view, cursor, game);
            range.first = pgnpack_cursor_game_number(cursor) + 1;
        }
        if (outcome == PGNPACK_END || status != EXIT_FINE)
            return status;
        status = judge(view, pgnpack_cursor_error(cursor));
        range.first = behind_block_of(view->database->reader, range.first);
    }
    return status;
}

static enum exit_status write_ranges(struct view *view, const struct game_range *ranges, size_t count)
{
    unsigned parts = view->context->options->tags_only ? PGNPACK_PART_TAGS : PGNPACK_PART_TEXT;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(view->database->reader, parts);
    enum exit_status status = EXIT_FINE;
    if (cursor == NULL)
        return command_no_memory(view->context);
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = write_range(view, cursor, ranges[i]);
    pgnpack_cursor_free(cursor);
    return status;
}

/* ---- What is asked for ---- */

/* Every game that is named must be there; only "n-" names the last one by what there is. */
static enum exit_status check_games(const struct view *view)
{
    const struct game_ranges *games = &view->context->options->games;
    uint64_t count = pgnpack_reader_game_count(view->database->reader);
    for (size_t i = 0; i < games->count; i++) {
        const struct game_range *range = &games->ranges[i];
        uint64_t last = range->is_open ? range->first : range->last;
        if (last > count) {
            message_error(view->context->messages, IN_FILE(view->database->file.name),
                          "there is no game %" PRIu64 "; it holds %" PRIu64, last, count);
            return EXIT_USAGE;
        }
    }
    return EXIT_FINE;
}

static enum exit_status write_shard(struct view *view)
{
    const struct options *options = view->context->options;
    const struct pgnpack_reader *reader = view->database->reader;
    uint64_t first, count;
    if (!options->tags_only) {
        pgnpack_reader_shard_blocks(reader, options->shard, options->shard_count, &first, &count);
        return write_blocks(view, first, count);
    }
    pgnpack_reader_shard(reader, options->shard, options->shard_count, &first, &count);
    const struct game_range range = {.first = first, .last = first + count - 1};
    return write_ranges(view, &range, 1);
}

static enum exit_status write_view(struct view *view)
{
    const struct options *options = view->context->options;
    if (options->shard_count != 0)
        return write_shard(view);
    if (options->games.count != 0) {
        enum exit_status status = check_games(view);
        return status == EXIT_FINE ? write_ranges(view, options->games.ranges, options->games.count) : status;
    }
    uint64_t count = pgnpack_reader_game_count(view->database->reader);
    if (options->skip >= count || options->limit == 0)
        return EXIT_FINE;
    const struct game_range range = {
        .first = options->skip + 1,
        .last = options->limit < count - options->skip ? options->skip + options->limit : count};
    return write_ranges(view, &range, 1);
}

static enum exit_status view_input(struct command_context *context, const char *input,
                                   struct output_file *output, enum exit_status *damage)
{
    struct database database;
    struct view view = {.context = context, .database = &database, .output = output};
    enum exit_status status = database_open(&database, context, input);
    if (status != EXIT_FINE)
        return status;
    struct place place = {.file = database.file.name};
    if (database.reader == NULL) {
        message_error(context->messages, &place, "is BCGN 0, which has no index; unpack all of it");
        status = EXIT_USAGE;
    } else {
        status = command_check_games(context, place.file, pgnpack_reader_game_count(database.reader));
        if (status == EXIT_FINE)
            status = write_view(&view);
        enum exit_status flushed = flush(&view);
        status = status == EXIT_FINE ? flushed : status;
    }
    if (database.damage != EXIT_FINE)
        view.damage = database.damage;
    database_close(&database);
    if (view.damage != EXIT_FINE)
        *damage = view.damage;
    return status;
}

/* A file that is damaged anywhere leaves no output behind, unless --salvage allows it. */
static enum exit_status finish(struct command_context *context, struct output_file *output,
                               enum exit_status damage)
{
    if (damage != EXIT_FINE && !output->is_stream && !context->options->salvage)
        return damage;
    enum exit_status status = output_file_commit(output);
    return status == EXIT_FINE ? damage : status;
}

enum exit_status view_command(struct command_context *context)
{
    const struct options *options = context->options;
    const struct input_list *inputs = &options->inputs;
    int is_named = options->output != NULL && strcmp(options->output, "-") != 0;
    const struct output_request request = {.name = is_named ? options->output : NULL,
                                           .inputs = (const char *const *)inputs->names,
                                           .input_count = inputs->count,
                                           .force = options->force};
    struct output_file output;
    enum exit_status damage = EXIT_FINE;
    enum exit_status status = output_file_open(&output, &request, context->messages);
    for (size_t i = 0; i < inputs->count && status == EXIT_FINE; i++)
        status = view_input(context, inputs->names[i], &output, &damage);
    if (status == EXIT_FINE)
        status = finish(context, &output, damage);
    output_file_close(&output);
    return status;
}
