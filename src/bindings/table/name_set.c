#include "bindings/table/name_set.h"

#include <stdint.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int names_equal_any_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

void name_set_free(struct name_set *set)
{
    memory_free(&set->allocator, set->entries);
    set->entries = NULL;
    set->count = set->capacity = 0;
}

/* FNV-1a (Fowler, Noll, Vo), with its upper half mixed into the lower. */
static size_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)lower(*name)) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* Its place, or the free one where it would be. */
static struct name_entry *place_of(const struct name_set *set, const char *name)
{
    size_t i = hash_of(name) & (set->capacity - 1);
    while (set->entries[i].name != NULL &&
           !(set->ignores_case ? names_equal_any_case(set->entries[i].name, name)
                               : strcmp(set->entries[i].name, name) == 0))
        i = (i + 1) & (set->capacity - 1);
    return &set->entries[i];
}

struct name_entry *name_set_find(const struct name_set *set, const char *name)
{
    if (set->capacity == 0)
        return NULL;
    struct name_entry *entry = place_of(set, name);
    return entry->name == NULL ? NULL : entry;
}

static int enlarge(struct name_set *set)
{
    struct name_set larger = *set;
    larger.capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
    larger.entries = memory_zeroed(&set->allocator, larger.capacity, sizeof *larger.entries);
    if (larger.entries == NULL)
        return 0;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->entries[i].name != NULL)
            *place_of(&larger, set->entries[i].name) = set->entries[i];
    memory_free(&set->allocator, set->entries);
    *set = larger;
    return 1;
}

int name_set_add(struct name_set *set, const char *name)
{
    if (2 * (set->count + 1) > set->capacity && !enlarge(set))
        return 0;
    *place_of(set, name) = (struct name_entry){.name = name};
    set->count++;
    return 1;
}
