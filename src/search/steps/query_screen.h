/*
 * What a query's steps ask of positions and moves, as far as few operations on words of 64 squares tell: the positions that a
 * replay has to show, and where it may leave a game.
 */
#ifndef PGNPACK_SEARCH_STEPS_QUERY_SCREEN_H
#define PGNPACK_SEARCH_STEPS_QUERY_SCREEN_H

#include "moves/index/index_run.h"
#include "search/columns/position_columns.h"
#include "search/steps/query_steps.h"

/* ---- Needs ---- */

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

/* ---- Screens ---- */

struct query_screens {
    struct index_screen screens[INDEX_SCREENS_MAX]; /* by variant */
    unsigned count;
    int shows_all; /* this and the next ones: of index_visit */
    unsigned men_max;
    uint64_t touched, pawn_squares;
    uint32_t ply_max; /* the last step's positions are not behind it */
};

/* Of finished steps. A variant's screen is passed by the positions of its only step, and its game is left when the last step
 * is out of reach. */
void query_screens_of(const struct query_steps *steps, struct query_screens *screens);

#endif
