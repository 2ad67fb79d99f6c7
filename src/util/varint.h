/*
 * Variable-length integers: seven bits a byte, lowest first, bit 7 set on all but the last byte (LEB128).
 * Only the shortest form of a number is accepted, so every number has one spelling.
 */
#ifndef PGNPACK_UTIL_VARINT_H
#define PGNPACK_UTIL_VARINT_H

#include <stdint.h>
#include <string.h>

#include "util/buffer.h"
#include "util/error.h"
#include "util/text.h"

enum { VARINT_SIZE_MAX = 10, VARINT_BYTE_MAX = 127 /* of a single byte */ };

static inline void varint_append(struct buffer *buffer, uint64_t value)
{
    if (!buffer_reserve(buffer, VARINT_SIZE_MAX))
        return;
    while (value >= 0x80) {
        buffer->data[buffer->size++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    buffer->data[buffer->size++] = (uint8_t)value;
}

/* A text behind its size. */
static inline void varint_append_text(struct buffer *buffer, struct text text)
{
    varint_append(buffer, text.size);
    buffer_append(buffer, text.data, text.size);
}

/* A text with a byte behind it that ends it. Returns 0 when there is no memory. */
static inline int buffer_append_ended(struct buffer *buffer, struct text text, char end)
{
    if (!buffer_reserve(buffer, text.size + 1))
        return 0;
    if (text.size != 0)
        memcpy(buffer->data + buffer->size, text.data, text.size);
    buffer->size += text.size;
    buffer->data[buffer->size++] = (uint8_t)end;
    return 1;
}

/* Bytes being read. A read past the end, or a number that is not in order, fails it for good. */
struct byte_source {
    const uint8_t *at;
    const uint8_t *end;
    int failed;
};

/* `bytes` may be NULL when `size` is 0. */
static inline struct byte_source byte_source_of(const uint8_t *bytes, size_t size)
{
    const uint8_t *start = bytes == NULL ? (const uint8_t *)"" : bytes;
    return (struct byte_source){start, start + size, 0};
}

static inline size_t byte_source_left(const struct byte_source *source)
{
    return (size_t)(source->end - source->at);
}

/* What was read last is nothing that this version knows; where the source had failed before, it is nothing at all. */
static inline void byte_source_newer(struct byte_source *source, struct error *error, const char *what,
                                     uint64_t number)
{
    if (!source->failed)
        error_newer(error, what, number);
    source->failed = 1;
}

/* 0 when the source has failed or fails here. */
static inline uint8_t byte_source_byte(struct byte_source *source)
{
    if (source->at == source->end) {
        source->failed = 1;
        return 0;
    }
    return *source->at++;
}

/* Byte `i` of what is left. Behind its end the last one goes on; 0 if there is none. */
static inline uint8_t byte_source_peek(const struct byte_source *source, size_t i)
{
    size_t left = byte_source_left(source);
    return left == 0 ? 0 : source->at[i < left ? i : left - 1];
}

/* The next `size` bytes, or NULL when there are fewer. */
static inline const uint8_t *byte_source_take(struct byte_source *source, size_t size)
{
    if (byte_source_left(source) < size) {
        source->failed = 1;
        return NULL;
    }
    const uint8_t *bytes = source->at;
    source->at += size;
    return bytes;
}

static inline uint64_t byte_source_varint(struct byte_source *source)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = byte_source_byte(source);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            int is_shortest = byte != 0 || shift == 0;
            int fits = shift < 63 || byte < 2;
            source->failed |= !is_shortest || !fits;
            return source->failed ? 0 : value;
        }
    }
    source->failed = 1;
    return 0;
}

/* A number that may reach and not pass `limit`: more fails the source, and 0 comes back. */
static inline uint64_t byte_source_varint_max(struct byte_source *source, uint64_t limit)
{
    uint64_t value = byte_source_varint(source);
    if (value > limit) {
        source->failed = 1;
        return 0;
    }
    return value;
}

/* A text behind its size, which may reach and not pass `limit`; the empty one when the source fails. */
static inline struct text byte_source_text(struct byte_source *source, uint64_t limit)
{
    size_t size = (size_t)byte_source_varint_max(source, limit);
    const uint8_t *bytes = byte_source_take(source, size);
    return (struct text){bytes == NULL ? "" : (const char *)bytes, bytes == NULL ? 0 : size};
}

/* The text up to a byte that ends it, which is passed over; the empty one when the source fails, having none. */
static inline struct text byte_source_until(struct byte_source *source, char end)
{
    size_t left = byte_source_left(source);
    const uint8_t *text = source->at;
    const uint8_t *found = left == 0 ? NULL : memchr(text, end, left);
    if (found == NULL) {
        source->failed = 1;
        return (struct text){"", 0};
    }
    source->at = found + 1;
    return (struct text){(const char *)text, (size_t)(found - text)};
}

/* Signed numbers near 0 as small unsigned ones: 0, -1, 1, -2, ... */
static inline uint64_t zigzag_encode(int64_t value)
{
    return ((uint64_t)value << 1) ^ (value < 0 ? UINT64_MAX : 0);
}

static inline int64_t zigzag_decode(uint64_t value)
{
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

#endif
