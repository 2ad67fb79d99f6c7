#ifndef PGNPACK_DUCKDB_COPY_FUNCTION_H
#define PGNPACK_DUCKDB_COPY_FUNCTION_H

#include "bindings/duckdb/host.h"

/*
 * Registers COPY (SELECT text ...) TO 'x.bcgn' (FORMAT bcgn), where the host can have it: one column of PGN texts, VARCHAR or
 * BLOB, is packed in the order of the rows. Returns 0 where registering fails.
 */
int copy_function_register(duckdb_connection connection);

#endif
