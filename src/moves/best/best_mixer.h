/*
 * Decisions that somebody else has odds for: contexts that learn by how much such odds were off are mixed with them.
 * docs/FORMAT.md, "Codec 3, best". Integers only, the same in both directions.
 *
 * Source: several selected sets of weights as in M. Mahoney's PAQ; the contexts' offsets are learnt by Newton steps,
 * each as if it were alone with the odds.
 */
#ifndef PGNPACK_MOVES_BEST_BEST_MIXER_H
#define PGNPACK_MOVES_BEST_BEST_MIXER_H

#include "entropy/coding/bit_coder.h"
#include "entropy/coding/mixer.h"
#include "moves/best/best_arithmetic.h"

enum {
    BEST_CONTEXT_BITS = 21,
    BEST_COUNTER_BITS = 18,
    BEST_SET_GROUPS = 3, /* a decision takes a set of weights out of each, ... */
    BEST_GROUPED_SETS = 496,
    BEST_TRUSTED = 2, /* ... and one by how much these many contexts have seen: 4 classes each */
    BEST_SETS = BEST_GROUPED_SETS + 16
};

/* 9 MiB. */
struct best_mixer {
    struct best_slot slots[1 << BEST_CONTEXT_BITS];
    uint32_t counters[1 << BEST_COUNTER_BITS]; /* bit_counter.h */
    int32_t weights[BEST_SETS][BEST_INPUTS];
    struct mixer mixer;
    const struct best_arithmetic *arithmetic;
};

struct best_question {
    int32_t odds[BEST_NETS]; /* 1/256 nats, within LOGISTIC_LIMIT; contexts learn about the first */
    /* Hashes of contexts; then for counters of what came, whatever the odds were. 0: it has no say. */
    uint32_t hashes[BEST_LANES];
    uint8_t trusted[BEST_TRUSTED];  /* numbers of contexts */
    uint16_t sets[BEST_SET_GROUPS]; /* below BEST_GROUPED_SETS */
};

/* As if nothing was seen yet. */
void best_mixer_start(struct best_mixer *mixer, const struct best_arithmetic *arithmetic);

/* The tables are larger than the nearer caches: asks for all places that the question needs, at once. */
void best_mixer_fetch(const struct best_mixer *mixer, const struct best_question *question);

/* Codes a decision and learns from it. Returns it; decoding ignores `bit`. */
unsigned best_mixer_code(struct best_mixer *mixer, struct bit_coder *bits,
                         const struct best_question *question, unsigned bit);

#endif
