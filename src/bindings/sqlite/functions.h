/* Scalar functions. */
#ifndef PGNPACK_BINDINGS_SQLITE_FUNCTIONS_H
#define PGNPACK_BINDINGS_SQLITE_FUNCTIONS_H

#include "bindings/sqlite/session.h"

/*
 * bcgn_pack(text [, level]) and bcgn_unpack(blob): a database of its own, in a value. bcgn_key(fen): as positions have it.
 * bcgn_counts(): what scans of this connection have done since it was called last, as JSON. bcgn_version().
 */
int functions_add(sqlite3 *db, struct session *session);

#endif
