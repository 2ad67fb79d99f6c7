/*
 * The moves of codec INDEX in stripes: the bytes of all games' first plies, those of the plies after them, and so on.
 * Openings repeat each other, endings do not, and zstd packs each the better without the other. A reader of few plies
 * need not unpack the later stripes. docs/FORMAT.md, "Codec 0".
 *
 * A move's ply is the number of moves and null moves before it in its line, from 0: that of a variation's first move is
 * that of the move it stands for.
 */
#ifndef PGNPACK_MOVES_INDEX_MOVE_STRIPES_H
#define PGNPACK_MOVES_INDEX_MOVE_STRIPES_H

#include <stdint.h>

#include "util/buffer.h"

enum { MOVE_STRIPE_COUNT_MAX = 8 };

/* Plies from `first_ply` up to the next stripe's. */
struct move_stripe {
    uint16_t first_ply;
    const uint8_t *bytes;
    size_t size;
};

/* Plies in a row. */
struct stripe_run {
    uint32_t ply, count;
};

struct stripe_writer {
    struct buffer bytes; /* in the order of the text */
    struct stripe_run *runs;
    size_t run_count, run_capacity;
    struct buffer sorted;
};

void stripe_writer_init(struct stripe_writer *writer, struct memory *memory);
void stripe_writer_free(struct stripe_writer *writer);
void stripe_writer_clear(struct stripe_writer *writer);

/* Adds the bytes of `count` plies in a row, which the caller writes where the result says; NULL: there is no memory. */
uint8_t *stripe_writer_add_run(struct stripe_writer *writer, uint32_t ply, size_t count);

static inline void stripe_writer_add(struct stripe_writer *writer, uint32_t ply, uint8_t byte)
{
    uint8_t *bytes = stripe_writer_add_run(writer, ply, 1);
    if (bytes != NULL)
        *bytes = byte;
}

static inline size_t stripe_writer_size(const struct stripe_writer *writer)
{
    return writer->bytes.size;
}

/* Takes back all but the first `size` bytes. */
void stripe_writer_cut(struct stripe_writer *writer, size_t size);

/*
 * Sorts the bytes into the stripes that their number is worth; they belong to the writer. Returns how many, 0 for no
 * bytes; check stripe_writer_failed().
 */
unsigned stripe_writer_finish(struct stripe_writer *writer,
                              struct move_stripe stripes[MOVE_STRIPE_COUNT_MAX]);

static inline int stripe_writer_failed(const struct stripe_writer *writer)
{
    return buffer_failed(&writer->bytes) || buffer_failed(&writer->sorted);
}

/* Small and plain, so that a copy is a place to come back to. */
struct stripe_reader {
    const uint8_t *at[MOVE_STRIPE_COUNT_MAX];
    const uint8_t *end[MOVE_STRIPE_COUNT_MAX];
    uint16_t first_ply[MOVE_STRIPE_COUNT_MAX];
    unsigned count;
    unsigned now;       /* the stripe of the ply looked for last, ... */
    uint32_t now_from;  /* ... which has the plies from here ... */
    uint32_t now_count; /* ... so many of them */
};

/* The stripes are in ascending order, and the first one begins with ply 0. */
void stripe_reader_start(struct stripe_reader *reader, const struct move_stripe *stripes, unsigned count);

/* Makes the stripe of a ply the present one. */
void stripe_reader_find(struct stripe_reader *reader, uint32_t ply);

/* The next byte of the stripe that has `ply`; NULL: it has no more. */
static inline const uint8_t *stripe_reader_next(struct stripe_reader *reader, uint32_t ply)
{
    if (ply - reader->now_from >= reader->now_count)
        stripe_reader_find(reader, ply);
    unsigned now = reader->now;
    return reader->at[now] == reader->end[now] ? NULL : reader->at[now]++;
}

/* The bytes of `count` plies in a row, into `out`. Returns 0 when there are not so many. */
int stripe_reader_take(struct stripe_reader *reader, uint32_t ply, size_t count, uint8_t *out);

/* Passes over the moves of `count` plies in a row. Returns 0 when there are not so many. */
int stripe_reader_skip(struct stripe_reader *reader, uint32_t ply, uint64_t count);

int stripe_reader_at_end(const struct stripe_reader *reader);

#endif
