#include "moves/best_coder.h"

#include <string.h>

#include "encoding/legal_index.h"
#include "entropy/logistic.h"
#include "net/policy_net.h"

static void start(struct best_coder *coder, const struct policy_nets *nets)
{
    policy_odds_init(&coder->nets[0], policy_nets_find(nets, POLICY_NET_WIDE_ID), policy_kernel_best());
    policy_odds_init(&coder->nets[1], policy_nets_find(nets, POLICY_NET_ID), policy_kernel_best());
    best_sight_start(&coder->sight);
    best_mixer_start(&coder->mixer);
}

void best_coder_start_encoding(struct best_coder *coder, const struct policy_nets *nets, struct buffer *out)
{
    start(coder, nets);
    bit_coder_start_encoding(&coder->bits, out);
}

void best_coder_start_decoding(struct best_coder *coder, const struct policy_nets *nets,
                               struct byte_source in)
{
    start(coder, nets);
    bit_coder_start_decoding(&coder->bits, in);
}

void best_coder_start_game(struct best_coder *coder, const struct policy_hints *hints)
{
    for (unsigned i = 0; i < BEST_NETS; i++)
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

/* The moves that are left, by place in policy_odds.ply, as one of the nets has them. */
struct walk {
    int32_t chances[POLICY_MOVES_MAX + POLICY_PADDING]; /* none is 0; negative: passed over */
    uint32_t total;                                     /* of those left */
};

static void start_walk(const struct policy_odds *odds, unsigned count, struct walk *walk)
{
    enum { UNIT = 64 };
    memcpy(walk->chances, odds->logits, count * sizeof *walk->chances);
    walk->total = odds->kernel->chances(walk->chances, count, UNIT) + count;
    for (unsigned i = 0; i < count; i++)
        walk->chances[i]++;
}

/* A variation's first move is hardly ever the one that it replaces. */
static void lessen_replaced(const struct policy_odds *odds, const struct position *position,
                            struct walk walks[BEST_NETS])
{
    chess_move replaced = policy_odds_replaced(odds, position);
    if (replaced == NO_MOVE)
        return;
    unsigned code = policy_code_of(position, replaced);
    for (unsigned place = 0; place < odds->ply.count; place++)
        for (unsigned i = 0; i < BEST_NETS && odds->ply.moves[place] == code; i++) {
            walks[i].total -= (uint32_t)walks[i].chances[place] - 1;
            walks[i].chances[place] = 1;
        }
}

/* The likeliest move left, of those alike the first. */
static unsigned find_likeliest(const struct walk *walk, unsigned count)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        if (walk->chances[i] > walk->chances[best])
            best = i;
    return best;
}

static int32_t odds_of(uint32_t chance, uint32_t others)
{
    int32_t odds = ((int32_t)logistic_log2(chance) - (int32_t)logistic_log2(others)) * 177 / 256; /* ln 2 */
    return odds > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : odds < -LOGISTIC_LIMIT ? -LOGISTIC_LIMIT : odds;
}

static void pass_over(struct walk walks[BEST_NETS], unsigned place)
{
    for (unsigned i = 0; i < BEST_NETS; i++) {
        walks[i].total -= (uint32_t)walks[i].chances[place];
        walks[i].chances[place] = -1;
    }
}

/* Returns the played move's place. */
static unsigned code_walk(struct best_coder *coder, struct walk walks[BEST_NETS], unsigned played)
{
    unsigned count = coder->nets[0].ply.count;
    for (unsigned rank = 0;; rank++) {
        unsigned place = find_likeliest(&walks[0], count);
        struct best_question question;
        coder->asked = rank;
        if (rank == count - 1)
            return place;
        for (unsigned i = 0; i < BEST_NETS; i++) {
            uint32_t chance = (uint32_t)walks[i].chances[place];
            question.odds[i] = odds_of(chance, walks[i].total - chance);
        }
        best_sight_ask(&coder->sight, place, rank, &question);
        if (best_mixer_code(&coder->mixer, &coder->bits, &question, place == played))
            return place;
        pass_over(walks, place);
    }
}

/* The nets were asked already. */
static chess_move code_chosen(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct walk walks[BEST_NETS];
    const struct policy_odds *wide = &coder->nets[0];
    for (unsigned i = 0; i < BEST_NETS; i++)
        start_walk(&coder->nets[i], wide->ply.count, &walks[i]);
    lessen_replaced(wide, position, walks);
    best_sight_look(&coder->sight, wide, position);
    unsigned played = coder->bits.out == NULL ? 0 : policy_odds_place(wide, position, move);
    return policy_odds_move(wide, position, code_walk(coder, walks, played));
}

chess_move best_code(struct best_coder *coder, const struct position *position, chess_move move)
{
    struct policy_odds *wide = &coder->nets[0];
    coder->asked = 0;
    int has_odds = policy_odds_ask(wide, position);
    for (unsigned i = 1; i < BEST_NETS; i++)
        policy_odds_ask_also(&coder->nets[i], position, &wide->ply);
    if (wide->ply.count == 0 || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    if (has_odds)
        move = code_chosen(coder, position, move);
    else if (wide->ply.count == 1)
        move = policy_odds_move(wide, position, 0);
    else
        move = code_evenly(&coder->bits, position, move);
    if (move == NO_MOVE || bit_coder_failed(&coder->bits))
        return NO_MOVE;
    policy_odds_played(wide, position, move);
    return move;
}
