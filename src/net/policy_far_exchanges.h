/*
 * The two kinds of classes that look at captures: what a move wins on its target, and what either side could win
 * elsewhere after it. docs/FORMAT.md, "Wide net". Included by policy_far_steps.h, after its attacks_of() and type_on().
 */
#ifndef PGNPACK_NET_POLICY_FAR_EXCHANGES_H
#define PGNPACK_NET_POLICY_FAR_EXCHANGES_H

#include "net/policy_exchange.h"
#include "net/policy_far.h"

#ifdef TARGET /* else nobody has steps for it */

enum { NOBODY = 64 };

/* What enemies win on squares of own men, as far as it has been asked for. */
struct far_losses {
    uint64_t known;
    uint8_t of[64];
};

/* A position while its moves are tried, the man that moves lifted off the board. */
struct far_trial {
    const struct far_sight *sight;
    struct exchange_men standing; /* as the position is */
    struct exchange_men board;    /* without the man */
    struct far_losses losses;     /* as the position is */
    struct far_losses lifted_losses;
    unsigned from, man; /* NOBODY before the first */
    uint64_t before;    /* what it attacks from where it stands */
    uint64_t attacked;  /* by enemies, along lines that it closed too */
    uint64_t exposed;   /* own men there, but the king */
    unsigned hangs;     /* the most valuable man that hangs: none, P, N or B, R, Q */
};

TARGET static inline void trial_begin(struct far_trial *trial, const struct far_sight *sight)
{
    const struct policy_view *view = sight->view;
    trial->sight = sight;
    memcpy(trial->standing.men[OWN], view->own, sizeof view->own);
    memcpy(trial->standing.men[ENEMY], view->enemy, sizeof view->enemy);
    trial->standing.all[OWN] = view->own_all;
    trial->standing.all[ENEMY] = view->enemy_all;
    trial->losses.known = 0;
    trial->from = NOBODY;
    trial->hangs = 0;
    if (view->own_hanging != 0) {
        static const uint8_t steps[QUEEN + 1] = {1, 2, 2, 3, 4};
        unsigned type = QUEEN;
        while ((view->own_hanging & view->own[type]) == 0)
            type--;
        trial->hangs = steps[type];
    }
}

/* Squares that enemy sliders attack through the man on `from`, and others. */
TARGET static inline uint64_t behind(const struct policy_view *view, unsigned from)
{
    uint64_t squares = 0;
    uint64_t rook = rook_attacks(from, view->occupied);
    uint64_t bishop = bishop_attacks(from, view->occupied);
    if (rook & (view->enemy[ROOK] | view->enemy[QUEEN]))
        squares |= rook;
    if (bishop & (view->enemy[BISHOP] | view->enemy[QUEEN]))
        squares |= bishop;
    return squares;
}

TARGET static inline void trial_lift(struct far_trial *trial, unsigned from)
{
    const struct policy_view *view = trial->sight->view;
    unsigned man = type_on(view, from);
    trial->from = from;
    trial->man = man;
    trial->before = man == PAWN ? attack_tables.pawn[WHITE][from] : view->attacks[from];
    trial->board = trial->standing;
    trial->board.men[OWN][man] &= ~square_bit(from);
    trial->board.all[OWN] &= ~square_bit(from);
    trial->lifted_losses.known = 0;
    trial->attacked = view->enemy_attacks;
    if (view->enemy_attacks >> from & 1)
        trial->attacked |= behind(view, from);
    trial->exposed = view->own_all & ~view->own[KING] & ~square_bit(from) & trial->attacked;
}

/* Squares whose men have to do with captures on `square`, and others. */
TARGET static inline uint64_t in_reach(unsigned square)
{
    return attack_tables.reach[QUEEN][square] | attack_tables.knight[square];
}

TARGET static inline unsigned known_loss(struct far_losses *losses, const struct exchange_men *board,
                                         unsigned square, unsigned worth)
{
    if ((losses->known >> square & 1) == 0) {
        losses->known |= square_bit(square);
        losses->of[square] = (uint8_t)exchange_value(board, square, ENEMY, worth);
    }
    return losses->of[square];
}

/* What enemies win on an own man's square after the man was put on `to`. */
TARGET static inline unsigned loss_on(struct far_trial *trial, unsigned square, unsigned to, unsigned worth)
{
    uint64_t reach = in_reach(square);
    if (reach >> to & 1)
        return exchange_value(&trial->board, square, ENEMY, worth);
    if (reach >> trial->from & 1)
        return known_loss(&trial->lifted_losses, &trial->board, square, worth);
    return known_loss(&trial->losses, &trial->standing, square, worth);
}

/* The most that enemies win by captures on one own man but the one on `to`. */
TARGET static inline unsigned best_loss(struct far_trial *trial, unsigned to)
{
    unsigned best = 0;
    for (unsigned type = QUEEN + 1; type-- > PAWN && exchange_worth[type] > best;)
        for (uint64_t men = trial->exposed & trial->board.men[OWN][type] & ~square_bit(to); men != 0;
             men &= men - 1) {
            unsigned loss = loss_on(trial, lowest_bit(men), to, exchange_worth[type]);
            best = loss > best ? loss : best;
        }
    return best;
}

/* The most that can be won by captures on one of these enemies. */
TARGET static inline unsigned best_gain(const struct far_trial *trial, uint64_t threatened)
{
    unsigned best = 0;
    for (unsigned type = QUEEN + 1; type-- > PAWN && exchange_worth[type] > best;)
        for (uint64_t men = threatened & trial->board.men[ENEMY][type]; men != 0; men &= men - 1) {
            unsigned gain = exchange_value(&trial->board, lowest_bit(men), OWN, exchange_worth[type]);
            best = gain > best ? gain : best;
        }
    return best;
}

/* Of what is won: nothing, a pawn, less than a rook, less than a queen, more. */
TARGET static inline unsigned step_of(unsigned value)
{
    return 0u + (value >= 1) + (value >= 2) + (value >= 5) + (value >= 9);
}

/* -6 and less, -4, -2, -1, 0, 1, 3, 5 and more. */
TARGET static inline unsigned balance_step(int value)
{
    return 0u + (value >= -5) + (value >= -3) + (value >= -1) + (value >= 0) + (value >= 1) + (value >= 3) +
           (value >= 5);
}

TARGET static inline void put_exchanges(struct far_trial *trial, unsigned i, unsigned to, unsigned type)
{
    const struct policy_view *view = trial->sight->view;
    uint16_t *classes = view->ply->far_classes[i];
    struct exchange_men *board = &trial->board;
    const struct exchange_men lifted = *board;
    uint64_t target = square_bit(to);
    unsigned captured = type_on(view, to);
    int value = captured == NO_TYPE ? 0 : exchange_worth[captured];
    board->men[OWN][type] |= target;
    board->all[OWN] |= target;
    if (captured != NO_TYPE)
        board->men[ENEMY][captured] &= ~target;
    board->all[ENEMY] &= ~target;
    if (trial->attacked & target)
        value -= (int)exchange_value(board, to, ENEMY, exchange_worth[type]);
    uint64_t after = attacks_of(type, to, board->all[OWN] | board->all[ENEMY]);
    unsigned loss = best_loss(trial, to);
    unsigned gain = best_gain(trial, after & ~trial->before);
    *board = lifted;
    classes[7] =
        (uint16_t)(POLICY_CLASS_CAPTURES + type * CAPTURES_TYPE + balance_step(value) * CAPTURES_VALUE +
                   trial->hangs * CAPTURES_HANGS + (view->own_hanging >> trial->from & 1));
    classes[8] = (uint16_t)(POLICY_CLASS_ANSWERS + type * ANSWERS_TYPE + step_of(loss) * ANSWERS_LOSS +
                            step_of(gain));
}

/* All moves but castling. */
TARGET static inline void put_all_exchanges(const struct far_sight *sight)
{
    const struct policy_ply *ply = sight->view->ply;
    struct far_trial trial;
    trial_begin(&trial, sight);
    for (unsigned i = 0; i < ply->count; i++) {
        unsigned from = ply->moves[i] >> 6 & 63;
        unsigned to = ply->moves[i] & 63;
        unsigned promotion = ply->moves[i] >> 12;
        if (sight->view->own_all >> to & 1)
            continue; /* castling */
        if (from != trial.from)
            trial_lift(&trial, from);
        put_exchanges(&trial, i, to, promotion != 0 ? promotion : trial.man);
    }
}

#endif
#endif
