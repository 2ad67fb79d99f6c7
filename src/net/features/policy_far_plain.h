/* The steps of policy_far_steps.h in plain C. */
#ifndef PGNPACK_NET_FEATURES_POLICY_FAR_PLAIN_H
#define PGNPACK_NET_FEATURES_POLICY_FAR_PLAIN_H

#include "net/features/policy_far.h"

/* By rank, the a-file's byte the lowest. */
typedef struct {
    uint64_t ranks[8];
} far_board;

static inline far_board far_none(void)
{
    return (far_board){{0}};
}

static inline far_board far_load(const uint64_t ranks[8])
{
    far_board board;
    memcpy(board.ranks, ranks, sizeof board.ranks);
    return board;
}

static inline far_board far_load_bytes(const uint8_t bytes[64])
{
    far_board board;
    for (unsigned rank = 0; rank < 8; rank++, bytes += 8)
        board.ranks[rank] = (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
                            (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
                            (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
    return board;
}

static inline void far_store(uint8_t bytes[64], far_board board)
{
    for (unsigned rank = 0; rank < 8; rank++, bytes += 8) {
        uint64_t values = board.ranks[rank];
        bytes[0] = (uint8_t)values; /* one by one: compilers make a single store of it */
        bytes[1] = (uint8_t)(values >> 8);
        bytes[2] = (uint8_t)(values >> 16);
        bytes[3] = (uint8_t)(values >> 24);
        bytes[4] = (uint8_t)(values >> 32);
        bytes[5] = (uint8_t)(values >> 40);
        bytes[6] = (uint8_t)(values >> 48);
        bytes[7] = (uint8_t)(values >> 56);
    }
}

static inline far_board far_sum(far_board a, far_board b)
{
    for (unsigned rank = 0; rank < 8; rank++)
        a.ranks[rank] += b.ranks[rank];
    return a;
}

static inline far_board far_twice(far_board board)
{
    return far_sum(board, board);
}

static inline far_board far_add(far_board board, uint64_t squares, unsigned value)
{
    for (unsigned rank = 0; rank < 8; rank++)
        board.ranks[rank] += value * attack_tables.spread[squares >> (8 * rank) & 255];
    return board;
}

static inline void far_add_attacks(const struct far_sight *sight, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        far_add_attack(sight, i);
}

#endif
