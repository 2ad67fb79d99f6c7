/*
 * A move of a known position as bits, by each of the encodings that say of a move no more than which one it is
 * (src/encoding). What they say is proven: a move that comes back is legal.
 */
#ifndef PGNPACK_VALUE_VALUE_MOVE_H
#define PGNPACK_VALUE_VALUE_MOVE_H

#include "chess/position.h"
#include "value/value_bits.h"

/* Numbers as in pgnpack.h. */
enum value_encoding {
    VALUE_MOVE16 = 1,     /* E1 */
    VALUE_EXTENDED,       /* E1x */
    VALUE_COMPRESSED,     /* E3 */
    VALUE_LEGAL_BYTE,     /* E4 */
    VALUE_LEGAL_BITS,     /* E5 */
    VALUE_PSEUDO_LEGAL,   /* E6 */
    VALUE_PIECE_TARGET,   /* E7 */
    VALUE_BYTE_INDEX,     /* E8 */
    VALUE_SQUARE_ORDER,   /* E9 */
    VALUE_TOTAL,          /* E10 */
    VALUE_DIRECTION,      /* E11 */
    VALUE_REVERSIBLE,     /* E12 */
    VALUE_TABLE,          /* by what is likely: value_coder.h */
    VALUE_NET,            /* E13 */
    VALUE_NET_WIDE,       /* E13 */
    VALUE_ENCODING_BEHIND /* the last one */
};

/* True where every move takes whole bytes, so that the number of bytes tells where a game ends. */
static inline int value_takes_bytes(enum value_encoding encoding)
{
    return encoding < VALUE_TABLE && encoding != VALUE_LEGAL_BITS && encoding != VALUE_PSEUDO_LEGAL &&
           encoding != VALUE_PIECE_TARGET && encoding != VALUE_DIRECTION;
}

/* Before a move. */
struct value_place {
    struct position position;
    unsigned ep_square; /* PIECE_TARGET: BCGN 0's */
};

void value_place_start(struct value_place *place, const struct position *start);

/*
 * Writes a legal move and makes it. Returns 0, and does neither, where the encoding has no code for it: bytes for one of
 * more than 256 moves.
 */
int value_move_write(struct value_place *place, enum value_encoding encoding, chess_move move,
                     struct bit_writer *writer);

/* Reads a legal move and makes it; NO_MOVE when there is none. */
chess_move value_move_read(struct value_place *place, enum value_encoding encoding,
                           struct bit_reader *reader);

#endif
