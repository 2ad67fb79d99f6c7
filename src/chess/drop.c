#include "chess/drop.h"

#include <string.h>

int drop_is_legal(const struct position *position, chess_move drop)
{
    unsigned type = drop_type(drop);
    unsigned to = move_to(drop);
    uint64_t checkers = position->checkers;
    if (move_flag(drop) != MOVE_DROP || type > QUEEN || position->men[to] != NO_MAN)
        return 0;
    if (type == PAWN && (square_bit(to) & (rank_bits(0) | rank_bits(7))))
        return 0;
    if (checkers == 0)
        return 1;
    unsigned king = position->king_square[position->side];
    return !has_several_bits(checkers) &&
           (attack_tables.between[king][lowest_bit(checkers)] & square_bit(to)) != 0;
}

/* The type of the man that is named, as a piece_type; NO_PIECE_TYPE: none is. */
static unsigned type_of_letter(char c)
{
    static const char letters[] = PIECE_LETTERS;
    const char *letter = memchr(letters, c, QUEEN + 1);
    return letter == NULL ? NO_PIECE_TYPE : (unsigned)(letter - letters);
}

size_t drop_scan(const char *text, const char *end, chess_move *drop_ret, uint8_t *check_ret, int *plain_ret)
{
    const char *at = text;
    unsigned type = at < end ? type_of_letter(*at) : NO_PIECE_TYPE;
    *plain_ret = type != NO_PIECE_TYPE;
    at += *plain_ret;
    if (end - at < 3 || at[0] != '@' || at[1] < 'a' || at[1] > 'h' || at[2] < '1' || at[2] > '8')
        return 0;
    *drop_ret =
        drop_of(*plain_ret ? type : PAWN, square_of((unsigned)(at[1] - 'a'), (unsigned)(at[2] - '1')));
    at += 3;
    *check_ret = at < end && (*at == '+' || *at == '#') ? (uint8_t)*at++ : 0;
    return (size_t)(at - text);
}

size_t drop_write(chess_move drop, char out[SAN_SIZE_MAX])
{
    out[0] = PIECE_LETTERS[drop_type(drop)];
    out[1] = '@';
    return (size_t)(square_write(move_to(drop), out + 2) - out);
}

size_t drop_write_and_make(struct position *position, chess_move drop, char out[SAN_SIZE_MAX])
{
    size_t size = drop_write(drop, out);
    position_make_drop(position, drop_type(drop), move_to(drop));
    uint8_t sign = san_check_sign(position);
    if (sign != 0)
        out[size++] = (char)sign;
    return size;
}
