#include "bcgn/code_tally.h"

/* 256 times the logarithm, nearly: straight lines between the powers of 2. */
static uint64_t log2_scaled(uint64_t value)
{
    unsigned top = highest_bit(value);
    uint64_t rest = top >= 8 ? value >> (top - 8) : value << (8 - top);
    return 256 * (uint64_t)top + (rest - 256);
}

uint64_t code_tally_bits(const struct code_tally *tally)
{
    enum { SECTION_BITS = 8 * 30, SYMBOL_BITS = 4 };
    if (tally->count == 0)
        return 0;
    uint64_t bits = 0;
    uint64_t whole = log2_scaled(tally->count);
    unsigned symbols = 0;
    for (size_t i = 0; i < 256; i++) {
        if (tally->tokens[i] == 0)
            continue;
        symbols++;
        bits += tally->tokens[i] * (whole - log2_scaled(tally->tokens[i]));
    }
    if (symbols == 1)
        return tally->extra_bits;
    return bits / 256 + tally->extra_bits + SECTION_BITS + SYMBOL_BITS * symbols;
}
