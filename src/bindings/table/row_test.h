/* Whether rows fulfil a constraint. */
#ifndef PGNPACK_BINDINGS_TABLE_ROW_TEST_H
#define PGNPACK_BINDINGS_TABLE_ROW_TEST_H

#include "bindings/table/table.h"

/* A column that is wanted, or that a constraint is on. */
struct row_column {
    size_t column;       /* of `games` */
    size_t tag, utc_tag; /* places among the tags that are looked at; utc_tag: of days and years */
    struct pgnpack_text *texts;
    int64_t *integers;
    unsigned char *is_set; /* NULL: all are */
};

struct row_constraint {
    size_t place; /* of its column, among those that are wanted */
    enum table_comparison comparison;
    struct table_value *values; /* ascending */
    size_t value_count;
};

/* Makes them ascend, so that one of many is found fast. */
void row_test_sort(struct table_value *values, size_t count, enum table_type type);

/* Does a number that is not NULL pass? */
int row_test_integer(const struct row_constraint *constraint, int64_t integer);

/* Keeps of the rows `passing` those that pass; returns their number. */
size_t row_test(const struct row_constraint *constraint, const struct row_column *column, uint16_t *passing,
                size_t count);

#endif
