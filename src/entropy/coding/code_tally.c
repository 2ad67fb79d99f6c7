#include "entropy/coding/code_tally.h"

uint64_t code_tally_bits(const struct code_tally *tally)
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
