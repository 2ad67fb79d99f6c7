#include "entropy/models/text_model.h"

#include <string.h>

#include "entropy/coding/bit_counter.h"
#include "entropy/kernels/text_kernel.h"
#include "util/bits.h"

/* ---- Bit histories ---- */

static int history_is_kept(unsigned zeros, unsigned ones)
{
    static const uint8_t larger_max[HISTORY_SMALLER_MAX + 1] = {HISTORY_LARGER_MAX, 32, 14, 9, 6, 5};
    unsigned smaller = zeros < ones ? zeros : ones;
    return smaller <= HISTORY_SMALLER_MAX && (zeros > ones ? zeros : ones) <= larger_max[smaller];
}

static unsigned history_forget(unsigned count)
{
    static const uint8_t limits[] = {2, 3, 5, 9, 15, 24};
    enum { LIMIT_COUNT = sizeof limits };
    if (count <= limits[0])
        return count;
    unsigned i = 1;
    while (i < LIMIT_COUNT && count > limits[i])
        i++;
    return i + 1;
}

/* One more bit, to be counted in `own`. */
static void history_count(unsigned *own, unsigned *other)
{
    *other = history_forget(*other);
    if (history_is_kept(*own + 1, *other))
        ++*own;
}

static void history_table_make(struct history_table *table)
{
    uint8_t number[HISTORY_LARGER_MAX + 1][HISTORY_LARGER_MAX + 1];
    unsigned count = 0;
    for (unsigned sum = 0; sum <= HISTORY_LARGER_MAX; sum++)
        for (unsigned zeros = 0; zeros <= sum; zeros++) {
            if (!history_is_kept(zeros, sum - zeros))
                continue;
            table->counts[count][0] = (uint8_t)zeros;
            table->counts[count][1] = (uint8_t)(sum - zeros);
            number[zeros][sum - zeros] = (uint8_t)count++;
        }
    for (unsigned i = 0; i < HISTORY_COUNT; i++)
        for (unsigned bit = 0; bit < 2; bit++) {
            unsigned counts[2] = {table->counts[i][0], table->counts[i][1]};
            history_count(&counts[bit], &counts[!bit]);
            table->next[i][bit] = number[counts[0]][counts[1]];
        }
}

/* ---- The model ---- */

struct text_model *text_model_new(struct memory *memory)
{
    struct text_model *model = memory_get(memory, sizeof *model);
    if (model == NULL)
        return NULL;
    model->memory = memory;
    model->kernel = text_kernel_best();
    model->slots = NULL;
    model->slots_size = 0;
    model->matches = NULL;
    model->matches_size = 0;
    history_table_make(&model->histories);
    return model;
}

void text_model_free(struct text_model *model)
{
    if (model == NULL)
        return;
    memory_release(model->memory, model->slots, model->slots_size);
    memory_release(model->memory, model->matches, model->matches_size * sizeof *model->matches);
    memory_release(model->memory, model, sizeof *model);
}

static unsigned bits_for(size_t size, unsigned min, unsigned max)
{
    unsigned bits = bit_length(size);
    return bits < min ? min : bits > max ? max : bits;
}

/* Tables for a text of that size, cleared. Returns 0 when there is no memory. */
static int prepare_tables(struct text_model *model, const struct text_plan *plan, size_t size)
{
    model->slot_bits = bits_for(size * plan->slots_per_byte, SLOT_BITS_MIN, plan->slot_bits_max);
    model->match_bits = bits_for(size, MATCH_BITS_MIN, MATCH_BITS_MAX);
    size_t slots_size = (size_t)SLOT_SIZE << model->slot_bits;
    size_t match_count = (size_t)1 << model->match_bits;
    if (!MEMORY_GROW(model->memory, model->slots, model->slots_size, slots_size) ||
        !MEMORY_GROW(model->memory, model->matches, model->matches_size, match_count))
        return 0;
    memset(model->slots, 0, slots_size);
    memset(model->matches, 0, match_count * sizeof *model->matches);
    return 1;
}

static uint32_t counter_of(uint64_t part, uint64_t whole)
{
    return (uint32_t)((part << BIT_COUNTER_PROBABILITY_BITS) / whole) << BIT_COUNTER_MET_BITS;
}

static void forget_refinements(struct text_model *model)
{
    for (int i = 0; i < STEP_COUNT; i++)
        model->refinements[0].at[i] = (uint16_t)logistic_squash(i * STEP_ODDS - LOGISTIC_LIMIT);
    memory_repeat(model->refinements, (size_t)1 << REFINE_BITS, sizeof model->refinements[0]);
}

static void start_counters(uint32_t *counters, size_t count)
{
    counters[0] = BIT_COUNTER_START;
    memory_repeat(counters, count, sizeof *counters);
}

static void forget_all(const struct text_plan *plan, struct text_model *model)
{
    for (unsigned i = 0; i < HISTORY_COUNT; i++) {
        unsigned zeros = model->histories.counts[i][0];
        unsigned ones = model->histories.counts[i][1];
        for (unsigned j = 0; j < CONTEXT_COUNT; j++)
            model->of_history[j][i] = counter_of(5 * ones + 2, 5 * (zeros + ones) + 4);
    }
    start_counters(model->of_order_0, 256);
    start_counters(model->of_order_1[0], 256 * 256);
    start_counters(model->of_match, MATCH_CLASSES);
    model->of_nothing = BIT_COUNTER_START;
    model->weights[0][0] = plan->first_weight;
    memory_repeat(model->weights, SET_COUNT * INPUT_COUNT, sizeof model->weights[0][0]);
    model->mixer = (struct mixer){.rates = plan->rates};
    forget_refinements(model);
}

/* ---- Texts ---- */

/* Returns 0 when there is no memory. */
static int code(struct text_model *model, struct text_kind kind, struct bit_coder *coder, const uint8_t *text,
                uint8_t *back, size_t size)
{
    struct text_place place = {.text = text, .terminator = kind.terminator};
    const struct text_plan *plan = kind.is_light ? &light_plan : &full_plan;
    if (!prepare_tables(model, plan, size))
        return 0;
    forget_all(plan, model);
    (kind.is_light ? model->kernel->code_lightly : model->kernel->code_fully)(model, &place, coder, back,
                                                                              size);
    return 1;
}

int text_model_pack(struct text_model *model, struct text_kind kind, const uint8_t *text, size_t size,
                    struct buffer *out)
{
    struct bit_coder coder;
    bit_coder_start_encoding(&coder, out);
    if (!code(model, kind, &coder, text, NULL, size))
        return 0;
    bit_coder_finish(&coder);
    return !buffer_failed(out);
}

enum text_model_status text_model_unpack(struct text_model *model, struct text_kind kind,
                                         struct byte_source packed, uint8_t *text, size_t size)
{
    struct bit_coder coder;
    bit_coder_start_decoding(&coder, packed);
    if (!code(model, kind, &coder, text, text, size))
        return TEXT_MODEL_NO_MEMORY;
    return bit_coder_at_end(&coder) ? TEXT_MODEL_OK : TEXT_MODEL_CORRUPT;
}
