/*
 * What a side wins by captures on one square: the static exchange evaluation of chess programs (chessprogramming.org, "SEE -
 * The Swap Algorithm"). docs/FORMAT.md, "Wide net", says which captures count. Included by policy_far_steps.h, which says
 * what TARGET is.
 */
#ifndef PGNPACK_NET_POLICY_EXCHANGE_H
#define PGNPACK_NET_POLICY_EXCHANGE_H

#include "net/policy_view.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

enum { OWN, ENEMY };

/* Men on the board, as the side to move sees it. */
struct exchange_men {
    uint64_t men[2][6];
    uint64_t all[2];
};

/* By type; a king's is more than all others together. */
static const uint8_t exchange_worth[6] = {1, 3, 3, 5, 9, 100};

/* On the way: men that still can take, and what they leave open. */
struct exchange {
    const struct exchange_men *board;
    unsigned square;
    uint64_t occupied;
    uint64_t rooks, bishops; /* of both sides, queens among both */
    uint64_t attackers;
};

TARGET static inline void exchange_begin(struct exchange *exchange, const struct exchange_men *board,
                                         unsigned square)
{
    const uint64_t *own = board->men[OWN];
    const uint64_t *enemy = board->men[ENEMY];
    uint64_t queens = own[QUEEN] | enemy[QUEEN];
    exchange->board = board;
    exchange->square = square;
    exchange->occupied = board->all[OWN] | board->all[ENEMY];
    exchange->rooks = own[ROOK] | enemy[ROOK] | queens;
    exchange->bishops = own[BISHOP] | enemy[BISHOP] | queens;
    exchange->attackers = (attack_tables.pawn[BLACK][square] & own[PAWN]) |
                          (attack_tables.pawn[WHITE][square] & enemy[PAWN]) |
                          (attack_tables.knight[square] & (own[KNIGHT] | enemy[KNIGHT])) |
                          (attack_tables.king[square] & (own[KING] | enemy[KING]));
    if (attack_tables.rook[square] & exchange->rooks)
        exchange->attackers |= rook_attacks(square, exchange->occupied) & exchange->rooks;
    if (attack_tables.bishop[square] & exchange->bishops)
        exchange->attackers |= bishop_attacks(square, exchange->occupied) & exchange->bishops;
}

/* The least man of a side that attacks the square takes, and uncovers others. Returns its type, NO_PIECE_TYPE if none can. */
TARGET static inline unsigned exchange_take(struct exchange *exchange, unsigned side)
{
    const struct exchange_men *board = exchange->board;
    uint64_t able = exchange->attackers & board->all[side];
    unsigned type = PAWN;
    if (able == 0)
        return NO_PIECE_TYPE;
    while ((able & board->men[side][type]) == 0)
        type++;
    if (type == KING && (exchange->attackers & board->all[side ^ 1]) != 0)
        return NO_PIECE_TYPE;
    exchange->occupied ^= lowest_bit_of(able & board->men[side][type]);
    if (type == PAWN || type == BISHOP || type >= QUEEN)
        exchange->attackers |= bishop_attacks(exchange->square, exchange->occupied) & exchange->bishops;
    if (type >= ROOK)
        exchange->attackers |= rook_attacks(exchange->square, exchange->occupied) & exchange->rooks;
    exchange->attackers &= exchange->occupied;
    return type;
}

/* What `side` wins on a square where a man worth `stake` stands: each side takes as long as it gains by it. */
TARGET static inline unsigned exchange_value(const struct exchange_men *board, unsigned square, unsigned side,
                                             unsigned stake)
{
    unsigned stakes[64]; /* of captures, a man each at most */
    unsigned count = 0, value = 0, type;
    struct exchange exchange;
    exchange_begin(&exchange, board, square);
    while ((type = exchange_take(&exchange, side)) != NO_PIECE_TYPE) {
        stakes[count++] = stake;
        stake = exchange_worth[type];
        side ^= 1;
    }
    while (count > 0) {
        count--;
        value = stakes[count] > value ? stakes[count] - value : 0;
    }
    return value;
}

#endif
#endif
