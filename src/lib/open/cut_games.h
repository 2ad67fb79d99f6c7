/* Games of more text than a block can have: the rest is in blocks that go on with it, and have no games of their own. */
#ifndef PGNPACK_LIB_OPEN_CUT_GAMES_H
#define PGNPACK_LIB_OPEN_CUT_GAMES_H

#include "lib/open/reader.h"

#define NO_CUT_GAME UINT64_MAX

/* What was found last, so that blocks asked for in their order take a step each. */
struct cut_game {
    size_t block; /* SIZE_MAX: nothing yet */
    uint64_t game;
};

/*
 * The game, from 0, that all of block `block` is the rest of: found->game; NO_CUT_GAME: of none. Looks at the index, and
 * where that says that there may be one at the table of sections of the block that has the game.
 */
enum pgnpack_status cut_game_find(struct cut_game *found, const struct pgnpack_reader *reader, size_t block,
                                  struct memory *memory, struct error *error);

/* Does game `number`, from 0, go on behind its block? */
enum pgnpack_status game_is_cut(const struct pgnpack_reader *reader, uint64_t number, struct memory *memory,
                                int *result_ret, struct error *error);

#endif
