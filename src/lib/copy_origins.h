/*
 * Where the games of a new segment come from, so that ids of the segments that they were in, and ids that led there before, lead to
 * them: section 132 (container/segment_origins.h).
 */
#ifndef PGNPACK_LIB_COPY_ORIGINS_H
#define PGNPACK_LIB_COPY_ORIGINS_H

#include "container/segment_origins.h"
#include "lib/game_routes.h"

struct copy_origins {
    struct copy_place *places; /* of one database */
    size_t place_count, place_capacity;
    struct origin_run *runs; /* of those that were settled */
    size_t run_count, run_capacity;
    struct memory *memory;
};

void copy_origins_init(struct copy_origins *origins, struct memory *memory);
void copy_origins_free(struct copy_origins *origins);
void copy_origins_clear(struct copy_origins *origins);

/* Returns 0 when there is no memory. */
int copy_origins_place(struct copy_origins *origins, uint64_t first, uint64_t count, uint64_t new_first);

/*
 * The games placed since the last call are all of this database. A game that is an older version, and deleted, gives its ids to the
 * newest one. What that takes counts, to the reader's limit of work.
 */
enum pgnpack_status copy_origins_settle(struct copy_origins *origins, const struct pgnpack_reader *reader,
                                        struct error *error);

/* Brings the runs into the order in which they are written. */
void copy_origins_finish(struct copy_origins *origins);

#endif
