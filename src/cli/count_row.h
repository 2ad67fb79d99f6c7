/* Adds to the counts of games what a game's tags, result and length say. */
#ifndef PGNPACK_CLI_COUNT_ROW_H
#define PGNPACK_CLI_COUNT_ROW_H

#include "cli/game_counts.h"

struct count_row {
    uint32_t plies;
    unsigned result;
    struct pgnpack_text white_elo, black_elo, date; /* empty: the game has no such tag */
};

void count_row(struct game_counts *counts, const struct count_row *row);

#endif
