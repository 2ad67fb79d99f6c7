/*
 * Before a search that has to decode moves that are packed small, as levels 4 and up do: a line on standard error that says how
 * long that takes on this machine, and what would make it fast.
 */
#ifndef PGNPACK_CLI_SEARCH_FIND_NOTICE_H
#define PGNPACK_CLI_SEARCH_FIND_NOTICE_H

#include "cli/run/database.h"
#include "cli/search/find_run.h"

/* Before a search by the run's query; nothing where tags answer it. */
void find_notice_of_query(struct find_run *run, struct database *database);

/* The same of so many games, at most, whose moves are asked for. `is_most`: it may be fewer. */
void find_notice_of_games(struct find_run *run, struct database *database, uint64_t games, int is_most);

#endif
