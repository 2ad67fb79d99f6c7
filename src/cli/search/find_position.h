/* A position that is given by its moves or as a FEN. */
#ifndef PGNPACK_CLI_SEARCH_FIND_POSITION_H
#define PGNPACK_CLI_SEARCH_FIND_POSITION_H

#include "pgnpack.h"

/* Sets a new board to "e4 c5 Nf3", or to a FEN. Returns NULL, or what is wrong, which lives until the board's next call. */
const char *find_position_set(struct pgnpack_board *board, const char *position);

#endif
