/* The index's ranges of dates and ratings, which let a search pass over whole blocks. */
#ifndef PGNPACK_LIB_GAME_SUMMARY_H
#define PGNPACK_LIB_GAME_SUMMARY_H

#include "container/file_format.h"
#include "game/game.h"

/* Widens the block's ranges by the game's Date (or UTCDate), WhiteElo and BlackElo. */
void summarise_game(struct index_entry *entry, const struct game *game);

#endif
