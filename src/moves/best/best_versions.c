#include "moves/best/best_versions.h"

const struct best_arithmetic *best_arithmetic_number(unsigned i)
{
    if (i == 0)
        return &best_arithmetic_plain;
#ifdef BEST_ARITHMETIC_X86
    if (i == 1 && __builtin_cpu_supports("avx2"))
        return &best_arithmetic_avx2;
#endif
    return NULL;
}

/* tests/scripts/check_same_bytes.sh builds with less, so that slower versions are tried on machines that have better ones. */
#ifndef BEST_VERSIONS_AT_MOST
#define BEST_VERSIONS_AT_MOST 99
#endif

const struct best_arithmetic *best_arithmetic_best(void)
{
    const struct best_arithmetic *best = &best_arithmetic_plain;
    for (unsigned i = 0; i < BEST_VERSIONS_AT_MOST && best_arithmetic_number(i) != NULL; i++)
        best = best_arithmetic_number(i);
    return best;
}
