/*
 * E11, target square and direction, 10 bits: the origin follows by a ray lookup and a bit scan.
 *
 *     0..419     target and a neighbour of it: the mover is the nearest man from the target that way
 *                (target ascending, then neighbour ascending: the king's pairs on the empty board)
 *     420..755   target and knight's origin, alike
 *     756..887   under-promotions: 756 + ((colour * 22 + way) * 3 + piece N B R), way: 0..7 push by file,
 *                then 8 + pair of a capture (2 * file of origin - 1, plus 1 towards the h-file)
 *
 * A pawn's arrival on its last rank is a queen's promotion in the first range. Castling is the king's way to
 * its rook's square: no other move ends on an own man, and nothing stands between the two.
 */
#ifndef PGNPACK_ENCODING_TARGET_DIRECTION_H
#define PGNPACK_ENCODING_TARGET_DIRECTION_H

#include "chess/position.h"

enum { TARGET_DIRECTION_PAIRS = 756, TARGET_DIRECTION_NUMBERS = TARGET_DIRECTION_PAIRS + 132 };

/* The number of a legal move, below TARGET_DIRECTION_NUMBERS. Needs no position but for the side to move. */
unsigned target_direction_encode(const struct position *position, chess_move move);

/*
 * The move with that number; NO_MOVE when no own man stands that way or it cannot go there, for a king's
 * capture, and for castling that is not legal. The move is pseudo-legal; the own king may be left in check
 * (move_is_legal()).
 */
chess_move target_direction_decode(const struct position *position, unsigned number);

#endif
