#include "block/block_lines.h"

#include <string.h>

#include "game/walk.h"
#include "shape/shape.h"

void block_lines_init(struct block_lines *lines, struct memory *memory)
{
    *lines = (struct block_lines){.memory = memory};
}

/* One more than the games have: no piece of memory is empty. */
static size_t starts_size(const struct block_lines *lines)
{
    return ((size_t)lines->game_count + 1) * sizeof *lines->starts;
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
    memory_release(lines->memory, lines->has_remarks, kinds_size(lines));
    block_lines_init(lines, lines->memory);
}

size_t block_lines_memory(const struct block_lines *lines)
{
    return plies_size(lines) + starts_size(lines) + 2 * kinds_size(lines);
}

/* Plies below `ply` that belong to each stripe. */
static void count_below(const struct block_lines *lines, uint64_t ply, uint32_t counts[MOVE_STRIPE_COUNT_MAX])
{
    for (unsigned i = 0; i < MOVE_STRIPE_COUNT_MAX; i++) {
        uint64_t first = lines->first_plies[i], end = lines->first_plies[i + 1];
        counts[i] = (uint32_t)(ply <= first ? 0 : ply < end ? ply - first : end - first);
    }
}

/* The same of small plies, which nearly all are. */
enum { TABLE_PLIES = SHAPE_PLAIN_PLIES_MAX + 1 };

struct stripe_counts {
    uint32_t below[TABLE_PLIES][MOVE_STRIPE_COUNT_MAX];
};

static void make_table(const struct block_lines *lines, struct stripe_counts *table)
{
    memset(table->below[0], 0, sizeof table->below[0]);
    for (unsigned ply = 1, stripe = 0; ply < TABLE_PLIES; ply++) {
        while (ply > lines->first_plies[stripe + 1])
            stripe++;
        memcpy(table->below[ply], table->below[ply - 1], sizeof table->below[ply]);
        table->below[ply][stripe]++;
    }
}

static const uint32_t *counts_below(const struct block_lines *lines, const struct stripe_counts *table,
                                    uint64_t ply, uint32_t room[MOVE_STRIPE_COUNT_MAX])
{
    if (ply < TABLE_PLIES)
        return table->below[ply];
    count_below(lines, ply, room);
    return room;
}

/* Moves in a row, of plies `ply` up to `end`, take their places in the stripes. */
static inline void take_moves(struct block_lines *lines, const struct stripe_counts *table, uint64_t ply,
                              uint64_t end)
{
    uint32_t from_room[MOVE_STRIPE_COUNT_MAX], to_room[MOVE_STRIPE_COUNT_MAX];
    const uint32_t *from = counts_below(lines, table, ply, from_room);
    const uint32_t *to = counts_below(lines, table, end, to_room);
    for (unsigned i = 0; i < MOVE_STRIPE_COUNT_MAX; i++)
        lines->sizes[i] += to[i] - from[i];
}

static int is_bracket(uint8_t kind)
{
    return kind == ITEM_VARIATION_BEGIN || kind == ITEM_VARIATION_END;
}

/*
 * One game further. Moves are counted where others than they come between them. Returns 0 when the shapes are not in order.
 */
static int count_game(struct block_lines *lines, const struct stripe_counts *table,
                      struct shape_decoder *shape, uint64_t *elements_left, uint32_t game)
{
    struct walk walk;
    uint8_t line = BLOCK_LINE_PLAIN, has_remarks = 0, kind;
    uint32_t from = 0; /* moves from this ply on are not counted yet */
    walk_start(&walk);
    do {
        uint64_t moves, elements = shape_decode_foreseen(shape, &moves);
        kind = shape_decode(shape);
        if (kind >= BCGN_SHAPE_KIND_COUNT || elements >= *elements_left)
            return 0;
        *elements_left -= elements + 1;
        has_remarks |= moves != elements;
        walk.ply += (uint32_t)moves;
        if (kind == ITEM_MOVE) {
            walk.ply++;
            continue;
        }
        int is_odd = kind == ITEM_NULL_MOVE || kind == ITEM_DROP;
        if (is_odd || is_bracket(kind)) {
            take_moves(lines, table, from, walk.ply);
            if (!walk_pass(&walk, kind))
                return 0;
            from = walk.ply;
            line = (uint8_t)(is_odd ? BLOCK_LINE_ODD : line == BLOCK_LINE_PLAIN ? BLOCK_LINE_BRANCHED : line);
        } else {
            has_remarks |= (uint8_t)shape_is_remark(kind);
        }
    } while (kind != BCGN_SHAPE_END && kind != BCGN_SHAPE_BROKEN_END);
    take_moves(lines, table, from, walk.ply);
    lines->plies[game] = walk_main_ply(&walk);
    lines->kinds[game] = line;
    lines->has_remarks[game] = has_remarks;
    return 1;
}

/* Games of moves and a result alone, up to the first other one; returns the number of that. */
static uint32_t count_plain_games(struct block_lines *lines, const struct stripe_counts *table,
                                  struct shape_decoder *shape, uint64_t *elements_left, uint32_t game)
{
    enum { ELEMENTS_MAX = SHAPE_PLAIN_PLIES_MAX + 2 };
    uint32_t sizes[MOVE_STRIPE_COUNT_MAX];
    unsigned plies;
    if (!shape_foresees_plain_games(shape))
        return game;
    memcpy(sizes, lines->sizes, sizeof sizes);
    for (; game < lines->game_count && *elements_left >= ELEMENTS_MAX &&
           (plies = shape_decode_plain_game(shape)) != 0;
         game++) {
        const uint32_t *taken = table->below[plies];
        memcpy(lines->starts[game], sizes, sizeof sizes);
        for (unsigned i = 0; i < MOVE_STRIPE_COUNT_MAX; i++)
            sizes[i] += taken[i];
        *elements_left -= plies + 2;
        lines->plies[game] = plies;
        lines->kinds[game] = BLOCK_LINE_PLAIN;
        lines->has_remarks[game] = 0;
    }
    memcpy(lines->sizes, sizes, sizeof sizes);
    return game;
}

enum pgnpack_status block_lines_set(struct block_lines *lines, struct byte_source runs,
                                    struct byte_source kinds, uint32_t game_count, uint64_t element_limit,
                                    const uint16_t *first_plies, unsigned stripe_count, struct error *error)
{
    struct stripe_counts table;
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
    lines->has_remarks = memory_get(memory, kinds_size(lines));
    if (lines->plies == NULL || lines->starts == NULL || lines->kinds == NULL || lines->has_remarks == NULL)
        return error_no_memory(error);
    make_table(lines, &table);
    shape_decode_start(&shape, runs, kinds);
    for (uint32_t i = 0; i < game_count; i++) {
        i = count_plain_games(lines, &table, &shape, &element_limit, i);
        if (i == game_count)
            break;
        memcpy(lines->starts[i], lines->sizes, sizeof lines->sizes);
        if (!count_game(lines, &table, &shape, &element_limit, i))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's shapes are not in order");
    }
    return PGNPACK_OK;
}
