#include "lib/byte_stream.h"

#include <string.h>

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
    stream->at_end = 0;
}

static enum pgnpack_status read_some(struct byte_stream *stream, struct error *error)
{
    struct buffer *window = &stream->window;
    if (!buffer_reserve(window, READ_SIZE))
        return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
    size_t size = 0;
    int cause = stream->read(stream->opaque, window->data + window->size, READ_SIZE, &size);
    if (cause != 0) {
        error_set(error, PGNPACK_ERROR_READ, "reading failed (error %d)", cause);
        error_locate(error, 0, 0, stream->offset + window->size - stream->at);
        return PGNPACK_ERROR_READ;
    }
    window->size += size;
    stream->at_end = size == 0;
    return PGNPACK_OK;
}

enum pgnpack_status byte_stream_need(struct byte_stream *stream, size_t size, size_t *ready_ret,
                                     struct error *error)
{
    struct buffer *window = &stream->window;
    if (stream->at != 0 && window->size - stream->at < size) {
        memmove(window->data, window->data + stream->at, window->size - stream->at);
        window->size -= stream->at;
        stream->at = 0;
    }
    while (window->size - stream->at < size && !stream->at_end) {
        enum pgnpack_status status = read_some(stream, error);
        if (status != PGNPACK_OK)
            return status;
    }
    size_t ready = window->size - stream->at;
    *ready_ret = ready < size ? ready : size;
    return PGNPACK_OK;
}
