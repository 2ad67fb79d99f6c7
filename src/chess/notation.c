#include "chess/notation.h"

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
