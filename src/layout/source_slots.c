#include "layout/source_slots.h"

void source_slots_init(struct source_slots *slots, struct memory *memory)
{
    *slots = (struct source_slots){.memory = memory};
}

void source_slots_free(struct source_slots *slots)
{
    memory_release(slots->memory, slots->bounds, slots->capacity * sizeof *slots->bounds);
    source_slots_init(slots, slots->memory);
}

static void add_token(struct source_slots *slots, size_t first, size_t behind)
{
    slots->bounds[2 * slots->token_count] = (uint32_t)first;
    slots->bounds[2 * slots->token_count + 1] = (uint32_t)behind;
    slots->token_count++;
}

static void add_tag(struct source_slots *slots, const struct game *game, const struct game_tag *tag)
{
    const char *first = tag->name.data;
    while (*first != '[')
        first--;
    const char *last = tag->value.data + tag->value.size;
    while (*last != ']')
        last++;
    add_token(slots, (size_t)(first - game->text.data), (size_t)(last + 1 - game->text.data));
}

static void add_item(struct source_slots *slots, const struct game *game, const struct game_item *item)
{
    size_t first = item->text_offset;
    size_t behind = first + item->text_size;
    if (item->kind == ITEM_COMMENT) {
        first--;
        behind += behind < game->text.size && game->text.data[behind] == '}';
    } else if (item->kind == ITEM_LINE_COMMENT || item->kind == ITEM_ESCAPE) {
        first--;
    }
    add_token(slots, first, behind);
}

int source_slots_find(struct source_slots *slots, const struct game *game)
{
    size_t token_limit = game->tag_count + game->item_count + 1;
    if (!MEMORY_GROW(slots->memory, slots->bounds, slots->capacity, 2 * token_limit))
        return 0;
    slots->token_count = 0;
    slots->text = game->text.data;
    slots->text_size = (uint32_t)game->text.size;
    for (size_t i = 0; i < game->tag_count; i++)
        add_tag(slots, game, &game->tags[i]);
    size_t result_place = game_result_place(game);
    for (size_t i = game_movetext_start(game);; i++) {
        if (i == result_place)
            add_token(slots, game->result_offset, game->result_offset + game->result_size);
        if (i >= game->item_count)
            return 1;
        add_item(slots, game, &game->items[i]);
    }
}

struct text source_slots_text(const struct source_slots *slots, uint64_t slot)
{
    size_t token = (size_t)(slot / 2);
    uint32_t first;
    uint32_t behind;
    if (slot % 2 == 1) {
        first = slots->bounds[2 * token];
        behind = slots->bounds[2 * token + 1];
    } else {
        first = token == 0 ? 0 : slots->bounds[2 * token - 1];
        behind = token == slots->token_count ? slots->text_size : slots->bounds[2 * token];
    }
    return (struct text){slots->text + first, behind - first};
}
