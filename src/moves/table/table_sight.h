/*
 * What the tables of codec "table" see of a position, and how they are laid out; what choosing a type (table_types.h) and
 * choosing one of its men and its move (table_moves.h) have in common. docs/FORMAT.md, "Codec 4".
 *
 * Everything is seen by the side to move, as in policy_features.h. A move may leave the own king attacked: to find that
 * out for all of them costs more than it saves.
 */
#ifndef PGNPACK_MOVES_TABLE_TABLE_SIGHT_H
#define PGNPACK_MOVES_TABLE_TABLE_SIGHT_H

#include <stdint.h>

#include "net/features/policy_features.h"
#include "net/features/policy_history.h"
#include "util/bits.h"
#include "util/inlined.h"

/* By how far the game is, while it is young, then by the men that are left. */
enum { TABLE_PHASES = 8 };

/*
 * What type of man moves: the sum of a row of six costs of each of these kinds. "Types" are bits: 1 P, 2 N ... 16 Q, 32 K;
 * of knights to queens alone 1 N ... 8 Q. A type that is not known is 6, its square 0.
 */
enum { TABLE_TYPES = 6, TABLE_TYPE_KINDS = 6 };
enum table_type_row {
    /* ((type of the own last move * 7 + type that moved last) * 2 + it took) * 64 + where it went. */
    TABLE_TYPE_TARGET = 0,
    /* (phase * 7 + type of the own last move) * 64 + where it went. */
    TABLE_TYPE_BEFORE = TABLE_TYPE_TARGET + 7 * 7 * 2 * 64,
    /* Types that attack the last move's target, 64 a pawn guards it, 128 another man, 256 it took, 512 a pawn can take. */
    TABLE_TYPE_ANSWER = TABLE_TYPE_BEFORE + TABLE_PHASES * 7 * 64,
    /* Types, but kings, that the man there attacks, 32 * those, but pawns, that pawns attack, 512 check. */
    TABLE_TYPE_ATTACKED = TABLE_TYPE_ANSWER + 1024,
    /* Men of the orthodox array that stand at home: a1 to h1, d2 and e2. */
    TABLE_TYPE_HOME = TABLE_TYPE_ATTACKED + 1024,
    /* Pawns on the second rank, 256 * castling rights. */
    TABLE_TYPE_PAWNS = TABLE_TYPE_HOME + 1024,
    TABLE_TYPE_ROWS = TABLE_TYPE_PAWNS + 1024
};

/* A man's row: type * 64 + square; there is one king. A move's row: as the policy net's (policy_features.h). */
enum { TABLE_MAN_TYPES = 5, TABLE_MAN_ROWS = TABLE_MAN_TYPES * 64 };

/*
 * A man's class: ((type * 6 + best) * 64 + flags) * 8 + room + 4 if an own pawn guards it. Best: the most that it can
 * take, 0 nothing, 1 P ... 5 Q. Flags: 1 an enemy pawn attacks it, 2 the man that moved last does, 4 it made the own last
 * move, 8 it can go where the last move went, 16 it can give check, 32 it can take what no enemy pawn guards. Room: 0 for
 * one target, 1 for two or three, 2 for four to eight, 3 for more.
 */
enum { TABLE_MAN_CLASSES = TABLE_MAN_TYPES * 6 * 64 * 8 };

/*
 * A move's class: ((type * 8 + from-flags) * 6 + taken) * 32 + to-flags. From-flags: the first three of the man's. Taken:
 * as best. To-flags: 1 an enemy pawn attacks the target, 2 an own pawn, 4 the man that moved last, 8 gives check, 16 the
 * last move went there.
 */
enum { TABLE_MOVE_CLASSES = 6 * 8 * 6 * 32 };

/*
 * Costs, in 1/16 bits: those of a choice are added up. A row of types has six, TABLE_TYPE_BITS each, the pawns' the lowest: they
 * are added all at once, so each of them is at most TABLE_TYPE_COST_MAX.
 */
enum { TABLE_COST_UNIT = 16, TABLE_COST_MAX = 255, TABLE_TYPE_BITS = 10, TABLE_TYPE_COST_MAX = 170 };

enum {
    TABLE_BYTES = TABLE_TYPE_ROWS * TABLE_TYPES + TABLE_PHASES * (TABLE_MAN_ROWS + POLICY_ROW_COUNT) +
                  TABLE_MAN_CLASSES + TABLE_MOVE_CLASSES
};

struct table_weights {
    uint64_t types[TABLE_TYPE_ROWS];
    uint32_t sizes[1 << TABLE_TYPE_BITS]; /* by cost */
    uint8_t man_rows[TABLE_PHASES][TABLE_MAN_ROWS];
    uint8_t man_classes[TABLE_MAN_CLASSES];
    uint8_t move_rows[TABLE_PHASES][POLICY_ROW_COUNT];
    uint8_t move_classes[TABLE_MOVE_CLASSES];
};

enum { TABLE_MEN_MAX = 64, TABLE_TARGETS_MAX = 32 };

/* The two last moves, as far as they are known, as the side to move sees them. */
struct table_last {
    uint8_t to, own_to;     /* NO_SQUARE: not known */
    uint8_t type, own_type; /* that moved; NO_PIECE_TYPE: not known */
    uint8_t took;
};

static inline struct table_last table_last_of(const struct policy_past *past, const struct position *position)
{
    struct table_last last = {NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE, NO_PIECE_TYPE, 0};
    uint32_t ply = policy_ply_number(position);
    const struct policy_past_move *enemy = policy_past_at(past, ply - 1);
    if (!policy_move_fits(position, enemy))
        return last;
    unsigned flip = position->side == WHITE ? 0 : 56;
    last.to = (uint8_t)(move_to(enemy->move) ^ flip);
    last.type = (uint8_t)man_type(enemy->man);
    last.took = move_is_capture(enemy->move) != 0;
    const struct policy_past_move *own = policy_past_at(past, ply - 2);
    if (own != NULL) {
        last.own_to = (uint8_t)(move_to(own->move) ^ flip);
        last.own_type = (uint8_t)man_type(own->man);
    }
    return last;
}

/* A position as the side to move sees it. */
struct table_sight {
    const struct position *position;
    unsigned flip;
    unsigned phase;
    unsigned king, enemy_king;
    uint64_t own[6];
    uint64_t own_all, enemy_all, occupied;
    uint64_t allowed; /* targets, king moves and en passant apart */
    uint64_t en_passant;
    uint64_t pawn_prey; /* squares where a pawn would take something */
    uint64_t own_pawn_attacks, enemy_pawn_attacks;
    uint64_t last_target, last_attacks; /* of the enemy's last move, and of the man that made it */
    uint64_t moved_before;              /* the man that made the own last move */
    const uint64_t *could;              /* by type: 0 if none could move; `own`, or: */
    uint64_t looked_at[6];

    /* Of the type that is asked for: men that have a target. */
    unsigned type, man_count;
    uint64_t checks; /* from where such a man would give check */
    uint16_t squares[TABLE_MEN_MAX];
    uint64_t targets[TABLE_MEN_MAX]; /* an own rook among the king's: castling with it */
};

/* Could a man of this type move, as far as it is looked at? A king always could. */
static inline int table_type_counts(const struct table_sight *sight, unsigned type)
{
    return sight->could[type] != 0 || type == KING;
}

/* A choice: its possibilities, by what the tables say of each. */
struct table_choice {
    unsigned count;
    uint64_t starts[TABLE_MEN_MAX + 1]; /* the sizes' sums: where each begins, and where the last one ends */
    uint16_t moves[TABLE_TARGETS_MAX];  /* of a man, as policy_move_code() */
};

static inline uint64_t table_choice_size(const struct table_choice *choice, unsigned i)
{
    return choice->starts[i + 1] - choice->starts[i];
}

static inline uint64_t table_choice_total(const struct table_choice *choice)
{
    return choice->starts[choice->count];
}

/* ... and by where they say it, for programs that learn. */
struct table_places {
    uint16_t rows[TABLE_MEN_MAX];
    uint16_t classes[TABLE_MEN_MAX];
};

/* ---- For those who see ---- */

#define NEVER_INLINE static __attribute__((noinline))

static inline unsigned hits(uint64_t squares, uint64_t mask)
{
    return (squares & mask) != 0;
}

static inline unsigned is_on(uint64_t squares, unsigned square)
{
    return (unsigned)(squares >> square & 1);
}

/* Where pawns can be pushed to, by one and by two. */
struct pushes {
    uint64_t one_up, two_up;
};

static inline struct pushes pushes_of(const struct table_sight *sight)
{
    uint64_t one_up = sight->own[PAWN] << 8 & ~sight->occupied;
    uint64_t two_up = (one_up & rank_bits(2)) << 8 & ~sight->occupied;
    return (struct pushes){one_up & sight->allowed, two_up & sight->allowed};
}

INLINED void see_pieces(struct table_sight *sight, unsigned type)
{
    uint64_t occupied = sight->occupied, allowed = sight->allowed;
    unsigned count = 0;
    for (uint64_t left = sight->own[type]; left != 0; left &= left - 1) {
        unsigned square = lowest_bit(left);
        uint64_t targets = piece_attacks(type, square, occupied) & allowed;
        sight->squares[count] = (uint16_t)square;
        sight->targets[count] = targets;
        count += targets != 0;
    }
    sight->man_count = count;
}

#endif
