/* The games of a block whose sections are loaded. */
#ifndef PGNPACK_BLOCK_BLOCK_GAMES_H
#define PGNPACK_BLOCK_BLOCK_GAMES_H

#include "block/block_state.h"

/* The next game into decoder->game, which stays valid until the next call. PGNPACK_END behind the last one. */
enum pgnpack_status block_decoder_next(struct block_decoder *decoder, struct error *error);

/* Makes game `game` (from 0) of the block the one that comes next; forwards is cheaper than backwards. */
enum pgnpack_status block_decoder_go_to(struct block_decoder *decoder, uint32_t game, struct error *error);

#endif
