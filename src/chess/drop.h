/*
 * Drops: moves of crazyhouse and bughouse that put a man from the hand on an empty square, "N@f3". What a side
 * holds in its hand is not known here, so any man but a king can come.
 */
#ifndef PGNPACK_CHESS_DROP_H
#define PGNPACK_CHESS_DROP_H

#include <stddef.h>

#include "chess/position.h"
#include "chess/san.h"

static inline chess_move drop_of(unsigned type, unsigned to)
{
    return move_of(type, to, MOVE_DROP);
}

/* The type of the man that comes. */
static inline unsigned drop_type(chess_move drop)
{
    return move_from(drop);
}

/*
 * True if it is a drop, and allowed here: on an empty square, pawns not on the first and last rank, and the own
 * king is not in check behind it.
 */
int drop_is_legal(const struct position *position, chess_move drop);

/*
 * Reads the text of one drop at `text`, not past `end`, and returns its length, 0 if it is none: "N@f3", for pawns
 * "P@e4" or "@e4", and a check sign. *check_ret: '+', '#' or 0, as written; *plain_ret: 0 if the man is not named.
 */
size_t drop_scan(const char *text, const char *end, chess_move *drop_ret, uint8_t *check_ret, int *plain_ret);

/* Writes a drop without a check sign, "N@f3", not terminated; returns the text's length. */
size_t drop_write(chess_move drop, char out[SAN_SIZE_MAX]);

/* Writes a legal drop with its check sign, not terminated, and puts the man on the board; returns the text's length. */
size_t drop_write_and_make(struct position *position, chess_move drop, char out[SAN_SIZE_MAX]);

#endif
