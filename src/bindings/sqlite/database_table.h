/*
 * A virtual table over databases: of files that its arguments name (CREATE VIRTUAL TABLE g USING bcgn('x.bcgn')), or of those that
 * a call names (SELECT ... FROM bcgn_games('x.bcgn')).
 */
#ifndef PGNPACK_BINDINGS_SQLITE_DATABASE_TABLE_H
#define PGNPACK_BINDINGS_SQLITE_DATABASE_TABLE_H

#include "bindings/sqlite/session.h"
#include "bindings/table/memory.h"

/* Hidden columns behind all others: arguments of calls. */
enum argument { ARGUMENT_PATH, ARGUMENT_FEN, ARGUMENT_WHERE, ARGUMENT_DAMAGED, ARGUMENT_COUNT };

/* Columns of games that stand before those of tags, and behind them. */
enum { DERIVED_COLUMNS = 7, LIST_COLUMNS = 7 };

/* A column of the virtual table. */
struct shown_column {
    const char *name;
    const char *tag; /* games: looked up by it; else by the name */
    enum table_type type;
    int is_hidden;
    int is_argument;
    int is_all_tags; /* JSON of all of them */
};

/* Opened files, shared by the cursors that use them. */
struct opened_files {
    struct table *table;
    char *path;                 /* calls: what they were opened by, ... */
    int is_one_file;            /* ... which is a file and no pattern, ... */
    enum table_damaged damaged; /* ... and how */
    size_t *columns; /* of each shown column its place in the table; SIZE_MAX: these files have no such tag */
    size_t users;
};

/* What a module is registered with. */
struct table_source {
    struct session *session;
    enum table_kind kind;
};

/* NULL: no memory. */
struct table_source *table_source_new(struct session *session, enum table_kind kind);
/* As SQLite's destructors are. */
void table_source_free(void *source);

struct database_table {
    sqlite3_vtab base; /* first */
    sqlite3 *db;
    struct session *session;
    enum table_kind kind;
    int is_utf8;                /* what the connection stores texts as */
    int is_call;                /* files come by ARGUMENT_PATH */
    struct opened_files *files; /* calls: those of the last one, NULL: none; else of the table's arguments */
    struct shown_column *columns;
    size_t column_count;
    struct memory_arena names;        /* of columns, which stay when the files are opened again */
    size_t arguments[ARGUMENT_COUNT]; /* which column; SIZE_MAX: there is no such */
};

/* xCreate and xConnect; the client data is a struct table_source. */
int database_table_connect(sqlite3 *db, void *source, int argument_count, const char *const *arguments,
                           sqlite3_vtab **table_ret, char **error_ret);
int database_table_disconnect(sqlite3_vtab *table);

/*
 * The files to use, to be left by opened_files_leave(): those of the table or, for calls, of this path, with what is said of damaged
 * blocks (NULL: nothing). They are as they are now; but while a statement uses them, all have the state that it began with. An
 * SQLite result code, and the table's error.
 */
int database_table_open(struct database_table *table, const char *path, const char *damaged,
                        struct opened_files **files_ret);
void opened_files_leave(struct opened_files *files);

#endif
