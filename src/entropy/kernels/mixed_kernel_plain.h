/* Bits of a mixed model in plain C, and what other versions share with that. */
#ifndef PGNPACK_ENTROPY_KERNELS_MIXED_KERNEL_PLAIN_H
#define PGNPACK_ENTROPY_KERNELS_MIXED_KERNEL_PLAIN_H

#include "entropy/kernels/mixed_state.h"

#if defined(__x86_64__) || defined(__i386__)
#define MIXED_KERNEL_X86 1
#endif

/* mixed_code_bit(). */
typedef unsigned mixed_coder(struct mixed_model *model, struct bit_coder *coder,
                             const struct mixed_context *context, uint32_t node, unsigned bit);

struct mixed_kernel {
    const char *name;
    mixed_coder *code[MIXED_CONTEXTS_MAX + 1]; /* by the number of contexts */
};

extern const struct mixed_kernel mixed_kernel_plain;
#ifdef MIXED_KERNEL_X86
extern const struct mixed_kernel mixed_kernel_sse41;
extern const struct mixed_kernel mixed_kernel_avx2;
#endif

/* With any number of contexts. */
mixed_coder mixed_code_plain;

/* The counters of all contexts learn a bit, one after the other. */
void mixed_learn_plain(struct mixed_model *model, const struct mixed_context *context, uint32_t node,
                       unsigned bit);

#endif
