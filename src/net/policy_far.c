/*
 * What nets that see far know of each legal move besides its class: docs/FORMAT.md, "Wide net". Each kind of
 * class is a number of several digits, the first always the type of the man that stands on the target afterwards.
 */
#include <string.h>

#include "net/policy_view.h"
#include "util/bits.h"

#if defined(__x86_64__) || defined(__i386__)
#define POLICY_FAR_AVX2 1
#include <immintrin.h>
#endif

/* What the man of each move attacks from its target, by place in the ply; room for kernels as in the ply. */
struct far_attacks {
    uint64_t all[POLICY_MOVES_MAX + POLICY_PADDING];
    uint64_t others[POLICY_MOVES_MAX + POLICY_PADDING];     /* but the square that it comes from */
    uint64_t threatened[POLICY_MOVES_MAX + POLICY_PADDING]; /* of them, those that it threatens */
    uint64_t left[POLICY_MOVES_MAX + POLICY_PADDING];       /* own men that it held before, and no longer */
};

/*
 * What all moves of a position have in common. Parts of classes that depend on nothing but the target are found for all
 * squares at once, a byte for each.
 */
struct far_sight {
    const struct policy_view *view;
    const struct policy_history *history;
    struct far_attacks *attacks;
    uint64_t loose;      /* enemies but the king that no enemy holds */
    uint64_t higher[6];  /* enemies that are worth more than the type */
    uint64_t zone;       /* around the enemy's king */
    uint64_t alone;      /* own men but the king that are attacked, and that one own man at most holds */
    uint64_t slid;       /* squares that own sliders attack */
    uint64_t ahead;      /* squares in front of enemy pawns, down their files */
    uint64_t span;       /* squares that enemy pawns attack or might, further down their files */
    uint64_t own_three;  /* squares that three or more own men attack */
    uint64_t enemy_more; /* squares that two or more enemies attack */
    unsigned last_to;    /* the last moves, as the mover sees them; NO_SQUARE where unknown */
    unsigned own_from, own_to;
    unsigned own_to_before;
    unsigned last_type, own_type; /* of the men there, 6: none */
    uint64_t last_man;            /* the last move's target if an enemy stands there */
    uint64_t last_attacks;        /* of that man */
    uint64_t held;                /* own men among them */
    int is_undone;                /* the enemy's last move took its one before back */
    uint8_t from_last_move[64];   /* what the origin adds to classes, by kind */
    uint8_t from_lines[64];
    uint8_t from_exchange[64];
    uint8_t to_last_move[64]; /* ... and the target */
    uint8_t to_lines[64];
    uint8_t to_exchange[64]; /* ... of a move that attacks it */
    uint8_t to_kings[64];
};

/* A man that moves, or a pawn that promotes to a type. */
struct far_man {
    unsigned from;
    unsigned man, type;               /* before and after a promotion */
    uint64_t before;                  /* squares that it attacks from where it stands */
    uint64_t threatened;              /* what it threatens if it attacks it from the target */
    uint64_t left;                    /* own men that it leaves if it does not attack them from there */
    unsigned back;                    /* where it came from, if it was the last own man to move */
    unsigned undone;                  /* the same, if the enemy's man went back, too */
    uint16_t first[POLICY_FAR_KINDS]; /* classes without what the target adds */
};

enum { NO_TYPE = 6 };

/* Steps of class numbers. */
enum {
    THREAT_TYPE = 3 * 3 * 2 * 2 * 3,
    THREAT_COUNT = 3 * 2 * 2 * 3,
    THREAT_ZONE = 2 * 2 * 3,
    THREAT_HOLDS = 2 * 3
};
enum { THREAT_LEAVES = 3 };
enum {
    LAST_TYPE = 2 * 2 * 2 * 2 * 4,
    LAST_ATTACKED = 2 * 2 * 2 * 4,
    LAST_ANSWERS = 2 * 2 * 4,
    LAST_INTO = 2 * 4
};
enum { LAST_HOLDS = 4 };
enum { LINES_TYPE = 2 * 2 * 3 * 3, LINES_SLID = 2 * 3 * 3, LINES_SPAN = 3 * 3, LINES_TO = 3 };
enum { EXCHANGE_TYPE = 3 * 3 * 4 * 2 * 2, EXCHANGE_ENEMIES = 3 * 4 * 2 * 2, EXCHANGE_HOLDERS = 4 * 2 * 2 };
enum { EXCHANGE_GAIN = 2 * 2, EXCHANGE_OTHER = 2 };
enum { TYPES_TYPE = 7 * 7 * 2, TYPES_LAST = 7 * 2, TYPES_OWN = 2 };
enum { KINGS_TYPE = 4 * 4 * 2, KINGS_OWN = 4 * 2, KINGS_ENEMY = 2 };

static uint64_t attacks_of(unsigned type, unsigned square, uint64_t occupied)
{
    return type == PAWN ? attack_tables.pawn[WHITE][square] : piece_attacks(type, square, occupied);
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
    sight->alone = sight->view->own_all & ~sight->view->own[KING] & sight->view->enemy_attacks &
                   ~sight->view->own_attacks_more;
    sight->higher[KING] = sight->higher[QUEEN] = 0;
    sight->higher[ROOK] = enemy[QUEEN];
    sight->higher[BISHOP] = sight->higher[KNIGHT] = enemy[QUEEN] | enemy[ROOK];
    sight->higher[PAWN] = sight->higher[KNIGHT] | enemy[BISHOP] | enemy[KNIGHT];
}

static void see_pawns(struct far_sight *sight)
{
    uint64_t down = sight->view->enemy[PAWN] >> 8;
    down |= down >> 8;
    down |= down >> 16;
    down |= down >> 32;
    sight->ahead = down;
    sight->span = (down & ~FILE_A) >> 1 | (down & ~FILE_H) << 1;
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
    sight->held = sight->last_attacks & view->own_all;
    if (sight->own_to != NO_SQUARE && (view->own_all >> sight->own_to & 1))
        sight->own_type = type_on(view, sight->own_to);
    sight->is_undone = history->enemy_from == history->enemy_to_before &&
                       history->enemy_to == history->enemy_from_before && history->enemy_to != NO_SQUARE;
}

/* ---- Targets ---- */

#define EACH_BYTE UINT64_C(0x0101010101010101)

/* One in each byte whose bit of the rank is set. */
static inline uint64_t spread(uint64_t squares, unsigned rank)
{
    return attack_tables.spread[squares >> (8 * rank) & 255];
}

/* Compilers make one store of it. */
static inline void put_rank(uint8_t bytes[64], unsigned rank, uint64_t values)
{
    uint8_t *at = bytes + 8 * rank;
    at[0] = (uint8_t)values;
    at[1] = (uint8_t)(values >> 8);
    at[2] = (uint8_t)(values >> 16);
    at[3] = (uint8_t)(values >> 24);
    at[4] = (uint8_t)(values >> 32);
    at[5] = (uint8_t)(values >> 40);
    at[6] = (uint8_t)(values >> 48);
    at[7] = (uint8_t)(values >> 56);
}

static uint64_t files_of(uint64_t squares)
{
    squares |= squares >> 32;
    squares |= squares >> 16;
    return (squares | squares >> 8) & 255;
}

/* Of files: 0 with an own pawn, 1 with enemy pawns only, 2 without. */
static uint64_t file_states(const struct policy_view *view)
{
    uint64_t own = spread(files_of(view->own[PAWN]), 0);
    uint64_t enemy = spread(files_of(view->enemy[PAWN]), 0);
    return 2 * EACH_BYTE - 2 * own - (enemy & ~own);
}

static void see_targets(struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    const uint64_t *king = attack_tables.distance[view->king];
    const uint64_t *enemy_king = attack_tables.distance[view->enemy_king];
    const uint64_t *last = attack_tables.distance[sight->last_to];
    uint64_t files = file_states(view);
    for (unsigned rank = 0; rank < 8; rank++) {
        uint64_t far = last[rank] - (last[rank] >> 2 & EACH_BYTE); /* at most 3 */
        uint64_t attacked = spread(sight->last_attacks, rank);
        uint64_t enemies = spread(view->enemy_attacks, rank) + spread(sight->enemy_more, rank);
        uint64_t holders = spread(view->own_attacks_more, rank) + spread(sight->own_three, rank);
        put_rank(sight->from_last_move, rank, LAST_ATTACKED * attacked);
        put_rank(sight->to_last_move, rank, LAST_INTO * attacked + far);
        put_rank(sight->from_lines, rank, LINES_SLID * spread(sight->slid, rank) + files);
        put_rank(sight->to_lines, rank, LINES_SPAN * spread(sight->span, rank) + LINES_TO * files);
        put_rank(sight->to_exchange, rank, EXCHANGE_ENEMIES * enemies + EXCHANGE_HOLDERS * holders);
        put_rank(sight->to_kings, rank, KINGS_OWN * king[rank] + KINGS_ENEMY * enemy_king[rank]);
    }
}

/* Does a man hang there, and do others? */
static void see_hanging(struct far_sight *sight)
{
    uint64_t hanging = sight->view->own_hanging;
    uint64_t others = hanging == 0 ? 0 : has_several_bits(hanging) ? ~UINT64_C(0) : ~hanging;
    for (unsigned rank = 0; rank < 8; rank++)
        put_rank(sight->from_exchange, rank, EXCHANGE_OTHER * spread(others, rank) + spread(hanging, rank));
}

/* ---- Men ---- */

/* What and where the man is, and what it attacks, is known. */
static inline void see_man(const struct far_sight *sight, struct far_man *man)
{
    unsigned type = man->type;
    unsigned from = man->from;
    unsigned again = from == sight->own_to;
    man->threatened = ~man->before & (sight->loose | sight->higher[type]);
    man->left = man->before & sight->alone;
    man->back = again ? sight->own_from : NO_SQUARE;
    man->undone = sight->is_undone ? man->back : NO_SQUARE;
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
};

/* EXCHANGE_GAIN times 0 nothing is captured; a man that is worth 1 less, 2 the same, 3 more than the one that moves. */
static inline unsigned gain_of(unsigned type, unsigned captured)
{
    static const uint8_t gains[6][NO_TYPE + 1] = {{8, 12, 12, 12, 12, 12, 0}, {4, 8, 8, 12, 12, 12, 0},
                                                  {4, 8, 8, 12, 12, 12, 0},   {4, 4, 4, 8, 12, 12, 0},
                                                  {4, 4, 4, 4, 8, 12, 0},     {4, 4, 4, 4, 4, 8, 0}};
    return gains[type][captured];
}

/*
 * What the man at place `i` attacks from the target, into sight->attacks; and its classes of all kinds but the last,
 * without what depends on that.
 */
static inline void put_classes(const struct far_sight *sight, const struct far_man *man, unsigned i,
                               unsigned to, uint64_t after)
{
    struct far_attacks *attacks = sight->attacks;
    uint16_t *classes = sight->view->ply->far_classes[i];
    attacks->all[i] = after;
    attacks->others[i] = after & ~square_bit(man->from);
    attacks->threatened[i] = after & man->threatened;
    attacks->left[i] = man->left & ~after;
    classes[0] = (uint16_t)(man->first[0] + (to == man->back));
    classes[1] = (uint16_t)(man->first[1] + sight->to_last_move[to]);
    classes[2] = (uint16_t)(man->first[2] + sight->to_lines[to]);
    classes[3] =
        (uint16_t)(man->first[3] + sight->to_exchange[to] + gain_of(man->man, type_on(sight->view, to)));
    classes[4] = man->first[4];
    classes[5] = (uint16_t)(man->first[5] + sight->to_kings[to] + (to == man->undone));
    classes[6] = man->first[6];
}

/* Moves of one man, whose places in the ply begin at `i`; returns the place behind the last one. */
static inline unsigned put_man(const struct far_sight *sight, unsigned i, unsigned type)
{
    const struct policy_view *view = sight->view;
    const struct policy_ply *ply = view->ply;
    unsigned key = ply->moves[i] >> 6;
    unsigned count = ply->count;
    struct far_man man = {.from = key & 63, .man = type, .type = type};
    uint64_t occupied = view->occupied & ~square_bit(man.from);
    man.before = view->attacks[man.from];
    see_man(sight, &man);
    for (; i < count && ply->moves[i] >> 6 == key; i++) {
        unsigned to = ply->moves[i] & 63;
        put_classes(sight, &man, i, to, piece_attacks(type, to, occupied));
    }
    return i;
}

/* ---- Pawns ---- */

static unsigned pawns_class(const struct far_sight *sight, const struct far_man *man, unsigned to,
                            uint64_t after)
{
    const struct policy_view *view = sight->view;
    uint64_t own = view->own[PAWN] & ~square_bit(man->from);
    uint64_t file = FILE_A << (to & 7);
    uint64_t sides = (file & ~FILE_A) >> 1 | (file & ~FILE_H) << 1;
    unsigned passed = ~(sight->ahead | sight->span) >> to & 1;
    unsigned doubled = (own & file) != 0;
    unsigned isolated = (own & sides) == 0;
    unsigned attacks = (after & view->enemy[PAWN]) != 0 && man->type == PAWN;
    unsigned attacked = (man->before & view->enemy[PAWN]) != 0;
    unsigned beside = (own & sides & UINT64_C(255) << (to & 56)) != 0;
    return POLICY_CLASS_PAWNS + 1 +
           (((((passed * 2 + doubled) * 2 + isolated) * 2 + attacks) * 2 + attacked) * 2 + beside);
}

static void put_pawn_move(const struct far_sight *sight, unsigned i)
{
    const struct policy_view *view = sight->view;
    unsigned code = view->ply->moves[i];
    uint16_t *classes = view->ply->far_classes[i];
    struct far_man man = {.from = code >> 6 & 63, .man = PAWN, .type = code >> 12};
    unsigned to = code & 63;
    man.before = attack_tables.pawn[WHITE][man.from];
    see_man(sight, &man);
    uint64_t after = man.type == PAWN ? attack_tables.pawn[WHITE][to]
                                      : piece_attacks(man.type, to, view->occupied & ~square_bit(man.from));
    put_classes(sight, &man, i, to, after);
    if ((man.from & 7) == (to & 7)) { /* it does not attack its target: none of the holders is itself */
        unsigned holders = (unsigned)((view->own_attacks >> to & 1) - (sight->own_three >> to & 1));
        classes[3] = (uint16_t)(classes[3] + holders * EXCHANGE_HOLDERS);
    }
    classes[6] = (uint16_t)pawns_class(sight, &man, to, after);
}

static void put_moves(const struct far_sight *sight)
{
    struct policy_ply *ply = sight->view->ply;
    for (unsigned i = 0; i < ply->count;) {
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
            put_pawn_move(sight, i++);
        }
    }
}

/* The king's moves come first. */
static void put_castling(const struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    struct policy_ply *ply = view->ply;
    for (unsigned i = 0; i < ply->count && (ply->moves[i] >> 6) == view->king; i++)
        if (view->own_all >> (ply->moves[i] & 63) & 1) /* nothing but castling goes to an own man */
            memcpy(ply->far_classes[i], castling_classes, sizeof castling_classes);
}

/* ---- Attacks ---- */

/* 0 to 2. */
static inline unsigned count_to_two(uint64_t squares)
{
    return 0u + (squares != 0) + (has_several_bits(squares) != 0);
}

static void add_attacks(const struct far_sight *sight)
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

#ifdef POLICY_FAR_AVX2
#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i four_of(const uint64_t *squares)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)squares);
}

/* `step` where there are no squares. */
AVX2 static inline __m256i step_without(__m256i squares, unsigned step)
{
    return _mm256_and_si256(_mm256_cmpeq_epi64(squares, _mm256_setzero_si256()), _mm256_set1_epi64x(step));
}

/* `step` where there are no squares, and once more where there is one at most. */
AVX2 static inline __m256i steps_without_two(__m256i squares, unsigned step)
{
    __m256i but_lowest = _mm256_and_si256(squares, _mm256_add_epi64(squares, _mm256_set1_epi64x(-1)));
    return _mm256_add_epi64(step_without(squares, step), step_without(but_lowest, step));
}

/* The same for four moves at once: what all of them together can add, less what does not hold. */
AVX2 static void add_attacks_avx2(const struct far_sight *sight)
{
    enum { THREAT_ALL = 2 * THREAT_COUNT + 2 * THREAT_ZONE + THREAT_HOLDS + THREAT_LEAVES };
    enum { LAST_ALL = LAST_ANSWERS + LAST_HOLDS, LAST_SHIFT = 16 };
    const struct far_attacks *attacks = sight->attacks;
    struct policy_ply *ply = sight->view->ply;
    const __m256i zone = _mm256_set1_epi64x((long long)sight->zone);
    const __m256i hanging = _mm256_set1_epi64x((long long)sight->view->own_hanging);
    const __m256i last_man = _mm256_set1_epi64x((long long)sight->last_man);
    const __m256i held = _mm256_set1_epi64x((long long)sight->held);
    for (unsigned i = 0; i < ply->count; i += 4) {
        __m256i others = four_of(attacks->others + i);
        __m256i lacks = steps_without_two(four_of(attacks->threatened + i), THREAT_COUNT);
        lacks = _mm256_add_epi64(
            lacks, steps_without_two(_mm256_and_si256(four_of(attacks->all + i), zone), THREAT_ZONE));
        lacks = _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, hanging), THREAT_HOLDS));
        lacks = _mm256_add_epi64(lacks, step_without(four_of(attacks->left + i), THREAT_LEAVES));
        lacks = _mm256_add_epi64(
            lacks, step_without(_mm256_and_si256(others, last_man), LAST_ANSWERS << LAST_SHIFT));
        lacks =
            _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, held), LAST_HOLDS << LAST_SHIFT));
        uint64_t has[4];
        _mm256_storeu_si256((__m256i *)(void *)has,
                            _mm256_sub_epi64(_mm256_set1_epi64x(THREAT_ALL | LAST_ALL << LAST_SHIFT), lacks));
        for (unsigned j = 0; j < 4; j++) {
            uint16_t *classes = ply->far_classes[i + j];
            classes[0] = (uint16_t)(classes[0] + has[j]);
            classes[1] = (uint16_t)(classes[1] + (has[j] >> LAST_SHIFT));
        }
    }
}
#endif

void policy_far_classes(const struct policy_view *view, const struct policy_history *history)
{
    struct far_attacks attacks;
    struct far_sight sight;
    sight.view = view;
    sight.history = history;
    sight.attacks = &attacks;
    sight.zone = attack_tables.king[view->enemy_king];
    see_worth(&sight);
    see_pawns(&sight);
    see_own_attacks(&sight);
    see_enemy_attacks(&sight);
    see_last_moves(&sight);
    see_targets(&sight);
    see_hanging(&sight);
    put_moves(&sight);
#ifdef POLICY_FAR_AVX2
    if (__builtin_cpu_supports("avx2"))
        add_attacks_avx2(&sight);
    else
#endif
        add_attacks(&sight);
    put_castling(&sight);
}
