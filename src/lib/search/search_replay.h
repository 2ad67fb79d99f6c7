/*
 * Main lines of codec index played straight from the stripes, without a game around them, as far as a query's steps can still
 * be fulfilled.
 */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_REPLAY_H
#define PGNPACK_LIB_SEARCH_SEARCH_REPLAY_H

#include "lib/search/search_block.h"
#include "lib/search/search_line.h"
#include "moves/index/index_run.h"
#include "search/steps/query_screen.h"

/*
 * How far the same first moves led before, in another game of the same question. Many games begin alike, and half of what is
 * played of a game are its first moves.
 */
enum { PREFIX_PLIES_SOUGHT = 4, PREFIX_PLIES_VISITED = 8, PREFIX_COUNT = 2048 };

struct replay_prefix {
    uint64_t bytes; /* of the moves */
    uint8_t end;    /* enum index_seek, after so many plies: */
    uint8_t plies;
    uint8_t is_hit;  /* the position sought stands there */
    chess_move move; /* behind it */
    struct position position;
    struct index_run_state state;
    uint8_t steps[STEPS_STATE_IN_ORDER]; /* of a struct steps_state; not of one position that is sought */
};

struct replay_prefixes {
    uint64_t
        turns[PREFIX_COUNT]; /* of the question and the variants that it asks: others count for nothing */
    struct replay_prefix prefixes[PREFIX_COUNT];
};

struct search_replay {
    const struct index_run *run;
    struct index_run_state state;
    struct position start, position;
    struct search_source *source;
    struct search_block *block;
    uint32_t game, ply, ply_count;        /* of the main line that is played */
    uint64_t plies;                       /* of all games */
    struct replay_prefixes *prefixes;     /* by a hash; NULL: none */
    unsigned left_out;                    /* variants of the steps that are not asked, a bit each */
    uint64_t question;                    /* above bits for these */
    uint64_t turn;                        /* with them */
    const struct search_numbers *numbers; /* of its half-moves; NULL: nobody asks, or there are none */
    int is_broken; /* a byte encodes no move, or a stripe cannot be read: who decodes the game will say so */
};

enum replay_result { REPLAY_NOT_FOUND, REPLAY_FOUND, REPLAY_FAILED /* *error, or is_broken, says why */ };

void search_replay_init(struct search_replay *replay, struct search_source *source);
void search_replay_free(struct search_replay *replay);

/* Another question begins. */
void search_replay_start(struct search_replay *replay);

/*
 * Does the main line of a game, from the orthodox start position, fulfil the steps? The block's lines are known, and the game's
 * is plain. `screens` are those of the steps; replay->numbers are the block's, if they are asked for. `goal`: what steps that seek one position come to; NULL: they seek something else.
 */
enum replay_result search_replay_find(struct search_replay *replay, struct search_block *block, uint32_t game,
                                      const struct query_steps *steps, const struct query_screens *screens,
                                      const struct query_goal *goal, struct search_place *place_ret,
                                      struct error *error);

#endif
