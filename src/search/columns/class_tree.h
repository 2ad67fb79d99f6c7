/*
 * Games by the first (or last) pawns that left their first squares: a tree of at most 256 classes, each a list of pawns that
 * all its games begin (or end) with. It grows where most games are, so it tells openings apart that are played often.
 * docs/FORMAT.md, "Position columns".
 */
#ifndef PGNPACK_SEARCH_COLUMNS_CLASS_TREE_H
#define PGNPACK_SEARCH_COLUMNS_CLASS_TREE_H

#include "search/columns/pawn_trace.h"
#include "util/varint.h"

enum { CLASS_COUNT_MAX = 256 };

/* A list of pawns, 4 bits each, the first one lowest. */
struct pawn_list {
    uint64_t pawns;
    uint8_t count;
};

static inline unsigned pawn_list_get(const struct pawn_list *list, unsigned i)
{
    return (unsigned)(list->pawns >> (4 * i)) & 15u;
}

/* The list from its end. */
struct pawn_list pawn_list_reversed(struct pawn_list list);

/*
 * Appends a tree for these lists, of at most `class_limit` classes, to `tree`, and each list's class to `classes`. Returns 0
 * when there is no memory.
 */
int class_tree_write(const struct pawn_list *lists, size_t count, unsigned class_limit, struct memory *memory,
                     struct buffer *tree, struct buffer *classes);

struct class_tree {
    unsigned count;
    struct pawn_list classes[CLASS_COUNT_MAX];
};

/* Reads a tree from the source. Returns 0 when it is not in order. */
int class_tree_read(struct byte_source *source, struct class_tree *tree);

#endif
