/* The arithmetic of codec best with AVX2: eight numbers at once. best_arithmetic.c says what is worked out. */
#include "moves/best/best_arithmetic.h"

#ifdef BEST_ARITHMETIC_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

_Static_assert((int)BEST_INPUTS == 12 && (int)BEST_LANES == 16 && (int)BEST_WEIGHT_SETS == 4 &&
                   (int)BEST_CHECK_BITS == 6 && (int)BEST_CONTEXTS == 8 && sizeof(struct best_slot) == 4,
               "vectors are counted by hand");

AVX2 static inline __m256i load(const void *numbers)
{
    return _mm256_loadu_si256((const __m256i *)numbers);
}

AVX2 static inline void store(void *numbers, __m256i values)
{
    _mm256_storeu_si256((__m256i *)numbers, values);
}

AVX2 static inline __m256i all_of(int32_t number)
{
    return _mm256_set1_epi32(number);
}

AVX2 static inline __m256i within(__m256i values, int32_t limit)
{
    return _mm256_max_epi32(_mm256_min_epi32(values, all_of(limit)), all_of(-limit));
}

AVX2 static void hash(const uint32_t keys[BEST_LANES], const uint32_t seen[BEST_LANES],
                      uint32_t hashes[BEST_LANES])
{
    for (unsigned i = 0; i < BEST_LANES; i += 8) {
        __m256i key = load(keys + i);
        __m256i none = _mm256_cmpeq_epi32(key, _mm256_setzero_si256());
        __m256i value =
            _mm256_mullo_epi32(_mm256_xor_si256(key, load(seen + i)), all_of((int32_t)0x9e3779b1));
        value = _mm256_xor_si256(value, _mm256_srli_epi32(value, 15));
        store(hashes + i, _mm256_andnot_si256(none, value));
    }
}

AVX2 static inline __m256i offsets_of(__m256i slots)
{
    return _mm256_srai_epi32(_mm256_slli_epi32(slots, 16), 16);
}

AVX2 static void take_offsets(const struct best_slot slots[BEST_CONTEXTS], int32_t inputs[BEST_INPUTS])
{
    store(inputs + BEST_NETS, _mm256_srai_epi32(offsets_of(load(slots)), BEST_ODDS_SHIFT));
}

/* The last inputs are four. */
AVX2 static inline __m128i load_last(const int32_t *numbers)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(numbers + 8));
}

AVX2 static inline __m256i products(const struct mixer_choice *choice, const int32_t *inputs)
{
    __m256i one = _mm256_add_epi32(load(choice->sets[0]), load(choice->sets[1]));
    __m256i other = _mm256_add_epi32(load(choice->sets[2]), load(choice->sets[3]));
    return _mm256_mullo_epi32(_mm256_srai_epi32(_mm256_add_epi32(one, other), 4), load(inputs));
}

AVX2 static inline __m128i last_products(const struct mixer_choice *choice, const int32_t *inputs)
{
    __m128i one = _mm_add_epi32(load_last(choice->sets[0]), load_last(choice->sets[1]));
    __m128i other = _mm_add_epi32(load_last(choice->sets[2]), load_last(choice->sets[3]));
    return _mm_mullo_epi32(_mm_srai_epi32(_mm_add_epi32(one, other), 4), load_last(inputs));
}

AVX2 static int32_t mix(const struct mixer_choice *choice, const int32_t *inputs)
{
    __m256i eight = products(choice, inputs);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_add_epi32(four, last_products(choice, inputs));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return mixer_within(_mm_cvtsi128_si32(four) >> 12, LOGISTIC_LIMIT);
}

AVX2 static inline __m256i changes_of(__m256i inputs, int32_t error)
{
    __m256i product = _mm256_mullo_epi32(inputs, all_of(error));
    return _mm256_srai_epi32(_mm256_add_epi32(product, all_of(1 << 12)), 13);
}

AVX2 static void learn_weights(const struct mixer_choice *choice, const int32_t *inputs, int32_t error)
{
    __m256i first = changes_of(load(inputs), error);
    __m256i last = changes_of(_mm256_castsi128_si256(load_last(inputs)), error);
    for (unsigned j = 0; j < BEST_WEIGHT_SETS; j++) {
        int32_t *weights = choice->sets[j];
        __m256i four = _mm256_add_epi32(_mm256_castsi128_si256(load_last(weights)), last);
        store(weights, within(_mm256_add_epi32(load(weights), first), MIXER_WEIGHT_MAX));
        _mm_storeu_si128((__m128i *)(void *)(weights + 8),
                         _mm256_castsi256_si128(within(four, MIXER_WEIGHT_MAX)));
    }
}

/* The higher halves of the products of positive numbers. */
AVX2 static inline __m256i multiply_high(__m256i a, __m256i b)
{
    __m256i even = _mm256_srli_epi64(_mm256_mul_epu32(a, b), 32);
    __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
    return _mm256_blend_epi32(even, odd, 0xaa);
}

/* Probabilities by table: there is room behind it for no vector's load. */
AVX2 static inline __m256i squash(__m256i odds)
{
    uint32_t at[8];
    store(at, _mm256_add_epi32(within(odds, LOGISTIC_LIMIT), all_of(LOGISTIC_LIMIT)));
    const uint16_t *table = logistic_squash_table;
    return _mm256_setr_epi32(table[at[0]], table[at[1]], table[at[2]], table[at[3]], table[at[4]],
                             table[at[5]], table[at[6]], table[at[7]]);
}

AVX2 static void learn_offsets(struct best_slot slots[BEST_CONTEXTS], const int32_t inputs[BEST_INPUTS],
                               int32_t odds, unsigned bit)
{
    __m256i slot = load(slots);
    __m256i expected = squash(_mm256_add_epi32(load(inputs + BEST_NETS), all_of(odds)));
    __m256i seen = _mm256_srli_epi32(slot, 16 + BEST_CHECK_BITS);
    __m256i error = _mm256_sub_epi32(all_of((int32_t)(bit << 16)), expected);
    __m256i reciprocals =
        _mm256_i32gather_epi32((const int *)(const void *)best_reciprocals, _mm256_srli_epi32(seen, 2), 4);
    __m256i change = _mm256_sign_epi32(multiply_high(_mm256_abs_epi32(error), reciprocals), error);
    __m256i offset = within(_mm256_add_epi32(offsets_of(slot), change), BEST_OFFSET_MAX);
    __m256i more = _mm256_mullo_epi32(expected, _mm256_sub_epi32(all_of(65536), expected));
    seen = _mm256_add_epi32(seen, _mm256_add_epi32(_mm256_srli_epi32(more, 26), all_of(1)));
    seen = _mm256_min_epi32(seen, all_of(BEST_SEEN_MAX));
    __m256i check = _mm256_and_si256(slot, all_of(BEST_CHECK_MASK << 16));
    __m256i learnt = _mm256_or_si256(_mm256_slli_epi32(seen, 16 + BEST_CHECK_BITS), check);
    store(slots, _mm256_blend_epi16(learnt, offset, 0x55));
}

AVX2 static void make_keys(const int32_t *chances, unsigned count, uint32_t *keys)
{
    __m256i places = _mm256_setr_epi32(255, 254, 253, 252, 251, 250, 249, 248);
    __m256i left = _mm256_sub_epi32(all_of((int32_t)count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    for (unsigned i = 0; i < count; i += 8) {
        __m256i key = _mm256_slli_epi32(_mm256_add_epi32(load(chances + i), all_of(1)), 8);
        key = _mm256_or_si256(key, places);
        key = _mm256_and_si256(key, _mm256_cmpgt_epi32(left, _mm256_setzero_si256())); /* 0 behind the last */
        store(keys + i, key);
        places = _mm256_sub_epi32(places, all_of(8));
        left = _mm256_sub_epi32(left, all_of(8));
    }
}

AVX2 static inline uint32_t largest_of(__m256i eight)
{
    __m128i four = _mm_max_epu32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_max_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_max_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(four);
}

AVX2 static uint32_t largest(const uint32_t *keys, unsigned count)
{
    __m256i largest = load(keys);
    for (unsigned i = 8; i < count; i += 8)
        largest = _mm256_max_epu32(largest, load(keys + i));
    return largest_of(largest);
}

const struct best_arithmetic best_arithmetic_avx2 = {"avx2",        hash,          take_offsets, mix,
                                                     learn_weights, learn_offsets, make_keys,    largest};

#endif
