/* The movetext of an entry, in the three compression schemes. */
#ifndef PGNPACK_BCGN0_BCGN0_MOVES_H
#define PGNPACK_BCGN0_BCGN0_MOVES_H

#include <stdint.h>

#include "bcgn0/bcgn0_entry.h"
#include "game/game.h"
#include "pgnpack_extra.h"
#include "util/buffer.h"
#include "util/error.h"

/* Items of a game that are not moves of its main line. */
struct bcgn0_other_items {
    uint64_t comments;
    uint64_t variations;
    uint64_t nags; /* and other signs */
};

/*
 * Appends the main line's moves, played from `start`. Counts them, and the other items. Returns
 * PGNPACK_ERROR_LOSSY for moves that do not fit: null moves, too many, an index without room in its byte.
 */
enum pgnpack_status bcgn0_moves_encode(enum pgnpack_bcgn0_scheme scheme, const struct game *game,
                                       const struct position *start, struct buffer *out,
                                       unsigned *ply_count_ret, struct bcgn0_other_items *others_ret,
                                       struct error *error);

/* Adds the entry's moves to the game, whose start position is set. Every move of it is legal. */
enum pgnpack_status bcgn0_moves_decode(enum pgnpack_bcgn0_scheme scheme, const struct bcgn0_entry *entry,
                                       struct game *game, struct error *error);

#endif
