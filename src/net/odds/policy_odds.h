/*
 * What a policy net expects in a position: every legal move with a logit, its odds as a power of two in 1/256 bits.
 *
 * What the net sees are the position, the game's hints, and the moves that were played before in the same game.
 * In turn: policy_odds_start_game(), then for each move policy_odds_ask() and policy_odds_played(). Positions may jump
 * (variations): the sums of the first layer follow them. Two threads need two of these; 17 KB, no memory of its own.
 */
#ifndef PGNPACK_NET_ODDS_POLICY_ODDS_H
#define PGNPACK_NET_ODDS_POLICY_ODDS_H

#include "net/features/policy_history.h"
#include "net/kernels/policy_kernel.h"

/* What a side's sums hold: each follows the positions in which that side is to move. */
struct policy_summed {
    uint64_t types[6], colours[2];
    uint8_t men[64];
    unsigned castling;
    struct policy_hints hints;
};

struct policy_odds {
    int16_t sums[2][POLICY_WIDTH_MAX]; /* board rows as white and black see them; first: alignment */
    int32_t logits[POLICY_MOVES_MAX + POLICY_PADDING]; /* by place in ply.moves; highest: likeliest */
    const struct policy_weights *net;
    const struct policy_kernel *kernel;
    struct policy_hints hints; /* of the present game */
    struct policy_summed summed[2];
    uint64_t types[6], colours[2]; /* of the position that was asked for last */
    int is_alternative;    /* the last position asked for is the one before it again: no man has moved */
    struct policy_ply ply; /* the last position's legal moves */
    struct policy_view view;
    struct policy_history history;
    struct policy_past past;
};

void policy_odds_init(struct policy_odds *odds, const struct policy_weights *net,
                      const struct policy_kernel *kernel);

/* Begins a game; `hints` NULL: nothing is known. */
void policy_odds_start_game(struct policy_odds *odds, const struct policy_hints *hints);

/*
 * Sets ply, and if there are 2 to POLICY_MOVES_MAX legal moves, logits. Returns 1 if so, 0 if the net was not asked:
 * with more moves ply.moves holds them all the same.
 */
int policy_odds_ask(struct policy_odds *odds, const struct position *position);

/*
 * In place of policy_odds_ask(): the position, whose moves and odds are known from elsewhere, counts as asked for; odds->history is
 * set already.
 */
void policy_odds_pass(struct policy_odds *odds, const struct position *position);

/* The two halves of policy_odds_ask(): sets odds->history; does the rest. */
void policy_odds_look_back(struct policy_odds *odds, const struct position *position);
int policy_odds_ask_now(struct policy_odds *odds, const struct position *position);

/*
 * A net that sees far says what it thinks of some of the moves that another one, `all`, was just asked about in the same
 * game: those at `places` there, in ascending order. Sets logits, and ply, which has these moves only; odds->past is not used.
 */
void policy_odds_ask_some(struct policy_odds *odds, struct policy_odds *all, const uint8_t *places,
                          unsigned count);

/* To be called for each move that is played (written or read), after policy_odds_ask(). */
static inline void policy_odds_played(struct policy_odds *odds, const struct position *position,
                                      chess_move move)
{
    policy_past_add(&odds->past, position, move);
}

/* Place in ply.moves of a legal move. */
static inline unsigned policy_odds_place(const struct policy_odds *odds, const struct position *position,
                                         chess_move move)
{
    return odds->kernel->find_move(&odds->ply, policy_code_of(position, move));
}

/* The legal move at place `i` in ply.moves. */
chess_move policy_odds_move(const struct policy_odds *odds, const struct position *position, unsigned i);

/*
 * The move that was played before in this position and is now being replaced by a variation; NO_MOVE if there is none
 * or it isn't known. It is hardly ever the move to come.
 */
chess_move policy_odds_replaced(const struct policy_odds *odds, const struct position *position);

#endif
