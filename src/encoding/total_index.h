/*
 * E10, the total move number: one number for (colour, moving man, from, to, captured piece, promotion),
 * whatever the position. A bijection onto 0..45,355; for hashing and statistics tables.
 *
 * Black's moves are White's with the ranks mirrored, plus 22,678. White's, in this order:
 *
 *       pawn pushes         40   (from - 8)
 *       double pushes        8   file
 *       promotions          32   file * 4 + N B R Q
 *       captures           350   ((rank of from - 1) * 14 + pair) * 5 + captured P N B R Q
 *       with promotion     224   (pair * 4 + captured N B R Q) * 4 + N B R Q
 *       en passant          14   pair                                          668 of pawns
 *       knight, bishop, rook, queen, king
 *          2,016 + 3,360 + 5,376 + 8,736 + 2,520   (from-to pair, ascending) * 6 + (0: nothing taken,
 *                                                  1..5: P N B R Q)            22,008 of pieces
 *       castling             2   king side, queen side                         22,678 in all
 *
 * pair: of a pawn's capture: 2 * file of from - 1, plus 1 towards the h-file. From-to pairs of pieces are
 * those of the empty board; a pawn taken on the first or last rank has a number too, though no game has one.
 */
#ifndef PGNPACK_ENCODING_TOTAL_INDEX_H
#define PGNPACK_ENCODING_TOTAL_INDEX_H

#include <stdint.h>

#include "chess/position.h"

enum {
    TOTAL_PAWN_MOVES = 668,
    TOTAL_PIECE_MOVES = 22008,
    TOTAL_SIDE_MOVES = TOTAL_PAWN_MOVES + TOTAL_PIECE_MOVES + 2,
    TOTAL_MOVES = 2 * TOTAL_SIDE_MOVES
};

/* A move with all that a position would say of it. */
struct total_move {
    chess_move move;  /* castling: the orthodox squares, whatever the position's are */
    uint8_t man;      /* that moves */
    uint8_t captured; /* piece type, or NO_PIECE_TYPE */
};

/* The number of a move that some position can have, below TOTAL_MOVES. */
unsigned total_index_of(struct total_move move);

/* The move with that number. Returns 0 for TOTAL_MOVES and more, 1 otherwise. */
int total_index_move(unsigned number, struct total_move *move_ret);

/* The number of a legal move. */
unsigned total_index_encode(const struct position *position, chess_move move);

/*
 * The move with that number here; NO_MOVE for TOTAL_MOVES and more, for the other side's moves, when the man
 * is not on its square, when the target does not hold what is taken, or when castling is not legal. Not
 * proven: that the way is free, that the own king is safe (move_is_legal()).
 */
chess_move total_index_decode(const struct position *position, unsigned number);

#endif
