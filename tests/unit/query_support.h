/* Queries on the board for tests: made of words, held against positions and games. */
#ifndef PGNPACK_TESTS_UNIT_QUERY_SUPPORT_H
#define PGNPACK_TESTS_UNIT_QUERY_SUPPORT_H

#include "lib/query/query.h"

/* Of words and values by turns, NULL for none, up to a NULL in place of a word; ready to be asked. Fails the test if it is refused. */
struct pgnpack_query *query_of(const char *const *words);

/* Is the query of one condition fulfilled by a line's one position? */
int query_holds(const struct pgnpack_query *query, const struct position *position);

/*
 * Follows the moves (SAN, between blanks) from a FEN, NULL: from the start. Returns the last ply at which the query was
 * fulfilled first, -1: it never was; *first_ret (may be NULL): the first ply.
 */
int query_follow(const struct pgnpack_query *query, const char *fen, const char *moves, int *first_ret);

#endif
