#include "bindings/table/row_test.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/table/values.h"

static int compare_texts(const void *a, const void *b)
{
    return value_compare(((const struct table_value *)a)->text, ((const struct table_value *)b)->text);
}

static int compare_integers(const void *a, const void *b)
{
    int64_t left = ((const struct table_value *)a)->integer, right = ((const struct table_value *)b)->integer;
    return (left > right) - (left < right);
}

void row_test_sort(struct table_value *values, size_t count, enum table_type type)
{
    qsort(values, count, sizeof *values, type == TABLE_TEXT ? compare_texts : compare_integers);
}

static int passes_order(enum table_comparison comparison, int order)
{
    switch (comparison) {
    case TABLE_LESS:
        return order < 0;
    case TABLE_LESS_OR_EQUAL:
        return order <= 0;
    case TABLE_GREATER:
        return order > 0;
    case TABLE_GREATER_OR_EQUAL:
        return order >= 0;
    default:
        return order == 0;
    }
}

static int has_prefix_any_case(struct pgnpack_text text, struct pgnpack_text prefix)
{
    for (size_t i = 0; i < prefix.size; i++) {
        if (i == text.size)
            return 0;
        unsigned char a = (unsigned char)text.data[i], b = (unsigned char)prefix.data[i];
        if (a >= 0x80 || b >= 0x80)
            return 1;
        a = a >= 'A' && a <= 'Z' ? (unsigned char)(a + 32) : a;
        b = b >= 'A' && b <= 'Z' ? (unsigned char)(b + 32) : b;
        if (a != b)
            return 0;
    }
    return 1;
}

static int passes_text(const struct row_constraint *constraint, struct pgnpack_text text)
{
    const struct table_value wanted = {.text = text};
    if (constraint->comparison == TABLE_EQUAL && constraint->value_count != 1)
        return constraint->value_count != 0 && bsearch(&wanted, constraint->values, constraint->value_count,
                                                       sizeof wanted, compare_texts) != NULL;
    struct pgnpack_text value = constraint->values[0].text;
    if (constraint->comparison == TABLE_EQUAL)
        return text.size == value.size && (value.size == 0 || memcmp(text.data, value.data, value.size) == 0);
    if (constraint->comparison == TABLE_HAS_PREFIX)
        return text.size >= value.size && (value.size == 0 || memcmp(text.data, value.data, value.size) == 0);
    if (constraint->comparison == TABLE_HAS_PREFIX_ANY_CASE)
        return has_prefix_any_case(text, value);
    return passes_order(constraint->comparison, value_compare(text, value));
}

int row_test_integer(const struct row_constraint *constraint, int64_t integer)
{
    if (constraint->comparison >= TABLE_IS_NULL)
        return constraint->comparison == TABLE_IS_NOT_NULL;
    const struct table_value wanted = {.integer = integer};
    if (constraint->comparison == TABLE_EQUAL && constraint->value_count != 1)
        return constraint->value_count != 0 && bsearch(&wanted, constraint->values, constraint->value_count,
                                                       sizeof wanted, compare_integers) != NULL;
    return passes_order(constraint->comparison, compare_integers(&wanted, &constraint->values[0]));
}

static int is_null(const struct row_column *column, size_t row)
{
    if (column->texts != NULL)
        return column->texts[row].data == NULL;
    return column->is_set != NULL && !column->is_set[row];
}

static int passes(const struct row_constraint *constraint, const struct row_column *column, size_t row)
{
    if (constraint->comparison == TABLE_IS_NULL)
        return is_null(column, row);
    if (constraint->comparison == TABLE_IS_NOT_NULL)
        return !is_null(column, row);
    if (is_null(column, row))
        return 0;
    return column->texts != NULL ? passes_text(constraint, column->texts[row])
                                 : row_test_integer(constraint, column->integers[row]);
}

size_t row_test(const struct row_constraint *constraint, const struct row_column *column, uint16_t *passing,
                size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (passes(constraint, column, passing[i]))
            passing[kept++] = passing[i];
    return kept;
}
