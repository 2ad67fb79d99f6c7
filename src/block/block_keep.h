/*
 * What is kept of a block whose games are picked (block_decoder.keep.keeps): places in its columns, so that few games are
 * passed over to come to another, and moves that were told by odds, so that none is told twice. Both are bounded by the
 * block: a place for each 32 games, two bytes for each move.
 */
#ifndef PGNPACK_BLOCK_BLOCK_KEEP_H
#define PGNPACK_BLOCK_BLOCK_KEEP_H

#include "block/block_state.h"

void block_keep_free(struct block_decoder *decoder);

/* A block begins: nothing of it is kept. Returns 0 when there is no memory. */
int block_keep_start(struct block_decoder *decoder);

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

#endif
