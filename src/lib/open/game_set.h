/* A set of neighbouring games, which grows from the first on: a bit each. */
#ifndef PGNPACK_LIB_OPEN_GAME_SET_H
#define PGNPACK_LIB_OPEN_GAME_SET_H

#include <string.h>

#include "util/memory.h"

struct game_set {
    uint64_t *words;
    size_t capacity;       /* words */
    uint64_t first, count; /* games that are known to be in it or not, from `first` (from 0) on */
};

static inline void game_set_free(struct game_set *set, struct memory *memory)
{
    memory_release(memory, set->words, set->capacity * sizeof *set->words);
    *set = (struct game_set){0};
}

static inline int game_set_has(const struct game_set *set, uint64_t game)
{
    uint64_t bit = game - set->first;
    return bit < set->count && (set->words[bit / 64] >> (bit % 64) & 1);
}

/* `count` further games, which are not in it yet. Returns 0 when there is no memory. */
static inline int game_set_extend(struct game_set *set, uint64_t count, struct memory *memory)
{
    uint64_t words = (set->count + count + 63) / 64, old = (set->count + 63) / 64;
    if (words > SIZE_MAX / sizeof *set->words ||
        !MEMORY_GROW(memory, set->words, set->capacity, (size_t)words))
        return 0;
    if (words != old)
        memset(set->words + old, 0, (size_t)(words - old) * sizeof *set->words);
    set->count += count;
    return 1;
}

/* A game that is known already. */
static inline void game_set_add(struct game_set *set, uint64_t game)
{
    uint64_t bit = game - set->first;
    set->words[bit / 64] |= (uint64_t)1 << (bit % 64);
}

#endif
