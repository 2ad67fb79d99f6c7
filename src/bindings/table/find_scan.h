/* Scans of what a query finds. */
#ifndef PGNPACK_BINDINGS_TABLE_FIND_SCAN_H
#define PGNPACK_BINDINGS_TABLE_FIND_SCAN_H

#include "bindings/table/scan_state.h"

enum table_use find_use_of(size_t column, enum table_comparison comparison);

/* Sets scan->of.find. Failures are in scan->error. */
enum pgnpack_status find_scan_make(struct table_scan *scan, const struct table_scan_options *options);
void find_scan_free(struct table_scan *scan);

/* Adds a constraint: to the source's limits, there is nothing else to forget. Returns 0 without memory. */
int find_scan_constrain(struct table_scan *scan, const struct table_constraint *constraint);
enum pgnpack_status find_scan_next(struct table_scan *scan, struct table_batch *batch_ret);

#endif
