/* Holds what only searches read against the games: columns that tell them wrong would make searches miss games. */
#ifndef PGNPACK_BLOCK_BLOCK_CHECK_H
#define PGNPACK_BLOCK_BLOCK_CHECK_H

#include "block/block_state.h"

/*
 * Are the position columns, if the block has some, true of its games? `block`: all of it, which the decoder has read; it reads it
 * again.
 */
enum pgnpack_status block_check_positions(struct block_decoder *decoder, const uint8_t *block,
                                          struct error *error);

#endif
