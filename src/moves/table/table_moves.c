#include "encoding/empty_board.h"
#include "moves/table/table_moves.h"

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

/* ---- Possibilities ---- */

/* What a choice is for: for coding, which asks what its possibilities cost, or for learning, which asks where that stands. */
struct use {
    struct table_places *places; /* for learning; NULL: */
    const uint32_t *sizes;       /* by cost */
    const uint8_t *rows, *classes;
    struct table_choice *choice;
    uint64_t total;
    unsigned count;
};

INLINED void add(struct use *use, unsigned row, unsigned class)
{
    unsigned i = use->count++;
    if (use->places != NULL) {
        use->places->rows[i] = (uint16_t)row;
        use->places->classes[i] = (uint16_t) class;
        return;
    }
    use->choice->starts[i] = use->total;
    use->total += use->sizes[(unsigned)use->rows[row] + use->classes[class]];
}

INLINED void end_choice(const struct use *use)
{
    use->choice->count = use->count;
    use->choice->starts[use->count] = use->total;
}

/* ---- Men ---- */

/* The most that can be taken on these squares, at least one, all of them a capture's targets: 1 P ... 5 Q. */
static inline unsigned best_prey(const struct table_sight *sight, uint64_t squares)
{
    uint64_t men = sight->flip ? __builtin_bswap64(squares) : squares;
    unsigned type = QUEEN;
    while (type != PAWN && !(sight->position->types[type] & men))
        type--;
    return 1 + type;
}

static inline unsigned from_flags(const struct table_sight *sight, unsigned square)
{
    return is_on(sight->enemy_pawn_attacks, square) * MAN_PAWN_ATTACKS |
           is_on(sight->last_attacks, square) * MAN_LAST_ATTACKS |
           is_on(sight->moved_before, square) * MAN_MOVED_BEFORE;
}

static inline unsigned room_of(uint64_t targets)
{
    static const uint8_t rooms[32] = {0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3,
                                      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    return rooms[popcount64(targets)];
}

/* `prey`: those of the targets where something is taken. */
static inline unsigned class_of_man(const struct table_sight *sight, unsigned type, unsigned square,
                                    uint64_t targets, uint64_t prey)
{
    unsigned class =
        type * MAN_TYPE + room_of(targets) + is_on(sight->own_pawn_attacks, square) * MAN_GUARDED;
    unsigned flags = from_flags(sight, square) | hits(targets, sight->last_target) * MAN_TO_LAST_TARGET |
                     hits(targets, sight->checks) * MAN_CHECKS;
    if (prey != 0) {
        flags |= hits(prey, ~sight->enemy_pawn_attacks) * MAN_TAKES_UNGUARDED;
        class += best_prey(sight, prey) * MAN_BEST;
    }
    return class + flags * MAN_FLAGS;
}

static uint64_t castling_target(const struct table_sight *sight, unsigned queen_side)
{
    const struct position *position = sight->position;
    unsigned index = 2u * position->side + queen_side;
    if (!(position->castling >> index & 1) || !position_can_castle(position, queen_side))
        return 0;
    return square_bit(position->rook_home[index] ^ sight->flip);
}

/* Without castling. */
static inline uint64_t king_steps(const struct table_sight *sight)
{
    return attack_tables.king[sight->king] & ~sight->own_all & ~sight->enemy_pawn_attacks &
           ~attack_tables.king[sight->enemy_king] & ~square_bit(sight->enemy_king);
}

static void see_king(struct table_sight *sight)
{
    uint64_t targets = king_steps(sight);
    if (sight->position->castling != 0)
        targets |= castling_target(sight, 0) | castling_target(sight, 1);
    sight->squares[0] = (uint16_t)sight->king;
    sight->targets[0] = targets;
    sight->man_count = targets != 0;
}

/* Most pawns have no flags and take nothing: found out for all of them at once, they cost little. */
INLINED void add_pawns(struct table_sight *sight, struct use *use)
{
    sight->checks = attack_tables.pawn[BLACK][sight->enemy_king];
    struct pushes pushes = pushes_of(sight);
    uint64_t one_up = pushes.one_up, two_up = pushes.two_up, guarded = sight->own_pawn_attacks;
    uint64_t takers = (sight->pawn_prey & ~FILE_H) >> 7 | (sight->pawn_prey & ~FILE_A) >> 9;
    uint64_t marks = sight->checks | sight->last_target;
    uint64_t marked = sight->enemy_pawn_attacks | sight->last_attacks | sight->moved_before | takers |
                      (one_up & marks) >> 8 | (two_up & marks) >> 16;
    uint64_t left = sight->own[PAWN] & (one_up >> 8 | two_up >> 16 | takers);
    for (; left != 0; left &= left - 1) {
        unsigned square = lowest_bit(left);
        uint64_t bit = lowest_bit_of(left);
        uint64_t targets = (bit << 8 & one_up) | (bit << 16 & two_up);
        unsigned class = (unsigned)has_several_bits(targets) + is_on(guarded, square) * MAN_GUARDED;
        if (marked & bit) {
            uint64_t prey = attack_tables.pawn[WHITE][square] & sight->pawn_prey;
            targets |= prey;
            class = class_of_man(sight, PAWN, square, targets, prey);
        }
        sight->squares[use->count] = (uint16_t)square;
        sight->targets[use->count] = targets;
        add(use, square, class);
    }
    sight->man_count = use->count;
    end_choice(use);
}

INLINED void add_pieces(const struct table_sight *sight, struct use *use)
{
    for (unsigned i = 0; i < sight->man_count; i++)
        add(use, sight->type * 64 + sight->squares[i],
            class_of_man(sight, sight->type, sight->squares[i], sight->targets[i],
                         sight->targets[i] & sight->enemy_all));
    end_choice(use);
}

static inline struct use costs_of_men(const struct table_sight *sight, const struct table_weights *weights,
                                      struct table_choice *choice)
{
    return (struct use){.sizes = weights->sizes,
                        .rows = weights->man_rows[sight->phase],
                        .classes = weights->man_classes,
                        .choice = choice};
}

/* A loop of each kind of men has a function of its own: together they would not find room in registers. */

NEVER_INLINE void weigh_pawns(struct table_sight *sight, const struct table_weights *weights,
                              struct table_choice *choice)
{
    struct use use = costs_of_men(sight, weights, choice);
    add_pawns(sight, &use);
}

NEVER_INLINE void weigh_pieces(const struct table_sight *sight, const struct table_weights *weights,
                               struct table_choice *choice)
{
    struct use use = costs_of_men(sight, weights, choice);
    add_pieces(sight, &use);
}

/* Pawns apart, which are seen as they are weighed. */
INLINED void see_type(struct table_sight *sight, unsigned type)
{
    unsigned king = sight->enemy_king;
    switch (type) {
    case KNIGHT:
        sight->checks = attack_tables.knight[king];
        see_pieces(sight, KNIGHT);
        break;
    case BISHOP:
        sight->checks = bishop_attacks(king, sight->occupied);
        see_pieces(sight, BISHOP);
        break;
    case ROOK:
        sight->checks = rook_attacks(king, sight->occupied);
        see_pieces(sight, ROOK);
        break;
    case QUEEN:
        sight->checks = queen_attacks(king, sight->occupied);
        see_pieces(sight, QUEEN);
        break;
    default:
        sight->checks = 0;
        see_king(sight);
    }
}

void table_see_men(struct table_sight *sight, unsigned type, struct table_choice *choice,
                   struct table_places *places)
{
    struct use use = {.places = places, .choice = choice};
    sight->type = type;
    if (type == PAWN) {
        add_pawns(sight, &use);
    } else {
        see_type(sight, type);
        add_pieces(sight, &use);
    }
}

void table_weigh_men(struct table_sight *sight, unsigned type, const struct table_weights *weights,
                     struct table_choice *choice)
{
    sight->type = type;
    if (type == PAWN) {
        weigh_pawns(sight, weights, choice);
        return;
    }
    see_type(sight, type);
    choice->count = sight->man_count;
    if (sight->man_count > 1)
        weigh_pieces(sight, weights, choice);
}

/* ---- Moves ---- */

/* By the man on a square: 0 nothing, 1 P ... 5 Q. */
static inline unsigned taken_on(const struct table_sight *sight, unsigned square)
{
    static const uint8_t taken[NO_PIECE_TYPE + 1] = {1, 2, 3, 4, 5, 0, 0};
    return taken[man_type(sight->position->men[square ^ sight->flip])];
}

/* What reaches squares. */
struct reach {
    uint64_t enemy_pawns, own_pawns, last, checks;
};

INLINED struct reach reach_of(const struct table_sight *sight, uint64_t checks)
{
    return (struct reach){sight->enemy_pawn_attacks, sight->own_pawn_attacks, sight->last_attacks, checks};
}

INLINED unsigned reach_flags(struct reach reach, unsigned square)
{
    return is_on(reach.enemy_pawns, square) * TO_ENEMY_PAWN + is_on(reach.own_pawns, square) * TO_OWN_PAWN +
           is_on(reach.last, square) * TO_LAST_ATTACKS + is_on(reach.checks, square) * TO_CHECK;
}

/* Of what is met on a square. */
static inline unsigned met_class(const struct table_sight *sight, unsigned square)
{
    return taken_on(sight, square) * MOVE_TAKEN + is_on(sight->last_target, square) * TO_LAST_TARGET;
}

INLINED void add_move(struct use *use, unsigned code, unsigned row, unsigned class)
{
    use->choice->moves[use->count] = (uint16_t)code;
    add(use, row, class);
}

/* Most squares are empty, and nothing reaches them; of the others most are empty. */
INLINED void add_piece_moves(const struct table_sight *sight, unsigned man, struct use *use)
{
    unsigned from = sight->squares[man];
    unsigned man_class = sight->type * MOVE_TYPE + from_flags(sight, from) * MOVE_FROM;
    const uint16_t *rows = policy_piece_rows[sight->type][from];
    struct reach reach = reach_of(sight, sight->checks);
    uint64_t met = sight->enemy_all | sight->last_target;
    uint64_t marked = reach.enemy_pawns | reach.own_pawns | reach.last | reach.checks | met;
    for (uint64_t squares = sight->targets[man] & ~sight->own_all; squares != 0; squares &= squares - 1) {
        unsigned to = lowest_bit(squares);
        unsigned class = man_class;
        if (is_on(marked, to)) {
            class += reach_flags(reach, to);
            if (is_on(met, to))
                class += met_class(sight, to);
        }
        add_move(use, policy_move_code(from, to, 0), rows[to], class);
    }
    end_choice(use);
}

/* Castling has the class of the king's move to no man's square, and that of the rook's check. */
static void add_castlings(const struct table_sight *sight, struct use *use)
{
    unsigned man_class = KING * MOVE_TYPE + from_flags(sight, sight->king) * MOVE_FROM;
    uint64_t checks = rook_attacks(sight->enemy_king, sight->occupied);
    for (uint64_t rooks = sight->targets[0] & sight->own_all; rooks != 0; rooks &= rooks - 1) {
        unsigned to = lowest_bit(rooks), queen_side = to < sight->king;
        add_move(use, policy_move_code(sight->king, to, 0), POLICY_ROW_CASTLING + queen_side,
                 man_class + is_on(checks, castling_rook_target(WHITE, queen_side)) * TO_CHECK);
    }
    end_choice(use);
}

NEVER_INLINE void add_king_moves(const struct table_sight *sight, struct use *use)
{
    add_piece_moves(sight, 0, use);
    add_castlings(sight, use);
}

static inline unsigned pawn_direction(unsigned from, unsigned to)
{
    return to - from == 16 ? 3 : to - from - 7;
}

NEVER_INLINE void add_promotions(const struct table_sight *sight, unsigned man, struct use *use)
{
    unsigned from = sight->squares[man];
    for (uint64_t squares = sight->targets[man]; squares != 0; squares &= squares - 1) {
        unsigned to = lowest_bit(squares);
        unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + pawn_direction(from, to)) * 4;
        unsigned class = from_flags(sight, from) * MOVE_FROM + met_class(sight, to);
        for (unsigned type = KNIGHT; type <= QUEEN; type++) {
            uint64_t checks = piece_attacks(type, sight->enemy_king, sight->occupied);
            add_move(use, policy_move_code(from, to, type), row + type - KNIGHT,
                     class + reach_flags(reach_of(sight, checks), to));
        }
    }
    end_choice(use);
}

INLINED void add_pawn_moves(const struct table_sight *sight, unsigned man, struct use *use)
{
    unsigned from = sight->squares[man];
    unsigned man_class = from_flags(sight, from) * MOVE_FROM;
    struct reach reach = reach_of(sight, sight->checks);
    for (uint64_t squares = sight->targets[man]; squares != 0; squares &= squares - 1) {
        unsigned to = lowest_bit(squares);
        add_move(use, policy_move_code(from, to, 0),
                 POLICY_ROW_PAWN + (from - 8) * 4 + pawn_direction(from, to),
                 man_class + is_on(sight->en_passant, to) * MOVE_TAKEN + met_class(sight, to) +
                     reach_flags(reach, to));
    }
    end_choice(use);
}

/* What few men are: a king, and a pawn that becomes something. */
static inline int is_special(const struct table_sight *sight, unsigned man)
{
    return sight->type == KING || (sight->type == PAWN && sight->squares[man] >= 48);
}

static void add_special_moves(const struct table_sight *sight, unsigned man, struct use *use)
{
    if (sight->type == KING)
        add_king_moves(sight, use);
    else
        add_promotions(sight, man, use);
}

static inline struct use costs_of_moves(const struct table_sight *sight, const struct table_weights *weights,
                                        struct table_choice *choice)
{
    return (struct use){.sizes = weights->sizes,
                        .rows = weights->move_rows[sight->phase],
                        .classes = weights->move_classes,
                        .choice = choice};
}

NEVER_INLINE void weigh_pawn_moves(const struct table_sight *sight, unsigned man,
                                   const struct table_weights *weights, struct table_choice *choice)
{
    struct use use = costs_of_moves(sight, weights, choice);
    add_pawn_moves(sight, man, &use);
}

NEVER_INLINE void weigh_piece_moves(const struct table_sight *sight, unsigned man,
                                    const struct table_weights *weights, struct table_choice *choice)
{
    struct use use = costs_of_moves(sight, weights, choice);
    add_piece_moves(sight, man, &use);
}

NEVER_INLINE void weigh_special_moves(const struct table_sight *sight, unsigned man,
                                      const struct table_weights *weights, struct table_choice *choice)
{
    struct use use = costs_of_moves(sight, weights, choice);
    add_special_moves(sight, man, &use);
}

void table_see_targets(const struct table_sight *sight, unsigned man, struct table_choice *choice,
                       struct table_places *places)
{
    struct use use = {.places = places, .choice = choice};
    if (is_special(sight, man))
        add_special_moves(sight, man, &use);
    else if (sight->type == PAWN)
        add_pawn_moves(sight, man, &use);
    else
        add_piece_moves(sight, man, &use);
}

void table_weigh_targets(const struct table_sight *sight, unsigned man, const struct table_weights *weights,
                         struct table_choice *choice)
{
    if (is_special(sight, man))
        weigh_special_moves(sight, man, weights, choice);
    else if (sight->type != PAWN)
        weigh_piece_moves(sight, man, weights, choice);
    else
        weigh_pawn_moves(sight, man, weights, choice);
}
