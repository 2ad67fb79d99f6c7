/* The n-th set bit of a word. */
#ifndef PGNPACK_UTIL_NTH_BIT_H
#define PGNPACK_UTIL_NTH_BIT_H

#include <stdint.h>

#include "util/bits.h"

/* Index of the set bit that has `n` set bits below it. There must be more than n set bits. */
static inline unsigned nth_bit(uint64_t bits, unsigned n)
{
    for (; n != 0; n--)
        bits &= bits - 1;
    return lowest_bit(bits);
}

#endif
