#include "chess/polyglot.h"

#include "chess/polyglot_numbers.h"

uint64_t polyglot_key(const struct position *position)
{
    uint64_t key = 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        unsigned kind = position->men[square] ^ 1; /* black men come first */
        key ^= polyglot_numbers[64 * kind + square];
    }
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1)
        key ^= polyglot_numbers[POLYGLOT_CASTLING + lowest_bit(rights)];
    if (position->ep_square != NO_SQUARE)
        key ^= polyglot_numbers[POLYGLOT_EN_PASSANT + square_file(position->ep_square)];
    if (position->side == WHITE)
        key ^= polyglot_numbers[POLYGLOT_WHITE_TO_MOVE];
    return key;
}
