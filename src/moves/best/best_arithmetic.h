/*
 * The arithmetic of codec best that works on several numbers at once, in versions for several processors. All give the
 * same numbers, bit for bit.
 */
#ifndef PGNPACK_MOVES_BEST_BEST_ARITHMETIC_H
#define PGNPACK_MOVES_BEST_BEST_ARITHMETIC_H

#include <stddef.h>
#include <stdint.h>

#include "entropy/coding/logistic.h"
#include "entropy/coding/mixer.h"

enum {
    BEST_NETS = 2,
    BEST_CONTEXTS = 8,
    BEST_COUNTERS = 2,
    BEST_INPUTS = MIXER_WIDTH(BEST_NETS + BEST_CONTEXTS + BEST_COUNTERS), /* in that order */
    BEST_HASHES = BEST_CONTEXTS + BEST_COUNTERS,
    BEST_WEIGHT_SETS = 4, /* that a decision takes */
    BEST_LANES = 16       /* room for hashes in vectors of 8 */
};

/* What was learnt in a context. */
struct best_slot {
    int16_t offset; /* by how much the odds are off, in 1/4096 nats */
    uint16_t
        seen; /* 10 bits, the sum of p (1 - p) in 1/64; then 6 bits of the hash, which tell it from others */
};

enum {
    BEST_CHECK_BITS = 6,
    BEST_CHECK_MASK = (1 << BEST_CHECK_BITS) - 1,
    BEST_ODDS_SHIFT = 4, /* offsets' units are finer than the mixer's */
    BEST_OFFSET_MAX = 32000,
    BEST_SEEN_MAX = 1023 /* what came longer ago is forgotten */
};

static inline unsigned best_slot_seen(struct best_slot slot)
{
    return slot.seen >> BEST_CHECK_BITS;
}

/* Odds by place, as numbers whose order is theirs, and among those alike the other way round by place; 0: none. */
static inline uint32_t best_rank_key(uint32_t chance, unsigned place)
{
    return chance << 8 | (255 - place);
}

struct best_arithmetic {
    const char *name;
    /* hashes[i] = hash32(keys[i], seen[i]); 0 where the key is. */
    void (*hash)(const uint32_t keys[BEST_LANES], const uint32_t seen[BEST_LANES],
                 uint32_t hashes[BEST_LANES]);
    /* Sets inputs[BEST_NETS + i] to a slot's offset. */
    void (*take_offsets)(const struct best_slot slots[BEST_CONTEXTS], int32_t inputs[BEST_INPUTS]);
    /* mixer_mix() and mixer_learn() with BEST_WEIGHT_SETS sets and BEST_INPUTS inputs. */
    int32_t (*mix)(const struct mixer_choice *choice, const int32_t *inputs);
    void (*learn_weights)(const struct mixer_choice *choice, const int32_t *inputs, int32_t error);
    /* best_slot_learn() for all contexts; `inputs` as take_offsets() set them. */
    void (*learn_offsets)(struct best_slot slots[BEST_CONTEXTS], const int32_t inputs[BEST_INPUTS],
                          int32_t odds, unsigned bit);
    /* Makes best_rank_key() of chances, each one more than it says. Room: the next multiple of 8 places. */
    void (*make_keys)(const int32_t *chances, unsigned count, uint32_t *keys);
    uint32_t (*largest)(const uint32_t *keys, unsigned count);
};

/* What a slot learns from a decision that had these odds before. */
struct best_slot best_slot_learn(struct best_slot slot, int32_t odds, unsigned bit);

/*
 * 2^32 / (seen / 4 + 8), rounded up: an offset is thought to be small, before anything was seen. By seen / 4. Made by
 * make_best_reciprocals.c.
 */
extern const uint32_t best_reciprocals[256];

/* best_versions.h says which ones a processor can run. */
extern const struct best_arithmetic best_arithmetic_plain;
#if defined(__x86_64__) || defined(__i386__)
#define BEST_ARITHMETIC_X86 1
extern const struct best_arithmetic best_arithmetic_avx2;
#endif

#endif
