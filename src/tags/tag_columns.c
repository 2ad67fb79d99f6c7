#include "tags/tag_columns.h"

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

int tag_table_start(struct tag_table *table, unsigned column_count)
{
    table->count = 0;
    table->game_count = 0;
    if (!MEMORY_GROW(table->memory, table->values, table->capacity, (size_t)1))
        return 0;
    for (unsigned i = 0; i < column_count; i++) {
        if (!tag_table_add(table, (uint16_t)i, text_of("")))
            return 0;
        table->values[i].game = TAG_NOWHERE;
    }
    table->position = 0;
    return set_game_start(table);
}

int tag_table_end_game(struct tag_table *table)
{
    table->game_count++;
    table->position = 0;
    return set_game_start(table);
}

/* The first of the values `at` to `behind - 1` of a game whose position is at least `position`; `behind` if none is. */
static uint32_t find_position(const struct tag_table *table, uint32_t at, uint32_t behind, uint32_t position)
{
    while (at < behind) {
        uint32_t middle = at + (behind - at) / 2;
        if (table->values[middle].position < position)
            at = middle + 1;
        else
            behind = middle;
    }
    return at;
}

uint32_t tag_find_linked(const struct tag_table *table, const struct tag_column *columns, uint16_t column,
                         uint32_t value, uint32_t key)
{
    uint32_t source = table->values[key].source;
    if (source == TAG_NOWHERE || table->values[source].game == TAG_NOWHERE)
        return TAG_NOWHERE;
    uint16_t wanted =
        table->values[source].column == table->values[key].column ? column : columns[column].partner;
    uint32_t game = table->values[source].game;
    uint32_t start = table->game_starts[game];
    uint32_t behind = game < table->game_count ? table->game_starts[game + 1] : (uint32_t)table->count;
    uint32_t position = value < table->count ? table->values[value].position : table->position;
    position += table->values[source].position - table->values[key].position;
    if (behind > value)
        behind = value;
    uint32_t at = find_position(table, start, behind, position);
    if (at < behind && table->values[at].position == position && table->values[at].column == wanted)
        return at;
    for (at = start; at < behind && table->values[at].position < TAG_GAME_SEARCH_MAX; at++)
        if (table->values[at].column == wanted)
            return at;
    return TAG_NOWHERE;
}

struct text tag_final_text(const struct position *position, uint64_t number, char fen[FEN_SIZE_MAX + 1])
{
    enum { FIELDS = 4 };
    struct text text = {fen, fen_write(position, FEN_X, fen)};
    size_t size = 0;
    if (number == TAG_FINAL_FEN)
        return text;
    for (unsigned fields = 0; size < text.size; size++)
        if (fen[size] == ' ' && ++fields == FIELDS)
            break;
    return (struct text){fen, size};
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
