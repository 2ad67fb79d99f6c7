#include "tags/base/tag_columns.h"

#include <string.h>

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
