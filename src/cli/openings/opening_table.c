#include "cli/openings/opening_table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"
#include "cli/base/growth.h"

/* Its texts stand one behind the other. */
struct entry {
    uint64_t key;
    size_t at; /* in the table's bytes */
    size_t eco_size, name_size, variation_size;
};

struct opening_table {
    struct entry *entries;
    size_t count, capacity;
    char *bytes;
    size_t size, byte_capacity;
    uint32_t *slots; /* by key: 1 + an entry's place */
    size_t slot_count;
    size_t replaced;
};

struct opening_table *opening_table_new(void)
{
    return calloc(1, sizeof(struct opening_table));
}

void opening_table_free(struct opening_table *table)
{
    if (table == NULL)
        return;
    free(table->entries);
    free(table->bytes);
    free(table->slots);
    free(table);
}

/* ---- By key ---- */

/* The slot of the key, or the free one where it belongs. Keys are hashes already. */
static uint32_t *find_slot(const struct opening_table *table, uint64_t key)
{
    size_t slot = (size_t)key & (table->slot_count - 1);
    while (table->slots[slot] != 0 && table->entries[table->slots[slot] - 1].key != key)
        slot = (slot + 1) & (table->slot_count - 1);
    return &table->slots[slot];
}

/* Room for one more. At least three slots in four are free, so that most positions without a name are told by one look. */
static int grow(struct opening_table *table)
{
    if (!GROW(table->entries, table->capacity, table->count + 1))
        return 0;
    if (4 * (table->count + 1) <= table->slot_count)
        return 1;
    size_t wanted = table->slot_count == 0 ? 256 : 2 * table->slot_count;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (slots == NULL)
        return 0;
    free(table->slots);
    table->slots = slots;
    table->slot_count = wanted;
    for (size_t i = 0; i < table->count; i++)
        *find_slot(table, table->entries[i].key) = (uint32_t)i + 1;
    return 1;
}

/* ---- Entries ---- */

static struct opening texts_of(const struct opening_table *table, const struct entry *entry)
{
    const char *at = table->bytes + entry->at;
    return (struct opening){{at, entry->eco_size},
                            {at + entry->eco_size, entry->name_size},
                            {at + entry->eco_size + entry->name_size, entry->variation_size}};
}

static int is_same(const struct opening *a, const struct opening *b)
{
    return texts_are_equal(a->eco, b->eco) && texts_are_equal(a->name, b->name) &&
           texts_are_equal(a->variation, b->variation);
}

static void append(struct opening_table *table, struct pgnpack_text text)
{
    if (text.size != 0)
        memcpy(table->bytes + table->size, text.data, text.size);
    table->size += text.size;
}

/* Texts that are given up stay where they are. */
static int set_texts(struct opening_table *table, struct entry *entry, const struct opening *opening)
{
    size_t size = opening->eco.size + opening->name.size + opening->variation.size;
    if (!GROW(table->bytes, table->byte_capacity, table->size + size))
        return 0;
    entry->at = table->size;
    entry->eco_size = opening->eco.size;
    entry->name_size = opening->name.size;
    entry->variation_size = opening->variation.size;
    append(table, opening->eco);
    append(table, opening->name);
    append(table, opening->variation);
    return 1;
}

static int replace(struct opening_table *table, struct entry *entry, const struct opening *opening)
{
    struct opening old = texts_of(table, entry);
    if (is_same(&old, opening))
        return 1;
    table->replaced++;
    return set_texts(table, entry, opening);
}

int opening_table_add(struct opening_table *table, uint64_t key, const struct opening *opening)
{
    if (table->count == UINT32_MAX - 1 || !grow(table))
        return 0;
    uint32_t *slot = find_slot(table, key);
    if (*slot != 0)
        return replace(table, &table->entries[*slot - 1], opening);
    struct entry *entry = &table->entries[table->count];
    entry->key = key;
    if (!set_texts(table, entry, opening))
        return 0;
    *slot = (uint32_t)++table->count;
    return 1;
}

int opening_table_find(const struct opening_table *table, uint64_t key, struct opening *opening_ret)
{
    uint32_t place = table->slot_count == 0 ? 0 : *find_slot(table, key);
    if (place != 0)
        *opening_ret = texts_of(table, &table->entries[place - 1]);
    return place != 0;
}

size_t opening_table_size(const struct opening_table *table)
{
    return table->count;
}

size_t opening_table_replaced(const struct opening_table *table)
{
    return table->replaced;
}
