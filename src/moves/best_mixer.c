#include "moves/best_mixer.h"

#include <string.h>

#include "entropy/logistic.h"
#include "util/memory.h"

enum {
    ODDS_SHIFT = 4, /* offsets' units are finer than the mixer's */
    CHECK_BITS = 6,
    SEEN_START = 8,  /* an offset is thought to be small, before anything was seen */
    SEEN_UNIT = 4,   /* of `seen`, to one of SEEN_START */
    SEEN_MAX = 1023, /* what came longer ago is forgotten */
    OFFSET_MAX = 32000,
    COUNTED_MAX = 255,
    RATE_SHIFT = 11,
    ERROR_DIVISOR = 16,
    WEIGHT_MAX = 1 << 22,
    CHANCE_MIN = 16
};

void best_mixer_start(struct best_mixer *mixer)
{
    static const int32_t nets[BEST_NETS] = {3 << 14, 1 << 14};
    static const int32_t others[BEST_TRUST_CLASSES] = {1500, 5000, 7000, 7000};
    memset(mixer->offsets, 0, sizeof mixer->offsets);
    memset(mixer->counters, 0, sizeof mixer->counters);
    for (unsigned input = 0; input < BEST_INPUTS; input++)
        for (unsigned class = 0; class < BEST_TRUST_CLASSES; class ++)
            mixer->weights[0][input][class] = input < BEST_NETS    ? nets[input]
                                              : input == BEST_NETS ? 0
                                                                   : others[class];
    memory_repeat(mixer->weights, BEST_SETS, sizeof *mixer->weights);
}

/* What speaks in a decision. */
struct voices {
    int32_t odds[BEST_INPUTS];
    uint8_t trust[BEST_INPUTS];
    struct best_slot *offsets[BEST_CONTEXTS];  /* NULL: no say */
    struct best_slot *counters[BEST_COUNTERS]; /* the same */
};

static unsigned trust_offset(unsigned seen)
{
    return (unsigned)(seen >= 16) + (seen >= 96) + (seen >= 640);
}

static unsigned trust_counter(unsigned seen)
{
    return (unsigned)(seen >= 1) + (seen >= 4) + (seen >= 20);
}

static unsigned seen_of(const struct best_slot *slot)
{
    return slot->seen >> CHECK_BITS;
}

/* The context's slot, one of two neighbours. If it has none, the one that saw less begins anew. */
static struct best_slot *find_slot(struct best_slot *slots, unsigned bits, uint32_t hash)
{
    uint32_t place = hash >> (32 - bits);
    unsigned check = hash & ((1u << CHECK_BITS) - 1);
    struct best_slot *slot = &slots[place];
    struct best_slot *other = &slots[place ^ 1];
    if (((slot->seen ^ check) & ((1u << CHECK_BITS) - 1)) == 0)
        return slot;
    if (((other->seen ^ check) & ((1u << CHECK_BITS) - 1)) == 0)
        return other;
    if (seen_of(other) < seen_of(slot))
        slot = other;
    *slot = (struct best_slot){0, (uint16_t)check};
    return slot;
}

static void set_seen(struct best_slot *slot, unsigned seen, unsigned most)
{
    unsigned check = slot->seen & ((1u << CHECK_BITS) - 1);
    slot->seen = (uint16_t)((seen < most ? seen : most) << CHECK_BITS | check);
}

static void add_offset(struct voices *voices, struct best_mixer *mixer, unsigned i, uint32_t hash)
{
    unsigned input = BEST_NETS + 1 + i;
    if (hash == 0)
        return;
    struct best_slot *offset = find_slot(mixer->offsets, BEST_CONTEXT_BITS, hash);
    voices->offsets[i] = offset;
    voices->odds[input] = offset->value >> ODDS_SHIFT;
    voices->trust[input] = (uint8_t)trust_offset(seen_of(offset));
}

static unsigned chance_of(const struct best_slot *counter)
{
    return (unsigned)(counter->value + (1 << 15));
}

static void add_counter(struct voices *voices, struct best_mixer *mixer, unsigned i, uint32_t hash)
{
    unsigned input = BEST_NETS + 1 + BEST_CONTEXTS + i;
    if (hash == 0)
        return;
    struct best_slot *counter = find_slot(mixer->counters, BEST_COUNTER_BITS, hash);
    voices->counters[i] = counter;
    voices->odds[input] = logistic_stretch(chance_of(counter) >> (16 - LOGISTIC_STEP_BITS));
    voices->trust[input] = (uint8_t)trust_counter(seen_of(counter));
}

/* The table is larger than the nearer caches: all of its places are asked for at once. */
static void fetch(const struct best_mixer *mixer, const struct best_question *question)
{
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        __builtin_prefetch(&mixer->offsets[question->contexts[i] >> (32 - BEST_CONTEXT_BITS)], 1);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        __builtin_prefetch(&mixer->counters[question->counters[i] >> (32 - BEST_COUNTER_BITS)], 1);
}

static void listen(struct voices *voices, struct best_mixer *mixer, const struct best_question *question)
{
    fetch(mixer, question);
    memset(voices, 0, sizeof *voices);
    memcpy(voices->odds, question->odds, sizeof question->odds);
    voices->odds[BEST_NETS] = 256;
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        add_offset(voices, mixer, i, question->contexts[i]);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        add_counter(voices, mixer, i, question->counters[i]);
}

static inline int32_t limit(int32_t value, int32_t bound)
{
    return value > bound ? bound : value < -bound ? -bound : value;
}

static int32_t mix(int32_t weights[BEST_INPUTS][BEST_TRUST_CLASSES], const struct voices *voices)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < BEST_INPUTS; i++)
        sum += (int64_t)weights[i][voices->trust[i]] * voices->odds[i];
    /* Arithmetic shifts of numbers that may be negative: every compiler that we know rounds down. */
    return limit((int32_t)(sum >> 16), LOGISTIC_LIMIT);
}

/* ---- Learning ---- */

/* Of 2^16: what was, less what was expected of these odds. */
static int32_t error_of(unsigned bit, int32_t odds)
{
    return (int32_t)(bit << 16) - (int32_t)logistic_squash(odds);
}

static void correct(int32_t weights[BEST_INPUTS][BEST_TRUST_CLASSES], const struct voices *voices,
                    int32_t error)
{
    error /= ERROR_DIVISOR;
    for (unsigned i = 0; i < BEST_INPUTS; i++) {
        int32_t *weight = &weights[i][voices->trust[i]];
        *weight =
            limit(*weight + ((voices->odds[i] * error + (1 << (RATE_SHIFT - 1))) >> RATE_SHIFT), WEIGHT_MAX);
    }
}

static void learn_offset(struct best_slot *offset, int32_t odds, unsigned bit)
{
    uint32_t expected = logistic_squash(odds + (offset->value >> ODDS_SHIFT));
    int32_t error = (int32_t)(bit << 16) - (int32_t)expected;
    unsigned seen = seen_of(offset);
    offset->value =
        (int16_t)limit(offset->value + error / (int32_t)(seen / SEEN_UNIT + SEEN_START), OFFSET_MAX);
    set_seen(offset, seen + (unsigned)((uint64_t)expected * (65536 - expected) >> 26) + 1, SEEN_MAX);
}

static void learn_counter(struct best_slot *counter, unsigned bit)
{
    int32_t error = (bit ? 65535 : 0) - (int32_t)chance_of(counter);
    unsigned seen = seen_of(counter);
    counter->value = (int16_t)(counter->value + 2 * error / (int32_t)(2 * seen + 3));
    set_seen(counter, seen + 1, COUNTED_MAX);
}

unsigned best_mixer_code(struct best_mixer *mixer, struct bit_coder *bits,
                         const struct best_question *question, unsigned bit)
{
    struct voices voices;
    int32_t odds[BEST_SET_GROUPS];
    int32_t sum = 0;
    listen(&voices, mixer, question);
    for (unsigned i = 0; i < BEST_SET_GROUPS; i++)
        sum += odds[i] = mix(mixer->weights[question->sets[i]], &voices);
    uint32_t chance = logistic_squash(sum / BEST_SET_GROUPS);
    chance = chance < CHANCE_MIN ? CHANCE_MIN : chance > 65536 - CHANCE_MIN ? 65536 - CHANCE_MIN : chance;
    bit = bit_coder_code(bits, bit, chance);
    for (unsigned i = 0; i < BEST_SET_GROUPS; i++)
        correct(mixer->weights[question->sets[i]], &voices, error_of(bit, odds[i]));
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        if (voices.offsets[i] != NULL)
            learn_offset(voices.offsets[i], question->odds[0], bit);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        if (voices.counters[i] != NULL)
            learn_counter(voices.counters[i], bit);
    return bit;
}
