/* Makes the tables of empty_board.h: tries every step, the plain way. */
#ifndef PGNPACK_ENCODING_EMPTY_BOARD_FILL_H
#define PGNPACK_ENCODING_EMPTY_BOARD_FILL_H

#include <stdlib.h>

#include "encoding/empty_board.h"

/* Whether a man that is no pawn moves so on the empty board. */
static inline int empty_board_reaches(unsigned type, unsigned from, unsigned to)
{
    int files = abs((int)square_file(from) - (int)square_file(to));
    int ranks = abs((int)square_rank(from) - (int)square_rank(to));
    int is_straight = files == 0 || ranks == 0;
    int is_slanted = files == ranks;
    if (from == to)
        return 0;
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

/* The tables hold zeros. */
static inline void empty_board_fill(struct empty_board_tables *tables)
{
    uint8_t *block = tables->squares;
    for (unsigned type = KNIGHT; type <= KING; type++) {
        unsigned pairs = 0;
        for (unsigned from = 0; from < 64; from++, block += block_sizes[type]) {
            unsigned count = 0;
            tables->first_pair[type][from] = (uint16_t)pairs;
            for (unsigned to = 0; to < 64; to++)
                if (empty_board_reaches(type, from, to)) {
                    tables->targets[type][from] |= square_bit(to);
                    block[count++] = (uint8_t)to;
                }
            pairs += count;
            while (count < block_sizes[type])
                block[count++] = (uint8_t)from;
        }
        tables->first_pair[type][64] = (uint16_t)pairs;
    }
}

#endif
