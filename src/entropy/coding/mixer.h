/*
 * Logistic mixing: inputs that are odds of a bit (logistic.h), each times a weight, make one; the weights learn which
 * inputs to trust. docs/FORMAT.md, "Mixed models". Everything is inline: each user has constant numbers of inputs and sets,
 * for which the compiler makes loops of its own.
 *
 * Source: M. Mahoney, "Adaptive weighing of context models for lossless data compression", 2005.
 */
#ifndef PGNPACK_ENTROPY_CODING_MIXER_H
#define PGNPACK_ENTROPY_CODING_MIXER_H

#include "entropy/coding/logistic.h"

enum {
    MIXER_SETS_MAX = 4,
    MIXER_INPUTS_MAX = 12,
    MIXER_RATE_COUNT = 4,
    MIXER_WEIGHT_MAX = 1 << 17,
    MIXER_PROBABILITY_MIN = 4
};

/* A mixer learns fast at first. */
struct mixer_rates {
    uint8_t of[MIXER_RATE_COUNT]; /* up to 2^12, 2^15, 2^18 bits, and behind them; of 2^8 */
};

/* At first all is 0 but the rates. */
struct mixer {
    struct mixer_rates rates;
    uint32_t next; /* rate */
    int32_t rate;  /* the present one, ... */
    uint64_t left; /* ... for so many bits more */
};

/*
 * A user with a constant number of inputs rounds it up by this and has zeros for those it lacks, whose weights nothing
 * changes: the compiler then works on several at once.
 */
#define MIXER_WIDTH(inputs) (((inputs) + 3u) & ~3u)

/* The weights of an input, of 2^16, are those of all sets together. */
struct mixer_choice {
    int32_t *sets[MIXER_SETS_MAX]; /* each with a weight for each input */
    unsigned set_count;
    unsigned input_count;
};

static inline void mixer_slow_down(struct mixer *mixer)
{
    static const uint64_t bits[MIXER_RATE_COUNT] = {1u << 12, (1u << 15) - (1u << 12),
                                                    (1u << 18) - (1u << 15), UINT64_MAX};
    mixer->rate = mixer->rates.of[mixer->next];
    mixer->left = bits[mixer->next];
    mixer->next++;
}

static inline int32_t mixer_take_rate(struct mixer *mixer)
{
    if (mixer->left == 0)
        mixer_slow_down(mixer);
    mixer->left--;
    return mixer->rate;
}

static inline int32_t mixer_within(int32_t number, int32_t limit)
{
    return number > limit ? limit : number < -limit ? -limit : number;
}

/* Shifts of numbers that may be negative, here and below: every compiler that we know rounds down. */
static inline int32_t mixer_mix(const struct mixer_choice *choice, const int32_t *inputs)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < choice->input_count; i++) {
        int32_t weight = 0;
        for (unsigned j = 0; j < choice->set_count; j++)
            weight += choice->sets[j][i];
        sum += (weight >> 4) * inputs[i];
    }
    return mixer_within(sum >> 12, LOGISTIC_LIMIT);
}

/* What a coder takes: of 2^16, and never certain. */
static inline uint32_t mixer_probability(uint32_t one)
{
    return one < MIXER_PROBABILITY_MIN           ? MIXER_PROBABILITY_MIN
           : one > 65536 - MIXER_PROBABILITY_MIN ? 65536 - MIXER_PROBABILITY_MIN
                                                 : one;
}

/* How far off the mixer was, as far as it learns it; to be called once for each bit. `one`: squash of what mixer_mix() made. */
static inline int32_t mixer_error(struct mixer *mixer, uint32_t one, unsigned bit)
{
    return (((int32_t)(bit << 16) - (int32_t)one) * mixer_take_rate(mixer)) >> 8;
}

static inline void mixer_change_weights(const struct mixer_choice *choice, const int32_t *inputs,
                                        int32_t error)
{
    int32_t changes[MIXER_INPUTS_MAX];
    for (unsigned i = 0; i < choice->input_count; i++)
        changes[i] = (inputs[i] * error + (1 << 12)) >> 13;
    for (unsigned j = 0; j < choice->set_count; j++) {
        int32_t *weights = choice->sets[j];
        for (unsigned i = 0; i < choice->input_count; i++)
            weights[i] = mixer_within(weights[i] + changes[i], MIXER_WEIGHT_MAX);
    }
}

static inline void mixer_learn(struct mixer *mixer, const struct mixer_choice *choice, const int32_t *inputs,
                               uint32_t one, unsigned bit)
{
    mixer_change_weights(choice, inputs, mixer_error(mixer, one, bit));
}

#endif
