/*
 * The bytes of a segment's opening tree: a directory, and behind it pages of positions (search/openings/tree_page.h), each of which
 * can be read alone. docs/FORMAT.md, "Opening tree".
 *
 *     varint: the size of the directory, behind this number
 *     varint: games of the segment, 1 to 2^31 - 1
 *     for each page: its first key, 6 bytes, lowest first; varint: its positions, 1 to 64; varint: its bytes, at least 1
 *     the pages, in that order
 *
 * A position that is not in the tree says nothing: its games have to be searched. One that is there counts the segment's games
 * behind the first `from`.
 */
#ifndef PGNPACK_SEARCH_OPENINGS_TREE_BYTES_H
#define PGNPACK_SEARCH_OPENINGS_TREE_BYTES_H

#include "search/openings/tree_page.h"

/* ---- Writing ---- */

struct tree_writer {
    struct memory *memory;
    struct tree_node *nodes; /* of the page that is being filled, and one more */
    size_t count;
    uint64_t last_key; /* that was told; UINT64_MAX: none */
    size_t written;
    struct buffer directory, pages;
};

void tree_writer_init(struct tree_writer *writer, struct memory *memory);
void tree_writer_free(struct tree_writer *writer);

/* The next position, which the caller fills; its moves are initialised. NULL: there is no memory. */
struct tree_node *tree_writer_next(struct tree_writer *writer);

/*
 * Takes what tree_writer_next() gave. Keys come in their order; positions that share one, or with more than
 * TREE_NODE_MOVES_MAX moves, are left out. Returns 0 when there is no memory.
 */
int tree_writer_add(struct tree_writer *writer);

/* Appends the tree, or nothing where no position was taken. Returns 0 when there is no memory. */
int tree_writer_end(struct tree_writer *writer, uint64_t game_count, struct buffer *out, size_t *written_ret);

/* ---- Reading ---- */

struct tree_place {
    uint64_t first_key;
    uint64_t offset; /* in the tree */
    uint32_t size;
    uint32_t count; /* positions */
};

struct tree_view {
    struct memory *memory;
    uint64_t game_count;
    struct tree_place *places; /* of the pages */
    size_t count, capacity;
};

void tree_view_init(struct tree_view *view, struct memory *memory);
void tree_view_free(struct tree_view *view);

/* How many bytes of a tree have to be there for tree_view_open(), by its first bytes; 0: they say nothing that can be. */
uint64_t tree_head_size(const uint8_t *bytes, size_t size);

/*
 * Reads the directory. `bytes`: the tree's first `head_size`; `tree_size`: of all of it. The segment has `game_count` games:
 * a tree of another number is none of this segment. PGNPACK_ERROR_CORRUPT, PGNPACK_ERROR_MEMORY.
 */
enum pgnpack_status tree_view_open(struct tree_view *view, const uint8_t *bytes, size_t head_size,
                                   uint64_t tree_size, uint64_t game_count, struct error *error);

/* All nodes of a tree whose `size` bytes are all there, in the order of their keys. */
enum pgnpack_status tree_view_each(const struct tree_view *view, const uint8_t *bytes, size_t size,
                                   tree_visit_function visit, void *opaque, struct error *error);

/* Both at once, of a tree whose `size` bytes are all there. */
enum pgnpack_status tree_view_find(const struct tree_view *view, const uint8_t *bytes, size_t size,
                                   uint64_t key, struct tree_node *node_ret, int *found_ret,
                                   struct error *error);

#endif
