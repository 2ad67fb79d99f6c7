#include "moves/best/best_mixer.h"

#include <string.h>

#include "entropy/coding/bit_counter.h"
#include "util/memory.h"

enum { MET_MAX = 250 /* of counters */ };

static const struct mixer_rates rates = {{72, 32, 10, 5}};

void best_mixer_start(struct best_mixer *mixer, const struct best_arithmetic *arithmetic)
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
    mixer->arithmetic = arithmetic;
}

static int has_check(const struct best_slot *slot, unsigned check)
{
    return (slot->seen & BEST_CHECK_MASK) == check;
}

/* The context's slot, one of two neighbours. If it has none, the one that saw less begins anew. */
static struct best_slot *find_slot(struct best_mixer *mixer, uint32_t hash)
{
    uint32_t place = hash >> (32 - BEST_CONTEXT_BITS);
    unsigned check = hash & BEST_CHECK_MASK;
    struct best_slot *slot = &mixer->slots[place];
    struct best_slot *other = &mixer->slots[place ^ 1];
    if (has_check(slot, check))
        return slot;
    if (has_check(other, check))
        return other;
    if (best_slot_seen(*other) < best_slot_seen(*slot))
        slot = other;
    *slot = (struct best_slot){0, (uint16_t)check};
    return slot;
}

static uint32_t *counter_of(struct best_mixer *mixer, uint32_t hash)
{
    return &mixer->counters[hash >> (32 - BEST_COUNTER_BITS)];
}

void best_mixer_fetch(const struct best_mixer *mixer, const struct best_question *question)
{
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        __builtin_prefetch(&mixer->slots[question->hashes[i] >> (32 - BEST_CONTEXT_BITS)], 1);
    for (unsigned i = BEST_CONTEXTS; i < BEST_HASHES; i++)
        __builtin_prefetch(&mixer->counters[question->hashes[i] >> (32 - BEST_COUNTER_BITS)], 1);
}

/* What is known in a decision. */
struct voices {
    struct best_slot *slots[BEST_CONTEXTS]; /* NULL: no say */
    struct best_slot found[BEST_CONTEXTS];  /* what stands there, or zeros */
    uint32_t *counters[BEST_COUNTERS];      /* NULL: no say */
    int32_t inputs[BEST_INPUTS];
};

static void listen(struct best_mixer *mixer, const struct best_question *question, struct voices *voices)
{
    int32_t *inputs = voices->inputs;
    for (unsigned i = 0; i < BEST_CONTEXTS; i++) {
        uint32_t hash = question->hashes[i];
        voices->slots[i] = hash == 0 ? NULL : find_slot(mixer, hash);
        voices->found[i] = hash == 0 ? (struct best_slot){0, 0} : *voices->slots[i];
    }
    mixer->arithmetic->take_offsets(voices->found, inputs);
    memcpy(inputs, question->odds, sizeof question->odds);
    for (unsigned i = 0; i < BEST_COUNTERS; i++) {
        uint32_t hash = question->hashes[BEST_CONTEXTS + i];
        voices->counters[i] = hash == 0 ? NULL : counter_of(mixer, hash);
        inputs[BEST_NETS + BEST_CONTEXTS + i] = hash == 0 ? 0 : bit_counter_odds(*voices->counters[i]);
    }
}

static unsigned trust_class(const struct voices *voices, unsigned context)
{
    enum { SOME = 8, MANY = 48 };
    const struct best_slot *slot =
        voices->slots[context]; /* as it is now: another context may have taken it over */
    unsigned seen = slot == NULL ? 0 : best_slot_seen(*slot);
    return slot == NULL ? 0 : seen < SOME ? 1 : seen < MANY ? 2 : 3;
}

static struct mixer_choice choose_weights(struct best_mixer *mixer, const struct best_question *question,
                                          const struct voices *voices)
{
    struct mixer_choice choice = {.set_count = BEST_SET_GROUPS + 1, .input_count = BEST_INPUTS};
    unsigned trust = 0;
    for (unsigned i = 0; i < BEST_TRUSTED; i++)
        trust = trust * 4 + trust_class(voices, question->trusted[i]);
    for (unsigned i = 0; i < BEST_SET_GROUPS; i++)
        choice.sets[i] = mixer->weights[question->sets[i]];
    choice.sets[BEST_SET_GROUPS] = mixer->weights[BEST_GROUPED_SETS + trust];
    return choice;
}

static int is_same(const struct best_slot *a, const struct best_slot *b)
{
    return a->offset == b->offset && a->seen == b->seen;
}

/* One after the other: where two contexts have the same slot, the later one learns on from what the earlier one left. */
static void learn_offsets(const struct best_mixer *mixer, const struct voices *voices, int32_t odds,
                          unsigned bit)
{
    struct best_slot learnt[BEST_CONTEXTS];
    memcpy(learnt, voices->found, sizeof learnt);
    mixer->arithmetic->learn_offsets(learnt, voices->inputs, odds, bit);
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        if (voices->slots[i] != NULL)
            *voices->slots[i] = is_same(voices->slots[i], &voices->found[i])
                                    ? learnt[i]
                                    : best_slot_learn(*voices->slots[i], odds, bit);
}

unsigned best_mixer_code(struct best_mixer *mixer, struct bit_coder *bits,
                         const struct best_question *question, unsigned bit)
{
    const struct best_arithmetic *arithmetic = mixer->arithmetic;
    struct voices voices;
    listen(mixer, question, &voices);
    struct mixer_choice choice = choose_weights(mixer, question, &voices);
    uint32_t one = logistic_squash(arithmetic->mix(&choice, voices.inputs));
    bit = bit_coder_code(bits, bit, mixer_probability(one));
    arithmetic->learn_weights(&choice, voices.inputs, mixer_error(&mixer->mixer, one, bit));
    learn_offsets(mixer, &voices, question->odds[0], bit);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        if (voices.counters[i] != NULL)
            bit_counter_learn(voices.counters[i], bit, MET_MAX);
    return bit;
}
