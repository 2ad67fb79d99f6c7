/*
 * What a query's steps ask of positions and moves, as far as few operations on words of 64 squares tell: the positions that a
 * replay has to show, and where it may leave a game.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_QUERY_SCREEN_H
#define PGNPACK_SEARCH_CONDITIONS_QUERY_SCREEN_H

#include "moves/index/index_run.h"
#include "search/conditions/query_steps.h"

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
