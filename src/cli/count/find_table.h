/* pgnfind --table: games counted by what their tags, or their positions, say. */
#ifndef PGNPACK_CLI_COUNT_FIND_TABLE_H
#define PGNPACK_CLI_COUNT_FIND_TABLE_H

#include "cli/search/find_run.h"

enum exit_status find_table(struct find_run *run);

#endif
