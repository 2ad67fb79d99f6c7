/* The policy net's arithmetic with AVX-512 and its dot products of bytes (VNNI), which do not saturate. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_FILL_AVX512

#include <immintrin.h>

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

/* For functions that are compiled once for each shape. */
#define AVX512_SHAPED AVX512 __attribute__((always_inline))

/* A stripe: 128 columns of the first layer, all of a narrow net. */
enum {
    STRIPE = 128,
    VECTORS = STRIPE / 32,
    HIDDEN_VECTORS = STRIPE / 64,
    WIDE_VECTORS = POLICY_WIDE_WIDTH / 64
};

_Static_assert((int)POLICY_WIDTH == (int)STRIPE && POLICY_WIDE_WIDTH % STRIPE == 0 &&
                   POLICY_CLASS_WIDTH == 32 && POLICY_WIDE_CLASS_WIDTH == 64,
               "vectors are counted by hand");

AVX512 static inline __m512i load_wide(const int8_t *bytes)
{
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)bytes));
}

/* Written out, not as a loop: the sums have to stay in registers. */
AVX512 static inline void add_row(__m512i sums[VECTORS], const int8_t *row)
{
    sums[0] = _mm512_add_epi16(sums[0], load_wide(row));
    sums[1] = _mm512_add_epi16(sums[1], load_wide(row + 32));
    sums[2] = _mm512_add_epi16(sums[2], load_wide(row + 64));
    sums[3] = _mm512_add_epi16(sums[3], load_wide(row + 96));
}

AVX512 static inline void subtract_row(__m512i sums[VECTORS], const int8_t *row)
{
    sums[0] = _mm512_sub_epi16(sums[0], load_wide(row));
    sums[1] = _mm512_sub_epi16(sums[1], load_wide(row + 32));
    sums[2] = _mm512_sub_epi16(sums[2], load_wide(row + 64));
    sums[3] = _mm512_sub_epi16(sums[3], load_wide(row + 96));
}

AVX512 static inline void load_sums(__m512i sums[VECTORS], const int16_t *sum)
{
    sums[0] = _mm512_loadu_si512(sum);
    sums[1] = _mm512_loadu_si512(sum + 32);
    sums[2] = _mm512_loadu_si512(sum + 64);
    sums[3] = _mm512_loadu_si512(sum + 96);
}

AVX512 static inline void store_sums(int16_t *sum, const __m512i sums[VECTORS])
{
    _mm512_storeu_si512(sum, sums[0]);
    _mm512_storeu_si512(sum + 32, sums[1]);
    _mm512_storeu_si512(sum + 64, sums[2]);
    _mm512_storeu_si512(sum + 96, sums[3]);
}

#define TARGET AVX512
typedef __m512i stripe_vector;

#include "net/kernels/policy_kernel_stripes.h"
#include "net/kernels/policy_kernel_words.h"

/* 64 sums become 64 bytes: clipped, squared, in order. */
AVX512 static inline __m512i activate(__m512i low, __m512i high)
{
    const __m512i clip = _mm512_set1_epi16(POLICY_CLIP);
    const __m512i zero = _mm512_setzero_si512();
    low = _mm512_max_epi16(_mm512_min_epi16(low, clip), zero);
    high = _mm512_max_epi16(_mm512_min_epi16(high, clip), zero);
    low = _mm512_srli_epi16(_mm512_mullo_epi16(low, low), 7);
    high = _mm512_srli_epi16(_mm512_mullo_epi16(high, high), 7);
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                    _mm512_packus_epi16(low, high));
}

AVX512_SHAPED static inline void hidden_stripe(const int8_t *weights, size_t width, const int16_t *sum,
                                               const struct policy_ply *ply, __m512i hidden[HIDDEN_VECTORS])
{
    __m512i sums[VECTORS];
    load_sums(sums, sum);
    for (unsigned i = 0; i < ply->input_count; i++)
        add_row(sums, weights + ply->inputs[i] * width);
    hidden[0] = activate(sums[0], sums[1]);
    hidden[1] = activate(sums[2], sums[3]);
}

AVX512 static inline __m512i add_products(__m512i sums, __m512i hidden, const int8_t *weights)
{
    return _mm512_dpbusd_epi32(sums, hidden, _mm512_loadu_si512(weights));
}

AVX512 static inline __m256i add_halves(__m512i sums)
{
    return _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
}

/* Eight partial sums of one move's logit. */
AVX512 static inline __m256i multiply_narrow(const struct policy_weights *net, const __m512i *hidden,
                                             const struct policy_ply *ply, unsigned i)
{
    const int8_t *weights = net->move + (size_t)ply->rows[i] * POLICY_WIDTH;
    const int8_t *class_weights = net->class + (size_t)ply->classes[i] * POLICY_CLASS_WIDTH;
    __m512i sums = add_products(_mm512_setzero_si512(), hidden[0], weights);
    sums = add_products(sums, hidden[1], weights + 64);
    const int8_t *aim_weights = net->aim + (size_t)ply->aims[i] * POLICY_CLASS_WIDTH;
    __m256i first = _mm512_castsi512_si256(hidden[0]);
    __m256i all = _mm256_dpbusd_epi32(add_halves(sums), first,
                                      _mm256_loadu_si256((const __m256i *)(const void *)class_weights));
    return _mm256_dpbusd_epi32(all, first, _mm256_loadu_si256((const __m256i *)(const void *)aim_weights));
}

AVX512 static inline __m512i add_class(__m512i sums, const struct policy_weights *net, const __m512i *hidden,
                                       unsigned class)
{
    return add_products(sums, hidden[0], net->class + (size_t) class * POLICY_WIDE_CLASS_WIDTH);
}

_Static_assert(POLICY_FAR_KINDS % 2 == 1, "with the first class, they are pairs");

AVX512 static inline __m256i multiply_wide(const struct policy_weights *net, const __m512i *hidden,
                                           const struct policy_ply *ply, unsigned i)
{
    const int8_t *weights = net->move + (size_t)ply->rows[i] * POLICY_WIDE_WIDTH;
    __m512i sums = add_class(_mm512_setzero_si512(), net, hidden, ply->classes[i]);
    __m512i more = add_class(_mm512_setzero_si512(), net, hidden, ply->far_classes[i][0]);
    for (unsigned j = 0; j < WIDE_VECTORS; j += 2) {
        sums = add_products(sums, hidden[j], weights + 64 * j);
        more = add_products(more, hidden[j + 1], weights + 64 * j + 64);
    }
    for (unsigned kind = 1; kind < POLICY_FAR_KINDS; kind += 2) {
        sums = add_class(sums, net, hidden, ply->far_classes[i][kind]);
        more = add_class(more, net, hidden, ply->far_classes[i][kind + 1]);
    }
    return add_halves(_mm512_add_epi32(sums, more));
}

AVX512_SHAPED static inline __m256i multiply_four(const struct policy_weights *net, const __m512i *hidden,
                                                  const struct policy_ply *ply, unsigned i, int is_wide)
{
    __m256i sums[4];
    for (unsigned j = 0; j < 4; j++)
        sums[j] = is_wide ? multiply_wide(net, hidden, ply, i + j) : multiply_narrow(net, hidden, ply, i + j);
    return _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
}

/* What is added to the logits of eight moves after the shift. */
AVX512_SHAPED static inline __m256i biases_of(const struct policy_weights *net, const struct policy_ply *ply,
                                              unsigned i, int is_wide)
{
    if (!is_wide)
        return _mm256_add_epi32(eight_words(net->move_bias, ply->rows + i),
                                eight_words(net->class_bias, ply->classes + i));
    return _mm256_setr_epi32(policy_wide_bias(net, ply, i), policy_wide_bias(net, ply, i + 1),
                             policy_wide_bias(net, ply, i + 2), policy_wide_bias(net, ply, i + 3),
                             policy_wide_bias(net, ply, i + 4), policy_wide_bias(net, ply, i + 5),
                             policy_wide_bias(net, ply, i + 6), policy_wide_bias(net, ply, i + 7));
}

AVX512_SHAPED static inline void find_logits(const struct policy_weights *net, const __m512i *hidden,
                                             const struct policy_ply *ply, int32_t *logits, int is_wide)
{
    const struct policy_weights own = *net; /* stores to `logits` cannot change it: stays in registers */
    for (unsigned i = 0; i < ply->count; i += 8) {
        __m256i first = multiply_four(&own, hidden, ply, i, is_wide);
        __m256i second = multiply_four(&own, hidden, ply, i + 4, is_wide);
        __m256i sums = _mm256_add_epi32(_mm256_permute2x128_si256(first, second, 0x20),
                                        _mm256_permute2x128_si256(first, second, 0x31));
        sums = _mm256_srai_epi32(sums, POLICY_OUTPUT_SHIFT);
        _mm256_storeu_si256((__m256i *)(void *)(logits + i),
                            _mm256_add_epi32(sums, biases_of(&own, ply, i, is_wide)));
    }
}

AVX512 static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                            int32_t *logits)
{
    __m512i hidden[WIDE_VECTORS];
    policy_ply_pad(ply);
    if (!policy_is_wide(net)) {
        hidden_stripe(net->input, POLICY_WIDTH, sum, ply, hidden);
        find_logits(net, hidden, ply, logits, 0);
        return;
    }
    policy_ply_pad_far(ply);
    for (unsigned j = 0; j < POLICY_WIDE_WIDTH; j += STRIPE)
        hidden_stripe(net->input + j, POLICY_WIDE_WIDTH, sum + j, ply, hidden + j / 64);
    find_logits(net, hidden, ply, logits, 1);
}

const struct policy_kernel policy_kernel_avx512 = {
    .name = "avx512",
    .see = policy_see_avx512,
    .see_far = policy_see_far_avx512,
    .update = update,
    .evaluate = evaluate,
    POLICY_SIZES_AVX2,
};

#endif
