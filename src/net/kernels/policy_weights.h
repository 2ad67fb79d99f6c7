/*
 * The policy nets' weights and their units. docs/FORMAT.md, "Net" and "Wide net".
 *
 *     x[j]  = bias[j] + sum of input[row][j]            units of 1/128
 *     h[j]  = clip(x, 0, 127)^2 >> 7                    units of 1/128, below 127
 *     logit = ((h . move[row] + sum of h[0..] . class[c] + h[0..] . aim[a]) >> 4) + move_bias[row]
 *             + sum of class_bias[c]
 *                                                       units of 1/256 of a bit
 *
 * Classes have weights for the first hidden units only. Nets that see near give a move one class and an aim,
 * others 1 + POLICY_FAR_KINDS classes. No weight is -128, so that two neighbouring products of h and a weight fit 16 bits together;
 * x fits them because a position has at most 3 * 64 + 4 + 3 + 6 rows and biases are below 1000.
 */
#ifndef PGNPACK_NET_KERNELS_POLICY_WEIGHTS_H
#define PGNPACK_NET_KERNELS_POLICY_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "net/features/policy_features.h"

enum {
    POLICY_INPUT_UNIT = 128,  /* of x */
    POLICY_HIDDEN_UNIT = 128, /* of h */
    POLICY_OUTPUT_UNIT = 32,  /* of `move` and `class` */
    POLICY_LOGIT_UNIT = 256,
    POLICY_OUTPUT_SHIFT = 4, /* HIDDEN_UNIT * OUTPUT_UNIT / LOGIT_UNIT = 2^4 */
    POLICY_CLIP = 127,
    POLICY_WEIGHT_MAX = 127
};

/* The two shapes of nets. Kernels count on these widths. */
enum {
    POLICY_WIDTH = 128, /* hidden units */
    POLICY_CLASS_WIDTH = 32,
    POLICY_WIDE_WIDTH = 512,
    POLICY_WIDE_CLASS_WIDTH = 64,
    POLICY_WIDTH_MAX = POLICY_WIDE_WIDTH
};

struct policy_shape {
    enum policy_sight sight;
    unsigned inputs;      /* rows of `input` */
    unsigned width;       /* hidden units */
    unsigned classes;     /* rows of `class` */
    unsigned aims;        /* rows of `aim`; 0: moves have none */
    unsigned class_width; /* hidden units that classes and aims have weights for */
};

#define POLICY_SHAPE_NARROW                                                                                  \
    {                                                                                                        \
        POLICY_SIGHT_NEAR, POLICY_INPUT_COUNT, POLICY_WIDTH, POLICY_CLASS_COUNT, POLICY_AIM_COUNT,           \
            POLICY_CLASS_WIDTH                                                                               \
    }
#define POLICY_SHAPE_WIDE                                                                                    \
    {                                                                                                        \
        POLICY_SIGHT_FAR, POLICY_INPUT_FAR_COUNT, POLICY_WIDE_WIDTH, POLICY_CLASS_FAR_COUNT, 0,              \
            POLICY_WIDE_CLASS_WIDTH                                                                          \
    }

/* In a file they stand in this order, little-endian, nothing between them. */
struct policy_weights {
    struct policy_shape shape;
    const int8_t *input; /* [inputs][width] */
    const int8_t *move;  /* [POLICY_ROW_COUNT][width] */
    const int8_t *class; /* [classes][class_width] */
    const int8_t *aim;   /* [aims][class_width] */
    const int16_t *bias; /* [width] */
    const int16_t *move_bias;
    const int16_t *class_bias;
    unsigned move_load; /* policy_load() of `move`, and of `class` and `aim` */
    unsigned class_load;
};

/*
 * Kernels may add up products of many bytes in 16 bits if no two neighbouring places of vectors of 32 bytes can have too
 * much: of the rows' loads that are added up together, the sum is at most this. A load is the largest sum of the
 * weights' magnitudes in two such places of a row, or of each part of POLICY_LOAD_WIDTH of a longer one.
 */
enum { POLICY_LOAD_MAX = 32767 / (POLICY_CLIP * POLICY_CLIP >> 7), POLICY_LOAD_WIDTH = 256 };

static inline unsigned policy_load(const int8_t *rows, size_t count, unsigned width)
{
    unsigned most = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned place = 0; place < 32; place += 2) {
            unsigned load = 0;
            for (unsigned j = place; j < width; j += 32)
                load += (unsigned)(abs(rows[i * width + j]) + abs(rows[i * width + j + 1]));
            most = load > most ? load : most;
        }
    return most;
}

/* Of the three arrays of bytes together, and of the three of words: numbers. */
static inline size_t policy_byte_count(const struct policy_shape *shape)
{
    return (size_t)(shape->inputs + POLICY_ROW_COUNT) * shape->width +
           (size_t)(shape->classes + shape->aims) * shape->class_width;
}

static inline size_t policy_word_count(const struct policy_shape *shape)
{
    return (size_t)shape->width + POLICY_ROW_COUNT + shape->classes;
}

/* Weights whose numbers stand one behind the other. */
static inline struct policy_weights policy_weights_at(const struct policy_shape *shape, const int8_t *bytes,
                                                      const int16_t *words)
{
    struct policy_weights weights = {.shape = *shape, .input = bytes, .bias = words};
    weights.move = weights.input + (size_t)shape->inputs * shape->width;
    weights.class = weights.move + (size_t)POLICY_ROW_COUNT * shape->width;
    weights.aim = weights.class + (size_t)shape->classes * shape->class_width;
    weights.move_bias = weights.bias + shape->width;
    weights.class_bias = weights.move_bias + POLICY_ROW_COUNT;
    unsigned parts = shape->width > POLICY_LOAD_WIDTH ? shape->width / POLICY_LOAD_WIDTH : 1;
    weights.move_load = policy_load(weights.move, (size_t)parts * POLICY_ROW_COUNT, shape->width / parts);
    weights.class_load = policy_load(weights.class, shape->classes + shape->aims, shape->class_width);
    return weights;
}

#endif
