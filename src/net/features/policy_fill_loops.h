/*
 * Two of the steps of policy_fill_steps.h as loops over targets, for versions that have the others. Included before policy_fill_steps.h, after those.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FILL_LOOPS_H
#define PGNPACK_NET_FEATURES_POLICY_FILL_LOOPS_H

#include "net/features/policy_aims.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

TARGET static inline void put_piece_moves(const struct policy_view *view, const struct class_parts *parts,
                                          unsigned type, unsigned from, uint64_t targets)
{
    const struct to_parts to_parts = to_parts_of(parts, type);
    const uint16_t *rows = policy_piece_rows[type][from];
    unsigned class = type * CLASS_PIECE + from_part(parts, from);
    unsigned aim = type * AIM_PIECE + aim_from_part(parts, view, from);
    struct policy_ply *ply = view->ply;
    size_t count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        policy_put_move(ply, count++, from << 6 | to, rows[to], class + to_part(to_parts, to),
                        aim + aim_part(parts, view, type, to));
    }
    ply->count = (unsigned)count;
}

TARGET static inline void put_pawn_moves(const struct policy_view *view, const struct class_parts *parts,
                                         enum direction direction, uint64_t targets)
{
    const struct to_parts to_parts = pawn_parts_of(parts, direction);
    unsigned step = direction_steps[direction];
    unsigned row = POLICY_ROW_PAWN + direction - (8 + step) * 4;
    struct policy_ply *ply = view->ply;
    size_t count = ply->count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        policy_put_move(ply, count++, to * 65 - (step << 6), row + to * 4,
                        from_part(parts, to - step) + to_part(to_parts, to),
                        aim_from_part(parts, view, to - step) + aim_part(parts, view, PAWN, to));
    }
    ply->count = (unsigned)count;
}

#endif
#endif
