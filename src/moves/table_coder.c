#include "moves/table_coder.h"

#include "util/bits.h"

/* Sums of chances are below 2^16 before each choice gets its 1. */
enum { TOTAL_BITS = 16 };

/* In 1/64: logits count as they are. */
enum { TEMPERATURE = 64 };

enum pgnpack_status table_coder_refuse(const char *what, struct error *error)
{
    return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                     "%s needs the tables of level 4, tables-0.bin, which this library was built without",
                     what);
}

void table_coder_init(struct table_coder *coder, const struct table_weights *weights,
                      const struct policy_kernel *kernel)
{
    coder->weights = weights;
    coder->kernel = kernel;
    policy_past_init(&coder->past);
}

static inline uint32_t size_of(const struct table_choices *choices, unsigned i)
{
    return ((uint32_t)choices->chances[i] >> choices->shift) + 1;
}

static void size_choices(struct table_coder *coder, unsigned count, const uint16_t *rows,
                         const int16_t *row_weights, const uint16_t *classes, const int16_t *class_weights)
{
    struct table_choices *choices = &coder->choices;
    for (unsigned i = 0; i < count; i++)
        choices->chances[i] = row_weights[rows[i]] + class_weights[classes[i]];
    uint32_t sum = coder->kernel->chances(choices->chances, count, TEMPERATURE);
    unsigned bits = bit_length(sum);
    choices->shift = bits > TOTAL_BITS ? bits - TOTAL_BITS : 0;
    choices->total = sum + count;
    if (choices->shift == 0)
        return;
    choices->total = 0;
    for (unsigned i = 0; i < count; i++)
        choices->total += size_of(choices, i);
}

static void expect_men(struct table_coder *coder, const struct position *position, unsigned phase)
{
    struct policy_history history = policy_past_look(&coder->past, position);
    const struct table_weights *weights = coder->weights;
    struct table_men *men = &coder->men;
    table_men_fill(men, position, &history);
    if (men->count > 1)
        size_choices(coder, men->count, men->rows, weights->man_rows + phase * TABLE_MAN_ROWS, men->classes,
                     weights->man_classes);
}

static void expect_targets(struct table_coder *coder, unsigned man, unsigned phase)
{
    const struct table_weights *weights = coder->weights;
    struct table_targets *targets = &coder->targets;
    table_targets_fill(targets, &coder->men, man);
    if (targets->count > 1)
        size_choices(coder, targets->count, targets->rows, weights->move_rows + phase * POLICY_ROW_COUNT,
                     targets->classes, weights->move_classes);
}

static void encode_choice(const struct table_choices *choices, unsigned count, unsigned chosen,
                          struct range_encoder *encoder, struct buffer *out)
{
    uint32_t start = 0;
    if (count < 2)
        return;
    for (unsigned i = 0; i < chosen; i++)
        start += size_of(choices, i);
    range_encode(encoder, start, size_of(choices, chosen), choices->total, out);
}

static unsigned decode_choice(const struct table_choices *choices, unsigned count,
                              struct range_decoder *decoder, struct byte_source *in)
{
    uint32_t start = 0;
    unsigned chosen = 0;
    if (count < 2)
        return 0;
    uint32_t place = range_decode(decoder, choices->total, in);
    uint32_t size = size_of(choices, 0);
    while (start + size <= place) {
        start += size;
        size = size_of(choices, ++chosen);
    }
    range_decoder_take(decoder, start, size, in);
    return chosen;
}

void table_encode(struct table_coder *coder, const struct position *position, uint32_t ply, chess_move move,
                  struct range_encoder *encoder, struct buffer *out)
{
    unsigned phase = table_phase(position, ply);
    unsigned code = policy_code_of(position, move);
    expect_men(coder, position, phase);
    unsigned man = table_man_of(&coder->men, code);
    encode_choice(&coder->choices, coder->men.count, man, encoder, out);
    expect_targets(coder, man, phase);
    encode_choice(&coder->choices, coder->targets.count, table_target_of(&coder->targets, code), encoder,
                  out);
    policy_past_add(&coder->past, position, move);
}

chess_move table_decode(struct table_coder *coder, const struct position *position, uint32_t ply,
                        struct range_decoder *decoder, struct byte_source *in)
{
    unsigned phase = table_phase(position, ply);
    expect_men(coder, position, phase);
    if (coder->men.count == 0)
        in->failed = 1;
    if (in->failed)
        return NO_MOVE;
    unsigned man = decode_choice(&coder->choices, coder->men.count, decoder, in);
    expect_targets(coder, man, phase);
    unsigned target = decode_choice(&coder->choices, coder->targets.count, decoder, in);
    if (in->failed)
        return NO_MOVE;
    chess_move move = policy_move_of(position, coder->targets.moves[target]);
    policy_past_add(&coder->past, position, move);
    return move;
}
