/* About what numbers of the number code will come to, to choose between ways to tell them. */
#ifndef PGNPACK_ENTROPY_CODING_CODE_TALLY_H
#define PGNPACK_ENTROPY_CODING_CODE_TALLY_H

#include "entropy/coding/number_code.h"

struct code_tally {
    uint32_t tokens[256];
    uint64_t count;
    uint64_t extra_bits;
};

static inline void code_tally_add(struct code_tally *tally, uint64_t value)
{
    uint8_t token = number_code_token(value);
    tally->tokens[token]++;
    tally->extra_bits += number_code_extra_bits(token);
    tally->count++;
}

/* 256 times the logarithm, nearly: straight lines between the powers of 2. `value` is not 0. */
static inline uint64_t code_tally_log2(uint64_t value)
{
    unsigned top = highest_bit(value);
    uint64_t rest = top >= 8 ? value >> (top - 8) : value << (8 - top);
    return 256 * (uint64_t)top + (rest - 256);
}

/* Bits, by the tokens' entropy. Integers only: the same everywhere. */
static inline uint64_t code_tally_bits(const struct code_tally *tally)
{
    enum { SECTION_BITS = 8 * 30, SYMBOL_BITS = 4 };
    if (tally->count == 0)
        return 0;
    uint64_t bits = 0;
    uint64_t whole = code_tally_log2(tally->count);
    unsigned symbols = 0;
    for (size_t i = 0; i < 256; i++) {
        if (tally->tokens[i] == 0)
            continue;
        symbols++;
        bits += tally->tokens[i] * (whole - code_tally_log2(tally->tokens[i]));
    }
    if (symbols == 1)
        return tally->extra_bits;
    return bits / 256 + tally->extra_bits + SECTION_BITS + SYMBOL_BITS * symbols;
}

#endif
