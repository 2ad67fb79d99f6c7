#include "lib/query/query_tags.h"

void query_tags_init(struct query_tags *tags, struct memory *memory)
{
    *tags = (struct query_tags){.memory = memory};
    name_list_init(&tags->names, memory);
}

void tag_condition_free(struct tag_condition *condition, struct memory *memory)
{
    memory_release(memory, condition->pattern, sizeof *condition->pattern);
    memory_release(memory, condition->ranges, sizeof *condition->ranges);
    memory_release(memory, condition->comparison.text, condition->comparison.capacity);
    *condition = (struct tag_condition){.kind = CONDITION_FITS};
}

void query_tags_free(struct query_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++)
        tag_condition_free(&tags->conditions[i], tags->memory);
    memory_release(tags->memory, tags->conditions, tags->capacity * sizeof *tags->conditions);
    name_list_free(&tags->names);
    query_tags_init(tags, tags->memory);
}

int query_tags_add(struct query_tags *tags, struct tag_condition *condition, const char *first,
                   const char *second)
{
    const char *const names[2] = {first, second};
    int done = MEMORY_GROW(tags->memory, tags->conditions, tags->capacity, tags->count + 1);
    unsigned count = 0;
    for (size_t i = 0; i < 2 && done; i++) {
        if (names[i] == NULL)
            continue;
        size_t place = name_list_enter(&tags->names, text_of(names[i]));
        done = place != SIZE_MAX;
        condition->names[count++] = place;
    }
    condition->name_count = condition->is_sided && count != 0 ? 1 : (uint8_t)count;
    if (done)
        tags->conditions[tags->count++] = *condition;
    else
        tag_condition_free(condition, tags->memory);
    return done;
}

int query_tags_are_sided(const struct query_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++)
        if (tags->conditions[i].is_sided)
            return tags->tries_black;
    return 0;
}

int query_tags_ask_plies(const struct query_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++)
        if (tags->conditions[i].kind == CONDITION_PLIES)
            return 1;
    return 0;
}

/* `most` 0: nothing is known of the block, or its index was lost. */
static int is_apart(const struct tag_condition *condition, uint32_t least, uint32_t most)
{
    return !condition->negated && most != 0 && number_ranges_are_apart(condition->ranges, least, most);
}

int query_tags_skip(const struct query_tags *tags, const struct index_entry *entry)
{
    for (size_t i = 0; i < tags->count; i++) {
        const struct tag_condition *condition = &tags->conditions[i];
        if ((condition->kind == CONDITION_ELO && is_apart(condition, entry->elo_min, entry->elo_max)) ||
            (condition->kind == CONDITION_DATE && is_apart(condition, entry->date_min, entry->date_max)))
            return 1;
    }
    return 0;
}

size_t tag_number(struct text text, int64_t *number_ret)
{
    enum { DIGITS_MAX = 15 };
    size_t i = 0, digits = 0, decimals = 0;
    int64_t number = 0;
    int is_negative = text.size != 0 && text.data[0] == '-';
    i += text.size != 0 && (text.data[0] == '-' || text.data[0] == '+');
    for (; i < text.size && is_digit(text.data[i]) && digits < DIGITS_MAX; i++, digits++)
        number = 10 * number + (text.data[i] - '0');
    if (digits == 0 || (i < text.size && is_digit(text.data[i])))
        return 0;
    if (i + 1 < text.size && text.data[i] == '.' && is_digit(text.data[i + 1]))
        for (i++; i < text.size && is_digit(text.data[i]); i++)
            if (decimals < 3) {
                number = 10 * number + (text.data[i] - '0');
                decimals++;
            }
    for (; decimals < 3; decimals++)
        number *= 10;
    *number_ret = is_negative ? -number : number;
    return i;
}
