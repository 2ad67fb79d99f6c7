/*
 * How a stream's temperatures are found: its first plies are held back until all that is needed of them is known,
 * then the temperatures under which they cost least are taken, and they are coded like all others.
 */
#ifndef PGNPACK_NET_ODDS_POLICY_TRIAL_H
#define PGNPACK_NET_ODDS_POLICY_TRIAL_H

#include "net/odds/policy_coder.h"

/* Moves and games that are held back at most: half a megabyte. */
enum { POLICY_TRIAL_SIZE = 3000, POLICY_TRIAL_CHOICES = 12 };

/* A move that is held back, or the beginning of a game (NO_MOVE; position.side means nothing then). */
struct policy_held {
    struct position position;
    struct policy_hints hints;
    chess_move move;
};

struct policy_trial {
    struct buffer held; /* of struct policy_held */
    int is_over;
    uint64_t costs[POLICY_PHASES][POLICY_TRIAL_CHOICES]; /* in 1/256 bits */
};

/* Before the first time `held` is made, by buffer_init(). */
void policy_trial_start(struct policy_trial *trial);

/* Both hold back what they are given. Without memory trial->held fails. */
void policy_trial_start_game(struct policy_trial *trial, struct policy_coder *coder,
                             const struct policy_hints *hints);
void policy_trial_add(struct policy_trial *trial, struct policy_coder *coder, const struct position *position,
                      chess_move move);

/* Ends the trial: sets the coder to the best temperatures and to the stream's beginning; its rating stays. */
void policy_trial_end(struct policy_trial *trial, struct policy_coder *coder);

static inline size_t policy_trial_count(const struct policy_trial *trial)
{
    return trial->held.size / sizeof(struct policy_held);
}

static inline const struct policy_held *policy_trial_at(const struct policy_trial *trial, size_t i)
{
    return (const struct policy_held *)(const void *)trial->held.data + i;
}

#endif
