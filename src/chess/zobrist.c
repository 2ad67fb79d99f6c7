#include "chess/zobrist.h"

uint64_t zobrist_complete(const struct position *position, uint64_t men)
{
    uint64_t hash = men ^ zobrist_tables.castling[position->castling];
    if (position_en_passant_is_legal(position))
        hash ^= zobrist_tables.en_passant_file[square_file(position->ep_square)];
    return hash;
}

uint64_t zobrist_hash(const struct position *position)
{
    uint64_t hash = position->side == BLACK ? zobrist_tables.black_to_move : 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        hash ^= zobrist_tables.man[position->men[square]][square];
    }
    return zobrist_complete(position, hash);
}
