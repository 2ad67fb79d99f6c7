/* Moves of codec index in a row: which version this processor runs. */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_H

#include "moves/index/index_run_plain.h"

#ifdef INDEX_RUN_X86
static inline int has_bmi2(void)
{
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

/* AMD's processors before Zen 3 have the instructions, too, but take dozens of cycles for the one that matters. */
static inline int has_fast_bmi2(void)
{
    return has_bmi2() && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") &&
           !__builtin_cpu_is("amdfam15h");
}
#endif

/* The fastest one for this processor. */
static inline const struct index_run *index_run_best(void)
{
#ifdef INDEX_RUN_X86
    if (has_fast_bmi2())
        return &index_run_bmi2;
#endif
    return &index_run_plain;
}

/* All that this processor can run, the plain one first; NULL behind the last. For tests. */
static inline const struct index_run *index_run_number(unsigned i)
{
#ifdef INDEX_RUN_X86
    if (i == 1 && has_bmi2())
        return &index_run_bmi2;
#endif
    return i == 0 ? &index_run_plain : NULL;
}

#endif
