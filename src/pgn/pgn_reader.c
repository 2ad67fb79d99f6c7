#include "pgn/pgn_reader.h"

#include <string.h>

enum { WINDOW_SIZE = 256 << 10 };

void pgn_reader_init(struct pgn_reader *reader, read_function read, void *opaque,
                     const struct pgnpack_allocator *allocator, size_t memory_limit)
{
    memset(reader, 0, sizeof *reader);
    reader->read = read;
    reader->opaque = opaque;
    memory_init(&reader->memory, allocator, memory_limit);
    pgn_parser_init(&reader->parser, &reader->memory);
    game_init(&reader->game, &reader->memory);
    reader->line = 1;
    error_clear(&reader->error);
}

void pgn_reader_free(struct pgn_reader *reader)
{
    game_free(&reader->game);
    pgn_parser_free(&reader->parser);
    memory_release(&reader->memory, reader->window, reader->window_capacity);
    reader->window = NULL;
    reader->window_capacity = 0;
}

static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t lines = 0;
    const char *end = text + size;
    while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        text++;
        lines++;
    }
    return lines;
}

/* Forgets the first `size` bytes of what the window still holds. */
static void consume(struct pgn_reader *reader, size_t size)
{
    if (size != 0)
        reader->line += count_lines(reader->window + reader->window_start, size);
    reader->window_start += size;
}

static enum pgnpack_status fail(struct pgn_reader *reader, enum pgnpack_status status, const char *text)
{
    error_set(&reader->error, status, "%s", text);
    error_locate(&reader->error, reader->game_number + 1, reader->line,
                 reader->window_offset + reader->window_start);
    return reader->error.status;
}

static enum pgnpack_status no_memory(struct pgn_reader *reader)
{
    if (reader->memory.limit != 0)
        return fail(reader, PGNPACK_ERROR_MEMORY_LIMIT, "this game needs more memory than the limit allows");
    return fail(reader, PGNPACK_ERROR_MEMORY, "out of memory");
}

/* Moves the rest to the window's front, enlarges the window if that rest fills most of it, and reads on. */
static enum pgnpack_status refill(struct pgn_reader *reader)
{
    size_t rest = reader->window_size - reader->window_start;
    if (rest != 0)
        memmove(reader->window, reader->window + reader->window_start, rest);
    reader->window_offset += reader->window_start;
    reader->window_start = 0;
    reader->window_size = rest;
    if (rest > reader->window_capacity / 2 || reader->window == NULL) {
        size_t capacity = reader->window == NULL ? WINDOW_SIZE : 2 * reader->window_capacity;
        char *window = memory_resize(&reader->memory, reader->window, reader->window_capacity, capacity);
        if (window == NULL)
            return no_memory(reader);
        reader->window = window;
        reader->window_capacity = capacity;
    }
    while (reader->window_size < reader->window_capacity) {
        size_t size = 0;
        int cause = reader->read(reader->opaque, reader->window + reader->window_size,
                                 reader->window_capacity - reader->window_size, &size);
        if (cause != 0) {
            error_set(&reader->error, PGNPACK_ERROR_READ, "reading failed: %s", strerror(cause));
            error_locate(&reader->error, 0, 0, reader->window_offset + reader->window_size);
            return PGNPACK_ERROR_READ;
        }
        if (size == 0) {
            reader->at_end = 1;
            break;
        }
        reader->window_size += size;
    }
    return PGNPACK_OK;
}

/* The next "[Event" in a line's first column, behind the over-long game; or the window's last line end. */
static size_t find_game_behind(const char *text, size_t size, int *found_ret)
{
    static const char sign[] = "\n[Event ";
    size_t last_line_end = 0;
    for (size_t at = 0; at < size; at++) {
        const char *line_end = memchr(text + at, '\n', size - at);
        if (line_end == NULL)
            break;
        at = (size_t)(line_end - text);
        last_line_end = at;
        if (size - at >= sizeof sign - 1 && memcmp(line_end, sign, sizeof sign - 1) == 0) {
            *found_ret = 1;
            return at + 1;
        }
    }
    *found_ret = 0;
    return size - last_line_end < sizeof sign ? last_line_end : size;
}

/* Drops the rest of an over-long game in pieces. */
static enum pgnpack_status skip_game(struct pgn_reader *reader)
{
    int found = 0;
    while (!found) {
        size_t rest = reader->window_size - reader->window_start;
        if (rest > 0)
            consume(reader, find_game_behind(reader->window + reader->window_start, rest, &found));
        if (found)
            break;
        if (reader->at_end) {
            consume(reader, reader->window_size - reader->window_start);
            break;
        }
        enum pgnpack_status status = refill(reader);
        if (status != PGNPACK_OK)
            return status;
    }
    reader->skipping = 0;
    return PGNPACK_OK;
}

static enum pgnpack_status game_too_long(struct pgn_reader *reader)
{
    reader->game_number++;
    reader->game_offset = reader->window_offset + reader->window_start;
    reader->skipping = 1;
    error_clear(&reader->error);
    error_set(&reader->error, PGNPACK_ERROR_LIMIT, "this game has more than %d MiB of text and is left out",
              PGN_GAME_SIZE_MAX >> 20);
    error_locate(&reader->error, reader->game_number, reader->line, reader->game_offset);
    return PGNPACK_ERROR_LIMIT;
}

enum pgnpack_status pgn_reader_next(struct pgn_reader *reader, const struct game **game_ret)
{
    *game_ret = NULL;
    if (reader->error.status == PGNPACK_ERROR_LIMIT)
        error_clear(&reader->error);
    if (reader->error.status != PGNPACK_OK)
        return reader->error.status;
    if (reader->window != NULL && !reader->skipping)
        consume(reader, reader->game.text.size);
    reader->game.text.size = 0;
    if (reader->skipping) {
        enum pgnpack_status status = skip_game(reader);
        if (status != PGNPACK_OK)
            return status;
    }
    for (;;) {
        size_t rest = reader->window_size - reader->window_start;
        enum pgn_status status = PGN_NEED_MORE;
        if (rest > 0 || reader->at_end)
            status = pgn_parse(&reader->parser, reader->window + reader->window_start, rest, reader->at_end,
                               &reader->game);
        switch (status) {
        case PGN_GAME:
            reader->game_number++;
            reader->game_offset = reader->window_offset + reader->window_start;
            *game_ret = &reader->game;
            return PGNPACK_OK;
        case PGN_END:
            return error_set(&reader->error, PGNPACK_END, "%s", "");
        case PGN_NO_MEMORY:
            reader->game.text.size = 0;
            return no_memory(reader);
        case PGN_NEED_MORE:
            break;
        }
        reader->game.text.size = 0;
        if (rest >= PGN_GAME_SIZE_MAX)
            return game_too_long(reader);
        enum pgnpack_status refilled = refill(reader);
        if (refilled != PGNPACK_OK)
            return refilled;
    }
}

uint64_t pgn_reader_line_at(const struct pgn_reader *reader, size_t offset)
{
    return reader->line + count_lines(reader->window + reader->window_start, offset);
}
