#include "net/kernels/policy_kernel_plain.h"

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
        else
            all +=
                dot(hidden, net->aim + (size_t)ply->aims[i] * net->shape.class_width, net->shape.class_width);
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

uint32_t policy_sizes_plain(int32_t *logits, unsigned count, unsigned temperature)
{
    unsigned shift = policy_size_shift(policy_chances_plain(logits, count, temperature));
    uint32_t total = 0;
    for (unsigned i = 0; i < count; i++) {
        logits[i] = (logits[i] >> shift) + 1;
        total += (uint32_t)logits[i];
    }
    memset(logits + count, 0, POLICY_PADDING * sizeof *logits);
    return total;
}

uint32_t policy_sum_sizes_plain(const int32_t *sizes, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += (uint32_t)sizes[i];
    return sum;
}

unsigned policy_find_size_plain(const int32_t *sizes, uint32_t place, uint32_t *start)
{
    unsigned i = 0;
    *start = 0;
    while (place - *start >= (uint32_t)sizes[i])
        *start += (uint32_t)sizes[i++];
    return i;
}

unsigned policy_find_move_plain(const struct policy_ply *ply, uint16_t code)
{
    unsigned i = 0;
    while (ply->moves[i] != code)
        i++;
    return i;
}

const struct policy_kernel policy_kernel_plain = {
    .name = "plain",
    .see = policy_see,
    .see_far = policy_see_far,
    .update = plain_update,
    .evaluate = evaluate,
    POLICY_SIZES_PLAIN,
};
