/*
 * Makes the rows of the output layer of pieces' moves by type, from-square and target (policy_ply.h). They count the moves
 * that pieces can make on the empty board: ascending from, then target.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_ROWS_FILL_H
#define PGNPACK_NET_FEATURES_POLICY_ROWS_FILL_H

#include "chess/types.h"
#include "encoding/empty_board_fill.h"
#include "net/features/policy_ply.h"

/* Returns the row behind the last one. */
static inline unsigned policy_rows_fill(uint16_t rows[6][64][64])
{
    unsigned row = POLICY_ROW_PIECES;
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (unsigned from = 0; from < 64; from++)
            for (unsigned to = 0; to < 64; to++)
                if (empty_board_reaches(type, from, to))
                    rows[type][from][to] = (uint16_t)row++;
    return row;
}

#endif
