/* Bits of a mixed model, in several versions for several processors. All give the same numbers, bit for bit. */
#ifndef PGNPACK_ENTROPY_KERNELS_MIXED_KERNEL_H
#define PGNPACK_ENTROPY_KERNELS_MIXED_KERNEL_H

#include "entropy/kernels/mixed_kernel_plain.h"

/* The fastest one for this processor. */
const struct mixed_kernel *mixed_kernel_best(void);

/* All that this processor can run, the plain one first; NULL after the last. For tests. */
const struct mixed_kernel *mixed_kernel_number(unsigned i);

#endif
