/*
 * Plans: which constraints of a query a scan is to have. SQLite keeps a plan as a text between xBestIndex and xFilter, which EXPLAIN
 * QUERY PLAN shows: "= 10 White; >= 3 year; | 0 10", comparisons with columns' numbers and names, and behind the bar the numbers
 * of the columns that are read.
 */
#ifndef PGNPACK_BINDINGS_SQLITE_PLAN_H
#define PGNPACK_BINDINGS_SQLITE_PLAN_H

#include "bindings/sqlite/database_table.h"

enum plan_comparison {
    PLAN_EQUAL,
    PLAN_IN,
    PLAN_LESS,
    PLAN_LESS_OR_EQUAL,
    PLAN_GREATER,
    PLAN_GREATER_OR_EQUAL,
    PLAN_LIKE,
    PLAN_GLOB,
    PLAN_IS_NULL,
    PLAN_IS_NOT_NULL,
    PLAN_IS
};

/* A constraint whose value is the next argument of xFilter. */
struct plan_step {
    size_t column; /* shown */
    enum plan_comparison comparison;
    int is_constant; /* the value is one of the query's text */
};

int plan_best_index(sqlite3_vtab *base, sqlite3_index_info *info);

/* Takes the next step from the text; returns 0 at its end. */
int plan_take_step(const struct database_table *table, const char **text, struct plan_step *step_ret);

/* Is this column among those that the plan (all of its text) reads? */
int plan_reads(const char *text, size_t column);

#endif
