#include "entropy/kernels/mixed_kernel_plain.h"

#include "entropy/coding/bit_counter.h"

/* How much there is behind what the first contexts say. */
static unsigned trust_of(uint32_t *const *counters, unsigned count)
{
    unsigned class = 0;
    for (unsigned i = 0; i < MIXED_TRUSTED; i++)
        class = class * 4 + (i < count ? mixed_trust_table[bit_counter_met(*counters[i])] : 0u);
    return class;
}

/* With inputs of 0 up to `width`: a constant, so that the compiler works on several at once. */
static inline unsigned code_plainly(struct mixed_model *model, struct bit_coder *coder,
                                    const struct mixed_context *context, uint32_t node, unsigned bit,
                                    unsigned width)
{
    struct mixed_weights *weights = model->weights[context->set];
    uint32_t *counters[MIXED_CONTEXTS_MAX];
    int32_t inputs[MIXED_CONTEXTS_MAX] = {0};
    for (unsigned i = 0; i < context->count; i++) {
        counters[i] = &model->counters[mixed_place(model, context->hashes[i], node)];
        inputs[i] = bit_counter_odds(*counters[i]);
    }
    unsigned trust = trust_of(counters, context->count);
    const struct mixer_choice choice = {
        {weights[mixed_node_class(node)].of, weights[MIXED_NODE_CLASSES + trust].of}, 2, width};
    uint32_t one = logistic_squash(mixer_mix(&choice, inputs));
    bit = bit_coder_code(coder, bit, mixer_probability(one));
    mixer_learn(&model->mixer, &choice, inputs, one, bit);
    for (unsigned i = 0; i < context->count; i++)
        bit_counter_learn(counters[i], bit, MIXED_MET_MAX);
    return bit;
}

unsigned mixed_code_plain(struct mixed_model *model, struct bit_coder *coder,
                          const struct mixed_context *context, uint32_t node, unsigned bit)
{
    return context->count <= MIXED_CONTEXTS_MAX / 2
               ? code_plainly(model, coder, context, node, bit, MIXED_CONTEXTS_MAX / 2)
               : code_plainly(model, coder, context, node, bit, MIXED_CONTEXTS_MAX);
}

void mixed_learn_plain(struct mixed_model *model, const struct mixed_context *context, uint32_t node,
                       unsigned bit)
{
    for (unsigned i = 0; i < context->count; i++)
        bit_counter_learn(&model->counters[mixed_place(model, context->hashes[i], node)], bit, MIXED_MET_MAX);
}

const struct mixed_kernel mixed_kernel_plain = {"plain",
                                                {mixed_code_plain, mixed_code_plain, mixed_code_plain,
                                                 mixed_code_plain, mixed_code_plain, mixed_code_plain,
                                                 mixed_code_plain, mixed_code_plain, mixed_code_plain}};
