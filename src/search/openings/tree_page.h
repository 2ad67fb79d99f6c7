/*
 * A page of an opening tree: some positions, in the order of their keys, coded bit by bit under adaptive counters that begin
 * anew with each page. docs/FORMAT.md, "Opening tree". What a page says is checked: a count that cannot be fails it.
 */
#ifndef PGNPACK_SEARCH_OPENINGS_TREE_PAGE_H
#define PGNPACK_SEARCH_OPENINGS_TREE_PAGE_H

#include "chess/types.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/memory.h"

/* ---- Nodes ---- */

/*
 * A position's moves, with what became of the games: a row of an opening tree. A game counts once in a position, with the
 * half-move that it played there first.
 */

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

/* ---- Pages ---- */

enum {
    TREE_PAGE_NODES_MAX = 64,
    TREE_NODE_MOVES_MAX = 256, /* positions of games have 219 with "no move", as far as is known */
    TREE_KEY_BITS = 48,        /* of a position's key, the highest */
    TREE_PAGE_MOVES_PER_BYTE =
        8 /* at most, and a page's nodes besides: what decoding costs is bounded by that */
};

/* What stands in a tree is no more than that. */
#define TREE_GAMES_MAX UINT32_C(0x7fffffff)

struct tree_node {
    uint64_t key;              /* the highest bits only */
    uint64_t from;             /* games of the segment before those that are counted */
    uint8_t mover;             /* the side to move */
    struct opening_node moves; /* as opening_node_sort() has them, at least one */
};

/*
 * Appends a page of `count` nodes. Returns 0 where it cannot be (too many moves for its bytes), and leaves `out` as it
 * was. Without memory, `out` has failed.
 */
int tree_page_write(const struct tree_node *nodes, size_t count, struct buffer *out);

/* A page as the directory tells it. */
struct tree_page {
    uint64_t first_key, end_key; /* all keys are below the second */
    uint64_t game_count;         /* of the segment */
    size_t count;
    const uint8_t *bytes;
    size_t size;
};

/* Sees a node, whose moves it may take by an exchange. Returns 0 when there is no memory. */
typedef int (*tree_visit_function)(void *opaque, struct tree_node *node);

/* Decodes all of the page, and shows its nodes, in the order of their keys; some also of a page that is not in order. */
enum pgnpack_status tree_page_each(const struct tree_page *page, struct memory *memory,
                                   tree_visit_function visit, void *opaque, struct error *error);

/*
 * Decodes all of the page, and sets *node_ret, whose moves are initialised, to the node of `key` (the highest bits);
 * *found_ret 0: there is none. PGNPACK_ERROR_CORRUPT, PGNPACK_ERROR_MEMORY: nothing was found.
 */
enum pgnpack_status tree_page_find(const struct tree_page *page, uint64_t key, struct tree_node *node_ret,
                                   int *found_ret, struct error *error);

#endif
