#include "bcgn0/bcgn0_position.h"

#include <string.h>

#include "encoding/piece_target.h"
#include "util/bits.h"
#include "util/bytes.h"

enum {
    NIBBLE_EP_PAWN = 12,
    NIBBLE_WHITE_CASTLING_ROOK = 13,
    NIBBLE_BLACK_CASTLING_ROOK = 14,
    NIBBLE_BLACK_TO_MOVE = 15
};

const char *bcgn0_position_obstacle(const struct position *position)
{
    if (popcount64(position_occupied(position)) > BCGN0_MEN_MAX)
        return "the start position has more than 32 men";
    if (position_is_chess960(position))
        return "the start position has castling rights of Chess960";
    return NULL;
}

static unsigned man_nibble(const struct position *position, unsigned square, unsigned ep_pawn)
{
    unsigned man = position->men[square];
    if (square == ep_pawn)
        return NIBBLE_EP_PAWN;
    if (man_type(man) == ROOK && (position->castling_squares & square_bit(square)))
        return man_colour(man) == WHITE ? NIBBLE_WHITE_CASTLING_ROOK : NIBBLE_BLACK_CASTLING_ROOK;
    if (man == man_of(KING, BLACK) && position->side == BLACK)
        return NIBBLE_BLACK_TO_MOVE;
    return man;
}

void bcgn0_position_encode(const struct position *position, uint8_t bytes[BCGN0_POSITION_SIZE])
{
    unsigned ep_square = piece_target_ep_at_start(position);
    unsigned ep_pawn = ep_square == NO_SQUARE ? NO_SQUARE : ep_square ^ 8u;
    memset(bytes, 0, BCGN0_POSITION_SIZE);
    store_be64(bytes, position_occupied(position));
    unsigned count = 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1, count++) {
        unsigned nibble = man_nibble(position, lowest_bit(men), ep_pawn);
        bytes[8 + count / 2] |= (uint8_t)(nibble << (4 * (count % 2)));
    }
}

/* The right of a corner and its holder. Returns 0 for a square that is no corner of that colour. */
static unsigned right_of_corner(unsigned square, unsigned colour)
{
    unsigned back_rank = 56 * colour;
    if (square == SQ_H1 + back_rank)
        return castling_right_of(colour, 0);
    return square == SQ_A1 + back_rank ? castling_right_of(colour, 1) : 0;
}

static int put_castling_rook(struct position *position, unsigned square, unsigned colour)
{
    unsigned right = right_of_corner(square, colour);
    if (right == 0)
        return 0;
    position->castling |= (uint8_t)right;
    position->rook_home[lowest_bit(right)] = (uint8_t)square;
    return 1;
}

static int put_ep_pawn(struct position *position, unsigned square)
{
    if (position->ep_square != NO_SQUARE || (square_rank(square) != 3 && square_rank(square) != 4))
        return 0;
    position->ep_square = (uint8_t)(square ^ 8u);
    return 1;
}

/* Puts a nibble's man on its square. Returns 0 if it cannot stand there. */
static int put_nibble(struct position *position, unsigned square, unsigned nibble)
{
    unsigned man = nibble;
    int fits = 1;
    if (nibble == NIBBLE_EP_PAWN) {
        fits = put_ep_pawn(position, square);
        man = man_of(PAWN, square_rank(square) == 3 ? WHITE : BLACK);
    } else if (nibble == NIBBLE_WHITE_CASTLING_ROOK || nibble == NIBBLE_BLACK_CASTLING_ROOK) {
        unsigned colour = nibble == NIBBLE_WHITE_CASTLING_ROOK ? WHITE : BLACK;
        fits = put_castling_rook(position, square, colour);
        man = man_of(ROOK, colour);
    } else if (nibble == NIBBLE_BLACK_TO_MOVE) {
        position->side = BLACK;
        man = man_of(KING, BLACK);
    }
    position->men[square] = (uint8_t)man;
    position->types[man_type(man)] |= square_bit(square);
    position->colours[man_colour(man)] |= square_bit(square);
    return fits;
}

static void clear_board(struct position *position)
{
    memset(position, 0, sizeof *position);
    memset(position->men, NO_MAN, sizeof position->men);
    position->ep_square = NO_SQUARE;
    position->move_number = 1;
}

const char *bcgn0_position_decode(const uint8_t bytes[BCGN0_POSITION_SIZE], struct position *position)
{
    uint64_t occupied = load_be64(bytes);
    if (popcount64(occupied) > BCGN0_MEN_MAX)
        return "the start position has more than 32 men";
    clear_board(position);
    unsigned count = 0;
    for (; occupied != 0; occupied &= occupied - 1, count++) {
        unsigned nibble = (unsigned)bytes[8 + count / 2] >> (4 * (count % 2)) & 15u;
        if (!put_nibble(position, lowest_bit(occupied), nibble))
            return "the start position has a man that cannot stand where it does";
    }
    for (; count < BCGN0_MEN_MAX; count++)
        if ((unsigned)bytes[8 + count / 2] >> (4 * (count % 2)) & 15u)
            return "the start position has men without a square";
    if (!position_finish(position) || position_is_chess960(position))
        return "the start position is not a legal one";
    if (piece_target_ep_at_start(position) != position->ep_square)
        return "the start position has an en-passant square that is of no use";
    return NULL;
}
