/* From a block's sections to columns that games can be taken from, and what games take from these in common. */
#ifndef PGNPACK_BLOCK_BLOCK_COLUMNS_H
#define PGNPACK_BLOCK_BLOCK_COLUMNS_H

#include "block/block_state.h"

/* To be called when all sections are loaded: makes ready for the first game. */
enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error);

/* Instead of block_decoder_ready(), for BLOCK_NAMES alone: reads decoder->schemas and the templates of comments. */
enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error);

/* Makes decoder->schemas of their section, which is loaded. */
enum pgnpack_status block_read_schemas(struct block_decoder *decoder, struct error *error);

/* The tags' columns, before the first game. */
enum pgnpack_status block_start_tags(struct block_decoder *decoder, struct error *error);

/* Before the first game. */
void block_start_cursor(struct block_decoder *decoder);

void block_release_move_state(struct block_decoder *decoder);

/* ---- Comments ---- */

/*
 * Comments of a block that has templates are put together in the order of its text, each when the pass through the
 * games comes to where it stands (comment_place.h): what it holds may depend on that, and on all comments before it. They
 * stay, so that a game can be had again, and what is passed over is not lost.
 */

/* Begins a game: finds out whether its comments are to be put together. */
enum pgnpack_status block_begin_comments(struct block_decoder *decoder, struct error *error);

/* Puts the comment together that decoder->line has come to. */
enum pgnpack_status block_expand_comment(struct block_decoder *decoder, struct error *error);

/* Behind the game's last element. */
enum pgnpack_status block_end_comments(struct block_decoder *decoder, struct error *error);

/* ---- What is kept ---- */

/*
 * Of a block whose games are picked (block_decoder.keep.keeps): places in its columns, so that few games are
 * passed over to come to another, and moves that were told by odds, so that none is told twice. Both are bounded by the
 * block: a place for each 32 games, two bytes for each move.
 */

void block_keep_free(struct block_decoder *decoder);

/* To be called before each game: notes the place where it is worth that. Returns 0 when there is no memory. */
int block_keep_place(struct block_decoder *decoder);

/*
 * Makes game `game`, or one before it, the next one, as near as there is a place; the reader of moves that have groups stays
 * where it is. Returns 0 when there is none, and all is as it was.
 */
int block_keep_go_near(struct block_decoder *decoder, uint32_t game);

/* Gives back what only games need whose tags were not unpacked yet. */
void block_keep_trim(struct block_decoder *decoder);

/* ---- Moves of codecs that have groups ---- */

static inline int block_keeps_moves(const struct block_decoder *decoder)
{
    return decoder->keep.keeps && move_codec_has_groups(decoder->move_codec);
}

static inline int block_keep_has_moves(const struct block_decoder *decoder, uint32_t game)
{
    return block_keeps_moves(decoder) && decoder->keep.starts[game] != BLOCK_KEEP_NOTHING;
}

/*
 * The present game begins: if the reader of moves does not stand before it, its moves are taken from those kept
 * (keep.replays). Returns 0 when there are none.
 */
int block_keep_start_game(struct block_decoder *decoder);

/* The next move of those kept; NO_MOVE: there are no more. */
chess_move block_keep_next(struct block_decoder *decoder);

/* A move that was decoded, and the end of a game whose moves all were. The first returns 0 when there is no memory. */
int block_keep_move(struct block_decoder *decoder, chess_move move);
void block_keep_end_game(struct block_decoder *decoder);

/* ---- Text: rendering, and the exceptions to it ---- */

/* Appends the text of the game decoded last (BLOCK_TEXT). */
enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out,
                                         struct error *error);

/* Passes over those of games that were not rendered. */
void block_pass_exceptions(struct block_cursor *cursor);

#endif
