#ifndef PGNPACK_DUCKDB_SCALAR_FUNCTIONS_H
#define PGNPACK_DUCKDB_SCALAR_FUNCTIONS_H

#include "bindings/duckdb/host.h"

/* Registers the functions of bindings/functions/game_functions.h; returns 0 if DuckDB refuses one. */
int scalar_functions_register(duckdb_connection connection);

#endif
