/*
 * What a move's tables see of a position: its candidates, moves that are nearly all legal, each with a row and a class.
 * One source of truth: the codec (table_coder.h) and the training program work from here. docs/FORMAT.md, "Codec 4".
 *
 * Everything is seen by the side to move, as in policy_features.h. A candidate may leave the own king attacked: to find
 * that out for all of them costs more than it saves.
 */
#ifndef PGNPACK_CODEC_TABLE_MOVES_H
#define PGNPACK_CODEC_TABLE_MOVES_H

#include <stdint.h>

#include "codec/policy_features.h"

/* By how far the game is, while it is young, then by the men that are left. */
enum { TABLE_PHASES = 8 };

/*
 * A class: ((piece * 8 + from-flags) * 6 + captured) * 32 + to-flags. From-flags: 1 an enemy pawn attacks it, 2 the man
 * that moved last does, 4 it made the own last move. Captured: 0 nothing, 1 P ... 5 Q. To-flags: 1 attacked by an enemy
 * pawn, 2 by an own one, 4 by the man that moved last, 8 gives check, 16 where the last move went.
 */
enum { TABLE_CLASSES = 6 * 8 * 6 * 32 };

/* Weights are logarithms of odds, in 1/256 bits; their sum is a candidate's logit. */
struct table_weights {
    const int16_t *rows; /* [TABLE_PHASES][POLICY_ROW_COUNT] */
    const int16_t *classes;
};

struct table_ply {
    unsigned count;
    uint16_t moves[POLICY_MOVES_CAPACITY]; /* as policy_move_code() */
    int32_t logits[POLICY_MOVES_CAPACITY]; /* room for POLICY_PADDING more than POLICY_MOVES_MAX */
};

/* `ply`: moves before this one in its line. */
unsigned table_phase(const struct position *position, uint32_t ply);

/* The candidates with their logits. */
void table_ply_fill(struct table_ply *ply, const struct position *position, unsigned phase,
                    const struct policy_history *history, const struct table_weights *weights);

/* For learning: rows and classes of the same candidates. */
struct table_features {
    unsigned count;
    uint16_t moves[POLICY_MOVES_CAPACITY];
    uint16_t rows[POLICY_MOVES_CAPACITY];
    uint16_t classes[POLICY_MOVES_CAPACITY];
};

void table_features_fill(struct table_features *features, const struct position *position,
                         const struct policy_history *history);

#endif
