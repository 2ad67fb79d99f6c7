/*
 * The shapes of a block (shape.h) and its NAGs as one stream of a mixed model: runs of right guesses, what was not
 * foreseen, and NAGs, in the order of the block's elements, so that each is told knowing all before it. Unpacking
 * makes the plain streams again. docs/FORMAT.md, "Shapes".
 */
#ifndef PGNPACK_SHAPE_SHAPE_CODEC_H
#define PGNPACK_SHAPE_SHAPE_CODEC_H

#include "shape/shape.h"
#include "entropy/models/mixed_model.h"
#include "util/error.h"
#include "util/work.h"

/* What both sides know of a block besides. */
struct shape_block {
    struct byte_source results; /* as the section of results has them */
    uint32_t game_count;
    struct work_count *work; /* unpacking adds to it; NULL: nobody counts */
};

/* What is packed: a byte for each element, and NAGs as their section has them. */
struct shape_sources {
    struct byte_source elements;
    struct byte_source nags;
};

/* What unpacking makes of it: as the sections of runs, kinds and NAGs have them. */
struct shape_streams {
    struct buffer runs;
    struct buffer kinds;
    struct buffer nags;
};

/* Appends the packed shapes to `out`. Returns 0 when there is no memory. */
int shapes_pack(struct mixed_model *model, const struct shape_block *block,
                const struct shape_sources *sources, struct buffer *out);

/*
 * The mirror image; appends to the streams. More than `element_limit` elements are not in order.
 */
enum pgnpack_status shapes_unpack(struct mixed_model *model, const struct shape_block *block,
                                  struct byte_source packed, uint64_t element_limit,
                                  struct shape_streams *streams, struct error *error);

#endif
