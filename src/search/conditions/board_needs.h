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

/* Both are needed. */
void board_needs_add(struct board_needs *needs, const struct board_needs *more);

/* One of them is enough. */
void board_needs_weaken(struct board_needs *needs, const struct board_needs *other);

#endif
