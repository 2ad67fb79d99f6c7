/*
 * E8, the index per piece and square: a number below 256 in nearly every position, and no move generation.
 * (Source idea: BCGN's move index, by Tomasz Sobczyk; docs/FORMAT.md, "Codec 0".)
 *
 * Values, in this order:
 *   0, 1    castling, king side and queen side
 *   2..9    the king
 *   10..    a block of 12 values for each own pawn, then 8 for each knight, 13 for each bishop, 14 for each
 *           rook, 27 for each queen; ascending squares within a type. Numbers in a block: see empty_board.h.
 *
 * Two formats use it. BCGN 0, scheme 1: one byte, or two when square_index_is_wide(). BCGN 1: move_byte.h.
 */
#ifndef PGNPACK_ENCODING_SQUARE_INDEX_H
#define PGNPACK_ENCODING_SQUARE_INDEX_H

#include <stdint.h>

#include "chess/position.h"
#include "encoding/empty_board.h"
#include "util/bits.h"
#include "util/nth_bit.h"

enum { SQUARE_INDEX_KING = 2, SQUARE_INDEX_PAWNS = SQUARE_INDEX_KING + BLOCK_KING };

/* No index is as large: 63 men beside the king with 27 values each make 1,711. */
enum { SQUARE_INDEX_LIMIT = 2048 };

/*
 * First index of each type in one word: five fields of 12 bits for pawns, knights, bishops, rooks and queens,
 * so that neither direction has to branch on the type. The 4 bits above hold the king's.
 */
#define SQUARE_INDEX_ONES UINT64_C(0x001001001001001)

static inline uint64_t square_index_bases(const struct position *position)
{
    const uint64_t *types = position->types;
    uint64_t own = position->colours[position->side];
    return ((uint64_t)SQUARE_INDEX_KING << 60) + SQUARE_INDEX_PAWNS * SQUARE_INDEX_ONES +
           popcount64(types[PAWN] & own) * (BLOCK_PAWN * UINT64_C(0x001001001001000)) +
           popcount64(types[KNIGHT] & own) * (BLOCK_KNIGHT * UINT64_C(0x001001001000000)) +
           popcount64(types[BISHOP] & own) * (BLOCK_BISHOP * UINT64_C(0x001001000000000)) +
           popcount64(types[ROOK] & own) * (BLOCK_ROOK * UINT64_C(0x001000000000000));
}

/* From square_index_bases(): the first index of the type's men. */
static inline unsigned square_index_base(uint64_t bases, unsigned type)
{
    return (unsigned)(bases >> (12 * type)) & 0xfff;
}

static inline unsigned square_index_count_from(const struct position *position, uint64_t bases)
{
    return square_index_base(bases, QUEEN) +
           BLOCK_QUEEN * popcount64(position_men(position, QUEEN, position->side));
}

/* Number of values, used or not: every index is smaller. */
static inline unsigned square_index_count(const struct position *position)
{
    return square_index_count_from(position, square_index_bases(position));
}

/* BCGN 0 writes two bytes here (a little early: one would do up to 256 values). */
static inline int square_index_is_wide(const struct position *position)
{
    return popcount64(position_men(position, QUEEN, position->side)) > 2;
}

static inline unsigned square_index_encode_from(const struct position *position, chess_move move,
                                                uint64_t bases)
{
    if (move_is_castling(move))
        return move_flag(move) & 1;
    unsigned from = move_from(move);
    unsigned type = man_type(position->men[from]);
    uint64_t men = position_men(position, type, position->side);
    return square_index_base(bases, type) + block_sizes[type] * popcount64(men & (square_bit(from) - 1)) +
           block_number(type, move);
}

/* The index of a legal move; below square_index_count(). */
static inline unsigned square_index_encode(const struct position *position, chess_move move)
{
    return square_index_encode_from(position, move, square_index_bases(position));
}

/* Index / block size, exact for every index below SQUARE_INDEX_LIMIT. */
static inline unsigned square_index_divide(unsigned offset, unsigned type)
{
    static const uint16_t reciprocals[6] = {
        (65536 + BLOCK_PAWN - 1) / BLOCK_PAWN,     (65536 + BLOCK_KNIGHT - 1) / BLOCK_KNIGHT,
        (65536 + BLOCK_BISHOP - 1) / BLOCK_BISHOP, (65536 + BLOCK_ROOK - 1) / BLOCK_ROOK,
        (65536 + BLOCK_QUEEN - 1) / BLOCK_QUEEN,   (65536 + BLOCK_KING - 1) / BLOCK_KING};
    return offset * reciprocals[type] >> 16;
}

static inline chess_move square_index_decode_king(const struct position *position, unsigned index)
{
    if (index < SQUARE_INDEX_KING)
        return castling_move_if_legal(position, index);
    return piece_block_move(position, KING, position->king_square[position->side], index - SQUARE_INDEX_KING);
}

static inline chess_move square_index_decode_from(const struct position *position, unsigned index,
                                                  uint64_t bases)
{
    if (index >= square_index_count_from(position, bases))
        return NO_MOVE;
    if (index < SQUARE_INDEX_PAWNS)
        return square_index_decode_king(position, index);
    /* The fields that are not above the index; types without men share their first index with the next. */
    const uint64_t guards = SQUARE_INDEX_LIMIT * SQUARE_INDEX_ONES;
    uint64_t reached = (index * SQUARE_INDEX_ONES + guards - (bases & ((UINT64_C(1) << 60) - 1))) & guards;
    unsigned type = popcount64(reached) - 1;
    unsigned offset = index - square_index_base(bases, type);
    unsigned place = square_index_divide(offset, type);
    unsigned from = nth_bit(position_men(position, type, position->side), place);
    return block_move(position, type, from, offset - place * block_sizes[type]);
}

/*
 * The move with that index. NO_MOVE for a value that encodes nothing: past the last block, a target off the
 * board, on an own man or a king, a pawn's move that is not pseudo-legal, castling that is not legal. Not
 * proven: that a slider's way is free, that the own king is safe (move_is_legal()).
 */
static inline chess_move square_index_decode(const struct position *position, unsigned index)
{
    return square_index_decode_from(position, index, square_index_bases(position));
}

#endif
