#include "shape/ply_counts.h"

#include "container/sections/bcgn_format.h"
#include "game/walk.h"

/* One game further. Returns 0 when the shapes are not in order. */
static int count_game(struct shape_decoder *shape, uint64_t *elements_left, uint32_t *count_ret)
{
    struct walk walk;
    walk_start(&walk);
    for (;;) {
        uint64_t moves, elements = shape_decode_foreseen(shape, &moves);
        uint8_t kind = shape_decode(shape);
        if (kind >= BCGN_SHAPE_KIND_COUNT || elements >= *elements_left)
            return 0;
        *elements_left -= elements + 1;
        walk_plies(&walk, moves);
        if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END)
            break;
        if (!walk_pass(&walk, kind))
            return 0;
    }
    *count_ret = walk_main_ply(&walk);
    return 1;
}

enum pgnpack_status ply_counts_set(struct ply_counts *counts, struct memory *memory, struct byte_source runs,
                                   struct byte_source kinds, uint32_t game_count, uint64_t element_limit,
                                   struct error *error)
{
    struct shape_decoder shape;
    if (!MEMORY_GROW(memory, counts->of, counts->capacity, game_count))
        return error_no_memory(error);
    shape_decode_start(&shape, runs, kinds);
    for (uint32_t i = 0; i < game_count; i++)
        if (!count_game(&shape, &element_limit, &counts->of[i]))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's shapes are not in order");
    return PGNPACK_OK;
}
