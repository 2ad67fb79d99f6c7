/* How a search would go: pgnfind --explain. */
#ifndef PGNPACK_CLI_FIND_FIND_EXPLAIN_H
#define PGNPACK_CLI_FIND_FIND_EXPLAIN_H

#include "cli/search/find_run.h"

/*
 * Says what each condition reads, and of each database, by a search of some of its blocks, how many games would be played through and
 * found. Where all blocks are searched, they are exact.
 */
enum exit_status find_explain(struct find_run *run);

#endif
