/* A read callback with a window on what comes next. */
#ifndef PGNPACK_LIB_OPEN_BYTE_STREAM_H
#define PGNPACK_LIB_OPEN_BYTE_STREAM_H

#include "pgnpack.h"
#include "util/buffer.h"
#include "util/error.h"

struct byte_stream {
    pgnpack_read_function read;
    void *opaque;
    struct buffer window;
    size_t at;       /* of the next byte in the window */
    uint64_t offset; /* of the next byte in the stream */
    uint64_t end;    /* of what counts; what the callback gives behind it does not. UINT64_MAX: all does */
    int at_end;      /* the callback has no more */
};

void byte_stream_init(struct byte_stream *stream, struct memory *memory);
void byte_stream_free(struct byte_stream *stream);
void byte_stream_start(struct byte_stream *stream, pgnpack_read_function read, void *opaque);

/*
 * Makes `size` bytes ready, or as many as there are; *ready_ret says how many. Memory grows with what was really
 * read, whatever `size` says, and the work with the bytes that are passed, however often it is asked.
 */
enum pgnpack_status byte_stream_need(struct byte_stream *stream, size_t size, size_t *ready_ret,
                                     struct error *error);

/*
 * Goes on at `offset`, which must not be before the present one. Returns 0 if what was read does not reach there:
 * then the callback has to go on there, too.
 */
int byte_stream_go_to(struct byte_stream *stream, uint64_t offset);

static inline const uint8_t *byte_stream_bytes(const struct byte_stream *stream)
{
    return stream->window.data + stream->at;
}

static inline void byte_stream_skip(struct byte_stream *stream, size_t size)
{
    stream->at += size;
    stream->offset += size;
}

#endif
