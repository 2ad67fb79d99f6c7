/*
 * E1x, the extended move, 32 bits: E1 with what make, unmake and move ordering would otherwise look up.
 *
 *      31       22 21      19 18    16 15            0
 *     +-----------+----------+--------+---------------+
 *     |   score   | captured |  moved |  move (E1)    |
 *     +-----------+----------+--------+---------------+
 *
 * moved, captured: piece types; NO_PIECE_TYPE where nothing is taken (castling included), PAWN en passant.
 * score: 0..1023, in the uppermost bits, so that extended moves sort by score as plain integers.
 */
#ifndef PGNPACK_ENCODING_EXTENDED_MOVE_H
#define PGNPACK_ENCODING_EXTENDED_MOVE_H

#include <stdint.h>

#include "chess/position.h"

typedef uint32_t extended_move;

enum { EXTENDED_MOVE_SCORE_MAX = 1023 };

/* `score` up to EXTENDED_MOVE_SCORE_MAX. The move must be pseudo-legal here. */
static inline extended_move extended_move_of(const struct position *position, chess_move move, unsigned score)
{
    unsigned moved = man_type(position->men[move_from(move)]);
    unsigned captured = man_type(position->men[move_to(move)]);
    if (move_flag(move) == MOVE_EN_PASSANT)
        captured = PAWN;
    else if (!move_is_capture(move))
        captured = NO_PIECE_TYPE;
    return (extended_move)move | moved << 16 | captured << 19 | score << 22;
}

static inline chess_move extended_move_plain(extended_move move)
{
    return (chess_move)move;
}

#endif
