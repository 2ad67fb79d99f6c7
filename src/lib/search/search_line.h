/* A decoded game's lines, position by position, for a query's steps. */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_LINE_H
#define PGNPACK_LIB_SEARCH_SEARCH_LINE_H

#include "game/line_stack.h"
#include "lib/search/search_written.h"
#include "search/steps/query_steps.h"

/* What the steps' conditions came to, with a line's last half-move and before it. */
struct line_states {
    struct steps_state state, before;
    struct written_trail trail, trail_before;
};

struct search_line {
    struct line_stack line;
    struct line_states *states; /* at the brackets of the open variations */
    size_t state_capacity;
    struct search_written written;
    unsigned left_out; /* variants of the steps that are not asked, a bit each */
    uint64_t plies;    /* made on boards, of all games */
};

struct search_place {
    uint32_t ply, last_ply;
    uint32_t item; /* 0: of the main line; else the items before it */
    uint32_t text; /* the items before it, in any line */
    chess_move
        move; /* or drop that is played in the position of the last step; NO_MOVE: none, or a null move */
    uint8_t as_black; /* as in struct pgnpack_hit */
};

void search_line_init(struct search_line *search, struct memory *memory);
void search_line_free(struct search_line *search);

/* Does hit `a` begin before `b`, or where it does and end before it, or as early and come first in the text? */
static inline int search_place_is_earlier(const struct search_place *a, const struct search_place *b)
{
    if (a->ply != b->ply)
        return a->ply < b->ply;
    return a->last_ply != b->last_ply ? a->last_ply < b->last_ply : a->text < b->text;
}

/*
 * Does the main line, or with `variations` any line, fulfil the steps? *place_ret: where first, in the order of the text; of
 * several variants of the steps that which begins earliest. Without memory 0 and the memory's refusal.
 */
int search_line_find(struct search_line *search, const struct query_steps *steps, const struct game *game,
                     int variations, struct search_place *place_ret);

#endif
