#ifndef PGNPACK_DUCKDB_UNSTABLE_CALLS_H
#define PGNPACK_DUCKDB_UNSTABLE_CALLS_H

/*
 * Calls that are in no stable part of DuckDB's C API: those for formats of COPY ... TO, and those that tell settings. They came with DuckDB
 * 1.5, and the table of calls that an extension is given cannot be relied on for them. Where the host is a DuckDB 1.5 that exports them, they are
 * found by their names; elsewhere there is no such format, settings are not heeded, and all else works.
 */

#include "bindings/duckdb/host.h"

typedef struct copy_function *copy_function;
typedef struct copy_bind *copy_bind;
typedef struct copy_init *copy_init;
typedef struct copy_sink *copy_sink;
typedef struct copy_finalize *copy_finalize;

/* Each is duckdb_copy_function_NAME, but for the first three, which have names of their own. */
struct copy_calls {
    copy_function (*create)(void);
    duckdb_state (*register_function)(duckdb_connection connection, copy_function function);
    void (*destroy)(copy_function *function);
    void (*set_name)(copy_function function, const char *name);
    void (*set_bind)(copy_function function, void (*bind)(copy_bind info));
    void (*set_global_init)(copy_function function, void (*init)(copy_init info));
    void (*set_sink)(copy_function function, void (*sink)(copy_sink info, duckdb_data_chunk input));
    void (*set_finalize)(copy_function function, void (*finalize)(copy_finalize info));
    void (*bind_set_error)(copy_bind info, const char *text);
    idx_t (*bind_get_column_count)(copy_bind info);
    duckdb_logical_type (*bind_get_column_type)(copy_bind info, idx_t column);
    duckdb_value (*bind_get_options)(copy_bind info);
    void (*bind_set_bind_data)(copy_bind info, void *data, void (*destroy)(void *data));
    void *(*global_init_get_bind_data)(copy_init info);
    const char *(*global_init_get_file_path)(copy_init info);
    void (*global_init_set_error)(copy_init info, const char *text);
    void (*global_init_set_global_state)(copy_init info, void *state, void (*destroy)(void *state));
    void *(*sink_get_global_state)(copy_sink info);
    void (*sink_set_error)(copy_sink info, const char *text);
    void *(*finalize_get_global_state)(copy_finalize info);
    void (*finalize_set_error)(copy_finalize info, const char *text);
};

/* Finds the host's; NULL: it has none that we know. They live as long as the extension. */
const struct copy_calls *copy_calls_find(void);

/* Does enable_external_access let who asks for this table read files? Where the host does not tell, as above: yes. */
int files_may_be_read(duckdb_bind_info info);

#endif
