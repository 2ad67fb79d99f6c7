#include "tags/write/tag_text_ids.h"

#include <string.h>

#include "util/bytes.h"

static uint32_t hash_text(struct text text)
{
    uint64_t hash = text.size;
    size_t i = 0;
    for (; i + 8 <= text.size; i += 8) {
        hash = (hash ^ load_le64((const uint8_t *)text.data + i)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    for (; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static int reserve_lookup(struct tag_encoder *encoder, size_t slot_count, size_t text_count)
{
    return MEMORY_GROW(encoder->memory, encoder->slots, encoder->slot_capacity, slot_count) &&
           MEMORY_GROW(encoder->memory, encoder->known, encoder->known_capacity, text_count);
}

int tag_number_texts(struct tag_encoder *encoder, struct tag_group *group)
{
    enum { PROBES_MAX = 64 };
    size_t slot_count = 16;
    while (slot_count < 2 * group->count)
        slot_count *= 2;
    if (!reserve_lookup(encoder, slot_count, group->count))
        return 0;
    uint32_t *slots = encoder->slots;
    memset(slots, 0xff, slot_count * sizeof *slots);
    group->text_count = 0;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct text text = tag_item_text(encoder, item);
        size_t slot = hash_text(text) & (slot_count - 1);
        unsigned probes = 0;
        while (slots[slot] != TAG_NOWHERE && probes < PROBES_MAX &&
               !text_equal(text, tag_item_text(encoder, &group->items[slots[slot]]))) {
            slot = (slot + 1) & (slot_count - 1);
            probes++;
        }
        int is_new = slots[slot] == TAG_NOWHERE || probes == PROBES_MAX;
        item->text_id = is_new ? (uint32_t)group->text_count++ : group->items[slots[slot]].text_id;
        if (slots[slot] == TAG_NOWHERE)
            slots[slot] = (uint32_t)i;
    }
    return 1;
}
