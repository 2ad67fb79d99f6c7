/*
 * Decisions that somebody else has odds for: contexts that learn by how much such odds were off, and counters, are
 * mixed with them. docs/FORMAT.md, "Codec 3, best". Integers only, the same in both directions.
 *
 * Source: logistic mixing with several selected sets of weights as in M. Mahoney's PAQ; the contexts' offsets are
 * learnt by Newton steps, each as if it were alone with the odds.
 */
#ifndef PGNPACK_MOVES_BEST_MIXER_H
#define PGNPACK_MOVES_BEST_MIXER_H

#include "entropy/bit_coder.h"

enum {
    BEST_NETS = 2,
    BEST_CONTEXTS = 14,
    BEST_COUNTERS = 2,
    BEST_INPUTS =
        BEST_NETS + 1 + BEST_CONTEXTS + BEST_COUNTERS, /* in that order, with a constant behind the nets */
    BEST_TRUST_CLASSES = 4,
    BEST_CONTEXT_BITS = 21,
    BEST_COUNTER_BITS = 19,
    BEST_SET_GROUPS = 4, /* a decision takes a set of weights out of each */
    BEST_SETS = 529      /* in all groups together */
};

/*
 * What was learnt in a context. Offsets: by how much the odds are off, in 1/4096 nats; seen: the information, the sum
 * of p (1 - p) in 1/64. Counters: how likely a 1 is, of 2^16, less 2^15; seen: how often.
 */
struct best_slot {
    int16_t value;
    uint16_t seen; /* 10 bits; then 6 bits of the context's hash, which tell it from others */
};

/* 10 MiB. */
struct best_mixer {
    struct best_slot offsets[1 << BEST_CONTEXT_BITS];
    struct best_slot counters[1 << BEST_COUNTER_BITS];
    int32_t weights[BEST_SETS][BEST_INPUTS][BEST_TRUST_CLASSES]; /* of 2^16 */
};

struct best_question {
    int32_t odds[BEST_NETS];          /* 1/256 nats, within LOGISTIC_LIMIT; contexts learn about the first */
    uint32_t contexts[BEST_CONTEXTS]; /* hashes; 0: the context has no say */
    uint32_t counters[BEST_COUNTERS]; /* the same */
    uint16_t sets[BEST_SET_GROUPS];
};

/* As if nothing was seen yet. */
void best_mixer_start(struct best_mixer *mixer);

/* Codes a decision and learns from it. Returns it; decoding ignores `bit`. */
unsigned best_mixer_code(struct best_mixer *mixer, struct bit_coder *bits,
                         const struct best_question *question, unsigned bit);

#endif
