/* What nets that see far look at, on the way to their classes: shared by the versions of policy_far_steps.h. */
#ifndef PGNPACK_NET_FEATURES_POLICY_FAR_H
#define PGNPACK_NET_FEATURES_POLICY_FAR_H

#include <string.h>

#include "net/features/policy_view.h"
#include "util/bits.h"

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
    uint64_t loose;     /* enemies but the king that no enemy holds */
    uint64_t higher[6]; /* enemies that are worth more than the type */
    uint64_t zone;      /* around the enemy's king */
    uint64_t alone;     /* own men but the king that are attacked, and that one own man at most holds */
    uint64_t slid;      /* squares that own sliders attack */
    uint64_t ahead;     /* squares in front of enemy pawns, down their files */
    uint64_t span;      /* squares that enemy pawns attack or might, further down their files */
    unsigned last_to;   /* the last moves, as the mover sees them; NO_SQUARE where unknown */
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

    /* Of pawns; if there are moves of pawns. */
    uint8_t pawn_from_threat[64];
    uint8_t pawn_from_pawns[64];
    uint8_t pawn_to_threat[64];
    uint8_t pawn_to_last_move[64];
    uint8_t pawn_to_exchange[64]; /* of one that does not attack its target */
    uint8_t pawn_to_pawns[64];    /* ... */
    uint8_t pawn_to_captures[64]; /* of one that does; but for isolated pawns */
};

/* A man that moves, or a pawn that promotes to a type. */
struct far_man {
    unsigned from;
    unsigned man, type;               /* before and after a promotion */
    uint64_t before;                  /* squares that it attacks from where it stands */
    uint64_t threatened;              /* what it threatens if it attacks it from the target */
    uint64_t left;                    /* own men that it leaves if it does not attack them from there */
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

enum { CAPTURES_TYPE = 8 * 5 * 2, CAPTURES_VALUE = 5 * 2, CAPTURES_HANGS = 2 };
enum { ANSWERS_TYPE = 5 * 5, ANSWERS_LOSS = 5 };

enum { PAWNS_PASSED = 32, PAWNS_DOUBLED = 16, PAWNS_ISOLATED = 8, PAWNS_ATTACKS = 4, PAWNS_ATTACKED = 2 };

/* The type of the man on a square as the mover sees it. */
static inline unsigned type_on(const struct policy_view *view, unsigned square)
{
    unsigned man = view->position->men[square ^ view->flip];
    return man == NO_MAN ? NO_TYPE : man_type(man);
}

/* Squares that an own man attacks from where it stands. */
static inline uint64_t attacks_from(const struct policy_view *view, unsigned man, unsigned from)
{
    return man == PAWN ? attack_tables.pawn[WHITE][from] : view->attacks[from];
}

/* 0 to 2. */
static inline unsigned far_count_to_two(uint64_t squares)
{
    return 0u + (squares != 0) + (has_several_bits(squares) != 0);
}

/* Adds what sight->attacks has of a move to its classes. */
static inline void far_add_attack(const struct far_sight *sight, unsigned i)
{
    const struct far_attacks *attacks = sight->attacks;
    uint16_t *classes = sight->view->ply->far_classes[i];
    uint64_t others = attacks->others[i];
    unsigned threat = far_count_to_two(attacks->threatened[i]) * THREAT_COUNT +
                      far_count_to_two(attacks->all[i] & sight->zone) * THREAT_ZONE +
                      (unsigned)((others & sight->view->own_hanging) != 0) * THREAT_HOLDS +
                      (unsigned)(attacks->left[i] != 0) * THREAT_LEAVES;
    unsigned last = (unsigned)((others & sight->last_man) != 0) * LAST_ANSWERS +
                    (unsigned)((others & sight->held) != 0) * LAST_HOLDS;
    classes[0] = (uint16_t)(classes[0] + threat);
    classes[1] = (uint16_t)(classes[1] + last);
}

#endif
