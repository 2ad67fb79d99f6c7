#include "chess/position.h"

#include <string.h>

#include "util/bits.h"

enum { NO_EP_FILE = 8 };

static void lift_man(struct position *position, unsigned square)
{
    unsigned man = position->men[square];
    position->men[square] = NO_MAN;
    position->types[man_type(man)] &= ~square_bit(square);
    position->colours[man_colour(man)] &= ~square_bit(square);
}

void position_start(struct position *position)
{
    static const uint8_t first_rank[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    memset(position, 0, sizeof *position);
    memset(position->men, NO_MAN, sizeof position->men);
    for (unsigned file = 0; file < 8; file++) {
        position_put_man(position, square_of(file, 0), man_of(first_rank[file], WHITE));
        position_put_man(position, square_of(file, 1), man_of(PAWN, WHITE));
        position_put_man(position, square_of(file, 6), man_of(PAWN, BLACK));
        position_put_man(position, square_of(file, 7), man_of(first_rank[file], BLACK));
    }
    position->castling = CASTLE_WHITE_KING | CASTLE_WHITE_QUEEN | CASTLE_BLACK_KING | CASTLE_BLACK_QUEEN;
    position->rook_home[0] = SQ_H1;
    position->rook_home[1] = SQ_A1;
    position->rook_home[2] = SQ_H8;
    position->rook_home[3] = SQ_A8;
    position->ep_square = NO_SQUARE;
    position->move_number = 1;
    position_finish(position);
}

/* Home squares of the rights held. */
static uint64_t find_castling_squares(const struct position *position)
{
    uint64_t squares = 0;
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1) {
        unsigned index = lowest_bit(rights);
        squares |= square_bit(position->rook_home[index]);
        squares |= square_bit(position->king_square[index / 2]);
    }
    return squares;
}

/* King and rook on the back rank, the rook on the right's side of the king. */
static int right_is_in_order(const struct position *position, unsigned index)
{
    unsigned colour = index / 2;
    unsigned king = position->king_square[colour];
    unsigned rook = position->rook_home[index];
    unsigned back_rank = 7 * colour;
    return square_rank(king) == back_rank && square_rank(rook) == back_rank &&
           position->men[rook] == man_of(ROOK, colour) && (index % 2 == 0 ? rook > king : rook < king);
}

static int en_passant_is_in_order(const struct position *position)
{
    unsigned square = position->ep_square;
    unsigned side = position->side;
    if (square == NO_SQUARE)
        return 1;
    if (square_rank(square) != (side == WHITE ? 5u : 2u))
        return 0;
    unsigned pawn = square ^ 8u;
    unsigned origin = side == WHITE ? square + 8 : square - 8;
    return position->men[pawn] == man_of(PAWN, side ^ 1) && position->men[square] == NO_MAN &&
           position->men[origin] == NO_MAN &&
           (attack_tables.pawn[side ^ 1][square] & position_men(position, PAWN, side)) != 0;
}

int position_find_kings(struct position *position)
{
    for (unsigned colour = WHITE; colour <= BLACK; colour++) {
        uint64_t king = position_men(position, KING, colour);
        if (king == 0 || has_several_bits(king))
            return 0;
        position->king_square[colour] = (uint8_t)lowest_bit(king);
    }
    return 1;
}

unsigned position_points(const struct position *position, unsigned colour)
{
    const uint64_t *types = position->types, own = position->colours[colour];
    return popcount64(types[PAWN] & own) + 3 * popcount64((types[KNIGHT] | types[BISHOP]) & own) +
           5 * popcount64(types[ROOK] & own) + 9 * popcount64(types[QUEEN] & own);
}

int position_finish(struct position *position)
{
    if (!position_find_kings(position) || (position->types[PAWN] & (rank_bits(0) | rank_bits(7))))
        return 0;
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1)
        if (!right_is_in_order(position, lowest_bit(rights)))
            return 0;
    if (!en_passant_is_in_order(position))
        return 0;
    position->castling_squares = find_castling_squares(position);
    position->checkers = position_find_checkers(position, position->side);
    return 1;
}

int position_can_castle(const struct position *position, unsigned queen_side)
{
    unsigned side = position->side;
    unsigned right = castling_right_of(side, queen_side);
    if ((position->castling & right) == 0 || position->checkers != 0)
        return 0;
    unsigned king = position->king_square[side];
    unsigned rook = position->rook_home[lowest_bit(right)];
    unsigned king_target = castling_king_target(side, queen_side);
    unsigned rook_target = castling_rook_target(side, queen_side);
    uint64_t others = position_occupied(position) & ~square_bit(king) & ~square_bit(rook);
    uint64_t king_way = attack_tables.between[king][king_target] | square_bit(king_target);
    uint64_t rook_way = attack_tables.between[rook][rook_target] | square_bit(rook_target);
    if (others & (king_way | rook_way))
        return 0;
    uint64_t without_king = position_occupied(position) ^ square_bit(king);
    for (uint64_t way = king_way & ~square_bit(king_target); way != 0; way &= way - 1)
        if (position_attackers(position, lowest_bit(way), side ^ 1u, without_king))
            return 0;
    return position_attackers(position, king_target, side ^ 1u,
                              others | square_bit(rook_target) | square_bit(king_target)) == 0;
}

int position_en_passant_is_safe(const struct position *position, unsigned from)
{
    unsigned side = position->side;
    uint64_t taken = square_bit(position->ep_square ^ 8u);
    uint64_t occupied =
        (position_occupied(position) & ~taken & ~square_bit(from)) | square_bit(position->ep_square);
    uint64_t attackers = position_attackers(position, position->king_square[side], side ^ 1u, occupied);
    return (attackers & ~taken) == 0;
}

int position_en_passant_is_legal(const struct position *position)
{
    if (position->ep_square == NO_SQUARE)
        return 0;
    unsigned side = position->side;
    uint64_t pawns = attack_tables.pawn[side ^ 1][position->ep_square] & position_men(position, PAWN, side);
    for (; pawns != 0; pawns &= pawns - 1)
        if (position_en_passant_is_safe(position, lowest_bit(pawns)))
            return 1;
    return 0;
}

void position_drop_rights(struct position *position, uint64_t squares)
{
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1) {
        unsigned index = lowest_bit(rights);
        uint64_t homes =
            square_bit(position->rook_home[index]) | square_bit(position->king_square[index / 2]);
        if (squares & homes)
            position->castling &= (uint8_t) ~(1u << index);
    }
    position->castling_squares = find_castling_squares(position);
}

static uint64_t piece_move(unsigned from, unsigned to, unsigned man, unsigned captured)
{
    return from | to << 6 | man << 12 | (uint64_t)captured << 16;
}

static uint64_t no_piece_move(void)
{
    return piece_move(0, 0, NO_MAN, NO_MAN);
}

static uint64_t pack_state(unsigned halfmove_clock, unsigned ep_square, unsigned castling)
{
    uint64_t ep_file = ep_square == NO_SQUARE ? NO_EP_FILE : square_file(ep_square);
    return (uint64_t)halfmove_clock << 48 | ep_file << 44 | (uint64_t)castling << 40;
}

static uint64_t earlier_state(const struct position *position)
{
    return pack_state(position->halfmove_clock, position->ep_square, position->castling);
}

reversible_move position_word(const struct position *after, chess_move move, const struct position_past *past)
{
    return pack_state(past->halfmove_clock, past->ep_square, past->castling) |
           piece_move(move_from(move), move_to(move), after->men[move_to(move)], past->captured) |
           no_piece_move() << 20;
}

static reversible_move make_castling(struct position *position, unsigned queen_side)
{
    unsigned side = position->side;
    unsigned king = position->king_square[side];
    unsigned rook = position->rook_home[lowest_bit(castling_right_of(side, queen_side))];
    unsigned king_target = castling_king_target(side, queen_side);
    unsigned rook_target = castling_rook_target(side, queen_side);
    reversible_move word = earlier_state(position) |
                           piece_move(king, king_target, man_of(KING, side), NO_MAN) |
                           piece_move(rook, rook_target, man_of(ROOK, side), NO_MAN) << 20;
    lift_man(position, king);
    lift_man(position, rook);
    position_put_man(position, king_target, man_of(KING, side));
    position_put_man(position, rook_target, man_of(ROOK, side));
    position->castling &= (uint8_t) ~(castling_right_of(side, 0) | castling_right_of(side, 1));
    position->king_square[side] = (uint8_t)king_target;
    position->castling_squares = find_castling_squares(position);
    position->ep_square = NO_SQUARE;
    position_count_ply(position, 0);
    position->checkers = position_find_checkers(position, position->side);
    return word;
}

static reversible_move make_en_passant(struct position *position, unsigned from)
{
    unsigned side = position->side;
    unsigned to = position->ep_square;
    unsigned taken = to ^ 8u;
    unsigned pawn = man_of(PAWN, side);
    reversible_move word = earlier_state(position) | piece_move(from, taken, pawn, pawn ^ 1u) |
                           piece_move(taken, to, pawn, NO_MAN) << 20;
    lift_man(position, taken);
    lift_man(position, from);
    position_put_man(position, to, pawn);
    position->ep_square = NO_SQUARE;
    position_count_ply(position, 1);
    position->checkers = position_find_checkers(position, position->side);
    return word;
}

/* The pawn that came to `to` becomes `piece`. Returns that part of the word. */
static inline reversible_move promote(struct position *position, unsigned to, unsigned pawn, unsigned piece)
{
    position->types[PAWN] ^= square_bit(to);
    position->types[man_type(piece)] ^= square_bit(to);
    position->men[to] = (uint8_t)piece;
    return piece_move(to, to, piece, pawn) << 20;
}

/* `complete`: with the word, and with checkers brought up to date. */
INLINED reversible_move make_move(struct position *position, chess_move move, int complete)
{
    unsigned flag = move_flag(move);
    if (move_is_castling(move))
        return make_castling(position, flag & 1);
    if (flag == MOVE_EN_PASSANT)
        return make_en_passant(position, move_from(move));

    unsigned from = move_from(move);
    unsigned to = move_to(move);
    unsigned man = position->men[from];
    unsigned captured = position->men[to];
    reversible_move first = complete ? earlier_state(position) | piece_move(from, to, man, captured) : 0;
    reversible_move second = no_piece_move() << 20;
    position_advance(position, man_type(man), from, to, captured);
    if (move_is_promotion(move))
        second = promote(position, to, man, man_of(move_promotion(move), man_colour(man)));
    if (flag == MOVE_DOUBLE_PUSH)
        position_note_en_passant(position, to);
    if (complete)
        position->checkers = position_find_checkers(position, position->side);
    return first | second;
}

reversible_move position_make(struct position *position, chess_move move)
{
    return make_move(position, move, 1);
}

void position_play(struct position *position, chess_move move)
{
    make_move(position, move, 0);
}

void position_refresh(struct position *position)
{
    position->checkers = position_find_checkers(position, position->side);
}

struct piece_move_parts {
    unsigned from, to, man, captured;
};

static struct piece_move_parts unpack_piece_move(uint64_t bits)
{
    return (struct piece_move_parts){bits & 63, (bits >> 6) & 63, (bits >> 12) & 15, (bits >> 16) & 15};
}

void position_unmake(struct position *position, reversible_move word)
{
    struct piece_move_parts first = unpack_piece_move(word);
    struct piece_move_parts second = unpack_piece_move(word >> 20);
    position->side ^= 1;
    position->move_number -= position->side;
    unsigned side = position->side;
    int has_second = second.man != NO_MAN;
    int is_castling = has_second && man_type(first.man) == KING;
    lift_man(position, has_second ? second.to : first.to);
    if (is_castling)
        lift_man(position, first.to);
    position_put_man(position, first.from, first.man);
    if (is_castling)
        position_put_man(position, second.from, second.man);
    if (first.captured != NO_MAN)
        position_put_man(position, first.to, first.captured);
    if (man_type(first.man) == KING)
        position->king_square[side] = (uint8_t)first.from;

    unsigned ep_file = (word >> 44) & 15;
    position->halfmove_clock = (uint16_t)(word >> 48);
    position->castling = (word >> 40) & 15;
    position->ep_square =
        (uint8_t)(ep_file == NO_EP_FILE ? NO_SQUARE : square_of(ep_file, side == WHITE ? 5 : 2));
    position->castling_squares = find_castling_squares(position);
    position->checkers = position_find_checkers(position, position->side);
}

int position_make_null(struct position *position)
{
    if (position->checkers != 0)
        return 0;
    position->ep_square = NO_SQUARE;
    position_count_ply(position, 0);
    position->checkers = position_find_checkers(position, position->side);
    return 1;
}

void position_make_drop(struct position *position, unsigned type, unsigned to)
{
    position_put_man(position, to, man_of(type, position->side));
    position->ep_square = NO_SQUARE;
    position_count_ply(position, type == PAWN);
    position->checkers = position_find_checkers(position, position->side);
}

int position_same(const struct position *a, const struct position *b)
{
    if (memcmp(a->men, b->men, sizeof a->men) != 0 || a->side != b->side || a->castling != b->castling)
        return 0;
    for (unsigned rights = a->castling; rights != 0; rights &= rights - 1)
        if (a->rook_home[lowest_bit(rights)] != b->rook_home[lowest_bit(rights)])
            return 0;
    unsigned a_square = position_en_passant_is_legal(a) ? a->ep_square : NO_SQUARE;
    unsigned b_square = position_en_passant_is_legal(b) ? b->ep_square : NO_SQUARE;
    return a_square == b_square;
}

int position_is_chess960(const struct position *position)
{
    static const uint8_t corners[4] = {SQ_H1, SQ_A1, SQ_H8, SQ_A8};
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1) {
        unsigned index = lowest_bit(rights);
        if (position->rook_home[index] != corners[index] ||
            position->king_square[index / 2] != SQ_E1 + 56 * (index / 2))
            return 1;
    }
    return 0;
}
