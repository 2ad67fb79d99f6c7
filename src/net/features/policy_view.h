/* A position as the policy net sees it, on its way to rows and classes; shared by policy_fill_steps.h and policy_far_steps.h. */
#ifndef PGNPACK_NET_FEATURES_POLICY_VIEW_H
#define PGNPACK_NET_FEATURES_POLICY_VIEW_H

#include "net/features/policy_ply.h"

/* What second classes depend on. The first three are targets by type. */
struct policy_aims {
    uint64_t threats[6];  /* an enemy is attacked from there that is worth more, or that nobody holds */
    uint64_t zone[6];     /* a square around the enemy's king is attacked from there */
    uint64_t holds[6];    /* an own man that hangs is held from there */
    uint64_t holders;     /* own men that are the only ones to hold an attacked man */
    uint64_t last_own;    /* the square that the own last move went to */
    uint64_t others_hang; /* squares other than which an own man hangs */
};

/* A position as the side to move sees it, and what is attacked in it. */
struct policy_view {
    const struct position *position;
    struct policy_ply *ply;
    unsigned flip;
    uint64_t own[6];
    uint64_t enemy[6];
    uint64_t own_all, enemy_all, occupied;
    unsigned king, enemy_king;
    uint64_t attacks[64];      /* by square of an own piece (no pawns) */
    uint64_t own_attacks;      /* squares that own men attack */
    uint64_t own_attacks_more; /* those of them that two or more attack */
    uint64_t own_attacks_three;
    uint64_t enemy_attacks; /* with the own king lifted off the board */
    uint64_t enemy_attacks_more;
    uint64_t own_lower[6]; /* squares that own men lower than the type attack */
    uint64_t enemy_lower[6];
    uint64_t own_hanging, enemy_hanging;
    uint64_t pinned; /* own men that shield the own king */
    uint64_t enemy_pinned;
    uint64_t discovering; /* own men that stand between an own slider and the enemy's king */
    uint64_t allowed;     /* targets, king moves and en passant apart */
    uint64_t checks[6];   /* squares from which a man of the type would give check */
    struct policy_aims aims;
    uint64_t recaptured; /* bit of the last move's target, if a man stands there */
};

#endif
