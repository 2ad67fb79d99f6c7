/*
 * A position's moves, with what became of the games: a row of an opening tree. A game counts once in a position, with the
 * half-move that it played there first.
 */
#ifndef PGNPACK_SEARCH_OPENINGS_OPENING_NODE_H
#define PGNPACK_SEARCH_OPENINGS_OPENING_NODE_H

#include "chess/types.h"
#include "util/memory.h"

/* Results as `enum pgnpack_result` numbers them. */
enum { OPENING_RESULTS = 4 };

/* The last of a year's or rating's values that are counted: larger ones count as unknown. */
enum { OPENING_RATING_MAX = 9999, OPENING_YEAR_MAX = 9999 };

struct opening_counts {
    uint64_t games;
    uint64_t results[OPENING_RESULTS];
    uint64_t rated, rating_sum; /* the mover's ratings that are known, and their sum */
    /* Games with a result whose opponent has a rating; of them the opponents' ratings and the mover's half points. */
    uint64_t opponents, opponent_sum, half_points;
    uint32_t last_year; /* 0: none is known */
};

/* What a game adds. */
struct opening_game {
    chess_move move; /* NO_MOVE: its line ends there, or with a null move */
    uint8_t mover;   /* the side to move */
    uint8_t result;  /* enum pgnpack_result */
    uint16_t elo[2]; /* by colour; 0: unknown */
    uint16_t year;   /* 0: unknown */
};

struct opening_move {
    chess_move move;
    struct opening_counts counts;
};

struct opening_node {
    struct memory *memory;
    struct opening_move *moves;
    size_t count, capacity;
};

void opening_node_init(struct opening_node *node, struct memory *memory);
void opening_node_free(struct opening_node *node);

/* No games any more; the array stays. */
static inline void opening_node_clear(struct opening_node *node)
{
    node->count = 0;
}

void opening_counts_add_game(struct opening_counts *counts, const struct opening_game *game);
void opening_counts_add(struct opening_counts *counts, const struct opening_counts *other);

/* All return 0 when there is no memory; then nothing has changed, but opening_node_add_node() may have added some moves. */
int opening_node_add_game(struct opening_node *node, const struct opening_game *game);
int opening_node_add(struct opening_node *node, chess_move move, const struct opening_counts *counts);
int opening_node_add_node(struct opening_node *node, const struct opening_node *other);

/*
 * Takes out a game that was counted; *place_ret: its move's, which stays, perhaps without games. The last year stays what it is.
 * Returns 0 where the node cannot have counted it.
 */
int opening_node_remove_game(struct opening_node *node, const struct opening_game *game, size_t *place_ret);

/* Moves without games go. */
void opening_node_drop_empty(struct opening_node *node);

/* By games, the most first, then by the moves' numbers; NO_MOVE last. */
int opening_moves_compare(const struct opening_move *first, const struct opening_move *second);
void opening_node_sort(struct opening_node *node);

void opening_node_total(const struct opening_node *node, struct opening_counts *total_ret);

/* Means, rounded to the nearest number; 0: nothing is known. */
uint32_t opening_counts_rating(const struct opening_counts *counts);
uint32_t opening_counts_opponents(const struct opening_counts *counts);

/*
 * The mover's performance rating: the opponents' mean and what the share of points, rounded to a percent, is worth by the
 * table of FIDE's Rating Regulations (Handbook B.02, table 8.1.1). 0: fewer opponents' ratings are known than say anything, or it
 * would be below 1.
 */
enum { PERFORMANCE_OPPONENTS_MIN = 3 };
uint32_t opening_counts_performance(const struct opening_counts *counts);

#endif
