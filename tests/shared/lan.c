#include "shared/lan.h"

#include <string.h>

#include "chess/san_write.h"

size_t lan_write(const struct position *position, chess_move move, char out[SAN_SIZE_MAX])
{
    struct position after = *position;
    char *at = out;
    unsigned type = man_type(position->men[move_from(move)]);
    if (move_is_castling(move)) {
        size_t length = move_flag(move) == MOVE_CASTLE_KING_SIDE ? 3 : 5;
        memcpy(at, "O-O-O", length);
        at += length;
    } else {
        if (type != PAWN)
            *at++ = PIECE_LETTERS[type];
        at = square_write(move_from(move), at);
        *at++ = move_is_capture(move) ? 'x' : '-';
        at = square_write(move_to(move), at);
    }
    if (move_is_promotion(move)) {
        *at++ = '=';
        *at++ = PIECE_LETTERS[move_promotion(move)];
    }
    position_make(&after, move);
    *at = (char)san_check_sign(&after);
    return (size_t)(at - out) + (*at != '\0');
}
