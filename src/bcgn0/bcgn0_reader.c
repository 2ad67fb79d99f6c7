#include "bcgn0/bcgn0_reader.h"

#include <string.h>

#include "bcgn0/bcgn0_moves.h"
#include "bcgn0/bcgn0_position.h"
#include "bcgn0/bcgn0_tags.h"
#include "util/bytes.h"

/* Twice the largest entry. */
enum { WINDOW_SIZE = 128 << 10 };

void bcgn0_reader_init(struct bcgn0_reader *reader, pgnpack_read_function read, void *opaque,
                       const struct pgnpack_allocator *allocator, size_t memory_limit)
{
    memset(reader, 0, sizeof *reader);
    reader->read = read;
    reader->opaque = opaque;
    memory_init(&reader->memory, allocator, memory_limit);
    game_init(&reader->game, &reader->memory);
    buffer_init(&reader->scratch, &reader->memory);
    error_clear(&reader->error);
}

void bcgn0_reader_free(struct bcgn0_reader *reader)
{
    game_free(&reader->game);
    buffer_free(&reader->scratch);
    memory_release(&reader->memory, reader->window, WINDOW_SIZE);
    reader->window = NULL;
}

/* Moves the rest to the window's front and reads until it is full. */
static enum pgnpack_status refill(struct bcgn0_reader *reader)
{
    if (reader->window == NULL) {
        reader->window = memory_get(&reader->memory, WINDOW_SIZE);
        if (reader->window == NULL)
            return error_no_memory(&reader->error);
    }
    memmove(reader->window, reader->window + reader->window_start, reader->window_end - reader->window_start);
    reader->window_end -= reader->window_start;
    reader->window_offset += reader->window_start;
    reader->window_start = 0;
    while (reader->window_end < WINDOW_SIZE) {
        size_t size = 0;
        int cause = reader->read(reader->opaque, reader->window + reader->window_end,
                                 WINDOW_SIZE - reader->window_end, &size);
        if (cause != 0)
            return error_set(&reader->error, PGNPACK_ERROR_READ, "reading failed: %s", strerror(cause));
        if (size == 0) {
            reader->at_end = 1;
            break;
        }
        reader->window_end += size;
    }
    return PGNPACK_OK;
}

/* Bytes that the window holds, up to `wanted` and fewer only at the input's end. */
static enum pgnpack_status look_ahead(struct bcgn0_reader *reader, size_t wanted, size_t *size_ret)
{
    if (reader->window_end - reader->window_start < wanted && !reader->at_end) {
        enum pgnpack_status status = refill(reader);
        if (status != PGNPACK_OK)
            return status;
    }
    *size_ret = reader->window_end - reader->window_start;
    return PGNPACK_OK;
}

/* Adds to an error what only the reader knows: the place. */
static enum pgnpack_status fail_here(struct bcgn0_reader *reader)
{
    error_locate(&reader->error, reader->game_number, 0, reader->window_offset + reader->window_start);
    return reader->error.status;
}

static enum pgnpack_status read_header(struct bcgn0_reader *reader)
{
    size_t size;
    enum pgnpack_status status = look_ahead(reader, BCGN0_HEADER_SIZE, &size);
    if (status != PGNPACK_OK)
        return status;
    status = bcgn0_header_decode(reader->window, size, &reader->header, &reader->error);
    if (status == PGNPACK_OK) {
        reader->window_start += BCGN0_HEADER_SIZE;
        reader->header_is_read = 1;
    }
    return status;
}

/* Reads the file's header if that has not happened yet. */
static enum pgnpack_status start(struct bcgn0_reader *reader)
{
    if (reader->error.status != PGNPACK_OK || reader->header_is_read)
        return reader->error.status;
    read_header(reader);
    return memory_check(&reader->memory, &reader->error) == PGNPACK_OK ? PGNPACK_OK : fail_here(reader);
}

/* The next entry's bytes, whole and in the window. */
static enum pgnpack_status find_entry(struct bcgn0_reader *reader, const uint8_t **entry_ret,
                                      size_t *size_ret)
{
    size_t available;
    enum pgnpack_status status = look_ahead(reader, BCGN0_ENTRY_READ_MAX, &available);
    if (status != PGNPACK_OK)
        return status;
    if (available == 0)
        return error_set(&reader->error, PGNPACK_END, "%s", "");
    const uint8_t *entry = reader->window + reader->window_start;
    if (available < 2)
        return error_set(&reader->error, PGNPACK_ERROR_TRUNCATED, "the file ends inside a game's length");
    size_t size = load_be16(entry);
    if (size < bcgn0_entry_size_min(reader->header.headerless))
        return error_set(&reader->error, PGNPACK_ERROR_CORRUPT, "a game of %zu bytes is too short to be one",
                         size);
    if (size > available)
        return error_set(&reader->error, PGNPACK_ERROR_TRUNCATED,
                         "the file ends inside a game: %zu of %zu bytes", available, size);
    *entry_ret = entry;
    *size_ret = size;
    return PGNPACK_OK;
}

static enum pgnpack_status decode_start(struct bcgn0_reader *reader)
{
    struct game *game = &reader->game;
    if (!reader->entry.has_start)
        return PGNPACK_OK;
    const char *problem = bcgn0_position_decode(reader->entry.start, &game->start);
    if (problem != NULL)
        return error_set(&reader->error, PGNPACK_ERROR_CORRUPT, "%s", problem);
    game->has_start = 1;
    return PGNPACK_OK;
}

static enum pgnpack_status decode_game(struct bcgn0_reader *reader, const uint8_t *bytes, size_t size)
{
    struct bcgn0_entry *entry = &reader->entry;
    struct game *game = &reader->game;
    const char *problem = bcgn0_entry_decode(bytes, size, reader->header.headerless, entry);
    if (problem != NULL)
        return error_set(&reader->error, PGNPACK_ERROR_CORRUPT, "%s", problem);
    game_clear(game);
    game->result = entry->result;
    enum pgnpack_status status = decode_start(reader);
    if (status == PGNPACK_OK)
        status = bcgn0_tags_spread(entry, game, &reader->scratch, &reader->error);
    if (status == PGNPACK_OK)
        status = bcgn0_moves_decode(reader->header.scheme, entry, game, &reader->error);
    return status;
}

enum pgnpack_status bcgn0_reader_next(struct bcgn0_reader *reader, const struct game **game_ret)
{
    const uint8_t *entry = NULL;
    size_t size = 0;
    *game_ret = NULL;
    if (start(reader) != PGNPACK_OK)
        return reader->error.status;
    reader->game_number++;
    enum pgnpack_status status = find_entry(reader, &entry, &size);
    if (status == PGNPACK_END)
        return status;
    if (status == PGNPACK_OK) {
        reader->game_offset = reader->window_offset + reader->window_start;
        decode_game(reader, entry, size);
    }
    if (memory_check(&reader->memory, &reader->error) != PGNPACK_OK)
        return fail_here(reader);
    reader->window_start += size;
    *game_ret = &reader->game;
    return PGNPACK_OK;
}
