/*
 * policy_ply_fill() in several versions for several processors, which give the same plies. docs/FORMAT.md, "Codec 2".
 */
#ifndef PGNPACK_NET_POLICY_FILL_H
#define PGNPACK_NET_POLICY_FILL_H

#include "net/policy_features.h"

#if defined(__x86_64__) || defined(__i386__)
#define POLICY_FILL_AVX2 1
#endif
#ifdef __x86_64__
#define POLICY_FILL_AVX512 1
#endif

typedef void policy_fill_version(struct policy_ply *ply, const struct position *position,
                                 const struct policy_history *history, enum policy_sight sight);

#ifdef POLICY_FILL_AVX2
policy_fill_version policy_ply_fill_avx2; /* and BMI1, BMI2 */
#endif
#ifdef POLICY_FILL_AVX512
policy_fill_version policy_ply_fill_avx512; /* BW and VBMI2, and BMI2 */
#endif

#endif
