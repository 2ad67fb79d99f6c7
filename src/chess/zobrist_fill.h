/* Makes the tables of zobrist.h. The order of the keys is part of the format. */
#ifndef PGNPACK_CHESS_ZOBRIST_FILL_H
#define PGNPACK_CHESS_ZOBRIST_FILL_H

#include "chess/zobrist.h"

static inline uint64_t zobrist_splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline void zobrist_fill(struct zobrist_tables *tables)
{
    uint64_t state = ZOBRIST_SEED;
    for (unsigned man = 0; man < 12; man++)
        for (unsigned square = 0; square < 64; square++)
            tables->man[man][square] = zobrist_splitmix64(&state);
    tables->black_to_move = zobrist_splitmix64(&state);
    for (unsigned rights = 0; rights < 16; rights++)
        tables->castling[rights] = zobrist_splitmix64(&state);
    for (unsigned file = 0; file < 8; file++)
        tables->en_passant_file[file] = zobrist_splitmix64(&state);
}

#endif
