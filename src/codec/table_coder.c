#include "codec/table_coder.h"

/* Sums of sizes are below 2^16 before each candidate gets its 1. */
enum { TOTAL_BITS = 16, NO_TEMPERATURE = 64 };

void table_coder_init(struct table_coder *coder, const struct table_weights *weights,
                      const struct policy_kernel *kernel)
{
    coder->weights = weights;
    coder->kernel = kernel;
    policy_past_init(&coder->past);
}

/* Sets ply, sizes and total. More than POLICY_MOVES_MAX candidates have all the same size. */
static void expect(struct table_coder *coder, const struct position *position, uint32_t ply_number)
{
    struct policy_history history = policy_past_look(&coder->past, position);
    struct table_ply *ply = &coder->ply;
    table_ply_fill(ply, position, table_phase(position, ply_number), &history, coder->weights);
    coder->total = ply->count;
    if (ply->count > POLICY_MOVES_MAX || ply->count < 2) {
        for (unsigned i = 0; i < ply->count; i++)
            ply->logits[i] = 1;
        return;
    }
    uint32_t sum = coder->kernel->chances(ply->logits, ply->count, NO_TEMPERATURE);
    unsigned bits = bit_length(sum);
    unsigned shift = bits > TOTAL_BITS ? bits - TOTAL_BITS : 0;
    for (unsigned i = 0; i < ply->count; i++) {
        ply->logits[i] = (ply->logits[i] >> shift) + 1;
        coder->total += (uint32_t)ply->logits[i] - 1;
    }
}

void table_encode(struct table_coder *coder, const struct position *position, uint32_t ply, chess_move move,
                  struct range_encoder *encoder, struct buffer *out)
{
    expect(coder, position, ply);
    uint16_t code = policy_code_of(position, move);
    uint32_t start = 0;
    unsigned i = 0;
    for (; coder->ply.moves[i] != code; i++)
        start += (uint32_t)coder->ply.logits[i];
    if (coder->ply.count > 1)
        range_encode(encoder, start, (uint32_t)coder->ply.logits[i], coder->total, out);
    policy_past_add(&coder->past, position, move);
}

static chess_move move_of_code(const struct position *position, unsigned code)
{
    unsigned flip = position->side == WHITE ? 0 : 56;
    unsigned promotion = code >> 12;
    return move_classify(position, (code >> 6 & 63) ^ flip, (code & 63) ^ flip,
                         promotion == 0 ? NO_PIECE_TYPE : promotion);
}

chess_move table_decode(struct table_coder *coder, const struct position *position, uint32_t ply,
                        struct range_decoder *decoder, struct byte_source *in)
{
    unsigned i = 0;
    expect(coder, position, ply);
    if (coder->ply.count == 0)
        in->failed = 1;
    if (coder->ply.count > 1) {
        uint32_t place = range_decode(decoder, coder->total, in);
        uint32_t start = 0;
        for (; start + (uint32_t)coder->ply.logits[i] <= place; i++)
            start += (uint32_t)coder->ply.logits[i];
        range_decoder_take(decoder, start, (uint32_t)coder->ply.logits[i], in);
    }
    if (in->failed)
        return NO_MOVE;
    chess_move move = move_of_code(position, coder->ply.moves[i]);
    policy_past_add(&coder->past, position, move);
    return move;
}
