/* All positions of a game at once, as one condition: a repertoire. */
#ifndef PGNPACK_LIB_QUERY_GAME_H
#define PGNPACK_LIB_QUERY_GAME_H

#include "lib/query.h"

/* Words: every position of a PGN's games, and those where lines end. A failure is in query->error. */
enum pgnpack_status query_game_pgn(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_game_pgn_final(struct pgnpack_query *query, const char *value);

#endif
