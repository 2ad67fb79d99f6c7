/* What is found in the moves of one game. */
#ifndef PGNPACK_CLI_CHECK_CHECK_GAME_H
#define PGNPACK_CLI_CHECK_CHECK_GAME_H

#include "pgnpack.h"

/* The Result tag and the termination mark behind the moves, which are both there, and differ. Neither is asked for a result that is not there. */
int check_game_marks_differ(const struct pgnpack_game *game);

enum check_end { CHECK_END_FITS, CHECK_END_MATE, CHECK_END_STALEMATE, CHECK_END_DEAD };

/*
 * Does the position behind the main line contradict the result: checkmate without a win of who gave it, stalemate or too little
 * material for any mate with a win? A result that is not known contradicts nothing. Nothing is said of games that are not understood to
 * the end, have drops, or are of a variant that ends otherwise. `board` is any.
 */
enum check_end check_game_end(const struct pgnpack_game *game, struct pgnpack_board *board);

#endif
