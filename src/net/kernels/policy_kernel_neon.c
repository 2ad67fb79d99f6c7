/* The policy net's arithmetic with NEON, which every 64-bit ARM processor has. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_NEON

#include <arm_neon.h>

_Static_assert(POLICY_CLIP *POLICY_CLIP >> 7 < 128, "hidden units fit signed bytes");

#define TARGET

typedef int16x8_t words;
typedef int8x16_t bytes;
typedef int32x4_t sums;

static inline words load_words(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline void store_words(int16_t *to, words eight)
{
    vst1q_s16(to, eight);
}

static inline words add_weights(words eight, const int8_t *weights)
{
    return vaddw_s8(eight, vld1_s8(weights));
}

static inline words less_weights(words eight, const int8_t *weights)
{
    return vsubw_s8(eight, vld1_s8(weights));
}

static inline int8x8_t clip_and_square(words eight)
{
    eight = vmaxq_s16(vminq_s16(eight, vdupq_n_s16(POLICY_CLIP)), vdupq_n_s16(0));
    return vmovn_s16(vshrq_n_s16(vmulq_s16(eight, eight), 7));
}

static inline bytes activate(words first, words second)
{
    return vcombine_s8(clip_and_square(first), clip_and_square(second));
}

static inline sums no_sums(void)
{
    return vdupq_n_s32(0);
}

/* Two products together fit 16 bits. */
static inline sums multiply(sums sum, bytes hidden, const int8_t *weights)
{
    int8x16_t row = vld1q_s8(weights);
    int16x8_t products = vmull_s8(vget_low_s8(hidden), vget_low_s8(row));
    products = vmlal_s8(products, vget_high_s8(hidden), vget_high_s8(row));
    return vpadalq_s16(sum, products);
}

static inline int32_t total_of(sums sum)
{
    return vaddvq_s32(sum);
}

#include "net/kernels/policy_kernel_vectors.h"

const struct policy_kernel policy_kernel_neon = {
    .name = "neon",
    .see = policy_see,
    .see_far = policy_see_far,
    .update = update,
    .evaluate = evaluate,
    POLICY_SIZES_PLAIN,
};

#endif
