#include "bindings/sqlite/pushdown.h"

#include <math.h>
#include <string.h>

static void free_constraint(struct table_constraint *constraint)
{
    struct table_value *values = (struct table_value *)(uintptr_t)constraint->values;
    for (size_t i = 0; i < constraint->value_count; i++)
        sqlite3_free((void *)(uintptr_t)values[i].text.data);
    sqlite3_free(values);
}

void pushdown_free(struct pushdown *pushdown)
{
    for (size_t i = 0; i < pushdown->count; i++)
        free_constraint(&pushdown->constraints[i]);
    sqlite3_free(pushdown->constraints);
    sqlite3_free(pushdown->path);
    sqlite3_free(pushdown->fen);
    sqlite3_free(pushdown->where);
    sqlite3_free(pushdown->damaged);
    memset(pushdown, 0, sizeof *pushdown);
}

/* ---- Arguments ---- */

static int copy_argument(sqlite3_value *value, char **copy_ret)
{
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return SQLITE_OK;
    const char *text = (const char *)sqlite3_value_text(value);
    sqlite3_free(*copy_ret);
    *copy_ret = text == NULL ? NULL : sqlite3_mprintf("%s", text);
    return *copy_ret == NULL ? SQLITE_NOMEM : SQLITE_OK;
}

int pushdown_take_arguments(struct pushdown *pushdown, const struct database_table *table, const char *plan,
                            sqlite3_value **values)
{
    struct plan_step step;
    int code = SQLITE_OK;
    for (int i = 0; code == SQLITE_OK && plan_take_step(table, &plan, &step); i++) {
        if (step.column == table->arguments[ARGUMENT_PATH])
            code = copy_argument(values[i], &pushdown->path);
        else if (step.column == table->arguments[ARGUMENT_FEN])
            code = copy_argument(values[i], &pushdown->fen);
        else if (step.column == table->arguments[ARGUMENT_WHERE])
            code = copy_argument(values[i], &pushdown->where);
        else if (step.column == table->arguments[ARGUMENT_DAMAGED])
            code = copy_argument(values[i], &pushdown->damaged);
    }
    return code;
}

/* ---- Values ---- */

/* What becomes of a value: the constraint that it makes, nothing, or no row at all. */
enum outcome { USED, UNUSED, IMPOSSIBLE, NO_MEMORY };

static enum table_comparison plain_comparison(enum plan_comparison comparison)
{
    switch (comparison) {
    case PLAN_LESS:
        return TABLE_LESS;
    case PLAN_LESS_OR_EQUAL:
        return TABLE_LESS_OR_EQUAL;
    case PLAN_GREATER:
        return TABLE_GREATER;
    case PLAN_GREATER_OR_EQUAL:
        return TABLE_GREATER_OR_EQUAL;
    default:
        return TABLE_EQUAL;
    }
}

/* Of a number that has decimals: the same range of whole numbers. */
static enum outcome real_value(double real, enum table_comparison *comparison, struct table_value *value)
{
    double whole = floor(real);
    if (!(fabs(real) < 9e15))
        return UNUSED;
    value->integer = (int64_t)whole;
    if (whole == real)
        return USED;
    if (*comparison == TABLE_EQUAL)
        return IMPOSSIBLE;
    *comparison =
        *comparison == TABLE_LESS || *comparison == TABLE_LESS_OR_EQUAL ? TABLE_LESS_OR_EQUAL : TABLE_GREATER;
    return USED;
}

static enum outcome integer_value(sqlite3_value *from, enum table_comparison *comparison,
                                  struct table_value *value)
{
    if (sqlite3_value_type(from) == SQLITE_FLOAT)
        return real_value(sqlite3_value_double(from), comparison, value);
    if (sqlite3_value_type(from) != SQLITE_INTEGER)
        return UNUSED;
    value->integer = sqlite3_value_int64(from);
    return USED;
}

static struct pgnpack_text text_of(sqlite3_value *from)
{
    const char *text = (const char *)sqlite3_value_text(from);
    return (struct pgnpack_text){text, text == NULL ? 0 : (size_t)sqlite3_value_bytes(from)};
}

/* Days are texts to SQLite, and compared as such: "2010-05-17", and "2010" or "2010-05" as what is before all days of it. */
static enum outcome day_value(sqlite3_value *from, enum table_comparison *comparison,
                              struct table_value *value)
{
    char day[10] = "0000-01-01";
    if (sqlite3_value_type(from) != SQLITE_TEXT)
        return UNUSED;
    struct pgnpack_text text = text_of(from);
    if (text.data == NULL)
        return NO_MEMORY;
    if (text.size != 4 && text.size != 7 && text.size != 10)
        return UNUSED;
    memcpy(day, text.data, text.size);
    if (!table_parse_day((struct pgnpack_text){day, sizeof day}, &value->integer))
        return UNUSED;
    if (text.size == sizeof day)
        return USED;
    if (*comparison == TABLE_EQUAL)
        return IMPOSSIBLE;
    *comparison =
        *comparison == TABLE_LESS || *comparison == TABLE_LESS_OR_EQUAL ? TABLE_LESS : TABLE_GREATER_OR_EQUAL;
    return USED;
}

static size_t skip_digits(const char **from)
{
    size_t count = strspn(*from, "0123456789");
    *from += count;
    return count;
}

/* Could SQLite take the text for a number, where the other side of the comparison is a column of numbers? */
static int is_like_number(struct pgnpack_text text)
{
    const char *from = text.data + strspn(text.data, " \t\n\v\f\r");
    from += *from == '+' || *from == '-';
    size_t digits = skip_digits(&from);
    if (*from == '.') {
        from++;
        digits += skip_digits(&from);
    }
    if (*from == 'e' || *from == 'E') {
        from++;
        from += *from == '+' || *from == '-';
        skip_digits(&from);
    }
    from += strspn(from, " \t\n\v\f\r");
    return digits != 0 && from == text.data + text.size;
}

/*
 * Values of unknown origin may be those of a column of numbers: then tags that look like numbers are compared as such, and
 * come before all texts.
 */
static int is_compared_as_text(const struct plan_step *step, enum table_comparison comparison,
                               struct pgnpack_text text)
{
    if (step->is_constant || comparison == TABLE_GREATER || comparison == TABLE_GREATER_OR_EQUAL)
        return 1;
    if (comparison == TABLE_EQUAL)
        return !is_like_number(text);
    return text.size != 0 && (unsigned char)text.data[0] > '9';
}

static enum outcome text_value(const struct plan_step *step, sqlite3_value *from,
                               enum table_comparison comparison, struct table_value *value)
{
    if (sqlite3_value_type(from) != SQLITE_TEXT)
        return UNUSED;
    struct pgnpack_text text = text_of(from);
    if (text.data == NULL)
        return NO_MEMORY;
    if (!is_compared_as_text(step, comparison, text))
        return UNUSED;
    char *copy = sqlite3_malloc64(text.size + 1);
    if (copy == NULL)
        return NO_MEMORY;
    memcpy(copy, text.data, text.size + 1);
    value->text = (struct pgnpack_text){copy, text.size};
    return USED;
}

/* The beginning of a pattern, up to its first wildcard. */
static enum outcome pattern_value(const struct plan_step *step, sqlite3_value *from,
                                  enum table_comparison *comparison, struct table_value *value)
{
    if (sqlite3_value_type(from) != SQLITE_TEXT)
        return UNUSED;
    struct pgnpack_text text = text_of(from);
    if (text.data == NULL)
        return NO_MEMORY;
    text.size = strcspn(text.data, step->comparison == PLAN_LIKE ? "%_" : "*?[");
    if (text.size == 0)
        return UNUSED;
    char *copy = sqlite3_malloc64(text.size + 1);
    if (copy == NULL)
        return NO_MEMORY;
    memcpy(copy, text.data, text.size);
    *comparison = step->comparison == PLAN_LIKE ? TABLE_HAS_PREFIX_ANY_CASE : TABLE_HAS_PREFIX;
    value->text = (struct pgnpack_text){copy, text.size};
    return USED;
}

static enum outcome take_value(const struct plan_step *step, enum table_type type, sqlite3_value *from,
                               enum table_comparison *comparison, struct table_value *value)
{
    *value = (struct table_value){0};
    if (sqlite3_value_type(from) == SQLITE_NULL)
        return IMPOSSIBLE;
    if (step->comparison == PLAN_LIKE || step->comparison == PLAN_GLOB)
        return type == TABLE_TEXT ? pattern_value(step, from, comparison, value) : UNUSED;
    if (type == TABLE_INTEGER)
        return integer_value(from, comparison, value);
    return type == TABLE_DAY ? day_value(from, comparison, value)
                             : text_value(step, from, *comparison, value);
}

/* ---- Constraints ---- */

static enum outcome add(struct pushdown *pushdown, const struct table_constraint *constraint)
{
    if (pushdown->count == pushdown->capacity) {
        size_t capacity = 2 * pushdown->capacity + 4;
        struct table_constraint *larger = sqlite3_realloc64(pushdown->constraints, capacity * sizeof *larger);
        if (larger == NULL)
            return NO_MEMORY;
        pushdown->constraints = larger;
        pushdown->capacity = capacity;
    }
    pushdown->constraints[pushdown->count++] = *constraint;
    return USED;
}

static enum outcome add_value(struct pushdown *pushdown, const struct plan_step *step, size_t column,
                              enum table_type type, sqlite3_value *from)
{
    struct table_constraint constraint = {.column = column, .value_count = 1};
    struct table_value *value = sqlite3_malloc64(sizeof *value);
    if (value == NULL)
        return NO_MEMORY;
    constraint.comparison = plain_comparison(step->comparison);
    constraint.values = value;
    enum outcome outcome = take_value(step, type, from, &constraint.comparison, value);
    if (outcome == USED)
        outcome = add(pushdown, &constraint);
    if (outcome != USED)
        free_constraint(&constraint);
    return outcome;
}

#if SQLITE_VERSION_NUMBER >= 3038000
/* All values of an IN list; where one of them cannot be used, the list cannot. */
static enum outcome take_list(const struct plan_step *step, enum table_type type, sqlite3_value *list,
                              struct table_constraint *constraint)
{
    struct table_value *values = NULL;
    sqlite3_value *from;
    size_t capacity = 0;
    enum outcome outcome = USED;
    int code = sqlite3_vtab_in_first(list, &from);
    for (; code == SQLITE_OK && from != NULL && outcome != UNUSED; code = sqlite3_vtab_in_next(list, &from)) {
        if (constraint->value_count == capacity) {
            capacity = 2 * capacity + 8;
            void *larger = sqlite3_realloc64(values, capacity * sizeof *values);
            if (larger == NULL)
                return NO_MEMORY;
            constraint->values = values = larger;
        }
        enum table_comparison comparison = TABLE_EQUAL;
        outcome = take_value(step, type, from, &comparison, &values[constraint->value_count]);
        if (outcome == NO_MEMORY)
            return outcome;
        constraint->value_count += outcome == USED;
    }
    if (code == SQLITE_NOMEM)
        return NO_MEMORY;
    return outcome == UNUSED || (code != SQLITE_OK && code != SQLITE_DONE) ? UNUSED : USED;
}

static enum outcome add_list(struct pushdown *pushdown, const struct plan_step *step, size_t column,
                             enum table_type type, sqlite3_value *list)
{
    struct table_constraint constraint = {.column = column, .comparison = TABLE_EQUAL};
    enum outcome outcome = take_list(step, type, list, &constraint);
    if (outcome == USED)
        outcome = add(pushdown, &constraint);
    if (outcome != USED)
        free_constraint(&constraint);
    return outcome;
}
#else
static enum outcome add_list(struct pushdown *pushdown, const struct plan_step *step, size_t column,
                             enum table_type type, sqlite3_value *list)
{
    (void)pushdown, (void)step, (void)column, (void)type, (void)list;
    return UNUSED;
}
#endif

static enum outcome add_null_test(struct pushdown *pushdown, size_t column, enum table_comparison comparison)
{
    const struct table_constraint constraint = {.column = column, .comparison = comparison};
    return add(pushdown, &constraint);
}

static enum outcome add_step(struct pushdown *pushdown, const struct plan_step *step, size_t column,
                             enum table_type type, sqlite3_value *value)
{
    int is_null = step->comparison != PLAN_IN && sqlite3_value_type(value) == SQLITE_NULL;
    if (step->comparison == PLAN_IS_NOT_NULL)
        return add_null_test(pushdown, column, TABLE_IS_NOT_NULL);
    if (step->comparison == PLAN_IS_NULL || (step->comparison == PLAN_IS && is_null))
        return add_null_test(pushdown, column, TABLE_IS_NULL);
    if (step->comparison == PLAN_IN)
        return add_list(pushdown, step, column, type, value);
    return add_value(pushdown, step, column, type, value);
}

int pushdown_take_constraints(struct pushdown *pushdown, const struct database_table *table,
                              const struct opened_files *files, const char *plan, sqlite3_value **values)
{
    struct plan_step step;
    for (int i = 0; plan_take_step(table, &plan, &step); i++) {
        size_t column = files->columns[step.column];
        if (column == SIZE_MAX) /* an argument, or a tag that these files have not */
            continue;
        enum outcome outcome = add_step(pushdown, &step, column, table->columns[step.column].type, values[i]);
        if (outcome == NO_MEMORY)
            return SQLITE_NOMEM;
        pushdown->is_empty |= outcome == IMPOSSIBLE;
    }
    return SQLITE_OK;
}
