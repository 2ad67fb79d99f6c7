/* A step of policy_far_steps.h with AVX2, for versions that have it. */
#ifndef PGNPACK_NET_FEATURES_POLICY_FAR_AVX2_H
#define PGNPACK_NET_FEATURES_POLICY_FAR_AVX2_H

#include "net/features/policy_far.h"

#ifdef TARGET /* else nobody has vectors */

#include <immintrin.h>

TARGET static inline __m256i four_of(const uint64_t *squares)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)squares);
}

/* `step` where there are no squares. */
TARGET static inline __m256i step_without(__m256i squares, unsigned step)
{
    return _mm256_and_si256(_mm256_cmpeq_epi64(squares, _mm256_setzero_si256()), _mm256_set1_epi64x(step));
}

/* `step` where there are no squares, and once more where there is one at most. */
TARGET static inline __m256i steps_without_two(__m256i squares, unsigned step)
{
    __m256i but_lowest = _mm256_and_si256(squares, _mm256_add_epi64(squares, _mm256_set1_epi64x(-1)));
    return _mm256_add_epi64(step_without(squares, step), step_without(but_lowest, step));
}

/* Four moves at once: what all of them together can add, less what does not hold. */
TARGET static inline void far_add_attacks(const struct far_sight *sight, unsigned count)
{
    enum { THREAT_ALL = 2 * THREAT_COUNT + 2 * THREAT_ZONE + THREAT_HOLDS + THREAT_LEAVES };
    enum { LAST_ALL = LAST_ANSWERS + LAST_HOLDS, LAST_SHIFT = 16 };
    const struct far_attacks *attacks = sight->attacks;
    struct policy_ply *ply = sight->view->ply;
    const __m256i zone = _mm256_set1_epi64x((long long)sight->zone);
    const __m256i hanging = _mm256_set1_epi64x((long long)sight->view->own_hanging);
    const __m256i last_man = _mm256_set1_epi64x((long long)sight->last_man);
    const __m256i held = _mm256_set1_epi64x((long long)sight->held);
    for (unsigned i = 0; i < count; i += 4) {
        __m256i others = four_of(attacks->others + i);
        __m256i lacks = steps_without_two(four_of(attacks->threatened + i), THREAT_COUNT);
        lacks = _mm256_add_epi64(
            lacks, steps_without_two(_mm256_and_si256(four_of(attacks->all + i), zone), THREAT_ZONE));
        lacks = _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, hanging), THREAT_HOLDS));
        lacks = _mm256_add_epi64(lacks, step_without(four_of(attacks->left + i), THREAT_LEAVES));
        lacks = _mm256_add_epi64(
            lacks, step_without(_mm256_and_si256(others, last_man), LAST_ANSWERS << LAST_SHIFT));
        lacks =
            _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, held), LAST_HOLDS << LAST_SHIFT));
        uint64_t has[4];
        _mm256_storeu_si256((__m256i *)(void *)has,
                            _mm256_sub_epi64(_mm256_set1_epi64x(THREAT_ALL | LAST_ALL << LAST_SHIFT), lacks));
        for (unsigned j = 0; j < 4; j++) {
            uint16_t *classes = ply->far_classes[i + j];
            classes[0] = (uint16_t)(classes[0] + has[j]);
            classes[1] = (uint16_t)(classes[1] + (has[j] >> LAST_SHIFT));
        }
    }
}

#endif
#endif
