#include "lib/write/annex.h"

#include <string.h>

#include "game/main_line.h"
#include "lib/games/game_summary.h"
#include "util/xxh64.h"

enum { ANNEX_ZSTD_LEVEL = 9 };

void annex_init(struct annex *annex, struct memory *memory)
{
    annex->flags = BCGN_BLOCK_ANNEX;
    section_packer_init(&annex->packer, memory);
    section_packer_start(&annex->packer, SECTION_TEXTS_BY_ZSTD);
}

void annex_free(struct annex *annex)
{
    section_packer_free(&annex->packer);
}

enum pgnpack_status annex_add(struct annex *annex, uint8_t type, uint16_t index, const void *bytes,
                              size_t size, struct error *error)
{
    return section_packer_add(&annex->packer, type, index, bytes, size, ANNEX_ZSTD_LEVEL, error);
}

enum pgnpack_status annex_write(struct annex *annex, struct block_index *index, struct buffer *out,
                                struct error *error)
{
    struct block_header header = {.flags = annex->flags,
                                  .games_before = index->game_count,
                                  .text_before = index->text_size,
                                  .text_hash = xxh64("", 0)};
    enum pgnpack_status status = section_packer_finish(&annex->packer, &header, out, error);
    const struct index_entry entry = {
        .block_size = header.block_size, .flags = annex->flags, .header_hash = header.hash};
    section_packer_start(&annex->packer, SECTION_TEXTS_BY_ZSTD);
    if (status == PGNPACK_OK && !block_index_add(index, &entry))
        status = error_no_memory(error);
    return status;
}

/* ---- Opening lines ---- */

void opening_lines_init(struct opening_lines *lines, struct memory *memory)
{
    struct position start;
    lines->takes_all = 0;
    position_start(&start);
    tree_walk_start(&lines->start, &start);
    buffer_init(&lines->plies, memory);
    buffer_init(&lines->games, memory);
}

void opening_lines_free(struct opening_lines *lines)
{
    buffer_free(&lines->plies);
    buffer_free(&lines->games);
}

void opening_lines_clear(struct opening_lines *lines)
{
    buffer_clear(&lines->plies);
    buffer_clear(&lines->games);
}

/* ---- Positions ---- */

static void add_ply(struct opening_lines *lines, const struct tree_walk *walk, chess_move move)
{
    struct buffer *plies = &lines->plies;
    const struct tree_ply ply = {tree_walk_key(walk), move, walk->position.side};
    if (!buffer_reserve(plies, sizeof ply))
        return;
    memcpy(plies->data + plies->size, &ply, sizeof ply);
    plies->size += sizeof ply;
}

static int takes(const struct opening_lines *lines, const struct tree_walk *walk)
{
    return lines->takes_all || tree_walk_is_near(walk);
}

/* A half-move of the main line. */
static void pass_ply(struct opening_lines *lines, struct tree_walk *walk, uint8_t kind, uint16_t value)
{
    if (takes(lines, walk))
        add_ply(lines, walk, kind == ITEM_NULL_MOVE ? NO_MOVE : value);
    if (kind == ITEM_MOVE)
        tree_walk_move(walk, value);
    else if (kind == ITEM_NULL_MOVE)
        tree_walk_null(walk);
    else
        tree_walk_drop(walk, value);
}

static void add_plies(struct opening_lines *lines, const struct game *game)
{
    struct tree_walk walk = lines->start;
    struct main_line line;
    uint8_t kind;
    uint16_t value;
    int drops = -1; /* which bring men back, and with them positions near the beginning; -1: not known */
    if (game->has_start)
        tree_walk_start(&walk, &game->start);
    main_line_start(&line, game);
    while (main_line_next(&line, &kind, &value)) {
        if (!takes(lines, &walk) && drops < 0)
            drops = kind == ITEM_DROP || game_has_drops(game, line.item);
        if (drops == 0)
            return;
        pass_ply(lines, &walk, kind, value);
    }
    if (takes(lines, &walk))
        add_ply(lines, &walk, NO_MOVE);
}

/* ---- Games ---- */

static struct text value_of(const struct game *game, const char *name)
{
    const struct game_tag *tag = game_find_tag(game, name);
    return tag == NULL ? (struct text){NULL, 0} : tag->value;
}

int opening_lines_add(struct opening_lines *lines, const struct game *game)
{
    size_t before = lines->plies.size;
    uint32_t date = summary_date_of(value_of(game, "Date"), value_of(game, "UTCDate"));
    if (game->trouble != TROUBLE_FEN)
        add_plies(lines, game);
    const struct tree_game told = {.count = (lines->plies.size - before) / sizeof(struct tree_ply),
                                   .result = game->result,
                                   .elo = {(uint16_t)summary_elo(value_of(game, "WhiteElo")),
                                           (uint16_t)summary_elo(value_of(game, "BlackElo"))},
                                   .year = (uint16_t)(date / 10000)};
    buffer_append(&lines->games, &told, sizeof told);
    return !buffer_failed(&lines->plies) && !buffer_failed(&lines->games);
}

int opening_lines_each(const struct opening_lines *lines, opening_lines_function see, void *opaque)
{
    const struct tree_game *games = (const struct tree_game *)(const void *)lines->games.data;
    const struct tree_ply *plies = (const struct tree_ply *)(const void *)lines->plies.data;
    size_t count = lines->games.size / sizeof *games;
    for (size_t i = 0; i < count; i++) {
        struct tree_game game = games[i];
        game.plies = plies;
        if (!see(opaque, i, &game))
            return 0;
        if (game.count != 0) /* where no game has any, there is nothing to point to */
            plies += game.count;
    }
    return 1;
}

/* An opening_lines_function. */
static int tell_game(void *opaque, size_t number, const struct tree_game *game)
{
    (void)number;
    tree_builder_add(opaque, game);
    return 1;
}

void opening_lines_tell(const struct opening_lines *lines, struct tree_builder *builder)
{
    opening_lines_each(lines, tell_game, builder);
}

uint64_t opening_tree_least(uint64_t game_count)
{
    enum { LEAST = 100, MOST = 400, LARGE = 1000000 };
    uint64_t least = game_count == 0 ? MOST : (uint64_t)LEAST * LARGE / game_count;
    return least < LEAST ? LEAST : least > MOST ? MOST : least;
}
