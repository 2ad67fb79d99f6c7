/* SQLite's extension interface: what the pointer to its functions is used for everywhere. extension.c sets it. */
#ifndef PGNPACK_BINDINGS_SQLITE_HOST_H
#define PGNPACK_BINDINGS_SQLITE_HOST_H

#include <sqlite3ext.h>

#include "bindings/table/table.h"

extern const sqlite3_api_routines *sqlite3_api;

/* SQLite's own memory. */
extern const struct pgnpack_allocator host_allocator;

/* The result code of a failure, and its text as the table's error. */
int host_fail(sqlite3_vtab *table, const struct table_error *error);
int host_code(enum pgnpack_status status);

#endif
