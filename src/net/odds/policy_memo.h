/*
 * Moves' sizes in positions near the beginning of games, where games meet again and again: what a policy coder found out
 * last time. A position is known by all that its sizes depend on, so that nothing changes but what it costs.
 */
#ifndef PGNPACK_NET_ODDS_POLICY_MEMO_H
#define PGNPACK_NET_ODDS_POLICY_MEMO_H

#include "net/odds/policy_odds.h"

/* Positions up to that full move, with at most that many legal moves (room: the zeros behind sizes). */
enum { POLICY_MEMO_MOVE_MAX = 6, POLICY_MEMO_COUNT_MAX = 40, POLICY_MEMO_ROOM = POLICY_MEMO_COUNT_MAX + 8 };

enum { POLICY_MEMO_BITS = 8 };

/* Compared as bytes: there are no gaps. */
struct policy_memo_key {
    uint64_t types[6], colours[2];
    uint64_t castling_squares; /* they tell the rights, too */
    struct policy_history history;
    uint8_t side;
    uint16_t ep_square, result;
    uint16_t rating[2];
};

struct policy_memo_entry {
    struct policy_memo_key key;
    uint32_t total;
    uint8_t count; /* of moves; 0: nothing is here */
    uint8_t met;   /* not 0: it came again, and few others came by since */
    uint16_t moves[POLICY_MEMO_ROOM];
    uint16_t sizes[POLICY_MEMO_ROOM];
};

/* 72 KB: more of them would know 7 % of all positions of master games, not 5.5. */
struct policy_memo {
    struct policy_memo_entry entries[1 << POLICY_MEMO_BITS];
};

static inline int policy_memo_takes(const struct position *position)
{
    return position->move_number <= POLICY_MEMO_MOVE_MAX;
}

/* What sizes in a position depend on; `odds` has the game's hints and history. */
void policy_memo_key_of(struct policy_memo_key *key, const struct policy_odds *odds,
                        const struct position *position);

/* Sets odds->ply.count and moves, sizes in place of logits, and *total. Returns 0, and none of it, where it isn't known. */
int policy_memo_find(struct policy_memo *memo, const struct policy_memo_key *key, struct policy_odds *odds,
                     uint32_t *total);

/* It was not known, and this was found out. Keeps it unless what stands in its place came again lately. */
void policy_memo_keep(struct policy_memo *memo, const struct policy_memo_key *key,
                      const struct policy_odds *odds, uint32_t total);

#endif
