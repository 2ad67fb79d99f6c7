/* The arithmetic of codec best in plain C. */
#include "moves/best/best_arithmetic.h"

#include "util/hash32.h"

static void hash(const uint32_t keys[BEST_LANES], const uint32_t seen[BEST_LANES],
                 uint32_t hashes[BEST_LANES])
{
    for (unsigned i = 0; i < BEST_HASHES; i++)
        hashes[i] = keys[i] == 0 ? 0 : hash32(keys[i], seen[i]);
}

static void take_offsets(const struct best_slot slots[BEST_CONTEXTS], int32_t inputs[BEST_INPUTS])
{
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        inputs[BEST_NETS + i] = slots[i].offset >> BEST_ODDS_SHIFT;
}

/* Copies with constant numbers, for which the compiler makes loops of their own. */
static struct mixer_choice as_constant(const struct mixer_choice *choice)
{
    struct mixer_choice constant = *choice;
    constant.set_count = BEST_WEIGHT_SETS;
    constant.input_count = BEST_INPUTS;
    return constant;
}

static int32_t mix(const struct mixer_choice *choice, const int32_t *inputs)
{
    struct mixer_choice constant = as_constant(choice);
    return mixer_mix(&constant, inputs);
}

static void learn_weights(const struct mixer_choice *choice, const int32_t *inputs, int32_t error)
{
    struct mixer_choice constant = as_constant(choice);
    mixer_change_weights(&constant, inputs, error);
}

/*
 * The error over a number of 8 to 263, rounded towards zero, by a reciprocal: exact because an error has at most 16
 * bits, so that what the reciprocal is too much by stays below one part of the number.
 */
static int32_t divide(int32_t error, unsigned seen)
{
    uint64_t size = (uint64_t)(error < 0 ? -error : error);
    int32_t quotient = (int32_t)(size * best_reciprocals[seen / 4] >> 32);
    return error < 0 ? -quotient : quotient;
}

struct best_slot best_slot_learn(struct best_slot slot, int32_t odds, unsigned bit)
{
    uint32_t expected = logistic_squash(odds + (slot.offset >> BEST_ODDS_SHIFT));
    unsigned seen = best_slot_seen(slot);
    int32_t change = divide((int32_t)(bit << 16) - (int32_t)expected, seen);
    slot.offset = (int16_t)mixer_within(slot.offset + change, BEST_OFFSET_MAX);
    seen += (expected * (65536 - expected) >> 26) + 1;
    seen = seen < BEST_SEEN_MAX ? seen : BEST_SEEN_MAX;
    slot.seen = (uint16_t)(seen << BEST_CHECK_BITS | (slot.seen & BEST_CHECK_MASK));
    return slot;
}

static void learn_offsets(struct best_slot slots[BEST_CONTEXTS], const int32_t inputs[BEST_INPUTS],
                          int32_t odds, unsigned bit)
{
    (void)inputs; /* for those that work on several at once */
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        slots[i] = best_slot_learn(slots[i], odds, bit);
}

static void make_keys(const int32_t *chances, unsigned count, uint32_t *keys)
{
    for (unsigned i = 0; i < count; i++)
        keys[i] = best_rank_key((uint32_t)chances[i] + 1, i);
}

static uint32_t largest(const uint32_t *keys, unsigned count)
{
    uint32_t largest = 0;
    for (unsigned i = 0; i < count; i++)
        largest = keys[i] > largest ? keys[i] : largest;
    return largest;
}

const struct best_arithmetic best_arithmetic_plain = {"plain",       hash,          take_offsets, mix,
                                                      learn_weights, learn_offsets, make_keys,    largest};
