#include "net/policy_features.h"

#include "encoding/empty_board.h"
#include "net/policy_view.h"
#include "util/bits.h"

/* Steps of a class number. */
enum { CLASS_CHECK = 2, CLASS_PAWN_CAPTURED = 4, CLASS_TO = 24, CLASS_FROM = 96, CLASS_PIECE = 288 };

enum { FROM_FREE = 0, FROM_ATTACKED = 1, FROM_HANGING = 2 };

unsigned policy_rating_bucket(unsigned rating)
{
    static const uint16_t limits[POLICY_RATING_BUCKETS - 1] = {1,    1000, 1200, 1400, 1600, 1800,
                                                               2000, 2200, 2400, 2600, 2900};
    unsigned bucket = 0;
    for (unsigned i = 0; i < POLICY_RATING_BUCKETS - 1; i++)
        bucket += rating >= limits[i];
    return bucket;
}

static void view_men(struct policy_view *view, const struct position *position)
{
    unsigned side = position->side;
    for (unsigned type = PAWN; type <= KING; type++) {
        uint64_t own = position->types[type] & position->colours[side];
        uint64_t enemy = position->types[type] & position->colours[side ^ 1];
        view->own[type] = side == WHITE ? own : __builtin_bswap64(own);
        view->enemy[type] = side == WHITE ? enemy : __builtin_bswap64(enemy);
    }
    view->own_all = side == WHITE ? position->colours[side] : __builtin_bswap64(position->colours[side]);
    view->enemy_all =
        side == WHITE ? position->colours[side ^ 1] : __builtin_bswap64(position->colours[side ^ 1]);
    view->occupied = view->own_all | view->enemy_all;
    view->king = position->king_square[side] ^ view->flip;
    view->enemy_king = position->king_square[side ^ 1] ^ view->flip;
}

static void view_enemy_attacks(struct policy_view *view)
{
    uint64_t occupied = view->occupied ^ square_bit(view->king);
    uint64_t pawns = view->enemy[PAWN];
    uint64_t attacked = (pawns & ~FILE_A) >> 9 | (pawns & ~FILE_H) >> 7;
    view->enemy_lower[PAWN] = 0;
    view->enemy_lower[KNIGHT] = view->enemy_lower[BISHOP] = attacked;
    for (uint64_t men = view->enemy[KNIGHT]; men != 0; men &= men - 1)
        attacked |= attack_tables.knight[lowest_bit(men)];
    for (uint64_t men = view->enemy[BISHOP]; men != 0; men &= men - 1)
        attacked |= bishop_attacks(lowest_bit(men), occupied);
    view->enemy_lower[ROOK] = attacked;
    for (uint64_t men = view->enemy[ROOK]; men != 0; men &= men - 1)
        attacked |= rook_attacks(lowest_bit(men), occupied);
    view->enemy_lower[QUEEN] = attacked;
    for (uint64_t men = view->enemy[QUEEN]; men != 0; men &= men - 1)
        attacked |= queen_attacks(lowest_bit(men), occupied);
    view->enemy_lower[KING] = attacked;
    view->enemy_attacks = attacked | attack_tables.king[view->enemy_king];
}

static void add_own_attacks(struct policy_view *view, uint64_t attacks)
{
    view->own_attacks_more |= view->own_attacks & attacks;
    view->own_attacks |= attacks;
}

static void add_piece_attacks(struct policy_view *view, unsigned square, uint64_t attacks)
{
    view->attacks[square] = attacks;
    add_own_attacks(view, attacks);
}

static void view_own_attacks(struct policy_view *view)
{
    uint64_t occupied = view->occupied;
    uint64_t pawns = view->own[PAWN];
    view->own_attacks = (pawns & ~FILE_A) << 7;
    view->own_attacks_more = 0;
    add_own_attacks(view, (pawns & ~FILE_H) << 9);
    view->own_lower[PAWN] = 0;
    view->own_lower[KNIGHT] = view->own_lower[BISHOP] = view->own_attacks;
    for (uint64_t men = view->own[KNIGHT]; men != 0; men &= men - 1)
        add_piece_attacks(view, lowest_bit(men), attack_tables.knight[lowest_bit(men)]);
    for (uint64_t men = view->own[BISHOP]; men != 0; men &= men - 1)
        add_piece_attacks(view, lowest_bit(men), bishop_attacks(lowest_bit(men), occupied));
    view->own_lower[ROOK] = view->own_attacks;
    for (uint64_t men = view->own[ROOK]; men != 0; men &= men - 1)
        add_piece_attacks(view, lowest_bit(men), rook_attacks(lowest_bit(men), occupied));
    view->own_lower[QUEEN] = view->own_attacks;
    for (uint64_t men = view->own[QUEEN]; men != 0; men &= men - 1)
        add_piece_attacks(view, lowest_bit(men), queen_attacks(lowest_bit(men), occupied));
    view->own_lower[KING] = view->own_attacks;
    add_piece_attacks(view, view->king, attack_tables.king[view->king]);
}

/* A man hangs when a lower man attacks it, or any man and nothing holds it. */
static void view_hanging(struct policy_view *view)
{
    uint64_t own_loose = view->enemy_attacks & ~view->own_attacks;
    uint64_t enemy_loose = view->own_attacks & ~view->enemy_attacks;
    view->own_hanging = 0;
    view->enemy_hanging = 0;
    for (unsigned type = PAWN; type <= QUEEN; type++) {
        view->own_hanging |= view->own[type] & (own_loose | view->enemy_lower[type]);
        view->enemy_hanging |= view->enemy[type] & (enemy_loose | view->own_lower[type]);
    }
}

/* The single men that stand between the king on `king` and sliders of `sliders`, where all men count. */
static uint64_t find_shields(const struct policy_view *view, unsigned king, const uint64_t sliders[6])
{
    uint64_t snipers = (attack_tables.rook[king] & (sliders[ROOK] | sliders[QUEEN])) |
                       (attack_tables.bishop[king] & (sliders[BISHOP] | sliders[QUEEN]));
    uint64_t shields = 0;
    for (; snipers != 0; snipers &= snipers - 1) {
        uint64_t shield = attack_tables.between[king][lowest_bit(snipers)] & view->occupied;
        shields |= has_several_bits(shield) ? 0 : shield;
    }
    return shields;
}

static void view_checks(struct policy_view *view)
{
    unsigned king = view->enemy_king;
    view->checks[PAWN] = attack_tables.pawn[BLACK][king];
    view->checks[KNIGHT] = attack_tables.knight[king];
    view->checks[BISHOP] = bishop_attacks(king, view->occupied);
    view->checks[ROOK] = rook_attacks(king, view->occupied);
    view->checks[QUEEN] = view->checks[BISHOP] | view->checks[ROOK];
    view->checks[KING] = 0;
    uint64_t shields = find_shields(view, king, view->own);
    view->discovering = shields & view->own_all;
    view->enemy_pinned = shields & view->enemy_all;
    view->pinned = find_shields(view, view->king, view->enemy) & view->own_all;
}

/* ---- Moves ---- */

/* What the class of a move of one man (or of pawns in one direction) depends on, by target. */
struct class_maps {
    unsigned first;      /* class by piece and from-state */
    uint64_t to_bits[2]; /* to-state, bit by bit */
    uint64_t checks;
};

static unsigned from_class(const struct policy_view *view, unsigned type, unsigned from)
{
    uint64_t bit = square_bit(from);
    unsigned state = view->own_hanging & bit     ? FROM_HANGING
                     : view->enemy_attacks & bit ? FROM_ATTACKED
                                                 : FROM_FREE;
    return type * CLASS_PIECE + state * CLASS_FROM;
}

static void map_targets(const struct policy_view *view, unsigned type, uint64_t held, struct class_maps *maps)
{
    uint64_t lower = view->enemy_lower[type];
    maps->to_bits[0] = (view->enemy_attacks & ~held) | lower;
    maps->to_bits[1] = (view->enemy_attacks & held) | lower;
}

static uint64_t checks_from(const struct policy_view *view, unsigned type, unsigned from)
{
    uint64_t discovered =
        view->discovering & square_bit(from) ? ~attack_tables.line[view->enemy_king][from] : 0;
    return view->checks[type] | discovered;
}

static inline unsigned class_of(const struct policy_view *view, const struct class_maps *maps, unsigned to)
{
    /* By man: what a capture of it adds. */
    static const uint8_t captured[NO_MAN + 1] = {4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 0, 0, 0};
    unsigned man = view->position->men[to ^ view->flip];
    unsigned state = (unsigned)((maps->to_bits[0] >> to & 1) | (maps->to_bits[1] >> to & 1) << 1);
    return maps->first + state * CLASS_TO + captured[man] + (unsigned)(maps->checks >> to & 1) * CLASS_CHECK +
           (unsigned)(view->recaptured >> to & 1);
}

static inline void put_move(struct policy_ply *ply, unsigned i, unsigned code, unsigned row, unsigned class)
{
    ply->moves[i] = (uint16_t)code;
    ply->rows[i] = (uint16_t)row;
    ply->classes[i] = (uint16_t) class;
}

static void add_move(struct policy_ply *ply, unsigned code, unsigned row, unsigned class)
{
    put_move(ply, ply->count++, code, row, class);
}

static inline void add_piece_moves(struct policy_view *view, unsigned type, unsigned from,
                                   const struct class_maps *maps, uint64_t targets)
{
    struct policy_ply *ply = view->ply;
    struct class_maps own = *maps; /* a copy that nobody else can see stays in registers */
    uint64_t reach = empty_board_tables.targets[type][from];
    unsigned row = policy_piece_row(type, from);
    unsigned count = ply->count;
    own.first = from_class(view, type, from);
    own.checks = checks_from(view, type, from);
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned number = popcount64(reach & ((targets & -targets) - 1));
        put_move(ply, count++, from << 6 | to, row + number, class_of(view, &own, to));
    }
    ply->count = count;
}

static void add_moves_of_type(struct policy_view *view, unsigned type)
{
    struct class_maps maps;
    map_targets(view, type, view->own_attacks_more, &maps);
    for (uint64_t men = view->own[type]; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        uint64_t targets = view->attacks[from] & view->allowed;
        if (view->pinned & square_bit(from))
            targets &= attack_tables.line[view->king][from];
        add_piece_moves(view, type, from, &maps, targets);
    }
}

static void add_castling(struct policy_view *view, unsigned queen_side)
{
    const struct position *position = view->position;
    unsigned index = 2u * position->side + queen_side;
    if (!(position->castling >> index & 1) || !position_can_castle(position, queen_side))
        return;
    unsigned to = position->rook_home[index] ^ view->flip;
    unsigned check = (view->checks[ROOK] >> castling_rook_target(WHITE, queen_side) & 1) != 0;
    add_move(view->ply, view->king << 6 | to, POLICY_ROW_CASTLING + queen_side,
             KING * CLASS_PIECE + check * CLASS_CHECK);
}

static void add_king_moves(struct policy_view *view)
{
    struct class_maps maps = {.first = 0};
    map_targets(view, KING, view->own_attacks_more, &maps);
    uint64_t targets =
        attack_tables.king[view->king] & ~(view->own_all | view->enemy[KING] | view->enemy_attacks);
    add_piece_moves(view, KING, view->king, &maps, targets);
    add_castling(view, 0);
    add_castling(view, 1);
}

/* Pawn moves by direction: the capture to the left, the push, the capture to the right, two up. */
enum direction { LEFT, PUSH, RIGHT, TWO_UP, DIRECTION_COUNT };

static const uint8_t direction_steps[DIRECTION_COUNT] = {7, 8, 9, 16};

static void spread_pawns(const struct policy_view *view, uint64_t pawns, uint64_t allowed,
                         uint64_t targets[DIRECTION_COUNT])
{
    uint64_t push = (pawns << 8) & ~view->occupied;
    targets[LEFT] |= ((pawns & ~FILE_A) << 7) & view->enemy_all & allowed;
    targets[PUSH] |= push & allowed;
    targets[RIGHT] |= ((pawns & ~FILE_H) << 9) & view->enemy_all & allowed;
    targets[TWO_UP] |= ((push & rank_bits(2)) << 8) & ~view->occupied & allowed;
}

static void add_pawn_move(struct policy_view *view, enum direction direction, unsigned to,
                          struct class_maps *maps)
{
    unsigned from = to - direction_steps[direction];
    maps->first = from_class(view, PAWN, from);
    if (to < 56) {
        maps->checks = checks_from(view, PAWN, from);
        add_move(view->ply, from << 6 | to, POLICY_ROW_PAWN + (from - 8) * 4 + direction,
                 class_of(view, maps, to));
        return;
    }
    unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + direction) * 4;
    for (unsigned type = KNIGHT; type <= QUEEN; type++) {
        maps->checks = checks_from(view, type, from);
        add_move(view->ply, type << 12 | from << 6 | to, row + type - KNIGHT, class_of(view, maps, to));
    }
}

static void add_en_passant(struct policy_view *view, enum direction direction, struct class_maps *maps)
{
    unsigned to = view->position->ep_square ^ view->flip;
    unsigned from = to - direction_steps[direction];
    if (!position_en_passant_is_safe(view->position, from ^ view->flip))
        return;
    maps->first = from_class(view, PAWN, from) + CLASS_PAWN_CAPTURED;
    maps->checks = checks_from(view, PAWN, from);
    add_move(view->ply, from << 6 | to, POLICY_ROW_PAWN + (from - 8) * 4 + direction,
             class_of(view, maps, to));
}

static void add_pawn_moves(struct policy_view *view)
{
    uint64_t targets[DIRECTION_COUNT] = {0};
    struct class_maps maps;
    spread_pawns(view, view->own[PAWN] & ~view->pinned, view->allowed, targets);
    for (uint64_t men = view->own[PAWN] & view->pinned; men != 0; men &= men - 1)
        spread_pawns(view, men & -men, view->allowed & attack_tables.line[view->king][lowest_bit(men)],
                     targets);
    for (unsigned direction = LEFT; direction < DIRECTION_COUNT; direction++) {
        int captures = direction == LEFT || direction == RIGHT;
        map_targets(view, PAWN, captures ? view->own_attacks_more : view->own_attacks, &maps);
        for (uint64_t bits = targets[direction]; bits != 0; bits &= bits - 1)
            add_pawn_move(view, direction, lowest_bit(bits), &maps);
    }
    if (view->position->ep_square == NO_SQUARE)
        return;
    uint64_t target = square_bit(view->position->ep_square ^ view->flip);
    map_targets(view, PAWN, view->own_attacks_more, &maps);
    if (target & (view->own[PAWN] & ~FILE_A) << 7)
        add_en_passant(view, LEFT, &maps);
    if (target & (view->own[PAWN] & ~FILE_H) << 9)
        add_en_passant(view, RIGHT, &maps);
}

static void add_moves(struct policy_view *view)
{
    const struct position *position = view->position;
    view->ply->count = 0;
    add_king_moves(view);
    view->allowed = ~(view->own_all | view->enemy[KING]);
    if (position->checkers != 0) {
        if (has_several_bits(position->checkers))
            return;
        unsigned checker = lowest_bit(position->checkers) ^ view->flip;
        view->allowed &= square_bit(checker) | attack_tables.between[view->king][checker];
    }
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        add_moves_of_type(view, type);
    add_pawn_moves(view);
}

/* ---- Inputs ---- */

static void add_input(struct policy_ply *ply, unsigned row)
{
    ply->inputs[ply->input_count++] = (uint16_t)row;
}

static void add_hanging(const struct policy_view *view, uint64_t men, unsigned first)
{
    for (; men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        add_input(view->ply, first + man_type(view->position->men[square ^ view->flip]) * 64 + square);
    }
}

static void add_square(const struct policy_view *view, unsigned square, unsigned first)
{
    if (square != NO_SQUARE)
        add_input(view->ply, first + (square ^ view->flip));
}

static void add_squares(const struct policy_view *view, uint64_t squares, unsigned first)
{
    for (; squares != 0; squares &= squares - 1)
        add_input(view->ply, first + lowest_bit(squares));
}

/* Attacked, but they do not hang. */
static void add_held(const struct policy_view *view)
{
    uint64_t own = view->own_all & ~view->own[KING] & view->enemy_attacks & ~view->own_hanging;
    uint64_t enemy = view->enemy_all & ~view->enemy[KING] & view->own_attacks & ~view->enemy_hanging;
    add_hanging(view, own, POLICY_INPUT_OWN_HELD);
    add_hanging(view, enemy, POLICY_INPUT_ENEMY_HELD);
}

static void add_inputs(const struct policy_view *view, const struct policy_history *history)
{
    const struct position *position = view->position;
    view->ply->input_count = 0;
    add_hanging(view, view->own_hanging, POLICY_INPUT_OWN_HANGING);
    add_hanging(view, view->enemy_hanging, POLICY_INPUT_ENEMY_HANGING);
    add_squares(view, view->pinned, POLICY_INPUT_OWN_PINNED);
    add_squares(view, view->enemy_pinned, POLICY_INPUT_ENEMY_PINNED);
    add_square(view, history->enemy_from, POLICY_INPUT_ENEMY_FROM);
    add_square(view, history->enemy_to, POLICY_INPUT_ENEMY_TO);
    add_square(view, history->own_from, POLICY_INPUT_OWN_FROM);
    add_square(view, history->own_to, POLICY_INPUT_OWN_TO);
    if (position->ep_square != NO_SQUARE)
        add_input(view->ply, POLICY_INPUT_EN_PASSANT + square_file(position->ep_square));
    if (position->checkers != 0)
        add_square(view, lowest_bit(position->checkers), POLICY_INPUT_CHECKER);
}

void policy_ply_fill(struct policy_ply *ply, const struct position *position,
                     const struct policy_history *history, enum policy_sight sight)
{
    struct policy_view view;
    view.position = position;
    view.ply = ply;
    view.flip = position->side == WHITE ? 0 : 56;
    view_men(&view, position);
    view_enemy_attacks(&view);
    view_own_attacks(&view);
    view_hanging(&view);
    view_checks(&view);
    view.recaptured =
        history->enemy_to == NO_SQUARE ? 0 : square_bit(history->enemy_to ^ view.flip) & view.enemy_all;
    add_moves(&view);
    if (ply->count > POLICY_MOVES_MAX)
        return;
    add_inputs(&view, history);
    if (sight == POLICY_SIGHT_FAR) {
        add_held(&view);
        policy_far_classes(&view, history);
    }
}
