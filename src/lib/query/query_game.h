/* All positions of a game at once, as one condition: a repertoire. */
#ifndef PGNPACK_LIB_QUERY_QUERY_GAME_H
#define PGNPACK_LIB_QUERY_QUERY_GAME_H

#include "lib/query/query.h"

/*
 * Adds a game's positions to the last condition, or to a new one. `flags`: of enum pgnpack_query_game_flags. A failure is in
 * query->error, and the query is as it was.
 */
enum pgnpack_status query_game_add(struct pgnpack_query *query, const struct game *game, unsigned flags);

/* Words: every position of a PGN's games, and those where lines end. A failure is in query->error. */
enum pgnpack_status query_game_pgn(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_game_pgn_final(struct pgnpack_query *query, const char *value);

#endif
