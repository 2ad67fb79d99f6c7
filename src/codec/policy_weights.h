/*
 * The policy net's weights and their units. docs/FORMAT.md, "The policy net".
 *
 *     x[j]  = bias[j] + sum of input[row][j]            units of 1/128
 *     h[j]  = clip(x, 0, 127)^2 >> 7                    units of 1/128, below 127
 *     logit = ((h . move[row] + h[0..31] . class[c]) >> 4) + move_bias[row] + class_bias[c]
 *                                                       units of 1/256 of a bit
 *
 * No weight is -128, so that two neighbouring products of h and a weight fit 16 bits together.
 */
#ifndef PGNPACK_CODEC_POLICY_WEIGHTS_H
#define PGNPACK_CODEC_POLICY_WEIGHTS_H

#include <stdint.h>

#include "codec/policy_features.h"

enum {
    POLICY_HIDDEN = 128,
    POLICY_CLASS_HIDDEN = 32, /* of them that classes have weights for */
    POLICY_INPUT_UNIT = 128,  /* of x */
    POLICY_HIDDEN_UNIT = 128, /* of h */
    POLICY_OUTPUT_UNIT = 32,  /* of `move` and `class` */
    POLICY_LOGIT_UNIT = 256,
    POLICY_OUTPUT_SHIFT = 4, /* HIDDEN_UNIT * OUTPUT_UNIT / LOGIT_UNIT = 2^4 */
    POLICY_CLIP = 127,
    POLICY_WEIGHT_MAX = 127
};

/* As they are stored: little-endian, nothing between the arrays. */
struct policy_weights {
    int8_t input[POLICY_INPUT_COUNT][POLICY_HIDDEN];
    int8_t move[POLICY_ROW_COUNT][POLICY_HIDDEN];
    int8_t class[POLICY_CLASS_COUNT][POLICY_CLASS_HIDDEN];
    int16_t bias[POLICY_HIDDEN];
    int16_t move_bias[POLICY_ROW_COUNT];
    int16_t class_bias[POLICY_CLASS_COUNT];
};

#endif
