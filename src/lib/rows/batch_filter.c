#include "lib/rows/batch_filter.h"

#include "lib/games/game_summary.h"
#include "game/tag_value.h"

void batch_filter_init(struct batch_filter *filter, struct memory *memory)
{
    memset(filter, 0, sizeof *filter);
    buffer_init(&filter->texts, memory);
    buffer_init(&filter->unescaped, memory);
}

void batch_filter_free(struct batch_filter *filter)
{
    struct memory *memory = filter->texts.memory;
    memory_release(memory, filter->conditions, filter->condition_capacity * sizeof *filter->conditions);
    buffer_free(&filter->texts);
    buffer_free(&filter->unescaped);
    batch_filter_init(filter, memory);
}

/* ---- What is asked for ---- */

static int asks_elo(const struct batch_filter *filter)
{
    return filter->limits.elo_min != 0 || filter->limits.elo_max != 0;
}

static int asks_date(const struct batch_filter *filter)
{
    return filter->limits.date_min != 0 || filter->limits.date_max != 0;
}

static enum pgnpack_status add_condition(struct batch_filter *filter, const struct pgnpack_condition *source,
                                         struct name_list *names, struct error *error)
{
    if (source->tag == NULL || (source->value.data == NULL && source->value.size != 0))
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "a filter's condition has no tag, or no value");
    if ((unsigned)source->comparison > PGNPACK_CONTAINS)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "a filter's condition has no comparison that there is (%u)",
                         (unsigned)source->comparison);
    size_t name = name_list_enter(names, text_of(source->tag));
    if (name == SIZE_MAX || !MEMORY_GROW(names->memory, filter->conditions, filter->condition_capacity,
                                         filter->condition_count + 1))
        return error_no_memory(error);
    filter->conditions[filter->condition_count++] =
        (struct batch_condition){name, source->comparison, filter->texts.size, source->value.size};
    buffer_append(&filter->texts, source->value.data, source->value.size);
    return buffer_failed(&filter->texts) ? error_no_memory(error) : PGNPACK_OK;
}

static enum pgnpack_status add_names(const char *first, const char *second, size_t places[2],
                                     struct name_list *names, struct error *error)
{
    places[0] = name_list_enter(names, text_of(first));
    places[1] = name_list_enter(names, text_of(second));
    return places[0] == SIZE_MAX || places[1] == SIZE_MAX ? error_no_memory(error) : PGNPACK_OK;
}

/* A range whose ends are the wrong way round is a mistake, and no filter that nothing passes. */
static int is_range(uint32_t low, uint32_t high)
{
    return high == 0 || low <= high;
}

enum pgnpack_status batch_filter_set(struct batch_filter *filter, const struct pgnpack_filter *source,
                                     struct name_list *names, struct error *error)
{
    struct pgnpack_filter *limits = &filter->limits;
    enum pgnpack_status status = PGNPACK_OK;
    if (handle_copy_options(limits, sizeof *limits, source, "pgnpack_filter", error) != PGNPACK_OK)
        return error->status;
    if (!is_range(limits->elo_min, limits->elo_max) || !is_range(limits->date_min, limits->date_max) ||
        !is_range(limits->plies_min, limits->plies_max))
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "a filter's range ends before it begins");
    if (limits->conditions == NULL && limits->condition_count != 0)
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "a filter has a number of conditions, but none");
    for (size_t i = 0; i < limits->condition_count && status == PGNPACK_OK; i++)
        status = add_condition(filter, &limits->conditions[i], names, error);
    if (status == PGNPACK_OK && asks_elo(filter))
        status = add_names("WhiteElo", "BlackElo", filter->elo_names, names, error);
    if (status == PGNPACK_OK && asks_date(filter))
        status = add_names("Date", "UTCDate", filter->date_names, names, error);
    limits->conditions = NULL;
    return status;
}

int batch_filter_is_empty(const struct batch_filter *filter)
{
    return filter->condition_count == 0 && filter->limits.results == 0 && !asks_elo(filter) &&
           !asks_date(filter) && !batch_filter_asks_plies(filter);
}

/* ---- Blocks ---- */

static int is_in_range(uint32_t value, uint32_t low, uint32_t high)
{
    return value != 0 && value >= low && (high == 0 || value <= high);
}

/* Are all values of a block, from `least` to `most`, out of the range? 0: none is known, or the index was lost. */
static int is_apart(uint32_t least, uint32_t most, uint32_t low, uint32_t high)
{
    return most != 0 && (most < low || (high != 0 && least > high));
}

int batch_filter_skips(const struct batch_filter *filter, const struct index_entry *entry)
{
    const struct pgnpack_filter *limits = &filter->limits;
    return is_apart(entry->elo_min, entry->elo_max, limits->elo_min, limits->elo_max) ||
           is_apart(entry->date_min, entry->date_max, limits->date_min, limits->date_max);
}

/* ---- Games ---- */

static int compare(struct text a, struct text b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size == 0 ? 0 : memcmp(a.data, b.data, size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static int contains(struct text value, struct text part)
{
    if (part.size == 0)
        return 1;
    while (value.size >= part.size) {
        const char *found = memchr(value.data, part.data[0], value.size - part.size + 1);
        if (found == NULL)
            return 0;
        if (memcmp(found, part.data, part.size) == 0)
            return 1;
        value.size -= (size_t)(found - value.data) + 1;
        value.data = found + 1;
    }
    return 0;
}

static int is_met(enum pgnpack_comparison comparison, struct text value, struct text wanted)
{
    switch (comparison) {
    case PGNPACK_EQUAL:
        return text_equal(value, wanted);
    case PGNPACK_LESS:
        return compare(value, wanted) < 0;
    case PGNPACK_LESS_OR_EQUAL:
        return compare(value, wanted) <= 0;
    case PGNPACK_GREATER:
        return compare(value, wanted) > 0;
    case PGNPACK_GREATER_OR_EQUAL:
        return compare(value, wanted) >= 0;
    case PGNPACK_HAS_PREFIX:
        return value.size >= wanted.size &&
               (wanted.size == 0 || memcmp(value.data, wanted.data, wanted.size) == 0);
    case PGNPACK_CONTAINS:
        return contains(value, wanted);
    }
    return 0;
}

static int meets(struct batch_filter *filter, const struct batch_condition *condition,
                 const struct block_row *row)
{
    struct text value = row->values[condition->name];
    const struct text wanted = {(const char *)buffer_bytes(&filter->texts) + condition->text_start,
                                condition->text_size};
    if (value.data == NULL)
        return 0;
    value = tag_value_unescape(value, &filter->unescaped);
    return value.data != NULL && is_met(condition->comparison, value, wanted);
}

static int has_ratings(const struct batch_filter *filter, const struct block_row *row)
{
    const struct pgnpack_filter *limits = &filter->limits;
    return is_in_range(summary_elo(row->values[filter->elo_names[0]]), limits->elo_min, limits->elo_max) &&
           is_in_range(summary_elo(row->values[filter->elo_names[1]]), limits->elo_min, limits->elo_max);
}

static int has_date(const struct batch_filter *filter, const struct block_row *row)
{
    uint32_t date = summary_date_of(row->values[filter->date_names[0]], row->values[filter->date_names[1]]);
    return is_in_range(date, filter->limits.date_min, filter->limits.date_max);
}

int batch_filter_passes(struct batch_filter *filter, const struct block_row *row)
{
    const struct pgnpack_filter *limits = &filter->limits;
    if ((limits->results != 0 && (limits->results >> (row->result & 3) & 1) == 0) ||
        row->plies < limits->plies_min || (limits->plies_max != 0 && row->plies > limits->plies_max) ||
        (asks_elo(filter) && !has_ratings(filter, row)) || (asks_date(filter) && !has_date(filter, row)))
        return 0;
    for (size_t i = 0; i < filter->condition_count; i++)
        if (!meets(filter, &filter->conditions[i], row))
            return 0;
    return 1;
}
