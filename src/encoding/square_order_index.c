#include "encoding/square_order_index.h"

#include "encoding/empty_board.h"

enum { CASTLING_VALUES = 2 };

unsigned square_order_index_encode(const struct position *position, chess_move move)
{
    if (move_is_castling(move))
        return move_flag(move) & 1;
    unsigned from = move_from(move);
    unsigned index = CASTLING_VALUES;
    uint64_t before = position->colours[position->side] & (square_bit(from) - 1);
    for (; before != 0; before &= before - 1)
        index += block_sizes[man_type(position->men[lowest_bit(before)])];
    return index + block_number(man_type(position->men[from]), move);
}

chess_move square_order_index_decode(const struct position *position, unsigned index)
{
    if (index < CASTLING_VALUES)
        return castling_move_if_legal(position, index);
    index -= CASTLING_VALUES;
    for (uint64_t men = position->colours[position->side]; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        unsigned type = man_type(position->men[from]);
        if (index < block_sizes[type])
            return block_move(position, type, from, index);
        index -= block_sizes[type];
    }
    return NO_MOVE;
}
