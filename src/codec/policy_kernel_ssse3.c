/* The policy net's arithmetic with SSSE3, for processors without AVX2. */
#include "codec/policy_kernel.h"

#ifdef POLICY_KERNEL_X86

#include <tmmintrin.h>

#define SSSE3 __attribute__((target("ssse3")))

enum { VECTORS = POLICY_HIDDEN / 8, HIDDEN_VECTORS = POLICY_HIDDEN / 16 };

_Static_assert(HIDDEN_VECTORS == 8 && POLICY_CLASS_HIDDEN == 32, "vectors are counted by hand");

SSSE3 static inline __m128i load(const void *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

/* 8 weights as 16-bit numbers: each byte into the upper half of its place, then down with its sign. */
SSSE3 static inline __m128i load_wide(const int8_t *bytes)
{
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)bytes);
    return _mm_srai_epi16(_mm_unpacklo_epi8(eight, eight), 8);
}

SSSE3 static void update(const struct policy_weights *net, int16_t sum[POLICY_HIDDEN], const uint16_t *added,
                         size_t added_count, const uint16_t *removed, size_t removed_count)
{
    for (unsigned j = 0; j < POLICY_HIDDEN; j += 8) {
        __m128i eight = load(sum + j);
        for (size_t i = 0; i < added_count; i++)
            eight = _mm_add_epi16(eight, load_wide(net->input[added[i]] + j));
        for (size_t i = 0; i < removed_count; i++)
            eight = _mm_sub_epi16(eight, load_wide(net->input[removed[i]] + j));
        _mm_storeu_si128((__m128i *)(void *)(sum + j), eight);
    }
}

SSSE3 static inline __m128i activate(__m128i eight)
{
    eight = _mm_max_epi16(_mm_min_epi16(eight, _mm_set1_epi16(POLICY_CLIP)), _mm_setzero_si128());
    return _mm_srli_epi16(_mm_mullo_epi16(eight, eight), 7);
}

SSSE3 static inline __m128i multiply(__m128i hidden, const int8_t *weights)
{
    return _mm_madd_epi16(_mm_maddubs_epi16(hidden, load(weights)), _mm_set1_epi16(1));
}

SSSE3 static inline int32_t multiply_move(const struct policy_weights *net,
                                          const __m128i hidden[HIDDEN_VECTORS], unsigned row, unsigned class)
{
    __m128i sum =
        _mm_add_epi32(multiply(hidden[0], net->class[class]), multiply(hidden[1], net->class[class] + 16));
    for (unsigned i = 0; i < HIDDEN_VECTORS; i++)
        sum = _mm_add_epi32(sum, multiply(hidden[i], net->move[row] + 16 * i));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
}

SSSE3 static void evaluate(const struct policy_weights *net, const int16_t sum[POLICY_HIDDEN],
                           struct policy_ply *ply, int32_t *logits)
{
    int16_t sums[POLICY_HIDDEN];
    __m128i hidden[HIDDEN_VECTORS];
    memcpy(sums, sum, sizeof sums);
    update(net, sums, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned i = 0; i < HIDDEN_VECTORS; i++)
        hidden[i] = _mm_packus_epi16(activate(load(sums + 16 * i)), activate(load(sums + 16 * i + 8)));
    for (unsigned i = 0; i < ply->count; i++) {
        unsigned row = ply->rows[i];
        unsigned class = ply->classes[i];
        logits[i] = (multiply_move(net, hidden, row, class) >> POLICY_OUTPUT_SHIFT) + net->move_bias[row] +
                    net->class_bias[class];
    }
}

const struct policy_kernel policy_kernel_ssse3 = {"ssse3", update, evaluate, policy_chances_plain};

#endif
