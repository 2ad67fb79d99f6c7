#include "net/policy_kernel_plain.h"

#include <string.h>

static void plain_update(const struct policy_weights *net, int16_t *sum, const uint16_t *added,
                         size_t added_count, const uint16_t *removed, size_t removed_count)
{
    unsigned width = net->shape.width;
    for (size_t i = 0; i < added_count; i++)
        for (unsigned j = 0; j < width; j++)
            sum[j] = (int16_t)(sum[j] + net->input[added[i] * width + j]);
    for (size_t i = 0; i < removed_count; i++)
        for (unsigned j = 0; j < width; j++)
            sum[j] = (int16_t)(sum[j] - net->input[removed[i] * width + j]);
}

static int32_t dot(const uint8_t *hidden, const int8_t *weights, unsigned count)
{
    int32_t sum = 0;
    for (unsigned j = 0; j < count; j++)
        sum += hidden[j] * weights[j];
    return sum;
}

static void plain_hidden_layer(const struct policy_weights *net, const int16_t *sum,
                               const struct policy_ply *ply, uint8_t hidden[POLICY_WIDTH_MAX])
{
    int16_t x[POLICY_WIDTH_MAX];
    memcpy(x, sum, net->shape.width * sizeof *x);
    plain_update(net, x, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned j = 0; j < net->shape.width; j++) {
        int clipped = x[j] < 0 ? 0 : x[j] > POLICY_CLIP ? POLICY_CLIP : x[j];
        hidden[j] = (uint8_t)(clipped * clipped >> 7);
    }
}

static int32_t dot_class(const struct policy_weights *net, const uint8_t *hidden, unsigned class)
{
    return dot(hidden, net->class + (size_t) class * net->shape.class_width, net->shape.class_width);
}

static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                     int32_t *logits)
{
    uint8_t hidden[POLICY_WIDTH_MAX];
    unsigned width = net->shape.width;
    plain_hidden_layer(net, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        int32_t all = dot(hidden, net->move + (size_t)ply->rows[i] * width, width);
        all += dot_class(net, hidden, ply->classes[i]);
        if (policy_is_wide(net))
            for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
                all += dot_class(net, hidden, ply->far_classes[i][kind]);
        /* Arithmetic shift of a number that may be negative: every compiler that we know rounds down. */
        logits[i] = (all >> POLICY_OUTPUT_SHIFT) +
                    (policy_is_wide(net) ? policy_wide_bias(net, ply, i) : policy_narrow_bias(net, ply, i));
    }
}

uint32_t policy_chances_plain(int32_t *logits, unsigned count, unsigned temperature)
{
    int32_t best = logits[0];
    uint32_t total = 0;
    for (unsigned i = 1; i < count; i++)
        best = logits[i] > best ? logits[i] : best;
    for (unsigned i = 0; i < count; i++) {
        uint32_t chance = policy_exp2((uint32_t)(best - logits[i]) * temperature >> 6);
        logits[i] = (int32_t)chance;
        total += chance;
    }
    return total;
}

const struct policy_kernel policy_kernel_plain = {"plain", policy_ply_fill, plain_update, evaluate,
                                                  policy_chances_plain};
