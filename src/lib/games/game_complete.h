/* Is there enough of a game to write it? */
#ifndef PGNPACK_LIB_GAMES_GAME_COMPLETE_H
#define PGNPACK_LIB_GAMES_GAME_COMPLETE_H

#include "game/game.h"
#include "util/error.h"

/* A cursor that was asked for some parts only, or for some tags, makes games that lack the others. */
static inline enum pgnpack_status game_check_parts(const struct game *game, struct error *error)
{
    return game->is_partial ? error_set(error, PGNPACK_ERROR_ARGUMENT,
                                        "the game was read without its moves, or without all its tags")
                            : PGNPACK_OK;
}

/* The same, and of a game that is broken off the rest is there. */
static inline enum pgnpack_status game_check_complete(const struct game *game, struct error *error)
{
    if (game->trouble != TROUBLE_NONE && game->trouble_offset >= game->text.size)
        return error_set(error, PGNPACK_ERROR_LOSSY,
                         "the game is broken off, and was read without its text, which has the rest");
    return game_check_parts(game, error);
}

#endif
