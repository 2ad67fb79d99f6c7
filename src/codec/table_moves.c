#include "codec/table_moves.h"

#include <stddef.h>
#include <string.h>

#include "codec/empty_board.h"
#include "util/bits.h"

enum { CLASS_CAPTURED = 32, CLASS_FROM = 192, CLASS_PIECE = 1536 };

enum { FROM_PAWN_ATTACKS = 1, FROM_LAST_ATTACKS = 2, FROM_MOVED_BEFORE = 4 };

enum { TO_ENEMY_PAWN = 1, TO_OWN_PAWN = 2, TO_LAST_ATTACKS = 4, TO_CHECK = 8, TO_LAST_TARGET = 16 };

/* Where candidates go: to logits or to features; `wants_logits` is a constant wherever it is passed. */
struct sink {
    uint16_t *moves;
    int32_t *logits;
    const int16_t *row_weights; /* of the phase */
    const int16_t *class_weights;
    uint16_t *rows;
    uint16_t *classes;
    unsigned count;
};

/* A position as the side to move sees it. */
struct sight {
    const struct position *position;
    unsigned flip;
    uint64_t own[6];
    uint64_t own_all, enemy_all, occupied;
    uint64_t enemy_king_bit;
    uint64_t allowed;      /* targets, king moves and en passant apart */
    uint64_t from_bits[3]; /* squares of men that have each from-flag */
    uint64_t enemy_pawn_attacks;
    uint64_t checks[6];
    unsigned king, enemy_king;
    uint16_t to_class[64]; /* by target, without checks */
};

unsigned table_phase(const struct position *position, uint32_t ply)
{
    unsigned men = popcount64(position_occupied(position));
    if (ply < 24)
        return ply / 8;
    return men > 27 ? 3 : men > 22 ? 4 : men > 16 ? 5 : men > 10 ? 6 : 7;
}

/* ---- What is seen ---- */

static uint64_t seen(const struct sight *sight, uint64_t squares)
{
    return sight->flip == 0 ? squares : __builtin_bswap64(squares);
}

static void set_flag(struct sight *sight, uint64_t squares, unsigned flag)
{
    for (; squares != 0; squares &= squares - 1)
        sight->to_class[lowest_bit(squares)] |= (uint16_t)flag;
}

static void see_men(struct sight *sight, const struct position *position)
{
    unsigned side = position->side;
    sight->position = position;
    sight->flip = side == WHITE ? 0 : 56;
    for (unsigned type = PAWN; type <= KING; type++)
        sight->own[type] = seen(sight, position->types[type] & position->colours[side]);
    sight->own_all = seen(sight, position->colours[side]);
    sight->enemy_all = seen(sight, position->colours[side ^ 1]);
    sight->occupied = sight->own_all | sight->enemy_all;
    sight->king = position->king_square[side] ^ sight->flip;
    sight->enemy_king = position->king_square[side ^ 1] ^ sight->flip;
    sight->enemy_king_bit = square_bit(sight->enemy_king);
}

static void see_captures(struct sight *sight)
{
    const struct position *position = sight->position;
    memset(sight->to_class, 0, sizeof sight->to_class);
    for (unsigned type = PAWN; type <= QUEEN; type++)
        set_flag(sight, seen(sight, position->types[type] & position->colours[position->side ^ 1]),
                 (type + 1) * CLASS_CAPTURED);
}

/* What the man that moved last attacks from where it stands now. */
static uint64_t attacks_of_last(const struct sight *sight, unsigned square)
{
    unsigned man = sight->position->men[square ^ sight->flip];
    if (!(sight->enemy_all & square_bit(square)))
        return 0;
    return man_type(man) == PAWN ? attack_tables.pawn[BLACK][square]
                                 : piece_attacks(man_type(man), square, sight->occupied);
}

static void see_threats(struct sight *sight, const struct policy_history *history)
{
    uint64_t enemy_pawns = seen(sight, sight->position->types[PAWN]) & sight->enemy_all;
    uint64_t last = 0;
    sight->enemy_pawn_attacks = (enemy_pawns & ~FILE_A) >> 9 | (enemy_pawns & ~FILE_H) >> 7;
    if (history->enemy_to != NO_SQUARE) {
        unsigned square = history->enemy_to ^ sight->flip;
        last = attacks_of_last(sight, square);
        sight->to_class[square] |= TO_LAST_TARGET;
    }
    set_flag(sight, sight->enemy_pawn_attacks, TO_ENEMY_PAWN);
    set_flag(sight, (sight->own[PAWN] & ~FILE_A) << 7 | (sight->own[PAWN] & ~FILE_H) << 9, TO_OWN_PAWN);
    set_flag(sight, last, TO_LAST_ATTACKS);
    sight->from_bits[0] = sight->enemy_pawn_attacks;
    sight->from_bits[1] = last;
    sight->from_bits[2] = history->own_to == NO_SQUARE ? 0 : square_bit(history->own_to ^ sight->flip);
}

static void see_checks(struct sight *sight)
{
    unsigned king = sight->enemy_king;
    sight->checks[PAWN] = attack_tables.pawn[BLACK][king];
    sight->checks[KNIGHT] = attack_tables.knight[king];
    sight->checks[BISHOP] = bishop_attacks(king, sight->occupied);
    sight->checks[ROOK] = rook_attacks(king, sight->occupied);
    sight->checks[QUEEN] = sight->checks[BISHOP] | sight->checks[ROOK];
    sight->checks[KING] = 0;
}

/* A check is met by taking the checker or by standing in its way. */
static void see_allowed(struct sight *sight)
{
    uint64_t checkers = seen(sight, sight->position->checkers);
    sight->allowed = ~(sight->own_all | sight->enemy_king_bit);
    if (has_several_bits(checkers))
        sight->allowed = 0;
    else if (checkers != 0)
        sight->allowed &= checkers | attack_tables.between[sight->king][lowest_bit(checkers)];
}

/* ---- Candidates ---- */

static inline void put(struct sink *sink, int wants_logits, unsigned code, unsigned row, unsigned class)
{
    unsigned i = sink->count++;
    sink->moves[i] = (uint16_t)code;
    if (wants_logits) {
        sink->logits[i] = sink->row_weights[row] + sink->class_weights[class];
    } else {
        sink->rows[i] = (uint16_t)row;
        sink->classes[i] = (uint16_t) class;
    }
}

static inline unsigned from_class(const struct sight *sight, unsigned type, unsigned from)
{
    unsigned flags = (unsigned)(sight->from_bits[0] >> from & 1) |
                     (unsigned)(sight->from_bits[1] >> from & 1) << 1 |
                     (unsigned)(sight->from_bits[2] >> from & 1) << 2;
    return type * CLASS_PIECE + flags * CLASS_FROM;
}

static inline unsigned check_class(uint64_t checks, unsigned to)
{
    return (unsigned)(checks >> to & 1) * TO_CHECK;
}

static inline void put_piece(struct sink *sink, int wants_logits, const struct sight *sight, unsigned type,
                             unsigned from, uint64_t targets)
{
    struct sink own = *sink; /* a copy that nobody else can see stays in registers */
    uint64_t reach = empty_board_tables.targets[type][from];
    uint64_t checks = sight->checks[type];
    unsigned row = policy_piece_row(type, from);
    unsigned class = from_class(sight, type, from);
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = lowest_bit(targets);
        unsigned number = popcount64(reach & ((targets & -targets) - 1));
        put(&own, wants_logits, from << 6 | to, row + number,
            class + sight->to_class[to] + check_class(checks, to));
    }
    sink->count = own.count;
}

static inline void put_castling(struct sink *sink, int wants_logits, const struct sight *sight,
                                unsigned queen_side)
{
    const struct position *position = sight->position;
    unsigned index = 2u * position->side + queen_side;
    if (!(position->castling >> index & 1) || !position_can_castle(position, queen_side))
        return;
    unsigned to = position->rook_home[index] ^ sight->flip;
    unsigned check = check_class(sight->checks[ROOK], castling_rook_target(WHITE, queen_side));
    put(sink, wants_logits, sight->king << 6 | to, POLICY_ROW_CASTLING + queen_side,
        KING * CLASS_PIECE + check);
}

static inline void put_king(struct sink *sink, int wants_logits, const struct sight *sight)
{
    put_piece(sink, wants_logits, sight, KING, sight->king,
              attack_tables.king[sight->king] & ~sight->own_all & ~sight->enemy_king_bit &
                  ~sight->enemy_pawn_attacks & ~attack_tables.king[sight->enemy_king]);
    put_castling(sink, wants_logits, sight, 0);
    put_castling(sink, wants_logits, sight, 1);
}

static inline void put_pawn(struct sink *sink, int wants_logits, const struct sight *sight,
                            unsigned direction, unsigned from, unsigned to, unsigned captured)
{
    unsigned class = from_class(sight, PAWN, from) + sight->to_class[to] + captured;
    if (to < 56) {
        put(sink, wants_logits, from << 6 | to, POLICY_ROW_PAWN + (from - 8) * 4 + direction,
            class + check_class(sight->checks[PAWN], to));
        return;
    }
    unsigned row = POLICY_ROW_PROMOTION + ((from - 48) * 3 + direction) * 4;
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        put(sink, wants_logits, type << 12 | from << 6 | to, row + type - KNIGHT,
            class + check_class(sight->checks[type], to));
}

static inline void put_pawns(struct sink *sink, int wants_logits, const struct sight *sight)
{
    static const uint8_t steps[4] = {7, 8, 9, 16};
    struct sink own = *sink;
    uint64_t pawns = sight->own[PAWN];
    uint64_t push = pawns << 8 & ~sight->occupied;
    const uint64_t targets[4] = {(pawns & ~FILE_A) << 7 & sight->enemy_all & sight->allowed,
                                 push & sight->allowed,
                                 (pawns & ~FILE_H) << 9 & sight->enemy_all & sight->allowed,
                                 (push & rank_bits(2)) << 8 & ~sight->occupied & sight->allowed};
    for (unsigned direction = 0; direction < 4; direction++)
        for (uint64_t bits = targets[direction]; bits != 0; bits &= bits - 1) {
            unsigned to = lowest_bit(bits);
            put_pawn(&own, wants_logits, sight, direction, to - steps[direction], to, 0);
        }
    sink->count = own.count;
    if (sight->position->ep_square == NO_SQUARE)
        return;
    unsigned to = sight->position->ep_square ^ sight->flip;
    for (unsigned direction = 0; direction <= 2; direction += 2) {
        uint64_t from = direction == 0 ? square_bit(to) >> 7 & ~FILE_A : square_bit(to) >> 9 & ~FILE_H;
        if (from & pawns)
            put_pawn(sink, wants_logits, sight, direction, lowest_bit(from), to, CLASS_CAPTURED);
    }
}

static inline void put_all(struct sink *sink, int wants_logits, const struct position *position,
                           const struct policy_history *history)
{
    struct sight sight;
    see_men(&sight, position);
    see_captures(&sight);
    see_threats(&sight, history);
    see_checks(&sight);
    see_allowed(&sight);
    put_king(sink, wants_logits, &sight);
    for (unsigned type = KNIGHT; type <= QUEEN; type++)
        for (uint64_t men = sight.own[type]; men != 0; men &= men - 1) {
            unsigned from = lowest_bit(men);
            put_piece(sink, wants_logits, &sight, type, from,
                      piece_attacks(type, from, sight.occupied) & sight.allowed);
        }
    put_pawns(sink, wants_logits, &sight);
}

void table_ply_fill(struct table_ply *ply, const struct position *position, unsigned phase,
                    const struct policy_history *history, const struct table_weights *weights)
{
    struct sink sink = {.moves = ply->moves,
                        .logits = ply->logits,
                        .row_weights = weights->rows + (size_t)phase * POLICY_ROW_COUNT,
                        .class_weights = weights->classes};
    put_all(&sink, 1, position, history);
    ply->count = sink.count;
}

void table_features_fill(struct table_features *features, const struct position *position,
                         const struct policy_history *history)
{
    struct sink sink = {.moves = features->moves, .rows = features->rows, .classes = features->classes};
    put_all(&sink, 0, position, history);
    features->count = sink.count;
}
