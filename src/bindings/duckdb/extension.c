/* The extension's entry: registers what docs/bindings/duckdb.md lists. */

#include "bindings/duckdb/host.h"
#include "bindings/duckdb/copy_function.h"
#include "bindings/duckdb/scalar_functions.h"
#include "bindings/duckdb/table_functions.h"

/* The part of the C API that is stable since this version is what is asked for; append_footer.py names it, too. */
static const char api_version[] = "v1.2.0";

static bool register_all(duckdb_database database)
{
    duckdb_connection connection;
    if (duckdb_connect(database, &connection) != DuckDBSuccess)
        return false;
    bool done = table_functions_register(connection) && scalar_functions_register(connection) &&
                copy_function_register(connection);
    duckdb_disconnect(&connection);
    if (done)
        table_functions_replace_files(database);
    return done;
}

/* Called by DuckDB when it loads the extension; its name is that of the file. */
DUCKDB_CAPI_ENTRY_VISIBILITY bool pgnpack_init_c_api(duckdb_extension_info info,
                                                     struct duckdb_extension_access *access);

bool pgnpack_init_c_api(duckdb_extension_info info, struct duckdb_extension_access *access)
{
    const duckdb_ext_api_v1 *api = access->get_api(info, api_version);
    if (api == NULL)
        return false; /* the host says why */
    duckdb_ext_api = *api;
    if (register_all(*access->get_database(info)))
        return true;
    access->set_error(info, "pgnpack: DuckDB refused a function of this extension");
    return false;
}
