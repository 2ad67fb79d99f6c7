/* Cursors of virtual tables: a scan of the table, row by row. */
#ifndef PGNPACK_BINDINGS_SQLITE_CURSOR_H
#define PGNPACK_BINDINGS_SQLITE_CURSOR_H

#include "bindings/sqlite/database_table.h"

/* As sqlite3_module has them. */
int cursor_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor_ret);
int cursor_close(sqlite3_vtab_cursor *cursor);
int cursor_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int value_count,
                  sqlite3_value **values);
int cursor_next(sqlite3_vtab_cursor *cursor);
int cursor_eof(sqlite3_vtab_cursor *cursor);
int cursor_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
int cursor_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid_ret);

#endif
