/* The text model's bits with AVX2: eight inputs at a time, then those that are left. */
#include "entropy/kernels/text_kernel_plain.h"

#ifdef TEXT_KERNEL_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

struct asked_lanes {
    __m256i counters, inputs; /* of the first eight */
    __m128i other_counters, other_inputs;
};

#define HAS_ASKED_LANES
#include "entropy/kernels/text_bits_sse41.h"
#include "entropy/kernels/vectors_avx2.h"

/* How many inputs there are among the first eight, and after them. */
SHAPED unsigned first_count(const struct text_plan *plan)
{
    return input_count(plan) < LANES_MAX ? input_count(plan) : LANES_MAX;
}

SHAPED unsigned other_count(const struct text_plan *plan)
{
    return input_count(plan) - first_count(plan);
}

SHAPED __m128i ask_eight(const struct text_plan *plan, struct asked *asked, unsigned class)
{
    unsigned count = first_count(plan) - LANES;
    __m128i low = gather(asked, 0, LANES), high = gather(asked, LANES, count);
    asked->lanes.counters = joined(low, high);
    asked->lanes.inputs = joined(lanes_odds(first_steps(asked, low, class), LANES),
                                 lanes_odds(other_steps(asked, high, LANES, count), count));
    __m256i weights = _mm256_add_epi32(load_eight(asked->sets[0]), load_eight(asked->sets[1]));
    return weigh_eight(asked->lanes.inputs, _mm256_add_epi32(weights, load_eight(asked->sets[2])));
}

SHAPED __m128i ask_others(const struct text_plan *plan, struct asked *asked)
{
    unsigned count = other_count(plan);
    asked->lanes.other_counters = gather(asked, LANES_MAX, count);
    __m128i steps = other_steps(asked, asked->lanes.other_counters, LANES_MAX, count);
    asked->lanes.other_inputs = lanes_odds(steps, count);
    return weigh_four(asked, asked->lanes.other_inputs, LANES_MAX);
}

SHAPED uint32_t ask(const struct text_plan *plan, struct text_model *model, const struct text_place *place,
                    const struct text_step *step, struct asked *asked)
{
    start_asking(plan, model, place, step, asked);
    __m128i sums = ask_eight(plan, asked, step->class);
    if (other_count(plan) != 0)
        sums = _mm_add_epi32(sums, ask_others(plan, asked));
    return finish_asking(model, place, step, asked, sums);
}

SHAPED void teach_eight(const struct text_plan *plan, struct asked *asked, __m128i error, uint32_t mirror)
{
    unsigned count = first_count(plan);
    __m256i changes = changes_eight(asked->lanes.inputs, error);
    change_eight(asked->sets[0], changes);
    change_eight(asked->sets[1], changes);
    change_eight(asked->sets[2], changes);
    __m128i of_match = _mm_insert_epi32(_mm_setzero_si128(), (int)asked->match_mirror, INPUT_MATCH);
    __m256i mirrors = _mm256_xor_si256(_mm256_set1_epi32((int)mirror), joined(of_match, _mm_setzero_si128()));
    __m256i taught = taught_eight(asked->lanes.counters, mirrors, lanes_numbers.text_met_max, count);
    lanes_scatter(asked->places, LANES, lower(taught));
    lanes_scatter(asked->places + LANES, count - LANES, upper(taught));
}

SHAPED void teach_others(const struct text_plan *plan, struct asked *asked, __m128i error, uint32_t mirror)
{
    unsigned count = other_count(plan);
    change_four(asked, asked->lanes.other_inputs, LANES_MAX, error);
    __m128i taught = lanes_taught(asked->lanes.other_counters, _mm_set1_epi32((int)mirror),
                                  lanes_numbers.text_met_max, count);
    lanes_scatter(asked->places + LANES_MAX, count, taught);
}

SHAPED void teach(const struct text_plan *plan, struct text_model *model, struct asked *asked, unsigned bit)
{
    __m128i error = lanes_error(mixer_error(&model->mixer, asked->mixed, bit));
    teach_eight(plan, asked, error, lanes_mirror(bit));
    if (other_count(plan) != 0)
        teach_others(plan, asked, error, lanes_mirror(bit));
    teach_rest(plan, model, asked, bit);
}

#define HAS_ASK_AND_TEACH
#include "entropy/kernels/text_kernel_body.h"

const struct text_kernel text_kernel_avx2 = {"AVX2", code_lightly, code_fully};

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
