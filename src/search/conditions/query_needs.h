/* What a query's steps need of a game, so that most games can be passed over without a look at their moves. */
#ifndef PGNPACK_SEARCH_CONDITIONS_QUERY_NEEDS_H
#define PGNPACK_SEARCH_CONDITIONS_QUERY_NEEDS_H

#include "moves/index/index_run.h"
#include "search/columns/position_columns.h"
#include "search/conditions/query_steps.h"

/* One position that is sought and nothing else. */
struct query_goal {
    const struct position *position;
    struct index_goal men;
};

/* Sets *goal_ret if that is what the steps ask for, else returns 0. */
int query_goal_of(const struct query_steps *steps, struct query_goal *goal_ret);

/* What each position that fulfils a step needs, in any variant. */
struct position_needs query_step_needs(const struct query_steps *steps, size_t step);

/* Squares from which pawns of a side can come to these, themselves included: with each step back a file to either side, too. */
uint64_t pawn_origins(uint64_t squares, unsigned side);

#endif
