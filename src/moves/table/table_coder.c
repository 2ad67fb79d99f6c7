#include "moves/table/table_coder.h"

enum pgnpack_status table_coder_refuse(const char *what, struct error *error)
{
    return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                     "%s needs the tables of level 4, tables-0.bin, which this library was built without",
                     what);
}

void table_coder_init(struct table_coder *coder, const struct table_weights *weights)
{
    coder->weights = weights;
    policy_past_init(&coder->past);
}

static inline void encode_choice(const struct table_choice *choice, unsigned chosen,
                                 struct wide_encoder *encoder, struct buffer *out)
{
    wide_encode(encoder, choice->starts[chosen], table_choice_size(choice, chosen),
                table_choice_total(choice), out);
}

static inline unsigned decode_choice(const struct table_choice *choice, struct wide_decoder *decoder,
                                     struct byte_source *in)
{
    uint64_t unit = wide_decode(decoder, table_choice_total(choice), in);
    uint64_t code = decoder->code, start = 0, end;
    const uint64_t *ends = choice->starts + 1;
    while (code >= (end = unit * *ends)) {
        start = end;
        ends++;
    }
    wide_decoder_take(decoder, code - start, end - start, in);
    return (unsigned)(ends - choice->starts) - 1;
}

/* Where the number is in the list: it has to be there. */
static inline unsigned place_in(const uint16_t *list, unsigned number)
{
    unsigned i = 0;
    while (list[i] != number)
        i++;
    return i;
}

void table_encode(struct table_coder *coder, const struct position *position, uint32_t ply, chess_move move,
                  struct wide_encoder *encoder, struct buffer *out)
{
    struct table_sight *sight = &coder->sight;
    struct table_choice *choice = &coder->choice;
    struct table_last last = table_last_of(&coder->past, position);
    unsigned type = man_type(position->men[move_from(move)]);
    unsigned code = policy_code_of(position, move);
    table_weigh_types(sight, position, ply, &last, coder->weights, choice);
    encode_choice(choice, type, encoder, out);
    table_weigh_men(sight, type, coder->weights, choice);
    unsigned man = 0;
    if (choice->count > 1) {
        man = place_in(sight->squares, code >> 6 & 63);
        encode_choice(choice, man, encoder, out);
    }
    table_weigh_targets(sight, man, coder->weights, choice);
    if (choice->count > 1)
        encode_choice(choice, place_in(choice->moves, code), encoder, out);
    policy_past_add(&coder->past, position, move);
}

chess_move table_decode(struct table_coder *coder, const struct position *position, uint32_t ply,
                        struct wide_decoder *decoder, struct byte_source *in)
{
    struct table_sight *sight = &coder->sight;
    struct table_choice *choice = &coder->choice;
    struct table_last last = table_last_of(&coder->past, position);
    table_weigh_types(sight, position, ply, &last, coder->weights, choice);
    table_weigh_men(sight, decode_choice(choice, decoder, in), coder->weights, choice);
    if (choice->count == 0)
        in->failed = 1;
    if (in->failed)
        return NO_MOVE;
    unsigned man = choice->count > 1 ? decode_choice(choice, decoder, in) : 0;
    table_weigh_targets(sight, man, coder->weights, choice);
    unsigned target = choice->count > 1 ? decode_choice(choice, decoder, in) : 0;
    if (in->failed)
        return NO_MOVE;
    chess_move move = policy_move_of(position, choice->moves[target]);
    policy_past_add(&coder->past, position, move);
    return move;
}
