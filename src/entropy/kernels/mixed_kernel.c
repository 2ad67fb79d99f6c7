#include "entropy/kernels/mixed_kernel.h"

const struct mixed_kernel *mixed_kernel_number(unsigned i)
{
#ifdef MIXED_KERNEL_X86
    if (i == 1 && __builtin_cpu_supports("sse4.1"))
        return &mixed_kernel_sse41;
    if (i == 2 && __builtin_cpu_supports("avx2"))
        return &mixed_kernel_avx2;
#endif
    return i == 0 ? &mixed_kernel_plain : NULL;
}

const struct mixed_kernel *mixed_kernel_best(void)
{
    const struct mixed_kernel *best = &mixed_kernel_plain;
    for (unsigned i = 0; mixed_kernel_number(i) != NULL; i++)
        best = mixed_kernel_number(i);
    return best;
}
