#include "search/conditions/board_needs.h"

static void raise_to(uint8_t *number, uint8_t least)
{
    if (*number < least)
        *number = least;
}

static void lower_to(uint8_t *number, uint8_t most)
{
    if (*number > most)
        *number = most;
}

void board_needs_add(struct board_needs *needs, const struct board_needs *more)
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

void board_needs_weaken(struct board_needs *needs, const struct board_needs *other)
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
