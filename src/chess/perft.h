/* Counts the leaves of the legal move tree: the standard test of a move generator. */
#ifndef PGNPACK_CHESS_PERFT_H
#define PGNPACK_CHESS_PERFT_H

#include <stdint.h>

#include "chess/position.h"

/* Leaves at `depth` plies; bulk-counted at the last ply. The position is as before on return. */
uint64_t perft(struct position *position, unsigned depth);

#endif
