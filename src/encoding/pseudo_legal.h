/*
 * Pseudo-legal targets: where men may go when nobody asks about the own king. Shared by E6, E7 and the
 * decoders of E8 and E9. The enemy's king counts as prey like any man: E7 counts it in its widths; the others
 * leave it out themselves.
 */
#ifndef PGNPACK_ENCODING_PSEUDO_LEGAL_H
#define PGNPACK_ENCODING_PSEUDO_LEGAL_H

#include <stdint.h>

#include "chess/position.h"
#include "util/bits.h"

/* The bit of an en-passant square, 0 for NO_SQUARE. */
static inline uint64_t ep_bit(unsigned ep_square)
{
    return (uint64_t)(ep_square != NO_SQUARE) << (ep_square & 63);
}

/* One rank ahead, for the pawns of `side`; the bits must not be on the last rank. */
static inline uint64_t pawn_step(uint64_t bits, unsigned side)
{
    return bits << 8 >> (side << 4);
}

/*
 * Captures (`ep_square` or NO_SQUARE counted in), push and double push of the side to move's pawn on
 * `from`.
 */
static inline uint64_t pawn_targets(const struct position *position, unsigned from, unsigned ep_square)
{
    unsigned side = position->side;
    uint64_t empty = ~position_occupied(position);
    uint64_t push = pawn_step(square_bit(from), side) & empty;
    uint64_t double_push = pawn_step(push & rank_bits(side == WHITE ? 2 : 5), side) & empty;
    uint64_t prey = position->colours[side ^ 1] | ep_bit(ep_square);
    return push | double_push | (attack_tables.pawn[side][from] & prey);
}

/* A pawn of `side` on `from` stands before promotion. */
static inline int pawn_promotes(unsigned from, unsigned side)
{
    return square_rank(from) == (side == WHITE ? 6u : 1u);
}

/*
 * The right on that side is held, and king and rook have free ways to their targets. Attacks are not looked
 * at.
 */
static inline int castling_way_is_free(const struct position *position, unsigned queen_side)
{
    unsigned side = position->side;
    if (!(position->castling & castling_right_of(side, queen_side)))
        return 0;
    unsigned king = position->king_square[side];
    unsigned rook = position->rook_home[2 * side + queen_side];
    unsigned king_target = castling_king_target(side, queen_side);
    unsigned rook_target = castling_rook_target(side, queen_side);
    uint64_t way = attack_tables.between[king][king_target] | attack_tables.between[rook][rook_target] |
                   square_bit(king_target) | square_bit(rook_target);
    uint64_t others = position_occupied(position) & ~square_bit(king) & ~square_bit(rook);
    return (others & way) == 0;
}

/* The castling move on that side (the right must be held). */
static inline chess_move castling_move(const struct position *position, unsigned queen_side)
{
    unsigned rook = position->rook_home[2 * position->side + queen_side];
    return move_of(position->king_square[position->side], rook, MOVE_CASTLE_KING_SIDE + queen_side);
}

/* The castling move on that side if it is legal, or NO_MOVE. */
static inline chess_move castling_move_if_legal(const struct position *position, unsigned queen_side)
{
    return position_can_castle(position, queen_side) ? castling_move(position, queen_side) : NO_MOVE;
}

#endif
