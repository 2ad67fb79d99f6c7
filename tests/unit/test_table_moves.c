/*
 * What codec "table" sees: men, targets, rows and classes, against a second, slow account of docs/FORMAT.md, "Codec 4",
 * by squares and steps alone. The coder: test_wide_range.c; streams: test_move_stream.c, test_modelled_moves.c.
 */
#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "moves/table/table_coder.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/xxh64.h"

/* As an assertion that costs nothing where it holds: there are millions. */
static void require(int condition, const struct position *position, const char *what)
{
    char fen[FEN_SIZE_MAX + 1];
    if (condition)
        return;
    fen_write(position, FEN_X, fen);
    ck_abort_msg("%s: %s", fen, what);
}

/* ---- The document, square by square ---- */

enum {
    NONE = -1,
    NOTHING = 0,
    KNIGHTS = 2,
    BISHOPS,
    ROOKS,
    QUEENS,
    KINGS
}; /* men are 1 to 6, the enemy's below 0 */

struct plain {
    int men[64];
    int king, enemy_king;
    int en_passant;
    int last, before;   /* T and B, or NONE */
    int checker;        /* NONE, or the last one found */
    unsigned checkers;  /* how many */
    unsigned castlings; /* that are legal: 1 to the higher files, 2 to the lower ones */
    int castling_rook[2];
    int enemy_pawns[64], own_pawns[64], last_attacks[64]; /* E, O, L */
};

struct plain_man {
    int type, square; /* type 0 to 5 */
    unsigned targets; /* how many */
    int target[64];   /* ascending, castlings last */
    unsigned row, class;
};

static int on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* Squares that a man attacks, as men stand; `is_empty`: on the empty board. */
static void mark_attacks(const int men[64], int square, int man, int is_empty, int marks[64])
{
    static const int leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int rays[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    int type = abs(man), file = square % 8, rank = square / 8;
    for (int i = 0; i < 8; i++) {
        int x = type == KNIGHTS ? leaps[i][0] : rays[i][0];
        int y = type == KNIGHTS ? leaps[i][1] : rays[i][1];
        int steps = type == KNIGHTS || type == KINGS ? 1 : 7;
        if (type == 1 && (i < 4 || y != (man > 0 ? 1 : -1)))
            continue;
        if ((type == ROOKS && i >= 4) || (type == BISHOPS && i < 4))
            continue;
        if (type == 1)
            steps = 1;
        for (int step = 1; step <= steps && on_board(file + step * x, rank + step * y); step++) {
            int to = file + step * x + 8 * (rank + step * y);
            marks[to] = 1;
            if (!is_empty && men[to] != NOTHING)
                break;
        }
    }
}

static int attacks(const struct plain *plain, int square, int man, int target)
{
    int marks[64] = {0};
    mark_attacks(plain->men, square, man, 0, marks);
    return marks[target];
}

static void fill_plain(struct plain *plain, const struct position *position, const struct table_last *last,
                       const chess_move *moves, unsigned count)
{
    int flip = position->side == WHITE ? 0 : 56;
    memset(plain, 0, sizeof *plain);
    plain->last = last->to == NO_SQUARE ? NONE : last->to;
    plain->before = last->own_to == NO_SQUARE ? NONE : last->own_to;
    plain->en_passant = position->ep_square == NO_SQUARE ? NONE : position->ep_square ^ flip;
    for (int square = 0; square < 64; square++) {
        unsigned man = position->men[square ^ flip];
        if (man == NO_MAN)
            continue;
        int type = (int)man_type(man) + 1;
        plain->men[square] = man_colour(man) == position->side ? type : -type;
        if (plain->men[square] == KINGS)
            plain->king = square;
        if (plain->men[square] == -KINGS)
            plain->enemy_king = square;
    }
    plain->checker = NONE;
    for (int square = 0; square < 64; square++) {
        int man = plain->men[square];
        if (man == 1)
            mark_attacks(plain->men, square, man, 0, plain->own_pawns);
        if (man == -1)
            mark_attacks(plain->men, square, man, 0, plain->enemy_pawns);
        if (man < 0 && attacks(plain, square, man, plain->king)) {
            plain->checker = square;
            plain->checkers++;
        }
    }
    if (plain->last != NONE && plain->men[plain->last] < 0)
        mark_attacks(plain->men, plain->last, plain->men[plain->last], 0, plain->last_attacks);
    for (unsigned i = 0; i < count; i++)
        if (move_is_castling(moves[i])) {
            int rook = (int)(move_to(moves[i]) ^ (unsigned)flip);
            plain->castling_rook[rook < plain->king] = rook;
            plain->castlings |= 1u << (rook < plain->king);
        }
}

/* In check: the checking man's square, and those between it and the king. */
static int meets_check(const struct plain *plain, int square)
{
    if (plain->checkers != 1)
        return plain->checkers == 0;
    if (square == plain->checker)
        return 1;
    int type = abs(plain->men[plain->checker]);
    if (type < BISHOPS || type > QUEENS)
        return 0;
    int x = plain->king % 8 - plain->checker % 8, y = plain->king / 8 - plain->checker / 8;
    int steps = abs(x) > abs(y) ? abs(x) : abs(y);
    for (int step = 1; step < steps; step++)
        if (square == plain->checker + step * (x / steps + 8 * (y / steps)))
            return 1;
    return 0;
}

static int is_capture(const struct plain *plain, int man, int to)
{
    return plain->men[to] < 0 || (man == 1 && to == plain->en_passant);
}

static int goes_to(const struct plain *plain, int from, int to)
{
    int man = plain->men[from];
    int free = plain->men[to] == NOTHING;
    if (man == KINGS && ((plain->castlings & 1 && to == plain->castling_rook[0]) ||
                         (plain->castlings & 2 && to == plain->castling_rook[1])))
        return 1;
    if (plain->men[to] > 0 || plain->men[to] == -KINGS)
        return 0;
    if (man == 1) {
        if (to == from + 8 && free)
            return meets_check(plain, to);
        if (to == from + 16 && from / 8 == 1 && free && plain->men[from + 8] == NOTHING)
            return meets_check(plain, to);
        if (!attacks(plain, from, man, to))
            return 0;
        return to == plain->en_passant || (!free && meets_check(plain, to));
    }
    if (!attacks(plain, from, man, to))
        return 0;
    if (man == KINGS)
        return !attacks(plain, plain->enemy_king, -KINGS, to) && !plain->enemy_pawns[to];
    return meets_check(plain, to);
}

/* From there a man of the type attacks the enemy's king. */
static int gives_check(const struct plain *plain, int type, int to)
{
    int marks[64] = {0};
    if (type == KINGS)
        return 0;
    /* A pawn's check comes from below, pieces' from where the king would go as one. */
    mark_attacks(plain->men, plain->enemy_king, type == 1 ? -1 : type, 0, marks);
    return marks[to];
}

static unsigned prey_of(const struct plain *plain, int man, int to)
{
    if (!is_capture(plain, man, to))
        return 0;
    return plain->men[to] == NOTHING ? 1 : (unsigned)-plain->men[to];
}

static unsigned plain_from_flags(const struct plain *plain, int square)
{
    return (plain->enemy_pawns[square] ? 1u : 0u) + (plain->last_attacks[square] ? 2u : 0u) +
           (square == plain->before ? 4u : 0u);
}

static void see_plain_man(const struct plain *plain, int square, struct plain_man *man)
{
    int own = plain->men[square];
    unsigned best = 0;
    unsigned flags = plain_from_flags(plain, square);
    man->type = own - 1;
    man->square = square;
    man->targets = 0;
    for (int i = 0; i < 128; i++) {
        int to = i % 64;
        if (!goes_to(plain, square, to) || (plain->men[to] > 0) != (i >= 64))
            continue;
        unsigned prey = prey_of(plain, own, to);
        man->target[man->targets++] = to;
        best = prey > best ? prey : best;
        flags |= to == plain->last ? 8 : 0;
        flags |= gives_check(plain, own, to) ? 16 : 0;
        flags |= prey != 0 && !plain->enemy_pawns[to] ? 32 : 0;
    }
    unsigned room = man->targets == 1 ? 0 : man->targets <= 3 ? 1 : man->targets <= 8 ? 2 : 3;
    man->row = (unsigned)(64 * man->type + square);
    man->class =
        ((6 * (unsigned)man->type + best) * 64 + flags) * 8 + room + (plain->own_pawns[square] ? 4 : 0);
}

/* Men of a type that have a target. */
static unsigned list_plain_men(const struct plain *plain, int type, struct plain_man men[64])
{
    unsigned count = 0;
    for (int square = 0; square < 64; square++)
        if (plain->men[square] == type) {
            see_plain_man(plain, square, &men[count]);
            count += men[count].targets != 0;
        }
    return count;
}

/* Does any man of this kind, below 0 the enemy's, attack a square? */
static unsigned kind_attacks(const struct plain *plain, int kind, int target)
{
    for (int square = 0; square < 64; square++)
        if (plain->men[square] == kind && attacks(plain, square, kind, target))
            return 1;
    return 0;
}

static unsigned kind_is_in(const struct plain *plain, int kind, const int squares[64])
{
    for (int square = 0; square < 64; square++)
        if (plain->men[square] == kind && squares[square])
            return 1;
    return 0;
}

static unsigned plain_answers(const struct plain *plain)
{
    unsigned bits = 0;
    if (plain->last == NONE)
        return 0;
    for (int kind = 1; kind <= KINGS; kind++) {
        bits |= kind_attacks(plain, kind, plain->last) << (kind - 1);
        if (kind > 1)
            bits |= kind_attacks(plain, -kind, plain->last) << 7;
    }
    return bits | (plain->enemy_pawns[plain->last] ? 64u : 0u);
}

static unsigned pawns_take(const struct plain *plain)
{
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64 && plain->men[from] == 1; to++)
            if (goes_to(plain, from, to) && is_capture(plain, 1, to))
                return 1;
    return 0;
}

static void list_plain_rows(const struct plain *plain, const struct position *position, unsigned phase,
                            const struct table_last *last, unsigned rows[6])
{
    static const int array[8] = {ROOKS, KNIGHTS, BISHOPS, QUEENS, KINGS, BISHOPS, KNIGHTS, ROOKS};
    unsigned to = plain->last == NONE ? 0 : (unsigned)plain->last;
    unsigned own_to = plain->before == NONE ? 0 : (unsigned)plain->before;
    rows[0] = ((last->own_type * 7u + last->type) * 2u + last->took) * 64u + to;
    rows[1] = 6272 + (phase * 7 + last->own_type) * 64 + own_to;
    rows[2] = 9856 + plain_answers(plain) + 256u * last->took + 512 * pawns_take(plain);
    rows[3] = 10880 + (plain->checkers != 0 ? 512u : 0u);
    rows[4] = 11904 + (plain->men[11] == 1 ? 256u : 0u) + (plain->men[12] == 1 ? 512u : 0u);
    rows[5] = 12928;
    for (int kind = 1; kind <= QUEENS; kind++)
        rows[3] += kind_is_in(plain, kind, plain->last_attacks) << (kind - 1);
    for (int kind = KNIGHTS; kind <= QUEENS; kind++)
        rows[3] += kind_is_in(plain, kind, plain->enemy_pawns) << (kind + 3);
    for (int file = 0; file < 8; file++) {
        rows[4] += (plain->men[file] == array[file] ? 1u : 0u) << file;
        rows[5] += (plain->men[8 + file] == 1 ? 1u : 0u) << file;
    }
    for (unsigned side = 0; side < 2; side++)
        rows[5] += position->castling & castling_right_of(position->side, side) ? 256u << side : 0;
}

/* The number of a piece's pair of squares: knights' from 0, and so on, by counting them all. */
static unsigned pair_row(int type, int from, int to)
{
    static unsigned rows[7][64][64];
    static int is_filled;
    static const int nobody[64];
    unsigned row = 0;
    for (int piece = KNIGHTS; piece <= KINGS && !is_filled; piece++)
        for (int a = 0; a < 64; a++) {
            int marks[64] = {0};
            mark_attacks(nobody, a, piece, 1, marks);
            for (int b = 0; b < 64; b++)
                if (marks[b])
                    rows[piece][a][b] = row++;
        }
    if (!is_filled)
        ck_assert_uint_eq(row, 3668);
    is_filled = 1;
    return rows[type][from][to];
}

struct plain_target {
    unsigned code, row, class;
};

static unsigned list_plain_targets(const struct plain *plain, const struct plain_man *man,
                                   struct plain_target *targets)
{
    unsigned count = 0;
    int own = man->type + 1, from = man->square;
    for (unsigned i = 0; i < man->targets; i++) {
        int to = man->target[i];
        unsigned code = (unsigned)(from << 6 | to);
        unsigned class =
            ((8 * (unsigned)man->type + plain_from_flags(plain, from)) * 6 + prey_of(plain, own, to)) * 32;
        if (plain->men[to] > 0) { /* castling */
            unsigned low = to < from;
            class += gives_check(plain, ROOKS, low ? 3 : 5) ? 8 : 0;
            targets[count++] = (struct plain_target){code, 3668 + low, class};
            continue;
        }
        class += (plain->enemy_pawns[to] ? 1u : 0u) + (plain->own_pawns[to] ? 2u : 0u) +
                 (plain->last_attacks[to] ? 4u : 0u) + (to == plain->last ? 16u : 0u);
        unsigned direction = to - from == 16 ? 3 : (unsigned)(to - from - 7);
        if (own != 1)
            targets[count++] = (struct plain_target){code, pair_row(own, from, to),
                                                     class + (gives_check(plain, own, to) ? 8 : 0)};
        else if (to < 56)
            targets[count++] = (struct plain_target){code, 3670 + 4 * (unsigned)(from - 8) + direction,
                                                     class + (gives_check(plain, 1, to) ? 8 : 0)};
        else
            for (int type = KNIGHTS; type <= QUEENS; type++)
                targets[count++] = (struct plain_target){(unsigned)(type - 1) << 12 | code,
                                                         3830 + 12 * (unsigned)(from % 8) + 4 * direction +
                                                             (unsigned)(type - KNIGHTS),
                                                         class + (gives_check(plain, type, to) ? 8 : 0)};
    }
    return count;
}

/* ---- Many positions ---- */

static uint64_t chooser = 17;
static size_t man_count, target_count;

/*
 * Squares where the last moves may have gone, as the side to move sees them: mostly men's, as those of real games, but any
 * will do.
 */
static struct table_last random_last(const struct position *position)
{
    struct table_last last = {NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE, NO_PIECE_TYPE, 0};
    unsigned flip = position->side == WHITE ? 0 : 56;
    uint64_t enemies = position->colours[position->side ^ 1];
    uint64_t own = position->colours[position->side];
    if (random_below(&chooser, 6) == 0)
        return last;
    unsigned square = (unsigned)random_below(&chooser, 64);
    while (random_below(&chooser, 8) != 0 && !(enemies & square_bit(square ^ flip)))
        square = (unsigned)random_below(&chooser, 64);
    last.to = (uint8_t)square;
    last.type = (uint8_t)random_below(&chooser, 6);
    last.took = (uint8_t)random_below(&chooser, 2);
    if (random_below(&chooser, 6) == 0)
        return last;
    while (random_below(&chooser, 8) != 0 && !(own & square_bit(square ^ flip)))
        square = (unsigned)random_below(&chooser, 64);
    last.own_to = (uint8_t)square;
    last.own_type = (uint8_t)random_below(&chooser, 6);
    return last;
}

/* Which of a choice's moves has this code; `count` of them: none. */
static unsigned place_of(const struct table_choice *choice, unsigned code)
{
    unsigned i = 0;
    while (i < choice->count && choice->moves[i] != code)
        i++;
    return i;
}

/* What is weighed is what is seen: sizes by the places that learning goes by. One possibility alone needs none. */
static void check_sizes(const struct table_choice *choice, const struct table_places *places,
                        const uint8_t *rows, const uint8_t *classes, const struct position *position)
{
    uint64_t total = 0;
    int fit = 1;
    if (choice->count < 2)
        return;
    for (unsigned i = 0; i < choice->count; i++) {
        uint32_t size = move_tables.sizes[rows[places->rows[i]] + classes[places->classes[i]]];
        fit &= table_choice_size(choice, i) == size;
        total += size;
    }
    require(fit && table_choice_total(choice) == total, position, "sizes");
}

static void check_sizes_of_types(const struct table_sight *sight, const uint16_t rows[TABLE_TYPE_KINDS],
                                 const struct position *position, uint32_t ply, const struct table_last *last)
{
    static struct table_sight weighed;
    static struct table_choice choice;
    uint64_t costs = 0, total = 0;
    int fit = 1;
    table_weigh_types(&weighed, position, ply, last, &move_tables, &choice);
    for (unsigned kind = 0; kind < TABLE_TYPE_KINDS; kind++)
        costs += move_tables.types[rows[kind]];
    for (unsigned type = PAWN; type <= KING; type++) {
        uint32_t size = move_tables.sizes[costs >> type * TABLE_TYPE_BITS & ((1u << TABLE_TYPE_BITS) - 1)];
        size = table_type_counts(sight, type) ? size : 0;
        fit &= table_choice_size(&choice, type) == size;
        total += size;
    }
    require(fit && table_choice_total(&choice) == total, position, "sizes of types");
}

static void check_targets(const struct table_sight *sight, unsigned number, const struct plain *plain,
                          const struct plain_man *man)
{
    static struct table_choice choice;
    static struct table_places places;
    struct plain_target expected[TABLE_TARGETS_MAX];
    unsigned count = list_plain_targets(plain, man, expected);
    table_see_targets(sight, number, &choice, &places);
    int fit = choice.count == count && count <= TABLE_TARGETS_MAX;
    for (unsigned i = 0; fit && i < count; i++) {
        fit &= choice.moves[i] == expected[i].code && places.rows[i] == expected[i].row &&
               places.classes[i] == expected[i].class;
        fit &= places.rows[i] < POLICY_ROW_COUNT && places.classes[i] < TABLE_MOVE_CLASSES;
        fit &= place_of(&choice, expected[i].code) == i; /* no move is there twice */
    }
    require(fit, sight->position, "targets");
    table_weigh_targets(sight, number, &move_tables, &choice);
    require(choice.count == count, sight->position, "number of targets that are weighed");
    check_sizes(&choice, &places, move_tables.move_rows[sight->phase], move_tables.move_classes,
                sight->position);
    target_count += count;
}

static void check_legal_moves(struct table_sight *sight, const struct position *position,
                              const chess_move *moves, unsigned count)
{
    static struct table_choice choice;
    static struct table_places places;
    for (unsigned i = 0; i < count; i++) {
        unsigned code = policy_code_of(position, moves[i]);
        unsigned found = 0;
        for (unsigned type = PAWN; type <= KING; type++) {
            if (!table_type_counts(sight, type))
                continue;
            table_see_men(sight, type, &choice, &places);
            for (unsigned man = 0; man < sight->man_count; man++) {
                table_see_targets(sight, man, &choice, &places);
                for (unsigned j = 0; j < choice.count; j++)
                    found += choice.moves[j] == code;
            }
        }
        require(found == 1, position, "a legal move");
    }
}

/* A step of a bishop, rook or queen, to a square without an own man. */
static int steps_freely(const struct plain *plain, int square)
{
    int type = plain->men[square];
    for (int to = 0; to < 64; to++) {
        int x = abs(to % 8 - square % 8), y = abs(to / 8 - square / 8);
        int is_straight = x + y == 1, is_slanted = x == 1 && y == 1;
        if (plain->men[to] <= 0 && ((is_straight && type != BISHOPS) || (is_slanted && type != ROOKS)))
            return 1;
    }
    return 0;
}

static int counts(const struct plain *plain, int type, uint32_t ply, unsigned with_target)
{
    if (type == KINGS)
        return 1;
    if (plain->checkers != 0)
        return with_target != 0;
    for (int square = 0; square < 64; square++)
        if (plain->men[square] == type && (ply >= 24 || type <= KNIGHTS || steps_freely(plain, square)))
            return 1;
    return 0;
}

static void check_type(struct table_sight *sight, int type, const struct plain *plain, uint32_t ply)
{
    static struct table_choice choice;
    static struct table_places places;
    static struct plain_man expected[64];
    unsigned count = list_plain_men(plain, type, expected);
    require(table_type_counts(sight, (unsigned)type - 1) == counts(plain, type, ply, count), sight->position,
            "types");
    table_see_men(sight, (unsigned)type - 1, &choice, &places);
    require(choice.count == count && sight->man_count == count, sight->position, "number of men");
    for (unsigned i = 0; i < count; i++) {
        require(sight->squares[i] == (unsigned)expected[i].square, sight->position, "men");
        require(type == KINGS || (places.rows[i] == expected[i].row && places.rows[i] < TABLE_MAN_ROWS),
                sight->position, "rows");
        require(type == KINGS ||
                    (places.classes[i] == expected[i].class && places.classes[i] < TABLE_MAN_CLASSES),
                sight->position, "classes");
        check_targets(sight, i, plain, &expected[i]);
    }
    table_weigh_men(sight, (unsigned)type - 1, &move_tables, &choice);
    require(choice.count == count && sight->man_count == count, sight->position,
            "number of men that are weighed");
    if (type != KINGS)
        check_sizes(&choice, &places, move_tables.man_rows[sight->phase], move_tables.man_classes,
                    sight->position);
    man_count += count;
}

static void check_position(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_sight sight;
    struct plain plain;
    struct table_last last = random_last(position);
    uint16_t rows[TABLE_TYPE_KINDS];
    unsigned expected[TABLE_TYPE_KINDS];
    uint32_t ply = (uint32_t)random_below(&chooser, 100);
    fill_plain(&plain, position, &last, moves, count);
    table_see_types(&sight, position, ply, &last, rows);
    list_plain_rows(&plain, position, table_phase(position, ply), &last, expected);
    for (unsigned kind = 0; kind < TABLE_TYPE_KINDS; kind++)
        require(rows[kind] == expected[kind] && rows[kind] < TABLE_TYPE_ROWS, position, "rows of types");
    check_sizes_of_types(&sight, rows, position, ply, &last);
    for (int type = 1; type <= KINGS; type++)
        check_type(&sight, type, &plain, ply);
    if (random_below(&chooser, 8) == 0)
        check_legal_moves(&sight, position, moves, count);
}

START_TEST(men_and_targets_are_the_documents)
{
    man_count = target_count = 0;
    walk_everything(check_position);
    ck_assert_uint_gt(man_count, 100000);
    ck_assert_uint_gt(target_count, 500000);
}
END_TEST

/* ---- Legality ---- */

static const struct table_last nothing = {NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE, NO_PIECE_TYPE, 0};

static void check_candidates(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_sight sight;
    static struct table_choice choice;
    static struct table_places places;
    uint16_t rows[TABLE_TYPE_KINDS];
    unsigned flip = position->side == WHITE ? 0 : 56;
    table_see_types(&sight, position, 0, &nothing, rows);
    check_legal_moves(&sight, position, moves, count);
    for (unsigned type = PAWN; type <= KING; type++) {
        table_see_men(&sight, type, &choice, &places);
        for (unsigned man = 0; man < sight.man_count; man++) {
            table_see_targets(&sight, man, &choice, &places);
            int fit = choice.count > 0;
            for (unsigned i = 0; i < choice.count; i++) {
                unsigned from = (choice.moves[i] >> 6 & 63) ^ flip, to = (choice.moves[i] & 63) ^ flip;
                int is_castling = places.rows[i] / 2 == POLICY_ROW_CASTLING / 2;
                fit &= (position->colours[position->side] & square_bit(from)) != 0;
                fit &= to != position->king_square[position->side ^ 1];
                fit &= is_castling || !(position->colours[position->side] & square_bit(to));
            }
            require(fit, position, "moves");
        }
    }
}

START_TEST(every_legal_move_is_there_once)
{
    walk_everything(check_candidates);
}
END_TEST

/* ---- Mirrored ---- */

static void mirror(const struct position *position, struct position *mirrored)
{
    char fen[FEN_SIZE_MAX + 1], out[FEN_SIZE_MAX + 8], castling[8] = "";
    char *fields[4];
    fen_write(position, FEN_SHREDDER, fen);
    for (char *at = fen; *at != '\0'; at++)
        *at = isupper((unsigned char)*at) ? (char)tolower(*at) : (char)toupper(*at);
    char *rest = fen;
    for (unsigned i = 0; i < 4; i++) {
        fields[i] = rest;
        rest = strchr(rest, ' ');
        *rest++ = '\0';
    }
    size_t size = 0;
    for (char *rank = strrchr(fields[0], '/'); rank != NULL; rank = strrchr(fields[0], '/')) {
        size += (size_t)sprintf(out + size, "%s/", rank + 1);
        *rank = '\0';
    }
    size_t rights = 0;
    for (int upper = 1; upper >= 0; upper--)
        for (const char *at = fields[2]; *at != '\0'; at++)
            if (!isupper((unsigned char)*at) == !upper)
                castling[rights++] = *at;
    char *square = fields[3];
    square[0] = (char)tolower(square[0]);
    if (square[0] != '-')
        square[1] = (char)('1' + '8' - square[1]);
    sprintf(out + size, "%s %s %.4s %s %s", fields[0], fields[1][0] == 'W' ? "b" : "w", castling, square,
            rest);
    walk_position(out, mirrored);
    if (position->ep_square != NO_SQUARE) /* a FEN has it only where the capture is legal */
        mirrored->ep_square = position->ep_square ^ 56;
}

static size_t mirrored_count;

static int men_are_the_same(struct table_sight *sight, struct table_sight *other, unsigned type)
{
    static struct table_choice choices[2];
    static struct table_places places[2];
    table_see_men(sight, type, &choices[0], &places[0]);
    table_see_men(other, type, &choices[1], &places[1]);
    unsigned men = choices[0].count;
    int same = table_type_counts(sight, type) == table_type_counts(other, type) && men == choices[1].count &&
               memcmp(places[0].rows, places[1].rows, men * sizeof *places->rows) == 0 &&
               memcmp(places[0].classes, places[1].classes, men * sizeof *places->classes) == 0;
    for (unsigned man = 0; same && man < men; man++) {
        table_see_targets(sight, man, &choices[0], &places[0]);
        table_see_targets(other, man, &choices[1], &places[1]);
        size_t size = choices[0].count * sizeof *choices->moves;
        same = choices[0].count == choices[1].count &&
               memcmp(choices[0].moves, choices[1].moves, size) == 0 &&
               memcmp(places[0].rows, places[1].rows, size) == 0 &&
               memcmp(places[0].classes, places[1].classes, size) == 0;
    }
    return same;
}

static void check_mirrored(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_sight sight, other;
    struct table_last last = random_last(position);
    struct position mirrored;
    uint16_t rows[2][TABLE_TYPE_KINDS];
    (void)moves;
    (void)count;
    mirror(position, &mirrored);
    table_see_types(&sight, position, 7, &last, rows[0]);
    table_see_types(&other, &mirrored, 7, &last, rows[1]);
    int same = position->side != mirrored.side && memcmp(rows[0], rows[1], sizeof rows[0]) == 0;
    for (unsigned type = PAWN; same && type <= KING; type++)
        same = men_are_the_same(&sight, &other, type);
    require(same, position, "mirrored");
    mirrored_count++;
}

START_TEST(both_sides_see_the_same)
{
    mirrored_count = 0;
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_random_games(*fen, 5, 80, 5, check_mirrored);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_random_games(*fen, 1, 30, 5, check_mirrored);
    ck_assert_uint_gt(mirrored_count, 2000);
}
END_TEST

/* ---- By hand ---- */

static unsigned square_named(const char *name)
{
    return (unsigned)(name[0] - 'a') + 8 * (unsigned)(name[1] - '1');
}

/* Of men whose types do not matter. */
static struct table_last last_of(const char *to, const char *own_to)
{
    struct table_last last = nothing;
    if (to != NULL)
        last.to = (uint8_t)square_named(to);
    if (own_to != NULL)
        last.own_to = (uint8_t)square_named(own_to);
    return last;
}

/* The places of the man on a square among those of its type. */
static unsigned see_man(struct table_sight *sight, const struct position *position,
                        const struct table_last *last, const char *square, struct table_places *places)
{
    static struct table_choice choice;
    uint16_t rows[TABLE_TYPE_KINDS];
    unsigned man = 0;
    table_see_types(sight, position, 0, last, rows);
    table_see_men(sight, man_type(position->men[square_named(square) ^ sight->flip]), &choice, places);
    while (sight->squares[man] != square_named(square))
        ck_assert_uint_lt(++man, choice.count);
    return man;
}

/* Classes are worked out from the document: ((6 type + best) * 64 + flags) * 8 + room + 4 guarded. */
static const struct {
    const char *fen, *last, *before;
    const char *man; /* as the side to move sees the board; all squares here are so, or white's */
    unsigned row, class;
} seen_men[] = {
    /* A knight of the start position: two targets, nothing else. Type 1: 1 * 6 * 512 = 3072, room 1. */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, NULL, "b1", 65, 3073},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, NULL, "e2", 12, 1},
    /* 1: an enemy pawn attacks it. 3 targets of the pawn's man: one push only (e5 is free, d5 takes). */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", NULL, NULL, "e4", 28, (0 * 6 + 1) * 512 + (1 + 32) * 8 + 1},
    /* 2: the man that moved last attacks it. The rook on a1 sees a7, takes R on a8: best 4, unguarded: 32, T: 8. */
    {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a8", NULL, "a1", 192, (3 * 6 + 4) * 512 + (2 + 8 + 16 + 32) * 8 + 3},
    /* 4: it made the own last move. */
    {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, "a1", "a1", 192, (3 * 6 + 4) * 512 + (4 + 16 + 32) * 8 + 3},
    /* A target that an enemy pawn guards is no 32, and takes all the same; 16: a knight's fork square c7 of the king e8. */
    {"4k3/p7/1n6/3N4/8/8/8/4K3 w - - 0 1", NULL, NULL, "d5", 64 + 35, (1 * 6 + 2) * 512 + 16 * 8 + 2},
    /* En passant is a pawn taken, on a square that no pawn of the enemy guards. */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", NULL, "e5", 36, 1 * 512 + 32 * 8 + 1},
    /* +4: guarded by an own pawn. The bishop has nine targets: room 3, b6 checks nobody. */
    {"k7/8/8/8/3B4/2P5/8/7K w - - 0 1", NULL, NULL, "d4", 128 + 27, 2 * 6 * 512 + 3 + 4},
    {"7k/8/8/8/3B4/2P5/8/K7 w - - 0 1", NULL, NULL, "d4", 128 + 27, 2 * 6 * 512 + 16 * 8 + 3 + 4},
    /* Eight targets are room 2, and so are four; three are 1. */
    {"7k/8/8/8/3N4/8/8/K7 w - - 0 1", NULL, NULL, "d4", 64 + 27, 6 * 512 + 2},
    {"7k/8/8/8/8/8/1N6/K7 w - - 0 1", NULL, NULL, "b2", 64 + 9, 6 * 512 + 2},
    {"7k/8/8/8/8/8/8/KN6 w - - 0 1", NULL, NULL, "b1", 64 + 1, 6 * 512 + 1},
    /* A queen takes the most. */
    {"4k3/8/8/8/q2Q2r1/8/8/4K3 w - - 0 1", NULL, NULL, "d4", 256 + 27, (4 * 6 + 5) * 512 + (16 + 32) * 8 + 3},
    /* In check from e8, the rook on a3 can only stand between, on e3. */
    {"4r2k/8/8/8/8/R7/8/4K3 w - - 0 1", NULL, NULL, "a3", 192 + 16, 3 * 6 * 512},
    /* Black sees the same from its side: e7 is e2. */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", NULL, NULL, "e2", 12, 1},
};

START_TEST(classes_of_men_by_hand)
{
    static struct table_sight sight;
    struct position position;
    struct table_places places;
    struct table_last last = last_of(seen_men[_i].last, seen_men[_i].before);
    walk_position(seen_men[_i].fen, &position);
    unsigned man = see_man(&sight, &position, &last, seen_men[_i].man, &places);
    ck_assert_uint_eq(places.rows[man], seen_men[_i].row);
    ck_assert_uint_eq(places.classes[man], seen_men[_i].class);
}
END_TEST

/* ((8 type + from) * 6 + taken) * 32 + to. */
static const struct {
    const char *fen, *last, *before;
    const char *from, *to;
    unsigned promotion, row, class;
} seen_targets[] = {
    /* f3 is guarded by the pawns on e2 and g2: 2. */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, NULL, "g1", "f3", 0, 22,
     8 * 6 * 32 + 2},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, NULL, "e2", "e4", 0, 3670 + 4 * 4 + 3,
     0},
    /* The enemy's pawn takes on e4: 1; it moved last: 4. */
    {"4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", "d5", NULL, "e2", "e4", 0, 3670 + 4 * 4 + 3, 1 + 4},
    /* Taking the man that moved last: 16, taken 4; the rook is attacked by it: from 2. Check: 8. */
    {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a8", NULL, "a1", "a8", 0, 896 + 13,
     ((8 * 3 + 2) * 6 + 4) * 32 + 8 + 16},
    {"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a8", "a1", "a1", "a3", 0, 896 + 8, (8 * 3 + 6) * 6 * 32 + 4},
    /* Castling: the rook on d1, or f1, gives check or not; nothing else counts. */
    {"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "d8", NULL, "e1", "a1", 0, 3669, 8 * 5 * 6 * 32 + 8},
    {"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", NULL, "e1", "e1", "h1", 0, 3668, (8 * 5 + 4) * 6 * 32},
    /* A pawn that becomes a queen gives check as one, but not as a knight; it stays a pawn in its class. */
    {"7k/1P6/8/8/8/8/8/K7 w - - 0 1", NULL, NULL, "b7", "b8", 4, 3830 + 12 + 4 + 3, 8},
    {"7k/1P6/8/8/8/8/8/K7 w - - 0 1", NULL, NULL, "b7", "b8", 1, 3830 + 12 + 4, 0},
    {"n6k/1P6/8/8/8/8/8/K7 w - - 0 1", NULL, NULL, "b7", "a8", 3, 3830 + 12 + 2, 2 * 32 + 8 + 2},
    /* En passant: taken 1. */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", NULL, "e5", "d6", 0, 3670 + 4 * (36 - 8), 1 * 32 + 2},
};

START_TEST(classes_of_targets_by_hand)
{
    static struct table_sight sight;
    struct position position;
    struct table_choice choice;
    struct table_places places;
    struct table_last last = last_of(seen_targets[_i].last, seen_targets[_i].before);
    unsigned code = policy_move_code(square_named(seen_targets[_i].from), square_named(seen_targets[_i].to),
                                     seen_targets[_i].promotion);
    walk_position(seen_targets[_i].fen, &position);
    table_see_targets(&sight, see_man(&sight, &position, &last, seen_targets[_i].from, &places), &choice,
                      &places);
    unsigned target = place_of(&choice, code);
    ck_assert_uint_lt(target, choice.count);
    ck_assert_uint_eq(places.rows[target], seen_targets[_i].row);
    ck_assert_uint_eq(places.classes[target], seen_targets[_i].class);
}
END_TEST

/* Castling stands behind a king's other moves, the lower rook first. */
START_TEST(castling_comes_last)
{
    static const char *const expected[] = {"d1", "f1", "d2", "e2", "f2", "a1", "h1"};
    static struct table_sight sight;
    struct position position;
    struct table_choice choice;
    struct table_places places;
    walk_position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &position);
    table_see_targets(&sight, see_man(&sight, &position, &nothing, "e1", &places), &choice, &places);
    ck_assert_uint_eq(choice.count, sizeof expected / sizeof *expected);
    for (unsigned i = 0; i < choice.count; i++)
        ck_assert_uint_eq(choice.moves[i] & 63, square_named(expected[i]));
}
END_TEST

/* Worked out from the document's table of rows of types. */
static const struct {
    const char *fen;
    uint32_t ply;
    struct table_last last;
    uint16_t rows[TABLE_TYPE_KINDS];
} seen_types[] = {
    /* Nothing moved: types 6, squares 0. All men at home, all pawns, both rights. */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     0,
     {NO_SQUARE, NO_SQUARE, 6, 6, 0},
     {(6 * 7 + 6) * 2 * 64, 6272 + 6 * 64, 9856, 10880, 11904 + 1023, 12928 + 255 + 768}},
    /* 1. e4 d5: the pawn attacks d5, the queen on d8 holds it; d5 attacks the pawn on e4. */
    {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
     2,
     {35, 28, PAWN, PAWN, 0},
     {35, 6272 + 28, 9856 + 1 + 128 + 512, 10880 + 1, 11904 + 1023 - 512, 12928 + 255 - 16 + 768}},
    /* A rook took on a8 and gives check along the rank; seen by black it went to a1, where a knight on c2 attacks it. */
    {"R3k3/2n5/8/8/8/8/8/4K3 b - - 0 30",
     59,
     {0, 10, ROOK, KNIGHT, 1},
     {((1 * 7 + 3) * 2 + 1) * 64, 6272 + (7 * 7 + 1) * 64 + 10, 9856 + 2 + 256, 10880 + 512, 11904 + 16,
      12928}},
    /* Pawns attack a knight and a queen, and hold the bishop that came to b4 and attacks a rook. */
    {"4k3/8/8/2p1p3/1b1N1Q2/8/3R4/4K3 w - - 0 30",
     59,
     {25, NO_SQUARE, BISHOP, 6, 0},
     {((6 * 7 + 2) * 2) * 64 + 25, 6272 + (7 * 7 + 6) * 64, 9856 + 64, 10880 + 8 + 32 + 256, 11904 + 16,
      12928}},
};

START_TEST(rows_of_types_by_hand)
{
    static struct table_sight sight;
    struct position position;
    uint16_t rows[TABLE_TYPE_KINDS];
    walk_position(seen_types[_i].fen, &position);
    table_see_types(&sight, &position, seen_types[_i].ply, &seen_types[_i].last, rows);
    for (unsigned kind = 0; kind < TABLE_TYPE_KINDS; kind++)
        ck_assert_uint_eq(rows[kind], seen_types[_i].rows[kind]);
}
END_TEST

/* What the coder remembers: types as they were, squares as the side to move sees them. */
START_TEST(the_last_moves_are_remembered)
{
    static struct policy_past past;
    static const char *const moves[] = {"e2e4", "d7d5", "e4d5"};
    struct position position;
    policy_past_init(&past);
    policy_past_start_game(&past);
    position_start(&position);
    for (unsigned i = 0; i < 3; i++) {
        chess_move move = walk_move(&position, moves[i]);
        policy_past_add(&past, &position, move);
        position_make(&position, move);
    }
    struct table_last last = table_last_of(&past, &position);
    ck_assert_uint_eq(last.to, square_named("d4")); /* d5, as black sees it */
    ck_assert_uint_eq(last.own_to, square_named("d4"));
    ck_assert_uint_eq(last.type, PAWN);
    ck_assert_uint_eq(last.own_type, PAWN);
    ck_assert_uint_eq(last.took, 1);
    policy_past_start_game(&past);
    last = table_last_of(&past, &position);
    ck_assert(last.to == NO_SQUARE && last.own_to == NO_SQUARE && last.type == 6 && last.own_type == 6);
    ck_assert_uint_eq(last.took, 0);
}
END_TEST

/* The own king's safety is not asked: men can be left where no move is legal, and need not be. */
static unsigned count_men(const char *fen)
{
    static struct table_sight sight;
    struct position position;
    struct table_choice choice;
    struct table_places places;
    uint16_t rows[TABLE_TYPE_KINDS];
    unsigned count = 0;
    walk_position(fen, &position);
    table_see_types(&sight, &position, 0, &nothing, rows);
    for (unsigned type = PAWN; type <= KING; type++) {
        table_see_men(&sight, type, &choice, &places);
        count += choice.count;
    }
    return count;
}

START_TEST(positions_without_men)
{
    ck_assert_uint_eq(count_men("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 1);   /* g8 is the queen's only */
    ck_assert_uint_eq(count_men("8/8/8/8/8/p1P5/P1K5/k7 b - - 0 1"), 1); /* a2 can be taken */
    ck_assert_uint_eq(count_men("8/8/8/8/8/1p6/pP6/k1K5 b - - 0 1"), 0);
}
END_TEST

/* ---- Phases ---- */

START_TEST(phases_begin_where_the_document_says)
{
    static const struct {
        uint32_t ply;
        unsigned men, phase;
    } expected[] = {{0, 32, 0},  {7, 32, 0},  {8, 32, 1},  {15, 2, 1},  {16, 2, 2},  {23, 2, 2},
                    {24, 32, 3}, {24, 28, 3}, {24, 27, 4}, {24, 23, 4}, {24, 22, 5}, {24, 17, 5},
                    {24, 16, 6}, {24, 11, 6}, {24, 10, 7}, {24, 2, 7},  {99, 64, 3}, {UINT32_MAX, 28, 3}};
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct position position = {.king_square = {0}};
        for (unsigned man = 0; man < expected[i].men; man++)
            position.colours[man & 1] |= square_bit(man);
        ck_assert_uint_eq(table_phase(&position, expected[i].ply), expected[i].phase);
    }
}
END_TEST

/* ---- The tables ---- */

START_TEST(built_in_tables_are_the_file)
{
    size_t size;
    uint8_t *bytes = (uint8_t *)read_file("data/tables-0.bin", &size);
    ck_assert_uint_eq(size, TABLE_BYTES);
    ck_assert_uint_eq(size, 142256);
    ck_assert(xxh64(bytes, size) ==
              UINT64_C(0x16abadf4ac436750)); /* as docs/FORMAT.md and data/README.md tell */
    size_t at = 0;
    for (unsigned row = 0; row < TABLE_TYPE_ROWS; row++) {
        ck_assert(move_tables.types[row] >> (TABLE_TYPES * TABLE_TYPE_BITS) == 0);
        for (unsigned type = 0; type < TABLE_TYPES; type++, at++) {
            ck_assert_uint_eq(move_tables.types[row] >> type * TABLE_TYPE_BITS & 1023, bytes[at]);
            ck_assert_uint_le(bytes[at] * TABLE_TYPE_KINDS, 1023); /* costs that are added up stay apart */
        }
    }
    ck_assert_mem_eq(bytes + at, move_tables.man_rows, sizeof move_tables.man_rows);
    at += sizeof move_tables.man_rows;
    ck_assert_mem_eq(bytes + at, move_tables.man_classes, sizeof move_tables.man_classes);
    at += sizeof move_tables.man_classes;
    ck_assert_mem_eq(bytes + at, move_tables.move_rows, sizeof move_tables.move_rows);
    at += sizeof move_tables.move_rows;
    ck_assert_mem_eq(bytes + at, move_tables.move_classes, sizeof move_tables.move_classes);
    ck_assert_uint_eq(at + sizeof move_tables.move_classes, size);
    free(bytes);
}
END_TEST

/* floor(2^(31 - cost / 16)) + 1: to the 16th power it is at most, and with one more above, 2^(496 - cost). */
START_TEST(sizes_are_powers)
{
    for (unsigned cost = 0; cost < 1024; cost++) {
        long double power = ldexpl(1, 31 - (int)(cost / 16));
        for (unsigned i = 0; i < cost % 16; i++)
            power *= 0.957603280698573646936305635147915443524L; /* 2^(-1/16) */
        ck_assert_uint_eq(move_tables.sizes[cost], (uint32_t)floorl(power) + 1);
    }
}
END_TEST

Suite *table_moves_suite(void)
{
    Suite *suite = suite_create("table_moves");
    TCase *tests = tcase_create("moves");
    tcase_add_test(tests, men_and_targets_are_the_documents);
    tcase_add_test(tests, every_legal_move_is_there_once);
    tcase_add_test(tests, both_sides_see_the_same);
    tcase_add_loop_test(tests, classes_of_men_by_hand, 0, sizeof seen_men / sizeof *seen_men);
    tcase_add_loop_test(tests, classes_of_targets_by_hand, 0, sizeof seen_targets / sizeof *seen_targets);
    tcase_add_test(tests, castling_comes_last);
    tcase_add_loop_test(tests, rows_of_types_by_hand, 0, sizeof seen_types / sizeof *seen_types);
    tcase_add_test(tests, the_last_moves_are_remembered);
    tcase_add_test(tests, positions_without_men);
    tcase_add_test(tests, phases_begin_where_the_document_says);
    tcase_add_test(tests, built_in_tables_are_the_file);
    tcase_add_test(tests, sizes_are_powers);
    suite_add_tcase(suite, tests);
    return suite;
}
