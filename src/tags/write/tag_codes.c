#include "tags/write/tag_codes.h"

#include <string.h>

#include "game/game.h"

/* How far a column's values were searched for in a game, for the next item of the same member. Start with NO_SEARCH. */
struct tag_search {
    uint32_t game;
    uint32_t behind; /* the values searched */
    uint32_t found;
};

#define NO_SEARCH                                                                                            \
    {                                                                                                        \
        TAG_NOWHERE, 0, TAG_NOWHERE                                                                          \
    }

/* The newest value of a column before a value of the same game. No value is looked at twice: a game may have thousands. */
static uint32_t find_in_game(const struct tag_table *table, uint16_t column, uint32_t value,
                             struct tag_search *search)
{
    uint32_t game = table->values[value].game;
    if (search->game != game)
        *search = (struct tag_search){game, table->game_starts[game], TAG_NOWHERE};
    uint32_t start = search->behind;
    search->behind = value;
    for (uint32_t at = value; at-- > start;)
        if (table->values[at].column == column) {
            search->found = at;
            break;
        }
    return search->found;
}

/* The value that a COLUMN or LINK column refers to. */
static uint32_t find_reference(const struct tag_encoder *encoder, uint16_t column, uint32_t value,
                               struct tag_search *search)
{
    const struct tag_column *setting = &encoder->columns[column];
    uint32_t other = find_in_game(&encoder->table, setting->other, value, search);
    if (other == TAG_NOWHERE || setting->reference == TAG_REFERENCE_COLUMN)
        return other;
    return tag_find_linked(&encoder->table, encoder->columns, column, value, other);
}

static void encode_numbers(struct tag_encoder *encoder, struct tag_group *group)
{
    struct tag_search searches[2] = {NO_SEARCH, NO_SEARCH};
    int64_t last[2] = {0, 0};
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        uint16_t column = group->members[item->member];
        const struct tag_column *setting = &encoder->columns[column];
        int64_t reference = setting->reference == TAG_REFERENCE_NONE ? 0 : last[item->member];
        item->source = TAG_NOWHERE;
        item->code = TAG_NEW_STRING;
        if (!item->has_number)
            continue;
        if (setting->reference == TAG_REFERENCE_COLUMN || setting->reference == TAG_REFERENCE_LINK) {
            uint32_t found = find_reference(encoder, column, item->value, &searches[item->member]);
            int64_t number;
            if (found != TAG_NOWHERE && tag_parse_number(setting, encoder->table.values[found].text, &number))
                reference = number;
        }
        item->code = 1 + zigzag_encode(item->number - reference);
        last[item->member] = item->number;
    }
}

/* Is the item's text that of its reference? Then *source_ret is where that comes from. */
static int is_as_reference(const struct tag_encoder *encoder, const struct tag_group *group,
                           const struct tag_item *item, struct tag_search searches[2], uint32_t *source_ret)
{
    uint16_t column = group->members[item->member];
    const struct tag_value *value = &encoder->table.values[item->value];
    uint32_t found;
    *source_ret = TAG_NOWHERE;
    switch (encoder->columns[column].reference) {
    case TAG_REFERENCE_RESULT:
        return text_equal(value->text, game_result_text((enum game_result)encoder->results[value->game]));
    case TAG_REFERENCE_LINK:
        found = find_reference(encoder, column, item->value, &searches[item->member]);
        *source_ret = found;
        return found != TAG_NOWHERE && text_equal(value->text, encoder->table.values[found].text);
    default:
        return 0;
    }
}

/* The code of an item that is not as its reference. */
static void encode_known(struct tag_item *item, const struct tag_known *known, int by_distance,
                         uint32_t known_count)
{
    item->source = TAG_NOWHERE;
    item->code = TAG_NEW_STRING;
    if (known->place == TAG_NOWHERE)
        return;
    item->source = known->value;
    item->code = TAG_KNOWN + (uint64_t)(by_distance ? known_count - 1 - known->place : known->place);
}

static void encode_repeats(struct tag_encoder *encoder, struct tag_group *group, int by_distance)
{
    struct tag_search searches[2] = {NO_SEARCH, NO_SEARCH};
    uint32_t known_count = 0;
    memset(encoder->known, 0xff, group->text_count * sizeof *encoder->known);
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct tag_known *known = &encoder->known[item->text_id];
        int as_reference = is_as_reference(encoder, group, item, searches, &item->source);
        if (as_reference)
            item->code = TAG_AS_REFERENCE;
        else
            encode_known(item, known, by_distance, known_count);
        if (by_distance || item->code == TAG_NEW_STRING)
            known->place = known_count++;
        if (by_distance || !as_reference)
            known->value = item->value;
    }
}

void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group)
{
    uint8_t codec = encoder->columns[group->members[0]].codec;
    if (codec == TAG_CODEC_NUMBER)
        encode_numbers(encoder, group);
    else
        encode_repeats(encoder, group, codec == TAG_CODEC_DISTANCE);
}
