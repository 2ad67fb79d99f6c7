#include "entropy/kernels/text_kernel.h"

const struct text_kernel *text_kernel_number(unsigned i)
{
#ifdef TEXT_KERNEL_X86
    if (i == 1 && __builtin_cpu_supports("sse4.1"))
        return &text_kernel_sse41;
    if (i == 2 && __builtin_cpu_supports("avx2"))
        return &text_kernel_avx2;
#endif
    return i == 0 ? &text_kernel_plain : NULL;
}

const struct text_kernel *text_kernel_best(void)
{
    const struct text_kernel *best = &text_kernel_plain;
    for (unsigned i = 0; text_kernel_number(i) != NULL; i++)
        best = text_kernel_number(i);
    return best;
}
