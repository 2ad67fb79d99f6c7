/* Counts the leaves of the legal move tree: the standard test of a move generator. */
#ifndef PGNPACK_TESTS_SHARED_PERFT_H
#define PGNPACK_TESTS_SHARED_PERFT_H

#include <stdint.h>

#include "chess/movegen.h"

/* Leaves at `depth` plies; bulk-counted at the last ply. The position is as before on return. */
static inline uint64_t perft(struct position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return legal_count(position);
    chess_move list[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, list);
    uint64_t leaves = 0;
    for (unsigned i = 0; i < count; i++) {
        reversible_move word = position_make(position, list[i]);
        leaves += perft(position, depth - 1);
        position_unmake(position, word);
    }
    return leaves;
}

#endif
