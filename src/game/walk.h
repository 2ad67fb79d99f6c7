/*
 * Where we are among a game's elements, as far as moves and brackets tell: the one meaning of ply and variation that
 * readers, codecs and renderers share. They tell a walk each element that they pass. With boards: line_stack.h.
 */
#ifndef PGNPACK_GAME_WALK_H
#define PGNPACK_GAME_WALK_H

#include "game/game.h"

struct walk {
    uint32_t
        ply; /* moves, drops and null moves before in the line: "(" takes one away, ")" brings all back */
    unsigned depth;                   /* open variations */
    uint16_t mark;                    /* the last NAG or suffix since the last ply or bracket, 0: none */
    uint32_t plies[GAME_NESTING_MAX]; /* by open variation: the ply at its bracket */
};

/* Starts a game. */
static inline void walk_start(struct walk *walk)
{
    walk->ply = 0;
    walk->depth = 0;
    walk->mark = 0;
}

/* Moves, drops and null moves in a row. */
static inline void walk_plies(struct walk *walk, uint64_t count)
{
    if (count != 0)
        walk->mark = 0;
    walk->ply += (uint32_t)count;
}

static inline void walk_mark(struct walk *walk, uint16_t mark)
{
    walk->mark = mark;
}

enum line_status { LINE_OK, LINE_NO_MOVE, LINE_TOO_DEEP, LINE_NO_MEMORY };

/* "(". LINE_NO_MOVE: the line has no move yet that an alternative could replace. */
static inline enum line_status walk_open(struct walk *walk)
{
    uint32_t line_start = walk->depth == 0 ? 0 : walk->plies[walk->depth - 1] - 1;
    if (walk->ply == line_start)
        return LINE_NO_MOVE;
    if (walk->depth >= GAME_NESTING_MAX)
        return LINE_TOO_DEEP;
    walk->plies[walk->depth++] = walk->ply--;
    walk->mark = 0;
    return LINE_OK;
}

/* ")". LINE_NO_MOVE: nothing is open. */
static inline enum line_status walk_close(struct walk *walk)
{
    if (walk->depth == 0)
        return LINE_NO_MOVE;
    walk->ply = walk->plies[--walk->depth];
    walk->mark = 0;
    return LINE_OK;
}

/* An element of any kind, NAGs without their number. Returns 0 and changes nothing where no such can stand. */
static inline int walk_pass(struct walk *walk, unsigned kind)
{
    if (item_kind_is_ply(kind))
        walk_plies(walk, 1);
    else if (kind == ITEM_VARIATION_BEGIN)
        return walk_open(walk) == LINE_OK;
    else if (kind == ITEM_VARIATION_END)
        return walk_close(walk) == LINE_OK;
    return 1;
}

/* Plies of the main line so far. */
static inline uint32_t walk_main_ply(const struct walk *walk)
{
    return walk->depth == 0 ? walk->ply : walk->plies[0];
}

#endif
