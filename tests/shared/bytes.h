/*
 * Runs of bytes for tests, and callbacks of the library that read and write them. Nothing here reports
 * failures.
 */
#ifndef PGNPACK_TESTS_SHARED_BYTES_H
#define PGNPACK_TESTS_SHARED_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Grows as it is appended to; start with {0}. Ends the program when there is no memory. */
struct bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

void bytes_append(struct bytes *bytes, const void *more, size_t size);
void bytes_append_text(struct bytes *bytes, const char *text);
void bytes_free(struct bytes *bytes);
int bytes_equal(const struct bytes *a, const struct bytes *b);

/* Takes `size` bytes at `offset` out. */
void bytes_cut(struct bytes *bytes, size_t offset, size_t size);

/* Appends a whole file; returns 0 if it cannot be read. */
int bytes_append_file(struct bytes *bytes, const char *path);

/* A pgnpack_write_function; `opaque` is a struct bytes. */
int bytes_write(void *opaque, const void *more, size_t size);

/* A pgnpack_read_at_function; `opaque` is a struct bytes. */
int bytes_read_at(void *opaque, uint64_t offset, void *out, size_t size, size_t *size_ret);

/* What a stream gives. */
struct bytes_source {
    const uint8_t *data;
    size_t size;
    size_t at;
    size_t piece; /* bytes a call at most; 0: as many as are asked for */
};

/* A pgnpack_read_function; `opaque` is a struct bytes_source. */
int bytes_read(void *opaque, void *out, size_t size, size_t *size_ret);

/* Numbers that look random and are the same in every run (splitmix64). */
uint64_t next_random(uint64_t *state);

/* One of 0 .. `count` - 1. */
static inline size_t random_below(uint64_t *state, size_t count)
{
    return (size_t)(next_random(state) % count);
}

#endif
