/*
 * The 24-byte position: a big-endian bitboard of the occupied squares, then one nibble per man in ascending
 * order of squares, low nibble first, zeros behind the last. Clocks are not stored.
 *
 *   0 P, 1 p, 2 N, 3 n, 4 B, 5 b, 6 R, 7 r, 8 Q, 9 q, 10 K, 11 k
 *   12 a pawn that can be taken en passant, 13 R and 14 r with their castling right, 15 k, and black moves
 */
#ifndef PGNPACK_BCGN0_BCGN0_POSITION_H
#define PGNPACK_BCGN0_BCGN0_POSITION_H

#include <stdint.h>

#include "bcgn0/bcgn0_format.h"
#include "chess/position.h"

/* NULL, or why the position has no such form: too many men, or castling rights of Chess960. */
const char *bcgn0_position_obstacle(const struct position *position);

/*
 * The position must have no obstacle. An en-passant square is stored by BCGN's own rule, which drops some
 * squares without a legal capture and keeps others.
 */
void bcgn0_position_encode(const struct position *position, uint8_t bytes[BCGN0_POSITION_SIZE]);

/* Returns NULL, or what is wrong. Clock 0, move number 1. */
const char *bcgn0_position_decode(const uint8_t bytes[BCGN0_POSITION_SIZE], struct position *position);

#endif
