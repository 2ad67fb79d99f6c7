/* The policy net's arithmetic in plain C, and what its other versions share with that. */
#ifndef PGNPACK_NET_POLICY_KERNEL_PLAIN_H
#define PGNPACK_NET_POLICY_KERNEL_PLAIN_H

#include <stddef.h>
#include <string.h>

#include "net/policy_fill.h"
#include "net/policy_weights.h"

#if defined(__x86_64__) || defined(__i386__)
#define POLICY_KERNEL_X86 1
#elif defined(__aarch64__)
#define POLICY_KERNEL_NEON 1
#endif

struct policy_kernel {
    const char *name;
    policy_fill_version *fill; /* policy_ply_fill() */
    /* sum[j] += input[row][j] for the rows `added`, and less those of `removed`. */
    void (*update)(const struct policy_weights *net, int16_t *sum, const uint16_t *added, size_t added_count,
                   const uint16_t *removed, size_t removed_count);
    /*
     * Logits of all moves of `ply`, at most POLICY_MOVES_MAX, from `sum` and the ply's own inputs. Room: count +
     * POLICY_PADDING.
     */
    void (*evaluate)(const struct policy_weights *net, const int16_t *sum, struct policy_ply *ply,
                     int32_t *logits);
    /*
     * Logits become chances, in place: with t = (best - logit) * temperature >> 6, an approximation of
     * 2^15 * 2^(-t / 256). Room as above; what is there is overwritten. Returns their sum.
     */
    uint32_t (*chances)(int32_t *logits, unsigned count, unsigned temperature);
};

extern const struct policy_kernel policy_kernel_plain;
#ifdef POLICY_KERNEL_X86
extern const struct policy_kernel policy_kernel_ssse3;
extern const struct policy_kernel policy_kernel_avx2;
#endif
#ifdef POLICY_FILL_AVX512
extern const struct policy_kernel policy_kernel_avx512;
#endif
#ifdef POLICY_KERNEL_NEON
extern const struct policy_kernel policy_kernel_neon;
#endif

/* `chances` in plain C, for kernels that have no better one. */
uint32_t policy_chances_plain(int32_t *logits, unsigned count, unsigned temperature);

static inline int policy_is_wide(const struct policy_weights *net)
{
    return net->shape.width == POLICY_WIDE_WIDTH;
}

/* All that is added to a move's logit behind the shift. */
static inline int32_t policy_narrow_bias(const struct policy_weights *net, const struct policy_ply *ply,
                                         unsigned i)
{
    return net->move_bias[ply->rows[i]] + net->class_bias[ply->classes[i]];
}

static inline int32_t policy_wide_bias(const struct policy_weights *net, const struct policy_ply *ply,
                                       unsigned i)
{
    int32_t bias = policy_narrow_bias(net, ply, i);
    for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
        bias += net->class_bias[ply->far_classes[i][kind]];
    return bias;
}

/* Makes the places behind the last move harmless, for kernels that take several at once. */
static inline void policy_ply_pad(struct policy_ply *ply)
{
    memset(ply->rows + ply->count, 0, POLICY_PADDING * sizeof *ply->rows);
    memset(ply->classes + ply->count, 0, POLICY_PADDING * sizeof *ply->classes);
}

static inline void policy_ply_pad_far(struct policy_ply *ply)
{
    memset(ply->far_classes + ply->count, 0, POLICY_PADDING * sizeof *ply->far_classes);
}

/* 2^15 * 2^(-t / 256), off by less than 0.3 %: a quadratic that is exact at whole powers of two. */
static inline uint32_t policy_exp2(uint32_t t)
{
    uint32_t fraction = t & 255;
    uint32_t power = t >> 8;
    uint32_t value = 32768 - 86 * fraction + (11 * fraction * fraction >> 7);
    return power > 16 ? 0 : value >> power;
}

#endif
