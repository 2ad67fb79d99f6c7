#include "block/block_lines.h"

#include "game/walk.h"
#include "shape/shape.h"

void block_lines_init(struct block_lines *lines, struct memory *memory)
{
    *lines = (struct block_lines){.memory = memory};
}

/* One more than the games have: no piece of memory is empty. */
static size_t starts_size(const struct block_lines *lines)
{
    return ((size_t)lines->game_count * lines->stripe_count + 1) * sizeof *lines->starts;
}

static size_t plies_size(const struct block_lines *lines)
{
    return ((size_t)lines->game_count + 1) * sizeof *lines->plies;
}

static size_t kinds_size(const struct block_lines *lines)
{
    return (size_t)lines->game_count + 1;
}

void block_lines_free(struct block_lines *lines)
{
    memory_release(lines->memory, lines->plies, plies_size(lines));
    memory_release(lines->memory, lines->starts, starts_size(lines));
    memory_release(lines->memory, lines->kinds, kinds_size(lines));
    block_lines_init(lines, lines->memory);
}

size_t block_lines_memory(const struct block_lines *lines)
{
    return plies_size(lines) + starts_size(lines) + kinds_size(lines);
}

/* Moves in a row, from this ply on, take their places in the stripes. */
static void take_moves(struct block_lines *lines, uint64_t ply, uint64_t count)
{
    for (unsigned i = 0; i < lines->stripe_count && count != 0; i++) {
        uint64_t end = lines->first_plies[i + 1];
        if (ply >= end)
            continue;
        uint64_t part = end - ply < count ? end - ply : count;
        lines->sizes[i] += (size_t)part;
        ply += part;
        count -= part;
    }
}

/* One game further. Returns 0 when the shapes are not in order. */
static int count_game(struct block_lines *lines, struct shape_decoder *shape, uint64_t *elements_left,
                      uint32_t game)
{
    struct walk walk;
    uint8_t line = BLOCK_LINE_PLAIN;
    walk_start(&walk);
    for (;;) {
        uint64_t moves = shape_decode_moves(shape);
        uint8_t kind = shape_decode(shape);
        if (kind >= BCGN_SHAPE_KIND_COUNT || moves >= *elements_left)
            return 0;
        *elements_left -= moves + 1;
        take_moves(lines, walk.ply, moves);
        walk_plies(&walk, moves);
        if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END)
            break;
        if (kind == ITEM_MOVE)
            take_moves(lines, walk.ply, 1);
        else if (kind == ITEM_NULL_MOVE || kind == ITEM_DROP)
            line = BLOCK_LINE_ODD;
        else if (kind == ITEM_VARIATION_BEGIN && line == BLOCK_LINE_PLAIN)
            line = BLOCK_LINE_BRANCHED;
        if (!walk_pass(&walk, kind))
            return 0;
    }
    lines->plies[game] = walk_main_ply(&walk);
    lines->kinds[game] = line;
    return 1;
}

enum pgnpack_status block_lines_set(struct block_lines *lines, struct byte_source runs,
                                    struct byte_source kinds, uint32_t game_count, uint64_t element_limit,
                                    const uint16_t *first_plies, unsigned stripe_count, struct error *error)
{
    struct shape_decoder shape;
    struct memory *memory = lines->memory;
    block_lines_free(lines);
    lines->game_count = game_count;
    lines->stripe_count = stripe_count;
    for (unsigned i = 0; i <= MOVE_STRIPE_COUNT_MAX; i++)
        lines->first_plies[i] = i < stripe_count ? first_plies[i] : UINT32_MAX;
    lines->plies = memory_get(memory, plies_size(lines));
    lines->starts = memory_get(memory, starts_size(lines));
    lines->kinds = memory_get(memory, kinds_size(lines));
    if (lines->plies == NULL || lines->starts == NULL || lines->kinds == NULL)
        return error_no_memory(error);
    shape_decode_start(&shape, runs, kinds);
    for (uint32_t i = 0; i < game_count; i++) {
        for (unsigned k = 0; k < stripe_count; k++)
            lines->starts[(size_t)i * stripe_count + k] = (uint32_t)lines->sizes[k];
        if (!count_game(lines, &shape, &element_limit, i))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's shapes are not in order");
    }
    return PGNPACK_OK;
}
