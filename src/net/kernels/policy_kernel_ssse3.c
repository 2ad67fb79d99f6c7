/* The policy net's arithmetic with SSSE3, for processors without AVX2. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_X86

#include <tmmintrin.h>

#define TARGET __attribute__((target("ssse3")))

typedef __m128i words, bytes, sums;

TARGET static inline words load_words(const int16_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

TARGET static inline void store_words(int16_t *to, words eight)
{
    _mm_storeu_si128((__m128i *)(void *)to, eight);
}

/* 8 weights as 16-bit numbers: each byte into the upper half of its place, then down with its sign. */
TARGET static inline words load_wide(const int8_t *weights)
{
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)weights);
    return _mm_srai_epi16(_mm_unpacklo_epi8(eight, eight), 8);
}

TARGET static inline words add_weights(words eight, const int8_t *weights)
{
    return _mm_add_epi16(eight, load_wide(weights));
}

TARGET static inline words less_weights(words eight, const int8_t *weights)
{
    return _mm_sub_epi16(eight, load_wide(weights));
}

TARGET static inline words clip_and_square(words eight)
{
    eight = _mm_max_epi16(_mm_min_epi16(eight, _mm_set1_epi16(POLICY_CLIP)), _mm_setzero_si128());
    return _mm_srli_epi16(_mm_mullo_epi16(eight, eight), 7);
}

TARGET static inline bytes activate(words first, words second)
{
    return _mm_packus_epi16(clip_and_square(first), clip_and_square(second));
}

TARGET static inline sums no_sums(void)
{
    return _mm_setzero_si128();
}

TARGET static inline sums multiply(sums sum, bytes hidden, const int8_t *weights)
{
    __m128i row = _mm_loadu_si128((const __m128i *)(const void *)weights);
    return _mm_add_epi32(sum, _mm_madd_epi16(_mm_maddubs_epi16(hidden, row), _mm_set1_epi16(1)));
}

TARGET static inline int32_t total_of(sums sum)
{
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
}

#include "net/kernels/policy_kernel_vectors.h"

const struct policy_kernel policy_kernel_ssse3 = {
    .name = "ssse3",
    .see = policy_see,
    .see_far = policy_see_far,
    .update = update,
    .evaluate = evaluate,
    POLICY_SIZES_PLAIN,
};

#endif
