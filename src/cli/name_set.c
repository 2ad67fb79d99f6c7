#include "cli/name_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
static size_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* Where the name is, or where it would go. */
static char **find(const struct name_set *set, const char *name)
{
    size_t at = hash_of(name) & (set->capacity - 1);
    while (set->slots[at] != NULL && strcmp(set->slots[at], name) != 0)
        at = (at + 1) & (set->capacity - 1);
    return &set->slots[at];
}

static int grow(struct name_set *set)
{
    struct name_set larger = {NULL, set->capacity != 0 ? 2 * set->capacity : 64, set->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (larger.slots == NULL)
        return 0;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != NULL)
            *find(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
    return 1;
}

int name_set_add(struct name_set *set, const char *name)
{
    if (2 * set->count >= set->capacity && !grow(set))
        return -1;
    char **slot = find(set, name);
    if (*slot != NULL)
        return 0;
    *slot = strdup(name);
    if (*slot == NULL)
        return -1;
    set->count++;
    return 1;
}

void name_set_free(struct name_set *set)
{
    for (size_t i = 0; i < set->capacity; i++)
        free(set->slots[i]);
    free(set->slots);
    *set = (struct name_set){NULL, 0, 0};
}
