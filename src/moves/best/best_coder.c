#include "moves/best/best_coder.h"

#include <string.h>

#include "encoding/legal_index.h"
#include "entropy/coding/logistic.h"
#include "moves/best/best_versions.h"
#include "net/odds/policy_net.h"

static void start(struct best_coder *coder, const struct policy_nets *nets, enum policy_net_id net)
{
    policy_odds_init(&coder->fast, policy_nets_find(nets, POLICY_NET_ID), policy_kernel_best());
    coder->has_wide = net == POLICY_NET_WIDE_ID;
    if (coder->has_wide)
        policy_odds_init(&coder->wide, policy_nets_find(nets, net), policy_kernel_best());
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
    policy_odds_start_game(&coder->fast, hints);
    if (coder->has_wide)
        policy_odds_start_game(&coder->wide, hints);
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

/*
 * The moves that are left, by place in the ply. The wide net is asked in stages: each time about the likeliest moves, and
 * again when none of them is left.
 */
struct walk {
    uint32_t keys[POLICY_MOVES_MAX + POLICY_PADDING];   /* of those asked about best_rank_key(), else 0 */
    int32_t logits[POLICY_MOVES_MAX + POLICY_PADDING];  /* by the fast net; LOGIT_OF_PASSED */
    int32_t chances[POLICY_MOVES_MAX + POLICY_PADDING]; /* ... each one less than it is; PASSED */
    uint32_t totals[BEST_NETS];                         /* of the first net's chances, and of the other's */
    unsigned replaced; /* place of the move that a variation replaces, which comes last; NOWHERE */
    unsigned left, asked_left, stage;
};

enum { PASSED = -1, NOWHERE = POLICY_MOVES_MAX, UNIT = 64 /* of temperatures */ };

#define LOGIT_OF_PASSED (-(INT32_C(1) << 20))

/* A move that may be the one, and what is asked about it. */
struct candidate {
    uint32_t key;
    struct best_question question;
};

static unsigned place_of(uint32_t key)
{
    return 255 - (key & 255);
}

static int32_t odds_of(uint32_t chance, uint32_t others)
{
    int32_t odds = ((int32_t)logistic_log2(chance) - (int32_t)logistic_log2(others)) * 177 / 256; /* ln 2 */
    return odds > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : odds < -LOGISTIC_LIMIT ? -LOGISTIC_LIMIT : odds;
}

/* No net is asked about it. */
static void pass(struct walk *walk, unsigned place)
{
    walk->chances[place] = PASSED;
    walk->logits[place] = LOGIT_OF_PASSED;
}

/* What the fast net expects. If it is the only one, all moves are asked about at once. */
static void begin_walk(struct best_coder *coder, struct walk *walk, chess_move replaced)
{
    const struct policy_odds *fast = &coder->fast;
    unsigned count = fast->ply.count;
    memcpy(walk->logits, fast->logits, count * sizeof *walk->logits);
    memcpy(walk->chances, fast->logits, count * sizeof *walk->chances);
    uint32_t total = fast->kernel->chances(walk->chances, count, UNIT) + count;
    walk->replaced = NOWHERE;
    if (replaced != NO_MOVE) {
        walk->replaced = policy_odds_place(fast, fast->view.position, replaced);
        total -= (uint32_t)walk->chances[walk->replaced];
        walk->chances[walk->replaced] = 0;
    }
    walk->totals[coder->has_wide] = total;
    walk->left = count;
    walk->stage = 0;
    walk->asked_left = coder->has_wide ? 0 : count;
    if (!coder->has_wide) {
        coder->mixer.arithmetic->make_keys(walk->chances, count, walk->keys);
        return;
    }
    memset(walk->keys, 0, (count + POLICY_PADDING) * sizeof *walk->keys);
    if (walk->replaced != NOWHERE)
        pass(walk, walk->replaced);
}

/* ---- Stages ---- */

/* Of the chances left a move has one in SHARE; in the last stage nothing is asked of it. */
enum { SHARE = 100, LAST_STAGE = 2 };

/* Sets the places of moves with that many chances, one less; their number. */
static unsigned choose(const struct walk *walk, unsigned count, int32_t least, uint8_t *places)
{
    unsigned chosen = 0;
    places[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        places[chosen] = (uint8_t)i;
        chosen += walk->chances[i] >= least;
    }
    return chosen;
}

/* There is one at least: two are left, and one may be the one replaced. */
static unsigned choose_asked(const struct walk *walk, unsigned count, uint8_t *places)
{
    int32_t share = (int32_t)((walk->totals[1] + SHARE - 1) / SHARE) - 1;
    unsigned chosen = walk->stage == LAST_STAGE ? 0 : choose(walk, count, share, places);
    return chosen != 0 ? chosen : choose(walk, count, 0, places);
}

/* The wide net's logits of the moves asked about become as high as the fast one's in the mean. */
static void ask_wide(struct best_coder *coder, const uint8_t *places, unsigned count, int32_t *logits)
{
    int32_t *wide = coder->wide.logits;
    int32_t sum = 0;
    policy_odds_ask_some(&coder->wide, &coder->fast, places, count);
    coder->exchange_steps += coder->wide.ply.exchange_steps;
    for (unsigned i = 0; i < count; i++)
        sum += wide[i] - logits[places[i]];
    for (unsigned i = 0; i < count; i++)
        logits[places[i]] = wide[i] - sum / (int32_t)count;
}

static void begin_stage(struct best_coder *coder, struct walk *walk)
{
    uint8_t places[POLICY_MOVES_MAX + 1];
    int32_t logits[POLICY_MOVES_MAX + POLICY_PADDING];
    unsigned count = coder->fast.ply.count;
    unsigned asked = choose_asked(walk, count, places);
    memcpy(logits, walk->logits, count * sizeof *logits);
    if (asked > 1)
        ask_wide(coder, places, asked, logits);
    walk->totals[0] = coder->fast.kernel->chances(logits, count, UNIT) + walk->left;
    for (unsigned i = 0; i < asked; i++)
        walk->keys[places[i]] = best_rank_key((uint32_t)logits[places[i]] + 1, places[i]);
    walk->asked_left = asked;
    walk->stage += walk->stage < LAST_STAGE;
}

/* ---- Candidates ---- */

/* The odds in both nets of a move that is no longer left. */
static void find_odds(const struct best_coder *coder, struct walk *walk, uint32_t key, int32_t *odds)
{
    uint32_t chance = (uint32_t)walk->chances[place_of(key)] + 1;
    walk->totals[0] -= key >> 8;
    odds[0] = odds_of(key >> 8, walk->totals[0]);
    odds[1] = 0;
    if (coder->has_wide) {
        walk->totals[1] -= chance;
        odds[1] = odds_of(chance, walk->totals[1]);
        pass(walk, place_of(key));
    }
}

/*
 * The likeliest of the moves that are left, of those alike the first, is the next candidate. What memory the question
 * needs is fetched meanwhile.
 */
static void take_candidate(struct best_coder *coder, struct walk *walk, unsigned rank,
                           struct candidate *candidate)
{
    struct best_question *question = &candidate->question;
    if (walk->asked_left == 0)
        begin_stage(coder, walk);
    candidate->key = coder->mixer.arithmetic->largest(walk->keys, coder->fast.ply.count);
    walk->keys[place_of(candidate->key)] = 0;
    walk->asked_left--;
    walk->left--;
    find_odds(coder, walk, candidate->key, question->odds);
    best_sight_ask(&coder->sight, place_of(candidate->key), rank, question);
    best_mixer_fetch(&coder->mixer, question);
}

/* The key, but for its chance, of the only move left. */
static uint32_t last_key(const struct best_coder *coder, const struct walk *walk)
{
    unsigned place = 0;
    if (walk->asked_left != 0)
        return coder->mixer.arithmetic->largest(walk->keys, coder->fast.ply.count);
    while (walk->chances[place] < 0 && walk->replaced == NOWHERE)
        place++;
    return best_rank_key(0, walk->replaced != NOWHERE ? walk->replaced : place);
}

/* `candidates`: the first is taken. Each next one is while it is asked about the one before. The played move's place. */
static unsigned code_walk(struct best_coder *coder, struct walk *walk, struct candidate candidates[2],
                          unsigned played)
{
    unsigned last = coder->fast.ply.count - 1;
    for (unsigned rank = 0;; rank++) {
        struct candidate *candidate = &candidates[rank & 1];
        struct candidate *next = &candidates[(rank + 1) & 1];
        unsigned place = place_of(candidate->key);
        coder->asked = rank;
        if (rank == last)
            return place;
        if (rank + 1 < last)
            take_candidate(coder, walk, rank + 1, next);
        else
            next->key = last_key(coder, walk);
        if (best_mixer_code(&coder->mixer, &coder->bits, &candidate->question, place == played))
            return place;
    }
}

/* The fast net was asked already. */
static chess_move code_chosen(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct walk walk;
    struct candidate candidates[2];
    const struct policy_odds *fast = &coder->fast;
    begin_walk(coder, &walk, policy_odds_replaced(fast, position));
    best_sight_look(&coder->sight, fast);
    take_candidate(coder, &walk, 0, &candidates[0]);
    unsigned played = coder->bits.out == NULL ? 0 : policy_odds_place(fast, position, move);
    return policy_odds_move(fast, position, code_walk(coder, &walk, candidates, played));
}

chess_move best_code(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct policy_odds *fast = &coder->fast;
    coder->asked = coder->exchange_steps = 0;
    best_sight_expect(&coder->sight, position);
    int has_odds = policy_odds_ask(fast, position);
    if (fast->ply.count == 0 || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    if (has_odds)
        move = code_chosen(coder, position, move);
    else if (fast->ply.count == 1)
        move = policy_odds_move(fast, position, 0);
    else
        move = code_evenly(&coder->bits, position, move);
    if (move == NO_MOVE || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    policy_odds_played(fast, position, move);
    return move;
}
