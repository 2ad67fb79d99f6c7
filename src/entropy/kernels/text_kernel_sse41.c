/* The text model's bits with SSE4.1: four inputs at a time. */
#include "entropy/kernels/text_kernel_plain.h"

#ifdef TEXT_KERNEL_X86

#include <smmintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC target("sse4.1")
#endif

struct asked_lanes {
    __m128i counters[3];
    __m128i inputs[3];
};

#define HAS_ASKED_LANES
#include "entropy/kernels/text_bits_sse41.h"

/* How many inputs there are in that group of four. */
SHAPED unsigned count_of(const struct text_plan *plan, unsigned four)
{
    unsigned left = input_count(plan) - four * LANES;
    return left < LANES ? left : LANES;
}

SHAPED __m128i ask_four(const struct text_plan *plan, struct asked *asked, unsigned four, unsigned class)
{
    unsigned count = count_of(plan, four), at = four * LANES;
    __m128i counters = gather(asked, at, count);
    __m128i steps = four == 0 ? first_steps(asked, counters, class) : other_steps(asked, counters, at, count);
    asked->lanes.counters[four] = counters;
    asked->lanes.inputs[four] = lanes_odds(steps, count);
    return weigh_four(asked, asked->lanes.inputs[four], at);
}

SHAPED uint32_t ask(const struct text_plan *plan, struct text_model *model, const struct text_place *place,
                    const struct text_step *step, struct asked *asked)
{
    start_asking(plan, model, place, step, asked);
    __m128i sums = ask_four(plan, asked, 0, step->class);
    sums = _mm_add_epi32(sums, ask_four(plan, asked, 1, step->class));
    if (input_count(plan) > 2 * LANES)
        sums = _mm_add_epi32(sums, ask_four(plan, asked, 2, step->class));
    return finish_asking(model, place, step, asked, sums);
}

SHAPED void teach_four(const struct text_plan *plan, struct asked *asked, unsigned four, __m128i error,
                       __m128i mirror)
{
    unsigned count = count_of(plan, four), at = four * LANES;
    change_four(asked, asked->lanes.inputs[four], at, error);
    lanes_scatter(asked->places + at, count,
                  lanes_taught(asked->lanes.counters[four], mirror, lanes_numbers.text_met_max, count));
}

SHAPED void teach(const struct text_plan *plan, struct text_model *model, struct asked *asked, unsigned bit)
{
    __m128i error = lanes_error(mixer_error(&model->mixer, asked->mixed, bit));
    uint32_t of_bit = lanes_mirror(bit);
    __m128i mirror = _mm_set1_epi32((int)of_bit);
    teach_four(plan, asked, 0, error,
               _mm_insert_epi32(mirror, (int)(of_bit ^ asked->match_mirror), INPUT_MATCH));
    teach_four(plan, asked, 1, error, mirror);
    if (input_count(plan) > 2 * LANES)
        teach_four(plan, asked, 2, error, mirror);
    teach_rest(plan, model, asked, bit);
}

#define HAS_ASK_AND_TEACH
#include "entropy/kernels/text_kernel_body.h"

const struct text_kernel text_kernel_sse41 = {"SSE4.1", code_lightly, code_fully};

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
