/* Bits of the text model in plain C, and what other versions share with that. */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_PLAIN_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_PLAIN_H

#include "entropy/kernels/text_state.h"

#if defined(__x86_64__) || defined(__i386__)
#define TEXT_KERNEL_X86 1
#endif

/* Codes what there is from the place on; decoding, `back` is the text. */
typedef void text_coder(struct text_model *model, struct text_place *place, struct bit_coder *coder,
                        uint8_t *back, size_t size);

struct text_kernel {
    const char *name;
    text_coder *code_lightly;
    text_coder *code_fully;
};

extern const struct text_kernel text_kernel_plain;
#ifdef TEXT_KERNEL_X86
extern const struct text_kernel text_kernel_sse41;
extern const struct text_kernel text_kernel_avx2;
#endif

#endif
