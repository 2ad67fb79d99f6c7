#include "moves/streams/line_odds.h"

#include <string.h>

enum {
    TEMPERATURE = 64,
    RATING = 3000,    /* of those who make lists: programs */
    WEIGHT_SHIFT = 8, /* from weights to logits */
    RECENCY_RATE = 5,
    ROW_RATE = 3,
    CHANCE_MIN = 256 /* of 2^16; moves below teach nothing by not coming: half the time */
};

#define WEIGHT_LIMIT (INT32_C(1) << 24)
#define LOGIT_OF_EXCLUDED (-(INT32_C(1) << 20))

void line_odds_init(struct line_odds *odds, const struct policy_weights *net)
{
    memset(odds, 0, sizeof *odds);
    policy_odds_init(&odds->policy, net, policy_kernel_best());
}

void line_odds_start_list(struct line_odds *odds)
{
    const struct policy_hints hints = {.rating = {RATING, RATING}};
    policy_odds_start_game(&odds->policy, &hints);
    odds->list = (uint16_t)(odds->list + 1);
}

/* From and to as the mover sees them. */
static unsigned squares_of(unsigned code)
{
    return code & 0xfff;
}

void line_odds_listed(struct line_odds *odds, const struct position *position, chess_move move)
{
    odds->stamps[position->side][squares_of(policy_code_of(position, move))] = odds->list;
    policy_odds_played(&odds->policy, position, move);
}

/* ---- Sizes ---- */

/* A logit, with what was learnt, into `sizes`. */
static inline void adjust_move(struct line_odds *odds, const int32_t *row_weights, unsigned i)
{
    int32_t weight = odds->recency_weights[odds->recencies[i]] + row_weights[odds->policy.ply.rows[i]];
    odds->sizes[i] = odds->policy.logits[i] + weight / (1 << WEIGHT_SHIFT);
}

static void adjust(struct line_odds *odds, const struct position *position, chess_move other)
{
    const uint16_t *stamps = odds->stamps[position->side];
    const int32_t *row_weights = odds->row_weights[position->side];
    unsigned count = odds->policy.ply.count;
    unsigned list = odds->list;
    for (unsigned i = 0; i < count; i++) {
        uint16_t age = (uint16_t)(list - stamps[squares_of(odds->policy.ply.moves[i])]);
        odds->recencies[i] = (uint8_t)highest_bit(2u * age + 1); /* its length */
        adjust_move(odds, row_weights, i);
    }
    if (other == NO_MOVE)
        return;
    unsigned place = policy_odds_place(&odds->policy, position, other);
    odds->recencies[place] += LINE_RECENCY_HERE;
    adjust_move(odds, row_weights, place);
}

/* Without an opinion: all alike. */
static void size_evenly(struct line_odds *odds)
{
    for (unsigned i = 0; i < odds->policy.ply.count; i++)
        odds->sizes[i] = 1;
    odds->total = odds->policy.ply.count;
}

/* Places of the moves that are excluded; their number. */
static unsigned find_excluded(const struct line_odds *odds, const struct position *position,
                              const chess_move excluded[2], unsigned places[2])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 2; i++)
        if (excluded[i] != NO_MOVE)
            places[count++] = policy_odds_place(&odds->policy, position, excluded[i]);
    return count;
}

/* Sets sizes and total. `is_asked`: the net has an opinion. */
static void expect(struct line_odds *odds, const struct position *position, const chess_move excluded[2],
                   chess_move other, int is_asked)
{
    unsigned places[2];
    unsigned count = find_excluded(odds, position, excluded, places);
    if (is_asked) {
        adjust(odds, position, other);
        for (unsigned i = 0; i < count; i++)
            odds->sizes[places[i]] = LOGIT_OF_EXCLUDED;
        odds->total = odds->policy.kernel->sizes(odds->sizes, odds->policy.ply.count, TEMPERATURE);
    } else {
        size_evenly(odds);
    }
    for (unsigned i = 0; i < count; i++) {
        odds->total -= (uint32_t)odds->sizes[places[i]];
        odds->sizes[places[i]] = 0;
    }
}

/* ---- Learning ---- */

static inline void lower_weight(int32_t *weight, uint32_t change)
{
    int32_t changed = *weight - (int32_t)change;
    *weight = changed < -WEIGHT_LIMIT ? -WEIGHT_LIMIT : changed;
}

static inline void raise_weight(int32_t *weight, uint32_t change)
{
    int32_t changed = *weight + (int32_t)change;
    *weight = changed > WEIGHT_LIMIT ? WEIGHT_LIMIT : changed;
}

/* `unit`: 2^31 / total. Returns 2^16 for all of it. */
static inline uint32_t chance_of(uint32_t unit, int32_t size)
{
    return unit * (uint32_t)size >> 15;
}

/* From the moves at places from `first` on, before `end`, which did not come. */
static void learn_passed(struct line_odds *odds, int32_t *row_weights, uint32_t unit, unsigned first,
                         unsigned end)
{
    int32_t size_min = (int32_t)((((uint32_t)CHANCE_MIN << 15) + unit - 1) / unit);
    for (unsigned i = first; i < end; i++) {
        if (odds->sizes[i] < size_min)
            continue;
        uint32_t chance = chance_of(unit, odds->sizes[i]);
        lower_weight(&odds->recency_weights[odds->recencies[i]], chance >> RECENCY_RATE);
        lower_weight(&row_weights[odds->policy.ply.rows[i]], chance >> ROW_RATE);
    }
}

/* Steps along the gradient of the cost: each move's weights by how much less likely it was than it should have been. */
static void learn(struct line_odds *odds, const struct position *position, unsigned came)
{
    const struct policy_ply *ply = &odds->policy.ply;
    int32_t *row_weights = odds->row_weights[position->side];
    uint32_t unit = (UINT32_C(1) << 31) / odds->total;
    uint32_t error = (UINT32_C(1) << 16) - chance_of(unit, odds->sizes[came]);
    learn_passed(odds, row_weights, unit, 0, came);
    raise_weight(&odds->recency_weights[odds->recencies[came]], error >> RECENCY_RATE);
    raise_weight(&row_weights[ply->rows[came]], error >> ROW_RATE);
    learn_passed(odds, row_weights, unit, came + 1, ply->count);
}

/* ---- Both ways ---- */

static unsigned encode_place(struct line_odds *odds, struct bit_coder *bits, unsigned place)
{
    uint32_t start = odds->policy.kernel->sum_sizes(odds->sizes, place);
    range_encode(&bits->encoder, start, (uint32_t)odds->sizes[place], odds->total, bits->out);
    return place;
}

static unsigned decode_place(struct line_odds *odds, struct bit_coder *bits)
{
    uint32_t at = range_decode(&bits->decoder, odds->total, &bits->in);
    uint32_t start;
    unsigned place = odds->policy.kernel->find_size(odds->sizes, at, &start);
    range_decoder_take(&bits->decoder, start, (uint32_t)odds->sizes[place], &bits->in);
    return place;
}

chess_move line_odds_code(struct line_odds *odds, const struct position *position,
                          const chess_move excluded[2], chess_move other, struct bit_coder *bits,
                          chess_move move)
{
    struct policy_odds *policy = &odds->policy;
    int is_asked = policy_odds_ask(policy, position);
    odds->exchange_steps += policy->ply.exchange_steps;
    if (policy->ply.count < 2)
        return policy->ply.count == 0 ? NO_MOVE : policy_odds_move(policy, position, 0);
    expect(odds, position, excluded, other, is_asked);
    if (odds->total == 0)
        return NO_MOVE;
    unsigned place = bits->out == NULL ? decode_place(odds, bits)
                                       : encode_place(odds, bits, policy_odds_place(policy, position, move));
    if (is_asked)
        learn(odds, position, place);
    return policy_odds_move(policy, position, place);
}
