/* Bits of a mixed model with SSE4.1: four contexts at a time, and a function for each number of contexts. */
#include "entropy/kernels/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/kernels/mixed_bits_sse41.h"

MIXED_CODE_ALL("sse4.1", code_bit, code_bit)

const struct mixed_kernel mixed_kernel_sse41 = {"SSE4.1", MIXED_CODES};

#endif
