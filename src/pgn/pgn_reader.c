#include "pgn/pgn_reader.h"

#include <string.h>

#include "pgn/pgn_scan.h"

/* The largest window holds the longest game, and always room to read on. */
enum { WINDOW_SIZE = 256 << 10, WINDOW_SIZE_MAX = PGN_GAME_SIZE_MAX + WINDOW_SIZE };

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

static uint64_t count_bytes(const char *text, size_t size, char wanted)
{
    uint64_t count = 0;
    const char *end = text + size;
    while ((text = memchr(text, wanted, (size_t)(end - text))) != NULL) {
        text++;
        count++;
    }
    return count;
}

/* Lines end with LF or CR LF; where there is no LF, with CR. */
static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t lines = count_bytes(text, size, '\n');
    return lines != 0 ? lines : count_bytes(text, size, '\r');
}

/* Forgets the first `size` bytes of what the window still holds. */
static void consume(struct pgn_reader *reader, size_t size)
{
    if (size != 0)
        reader->line += count_lines(reader->window + reader->window_start, size);
    reader->window_start += size;
}

static enum pgnpack_status no_memory(struct pgn_reader *reader)
{
    error_no_memory(&reader->error);
    memory_check(&reader->memory, &reader->error);
    error_locate(&reader->error, reader->game_number + 1, reader->line,
                 reader->window_offset + reader->window_start);
    return reader->error.status;
}

static enum pgnpack_status enlarge_window(struct pgn_reader *reader)
{
    size_t capacity = reader->window == NULL ? WINDOW_SIZE : 2 * reader->window_capacity;
    if (capacity > WINDOW_SIZE_MAX)
        capacity = WINDOW_SIZE_MAX;
    char *window = memory_resize(&reader->memory, reader->window, reader->window_capacity, capacity);
    if (window == NULL)
        return no_memory(reader);
    reader->window = window;
    reader->window_capacity = capacity;
    return PGNPACK_OK;
}

static enum pgnpack_status read_failed(struct pgn_reader *reader, const char *cause)
{
    error_set(&reader->error, PGNPACK_ERROR_READ, "reading failed: %s", cause);
    error_locate(&reader->error, 0, 0, reader->window_offset + reader->window_size);
    return PGNPACK_ERROR_READ;
}

/* Reads until the window is full or the source is at its end. */
static enum pgnpack_status fill_window(struct pgn_reader *reader)
{
    while (!reader->at_end && reader->window_size < reader->window_capacity) {
        size_t room = reader->window_capacity - reader->window_size;
        size_t size = 0;
        int cause = reader->read(reader->opaque, reader->window + reader->window_size, room, &size);
        if (cause != 0)
            return read_failed(reader, strerror(cause));
        if (size > room)
            return read_failed(reader, "the source gave more bytes than there was room for");
        reader->at_end = size == 0;
        reader->window_size += size;
    }
    return PGNPACK_OK;
}

/*
 * Moves the rest to the window's front, enlarges the window if that rest fills most of it, and reads on. So
 * each refill of a growing game at least doubles what is known of it: reading takes linear time.
 */
static enum pgnpack_status refill(struct pgn_reader *reader)
{
    size_t rest = reader->window_size - reader->window_start;
    if (rest != 0)
        memmove(reader->window, reader->window + reader->window_start, rest);
    reader->window_offset += reader->window_start;
    reader->window_start = 0;
    reader->window_size = rest;
    if ((rest > reader->window_capacity / 2 && reader->window_capacity < WINDOW_SIZE_MAX) ||
        reader->window == NULL) {
        enum pgnpack_status status = enlarge_window(reader);
        if (status != PGNPACK_OK)
            return status;
    }
    return fill_window(reader);
}

/*
 * How much of the text belongs to the over-long game: up to the next "[Event " in a line's first column, which is
 * then *found_ret. `text` begins inside the game.
 */
static size_t find_game_behind(const char *text, size_t size, int final, int *found_ret)
{
    enum { SIGN_SIZE_MAX = 64 }; /* of [Event " with any blanks that are likely */
    const char *end = text + size;
    for (const char *at = text + 1; at < end && (at = memchr(at, '[', (size_t)(end - at))) != NULL; at++) {
        if (!is_line_end(at[-1]) && !(at - text >= MARK_SIZE && starts_mark(at - MARK_SIZE, end)))
            continue;
        if (end - at < SIGN_SIZE_MAX && !final)
            return (size_t)(at - text) - 1; /* with the line end before it */
        if (starts_event_tag(at, end - at < SIGN_SIZE_MAX ? end : at + SIGN_SIZE_MAX)) {
            *found_ret = 1;
            return (size_t)(at - text);
        }
    }
    return final ? size : size - MARK_SIZE;
}

/*
 * The parser saw no end in the game's first PGN_GAME_SIZE_MAX bytes, except that their last line may be cut: that
 * one is looked at again. Half of them are dropped in any case, so that nothing is read for ever.
 */
static size_t size_without_end(const char *text)
{
    size_t size = PGN_GAME_SIZE_MAX - MARK_SIZE;
    for (size_t at = size; at > PGN_GAME_SIZE_MAX / 2; at--)
        if (is_line_end(text[at - 1]))
            return at - 1;
    return size;
}

/* Drops the rest of an over-long game in pieces. */
static enum pgnpack_status skip_game(struct pgn_reader *reader)
{
    int found = 0;
    consume(reader, size_without_end(reader->window + reader->window_start));
    for (;;) {
        size_t rest = reader->window_size - reader->window_start;
        consume(reader,
                find_game_behind(reader->window + reader->window_start, rest, reader->at_end, &found));
        if (found || reader->at_end)
            break;
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

/* Reads the next game from what the window holds. PGN_NEED_MORE with PGN_GAME_SIZE_MAX bytes: it is too long. */
static enum pgn_status parse_window(struct pgn_reader *reader)
{
    size_t rest = reader->window_size - reader->window_start;
    if (rest == 0 && !reader->at_end)
        return PGN_NEED_MORE;
    size_t size = rest < PGN_GAME_SIZE_MAX ? rest : PGN_GAME_SIZE_MAX;
    return pgn_parse(&reader->parser, reader->window + reader->window_start, size,
                     reader->at_end && size == rest, &reader->game);
}

/* Behind the game of the last call. */
static enum pgnpack_status leave_game(struct pgn_reader *reader)
{
    if (reader->error.status == PGNPACK_ERROR_LIMIT)
        error_clear(&reader->error);
    if (reader->error.status != PGNPACK_OK)
        return reader->error.status;
    if (reader->skipping)
        return skip_game(reader);
    consume(reader, reader->game.text.size);
    return PGNPACK_OK;
}

static enum pgnpack_status find_game(struct pgn_reader *reader)
{
    enum pgnpack_status status = leave_game(reader);
    while (status == PGNPACK_OK) {
        switch (parse_window(reader)) {
        case PGN_GAME:
            reader->game_number++;
            reader->game_offset = reader->window_offset + reader->window_start;
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
        if (reader->window_size - reader->window_start > PGN_GAME_SIZE_MAX)
            return game_too_long(reader);
        status = refill(reader);
    }
    return status;
}

enum pgnpack_status pgn_reader_next(struct pgn_reader *reader, const struct game **game_ret)
{
    enum pgnpack_status status = find_game(reader);
    if (reader->memory.refusal != MEMORY_NOT_REFUSED)
        status = no_memory(reader);
    *game_ret = status == PGNPACK_OK ? &reader->game : NULL;
    return status;
}

uint64_t pgn_reader_line_at(const struct pgn_reader *reader, size_t offset)
{
    return reader->line + count_lines(reader->window + reader->window_start, offset);
}
