/*
 * Where the moves of each game of a block stand in the stripes of codec index, so that a main line can be played without those
 * before it. docs/FORMAT.md, "Codec 0".
 */
#ifndef PGNPACK_BLOCK_BLOCK_LINES_H
#define PGNPACK_BLOCK_BLOCK_LINES_H

#include "moves/index/move_stripes.h"
#include "util/error.h"
#include "util/varint.h"

/* What a game's movetext is. */
enum block_line {
    BLOCK_LINE_PLAIN,    /* moves of a main line */
    BLOCK_LINE_BRANCHED, /* there are variations: moves of theirs stand between those of the main line */
    BLOCK_LINE_ODD       /* there are null moves or drops */
};

struct block_lines {
    struct memory *memory;
    uint32_t game_count;
    unsigned stripe_count;
    uint32_t first_plies[MOVE_STRIPE_COUNT_MAX + 1]; /* of each stripe; UINT32_MAX behind the last */
    uint32_t *plies;                                 /* of each game's main line */
    uint32_t (*starts)[MOVE_STRIPE_COUNT_MAX];       /* of each game in each stripe */
    uint8_t *kinds;                                  /* enum block_line */
    uint8_t *has_remarks;                            /* has it comments, glyphs and the like? */
    uint32_t sizes[MOVE_STRIPE_COUNT_MAX];           /* bytes of each stripe that the games take */
};

void block_lines_init(struct block_lines *lines, struct memory *memory);
void block_lines_free(struct block_lines *lines);

/*
 * Counts. `first_plies`: of the stripes, ascending from 0. Corrupt: shapes that are not in order, or that have more than
 * `element_limit` elements.
 */
enum pgnpack_status block_lines_set(struct block_lines *lines, struct byte_source runs,
                                    struct byte_source kinds, uint32_t game_count, uint64_t element_limit,
                                    const uint16_t *first_plies, unsigned stripe_count, struct error *error);

/* Bytes of memory that it holds. */
size_t block_lines_memory(const struct block_lines *lines);

#endif
