#include "lib/query/query_tag_words.h"

#include <string.h>

#include "search/text/text_fold.h"

/* ---- Each kind of condition ---- */

static enum pgnpack_status refuse(struct pgnpack_query *query, const char *value, const char *trouble)
{
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%.100s\" cannot be looked for: %s", value,
                     trouble);
}

/* The condition, or its opposite. */
static enum pgnpack_status add(struct pgnpack_query *query, struct tag_condition *condition,
                               const char *first, const char *second)
{
    condition->negated = (uint8_t)query->negates;
    if (!query_tags_add(&query->tags, condition, first, second))
        return error_no_memory(&query->error);
    query->negates = 0;
    return PGNPACK_OK;
}

static enum pgnpack_status add_pattern(struct pgnpack_query *query, const char *value, enum pattern_way way,
                                       const char *first, const char *second)
{
    struct tag_condition condition = {.kind = CONDITION_FITS};
    condition.pattern = memory_get(&query->memory, sizeof *condition.pattern);
    if (condition.pattern == NULL)
        return error_no_memory(&query->error);
    const char *trouble = text_pattern_parse(condition.pattern, text_of(value), way);
    if (trouble == NULL)
        return add(query, &condition, first, second);
    tag_condition_free(&condition, &query->memory);
    return refuse(query, value, trouble);
}

static enum pgnpack_status add_ranges(struct pgnpack_query *query, const char *value,
                                      enum tag_condition_kind kind, const char *first, const char *second)
{
    struct tag_condition condition = {.kind = (uint8_t)kind};
    condition.ranges = memory_get(&query->memory, sizeof *condition.ranges);
    if (condition.ranges == NULL)
        return error_no_memory(&query->error);
    enum number_kind numbers = kind == CONDITION_DATE  ? NUMBER_DATE
                               : kind == CONDITION_ECO ? NUMBER_ECO
                                                       : NUMBER_PLAIN;
    const char *trouble = number_ranges_parse(condition.ranges, text_of(value), numbers);
    if (trouble == NULL)
        return add(query, &condition, first, second);
    tag_condition_free(&condition, &query->memory);
    return refuse(query, value, trouble);
}

/* ---- Players, events, dates ---- */

enum pgnpack_status query_add_player(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "White", "Black");
}

enum pgnpack_status query_add_white(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "White", NULL);
}

enum pgnpack_status query_add_black(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "Black", NULL);
}

enum pgnpack_status query_add_elo(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_ELO, "WhiteElo", "BlackElo");
}

enum pgnpack_status query_add_white_elo(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_ELO, "WhiteElo", NULL);
}

enum pgnpack_status query_add_black_elo(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_ELO, "BlackElo", NULL);
}

enum pgnpack_status query_add_date(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_DATE, "Date", "UTCDate");
}

enum pgnpack_status query_add_eco(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_ECO, "ECO", NULL);
}

enum pgnpack_status query_add_opening(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "Opening", "Variation");
}

enum pgnpack_status query_add_event(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "Event", NULL);
}

enum pgnpack_status query_add_site(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_BY_WORDS, "Site", NULL);
}

enum pgnpack_status query_add_round(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_ROUND, "Round", NULL);
}

enum pgnpack_status query_add_time_control(struct pgnpack_query *query, const char *value)
{
    return add_pattern(query, value, PATTERN_WHOLE, "TimeControl", NULL);
}

/* ---- Results and lengths ---- */

static unsigned result_bits(struct text text)
{
    static const struct {
        const char *text;
        enum pgnpack_result result;
    } results[] = {{"1-0", PGNPACK_RESULT_WHITE},    {"0-1", PGNPACK_RESULT_BLACK},
                   {"1/2-1/2", PGNPACK_RESULT_DRAW}, {"1/2", PGNPACK_RESULT_DRAW},
                   {"*", PGNPACK_RESULT_UNKNOWN},    {"white", PGNPACK_RESULT_WHITE},
                   {"black", PGNPACK_RESULT_BLACK},  {"draw", PGNPACK_RESULT_DRAW}};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (text_is(text, results[i].text))
            return 1u << results[i].result;
    return 0;
}

enum pgnpack_status query_add_result(struct pgnpack_query *query, const char *value)
{
    struct tag_condition condition = {.kind = CONDITION_RESULT};
    const char *at = value;
    for (;;) {
        size_t size = strcspn(at, ",");
        unsigned bits = result_bits((struct text){at, size});
        if (bits == 0)
            return refuse(query, value, "results are 1-0, 0-1, 1/2 and *");
        condition.results |= bits;
        if (at[size] == '\0')
            return add(query, &condition, NULL, NULL);
        at += size + 1;
    }
}

enum pgnpack_status query_add_plies(struct pgnpack_query *query, const char *value)
{
    return add_ranges(query, value, CONDITION_PLIES, NULL, NULL);
}

/* ---- Any tag ---- */

/* Takes a comparison off the value. */
static enum comparison take_comparison(const char **value)
{
    int is_less = **value == '<', has_equal = (*value)[1] == '=';
    *value += 1 + has_equal;
    if (is_less)
        return has_equal ? COMPARES_LESS_OR_EQUAL : COMPARES_LESS;
    return has_equal ? COMPARES_GREATER_OR_EQUAL : COMPARES_GREATER;
}

static enum pgnpack_status add_comparison(struct pgnpack_query *query, const char *name, const char *value)
{
    struct tag_condition condition = {.kind = CONDITION_COMPARES};
    struct tag_comparison *comparison = &condition.comparison;
    comparison->comparison = take_comparison(&value);
    struct text text = text_of(value);
    comparison->is_number = text.size != 0 && tag_number(text, &comparison->number) == text.size;
    comparison->is_rating =
        comparison->is_number && (strcmp(name, "WhiteElo") == 0 || strcmp(name, "BlackElo") == 0);
    comparison->capacity = text_fold_size_max(text.size) + 1;
    comparison->text = memory_get(&query->memory, comparison->capacity);
    if (comparison->text == NULL)
        return error_no_memory(&query->error);
    comparison->size = text_fold(text, comparison->text);
    return add(query, &condition, name, NULL);
}

enum pgnpack_status query_add_tag(struct pgnpack_query *query, const char *value)
{
    enum { NAME_SIZE_MAX = 255 };
    char name[NAME_SIZE_MAX + 1];
    size_t size = strcspn(value, "=<>");
    if (size == 0 || size > NAME_SIZE_MAX)
        return refuse(query, value, "NAME, NAME=PATTERN, NAME<VALUE or NAME>=VALUE, of 255 bytes at most");
    memcpy(name, value, size);
    name[size] = '\0';
    if (value[size] == '=')
        return add_pattern(query, value + size + 1, PATTERN_BY_WORDS, name, NULL);
    if (value[size] != '\0')
        return add_comparison(query, name, value + size);
    struct tag_condition condition = {.kind = CONDITION_IS_THERE};
    return add(query, &condition, name, NULL);
}
