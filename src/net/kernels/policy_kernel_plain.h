/* The policy net's arithmetic in plain C, and what its other versions share with that. */
#ifndef PGNPACK_NET_KERNELS_POLICY_KERNEL_PLAIN_H
#define PGNPACK_NET_KERNELS_POLICY_KERNEL_PLAIN_H

#include <stddef.h>
#include <string.h>

#include "net/features/policy_fill.h"
#include "net/kernels/policy_weights.h"
#include "util/bits.h"

#if defined(__x86_64__) || defined(__i386__)
#define POLICY_KERNEL_X86 1
#elif defined(__aarch64__)
#define POLICY_KERNEL_NEON 1
#elif defined(__wasm_simd128__)
#define POLICY_KERNEL_SIMD128 1
#endif

struct policy_kernel {
    const char *name;
    policy_see_version *see;
    policy_see_far_version *see_far;
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
    /*
     * Logits become sizes, in place: their chances, halved until their sum is below 2^16, and one more each. Room as
     * above, zeros afterwards. Returns their sum.
     */
    uint32_t (*sizes)(int32_t *logits, unsigned count, unsigned temperature);
    /* Sum of the first `count` sizes. */
    uint32_t (*sum_sizes)(const int32_t *sizes, unsigned count);
    /* The move whose size holds `place`, which is below the sum of all; *start: sum of the sizes before it. */
    unsigned (*find_size)(const int32_t *sizes, uint32_t place, uint32_t *start);
    /* Place of a legal move in ply->moves. */
    unsigned (*find_move)(const struct policy_ply *ply, uint16_t code);
};

extern const struct policy_kernel policy_kernel_plain;
#ifdef POLICY_KERNEL_X86
extern const struct policy_kernel policy_kernel_ssse3;
extern const struct policy_kernel policy_kernel_avx2;
#endif
#ifdef POLICY_KERNEL_NEON
extern const struct policy_kernel policy_kernel_neon;
#endif
#ifdef POLICY_KERNEL_SIMD128
extern const struct policy_kernel policy_kernel_simd128;
#endif

/* All that a net of some sight has of a position's moves. */
static inline void policy_ply_fill(const struct policy_kernel *kernel, struct policy_view *view,
                                   struct policy_ply *ply, const struct position *position,
                                   const struct policy_history *history, enum policy_sight sight)
{
    kernel->see(view, ply, position, history);
    if (sight == POLICY_SIGHT_FAR && ply->count <= POLICY_MOVES_MAX)
        kernel->see_far(view, ply, history);
}

/* In plain C, for kernels that have no better ones. */
uint32_t policy_chances_plain(int32_t *logits, unsigned count, unsigned temperature);
uint32_t policy_sizes_plain(int32_t *logits, unsigned count, unsigned temperature);
uint32_t policy_sum_sizes_plain(const int32_t *sizes, unsigned count);
unsigned policy_find_size_plain(const int32_t *sizes, uint32_t place, uint32_t *start);
unsigned policy_find_move_plain(const struct policy_ply *ply, uint16_t code);

/* The fields of a kernel that has these. */
#define POLICY_SIZES_PLAIN                                                                                   \
    .chances = policy_chances_plain, .sizes = policy_sizes_plain, .sum_sizes = policy_sum_sizes_plain,       \
    .find_size = policy_find_size_plain, .find_move = policy_find_move_plain

#ifdef POLICY_KERNEL_X86
#define POLICY_SIZES_AVX2                                                                                    \
    .chances = policy_chances_avx2, .sizes = policy_sizes_avx2, .sum_sizes = policy_sum_sizes_avx2,          \
    .find_size = policy_find_size_avx2, .find_move = policy_find_move_avx2

uint32_t policy_chances_avx2(int32_t *logits, unsigned count, unsigned temperature);
uint32_t policy_sizes_avx2(int32_t *logits, unsigned count, unsigned temperature);
uint32_t policy_sum_sizes_avx2(const int32_t *sizes, unsigned count);
unsigned policy_find_size_avx2(const int32_t *sizes, uint32_t place, uint32_t *start);
unsigned policy_find_move_avx2(const struct policy_ply *ply, uint16_t code);
#endif

/* Sums of chances are halved until they are below 2^16; the likeliest move alone has 2^15. */
static inline unsigned policy_size_shift(uint32_t sum)
{
    enum { TOTAL_BITS = 16 };
    unsigned bits = bit_length(sum);
    return bits > TOTAL_BITS ? bits - TOTAL_BITS : 0;
}

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
    const int16_t *biases = net->class_bias;
    const uint16_t *far = ply->far_classes[i];
    _Static_assert((int)POLICY_FAR_KINDS == 9, "written out, not as a loop");
    return policy_narrow_bias(net, ply, i) + biases[far[0]] + biases[far[1]] + biases[far[2]] +
           biases[far[3]] + biases[far[4]] + biases[far[5]] + biases[far[6]] + biases[far[7]] +
           biases[far[8]];
}

/* Makes the places behind the last move harmless, for kernels that take several at once. */
static inline void policy_ply_pad(struct policy_ply *ply)
{
    memset(ply->rows + ply->count, 0, POLICY_PADDING * sizeof *ply->rows);
    memset(ply->classes + ply->count, 0, POLICY_PADDING * sizeof *ply->classes);
    memset(ply->aims + ply->count, 0, POLICY_PADDING * sizeof *ply->aims);
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
