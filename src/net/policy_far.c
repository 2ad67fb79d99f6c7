/*
 * What nets that see far know of each legal move besides its class: docs/FORMAT.md, "Wide net". Each kind of
 * class is a number of several digits, the first always the type of the man that stands on the target afterwards.
 */
#include "net/policy_view.h"
#include "util/bits.h"

/* What all moves of a position have in common. */
struct far_sight {
    const struct policy_view *view;
    const struct policy_history *history;
    uint64_t loose;      /* enemies but the king that no enemy holds */
    uint64_t higher[6];  /* enemies that are worth more than the type */
    uint64_t zone;       /* around the enemy's king */
    uint64_t slid;       /* squares that own sliders attack */
    uint64_t span;       /* squares that enemy pawns attack or might, further down their files */
    uint64_t own_three;  /* squares that three or more own men attack */
    uint64_t enemy_more; /* squares that two or more enemies attack */
    unsigned last_to;    /* the last moves, as the mover sees them; NO_SQUARE where unknown */
    unsigned own_from, own_to;
    unsigned own_to_before;
    unsigned last_type, own_type; /* of the men there, 6: none */
    uint64_t last_man;            /* the last move's target if an enemy stands there */
    uint64_t last_attacks;        /* of that man */
    int is_undone;                /* the enemy's last move took its one before back */
};

/* A move as the kinds of classes look at it. */
struct far_move {
    unsigned from, to;
    unsigned man, type;     /* before and after a promotion */
    unsigned captured;      /* type on the target, 6: none */
    uint64_t before, after; /* squares that the man attacks from where it stands, and from the target */
};

enum { NO_TYPE = 6 };

static uint64_t attacks_of(unsigned type, unsigned square, uint64_t occupied)
{
    return type == PAWN ? attack_tables.pawn[WHITE][square] : piece_attacks(type, square, occupied);
}

static unsigned distance(unsigned a, unsigned b)
{
    unsigned files = (a & 7) > (b & 7) ? (a & 7) - (b & 7) : (b & 7) - (a & 7);
    unsigned ranks = a >> 3 > b >> 3 ? (a >> 3) - (b >> 3) : (b >> 3) - (a >> 3);
    return files > ranks ? files : ranks;
}

static unsigned at_most(unsigned value, unsigned limit)
{
    return value < limit ? value : limit;
}

static unsigned type_on(const struct policy_view *view, unsigned square)
{
    unsigned man = view->position->men[square ^ view->flip];
    return man == NO_MAN ? NO_TYPE : man_type(man);
}

/* ---- The position ---- */

static void see_worth(struct far_sight *sight)
{
    const uint64_t *enemy = sight->view->enemy;
    sight->loose = sight->view->enemy_all & ~sight->view->enemy_attacks & ~enemy[KING];
    sight->higher[KING] = sight->higher[QUEEN] = 0;
    sight->higher[ROOK] = enemy[QUEEN];
    sight->higher[BISHOP] = sight->higher[KNIGHT] = enemy[QUEEN] | enemy[ROOK];
    sight->higher[PAWN] = sight->higher[KNIGHT] | enemy[BISHOP] | enemy[KNIGHT];
}

static void see_pawns(struct far_sight *sight)
{
    uint64_t down = sight->view->enemy[PAWN];
    down |= down >> 8;
    down |= down >> 16;
    down |= down >> 32;
    sight->span = (down & ~FILE_A) >> 9 | (down & ~FILE_H) >> 7;
}

static void see_own_attacks(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    uint64_t left = (view->own[PAWN] & ~FILE_A) << 7;
    uint64_t right = (view->own[PAWN] & ~FILE_H) << 9;
    uint64_t one = left | right;
    uint64_t two = left & right;
    sight->slid = 0;
    sight->own_three = 0;
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (uint64_t men = view->own[type]; men != 0; men &= men - 1) {
            uint64_t attacks = view->attacks[lowest_bit(men)];
            sight->own_three |= two & attacks;
            two |= one & attacks;
            one |= attacks;
            sight->slid |= type >= BISHOP && type <= QUEEN ? attacks : 0;
        }
}

static void see_enemy_attacks(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    uint64_t occupied = view->occupied ^ square_bit(view->king);
    uint64_t left = (view->enemy[PAWN] & ~FILE_A) >> 9;
    uint64_t right = (view->enemy[PAWN] & ~FILE_H) >> 7;
    uint64_t one = left | right;
    sight->enemy_more = left & right;
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (uint64_t men = view->enemy[type]; men != 0; men &= men - 1) {
            uint64_t attacks = attacks_of(type, lowest_bit(men), occupied);
            sight->enemy_more |= one & attacks;
            one |= attacks;
        }
}

static unsigned turned(const struct policy_view *view, unsigned square)
{
    return square == NO_SQUARE ? NO_SQUARE : square ^ view->flip;
}

static void see_last_moves(struct far_sight *sight)
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
                                           : attacks_of(type, sight->last_to, view->occupied);
    }
    if (sight->own_to != NO_SQUARE && (view->own_all >> sight->own_to & 1))
        sight->own_type = type_on(view, sight->own_to);
    sight->is_undone = history->enemy_from == history->enemy_to_before &&
                       history->enemy_to == history->enemy_from_before && history->enemy_to != NO_SQUARE;
}

/* ---- The kinds of classes ---- */

static unsigned threat_class(const struct far_sight *sight, const struct far_move *move)
{
    const struct policy_view *view = sight->view;
    uint64_t others = ~square_bit(move->from);
    uint64_t threats = move->after & ~move->before & (sight->loose | sight->higher[move->type]);
    uint64_t left = move->before & ~move->after & view->own_all & ~view->own[KING] & view->enemy_attacks &
                    ~view->own_attacks_more;
    unsigned threat = threats == 0 ? 0 : has_several_bits(threats) ? 2 : 1;
    unsigned zone = at_most(popcount64(move->after & sight->zone), 2);
    unsigned holds = (move->after & view->own_hanging & others) != 0;
    unsigned leaves = left != 0;
    unsigned again = move->from != sight->own_to ? 0 : move->to == sight->own_from ? 2 : 1;
    return POLICY_CLASS_THREAT + ((((move->type * 3 + threat) * 3 + zone) * 2 + holds) * 2 + leaves) * 3 +
           again;
}

static unsigned last_move_class(const struct far_sight *sight, const struct far_move *move)
{
    uint64_t others = ~square_bit(move->from);
    unsigned attacked = sight->last_attacks >> move->from & 1;
    unsigned answers = (move->after & sight->last_man) != 0;
    unsigned into = sight->last_attacks >> move->to & 1;
    unsigned holds = (move->after & sight->last_attacks & sight->view->own_all & others) != 0;
    unsigned far = sight->last_to == NO_SQUARE ? 3 : at_most(distance(sight->last_to, move->to), 3);
    return POLICY_CLASS_LAST_MOVE +
           ((((move->type * 2 + attacked) * 2 + answers) * 2 + into) * 2 + holds) * 4 + far;
}

/* Of a square's file: 0 with an own pawn, 1 with enemy pawns only, 2 without. */
static unsigned file_state(const struct policy_view *view, unsigned square)
{
    uint64_t file = FILE_A << (square & 7);
    return view->own[PAWN] & file ? 0 : view->enemy[PAWN] & file ? 1 : 2;
}

static unsigned lines_class(const struct far_sight *sight, const struct far_move *move)
{
    unsigned slid = sight->slid >> move->from & 1;
    unsigned span = sight->span >> move->to & 1;
    return POLICY_CLASS_LINES +
           (((move->type * 2 + slid) * 2 + span) * 3 + file_state(sight->view, move->to)) * 3 +
           file_state(sight->view, move->from);
}

/* 0 nothing is captured; a man that is worth 1 less, 2 the same, 3 more than the one that moves. */
static unsigned gain_of(const struct far_move *move)
{
    static const uint8_t worth[NO_TYPE] = {1, 3, 3, 5, 9, 10};
    if (move->captured == NO_TYPE)
        return 0;
    int gain = worth[move->captured] - worth[move->man];
    return gain < 0 ? 1 : gain == 0 ? 2 : 3;
}

static unsigned exchange_class(const struct far_sight *sight, const struct far_move *move)
{
    const struct policy_view *view = sight->view;
    unsigned to = move->to;
    unsigned enemies = (unsigned)(view->enemy_attacks >> to & 1) + (unsigned)(sight->enemy_more >> to & 1);
    unsigned own = (unsigned)((view->own_attacks >> to & 1) + (view->own_attacks_more >> to & 1) +
                              (sight->own_three >> to & 1));
    unsigned attacks_it = move->man != PAWN || (move->from & 7) != (to & 7);
    unsigned hangs = view->own_hanging >> move->from & 1;
    unsigned other_hangs = (view->own_hanging & ~square_bit(move->from)) != 0;
    unsigned holders = at_most(own - attacks_it, 2);
    return POLICY_CLASS_EXCHANGE +
           ((((move->type * 3 + enemies) * 3 + holders) * 4 + gain_of(move)) * 2 + other_hangs) * 2 + hangs;
}

static unsigned types_class(const struct far_sight *sight, const struct far_move *move)
{
    unsigned earlier = move->from == sight->own_to_before;
    return POLICY_CLASS_TYPES + ((move->type * 7 + sight->last_type) * 7 + sight->own_type) * 2 + earlier;
}

static unsigned kings_class(const struct far_sight *sight, const struct far_move *move)
{
    unsigned own = at_most(distance(sight->view->king, move->to), 4);
    unsigned enemy = at_most(distance(sight->view->enemy_king, move->to), 4);
    unsigned undoes = sight->is_undone && move->from == sight->own_to && move->to == sight->own_from;
    return POLICY_CLASS_KINGS + ((move->type * 4 + own - 1) * 4 + enemy - 1) * 2 + undoes;
}

static unsigned pawns_class(const struct far_sight *sight, const struct far_move *move)
{
    if (move->man != PAWN)
        return POLICY_CLASS_PAWNS;
    const struct policy_view *view = sight->view;
    uint64_t own = view->own[PAWN] & ~square_bit(move->from);
    uint64_t file = FILE_A << (move->to & 7);
    uint64_t sides = (file & ~FILE_A) >> 1 | (file & ~FILE_H) << 1;
    uint64_t rank = UINT64_C(255) << (move->to & 56);
    uint64_t above = ~(rank | (rank - 1));
    unsigned passed = (view->enemy[PAWN] & (file | sides) & above) == 0;
    unsigned doubled = (own & file) != 0;
    unsigned isolated = (own & sides) == 0;
    unsigned attacks = (move->after & view->enemy[PAWN]) != 0 && move->type == PAWN;
    unsigned attacked = (move->before & view->enemy[PAWN]) != 0;
    unsigned beside = (own & sides & rank) != 0;
    return POLICY_CLASS_PAWNS + 1 +
           (((((passed * 2 + doubled) * 2 + isolated) * 2 + attacks) * 2 + attacked) * 2 + beside);
}

static void castling_classes(uint16_t classes[POLICY_FAR_KINDS])
{
    classes[0] = POLICY_CLASS_THREAT + KING * 3 * 3 * 2 * 2 * 3;
    classes[1] = POLICY_CLASS_LAST_MOVE + KING * 2 * 2 * 2 * 2 * 4;
    classes[2] = POLICY_CLASS_LINES + KING * 2 * 2 * 3 * 3;
    classes[3] = POLICY_CLASS_EXCHANGE + KING * 3 * 3 * 4 * 2 * 2;
    classes[4] = POLICY_CLASS_TYPES + KING * 7 * 7 * 2;
    classes[5] = POLICY_CLASS_KINGS + KING * 4 * 4 * 2;
    classes[6] = POLICY_CLASS_PAWNS;
}

static void move_classes(const struct far_sight *sight, unsigned code, uint16_t classes[POLICY_FAR_KINDS])
{
    const struct policy_view *view = sight->view;
    struct far_move move = {.from = code >> 6 & 63, .to = code & 63};
    move.man = type_on(view, move.from);
    move.type = code >> 12 != 0 ? code >> 12 : move.man;
    if (view->own_all >> move.to & 1) { /* nothing but castling goes to an own man */
        castling_classes(classes);
        return;
    }
    move.captured = type_on(view, move.to);
    move.before = move.man == PAWN ? attack_tables.pawn[WHITE][move.from] : view->attacks[move.from];
    move.after =
        attacks_of(move.type, move.to, (view->occupied & ~square_bit(move.from)) | square_bit(move.to));
    classes[0] = (uint16_t)threat_class(sight, &move);
    classes[1] = (uint16_t)last_move_class(sight, &move);
    classes[2] = (uint16_t)lines_class(sight, &move);
    classes[3] = (uint16_t)exchange_class(sight, &move);
    classes[4] = (uint16_t)types_class(sight, &move);
    classes[5] = (uint16_t)kings_class(sight, &move);
    classes[6] = (uint16_t)pawns_class(sight, &move);
}

void policy_far_classes(const struct policy_view *view, const struct policy_history *history)
{
    struct far_sight sight = {.view = view, .history = history};
    sight.zone = attack_tables.king[view->enemy_king];
    see_worth(&sight);
    see_pawns(&sight);
    see_own_attacks(&sight);
    see_enemy_attacks(&sight);
    see_last_moves(&sight);
    for (unsigned i = 0; i < view->ply->count; i++)
        move_classes(&sight, view->ply->moves[i], view->ply->far_classes[i]);
}
