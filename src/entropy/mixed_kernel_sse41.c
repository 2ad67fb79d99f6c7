/* Bits of a mixed model with SSE4.1: four contexts at a time, and a function for each number of contexts. */
#include "entropy/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/mixed_bits_sse41.h"

MIXED_CODE("sse4.1", 1, code_bit)
MIXED_CODE("sse4.1", 2, code_bit)
MIXED_CODE("sse4.1", 3, code_bit)
MIXED_CODE("sse4.1", 4, code_bit)
MIXED_CODE("sse4.1", 5, code_bit)
MIXED_CODE("sse4.1", 6, code_bit)
MIXED_CODE("sse4.1", 7, code_bit)
MIXED_CODE("sse4.1", 8, code_bit)

const struct mixed_kernel mixed_kernel_sse41 = {"SSE4.1", MIXED_CODES};

#endif
