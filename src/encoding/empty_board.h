/*
 * Moves of a man on the empty board, numbered: what E8, E9, E10 and E11 have in common. No move generation.
 *
 * A man's block is as many values as a man of its type has moves at most. The move's number in the block:
 *   king, knight, bishop, rook, queen   rank of the target among the targets on the empty board, ascending;
 *   pawn                                |to - from| - 7: 0 the capture with the smaller step, 1 push,
 *                                       2 the other capture, 9 double push; a promotion is that times 4,
 *                                       plus N 0, B 1, R 2, Q 3.
 * Castling stands outside of the blocks.
 */
#ifndef PGNPACK_ENCODING_EMPTY_BOARD_H
#define PGNPACK_ENCODING_EMPTY_BOARD_H

#include <stdint.h>

#include "chess/position.h"
#include "encoding/pseudo_legal.h"
#include "util/bits.h"
#include "util/made_table.h"

enum block_size {
    BLOCK_PAWN = 12,
    BLOCK_KNIGHT = 8,
    BLOCK_BISHOP = 13,
    BLOCK_ROOK = 14,
    BLOCK_QUEEN = 27,
    BLOCK_KING = 8
};

/* (from, to) pairs on the empty board. */
enum pair_count {
    PAIRS_KNIGHT = 336,
    PAIRS_BISHOP = 560,
    PAIRS_ROOK = 896,
    PAIRS_QUEEN = 1456,
    PAIRS_KING = 420,
    PAIRS_ALL = 3668
};

struct empty_board_tables {
    uint64_t targets[6][64];    /* by piece type and square; 0 for pawns */
    uint16_t first_pair[6][65]; /* pairs (from, to) of the type with a smaller from; [64]: all */
    /* Target by number: knight, bishop, rook, queen, king; 64 blocks each. Unused numbers hold the origin. */
    uint8_t squares[64 * (BLOCK_KNIGHT + BLOCK_BISHOP + BLOCK_ROOK + BLOCK_QUEEN + BLOCK_KING)];
};

extern MADE_TABLE struct empty_board_tables empty_board_tables;

static const uint8_t block_sizes[6] = {BLOCK_PAWN, BLOCK_KNIGHT, BLOCK_BISHOP,
                                       BLOCK_ROOK, BLOCK_QUEEN,  BLOCK_KING};

/* Number of a piece's target (not a pawn's) in its block. */
static inline unsigned empty_board_rank(unsigned type, unsigned from, unsigned to)
{
    return popcount64(empty_board_tables.targets[type][from] & (square_bit(to) - 1));
}

/* The target with that number, `number` below the block's size; `from` itself if there is none. */
static inline unsigned empty_board_target(unsigned type, unsigned from, unsigned number)
{
    static const uint16_t first[6] = {
        0,
        0,
        64 * BLOCK_KNIGHT,
        64 * (BLOCK_KNIGHT + BLOCK_BISHOP),
        64 * (BLOCK_KNIGHT + BLOCK_BISHOP + BLOCK_ROOK),
        64 * (BLOCK_KNIGHT + BLOCK_BISHOP + BLOCK_ROOK + BLOCK_QUEEN),
    };
    return empty_board_tables.squares[first[type] + from * block_sizes[type] + number];
}

/* The pair of the type with that number, below the type's count: sets *from, returns the target's rank. */
static inline unsigned empty_board_pair(unsigned type, unsigned pair, unsigned *from)
{
    const uint16_t *first = empty_board_tables.first_pair[type];
    unsigned square = 0;
    for (unsigned step = 32; step != 0; step /= 2)
        if (first[square + step] <= pair)
            square += step;
    *from = square;
    return pair - first[square];
}

/* Number of a pawn's move in its block. */
static inline unsigned pawn_block_number(chess_move move)
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    unsigned step = (to > from ? to - from : from - to) - 7;
    return move_is_promotion(move) ? 4 * step + (move_flag(move) & 3) : step;
}

/* Number of a move in the block of the man, whose type is `type`. Not for castling. */
static inline unsigned block_number(unsigned type, chess_move move)
{
    if (type == PAWN)
        return pawn_block_number(move);
    return empty_board_rank(type, move_from(move), move_to(move));
}

/* The pseudo-legal move of the own pawn on `from` with that number, or NO_MOVE. */
static inline chess_move pawn_block_move(const struct position *position, unsigned from, unsigned number)
{
    unsigned side = position->side;
    int promotes = pawn_promotes(from, side);
    unsigned step = (promotes ? number >> 2 : number) + 7;
    unsigned to = (side == WHITE ? from + step : from - step) & 63;
    uint64_t targets = pawn_targets(position, from, position->ep_square) & ~position->types[KING];
    if (!(targets >> to & 1))
        return NO_MOVE;
    unsigned capture = position->men[to] != NO_MAN;
    if (promotes)
        return move_of(from, to, MOVE_PROMOTION | capture << 2 | (number & 3));
    if (step == 8 || step == 16)
        return move_of(from, to, step == 16 ? MOVE_DOUBLE_PUSH : MOVE_QUIET);
    return move_of(from, to, capture ? MOVE_CAPTURE : MOVE_EN_PASSANT);
}

/* The move of the own piece on `from` (no pawn) with that number; NO_MOVE onto an own man or a king. */
static inline chess_move piece_block_move(const struct position *position, unsigned type, unsigned from,
                                          unsigned number)
{
    unsigned to = empty_board_target(type, from, number);
    uint64_t barred = position->colours[position->side] | position->types[KING];
    if (barred >> to & 1)
        return NO_MOVE;
    return move_of(from, to, position->men[to] != NO_MAN ? MOVE_CAPTURE : MOVE_QUIET);
}

/* The move with that number in the block of the own man on `from`, or NO_MOVE. Never castling. */
static inline chess_move block_move(const struct position *position, unsigned type, unsigned from,
                                    unsigned number)
{
    if (type == PAWN)
        return pawn_block_move(position, from, number);
    return piece_block_move(position, type, from, number);
}

#endif
