/*
 * What a mixed model (mixed_model.h) consists of, for those who code its bits (mixed_kernel.h).
 */
#ifndef PGNPACK_ENTROPY_KERNELS_MIXED_STATE_H
#define PGNPACK_ENTROPY_KERNELS_MIXED_STATE_H

#include "entropy/coding/bit_coder.h"
#include "entropy/coding/mixer.h"
#include "util/hash32.h"
#include "util/memory.h"

enum {
    MIXED_CONTEXTS_MAX = 8,
    MIXED_SET_COUNT = 256,    /* the caller's sets of weights; each has some ... */
    MIXED_NODE_CLASSES = 16,  /* ... for the first nodes of a tree, the last of them for all others, ... */
    MIXED_TRUSTED = 2,        /* ... and some by how often these first contexts were met */
    MIXED_TRUST_CLASSES = 16, /* 4 for each of them */
    MIXED_COUNTER_BITS = 18,  /* if nobody says how many */
    MIXED_COUNTER_BITS_MAX = 22,
    MIXED_MET_MAX = 250, /* what a counter counts to, ... */
    MIXED_TRUST_FEW = 4, /* ... and from where on it is trusted more */
    MIXED_TRUST_SOME = 20,
    MIXED_TRUST_MANY = 150
};

struct mixed_weights {
    int32_t of[MIXED_CONTEXTS_MAX];
};

typedef struct mixed_weights mixed_set_weights[MIXED_NODE_CLASSES + MIXED_TRUST_CLASSES];

struct mixed_kernel;

struct mixed_model {
    struct memory *memory;
    const struct mixed_kernel *kernel; /* codes its bits */
    uint32_t *counters;                /* probability of 2^22, times 2^10, + how often it was seen */
    size_t counter_capacity;
    unsigned counter_bits;      /* 2^n are in use */
    mixed_set_weights *weights; /* by set */
    struct mixer mixer;
};

/* In what context a number or symbol comes. */
struct mixed_context {
    uint32_t hashes[MIXED_CONTEXTS_MAX]; /* of what is known, one for each context */
    unsigned count;
    unsigned set;    /* below MIXED_SET_COUNT: values of one kind */
    unsigned digits; /* a number's digits are told by so many of the contexts, the first ones; 0: by all */
};

/* Of context `i` of a set, from 0, before what is known in it. */
static inline uint32_t mixed_context_hash(unsigned set, unsigned i)
{
    return hash32(set + 1, i + 1);
}

/* Adds a context: that of the set and `known`. */
static inline void mixed_context_add(struct mixed_context *context, uint32_t known)
{
    context->hashes[context->count] = hash32(mixed_context_hash(context->set, context->count), known);
    context->count++;
}

/* By how often a counter was met, up to MIXED_MET_MAX: 0 to 3. Made by make_logistic_tables.c. */
extern MADE_TABLE uint8_t mixed_trust_table[MIXED_MET_MAX + 1];

/* The number of a context's counter. */
static inline uint32_t mixed_place(const struct mixed_model *model, uint32_t hash, uint32_t node)
{
    return hash32(hash, node) >> (32 - model->counter_bits);
}

static inline unsigned mixed_node_class(uint32_t node)
{
    return node < MIXED_NODE_CLASSES ? node : MIXED_NODE_CLASSES - 1;
}

#endif
