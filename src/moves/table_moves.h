/*
 * What the tables of codec "table" see of a position: the men that can move, and where one of them can go, each with a
 * row and a class. One source of truth: the codec (table_coder.h) and the training program work from here.
 * docs/FORMAT.md, "Codec 4".
 *
 * Everything is seen by the side to move, as in policy_features.h. A move may leave the own king attacked: to find that
 * out for all of them costs more than it saves.
 */
#ifndef PGNPACK_MOVES_TABLE_MOVES_H
#define PGNPACK_MOVES_TABLE_MOVES_H

#include <stdint.h>

#include "net/policy_features.h"

/* By how far the game is, while it is young, then by the men that are left. */
enum { TABLE_PHASES = 8 };

/* A man's row: type * 64 + square. A move's row: as the policy net's (policy_features.h). */
enum { TABLE_MAN_ROWS = 6 * 64 };

/*
 * A man's class: ((type * 6 + best) * 64 + flags) * 8 + room + 4 if an own pawn guards it. Best: the most that it can
 * take, 0 nothing, 1 P ... 5 Q. Flags: 1 an enemy pawn attacks it, 2 the man that moved last does, 4 it made the own last
 * move, 8 it can go where the last move went, 16 it can give check, 32 it can take what no enemy pawn guards. Room: 0 for
 * one target, 1 for two or three, 2 for four to eight, 3 for more.
 */
enum { TABLE_MAN_CLASSES = 6 * 6 * 64 * 8 };

/*
 * A move's class: ((type * 8 + from-flags) * 6 + taken) * 32 + to-flags. From-flags: the first three of the man's. Taken:
 * as best. To-flags: 1 an enemy pawn attacks the target, 2 an own pawn, 4 the man that moved last, 8 gives check, 16 the
 * last move went there.
 */
enum { TABLE_MOVE_CLASSES = 6 * 8 * 6 * 32 };

/* Weights are logarithms of odds, in 1/256 bits; that of a row and that of a class make a logit. */
struct table_weights {
    const int16_t *man_rows;     /* [TABLE_PHASES][TABLE_MAN_ROWS] */
    const int16_t *man_classes;  /* [TABLE_MAN_CLASSES] */
    const int16_t *move_rows;    /* [TABLE_PHASES][POLICY_ROW_COUNT] */
    const int16_t *move_classes; /* [TABLE_MOVE_CLASSES] */
};

enum {
    TABLE_WEIGHTS =
        TABLE_PHASES * (TABLE_MAN_ROWS + POLICY_ROW_COUNT) + TABLE_MAN_CLASSES + TABLE_MOVE_CLASSES
};

/* Weights that stand one behind the other, in that order. */
static inline struct table_weights table_weights_at(const int16_t *words)
{
    struct table_weights weights = {.man_rows = words};
    weights.man_classes = weights.man_rows + TABLE_PHASES * TABLE_MAN_ROWS;
    weights.move_rows = weights.man_classes + TABLE_MAN_CLASSES;
    weights.move_classes = weights.move_rows + TABLE_PHASES * POLICY_ROW_COUNT;
    return weights;
}

enum { TABLE_MEN_MAX = 64, TABLE_TARGETS_MAX = 32 };

/* A position as the side to move sees it, and its men that can move, in the format's order. */
struct table_men {
    const struct position *position;
    unsigned flip;
    unsigned king, enemy_king;
    uint64_t own[6];
    uint64_t own_all, enemy_all, occupied;
    uint64_t worth[6];  /* enemy men of at least that type, the king apart */
    uint64_t allowed;   /* targets, king moves and en passant apart */
    uint64_t pawn_prey; /* squares where a pawn would take something */
    uint64_t en_passant;
    uint64_t own_pawn_attacks, enemy_pawn_attacks;
    uint64_t last_target, last_attacks; /* of the enemy's last move, and of the man that made it */
    uint64_t moved_before;              /* the man that made the own last move */
    uint64_t checks[6];

    unsigned count;
    uint16_t rows[TABLE_MEN_MAX];
    uint16_t classes[TABLE_MEN_MAX];
    uint64_t targets[TABLE_MEN_MAX]; /* an own rook among the king's: castling with it */
};

/* `ply`: moves before this one in its line. */
unsigned table_phase(const struct position *position, uint32_t ply);

void table_men_fill(struct table_men *men, const struct position *position,
                    const struct policy_history *history);

struct table_targets {
    unsigned count;
    uint16_t moves[TABLE_TARGETS_MAX]; /* as policy_move_code() */
    uint16_t rows[TABLE_TARGETS_MAX];
    uint16_t classes[TABLE_TARGETS_MAX];
};

/* The moves of man number `man`. */
void table_targets_fill(struct table_targets *targets, const struct table_men *men, unsigned man);

static inline unsigned table_man_row(unsigned type, unsigned square)
{
    return type * 64 + square;
}

static inline unsigned table_man_square(const struct table_men *men, unsigned i)
{
    return men->rows[i] % 64;
}

static inline unsigned table_man_type(const struct table_men *men, unsigned i)
{
    return men->rows[i] / 64;
}

/* The place of the man that makes a move of this code among `men`; it has to be there. */
static inline unsigned table_man_of(const struct table_men *men, unsigned code)
{
    unsigned i = 0;
    while (table_man_square(men, i) != (code >> 6 & 63))
        i++;
    return i;
}

static inline unsigned table_target_of(const struct table_targets *targets, unsigned code)
{
    unsigned i = 0;
    while (targets->moves[i] != code)
        i++;
    return i;
}

#endif
