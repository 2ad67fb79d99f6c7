/*
 * How a position's legal moves, with their rows and classes, and its inputs are found, written once. A version includes
 * this after its own steps:
 *
 *     TARGET               attributes of its functions
 *     split_men()          sets view->own and enemy, when all of them are known
 *     struct class_parts   what squares add to the classes of moves from and to them, checks and recaptures apart
 *     find_class_parts()   of a position
 *     from_part()          of a square that a man leaves
 *     struct to_parts      those of targets of a type's moves: to_parts_of(), or of pawns' in a direction: pawn_parts_of()
 *     to_part()            of one target
 *     put_piece_moves()    puts a piece's moves behind the ply's others
 *     put_pawn_moves()     the same of the pawns' moves in one direction, without promotions
 *     those of policy_far_steps.h
 *
 * Moves are put there with from and to parts only. Checks and recaptures are few, and are added afterwards.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FILL_STEPS_H
#define PGNPACK_NET_FEATURES_POLICY_FILL_STEPS_H

#include "encoding/empty_board.h"
#include "net/features/policy_aims.h"
#include "net/features/policy_class.h"
#include "net/features/policy_far_steps.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

/* ---- What stands where ---- */

TARGET static inline void view_men(struct policy_view *view, const struct position *position)
{
    unsigned side = position->side;
    uint64_t own = position->colours[side];
    uint64_t enemy = position->colours[side ^ 1];
    view->own_all = side == WHITE ? own : __builtin_bswap64(own);
    view->enemy_all = side == WHITE ? enemy : __builtin_bswap64(enemy);
    view->occupied = view->own_all | view->enemy_all;
    view->king = position->king_square[side] ^ view->flip;
    view->enemy_king = position->king_square[side ^ 1] ^ view->flip;
    split_men(view, position);
}

/* ---- Attacks ---- */

/* Squares that men attack, and those that two or more do. */
struct attacked {
    uint64_t once, more, three; /* `three`: three or more */
};

TARGET static inline struct attacked attacked_too(struct attacked sum, uint64_t attacks)
{
    return (struct attacked){sum.once | attacks, sum.more | (sum.once & attacks),
                             sum.three | (sum.more & attacks)};
}

TARGET static inline void view_enemy_attacks(struct policy_view *view)
{
    uint64_t occupied = view->occupied ^ square_bit(view->king);
    uint64_t pawns = view->enemy[PAWN];
    struct attacked sum = {(pawns & ~FILE_A) >> 9, 0, 0};
    sum = attacked_too(sum, (pawns & ~FILE_H) >> 7);
    view->enemy_lower[PAWN] = 0;
    view->enemy_lower[KNIGHT] = view->enemy_lower[BISHOP] = sum.once;
    for (uint64_t men = view->enemy[KNIGHT]; men != 0; men &= men - 1)
        sum = attacked_too(sum, attack_tables.knight[lowest_bit(men)]);
    for (uint64_t men = view->enemy[BISHOP]; men != 0; men &= men - 1)
        sum = attacked_too(sum, bishop_attacks(lowest_bit(men), occupied));
    view->enemy_lower[ROOK] = sum.once;
    for (uint64_t men = view->enemy[ROOK]; men != 0; men &= men - 1)
        sum = attacked_too(sum, rook_attacks(lowest_bit(men), occupied));
    view->enemy_lower[QUEEN] = sum.once;
    for (uint64_t men = view->enemy[QUEEN]; men != 0; men &= men - 1)
        sum = attacked_too(sum, queen_attacks(lowest_bit(men), occupied));
    view->enemy_lower[KING] = sum.once;
    sum = attacked_too(sum, attack_tables.king[view->enemy_king]);
    view->enemy_attacks = sum.once;
    view->enemy_attacks_more = sum.more;
}

/* The same after a piece whose attacks are noted. */
TARGET static inline struct attacked note_attacks(struct policy_view *view, struct attacked sum,
                                                  unsigned square, uint64_t attacks)
{
    view->attacks[square] = attacks;
    return attacked_too(sum, attacks);
}

TARGET static inline void view_own_attacks(struct policy_view *view)
{
    uint64_t occupied = view->occupied;
    uint64_t pawns = view->own[PAWN];
    struct attacked sum = {(pawns & ~FILE_A) << 7, 0, 0};
    sum = attacked_too(sum, (pawns & ~FILE_H) << 9);
    view->own_lower[PAWN] = 0;
    view->own_lower[KNIGHT] = view->own_lower[BISHOP] = sum.once;
    for (uint64_t men = view->own[KNIGHT]; men != 0; men &= men - 1)
        sum = note_attacks(view, sum, lowest_bit(men), attack_tables.knight[lowest_bit(men)]);
    for (uint64_t men = view->own[BISHOP]; men != 0; men &= men - 1)
        sum = note_attacks(view, sum, lowest_bit(men), bishop_attacks(lowest_bit(men), occupied));
    view->own_lower[ROOK] = sum.once;
    for (uint64_t men = view->own[ROOK]; men != 0; men &= men - 1)
        sum = note_attacks(view, sum, lowest_bit(men), rook_attacks(lowest_bit(men), occupied));
    view->own_lower[QUEEN] = sum.once;
    for (uint64_t men = view->own[QUEEN]; men != 0; men &= men - 1)
        sum = note_attacks(view, sum, lowest_bit(men), queen_attacks(lowest_bit(men), occupied));
    view->own_lower[KING] = sum.once;
    sum = note_attacks(view, sum, view->king, attack_tables.king[view->king]);
    view->own_attacks = sum.once;
    view->own_attacks_more = sum.more;
    view->own_attacks_three = sum.three;
}

/* A man hangs when a lower man attacks it, or any man and nothing holds it. */
TARGET static inline void view_hanging(struct policy_view *view)
{
    uint64_t own_loose = view->enemy_attacks & ~view->own_attacks;
    uint64_t enemy_loose = view->own_attacks & ~view->enemy_attacks;
    uint64_t own = 0, enemy = 0;
    for (unsigned type = KNIGHT; type <= QUEEN; type++) {
        own |= view->own[type] & view->enemy_lower[type];
        enemy |= view->enemy[type] & view->own_lower[type];
    }
    view->own_hanging = own | (own_loose & view->own_all & ~view->own[KING]);
    view->enemy_hanging = enemy | (enemy_loose & view->enemy_all & ~view->enemy[KING]);
}

/* The single men that stand between the king on `king` and sliders of `sliders`, where all men count. */
TARGET static inline uint64_t find_shields(const struct policy_view *view, unsigned king,
                                           const uint64_t sliders[6])
{
    uint64_t snipers = (attack_tables.rook[king] & (sliders[ROOK] | sliders[QUEEN])) |
                       (attack_tables.bishop[king] & (sliders[BISHOP] | sliders[QUEEN]));
    uint64_t shields = 0;
    for (; snipers != 0; snipers &= snipers - 1) {
        uint64_t shield = attack_tables.between[king][lowest_bit(snipers)] & view->occupied;
        shields |= has_several_bits(shield) ? 0 : shield;
    }
    return shields;
}

TARGET static inline void view_checks(struct policy_view *view)
{
    unsigned king = view->enemy_king;
    view->checks[PAWN] = attack_tables.pawn[BLACK][king];
    view->checks[KNIGHT] = attack_tables.knight[king];
    view->checks[BISHOP] = bishop_attacks(king, view->occupied);
    view->checks[ROOK] = rook_attacks(king, view->occupied);
    view->checks[QUEEN] = view->checks[BISHOP] | view->checks[ROOK];
    view->checks[KING] = 0;
    uint64_t shields = find_shields(view, king, view->own);
    view->discovering = shields & view->own_all;
    view->enemy_pinned = shields & view->enemy_all;
    view->pinned = find_shields(view, view->king, view->enemy) & view->own_all;
}

/* ---- Pieces' moves ---- */

/* Where else a man that leaves `from` gives check. */
TARGET static inline uint64_t discovered_from(const struct policy_view *view, unsigned from)
{
    return view->discovering >> from & 1 ? ~attack_tables.line[view->enemy_king][from] : 0;
}

/* To the classes of the moves to `marked`; the moves to `targets` stand from number `start` on. */
TARGET static inline void add_to_classes(struct policy_ply *ply, unsigned start, uint64_t targets,
                                         uint64_t marked, unsigned part)
{
    for (marked &= targets; marked != 0; marked &= marked - 1) {
        uint16_t *class = &ply->classes[start + popcount64(targets & (lowest_bit_of(marked) - 1))];
        *class = (uint16_t)(*class + part);
    }
}

/* Checks and recaptures among a piece's moves, that stand from number `start` on. */
TARGET static inline void mark_piece_moves(struct policy_view *view, unsigned type, unsigned from,
                                           unsigned start, uint64_t targets)
{
    uint64_t checks = view->checks[type] | discovered_from(view, from);
    add_to_classes(view->ply, start, targets, checks, CLASS_CHECK);
    add_to_classes(view->ply, start, targets, view->recaptured, CLASS_RECAPTURE);
}

TARGET static inline __attribute__((always_inline)) void
add_moves_of_type(struct policy_view *view, const struct class_parts *parts, unsigned type)
{
    uint64_t marked = view->checks[type] | view->recaptured;
    for (uint64_t men = view->own[type]; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        unsigned start = view->ply->count;
        uint64_t targets = view->attacks[from] & view->allowed;
        if (view->pinned & lowest_bit_of(men))
            targets &= attack_tables.line[view->king][from];
        put_piece_moves(view, parts, type, from, targets);
        if ((targets & marked) | (view->discovering & lowest_bit_of(men)))
            mark_piece_moves(view, type, from, start, targets);
    }
}

TARGET static inline void add_move(struct policy_ply *ply, unsigned code, unsigned row, unsigned class,
                                   unsigned aim)
{
    policy_put_move(ply, ply->count++, code, row, class, aim);
}

TARGET static inline void add_castling(struct policy_view *view, unsigned queen_side)
{
    const struct position *position = view->position;
    unsigned index = 2u * position->side + queen_side;
    unsigned to = position->rook_home[index] ^ view->flip;
    /* The full question costs much, and mostly a man between king and rook has the answer. */
    if (!(position->castling >> index & 1) || attack_tables.between[view->king][to & 63] & view->occupied ||
        !position_can_castle(position, queen_side))
        return;
    unsigned check = (view->checks[ROOK] >> castling_rook_target(WHITE, queen_side) & 1) != 0;
    add_move(view->ply, view->king << 6 | to, POLICY_ROW_CASTLING + queen_side,
             KING * CLASS_PIECE + check * CLASS_CHECK, KING * AIM_PIECE);
}

TARGET static inline void add_king_moves(struct policy_view *view, const struct class_parts *parts)
{
    uint64_t targets =
        attack_tables.king[view->king] & ~(view->own_all | view->enemy[KING] | view->enemy_attacks);
    put_piece_moves(view, parts, KING, view->king, targets);
    if ((targets & view->recaptured) | (view->discovering & square_bit(view->king)))
        mark_piece_moves(view, KING, view->king, 0, targets);
    if (view->position->castling != 0) {
        add_castling(view, 0);
        add_castling(view, 1);
    }
}

/* ---- Pawns' moves ---- */

TARGET static inline void spread_pawns(const struct policy_view *view, uint64_t pawns, uint64_t allowed,
                                       uint64_t targets[DIRECTION_COUNT])
{
    uint64_t push = (pawns << 8) & ~view->occupied;
    targets[LEFT] |= ((pawns & ~FILE_A) << 7) & view->enemy_all & allowed;
    targets[PUSH] |= push & allowed;
    targets[RIGHT] |= ((pawns & ~FILE_H) << 9) & view->enemy_all & allowed;
    targets[TWO_UP] |= ((push & rank_bits(2)) << 8) & ~view->occupied & allowed;
}

/* Whether the own man on `from`, that becomes `type`, gives check from `to`. */
TARGET static inline unsigned gives_check(const struct policy_view *view, unsigned type, unsigned from,
                                          unsigned to)
{
    return (view->checks[type] | discovered_from(view, from)) >> to & 1;
}

/* Checks and recaptures among pawns' moves that stand from number `start` on; `uncovering`: targets of discoverers. */
TARGET static inline void mark_pawn_moves(struct policy_view *view, enum direction direction, unsigned start,
                                          uint64_t targets, uint64_t uncovering)
{
    uint64_t checks = targets & view->checks[PAWN];
    for (uint64_t men = targets & uncovering; men != 0; men &= men - 1)
        checks |= lowest_bit_of(men) & discovered_from(view, lowest_bit(men) - direction_steps[direction]);
    add_to_classes(view->ply, start, targets, checks, CLASS_CHECK);
    add_to_classes(view->ply, start, targets, view->recaptured, CLASS_RECAPTURE);
}

TARGET static inline void add_promotions(struct policy_view *view, const struct class_parts *parts,
                                         enum direction direction, uint64_t targets)
{
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned from = to - direction_steps[direction];
        unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + direction) * 4;
        unsigned class = from_part(parts, from) + to_part(pawn_parts_of(parts, direction), to) +
                         (unsigned)(view->recaptured >> to & 1) * CLASS_RECAPTURE;
        for (unsigned type = KNIGHT; type <= QUEEN; type++)
            add_move(view->ply, type << 12 | from << 6 | to, row + type - KNIGHT,
                     class + gives_check(view, type, from, to) * CLASS_CHECK,
                     type * AIM_PIECE + aim_from(&view->aims, from) + aim_to(view, &view->aims, type, to));
    }
}

TARGET static inline void add_pawn_direction(struct policy_view *view, const struct class_parts *parts,
                                             enum direction direction, uint64_t targets)
{
    struct policy_ply *ply = view->ply;
    unsigned start = ply->count;
    uint64_t last_rank = targets & rank_bits(7);
    targets ^= last_rank;
    uint64_t uncovering = view->discovering << direction_steps[direction];
    put_pawn_moves(view, parts, direction, targets);
    if (targets & (view->checks[PAWN] | view->recaptured | uncovering))
        mark_pawn_moves(view, direction, start, targets, uncovering);
    add_promotions(view, parts, direction, last_rank);
}

TARGET static inline void add_en_passant(struct policy_view *view, const struct class_parts *parts,
                                         enum direction direction, unsigned to)
{
    unsigned from = to - direction_steps[direction];
    if (!position_en_passant_is_safe(view->position, from ^ view->flip))
        return;
    add_move(view->ply, from << 6 | to, POLICY_ROW_PAWN + (from - 8) * 4 + direction,
             from_part(parts, from) + to_part(pawn_parts_of(parts, direction), to) + CLASS_CAPTURED +
                 gives_check(view, PAWN, from, to) * CLASS_CHECK,
             aim_from(&view->aims, from) + aim_to(view, &view->aims, PAWN, to));
}

TARGET static inline void add_pawn_moves(struct policy_view *view, const struct class_parts *parts)
{
    uint64_t targets[DIRECTION_COUNT] = {0};
    spread_pawns(view, view->own[PAWN] & ~view->pinned, view->allowed, targets);
    for (uint64_t men = view->own[PAWN] & view->pinned; men != 0; men &= men - 1)
        spread_pawns(view, lowest_bit_of(men),
                     view->allowed & attack_tables.line[view->king][lowest_bit(men)], targets);
    for (unsigned direction = LEFT; direction < DIRECTION_COUNT; direction++)
        if (targets[direction] != 0)
            add_pawn_direction(view, parts, direction, targets[direction]);
    if (view->position->ep_square == NO_SQUARE)
        return;
    unsigned to = view->position->ep_square ^ view->flip;
    if (square_bit(to) & (view->own[PAWN] & ~FILE_A) << 7)
        add_en_passant(view, parts, LEFT, to);
    if (square_bit(to) & (view->own[PAWN] & ~FILE_H) << 9)
        add_en_passant(view, parts, RIGHT, to);
}

TARGET static inline void add_moves(struct policy_view *view)
{
    const struct position *position = view->position;
    struct class_parts parts;
    find_class_parts(&parts, view);
    view->ply->count = 0;
    add_king_moves(view, &parts);
    view->allowed = ~(view->own_all | view->enemy[KING]);
    if (position->checkers != 0) {
        if (has_several_bits(position->checkers))
            return;
        unsigned checker = lowest_bit(position->checkers) ^ view->flip;
        view->allowed &= square_bit(checker) | attack_tables.between[view->king][checker];
    }
    add_moves_of_type(view, &parts, KNIGHT);
    add_moves_of_type(view, &parts, BISHOP);
    add_moves_of_type(view, &parts, ROOK);
    add_moves_of_type(view, &parts, QUEEN);
    add_pawn_moves(view, &parts);
}

/* ---- Inputs ---- */

/* Each returns how many inputs there are now. `men`, by type and square: rows from `first` on. */
TARGET static inline unsigned add_men(const struct policy_view *view, unsigned count, uint64_t men,
                                      unsigned first)
{
    for (; men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        unsigned type = man_type(view->position->men[square ^ view->flip]);
        view->ply->inputs[count++] = (uint16_t)(first + type * 64 + square);
    }
    return count;
}

TARGET static inline unsigned add_squares(const struct policy_view *view, unsigned count, uint64_t squares,
                                          unsigned first)
{
    for (; squares != 0; squares &= squares - 1)
        view->ply->inputs[count++] = (uint16_t)(first + lowest_bit(squares));
    return count;
}

/* A square of the unmirrored board. */
TARGET static inline unsigned add_square(const struct policy_view *view, unsigned count, unsigned square,
                                         unsigned first)
{
    view->ply->inputs[count] = (uint16_t)(first + (square ^ view->flip));
    return count + (square != NO_SQUARE);
}

/* Attacked, but they do not hang. */
TARGET static inline unsigned add_held(const struct policy_view *view, unsigned count)
{
    uint64_t own = view->own_all & ~view->own[KING] & view->enemy_attacks & ~view->own_hanging;
    uint64_t enemy = view->enemy_all & ~view->enemy[KING] & view->own_attacks & ~view->enemy_hanging;
    count = add_men(view, count, own, POLICY_INPUT_OWN_HELD);
    return add_men(view, count, enemy, POLICY_INPUT_ENEMY_HELD);
}

TARGET static inline unsigned add_inputs(const struct policy_view *view, const struct policy_history *history)
{
    const struct position *position = view->position;
    unsigned count = add_men(view, 0, view->own_hanging, POLICY_INPUT_OWN_HANGING);
    count = add_men(view, count, view->enemy_hanging, POLICY_INPUT_ENEMY_HANGING);
    count = add_squares(view, count, view->pinned, POLICY_INPUT_OWN_PINNED);
    count = add_squares(view, count, view->enemy_pinned, POLICY_INPUT_ENEMY_PINNED);
    count = add_square(view, count, history->enemy_from, POLICY_INPUT_ENEMY_FROM);
    count = add_square(view, count, history->enemy_to, POLICY_INPUT_ENEMY_TO);
    count = add_square(view, count, history->own_from, POLICY_INPUT_OWN_FROM);
    count = add_square(view, count, history->own_to, POLICY_INPUT_OWN_TO);
    if (position->ep_square != NO_SQUARE)
        view->ply->inputs[count++] = (uint16_t)(POLICY_INPUT_EN_PASSANT + square_file(position->ep_square));
    if (position->checkers != 0)
        count = add_square(view, count, lowest_bit(position->checkers), POLICY_INPUT_CHECKER);
    return count;
}

TARGET static inline void see(struct policy_view *view, struct policy_ply *ply,
                              const struct position *position, const struct policy_history *history)
{
    view->position = position;
    view->ply = ply;
    view->flip = position->side == WHITE ? 0 : 56;
    view_men(view, position);
    view_enemy_attacks(view);
    view_own_attacks(view);
    view_hanging(view);
    view_checks(view);
    view->recaptured =
        history->enemy_to == NO_SQUARE ? 0 : square_bit(history->enemy_to ^ view->flip) & view->enemy_all;
    find_aims(&view->aims, view, history);
    ply->exchange_steps = 0;
    add_moves(view);
    if (ply->count <= POLICY_MOVES_MAX)
        ply->input_count = add_inputs(view, history);
}

TARGET static inline void see_far(struct policy_view *view, struct policy_ply *ply,
                                  const struct policy_history *history)
{
    view->ply = ply;
    ply->input_count = add_held(view, ply->input_count);
    put_far_classes(view, history);
}

#endif
#endif
