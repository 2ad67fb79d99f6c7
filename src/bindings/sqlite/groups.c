#include "bindings/sqlite/groups.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024, MOST_GROUPS = 1 << 30 };

int groups_init(struct groups *groups)
{
    memset(groups, 0, sizeof *groups);
    groups->slots = sqlite3_malloc64(FIRST_SLOTS * sizeof *groups->slots);
    if (groups->slots == NULL)
        return SQLITE_NOMEM;
    memset(groups->slots, 0, FIRST_SLOTS * sizeof *groups->slots);
    groups->slot_count = FIRST_SLOTS;
    sqlite3_randomness(sizeof groups->seed, &groups->seed);
    return SQLITE_OK;
}

void groups_free(struct groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        sqlite3_free((void *)(uintptr_t)groups->groups[i].text.data);
    sqlite3_free(groups->groups);
    sqlite3_free(groups->slots);
    memset(groups, 0, sizeof *groups);
}

/* ---- Looking up ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const struct groups *groups, const struct group *group)
{
    uint64_t hash = mix(groups->seed, (uint64_t)group->integer), word;
    const char *from = group->text.data;
    size_t left = group->text.size;
    for (; left >= sizeof word; left -= sizeof word, from += sizeof word) {
        memcpy(&word, from, sizeof word);
        hash = mix(hash, word);
    }
    word = left;
    if (left != 0)
        memcpy(&word, from, left);
    return mix(mix(hash, word), group->text.size + (group->is_set != 0));
}

static int is_equal(const struct group *a, const struct group *b)
{
    return a->is_set == b->is_set && a->integer == b->integer && a->text.size == b->text.size &&
           (a->text.size == 0 || memcmp(a->text.data, b->text.data, a->text.size) == 0);
}

/* Where the group is, or would be. */
static uint32_t *slot_of(const struct groups *groups, const struct group *group)
{
    size_t i = (size_t)hash_of(groups, group) & (groups->slot_count - 1);
    while (groups->slots[i] != 0 && !is_equal(&groups->groups[groups->slots[i] - 1], group))
        i = (i + 1) & (groups->slot_count - 1);
    return &groups->slots[i];
}

/* ---- Adding ---- */

static void fill_slots(struct groups *groups)
{
    memset(groups->slots, 0, groups->slot_count * sizeof *groups->slots);
    for (size_t i = 0; i < groups->count; i++)
        *slot_of(groups, &groups->groups[i]) = (uint32_t)i + 1;
}

static int enlarge_slots(struct groups *groups)
{
    size_t count = 4 * groups->slot_count;
    uint32_t *slots = sqlite3_malloc64(count * sizeof *slots);
    if (slots == NULL)
        return SQLITE_NOMEM;
    sqlite3_free(groups->slots);
    groups->slots = slots;
    groups->slot_count = count;
    fill_slots(groups);
    return SQLITE_OK;
}

static int add_group(struct groups *groups, const struct group *group)
{
    if (groups->count == groups->capacity) {
        size_t capacity = 2 * groups->capacity + 64;
        struct group *larger = sqlite3_realloc64(groups->groups, capacity * sizeof *larger);
        if (larger == NULL)
            return SQLITE_NOMEM;
        groups->groups = larger;
        groups->capacity = capacity;
    }
    struct group *added = &groups->groups[groups->count];
    *added = *group;
    if (group->text.data != NULL) {
        char *copy = sqlite3_malloc64(group->text.size + 1);
        if (copy == NULL)
            return SQLITE_NOMEM;
        memcpy(copy, group->text.data, group->text.size);
        added->text.data = copy;
    }
    groups->count++;
    return SQLITE_OK;
}

int groups_add(struct groups *groups, const struct table_values *values, size_t row, struct group **group_ret)
{
    struct group group = {.is_set = 1};
    if (values->texts != NULL) {
        group.text = values->texts[row];
        group.is_set = group.text.data != NULL;
    } else if (values->is_set == NULL || values->is_set[row]) {
        group.integer = values->integers[row];
    } else {
        group.is_set = 0;
    }
    if (2 * groups->count >= groups->slot_count && enlarge_slots(groups) != SQLITE_OK)
        return SQLITE_NOMEM;
    uint32_t *slot = slot_of(groups, &group);
    if (*slot == 0) {
        if (groups->count >= MOST_GROUPS || add_group(groups, &group) != SQLITE_OK)
            return SQLITE_NOMEM;
        *slot = (uint32_t)groups->count;
    }
    *group_ret = &groups->groups[*slot - 1];
    (*group_ret)->rows++;
    return SQLITE_OK;
}

static int compare(const void *left, const void *right)
{
    const struct group *a = left, *b = right;
    if (a->is_set != b->is_set)
        return a->is_set - b->is_set;
    if (a->integer != b->integer)
        return a->integer < b->integer ? -1 : 1;
    size_t size = a->text.size < b->text.size ? a->text.size : b->text.size;
    int order = size == 0 ? 0 : memcmp(a->text.data, b->text.data, size);
    return order != 0 ? order : (a->text.size > b->text.size) - (a->text.size < b->text.size);
}

void groups_sort(struct groups *groups)
{
    if (groups->count != 0)
        qsort(groups->groups, groups->count, sizeof *groups->groups, compare);
    fill_slots(groups);
}

uint64_t groups_number(struct groups *groups)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < groups->count; i++) {
        groups->groups[i].first = rows;
        rows += groups->groups[i].rows;
    }
    return rows;
}
