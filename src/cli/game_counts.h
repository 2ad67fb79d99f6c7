/* What a page tells of the games of a database: how many of each rating, year, length, result and first move. */
#ifndef PGNPACK_CLI_GAME_COUNTS_H
#define PGNPACK_CLI_GAME_COUNTS_H

#include "cli/database.h"

enum {
    RATING_STEP = 100,
    RATING_RANGES = 41, /* the last one: 4,000 and more */
    YEAR_COUNT = 10000,
    PLY_STEP = 10,
    PLY_RANGES = 31, /* the last one: 300 and more */
    RESULT_COUNT = 4,
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

/* Adds the games of the database. What is damaged is reported, passed over and not counted; the status is the first one's. */
enum exit_status game_counts_add(struct game_counts *counts, struct command_context *context,
                                 const struct database *database);

#endif
