/*
 * What a policy net needs of a position, and its arithmetic, in several versions for several processors. All find the same moves and numbers, bit for bit.
 */
#ifndef PGNPACK_NET_KERNELS_POLICY_KERNEL_H
#define PGNPACK_NET_KERNELS_POLICY_KERNEL_H

#include "net/kernels/policy_kernel_plain.h"

/* The fastest one for this processor. */
const struct policy_kernel *policy_kernel_best(void);

/* All that this processor can run, the plain one first; NULL behind the last. For tests. */
const struct policy_kernel *policy_kernel_number(unsigned i);

#endif
