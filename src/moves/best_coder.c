#include "moves/best_coder.h"

#include <string.h>

#include "encoding/legal_index.h"
#include "entropy/logistic.h"
#include "moves/best_versions.h"
#include "net/policy_net.h"

static void start(struct best_coder *coder, const struct policy_nets *nets, enum policy_net_id net)
{
    policy_odds_init(&coder->nets[0], policy_nets_find(nets, net), policy_kernel_best());
    coder->net_count = 1;
    if (net != POLICY_NET_ID)
        policy_odds_init(&coder->nets[coder->net_count++], policy_nets_find(nets, POLICY_NET_ID),
                         policy_kernel_best());
    best_sight_start(&coder->sight, best_arithmetic_best());
    best_mixer_start(&coder->mixer, best_arithmetic_best());
}

void best_coder_start_encoding(struct best_coder *coder, const struct policy_nets *nets,
                               enum policy_net_id net, struct buffer *out)
{
    start(coder, nets, net);
    bit_coder_start_encoding(&coder->bits, out);
}

void best_coder_start_decoding(struct best_coder *coder, const struct policy_nets *nets,
                               enum policy_net_id net, struct byte_source in)
{
    start(coder, nets, net);
    bit_coder_start_decoding(&coder->bits, in);
}

void best_coder_start_game(struct best_coder *coder, const struct policy_hints *hints)
{
    for (unsigned i = 0; i < coder->net_count; i++)
        policy_odds_start_game(&coder->nets[i], hints);
    best_sight_start_game(&coder->sight, hints);
}

/* Very many moves: by number, all alike. */
static chess_move code_evenly(struct bit_coder *bits, const struct position *position, chess_move move)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    uint64_t number = bits->out == NULL ? 0 : legal_index(&targets, move);
    number = bit_coder_code_plain(bits, number, legal_bits_width(targets.count));
    return legal_nth(position, &targets, (unsigned)number);
}

/* ---- The walk ---- */

/* The moves that are left, by place in the first net's ply. */
struct walk {
    uint32_t keys[POLICY_MOVES_MAX +
                  POLICY_PADDING]; /* best_rank_key() of the first net's chances; 0: passed over */
    uint32_t totals[BEST_NETS];    /* of the chances of those left */
};

/* A move that may be the one, and what is asked about it. */
struct candidate {
    uint32_t key;
    struct best_question question;
};

/* A net's logits become chances, each one less than it is. */
static uint32_t make_chances(struct best_coder *coder, unsigned net, const struct position *position,
                             chess_move replaced)
{
    enum { UNIT = 64 };
    const struct policy_ply *ply = &coder->nets[0].ply;
    int32_t *chances = coder->nets[net].logits;
    uint32_t total = coder->nets[net].kernel->chances(chances, ply->count, UNIT) + ply->count;
    if (replaced == NO_MOVE)
        return total;
    /* A variation's first move is hardly ever the one that it replaces. */
    unsigned code = policy_code_of(position, replaced);
    for (unsigned i = 0; i < ply->count; i++)
        if (ply->moves[i] == code) {
            total -= (uint32_t)chances[i];
            chances[i] = 0;
        }
    return total;
}

static unsigned place_of(uint32_t key)
{
    return 255 - (key & 255);
}

static int32_t odds_of(uint32_t chance, uint32_t others)
{
    int32_t odds = ((int32_t)logistic_log2(chance) - (int32_t)logistic_log2(others)) * 177 / 256; /* ln 2 */
    return odds > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : odds < -LOGISTIC_LIMIT ? -LOGISTIC_LIMIT : odds;
}

/*
 * The likeliest of the moves that are left, of those alike the first, is the next candidate. What memory the question
 * needs is fetched meanwhile.
 */
static void take_candidate(struct best_coder *coder, struct walk *walk, unsigned rank,
                           struct candidate *candidate)
{
    struct best_question *question = &candidate->question;
    candidate->key = coder->mixer.arithmetic->largest(walk->keys, coder->nets[0].ply.count);
    uint32_t chance = candidate->key >> 8;
    walk->keys[place_of(candidate->key)] = 0;
    walk->totals[0] -= chance;
    question->odds[0] = odds_of(chance, walk->totals[0]);
    best_sight_ask(&coder->sight, place_of(candidate->key), rank, question);
    best_mixer_fetch(&coder->mixer, question);
}

/* What the other net says, if there is one. */
static void ask_others(const struct best_coder *coder, struct walk *walk, struct candidate *candidate)
{
    candidate->question.odds[1] = 0;
    for (unsigned i = 1; i < coder->net_count; i++) {
        uint32_t chance = (uint32_t)coder->nets[i].logits[place_of(candidate->key)] + 1;
        walk->totals[i] -= chance;
        candidate->question.odds[i] = odds_of(chance, walk->totals[i]);
    }
}

/* `candidates`: the first is taken. Each next one is while it is asked about the one before. The played move's place. */
static unsigned code_walk(struct best_coder *coder, struct walk *walk, struct candidate candidates[2],
                          unsigned played)
{
    unsigned last = coder->nets[0].ply.count - 1;
    for (unsigned rank = 0;; rank++) {
        struct candidate *candidate = &candidates[rank & 1];
        unsigned place = place_of(candidate->key);
        coder->asked = rank;
        if (rank == last)
            return place;
        if (rank + 1 < last)
            take_candidate(coder, walk, rank + 1, &candidates[(rank + 1) & 1]);
        else
            candidates[(rank + 1) & 1].key = coder->mixer.arithmetic->largest(walk->keys, last + 1);
        ask_others(coder, walk, candidate);
        if (best_mixer_code(&coder->mixer, &coder->bits, &candidate->question, place == played))
            return place;
    }
}

/* The first net was asked already; the other one is while memory is fetched for the first question. */
static chess_move code_chosen(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct walk walk;
    struct candidate candidates[2];
    struct policy_odds *first = &coder->nets[0];
    chess_move replaced = policy_odds_replaced(first, position);
    walk.totals[0] = make_chances(coder, 0, position, replaced);
    coder->mixer.arithmetic->make_keys(first->logits, first->ply.count, walk.keys);
    best_sight_look(&coder->sight, first);
    take_candidate(coder, &walk, 0, &candidates[0]);
    for (unsigned i = 1; i < coder->net_count; i++) {
        policy_odds_ask_also(&coder->nets[i], position, &first->ply);
        walk.totals[i] = make_chances(coder, i, position, replaced);
    }
    unsigned played = coder->bits.out == NULL ? 0 : policy_odds_place(first, position, move);
    return policy_odds_move(first, position, code_walk(coder, &walk, candidates, played));
}

chess_move best_code(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct policy_odds *first = &coder->nets[0];
    coder->asked = 0;
    best_sight_expect(&coder->sight, position);
    int has_odds = policy_odds_ask(first, position);
    if (first->ply.count == 0 || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    if (has_odds)
        move = code_chosen(coder, position, move);
    else if (first->ply.count == 1)
        move = policy_odds_move(first, position, 0);
    else
        move = code_evenly(&coder->bits, position, move);
    if (move == NO_MOVE || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    policy_odds_played(first, position, move);
    return move;
}
