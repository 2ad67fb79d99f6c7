/*
 * Bits under several contexts at once: each context has seen what came in it before and says how likely a 1 is; a
 * mixer that learns which contexts to trust makes one probability of them. Numbers and symbols are coded by such
 * bits, along trees. Integers only, and a fixed order: a decoder repeats the encoder. docs/FORMAT.md, "Mixed
 * models". Source: counters and binary trees as in M. Mahoney's PAQ; and see mixer.h.
 */
#ifndef PGNPACK_ENTROPY_MODELS_MIXED_MODEL_H
#define PGNPACK_ENTROPY_MODELS_MIXED_MODEL_H

#include "entropy/kernels/mixed_kernel_plain.h"

void mixed_model_init(struct mixed_model *model, struct memory *memory);
void mixed_model_free(struct mixed_model *model);

/* Makes it as if nothing was seen yet. To be called before the first use too. Returns 0 when there is no memory. */
int mixed_model_start(struct mixed_model *model);

/* The same with 2^counter_bits counters. */
int mixed_model_start_sized(struct mixed_model *model, unsigned counter_bits);

/* The same in memory of the caller's: room for 2^counter_bits counters, and for the weights of `set_count` sets. */
void mixed_model_start_in(struct mixed_model *model, uint32_t *counters, unsigned counter_bits,
                          mixed_set_weights *weights, unsigned set_count);

/* One bit, at a place of its own (`node`) in the tree of the value that it is a part of. */
static inline unsigned mixed_code_bit(struct mixed_model *model, struct bit_coder *coder,
                                      const struct mixed_context *context, uint32_t node, unsigned bit)
{
    return model->kernel->code[context->count](model, coder, context, node, bit);
}

/* A symbol of `bits` bits, at most 8. Each function returns what was coded; when decoding, the argument is ignored. */
unsigned mixed_code_symbol(struct mixed_model *model, struct bit_coder *coder,
                           const struct mixed_context *context, unsigned bits, unsigned symbol);

/* A number of any size from -INT64_MAX on; small ones are cheap. */
int64_t mixed_code_number(struct mixed_model *model, struct bit_coder *coder,
                          const struct mixed_context *context, int64_t number);

/* The same for numbers that are not negative. */
uint64_t mixed_code_natural(struct mixed_model *model, struct bit_coder *coder,
                            const struct mixed_context *context, uint64_t number);

#endif
