/* How many moves the main line of each of a block's games has, from the shapes alone. */
#ifndef PGNPACK_SHAPE_PLY_COUNTS_H
#define PGNPACK_SHAPE_PLY_COUNTS_H

#include "shape/shape.h"
#include "util/error.h"
#include "util/memory.h"

struct ply_counts {
    uint32_t *of; /* by game */
    size_t capacity;
};

/* `element_limit`: with more elements than that in all games the shapes are not in order. */
enum pgnpack_status ply_counts_set(struct ply_counts *counts, struct memory *memory, struct byte_source runs,
                                   struct byte_source kinds, uint32_t game_count, uint64_t element_limit,
                                   struct error *error);

#endif
