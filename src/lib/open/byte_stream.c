#include "lib/open/byte_stream.h"

#include <string.h>

#include "base/handle.h"

enum { READ_SIZE = 256 << 10 };

void byte_stream_init(struct byte_stream *stream, struct memory *memory)
{
    memset(stream, 0, sizeof *stream);
    buffer_init(&stream->window, memory);
}

void byte_stream_free(struct byte_stream *stream)
{
    buffer_free(&stream->window);
}

void byte_stream_start(struct byte_stream *stream, pgnpack_read_function read, void *opaque)
{
    stream->read = read;
    stream->opaque = opaque;
    buffer_clear(&stream->window);
    stream->at = 0;
    stream->offset = 0;
    stream->end = UINT64_MAX;
    stream->at_end = 0;
}

static enum pgnpack_status read_some(struct byte_stream *stream, struct error *error)
{
    struct buffer *window = &stream->window;
    if (!buffer_reserve(window, READ_SIZE))
        return error_no_memory(error);
    size_t size = 0;
    uint64_t left = stream->end - stream->offset - (window->size - stream->at);
    if (left == 0) {
        stream->at_end = 1;
        return PGNPACK_OK;
    }
    int cause = stream->read(stream->opaque, window->data + window->size, READ_SIZE, &size);
    if (cause != 0) {
        handle_read_failed(error, cause);
        error_locate(error, 0, 0, stream->offset + window->size - stream->at);
        return PGNPACK_ERROR_READ;
    }
    size = size < left ? size : (size_t)left;
    window->size += size;
    stream->at_end = size == 0;
    return PGNPACK_OK;
}

/*
 * Moves what is held to the window's start, where more would not fit behind it. Not before a quarter as much was
 * skipped: so each byte is moved four times at most, however large the sizes are that are asked for.
 */
static void make_room(struct byte_stream *stream)
{
    struct buffer *window = &stream->window;
    size_t held = window->size - stream->at;
    if (window->capacity - window->size >= READ_SIZE || stream->at < held / 4)
        return;
    if (held != 0)
        memmove(window->data, window->data + stream->at, held);
    window->size = held;
    stream->at = 0;
}

enum pgnpack_status byte_stream_need(struct byte_stream *stream, size_t size, size_t *ready_ret,
                                     struct error *error)
{
    struct buffer *window = &stream->window;
    while (window->size - stream->at < size && !stream->at_end) {
        make_room(stream);
        enum pgnpack_status status = read_some(stream, error);
        if (status != PGNPACK_OK)
            return status;
    }
    size_t ready = window->size - stream->at;
    *ready_ret = ready < size ? ready : size;
    return PGNPACK_OK;
}

int byte_stream_go_to(struct byte_stream *stream, uint64_t offset)
{
    uint64_t skipped = offset - stream->offset;
    int is_held = skipped <= stream->window.size - stream->at;
    stream->offset = offset;
    if (is_held) {
        stream->at += (size_t)skipped;
        return 1;
    }
    buffer_clear(&stream->window);
    stream->at = 0;
    stream->at_end = 0;
    return 0;
}
