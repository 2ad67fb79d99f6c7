/* Finds tag names of a block by their hash: a search through up to 1,024 of them for each would be quadratic. */
#ifndef PGNPACK_TAGS_BASE_NAME_INDEX_H
#define PGNPACK_TAGS_BASE_NAME_INDEX_H

#include <string.h>

#include "container/sections/bcgn_format.h"
#include "util/text.h"
#include "util/xxh64.h"

enum { NAME_SLOTS = 2 * BCGN_TAG_NAME_COUNT_MAX };

/* Numbers of an array of names, which the caller keeps: 1 + number, 0 is a free slot. */
struct name_index {
    uint16_t slots[NAME_SLOTS];
};

static inline void name_index_clear(struct name_index *index)
{
    memset(index->slots, 0, sizeof index->slots);
}

/* The slot of a name, or the free one where it belongs. */
static inline size_t name_index_slot(const struct name_index *index, const struct text *names,
                                     struct text name)
{
    size_t at = (size_t)xxh64(name.data, name.size) % NAME_SLOTS;
    while (index->slots[at] != 0 && !text_equal(names[index->slots[at] - 1u], name))
        at = (at + 1) % NAME_SLOTS;
    return at;
}

/* The number of a name; -1: there is none. */
static inline int name_index_find(const struct name_index *index, const struct text *names, struct text name)
{
    return (int)index->slots[name_index_slot(index, names, name)] - 1;
}

/* Enters names[number], at most BCGN_TAG_NAME_COUNT_MAX of them; of equal names the first one stays. */
static inline void name_index_add(struct name_index *index, const struct text *names, unsigned number)
{
    size_t slot = name_index_slot(index, names, names[number]);
    if (index->slots[slot] == 0)
        index->slots[slot] = (uint16_t)(number + 1);
}

#endif
