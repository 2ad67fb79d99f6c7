/* The tag names of a block, and the lists of names that its games have. docs/FORMAT.md, "Schemas". */
#ifndef PGNPACK_TAGS_BASE_SCHEMA_TABLE_H
#define PGNPACK_TAGS_BASE_SCHEMA_TABLE_H

#include "container/sections/bcgn_format.h"
#include "tags/base/name_index.h"
#include "game/game.h"
#include "util/buffer.h"
#include "util/varint.h"

enum { SCHEMA_LIST_SLOTS = 2 * BCGN_SCHEMA_COUNT_MAX };

struct schema_table {
    struct text names[BCGN_TAG_NAME_COUNT_MAX]; /* slices of the block's text, or of the section */
    unsigned name_count;
    uint16_t *elements; /* name numbers, one list after the other */
    size_t element_count;
    size_t element_capacity;
    uint32_t list_starts[BCGN_SCHEMA_COUNT_MAX + 1]; /* in `elements`; list i ends where list i + 1 starts */
    unsigned list_count;
    unsigned last; /* the list found last */

    /* For packing: where names and lists are found. */
    struct name_index name_index;
    uint16_t
        list_slots[SCHEMA_LIST_SLOTS]; /* by the hash of their names: 1 + the number of a list; 0 is free */
    struct memory *memory;
};

void schema_table_init(struct schema_table *table, struct memory *memory);
void schema_table_free(struct schema_table *table);
void schema_table_clear(struct schema_table *table);

/* False when the game's list of names is new and the limits leave no room for it. */
int schema_table_has_room(struct schema_table *table, const struct game *game);

/* The number of the game's list, entered if it is new; there must be room. -1: no memory. */
int schema_table_enter(struct schema_table *table, const struct game *game);

static inline unsigned schema_size(const struct schema_table *table, unsigned list)
{
    return table->list_starts[list + 1] - table->list_starts[list];
}

static inline const uint16_t *schema_names(const struct schema_table *table, unsigned list)
{
    return table->elements + table->list_starts[list];
}

void schema_table_write(const struct schema_table *table, struct buffer *out);

/* Fails the source when the table is not in order, or when there is no memory (then sets *no_memory_ret). */
void schema_table_read(struct schema_table *table, struct byte_source *source, int *no_memory_ret);

#endif
