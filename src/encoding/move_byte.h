/*
 * One byte per move, always: BCGN 1's index (docs/FORMAT.md, "Codec 0").
 *
 * E8, the index per piece and square, wherever all of its values fit a byte: castling's 2, the king's 8 and
 * the blocks of all other own men make 256 values at most. Elsewhere E4, the index into the ordered legal
 * list. Which one it is follows from the position alone. A position with more than 256 legal moves has
 * neither.
 */
#ifndef PGNPACK_ENCODING_MOVE_BYTE_H
#define PGNPACK_ENCODING_MOVE_BYTE_H

#include <stdint.h>

#include "encoding/legal_index.h"
#include "encoding/square_index.h"

enum { MOVE_BYTE_VALUES = 256 };

/* The byte of a legal move. Returns 0 where the position has no byte for its moves, 1 otherwise. */
static inline int move_byte_encode(const struct position *position, chess_move move, uint8_t *byte_ret)
{
    uint64_t bases = square_index_bases(position);
    if (square_index_count_from(position, bases) > MOVE_BYTE_VALUES)
        return legal_byte_encode(position, move, byte_ret);
    *byte_ret = (uint8_t)square_index_encode_from(position, move, bases);
    return 1;
}

/*
 * The move of a byte; NO_MOVE for a value that encodes nothing. What square_index_decode() leaves open, this
 * leaves open: use move_is_legal() on data that is not trusted.
 */
static inline chess_move move_byte_decode(const struct position *position, uint8_t byte)
{
    uint64_t bases = square_index_bases(position);
    if (square_index_count_from(position, bases) > MOVE_BYTE_VALUES)
        return legal_byte_decode(position, byte);
    return square_index_decode_from(position, byte, bases);
}

/* The same for a position whose `checkers` may be out of date: brings them up to date where they are asked for. */
static inline chess_move move_byte_decode_played(struct position *position, uint8_t byte)
{
    uint64_t bases = square_index_bases(position);
    int is_wide = square_index_count_from(position, bases) > MOVE_BYTE_VALUES;
    if (is_wide || byte < SQUARE_INDEX_KING)
        position_refresh(position);
    if (is_wide)
        return legal_byte_decode(position, byte);
    return square_index_decode_from(position, byte, bases);
}

#endif
