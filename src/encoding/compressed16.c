#include "encoding/compressed16.h"

#include "chess/movegen.h"
#include "encoding/pseudo_legal.h"

enum kind { KIND_NORMAL, KIND_PROMOTION, KIND_CASTLING, KIND_EN_PASSANT };

static unsigned kind_of(chess_move move)
{
    if (move_is_promotion(move))
        return KIND_PROMOTION;
    if (move_is_castling(move))
        return KIND_CASTLING;
    return move_flag(move) == MOVE_EN_PASSANT ? KIND_EN_PASSANT : KIND_NORMAL;
}

uint16_t compressed16_encode(chess_move move)
{
    unsigned kind = kind_of(move);
    unsigned piece = kind == KIND_PROMOTION ? move_promotion(move) - KNIGHT : 0;
    return (uint16_t)(kind << 14 | move_from(move) << 8 | move_to(move) << 2 | piece);
}

static chess_move decode_castling(const struct position *position, unsigned from, unsigned to)
{
    chess_move move = castling_move_if_legal(position, to < from);
    return move != NO_MOVE && move_from(move) == from && move_to(move) == to ? move : NO_MOVE;
}

chess_move compressed16_decode(const struct position *position, uint16_t value)
{
    unsigned kind = value >> 14;
    unsigned from = (value >> 8) & 63;
    unsigned to = (value >> 2) & 63;
    unsigned piece = value & 3;
    uint64_t own = position->colours[position->side];
    if (!(own >> from & 1) || (kind != KIND_PROMOTION && piece != 0))
        return NO_MOVE;
    if (kind == KIND_CASTLING)
        return decode_castling(position, from, to);
    if ((own | position->types[KING]) >> to & 1)
        return NO_MOVE;
    int promotes = (position->types[PAWN] >> from & 1) && pawn_promotes(from, position->side);
    if (promotes != (kind == KIND_PROMOTION))
        return NO_MOVE;
    chess_move move = move_classify(position, from, to, promotes ? KNIGHT + piece : NO_PIECE_TYPE);
    return kind_of(move) == kind ? move : NO_MOVE;
}
