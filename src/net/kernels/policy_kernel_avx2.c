/* The policy net's arithmetic with AVX2. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/* For functions that are compiled once for each shape. */
#define AVX2_SHAPED AVX2 __attribute__((always_inline))

/* A stripe: as many columns of the first layer as registers hold sums of; the whole layer of a narrow net. */
enum {
    STRIPE = 128,
    VECTORS = STRIPE / 16,
    HIDDEN_VECTORS = STRIPE / 32,
    WIDE_VECTORS = POLICY_WIDE_WIDTH / 32
};

_Static_assert((int)POLICY_WIDTH == (int)STRIPE && POLICY_WIDE_WIDTH % POLICY_LOAD_WIDTH == 0 &&
                   (int)POLICY_LOAD_WIDTH == 2 * (int)STRIPE && POLICY_CLASS_WIDTH == 32,
               "vectors are counted by hand");

AVX2 static inline __m256i load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

AVX2 static inline __m256i load_wide(const int8_t *bytes)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

/* Written out, not as a loop: the sums have to stay in registers. */
AVX2 static inline void add_row(__m256i sums[VECTORS], const int8_t *row)
{
    sums[0] = _mm256_add_epi16(sums[0], load_wide(row));
    sums[1] = _mm256_add_epi16(sums[1], load_wide(row + 16));
    sums[2] = _mm256_add_epi16(sums[2], load_wide(row + 32));
    sums[3] = _mm256_add_epi16(sums[3], load_wide(row + 48));
    sums[4] = _mm256_add_epi16(sums[4], load_wide(row + 64));
    sums[5] = _mm256_add_epi16(sums[5], load_wide(row + 80));
    sums[6] = _mm256_add_epi16(sums[6], load_wide(row + 96));
    sums[7] = _mm256_add_epi16(sums[7], load_wide(row + 112));
}

AVX2 static inline void subtract_row(__m256i sums[VECTORS], const int8_t *row)
{
    sums[0] = _mm256_sub_epi16(sums[0], load_wide(row));
    sums[1] = _mm256_sub_epi16(sums[1], load_wide(row + 16));
    sums[2] = _mm256_sub_epi16(sums[2], load_wide(row + 32));
    sums[3] = _mm256_sub_epi16(sums[3], load_wide(row + 48));
    sums[4] = _mm256_sub_epi16(sums[4], load_wide(row + 64));
    sums[5] = _mm256_sub_epi16(sums[5], load_wide(row + 80));
    sums[6] = _mm256_sub_epi16(sums[6], load_wide(row + 96));
    sums[7] = _mm256_sub_epi16(sums[7], load_wide(row + 112));
}

AVX2 static inline void load_sums(__m256i sums[VECTORS], const int16_t *sum)
{
    sums[0] = load(sum);
    sums[1] = load(sum + 16);
    sums[2] = load(sum + 32);
    sums[3] = load(sum + 48);
    sums[4] = load(sum + 64);
    sums[5] = load(sum + 80);
    sums[6] = load(sum + 96);
    sums[7] = load(sum + 112);
}

AVX2 static inline void store_sums(int16_t *sum, const __m256i sums[VECTORS])
{
    __m256i *out = (__m256i *)(void *)sum;
    _mm256_storeu_si256(out, sums[0]);
    _mm256_storeu_si256(out + 1, sums[1]);
    _mm256_storeu_si256(out + 2, sums[2]);
    _mm256_storeu_si256(out + 3, sums[3]);
    _mm256_storeu_si256(out + 4, sums[4]);
    _mm256_storeu_si256(out + 5, sums[5]);
    _mm256_storeu_si256(out + 6, sums[6]);
    _mm256_storeu_si256(out + 7, sums[7]);
}

#define TARGET AVX2
typedef __m256i stripe_vector;

#include "net/kernels/policy_kernel_stripes.h"

/* 32 sums become 32 bytes: clipped, squared, in order. */
AVX2 static inline __m256i activate(__m256i low, __m256i high)
{
    const __m256i clip = _mm256_set1_epi16(POLICY_CLIP);
    const __m256i zero = _mm256_setzero_si256();
    low = _mm256_max_epi16(_mm256_min_epi16(low, clip), zero);
    high = _mm256_max_epi16(_mm256_min_epi16(high, clip), zero);
    low = _mm256_srli_epi16(_mm256_mullo_epi16(low, low), 7);
    high = _mm256_srli_epi16(_mm256_mullo_epi16(high, high), 7);
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), _MM_SHUFFLE(3, 1, 2, 0));
}

AVX2 static inline __m256i multiply(__m256i hidden, const int8_t *weights)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(hidden, load(weights)), _mm256_set1_epi16(1));
}

/* Sixteen sums of two products each. */
AVX2 static inline __m256i products(__m256i hidden, const int8_t *weights)
{
    return _mm256_maddubs_epi16(hidden, load(weights));
}

AVX2 static inline __m256i add_words(__m256i a, __m256i b)
{
    return _mm256_add_epi16(a, b);
}

AVX2 static inline __m256i in_pairs(__m256i words)
{
    return _mm256_madd_epi16(words, _mm256_set1_epi16(1));
}

/* A move's row, class and aim. */
struct parts {
    size_t row, class, aim;
};

AVX2 static inline struct parts parts_of(const struct policy_ply *ply, unsigned i)
{
    return (struct parts){ply->rows[i], ply->classes[i], ply->aims[i]};
}

/* Eight partial sums of one move's logit. `is_light`: they fit 16 bits until the end. */
AVX2_SHAPED static inline __m256i multiply_move(const struct policy_weights *net,
                                                const __m256i hidden[HIDDEN_VECTORS], struct parts parts,
                                                int is_light)
{
    const int8_t *weights = net->move + parts.row * POLICY_WIDTH;
    const int8_t *class_weights = net->class + parts.class * POLICY_CLASS_WIDTH;
    const int8_t *aim_weights = net->aim + parts.aim * POLICY_CLASS_WIDTH;
    if (is_light) {
        __m256i first = add_words(products(hidden[0], weights), products(hidden[1], weights + 32));
        __m256i second = add_words(products(hidden[2], weights + 64), products(hidden[3], weights + 96));
        __m256i classes = add_words(products(hidden[0], class_weights), products(hidden[0], aim_weights));
        return _mm256_add_epi32(in_pairs(add_words(first, second)), in_pairs(classes));
    }
    __m256i first = _mm256_add_epi32(multiply(hidden[0], weights), multiply(hidden[1], weights + 32));
    __m256i second = _mm256_add_epi32(multiply(hidden[2], weights + 64), multiply(hidden[3], weights + 96));
    __m256i classes = _mm256_add_epi32(multiply(hidden[0], class_weights), multiply(hidden[0], aim_weights));
    return _mm256_add_epi32(_mm256_add_epi32(first, second), classes);
}

/* Logits of four moves, whose partial sums are a, b, c and d. */
AVX2 static inline void finish_four(__m128i biases, __m256i a, __m256i b, __m256i c, __m256i d,
                                    int32_t *logits)
{
    __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    sum = _mm_add_epi32(_mm_srai_epi32(sum, POLICY_OUTPUT_SHIFT), biases);
    _mm_storeu_si128((__m128i *)(void *)logits, sum);
}

AVX2_SHAPED static inline void hidden_stripe(const int8_t *weights, unsigned width, const int16_t *sum,
                                             const struct policy_ply *ply, __m256i hidden[HIDDEN_VECTORS])
{
    __m256i sums[VECTORS];
    load_sums(sums, sum);
    for (unsigned i = 0; i < ply->input_count; i++)
        add_row(sums, weights + ply->inputs[i] * width);
    hidden[0] = activate(sums[0], sums[1]);
    hidden[1] = activate(sums[2], sums[3]);
    hidden[2] = activate(sums[4], sums[5]);
    hidden[3] = activate(sums[6], sums[7]);
}

AVX2 static inline __m256i multiply_class(const struct policy_weights *net, const __m256i *hidden,
                                          unsigned class)
{
    const int8_t *weights = net->class + class * POLICY_WIDE_CLASS_WIDTH;
    return _mm256_add_epi32(multiply(hidden[0], weights), multiply(hidden[1], weights + 32));
}

AVX2 static inline __m256i multiply_wide_move(const struct policy_weights *net, const __m256i *hidden,
                                              const struct policy_ply *ply, unsigned i)
{
    const int8_t *weights = net->move + (size_t)ply->rows[i] * POLICY_WIDE_WIDTH;
    __m256i sum = multiply_class(net, hidden, ply->classes[i]);
    for (unsigned j = 0; j < WIDE_VECTORS; j++)
        sum = _mm256_add_epi32(sum, multiply(hidden[j], weights + 32 * j));
    for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
        sum = _mm256_add_epi32(sum, multiply_class(net, hidden, ply->far_classes[i][kind]));
    return sum;
}

/* Of four vectors. */
AVX2 static inline __m256i products_of_four(const __m256i hidden[4], const int8_t *weights)
{
    return add_words(add_words(products(hidden[0], weights), products(hidden[1], weights + 32)),
                     add_words(products(hidden[2], weights + 64), products(hidden[3], weights + 96)));
}

AVX2 static inline __m256i multiply_classes(const struct policy_weights *net, const __m256i *hidden,
                                            unsigned class_a, unsigned class_b)
{
    const int8_t *a = net->class + (size_t)class_a * POLICY_WIDE_CLASS_WIDTH;
    const int8_t *b = net->class + (size_t)class_b * POLICY_WIDE_CLASS_WIDTH;
    return in_pairs(add_words(add_words(products(hidden[0], a), products(hidden[1], a + 32)),
                              add_words(products(hidden[0], b), products(hidden[1], b + 32))));
}

/* The same where POLICY_LOAD_WIDTH columns of a move's row fit 16 bits, and two classes do. */
AVX2 static inline __m256i multiply_light_wide_move(const struct policy_weights *net, const __m256i *hidden,
                                                    const struct policy_ply *ply, unsigned i)
{
    const int8_t *weights = net->move + (size_t)ply->rows[i] * POLICY_WIDE_WIDTH;
    const uint16_t *far = ply->far_classes[i];
    __m256i sum = multiply_classes(net, hidden, ply->classes[i], far[0]);
    for (unsigned kind = 1; kind < POLICY_FAR_KINDS; kind += 2)
        sum = _mm256_add_epi32(sum, multiply_classes(net, hidden, far[kind], far[kind + 1]));
    for (unsigned j = 0; j < WIDE_VECTORS; j += 8)
        sum = _mm256_add_epi32(
            sum, in_pairs(add_words(products_of_four(hidden + j, weights + 32 * j),
                                    products_of_four(hidden + j + 4, weights + 32 * j + STRIPE))));
    return sum;
}

_Static_assert(POLICY_FAR_KINDS % 2 == 1, "with the first class, they are pairs");

AVX2_SHAPED static inline void find_wide_logits(const struct policy_weights *net, const __m256i *hidden,
                                                const struct policy_ply *ply, int32_t *logits, int is_light)
{
    for (unsigned i = 0; i < ply->count; i += 4) {
        __m128i biases = _mm_setr_epi32(policy_wide_bias(net, ply, i), policy_wide_bias(net, ply, i + 1),
                                        policy_wide_bias(net, ply, i + 2), policy_wide_bias(net, ply, i + 3));
        __m256i sums[4];
        for (unsigned j = 0; j < 4; j++)
            sums[j] = is_light ? multiply_light_wide_move(net, hidden, ply, i + j)
                               : multiply_wide_move(net, hidden, ply, i + j);
        finish_four(biases, sums[0], sums[1], sums[2], sums[3], logits + i);
    }
}

AVX2 static void evaluate_wide(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                               int32_t *logits)
{
    __m256i hidden[WIDE_VECTORS];
    const struct policy_weights own = *net; /* stores to `logits` cannot change it: stays in registers */
    for (unsigned j = 0; j < POLICY_WIDE_WIDTH; j += STRIPE)
        hidden_stripe(own.input + j, POLICY_WIDE_WIDTH, sum + j, ply, hidden + j / 32);
    policy_ply_pad(ply);
    policy_ply_pad_far(ply);
    if (own.move_load <= POLICY_LOAD_MAX && 2 * own.class_load <= POLICY_LOAD_MAX)
        find_wide_logits(&own, hidden, ply, logits, 1);
    else
        find_wide_logits(&own, hidden, ply, logits, 0);
}

/* Move `j` of four: its partial sums, and what is added to its logit after the shift. */
#define TAKE_MOVE(j)                                                                                         \
    {                                                                                                        \
        struct parts parts = parts_of(ply, i + (j));                                                         \
        move_biases = _mm_insert_epi16(move_biases, own.move_bias[parts.row], j);                            \
        class_biases = _mm_insert_epi16(class_biases, own.class_bias[parts.class], j);                       \
        sums[j] = multiply_move(&own, hidden, parts, is_light);                                              \
    }

AVX2_SHAPED static inline void find_logits(const struct policy_weights *net,
                                           const __m256i hidden[HIDDEN_VECTORS], const struct policy_ply *ply,
                                           int32_t *logits, int is_light)
{
    const struct policy_weights own = *net; /* as above */
    for (unsigned i = 0; i < ply->count; i += 4) {
        __m128i move_biases = _mm_setzero_si128(), class_biases = move_biases;
        __m256i sums[4];
        TAKE_MOVE(0)
        TAKE_MOVE(1)
        TAKE_MOVE(2)
        TAKE_MOVE(3)
        __m128i biases = _mm_add_epi32(_mm_cvtepi16_epi32(move_biases), _mm_cvtepi16_epi32(class_biases));
        finish_four(biases, sums[0], sums[1], sums[2], sums[3], logits + i);
    }
}

AVX2 static void evaluate_narrow(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                                 int32_t *logits)
{
    __m256i hidden[HIDDEN_VECTORS];
    hidden_stripe(net->input, POLICY_WIDTH, sum, ply, hidden);
    policy_ply_pad(ply);
    if (net->move_load <= POLICY_LOAD_MAX && 2 * net->class_load <= POLICY_LOAD_MAX)
        find_logits(net, hidden, ply, logits, 1);
    else
        find_logits(net, hidden, ply, logits, 0);
}

AVX2 static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                          int32_t *logits)
{
    if (policy_is_wide(net))
        evaluate_wide(net, sum, ply, logits);
    else
        evaluate_narrow(net, sum, ply, logits);
}

const struct policy_kernel policy_kernel_avx2 = {
    .name = "avx2",
    .see = policy_see_avx2,
    .see_far = policy_see_far_avx2,
    .update = update,
    .evaluate = evaluate,
    POLICY_SIZES_AVX2,
};

#endif
