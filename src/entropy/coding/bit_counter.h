/*
 * A counter of bits: how likely a 1 is, from those that came, older ones counting less. docs/FORMAT.md, "Mixed
 * models". 22 bits of probability, and 10 of how often the counter was met.
 */
#ifndef PGNPACK_ENTROPY_CODING_BIT_COUNTER_H
#define PGNPACK_ENTROPY_CODING_BIT_COUNTER_H

#include "entropy/coding/logistic.h"

enum {
    BIT_COUNTER_MET_BITS = 10,
    BIT_COUNTER_MET_MASK = (1 << BIT_COUNTER_MET_BITS) - 1,
    BIT_COUNTER_PROBABILITY_BITS = 22
};

#define BIT_COUNTER_START (UINT32_C(1) << 31) /* even, never met */

/* 2^17 / (2 met + 3): of 2^16, 1 / (met + 1.5). Made by make_logistic_tables.c. */
extern MADE_TABLE uint16_t bit_counter_step_table[1 << BIT_COUNTER_MET_BITS];

/* Of LOGISTIC_STEPS. */
static inline uint32_t bit_counter_probability(uint32_t counter)
{
    return counter >> (32 - LOGISTIC_STEP_BITS);
}

/* Of a 1. */
static inline int32_t bit_counter_odds(uint32_t counter)
{
    return logistic_stretch(bit_counter_probability(counter));
}

static inline uint32_t bit_counter_met(uint32_t counter)
{
    return counter & BIT_COUNTER_MET_MASK;
}

/* Learns a bit; more than `met_max` are counted as that many, so the counter forgets what came longer ago. */
static inline void bit_counter_learn(uint32_t *counter, unsigned bit, uint32_t met_max)
{
    uint32_t met = bit_counter_met(*counter);
    uint32_t probability = *counter >> BIT_COUNTER_MET_BITS;
    uint32_t step = bit_counter_step_table[met];
    if (bit)
        probability +=
            (uint32_t)((uint64_t)((1u << BIT_COUNTER_PROBABILITY_BITS) - 1 - probability) * step >> 16);
    else
        probability -= (uint32_t)((uint64_t)probability * step >> 16);
    *counter = probability << BIT_COUNTER_MET_BITS | (met < met_max ? met + 1 : met);
}

#endif
