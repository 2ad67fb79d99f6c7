/*
 * Main lines of codec index played straight from the stripes, without a game around them, as far as a query's steps can still
 * be fulfilled.
 */
#ifndef PGNPACK_LIB_SEARCH_REPLAY_H
#define PGNPACK_LIB_SEARCH_REPLAY_H

#include "lib/search_block.h"
#include "lib/search_line.h"
#include "moves/index_run.h"
#include "search/query_needs.h"

struct search_replay {
    const struct index_run *run;
    struct index_run_state state;
    struct position position;
    struct search_source *source;
    struct search_block *block;
    uint32_t game, ply, ply_count; /* of the main line that is played */
    uint64_t plies;                /* of all games */
    int is_broken; /* a byte encodes no move, or a stripe cannot be read: who decodes the game will say so */
};

enum replay_result { REPLAY_NOT_FOUND, REPLAY_FOUND, REPLAY_FAILED /* *error, or is_broken, says why */ };

void search_replay_init(struct search_replay *replay, struct search_source *source);

/*
 * Does the main line of a game, from the orthodox start position, fulfil the steps? The block's lines are known, and the game's
 * is plain. `goal`: what steps that seek one position come to; NULL: they seek something else.
 */
enum replay_result search_replay_find(struct search_replay *replay, struct search_block *block, uint32_t game,
                                      const struct query_steps *steps, const struct query_goal *goal,
                                      struct search_place *place_ret, struct error *error);

#endif
