/*
 * What kernels of the text model with SSE4.1 and more share. They define struct asked_lanes, what they keep of a bit's
 * counters and inputs, HAS_ASKED_LANES to say so, and include this.
 */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_BITS_SSE41_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_BITS_SSE41_H

#include "entropy/kernels/text_parts.h"
#include "entropy/kernels/vectors_sse41.h"

#ifdef HAS_ASKED_LANES

/* What is asked for a bit, to be taught when it is known. Inputs are in the order of their weights. */
struct asked {
    uint32_t *places[INPUT_COUNT]; /* of their counters */
    uint8_t *histories[CONTEXT_COUNT];
    struct asked_lanes lanes; /* the kernel's */
    uint32_t match_mirror;    /* all ones over met: the match learns the other bit */
    int32_t *sets[SETS_AT_ONCE];
    uint32_t mixed; /* probability of 2^16 */
    uint16_t *refined;
};

SHAPED unsigned input_count(const struct text_plan *plan)
{
    return INPUT_OF_CONTEXTS + plan->context_count;
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
SHAPED __m128i first_steps(const struct asked *asked, __m128i counters, unsigned class)
{
    __m128i steps = lanes_steps(counters);
    unsigned of_match = (unsigned)_mm_extract_epi16(steps, 2 * INPUT_MATCH);
    of_match ^= asked->match_mirror >> (32 - LOGISTIC_STEP_BITS);
    steps = _mm_insert_epi16(steps, class == 0 ? STEP_OF_NOTHING : (int)of_match, 2 * INPUT_MATCH);
    return _mm_insert_epi16(steps, known(asked, 3, _mm_extract_epi16(steps, 6)), 6);
}

/* Those of contexts, from input `input` on. */
SHAPED __m128i other_steps(const struct asked *asked, __m128i counters, unsigned input, unsigned count)
{
    __m128i steps = lanes_steps(counters);
    steps = _mm_insert_epi16(steps, known(asked, input, _mm_extract_epi16(steps, 0)), 0);
    if (count > 1)
        steps = _mm_insert_epi16(steps, known(asked, input + 1, _mm_extract_epi16(steps, 2)), 2);
    if (count > 2)
        steps = _mm_insert_epi16(steps, known(asked, input + 2, _mm_extract_epi16(steps, 4)), 4);
    if (count > 3)
        steps = _mm_insert_epi16(steps, known(asked, input + 3, _mm_extract_epi16(steps, 6)), 6);
    return steps;
}

SHAPED void start_asking(const struct text_plan *plan, struct text_model *model,
                         const struct text_place *place, const struct text_step *step, struct asked *asked)
{
    find_places(plan, model, place, step, asked);
    asked->sets[0] = model->weights[SET_BY_MATCH + step->class];
    asked->sets[1] = model->weights[SET_BY_BITS + step->bits];
    asked->sets[2] = step->weights_by_byte;
}

/* From what the inputs come to: the probability of a 1, of 2^16. */
SHAPED uint32_t finish_asking(struct text_model *model, const struct text_place *place,
                              const struct text_step *step, struct asked *asked, __m128i sums)
{
    int32_t odds = lanes_mixed(sums);
    asked->mixed = logistic_squash(odds);
    uint32_t one = asked->mixed + refine(refinement_of(model, place, step), odds, &asked->refined);
    return mixer_probability(one / 2);
}

SHAPED void teach_rest(const struct text_plan *plan, struct text_model *model, struct asked *asked,
                       unsigned bit)
{
    for (unsigned i = 0; i < plan->context_count; i++)
        *asked->histories[i] = model->histories.next[*asked->histories[i]][bit];
    teach_refinement(asked->refined, bit);
}

/* A group of four inputs and their weights. */
SHAPED __m128i weigh_four(const struct asked *asked, __m128i inputs, unsigned at)
{
    __m128i weights = _mm_add_epi32(lanes_load(asked->sets[0] + at), lanes_load(asked->sets[1] + at));
    return lanes_weigh(inputs, _mm_add_epi32(weights, lanes_load(asked->sets[2] + at)));
}

SHAPED void change_four(const struct asked *asked, __m128i inputs, unsigned at, __m128i error)
{
    __m128i changes = lanes_changes(inputs, error);
    lanes_change(asked->sets[0] + at, changes);
    lanes_change(asked->sets[1] + at, changes);
    lanes_change(asked->sets[2] + at, changes);
}

SHAPED __m128i gather(const struct asked *asked, unsigned at, unsigned count)
{
    return lanes_gather((const uint32_t *const *)asked->places + at, count);
}

#endif
#endif
