#include "net/kernels/policy_kernel.h"

/* Which kernels are there is found out on each call: a global that remembered it would have to be written. */
static int is_always(void)
{
    return 1;
}

#ifdef POLICY_KERNEL_X86
static int has_ssse3(void)
{
    return __builtin_cpu_supports("ssse3") != 0;
}

static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

const struct policy_kernel *policy_kernel_number(unsigned i)
{
    static const struct {
        int (*is_there)(void);
        const struct policy_kernel *kernel;
    } kernels[] = {
        {is_always, &policy_kernel_plain},
#ifdef POLICY_KERNEL_X86
        {has_ssse3, &policy_kernel_ssse3},   {has_avx2, &policy_kernel_avx2},
#endif
#ifdef POLICY_KERNEL_NEON
        {is_always, &policy_kernel_neon},
#endif
#ifdef POLICY_KERNEL_SIMD128
        {is_always, &policy_kernel_simd128},
#endif
    };
    unsigned there = 0;
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (kernels[k].is_there() && there++ == i)
            return kernels[k].kernel;
    return NULL;
}

/* tests/scripts/check_same_bytes.sh builds with less, so that slower kernels are tried on machines that have better ones. */
#ifndef POLICY_KERNELS_AT_MOST
#define POLICY_KERNELS_AT_MOST 99
#endif

const struct policy_kernel *policy_kernel_best(void)
{
    const struct policy_kernel *best = &policy_kernel_plain;
    for (unsigned i = 0; i < POLICY_KERNELS_AT_MOST && policy_kernel_number(i) != NULL; i++)
        best = policy_kernel_number(i);
    return best;
}
