/* The n-th set bit of a word. */
#ifndef PGNPACK_UTIL_NTH_BIT_H
#define PGNPACK_UTIL_NTH_BIT_H

#include <stdint.h>

#include "util/bits.h"

/*
 * Index of the set bit that has `n` set bits below it. There must be more than n set bits. No branch for n < 8,
 * which is the rule: a loop of n steps is mispredicted more often than not.
 */
static inline unsigned nth_bit(uint64_t bits, unsigned n)
{
    enum { STEPS = 7 };
    for (; n > STEPS; n--)
        bits &= bits - 1;
    for (unsigned step = 0; step < STEPS; step++)
        bits &= bits - (step < n); /* takes the lowest bit away, or nothing */
    return lowest_bit(bits);
}

#endif
