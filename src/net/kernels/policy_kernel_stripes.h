/*
 * The sums of the first layer in stripes: as many columns as registers hold sums of. Written once; a version includes this
 * after its own steps:
 *
 *     TARGET                  attributes of its functions
 *     stripe_vector, STRIPE, VECTORS  its registers, columns of a stripe, registers that hold them
 *     load_sums(), store_sums()       of a stripe
 *     add_row(), subtract_row()       a row's weights
 */
#ifndef PGNPACK_NET_KERNELS_POLICY_KERNEL_STRIPES_H
#define PGNPACK_NET_KERNELS_POLICY_KERNEL_STRIPES_H

#include "net/kernels/policy_kernel_plain.h"

#ifdef TARGET /* else nobody has steps for it */

/* `weights`: the stripe's first column in row 0. */
TARGET __attribute__((always_inline)) static inline void
update_stripe(const int8_t *weights, size_t width, int16_t *sum, const uint16_t *added, size_t added_count,
              const uint16_t *removed, size_t removed_count)
{
    stripe_vector sums[VECTORS];
    load_sums(sums, sum);
    for (size_t i = 0; i < added_count; i++)
        add_row(sums, weights + added[i] * width);
    for (size_t i = 0; i < removed_count; i++)
        subtract_row(sums, weights + removed[i] * width);
    store_sums(sum, sums);
}

TARGET static void update(const struct policy_weights *net, int16_t *sum, const uint16_t *added,
                          size_t added_count, const uint16_t *removed, size_t removed_count)
{
    if (!policy_is_wide(net)) {
        update_stripe(net->input, POLICY_WIDTH, sum, added, added_count, removed, removed_count);
        return;
    }
    for (unsigned column = 0; column < POLICY_WIDE_WIDTH; column += STRIPE)
        update_stripe(net->input + column, POLICY_WIDE_WIDTH, sum + column, added, added_count, removed,
                      removed_count);
}

#endif
#endif
