/*
 * Two of the steps of policy_fill_steps.h as loops over targets, for versions that have from_part(), to_part() and
 * push_part(). Included before policy_fill_steps.h, after those.
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
    uint64_t reach = empty_board_tables.targets[type][from];
    unsigned row = policy_piece_row(type, from);
    unsigned class = type * CLASS_PIECE + from_part(parts, from);
    unsigned count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned number = popcount64(reach & (lowest_bit_of(targets) - 1));
        policy_put_move(ply, count++, from << 6 | to, row + number, class + to_part(parts, type, to));
    }
    ply->count = count;
}

TARGET static inline void put_pawn_moves(struct policy_ply *ply, const struct class_parts *parts,
                                         enum direction direction, uint64_t targets)
{
    unsigned step = direction_steps[direction];
    unsigned is_push = direction == PUSH || direction == TWO_UP;
    unsigned count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned from = to - step;
        unsigned to_class = is_push ? push_part(parts, to) : to_part(parts, PAWN, to);
        policy_put_move(ply, count++, from << 6 | to, POLICY_ROW_PAWN + (from - 8) * 4 + direction,
                        from_part(parts, from) + to_class);
    }
    ply->count = count;
}

#endif
#endif
