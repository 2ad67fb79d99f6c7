/*
 * The logistic function and its inverse in integers. Both tables are a part of the format: docs/FORMAT.md,
 * "Mixed models". They are made by make_logistic_tables.c, in integers too.
 *
 *     squash(x)  = 2^16 / (1 + e^(-x/256))    probabilities of 2^16 from odds: x/256 is the logarithm of the odds
 *     stretch(p) = 256 ln (p / (1 - p))
 */
#ifndef PGNPACK_ENTROPY_CODING_LOGISTIC_H
#define PGNPACK_ENTROPY_CODING_LOGISTIC_H

#include <stdint.h>

#include "util/bits.h"
#include "util/made_table.h"

enum { LOGISTIC_LIMIT = 2816, LOGISTIC_STEPS = 4096, LOGISTIC_STEP_BITS = 12 };

extern MADE_TABLE uint16_t logistic_squash_table[2 * LOGISTIC_LIMIT + 1];
extern MADE_TABLE int16_t logistic_stretch_table[LOGISTIC_STEPS];

/* Odds beyond the limit count as the limit. The result is neither 0 nor 2^16. */
static inline uint32_t logistic_squash(int32_t odds)
{
    if (odds > LOGISTIC_LIMIT)
        odds = LOGISTIC_LIMIT;
    if (odds < -LOGISTIC_LIMIT)
        odds = -LOGISTIC_LIMIT;
    return logistic_squash_table[odds + LOGISTIC_LIMIT];
}

/* `probability` is of 2^12. */
static inline int32_t logistic_stretch(uint32_t probability)
{
    return logistic_stretch_table[probability];
}

/* 256 * log2, off by less than 2; `value` must not be 0. */
static inline uint32_t logistic_log2(uint32_t value)
{
    unsigned power = bit_length(value) - 1;
    uint32_t fraction = (uint32_t)(((uint64_t)value << 8) >> power) & 255;
    return power * 256 + fraction + (88 * fraction * (256 - fraction) >> 16);
}

#endif
