/* Scans of positions: games' lists, a row an element. */
#ifndef PGNPACK_BINDINGS_TABLE_POSITIONS_SCAN_H
#define PGNPACK_BINDINGS_TABLE_POSITIONS_SCAN_H

#include "bindings/table/scan_state.h"

enum table_use positions_use_of(size_t column, enum table_comparison comparison);

/* Sets scan->of.positions. Failures are in scan->error. */
enum pgnpack_status positions_scan_make(struct table_scan *scan);
void positions_scan_free(struct table_scan *scan);

/* Adds a constraint; forgets all of them. The first returns 0 without memory. */
int positions_scan_constrain(struct table_scan *scan, const struct table_constraint *constraint);
void positions_scan_clear_constraints(struct table_scan *scan);
void positions_scan_restart(struct table_scan *scan);
enum pgnpack_status positions_scan_next(struct table_scan *scan, struct table_batch *batch_ret);

#endif
