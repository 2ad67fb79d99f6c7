/* Conditions on the board, word by word: by hand, wrong ones, and without memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "search/conditions/men_text.h"
#include "shared/packing.h"
#include "shared/sample.h"
#include "shared/trials.h"
#include "unit/codec_walk.h"
#include "unit/query_support.h"
#include "unit/support.h"
#include "unit/suites.h"

/* ---- One position ---- */

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define ROOKS "8/5pk1/4r3/6P1/8/5P2/1R4K1/8 w - - 0 60"
#define BISHOPS "6k1/5p2/4b3/8/3B4/8/5P2/6K1 b - - 0 40"
#define IQP "r1bq1rk1/pp2bppp/2n1pn2/8/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10"
#define CARLSBAD "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBP3/PPQ1NPPP/R3K2R w KQ - 0 10"
#define SMOTHERED "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1"
#define STALEMATE "7k/5Q2/8/8/8/8/8/6K1 b - - 0 1"
#define CROWD "4k3/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQ - 0 1"

static const struct {
    const char *fen, *word, *value;
    int holds;
} positions[] = {
    {ROOKS, "material", "KRPPkrp", 1},
    {ROOKS, "material", "KRPPvKRP", 1},
    {ROOKS, "material", "KRPPKRP", 1},
    {ROOKS, "material", "KPRPkpr", 1},
    {ROOKS, "material", "KRPkrpp", 0},
    {ROOKS, "material", "KRPPkr", 0},
    {ROOKS, "material", "KRPPkrpp", 0},
    {ROOKS, "material", "KRPkrp", 0},
    {ROOKS, "material", "R1 r1 P2 p1", 1},
    {ROOKS, "material", "R1 r1 P3+", 0},
    {ROOKS, "material", "P2+ p-1 Q0 q0", 1},
    {ROOKS, "material", "P1-2 p1-", 1},
    {ROOKS, "material", "[Qq]0 [Rr]2 A4 a3 [Aa]7", 1},
    {ROOKS, "material", "[Aa]0-6", 0},
    {ROOKS, "material", "P>p R=r", 1},
    {ROOKS, "material", "P=p+1", 1},
    {ROOKS, "material", "P=p+2", 0},
    {ROOKS, "material", "p=P-1", 1},
    {ROOKS, "material", "P<=p", 0},
    {ROOKS, "material", "P>=p+1", 1},
    {ROOKS, "material", "p<P", 1},
    {ROOKS, "material", "p<P-1", 0},
    {ROOKS, "material", "Pv", 1},
    {ROOKS, "material", "PPv", 0},
    {ROOKS, "material", "vP", 0},
    {ROOKS, "material", "Rv", 0},
    {"4k3/8/8/3bn3/8/8/8/R3K2R w - - 0 1", "material", "RRvBN", 1},
    {"r3k3/8/8/3bn3/8/8/8/R3K2R w - - 0 1", "material", "RvBN", 1},
    {"r3k3/8/8/3bn3/8/8/8/R3K2R w - - 0 1", "material", "RvB", 0},
    {"r3k3/7p/8/3bn3/8/8/8/R3K2R w - - 0 1", "material", "rvbn", 1},
    {"r3k3/7p/8/3bn3/8/8/8/R3K2R w - - 0 1", "material", "RvBNP", 1},
    {BISHOPS, "material", "opposite-bishops", 1},
    {BISHOPS, "material", "same-bishops", 0},
    {BISHOPS, "material", "KBPkbp opposite-bishops", 1},
    {"6k1/5p2/4b3/8/8/3B4/5P2/6K1 b - - 0 40", "material", "same-bishops", 1},
    {"6k1/5p2/4b3/8/2BB4/8/5P2/6K1 b - - 0 40", "material", "same-bishops", 0},
    {"6k1/5p2/8/8/3B4/8/5P2/6K1 b - - 0 40", "material", "opposite-bishops", 0},
    {CROWD, "material", "P24 A32", 1},
    {CROWD, "material", "P0-23", 0},

    {IQP, "pawns", "iqp", 1},
    {CARLSBAD, "pawns", "iqp", 0},
    {CARLSBAD, "pawns", "carlsbad", 1},
    {CARLSBAD, "pawns", "d4 e3 - c* / c6 d5 - e*", 1},
    {CARLSBAD, "pawns", "d4 - e*", 0},
    {CARLSBAD, "pawns", "/ d5", 1},
    {CARLSBAD, "pawns", "- d5", 1},
    {CARLSBAD, "pawns", "/ - d5", 0},
    {IQP, "pawns", "isolated@d4", 1},
    {IQP, "pawns", "isolated", 1},
    {IQP, "pawns", "isolated:2+", 0},
    {IQP, "pawns", "/ isolated", 0},
    {IQP, "pawns", "- doubled / - doubled", 1},
    {IQP, "pawns", "passed", 0},
    {ROOKS, "pawns", "- isolated / isolated@f7", 1},
    {ROOKS, "pawns", "passed", 0},
    {"4k3/8/p7/P6p/P3p3/8/8/4K3 w - - 0 1", "pawns", "doubled:2 - passed / passed:2", 1},
    {"4k3/8/p7/P6p/P3p3/8/8/4K3 w - - 0 1", "pawns", "/ passed@a*", 0},
    {"4k3/8/1p6/P6p/P3p3/4P3/8/4K3 w - - 0 1", "pawns", "- passed@a4,a5 / - passed@b*,e*", 1},
    {START, "pawns", "*2:8 / *7:8", 1},
    {START, "pawns", "*2:1-7", 0},

    {START, "pattern", "Ke1 kg8", 0},
    {START, "pattern", "Ke1 ke8 Pe2", 1},
    {START, "pattern", "Pe2 Pd2 Pe4", 0},
    {START, "pattern", "_e4 !_e2", 1},
    {START, "pattern", "[BN]f1", 1},
    {START, "pattern", "[RQ]f1", 0},
    {START, "pattern", "N*1:2 P*2:8 p[a-c]7:3", 1},
    {START, "pattern", "N*1:3+", 0},
    {START, "pattern", "A[a-h][12]:16 a*[78]:16 _*[3-6]:32", 1},
    {START, "pattern", "!Qd1", 0},
    {START, "pattern", "!Qd2", 1},
    {START, "pattern", "Pa* Pb4,b2", 1},
    {START, "pattern", "Pb4,b3", 0},
    {START, "pattern", "![Aa]e*", 0},
    {START, "pattern", "![Aa]*[3-6]", 1},
    {SMOTHERED, "pattern", "Nf7 kh8 [rnb]g8 [pr]g7 ph7", 1},

    {SMOTHERED, "check", NULL, 1},
    {SMOTHERED, "mate", NULL, 1},
    {SMOTHERED, "stalemate", NULL, 0},
    {STALEMATE, "check", NULL, 0},
    {STALEMATE, "mate", NULL, 0},
    {STALEMATE, "stalemate", NULL, 1},
    {START, "check", NULL, 0},
    {START, "mate", NULL, 0},
    {START, "stalemate", NULL, 0},
    {START, "final", NULL, 1},
    {START, "side", "white", 1},
    {START, "side", "black", 0},
    {BISHOPS, "side", "black", 1},
    {BISHOPS, "move-number", "40", 1},
    {BISHOPS, "move-number", "-39", 0},
    {BISHOPS, "move-number", "41-", 0},
    {BISHOPS, "ply", "0", 1},
    {BISHOPS, "ply", "1-", 0},
    {BISHOPS, "move-number", "1,39-41", 1},
    {BISHOPS, "move-number", "1-39,41-", 0},
};

enum { POSITION_COUNT = sizeof positions / sizeof *positions };

START_TEST(in_a_position)
{
    struct position position;
    const char *const words[] = {positions[_i].word, positions[_i].value, NULL};
    const char *const opposite[] = {"not", NULL, positions[_i].word, positions[_i].value, NULL};
    struct pgnpack_query *query = query_of(words), *negated = query_of(opposite);
    walk_position(positions[_i].fen, &position);
    ck_assert_msg(query_holds(query, &position) == positions[_i].holds, "%s: %s %s", positions[_i].fen,
                  positions[_i].word, positions[_i].value);
    ck_assert_int_eq(query_holds(negated, &position), !positions[_i].holds);
    pgnpack_free(query);
    pgnpack_free(negated);
}
END_TEST

/* Each named structure's text is understood, and docs/QUERIES.md says the same. */
START_TEST(structures)
{
    size_t count = 0;
    const struct pawn_structure *structure;
    char row[200], *document = read_file("docs/QUERIES.md", NULL);
    while ((structure = pawn_structure_at(count)) != NULL) {
        const char *const words[] = {"pawns", structure->name, "pawns", structure->text, NULL};
        pgnpack_free(query_of(words));
        snprintf(row, sizeof row, "\n| `%s` | `%s` |", structure->name, structure->text);
        ck_assert_msg(strstr(document, row) != NULL, "not in docs/QUERIES.md: %s", row);
        count++;
    }
    ck_assert_uint_ge(count, 15);
    free(document);
}
END_TEST

/* ---- Turned ---- */

static const struct {
    const char *fen, *word, *value, *turn, *other_turn;
    int holds;
} turned[] = {
    {"8/5pk1/4r3/6P1/8/5P2/1R4K1/8 w - - 0 60", "material", "KRPkrpp", "either", NULL, 1},
    {"8/5pk1/4r3/6P1/8/5P2/1R4K1/8 w - - 0 60", "material", "KRPkrpp", "mirrored", NULL, 0},
    {CARLSBAD, "pawns", "c3 d4 - e* / d5 e6 - c*", "either", NULL, 1},
    {CARLSBAD, "pawns", "d5 c4 - e*", "mirrored", NULL, 0},
    {CARLSBAD, "pawns", "e4 d3 - f* / f6 e5 - d*", "mirrored", NULL, 1},
    {CARLSBAD, "pawns", "f3 e4 - d* / e5 d6 - f*", "mirrored", NULL, 0},
    {CARLSBAD, "pawns", "f3 e4 - d* / e5 d6 - f*", "mirrored", "either", 1},
    {SMOTHERED, "pattern", "Kh1 [RNB]g1 Ph2 nf2", "either", NULL, 1},
    {SMOTHERED, "pattern", "Ka1 [RNB]b1 Pa2 nc2", "either", "mirrored", 1},
    {SMOTHERED, "pattern", "Ka1 [RNB]b1 Pa2 nc2", "either", NULL, 0},
    {SMOTHERED, "pattern", "ka8 [rnb]b8 pa7 Nc7", "mirrored", NULL, 1},
    {SMOTHERED, "side", "white", "either", NULL, 1},
    {SMOTHERED, "side", "white", "mirrored", NULL, 0},
    {SMOTHERED, "fen", "6k1/8/8/8/8/8/5nPP/6RK w - - 0 1", "either", NULL, 1},
    {SMOTHERED, "fen", "6k1/8/8/8/8/8/5nPP/6RK b - - 0 1", "either", NULL, 0},
    {SMOTHERED, "fen", "kr6/ppN5/8/8/8/8/8/1K6 b - - 0 1", "mirrored", NULL, 1},
    {SMOTHERED, "fen", "1k6/8/8/8/8/8/PPn5/KR6 w - - 0 1", "mirrored", "either", 1},
    {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "either", NULL, 1},
    {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "either", NULL, 0},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "fen", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "either", NULL, 1},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "fen", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "either", NULL, 0},
    {"4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "either", NULL, 1},
    {"3k4/8/8/8/8/8/8/3K3R w - - 0 1", "fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "mirrored", NULL, 0},
};

START_TEST(turned_boards)
{
    struct position position;
    const char *const words[] = {
        turned[_i].word, turned[_i].value, turned[_i].turn, NULL, turned[_i].other_turn, NULL, NULL};
    const char *const plain[] = {turned[_i].word, turned[_i].value, NULL};
    struct pgnpack_query *query = query_of(words), *as_written = query_of(plain);
    walk_position(turned[_i].fen, &position);
    ck_assert_msg(query_holds(query, &position) == turned[_i].holds, "%s: %s %s", turned[_i].fen,
                  turned[_i].word, turned[_i].value);
    ck_assert_int_eq(query_holds(as_written, &position), 0);
    pgnpack_free(query);
    pgnpack_free(as_written);
}
END_TEST

/* ---- Games ---- */

#define LOPEZ                                                                                                \
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 " \
    "g6"
#define PROMOTIONS "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nfd7 bxa8=N Nb6 Nxb6"
#define PASSING "e4 a6 e5 d5 exd6 Qxd6 d4 Qe6+ Be2"

static const struct {
    const char *moves, *words[18];
    int first, last;
} games[] = {
    {LOPEZ, {"move", "Nb1-d2-f1-g3"}, 27, 27},
    {LOPEZ, {"move", "Nb1-d2-f1"}, 25, 25},
    {LOPEZ, {"move", "Nf3", "next", NULL, "move", "Nc6", "next", NULL, "move", "Bb5"}, 5, 5},
    {LOPEZ, {"move", "Nf3", "next", NULL, "move", "Bb5"}, -1, -1},
    {LOPEZ, {"move", "Nf3", "after", "2", "move", "Bb5"}, 5, 5},
    {LOPEZ, {"move", "Nf3", "after", "1-6", "move", "O-O"}, 9, 9},
    {LOPEZ, {"move", "Nf3", "after", "1-5", "move", "O-O"}, -1, -1},
    {LOPEZ, {"move", "Nf3", "after", "7-", "move", "O-O"}, 16, 16},
    {LOPEZ, {"move", "Nf3", "after", "6-", "move", "O-O"}, 9, 9},
    {LOPEZ, {"move", "A**", "after", "6", "move", "O-O"}, 9, 9}, /* not the first, the third one */
    {LOPEZ, {"side", "black", "after", "3", "move", "O-O"}, 16, 16},
    {LOPEZ, {"side", "white", "after", "3", "move", "O-O"}, 9, 9},
    {LOPEZ, {"move", "Nf3", "after", "2", "pattern", "Bb5", "for", "2"}, 5, 5},
    {LOPEZ, {"move", "Nf3", "after", "2", "pattern", "Bb5", "for", "3"}, -1, -1},
    {LOPEZ, {"move", "e4", "after", "2-3", "move", "Nf3 Nc6"}, 4, 4},
    {LOPEZ, {"move", "e4", "after", "1", "move", "Nf3 Nc6"}, -1, -1},
    {LOPEZ, {"either", NULL, "move", "e4", "next", NULL, "move", "Nf6"}, 3, 3},
    {LOPEZ, {"move", "Nb1-d2-f1", "after", "2", "move", "Ng3"}, 27, 27},
    {LOPEZ, {"move", "e4", "then", NULL, "move", "Nf6", "after", "1", "move", "O-O"}, 9, 9},
    {LOPEZ, {"move", "us O-O|O-O-O", "times", "1"}, 28, 28},
    {LOPEZ, {"move", "us O-O|O-O-O", "times", "0"}, -1, -1},
    {LOPEZ, {"move", "us O-O|O-O-O", "times", "2-"}, -1, -1},
    {LOPEZ, {"check", NULL, "times", "0"}, 28, 28},
    {LOPEZ, {"move", "us A**", "times", "13"}, 28, 28},
    {LOPEZ, {"move", "us A**", "times", "-12,14-"}, -1, -1},
    {LOPEZ, {"move", "Bb5", "then", NULL, "move", "Nf3", "times", "0", "then", NULL, "move", "Bb3"}, 13, 13},
    {LOPEZ, {"move", "e4", "then", NULL, "move", "Nf3", "times", "0", "then", NULL, "move", "Bb3"}, -1, -1},
    {LOPEZ, {"move", "A**", "then", NULL, "move", "B**", "times", "1", "then", NULL, "move", "Bb3"}, 13, 13},
    {LOPEZ, {"move", "Nf3", "times", "0", "then", NULL, "move", "Nf3"}, 3, 3},
    {LOPEZ, {"side", "white", "times", "1", "then", NULL, "move", "e4"}, 1, 1},
    {LOPEZ, {"side", "white", "times", "0", "then", NULL, "move", "e4"}, -1, -1},
    {LOPEZ, {"side", "white", "times", "0", "then", NULL, "side", "white"}, 0, 0},
    {LOPEZ, {"pattern", "Bb5", "for", "2", "times", "1"}, 28, 28},
    {LOPEZ, {"pattern", "Bb5", "for", "3", "times", "1"}, -1, -1},
    {LOPEZ, {"pattern", "Bb5", "times", "2"}, 28, 28},
    {LOPEZ,
     {"move", "Bb5", "then", NULL, "pattern", "Bb5", "for", "1", "times", "1", "then", NULL, "move", "Ba4"},
     7,
     7},
    {LOPEZ,
     {"move", "Bb5", "then", NULL, "pattern", "Bb5", "for", "2", "times", "0", "then", NULL, "move", "Ba4"},
     7,
     7},
    {LOPEZ, {"ply", "0-62", "times", "29"}, 28, 28},
    {LOPEZ, {"either", NULL, "move", "us O-O", "ply", "-10", "times", "0"}, 28, 28},
    {LOPEZ, {"clock", "-10", "times", "0"}, -1, -1},
    {LOPEZ, {"has", "clock", "times", "0"}, 28, 28},
    {LOPEZ, {"nag", "$4", "times", "0"}, 28, 28},
    {LOPEZ, {"not", NULL, "eval", "0.."}, -1, -1},
    {LOPEZ, {"not", NULL, "comment", "x"}, 0, 0},
    {LOPEZ, {"move", "Nf3 Nc6 Bb5"}, 5, 5},
    {LOPEZ, {"move", "Nf3 Nc6 Ba4"}, -1, -1},
    {LOPEZ, {"move", "Nf3 * Bb5 * * Nf6 O-O"}, 9, 9},
    {LOPEZ, {"move", "e4 e5"}, 2, 2},
    {LOPEZ, {"move", "* e4"}, -1, -1},
    {LOPEZ, {"move", "* * *"}, 3, 3},
    {LOPEZ, {"move", "O-O|O-O-O"}, 9, 9},
    {LOPEZ, {"move", "black O-O|O-O-O"}, 16, 16},
    {LOPEZ, {"move", "them O-O-O|O-O h3"}, 17, 17},
    {LOPEZ, {"move", "us Bb3 d6 c3|c4"}, 15, 15},
    {LOPEZ, {"move", "us d6 c3"}, -1, -1},
    {LOPEZ, {"move", "Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3"}, 27, 27},
    {LOPEZ, {"move", "Bb5", "then", NULL, "move", "a6 Ba4"}, 5, 7},
    {LOPEZ, {"move", "Bb5", "then", NULL, "move", "Bb5 a6"}, -1, -1},
    {LOPEZ, {"move", "Nf3 Nc6", "ply", "5-"}, -1, -1},
    {LOPEZ, {"not", NULL, "move", "e4 e5", "ply", "2-"}, 3, 3},
    {LOPEZ, {"move", "Bb7 Bc2 Re8", "for", "2"}, -1, -1},
    {LOPEZ, {"either", NULL, "move", "Nf6 Nc3|O-O"}, 4, 4},
    {LOPEZ, {"either", NULL, "move", "a6 *"}, 7, 7},
    {LOPEZ, {"mirrored", NULL, "move", "d4 d5 Nc3"}, 3, 3},
    {LOPEZ, {"move", "Bf1-b5-a4-b3-c2"}, 23, 23},
    {LOPEZ, {"move", "Bf1-b5-a4-c2"}, -1, -1},
    {LOPEZ, {"move", "Rh1-f1-e1"}, 11, 11},
    {LOPEZ, {"move", "black Nb1-d2-f1"}, -1, -1},
    {LOPEZ, {"move", "Ng1-f3", "then", NULL, "move", "Nc6-b8"}, 3, 18},
    {LOPEZ, {"move", "Nb8-c6-b8-d7"}, 20, 20},
    {LOPEZ, {"move", "black Nb8-c6-b8-d7"}, 20, 20},
    {LOPEZ, {"move", "Ng8-f6-g4"}, -1, -1},
    {LOPEZ, {"either", NULL, "move", "Nb1-c3-b1-d2"}, 20, 20},
    {LOPEZ, {"mirrored", NULL, "either", NULL, "move", "Ng1-f3-g1-e2"}, 20, 20},
    {LOPEZ, {"move", "O-O"}, 9, 9},
    {LOPEZ, {"move", "black O-O"}, 16, 16},
    {LOPEZ, {"move", "O-O-O"}, -1, -1},
    {LOPEZ, {"mirrored", NULL, "move", "O-O-O"}, 9, 9},
    {LOPEZ, {"mirrored", NULL, "ply", "9", "move", "O-O-O"}, 9, 9},
    {LOPEZ, {"mirrored", NULL, "ply", "8", "move", "O-O-O"}, -1, -1},
    {LOPEZ, {"move", "Kg1"}, -1, -1},
    {LOPEZ, {"move", "Nbd2"}, 21, 21},
    {LOPEZ, {"move", "Nf3"}, 3, 3},
    {LOPEZ, {"move", "Nxf3"}, -1, -1},
    {LOPEZ, {"move", "black Nf3"}, -1, -1},
    {LOPEZ, {"move", "N-d*"}, 20, 20},
    {LOPEZ, {"move", "[NB]*5"}, 5, 5},
    {LOPEZ, {"move", "A-f1"}, 25, 25},
    {LOPEZ, {"move", "h3"}, 17, 17},
    {LOPEZ, {"move", "P*-*[45]"}, 1, 1},
    {LOPEZ, {"move", "R1e1"}, 11, 11},
    {PROMOTIONS, {"move", "exd5"}, 3, 3},
    {PROMOTIONS, {"move", "Pe4xd5xc6xb7xa8"}, 9, 9},
    {PROMOTIONS, {"move", "Pe4-d5-c6-b7-a8=N"}, 9, 9},
    {PROMOTIONS, {"move", "Pe4-d5-c6-b7-a8=Q"}, -1, -1},
    {PROMOTIONS, {"move", "Pe2-e4-d5"}, 3, 3},
    {PROMOTIONS, {"move", "Pe2xe4-d5"}, -1, -1},
    {PROMOTIONS, {"move", "**=N"}, 9, 9},
    {PROMOTIONS, {"move", "*8=NBR"}, 9, 9},
    {PROMOTIONS, {"move", "*8=Q"}, -1, -1},
    {PROMOTIONS, {"move", "Nb8-d7-f6"}, -1, -1},
    {PROMOTIONS, {"move", "Ng8-f6-d7-b6"}, 10, 10},
    {PROMOTIONS, {"move", "Pb7-a8-b6"}, -1, -1},
    {PROMOTIONS, {"move", "Ab7-a8-b6"}, 11, 11},
    {PASSING, {"move", "Pe4-e5xd6"}, 5, 5},
    {PASSING, {"move", "Pd7-d5-d4"}, -1, -1},
    {PASSING, {"move", "Q-e6+"}, 8, 8},
    {PASSING, {"move", "Q-e6#"}, -1, -1},
    {PASSING, {"move", "Qd8-d6-e6+"}, 8, 8},
    {"f3 e5 g4 Qh4", {"move", "Qh4#"}, 4, 4},
    {"f3 e5 g4 Qh4", {"mate", NULL}, 4, 4},
    {"f3 e5 g4 Qh4", {"final", NULL}, 4, 4},
    {"f3 e5 g4 Qh4", {"stalemate", NULL}, -1, -1},
    {"f3 e5 g4 Qh4", {"check", NULL}, 4, 4},
    {"f3 e5 g4 d6 h3 Qh4", {"either", NULL, "move", "white Qh5#"}, 6, 6},
    /* For several half-moves. */
    {LOPEZ, {"pattern", "Bb5", "for", "2"}, 5, 5},
    {LOPEZ, {"pattern", "Bb5", "for", "3"}, -1, -1},
    {LOPEZ, {"material", "P8 p8", "for", "29"}, 0, 0},
    {LOPEZ, {"material", "P8 p8", "for", "30"}, -1, -1},
    {LOPEZ, {"pattern", "Bb5", "for", "2", "then", NULL, "pattern", "Bb3", "for", "10"}, 5, 13},
    {LOPEZ, {"pattern", "Bb5", "then", NULL, "pattern", "Bb5"}, 5, 6},
    {LOPEZ, {"pattern", "Bb3", "then", NULL, "pattern", "Bb5"}, -1, -1},
    {PASSING, {"pawns", "e5", "then", NULL, "not", NULL, "pawns", "e5"}, 3, 5},
    {PASSING, {"material", "P8 p7-8", "ply", "2-"}, 2, 2},
    {PASSING, {"material", "P8 p7", "ply", "2-"}, 5, 5},
    {PASSING, {"material", "A15", "move-number", "4-", "side", "black"}, 7, 7},
    {PASSING, {"ply", "1-2", "for", "3"}, -1, -1},
    {LOPEZ, {"not", NULL, "pattern", "Pe2"}, 1, 1},
    {"e4 Nf6 Nc3 d5", {"pawns", "e4", "then", NULL, "pawns", "d4"}, -1, -1},
    /* A manoeuvre begins behind the step before. */
    {LOPEZ, {"pattern", "Nd2", "then", NULL, "move", "Nb1-d2-f1"}, -1, -1},
    {LOPEZ, {"pattern", "Nd2", "then", NULL, "move", "Nd2-f1-g3"}, 21, 27},
    {LOPEZ, {"move", "Nb1-d2-f1-g3", "move", "Ng3"}, 27, 27},
    {LOPEZ, {"move", "Nb1-d2-f1-g3", "pattern", "pg6"}, -1, -1},
    /* Positions of games. */
    {LOPEZ, {"pgn", "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bc4 *"}, 1, 1},
    {LOPEZ, {"pgn", "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bc4 *", "ply", "4-"}, 4, 4},
    {LOPEZ, {"pgn-final", "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6) 3... a6 *"}, 6, 6},
    {LOPEZ, {"pgn-final", "1. e4 e5 2. Nf3 (2. Bc4 Nf6) 2... Nc6 3. Nc3 *"}, -1, -1},
    {LOPEZ, {"pgn-final", "1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5) 3... Nf6 *"}, 5, 5},
    {LOPEZ, {"pgn", "*"}, 0, 0},
    {"e4 e5", {"either", NULL, "pgn", "[SetUp \"1\"]\n[FEN \"" START "\"]\n\n1. e3 e6 *"}, -1, -1},
};

START_TEST(in_a_game)
{
    struct pgnpack_query *query = query_of(games[_i].words);
    int first = -1, last = query_follow(query, NULL, games[_i].moves, &first);
    ck_assert_msg(last == games[_i].last && first == games[_i].first, "%s %s: %d to %d", games[_i].words[0],
                  games[_i].words[1] != NULL ? games[_i].words[1] : "-", first, last);
    pgnpack_free(query);
}
END_TEST

/* Castling where king and rook go over each other's squares. */
START_TEST(castling_men_go_on)
{
    static const struct {
        const char *fen, *moves, *way;
        int last;
    } ways[] = {
        {"2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfc - 0 1", "O-O a6 Kh1", "Kd1-g1-h1", 3},
        {"5rk1/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w B - 0 1", "O-O-O a6 Re1 a5 Kb1", "Kc1-b1", 5},
        {"5rk1/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w B - 0 1", "O-O-O a6 Re1 a5 Kb1", "Rb1-d1-e1", 3},
        {"5rk1/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w G - 0 1", "O-O a6 Rd1 a5 Rc1", "Rg1-f1-d1", -1},
        {"5rk1/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w - - 0 1", "Kd1 a6 Kc1 a5 Kd1", "Kc1-d1-c1-d1", 5},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const char *const words[] = {"move", ways[i].way, NULL};
        struct pgnpack_query *query = query_of(words);
        int last = query_follow(query, ways[i].fen, ways[i].moves, NULL);
        ck_assert_msg(last == ways[i].last, "%s: %d", ways[i].way, last);
        pgnpack_free(query);
    }
}
END_TEST

/* A pawn that was taken in passing is forgotten, even if a drop puts another man where it stood. */
START_TEST(dropped_where_one_was_taken)
{
    static const char *const words[] = {"move", "Ad7-d5-d4", NULL};
    struct pgnpack_query *query = query_of(words);
    struct steps_state state;
    struct position position;
    struct board_view view = {.position = &position, .mover = NO_MAN};
    static const struct {
        unsigned from, to, flag, mover;
    } moves[] = {{51, 35, MOVE_DOUBLE_PUSH, 1},
                 {36, 43, MOVE_EN_PASSANT, 0},
                 {0, 0, 0, NO_MAN},
                 {35, 27, MOVE_QUIET, 3}};
    position_start(&position);
    steps_start(&query->steps, &state, 0);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        view.ply = (uint32_t)i + 1;
        view.move = move_of(moves[i].from, moves[i].to, moves[i].flag);
        view.mover = (uint8_t)moves[i].mover;
        ck_assert_int_eq(steps_visit(&query->steps, STEPS_ANY_VARIANT, &state, &view), 0);
    }
    pgnpack_free(query);
}
END_TEST

/* Where the line goes on (by a drop that stops the check, say), it has not ended. */
START_TEST(no_end_before_the_end)
{
    static const struct {
        const char *fen, *word;
    } ends[] = {{SMOTHERED, "mate"}, {STALEMATE, "stalemate"}, {START, "final"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *const words[] = {ends[i].word, NULL, NULL};
        struct pgnpack_query *query = query_of(words);
        struct position position;
        struct board_view view = {.position = &position, .mover = NO_MAN};
        struct steps_state state;
        walk_position(ends[i].fen, &position);
        steps_start(&query->steps, &state, 0);
        ck_assert_int_eq(steps_visit(&query->steps, STEPS_ANY_VARIANT, &state, &view), 0);
        view.is_last = 1;
        ck_assert_int_eq(steps_visit(&query->steps, STEPS_ANY_VARIANT, &state, &view), 1);
        pgnpack_free(query);
    }
}
END_TEST

/* ---- Refusals ---- */

static const struct {
    const char *word, *value, *cause;
} wrong[] = {
    {"material", "", "an empty value"},
    {"material", "KRP", "all men of both sides"},
    {"material", "KRPkrk", "all men of both sides"},
    {"material", "KRXkr", "all men of both sides"},
    {"material", "KRvvKR", "all men of both sides"},
    {"material", "v", "what each side has more"},
    {"material", "RvK", "what each side has more"},
    {"material", "RvBx", "what each side has more"},
    {"material", "RPvRB", "more on both sides"},
    {"material", "R", "how many"},
    {"material", "R2-1", "how many"},
    {"material", "R65", "how many"},
    {"material", "R-", "how many"},
    {"material", "R2x", "how many"},
    {"material", "X2", "men are"},
    {"material", "[R2", "men are"},
    {"material", "P=p+", "compare"},
    {"material", "P=p+99", "compare"},
    {"material", "P=P", "compare"},
    {"material", "P=", "compare"},
    {"material", "P=p*2", "compare"},
    {"material", "opposite", "men are"},
    {"material", "KRPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPkr",
     "men of both"},
    {"material", "KPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPkppppppppppppppppppppppppppppppppppp", "no board"},
    {"material",
     "P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 "
     "P0 P0 "
     "P0 P0 P0 P0 P0 P0",
     "spread it"},
    {"pawns", "", "an empty value"},
    {"pawns", "/", "name pawns"},
    {"pawns", "-", "name pawns"},
    {"pawns", "isolani", "structures are iqp, hanging, "},
    {"pawns", "d9", "name squares"},
    {"pawns", "d4 - c* - e*", "one \"-\""},
    {"pawns", "d4 / d5 / d6", "one \"/\""},
    {"pawns", "d4:9-2", "a number"},
    {"pawns", "d4x", "behind the squares"},
    {"pawns", "- d4:2", "behind the squares"},
    {"pawns", "passed@", "name squares"},
    {"pattern", "", "an empty value"},
    {"pattern", "d4", "first comes a man"},
    {"pattern", "[N", "first comes a man"},
    {"pattern", "[]d4", "first comes a man"},
    {"pattern", "N", "come squares"},
    {"pattern", "Nd4,", "come squares"},
    {"pattern", "N[d-b]4", "come squares"},
    {"pattern", "Nd0", "come squares"},
    {"pattern", "Nd[0]", "come squares"},
    {"pattern", "Nd4:", "a number"},
    {"pattern", "Nd4:65", "a number"},
    {"pattern", "!Nd4:2", "no number"},
    {"move", "", "an empty value"},
    {"move", "white", "write moves"},
    {"move", "N", "write moves"},
    {"move", "Nb", "write moves"},
    {"move", "Nb1-", "write moves"},
    {"move", "Nb1-d2x", "write moves"},
    {"move", "Nb1d2f1", "write moves"},
    {"move", "Nd5!", "write moves"},
    {"move", "e8=", "write moves"},
    {"move", "e8=K", "write moves"},
    {"move", "Ne8=Q", "only pawns"},
    {"move", "Nb-d2-f1", "one square"},
    {"move", "N-d2-f1", "one square"},
    {"move", "Na1-b3-a1-b3-a1-b3-a1-b3-a1-b3-a1-b3-a1-b3-a1-b3-a1", "write moves"},
    {"move", "Nd5 Nf", "write moves"},
    {"after", "0", "from 1 to 60"},
    {"after", "3-2", "from 1 to 60"},
    {"after", "61", "from 1 to 60"},
    {"after", "2-61", "from 1 to 60"},
    {"after", "2 3", "from 1 to 60"},
    {"after", "few", "from 1 to 60"},
    {"move", "Nd5|", "no move behind"},
    {"move", "|Nd5", "write moves"},
    {"move", "Nd5||Nf3", "write moves"},
    {"move", "us *", "any move"},
    {"move", "*|e4", "write moves"},
    {"move", "e4 Nb1-d2-f1", "stands alone"},
    {"move", "* * * * * * * * * * * * * * * *", "15 half-moves"},
    {"move",
     "a1|a2|a3|a4|a5|a6|a7|a8|b1|b2|b3|b4|b5|b6|b7|b8|c1|c2|c3|c4|c5|c6|c7|c8|d1|d2|d3|d4|d5|d6|d7|d8|e1",
     "32 at most"},
    {"side", "both", "white"},
    {"ply", "x", "no range"},
    {"ply", "5-2", "no range"},
    {"ply", "4294967296", "no range"},
    {"move-number", "", "an empty value"},
    {"for", "0", "no number"},
    {"for", "-1", "no number"},
    {"for", "1000001", "no number"},
    {"pgn", "", "an empty value"},
    {"pgn", "1. e4 e5 2. Ke3 *", "not understood"},
    {"pgn", "\xef\xbb\xbf", "has no game"},
    {"eval", "-2", "write \"..-2\" or \"=-2\""},
    {"eval", "2.5", "write \"2.5..\" or \"=2.5\""},
    {"eval", "#3", "write \"#3..\" or \"=#3\""},
    {"eval", "1-3.5", "write \"1..3.5\""},
    {"eval", "0.123..", "two decimals"},
    {"eval", "10000..", "up to 9999"},
    {"eval", "..", "is no range"},
    {"eval", "3..2", "ends before"},
    {"eval", "#1000..", "is no range"},
    {"eval", "us 3..", "is no range"},
    {"eval", "3%..", "is no range"},
    {"swing", "..-15", "\"..-15%\""},
    {"swing", "11..", "\"11..%\""},
    {"swing", "us ..-15", "\"..-15%\""},
    {"swing", "..-101%", "is no range"},
    {"swing", "..#3", "is no range"},
    {"swing", "-15%", "write \"..-15%\" or \"=-15%\""},
    {"clock", "60-10", "ends before it begins"},
    {"clock", "us", "no range of seconds"},
    {"clock", "1:30", "no range of seconds"},
    {"spent", "-", "no range of seconds"},
    {"nag", "???", "glyphs are"},
    {"nag", "$65536", "glyphs are"},
    {"nag", "$", "glyphs are"},
    {"nag", "4", "glyphs are"},
    {"nag", "!|", "glyphs are"},
    {"nag", "!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!|!", "more than 32"},
    {"comment", "us a||b", "an empty alternative"},
    {"has", "us", "it is \"clock\""},
    {"has", "nag|", "it is \"clock\""},
    {"times", "x", "no number of times"},
    {"times", "63", "62 times"},
    {"times", "2-63", "62 times"},
    {"mate", "1", "no value"},
    {"material", NULL, "needs a value"},
};

START_TEST(refused)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, "side", "white"), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_add(query, wrong[_i].word, wrong[_i].value), PGNPACK_ERROR_ARGUMENT);
    const char *text = pgnpack_error(query)->text;
    ck_assert_msg(strstr(text, wrong[_i].cause) != NULL, "%s %s: %s", wrong[_i].word, wrong[_i].value, text);
    ck_assert_uint_eq(query->steps.count, 1);
    ck_assert_uint_eq(query->steps.steps[0].condition_count, 1);
    ck_assert_int_eq(pgnpack_query_add(query, "side", "white"), PGNPACK_OK);
    pgnpack_free(query);
}
END_TEST

/* Any text is understood or refused, and the query goes on. */
START_TEST(random_texts)
{
    static const char *const names[] = {"material", "pawns",  "pattern", "move",    "ply",  "for",
                                        "side",     "attack", "hanging", "balance", "eval", "swing",
                                        "clock",    "nag",    "comment", "times"};
    static const char letters_used[] = "KQRBNPkqrbnpAa_v0123456789abcdefgh*[]-+,:!@/=<>x#O. .%?$|";
    uint64_t state = 7;
    unsigned understood = 0;
    struct position position;
    walk_position(CROWD, &position);
    for (unsigned i = 0; i < 60000; i++) {
        char text[24];
        size_t size = random_below(&state, 12);
        struct error error;
        struct pgnpack_query *query = pgnpack_query_new(NULL);
        for (size_t k = 0; k < size; k++)
            text[k] = letters_used[random_below(&state, sizeof letters_used - 1)];
        text[size] = '\0';
        ck_assert_int_eq(pgnpack_query_add(query, "final", NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_query_add(query, "either", NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_query_add(query, "mirrored", NULL), PGNPACK_OK);
        enum pgnpack_status status =
            pgnpack_query_add(query, names[i % (sizeof names / sizeof *names)], text);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_ARGUMENT);
        understood += status == PGNPACK_OK;
        error_clear(&error);
        ck_assert_int_eq(query_seal(query, &error), PGNPACK_OK);
        query_holds(query, &position);
        pgnpack_free(query);
    }
    ck_assert_uint_gt(understood, 300);
}
END_TEST

START_TEST(misplaced)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, "for", "2"), PGNPACK_ERROR_ARGUMENT);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pgnpack_query_add(query, "move", "Nb1-d2-f1"), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_add(query, "move", "Nb1-d2-f1"), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "move", "Nb1-d2"), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_add(query, "not", NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_add(query, "for", "2"), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(query);
}
END_TEST

/* ---- Games as conditions ---- */

/* Adds the only game of a text. */
static enum pgnpack_status add_game(struct pgnpack_query *query, const char *text, unsigned flags)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    ck_assert_int_eq(pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text))), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    enum pgnpack_status status = pgnpack_query_add_game(query, game, flags);
    pgnpack_free(reader);
    return status;
}

static size_t position_count(const struct pgnpack_query *query, size_t condition)
{
    return query->steps.steps[0].conditions[condition].of.set->count;
}

START_TEST(repertoires)
{
    static const char *const tree = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *";
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct error error;
    error_clear(&error);
    ck_assert_int_eq(add_game(query, tree, 0), PGNPACK_OK);
    ck_assert_uint_eq(position_count(query, 0), 7);
    ck_assert_int_eq(add_game(query, tree, PGNPACK_QUERY_GAME_ENDS), PGNPACK_OK);
    ck_assert_uint_eq(position_count(query, 0), 10);
    ck_assert_int_eq(add_game(query, tree, PGNPACK_QUERY_GAME_MAIN_LINE), PGNPACK_OK);
    ck_assert_uint_eq(position_count(query, 0), 13);
    ck_assert_int_eq(add_game(query, "1. e4 e5 2. Nf4 *", 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(strncmp(pgnpack_error(query)->text, "the game whose positions", 24), 0);
    ck_assert_int_eq(pgnpack_query_add(query, "pgn", "1. e4 *\n\n1. d4 *\n\n1. d5 *"),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(strncmp(pgnpack_error(query)->text, "game 3 of the PGN", 17), 0);
    ck_assert_int_eq(pgnpack_query_add_game(query, NULL, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "not", NULL), PGNPACK_OK);
    ck_assert_int_eq(add_game(query, tree, PGNPACK_QUERY_GAME_ENDS | PGNPACK_QUERY_GAME_MAIN_LINE),
                     PGNPACK_OK);
    ck_assert_uint_eq(query->steps.steps[0].condition_count, 2);
    ck_assert_uint_eq(position_count(query, 0), 13);
    ck_assert_uint_eq(position_count(query, 1), 1);
    ck_assert_int_eq(add_game(query, tree, 8), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(add_game(query, tree, PGNPACK_QUERY_GAME_NEW), PGNPACK_OK);
    ck_assert_int_eq(add_game(query, tree, 0), PGNPACK_OK);
    ck_assert_uint_eq(query->steps.steps[0].condition_count, 3);
    ck_assert_uint_eq(position_count(query, 1), 1);
    ck_assert_uint_eq(position_count(query, 2), 14);
    ck_assert_int_eq(query_seal(query, &error), PGNPACK_OK);
    ck_assert_uint_eq(position_count(query, 0), 7);
    ck_assert_int_eq(query_follow(query, NULL, "c4 c5", NULL), -1);
    ck_assert_int_eq(query_follow(query, NULL, "e4 e5 Nf3", NULL), 1);
    ck_assert_int_eq(query_follow(query, NULL, "Nf3 c5 e4", NULL), 3);
    ck_assert_int_eq(query_follow(query, NULL, "Nf3 e5 e4", NULL), -1);
    pgnpack_free(query);
}
END_TEST

/* ---- Without memory ---- */

static enum pgnpack_status build(struct pgnpack_query *query, const struct pgnpack_game *game)
{
    static const char *const words[] = {
        "material", "KRPkr P1", "attack",  "N > k q",    "hanging", "n",    "balance",   "1..",  "pawns",
        "iqp",      "pattern",  "Nd5",     "move",       "Bxh7",    "move", "Nb1-d2-f1", "side", "white",
        "ply",      "3-",       "pgn",     "1. e4 e5 *", "mate",    NULL,   "fen",       START,  "eval",
        "3..",      "swing",    "us ..-2", "comment",    "x",       "nag",  "??"};
    enum pgnpack_status status = PGNPACK_OK;
    struct error error;
    for (unsigned step = 0; step < 2 && status == PGNPACK_OK; step++) {
        for (size_t i = 0; i < sizeof words / sizeof *words && status == PGNPACK_OK; i += 2)
            status = pgnpack_query_add(query, words[i], words[i + 1]);
        for (int i = 0; i < 2 && status == PGNPACK_OK; i++)
            status = pgnpack_query_add_game(query, game, 0);
        if (status == PGNPACK_OK && step == 0)
            status = pgnpack_query_add(query, "then", NULL);
    }
    if (status == PGNPACK_OK)
        status = pgnpack_query_add(query, "either", NULL);
    if (status == PGNPACK_OK)
        status = pgnpack_query_add(query, "mirrored", NULL);
    error_clear(&error);
    return status == PGNPACK_OK ? query_seal(query, &error) : status;
}

START_TEST(without_memory)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    static const char text[] = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *";
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    ck_assert_int_eq(pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text))), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    struct pgnpack_query *query = pgnpack_query_new(&options);
    size_t first = count.calls;
    ck_assert_int_eq(build(query, game), PGNPACK_OK);
    size_t calls = count.calls - first;
    pgnpack_free(query);
    ck_assert_uint_gt(calls, 60);
    for (size_t i = 1; i <= calls; i++) {
        query = pgnpack_query_new(&options);
        count.fails_once = count.calls + i;
        ck_assert_int_eq(build(query, game), PGNPACK_ERROR_MEMORY);
        pgnpack_free(query);
        ck_assert_uint_eq(count.outstanding, 0);
    }
    pgnpack_free(reader);
}
END_TEST

/* Steps at a distance that cannot be asked are told when the query is whole. */
START_TEST(distant_steps_refused)
{
    static const struct {
        const char *words[16], *cause;
    } distant[] = {
        {{"check", NULL, "next", NULL, "move", "Nb1-d2-f1"}, "only come first"},
        {{"check", NULL, "after", "2", "check", NULL, "then", NULL, "move", "Nb1-d2-f1"}, "only come first"},
        {{"check", NULL, "after", "50", "check", NULL, "for", "12"}, "within 60 half-moves"},
        {{"check", NULL, "after", "2-", "check", NULL, "for", "60"}, "within 60 half-moves"},
        {{"check", NULL, "after", "58-60", "move", "e4 e5"}, "within 60 half-moves"},
        {{"check", NULL, "next", NULL, "check", NULL, "then", NULL, "check", NULL, "for", "61"}, "within 60"},
        {{"check", NULL, "times", "0", "next", NULL, "check", NULL}, "put \"then\" between"},
        {{"check", NULL, "after", "2", "check", NULL, "times", "0"}, "put \"then\" between"},
        {{"check", NULL, "times", "0", "then", NULL, "mate", NULL, "times", "1"}, "follow each other"},
        {{"check", NULL, "then", NULL, "move", "e4 e5", "times", "1"}, "only come first"},
        {{"check", NULL, "times", "0", "then", NULL, "move", "Nb1-d2-f1"}, "only come first"},
        {{"check", NULL, "next", NULL}, "name a condition"},
        {{"check", NULL, "after", "3", "next", NULL, "check", NULL}, "name a condition"},
    };
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, "next", NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(query)->text, "what comes later"));
    ck_assert_int_eq(pgnpack_query_add(query, "after", "2"), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(query);
    for (size_t i = 0; i < sizeof distant / sizeof distant[0]; i++) {
        query = pgnpack_query_new(NULL);
        for (size_t k = 0; distant[i].words[k] != NULL; k += 2)
            ck_assert_int_eq(pgnpack_query_add(query, distant[i].words[k], distant[i].words[k + 1]),
                             PGNPACK_OK);
        ck_assert_int_eq(pgnpack_query_check(query), PGNPACK_ERROR_ARGUMENT);
        ck_assert_msg(strstr(pgnpack_error(query)->text, distant[i].cause) != NULL, "%u: %s", (unsigned)i,
                      pgnpack_error(query)->text);
        pgnpack_free(query);
    }
    for (unsigned steps = 6; steps <= 7; steps++) {
        query = pgnpack_query_new(NULL);
        for (unsigned i = 0; i < steps; i++) {
            if (i > 0)
                ck_assert_int_eq(pgnpack_query_add(query, i == 1 ? "next" : "then", NULL), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_query_add(query, "check", NULL), PGNPACK_OK);
        }
        ck_assert_int_eq(pgnpack_query_check(query), steps == 6 ? PGNPACK_OK : PGNPACK_ERROR_ARGUMENT);
        pgnpack_free(query);
    }
}
END_TEST

/* A refusal leaves the query as it was: what comes next is another condition, or the same game again. */
START_TEST(after_a_refusal)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    for (size_t i = 1;; i++) {
        struct pgnpack_query *query = pgnpack_query_new(&options);
        ck_assert_int_eq(pgnpack_query_add(query, "not", NULL), PGNPACK_OK);
        count.fails_once = count.calls + i;
        enum pgnpack_status status = add_game(query, "1. e4 e5 2. Nf3 *", 0);
        if (status != PGNPACK_OK) {
            ck_assert_int_eq(status, PGNPACK_ERROR_MEMORY);
            ck_assert_uint_eq(query->steps.count, 0);
            ck_assert_int_eq(add_game(query, "1. e4 e5 2. Nf3 *", 0), PGNPACK_OK);
        }
        ck_assert_uint_eq(position_count(query, 0), 3);
        ck_assert_int_eq(query->steps.steps[0].conditions[0].negated, 1);
        pgnpack_free(query);
        ck_assert_uint_eq(count.outstanding, 0);
        if (status == PGNPACK_OK) {
            ck_assert_uint_gt(i, 3);
            return;
        }
    }
}
END_TEST

/* A game that there was no room for leaves those before it alone. */
START_TEST(further_games_after_a_refusal)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    static const char *const more =
        "1. d4 d5 (1... f5 2. e4 (2. g4 fxg4) 2... fxe4) 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4 5. a4 *";
    unsigned refusals = 0;
    for (size_t i = 1; i < 10; i++) {
        struct pgnpack_query *query = pgnpack_query_new(&options);
        ck_assert_int_eq(add_game(query, "1. e4 e5 2. Nf3 *", 0), PGNPACK_OK);
        count.fails_once = count.calls + i;
        if (add_game(query, more, 0) != PGNPACK_OK) {
            refusals++;
            ck_assert_uint_eq(position_count(query, 0), 3);
            ck_assert_int_eq(add_game(query, more, 0), PGNPACK_OK);
        }
        ck_assert_uint_eq(position_count(query, 0), 3 + 14);
        ck_assert_uint_eq(query->steps.steps[0].condition_count, 1);
        pgnpack_free(query);
        ck_assert_uint_eq(count.outstanding, 0);
        count.fails_once = 0;
    }
    ck_assert_uint_ge(refusals, 2);
}
END_TEST

/* ---- Many positions ---- */

static struct position_set *many;
static struct memory many_memory;

static void add_some(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    if (count % 3 == 0)
        ck_assert_int_eq(position_set_add(many, position, &many_memory), 1);
}

/* Those with a number of moves that three divides are there, and no others. */
static void ask_for_all(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    ck_assert_int_eq(position_set_has(many, position), count % 3 == 0);
}

static void ask_for_some(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    ck_assert(!position_set_has(many, position) || count % 3 == 0);
}

START_TEST(many_positions)
{
    memory_init(&many_memory, NULL, 0);
    for (unsigned number = 1; number <= 30; number += 29) {
        many = position_set_new(&many_memory);
        walk_random_games(walk_starts[0], number, 100, 5, add_some);
        walk_random_games(walk_starts[0], number, 100, 5, add_some);
        size_t count = many->count;
        ck_assert_int_eq(position_set_sort(many, &many_memory), 1);
        ck_assert_uint_le(many->count, count / 2);
        walk_random_games(walk_starts[0], number, 100, 5, ask_for_all);
        walk_random_games(walk_starts[0], number, 100, 6, ask_for_some);
        position_set_free(many, &many_memory);
    }
    ck_assert_uint_eq(many_memory.held, 0);
}
END_TEST

/* ---- Through a search ---- */

static const char four_games[] =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3) 3... a6 1-0\n\n"
    "[Event \"b\"]\n\n1. f3 e5 2. g4 (2. e4 d5 3. exd5) 2... Qh4# 0-1\n\n"
    "[Event \"c\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8 4. e5 *\n\n"
    "[Event \"d\"]\n\n1. e4 -- 2. d4 -- 3. Nf3 *\n";

static const struct {
    const char *words[8];
    unsigned games; /* bits */
    uint32_t ply, last_ply;
} searches[] = {
    {{"move", "Bc4"}, 0, 0, 0},
    {{"move", "Bc4", "variations", NULL}, 1, 5, 5},
    {{"move", "Bf1-c4-b5", "variations", NULL}, 0, 0, 0},
    {{"move", "Bb5", "then", NULL, "material", "p8", "for", "2"}, 0, 0, 0},
    {{"mate", NULL}, 2, 4, 4},
    {{"pawns", "d5 - e*", "variations", NULL}, 6, 5, 5},
    {{"pawns", "d5 - e*"}, 4, 3, 3},
    {{"pawns", "/ d5", "variations", NULL}, 6, 4, 4},
    {{"material", "P=p P7", "not", NULL, "move", "Qxd5"}, 0, 0, 0},
    {{"material", "P8 p7"}, 4, 3, 3},
    {{"material", "P7 p7", "then", NULL, "material", "P8"}, 4, 4, 5},
    {{"material", "P8 p7", "ply", "4-", "for", "3"}, 4, 5, 5},
    {{"move", "Pe4-e5"}, 4, 7, 7},
    {{"move", "Pe2-e4-e5"}, 0, 0, 0},
    {{"final", NULL, "pawns", "d4 e4"}, 8, 5, 5},
    {{"pawns", "d4 e4", "for", "3"}, 8, 3, 3},
    {{"pgn", "1. d4 e5 2. e4 *", "variations", NULL}, 0, 0, 0},
    {{"pgn", "1. e4 d5 (1... e5 2. Bb5 a6 3. Nf3 Nc6) *", "ply", "6"}, 1, 6, 6},
    {{"side", "black", "check", NULL}, 0, 0, 0},
    {{"side", "white", "check", NULL}, 2, 4, 4},
};

START_TEST(through_a_search)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    const struct pack_setup setup = {.level = 3};
    struct bytes packed = {0};
    struct pgnpack_hit hit;
    unsigned found = 0;
    enum pgnpack_status status;
    for (const char *const *words = searches[_i].words; words < searches[_i].words + 8 && words[0] != NULL;
         words += 2)
        ck_assert_int_eq(pgnpack_query_add(query, words[0], words[1]), PGNPACK_OK);
    ck_assert_int_eq(pack_bytes(&setup, four_games, strlen(four_games), &packed), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK) {
        ck_assert_msg(found != 0 || (hit.ply == searches[_i].ply && hit.last_ply == searches[_i].last_ply),
                      "game %u at %u to %u", (unsigned)hit.game, hit.ply, hit.last_ply);
        found |= 1u << (hit.game - 1);
    }
    ck_assert_int_eq(status, PGNPACK_END);
    ck_assert_uint_eq(found, searches[_i].games);
    pgnpack_free(search);
    pgnpack_free(reader);
    pgnpack_free(query);
    bytes_free(&packed);
}
END_TEST

/* Columns, stripes and replay on the one side, games that are decoded and walked on the other: the same games at the same plies. */
static const char *const both_ways[][8] = {
    {"material", "P<p"},
    {"pawns", "carlsbad", "either", NULL, "mirrored", NULL},
    {"pawns", "iqp", "either", NULL},
    {"pawns", "b3 b4"}, /* one of them took */
    {"pawns", "a4 c3 c5 / f4 f5 h6"},
    {"pattern", "Nd5 kg8", "either", NULL},
    {"pattern", "_d5 _d7 Pe4"},
    {"pattern", "_d5 _d7"}, /* taken in passing */
    {"pattern", "Kg1 Rf1"}, /* castling */
    {"pattern", "P*6 !p*2", "ply", "20-40"},
    {"ply", "4-9", "then", NULL, "pattern", "Pd4", "ply", "12-30"},
    {"material", "Q2-9"}, /* promoted */
    {"balance", "9..", "either", NULL},
    {"balance", "-1..1", "for", "30", "then", NULL, "balance", "..-5"},
    {"pawns", "backward / backward@[c-f]*"},
    {"attack", "N > k q", "either", NULL},
    {"attack", "Q > r > k", "mirrored", NULL},
    {"attack", "Nd5 > [bnrq]", "either", NULL, "mirrored", NULL},
    {"attack", "R:2 > [rq]"},
    {"attack", "Q:2+ > k"}, /* promoted */
    {"attack", "! [RQ] > a", "ply", "60-"},
    {"attack", "P[a-c]6 > n"},
    {"hanging", "Q", "for", "2"},
    {"not", NULL, "hanging", "a", "ply", "30-"},
    {"hanging", "p*2", "then", NULL, "hanging", "Q", "either", NULL},
    {"pattern", "8/8/8/3[pP]4/4P3/2n2N2/8/8", "either", NULL},
    {"material", "N3-9", "either", NULL},
    {"material", "KRBkr A-16", "either", NULL},
    {"material", "A-9 R1-2", "for", "4", "either", NULL},
    {"material", "R1-2 r1-2 A-12", "then", NULL, "material", "Q1-9"},
    {"move", "Rh1-f1-e1"},
    {"move", "Ng1-f3-d4-b5", "mirrored", NULL},
    {"not", NULL, "move", "Ng1-f3-e5", "pattern", "Ne5"},
    {"material", "A-14", "either", NULL},
    {"material", "vP", "for", "3", "mirrored", NULL},
    {"pawns", "- e* / - e*"},
    {"pawns", "isolated:2+ / doubled", "either", NULL},
    {"pawns", "*2:8", "for", "4", "then", NULL, "pawns", "d4"},
    {"pattern", "[BN]*[56]", "either", NULL, "mirrored", NULL},
    {"pattern", "_d2 !Pe2", "not", NULL, "pattern", "Nf3"},
    {"move", "Ng1-f3-e5"},
    {"move", "[BNRQ]x**", "side", "white"},
    {"move", "O-O", "then", NULL, "move", "black O-O"},
    {"check", NULL, "ply", "10-20"},
    {"final", NULL, "side", "white", "material", "P>p"},
    {"move-number", "20-", "not", NULL, "check", NULL},
    {"pgn", "1. e4 e5 2. Nf3 (2. Nc3) 2... Nc6 *", "ply", "2-"},
    {"pgn-final", "1. e4 e5 (1... c5) *", "either", NULL},
    {"fen", "rnbqkbnr/pp2pppp/8/2pp4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", "either", NULL},
    {"fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "either", NULL},
};

/* The hits of a query, as text. */
static void find_all(const struct bytes *packed, const char *const *words, int variations,
                     struct bytes *found)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    for (unsigned i = 0; i < 8 && words[i] != NULL; i += 2)
        ck_assert_msg(pgnpack_query_add(query, words[i], words[i + 1]) == PGNPACK_OK, "%s",
                      pgnpack_error(query)->text);
    if (variations)
        ck_assert_int_eq(pgnpack_query_add(query, "variations", NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK) {
        char line[80];
        snprintf(line, sizeof line, "%u at %u to %u, %u\n", (unsigned)hit.game, hit.ply, hit.last_ply,
                 hit.item);
        bytes_append_text(found, line);
    }
    ck_assert_int_eq(status, PGNPACK_END);
    pgnpack_free(search);
    pgnpack_free(reader);
    pgnpack_free(query);
}

/* Appends games that begin as a known one does and go on at random. */
static void append_plain_games(struct bytes *text, unsigned count)
{
    static const char *const lines[] = {LOPEZ, PROMOTIONS, PASSING, "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5"};
    uint64_t state = 17;
    while (count-- > 0) {
        struct position position;
        chess_move moves[MOVE_LIST_CAPACITY];
        const char *line = lines[random_below(&state, 4)];
        size_t plies = random_below(&state, 160), known = random_below(&state, 24);
        position_start(&position);
        bytes_append_text(text, "[Event \"plain\"]\n\n");
        for (size_t ply = 0; ply < plies; ply++) {
            char san[SAN_SIZE_MAX + 1];
            reversible_move word;
            unsigned number = legal_list(&position, moves);
            size_t size = strcspn(line, " ");
            if (number == 0)
                break;
            chess_move move = moves[random_below(&state, number)];
            if (ply < known && size != 0)
                ck_assert_int_eq(san_parse(&position, line, size, &move), SAN_OK);
            line += size + (line[size] == ' ');
            san[san_write_and_make(&position, move, san, &word)] = '\0';
            bytes_append_text(text, san);
            bytes_append_text(text, " ");
        }
        bytes_append_text(text, "*\n\n");
    }
}

START_TEST(by_columns_and_without)
{
    struct bytes text = {0}, fast = {0}, slow = {0};
    const struct pack_setup levels[2] = {{.level = 3, .block_size = 40000, .index = PGNPACK_INDEX_ALWAYS},
                                         {.level = 7, .index = PGNPACK_INDEX_NONE}};
    unsigned answered = 0;
    append_plain_games(&text, some_trials(400));
    append_games(&text, some_trials(100), 11);
    ck_assert_int_eq(pack_bytes(&levels[0], text.data, text.size, &fast), PGNPACK_OK);
    ck_assert_int_eq(pack_bytes(&levels[1], text.data, text.size, &slow), PGNPACK_OK);
    for (size_t i = 0; i < 2 * sizeof both_ways / sizeof *both_ways; i++) {
        struct bytes found[2] = {{0}, {0}};
        const char *const *words = both_ways[i / 2];
        find_all(&fast, words, i % 2, &found[0]);
        find_all(&slow, words, i % 2, &found[1]);
        ck_assert_msg(bytes_equal(&found[0], &found[1]), "%s %s: %.*s", words[0],
                      words[1] != NULL ? words[1] : "-", (int)(found[0].size < 1000 ? found[0].size : 1000),
                      (const char *)found[0].data);
        answered += found[0].size != 0;
        bytes_free(&found[0]);
        bytes_free(&found[1]);
    }
    ck_assert_uint_ge(answered, 20);
    bytes_free(&text);
    bytes_free(&fast);
    bytes_free(&slow);
}
END_TEST

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

Suite *board_words_suite(void)
{
    Suite *suite = suite_create("board_words");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, in_a_position, 0, POSITION_COUNT);
    tcase_add_test(core, structures);
    tcase_add_loop_test(core, turned_boards, 0, COUNT_OF(turned));
    tcase_add_loop_test(core, in_a_game, 0, COUNT_OF(games));
    tcase_add_test(core, castling_men_go_on);
    tcase_add_test(core, dropped_where_one_was_taken);
    tcase_add_test(core, no_end_before_the_end);
    tcase_add_loop_test(core, refused, 0, COUNT_OF(wrong));
    tcase_add_test(core, random_texts);
    tcase_add_test(core, misplaced);
    tcase_add_test(core, repertoires);
    tcase_add_test(core, without_memory);
    tcase_add_test(core, distant_steps_refused);
    tcase_add_test(core, after_a_refusal);
    tcase_add_test(core, further_games_after_a_refusal);
    tcase_add_test(core, many_positions);
    tcase_add_loop_test(core, through_a_search, 0, COUNT_OF(searches));
    tcase_add_test(core, by_columns_and_without);
    suite_add_tcase(suite, core);
    return suite;
}
