/*
 * What a side wins by captures on one square: the static exchange evaluation of chess programs (chessprogramming.org, "SEE -
 * The Swap Algorithm"). docs/FORMAT.md, "Wide net", says which captures count. Included by policy_far_steps.h, which says
 * what TARGET is.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_EXCHANGE_H
#define PGNPACK_NET_FEATURES_POLICY_EXCHANGE_H

#include "net/features/policy_view.h"
#include "util/bits.h"

#ifdef TARGET /* else nobody has steps for it */

enum { OWN, ENEMY };

/* Men on the board, as the side to move sees it. */
struct exchange_men {
    uint64_t men[2][6];
    uint64_t all[2];
    uint32_t steps; /* squares asked about, and captures tried one after the other: what it cost */
};

/* By type; a king's is more than all others together. */
static const uint8_t exchange_worth[6] = {1, 3, 3, 5, 9, 100};

/* On the way. */
struct exchange {
    struct exchange_men *board;
    unsigned square;
    uint64_t occupied;
    uint64_t attackers; /* men that can take */
    uint64_t hidden;    /* sliders, of both sides, that stand behind some of those, and nobody else */
};

/* Sliders among `hidden & line` that nothing stands before become attackers. */
TARGET static inline void exchange_look(struct exchange *exchange, uint64_t line)
{
    const uint64_t *between = attack_tables.between[exchange->square];
    for (uint64_t sliders = exchange->hidden & line; sliders != 0; sliders &= sliders - 1) {
        uint64_t slider = lowest_bit_of(sliders);
        slider = between[lowest_bit(sliders)] & exchange->occupied ? 0 : slider;
        exchange->attackers |= slider;
        exchange->hidden ^= slider;
    }
}

/* `sliders`: those on the square's lines. */
TARGET static inline void exchange_sort(struct exchange *exchange, uint64_t sliders)
{
    const uint64_t *between = attack_tables.between[exchange->square];
    uint64_t others = exchange->occupied & ~(exchange->attackers | sliders);
    exchange->hidden = 0;
    for (; sliders != 0; sliders &= sliders - 1) {
        uint64_t slider = lowest_bit_of(sliders);
        uint64_t way = between[lowest_bit(sliders)];
        exchange->attackers |= way & exchange->occupied ? 0 : slider;
        exchange->hidden |= way & exchange->occupied && !(way & others) ? slider : 0;
    }
}

/* Men of a type, of both sides. */
TARGET static inline uint64_t exchange_men_of(const struct exchange_men *board, unsigned type)
{
    return board->men[OWN][type] | board->men[ENEMY][type];
}

/* Pawns and kings that attack the square. */
TARGET static inline uint64_t exchange_beside(const struct exchange_men *board, unsigned square)
{
    return (attack_tables.pawn[BLACK][square] & board->men[OWN][PAWN]) |
           (attack_tables.pawn[WHITE][square] & board->men[ENEMY][PAWN]) |
           (attack_tables.king[square] & exchange_men_of(board, KING));
}

TARGET static inline void exchange_begin(struct exchange *exchange, struct exchange_men *board,
                                         unsigned square)
{
    uint64_t rooks = exchange_men_of(board, ROOK) | exchange_men_of(board, QUEEN);
    uint64_t bishops = exchange_men_of(board, BISHOP) | exchange_men_of(board, QUEEN);
    exchange->board = board;
    exchange->square = square;
    exchange->occupied = board->all[OWN] | board->all[ENEMY];
    exchange->attackers =
        exchange_beside(board, square) | (attack_tables.knight[square] & exchange_men_of(board, KNIGHT));
    exchange_sort(exchange, (rooks & attack_tables.rook[square]) | (bishops & attack_tables.bishop[square]));
}

/* The type of the least of these men of a side. */
TARGET static inline unsigned least_type(const uint64_t men[6], uint64_t among)
{
    unsigned type = PAWN;
    while ((among & men[type]) == 0)
        type++;
    return type;
}

/* The least man of a side that attacks the square takes. Returns its type, NO_PIECE_TYPE if none can. */
TARGET static inline unsigned exchange_take(struct exchange *exchange, unsigned side)
{
    const struct exchange_men *board = exchange->board;
    uint64_t able = exchange->attackers & board->all[side];
    if (able == 0)
        return NO_PIECE_TYPE;
    unsigned type = least_type(board->men[side], able);
    if (type == KING && (exchange->attackers & board->all[side ^ 1]) != 0)
        return NO_PIECE_TYPE;
    able &= board->men[side][type];
    exchange->occupied ^= lowest_bit_of(able);
    exchange->attackers ^= lowest_bit_of(able);
    if (exchange->hidden != 0)
        exchange_look(exchange, attack_tables.line[exchange->square][lowest_bit(able)]);
    return type;
}

/* Each side takes as long as it gains by it. */
TARGET static inline unsigned exchange_to_the_end(struct exchange *exchange, unsigned side, unsigned stake)
{
    unsigned stakes[64]; /* of captures, a man each at most */
    unsigned count = 0, value = 0, type;
    while ((type = exchange_take(exchange, side)) != NO_PIECE_TYPE) {
        stakes[count++] = stake;
        stake = exchange_worth[type];
        side ^= 1;
    }
    exchange->board->steps += count;
    while (count > 0) {
        count--;
        value = stakes[count] > value ? stakes[count] - value : 0;
    }
    return value;
}

/* What `side` wins on a square where a man worth `stake` stands. */
TARGET static inline unsigned exchange_value(struct exchange_men *board, unsigned square, unsigned side,
                                             unsigned stake)
{
    struct exchange exchange;
    board->steps++;
    exchange_begin(&exchange, board, square);
    uint64_t able = exchange.attackers & board->all[side];
    if (able == 0)
        return 0;
    if (((exchange.attackers | exchange.hidden) & board->all[side ^ 1]) == 0)
        return stake;
    if (exchange.hidden == 0 && !has_several_bits(able)) { /* it takes and is taken */
        unsigned worth = exchange_worth[least_type(board->men[side], able)];
        return stake > worth ? stake - worth : 0;
    }
    return exchange_to_the_end(&exchange, side, stake);
}

#endif
#endif
