/* How a move's class is put together of parts, as all versions of policy_ply_fill() do it. */
#ifndef PGNPACK_NET_FEATURES_POLICY_CLASS_H
#define PGNPACK_NET_FEATURES_POLICY_CLASS_H

#include <stddef.h>

#include "net/features/policy_view.h"
#include "util/bits.h"

/* Steps of a class number. */
enum {
    CLASS_RECAPTURE = 1,
    CLASS_CHECK = 2,
    CLASS_CAPTURED = 4, /* a pawn */
    CLASS_TO = 24,
    CLASS_FROM = 96,
    CLASS_PIECE = 288
};

/* Steps of a second class: what a move aims at (policy_aims.h). Those of targets first, then of what is left. */
enum {
    AIM_THREAT = 1,
    AIM_ZONE = 2,
    AIM_HOLDS = 4,
    AIM_ENEMIES = 8,
    AIM_OWN = 16,
    AIM_HOLDER = 32,
    AIM_AGAIN = 64,
    AIM_OTHERS_HANG = 128,
    AIM_PIECE = 256
};

/* Sets of squares for rooks, and for bishops. */
struct sliders {
    uint64_t rooks, bishops;
};

/* Pawn moves by direction: the capture to the left, the push, the capture to the right, two up. */
enum direction { LEFT, PUSH, RIGHT, TWO_UP, DIRECTION_COUNT };

static const uint8_t direction_steps[DIRECTION_COUNT] = {7, 8, 9, 16};

/* By man, NO_MAN among them: what a capture of it adds to a class; for vectors up to 16. */
static const uint8_t captured_parts[16] = {4, 4, 8, 8, 12, 12, 16, 16, 20, 20};

static inline void policy_put_move(struct policy_ply *ply, size_t i, unsigned code, unsigned row,
                                   unsigned class, unsigned aim)
{
    ply->moves[i] = (uint16_t)code;
    ply->rows[i] = (uint16_t)row;
    ply->classes[i] = (uint16_t) class;
    ply->aims[i] = (uint16_t)aim;
}

#endif
