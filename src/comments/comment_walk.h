/*
 * Where in its block a comment stands: what packing and unpacking both know of it before they code it. Elements of
 * the games are told to a walk one after the other; it says where a comment behind them stands.
 *
 * Without boards (positions NULL) a walk needs the shapes only; with boards the moves, too.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_WALK_H
#define PGNPACK_COMMENTS_COMMENT_WALK_H

#include "comments/comment_clock.h"
#include "game/game.h"

struct comment_place {
    uint32_t game; /* of the block, from 0 */
    uint32_t ply;  /* moves before the comment in its line: odd behind a move of the side that began */
    struct comment_clock clock;     /* of the game */
    uint16_t mark;                  /* the last NAG or suffix since the last move or bracket, 0: none */
    const struct position *now;     /* where the comment stands; NULL: a walk without boards */
    const struct position *before;  /* before the last move, NULL where that is not known ... */
    const struct position *earlier; /* ... and before the one before */
    chess_move last;                /* the last move; NO_MOVE: not known, or a null move */
    chess_move last_but_one;
};

struct comment_walk {
    struct comment_clock clock;
    uint16_t mark;
    uint32_t game;
    uint32_t ply;
    unsigned depth;
    uint32_t plies[GAME_NESTING_MAX]; /* by open variation: where it began */
    struct position past[2];          /* before the last two moves, by the move's ply */
    chess_move moves[2];              /* these moves */
    unsigned past_count;              /* of them known */
};

static inline void comment_walk_start_game(struct comment_walk *walk, uint32_t game,
                                           struct comment_clock clock)
{
    walk->clock = clock;
    walk->game = game;
    walk->mark = 0;
    walk->ply = 0;
    walk->depth = 0;
    walk->past_count = 0;
}

/* To be called before a move, or null move (NO_MOVE), is made; `position` NULL in a walk without boards. */
static inline void comment_walk_move(struct comment_walk *walk, const struct position *position,
                                     chess_move move)
{
    if (position != NULL) {
        walk->moves[walk->ply & 1] = move;
        walk->past[walk->ply & 1] = *position;
        walk->past_count += walk->past_count < 2;
    }
    walk->mark = 0;
    walk->ply++;
}

/* Moves in a row, in a walk without boards. */
static inline void comment_walk_moves(struct comment_walk *walk, uint64_t count)
{
    if (count != 0)
        walk->mark = 0;
    walk->ply += (uint32_t)count;
}

static inline void comment_walk_mark(struct comment_walk *walk, uint16_t mark)
{
    walk->mark = mark;
}

/* "(". Returns 0 and changes nothing where there is no move to go back behind, or variations are too deep. */
static inline int comment_walk_open(struct comment_walk *walk)
{
    if (walk->ply == 0 || walk->depth == GAME_NESTING_MAX)
        return 0;
    walk->mark = 0;
    walk->plies[walk->depth++] = walk->ply--;
    walk->past_count -= walk->past_count != 0;
    return 1;
}

/* ")". Returns 0 where no variation is open. */
static inline int comment_walk_close(struct comment_walk *walk)
{
    if (walk->depth == 0)
        return 0;
    walk->mark = 0;
    walk->ply = walk->plies[--walk->depth];
    walk->past_count = 0;
    return 1;
}

/* `now` NULL in a walk without boards. The place is valid until the walk goes on. */
static inline struct comment_place comment_walk_place(const struct comment_walk *walk,
                                                      const struct position *now)
{
    struct comment_place place = {
        .game = walk->game, .ply = walk->ply, .clock = walk->clock, .mark = walk->mark, .now = now};
    if (now != NULL && walk->past_count > 0) {
        place.before = &walk->past[~walk->ply & 1];
        place.last = walk->moves[~walk->ply & 1];
    }
    if (now != NULL && walk->past_count > 1) {
        place.earlier = &walk->past[walk->ply & 1];
        place.last_but_one = walk->moves[walk->ply & 1];
    }
    return place;
}

#endif
