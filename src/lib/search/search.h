/* A search, as those see it who go through the games block by block with it. */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_H
#define PGNPACK_LIB_SEARCH_SEARCH_H

#include "lib/open/game_set.h"
#include "pgnpack.h"

/*
 * Another query, from the first game on. What was read of the database is kept, up to `cache_size` bytes of the source, so that
 * a further question costs a fraction of the first one.
 */
enum pgnpack_status search_ask(struct pgnpack_search *search, struct pgnpack_query *query);

/*
 * pgnpack_search_next() answers PGNPACK_END before game `game` (from 0), UINT64_MAX: behind the last one, and goes on there
 * when it may. Games that are not in `only`, which must stay, are passed over; NULL: all are looked at.
 */
void search_pause_at(struct pgnpack_search *search, uint64_t game, const struct game_set *only);

/* Goes to game `first`, to look at those before `end`, both from 0; what was counted as work goes on. */
void search_go_to(struct pgnpack_search *search, uint64_t first, uint64_t end);

/* With 1, only deleted games are looked at, where the reader leaves them out; with 0, only the others. */
void search_look_at_deleted(struct pgnpack_search *search, int is_wanted);

#endif
