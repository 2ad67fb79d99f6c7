/* Sliders' squares by vectors of AVX2; included by versions of policy_ply_fill() that may use them. */
#ifndef PGNPACK_NET_FEATURES_POLICY_SLIDE_H
#define PGNPACK_NET_FEATURES_POLICY_SLIDE_H

#include <immintrin.h>

#include "net/features/policy_class.h"

#ifdef TARGET /* else nobody has vectors for it */

/* Two lanes of rook's directions, two of bishop's: north, east, north-east, north-west, and the other way. */
TARGET static inline __m256i slide(__m256i set, __m256i empty, __m256i steps, __m256i board, int is_up)
{
#define SLIDE(squares, by) (is_up ? _mm256_sllv_epi64(squares, by) : _mm256_srlv_epi64(squares, by))
    __m256i twice = _mm256_add_epi64(steps, steps);
    __m256i free = _mm256_and_si256(empty, board);
    set = _mm256_or_si256(set, _mm256_and_si256(free, SLIDE(set, steps)));
    free = _mm256_and_si256(free, SLIDE(free, steps));
    set = _mm256_or_si256(set, _mm256_and_si256(free, SLIDE(set, twice)));
    free = _mm256_and_si256(free, SLIDE(free, twice));
    set = _mm256_or_si256(set, _mm256_and_si256(free, SLIDE(set, _mm256_add_epi64(twice, twice))));
    return _mm256_and_si256(board, SLIDE(set, steps));
#undef SLIDE
}

/*
 * Squares from which rooks, and bishops, attack one of a set: the set slides in all directions at once, in steps of 1, 2
 * and 4 (the Kogge-Stone fill of chess programming).
 */
TARGET static inline struct sliders sliders_at(uint64_t for_rooks, uint64_t for_bishops, uint64_t occupied)
{
    const long long all = -1, not_a = (long long)~FILE_A, not_h = (long long)~FILE_H;
    const __m256i steps = _mm256_setr_epi64x(8, 1, 9, 7);
    __m256i set = _mm256_setr_epi64x((long long)for_rooks, (long long)for_rooks, (long long)for_bishops,
                                     (long long)for_bishops);
    __m256i empty = _mm256_set1_epi64x((long long)~occupied);
    __m256i up = slide(set, empty, steps, _mm256_setr_epi64x(all, not_a, not_a, not_h), 1);
    __m256i down = slide(set, empty, steps, _mm256_setr_epi64x(all, not_h, not_h, not_a), 0);
    __m256i both = _mm256_or_si256(up, down);
    __m128i rooks = _mm256_castsi256_si128(both);
    __m128i bishops = _mm256_extracti128_si256(both, 1);
    rooks = _mm_or_si128(rooks, _mm_unpackhi_epi64(rooks, rooks));
    bishops = _mm_or_si128(bishops, _mm_unpackhi_epi64(bishops, bishops));
    struct sliders from;
    _mm_storel_epi64((__m128i *)(void *)&from.rooks, rooks);
    _mm_storel_epi64((__m128i *)(void *)&from.bishops, bishops);
    return from;
}

#endif
#endif
