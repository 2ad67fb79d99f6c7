/*
 * Which games of a segment are new versions, or copies, of games of other segments: section 132 of the annex that is its last block.
 * docs/FORMAT.md, chapter 30.
 *
 * varint: identities, and 8 bytes for each; then runs, each of four varints: games of the segment since the run before; the number of
 * an identity; the first old game less the one after that identity's last run (zigzag; counted from 0); games - 1.
 */
#ifndef PGNPACK_CONTAINER_SEGMENT_ORIGINS_H
#define PGNPACK_CONTAINER_SEGMENT_ORIGINS_H

#include "util/buffer.h"
#include "util/error.h"
#include "util/varint.h"

/* Games from `new_first` on of the segment come from those from `old_first` on of the segment `identity`; from 0. */
struct origin_run {
    uint64_t identity;
    uint64_t old_first, new_first, count;
};

/* In ascending order of new_first; runs may meet each other: a game may have had several ids. Returns 0 when there is no memory. */
int origins_write(const struct origin_run *runs, size_t count, struct buffer *out);

/* Reads them one after the other. */
struct origins_reader {
    struct byte_source source;
    const uint8_t *identities;
    uint64_t identity_count;
    uint64_t *old_ends; /* of each identity's last run */
    struct memory *memory;
    uint64_t new_first;  /* of the last run */
    uint64_t game_count; /* of the segment */
};

/* `game_count`: of the segment. */
enum pgnpack_status origins_reader_open(struct origins_reader *reader, const uint8_t *bytes, size_t size,
                                        uint64_t game_count, struct memory *memory, struct error *error);
void origins_reader_free(struct origins_reader *reader);

/* PGNPACK_END behind the last one. */
enum pgnpack_status origins_reader_next(struct origins_reader *reader, struct origin_run *run,
                                        struct error *error);

/* Reads all of them. */
enum pgnpack_status origins_check(const uint8_t *bytes, size_t size, uint64_t game_count,
                                  struct memory *memory, struct error *error);

#endif
