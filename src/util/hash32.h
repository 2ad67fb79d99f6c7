/*
 * The hash of contexts and tables on 32 bits: one step takes one number more. A part of the format: docs/FORMAT.md,
 * "Mixed models".
 */
#ifndef PGNPACK_UTIL_HASH32_H
#define PGNPACK_UTIL_HASH32_H

#include <stdint.h>

#define HASH32_FACTOR UINT32_C(0x9e3779b1) /* 2^32 / the golden ratio, a prime */

static inline uint32_t hash32(uint32_t hash, uint32_t number)
{
    hash = (hash ^ number) * HASH32_FACTOR;
    return hash ^ hash >> 15;
}

#endif
