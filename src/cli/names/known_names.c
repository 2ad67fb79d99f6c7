#include "cli/names/known_names.h"

#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"

int known_names_add(struct known_names *known, unsigned kind, struct pgnpack_text name,
                    struct pgnpack_text right)
{
    if (name.size == 0)
        return 1;
    if (!GROW(known->names, known->capacity, known->count + 1))
        return 0;
    known->names[known->count++] = (struct known_name){.name = name, .right = right, .kind = kind};
    return 1;
}

void known_names_free(struct known_names *known)
{
    free(known->names);
}

/* ---- Order ---- */

static int compare_bytes(struct pgnpack_text a, struct pgnpack_text b)
{
    int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare(const void *a, const void *b)
{
    const struct known_name *first = a, *second = b;
    if (first->kind != second->kind)
        return first->kind < second->kind ? -1 : 1;
    return compare_bytes(first->name, second->name);
}

static int is_right(const struct known_name *known)
{
    return texts_are_equal(known->name, known->right);
}

void known_names_sort(struct known_names *known)
{
    if (known->count != 0)
        qsort(known->names, known->count, sizeof *known->names, compare);
    for (size_t i = known->count; i-- > 0;) {
        struct known_name *name = &known->names[i], *next = name + 1;
        int has_next = i + 1 < known->count;
        name->next_right = is_right(name) || !has_next ? i : next->next_right;
        name->next_other = !has_next ? known->count
                           : next->kind == name->kind && texts_are_equal(name->right, next->right)
                               ? next->next_other
                               : i + 1;
        if (!has_next && !is_right(name))
            name->next_right = known->count;
    }
}

/* ---- Questions ---- */

/* The first one that is not before this name, or, with `is_end`, before and among those that begin so. */
static size_t find(const struct known_names *known, unsigned kind, struct pgnpack_text name, int is_end)
{
    size_t from = 0, end = known->count;
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        const struct known_name *at = &known->names[middle];
        struct pgnpack_text begin = at->name;
        if (is_end && begin.size > name.size)
            begin.size = name.size;
        int order = at->kind != kind ? (at->kind < kind ? -1 : 1) : compare_bytes(begin, name);
        if (order < 0 || (is_end && order == 0))
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

int known_names_have(const struct known_names *known, unsigned kind, struct pgnpack_text name)
{
    size_t i = find(known, kind, name, 0);
    return i < known->count && known->names[i].kind == kind && texts_are_equal(known->names[i].name, name);
}

struct pgnpack_text known_names_complete(const struct known_names *known, unsigned kind,
                                         struct pgnpack_text name)
{
    const struct pgnpack_text nothing = {NULL, 0};
    size_t from = find(known, kind, name, 0), end = find(known, kind, name, 1);
    if (name.size == 0 || from == end || known->names[from].next_other < end)
        return nothing;
    size_t right = known->names[from].next_right;
    return right < end ? known->names[right].right : nothing;
}
