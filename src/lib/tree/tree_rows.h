/* Ratings, years and results of a database's games for opening trees, block by block; what was read is kept. */
#ifndef PGNPACK_LIB_TREE_TREE_ROWS_H
#define PGNPACK_LIB_TREE_TREE_ROWS_H

#include "lib/rows/tag_rows.h"

struct tree_row {
    uint16_t elo[2]; /* of white and black; 0: unknown */
    uint16_t year;
    uint8_t result;
};

/* A block's first rows; NULL: they were not read, or not kept. */
struct tree_block {
    struct tree_row *rows;
    size_t count;
};

struct tree_rows {
    struct memory *memory;
    const struct pgnpack_reader *reader;
    struct tag_rows tags;
    struct tree_block *blocks; /* by their numbers */
    size_t block_capacity;
    size_t kept;              /* bytes of all blocks' rows, ... */
    struct tree_row *scratch; /* ... and those of a block that there was no more room for */
    size_t scratch_capacity;
};

/* Returns 0 when there is no memory. */
int tree_rows_init(struct tree_rows *rows, const struct pgnpack_reader *reader, struct memory *memory);
void tree_rows_free(struct tree_rows *rows);

/* A call begins: work is counted from 0 on, and a failure is forgotten. */
void tree_rows_start(struct tree_rows *rows);

/*
 * The rows of block `block`, of its first `count` games, 1 at least and no more than it has; they live until the next call. NULL: *error
 * says why. (Trees mostly ask for the first few games of a segment, those before a position was entered into its stored tree.)
 */
const struct tree_row *tree_rows_of_block(struct tree_rows *rows, size_t block, uint32_t count,
                                          struct error *error);

#endif
