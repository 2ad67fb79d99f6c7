/*
 * What moves aim at, and what becomes of the other men: the second class that fast nets give each move. All of it is
 * found for all squares at once, from sets of squares. docs/FORMAT.md, "Codec 2". Included by policy_fill_steps.h, which
 * says what TARGET is; a version has its own sliders_at().
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_AIMS_H
#define PGNPACK_NET_FEATURES_POLICY_AIMS_H

#include <string.h>

#include "net/features/policy_class.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

/* ---- Squares from which a man attacks one of a set ---- */

TARGET static inline uint64_t pawn_attackers(uint64_t set)
{
    return (set & ~FILE_A) >> 9 | (set & ~FILE_H) >> 7;
}

TARGET static inline uint64_t knight_attackers(uint64_t set)
{
    uint64_t one = (set & ~FILE_H) << 1 | (set & ~FILE_A) >> 1;
    uint64_t two = (set & ~(FILE_H | FILE_H >> 1)) << 2 | (set & ~(FILE_A | FILE_A << 1)) >> 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

TARGET static inline uint64_t king_attackers(uint64_t set)
{
    uint64_t sides = (set & ~FILE_H) << 1 | (set & ~FILE_A) >> 1;
    uint64_t row = set | sides;
    return sides | row << 8 | row >> 8;
}

/* By type of the man. */
TARGET static inline void attackers_of(uint64_t from[6], uint64_t set, uint64_t occupied)
{
    struct sliders sliders = sliders_at(set, set, occupied);
    from[PAWN] = pawn_attackers(set);
    from[KNIGHT] = knight_attackers(set);
    from[BISHOP] = sliders.bishops;
    from[ROOK] = sliders.rooks;
    from[QUEEN] = sliders.bishops | sliders.rooks;
    from[KING] = king_attackers(set);
}

/* ---- The parts of the class ---- */

/* Enemies that are worth more than the man that attacks them, or that no enemy holds; kings are neither. */
TARGET static inline void find_threats(struct policy_aims *aims, const struct policy_view *view)
{
    const uint64_t *enemy = view->enemy;
    uint64_t loose = view->enemy_all & ~view->enemy_attacks & ~enemy[KING];
    uint64_t above_rook = loose | enemy[QUEEN];
    uint64_t above_minor = above_rook | enemy[ROOK];
    struct sliders queens = sliders_at(loose, loose, view->occupied);
    struct sliders others = sliders_at(above_rook, above_minor, view->occupied);
    aims->threats[PAWN] = pawn_attackers(above_minor | enemy[BISHOP] | enemy[KNIGHT]);
    aims->threats[KNIGHT] = knight_attackers(above_minor);
    aims->threats[BISHOP] = others.bishops;
    aims->threats[ROOK] = others.rooks;
    aims->threats[QUEEN] = queens.bishops | queens.rooks;
    aims->threats[KING] = king_attackers(loose);
}

/* Own men without which an attacked own man would hang: one holds it, and no more. */
TARGET static inline uint64_t find_holders(const struct policy_view *view)
{
    uint64_t held =
        view->own_all & ~view->own[KING] & view->enemy_attacks & view->own_attacks & ~view->own_attacks_more;
    uint64_t holders = 0;
    if (held == 0)
        return 0;
    for (uint64_t men = view->own_all & ~view->own[PAWN]; men != 0; men &= men - 1)
        holders |= view->attacks[lowest_bit(men)] & held ? lowest_bit_of(men) : 0;
    return holders | (view->own[PAWN] & pawn_attackers(held));
}

TARGET static inline void find_aims(struct policy_aims *aims, const struct policy_view *view,
                                    const struct policy_history *history)
{
    find_threats(aims, view);
    attackers_of(aims->zone, attack_tables.king[view->enemy_king], view->occupied);
    if (view->own_hanging != 0)
        attackers_of(aims->holds, view->own_hanging, view->occupied);
    else
        memset(aims->holds, 0, sizeof aims->holds);
    aims->holders = find_holders(view);
    aims->last_own = history->own_to == NO_SQUARE ? 0 : square_bit(history->own_to ^ view->flip);
    aims->others_hang = has_several_bits(view->own_hanging) ? ~UINT64_C(0)
                        : view->own_hanging != 0            ? ~view->own_hanging
                                                            : 0;
}

/* ---- The class ---- */

/* Of a square that a man leaves. */
TARGET static inline unsigned aim_from(const struct policy_aims *aims, unsigned from)
{
    return (unsigned)(aims->holders >> from & 1) * AIM_HOLDER +
           (unsigned)(aims->last_own >> from & 1) * AIM_AGAIN +
           (unsigned)(aims->others_hang >> from & 1) * AIM_OTHERS_HANG;
}

/* Of a square that a man of a type goes to. */
TARGET static inline unsigned aim_to(const struct policy_view *view, const struct policy_aims *aims,
                                     unsigned type, unsigned to)
{
    return (unsigned)(aims->threats[type] >> to & 1) * AIM_THREAT +
           (unsigned)(aims->zone[type] >> to & 1) * AIM_ZONE +
           (unsigned)(aims->holds[type] >> to & 1) * AIM_HOLDS +
           (unsigned)(view->enemy_attacks_more >> to & 1) * AIM_ENEMIES +
           (unsigned)(view->own_attacks_three >> to & 1) * AIM_OWN;
}

#endif
#endif
