/*
 * Moves of codec index (encoding/move_byte.h) in a row, at a fraction of their cost one by one: where the blocks of each
 * side's men end is carried along from ply to ply, and nothing is kept that only taking back would need.
 */
#ifndef PGNPACK_MOVES_INDEX_RUN_H
#define PGNPACK_MOVES_INDEX_RUN_H

#include <stddef.h>

#include "chess/san.h"

/*
 * Plays the moves of `count` bytes on the position and notes them. Returns how many: fewer than `count` where a byte
 * encodes no move there, as move_byte_decode() says, so that the same is left open. `checkers` may be out of date
 * before it, and is behind it.
 */
size_t index_run_play(struct position *position, const uint8_t *bytes, size_t count, chess_move *moves);

/* The same, but writes their SAN. `checkers` must be up to date before it, and is behind it. */
size_t index_run_write(struct position *position, const uint8_t *bytes, size_t count, struct san_text *sans);

#endif
