#include "bindings/duckdb/host.h"

DUCKDB_EXTENSION_GLOBAL
