/* The text model's bits with SSE4.1: four inputs at a time. */
#include "entropy/text_kernel_plain.h"

#ifdef TEXT_KERNEL_X86

#include <smmintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC target("sse4.1")
#endif

#include "entropy/text_parts.h"
#include "entropy/vectors_sse41.h"

enum { FOURS_MAX = INPUT_COUNT / LANES };

/* What is asked for a bit, to be taught when it is known. Inputs are in the order of their weights. */
struct asked {
    uint32_t *places[INPUT_COUNT]; /* of their counters */
    uint8_t *histories[CONTEXT_COUNT];
    __m128i counters[FOURS_MAX];
    __m128i inputs[FOURS_MAX];
    uint32_t match_mirror; /* all ones over met: the match learns the other bit */
    int32_t *sets[SETS_AT_ONCE];
    uint32_t mixed; /* probability of 2^16 */
    uint16_t *refined;
};

SHAPED unsigned input_count(const struct text_plan *plan)
{
    return INPUT_OF_CONTEXTS + plan->context_count;
}

/* How many inputs there are in that group of four. */
SHAPED unsigned count_of(const struct text_plan *plan, unsigned four)
{
    unsigned left = input_count(plan) - four * LANES;
    return left < LANES ? left : LANES;
}

SHAPED void find_places(const struct text_plan *plan, struct text_model *model,
                        const struct text_place *place, const struct text_step *step, struct asked *asked)
{
    asked->places[INPUT_ORDER_0] = &model->of_order_0[step->bits];
    asked->places[INPUT_ORDER_1] = &step->order_1[step->bits];
    asked->places[INPUT_MATCH] = step->class == 0 ? &model->of_nothing : &model->of_match[step->class];
    asked->match_mirror = step->class == 0 ? 0 : lanes_mirror(1 ^ text_step_expected(step));
    for (unsigned i = 0; i < plan->context_count; i++) {
        asked->histories[i] = place->slots[i] + step->node;
        asked->places[INPUT_OF_CONTEXTS + i] = &model->of_history[i][*asked->histories[i]];
    }
}

/* No odds: in the middle. */
enum { STEP_OF_NOTHING = LOGISTIC_STEPS / 2 };

/* A context's probability, which means nothing where it was never met. */
SHAPED int known(const struct asked *asked, unsigned input, int step)
{
    return *asked->histories[input - INPUT_OF_CONTEXTS] == 0 ? STEP_OF_NOTHING : step;
}

/* The first four inputs' probabilities: if the match expects a 0, how unlikely a 1 is. */
SHAPED __m128i first_steps(const struct asked *asked, unsigned class)
{
    __m128i steps = lanes_steps(asked->counters[0]);
    unsigned of_match = (unsigned)_mm_extract_epi16(steps, 2 * INPUT_MATCH);
    of_match ^= asked->match_mirror >> (32 - LOGISTIC_STEP_BITS);
    steps = _mm_insert_epi16(steps, class == 0 ? STEP_OF_NOTHING : (int)of_match, 2 * INPUT_MATCH);
    return _mm_insert_epi16(steps, known(asked, 3, _mm_extract_epi16(steps, 6)), 6);
}

/* Those of contexts. */
SHAPED __m128i other_steps(const struct asked *asked, unsigned four, unsigned count)
{
    __m128i steps = lanes_steps(asked->counters[four]);
    unsigned input = four * LANES;
    steps = _mm_insert_epi16(steps, known(asked, input, _mm_extract_epi16(steps, 0)), 0);
    if (count > 1)
        steps = _mm_insert_epi16(steps, known(asked, input + 1, _mm_extract_epi16(steps, 2)), 2);
    if (count > 2)
        steps = _mm_insert_epi16(steps, known(asked, input + 2, _mm_extract_epi16(steps, 4)), 4);
    if (count > 3)
        steps = _mm_insert_epi16(steps, known(asked, input + 3, _mm_extract_epi16(steps, 6)), 6);
    return steps;
}

SHAPED __m128i ask_four(const struct text_plan *plan, struct asked *asked, unsigned four, unsigned class)
{
    unsigned count = count_of(plan, four), at = four * LANES;
    asked->counters[four] = lanes_gather((const uint32_t *const *)asked->places + at, count);
    __m128i steps = four == 0 ? first_steps(asked, class) : other_steps(asked, four, count);
    asked->inputs[four] = lanes_odds(steps, count);
    __m128i weights = _mm_add_epi32(lanes_load(asked->sets[0] + at), lanes_load(asked->sets[1] + at));
    return lanes_weigh(asked->inputs[four], _mm_add_epi32(weights, lanes_load(asked->sets[2] + at)));
}

/* The probability of a 1, of 2^16. */
SHAPED uint32_t ask(const struct text_plan *plan, struct text_model *model, const struct text_place *place,
                    const struct text_step *step, struct asked *asked)
{
    find_places(plan, model, place, step, asked);
    asked->sets[0] = model->weights[SET_BY_MATCH + step->class];
    asked->sets[1] = model->weights[SET_BY_BITS + step->bits];
    asked->sets[2] = step->weights_by_byte;
    __m128i sums = ask_four(plan, asked, 0, step->class);
    sums = _mm_add_epi32(sums, ask_four(plan, asked, 1, step->class));
    if (input_count(plan) > 2 * LANES)
        sums = _mm_add_epi32(sums, ask_four(plan, asked, 2, step->class));
    int32_t odds = lanes_mixed(sums);
    asked->mixed = logistic_squash(odds);
    uint32_t one = asked->mixed + refine(refinement_of(model, place, step), odds, &asked->refined);
    return mixer_probability(one / 2);
}

SHAPED void teach_four(const struct text_plan *plan, struct asked *asked, unsigned four, __m128i error,
                       __m128i mirror)
{
    unsigned count = count_of(plan, four), at = four * LANES;
    __m128i changes = lanes_changes(asked->inputs[four], error);
    lanes_change(asked->sets[0] + at, changes);
    lanes_change(asked->sets[1] + at, changes);
    lanes_change(asked->sets[2] + at, changes);
    lanes_scatter(asked->places + at, count,
                  lanes_taught(asked->counters[four], mirror, lanes_numbers.text_met_max, count));
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
    for (unsigned i = 0; i < plan->context_count; i++)
        *asked->histories[i] = model->histories.next[*asked->histories[i]][bit];
    teach_refinement(asked->refined, bit);
}

#include "entropy/text_kernel_body.h"

const struct text_kernel text_kernel_sse41 = {"SSE4.1", code_lightly, code_fully};

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
