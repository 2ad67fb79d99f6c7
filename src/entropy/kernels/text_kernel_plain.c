/* The text model's bits in plain C. */
#include "entropy/kernels/text_kernel_plain.h"

#include "entropy/kernels/text_parts.h"

/* What is asked for a bit, to be taught when it is known. */
struct asked {
    uint32_t *counters[CONTEXT_COUNT];
    uint8_t *histories[CONTEXT_COUNT];
    uint32_t *order_0, *order_1;
    uint32_t *match; /* NULL: none */
    unsigned expected;
    struct mixer_choice weights;
    int32_t inputs[INPUT_COUNT];
    uint32_t mixed; /* probability of 2^16 */
    uint16_t *refined;
};

SHAPED void ask_contexts(const struct text_plan *plan, struct text_model *model,
                         const struct text_place *place, const struct text_step *step, struct asked *asked)
{
    for (unsigned i = 0; i < plan->context_count; i++) {
        uint8_t *history = place->slots[i] + step->node;
        asked->histories[i] = history;
        asked->counters[i] = &model->of_history[i][*history];
        asked->inputs[INPUT_OF_CONTEXTS + i] = *history == 0 ? 0 : bit_counter_odds(*asked->counters[i]);
    }
    asked->order_0 = &model->of_order_0[step->bits];
    asked->order_1 = &step->order_1[step->bits];
    asked->inputs[INPUT_ORDER_0] = bit_counter_odds(*asked->order_0);
    asked->inputs[INPUT_ORDER_1] = bit_counter_odds(*asked->order_1);
    for (unsigned i = INPUT_OF_CONTEXTS + plan->context_count; i < INPUT_COUNT; i++)
        asked->inputs[i] = 0;
}

SHAPED void ask_match(struct text_model *model, const struct text_step *step, struct asked *asked)
{
    asked->match = NULL;
    asked->expected = 0;
    asked->inputs[INPUT_MATCH] = 0;
    if (step->class == 0)
        return;
    asked->match = &model->of_match[step->class];
    asked->expected = text_step_expected(step);
    int32_t odds = bit_counter_odds(*asked->match);
    asked->inputs[INPUT_MATCH] = asked->expected ? odds : -odds;
}

/* The probability of a 1, of 2^16. */
SHAPED uint32_t ask(const struct text_plan *plan, struct text_model *model, const struct text_place *place,
                    const struct text_step *step, struct asked *asked)
{
    ask_contexts(plan, model, place, step, asked);
    ask_match(model, step, asked);
    asked->weights = (struct mixer_choice){{model->weights[SET_BY_MATCH + step->class],
                                            model->weights[SET_BY_BITS + step->bits], step->weights_by_byte},
                                           SETS_AT_ONCE,
                                           MIXER_WIDTH(INPUT_OF_CONTEXTS + plan->context_count)};
    int32_t odds = mixer_mix(&asked->weights, asked->inputs);
    asked->mixed = logistic_squash(odds);
    uint32_t one = asked->mixed + refine(refinement_of(model, place, step), odds, &asked->refined);
    return mixer_probability(one / 2);
}

SHAPED void teach(const struct text_plan *plan, struct text_model *model, struct asked *asked, unsigned bit)
{
    mixer_learn(&model->mixer, &asked->weights, asked->inputs, asked->mixed, bit);
    for (unsigned i = 0; i < plan->context_count; i++) {
        bit_counter_learn(asked->counters[i], bit, TEXT_MET_MAX);
        *asked->histories[i] = model->histories.next[*asked->histories[i]][bit];
    }
    bit_counter_learn(asked->order_0, bit, TEXT_MET_MAX);
    bit_counter_learn(asked->order_1, bit, TEXT_MET_MAX);
    if (asked->match != NULL)
        bit_counter_learn(asked->match, bit == asked->expected, BIT_COUNTER_MET_MASK);
    teach_refinement(asked->refined, bit);
}

#define HAS_ASK_AND_TEACH
#include "entropy/kernels/text_kernel_body.h"

const struct text_kernel text_kernel_plain = {"plain", code_lightly, code_fully};
