#ifndef PGNPACK_DUCKDB_HOST_H
#define PGNPACK_DUCKDB_HOST_H

/* DuckDB's C extension API: calls go through a table of functions that the host fills in when it loads the extension. */
#include <duckdb_extension.h>

DUCKDB_EXTENSION_EXTERN

#endif
