/* What is damaged in a table's files. */
#ifndef PGNPACK_BINDINGS_TABLE_DAMAGE_SCAN_H
#define PGNPACK_BINDINGS_TABLE_DAMAGE_SCAN_H

#include "bindings/table/scan_state.h"

/* Sets scan->of.damage. Failures are in scan->error. */
enum pgnpack_status damage_scan_make(struct table_scan *scan);
void damage_scan_free(struct table_scan *scan);
void damage_scan_restart(struct table_scan *scan);
enum pgnpack_status damage_scan_next(struct table_scan *scan, struct table_batch *batch_ret);

#endif
