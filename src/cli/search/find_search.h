/* The games of a database that fulfil a query, found by several threads and given in their order. */
#ifndef PGNPACK_CLI_SEARCH_FIND_SEARCH_H
#define PGNPACK_CLI_SEARCH_FIND_SEARCH_H

#include "cli/search/find_run.h"
#include "cli/run/database.h"

/* Takes games as they are found. Any status but EXIT_FINE ends the search. */
typedef enum exit_status (*find_take_function)(void *opaque, const struct pgnpack_hit *hits, size_t count);

/*
 * Calls `take` in the first thread, with at most `limit` games in all. Damage is told, and what there is otherwise is
 * found; other failures are told and returned.
 */
enum exit_status find_search(struct find_run *run, struct database *database, uint64_t limit,
                             find_take_function take, void *opaque);

/* Says behind all searches of a run in how many games there were no clocks or evaluations, which were asked for. */
void find_tell_lacks(const struct find_run *run);

/* ---- How long decoding takes ---- */

/*
 * Before a search that has to decode moves that are packed small, as levels 4 and up do: a line on standard error that says how
 * long that takes on this machine, and what would make it fast. `games` at most have moves that are asked for; `is_most`: it
 * may be fewer.
 */
void find_notice_of_games(struct find_run *run, struct database *database, uint64_t games, int is_most);

#endif
