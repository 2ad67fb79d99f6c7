/*
 * Position keys of Polyglot's opening books, for programs that look up such books.
 *
 * Numbers 0 to 767: men, 64 * kind + square, kinds p P n N b B r R q Q k K. 768 to 771: the rights K Q k q. 772 to 779:
 * the en-passant file, where a pawn of the side to move stands beside the pawn that made the double push; whether
 * taking it is legal does not matter. 780: white is to move. Rook files of Chess960 do not enter.
 */
#ifndef PGNPACK_CHESS_POLYGLOT_H
#define PGNPACK_CHESS_POLYGLOT_H

#include <stdint.h>

#include "chess/position.h"

/* From scratch: costs a step per man. */
uint64_t polyglot_key(const struct position *position);

#endif
