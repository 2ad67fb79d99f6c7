#include "bindings/sqlite/session.h"

struct session *session_new(void)
{
    struct session *session = sqlite3_malloc64(sizeof *session);
    if (session != NULL)
        *session = (struct session){.users = 1};
    return session;
}

struct session *session_use(struct session *session)
{
    session->users++;
    return session;
}

void session_leave(void *opaque)
{
    struct session *session = opaque;
    if (--session->users != 0)
        return;
    game_functions_free(session->games);
    sqlite3_free(session);
}

void session_add_counts(struct session *session, const struct table_counts *counts)
{
    session->counts.blocks_skipped += counts->blocks_skipped;
    session->counts.blocks_read += counts->blocks_read;
    session->counts.games_seen += counts->games_seen;
    session->counts.games_passed += counts->games_passed;
    session->counts.games_searched += counts->games_searched;
    session->counts.lines_decoded += counts->lines_decoded;
}
