/* Games of a database in any order, as copies take them. */
#ifndef PGNPACK_LIB_ROWS_GATHER_H
#define PGNPACK_LIB_ROWS_GATHER_H

#include "lib/open/reader.h"

struct pgnpack_gather;

/* The database that its games are of. */
const struct pgnpack_reader *gather_reader(const struct pgnpack_gather *gather);

/* The next game, which lives until the next call; its number, from 0. PGNPACK_END behind the last one. */
enum pgnpack_status gather_next(struct pgnpack_gather *gather, struct text *text_ret, uint64_t *number_ret);

#endif
