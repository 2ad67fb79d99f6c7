/*
 * E9, the index by squares: as E8, but the blocks stand in the order of the men's squares, whatever their
 * type. Castling keeps the values 0 and 1, so the number of values is E8's: square_index_count().
 */
#ifndef PGNPACK_ENCODING_SQUARE_ORDER_INDEX_H
#define PGNPACK_ENCODING_SQUARE_ORDER_INDEX_H

#include "chess/position.h"

/* The index of a legal move; below square_index_count(). */
unsigned square_order_index_encode(const struct position *position, chess_move move);

/* The move with that index, or NO_MOVE: the same checks as square_index_decode(). */
chess_move square_order_index_decode(const struct position *position, unsigned index);

#endif
