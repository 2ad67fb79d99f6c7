/* The games of one change: which came with it, were deleted or brought back, and whether that can be taken back. */
#ifndef PGNPACK_LIB_OPEN_CHANGE_GAMES_H
#define PGNPACK_LIB_OPEN_CHANGE_GAMES_H

#include "lib/open/reader.h"

/* Games of which the same is to be said. */
struct change_step {
    struct game_range
        games; /* `kind`: DELETION_ADDED, DELETION_NONE (brought back), or why deleted, with the target */
    struct game_range before; /* of those brought back: the same games, as they were deleted until then */
    int is_free;              /* they are as the change left them, so that it can be taken back */
};

struct change_games {
    struct memory *memory;
    struct change_step *steps; /* those added first, then the others, each ascending */
    size_t count, capacity;
    uint64_t gone; /* games of the change that are no longer in the file */
};

void change_games_init(struct change_games *games, struct memory *memory);
void change_games_free(struct change_games *games);

/* PGNPACK_ERROR_ARGUMENT: there is no change of that number. */
enum pgnpack_status change_games_read(struct change_games *games, const struct pgnpack_reader *reader,
                                      uint64_t number, struct error *error);

#endif
