#include "tags/base/tag_columns.h"

#include <string.h>

/* ---- Schemas ---- */

void schema_table_init(struct schema_table *table, struct memory *memory)
{
    memset(table, 0, sizeof *table);
    table->memory = memory;
}

void schema_table_free(struct schema_table *table)
{
    memory_release(table->memory, table->elements, table->element_capacity * sizeof *table->elements);
    schema_table_init(table, table->memory);
}

void schema_table_clear(struct schema_table *table)
{
    if (table->name_count != 0)
        name_index_clear(&table->name_index);
    if (table->list_count != 0)
        memset(table->list_slots, 0, sizeof table->list_slots);
    table->name_count = 0;
    table->element_count = 0;
    table->list_count = 0;
    table->last = 0;
    table->list_starts[0] = 0;
}

static int list_is(const struct schema_table *table, unsigned list, const struct game *game)
{
    if (schema_size(table, list) != game->tag_count)
        return 0;
    const uint16_t *names = schema_names(table, list);
    for (size_t i = 0; i < game->tag_count; i++)
        if (!text_equal(table->names[names[i]], game->tags[i].name))
            return 0;
    return 1;
}

/* The slot of the game's list, or the free one where it belongs. */
static uint16_t *find_list_slot(struct schema_table *table, const struct game *game)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        struct text name = game->tags[i].name;
        hash = (hash ^ xxh64(name.data, name.size)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    size_t at = (size_t)(hash >> 32) % SCHEMA_LIST_SLOTS;
    while (table->list_slots[at] != 0 && !list_is(table, table->list_slots[at] - 1u, game))
        at = (at + 1) % SCHEMA_LIST_SLOTS;
    return &table->list_slots[at];
}

static int is_last_list(const struct schema_table *table, const struct game *game)
{
    return table->list_count != 0 && list_is(table, table->last, game);
}

/* For a new list? */
static int has_room(const struct schema_table *table, const struct game *game)
{
    if (game->tag_count == 0)
        return 1;
    return table->list_count + 1 < BCGN_SCHEMA_COUNT_MAX && game->tag_count <= BCGN_SCHEMA_SIZE_MAX &&
           table->name_count + game->tag_count <= BCGN_TAG_NAME_COUNT_MAX;
}

static unsigned enter_name(struct schema_table *table, struct text name)
{
    int found = name_index_find(&table->name_index, table->names, name);
    if (found >= 0)
        return (unsigned)found;
    table->names[table->name_count] = name;
    name_index_add(&table->name_index, table->names, table->name_count);
    return table->name_count++;
}

static int add_elements(struct schema_table *table, size_t count)
{
    return MEMORY_GROW(table->memory, table->elements, table->element_capacity,
                       table->element_count + count + 1);
}

int schema_table_enter(struct schema_table *table, const struct game *game)
{
    if (is_last_list(table, game))
        return (int)table->last;
    uint16_t *slot = find_list_slot(table, game);
    if (*slot != 0) {
        table->last = *slot - 1u;
        return (int)table->last;
    }
    if (!has_room(table, game))
        return SCHEMA_NO_ROOM;
    if (!add_elements(table, game->tag_count))
        return SCHEMA_NO_MEMORY;
    for (size_t i = 0; i < game->tag_count; i++)
        table->elements[table->element_count + i] = (uint16_t)enter_name(table, game->tags[i].name);
    table->element_count += game->tag_count;
    table->last = table->list_count++;
    *slot = (uint16_t)table->list_count;
    table->list_starts[table->list_count] = (uint32_t)table->element_count;
    return (int)table->last;
}

void schema_table_write(const struct schema_table *table, struct buffer *out)
{
    varint_append(out, table->name_count);
    for (unsigned i = 0; i < table->name_count; i++)
        varint_append_text(out, table->names[i]);
    varint_append(out, table->list_count);
    for (unsigned i = 0; i < table->list_count; i++) {
        varint_append(out, schema_size(table, i));
        for (unsigned j = 0; j < schema_size(table, i); j++)
            varint_append(out, schema_names(table, i)[j]);
    }
}

static void read_list(struct schema_table *table, struct byte_source *source, int *no_memory_ret)
{
    uint64_t size = byte_source_varint_max(source, BCGN_SCHEMA_SIZE_MAX);
    if (size > byte_source_left(source)) /* each element takes a byte at least */
        source->failed = 1;
    if (source->failed)
        return;
    if (!add_elements(table, (size_t)size)) {
        *no_memory_ret = source->failed = 1;
        return;
    }
    for (uint64_t i = 0; i < size; i++) {
        uint64_t name = byte_source_varint(source);
        if (name >= table->name_count)
            source->failed = 1;
        table->elements[table->element_count++] = (uint16_t)name;
    }
    table->list_starts[++table->list_count] = (uint32_t)table->element_count;
}

void schema_table_read(struct schema_table *table, struct byte_source *source, int *no_memory_ret)
{
    schema_table_clear(table);
    *no_memory_ret = 0;
    uint64_t name_count = byte_source_varint_max(source, BCGN_TAG_NAME_COUNT_MAX);
    for (uint64_t i = 0; i < name_count && !source->failed; i++)
        table->names[table->name_count++] = byte_source_text(source, BCGN_BLOCK_TEXT_MAX);
    uint64_t list_count = byte_source_varint_max(source, BCGN_SCHEMA_COUNT_MAX);
    for (uint64_t i = 0; i < list_count && !source->failed; i++)
        read_list(table, source, no_memory_ret);
}

/* ---- Columns ---- */

void tag_table_init(struct tag_table *table, struct memory *memory)
{
    memset(table, 0, sizeof *table);
    table->memory = memory;
}

void tag_table_free(struct tag_table *table)
{
    memory_release(table->memory, table->values, table->capacity * sizeof *table->values);
    memory_release(table->memory, table->game_starts, table->game_capacity * sizeof *table->game_starts);
    tag_table_init(table, table->memory);
}

static int set_game_start(struct tag_table *table)
{
    int done =
        MEMORY_GROW(table->memory, table->game_starts, table->game_capacity, table->game_count + (size_t)1);
    if (done)
        table->game_starts[table->game_count] = (uint32_t)table->count;
    return done;
}

int tag_table_add(struct tag_table *table, uint16_t column, struct text text)
{
    if (!MEMORY_GROW(table->memory, table->values, table->capacity, table->count + 1))
        return 0;
    table->values[table->count++] = (struct tag_value){.text = text,
                                                       .game = table->game_count,
                                                       .source = TAG_NOWHERE,
                                                       .column = column,
                                                       .position = table->position++};
    return 1;
}

int tag_table_start(struct tag_table *table)
{
    table->count = 0;
    table->game_count = 0;
    table->position = 0;
    /* Room for one at least: a table without values is an array, too. */
    return MEMORY_GROW(table->memory, table->values, table->capacity, (size_t)1) && set_game_start(table);
}

int tag_table_end_game(struct tag_table *table)
{
    table->game_count++;
    table->position = 0;
    return set_game_start(table);
}

uint32_t tag_find_linked(const struct tag_table *table, const struct tag_column *columns, uint16_t column,
                         uint32_t value, uint32_t key)
{
    uint32_t source = table->values[key].source;
    if (source == TAG_NOWHERE)
        return TAG_NOWHERE;
    uint16_t wanted =
        table->values[source].column == table->values[key].column ? column : columns[column].partner;
    uint32_t game = table->values[source].game;
    uint32_t behind = game < table->game_count ? table->game_starts[game + 1] : (uint32_t)table->count;
    if (behind > value)
        behind = value;
    for (uint32_t at = table->game_starts[game];
         at < behind && table->values[at].position < TAG_GAME_SEARCH_MAX; at++)
        if (table->values[at].column == wanted)
            return at;
    return TAG_NOWHERE;
}

int tag_parse_number(const struct tag_column *column, struct text text, int64_t *number_ret)
{
    struct text prefix = column->prefix;
    struct text suffix = column->suffix;
    if (text.size < prefix.size + suffix.size ||
        (prefix.size != 0 && memcmp(text.data, prefix.data, prefix.size) != 0) ||
        (suffix.size != 0 && memcmp(text.data + text.size - suffix.size, suffix.data, suffix.size) != 0))
        return 0;
    struct text inner = {text.data + prefix.size, text.size - prefix.size - suffix.size};
    return text_form_parse((enum text_form)column->form, inner, number_ret);
}

size_t tag_print_number(const struct tag_column *column, int64_t number, char *out, size_t room)
{
    struct text prefix = column->prefix;
    struct text suffix = column->suffix;
    if (room < FORM_TEXT_SIZE_MAX + prefix.size + suffix.size)
        return 0;
    if (prefix.size != 0)
        memcpy(out, prefix.data, prefix.size);
    size_t size = text_form_print((enum text_form)column->form, number, out + prefix.size);
    if (suffix.size != 0)
        memcpy(out + prefix.size + size, suffix.data, suffix.size);
    return size == 0 ? 0 : prefix.size + size + suffix.size;
}
