#include "moves/best_mixer.h"

#include <string.h>

#include "entropy/bit_counter.h"
#include "util/memory.h"

enum {
    ODDS_SHIFT = 4, /* offsets' units are finer than the mixer's */
    CHECK_BITS = 6,
    SEEN_START = 8,  /* an offset is thought to be small, before anything was seen */
    SEEN_UNIT = 4,   /* of `seen`, to one of SEEN_START */
    SEEN_MAX = 1023, /* what came longer ago is forgotten */
    OFFSET_MAX = 32000,
    MET_MAX = 250 /* of counters */
};

#define CHECK_MASK ((1u << CHECK_BITS) - 1)

static const struct mixer_rates rates = {{72, 32, 10, 5}};

void best_mixer_start(struct best_mixer *mixer)
{
    static const int32_t nets[BEST_NETS] = {12288, 4096};
    enum { OTHERS = 3000 };
    memset(mixer->slots, 0, sizeof mixer->slots);
    mixer->counters[0] = BIT_COUNTER_START;
    memory_repeat(mixer->counters, (size_t)1 << BEST_COUNTER_BITS, sizeof *mixer->counters);
    for (unsigned input = 0; input < BEST_INPUTS; input++)
        mixer->weights[0][input] = input < BEST_NETS                   ? nets[input]
                                   : input < BEST_NETS + BEST_CONTEXTS ? OTHERS
                                                                       : 0;
    memory_repeat(mixer->weights, BEST_SETS, sizeof *mixer->weights);
    mixer->mixer = (struct mixer){.rates = rates};
}

static unsigned seen_of(const struct best_slot *slot)
{
    return slot->seen >> CHECK_BITS;
}

static int has_check(const struct best_slot *slot, unsigned check)
{
    return (slot->seen & CHECK_MASK) == check;
}

/* The context's slot, one of two neighbours. If it has none, the one that saw less begins anew. */
static struct best_slot *find_slot(struct best_mixer *mixer, uint32_t hash)
{
    uint32_t place = hash >> (32 - BEST_CONTEXT_BITS);
    unsigned check = hash & CHECK_MASK;
    struct best_slot *slot = &mixer->slots[place];
    struct best_slot *other = &mixer->slots[place ^ 1];
    if (has_check(slot, check))
        return slot;
    if (has_check(other, check))
        return other;
    if (seen_of(other) < seen_of(slot))
        slot = other;
    *slot = (struct best_slot){0, (uint16_t)check};
    return slot;
}

static uint32_t *counter_of(struct best_mixer *mixer, uint32_t hash)
{
    return &mixer->counters[hash >> (32 - BEST_COUNTER_BITS)];
}

/* The tables are larger than the nearer caches: all of their places are asked for at once. */
static void fetch(struct best_mixer *mixer, const struct best_question *question)
{
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        __builtin_prefetch(&mixer->slots[question->contexts[i] >> (32 - BEST_CONTEXT_BITS)], 1);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        __builtin_prefetch(counter_of(mixer, question->counters[i]), 1);
}

/* What is known in a decision; NULL: no say. */
struct voices {
    struct best_slot *slots[BEST_CONTEXTS];
    uint32_t *counters[BEST_COUNTERS];
};

static void listen(struct best_mixer *mixer, const struct best_question *question, struct voices *voices,
                   int32_t inputs[BEST_INPUTS])
{
    fetch(mixer, question);
    memset(voices, 0, sizeof *voices);
    memset(inputs, 0, BEST_INPUTS * sizeof *inputs);
    memcpy(inputs, question->odds, sizeof question->odds);
    for (unsigned i = 0; i < BEST_CONTEXTS; i++) {
        if (question->contexts[i] == 0)
            continue;
        voices->slots[i] = find_slot(mixer, question->contexts[i]);
        inputs[BEST_NETS + i] = voices->slots[i]->offset >> ODDS_SHIFT;
    }
    for (unsigned i = 0; i < BEST_COUNTERS; i++) {
        if (question->counters[i] == 0)
            continue;
        voices->counters[i] = counter_of(mixer, question->counters[i]);
        inputs[BEST_NETS + BEST_CONTEXTS + i] = bit_counter_odds(*voices->counters[i]);
    }
}

static unsigned trust_class(const struct best_slot *slot)
{
    enum { SOME = 8, MANY = 48 };
    return slot == NULL ? 0 : seen_of(slot) < SOME ? 1 : seen_of(slot) < MANY ? 2 : 3;
}

static struct mixer_choice choose_weights(struct best_mixer *mixer, const struct best_question *question,
                                          const struct voices *voices)
{
    struct mixer_choice choice = {.set_count = BEST_SET_GROUPS + 1, .input_count = BEST_INPUTS};
    unsigned trust = 0;
    for (unsigned i = 0; i < BEST_TRUSTED; i++)
        trust = trust * 4 + trust_class(voices->slots[question->trusted[i]]);
    for (unsigned i = 0; i < BEST_SET_GROUPS; i++)
        choice.sets[i] = mixer->weights[question->sets[i]];
    choice.sets[BEST_SET_GROUPS] = mixer->weights[BEST_GROUPED_SETS + trust];
    return choice;
}

static void learn_offset(struct best_slot *slot, int32_t odds, unsigned bit)
{
    uint32_t expected = logistic_squash(odds + (slot->offset >> ODDS_SHIFT));
    int32_t error = (int32_t)(bit << 16) - (int32_t)expected;
    unsigned seen = seen_of(slot);
    int32_t change = error / (int32_t)(seen / SEEN_UNIT + SEEN_START);
    slot->offset = (int16_t)mixer_within(slot->offset + change, OFFSET_MAX);
    seen += (unsigned)((uint64_t)expected * (65536 - expected) >> 26) + 1;
    slot->seen = (uint16_t)((seen < SEEN_MAX ? seen : SEEN_MAX) << CHECK_BITS | (slot->seen & CHECK_MASK));
}

unsigned best_mixer_code(struct best_mixer *mixer, struct bit_coder *bits,
                         const struct best_question *question, unsigned bit)
{
    struct voices voices;
    int32_t inputs[BEST_INPUTS];
    listen(mixer, question, &voices, inputs);
    struct mixer_choice choice = choose_weights(mixer, question, &voices);
    uint32_t one = logistic_squash(mixer_mix(&choice, inputs));
    bit = bit_coder_code(bits, bit, mixer_probability(one));
    mixer_learn(&mixer->mixer, &choice, inputs, one, bit);
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        if (voices.slots[i] != NULL)
            learn_offset(voices.slots[i], question->odds[0], bit);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        if (voices.counters[i] != NULL)
            bit_counter_learn(voices.counters[i], bit, MET_MAX);
    return bit;
}
