/* The extension's beginning: `.load pgnpack`, or sqlite3_load_extension(). */
#include "bindings/sqlite/cursor.h"
#include "bindings/sqlite/functions.h"
#include "bindings/sqlite/plan.h"

static const sqlite3_module module = {
    .iVersion = 1,
    .xCreate = database_table_connect, /* the same as xConnect: the names may be called without a table */
    .xConnect = database_table_connect,
    .xBestIndex = plan_best_index,
    .xDisconnect = database_table_disconnect,
    .xDestroy = database_table_disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_eof,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
};

int sqlite3_pgnpack_init(sqlite3 *db, char **error_ret, const sqlite3_api_routines *api)
    __attribute__((visibility("default")));

static int add_modules(sqlite3 *db, struct session *session)
{
    static const struct {
        const char *name;
        enum table_kind kind;
    } modules[] = {
        {"bcgn", TABLE_GAMES},     {"bcgn_games", TABLE_GAMES}, {"bcgn_positions", TABLE_POSITIONS},
        {"bcgn_find", TABLE_FIND}, {"bcgn_tree", TABLE_TREE},   {"bcgn_damage", TABLE_DAMAGE}};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof modules / sizeof modules[0] && code == SQLITE_OK; i++) {
        struct table_source *source = table_source_new(session, modules[i].kind);
        code = source == NULL
                   ? SQLITE_NOMEM
                   : sqlite3_create_module_v2(db, modules[i].name, &module, source, table_source_free);
    }
    return code;
}

int sqlite3_pgnpack_init(sqlite3 *db, char **error_ret, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    (void)error_ret;
    struct session *session = session_new();
    if (session == NULL)
        return SQLITE_NOMEM;
    int code = add_modules(db, session);
    if (code == SQLITE_OK)
        code = functions_add(db, session);
    session_leave(session);
    return code;
}
