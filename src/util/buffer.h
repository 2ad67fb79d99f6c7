/*
 * A growing run of bytes. A failed allocation is remembered until the buffer is cleared: check buffer_failed() once, at the end. The
 * memory remembers it, too, until the call's end.
 */
#ifndef PGNPACK_UTIL_BUFFER_H
#define PGNPACK_UTIL_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/bytes.h"
#include "util/memory.h"

struct buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    struct memory *memory;
    int failed;
};

void buffer_init(struct buffer *buffer, struct memory *memory);
void buffer_free(struct buffer *buffer);

static inline void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = 0;
}

static inline int buffer_failed(const struct buffer *buffer)
{
    return buffer->failed;
}

/* Its bytes. They have an address even where there are none, for code that reckons with addresses. */
static inline const uint8_t *buffer_bytes(const struct buffer *buffer)
{
    return buffer->data == NULL ? (const uint8_t *)"" : buffer->data;
}

/* Slow path of buffer_reserve. */
int buffer_grow(struct buffer *buffer, size_t extra_size);

/* Makes room for `extra_size` more bytes. Returns 0 when there is no memory (and the buffer is then failed). */
static inline int buffer_reserve(struct buffer *buffer, size_t extra_size)
{
    return buffer->capacity - buffer->size >= extra_size || buffer_grow(buffer, extra_size);
}

static inline void buffer_append(struct buffer *buffer, const void *bytes, size_t size)
{
    if (size != 0 && buffer_reserve(buffer, size)) {
        memcpy(buffer->data + buffer->size, bytes, size);
        buffer->size += size;
    }
}

static inline void buffer_append_byte(struct buffer *buffer, uint8_t byte)
{
    if (buffer_reserve(buffer, 1))
        buffer->data[buffer->size++] = byte;
}

/* A zero-terminated string, without its terminator. */
static inline void buffer_append_le64(struct buffer *buffer, uint64_t number)
{
    uint8_t bytes[8];
    store_le64(bytes, number);
    buffer_append(buffer, bytes, sizeof bytes);
}

static inline void buffer_append_string(struct buffer *buffer, const char *string)
{
    buffer_append(buffer, string, strlen(string));
}

/* Drops bytes at the end that say nothing where, behind the end, the last byte goes on (0 if there is none). */
static inline void buffer_drop_repeats(struct buffer *buffer)
{
    while (buffer->size > 1 && buffer->data[buffer->size - 1] == buffer->data[buffer->size - 2])
        buffer->size--;
    if (buffer->size == 1 && buffer->data[0] == 0)
        buffer->size = 0;
}

#endif
