/* The text of a block's games: rendering, and the exceptions to it. */
#ifndef PGNPACK_BLOCK_BLOCK_TEXT_H
#define PGNPACK_BLOCK_BLOCK_TEXT_H

#include "block/block_state.h"

/* Appends the text of the game decoded last (BLOCK_TEXT). */
enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out,
                                         struct error *error);

/* Finds out which exception comes next. */
void block_advance_exception(struct block_cursor *cursor);

/* Passes over those of games that were not rendered. */
void block_pass_exceptions(struct block_cursor *cursor);

#endif
