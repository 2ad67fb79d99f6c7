#include "moves/table_moves.h"

#include "encoding/empty_board.h"
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

static inline uint64_t seen_by(unsigned side, uint64_t squares)
{
    return side == WHITE ? squares : __builtin_bswap64(squares);
}

/* A constant `side` spares a choice for each of the boards. */
static inline void see_men_as(struct table_men *men, const struct position *position, unsigned side)
{
    uint64_t own = position->colours[side];
    uint64_t enemy = position->colours[side ^ 1];
    for (unsigned type = PAWN; type <= KING; type++)
        men->own[type] = seen_by(side, position->types[type] & own);
    men->own_all = seen_by(side, own);
    men->enemy_all = seen_by(side, enemy);
    men->worth[KING] = 0;
    for (unsigned type = QUEEN; type >= KNIGHT; type--)
        men->worth[type] = men->worth[type + 1] | seen_by(side, position->types[type] & enemy);
    uint64_t enemy_pawns = seen_by(side, position->types[PAWN] & enemy);
    men->worth[PAWN] = men->worth[KNIGHT] | enemy_pawns;
    men->own_pawn_attacks = (men->own[PAWN] & ~FILE_A) << 7 | (men->own[PAWN] & ~FILE_H) << 9;
    men->enemy_pawn_attacks = (enemy_pawns & ~FILE_A) >> 9 | (enemy_pawns & ~FILE_H) >> 7;
}

static void see_men(struct table_men *men, const struct position *position)
{
    unsigned side = position->side;
    men->position = position;
    men->flip = side == WHITE ? 0 : 56;
    if (side == WHITE)
        see_men_as(men, position, WHITE);
    else
        see_men_as(men, position, BLACK);
    men->occupied = men->own_all | men->enemy_all;
    men->king = position->king_square[side] ^ men->flip;
    men->enemy_king = position->king_square[side ^ 1] ^ men->flip;
    men->en_passant = position->ep_square == NO_SQUARE ? 0 : square_bit(position->ep_square ^ men->flip);
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
    men->allowed = ~(men->own_all | square_bit(men->enemy_king));
    if (checkers != 0) {
        unsigned checker = lowest_bit(checkers) ^ men->flip;
        men->allowed &=
            has_several_bits(checkers) ? 0 : square_bit(checker) | attack_tables.between[men->king][checker];
    }
    men->pawn_prey = (men->enemy_all & men->allowed) | men->en_passant;
}

/* ---- Men ---- */

static inline unsigned hits(uint64_t squares, uint64_t mask)
{
    return (squares & mask) != 0;
}

static inline unsigned is_on(uint64_t squares, unsigned square)
{
    return (unsigned)(squares >> square & 1);
}

/* The most that can be taken on these squares, at least one, all of them a capture's targets: 1 P ... 5 Q. */
static inline unsigned best_prey(const struct table_men *men, uint64_t squares)
{
    return 1 + hits(squares, men->worth[KNIGHT]) + hits(squares, men->worth[BISHOP]) +
           hits(squares, men->worth[ROOK]) + hits(squares, men->worth[QUEEN]);
}

static inline unsigned from_flags(const struct table_men *men, unsigned square)
{
    return is_on(men->enemy_pawn_attacks, square) * MAN_PAWN_ATTACKS |
           is_on(men->last_attacks, square) * MAN_LAST_ATTACKS |
           is_on(men->moved_before, square) * MAN_MOVED_BEFORE;
}

static inline unsigned room_of(uint64_t targets)
{
    static const uint8_t rooms[32] = {0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3,
                                      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    return rooms[popcount64(targets)];
}

static inline void add_man(struct table_men *men, unsigned row, uint64_t targets, unsigned class)
{
    unsigned i = men->count++;
    men->rows[i] = (uint16_t)row;
    men->classes[i] = (uint16_t) class;
    men->targets[i] = targets;
}

/* `targets`: at least one. `prey`: those where something is taken. */
static inline void add_any_man(struct table_men *men, unsigned type, unsigned square, uint64_t targets,
                               uint64_t prey)
{
    unsigned class = type * MAN_TYPE + room_of(targets) + is_on(men->own_pawn_attacks, square) * MAN_GUARDED;
    unsigned flags = from_flags(men, square) | hits(targets, men->last_target) * MAN_TO_LAST_TARGET |
                     hits(targets, men->checks[type]) * MAN_CHECKS;
    if (prey != 0) {
        flags |= hits(prey, ~men->enemy_pawn_attacks) * MAN_TAKES_UNGUARDED;
        class += best_prey(men, prey) * MAN_BEST;
    }
    add_man(men, table_man_row(type, square), targets, class + flags * MAN_FLAGS);
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
                       ~attack_tables.king[men->enemy_king] & ~square_bit(men->enemy_king);
    uint64_t prey = targets & men->enemy_all;
    if (men->position->castling != 0)
        targets |= castling_target(men, 0) | castling_target(men, 1);
    if (targets != 0)
        add_any_man(men, KING, men->king, targets, prey);
}

/* A constant `type` spares a choice for each man. */
static inline void add_pieces(struct table_men *men, unsigned type)
{
    for (uint64_t left = men->own[type]; left != 0; left &= left - 1) {
        unsigned square = lowest_bit(left);
        uint64_t targets = piece_attacks(type, square, men->occupied) & men->allowed;
        if (targets != 0)
            add_any_man(men, type, square, targets, targets & men->enemy_all);
    }
}

/* Most pawns have no flags and take nothing: found out for all of them at once, they cost little. */
static void add_pawns(struct table_men *men)
{
    uint64_t pawns = men->own[PAWN];
    uint64_t one_up = pawns << 8 & ~men->occupied;
    uint64_t two_up = (one_up & rank_bits(2)) << 8 & ~men->occupied & men->allowed;
    one_up &= men->allowed;
    uint64_t takers = (men->pawn_prey & ~FILE_H) >> 7 | (men->pawn_prey & ~FILE_A) >> 9;
    uint64_t marks = men->checks[PAWN] | men->last_target;
    uint64_t marked = men->enemy_pawn_attacks | men->last_attacks | men->moved_before | takers |
                      (one_up & marks) >> 8 | (two_up & marks) >> 16;
    for (uint64_t left = pawns & (one_up >> 8 | two_up >> 16 | takers); left != 0; left &= left - 1) {
        unsigned square = lowest_bit(left);
        uint64_t bit = lowest_bit_of(left);
        uint64_t targets = (bit << 8 & one_up) | (bit << 16 & two_up);
        if (marked & bit) {
            uint64_t prey = attack_tables.pawn[WHITE][square] & men->pawn_prey;
            add_any_man(men, PAWN, square, targets | prey, prey);
        } else {
            add_man(men, table_man_row(PAWN, square), targets,
                    (unsigned)has_several_bits(targets) + is_on(men->own_pawn_attacks, square) * MAN_GUARDED);
        }
    }
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
    add_pieces(men, KNIGHT);
    add_pieces(men, BISHOP);
    add_pieces(men, ROOK);
    add_pieces(men, QUEEN);
    add_pawns(men);
}

/* ---- Targets ---- */

/* By the man on a square: 0 nothing, 1 P ... 5 Q. */
static inline unsigned taken_on(const struct table_men *men, unsigned square)
{
    static const uint8_t taken[NO_PIECE_TYPE + 1] = {1, 2, 3, 4, 5, 0, 0};
    return taken[man_type(men->position->men[square ^ men->flip])];
}

/* `type`: what the man is there. */
static inline unsigned to_flags(const struct table_men *men, unsigned type, unsigned square)
{
    return is_on(men->enemy_pawn_attacks, square) * TO_ENEMY_PAWN |
           is_on(men->own_pawn_attacks, square) * TO_OWN_PAWN |
           is_on(men->last_attacks, square) * TO_LAST_ATTACKS | is_on(men->checks[type], square) * TO_CHECK |
           is_on(men->last_target, square) * TO_LAST_TARGET;
}

static inline void add_target(struct table_targets *targets, unsigned code, unsigned row, unsigned class)
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

static void add_pieces_targets(struct table_targets *targets, const struct table_men *men, unsigned type,
                               unsigned man_class, unsigned from, uint64_t squares)
{
    uint64_t reach = empty_board_tables.targets[type][from];
    unsigned first_row = policy_piece_row(type, from);
    for (; squares != 0; squares &= squares - 1) {
        unsigned to = lowest_bit(squares);
        if (is_on(men->own_all, to))
            add_castling(targets, men, man_class, to);
        else
            add_target(targets, policy_move_code(from, to, 0),
                       first_row + popcount64(reach & (square_bit(to) - 1)),
                       man_class + taken_on(men, to) * MOVE_TAKEN + to_flags(men, type, to));
    }
}

static void add_pawns_target(struct table_targets *targets, const struct table_men *men, unsigned man_class,
                             unsigned from, unsigned to)
{
    unsigned step = to - from;
    unsigned direction = step == 16 ? 3 : step - 7;
    man_class += (is_on(men->en_passant, to) ? 1 : taken_on(men, to)) * MOVE_TAKEN;
    if (to < 56) {
        add_target(targets, policy_move_code(from, to, 0), POLICY_ROW_PAWN + (from - 8) * 4 + direction,
                   man_class + to_flags(men, PAWN, to));
        return;
    }
    unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + direction) * 4;
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        add_target(targets, policy_move_code(from, to, type), row + type - KNIGHT,
                   man_class + to_flags(men, type, to));
}

void table_targets_fill(struct table_targets *targets, const struct table_men *men, unsigned man)
{
    unsigned type = table_man_type(men, man);
    unsigned from = table_man_square(men, man);
    unsigned man_class = type * MOVE_TYPE + from_flags(men, from) * MOVE_FROM;
    targets->count = 0;
    if (type != PAWN)
        add_pieces_targets(targets, men, type, man_class, from, men->targets[man]);
    else
        for (uint64_t left = men->targets[man]; left != 0; left &= left - 1)
            add_pawns_target(targets, men, man_class, from, lowest_bit(left));
}
