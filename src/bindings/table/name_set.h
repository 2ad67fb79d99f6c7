/* Names that were seen, without regard to the case of ASCII letters, or with it. */
#ifndef PGNPACK_BINDINGS_TABLE_NAME_SET_H
#define PGNPACK_BINDINGS_TABLE_NAME_SET_H

#include "bindings/table/memory.h"

struct name_entry {
    const char *name; /* the caller's, which stays; NULL: a free place */
    unsigned number;  /* the caller's */
};

/* Zero it, then set the first two. */
struct name_set {
    struct pgnpack_allocator allocator;
    int ignores_case;
    struct name_entry *entries;
    size_t count, capacity; /* capacity: a power of two, or 0 */
};

void name_set_free(struct name_set *set);

/* NULL: it was not added. It lives until the next name is. */
struct name_entry *name_set_find(const struct name_set *set, const char *name);

/* Adds a name that is not there. Returns 0 without memory. */
int name_set_add(struct name_set *set, const char *name);

/* Letters of ASCII alone have a case. */
int names_equal_any_case(const char *a, const char *b);

#endif
