/* A scan, whatever its table is. */
#ifndef PGNPACK_BINDINGS_TABLE_SCAN_STATE_H
#define PGNPACK_BINDINGS_TABLE_SCAN_STATE_H

#include "bindings/table/source.h"

struct table_scan {
    const struct table *table;
    enum table_kind kind;
    size_t *columns;
    size_t column_count;
    struct table_values *values; /* of the present batch, one a column */
    struct source source;
    struct table_error error;
    struct table_counts counts;
    enum pgnpack_status last; /* a failure, which stays, or the end */
    union {                   /* what the kind has besides */
        struct games_scan *games;
        struct positions_scan *positions;
        struct find_scan *find;
        struct tree_scan *tree;
        struct damage_scan *damage;
    } of;
};

#endif
