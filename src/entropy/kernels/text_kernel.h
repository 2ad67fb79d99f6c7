/* Bits of the text model, in several versions for several processors. All give the same numbers, bit for bit. */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_H

#include "entropy/kernels/text_kernel_plain.h"

/* The fastest one for this processor. */
const struct text_kernel *text_kernel_best(void);

/* All that this processor can run, the plain one first; NULL after the last. For tests. */
const struct text_kernel *text_kernel_number(unsigned i);

#endif
