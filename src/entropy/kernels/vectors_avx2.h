/* vectors_sse41.h, with eight lanes. */
#ifndef PGNPACK_ENTROPY_KERNELS_VECTORS_AVX2_H
#define PGNPACK_ENTROPY_KERNELS_VECTORS_AVX2_H

#include <immintrin.h>

#include "entropy/kernels/vectors_sse41.h"

#define AVX2 __attribute__((target("avx2"))) static inline __attribute__((always_inline))

AVX2 __m256i load_eight(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* One of lanes_numbers. */
AVX2 __m256i all_eight(const int32_t *number)
{
    return _mm256_load_si256((const __m256i *)(const void *)number);
}

AVX2 __m128i lower(__m256i eight)
{
    return _mm256_castsi256_si128(eight);
}

AVX2 __m128i upper(__m256i eight)
{
    return _mm256_extracti128_si256(eight, 1);
}

AVX2 __m256i joined(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* lanes_taught(), of more than four. */
AVX2 __m256i taught_eight(__m256i counters, __m256i mirror, const int32_t *met_max, unsigned count)
{
    __m256i met = _mm256_and_si256(counters, all_eight(lanes_numbers.met_mask));
    __m256i steps = joined(lanes_look_up(bit_counter_step_table, lower(met), LANES),
                           lanes_look_up(bit_counter_step_table, upper(met), count - LANES));
    steps = _mm256_or_si256(steps, _mm256_slli_epi32(steps, 16));
    __m256i chance = _mm256_srli_epi32(_mm256_xor_si256(counters, mirror), BIT_COUNTER_MET_BITS);
    __m256i change = _mm256_add_epi32(_mm256_mulhi_epu16(chance, steps),
                                      _mm256_srli_epi32(_mm256_mullo_epi16(chance, steps), 16));
    chance = _mm256_slli_epi32(_mm256_sub_epi32(chance, change), BIT_COUNTER_MET_BITS);
    met = _mm256_add_epi32(met, all_eight(lanes_numbers.one));
    met = _mm256_min_epi32(met, all_eight(met_max));
    return _mm256_or_si256(_mm256_xor_si256(chance, mirror), met);
}

AVX2 void change_eight(int32_t *weights, __m256i changes)
{
    __m256i sum = _mm256_add_epi32(load_eight(weights), changes);
    sum = _mm256_min_epi32(sum, all_eight(lanes_numbers.weight_max));
    sum = _mm256_max_epi32(sum, all_eight(lanes_numbers.weight_min));
    _mm256_storeu_si256((__m256i *)(void *)weights, sum);
}

/* lanes_changes(). */
AVX2 __m256i changes_eight(__m256i inputs, __m128i error)
{
    __m256i twice = _mm256_or_si256(inputs, _mm256_slli_epi32(inputs, 16));
    __m256i changes = _mm256_madd_epi16(twice, _mm256_broadcastd_epi32(error));
    return _mm256_srai_epi32(_mm256_add_epi32(changes, all_eight(lanes_numbers.half_change)), 13);
}

/* lanes_weigh(), halves added up. */
AVX2 __m128i weigh_eight(__m256i inputs, __m256i weights)
{
    __m256i sums = _mm256_madd_epi16(_mm256_srai_epi32(weights, 4), inputs);
    return _mm_add_epi32(lower(sums), upper(sums));
}

#endif
