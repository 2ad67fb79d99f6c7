/* What is told of many games: how many of each rating, year, length, result and first move. */
#ifndef PGNPACK_CLI_FORMS_COUNT_ROW_H
#define PGNPACK_CLI_FORMS_COUNT_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/result_text.h"
#include "pgnpack.h"

enum {
    RATING_STEP = 100,
    RATING_RANGES = 41, /* the last one: 4,000 and more */
    YEAR_COUNT = 10000,
    PLY_STEP = 10,
    PLY_RANGES = 31, /* the last one: 300 and more */
    FIRST_MOVES_MAX = 32
};

struct first_move {
    char san[PGNPACK_SAN_SIZE];
    uint64_t games;
    uint64_t finished;    /* of them, with a result */
    uint64_t half_points; /* that White made in these */
};

struct game_counts {
    uint64_t games;                              /* that were counted */
    uint64_t ratings[RATING_RANGES], no_ratings; /* of both players */
    uint64_t years[YEAR_COUNT], no_years;
    uint64_t plies[PLY_RANGES];
    uint64_t results[RESULT_COUNT]; /* by enum pgnpack_result */
    struct first_move first_moves[FIRST_MOVES_MAX];
    size_t first_move_count;
    uint64_t other_starts;  /* games that begin at a position of their own */
    uint64_t no_first_move; /* games without a move, or with one of no chess game */
};

/* What a game's tags, result and length say. */
struct count_row {
    uint32_t plies;
    unsigned result;
    struct pgnpack_text white_elo, black_elo, date; /* empty: the game has no such tag */
};

/* Where what is not zero begins and ends. Returns 0 where there is nothing. */
int counts_find_extent(const uint64_t *values, size_t count, size_t *first_ret, size_t *end_ret);

/* Adds a game, but for its first move. */
void count_row(struct game_counts *counts, const struct count_row *row);

#endif
