/* pgnfind --tree: what was played in a position, in the games that fulfil the query. */
#ifndef PGNPACK_CLI_COUNT_FIND_OPENING_H
#define PGNPACK_CLI_COUNT_FIND_OPENING_H

#include "cli/search/find_run.h"

enum exit_status find_opening(struct find_run *run);

#endif
