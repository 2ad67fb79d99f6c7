#include "encoding/piece_target.h"

#include "chess/movegen.h"
#include "encoding/pseudo_legal.h"
#include "util/nth_bit.h"

/* Sliders of `enemy` that attack the king of the other side when `occupied` is occupied. */
static int slider_attacks_king(const struct position *position, unsigned enemy, uint64_t occupied)
{
    unsigned king = position->king_square[enemy ^ 1];
    uint64_t straight = position_men(position, ROOK, enemy) | position_men(position, QUEEN, enemy);
    uint64_t slanted = position_men(position, BISHOP, enemy) | position_men(position, QUEEN, enemy);
    return ((rook_attacks(king, occupied) & straight) | (bishop_attacks(king, occupied) & slanted)) != 0;
}

/*
 * One of the pawns may go without opening a line to its king; `occupied` is the board with the pawns on it.
 */
static int some_pawn_is_free(const struct position *position, uint64_t pawns, unsigned enemy,
                             uint64_t occupied)
{
    for (; pawns != 0; pawns &= pawns - 1)
        if (!slider_attacks_king(position, enemy, occupied & ~(pawns & -pawns)))
            return 1;
    return 0;
}

unsigned piece_target_ep_at_start(const struct position *position)
{
    unsigned square = position->ep_square;
    unsigned side = position->side;
    if (square == NO_SQUARE)
        return NO_SQUARE;
    uint64_t pawns = attack_tables.pawn[side ^ 1][square] & position_men(position, PAWN, side);
    uint64_t occupied = (position_occupied(position) & ~square_bit(square ^ 8)) | square_bit(square);
    return some_pawn_is_free(position, pawns, side ^ 1, occupied) ? square : NO_SQUARE;
}

/* The board is the one before the push, with its origin still occupied: BCGN 0's rule, not the game's. */
unsigned piece_target_ep_after(const struct position *before, chess_move move)
{
    if (move_flag(move) != MOVE_DOUBLE_PUSH)
        return NO_SQUARE;
    unsigned side = before->side;
    unsigned square = (move_from(move) + move_to(move)) / 2;
    uint64_t pawns = attack_tables.pawn[side][square] & position_men(before, PAWN, side ^ 1);
    uint64_t occupied = position_occupied(before) | square_bit(square) | square_bit(move_to(move));
    return some_pawn_is_free(before, pawns, side, occupied) ? square : NO_SQUARE;
}

/* Rights held by the side to move: bit 0 king side, bit 1 queen side. */
static unsigned held_rights(const struct position *position)
{
    return (position->castling >> (2 * position->side)) & 3;
}

static struct piece_choices choices_of(const struct position *position, unsigned from, unsigned ep_square)
{
    unsigned type = man_type(position->men[from]);
    struct piece_choices choices = {.from = from};
    if (type == PAWN) {
        choices.targets = pawn_targets(position, from, ep_square);
        choices.promotes = pawn_promotes(from, position->side) != 0;
    } else {
        uint64_t own = position->colours[position->side];
        choices.targets = piece_attacks(type, from, position_occupied(position)) & ~own;
    }
    choices.count = popcount64(choices.targets) << (2 * choices.promotes);
    if (type == KING)
        choices.count += popcount64(held_rights(position));
    return choices;
}

int piece_target_choices(const struct position *position, unsigned piece, unsigned ep_square,
                         struct piece_choices *choices)
{
    uint64_t own = position->colours[position->side];
    if (piece >= popcount64(own))
        return 0;
    *choices = choices_of(position, nth_bit(own, piece), ep_square);
    return choices->count != 0;
}

static unsigned choice_of(const struct position *position, const struct piece_choices *choices,
                          chess_move move)
{
    if (move_is_castling(move)) {
        unsigned before = (move_flag(move) & 1) == 0 && (held_rights(position) & 2) != 0;
        return popcount64(choices->targets) + before;
    }
    unsigned target = popcount64(choices->targets & (square_bit(move_to(move)) - 1));
    return choices->promotes ? 4 * target + (move_flag(move) & 3) : target;
}

struct move_code piece_target_encode(const struct position *position, chess_move move, unsigned ep_square)
{
    unsigned from = move_from(move);
    struct piece_choices choices = choices_of(position, from, ep_square);
    unsigned piece = popcount64(position->colours[position->side] & (square_bit(from) - 1));
    unsigned width = piece_target_width(&choices);
    return (struct move_code){piece << width | choice_of(position, &choices, move),
                              piece_target_piece_width(position) + width};
}

/* The n-th right held, queen side first. */
static chess_move decode_castling(const struct position *position, unsigned n)
{
    return castling_move_if_legal(position, n == 0 && (held_rights(position) & 2) != 0);
}

chess_move piece_target_decode(const struct position *position, const struct piece_choices *choices,
                               unsigned value)
{
    if (value >= choices->count)
        return NO_MOVE;
    unsigned target = value >> (2 * choices->promotes);
    unsigned target_count = popcount64(choices->targets);
    if (target >= target_count)
        return decode_castling(position, target - target_count);
    unsigned to = nth_bit(choices->targets, target);
    if (position->types[KING] >> to & 1)
        return NO_MOVE;
    return move_classify(position, choices->from, to, choices->promotes ? KNIGHT + value % 4 : NO_PIECE_TYPE);
}
