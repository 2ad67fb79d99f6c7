/*
 * E4 and E5, the index into the ordered list of legal moves, as a byte and in just enough bits.
 * The order is movegen.h's. A decoder cannot give an illegal move.
 */
#ifndef PGNPACK_ENCODING_LEGAL_INDEX_H
#define PGNPACK_ENCODING_LEGAL_INDEX_H

#include <stdint.h>

#include "chess/movegen.h"
#include "encoding/move_code.h"
#include "util/bits.h"

enum { LEGAL_BYTE_MOVES_MAX = 256 };

/* E4: the byte of a legal move. Returns 0 where there are more than 256 legal moves, 1 otherwise. */
int legal_byte_encode(const struct position *position, chess_move move, uint8_t *byte_ret);

/* E4: the move of a byte; NO_MOVE past the last move, and where there are more than 256. */
chess_move legal_byte_decode(const struct position *position, uint8_t byte);

/* E5: bits for one of `count` moves, ceil(log2 count): 0 for 1. `count` must not be 0. */
static inline unsigned legal_bits_width(unsigned count)
{
    return bit_length(count - 1);
}

/* E5: the code of a legal move. */
struct move_code legal_bits_encode(const struct position *position, chess_move move);

/*
 * E5: the move of a value that was read in legal_bits_width(targets->count) bits, `targets` being the
 * position's legal_targets(). NO_MOVE past the last move.
 */
chess_move legal_bits_decode(const struct position *position, const struct move_targets *targets,
                             uint32_t value);

#endif
