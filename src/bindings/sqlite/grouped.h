/* Rows of one column in the order of its values. */
#ifndef PGNPACK_BINDINGS_SQLITE_GROUPED_H
#define PGNPACK_BINDINGS_SQLITE_GROUPED_H

#include "bindings/sqlite/groups.h"

/* Zero it before. */
struct grouped {
    struct groups groups;
    size_t group; /* the present one */
    uint64_t row; /* of it */
    /* Rowids of all rows, group by group; made when the first is asked for. */
    sqlite3_int64 *rowids;
};

void grouped_free(struct grouped *grouped);

/* Reads all rows of the scan, whose column `place` it is. PGNPACK_ERROR_MEMORY, or a failure of the scan. */
enum pgnpack_status grouped_read(struct grouped *grouped, struct table_scan *scan, size_t place);

int grouped_is_at_end(const struct grouped *grouped);
void grouped_next(struct grouped *grouped);

/* The present row's value; it lives until grouped_free(). */
const struct group *grouped_value(const struct grouped *grouped);

/*
 * The present row's rowid, for which the scan, put at its beginning, is read a second time when the first one is asked for. (That
 * a query has use for rowids is not told before.)
 */
enum pgnpack_status grouped_rowid(struct grouped *grouped, struct table_scan *scan, size_t place,
                                  sqlite3_int64 *rowid_ret);

/* Of a row of a batch of games. */
sqlite3_int64 grouped_rowid_of(const struct table_batch *batch, size_t row);

#endif
