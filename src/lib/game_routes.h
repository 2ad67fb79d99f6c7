/*
 * Where ids come to that lead to a database's games, when these are copied: to the copy of the game, or, if it is deleted, to that of its
 * newest version. Made once for all games, from the last one back, so that chains of versions are followed once, however long.
 */
#ifndef PGNPACK_LIB_GAME_ROUTES_H
#define PGNPACK_LIB_GAME_ROUTES_H

#include "lib/reader.h"
#include "util/work.h"

/* `count` games of a database, from number `first` on, are games `new_first` and later of the new segment. All from 0. */
struct copy_place {
    uint64_t first, count, new_first;
};

struct game_routes {
    struct copy_place *pieces; /* in descending order; none has games in common with another */
    size_t count, capacity;
    uint64_t steps,
        most; /* that were taken, and may be: files that are as they should be come nowhere near */
    struct work_count *work;
    struct memory *memory;
};

/* What routes are made of. */
struct routed_games {
    const struct pgnpack_reader *reader;
    const struct game_origins *origins; /* of its games */
    const struct copy_place *places;    /* ascending, without games in common */
    size_t place_count;
};

/* To be freed in any case. */
enum pgnpack_status game_routes_make(struct game_routes *routes, const struct routed_games *games,
                                     struct memory *memory, struct work_count *work, struct error *error);
void game_routes_free(struct game_routes *routes);

/* The first of the pieces that begin before game `end`: this one and those after it, as long as they end behind what is asked for. */
size_t game_routes_before(const struct game_routes *routes, uint64_t end);

/* To be called for each further piece that is looked at. */
enum pgnpack_status game_routes_step(struct game_routes *routes, struct error *error);

#endif
