/* The policy net's arithmetic with NEON, which every 64-bit ARM processor has. */
#include "net/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_NEON

#include <arm_neon.h>

_Static_assert(POLICY_CLIP *POLICY_CLIP >> 7 < 128, "hidden units fit signed bytes");

/* For functions that are compiled once for each shape. */
#define SHAPED __attribute__((always_inline))

SHAPED static inline void update_width(const struct policy_weights *net, unsigned width, int16_t *sum,
                                       const uint16_t *added, size_t added_count, const uint16_t *removed,
                                       size_t removed_count)
{
    for (unsigned j = 0; j < width; j += 8) {
        int16x8_t eight = vld1q_s16(sum + j);
        for (size_t i = 0; i < added_count; i++)
            eight = vaddw_s8(eight, vld1_s8(net->input + added[i] * width + j));
        for (size_t i = 0; i < removed_count; i++)
            eight = vsubw_s8(eight, vld1_s8(net->input + removed[i] * width + j));
        vst1q_s16(sum + j, eight);
    }
}

static void update(const struct policy_weights *net, int16_t *sum, const uint16_t *added, size_t added_count,
                   const uint16_t *removed, size_t removed_count)
{
    if (policy_is_wide(net))
        update_width(net, POLICY_WIDE_WIDTH, sum, added, added_count, removed, removed_count);
    else
        update_width(net, POLICY_WIDTH, sum, added, added_count, removed, removed_count);
}

static inline int8x8_t activate(int16x8_t eight)
{
    eight = vmaxq_s16(vminq_s16(eight, vdupq_n_s16(POLICY_CLIP)), vdupq_n_s16(0));
    return vmovn_s16(vshrq_n_s16(vmulq_s16(eight, eight), 7));
}

/* Adds 16 products to four sums. Two products together fit 16 bits. */
static inline int32x4_t multiply(int32x4_t sum, int8x16_t hidden, const int8_t *weights)
{
    int8x16_t row = vld1q_s8(weights);
    int16x8_t products = vmull_s8(vget_low_s8(hidden), vget_low_s8(row));
    products = vmlal_s8(products, vget_high_s8(hidden), vget_high_s8(row));
    return vpadalq_s16(sum, products);
}

SHAPED static inline int32x4_t multiply_row(int32x4_t sum, const int8x16_t *hidden, const int8_t *weights,
                                            unsigned width)
{
    for (unsigned j = 0; j < width; j += 16)
        sum = multiply(sum, hidden[j / 16], weights + j);
    return sum;
}

SHAPED static inline void hidden_layer(const struct policy_weights *net, unsigned width, const int16_t *sum,
                                       const struct policy_ply *ply, int8x16_t *hidden)
{
    int16_t sums[POLICY_WIDTH_MAX];
    memcpy(sums, sum, width * sizeof *sums);
    update_width(net, width, sums, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned j = 0; j < width; j += 16)
        hidden[j / 16] = vcombine_s8(activate(vld1q_s16(sums + j)), activate(vld1q_s16(sums + j + 8)));
}

static void evaluate_narrow(const struct policy_weights *net, const int16_t *sum,
                            const struct policy_ply *ply, int32_t *logits)
{
    int8x16_t hidden[POLICY_WIDTH / 16];
    hidden_layer(net, POLICY_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        int32x4_t all =
            multiply_row(vdupq_n_s32(0), hidden, net->move + ply->rows[i] * POLICY_WIDTH, POLICY_WIDTH);
        all =
            multiply_row(all, hidden, net->class + ply->classes[i] * POLICY_CLASS_WIDTH, POLICY_CLASS_WIDTH);
        logits[i] = (vaddvq_s32(all) >> POLICY_OUTPUT_SHIFT) + policy_narrow_bias(net, ply, i);
    }
}

static inline int32x4_t multiply_class(const struct policy_weights *net, int32x4_t sum,
                                       const int8x16_t *hidden, unsigned class)
{
    return multiply_row(sum, hidden, net->class + class * POLICY_WIDE_CLASS_WIDTH, POLICY_WIDE_CLASS_WIDTH);
}

static void evaluate_wide(const struct policy_weights *net, const int16_t *sum, const struct policy_ply *ply,
                          int32_t *logits)
{
    int8x16_t hidden[POLICY_WIDE_WIDTH / 16];
    hidden_layer(net, POLICY_WIDE_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        int32x4_t all = multiply_row(vdupq_n_s32(0), hidden, net->move + ply->rows[i] * POLICY_WIDE_WIDTH,
                                     POLICY_WIDE_WIDTH);
        all = multiply_class(net, all, hidden, ply->classes[i]);
        for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
            all = multiply_class(net, all, hidden, ply->far_classes[i][kind]);
        logits[i] = (vaddvq_s32(all) >> POLICY_OUTPUT_SHIFT) + policy_wide_bias(net, ply, i);
    }
}

static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                     int32_t *logits)
{
    if (policy_is_wide(net))
        evaluate_wide(net, sum, ply, logits);
    else
        evaluate_narrow(net, sum, ply, logits);
}

const struct policy_kernel policy_kernel_neon = {"neon", update, evaluate, policy_chances_plain};

#endif
