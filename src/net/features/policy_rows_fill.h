/*
 * Makes the rows of the output layer of pieces' moves by type, from-square and target (policy_ply.h). They count the moves
 * that pieces can make on the empty board: ascending from, then target.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_ROWS_FILL_H
#define PGNPACK_NET_FEATURES_POLICY_ROWS_FILL_H

#include <stdlib.h>

#include "chess/types.h"
#include "net/features/policy_ply.h"

static inline int policy_row_reaches(unsigned type, unsigned from, unsigned to)
{
    int files = abs((int)(from & 7) - (int)(to & 7));
    int ranks = abs((int)(from >> 3) - (int)(to >> 3));
    int is_straight = files == 0 || ranks == 0;
    int is_slanted = files == ranks;
    switch (type) {
    case KNIGHT:
        return files * ranks == 2;
    case BISHOP:
        return is_slanted;
    case ROOK:
        return is_straight;
    case QUEEN:
        return is_straight || is_slanted;
    default:
        return files <= 1 && ranks <= 1;
    }
}

/* Returns the row behind the last one. */
static inline unsigned policy_rows_fill(uint16_t rows[6][64][64])
{
    unsigned row = POLICY_ROW_PIECES;
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (unsigned from = 0; from < 64; from++)
            for (unsigned to = 0; to < 64; to++)
                if (from != to && policy_row_reaches(type, from, to))
                    rows[type][from][to] = (uint16_t)row++;
    return row;
}

#endif
