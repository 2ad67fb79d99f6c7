/* Scans of games: rows that pass, and lists for those. */
#ifndef PGNPACK_BINDINGS_TABLE_GAMES_SCAN_H
#define PGNPACK_BINDINGS_TABLE_GAMES_SCAN_H

#include "bindings/table/scan_state.h"

/* Sets scan->of.games. Failures are in scan->error. */
enum pgnpack_status games_scan_make(struct table_scan *scan);
void games_scan_free(struct table_scan *scan);

/* Adds a constraint; forgets all of them. The first returns 0 without memory. */
int games_scan_constrain(struct table_scan *scan, const struct table_constraint *constraint);
void games_scan_clear_constraints(struct table_scan *scan);
void games_scan_restart(struct table_scan *scan);
enum pgnpack_status games_scan_next(struct table_scan *scan, struct table_batch *batch_ret);

#endif
