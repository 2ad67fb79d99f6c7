/*
 * Where in its block a comment stands: what packing and unpacking both know of it before they code it. Without boards
 * that follows from the shapes alone.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_PLACE_H
#define PGNPACK_COMMENTS_COMMENT_PLACE_H

#include "comments/comment_clock.h"
#include "game/line_stack.h"

struct comment_place {
    uint32_t game; /* of the block, from 0 */
    uint32_t ply;  /* moves before the comment in its line: odd behind a move of the side that began */
    struct comment_clock clock;     /* of the game */
    uint16_t mark;                  /* the last NAG or suffix since the last move or bracket, 0: none */
    const struct position *now;     /* where the comment stands; NULL: not known */
    const struct position *before;  /* before the last move, NULL where that is not known ... */
    const struct position *earlier; /* ... and before the one before */
    chess_move last;                /* the last move; NO_MOVE: not known, or a null move */
    chess_move last_but_one;
};

/* Behind what `line` has passed of the game. It knows boards if it keeps the past ones; valid until it goes on. */
static inline struct comment_place comment_place_of(const struct line_stack *line, uint32_t game,
                                                    struct comment_clock clock)
{
    uint32_t ply = line->walk.ply;
    struct comment_place place = {.game = game, .ply = ply, .clock = clock, .mark = line->walk.mark};
    if (line->boards != LINE_BOARDS_AND_PAST)
        return place;
    place.now = &line->position;
    if (line->past_count > 0) {
        place.before = &line->past[~ply & 1];
        place.last = line->past_moves[~ply & 1];
    }
    if (line->past_count > 1) {
        place.earlier = &line->past[ply & 1];
        place.last_but_one = line->past_moves[ply & 1];
    }
    return place;
}

#endif
