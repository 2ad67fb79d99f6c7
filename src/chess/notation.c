#include "chess/notation.h"

#include <string.h>

#include "chess/movegen.h"

size_t uci_write(chess_move move, int chess960, char out[SAN_SIZE_MAX])
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    if (move_is_castling(move) && !chess960)
        to = castling_king_target(square_rank(from) == 0 ? WHITE : BLACK, move_flag(move) & 1);
    char *at = square_write(to, square_write(from, out));
    if (move_is_promotion(move))
        *at++ = "nbrq"[move_promotion(move) - KNIGHT];
    return (size_t)(at - out);
}

/* UCI text is the plainest part of what san_scan() reads: squares without a separator, promotion in small letters. */
enum san_status uci_parse(const struct position *position, const char *text, size_t size,
                          chess_move *move_ret)
{
    struct san san;
    int canonical;
    if (size < 4 || size > 5 || san_scan(text, text + size, &san) != size)
        return SAN_SYNTAX;
    int has_promotion = san.promotion != NO_PIECE_TYPE;
    if (!san.any_piece || san.captures || san.check || (size == 5) != has_promotion)
        return SAN_SYNTAX;
    if (has_promotion && (text[4] < 'a' || text[4] > 'z'))
        return SAN_SYNTAX;
    return san_resolve(position, &san, move_ret, &canonical);
}

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
