/* A bit of a mixed model with SSE4.1: for kernels, which say what processor they are for. */
#ifndef PGNPACK_ENTROPY_KERNELS_MIXED_BITS_SSE41_H
#define PGNPACK_ENTROPY_KERNELS_MIXED_BITS_SSE41_H

#include "entropy/kernels/mixed_kernel_plain.h"
#include "entropy/kernels/vectors_sse41.h"

/* Up to four contexts of a bit, a lane for each; those that there are not have counters and inputs of 0. */
struct four {
    uint32_t *places[LANES]; /* of their counters */
    __m128i numbers;         /* of these */
    __m128i counters;
    __m128i inputs; /* odds in the lower halves of the lanes */
};

SSE41 void find_places(struct four *four, const struct mixed_model *model, const uint32_t *hashes,
                       uint32_t node)
{
    __m128i hash = _mm_xor_si128(lanes_load(hashes), _mm_set1_epi32((int)node)); /* hash32() */
    hash = _mm_mullo_epi32(hash, lanes_all(lanes_numbers.hash_factor));
    hash = _mm_xor_si128(hash, _mm_srli_epi32(hash, 15));
    four->numbers = _mm_srl_epi32(hash, _mm_cvtsi32_si128(32 - (int)model->counter_bits));
    four->places[0] = model->counters + (uint32_t)_mm_cvtsi128_si32(four->numbers);
    four->places[1] = model->counters + (uint32_t)_mm_extract_epi32(four->numbers, 1);
    four->places[2] = model->counters + (uint32_t)_mm_extract_epi32(four->numbers, 2);
    four->places[3] = model->counters + (uint32_t)_mm_extract_epi32(four->numbers, 3);
}

/* What the first `count` of its contexts say. */
SSE41 void ask(struct four *four, const struct mixed_model *model, const uint32_t *hashes, uint32_t node,
               unsigned count)
{
    find_places(four, model, hashes, node);
    four->counters = lanes_gather((const uint32_t *const *)four->places, count);
    four->inputs = lanes_odds(lanes_steps(four->counters), count);
}

SSE41 __m128i weigh(const struct four *four, const int32_t *weights, const int32_t *others)
{
    return lanes_weigh(four->inputs, _mm_add_epi32(lanes_load(weights), lanes_load(others)));
}

SSE41 void learn_weights(const struct four *four, int32_t *weights, int32_t *others, __m128i error)
{
    __m128i changes = lanes_changes(four->inputs, error);
    lanes_change(weights, changes);
    lanes_change(others, changes);
}

SSE41 void learn(const struct four *four, unsigned count, unsigned bit)
{
    __m128i mirror = _mm_set1_epi32((int)lanes_mirror(bit));
    lanes_scatter(four->places, count,
                  lanes_taught(four->counters, mirror, lanes_numbers.mixed_met_max, count));
}

/* Have two of up to four contexts the same counter? */
SSE41 int meet(const struct four *four, unsigned count)
{
    uint32_t *const *places = four->places;
    if (count == 2)
        return places[0] == places[1];
    if (count == 3)
        return places[0] == places[1] || places[0] == places[2] || places[1] == places[2];
    if (count < 2)
        return 0;
    __m128i all = four->numbers;
    __m128i next = _mm_cmpeq_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(0, 3, 2, 1)));
    __m128i next_but_one = _mm_cmpeq_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_movemask_epi8(_mm_or_si128(next, next_but_one)) != 0;
}

/* Of more than four, perhaps: the lower halves of their numbers are looked at. */
SSE41 int may_meet(const struct four *first, const struct four *second, unsigned count)
{
    const __m128i low = _mm_set1_epi32(0xffff);
    __m128i all = _mm_packus_epi32(_mm_and_si128(first->numbers, low), _mm_and_si128(second->numbers, low));
    if (count < MIXED_CONTEXTS_MAX - 1) /* contexts that there are not are all the same */
        all = _mm_add_epi16(all, _mm_set_epi16(2, 1, 0, 0, 0, 0, 0, 0));
    __m128i same = _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 2));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 4)));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 6)));
    same = _mm_or_si128(same, _mm_cmpeq_epi16(all, _mm_alignr_epi8(all, all, 8)));
    return _mm_movemask_epi8(same) != 0;
}

/* mixed_trust_table[] of the first two. */
SSE41 unsigned trust_class(__m128i counters, unsigned count)
{
    __m128i met = lanes_met(counters);
    unsigned first = mixed_trust_table[_mm_extract_epi16(met, 0)];
    return count == 1 ? first * 4 : first * 4 + mixed_trust_table[_mm_extract_epi16(met, 2)];
}

SSE41 unsigned code_bit(struct mixed_model *model, struct bit_coder *coder,
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
    int32_t *others = sets[MIXED_NODE_CLASSES + trust_class(first.counters, first_count)].of;
    __m128i sums = weigh(&first, weights, others);
    if (second_count > 0)
        sums = _mm_add_epi32(sums, weigh(&second, weights + LANES, others + LANES));
    uint32_t one = logistic_squash(lanes_mixed(sums));
    bit = bit_coder_code(coder, bit, mixer_probability(one));
    __m128i error = lanes_error(mixer_error(&model->mixer, one, bit));
    learn_weights(&first, weights, others, error);
    if (second_count > 0)
        learn_weights(&second, weights + LANES, others + LANES, error);
    if (second_count > 0 ? may_meet(&first, &second, count) : meet(&first, count)) {
        mixed_learn_plain(model, context, node, bit);
        return bit;
    }
    learn(&first, first_count, bit);
    if (second_count > 0)
        learn(&second, second_count, bit);
    return bit;
}

/*
 * A function for bits of `count` contexts, by `way`; one for each count, by one way up to four contexts and one for more; and all of
 * them, for a kernel that has made them.
 */
#define MIXED_CODE(processor, count, way)                                                                    \
    __attribute__((target(processor))) static unsigned code_##count(                                         \
        struct mixed_model *model, struct bit_coder *coder, const struct mixed_context *context,             \
        uint32_t node, unsigned bit)                                                                         \
    {                                                                                                        \
        return way(model, coder, context, node, bit, count);                                                 \
    }
#define MIXED_CODE_ALL(processor, of_four, of_eight)                                                         \
    MIXED_CODE(processor, 1, of_four)                                                                        \
    MIXED_CODE(processor, 2, of_four)                                                                        \
    MIXED_CODE(processor, 3, of_four)                                                                        \
    MIXED_CODE(processor, 4, of_four)                                                                        \
    MIXED_CODE(processor, 5, of_eight)                                                                       \
    MIXED_CODE(processor, 6, of_eight)                                                                       \
    MIXED_CODE(processor, 7, of_eight)                                                                       \
    MIXED_CODE(processor, 8, of_eight)
#define MIXED_CODES                                                                                          \
    {                                                                                                        \
        mixed_code_plain, code_1, code_2, code_3, code_4, code_5, code_6, code_7, code_8                     \
    }

#endif
