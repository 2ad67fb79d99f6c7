/*
 * What codec "table" sees: men, targets, rows and classes, against a second, slow account of docs/FORMAT.md, "Codec 4",
 * by squares and steps alone. Streams: test_move_stream.c, test_modelled_moves.c.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "moves/table_coder.h"
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
    int target[64];   /* ascending */
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

static void fill_plain(struct plain *plain, const struct position *position,
                       const struct policy_history *history, const chess_move *moves, unsigned count)
{
    int flip = position->side == WHITE ? 0 : 56;
    memset(plain, 0, sizeof *plain);
    plain->last = history->enemy_to == NO_SQUARE ? NONE : history->enemy_to ^ flip;
    plain->before = history->own_to == NO_SQUARE ? NONE : history->own_to ^ flip;
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
    for (int to = 0; to < 64; to++) {
        if (!goes_to(plain, square, to))
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

static unsigned list_plain_men(const struct plain *plain, struct plain_man men[64])
{
    static const int order[] = {KINGS, KNIGHTS, BISHOPS, ROOKS, QUEENS, 1};
    unsigned count = 0;
    for (unsigned i = 0; i < 6; i++)
        for (int square = 0; square < 64; square++)
            if (plain->men[square] == order[i]) {
                see_plain_man(plain, square, &men[count]);
                count += men[count].targets != 0;
            }
    return count;
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

/* Squares where the last moves may have gone: mostly men's, as those of real games, but any will do. */
static struct policy_history random_history(const struct position *position)
{
    struct policy_history history = POLICY_HISTORY_NONE;
    uint64_t enemies = position->colours[position->side ^ 1];
    uint64_t own = position->colours[position->side];
    if (random_below(&chooser, 6) == 0)
        return history;
    unsigned square = (unsigned)random_below(&chooser, 64);
    while (random_below(&chooser, 8) != 0 && !(enemies & square_bit(square)))
        square = (unsigned)random_below(&chooser, 64);
    history.enemy_to = (uint8_t)square;
    if (random_below(&chooser, 6) == 0)
        return history;
    while (random_below(&chooser, 8) != 0 && !(own & square_bit(square)))
        square = (unsigned)random_below(&chooser, 64);
    history.own_to = (uint8_t)square;
    return history;
}

static void check_targets(const struct table_men *men, unsigned number, const struct plain *plain,
                          const struct plain_man *man)
{
    static struct table_targets targets;
    struct plain_target expected[TABLE_TARGETS_MAX];
    unsigned count = list_plain_targets(plain, man, expected);
    table_targets_fill(&targets, men, number);
    int fit = targets.count == count && count <= TABLE_TARGETS_MAX;
    for (unsigned i = 0; fit && i < count; i++) {
        fit &= targets.moves[i] == expected[i].code && targets.rows[i] == expected[i].row &&
               targets.classes[i] == expected[i].class;
        fit &= targets.rows[i] < POLICY_ROW_COUNT && targets.classes[i] < TABLE_MOVE_CLASSES;
        fit &= table_target_of(&targets, expected[i].code) == i; /* no move is there twice */
    }
    require(fit, men->position, "targets");
    target_count += count;
}

static void check_legal_moves(const struct table_men *men, const struct position *position,
                              const chess_move *moves, unsigned count)
{
    struct table_targets targets;
    for (unsigned i = 0; i < count; i++) {
        unsigned code = policy_code_of(position, moves[i]);
        unsigned places = 0;
        for (unsigned man = 0; man < men->count; man++) {
            table_targets_fill(&targets, men, man);
            for (unsigned j = 0; j < targets.count; j++)
                places += targets.moves[j] == code;
        }
        require(places == 1, position, "a legal move");
    }
}

static void check_position(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_men men;
    static struct plain_man expected[64];
    struct plain plain;
    struct policy_history history = random_history(position);
    fill_plain(&plain, position, &history, moves, count);
    unsigned expected_count = list_plain_men(&plain, expected);
    table_men_fill(&men, position, &history);
    require(men.count == expected_count, position, "number of men");
    for (unsigned i = 0; i < men.count; i++) {
        require(table_man_square(&men, i) == (unsigned)expected[i].square &&
                    table_man_type(&men, i) == (unsigned)expected[i].type,
                position, "men");
        require(men.rows[i] == expected[i].row && men.rows[i] < TABLE_MAN_ROWS, position, "rows");
        require(men.classes[i] == expected[i].class && men.classes[i] < TABLE_MAN_CLASSES, position,
                "classes");
        check_targets(&men, i, &plain, &expected[i]);
    }
    man_count += men.count;
    if (random_below(&chooser, 8) == 0)
        check_legal_moves(&men, position, moves, count);
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

static void check_candidates(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_men men;
    static struct table_targets targets;
    const struct policy_history nothing = POLICY_HISTORY_NONE;
    unsigned flip = position->side == WHITE ? 0 : 56;
    table_men_fill(&men, position, &nothing);
    check_legal_moves(&men, position, moves, count);
    for (unsigned man = 0; man < men.count; man++) {
        table_targets_fill(&targets, &men, man);
        int fit = targets.count > 0;
        for (unsigned i = 0; i < targets.count; i++) {
            unsigned from = (targets.moves[i] >> 6 & 63) ^ flip, to = (targets.moves[i] & 63) ^ flip;
            int is_castling = targets.rows[i] / 2 == POLICY_ROW_CASTLING / 2;
            fit &= (position->colours[position->side] & square_bit(from)) != 0;
            fit &= to != position->king_square[position->side ^ 1];
            fit &= is_castling || !(position->colours[position->side] & square_bit(to));
        }
        require(fit, position, "moves");
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

static void check_mirrored(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct table_men men, others;
    static struct table_targets targets, other_targets;
    struct policy_history history = random_history(position);
    struct policy_history turned = history;
    struct position mirrored;
    (void)moves;
    (void)count;
    mirror(position, &mirrored);
    turned.enemy_to ^= history.enemy_to == NO_SQUARE ? 0 : 56;
    turned.own_to ^= history.own_to == NO_SQUARE ? 0 : 56;
    table_men_fill(&men, position, &history);
    table_men_fill(&others, &mirrored, &turned);
    int same = position->side != mirrored.side && men.count == others.count &&
               memcmp(men.rows, others.rows, men.count * sizeof *men.rows) == 0 &&
               memcmp(men.classes, others.classes, men.count * sizeof *men.classes) == 0;
    for (unsigned man = 0; same && man < men.count; man++) {
        table_targets_fill(&targets, &men, man);
        table_targets_fill(&other_targets, &others, man);
        size_t size = targets.count * sizeof *targets.moves;
        same = targets.count == other_targets.count &&
               memcmp(targets.moves, other_targets.moves, size) == 0 &&
               memcmp(targets.rows, other_targets.rows, size) == 0 &&
               memcmp(targets.classes, other_targets.classes, size) == 0;
    }
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

static struct policy_history history_of(const char *last, const char *before)
{
    struct policy_history history = POLICY_HISTORY_NONE;
    if (last != NULL)
        history.enemy_to = (uint8_t)square_named(last);
    if (before != NULL)
        history.own_to = (uint8_t)square_named(before);
    return history;
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
    /* A king with both castlings: d1, d2, e2, f2, f1 and two rooks, room 2. */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", NULL, NULL, "e1", 320 + 4, 5 * 6 * 512 + 2},
    /* Eight targets are room 2, with castlings they would be more; four are room 2, three 1. */
    {"4k3/8/8/8/4K3/8/8/8 w - - 0 1", NULL, NULL, "e4", 320 + 28, 5 * 6 * 512 + 2},
    {"7k/8/8/8/8/8/8/K7 w - - 0 1", NULL, NULL, "a1", 320, 5 * 6 * 512 + 1},
    /* A queen takes the most. */
    {"4k3/8/8/8/q2Q2r1/8/8/4K3 w - - 0 1", NULL, NULL, "d4", 256 + 27, (4 * 6 + 5) * 512 + (16 + 32) * 8 + 3},
    /* In check from e8, the rook on a3 can only stand between, on e3. */
    {"4r2k/8/8/8/8/R7/8/4K3 w - - 0 1", NULL, NULL, "a3", 192 + 16, 3 * 6 * 512},
    /* Black sees the same from its side: e7 is e2. */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", NULL, NULL, "e2", 12, 1},
};

START_TEST(classes_of_men_by_hand)
{
    struct position position;
    struct table_men men;
    struct policy_history history = history_of(seen_men[_i].last, seen_men[_i].before);
    walk_position(seen_men[_i].fen, &position);
    table_men_fill(&men, &position, &history);
    unsigned man = table_man_of(&men, square_named(seen_men[_i].man) << 6);
    ck_assert_uint_eq(men.rows[man], seen_men[_i].row);
    ck_assert_uint_eq(men.classes[man], seen_men[_i].class);
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
    struct position position;
    struct table_men men;
    struct table_targets targets;
    struct policy_history history = history_of(seen_targets[_i].last, seen_targets[_i].before);
    unsigned code = policy_move_code(square_named(seen_targets[_i].from), square_named(seen_targets[_i].to),
                                     seen_targets[_i].promotion);
    walk_position(seen_targets[_i].fen, &position);
    table_men_fill(&men, &position, &history);
    table_targets_fill(&targets, &men, table_man_of(&men, code));
    unsigned target = table_target_of(&targets, code);
    ck_assert_uint_eq(targets.rows[target], seen_targets[_i].row);
    ck_assert_uint_eq(targets.classes[target], seen_targets[_i].class);
}
END_TEST

/* The own king's safety is not asked: men can be left where no move is legal, and need not be. */
START_TEST(positions_without_men)
{
    const struct policy_history nothing = POLICY_HISTORY_NONE;
    struct position position;
    struct table_men men;
    walk_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &position); /* g8 is the queen's only */
    table_men_fill(&men, &position, &nothing);
    ck_assert_uint_eq(men.count, 1);
    walk_position("8/8/8/8/8/p1P5/P1K5/k7 b - - 0 1", &position);
    table_men_fill(&men, &position, &nothing);
    ck_assert_uint_eq(men.count, 1); /* a2 can be taken */
    walk_position("8/8/8/8/8/1p6/pP6/k1K5 b - - 0 1", &position);
    table_men_fill(&men, &position, &nothing);
    ck_assert_uint_eq(men.count, 0);
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
    ck_assert_uint_eq(size, 2 * (size_t)TABLE_WEIGHTS);
    ck_assert_uint_eq(size, 124256);
    ck_assert(xxh64(bytes, size) ==
              UINT64_C(0x6b991762e465be12)); /* as docs/FORMAT.md and data/README.md tell */
    struct table_weights same = table_weights_at(move_tables.man_rows);
    ck_assert(same.man_classes == move_tables.man_classes && same.move_rows == move_tables.move_rows &&
              same.move_classes == move_tables.move_classes);
    for (size_t i = 0; i < TABLE_WEIGHTS; i++)
        ck_assert_int_eq(move_tables.man_rows[i], (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8));
    free(bytes);
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
    tcase_add_test(tests, positions_without_men);
    tcase_add_test(tests, phases_begin_where_the_document_says);
    tcase_add_test(tests, built_in_tables_are_the_file);
    suite_add_tcase(suite, tests);
    return suite;
}
