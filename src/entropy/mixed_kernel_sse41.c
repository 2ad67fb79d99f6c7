/*
 * Bits of a mixed model with SSE4.1: four contexts at a time, and a function for each number of contexts. Numbers of 16
 * bits with a sign are multiplied in pairs (_mm_madd_epi16): that many have odds, weights / 16 and errors.
 */
#include "entropy/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include <smmintrin.h>

#include "entropy/bit_counter.h"

#define TARGET __attribute__((target("sse4.1")))
#define PART TARGET static inline __attribute__((always_inline))

enum { LANES = 4, ERROR_ROUND_BITS = 13 };

/* Up to four contexts of a bit, a lane for each; those that there are not have counters and inputs of 0. */
struct four {
    uint32_t places[LANES]; /* of their counters */
    __m128i all_places;
    __m128i counters;
    __m128i inputs; /* odds in the lower halves of the lanes */
};

PART __m128i load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

PART void store(void *to, __m128i four)
{
    _mm_storeu_si128((__m128i *)to, four);
}

PART void find_places(struct four *four, const struct mixed_model *model, const uint32_t *hashes,
                      uint32_t node)
{
    __m128i hash = _mm_xor_si128(load(hashes), _mm_set1_epi32((int)node)); /* hash32() */
    hash = _mm_mullo_epi32(hash, _mm_set1_epi32((int)UINT32_C(0x9e3779b1)));
    hash = _mm_xor_si128(hash, _mm_srli_epi32(hash, 15));
    four->all_places = _mm_srl_epi32(hash, _mm_cvtsi32_si128(32 - (int)model->counter_bits));
    four->places[0] = (uint32_t)_mm_cvtsi128_si32(four->all_places);
    four->places[1] = (uint32_t)_mm_extract_epi32(four->all_places, 1);
    four->places[2] = (uint32_t)_mm_extract_epi32(four->all_places, 2);
    four->places[3] = (uint32_t)_mm_extract_epi32(four->all_places, 3);
}

/* What the first `count` of its contexts say. */
PART void ask(struct four *four, const struct mixed_model *model, const uint32_t *hashes, uint32_t node,
              unsigned count)
{
    const uint32_t *counters = model->counters;
    find_places(four, model, hashes, node);
    four->counters = _mm_cvtsi32_si128((int)counters[four->places[0]]);
    if (count > 1)
        four->counters = _mm_insert_epi32(four->counters, (int)counters[four->places[1]], 1);
    if (count > 2)
        four->counters = _mm_insert_epi32(four->counters, (int)counters[four->places[2]], 2);
    if (count > 3)
        four->counters = _mm_insert_epi32(four->counters, (int)counters[four->places[3]], 3);
    __m128i steps = _mm_srli_epi32(four->counters, 32 - LOGISTIC_STEP_BITS);
    const int16_t *odds = logistic_stretch_table;
    four->inputs = _mm_insert_epi16(_mm_setzero_si128(), odds[_mm_extract_epi16(steps, 0)], 0);
    if (count > 1)
        four->inputs = _mm_insert_epi16(four->inputs, odds[_mm_extract_epi16(steps, 2)], 2);
    if (count > 2)
        four->inputs = _mm_insert_epi16(four->inputs, odds[_mm_extract_epi16(steps, 4)], 4);
    if (count > 3)
        four->inputs = _mm_insert_epi16(four->inputs, odds[_mm_extract_epi16(steps, 6)], 6);
}

PART __m128i weigh(const struct four *four, const int32_t *weights, const int32_t *others)
{
    __m128i weight = _mm_srai_epi32(_mm_add_epi32(load(weights), load(others)), 4);
    return _mm_madd_epi16(weight, four->inputs);
}

PART int32_t total_of(__m128i sums)
{
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sums);
}

PART void add_within(int32_t *weights, __m128i changes)
{
    __m128i sum = _mm_add_epi32(load(weights), changes);
    sum = _mm_min_epi32(sum, _mm_set1_epi32(MIXER_WEIGHT_MAX));
    store(weights, _mm_max_epi32(sum, _mm_set1_epi32(-MIXER_WEIGHT_MAX)));
}

/* `error`: in each lane the error, and over it a 1 that half of what is divided by is multiplied with. */
PART void learn_weights(const struct four *four, int32_t *weights, int32_t *others, __m128i error)
{
    __m128i half = _mm_set1_epi32(1 << (ERROR_ROUND_BITS - 1 + 16));
    __m128i changes = _mm_srai_epi32(_mm_madd_epi16(_mm_or_si128(four->inputs, half), error), ERROR_ROUND_BITS);
    add_within(weights, changes);
    add_within(others, changes);
}

/*
 * The counters after a bit. A 1 makes a probability p larger as a 0 makes 2^22 - 1 - p smaller; that times a step of 16
 * bits, / 2^16, is the sum of what its upper and lower halves give.
 */
PART __m128i taught(__m128i counters, __m128i steps, unsigned bit)
{
    __m128i mirror = _mm_set1_epi32((int)((0u - bit) & ~(uint32_t)BIT_COUNTER_MET_MASK));
    __m128i chance = _mm_srli_epi32(_mm_xor_si128(counters, mirror), BIT_COUNTER_MET_BITS);
    steps = _mm_or_si128(steps, _mm_slli_epi32(steps, 16));
    __m128i change =
        _mm_add_epi32(_mm_mulhi_epu16(chance, steps), _mm_srli_epi32(_mm_mullo_epi16(chance, steps), 16));
    chance = _mm_slli_epi32(_mm_sub_epi32(chance, change), BIT_COUNTER_MET_BITS);
    __m128i met = _mm_and_si128(counters, _mm_set1_epi32(BIT_COUNTER_MET_MASK));
    met = _mm_min_epi32(_mm_add_epi32(met, _mm_set1_epi32(1)), _mm_set1_epi32(MIXED_MET_MAX));
    return _mm_or_si128(_mm_xor_si128(chance, mirror), met);
}

PART void learn(const struct four *four, struct mixed_model *model, unsigned count, unsigned bit)
{
    __m128i met = _mm_and_si128(four->counters, _mm_set1_epi32(BIT_COUNTER_MET_MASK));
    const uint16_t *steps_of = bit_counter_step_table;
    __m128i steps = _mm_insert_epi16(_mm_setzero_si128(), steps_of[_mm_extract_epi16(met, 0)], 0);
    if (count > 1)
        steps = _mm_insert_epi16(steps, steps_of[_mm_extract_epi16(met, 2)], 2);
    if (count > 2)
        steps = _mm_insert_epi16(steps, steps_of[_mm_extract_epi16(met, 4)], 4);
    if (count > 3)
        steps = _mm_insert_epi16(steps, steps_of[_mm_extract_epi16(met, 6)], 6);
    __m128i after = taught(four->counters, steps, bit);
    model->counters[four->places[0]] = (uint32_t)_mm_cvtsi128_si32(after);
    if (count > 1)
        model->counters[four->places[1]] = (uint32_t)_mm_extract_epi32(after, 1);
    if (count > 2)
        model->counters[four->places[2]] = (uint32_t)_mm_extract_epi32(after, 2);
    if (count > 3)
        model->counters[four->places[3]] = (uint32_t)_mm_extract_epi32(after, 3);
}

/* Have two of up to four contexts the same counter? */
PART int meet(const struct four *four, unsigned count)
{
    const uint32_t *places = four->places;
    if (count == 2)
        return places[0] == places[1];
    if (count == 3)
        return places[0] == places[1] || places[0] == places[2] || places[1] == places[2];
    if (count < 2)
        return 0;
    __m128i all = four->all_places;
    __m128i next = _mm_cmpeq_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(0, 3, 2, 1)));
    __m128i next_but_one = _mm_cmpeq_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_movemask_epi8(_mm_or_si128(next, next_but_one)) != 0;
}

/* Of more than four, perhaps: the lower halves of their numbers are looked at. */
PART int may_meet(const struct four *first, const struct four *second, unsigned count)
{
    const __m128i low = _mm_set1_epi32(0xffff);
    __m128i all = _mm_packus_epi32(_mm_and_si128(first->all_places, low),
                                   _mm_and_si128(second->all_places, low));
    if (count < MIXED_CONTEXTS_MAX - 1) /* contexts that there are not are all the same */
        all = _mm_add_epi16(all, _mm_set_epi16(2, 1, count < 6, 0, 0, 0, 0, 0));
    __m128i same = _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 2));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 4)));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 6)));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 8)));
    return _mm_movemask_epi8(same) != 0;
}

PART unsigned trust_class(const struct four *four, unsigned count)
{
    unsigned first = mixed_trust_table[_mm_extract_epi16(four->counters, 0) & BIT_COUNTER_MET_MASK];
    if (count == 1)
        return first * 4;
    return first * 4 + mixed_trust_table[_mm_extract_epi16(four->counters, 2) & BIT_COUNTER_MET_MASK];
}

PART __m128i error_of(struct mixer *mixer, uint32_t one, unsigned bit)
{
    int32_t error = (((int32_t)(bit << 16) - (int32_t)one) * mixer_take_rate(mixer)) >> 8;
    return _mm_set1_epi32((int)((uint32_t)error & 0xffff) | 1 << 16);
}

PART unsigned code_bit(struct mixed_model *model, struct bit_coder *coder,
                       const struct mixed_context *context, uint32_t node, unsigned bit, unsigned count)
{
    struct mixed_weights *sets = model->weights[context->set];
    int32_t *weights = sets[mixed_node_class(node)].of;
    struct four first, second;
    unsigned first_count = count < LANES ? count : LANES;
    unsigned second_count = count - first_count;
    ask(&first, model, context->hashes, node, first_count);
    if (second_count > 0)
        ask(&second, model, context->hashes + LANES, node, second_count);
    int32_t *others = sets[MIXED_NODE_CLASSES + trust_class(&first, first_count)].of;
    __m128i sums = weigh(&first, weights, others);
    if (second_count > 0)
        sums = _mm_add_epi32(sums, weigh(&second, weights + LANES, others + LANES));
    uint32_t one = logistic_squash(total_of(sums) >> 12);
    bit = bit_coder_code(coder, bit, mixer_probability(one));
    __m128i error = error_of(&model->mixer, one, bit);
    learn_weights(&first, weights, others, error);
    if (second_count > 0)
        learn_weights(&second, weights + LANES, others + LANES, error);
    if (second_count > 0 ? may_meet(&first, &second, count) : meet(&first, count)) {
        mixed_learn_plain(model, context, node, bit);
        return bit;
    }
    learn(&first, model, first_count, bit);
    if (second_count > 0)
        learn(&second, model, second_count, bit);
    return bit;
}

#define CODE(count)                                                                                                    \
    TARGET static unsigned code_##count(struct mixed_model *model, struct bit_coder *coder,                            \
                                        const struct mixed_context *context, uint32_t node, unsigned bit)              \
    {                                                                                                                  \
        return code_bit(model, coder, context, node, bit, count);                                                      \
    }

CODE(1)
CODE(2)
CODE(3)
CODE(4)
CODE(5)
CODE(6)
CODE(7)
CODE(8)

static unsigned code(struct mixed_model *model, struct bit_coder *coder, const struct mixed_context *context,
                     uint32_t node, unsigned bit)
{
    switch (context->count) {
    case 0:
        return mixed_kernel_plain.code(model, coder, context, node, bit);
    case 1:
        return code_1(model, coder, context, node, bit);
    case 2:
        return code_2(model, coder, context, node, bit);
    case 3:
        return code_3(model, coder, context, node, bit);
    case 4:
        return code_4(model, coder, context, node, bit);
    case 5:
        return code_5(model, coder, context, node, bit);
    case 6:
        return code_6(model, coder, context, node, bit);
    case 7:
        return code_7(model, coder, context, node, bit);
    default:
        return code_8(model, coder, context, node, bit);
    }
}

const struct mixed_kernel mixed_kernel_sse41 = {"SSE4.1", code};

#endif
