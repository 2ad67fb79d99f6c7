/* The moves of a position, over all files. */
#ifndef PGNPACK_BINDINGS_TABLE_TREE_SCAN_H
#define PGNPACK_BINDINGS_TABLE_TREE_SCAN_H

#include "bindings/table/scan_state.h"

/* Sets scan->of.tree. Failures are in scan->error. */
enum pgnpack_status tree_scan_make(struct table_scan *scan, const struct table_scan_options *options);
void tree_scan_free(struct table_scan *scan);
void tree_scan_restart(struct table_scan *scan);
enum pgnpack_status tree_scan_next(struct table_scan *scan, struct table_batch *batch_ret);

#endif
