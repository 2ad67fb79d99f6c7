/* Values of one column with how often each comes, for GROUP BY: where a query reads nothing else, SQLite need not sort rows. */
#ifndef PGNPACK_BINDINGS_SQLITE_GROUPS_H
#define PGNPACK_BINDINGS_SQLITE_GROUPS_H

#include "bindings/sqlite/host.h"

struct group {
    struct pgnpack_text text; /* a copy; `data` NULL: none */
    int64_t integer;
    int is_set;
    uint64_t rows;
    uint64_t first; /* of its rows, among those of all groups; set by groups_number() */
};

struct groups {
    struct group *groups; /* in the order of their first rows, or sorted */
    size_t count, capacity;
    uint32_t *slots; /* numbers of groups from 1; a power of two */
    size_t slot_count;
    uint64_t seed;
};

/* An SQLite result code: SQLITE_OK or SQLITE_NOMEM. */
int groups_init(struct groups *groups);
void groups_free(struct groups *groups);

/* Adds row `row` of a column's values, to a new group or one that there is, which it gives. */
int groups_add(struct groups *groups, const struct table_values *values, size_t row,
               struct group **group_ret);

/* Puts them in SQLite's order: NULL first, numbers, texts by their bytes. */
void groups_sort(struct groups *groups);

/* Sets where each group's rows begin; returns how many there are. */
uint64_t groups_number(struct groups *groups);

#endif
