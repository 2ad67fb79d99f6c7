/* Is there enough of a game to write it? */
#ifndef PGNPACK_LIB_GAMES_GAME_COMPLETE_H
#define PGNPACK_LIB_GAMES_GAME_COMPLETE_H

#include "game/game.h"

/* A cursor that was asked for some parts only makes games without their moves, or without the tag of their position. */
static inline int game_is_complete(const struct game *game)
{
    int lacks_moves = game->ply_count != 0 && game->item_count == 0;
    return !lacks_moves && (!game->has_start || game_find_tag(game, "FEN") != NULL);
}

/* Of a game that is broken off, is the rest there? */
static inline int game_has_rest(const struct game *game)
{
    return game->trouble == TROUBLE_NONE || game->trouble_offset < game->text.size;
}

#endif
