/* The steps of policy_far_steps.h in plain C. */
#ifndef PGNPACK_NET_POLICY_FAR_PLAIN_H
#define PGNPACK_NET_POLICY_FAR_PLAIN_H

#include "net/policy_far.h"

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

/* 0 to 2. */
static inline unsigned count_to_two(uint64_t squares)
{
    return 0u + (squares != 0) + (has_several_bits(squares) != 0);
}

static inline void far_add_attacks(const struct far_sight *sight)
{
    const struct far_attacks *attacks = sight->attacks;
    struct policy_ply *ply = sight->view->ply;
    for (unsigned i = 0; i < ply->count; i++) {
        uint64_t others = attacks->others[i];
        unsigned threat = count_to_two(attacks->threatened[i]) * THREAT_COUNT +
                          count_to_two(attacks->all[i] & sight->zone) * THREAT_ZONE +
                          (unsigned)((others & sight->view->own_hanging) != 0) * THREAT_HOLDS +
                          (unsigned)(attacks->left[i] != 0) * THREAT_LEAVES;
        unsigned last = (unsigned)((others & sight->last_man) != 0) * LAST_ANSWERS +
                        (unsigned)((others & sight->held) != 0) * LAST_HOLDS;
        ply->far_classes[i][0] = (uint16_t)(ply->far_classes[i][0] + threat);
        ply->far_classes[i][1] = (uint16_t)(ply->far_classes[i][1] + last);
    }
}

#endif
