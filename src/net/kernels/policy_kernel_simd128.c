/* The policy net's arithmetic with WebAssembly's vectors of 16 bytes. */
#include "net/kernels/policy_kernel_plain.h"

#ifdef POLICY_KERNEL_SIMD128

#include <wasm_simd128.h>

#define TARGET

typedef v128_t words, sums;

/* Hidden units as 16-bit numbers: there is no instruction that multiplies bytes and adds pairs of products. */
typedef struct {
    v128_t first, second;
} bytes;

static inline words load_words(const int16_t *from)
{
    return wasm_v128_load(from);
}

static inline void store_words(int16_t *to, words eight)
{
    wasm_v128_store(to, eight);
}

static inline words add_weights(words eight, const int8_t *weights)
{
    return wasm_i16x8_add(eight, wasm_i16x8_load8x8(weights));
}

static inline words less_weights(words eight, const int8_t *weights)
{
    return wasm_i16x8_sub(eight, wasm_i16x8_load8x8(weights));
}

static inline v128_t clip_and_square(words eight)
{
    eight = wasm_i16x8_max(wasm_i16x8_min(eight, wasm_i16x8_splat(POLICY_CLIP)), wasm_i16x8_splat(0));
    return wasm_u16x8_shr(wasm_i16x8_mul(eight, eight), 7);
}

static inline bytes activate(words first, words second)
{
    return (bytes){clip_and_square(first), clip_and_square(second)};
}

static inline sums no_sums(void)
{
    return wasm_i32x4_splat(0);
}

static inline sums multiply(sums sum, bytes hidden, const int8_t *weights)
{
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(hidden.first, wasm_i16x8_load8x8(weights)));
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(hidden.second, wasm_i16x8_load8x8(weights + 8)));
}

static inline int32_t total_of(sums sum)
{
    sum = wasm_i32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1);
}

#include "net/kernels/policy_kernel_vectors.h"

const struct policy_kernel policy_kernel_simd128 = {
    .name = "simd128",
    .see = policy_see,
    .see_far = policy_see_far,
    .update = update,
    .evaluate = evaluate,
    POLICY_SIZES_PLAIN,
};

#endif
