#include "net/odds/policy_coder.h"

#include <string.h>

#include "entropy/coding/logistic.h"

void policy_coder_init(struct policy_coder *coder, const struct policy_weights *net,
                       const struct policy_kernel *kernel)
{
    policy_odds_init(&coder->odds, net, kernel);
    memset(coder->temperatures, POLICY_TEMPERATURE_UNIT, sizeof coder->temperatures);
    memset(coder->ratings, 0, sizeof coder->ratings);
    memset(&coder->memo, 0, sizeof coder->memo);
}

void policy_coder_start_game(struct policy_coder *coder, uint8_t result)
{
    struct policy_hints hints = {.result = result};
    for (unsigned side = WHITE; side <= BLACK; side++)
        hints.rating[side] =
            (uint16_t)(coder->ratings[policy_outcome(result, side)] * POLICY_STREAM_RATING_UNIT);
    policy_odds_start_game(&coder->odds, &hints);
}

/* ---- Sizes of the moves ---- */

/* A variation's first move is hardly ever the one that it replaces. */
static void lessen_replaced(struct policy_coder *coder, const struct position *position)
{
    const struct policy_ply *ply = &coder->odds.ply;
    chess_move replaced = policy_odds_replaced(&coder->odds, position);
    if (replaced == NO_MOVE)
        return;
    unsigned code = policy_code_of(position, replaced);
    for (unsigned i = 0; i < ply->count; i++)
        if (ply->moves[i] == code) {
            coder->total -= (uint32_t)coder->odds.logits[i] - 1;
            coder->odds.logits[i] = 1;
        }
}

/* Sets odds.ply, and if the net has an opinion, sizes and total: returns 1. */
static int find_sizes(struct policy_coder *coder, const struct position *position)
{
    struct policy_odds *odds = &coder->odds;
    if (!policy_odds_ask_now(odds, position))
        return 0;
    unsigned temperature = coder->temperatures[policy_phase(position)];
    coder->total = odds->kernel->sizes(odds->logits, odds->ply.count, temperature);
    return 1;
}

/* The same by what was found out before. */
static int recall_sizes(struct policy_coder *coder, const struct position *position)
{
    struct policy_memo_key key;
    policy_memo_key_of(&key, &coder->odds, position);
    if (policy_memo_find(&coder->memo, &key, &coder->odds, &coder->total)) {
        policy_odds_pass(&coder->odds, position);
        return 1;
    }
    if (!find_sizes(coder, position))
        return 0;
    policy_memo_keep(&coder->memo, &key, &coder->odds, coder->total);
    return 1;
}

static void expect(struct policy_coder *coder, const struct position *position)
{
    policy_odds_look_back(&coder->odds, position);
    if (policy_memo_takes(position) ? recall_sizes(coder, position) : find_sizes(coder, position))
        lessen_replaced(coder, position);
}

void policy_add_costs(struct policy_coder *coder, const struct position *position, chess_move move,
                      const uint8_t *temperatures, unsigned count, uint64_t *costs)
{
    int32_t chances[POLICY_MOVES_MAX + POLICY_PADDING];
    struct policy_odds *odds = &coder->odds;
    if (policy_odds_ask(odds, position)) {
        unsigned played = policy_odds_place(odds, position, move);
        for (unsigned i = 0; i < count; i++) {
            memcpy(chances, odds->logits, odds->ply.count * sizeof *chances);
            uint32_t sum = odds->kernel->chances(chances, odds->ply.count, temperatures[i]);
            costs[i] += logistic_log2(sum) - logistic_log2((uint32_t)chances[played] + 1);
        }
    }
    policy_odds_played(&coder->odds, position, move);
}

/* ---- Both ways ---- */

static void encode_evenly(const struct position *position, chess_move move, struct range_encoder *encoder,
                          struct buffer *out)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    range_encode(encoder, legal_index(&targets, move), 1, targets.count, out);
}

static chess_move decode_evenly(const struct position *position, struct range_decoder *decoder,
                                struct byte_source *in)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    uint32_t place = range_decode(decoder, targets.count, in);
    range_decoder_take(decoder, place, 1, in);
    return legal_nth(position, &targets, place);
}

static void encode_expected(struct policy_coder *coder, const struct position *position, chess_move move,
                            struct range_encoder *encoder, struct buffer *out)
{
    if (coder->odds.ply.count > POLICY_MOVES_MAX) {
        encode_evenly(position, move, encoder, out);
    } else if (coder->odds.ply.count > 1) {
        unsigned played = policy_odds_place(&coder->odds, position, move);
        uint32_t start = coder->odds.kernel->sum_sizes(coder->odds.logits, played);
        range_encode(encoder, start, (uint32_t)coder->odds.logits[played], coder->total, out);
    }
}

void policy_encode(struct policy_coder *coder, const struct position *position, chess_move move,
                   struct range_encoder *encoder, struct buffer *out)
{
    expect(coder, position);
    encode_expected(coder, position, move, encoder, out);
    policy_odds_played(&coder->odds, position, move);
}

static chess_move decode_played(struct policy_coder *coder, const struct position *position,
                                struct range_decoder *decoder, struct byte_source *in)
{
    unsigned played = 0;
    if (coder->odds.ply.count > 1) {
        uint32_t place = range_decode(decoder, coder->total, in);
        uint32_t start;
        played = coder->odds.kernel->find_size(coder->odds.logits, place, &start);
        range_decoder_take(decoder, start, (uint32_t)coder->odds.logits[played], in);
    }
    return policy_odds_move(&coder->odds, position, played);
}

static chess_move decode_expected(struct policy_coder *coder, const struct position *position,
                                  struct range_decoder *decoder, struct byte_source *in)
{
    if (coder->odds.ply.count == 0)
        in->failed = 1;
    if (in->failed)
        return NO_MOVE;
    chess_move move = coder->odds.ply.count > POLICY_MOVES_MAX ? decode_evenly(position, decoder, in)
                                                               : decode_played(coder, position, decoder, in);
    return in->failed ? NO_MOVE : move;
}

chess_move policy_decode(struct policy_coder *coder, const struct position *position,
                         struct range_decoder *decoder, struct byte_source *in)
{
    expect(coder, position);
    chess_move move = decode_expected(coder, position, decoder, in);
    if (move != NO_MOVE)
        policy_odds_played(&coder->odds, position, move);
    return move;
}
