/*
 * Comments of a block that has templates are put together in the order of its text, each when the pass through the
 * games comes to where it stands (comment_place.h): what it holds may depend on that, and on all comments before it. They
 * stay, so that a game can be had again, and what is passed over is not lost.
 */
#ifndef PGNPACK_BLOCK_BLOCK_COMMENTS_H
#define PGNPACK_BLOCK_BLOCK_COMMENTS_H

#include "block/block_state.h"

/* Of a block that has templates: reads them. Then game by game, in their order: */
enum pgnpack_status block_start_comments(struct block_decoder *decoder, struct error *error);

/* Begins a game: finds out whether its comments are to be put together. */
enum pgnpack_status block_begin_comments(struct block_decoder *decoder, struct error *error);

/* Puts the comment together that decoder->line has come to. */
enum pgnpack_status block_expand_comment(struct block_decoder *decoder, struct error *error);

/* Behind the game's last element. */
enum pgnpack_status block_end_comments(struct block_decoder *decoder, struct error *error);

#endif
