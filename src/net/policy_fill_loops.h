/*
 * Two of the steps of policy_fill_steps.h as loops over targets, for versions that have the others. Included before policy_fill_steps.h, after those.
 */
#ifndef PGNPACK_NET_POLICY_FILL_LOOPS_H
#define PGNPACK_NET_POLICY_FILL_LOOPS_H

#include "encoding/empty_board.h"
#include "net/policy_class.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

TARGET static inline void put_piece_moves(struct policy_ply *ply, const struct class_parts *parts,
                                          unsigned type, unsigned from, uint64_t targets)
{
    const struct to_parts to_parts = to_parts_of(parts, type);
    uint64_t reach = empty_board_tables.targets[type][from];
    unsigned row = policy_piece_row(type, from) - 1;
    unsigned class = type * CLASS_PIECE + from_part(parts, from);
    unsigned count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned number_and_1 = popcount64(reach & (targets ^ (targets - 1)));
        policy_put_move(ply, count++, from << 6 | to, row + number_and_1, class + to_part(to_parts, to));
    }
    ply->count = count;
}

TARGET static inline void put_pawn_moves(struct policy_ply *ply, const struct class_parts *parts,
                                         enum direction direction, uint64_t targets)
{
    const struct to_parts to_parts = pawn_parts_of(parts, direction);
    unsigned step = direction_steps[direction];
    unsigned row = POLICY_ROW_PAWN + direction - (8 + step) * 4;
    unsigned count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        policy_put_move(ply, count++, to * 65 - (step << 6), row + to * 4,
                        from_part(parts, to - step) + to_part(to_parts, to));
    }
    ply->count = count;
}

#endif
#endif
