#include "entropy/models/mixed_model.h"

#include "entropy/coding/bit_counter.h"
#include "entropy/kernels/mixed_kernel.h"
#include "util/bits.h"

enum { WEIGHT_START = 8000 };

#define WEIGHTS_SIZE (MIXED_SET_COUNT * sizeof(mixed_set_weights))

static const struct mixer_rates rates = {{120, 64, 32, 16}};

void mixed_model_init(struct mixed_model *model, struct memory *memory)
{
    *model = (struct mixed_model){.memory = memory};
}

void mixed_model_free(struct mixed_model *model)
{
    memory_release(model->memory, model->counters, model->counter_capacity * sizeof *model->counters);
    memory_release(model->memory, model->weights, WEIGHTS_SIZE);
    mixed_model_init(model, model->memory);
}

static int reserve(struct mixed_model *model, size_t counter_count)
{
    int done = MEMORY_GROW(model->memory, model->counters, model->counter_capacity, counter_count);
    if (model->weights == NULL)
        model->weights = memory_get(model->memory, WEIGHTS_SIZE);
    return done && model->weights != NULL;
}

int mixed_model_start(struct mixed_model *model)
{
    return mixed_model_start_sized(model, MIXED_COUNTER_BITS);
}

int mixed_model_start_sized(struct mixed_model *model, unsigned counter_bits)
{
    if (!reserve(model, (size_t)1 << counter_bits))
        return 0;
    mixed_model_start_in(model, model->counters, counter_bits, model->weights, MIXED_SET_COUNT);
    return 1;
}

void mixed_model_start_in(struct mixed_model *model, uint32_t *counters, unsigned counter_bits,
                          mixed_set_weights *weights, unsigned set_count)
{
    model->counters = counters;
    model->counter_bits = counter_bits;
    model->weights = weights;
    counters[0] = BIT_COUNTER_START;
    memory_repeat(counters, (size_t)1 << counter_bits, sizeof *counters);
    weights[0][0].of[0] = WEIGHT_START;
    memory_repeat(weights, set_count * sizeof *weights / sizeof(int32_t), sizeof(int32_t));
    model->mixer = (struct mixer){.rates = rates};
    model->kernel = mixed_kernel_best();
}

/* ---- Symbols and numbers ---- */

/*
 * Nodes of a number's tree. First its length in bits: is it 0; is it more than SHORT_LENGTHS; then two bits for lengths up
 * to there, or three for those above, the last of which says that it is LONG_LENGTHS or more and comes as a symbol of
 * LENGTH_BITS. Then the bits below the highest: the first DIGITS by those before them, the others plainly.
 */
enum {
    NODE_IS_NOT_ZERO = 0,
    NODE_IS_ABOVE = 1,
    NODE_SHORT = 2,
    NODE_MIDDLE = 5,
    NODE_SIGN = 12,
    NODE_LONG = 64,
    NODE_DIGITS = 256,
    SHORT_LENGTHS = 4,
    LONG_LENGTHS = 12,
    LENGTH_BITS = 6,
    DIGITS = 3
};

/* Counters are all over a large table: those that surely or perhaps come next are called into the cache. */
static void fetch_counters(const struct mixed_model *model, const struct mixed_context *context,
                           uint32_t node, unsigned count)
{
    for (unsigned i = 0; i < context->count; i++)
        for (unsigned j = 0; j < count; j++)
            __builtin_prefetch(&model->counters[mixed_place(model, context->hashes[i], node + j)], 1);
}

/* A symbol whose tree begins with node `first`. */
static unsigned code_part(struct mixed_model *model, struct bit_coder *coder,
                          const struct mixed_context *context, uint32_t first, unsigned bits, unsigned symbol)
{
    unsigned node = 1;
    for (unsigned i = bits; i-- > 0;)
        node = node << 1 | mixed_code_bit(model, coder, context, first - 1 + node, symbol >> i & 1);
    return node - (1u << bits);
}

unsigned mixed_code_symbol(struct mixed_model *model, struct bit_coder *coder,
                           const struct mixed_context *context, unsigned bits, unsigned symbol)
{
    return code_part(model, coder, context, 1, bits, symbol);
}

static unsigned code_length(struct mixed_model *model, struct bit_coder *coder,
                            const struct mixed_context *context, unsigned length)
{
    enum { MIDDLE_LENGTHS = LONG_LENGTHS - SHORT_LENGTHS - 1 };
    fetch_counters(model, context, NODE_IS_NOT_ZERO, 3);
    if (!mixed_code_bit(model, coder, context, NODE_IS_NOT_ZERO, length > 0))
        return 0;
    if (!mixed_code_bit(model, coder, context, NODE_IS_ABOVE, length > SHORT_LENGTHS))
        return 1 + code_part(model, coder, context, NODE_SHORT, 2, length - 1);
    unsigned above = length < LONG_LENGTHS ? length - SHORT_LENGTHS - 1 : MIDDLE_LENGTHS;
    above = code_part(model, coder, context, NODE_MIDDLE, 3, above);
    if (above < MIDDLE_LENGTHS)
        return SHORT_LENGTHS + 1 + above;
    return LONG_LENGTHS + code_part(model, coder, context, NODE_LONG + 1, LENGTH_BITS, length - LONG_LENGTHS);
}

static uint64_t code_digits(struct mixed_model *model, struct bit_coder *coder,
                            const struct mixed_context *all, uint64_t number, unsigned length)
{
    struct mixed_context first = *all;
    const struct mixed_context *context = &first;
    first.count = all->digits == 0 ? all->count : all->digits;
    uint64_t digits = 1;
    uint32_t nodes = NODE_DIGITS + (length << DIGITS);
    unsigned left = length - 1;
    fetch_counters(model, context, nodes + 1, left == 0 ? 0 : DIGITS);
    while (left > 0 && digits >> DIGITS == 0) {
        left--;
        digits = digits << 1 | mixed_code_bit(model, coder, context, nodes + (uint32_t)digits,
                                              (unsigned)(number >> left & 1));
    }
    return digits << left | bit_coder_code_plain(coder, number & ((UINT64_C(1) << left) - 1), left);
}

int64_t mixed_code_number(struct mixed_model *model, struct bit_coder *coder,
                          const struct mixed_context *context, int64_t number)
{
    uint64_t size = number < 0 ? (uint64_t)-number : (uint64_t)number;
    unsigned length = code_length(model, coder, context, bit_length(size));
    if (length == 0 || length > 63)
        return 0;
    unsigned is_negative = mixed_code_bit(model, coder, context, NODE_SIGN, number < 0);
    size = code_digits(model, coder, context, size, length);
    return is_negative ? -(int64_t)size : (int64_t)size;
}

uint64_t mixed_code_natural(struct mixed_model *model, struct bit_coder *coder,
                            const struct mixed_context *context, uint64_t number)
{
    unsigned length = code_length(model, coder, context, bit_length(number));
    return length == 0 || length > 63 ? 0 : code_digits(model, coder, context, number, length);
}
