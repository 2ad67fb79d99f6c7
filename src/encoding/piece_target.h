/*
 * E7, piece then target, each in just enough bits (BCGN 0, scheme 2).
 *
 *   1. the piece: number of own men on smaller squares, in bit_length(own men - 1) bits;
 *   2. its move among its choices, in bit_length(choices - 1) bits:
 *      pawn    captures of any enemy man, the en-passant square, push, double push, ascending; before
 *              promotion 4 choices for each, N B R Q;
 *      king    attacked squares without own men, ascending; then a choice for each right that is held, queen
 *              side first, wherever men stand and whatever is attacked;
 *      others  attacked squares without own men, ascending.
 *
 * Pins and checks are not looked at. The en-passant square is BCGN 0's own: its rules decide widths and are
 * neither the position's nor the strictly legal one's. Callers carry it from ply to ply:
 * piece_target_ep_at_start() for the first, piece_target_ep_after() for each further one.
 */
#ifndef PGNPACK_ENCODING_PIECE_TARGET_H
#define PGNPACK_ENCODING_PIECE_TARGET_H

#include <stdint.h>

#include "chess/position.h"
#include "encoding/move_code.h"
#include "util/bits.h"

/* What the piece's second field chooses from. */
struct piece_choices {
    uint64_t targets;
    unsigned from;
    unsigned promotes; /* 1: four choices a target */
    unsigned count;    /* castling rights and promotions counted in */
};

/* The en-passant square of a start position, or NO_SQUARE: position->ep_square or nothing. */
unsigned piece_target_ep_at_start(const struct position *position);

/* The en-passant square after `move`, from the position before it, or NO_SQUARE. */
unsigned piece_target_ep_after(const struct position *before, chess_move move);

/* Bits of the first field. */
static inline unsigned piece_target_piece_width(const struct position *position)
{
    return bit_length(popcount64(position->colours[position->side]) - 1);
}

/* The own man with that number: fills *choices. Returns 0 when there is no such man or it has no choice. */
int piece_target_choices(const struct position *position, unsigned piece, unsigned ep_square,
                         struct piece_choices *choices);

/* Bits of the second field. */
static inline unsigned piece_target_width(const struct piece_choices *choices)
{
    return bit_length(choices->count - 1);
}

/*
 * Both fields of a legal move as one code, the piece in the upper bits. `ep_square`: BCGN 0's, or
 * NO_SQUARE.
 */
struct move_code piece_target_encode(const struct position *position, chess_move move, unsigned ep_square);

/*
 * The move of the second field's value; NO_MOVE past the last choice, for castling that is not legal and for
 * taking a king. The own king may be left in check (move_is_legal()).
 */
chess_move piece_target_decode(const struct position *position, const struct piece_choices *choices,
                               unsigned value);

#endif
