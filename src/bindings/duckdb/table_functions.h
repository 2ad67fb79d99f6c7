#ifndef PGNPACK_DUCKDB_TABLE_FUNCTIONS_H
#define PGNPACK_DUCKDB_TABLE_FUNCTIONS_H

#include "bindings/duckdb/host.h"

/* Registers read_bcgn, bcgn_positions, bcgn_find and bcgn_tree. Returns 0 where that fails. */
int table_functions_register(duckdb_connection connection);

/* FROM 'x.bcgn' is FROM read_bcgn('x.bcgn') from now on. */
void table_functions_replace_files(duckdb_database database);

#endif
