/* The databases of a run of pgnfind. */
#ifndef PGNPACK_CLI_SEARCH_FIND_DATABASES_H
#define PGNPACK_CLI_SEARCH_FIND_DATABASES_H

#include "cli/search/find_run.h"

/*
 * Opens a database that can be searched, by threads. Failures are reported; damage is, too, and noted where there is something
 * left to search. database_close() closes it. `keeps`: games are asked for again and again, and what was read is kept.
 */
enum exit_status find_open_database(struct find_run *run, struct database *database, const char *name,
                                    int keeps);

typedef enum exit_status (*find_database_function)(struct find_run *run, struct database *database,
                                                   void *opaque);

/*
 * Calls `do_one` with each, opened. The failure of one does not stop the others, but that of the output does. Returns the
 * status of the first failure.
 */
enum exit_status find_each_database(struct find_run *run, find_database_function do_one, void *opaque);

/* ---- The index beside a database ---- */

/* Makes that of an opened database. */
enum exit_status find_make_index(struct find_run *run, struct database *database);

#endif
