/*
 * Which moves led to a position, as far as the positions and moves that went through a codec tell. Keeps no tree
 * of variations: a move counts as the last one where its ply fits and its man stands where it went. What is not
 * certain may be wrong; it is the same on both sides, and that is all a codec needs.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_HISTORY_H
#define PGNPACK_NET_FEATURES_POLICY_HISTORY_H

#include <string.h>

#include "net/features/policy_features.h"

enum { POLICY_HISTORY_PLIES = 256 };

struct policy_past_move {
    uint64_t place; /* game and ply; 0: none */
    chess_move move;
    uint8_t man; /* that moved */
};

struct policy_past {
    uint64_t game; /* from 1; number << 32 */
    struct policy_past_move moves[POLICY_HISTORY_PLIES];
};

static inline void policy_past_init(struct policy_past *past)
{
    memset(past, 0, sizeof *past);
}

static inline void policy_past_start_game(struct policy_past *past)
{
    past->game += UINT64_C(1) << 32;
}

static inline uint32_t policy_ply_number(const struct position *position)
{
    return 2 * position->move_number + position->side;
}

/* The move at ply `ply` of this game, or NULL. */
static inline const struct policy_past_move *policy_past_at(const struct policy_past *past, uint32_t ply)
{
    const struct policy_past_move *entry = &past->moves[ply % POLICY_HISTORY_PLIES];
    return entry->place == (past->game | ply) ? entry : NULL;
}

static inline int policy_move_fits(const struct position *position, const struct policy_past_move *entry)
{
    return entry != NULL && (position->men[move_to(entry->move)] == entry->man ||
                             move_is_promotion(entry->move) || move_is_castling(entry->move));
}

static inline struct policy_history policy_past_look(const struct policy_past *past,
                                                     const struct position *position)
{
    struct policy_history history = POLICY_HISTORY_NONE;
    uint32_t ply = policy_ply_number(position);
    const struct policy_past_move *last = policy_past_at(past, ply - 1);
    if (!policy_move_fits(position, last))
        return history;
    history.enemy_from = (uint8_t)move_from(last->move);
    history.enemy_to = (uint8_t)move_to(last->move);
    const struct policy_past_move *before = policy_past_at(past, ply - 2);
    if (before != NULL) {
        history.own_from = (uint8_t)move_from(before->move);
        history.own_to = (uint8_t)move_to(before->move);
    }
    return history;
}

/* The two moves before those, for POLICY_SIGHT_FAR. */
static inline void policy_past_look_far(const struct policy_past *past, const struct position *position,
                                        struct policy_history *history)
{
    uint32_t ply = policy_ply_number(position);
    const struct policy_past_move *enemy = policy_past_at(past, ply - 3);
    const struct policy_past_move *own = policy_past_at(past, ply - 4);
    if (enemy != NULL) {
        history->enemy_from_before = (uint8_t)move_from(enemy->move);
        history->enemy_to_before = (uint8_t)move_to(enemy->move);
    }
    if (own != NULL)
        history->own_to_before = (uint8_t)move_to(own->move);
}

static inline void policy_past_add(struct policy_past *past, const struct position *position, chess_move move)
{
    uint32_t ply = policy_ply_number(position);
    past->moves[ply % POLICY_HISTORY_PLIES] =
        (struct policy_past_move){past->game | ply, move, position->men[move_from(move)]};
}

#endif
