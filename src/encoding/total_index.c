#include "encoding/total_index.h"

#include "chess/movegen.h"
#include "encoding/empty_board.h"
#include "encoding/pseudo_legal.h"

enum {
    CAPTURE_PAIRS = 14, /* of pawns on one rank */
    PUSHES = 0,
    DOUBLE_PUSHES = PUSHES + 40,
    PROMOTIONS = DOUBLE_PUSHES + 8,
    CAPTURES = PROMOTIONS + 8 * 4,
    PROMOTION_CAPTURES = CAPTURES + 5 * CAPTURE_PAIRS * 5,
    EN_PASSANTS = PROMOTION_CAPTURES + CAPTURE_PAIRS * 4 * 4,
    PIECES = EN_PASSANTS + CAPTURE_PAIRS,
    CONTENTS = 6, /* of a piece's target: nothing, P N B R Q */
    CASTLINGS = PIECES + CONTENTS * PAIRS_ALL
};

_Static_assert((int)PIECES == (int)TOTAL_PAWN_MOVES, "pawn moves");
_Static_assert((int)CASTLINGS == TOTAL_PAWN_MOVES + TOTAL_PIECE_MOVES, "piece moves");

/* First number of each piece type's moves. */
static const uint16_t first_numbers[6] = {
    0,
    PIECES,
    PIECES + CONTENTS *PAIRS_KNIGHT,
    PIECES + CONTENTS *(PAIRS_KNIGHT + PAIRS_BISHOP),
    PIECES + CONTENTS *(PAIRS_KNIGHT + PAIRS_BISHOP + PAIRS_ROOK),
    PIECES + CONTENTS *(PAIRS_KNIGHT + PAIRS_BISHOP + PAIRS_ROOK + PAIRS_QUEEN),
};

/* The same move seen from the other side of the board. */
static chess_move mirror(chess_move move)
{
    return move ^ (56 << 6 | 56);
}

static unsigned capture_pair(unsigned from, unsigned to)
{
    return 2 * square_file(from) - 1 + (square_file(to) > square_file(from));
}

/* Mirrors capture_pair(); `rank` is the pawn's. */
static void pair_squares(unsigned pair, unsigned rank, unsigned *from, unsigned *to)
{
    unsigned file = (pair + 1) / 2;
    *from = square_of(file, rank);
    *to = square_of((pair + 1) % 2 ? file + 1 : file - 1, rank + 1);
}

/* White pawns only. */
static unsigned pawn_number(chess_move move, unsigned captured)
{
    unsigned from = move_from(move);
    unsigned pair = capture_pair(from, move_to(move));
    unsigned piece = move_flag(move) & 3;
    switch (move_flag(move)) {
    case MOVE_QUIET:
        return PUSHES + from - 8;
    case MOVE_DOUBLE_PUSH:
        return DOUBLE_PUSHES + square_file(from);
    case MOVE_CAPTURE:
        return CAPTURES + ((square_rank(from) - 1) * CAPTURE_PAIRS + pair) * 5 + captured;
    case MOVE_EN_PASSANT:
        return EN_PASSANTS + pair;
    default:
        if (move_is_capture(move))
            return PROMOTION_CAPTURES + (pair * 4 + captured - KNIGHT) * 4 + piece;
        return PROMOTIONS + square_file(from) * 4 + piece;
    }
}

static void pawn_capture(unsigned number, struct total_move *out)
{
    unsigned from, to, pair;
    if (number >= EN_PASSANTS) {
        pair_squares(number - EN_PASSANTS, 4, &from, &to);
        out->captured = PAWN;
        out->move = move_of(from, to, MOVE_EN_PASSANT);
    } else if (number >= PROMOTION_CAPTURES) {
        number -= PROMOTION_CAPTURES;
        pair_squares(number / 16, 6, &from, &to);
        out->captured = (uint8_t)(KNIGHT + number / 4 % 4);
        out->move = move_of(from, to, MOVE_PROMOTION_CAPTURE + number % 4);
    } else {
        number -= CAPTURES;
        pair = number / 5;
        pair_squares(pair % CAPTURE_PAIRS, 1 + pair / CAPTURE_PAIRS, &from, &to);
        out->captured = (uint8_t)(PAWN + number % 5);
        out->move = move_of(from, to, MOVE_CAPTURE);
    }
}

/* Mirrors pawn_number(). */
static void pawn_move(unsigned number, struct total_move *out)
{
    out->captured = NO_PIECE_TYPE;
    if (number >= CAPTURES) {
        pawn_capture(number, out);
    } else if (number >= PROMOTIONS) {
        unsigned from = square_of((number - PROMOTIONS) / 4, 6);
        out->move = move_of(from, from + 8, MOVE_PROMOTION + (number - PROMOTIONS) % 4);
    } else if (number >= DOUBLE_PUSHES) {
        unsigned from = square_of(number - DOUBLE_PUSHES, 1);
        out->move = move_of(from, from + 16, MOVE_DOUBLE_PUSH);
    } else {
        out->move = move_of(number - PUSHES + 8, number - PUSHES + 16, MOVE_QUIET);
    }
}

static unsigned piece_number(unsigned type, chess_move move, unsigned captured)
{
    unsigned from = move_from(move);
    unsigned pair = empty_board_tables.first_pair[type][from] + empty_board_rank(type, from, move_to(move));
    unsigned content = captured == NO_PIECE_TYPE ? 0 : 1 + captured;
    return first_numbers[type] + pair * CONTENTS + content;
}

/* Mirrors piece_number(). */
static void piece_move(unsigned type, unsigned number, struct total_move *out)
{
    number -= first_numbers[type];
    unsigned content = number % CONTENTS;
    unsigned from;
    unsigned rank = empty_board_pair(type, number / CONTENTS, &from);
    unsigned to = empty_board_target(type, from, rank);
    out->captured = (uint8_t)(content == 0 ? NO_PIECE_TYPE : content - 1);
    out->move = move_of(from, to, content == 0 ? MOVE_QUIET : MOVE_CAPTURE);
}

unsigned total_index_of(struct total_move move)
{
    unsigned colour = man_colour(move.man);
    unsigned type = man_type(move.man);
    chess_move white = colour == WHITE ? move.move : mirror(move.move);
    unsigned offset = colour * TOTAL_SIDE_MOVES;
    if (move_is_castling(white))
        return offset + CASTLINGS + (move_flag(white) & 1);
    if (type == PAWN)
        return offset + pawn_number(white, move.captured);
    return offset + piece_number(type, white, move.captured);
}

int total_index_move(unsigned number, struct total_move *out)
{
    if (number >= TOTAL_MOVES)
        return 0;
    unsigned colour = number >= TOTAL_SIDE_MOVES;
    unsigned type = KING;
    number -= colour * TOTAL_SIDE_MOVES;
    if (number >= CASTLINGS) {
        unsigned queen_side = number - CASTLINGS;
        out->captured = NO_PIECE_TYPE;
        out->move = move_of(SQ_E1, queen_side ? SQ_A1 : SQ_H1, MOVE_CASTLE_KING_SIDE + queen_side);
    } else if (number < PIECES) {
        type = PAWN;
        pawn_move(number, out);
    } else {
        while (number < first_numbers[type])
            type--;
        piece_move(type, number, out);
    }
    out->man = (uint8_t)man_of(type, colour);
    if (colour == BLACK)
        out->move = mirror(out->move);
    return 1;
}

unsigned total_index_encode(const struct position *position, chess_move move)
{
    unsigned captured = NO_PIECE_TYPE;
    if (move_flag(move) == MOVE_EN_PASSANT)
        captured = PAWN;
    else if (move_is_capture(move))
        captured = man_type(position->men[move_to(move)]);
    return total_index_of((struct total_move){move, position->men[move_from(move)], (uint8_t)captured});
}

chess_move total_index_decode(const struct position *position, unsigned number)
{
    struct total_move found;
    if (!total_index_move(number, &found) || man_colour(found.man) != position->side)
        return NO_MOVE;
    chess_move move = found.move;
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    if (move_is_castling(move))
        return castling_move_if_legal(position, move_flag(move) & 1);
    unsigned taken = man_of(found.captured, position->side ^ 1u);
    unsigned content = move_flag(move) == MOVE_EN_PASSANT || !move_is_capture(move) ? NO_MAN : taken;
    if (position->men[from] != found.man || position->men[to] != content)
        return NO_MOVE;
    if (move_flag(move) == MOVE_EN_PASSANT && position->ep_square != to)
        return NO_MOVE;
    return move;
}
