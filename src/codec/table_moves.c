#include "codec/table_moves.h"

#include "codec/empty_board.h"
#include "util/bits.h"

enum { MAN_TYPE = 3072, MAN_BEST = 512, MAN_FLAGS = 8, MAN_GUARDED = 4 };

enum {
    MAN_PAWN_ATTACKS = 1,
    MAN_LAST_ATTACKS = 2,
    MAN_MOVED_BEFORE = 4,
    MAN_TO_LAST_TARGET = 8,
    MAN_CHECKS = 16,
    MAN_TAKES_UNGUARDED = 32,
    FROM_FLAGS = 7
};

enum { MOVE_TYPE = 1536, MOVE_FROM = 192, MOVE_TAKEN = 32 };

enum { TO_ENEMY_PAWN = 1, TO_OWN_PAWN = 2, TO_LAST_ATTACKS = 4, TO_CHECK = 8, TO_LAST_TARGET = 16 };

unsigned table_phase(const struct position *position, uint32_t ply)
{
    unsigned men = popcount64(position_occupied(position));
    if (ply < 24)
        return ply / 8;
    return men > 27 ? 3 : men > 22 ? 4 : men > 16 ? 5 : men > 10 ? 6 : 7;
}

/* ---- What is seen ---- */

static void see_men(struct table_men *men, const struct position *position)
{
    unsigned side = position->side;
    uint64_t own = position->colours[side];
    men->position = position;
    men->flip = side == WHITE ? 0 : 56;
    for (unsigned type = PAWN; type <= KING; type++) {
        uint64_t squares = position->types[type];
        men->own[type] = side == WHITE ? squares & own : __builtin_bswap64(squares & own);
        men->enemy[type] = side == WHITE ? squares & ~own : __builtin_bswap64(squares & ~own);
    }
    men->own_all = side == WHITE ? own : __builtin_bswap64(own);
    men->occupied =
        side == WHITE ? position_occupied(position) : __builtin_bswap64(position_occupied(position));
    men->enemy_all = men->occupied ^ men->own_all;
    men->king = position->king_square[side] ^ men->flip;
    men->enemy_king = position->king_square[side ^ 1] ^ men->flip;
    men->en_passant = position->ep_square == NO_SQUARE ? 0 : square_bit(position->ep_square ^ men->flip);
    men->own_pawn_attacks = (men->own[PAWN] & ~FILE_A) << 7 | (men->own[PAWN] & ~FILE_H) << 9;
    men->enemy_pawn_attacks = (men->enemy[PAWN] & ~FILE_A) >> 9 | (men->enemy[PAWN] & ~FILE_H) >> 7;
}

/* The man that moved last attacks from where it stands now. */
static void see_history(struct table_men *men, const struct policy_history *history)
{
    men->last_target = men->last_attacks = 0;
    men->moved_before = history->own_to == NO_SQUARE ? 0 : square_bit(history->own_to ^ men->flip);
    if (history->enemy_to == NO_SQUARE)
        return;
    unsigned square = history->enemy_to ^ men->flip;
    men->last_target = square_bit(square);
    if (!(men->enemy_all & men->last_target))
        return;
    unsigned type = man_type(men->position->men[history->enemy_to]);
    men->last_attacks =
        type == PAWN ? attack_tables.pawn[BLACK][square] : piece_attacks(type, square, men->occupied);
}

static void see_checks(struct table_men *men)
{
    men->checks[PAWN] = attack_tables.pawn[BLACK][men->enemy_king];
    men->checks[KNIGHT] = attack_tables.knight[men->enemy_king];
    men->checks[BISHOP] = bishop_attacks(men->enemy_king, men->occupied);
    men->checks[ROOK] = rook_attacks(men->enemy_king, men->occupied);
    men->checks[QUEEN] = men->checks[BISHOP] | men->checks[ROOK];
    men->checks[KING] = 0;
}

/* A check is met by taking the checker or by standing in its way. */
static void see_allowed(struct table_men *men)
{
    uint64_t checkers = men->position->checkers;
    men->allowed = ~(men->own_all | men->enemy[KING]);
    if (checkers == 0)
        return;
    unsigned checker = lowest_bit(checkers) ^ men->flip;
    men->allowed &=
        has_several_bits(checkers) ? 0 : square_bit(checker) | attack_tables.between[men->king][checker];
}

/* ---- Men ---- */

/* What is on these squares, all of them a capture's targets, at most: 0 there are none, 1 P ... 5 Q. */
static unsigned best_prey(const struct table_men *men, uint64_t squares)
{
    unsigned best = 0;
    if (squares != 0)
        for (best = QUEEN + 1; best > PAWN + 1 && !(squares & men->enemy[best - 1]);)
            best--;
    return best;
}

static unsigned from_flags(const struct table_men *men, uint64_t bit)
{
    return (men->enemy_pawn_attacks & bit ? MAN_PAWN_ATTACKS : 0u) |
           (men->last_attacks & bit ? MAN_LAST_ATTACKS : 0u) |
           (men->moved_before & bit ? MAN_MOVED_BEFORE : 0u);
}

static unsigned room_of(uint64_t targets)
{
    unsigned count = popcount64(targets);
    return (unsigned)(count > 1) + (count > 3) + (count > 8);
}

/* `prey`: those targets where something is taken. */
static void add_man(struct table_men *men, unsigned type, unsigned square, uint64_t targets, uint64_t prey)
{
    if (targets == 0)
        return;
    uint64_t bit = square_bit(square);
    unsigned flags = from_flags(men, bit) | (targets & men->last_target ? MAN_TO_LAST_TARGET : 0u) |
                     (targets & men->checks[type] ? MAN_CHECKS : 0u) |
                     (prey & ~men->enemy_pawn_attacks ? MAN_TAKES_UNGUARDED : 0u);
    unsigned i = men->count++;
    men->types[i] = (uint8_t)type;
    men->squares[i] = (uint8_t)square;
    men->targets[i] = targets;
    men->rows[i] = (uint16_t)(type * 64 + square);
    men->classes[i] = (uint16_t)(type * MAN_TYPE + best_prey(men, prey) * MAN_BEST + flags * MAN_FLAGS +
                                 room_of(targets) + (men->own_pawn_attacks & bit ? MAN_GUARDED : 0u));
}

static uint64_t castling_target(const struct table_men *men, unsigned queen_side)
{
    const struct position *position = men->position;
    unsigned index = 2u * position->side + queen_side;
    if (!(position->castling >> index & 1) || !position_can_castle(position, queen_side))
        return 0;
    return square_bit(position->rook_home[index] ^ men->flip);
}

static void add_king(struct table_men *men)
{
    uint64_t targets = attack_tables.king[men->king] & ~men->own_all & ~men->enemy_pawn_attacks &
                       ~attack_tables.king[men->enemy_king] & ~men->enemy[KING];
    uint64_t prey = targets & men->enemy_all;
    if (men->position->castling != 0)
        targets |= castling_target(men, 0) | castling_target(men, 1);
    add_man(men, KING, men->king, targets, prey);
}

static void add_pawn(struct table_men *men, unsigned square)
{
    uint64_t push = square_bit(square) << 8 & ~men->occupied;
    uint64_t two_up = (push & rank_bits(2)) << 8 & ~men->occupied;
    uint64_t prey = attack_tables.pawn[WHITE][square] & ((men->enemy_all & men->allowed) | men->en_passant);
    add_man(men, PAWN, square, ((push | two_up) & men->allowed) | prey, prey);
}

void table_men_fill(struct table_men *men, const struct position *position,
                    const struct policy_history *history)
{
    see_men(men, position);
    see_history(men, history);
    see_checks(men);
    see_allowed(men);
    men->count = 0;
    add_king(men);
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        for (uint64_t left = men->own[type]; left != 0; left &= left - 1) {
            unsigned square = lowest_bit(left);
            uint64_t targets = piece_attacks(type, square, men->occupied) & men->allowed;
            add_man(men, type, square, targets, targets & men->enemy_all);
        }
    for (uint64_t left = men->own[PAWN]; left != 0; left &= left - 1)
        add_pawn(men, lowest_bit(left));
}

/* ---- Targets ---- */

/* `type`: what the man is there. `prey`: squares where it would take something. */
static unsigned class_of(const struct table_men *men, unsigned man_class, unsigned type, uint64_t bit,
                         uint64_t prey)
{
    return man_class + best_prey(men, bit & prey) * MOVE_TAKEN +
           (men->enemy_pawn_attacks & bit ? TO_ENEMY_PAWN : 0u) +
           (men->own_pawn_attacks & bit ? TO_OWN_PAWN : 0u) +
           (men->last_attacks & bit ? TO_LAST_ATTACKS : 0u) + (men->checks[type] & bit ? TO_CHECK : 0u) +
           (men->last_target & bit ? TO_LAST_TARGET : 0u);
}

static void add_target(struct table_targets *targets, unsigned code, unsigned row, unsigned class)
{
    unsigned i = targets->count++;
    targets->moves[i] = (uint16_t)code;
    targets->rows[i] = (uint16_t)row;
    targets->classes[i] = (uint16_t) class;
}

/* Castling has the class of the king's move to no man's square, and that of the rook's check. */
static void add_castling(struct table_targets *targets, const struct table_men *men, unsigned man_class,
                         unsigned to)
{
    unsigned queen_side = to < men->king;
    uint64_t rook = square_bit(castling_rook_target(WHITE, queen_side));
    add_target(targets, policy_move_code(men->king, to, 0), POLICY_ROW_CASTLING + queen_side,
               man_class + (men->checks[ROOK] & rook ? TO_CHECK : 0u));
}

static void add_pieces_target(struct table_targets *targets, const struct table_men *men, unsigned type,
                              unsigned man_class, unsigned from, unsigned to)
{
    uint64_t bit = square_bit(to);
    unsigned number = popcount64(empty_board_tables.targets[type][from] & (bit - 1));
    add_target(targets, policy_move_code(from, to, 0), policy_piece_row(type, from) + number,
               class_of(men, man_class, type, bit, men->enemy_all));
}

static void add_pawns_target(struct table_targets *targets, const struct table_men *men, unsigned man_class,
                             unsigned from, unsigned to)
{
    unsigned step = to - from;
    unsigned direction = step == 16 ? 3 : step - 7;
    uint64_t bit = square_bit(to);
    uint64_t prey = men->enemy_all | men->en_passant;
    if (to < 56) {
        add_target(targets, policy_move_code(from, to, 0), POLICY_ROW_PAWN + (from - 8) * 4 + direction,
                   class_of(men, man_class, PAWN, bit, prey));
        return;
    }
    unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + direction) * 4;
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        add_target(targets, policy_move_code(from, to, type), row + type - KNIGHT,
                   class_of(men, man_class, type, bit, prey));
}

void table_targets_fill(struct table_targets *targets, const struct table_men *men, unsigned man)
{
    unsigned type = men->types[man];
    unsigned from = men->squares[man];
    unsigned man_class = type * MOVE_TYPE + from_flags(men, square_bit(from)) * MOVE_FROM;
    targets->count = 0;
    for (uint64_t left = men->targets[man]; left != 0; left &= left - 1) {
        unsigned to = lowest_bit(left);
        if (type == PAWN)
            add_pawns_target(targets, men, man_class, from, to);
        else if (men->own_all & square_bit(to))
            add_castling(targets, men, man_class, to);
        else
            add_pieces_target(targets, men, type, man_class, from, to);
    }
}
