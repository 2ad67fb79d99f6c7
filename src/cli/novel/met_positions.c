#include "cli/novel/met_positions.h"

#include <stdlib.h>

/* Keys are hashes already: their low bits choose a slot, and those behind it are tried. A key of 0 stands apart. */
struct slot {
    uint64_t key;
    uint64_t game; /* the last one that had it */
    uint32_t earliest;
    uint32_t is_taken;
};

struct met_positions {
    struct slot *slots;
    size_t mask; /* slots, a power of two, less one */
};

static size_t find(const struct met_positions *set, uint64_t key)
{
    size_t i = (size_t)key & set->mask;
    while (set->slots[i].is_taken && set->slots[i].key != key)
        i = (i + 1) & set->mask;
    return i;
}

struct met_positions *met_positions_new(const uint64_t *keys, size_t count)
{
    struct met_positions *set = calloc(1, sizeof *set);
    size_t slots = 64;
    while (slots < SIZE_MAX / 4 && slots / 2 < count)
        slots *= 2;
    if (set != NULL)
        set->slots = calloc(slots, sizeof *set->slots);
    if (set == NULL || set->slots == NULL) {
        met_positions_free(set);
        return NULL;
    }
    set->mask = slots - 1;
    for (size_t i = 0; i < count; i++)
        set->slots[find(set, keys[i])] = (struct slot){keys[i], 0, POSITION_NEVER, 1};
    return set;
}

void met_positions_free(struct met_positions *set)
{
    if (set != NULL)
        free(set->slots);
    free(set);
}

size_t met_positions_slot(const struct met_positions *set, uint64_t key)
{
    size_t i = find(set, key);
    return set->slots[i].is_taken ? i : POSITION_NONE;
}

void met_positions_note(struct met_positions *set, uint64_t key, uint32_t date)
{
    struct slot *slot = &set->slots[find(set, key)];
    if (slot->is_taken && date < slot->earliest)
        slot->earliest = date;
}

uint32_t met_positions_earliest(const struct met_positions *set, uint64_t key)
{
    const struct slot *slot = &set->slots[find(set, key)];
    return slot->is_taken ? slot->earliest : POSITION_NEVER;
}

int met_positions_first_of(struct met_positions *set, size_t slot, uint64_t game)
{
    int is_first = set->slots[slot].game != game;
    set->slots[slot].game = game;
    return is_first;
}
