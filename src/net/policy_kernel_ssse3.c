/* The policy net's arithmetic with SSSE3, for processors without AVX2. */
#include "net/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_X86

#include <tmmintrin.h>

#define SSSE3 __attribute__((target("ssse3")))
/* For functions that are compiled once for each shape. */
#define SSSE3_SHAPED SSSE3 __attribute__((always_inline))

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

SSSE3_SHAPED static inline void update_width(const struct policy_weights *net, unsigned width, int16_t *sum,
                                             const uint16_t *added, size_t added_count,
                                             const uint16_t *removed, size_t removed_count)
{
    for (unsigned j = 0; j < width; j += 8) {
        __m128i eight = load(sum + j);
        for (size_t i = 0; i < added_count; i++)
            eight = _mm_add_epi16(eight, load_wide(net->input + added[i] * width + j));
        for (size_t i = 0; i < removed_count; i++)
            eight = _mm_sub_epi16(eight, load_wide(net->input + removed[i] * width + j));
        _mm_storeu_si128((__m128i *)(void *)(sum + j), eight);
    }
}

SSSE3 static void update(const struct policy_weights *net, int16_t *sum, const uint16_t *added,
                         size_t added_count, const uint16_t *removed, size_t removed_count)
{
    if (policy_is_wide(net))
        update_width(net, POLICY_WIDE_WIDTH, sum, added, added_count, removed, removed_count);
    else
        update_width(net, POLICY_WIDTH, sum, added, added_count, removed, removed_count);
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

SSSE3_SHAPED static inline __m128i multiply_row(__m128i sum, const __m128i *hidden, const int8_t *weights,
                                                unsigned width)
{
    for (unsigned j = 0; j < width; j += 16)
        sum = _mm_add_epi32(sum, multiply(hidden[j / 16], weights + j));
    return sum;
}

SSSE3 static inline int32_t total_of(__m128i sum)
{
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
}

SSSE3_SHAPED static inline void hidden_layer(const struct policy_weights *net, unsigned width,
                                             const int16_t *sum, const struct policy_ply *ply,
                                             __m128i *hidden)
{
    int16_t sums[POLICY_WIDTH_MAX];
    memcpy(sums, sum, width * sizeof *sums);
    update_width(net, width, sums, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned j = 0; j < width; j += 16)
        hidden[j / 16] = _mm_packus_epi16(activate(load(sums + j)), activate(load(sums + j + 8)));
}

SSSE3 static void evaluate_narrow(const struct policy_weights *net, const int16_t *sum,
                                  const struct policy_ply *ply, int32_t *logits)
{
    __m128i hidden[POLICY_WIDTH / 16];
    hidden_layer(net, POLICY_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        __m128i all =
            multiply_row(_mm_setzero_si128(), hidden, net->move + ply->rows[i] * POLICY_WIDTH, POLICY_WIDTH);
        all =
            multiply_row(all, hidden, net->class + ply->classes[i] * POLICY_CLASS_WIDTH, POLICY_CLASS_WIDTH);
        logits[i] = (total_of(all) >> POLICY_OUTPUT_SHIFT) + policy_narrow_bias(net, ply, i);
    }
}

SSSE3 static inline __m128i multiply_class(const struct policy_weights *net, __m128i sum,
                                           const __m128i *hidden, unsigned class)
{
    return multiply_row(sum, hidden, net->class + class * POLICY_WIDE_CLASS_WIDTH, POLICY_WIDE_CLASS_WIDTH);
}

SSSE3 static void evaluate_wide(const struct policy_weights *net, const int16_t *sum,
                                const struct policy_ply *ply, int32_t *logits)
{
    __m128i hidden[POLICY_WIDE_WIDTH / 16];
    hidden_layer(net, POLICY_WIDE_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        __m128i all = multiply_row(_mm_setzero_si128(), hidden, net->move + ply->rows[i] * POLICY_WIDE_WIDTH,
                                   POLICY_WIDE_WIDTH);
        all = multiply_class(net, all, hidden, ply->classes[i]);
        for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
            all = multiply_class(net, all, hidden, ply->far_classes[i][kind]);
        logits[i] = (total_of(all) >> POLICY_OUTPUT_SHIFT) + policy_wide_bias(net, ply, i);
    }
}

SSSE3 static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                           int32_t *logits)
{
    if (policy_is_wide(net))
        evaluate_wide(net, sum, ply, logits);
    else
        evaluate_narrow(net, sum, ply, logits);
}

const struct policy_kernel policy_kernel_ssse3 = {"ssse3", update, evaluate, policy_chances_plain};

#endif
