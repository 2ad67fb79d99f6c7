/*
 * The two kinds of classes that look at captures: what a move wins on its target, and what either side could win
 * elsewhere after it. docs/FORMAT.md, "Wide net". Included by policy_far_steps.h, which says what TARGET is.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FAR_EXCHANGES_H
#define PGNPACK_NET_FEATURES_POLICY_FAR_EXCHANGES_H

#include "net/features/policy_exchange.h"
#include "net/features/policy_far.h"

#ifdef TARGET /* else nobody has steps for it */

enum { UNKNOWN = 255 };

/* An own man that enemies attack: which moves change what captures on its square are worth. */
struct far_exposed {
    uint64_t part;     /* men that can take there, at once or when others have */
    uint64_t lines;    /* squares that are seen from there past those, to the first other man */
    uint64_t hides;    /* squares between it and sliders among those */
    uint64_t reach[6]; /* squares from where an own man of the type would be one */
    uint8_t square, worth;
    uint8_t loss; /* what enemies win there if nothing of that changes; UNKNOWN: not asked for yet */
};

/* A position while its moves are tried, the man that moves lifted off the board. */
struct far_trial {
    const struct far_sight *sight;
    struct exchange_men board;
    unsigned count; /* of the men exposed while nobody is lifted, by falling worth */
    struct far_exposed all[64];
    unsigned exposed_count; /* without the man: some as in `all`, the others in `changed` */
    struct far_exposed *exposed[64];
    struct far_exposed changed[64];
    unsigned from, man, type;   /* before and after a promotion */
    uint64_t before;            /* what it attacks from where it stands */
    uint64_t attacked;          /* by enemies, along lines that it closed too */
    uint64_t touched;           /* targets that change what captures on one of `exposed` are worth */
    unsigned loss;              /* the most that enemies win on one of those by any other move */
    unsigned captures, answers; /* of the man's classes: what its moves have in common */
    unsigned hangs;             /* the most valuable man that hangs: none, P, N or B, R, Q */
};

/* Returns 0 if no enemy can take there. */
TARGET static inline int see_exposed(struct far_exposed *exposed, const struct exchange_men *board,
                                     unsigned square)
{
    uint64_t occupied = board->all[OWN] | board->all[ENEMY];
    uint64_t rooks = exchange_men_of(board, ROOK) | exchange_men_of(board, QUEEN);
    uint64_t bishops = exchange_men_of(board, BISHOP) | exchange_men_of(board, QUEEN);
    uint64_t beside = exchange_beside(board, square);
    uint64_t straight = rook_attacks(square, occupied & ~(rooks | beside));
    uint64_t diagonal = bishop_attacks(square, occupied & ~(bishops | beside));
    uint64_t sliders = (straight & rooks) | (diagonal & bishops);
    exposed->part = sliders | beside | (attack_tables.knight[square] & exchange_men_of(board, KNIGHT));
    if ((exposed->part & board->all[ENEMY]) == 0)
        return 0;
    exposed->lines = straight | diagonal;
    exposed->hides = 0;
    for (; sliders != 0; sliders &= sliders - 1)
        exposed->hides |= attack_tables.between[square][lowest_bit(sliders)];
    exposed->reach[PAWN] = attack_tables.pawn[BLACK][square];
    exposed->reach[KNIGHT] = attack_tables.knight[square];
    exposed->reach[BISHOP] = diagonal;
    exposed->reach[ROOK] = straight;
    exposed->reach[QUEEN] = straight | diagonal;
    exposed->reach[KING] = attack_tables.king[square];
    exposed->square = (uint8_t)square;
    exposed->loss = UNKNOWN;
    return 1;
}

TARGET static inline void trial_begin(struct far_trial *trial, const struct far_sight *sight)
{
    static const uint8_t steps[QUEEN + 1] = {1, 2, 2, 3, 4};
    const struct policy_view *view = sight->view;
    trial->sight = sight;
    memcpy(trial->board.men[OWN], view->own, sizeof view->own);
    memcpy(trial->board.men[ENEMY], view->enemy, sizeof view->enemy);
    trial->board.all[OWN] = view->own_all;
    trial->board.all[ENEMY] = view->enemy_all;
    trial->board.steps = 0;
    trial->hangs = 0;
    for (unsigned type = PAWN; type <= QUEEN; type++)
        if (view->own_hanging & view->own[type])
            trial->hangs = steps[type];
    trial->count = 0;
    for (unsigned type = QUEEN + 1; type-- > PAWN;)
        for (uint64_t men = view->enemy_attacks & view->own[type]; men != 0; men &= men - 1) {
            struct far_exposed *exposed = &trial->all[trial->count];
            exposed->worth = exchange_worth[type];
            trial->count += (unsigned)see_exposed(exposed, &trial->board, lowest_bit(men));
        }
}

/* Squares that enemy sliders attack through the man on `from`, and others. */
TARGET static inline uint64_t behind(const struct policy_view *view, unsigned from)
{
    uint64_t straight = rook_attacks(from, view->occupied);
    uint64_t diagonal = bishop_attacks(from, view->occupied);
    return (straight & (view->enemy[ROOK] | view->enemy[QUEEN]) ? straight : 0) |
           (diagonal & (view->enemy[BISHOP] | view->enemy[QUEEN]) ? diagonal : 0);
}

/* What enemies win on an own man's square after a move to `target`; 0: to nowhere yet. */
TARGET static inline unsigned loss_on(struct far_trial *trial, struct far_exposed *exposed, uint64_t target)
{
    if ((exposed->part | exposed->hides | exposed->reach[trial->type]) & target)
        return exchange_value(&trial->board, exposed->square, ENEMY, exposed->worth);
    if (exposed->loss == UNKNOWN)
        exposed->loss = (uint8_t)exchange_value(&trial->board, exposed->square, ENEMY, exposed->worth);
    return exposed->loss;
}

/* The most that enemies win by captures on one own man but the one that has moved. */
TARGET static inline unsigned best_loss(struct far_trial *trial, uint64_t target)
{
    unsigned best = 0;
    for (unsigned i = 0; i < trial->exposed_count; i++) {
        if (trial->exposed[i]->worth <= best)
            continue;
        unsigned loss = loss_on(trial, trial->exposed[i], target);
        best = loss > best ? loss : best;
    }
    return best;
}

/* Is exposed once the man is lifted, though it was not, or not like that. */
TARGET static inline void see_changed(struct far_trial *trial, unsigned square, unsigned worth)
{
    struct far_exposed *exposed = &trial->changed[trial->exposed_count];
    exposed->worth = (uint8_t)worth;
    if (see_exposed(exposed, &trial->board, square))
        trial->exposed[trial->exposed_count++] = exposed;
}

/* Who is exposed without the man; `revealed`: squares that enemies may attack since it is gone. */
TARGET static inline void see_lifted(struct far_trial *trial, uint64_t revealed)
{
    const struct policy_view *view = trial->sight->view;
    uint64_t from = square_bit(trial->from);
    revealed &= view->own_all & ~(view->own[KING] | from);
    trial->exposed_count = 0;
    for (unsigned i = 0; i < trial->count; i++) {
        struct far_exposed *exposed = &trial->all[i];
        revealed &= ~square_bit(exposed->square);
        if (exposed->square == trial->from)
            continue;
        if ((exposed->part | exposed->lines) & from)
            see_changed(trial, exposed->square, exposed->worth);
        else
            trial->exposed[trial->exposed_count++] = exposed;
    }
    for (; revealed != 0; revealed &= revealed - 1)
        see_changed(trial, lowest_bit(revealed), exchange_worth[type_on(view, lowest_bit(revealed))]);
}

/* What is known of a man before it moves; it is off the board until trial_drop(). */
TARGET static inline void trial_lift(struct far_trial *trial, unsigned from, unsigned promotion)
{
    const struct policy_view *view = trial->sight->view;
    uint64_t revealed = view->enemy_attacks >> from & 1 ? behind(view, from) : 0;
    unsigned man = type_on(view, from);
    unsigned type = promotion != 0 ? promotion : man;
    trial->from = from;
    trial->man = man;
    trial->type = type;
    trial->before = attacks_from(view, man, from);
    trial->board.men[OWN][man] ^= square_bit(from);
    trial->board.all[OWN] ^= square_bit(from);
    trial->attacked = view->enemy_attacks | revealed;
    see_lifted(trial, revealed);
    trial->touched = 0;
    for (unsigned i = 0; i < trial->exposed_count; i++)
        trial->touched |= trial->exposed[i]->part | trial->exposed[i]->hides | trial->exposed[i]->reach[type];
    trial->loss = best_loss(trial, 0);
    trial->captures = POLICY_CLASS_CAPTURES + type * CAPTURES_TYPE + trial->hangs * CAPTURES_HANGS +
                      (unsigned)(view->own_hanging >> from & 1);
    trial->answers = POLICY_CLASS_ANSWERS + type * ANSWERS_TYPE;
}

TARGET static inline void trial_drop(struct far_trial *trial)
{
    trial->board.men[OWN][trial->man] ^= square_bit(trial->from);
    trial->board.all[OWN] ^= square_bit(trial->from);
}

/* The most that can be won by captures on one of these enemies. */
TARGET static inline unsigned best_gain(struct far_trial *trial, uint64_t threatened)
{
    unsigned best = 0;
    for (; threatened != 0; threatened &= threatened - 1) {
        unsigned square = lowest_bit(threatened);
        unsigned worth = exchange_worth[type_on(trial->sight->view, square)];
        if (worth <= best)
            continue;
        unsigned gain = exchange_value(&trial->board, square, OWN, worth);
        best = gain > best ? gain : best;
    }
    return best;
}

/* Of what is won: nothing, a pawn, less than a rook, less than a queen, more. */
static const uint8_t gain_steps[9 + 1] = {0, 1, 2, 2, 2, 3, 3, 3, 3, 4};

/* Of what is won less what is lost, from LEAST_BALANCE on: less than -5, -3, -1, 0, nothing, less than 3, 5, more. */
enum { LEAST_BALANCE = -100 };
static const uint8_t balance_steps[100 + 9 + 1] = {[95] = 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7};

/* The lifted man comes down on the target and takes what stands there; or all that back. */
TARGET static inline void trial_move(struct exchange_men *board, unsigned type, unsigned captured,
                                     uint64_t target)
{
    board->men[OWN][type] ^= target;
    board->all[OWN] ^= target;
    if (captured != NO_TYPE) {
        board->men[ENEMY][captured] ^= target;
        board->all[ENEMY] ^= target;
    }
}

/* The man's move at place `i`; `after` is what it attacks from the target. */
TARGET static inline void put_exchanges(struct far_trial *trial, unsigned i, uint64_t after)
{
    const struct policy_view *view = trial->sight->view;
    uint16_t *classes = view->ply->far_classes[i];
    unsigned to = view->ply->moves[i] & 63;
    unsigned captured = type_on(view, to);
    uint64_t target = square_bit(to);
    uint64_t attacked = trial->attacked & target;
    uint64_t touched = trial->touched & target;
    uint64_t threatened = after & ~trial->before & view->enemy_all & ~view->enemy[KING];
    int value = captured == NO_TYPE ? 0 : exchange_worth[captured];
    unsigned loss = trial->loss, gain = 0;
    if ((threatened | attacked | touched) != 0) {
        trial_move(&trial->board, trial->type, captured, target);
        if (attacked != 0)
            value -= (int)exchange_value(&trial->board, to, ENEMY, exchange_worth[trial->type]);
        if (touched != 0)
            loss = best_loss(trial, target);
        if (threatened != 0)
            gain = best_gain(trial, threatened);
        trial_move(&trial->board, trial->type, captured, target);
    }
    classes[7] = (uint16_t)(trial->captures + balance_steps[value - LEAST_BALANCE] * CAPTURES_VALUE);
    classes[8] = (uint16_t)(trial->answers + gain_steps[loss] * ANSWERS_LOSS + gain_steps[gain]);
}

/* All moves but castling, those of one man or of one promotion after the other; `attacks`: from the target. */
TARGET static inline void put_all_exchanges(const struct far_sight *sight, unsigned piece_count)
{
    const struct policy_view *view = sight->view;
    struct policy_ply *ply = view->ply;
    const uint64_t *attacks = sight->attacks->all;
    struct far_trial trial;
    unsigned i = 0;
    trial_begin(&trial, sight);
    while (i < ply->count) {
        unsigned key = ply->moves[i] >> 6; /* from-square and promotion */
        trial_lift(&trial, key & 63, key >> 6);
        int is_pawn = i >= piece_count && key >> 6 == 0;
        for (; i < ply->count && ply->moves[i] >> 6 == key; i++) {
            unsigned to = ply->moves[i] & 63;
            if ((view->own_all >> to & 1) == 0) /* but castling */
                put_exchanges(&trial, i, is_pawn ? attack_tables.pawn[WHITE][to] : attacks[i]);
        }
        trial_drop(&trial);
    }
    ply->exchange_steps = trial.board.steps;
}

#endif
#endif
