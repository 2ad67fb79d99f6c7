/* SQLite's values as a scan's constraints. */
#ifndef PGNPACK_BINDINGS_SQLITE_PUSHDOWN_H
#define PGNPACK_BINDINGS_SQLITE_PUSHDOWN_H

#include "bindings/sqlite/plan.h"

/* Constraints, and what a call's arguments say. Zero it before. */
struct pushdown {
    struct table_constraint *constraints;
    size_t count, capacity;
    int is_empty; /* no row can pass: something is compared with NULL */
    char *path, *fen, *where, *damaged;
};

void pushdown_free(struct pushdown *pushdown);

/* The call's arguments, before its files are known. SQLITE_OK or SQLITE_NOMEM. */
int pushdown_take_arguments(struct pushdown *pushdown, const struct database_table *table, const char *plan,
                            sqlite3_value **values);

/*
 * Adds all constraints that the opened files' scan is to have; what it does not take, or could understand otherwise than SQLite
 * does, is left to SQLite, which tests all of them. SQLITE_OK or SQLITE_NOMEM.
 */
int pushdown_take_constraints(struct pushdown *pushdown, const struct database_table *table,
                              const struct opened_files *files, const char *plan, sqlite3_value **values);

#endif
