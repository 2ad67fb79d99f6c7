/* Bit tricks on 64-bit words. Square i of a bitboard is bit i. */
#ifndef PGNPACK_UTIL_BITS_H
#define PGNPACK_UTIL_BITS_H

#include <stdint.h>

static inline unsigned popcount64(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

/* Index of the lowest set bit. `bits` must not be 0. */
static inline unsigned lowest_bit(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

/* The lowest of these bits alone. `bits` must not be 0. */
static inline uint64_t lowest_bit_of(uint64_t bits)
{
    return bits & (0 - bits);
}

/* Index of the highest set bit. `bits` must not be 0. */
static inline unsigned highest_bit(uint64_t bits)
{
    return 63u ^ (unsigned)__builtin_clzll(bits);
}

/* Number of bits needed to write `value`: 0 for 0, 1 for 1, 8 for 255. */
static inline unsigned bit_length(uint64_t value)
{
    return value == 0 ? 0 : 1 + highest_bit(value);
}

/* True if two or more bits are set. */
static inline int has_several_bits(uint64_t bits)
{
    return (bits & (bits - 1)) != 0;
}

#endif
