#include "bindings/table/limits.h"

#include <string.h>

#include "bindings/table/row_test.h"
#include "bindings/table/values.h"

/* ---- Ranges of integers ---- */

static const struct source_range everything = {INT64_MIN, INT64_MAX}, nothing = {INT64_MAX, INT64_MIN};

static struct source_range range_of_values(const struct table_constraint *constraint)
{
    struct source_range range = nothing;
    for (size_t i = 0; i < constraint->value_count; i++) {
        int64_t value = constraint->values[i].integer;
        range.min = value < range.min ? value : range.min;
        range.max = value > range.max ? value : range.max;
    }
    return range;
}

static struct source_range range_of(const struct table_constraint *constraint)
{
    struct source_range range = everything;
    int64_t value = constraint->value_count != 0 ? constraint->values[0].integer : 0;
    switch (constraint->comparison) {
    case TABLE_EQUAL:
        return range_of_values(constraint);
    case TABLE_LESS:
        range.max = value == INT64_MIN ? value : value - 1;
        return range;
    case TABLE_LESS_OR_EQUAL:
        range.max = value;
        return range;
    case TABLE_GREATER:
        range.min = value == INT64_MAX ? value : value + 1;
        return range;
    case TABLE_GREATER_OR_EQUAL:
        range.min = value;
        return range;
    default:
        return range;
    }
}

static void narrow(struct source_range *range, struct source_range by)
{
    range->min = by.min > range->min ? by.min : range->min;
    range->max = by.max < range->max ? by.max : range->max;
}

/* ---- Dates ---- */

enum { FIRST_DAY = -719162, LAST_DAY = 2932896 }; /* 0001-01-01, 9999-12-31 */

static struct source_range dates_of_days(struct source_range days)
{
    struct source_range dates = everything;
    if (days.min > FIRST_DAY)
        dates.min = days.min > LAST_DAY ? INT64_MAX : (int64_t)value_calendar_date(days.min);
    if (days.max < LAST_DAY)
        dates.max = days.max < FIRST_DAY ? 0 : (int64_t)value_calendar_date(days.max);
    return dates;
}

static struct source_range dates_of_years(struct source_range years)
{
    struct source_range dates = everything;
    if (years.min > 0)
        dates.min = years.min > 9999 ? INT64_MAX : years.min * 10000;
    if (years.max < 9999)
        dates.max = years.max < 0 ? 0 : years.max * 10000 + 9999;
    return dates;
}

/* What the index makes of a Date tag: what is no digit counts as 0. */
static int64_t date_of_text(struct pgnpack_text text)
{
    int64_t date = 0;
    for (size_t i = 0; i < text.size; i++)
        if (i != 4 && i != 7)
            date = 10 * date + (text.data[i] >= '0' && text.data[i] <= '9' ? text.data[i] - '0' : 0);
    return date;
}

/* Of Date tags that are equal to one of the values; all of these have to be dates. */
static struct source_range dates_of_texts(const struct table_constraint *constraint)
{
    struct source_range range = nothing;
    for (size_t i = 0; i < constraint->value_count; i++) {
        if (!value_is_date(constraint->values[i].text))
            return everything;
        int64_t date = date_of_text(constraint->values[i].text);
        range.min = date < range.min ? date : range.min;
        range.max = date > range.max ? date : range.max;
    }
    return range;
}

static void narrow_dates(struct source_limits *limits, struct source_range by)
{
    narrow(&limits->date, by);
    limits->asks_date = 1;
}

/* ---- Files ---- */

static int narrow_file(struct source_limits *limits, const struct table *table,
                       const struct table_constraint *constraint)
{
    struct row_constraint test = {.comparison = constraint->comparison,
                                  .value_count = constraint->value_count};
    if (limits->leaves_file_out == NULL)
        limits->leaves_file_out = memory_zeroed(&table->allocator, table->file_count, 1);
    test.values = memory_zeroed(&table->allocator, constraint->value_count + 1, sizeof *test.values);
    if (limits->leaves_file_out == NULL || test.values == NULL) {
        memory_free(&table->allocator, test.values);
        return 0;
    }
    if (constraint->value_count != 0)
        memcpy(test.values, constraint->values, constraint->value_count * sizeof *test.values);
    row_test_sort(test.values, test.value_count, TABLE_TEXT);
    for (size_t i = 0; i < table->file_count; i++) {
        struct pgnpack_text path = {table->files[i].path, strlen(table->files[i].path)};
        const struct row_column column = {.texts = &path};
        uint16_t row = 0;
        limits->leaves_file_out[i] |= row_test(&test, &column, &row, 1) == 0;
    }
    memory_free(&table->allocator, test.values);
    return 1;
}

/* ---- Ids ---- */

/* Of games that have the id: several, where a segment is in the file several times. Where that cannot be told, all. */
static enum pgnpack_status games_of_id(struct pgnpack_reader *reader, struct pgnpack_text id,
                                       struct source_range *range_ret)
{
    char text[PGNPACK_ID_SIZE], shown[PGNPACK_ID_SIZE];
    uint64_t first, last;
    *range_ret = nothing;
    if (id.size == 0 || id.size >= sizeof text)
        return PGNPACK_OK;
    memcpy(text, id.data, id.size);
    text[id.size] = '\0';
    enum pgnpack_status status = pgnpack_reader_find_id(reader, text, PGNPACK_ID_FIRST, &first);
    if (status == PGNPACK_OK)
        status = pgnpack_reader_find_id(reader, text, PGNPACK_ID_LAST, &last);
    if (status == PGNPACK_OK) { /* values are compared as text: nothing shorter, and no capital letters */
        pgnpack_reader_game_id(reader, first, shown);
        if (strcmp(shown, text) == 0)
            *range_ret = (struct source_range){.min = (int64_t)first, .max = (int64_t)last};
    } else if (status != PGNPACK_END && status != PGNPACK_ERROR_ARGUMENT) {
        *range_ret = everything;
    }
    return status;
}

static int narrow_id(struct source_limits *limits, const struct table *table,
                     const struct table_constraint *constraint)
{
    if (constraint->comparison != TABLE_EQUAL)
        return 1;
    if (limits->game_of_file == NULL) {
        limits->game_of_file =
            memory_zeroed(&table->allocator, table->file_count, sizeof *limits->game_of_file);
        for (size_t i = 0; limits->game_of_file != NULL && i < table->file_count; i++)
            limits->game_of_file[i] = everything;
    }
    for (size_t file = 0; limits->game_of_file != NULL && file < table->file_count; file++) {
        struct source_range games = nothing;
        for (size_t i = 0; i < constraint->value_count; i++) {
            struct source_range those;
            if (games_of_id(table->files[file].reader, constraint->values[i].text, &those) ==
                PGNPACK_ERROR_MEMORY)
                return 0;
            games.min = those.min < games.min ? those.min : games.min;
            games.max = those.max > games.max ? those.max : games.max;
        }
        narrow(&limits->game_of_file[file], games);
    }
    return limits->game_of_file != NULL;
}

/* ---- Places ---- */

int limits_narrow_place(struct source_limits *limits, const struct table *table,
                        const struct table_constraint *constraint)
{
    if (constraint->column == GAMES_FILE)
        return narrow_file(limits, table, constraint);
    if (constraint->column == GAMES_ID)
        return narrow_id(limits, table, constraint);
    narrow(&limits->game, range_of(constraint));
    return 1;
}

enum table_use limits_use_of_place(size_t column, enum table_comparison comparison)
{
    if (column == GAMES_FILE)
        return comparison == TABLE_HAS_PREFIX_ANY_CASE ? TABLE_HINT : TABLE_EXACT;
    if (column == GAMES_ID)
        return comparison == TABLE_EQUAL ? TABLE_HINT : TABLE_UNUSED;
    int is_prefix = comparison == TABLE_HAS_PREFIX || comparison == TABLE_HAS_PREFIX_ANY_CASE;
    return is_prefix ? TABLE_UNUSED : TABLE_HINT;
}

/* ---- All ---- */

static void narrow_elo(struct source_limits *limits, int side, struct source_range by)
{
    narrow(&limits->elo[side], by);
    limits->asks_elo = 1;
}

static void narrow_by_tag(struct source_limits *limits, const char *tag,
                          const struct table_constraint *constraint)
{
    if (strcmp(tag, "Date") == 0 && constraint->comparison == TABLE_EQUAL)
        narrow_dates(limits, dates_of_texts(constraint));
    if (strcmp(tag, "WhiteElo") == 0)
        narrow_elo(limits, 0, range_of(constraint));
    if (strcmp(tag, "BlackElo") == 0)
        narrow_elo(limits, 1, range_of(constraint));
}

int limits_narrow(struct source_limits *limits, const struct table *table,
                  const struct table_constraint *constraint)
{
    const char *tag = table->games.columns[constraint->column].tag;
    if (constraint->column <= GAMES_ID)
        return limits_narrow_place(limits, table, constraint);
    if (constraint->comparison > TABLE_GREATER_OR_EQUAL) /* a value of NULL may pass, or any text */
        return 1;
    if (constraint->column == GAMES_DAY)
        narrow_dates(limits, dates_of_days(range_of(constraint)));
    else if (constraint->column == GAMES_YEAR)
        narrow_dates(limits, dates_of_years(range_of(constraint)));
    else if (tag != NULL)
        narrow_by_tag(limits, tag, constraint);
    return 1;
}
