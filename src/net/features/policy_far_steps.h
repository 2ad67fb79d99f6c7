/*
 * What nets that see far know of each legal move besides its class: docs/FORMAT.md, "Wide net". Each kind of
 * class is a number of several digits, the first always the type of the man that stands on the target afterwards.
 *
 * Written once: a version of policy_fill_steps.h includes this after its own steps:
 *
 *     far_board            a number of 8 bits for each square
 *     far_none()           zeros
 *     far_load()           of ranks' bytes, far_load_bytes() and far_store() from and to squares' bytes
 *     far_sum(), far_twice() square by square
 *     far_add()            a value more on some squares
 *     far_add_attacks()    far_add_attack() of the first `count` moves; may spoil the classes of the next 3
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FAR_STEPS_H
#define PGNPACK_NET_FEATURES_POLICY_FAR_STEPS_H

#include "net/features/policy_far.h"
#include "net/features/policy_far_exchanges.h"

#ifdef TARGET /* else nobody has steps for it */

/* ---- The position ---- */

TARGET static inline void see_worth(struct far_sight *sight)
{
    const uint64_t *enemy = sight->view->enemy;
    sight->loose = sight->view->enemy_all & ~sight->view->enemy_attacks & ~enemy[KING];
    sight->alone = sight->view->own_all & ~sight->view->own[KING] & sight->view->enemy_attacks &
                   ~sight->view->own_attacks_more;
    sight->higher[KING] = sight->higher[QUEEN] = 0;
    sight->higher[ROOK] = enemy[QUEEN];
    sight->higher[BISHOP] = sight->higher[KNIGHT] = enemy[QUEEN] | enemy[ROOK];
    sight->higher[PAWN] = sight->higher[KNIGHT] | enemy[BISHOP] | enemy[KNIGHT];
}

TARGET static inline void see_pawns(struct far_sight *sight)
{
    uint64_t down = sight->view->enemy[PAWN] >> 8;
    down |= down >> 8;
    down |= down >> 16;
    down |= down >> 32;
    sight->ahead = down;
    sight->span = (down & ~FILE_A) >> 1 | (down & ~FILE_H) << 1;
}

TARGET static inline void see_sliders(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    sight->slid = 0;
    for (unsigned type = BISHOP; type <= QUEEN; type++)
        for (uint64_t men = view->own[type]; men != 0; men &= men - 1)
            sight->slid |= view->attacks[lowest_bit(men)];
}

TARGET static inline unsigned turned(const struct policy_view *view, unsigned square)
{
    return square == NO_SQUARE ? NO_SQUARE : square ^ view->flip;
}

TARGET static inline void see_last_moves(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    const struct policy_history *history = sight->history;
    sight->last_to = turned(view, history->enemy_to);
    sight->own_from = turned(view, history->own_from);
    sight->own_to = turned(view, history->own_to);
    sight->own_to_before = turned(view, history->own_to_before);
    sight->last_type = sight->own_type = NO_TYPE;
    sight->last_man = sight->last_attacks = 0;
    if (sight->last_to != NO_SQUARE && (view->enemy_all >> sight->last_to & 1)) {
        unsigned type = type_on(view, sight->last_to);
        sight->last_type = type;
        sight->last_man = square_bit(sight->last_to);
        sight->last_attacks = type == PAWN ? attack_tables.pawn[BLACK][sight->last_to]
                                           : piece_attacks(type, sight->last_to, view->occupied);
    }
    sight->held = sight->last_attacks & view->own_all;
    if (sight->own_to != NO_SQUARE && (view->own_all >> sight->own_to & 1))
        sight->own_type = type_on(view, sight->own_to);
    sight->is_undone = history->enemy_from == history->enemy_to_before &&
                       history->enemy_to == history->enemy_from_before && history->enemy_to != NO_SQUARE;
}

/* ---- Squares ---- */

/* All squares of files with a man. */
TARGET static inline uint64_t fill_files(uint64_t men)
{
    men |= men >> 32 | men << 32;
    men |= men >> 16 | men << 16;
    return men | men >> 8 | men << 8;
}

/* Of the file of the origin and of the target: 0 with an own pawn, 1 with enemy pawns only, 2 without. */
TARGET static inline void see_lines(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    uint64_t no_own = ~fill_files(view->own[PAWN]);
    uint64_t none = no_own & ~fill_files(view->enemy[PAWN]);
    far_board from = far_add(far_add(far_none(), no_own, 1), none, 1);
    far_board to = far_add(far_add(far_none(), no_own, LINES_TO), none, LINES_TO);
    far_store(sight->from_lines, far_add(from, sight->slid, LINES_SLID));
    far_store(sight->to_lines, far_add(to, sight->span, LINES_SPAN));
}

/* Does a man hang there, and do others? Who attacks the target, who holds it? */
TARGET static inline void see_exchanges(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    uint64_t hanging = view->own_hanging;
    uint64_t others = hanging == 0 ? 0 : has_several_bits(hanging) ? ~UINT64_C(0) : ~hanging;
    far_board enemies = far_add(far_add(far_none(), view->enemy_attacks, EXCHANGE_ENEMIES),
                                view->enemy_attacks_more, EXCHANGE_ENEMIES);
    far_board holders = far_add(enemies, view->own_attacks_more, EXCHANGE_HOLDERS);
    far_store(sight->to_exchange, far_add(holders, view->own_attacks_three, EXCHANGE_HOLDERS));
    far_store(sight->from_exchange, far_add(far_add(far_none(), others, EXCHANGE_OTHER), hanging, 1));
}

TARGET static inline void see_squares(struct far_sight *sight)
{
    far_board king = far_load(attack_tables.distance[sight->view->king]);
    far_board enemy_king = far_load(attack_tables.distance[sight->view->enemy_king]);
    far_board last = far_load(attack_tables.near_distance[sight->last_to]);
    far_board four_kings = far_twice(far_twice(king)); /* KINGS_OWN and KINGS_ENEMY */
    far_store(sight->to_kings, far_twice(far_sum(four_kings, enemy_king)));
    far_store(sight->from_last_move, far_add(far_none(), sight->last_attacks, LAST_ATTACKED));
    far_store(sight->to_last_move, far_add(last, sight->last_attacks, LAST_INTO));
    see_lines(sight);
    see_exchanges(sight);
}

/* ---- Men ---- */

/* What and where the man is, and what it attacks, is known. */
TARGET static inline void see_man(const struct far_sight *sight, struct far_man *man)
{
    unsigned type = man->type;
    unsigned from = man->from;
    unsigned again = from == sight->own_to;
    man->threatened = ~man->before & (sight->loose | sight->higher[type]);
    man->left = man->before & sight->alone;
    man->first[0] = (uint16_t)(POLICY_CLASS_THREAT + type * THREAT_TYPE + again);
    man->first[1] = (uint16_t)(POLICY_CLASS_LAST_MOVE + type * LAST_TYPE + sight->from_last_move[from]);
    man->first[2] = (uint16_t)(POLICY_CLASS_LINES + type * LINES_TYPE + sight->from_lines[from]);
    man->first[3] = (uint16_t)(POLICY_CLASS_EXCHANGE + type * EXCHANGE_TYPE + sight->from_exchange[from]);
    man->first[4] = (uint16_t)(POLICY_CLASS_TYPES + type * TYPES_TYPE + sight->last_type * TYPES_LAST +
                               sight->own_type * TYPES_OWN + (from == sight->own_to_before));
    man->first[5] = (uint16_t)(POLICY_CLASS_KINGS + type * KINGS_TYPE - KINGS_OWN - KINGS_ENEMY);
    man->first[6] = POLICY_CLASS_PAWNS;
}

/* ---- Moves ---- */

static const uint16_t castling_classes[POLICY_FAR_KINDS] = {
    POLICY_CLASS_THREAT + KING * THREAT_TYPE,
    POLICY_CLASS_LAST_MOVE + KING *LAST_TYPE,
    POLICY_CLASS_LINES + KING *LINES_TYPE,
    POLICY_CLASS_EXCHANGE + KING *EXCHANGE_TYPE,
    POLICY_CLASS_TYPES + KING *TYPES_TYPE,
    POLICY_CLASS_KINGS + KING *KINGS_TYPE,
    POLICY_CLASS_PAWNS,
    POLICY_CLASS_CAPTURES + KING *CAPTURES_TYPE,
    POLICY_CLASS_ANSWERS + KING *ANSWERS_TYPE,
};

/*
 * By type and man on the target, EXCHANGE_GAIN times 0 nothing is captured; a man that is worth 1 less, 2 the same, 3 more
 * than the one that moves.
 */
static const uint8_t far_gains[6][NO_MAN + 1] = {
    {8, 8, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 0}, {4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 12, 12, 0},
    {4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 12, 12, 0},     {4, 4, 4, 4, 4, 4, 8, 8, 12, 12, 12, 12, 0},
    {4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 12, 0},         {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 0},
};

TARGET static inline unsigned gain_of(const struct policy_view *view, unsigned type, unsigned to)
{
    return far_gains[type][view->position->men[to ^ view->flip]];
}

/*
 * What the man at place `i` attacks from the target, into sight->attacks; and its classes of all kinds but the last,
 * without what depends on that.
 */
TARGET static inline void put_classes(const struct far_sight *sight, const struct far_man *man, unsigned i,
                                      unsigned to, uint64_t after)
{
    struct far_attacks *attacks = sight->attacks;
    uint16_t *classes = sight->view->ply->far_classes[i];
    attacks->all[i] = after;
    attacks->others[i] = after & ~square_bit(man->from);
    attacks->threatened[i] = after & man->threatened;
    attacks->left[i] = man->left & ~after;
    classes[0] = man->first[0];
    classes[1] = (uint16_t)(man->first[1] + sight->to_last_move[to]);
    classes[2] = (uint16_t)(man->first[2] + sight->to_lines[to]);
    classes[3] = (uint16_t)(man->first[3] + sight->to_exchange[to] + gain_of(sight->view, man->man, to));
    classes[4] = man->first[4];
    classes[5] = (uint16_t)(man->first[5] + sight->to_kings[to]);
    classes[6] = man->first[6];
}

/* The last own man that moved goes back to where it came from, at one of these places at most. */
TARGET static inline void put_way_back(const struct far_sight *sight, unsigned i, unsigned end)
{
    struct policy_ply *ply = sight->view->ply;
    for (; i < end; i++)
        if ((ply->moves[i] & 63) == sight->own_from) {
            ply->far_classes[i][0]++;
            ply->far_classes[i][5] = (uint16_t)(ply->far_classes[i][5] + (sight->is_undone != 0));
        }
}

/* Moves of one man, whose places in the ply begin at `i`; returns the place behind the last one. */
TARGET static inline unsigned put_man(const struct far_sight *sight, unsigned i, unsigned type)
{
    const struct policy_view *view = sight->view;
    const struct policy_ply *ply = view->ply;
    unsigned key = ply->moves[i] >> 6;
    unsigned start = i;
    unsigned count = ply->count;
    struct far_man man = {.from = key & 63, .man = type, .type = type};
    uint64_t occupied = view->occupied & ~square_bit(man.from);
    man.before = view->attacks[man.from];
    see_man(sight, &man);
    for (; i < count && ply->moves[i] >> 6 == key; i++) {
        unsigned to = ply->moves[i] & 63;
        put_classes(sight, &man, i, to, piece_attacks(type, to, occupied));
    }
    if (man.from == sight->own_to)
        put_way_back(sight, start, i);
    return i;
}

/* All moves but those of pawns, which stand behind the others; returns their number. */
TARGET static inline unsigned put_pieces(const struct far_sight *sight)
{
    const struct policy_ply *ply = sight->view->ply;
    unsigned i = 0;
    while (i < ply->count) {
        switch (type_on(sight->view, ply->moves[i] >> 6 & 63)) {
        case KNIGHT:
            i = put_man(sight, i, KNIGHT);
            break;
        case BISHOP:
            i = put_man(sight, i, BISHOP);
            break;
        case ROOK:
            i = put_man(sight, i, ROOK);
            break;
        case QUEEN:
            i = put_man(sight, i, QUEEN);
            break;
        case KING:
            i = put_man(sight, i, KING);
            break;
        default:
            return i;
        }
    }
    return i;
}

/* The king's moves come first. */
TARGET static inline void put_castling(const struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    struct policy_ply *ply = view->ply;
    for (unsigned i = 0; i < ply->count && (ply->moves[i] >> 6) == view->king; i++)
        if (view->own_all >> (ply->moves[i] & 63) & 1) /* nothing but castling goes to an own man */
            memcpy(ply->far_classes[i], castling_classes, sizeof castling_classes);
}

/* ---- Pawns ---- */

/* Squares from which own pawns attack a square of these, and those from which they attack two. */
struct far_origins {
    uint64_t one, two;
};

TARGET static inline struct far_origins pawns_at(uint64_t squares)
{
    uint64_t left = (squares & ~FILE_A) >> 9;
    uint64_t right = (squares & ~FILE_H) >> 7;
    return (struct far_origins){left | right, left & right};
}

/* A pawn attacks no square from its target that it attacked before. */
TARGET static inline void see_pawn_attacks(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    struct far_origins threats = pawns_at(sight->loose | sight->higher[PAWN]);
    struct far_origins zone = pawns_at(sight->zone);
    far_board threat = far_add(far_add(far_none(), threats.one, THREAT_COUNT), threats.two, THREAT_COUNT);
    threat = far_add(far_add(threat, zone.one, THREAT_ZONE), zone.two, THREAT_ZONE);
    far_store(sight->pawn_to_threat, far_add(threat, pawns_at(view->own_hanging).one, THREAT_HOLDS));
    far_store(sight->pawn_from_threat, far_add(far_none(), pawns_at(sight->alone).one, THREAT_LEAVES));
    far_board last = far_load_bytes(sight->to_last_move);
    last = far_add(last, pawns_at(sight->last_man).one, LAST_ANSWERS);
    far_store(sight->pawn_to_last_move, far_add(last, pawns_at(sight->held).one, LAST_HOLDS));
}

/* Of a pawn on the target: its file and the ones beside it, where it came from not counted. */
TARGET static inline void see_pawn_files(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    uint64_t own = view->own[PAWN];
    uint64_t below = own >> 8;
    below |= below >> 8;
    below |= below >> 16;
    below |= below >> 32;
    uint64_t files = fill_files(own);
    uint64_t sides = (files & ~FILE_A) >> 1 | (files & ~FILE_H) << 1;
    uint64_t beside = (own & ~FILE_A) >> 1 | (own & ~FILE_H) << 1;
    uint64_t attacks = pawns_at(view->enemy[PAWN]).one;
    far_board all = far_add(far_none(), ~(sight->ahead | sight->span), PAWNS_PASSED);
    all = far_add(far_add(all, attacks, PAWNS_ATTACKS), beside, 1);
    far_store(sight->pawn_to_captures, far_add(all, files, PAWNS_DOUBLED));
    all = far_add(all, fill_files(own & below), PAWNS_DOUBLED);
    far_store(sight->pawn_to_pawns, far_add(all, ~sides, PAWNS_ISOLATED));
    far_store(sight->pawn_from_pawns, far_add(far_none(), attacks, PAWNS_ATTACKED));
}

TARGET static inline void see_pawn_exchanges(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    far_board enemies = far_add(far_add(far_none(), view->enemy_attacks, EXCHANGE_ENEMIES),
                                view->enemy_attacks_more, EXCHANGE_ENEMIES);
    far_board holders = far_add(enemies, view->own_attacks, EXCHANGE_HOLDERS);
    far_store(sight->pawn_to_exchange, far_add(holders, view->own_attacks_more, EXCHANGE_HOLDERS));
}

TARGET static inline unsigned is_isolated(const struct far_sight *sight, unsigned from, unsigned to)
{
    uint64_t file = FILE_A << (to & 7);
    uint64_t sides = (file & ~FILE_A) >> 1 | (file & ~FILE_H) << 1;
    return (sight->view->own[PAWN] & ~square_bit(from) & sides) == 0;
}

TARGET static inline void put_promotion(const struct far_sight *sight, unsigned i, unsigned from, unsigned to)
{
    const struct policy_view *view = sight->view;
    struct far_man man = {.from = from, .man = PAWN, .type = view->ply->moves[i] >> 12};
    man.before = attack_tables.pawn[WHITE][from];
    see_man(sight, &man);
    put_classes(sight, &man, i, to, piece_attacks(man.type, to, view->occupied & ~square_bit(from)));
    if (from == sight->own_to)
        put_way_back(sight, i, i + 1);
    far_add_attack(sight, i);
}

/* What a pawn's classes have in common, which is known of all at once. */
TARGET static inline void put_pawn(const struct far_sight *sight, unsigned i, unsigned from, unsigned to)
{
    uint16_t *classes = sight->view->ply->far_classes[i];
    unsigned again = from == sight->own_to;
    unsigned is_back = again & (unsigned)(to == sight->own_from);
    unsigned gain = gain_of(sight->view, PAWN, to);
    classes[0] = (uint16_t)(POLICY_CLASS_THREAT + again + is_back + sight->pawn_from_threat[from] +
                            sight->pawn_to_threat[to]);
    classes[1] =
        (uint16_t)(POLICY_CLASS_LAST_MOVE + sight->from_last_move[from] + sight->pawn_to_last_move[to]);
    classes[2] = (uint16_t)(POLICY_CLASS_LINES + sight->from_lines[from] + sight->to_lines[to]);
    classes[3] =
        (uint16_t)(gain + POLICY_CLASS_EXCHANGE + sight->from_exchange[from] + sight->to_exchange[to]);
    classes[4] = (uint16_t)(POLICY_CLASS_TYPES + sight->last_type * TYPES_LAST + sight->own_type * TYPES_OWN +
                            (unsigned)(from == sight->own_to_before));
    classes[5] = (uint16_t)(POLICY_CLASS_KINGS - KINGS_OWN - KINGS_ENEMY + sight->to_kings[to] +
                            (sight->is_undone ? is_back : 0));
}

TARGET static inline void put_pawns(struct far_sight *sight, unsigned i)
{
    const struct policy_ply *ply = sight->view->ply;
    if (i == ply->count)
        return;
    see_pawn_attacks(sight);
    see_pawn_files(sight);
    see_pawn_exchanges(sight);
    for (; i < ply->count; i++) {
        unsigned from = ply->moves[i] >> 6 & 63;
        unsigned to = ply->moves[i] & 63;
        uint16_t *classes = sight->view->ply->far_classes[i];
        if (ply->moves[i] >> 12 != 0)
            put_promotion(sight, i, from, to);
        else
            put_pawn(sight, i, from, to);
        unsigned pawns = sight->pawn_from_pawns[from];
        if ((from & 7) == (to & 7)) {
            classes[3] = (uint16_t)(classes[3] + sight->pawn_to_exchange[to] - sight->to_exchange[to]);
            pawns += sight->pawn_to_pawns[to];
        } else {
            pawns += sight->pawn_to_captures[to] + is_isolated(sight, from, to) * PAWNS_ISOLATED;
        }
        classes[6] = (uint16_t)(POLICY_CLASS_PAWNS + 1 + pawns);
    }
}

TARGET static inline void put_far_classes(const struct policy_view *view,
                                          const struct policy_history *history)
{
    struct far_attacks attacks;
    struct far_sight sight;
    sight.view = view;
    sight.history = history;
    sight.attacks = &attacks;
    sight.zone = attack_tables.king[view->enemy_king];
    see_worth(&sight);
    see_pawns(&sight);
    see_sliders(&sight);
    see_last_moves(&sight);
    see_squares(&sight);
    unsigned piece_count = put_pieces(&sight);
    far_add_attacks(&sight, piece_count);
    put_pawns(&sight, piece_count);
    put_all_exchanges(&sight, piece_count);
    put_castling(&sight);
}

#endif
#endif
