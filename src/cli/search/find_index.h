/* An index beside a database, NAME.idx, makes searches in NAME fast where that was packed without. */
#ifndef PGNPACK_CLI_SEARCH_FIND_INDEX_H
#define PGNPACK_CLI_SEARCH_FIND_INDEX_H

#include "cli/search/find_run.h"

/* Makes that of an opened database. */
enum exit_status find_make_index(struct find_run *run, struct database *database);

/* Uses that of an opened database if there is one; one that is of another state is told, and left alone. */
void find_use_index(struct command_context *context, struct database *database);

#endif
