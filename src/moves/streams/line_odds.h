/*
 * What comes next in a list of moves where no earlier list says it: what the policy net expects, and what lists had
 * lately. Weights that are learnt on the way say how much that counts, and how the moves of lists differ from those
 * of games. docs/FORMAT.md, "Lists of moves".
 */
#ifndef PGNPACK_MOVES_STREAMS_LINE_ODDS_H
#define PGNPACK_MOVES_STREAMS_LINE_ODDS_H

#include "chess/position.h"
#include "entropy/coding/bit_coder.h"
#include "net/odds/policy_odds.h"

/* A move's recency: how long the number of lists is since its side had it, + LINE_RECENCY_HERE if it came here once. */
enum { LINE_RECENCY_HERE = 17, LINE_RECENCY_COUNT = 2 * LINE_RECENCY_HERE };

struct line_odds {
    struct policy_odds policy;
    int32_t sizes[POLICY_MOVES_CAPACITY]; /* by place in policy.ply.moves; 0: it is excluded */
    uint32_t total;
    uint8_t recencies[POLICY_MOVES_CAPACITY];

    int32_t recency_weights[LINE_RECENCY_COUNT]; /* in 1/65536 bits, like the others */
    int32_t row_weights[2][POLICY_ROW_COUNT];    /* by side and the move's row */
    uint16_t stamps[2][4096]; /* by side and from, to: the list that had it last; at first 0 */
    uint16_t list;            /* number of the present one, from 1 */
    uint64_t exchange_steps;  /* of all plies that were asked about: policy_ply.h */
};

/* As if there was no list yet. */
void line_odds_init(struct line_odds *odds, const struct policy_weights *net);

void line_odds_start_list(struct line_odds *odds);

/* A move of the list. To be called for each before it is made. */
void line_odds_listed(struct line_odds *odds, const struct position *position, chess_move move);

/*
 * The next move, in either direction. `excluded`: two moves that it is not; `other`: one that came here once; each
 * may be NO_MOVE. Returns the move; NO_MOVE: the data is not in order.
 */
chess_move line_odds_code(struct line_odds *odds, const struct position *position,
                          const chess_move excluded[2], chess_move other, struct bit_coder *bits,
                          chess_move move);

#endif
