#include "game/game.h"

#include <string.h>

void game_init(struct game *game, struct memory *memory)
{
    memset(game, 0, sizeof *game);
    game->memory = memory;
    game->has_start = 1;
    game_clear(game);
}

void game_free(struct game *game)
{
    memory_release(game->memory, game->tags, game->tag_capacity * sizeof *game->tags);
    memory_release(game->memory, game->items, game->item_capacity * sizeof *game->items);
    game_init(game, game->memory);
}

void game_clear(struct game *game)
{
    game->text = (struct text){"", 0};
    game->tag_count = 0;
    game->item_count = 0;
    game->ply_count = 0;
    if (game->has_start)
        position_start(&game->start);
    game->has_start = 0;
    game->result = RESULT_UNKNOWN;
    game->trouble = TROUBLE_NONE;
    game->oddities = 0;
    game->is_partial = 0;
    game->trouble_offset = 0;
    game->movetext_offset = 0;
    game->result_offset = 0;
    game->result_size = 0;
}

struct game_tag *game_add_tag(struct game *game)
{
    if (!MEMORY_GROW(game->memory, game->tags, game->tag_capacity, game->tag_count + 1))
        return NULL;
    return &game->tags[game->tag_count++];
}

struct game_item *game_add_item_slow(struct game *game)
{
    if (!MEMORY_GROW(game->memory, game->items, game->item_capacity, game->item_count + 1))
        return NULL;
    return &game->items[game->item_count++];
}

int game_reserve_items(struct game *game, size_t count)
{
    return MEMORY_GROW(game->memory, game->items, game->item_capacity, game->item_count + count);
}

const struct game_tag *game_find_tag(const struct game *game, const char *name)
{
    struct text wanted = text_of(name);
    for (size_t i = 0; i < game->tag_count; i++)
        if (text_equal(game->tags[i].name, wanted))
            return &game->tags[i];
    return NULL;
}

size_t game_movetext_start(const struct game *game)
{
    size_t i = 0;
    while (i < game->item_count && (game->items[i].place & ITEM_IN_HEADER))
        i++;
    return i;
}

size_t game_result_place(const struct game *game)
{
    if (!game_has_result(game))
        return SIZE_MAX;
    size_t i = game->item_count;
    while (i > 0 && (game->items[i - 1].place & ITEM_AFTER_RESULT))
        i--;
    return i;
}

int game_has_drops(const struct game *game, size_t i)
{
    const struct game_item *items = game->items;
    for (; i + 4 <= game->item_count; i += 4) /* four at once: nearly all games are asked, to their ends */
        if ((items[i].kind == ITEM_DROP) | (items[i + 1].kind == ITEM_DROP) |
            (items[i + 2].kind == ITEM_DROP) | (items[i + 3].kind == ITEM_DROP))
            return 1;
    for (; i < game->item_count; i++)
        if (items[i].kind == ITEM_DROP)
            return 1;
    return 0;
}

int game_drop_follows(const struct game *game, size_t i)
{
    while (++i < game->item_count) {
        unsigned kind = game->items[i].kind;
        if (item_kind_is_ply(kind) || kind == ITEM_VARIATION_BEGIN || kind == ITEM_VARIATION_END)
            return kind == ITEM_DROP;
    }
    return 0;
}

const char *game_trouble_text(enum game_trouble trouble)
{
    switch (trouble) {
    case TROUBLE_NONE:
        return "no trouble";
    case TROUBLE_FEN:
        return "the FEN tag is not a legal position";
    case TROUBLE_VARIANT:
        return "the Variant tag names rules other than chess";
    case TROUBLE_MOVE_SYNTAX:
        return "this is neither a move nor any other element of PGN";
    case TROUBLE_MOVE_ILLEGAL:
        return "no legal move fits this";
    case TROUBLE_MOVE_AMBIGUOUS:
        return "two or more legal moves fit this";
    case TROUBLE_NULL_IN_CHECK:
        return "a null move in check";
    case TROUBLE_VARIATION:
        return "a bracket of a variation without its counterpart or without a move before it";
    case TROUBLE_NESTING:
        return "variations are nested too deep";
    case TROUBLE_ITEMS:
        return "the game has more than a million moves and comments";
    }
    return "unknown trouble";
}

struct text game_result_text(enum game_result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return text_of(texts[result & 3]);
}

const char *game_suffix(unsigned value)
{
    static const char *const suffixes[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    return value < sizeof suffixes / sizeof suffixes[0] ? suffixes[value] : "";
}
