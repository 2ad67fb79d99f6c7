#include "moves/index/index_run.h"

#ifdef INDEX_RUN_X86
static int has_bmi2(void)
{
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

/* AMD's processors before Zen 3 have the instructions, too, but take dozens of cycles for the one that matters. */
static int has_fast_bmi2(void)
{
    return has_bmi2() && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") &&
           !__builtin_cpu_is("amdfam15h");
}
#endif

const struct index_run *index_run_number(unsigned i)
{
#ifdef INDEX_RUN_X86
    if (i == 1 && has_bmi2())
        return &index_run_bmi2;
#endif
    return i == 0 ? &index_run_plain : NULL;
}

const struct index_run *index_run_best(void)
{
#ifdef INDEX_RUN_X86
    if (has_fast_bmi2())
        return &index_run_bmi2;
#endif
    return &index_run_plain;
}
