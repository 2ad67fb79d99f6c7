#include "encoding/target_direction.h"

#include "chess/movegen.h"
#include "encoding/empty_board.h"
#include "encoding/pseudo_legal.h"

enum { WAYS = 22 /* of a pawn to its last rank */, PUSH_WAYS = 8, UNDER_PROMOTIONS = 3 };

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* The square next to `to` on the line to `from`. */
static unsigned neighbour_towards(unsigned to, unsigned from)
{
    int files = sign((int)square_file(from) - (int)square_file(to));
    int ranks = sign((int)square_rank(from) - (int)square_rank(to));
    return (unsigned)((int)to + 8 * ranks + files);
}

/* The nearest man from `to` in the direction of `neighbour`, or NO_SQUARE. */
static unsigned nearest_man(const struct position *position, unsigned to, unsigned neighbour)
{
    uint64_t line = attack_tables.line[to][neighbour] & position_occupied(position);
    uint64_t below = line & (square_bit(to) - 1);
    uint64_t above = line & ~below & ~square_bit(to);
    if (neighbour < to)
        return below == 0 ? NO_SQUARE : highest_bit(below);
    return above == 0 ? NO_SQUARE : lowest_bit(above);
}

static int is_under_promotion(chess_move move)
{
    return move_is_promotion(move) && move_promotion(move) != QUEEN;
}

static unsigned under_promotion_number(unsigned side, chess_move move)
{
    unsigned from_file = square_file(move_from(move));
    unsigned to_file = square_file(move_to(move));
    unsigned way = from_file == to_file ? from_file : PUSH_WAYS + 2 * from_file - 1 + (to_file > from_file);
    unsigned piece = move_promotion(move) - KNIGHT;
    return TARGET_DIRECTION_PAIRS + (side * WAYS + way) * UNDER_PROMOTIONS + piece;
}

/* Mirrors under_promotion_number(). */
static chess_move under_promotion_move(const struct position *position, unsigned number)
{
    unsigned side = position->side;
    unsigned piece = number % UNDER_PROMOTIONS;
    unsigned way = number / UNDER_PROMOTIONS % WAYS;
    if (number / UNDER_PROMOTIONS / WAYS != side)
        return NO_MOVE;
    unsigned pair = way - PUSH_WAYS + 1;
    unsigned from_file = way < PUSH_WAYS ? way : pair / 2;
    unsigned to_file = way < PUSH_WAYS ? way : pair % 2 ? from_file + 1 : from_file - 1;
    unsigned from = square_of(from_file, side == WHITE ? 6 : 1);
    unsigned to = square_of(to_file, side == WHITE ? 7 : 0);
    if (position->men[from] != man_of(PAWN, side))
        return NO_MOVE;
    if (!(pawn_targets(position, from, NO_SQUARE) & ~position->types[KING] & square_bit(to)))
        return NO_MOVE;
    return move_classify(position, from, to, KNIGHT + piece);
}

unsigned target_direction_encode(const struct position *position, chess_move move)
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    if (is_under_promotion(move))
        return under_promotion_number(position->side, move);
    if (attack_tables.knight[to] & square_bit(from))
        return PAIRS_KING + empty_board_tables.first_pair[KNIGHT][to] + empty_board_rank(KNIGHT, to, from);
    unsigned neighbour = neighbour_towards(to, from);
    return empty_board_tables.first_pair[KING][to] + empty_board_rank(KING, to, neighbour);
}

/* What the man on `from` makes of going to `to`. */
static chess_move move_to_target(const struct position *position, unsigned from, unsigned to)
{
    unsigned side = position->side;
    unsigned type = man_type(position->men[from]);
    uint64_t targets = type == PAWN ? pawn_targets(position, from, position->ep_square)
                                    : piece_attacks(type, from, position_occupied(position));
    if (!(targets & ~position->colours[side] & ~position->types[KING] & square_bit(to)))
        return NO_MOVE;
    return move_classify(position, from, to,
                         type == PAWN && pawn_promotes(from, side) ? QUEEN : NO_PIECE_TYPE);
}

static chess_move decode_castling(const struct position *position, unsigned rook)
{
    unsigned queen_side = rook < position->king_square[position->side];
    chess_move move = castling_move_if_legal(position, queen_side);
    return move != NO_MOVE && move_to(move) == rook ? move : NO_MOVE;
}

/* Mirrors target_direction_encode(). */
chess_move target_direction_decode(const struct position *position, unsigned number)
{
    if (number >= TARGET_DIRECTION_NUMBERS)
        return NO_MOVE;
    if (number >= TARGET_DIRECTION_PAIRS)
        return under_promotion_move(position, number - TARGET_DIRECTION_PAIRS);
    unsigned type = number < PAIRS_KING ? KING : KNIGHT;
    unsigned to;
    unsigned rank = empty_board_pair(type, number < PAIRS_KING ? number : number - PAIRS_KING, &to);
    unsigned from = empty_board_target(type, to, rank);
    if (type == KING)
        from = nearest_man(position, to, from);
    if (from == NO_SQUARE || !(position->colours[position->side] >> from & 1))
        return NO_MOVE;
    int is_knight = (position->types[KNIGHT] >> from & 1) != 0;
    if (is_knight != (type == KNIGHT))
        return NO_MOVE;
    if (from == position->king_square[position->side] && (position->colours[position->side] >> to & 1))
        return decode_castling(position, to);
    return move_to_target(position, from, to);
}
