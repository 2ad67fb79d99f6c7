/* Bits of a mixed model with AVX2: up to eight contexts at a time, and a function for each number of contexts. */
#include "entropy/kernels/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/kernels/mixed_bits_sse41.h"
#include "entropy/kernels/vectors_avx2.h"

/* More than four contexts of a bit, in two halves. */
struct eight {
    uint32_t *places[LANES_MAX]; /* of their counters */
    __m256i numbers;             /* of these */
    __m256i counters;
    __m256i inputs;
};

AVX2 void set_places(uint32_t *places[LANES], uint32_t *counters, __m128i numbers)
{
    places[0] = counters + (uint32_t)_mm_cvtsi128_si32(numbers);
    places[1] = counters + (uint32_t)_mm_extract_epi32(numbers, 1);
    places[2] = counters + (uint32_t)_mm_extract_epi32(numbers, 2);
    places[3] = counters + (uint32_t)_mm_extract_epi32(numbers, 3);
}

AVX2 void find_eight(struct eight *eight, const struct mixed_model *model, const uint32_t *hashes,
                     uint32_t node)
{
    __m256i hash = _mm256_xor_si256(load_eight(hashes), _mm256_set1_epi32((int)node)); /* hash32() */
    hash = _mm256_mullo_epi32(hash, all_eight(lanes_numbers.hash_factor));
    hash = _mm256_xor_si256(hash, _mm256_srli_epi32(hash, 15));
    eight->numbers = _mm256_srl_epi32(hash, _mm_cvtsi32_si128(32 - (int)model->counter_bits));
    set_places(eight->places, model->counters, lower(eight->numbers));
    set_places(eight->places + LANES, model->counters, upper(eight->numbers));
}

AVX2 void ask_eight(struct eight *eight, const struct mixed_model *model, const uint32_t *hashes,
                    uint32_t node, unsigned count)
{
    find_eight(eight, model, hashes, node);
    const uint32_t *const *places = (const uint32_t *const *)eight->places;
    __m128i low = lanes_gather(places, LANES), high = lanes_gather(places + LANES, count - LANES);
    eight->counters = joined(low, high);
    eight->inputs = joined(lanes_odds(lanes_steps(low), LANES), lanes_odds(lanes_steps(high), count - LANES));
}

/* Have two of the contexts the same counter? Those that there are not get numbers that no counter has. */
AVX2 int meet_eight(const struct eight *eight, unsigned count)
{
    const __m256i others = _mm256_setr_epi32(0, 0, 0, 0, 0, count < 6 ? 1 << 24 : 0, count < 7 ? 2 << 24 : 0,
                                             count < 8 ? 3 << 24 : 0);
    __m256i all = count < LANES_MAX ? _mm256_or_si256(eight->numbers, others) : eight->numbers;
    const __m256i next = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    const __m256i third = _mm256_setr_epi32(3, 4, 5, 6, 7, 0, 1, 2);
    __m256i same = _mm256_cmpeq_epi32(all, _mm256_permutevar8x32_epi32(all, next));
    same = _mm256_or_si256(same, _mm256_cmpeq_epi32(all, _mm256_permutevar8x32_epi32(all, third)));
    __m256i far = _mm256_permute4x64_epi64(all, _MM_SHUFFLE(0, 3, 2, 1)); /* two on */
    same = _mm256_or_si256(same, _mm256_cmpeq_epi32(all, far));
    far = _mm256_permute4x64_epi64(all, _MM_SHUFFLE(1, 0, 3, 2)); /* four on */
    same = _mm256_or_si256(same, _mm256_cmpeq_epi32(all, far));
    return !_mm256_testz_si256(same, same);
}

AVX2 void learn_eight(const struct eight *eight, int32_t *weights, int32_t *others, __m128i error)
{
    __m256i changes = changes_eight(eight->inputs, error);
    change_eight(weights, changes);
    change_eight(others, changes);
}

AVX2 int32_t mixed_eight(const struct eight *eight, const int32_t *weights, const int32_t *others)
{
    __m256i sums = _mm256_add_epi32(load_eight(weights), load_eight(others));
    return lanes_mixed(weigh_eight(eight->inputs, sums));
}

/* With more than four contexts. */
AVX2 unsigned code_eight(struct mixed_model *model, struct bit_coder *coder,
                         const struct mixed_context *context, uint32_t node, unsigned bit, unsigned count)
{
    struct mixed_weights *sets = model->weights[context->set];
    int32_t *weights = sets[mixed_node_class(node)].of;
    struct eight eight;
    ask_eight(&eight, model, context->hashes, node, count);
    int32_t *others = sets[MIXED_NODE_CLASSES + trust_class(lower(eight.counters), LANES)].of;
    uint32_t one = logistic_squash(mixed_eight(&eight, weights, others));
    bit = bit_coder_code(coder, bit, mixer_probability(one));
    learn_eight(&eight, weights, others, lanes_error(mixer_error(&model->mixer, one, bit)));
    if (meet_eight(&eight, count)) {
        mixed_learn_plain(model, context, node, bit);
        return bit;
    }
    __m256i mirror = _mm256_set1_epi32((int)lanes_mirror(bit));
    __m256i taught = taught_eight(eight.counters, mirror, lanes_numbers.mixed_met_max, count);
    lanes_scatter(eight.places, LANES, lower(taught));
    lanes_scatter(eight.places + LANES, count - LANES, upper(taught));
    return bit;
}

MIXED_CODE_ALL("avx2", code_bit, code_eight)

const struct mixed_kernel mixed_kernel_avx2 = {"AVX2", MIXED_CODES};

#endif
