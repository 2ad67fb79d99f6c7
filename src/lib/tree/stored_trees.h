/*
 * The opening trees that a database has stored: one a segment, or one for all of it in an index beside it. What is damaged, or
 * of another database, counts as none: then games are searched.
 */
#ifndef PGNPACK_LIB_TREE_STORED_TREES_H
#define PGNPACK_LIB_TREE_STORED_TREES_H

#include "lib/search/search_block.h"
#include "search/openings/tree_bytes.h"

struct stored_tree {
    uint64_t first, count; /* its games, from 0 */
    struct search_bytes bytes;
    struct tree_view view;
    /* What was last asked for: a position is asked for again, after how many games have to be searched for it. */
    int has_last, last_is_found;
    uint64_t last_key;
    struct tree_node last;
};

struct stored_trees {
    struct memory *memory;
    const struct pgnpack_reader *reader;
    int is_read;
    struct stored_tree *trees; /* in the order of their games */
    size_t count, capacity;
};

void stored_trees_init(struct stored_trees *trees, const struct pgnpack_reader *reader,
                       struct memory *memory);
void stored_trees_free(struct stored_trees *trees);

/* Reads them, the first time. Fails for lack of memory only. */
enum pgnpack_status stored_trees_read(struct stored_trees *trees, struct error *error);

/*
 * Adds what tree `i` knows of the position to the node. Returns 1, and sets *from_ret: games of the tree's before those that it
 * counted; or 0: it does not know the position.
 */
int stored_trees_add(struct stored_trees *trees, size_t i, const struct position *position,
                     struct opening_node *node, uint64_t *from_ret);

#endif
