/*
 * A page of an opening tree: some positions, in the order of their keys, coded bit by bit under adaptive counters that begin
 * anew with each page. docs/FORMAT.md, "Opening tree". What a page says is checked: a count that cannot be fails it.
 */
#ifndef PGNPACK_SEARCH_OPENINGS_TREE_PAGE_H
#define PGNPACK_SEARCH_OPENINGS_TREE_PAGE_H

#include "search/openings/opening_node.h"
#include "util/buffer.h"
#include "util/error.h"

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
