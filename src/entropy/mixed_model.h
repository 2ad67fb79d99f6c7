/*
 * Bits under several contexts at once: each context has seen what came in it before and says how likely a 1 is; a
 * mixer that learns which contexts to trust makes one probability of them. Numbers and symbols are coded by such
 * bits, along trees. Integers only, and a fixed order: a decoder repeats the encoder. docs/FORMAT.md, "Mixed
 * models". Source: counters and binary trees as in M. Mahoney's PAQ; and see mixer.h.
 */
#ifndef PGNPACK_ENTROPY_MIXED_MODEL_H
#define PGNPACK_ENTROPY_MIXED_MODEL_H

#include "entropy/bit_coder.h"
#include "entropy/mixer.h"
#include "util/hash32.h"
#include "util/memory.h"

enum {
    MIXED_CONTEXTS_MAX = 8,
    MIXED_SET_COUNT = 256,    /* the caller's sets of weights; each has some ... */
    MIXED_NODE_CLASSES = 16,  /* ... for the first nodes of a tree, the last of them for all others, ... */
    MIXED_TRUSTED = 2,        /* ... and some by how often these first contexts were met */
    MIXED_TRUST_CLASSES = 16, /* 4 for each of them */
    MIXED_COUNTER_BITS = 18,  /* if nobody says how many */
    MIXED_COUNTER_BITS_MAX = 22
};

struct mixed_weights {
    int32_t of[MIXED_CONTEXTS_MAX];
};

typedef struct mixed_weights mixed_set_weights[MIXED_NODE_CLASSES + MIXED_TRUST_CLASSES];

struct mixed_model {
    struct memory *memory;
    uint32_t *counters; /* probability of 2^22, times 2^10, + how often it was seen */
    size_t counter_capacity;
    unsigned counter_bits;      /* 2^n are in use */
    mixed_set_weights *weights; /* by set */
    struct mixer mixer;
};

/* In what context a number or symbol comes. */
struct mixed_context {
    uint32_t hashes[MIXED_CONTEXTS_MAX]; /* of what is known, one for each context */
    unsigned count;
    unsigned set; /* below MIXED_SET_COUNT: values of one kind */
};

void mixed_model_init(struct mixed_model *model, struct memory *memory);
void mixed_model_free(struct mixed_model *model);

/* Makes it as if nothing was seen yet. To be called before the first use too. Returns 0 when there is no memory. */
int mixed_model_start(struct mixed_model *model);

/* The same with 2^counter_bits counters. */
int mixed_model_start_sized(struct mixed_model *model, unsigned counter_bits);

/* The same in memory of the caller's: room for 2^counter_bits counters, and for the weights of `set_count` sets. */
void mixed_model_start_in(struct mixed_model *model, uint32_t *counters, unsigned counter_bits,
                          mixed_set_weights *weights, unsigned set_count);

/* Adds a context: that of the set and `known`. */
static inline void mixed_context_add(struct mixed_context *context, uint32_t known)
{
    context->hashes[context->count] = hash32(hash32(context->set + 1, context->count + 1), known);
    context->count++;
}

/* One bit, at a place of its own (`node`) in the tree of the value that it is a part of. */
unsigned mixed_code_bit(struct mixed_model *model, struct bit_coder *coder,
                        const struct mixed_context *context, uint32_t node, unsigned bit);

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
