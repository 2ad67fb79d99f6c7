/*
 * What kernels with SSE4.1 share: counters (bit_counter.h) and weights (mixer.h), four at a time, a lane for each. Numbers of
 * 16 bits with a sign are multiplied in pairs (_mm_madd_epi16): odds, weights / 16 and errors are that small.
 */
#ifndef PGNPACK_ENTROPY_KERNELS_VECTORS_SSE41_H
#define PGNPACK_ENTROPY_KERNELS_VECTORS_SSE41_H

#include <smmintrin.h>

#include "entropy/coding/bit_counter.h"
#include "entropy/coding/mixer.h"

#define SSE41 __attribute__((target("sse4.1"))) static inline __attribute__((always_inline))

enum { LANES = 4, LANES_MAX = 8 };

/* Each number in all lanes: from memory, where they are part of the instructions that take them. */
struct lanes_numbers {
    _Alignas(32) int32_t hash_factor[LANES_MAX];
    int32_t met_mask[LANES_MAX];
    int32_t one[LANES_MAX];
    int32_t mixed_met_max[LANES_MAX];
    int32_t text_met_max[LANES_MAX];
    int32_t half_change[LANES_MAX]; /* what rounds changes of weights */
    int32_t weight_max[LANES_MAX];
    int32_t weight_min[LANES_MAX];
};

extern const struct lanes_numbers lanes_numbers;

SSE41 __m128i lanes_load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

/* One of lanes_numbers. */
SSE41 __m128i lanes_all(const int32_t *number)
{
    return _mm_load_si128((const __m128i *)(const void *)number);
}

SSE41 void lanes_store(void *to, __m128i lanes)
{
    _mm_storeu_si128((__m128i *)to, lanes);
}

/* The numbers at these places, of the first `count` lanes; 0 in the others. */
SSE41 __m128i lanes_gather(const uint32_t *const places[LANES], unsigned count)
{
    __m128i lanes = _mm_cvtsi32_si128((int)*places[0]);
    if (count > 1)
        lanes = _mm_insert_epi32(lanes, (int)*places[1], 1);
    if (count > 2)
        lanes = _mm_insert_epi32(lanes, (int)*places[2], 2);
    return count > 3 ? _mm_insert_epi32(lanes, (int)*places[3], 3) : lanes;
}

SSE41 void lanes_scatter(uint32_t *const places[LANES], unsigned count, __m128i lanes)
{
    *places[0] = (uint32_t)_mm_cvtsi128_si32(lanes);
    if (count > 1)
        *places[1] = (uint32_t)_mm_extract_epi32(lanes, 1);
    if (count > 2)
        *places[2] = (uint32_t)_mm_extract_epi32(lanes, 2);
    if (count > 3)
        *places[3] = (uint32_t)_mm_extract_epi32(lanes, 3);
}

/* The lanes' numbers, which are below 2^16, looked up in a table. */
SSE41 __m128i lanes_look_up(const uint16_t *table, __m128i numbers, unsigned count)
{
    __m128i lanes = _mm_insert_epi16(_mm_setzero_si128(), table[_mm_extract_epi16(numbers, 0)], 0);
    if (count > 1)
        lanes = _mm_insert_epi16(lanes, table[_mm_extract_epi16(numbers, 2)], 2);
    if (count > 2)
        lanes = _mm_insert_epi16(lanes, table[_mm_extract_epi16(numbers, 4)], 4);
    return count > 3 ? _mm_insert_epi16(lanes, table[_mm_extract_epi16(numbers, 6)], 6) : lanes;
}

/* ---- Counters ---- */

/* Their probabilities, of LOGISTIC_STEPS. */
SSE41 __m128i lanes_steps(__m128i counters)
{
    return _mm_srli_epi32(counters, 32 - LOGISTIC_STEP_BITS);
}

/* Odds, in the lower halves of the lanes. */
SSE41 __m128i lanes_odds(__m128i steps, unsigned count)
{
    return lanes_look_up((const uint16_t *)logistic_stretch_table, steps, count);
}

SSE41 __m128i lanes_met(__m128i counters)
{
    return _mm_and_si128(counters, lanes_all(lanes_numbers.met_mask));
}

/* For lanes_taught(): all ones over a counter's met if it is to learn a 1. */
SSE41 uint32_t lanes_mirror(unsigned bit)
{
    return (0u - bit) & ~(uint32_t)BIT_COUNTER_MET_MASK;
}

/*
 * The counters after a bit: `mirror` says for each lane which. A 1 makes a probability p larger as a 0 makes 2^22 - 1 - p
 * smaller; that times a step of 16 bits, / 2^16, is the sum of what its upper and lower halves give. `met_max`: of
 * lanes_numbers.
 */
SSE41 __m128i lanes_taught(__m128i counters, __m128i mirror, const int32_t *met_max, unsigned count)
{
    __m128i met = lanes_met(counters);
    __m128i steps = lanes_look_up(bit_counter_step_table, met, count);
    steps = _mm_or_si128(steps, _mm_slli_epi32(steps, 16));
    __m128i chance = _mm_srli_epi32(_mm_xor_si128(counters, mirror), BIT_COUNTER_MET_BITS);
    __m128i upper = _mm_mulhi_epu16(chance, steps);
    __m128i change = _mm_add_epi32(upper, _mm_srli_epi32(_mm_mullo_epi16(chance, steps), 16));
    chance = _mm_slli_epi32(_mm_sub_epi32(chance, change), BIT_COUNTER_MET_BITS);
    met = _mm_min_epi32(_mm_add_epi32(met, lanes_all(lanes_numbers.one)), lanes_all(met_max));
    return _mm_or_si128(_mm_xor_si128(chance, mirror), met);
}

/* ---- Weights ---- */

/* What the lanes' inputs, each by its weight, come to. */
SSE41 __m128i lanes_weigh(__m128i inputs, __m128i weights)
{
    return _mm_madd_epi16(_mm_srai_epi32(weights, 4), inputs);
}

/* The end of mixer_mix(). */
SSE41 int32_t lanes_mixed(__m128i sums)
{
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1)));
    return mixer_within(_mm_cvtsi128_si32(sums) >> 12, LOGISTIC_LIMIT);
}

/* An error may have a bit more than 16: two halves of it, for lanes_changes(). */
SSE41 __m128i lanes_error(int32_t error)
{
    int32_t half = error >> 1;
    return _mm_set1_epi32((int)((uint32_t)half << 16 | ((uint32_t)(error - half) & 0xffff)));
}

/* By how much the weights of these inputs change. */
SSE41 __m128i lanes_changes(__m128i inputs, __m128i error)
{
    __m128i twice = _mm_or_si128(inputs, _mm_slli_epi32(inputs, 16));
    return _mm_srai_epi32(_mm_add_epi32(_mm_madd_epi16(twice, error), lanes_all(lanes_numbers.half_change)),
                          13);
}

SSE41 void lanes_change(int32_t *weights, __m128i changes)
{
    __m128i sum = _mm_add_epi32(lanes_load(weights), changes);
    sum = _mm_min_epi32(sum, lanes_all(lanes_numbers.weight_max));
    lanes_store(weights, _mm_max_epi32(sum, lanes_all(lanes_numbers.weight_min)));
}

#endif
