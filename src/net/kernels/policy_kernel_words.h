/* Gathering words for kernels with AVX2 and more, which define TARGET, the attributes of their functions. */
#ifndef PGNPACK_NET_KERNELS_POLICY_KERNEL_WORDS_H
#define PGNPACK_NET_KERNELS_POLICY_KERNEL_WORDS_H

#ifdef TARGET /* else nobody has vectors for it */

#include <immintrin.h>
#include <stdint.h>

/* Of eight moves; words are inserted from memory. */
TARGET static inline __m256i eight_words(const int16_t *words, const uint16_t places[8])
{
    __m128i eight = _mm_cvtsi32_si128((uint16_t)words[places[0]]);
    eight = _mm_insert_epi16(eight, words[places[1]], 1);
    eight = _mm_insert_epi16(eight, words[places[2]], 2);
    eight = _mm_insert_epi16(eight, words[places[3]], 3);
    eight = _mm_insert_epi16(eight, words[places[4]], 4);
    eight = _mm_insert_epi16(eight, words[places[5]], 5);
    eight = _mm_insert_epi16(eight, words[places[6]], 6);
    eight = _mm_insert_epi16(eight, words[places[7]], 7);
    return _mm256_cvtepi16_epi32(eight);
}

#endif
#endif
