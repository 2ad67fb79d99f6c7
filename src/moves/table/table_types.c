#include "moves/table/table_types.h"

/* Phases of eight plies each. */
enum { OPENING_PHASES = 3 };

unsigned table_phase(const struct position *position, uint32_t ply)
{
    if (ply < 8 * OPENING_PHASES)
        return ply / 8;
    unsigned men = popcount64(position_occupied(position));
    return men > 27 ? 3 : men > 22 ? 4 : men > 16 ? 5 : men > 10 ? 6 : 7;
}

/* ---- What is seen ---- */

INLINED uint64_t seen_by(unsigned side, uint64_t squares)
{
    return side == WHITE ? squares : __builtin_bswap64(squares);
}

INLINED void see_men_as(struct table_sight *sight, const struct position *position, unsigned side)
{
    unsigned flip = side == WHITE ? 0 : 56;
    uint64_t own = position->colours[side];
    uint64_t enemy = position->colours[side ^ 1];
#pragma GCC unroll 6
    for (unsigned type = PAWN; type <= KING; type++)
        sight->own[type] = seen_by(side, position->types[type] & own);
    uint64_t enemy_pawns = seen_by(side, position->types[PAWN] & enemy);
    sight->own_all = seen_by(side, own);
    sight->enemy_all = seen_by(side, enemy);
    sight->own_pawn_attacks = (sight->own[PAWN] & ~FILE_A) << 7 | (sight->own[PAWN] & ~FILE_H) << 9;
    sight->enemy_pawn_attacks = (enemy_pawns & ~FILE_A) >> 9 | (enemy_pawns & ~FILE_H) >> 7;
    sight->flip = flip;
    sight->king = position->king_square[side] ^ flip;
    sight->enemy_king = position->king_square[side ^ 1] ^ flip;
    sight->en_passant = position->ep_square == NO_SQUARE ? 0 : square_bit(position->ep_square ^ flip);
}

/* Functions of their own: what they find is kept in memory anyway, and does not take the others' registers. */
NEVER_INLINE void see_men_of_white(struct table_sight *sight, const struct position *position)
{
    see_men_as(sight, position, WHITE);
}

NEVER_INLINE void see_men_of_black(struct table_sight *sight, const struct position *position)
{
    see_men_as(sight, position, BLACK);
}

static inline void see_men(struct table_sight *sight, const struct position *position)
{
    sight->position = position;
    if (position->side == WHITE)
        see_men_of_white(sight, position);
    else
        see_men_of_black(sight, position);
    sight->occupied = sight->own_all | sight->enemy_all;
}

/* A check is met by taking the checker or by standing in its way. */
static inline void see_allowed(struct table_sight *sight)
{
    uint64_t checkers = sight->position->checkers;
    sight->allowed = ~(sight->own_all | square_bit(sight->enemy_king));
    if (checkers != 0) {
        unsigned checker = lowest_bit(checkers) ^ sight->flip;
        sight->allowed &= has_several_bits(checkers)
                              ? 0
                              : square_bit(checker) | attack_tables.between[sight->king][checker];
    }
    sight->pawn_prey = (sight->enemy_all & sight->allowed) | sight->en_passant;
}

INLINED void see(struct table_sight *sight, const struct position *position, uint32_t ply,
                 const struct table_last *last)
{
    see_men(sight, position);
    see_allowed(sight);
    sight->phase = table_phase(position, ply);
    sight->moved_before = last->own_to == NO_SQUARE ? 0 : square_bit(last->own_to);
    sight->last_target = sight->last_attacks = 0;
}

/* ---- Who could move ---- */

/* In check most men have nowhere to go. */
NEVER_INLINE void see_answers_to_check(struct table_sight *sight)
{
    struct pushes pushes = pushes_of(sight);
    uint64_t *could = sight->looked_at;
    could[PAWN] = pushes.one_up | pushes.two_up | (sight->own_pawn_attacks & sight->pawn_prey);
    for (unsigned type = KNIGHT; type <= QUEEN; type++) {
        see_pieces(sight, type);
        could[type] = sight->man_count;
    }
    sight->could = could;
}

/* While games are young many sliders stand behind own men: one could move if a square next to it has none. */
INLINED void see_free_sliders(struct table_sight *sight)
{
    uint64_t *could = sight->looked_at, free = ~sight->own_all;
    uint64_t low = free & ~FILE_A, high = free & ~FILE_H;
    uint64_t diagonal = low << 7 | low >> 9 | high << 9 | high >> 7;
    uint64_t straight = free << 8 | free >> 8 | low >> 1 | high << 1;
    could[PAWN] = sight->own[PAWN];
    could[KNIGHT] = sight->own[KNIGHT];
    could[BISHOP] = sight->own[BISHOP] & diagonal;
    could[ROOK] = sight->own[ROOK] & straight;
    could[QUEEN] = sight->own[QUEEN] & (diagonal | straight);
    sight->could = could;
}

INLINED void see_who_could(struct table_sight *sight)
{
    sight->could = sight->own;
    if (sight->position->checkers != 0)
        see_answers_to_check(sight);
    else if (sight->phase < OPENING_PHASES)
        see_free_sliders(sight);
}

/* ---- Types ---- */

/* Does any man of the enemy's but a pawn attack this square? */
static inline unsigned enemy_pieces_attack(const struct table_sight *sight, unsigned square, uint64_t slanted,
                                           uint64_t straight)
{
    const struct position *position = sight->position;
    uint64_t queens = position->types[QUEEN];
    uint64_t diagonal = position->types[BISHOP] | queens, rooks = position->types[ROOK] | queens;
    uint64_t knights = position->types[KNIGHT];
    if (sight->flip) {
        diagonal = __builtin_bswap64(diagonal);
        rooks = __builtin_bswap64(rooks);
        knights = __builtin_bswap64(knights);
    }
    uint64_t men = (diagonal & slanted) | (rooks & straight) | (knights & attack_tables.knight[square]) |
                   (square_bit(sight->enemy_king) & attack_tables.king[square]);
    return hits(men, sight->enemy_all);
}

static inline uint64_t attacks_of(unsigned type, unsigned square, uint64_t slanted, uint64_t straight)
{
    switch (type) {
    case PAWN:
        return attack_tables.pawn[BLACK][square];
    case KNIGHT:
        return attack_tables.knight[square];
    case BISHOP:
        return slanted;
    case ROOK:
        return straight;
    case QUEEN:
        return slanted | straight;
    default:
        return attack_tables.king[square];
    }
}

/* What can be answered to the last move, first of all by taking where it went: TABLE_TYPE_ANSWER's bits up to 128. */
INLINED unsigned see_last_target(struct table_sight *sight, unsigned square)
{
    const uint64_t *own = sight->own;
    uint64_t slanted = bishop_attacks(square, sight->occupied);
    uint64_t straight = rook_attacks(square, sight->occupied);
    sight->last_target = square_bit(square);
    if (is_on(sight->enemy_all, square))
        sight->last_attacks =
            attacks_of(man_type(sight->position->men[square ^ sight->flip]), square, slanted, straight);
    return is_on(sight->own_pawn_attacks, square) | hits(attack_tables.knight[square], own[KNIGHT]) << 1 |
           hits(slanted, own[BISHOP]) << 2 | hits(straight, own[ROOK]) << 3 |
           hits(slanted | straight, own[QUEEN]) << 4 | is_on(attack_tables.king[square], sight->king) << 5 |
           is_on(sight->enemy_pawn_attacks, square) << 6 |
           enemy_pieces_attack(sight, square, slanted, straight) << 7;
}

/* Those of knights, bishops, rooks and queens that are on squares, or reach them: 1 N ... 8 Q. */
static inline unsigned pieces_on(const uint64_t squares[6], uint64_t mask)
{
    return hits(squares[KNIGHT], mask) | hits(squares[BISHOP], mask) << 1 | hits(squares[ROOK], mask) << 2 |
           hits(squares[QUEEN], mask) << 3;
}

/* By the last move's man and by pawns, few of these: TABLE_TYPE_ATTACKED's bits. */
static inline unsigned attacked_types(const struct table_sight *sight)
{
    const uint64_t *own = sight->own;
    unsigned types = (sight->position->checkers != 0) * 512u;
    if (sight->last_attacks & sight->own_all)
        types += hits(own[PAWN], sight->last_attacks) + pieces_on(own, sight->last_attacks) * 2;
    if (sight->enemy_pawn_attacks & sight->own_all)
        types += pieces_on(own, sight->enemy_pawn_attacks) * 32;
    return types;
}

/* What the rows are for: for coding, which adds up what they cost, or for learning, which asks which they are. */
struct type_use {
    const uint64_t *costs;
    uint64_t sum;
    uint16_t *rows; /* NULL: */
};

INLINED void add_row(struct type_use *use, unsigned kind, uint64_t row)
{
    if (use->rows != NULL)
        use->rows[kind] = (uint16_t)row;
    else
        use->sum += use->costs[row];
}

INLINED void add_rows(struct table_sight *sight, const struct table_last *last, struct type_use *use)
{
    const uint64_t *own = sight->own;
    unsigned answers = last->to == NO_SQUARE ? 0 : see_last_target(sight, last->to);
    unsigned takes = hits(sight->own_pawn_attacks, sight->pawn_prey);
    uint64_t rights = sight->position->castling >> 2 * sight->position->side & 3;
    uint64_t home = (own[ROOK] & 0x81) | (own[KNIGHT] & 0x42) | (own[BISHOP] & 0x24) | (own[QUEEN] & 0x08) |
                    (own[KING] & 0x10);
    add_row(use, 0,
            TABLE_TYPE_TARGET + ((last->own_type * 7u + last->type) * 2u + last->took) * 64u + last->to % 64);
    add_row(use, 1, TABLE_TYPE_BEFORE + (sight->phase * 7 + last->own_type) * 64 + last->own_to % 64);
    add_row(use, 2, TABLE_TYPE_ANSWER + answers + last->took * 256u + takes * 512);
    add_row(use, 3, TABLE_TYPE_ATTACKED + attacked_types(sight));
    add_row(use, 4, TABLE_TYPE_HOME + home + (own[PAWN] >> 3 & 0x300));
    add_row(use, 5, TABLE_TYPE_PAWNS + (own[PAWN] >> 8 & 0xff) + rights * 256);
}

void table_see_types(struct table_sight *sight, const struct position *position, uint32_t ply,
                     const struct table_last *last, uint16_t rows[TABLE_TYPE_KINDS])
{
    struct type_use use = {.rows = rows};
    see(sight, position, ply, last);
    add_rows(sight, last, &use);
    see_who_could(sight);
}

void table_weigh_types(struct table_sight *sight, const struct position *position, uint32_t ply,
                       const struct table_last *last, const struct table_weights *weights,
                       struct table_choice *choice)
{
    struct type_use use = {.costs = weights->types};
    uint64_t total = 0;
    see(sight, position, ply, last);
    add_rows(sight, last, &use);
    see_who_could(sight);
#pragma GCC unroll 6
    for (unsigned type = 0; type < TABLE_TYPES; type++) {
        uint32_t size = weights->sizes[use.sum >> type * TABLE_TYPE_BITS & ((1 << TABLE_TYPE_BITS) - 1)];
        size = table_type_counts(sight, type) ? size : 0;
        choice->starts[type] = total;
        total += size;
    }
    choice->starts[TABLE_TYPES] = total;
    choice->count = TABLE_TYPES;
}
