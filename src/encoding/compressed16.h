/*
 * E3, BCGN's compressed move, 16 bits (BCGN 0, scheme 0):
 *
 *      15  14 13         8 7          2 1    0
 *     +------+------------+------------+------+
 *     | kind |    from    |     to     | piece|
 *     +------+------------+------------+------+
 *
 * kind: 0 normal, 1 promotion, 2 castling (king takes own rook), 3 en passant. piece: promotion to N B R Q,
 * 0 if none. Stored big-endian in files. BCGN 0 knows orthodox castling only; the encoding itself does not
 * mind.
 */
#ifndef PGNPACK_ENCODING_COMPRESSED16_H
#define PGNPACK_ENCODING_COMPRESSED16_H

#include <stdint.h>

#include "chess/position.h"

/* The value of any move but NO_MOVE. Needs no position. */
uint16_t compressed16_encode(chess_move move);

/*
 * The move of a value; NO_MOVE when there is no own man on `from`, an own man or a king on `to`, when the
 * kind is not what the position says of from-to, a piece is named without a promotion, or castling is not
 * legal. Not proven otherwise: that the man can go there (move_is_legal()).
 */
chess_move compressed16_decode(const struct position *position, uint16_t value);

#endif
