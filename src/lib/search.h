/* A search, as those see it who go through the games block by block with it. */
#ifndef PGNPACK_LIB_SEARCH_H
#define PGNPACK_LIB_SEARCH_H

#include "lib/game_set.h"
#include "pgnpack.h"

/*
 * pgnpack_search_next() answers PGNPACK_END before game `game` (from 0), UINT64_MAX: behind the last one, and goes on there
 * when it may. Games that are not in `only`, which must stay, are passed over; NULL: all are looked at.
 */
void search_pause_at(struct pgnpack_search *search, uint64_t game, const struct game_set *only);

#endif
