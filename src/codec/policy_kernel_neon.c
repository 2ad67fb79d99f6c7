/* The policy net's arithmetic with NEON, which every 64-bit ARM processor has. */
#include "codec/policy_kernel.h"

#ifdef POLICY_KERNEL_NEON

#include <arm_neon.h>

enum { HIDDEN_VECTORS = POLICY_HIDDEN / 16 };

_Static_assert(POLICY_CLIP *POLICY_CLIP >> 7 < 128, "hidden units fit signed bytes");
_Static_assert(POLICY_CLASS_HIDDEN == 32, "vectors are counted by hand");

static void update(const struct policy_weights *net, int16_t sum[POLICY_HIDDEN], const uint16_t *added,
                   size_t added_count, const uint16_t *removed, size_t removed_count)
{
    for (unsigned j = 0; j < POLICY_HIDDEN; j += 8) {
        int16x8_t eight = vld1q_s16(sum + j);
        for (size_t i = 0; i < added_count; i++)
            eight = vaddw_s8(eight, vld1_s8(net->input[added[i]] + j));
        for (size_t i = 0; i < removed_count; i++)
            eight = vsubw_s8(eight, vld1_s8(net->input[removed[i]] + j));
        vst1q_s16(sum + j, eight);
    }
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

static inline int32_t multiply_move(const struct policy_weights *net, const int8x16_t hidden[HIDDEN_VECTORS],
                                    unsigned row, unsigned class)
{
    int32x4_t sum = multiply(vdupq_n_s32(0), hidden[0], net->class[class]);
    sum = multiply(sum, hidden[1], net->class[class] + 16);
    for (unsigned i = 0; i < HIDDEN_VECTORS; i++)
        sum = multiply(sum, hidden[i], net->move[row] + 16 * i);
    return vaddvq_s32(sum);
}

static void evaluate(const struct policy_weights *net, const int16_t sum[POLICY_HIDDEN],
                     struct policy_ply *ply, int32_t *logits)
{
    int16_t sums[POLICY_HIDDEN];
    int8x16_t hidden[HIDDEN_VECTORS];
    memcpy(sums, sum, sizeof sums);
    update(net, sums, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned i = 0; i < HIDDEN_VECTORS; i++)
        hidden[i] = vcombine_s8(activate(vld1q_s16(sums + 16 * i)), activate(vld1q_s16(sums + 16 * i + 8)));
    for (unsigned i = 0; i < ply->count; i++) {
        unsigned row = ply->rows[i];
        unsigned class = ply->classes[i];
        logits[i] = (multiply_move(net, hidden, row, class) >> POLICY_OUTPUT_SHIFT) + net->move_bias[row] +
                    net->class_bias[class];
    }
}

const struct policy_kernel policy_kernel_neon = {"neon", update, evaluate, policy_chances_plain};

#endif
