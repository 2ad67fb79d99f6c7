/* What tables and functions of a connection share. */
#ifndef PGNPACK_BINDINGS_SQLITE_SESSION_H
#define PGNPACK_BINDINGS_SQLITE_SESSION_H

#include "bindings/sqlite/host.h"
#include "bindings/functions/game_functions.h"

struct session {
    struct table_counts counts;   /* of scans that have ended */
    struct game_functions *games; /* of the functions on games; NULL before the first call */
    unsigned users;
};

/* With one user; NULL: no memory. */
struct session *session_new(void);
struct session *session_use(struct session *session);
/* As SQLite's destructors are. */
void session_leave(void *session);

void session_add_counts(struct session *session, const struct table_counts *counts);

#endif
