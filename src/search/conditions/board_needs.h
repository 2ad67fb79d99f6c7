/*
 * What a position must have, whatever else is asked of it, for conditions on the board to hold: few numbers that can be held
 * against columns, or end the replay of a game early. They are about the position alone: "gone" says that no pawn of the right
 * colour stands on its home square, not that one ever did.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_BOARD_NEEDS_H
#define PGNPACK_SEARCH_CONDITIONS_BOARD_NEEDS_H

#include <stdint.h>

#include "search/columns/pawn_trace.h"

struct board_needs {
    uint16_t home_pawns_gone;       /* by pawn_trace.h's numbers: no pawn of its colour is on that square */
    uint16_t home_pawns_present;    /* one is */
    uint8_t men_min[2], men_max[2]; /* by colour, kings too */
    uint32_t ply_min, ply_max;      /* half-moves before the position */
};

#define BOARD_NEEDS_NOTHING ((struct board_needs){.men_max = {64, 64}, .ply_max = UINT32_MAX})

static inline void raise_to(uint8_t *number, uint8_t least)
{
    if (*number < least)
        *number = least;
}

static inline void lower_to(uint8_t *number, uint8_t most)
{
    if (*number > most)
        *number = most;
}

/* Both are needed. */
static inline void board_needs_add(struct board_needs *needs, const struct board_needs *more)
{
    needs->home_pawns_gone |= more->home_pawns_gone;
    needs->home_pawns_present |= more->home_pawns_present;
    for (unsigned colour = 0; colour < 2; colour++) {
        raise_to(&needs->men_min[colour], more->men_min[colour]);
        lower_to(&needs->men_max[colour], more->men_max[colour]);
    }
    if (needs->ply_min < more->ply_min)
        needs->ply_min = more->ply_min;
    if (needs->ply_max > more->ply_max)
        needs->ply_max = more->ply_max;
}

/* One of them is enough. */
static inline void board_needs_weaken(struct board_needs *needs, const struct board_needs *other)
{
    needs->home_pawns_gone &= other->home_pawns_gone;
    needs->home_pawns_present &= other->home_pawns_present;
    for (unsigned colour = 0; colour < 2; colour++) {
        lower_to(&needs->men_min[colour], other->men_min[colour]);
        raise_to(&needs->men_max[colour], other->men_max[colour]);
    }
    if (needs->ply_min > other->ply_min)
        needs->ply_min = other->ply_min;
    if (needs->ply_max < other->ply_max)
        needs->ply_max = other->ply_max;
}

#endif
