/* From logits to sizes with AVX2, and places among them. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi")))

AVX2 static inline __m256i load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

AVX2 static inline void store(int32_t *numbers, __m256i eight)
{
    _mm256_storeu_si256((__m256i *)(void *)numbers, eight);
}

AVX2 static inline int32_t largest(__m256i values)
{
    __m128i four = _mm_max_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(four);
}

AVX2 static inline uint32_t total_of(__m256i values)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(four);
}

/* The first `count` of eight numbers, zeros for the others; all from 8 on. */
AVX2 static inline __m256i first_of(__m256i eight, unsigned count)
{
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_and_si256(eight, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), places));
}

/*
 * policy_exp2() of eight differences to the best logit, which has `temperature` everywhere. 128 times the quadratic is
 * 2^22 + f (11 f - 128 * 86), with factors of 16 bits.
 */
AVX2 static inline __m256i exp2_of(__m256i below, __m256i temperature)
{
    below = _mm256_srli_epi32(_mm256_mullo_epi32(below, temperature), 6);
    __m256i fraction = _mm256_and_si256(below, _mm256_set1_epi32(255));
    __m256i factor =
        _mm256_sub_epi32(_mm256_madd_epi16(fraction, _mm256_set1_epi32(11)), _mm256_set1_epi32(128 * 86));
    __m256i value = _mm256_add_epi32(_mm256_madd_epi16(fraction, factor), _mm256_set1_epi32(1 << 22));
    return _mm256_srlv_epi32(_mm256_srli_epi32(value, 7), _mm256_srli_epi32(below, 8));
}

AVX2 static inline __m256i best_of(const int32_t *logits, unsigned count)
{
    __m256i best = load(logits);
    for (size_t i = 8; i < count; i += 8)
        best = _mm256_max_epi32(best, load(logits + i));
    return _mm256_set1_epi32(largest(best));
}

AVX2 static inline uint32_t find_chances(int32_t *logits, unsigned count, unsigned temperature)
{
    __m256i temperatures = _mm256_set1_epi32((int)temperature);
    __m256i total = _mm256_setzero_si256();
    __m256i eight = total;
    size_t i;
    store(logits + count, _mm256_set1_epi32(logits[0])); /* changes nothing about which is the best */
    __m256i best = best_of(logits, count);
    for (i = 0; i < count; i += 8) {
        eight = exp2_of(_mm256_sub_epi32(best, load(logits + i)), temperatures);
        total = _mm256_add_epi32(total, eight);
        store(logits + i, eight);
    }
    __m256i last = first_of(eight, count + 8 - (unsigned)i);
    store(logits + i - 8, last);
    return total_of(_mm256_add_epi32(_mm256_sub_epi32(total, eight), last));
}

AVX2 uint32_t policy_chances_avx2(int32_t *logits, unsigned count, unsigned temperature)
{
    return find_chances(logits, count, temperature);
}

AVX2 uint32_t policy_sizes_avx2(int32_t *logits, unsigned count, unsigned temperature)
{
    __m128i shift = _mm_cvtsi32_si128((int)policy_size_shift(find_chances(logits, count, temperature)));
    __m256i total = _mm256_setzero_si256();
    __m256i eight = total;
    size_t i;
    for (i = 0; i < count; i += 8) {
        eight = _mm256_add_epi32(_mm256_srl_epi32(load(logits + i), shift), _mm256_set1_epi32(1));
        total = _mm256_add_epi32(total, eight);
        store(logits + i, eight);
    }
    __m256i last = first_of(eight, count + 8 - (unsigned)i);
    store(logits + count, _mm256_setzero_si256());
    return total_of(_mm256_add_epi32(_mm256_sub_epi32(total, eight), last));
}

AVX2 uint32_t policy_sum_sizes_avx2(const int32_t *sizes, unsigned count)
{
    __m256i total = _mm256_setzero_si256();
    size_t i;
    for (i = 0; i + 8 <= count; i += 8)
        total = _mm256_add_epi32(total, load(sizes + i));
    return total_of(_mm256_add_epi32(total, first_of(load(sizes + i), count - (unsigned)i)));
}

/* Each of eight numbers and those before it. */
AVX2 static inline __m256i sums_up_to(__m256i eight)
{
    eight = _mm256_add_epi32(eight, _mm256_slli_si256(eight, 4));
    eight = _mm256_add_epi32(eight, _mm256_slli_si256(eight, 8));
    __m256i lower = _mm256_permute2x128_si256(eight, eight, 0x08); /* zeros, then the lower half */
    return _mm256_add_epi32(eight, _mm256_shuffle_epi32(lower, _MM_SHUFFLE(3, 3, 3, 3)));
}

AVX2 unsigned policy_find_size_avx2(const int32_t *sizes, uint32_t place, uint32_t *start)
{
    __m256i places = _mm256_set1_epi32((int)place);
    __m256i before = _mm256_setzero_si256();
    for (unsigned i = 0;; i += 8) {
        __m256i sums = _mm256_add_epi32(before, sums_up_to(load(sizes + i)));
        __m256i is_above = _mm256_cmpgt_epi32(sums, places);
        unsigned above = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(is_above));
        if (above != 0) {
            uint32_t all[8];
            unsigned found = lowest_bit(above);
            store((int32_t *)all, sums);
            *start = all[found] - (uint32_t)sizes[i + found];
            return i + found;
        }
        before = _mm256_permutevar8x32_epi32(sums, _mm256_set1_epi32(7));
    }
}

AVX2 unsigned policy_find_move_avx2(const struct policy_ply *ply, uint16_t code)
{
    __m256i codes = _mm256_set1_epi16((short)code);
    for (unsigned i = 0;; i += 16) {
        __m256i is_it = _mm256_cmpeq_epi16(load(ply->moves + i), codes);
        unsigned found = (unsigned)_mm256_movemask_epi8(is_it);
        if (found != 0)
            return i + lowest_bit(found) / 2;
    }
}

#endif
