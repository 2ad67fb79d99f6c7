/*
 * What kernels of 16-byte vectors do, written once. A version includes this behind its own steps:
 *
 *     TARGET                      attributes of its functions
 *     words, bytes, sums          its vectors: 8 sums of the first layer, 16 hidden units, 4 sums of the second
 *     load_words(), store_words() of 8 numbers
 *     add_weights(), less_weights()  8 weights of the first layer
 *     activate()                  two such vectors make hidden units
 *     multiply()                  adds the products of hidden units and weights to sums
 *     no_sums(), total_of()       zeros, and all four together
 */
#ifndef PGNPACK_NET_KERNELS_POLICY_KERNEL_VECTORS_H
#define PGNPACK_NET_KERNELS_POLICY_KERNEL_VECTORS_H

#include "net/kernels/policy_kernel_plain.h"

#ifdef TARGET /* else nobody has steps for it */

/* For functions that are compiled once for each shape. */
#define SHAPED TARGET __attribute__((always_inline))

SHAPED static inline void update_width(const struct policy_weights *net, unsigned width, int16_t *sum,
                                       const uint16_t *added, size_t added_count, const uint16_t *removed,
                                       size_t removed_count)
{
    for (unsigned j = 0; j < width; j += 8) {
        words eight = load_words(sum + j);
        for (size_t i = 0; i < added_count; i++)
            eight = add_weights(eight, net->input + added[i] * width + j);
        for (size_t i = 0; i < removed_count; i++)
            eight = less_weights(eight, net->input + removed[i] * width + j);
        store_words(sum + j, eight);
    }
}

TARGET static void update(const struct policy_weights *net, int16_t *sum, const uint16_t *added,
                          size_t added_count, const uint16_t *removed, size_t removed_count)
{
    if (policy_is_wide(net))
        update_width(net, POLICY_WIDE_WIDTH, sum, added, added_count, removed, removed_count);
    else
        update_width(net, POLICY_WIDTH, sum, added, added_count, removed, removed_count);
}

SHAPED static inline sums multiply_row(sums sum, const bytes *hidden, const int8_t *weights, unsigned width)
{
    for (unsigned j = 0; j < width; j += 16)
        sum = multiply(sum, hidden[j / 16], weights + j);
    return sum;
}

SHAPED static inline void hidden_layer(const struct policy_weights *net, unsigned width, const int16_t *sum,
                                       const struct policy_ply *ply, bytes *hidden)
{
    int16_t all[POLICY_WIDTH_MAX];
    memcpy(all, sum, width * sizeof *all);
    update_width(net, width, all, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned j = 0; j < width; j += 16)
        hidden[j / 16] = activate(load_words(all + j), load_words(all + j + 8));
}

TARGET static void evaluate_narrow(const struct policy_weights *net, const int16_t *sum,
                                   const struct policy_ply *ply, int32_t *logits)
{
    bytes hidden[POLICY_WIDTH / 16];
    hidden_layer(net, POLICY_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        const int8_t *class = net->class + ply->classes[i] * POLICY_CLASS_WIDTH;
        sums all = multiply_row(no_sums(), hidden, net->move + ply->rows[i] * POLICY_WIDTH, POLICY_WIDTH);
        all = multiply_row(all, hidden, class, POLICY_CLASS_WIDTH);
        all = multiply_row(all, hidden, net->aim + ply->aims[i] * POLICY_CLASS_WIDTH, POLICY_CLASS_WIDTH);
        logits[i] = (total_of(all) >> POLICY_OUTPUT_SHIFT) + policy_narrow_bias(net, ply, i);
    }
}

TARGET static inline sums multiply_class(const struct policy_weights *net, sums sum, const bytes *hidden,
                                         unsigned class)
{
    return multiply_row(sum, hidden, net->class + class * POLICY_WIDE_CLASS_WIDTH, POLICY_WIDE_CLASS_WIDTH);
}

TARGET static void evaluate_wide(const struct policy_weights *net, const int16_t *sum,
                                 const struct policy_ply *ply, int32_t *logits)
{
    bytes hidden[POLICY_WIDE_WIDTH / 16];
    hidden_layer(net, POLICY_WIDE_WIDTH, sum, ply, hidden);
    for (unsigned i = 0; i < ply->count; i++) {
        sums all =
            multiply_row(no_sums(), hidden, net->move + ply->rows[i] * POLICY_WIDE_WIDTH, POLICY_WIDE_WIDTH);
        all = multiply_class(net, all, hidden, ply->classes[i]);
        for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
            all = multiply_class(net, all, hidden, ply->far_classes[i][kind]);
        logits[i] = (total_of(all) >> POLICY_OUTPUT_SHIFT) + policy_wide_bias(net, ply, i);
    }
}

TARGET static void evaluate(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                            int32_t *logits)
{
    if (policy_is_wide(net))
        evaluate_wide(net, sum, ply, logits);
    else
        evaluate_narrow(net, sum, ply, logits);
}

#endif
#endif
