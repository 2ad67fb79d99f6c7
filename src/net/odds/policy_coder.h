/*
 * E13: moves by what the policy net expects. docs/FORMAT.md, "Codec 2".
 *
 * A position's legal moves get sizes that add up to a total of at most 2^17, and the move played is a symbol for
 * the range coder. One legal move costs nothing; where there are more than POLICY_MOVES_MAX, all get the same
 * size, in format order. What the net sees of a position are the position, the game's result, a rating that the stream
 * has for all players with the same outcome, and the moves that were coded before in the same game; nothing else is
 * carried on, so that coding can begin at any game, and without its tags. (The ratings of each game save 0.1 % of the
 * moves at most.)
 */
#ifndef PGNPACK_NET_ODDS_POLICY_CODER_H
#define PGNPACK_NET_ODDS_POLICY_CODER_H

#include "chess/movegen.h"
#include "net/odds/policy_memo.h"
#include "entropy/coding/range_coder.h"
#include "util/memory.h"

/* A stream's constants, by phase of the game (POLICY_PHASES): how sharp the net's expectation is taken, in 1/64. */
enum { POLICY_PHASES = 3, POLICY_TEMPERATURE_UNIT = 64, POLICY_STREAM_RATING_UNIT = 100 };

struct policy_coder {
    struct policy_odds odds; /* its logits become the moves' sizes */
    uint32_t total;          /* of the sizes */
    uint8_t temperatures[POLICY_PHASES];
    uint8_t ratings[POLICY_OUTCOMES]; /* of players, in hundreds, in all games */
    struct policy_memo memo;          /* of these temperatures */
};

/* Temperatures may be set afterwards, before the first move. */
void policy_coder_init(struct policy_coder *coder, const struct policy_weights *net,
                       const struct policy_kernel *kernel);

/* Begins a game; `result` as in struct policy_hints. */
void policy_coder_start_game(struct policy_coder *coder, uint8_t result);

static inline unsigned policy_phase(const struct position *position)
{
    unsigned men = popcount64(position_occupied(position));
    return men > 26 ? 0 : men > 14 ? 1 : 2;
}

/* Goes on as policy_encode() does, and adds to `costs` what the move would cost under each temperature (1/256 bits). */
void policy_add_costs(struct policy_coder *coder, const struct position *position, chess_move move,
                      const uint8_t *temperatures, unsigned count, uint64_t *costs);

/* Codes a legal move. */
void policy_encode(struct policy_coder *coder, const struct position *position, chess_move move,
                   struct range_encoder *encoder, struct buffer *out);

/* The next move; NO_MOVE and `in` failed when the data is not in order. */
chess_move policy_decode(struct policy_coder *coder, const struct position *position,
                         struct range_decoder *decoder, struct byte_source *in);

#endif
