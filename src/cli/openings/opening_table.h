/* Names of positions: which opening a position is, by its key. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_TABLE_H
#define PGNPACK_CLI_OPENINGS_OPENING_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "pgnpack.h"

struct opening_table;

/* Values of tags, without escapes; empty ones are not known. */
struct opening {
    struct pgnpack_text eco, name, variation;
};

/* NULL: no memory. */
struct opening_table *opening_table_new(void);
void opening_table_free(struct opening_table *table);

/* Names the position of a key (PGNPACK_KEY_BCGN); of several names the last counts. The texts are copied. 0: no memory. */
int opening_table_add(struct opening_table *table, uint64_t key, const struct opening *opening);

/* 0: the position has no name. The texts live until the next _add(). */
int opening_table_find(const struct opening_table *table, uint64_t key, struct opening *opening_ret);

/* How many positions have a name, and how many names were given up for later ones that are different. */
size_t opening_table_size(const struct opening_table *table);
size_t opening_table_replaced(const struct opening_table *table);

#endif
