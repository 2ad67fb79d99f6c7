/* Lines of games with the same hash, compared byte by byte: a line is held from its first game until the last one of its hash. */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_VERIFY_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_VERIFY_H

#include "lib/duplicates/duplicates.h"

struct duplicates_line; /* one that is held */

/* Games of one hash. */
struct duplicates_lines {
    struct duplicates_line *first;
    uint32_t left; /* games that were not compared yet */
};

struct duplicates_verify {
    struct memory *memory;
    struct duplicates_lines *hashes;
    size_t count;
};

void duplicates_verify_init(struct duplicates_verify *verify, struct memory *memory);
void duplicates_verify_free(struct duplicates_verify *verify);

/* For `count` hashes, whose games are to be announced. Returns 0 when there is no memory. */
int duplicates_verify_start(struct duplicates_verify *verify, size_t count);

static inline void duplicates_verify_expect(struct duplicates_verify *verify, size_t hash)
{
    verify->hashes[hash].left++;
}

/* About how many bytes of memory a line takes. */
size_t duplicates_verify_size(uint32_t plies);

/*
 * The next game of the hash has that line. Returns its number among those of the hash, from 1; 0: there are more than
 * DUPLICATES_LINES_MAX, or there is no memory.
 */
unsigned duplicates_verify_add(struct duplicates_verify *verify, size_t hash, const uint8_t *bytes,
                               size_t size);

/* It has one that could not be read. */
void duplicates_verify_pass(struct duplicates_verify *verify, size_t hash);

#endif
