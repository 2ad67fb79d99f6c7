/* Where the games of a database came from, of all its segments together: sections 132, to be looked up. */
#ifndef PGNPACK_CONTAINER_GAME_ORIGINS_H
#define PGNPACK_CONTAINER_GAME_ORIGINS_H

#include "container/segment_origins.h"

struct game_origins {
    struct origin_run *runs; /* new_first counts in the database; by identity, then by old_first */
    size_t count, capacity;
    struct origin_run
        *latest; /* of each old game the run that leads to the latest one: none has games in common */
    size_t latest_count, latest_capacity;
    struct memory *memory;
};

void game_origins_init(struct game_origins *origins, struct memory *memory);
void game_origins_free(struct game_origins *origins);

/* Both return 0 when there is no memory. After the last one was added, they are sorted; that takes n log n steps. */
int game_origins_add(struct game_origins *origins, const struct origin_run *run);
int game_origins_sort(struct game_origins *origins);

/* The latest game that comes from game `number` of the segment: *game_ret, in the database. 0: none does. */
int game_origins_find(const struct game_origins *origins, uint64_t identity, uint64_t number,
                      uint64_t *game_ret);

/* The same, with its neighbours: part of a run, whose old games all have their latest games in it. 0: run_ret->old_first: there are none from here up to it. */
int game_origins_find_run(const struct game_origins *origins, uint64_t identity, uint64_t number,
                          struct origin_run *run_ret);

/* The lowest identity of a run that is at least this one: *identity_ret. 0: there is none. */
int game_origins_next(const struct game_origins *origins, uint64_t identity, uint64_t *identity_ret);

#endif
