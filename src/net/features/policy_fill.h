/*
 * policy_see() and policy_see_far() in several versions for several processors, which give the same plies. docs/FORMAT.md,
 * "Codec 2" and "Wide net".
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FILL_H
#define PGNPACK_NET_FEATURES_POLICY_FILL_H

#include "net/features/policy_features.h"

#if defined(__x86_64__) || defined(__i386__)
#define POLICY_FILL_AVX2 1
#endif

typedef void policy_see_version(struct policy_view *view, struct policy_ply *ply,
                                const struct position *position, const struct policy_history *history);
typedef void policy_see_far_version(struct policy_view *view, struct policy_ply *ply,
                                    const struct policy_history *history);

#ifdef POLICY_FILL_AVX2
policy_see_version policy_see_avx2; /* and BMI1, BMI2 */
policy_see_far_version policy_see_far_avx2;
#endif

#endif
