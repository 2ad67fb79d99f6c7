/* Games in the order of their hashes. */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_SORT_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_SORT_H

#include "lib/duplicates/duplicates.h"

/*
 * Sorts by hash; equals stay in their order. In linear time, whatever the hashes are. `room` is for as many. The result is in
 * `keys`.
 */
void duplicates_sort(struct duplicates_key *keys, struct duplicates_key *room, size_t count);

#endif
