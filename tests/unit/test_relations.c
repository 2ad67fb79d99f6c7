/*
 * What men do to each other, against a slow second way: a board of letters on which each man walks step by step. Questions are
 * made at random of what stands on the boards they are asked of. Then cases by hand: what just is so, and what just is not.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "shared/bytes.h"
#include "shared/trials.h"
#include "unit/codec_walk.h"
#include "unit/query_support.h"
#include "unit/suites.h"

static uint64_t random_state;

static unsigned below(unsigned count)
{
    return (unsigned)random_below(&random_state, count);
}

/* ---- The second way ---- */

static const char letters[] = "PpNnBbRrQqKk";

static int is_on(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The first man that is met from a square on in a direction, -1: none. */
static int first_man(const char *board, int square, int file_step, int rank_step)
{
    int file = square % 8 + file_step, rank = square / 8 + rank_step;
    while (is_on(file, rank) && board[8 * rank + file] == '.') {
        file += file_step;
        rank += rank_step;
    }
    return is_on(file, rank) ? 8 * rank + file : -1;
}

/* Does the man go along lines in such a direction? */
static int goes(char man, int file_step, int rank_step)
{
    int is_straight = file_step == 0 || rank_step == 0;
    man = (char)toupper(man);
    return man == 'Q' || (man == 'R' && is_straight) || (man == 'B' && !is_straight);
}

static int attacks(const char *board, int from, int to)
{
    int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    switch (board[from]) {
    case 'P':
        return abs(files) == 1 && ranks == 1;
    case 'p':
        return abs(files) == 1 && ranks == -1;
    case 'N':
    case 'n':
        return abs(files * ranks) == 2;
    case 'K':
    case 'k':
        return from != to && abs(files) <= 1 && abs(ranks) <= 1;
    }
    for (int f = -1; f <= 1; f++)
        for (int r = -1; r <= 1; r++)
            if ((f != 0 || r != 0) && goes(board[from], f, r) && first_man(board, from, f, r) == to)
                return 1;
    return 0;
}

/* ---- Questions ---- */

struct set {
    char men[8]; /* letters; A, a: any of a colour */
    int on[64];
    int min, max, has_number;
    char text[60];
};

enum way { FORK, GANG, LINE, HANGING };

enum { SETS = 4 };

struct question {
    enum way way;
    int is_negated;
    struct set sets[SETS];
    int count;
    char text[260];
};

static int is_of(const struct set *set, const char *board, int square)
{
    char man = square < 0 ? '.' : board[square];
    return man != '.' && set->on[square] &&
           (strchr(set->men, man) != NULL || strchr(set->men, isupper(man) ? 'A' : 'a') != NULL);
}

static int is_number(const struct set *set, int number)
{
    return number >= set->min && number <= set->max;
}

static int attacked_of(const struct set *set, const char *board, int from)
{
    int number = 0;
    for (int to = 0; to < 64; to++)
        number += is_of(set, board, to) && attacks(board, from, to);
    return number;
}

static int attackers_of(const struct set *set, const char *board, int to)
{
    int number = 0;
    for (int from = 0; from < 64; from++)
        number += is_of(set, board, from) && attacks(board, from, to);
    return number;
}

/* Does one of the second set stand before one of the third? */
static int has_line(const struct question *question, const char *board, int square)
{
    for (int f = -1; f <= 1; f++)
        for (int r = -1; r <= 1; r++) {
            if ((f == 0 && r == 0) || !goes(board[square], f, r))
                continue;
            int next = first_man(board, square, f, r);
            if (next >= 0 && is_of(&question->sets[1], board, next) &&
                is_of(&question->sets[2], board, first_man(board, next, f, r)))
                return 1;
        }
    return 0;
}

static int hangs(const char *board, int square)
{
    int enemies = 0, friends = 0;
    if (toupper(board[square]) == 'K')
        return 0;
    for (int from = 0; from < 64; from++)
        if (board[from] != '.' && attacks(board, from, square))
            *(isupper(board[from]) == isupper(board[square]) ? &friends : &enemies) += 1;
    return enemies != 0 && friends == 0;
}

static int is_said_of(const struct question *question, const char *board, int square)
{
    switch (question->way) {
    case FORK:
        for (int i = 1; i < question->count; i++)
            if (!is_number(&question->sets[i], attacked_of(&question->sets[i], board, square)))
                return 0;
        return 1;
    case GANG:
        return is_number(&question->sets[0], attackers_of(&question->sets[0], board, square));
    case LINE:
        return has_line(question, board, square);
    case HANGING:
        return hangs(board, square);
    }
    return 0;
}

static int holds(const struct question *question, const char *board)
{
    const struct set *first = &question->sets[question->way == GANG];
    for (int square = 0; square < 64; square++)
        if (is_of(first, board, square) && is_said_of(question, board, square))
            return !question->is_negated;
    return question->is_negated;
}

/* ---- At random ---- */

static void choose_squares(struct set *set, int square)
{
    unsigned how = below(10);
    int other = (int)below(64);
    for (int i = 0; i < 64; i++)
        set->on[i] = how > 3 || (how == 0 && i % 8 == square % 8) || (how == 1 && i / 8 == square / 8) ||
                     ((how == 2 || how == 3) && i == square) || (how == 3 && i == other);
    char *end = set->text + strlen(set->text);
    if (how == 0)
        sprintf(end, "%c*", 'a' + square % 8);
    else if (how == 1)
        sprintf(end, "[a-h]%c", '1' + square / 8);
    else if (how == 2)
        sprintf(end, "%c%c", 'a' + square % 8, '1' + square / 8);
    else if (how == 3)
        sprintf(end, "%c%c,%c%c", 'a' + square % 8, '1' + square / 8, 'a' + other % 8, '1' + other / 8);
}

static void choose_number(struct set *set)
{
    static const struct {
        const char *text;
        int min, max;
    } numbers[] = {{":2+", 2, 64}, {":2", 2, 2}, {":1", 1, 1}, {":0", 0, 0}, {":0-1", 0, 1}, {":1-2", 1, 2}};
    unsigned i = below(sizeof numbers / sizeof *numbers);
    set->min = numbers[i].min;
    set->max = numbers[i].max;
    set->has_number = 1;
    strcat(set->text, numbers[i].text);
}

/* Men of which the one on the square is one. */
static void choose_set(struct set *set, const char *board, int square, int may_have_number)
{
    char man = board[square], other = letters[below(12)];
    unsigned how = below(6);
    *set = (struct set){.min = 1, .max = 64};
    if (how == 0)
        sprintf(set->men, "%c", isupper(man) ? 'A' : 'a');
    else if (how == 1)
        sprintf(set->men, "%c%c", man, other);
    else
        sprintf(set->men, "%c", man);
    sprintf(set->text, how == 1 ? "[%s]" : "%s", set->men);
    choose_squares(set, square);
    if (may_have_number && below(3) == 0)
        choose_number(set);
}

static int random_man(const char *board)
{
    int square;
    do
        square = (int)below(64);
    while (board[square] == '.');
    return square;
}

/* A man that the one on `from` attacks, or any if it seems to attack none. */
static int attacked_man(const char *board, int from)
{
    for (int i = 0; i < 60; i++) {
        int to = random_man(board);
        if (attacks(board, from, to))
            return to;
    }
    return random_man(board);
}

/* The one behind a man, or any. */
static int man_behind(const char *board, int from, int first)
{
    int files = first % 8 - from % 8, ranks = first / 8 - from / 8;
    int next = -1;
    if (files == 0 || ranks == 0 || abs(files) == abs(ranks))
        next = first_man(board, first, (files > 0) - (files < 0), (ranks > 0) - (ranks < 0));
    return next >= 0 ? next : random_man(board);
}

static int has_line_men(const struct set *set)
{
    return strpbrk(set->men, "BbRrQqAa") != NULL;
}

static void ask_line(struct question *question, const char *board)
{
    int from, first;
    do {
        from = random_man(board);
        choose_set(&question->sets[0], board, from, 0);
    } while (!has_line_men(&question->sets[0]));
    first = attacked_man(board, from);
    choose_set(&question->sets[1], board, first, 0);
    choose_set(&question->sets[2], board, man_behind(board, from, first), 0);
    question->count = 3;
}

static void ask_attack(struct question *question, const char *board)
{
    int from = random_man(board);
    choose_set(&question->sets[0], board, from, question->way == GANG);
    if (question->way == GANG && !question->sets[0].has_number)
        choose_number(&question->sets[0]);
    question->count = question->way == GANG ? 2 : 2 + (int)below(3);
    for (int i = 1; i < question->count; i++)
        choose_set(&question->sets[i], board, attacked_man(board, from), question->way == FORK);
}

static void ask_hanging(struct question *question, const char *board)
{
    do
        choose_set(&question->sets[0], board, random_man(board), 0);
    while (strpbrk(question->sets[0].men, "PpNnBbRrQqAa") == NULL);
    question->count = 1;
}

static void write_question(struct question *question)
{
    int is_line = question->way == LINE;
    strcpy(question->text, question->is_negated ? below(2) ? "! " : "!" : "");
    for (int i = 0; i < question->count; i++) {
        const char *sign = below(3) ? " > " : ">";
        strcat(question->text, i == 0 ? "" : i == 1 || is_line ? sign : " ");
        strcat(question->text, question->sets[i].text);
    }
}

static void ask(struct question *question, enum way way, const char *board)
{
    *question = (struct question){.way = way, .is_negated = way != HANGING && below(8) == 0};
    if (way == HANGING)
        ask_hanging(question, board);
    else if (way == LINE)
        ask_line(question, board);
    else
        ask_attack(question, board);
    write_question(question);
}

/* ---- Comparing ---- */

/* The board turned: bits of enum board_turn. */
static void turn_board(const char *board, unsigned turn, char *turned)
{
    for (int square = 0; square < 64; square++) {
        int to = square ^ (turn & BOARD_REVERSED ? 56 : 0) ^ (turn & BOARD_MIRRORED ? 7 : 0);
        char man = board[square];
        turned[to] = (char)(turn & BOARD_REVERSED ? isupper(man) ? tolower(man) : toupper(man) : man);
    }
}

static int holds_turned(const struct question *question, const char *board, unsigned turns)
{
    char turned[64];
    for (unsigned turn = 0; turn < 4; turn++) {
        if ((turn & ~turns) != 0)
            continue;
        turn_board(board, turn, turned);
        if (holds(question, turned))
            return 1;
    }
    return 0;
}

static struct pgnpack_query *query_turned(const char *word, const char *text, unsigned turns)
{
    const char *words[] = {word, text, NULL, NULL, NULL, NULL, NULL};
    size_t count = 2;
    if (turns & BOARD_REVERSED)
        words[count] = "either", count += 2;
    if (turns & BOARD_MIRRORED)
        words[count] = "mirrored";
    return query_of(words);
}

/* What is needed where it holds must be there. */
static int needs_are_met(const struct pgnpack_query *query, const struct position *position)
{
    const struct board_needs *needs = &query->steps.steps[0].needs;
    unsigned at_home = home_pawns_of(position);
    int are_met = (at_home & needs->home_pawns_gone) == 0 &&
                  (at_home & needs->home_pawns_present) == needs->home_pawns_present;
    for (unsigned colour = 0; colour < 2; colour++) {
        unsigned men = popcount64(position->colours[colour]);
        are_met = are_met && men >= needs->men_min[colour] && men <= needs->men_max[colour];
    }
    return are_met;
}

enum { GAME_PLIES = 160, POSITIONS = 100000, QUESTIONS = 8 };

static char boards[GAME_PLIES + 1][64];
static struct position positions[GAME_PLIES + 1];

static void note_board(unsigned i)
{
    for (unsigned square = 0; square < 64; square++) {
        unsigned man = positions[i].men[square];
        boards[i][square] = man == NO_MAN ? '.' : letters[man];
    }
}

/* Random moves from the FEN on. Returns how many positions that makes. */
static unsigned play(const char *fen)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count = 0, legal;
    walk_position(fen, &positions[0]);
    note_board(0);
    while (count < GAME_PLIES && (legal = legal_list(&positions[count], moves)) != 0) {
        positions[count + 1] = positions[count];
        position_make(&positions[count + 1], moves[below(legal)]);
        note_board(++count);
    }
    return count + 1;
}

static unsigned compare(const struct question *question, unsigned turns, unsigned count)
{
    struct pgnpack_query *query =
        query_turned(question->way == HANGING ? "hanging" : "attack", question->text, turns);
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        int expected = holds_turned(question, boards[i], turns);
        ck_assert_msg(query_holds(query, &positions[i]) == expected, "%s (%u): not %d, with %.64s",
                      question->text, turns, expected, boards[i]);
        ck_assert_msg(!expected || needs_are_met(query, &positions[i]), "%s (%u) needs less than that: %.64s",
                      question->text, turns, boards[i]);
        found += (unsigned)expected;
    }
    pgnpack_free(query);
    return found;
}

START_TEST(as_the_slow_way)
{
    unsigned done = 0, found[4] = {0};
    random_state = 21;
    for (size_t start = 0; done < some_trials(POSITIONS); start++) {
        if (walk_starts[start] == NULL)
            start = 0;
        unsigned count = play(walk_starts[start]);
        for (unsigned i = 0; i < QUESTIONS; i++) {
            struct question question;
            ask(&question, (enum way)(i % 4), boards[below(count)]);
            found[i % 4] += compare(&question, below(2) ? below(4) : 0, count);
        }
        done += count;
    }
    for (unsigned way = 0; way < 4; way++)
        ck_assert_uint_ge(found[way], some_trials(POSITIONS) / 10);
}
END_TEST

START_TEST(hostile_boards)
{
    random_state = 22;
    for (size_t i = 0; walk_hostile[i] != NULL; i++) {
        unsigned count = play(walk_hostile[i]);
        for (unsigned k = 0; k < some_trials(60); k++) {
            struct question question;
            ask(&question, (enum way)(k % 4), boards[below(count)]);
            compare(&question, below(4), count);
        }
    }
}
END_TEST

/* ---- By hand ---- */

/* Boards on which it is so, and on which it just is not; the last ones of each are NULL. */
static const struct {
    const char *word, *value, *fulfilled[4], *just_not[5];
} cases[] = {
    {"attack",
     "N > k q",
     {"q3k3/2N5/8/8/8/8/8/4K3", "8/8/5k2/8/4N3/8/3q4/7K"},
     {"2q1k3/2N5/8/8/8/8/8/4K3", "q3k3/8/1N1N4/8/8/8/8/4K3"}},
    {"attack",
     "[BRQ] > n > k",
     {"4k3/8/2n5/1B6/8/8/8/4K3", "4k3/4n3/8/8/4R3/8/8/4K3"},
     {"4k3/3p4/2n5/1B6/8/8/8/4K3", "3qk3/8/5n2/6B1/8/8/8/4K3"}},
    {"attack",
     "[BRQ] > k > [qr]",
     {"8/8/8/R2k2q1/8/8/8/4K3", "8/6r1/8/4k3/8/8/1B6/4K3"},
     {"8/8/8/R2kp1q1/8/8/8/4K3", "8/8/8/R2q2k1/8/8/8/4K3", "8/3q4/8/R2k4/8/8/8/4K3"}},
    {"attack",
     "R > p:2+",
     {"4k3/8/8/1p1R1p2/8/8/8/4K3"},
     {"4k3/8/8/3R1pp1/8/8/8/4K3", "4k3/8/8/1p1R4/8/8/5R1p/4K3"}},
    {"attack",
     "R:2+ > p",
     {"4k3/8/8/2Rp4/8/8/8/3RK3"},
     {"4k3/8/8/1RRp4/8/8/8/4K3", "4k3/8/8/2Rp4/8/8/4p3/K3R3", "4k3/8/8/2Rp4/8/8/3N4/3RK3"}},
    {"attack",
     "p:2 > Q",
     {"4k3/8/8/2p1p3/3Q4/8/8/4K3"},
     {"4k3/8/8/8/3Q4/2p1p3/8/4K3", "4k3/8/8/2p5/3Q4/8/8/4K3"}},
    {"attack",
     "Pd4 > be5",
     {"4k3/8/8/4b3/3P4/8/8/4K3"},
     {"4k3/8/8/4b3/5P2/8/8/4K3", "4k3/8/8/2b5/3P4/8/8/4K3"}},
    {"attack", "! Q > a", {"4k3/8/8/8/8/8/3Q4/K7", "4k3/8/8/8/8/8/8/K7"}, {"3qk3/8/8/8/8/8/3Q4/K7"}},
    {"attack",
     "R > R > k",
     {"4k3/8/4R3/8/4R3/8/8/K7"},
     {"4k3/8/4R3/8/R7/8/8/K7", "4k3/8/4n3/8/4R3/8/4R3/K7"}},
    {"attack", "N:0 > r", {"r3k3/8/8/8/8/8/8/KN6", "4k3/8/8/8/8/r7/7r/KN6"}, {"4k3/8/8/8/8/r7/8/KN6"}},
    {"hanging",
     "n",
     {"4k3/8/8/3n4/8/8/3R4/3K4", "8/8/8/k2n4/8/4N3/8/3K4", "4k3/8/8/8/8/8/8/3Kn3"},
     {"4k3/8/4p3/3n4/8/8/3R4/3K4", "8/8/3k4/3n4/8/8/3R4/3K4", "4k3/8/8/3n4/8/8/8/3K4",
      "4k3/8/8/3n4/3P4/8/3R4/3K4"}},
    {"hanging", "a", {"4k3/7p/8/8/8/8/8/K6R"}, {"4k2R/8/8/8/8/8/8/K7", "4k3/6pp/6p1/8/8/8/8/K6N"}},
    {"pawns",
     "backward",
     {"4k3/8/8/4p3/2P1P3/3P4/8/4K3", "4k3/8/8/2p5/4P3/3P4/8/4K3", "4k3/8/8/1p6/1P6/P7/8/4K3"},
     {"4k3/8/8/2p1p3/4P3/3P4/2P5/4K3", "4k3/8/8/8/2P1P3/3P4/8/4K3", "4k3/8/8/2p5/8/3P4/8/4K3",
      "4k3/8/8/2p5/8/3PP3/8/4K3", "4k3/8/8/3p4/4P3/3P4/8/4K3"}},
    {"balance",
     "..-3",
     {"4k3/8/8/8/8/8/b7/3K4", "r3k3/8/8/8/8/8/1P6/3K4"},
     {"4k3/8/8/8/8/8/bP6/3K4", "r3k3/8/8/8/8/8/1B6/3K4"}},
    {"balance", "=2", {"r3k3/8/8/8/8/8/P7/1NNK4"}, {"r3k3/8/8/8/8/8/8/1NNK4", "r3k3/8/8/8/8/8/PP6/1NNK4"}},
    {"balance", "-1..1", {"4k3/8/8/8/8/8/8/4K3", "q3k3/8/8/8/8/8/PP6/RBK5"}, {"q3k3/8/8/8/8/8/PPP5/RBK5"}},
    {"balance", "9..", {"4k3/8/8/8/8/8/8/Q3K3"}, {"4k3/8/8/8/8/8/8/R1B1K3"}},
    {"pattern",
     "8/8/2n5/3pP3/8/8/8/8",
     {"4k3/8/2n5/3pP3/8/8/8/4K3", "r3k3/pppp4/2np4/P2pPp2/8/8/8/4K3"},
     {"4k3/8/2b5/3pP3/8/8/8/4K3", "4k3/8/3n4/3pP3/8/8/8/4K3"}},
    {"pattern",
     "rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/RNBQKBNR",
     {"rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/RNBQKBNR"},
     {"rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPP1/8/RNBQKBNR"}},
    {"pattern",
     "        /8/8/8/8/8/P[PN]1_    /6K1",
     {"4k3/8/8/8/8/8/PP6/6K1", "4k3/8/8/8/8/8/PNR1B3/Q5K1"},
     {"4k3/8/8/8/8/8/PP1R4/6K1", "4k3/8/8/8/8/8/PB6/6K1", "4k3/8/8/8/8/8/PP6/7K"}},
};

enum { CASE_COUNT = sizeof cases / sizeof *cases };

/* The position of a FEN's men, turned, with either side to move. */
static void turned_position(const char *men, unsigned turn, char side, struct position *position)
{
    char fen[120], board[64], *end = fen;
    snprintf(fen, sizeof fen, "%s w - - 0 1", men);
    walk_position(fen, &positions[0]);
    note_board(0);
    turn_board(boards[0], turn, board);
    for (int i = 0; i < 64; i++) {
        char man = board[(7 - i / 8) * 8 + i % 8];
        if (i != 0 && i % 8 == 0)
            *end++ = '/';
        *end++ = man == '.' ? '1' : man;
    }
    sprintf(end, " %c - - 0 1", side);
    walk_position(fen, position);
}

static void check_board(const char *word, const char *value, const char *men, int expected)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned turn = i / 2;
        struct position position;
        struct pgnpack_query *query = query_turned(word, value, turn), *plain = query_turned(word, value, 0);
        turned_position(men, turn, "wb"[i % 2], &position);
        ck_assert_msg(query_holds(query, &position) == expected, "%s %s (%u): %s", word, value, turn, men);
        ck_assert(!expected || needs_are_met(query, &position));
        turned_position(men, 0, "wb"[i % 2], &position);
        ck_assert_msg(query_holds(plain, &position) == expected, "%s %s: %s", word, value, men);
        pgnpack_free(query);
        pgnpack_free(plain);
    }
}

START_TEST(just_so_and_just_not)
{
    for (size_t i = 0; i < 4 && cases[_i].fulfilled[i] != NULL; i++)
        check_board(cases[_i].word, cases[_i].value, cases[_i].fulfilled[i], 1);
    for (size_t i = 0; i < 5 && cases[_i].just_not[i] != NULL; i++)
        check_board(cases[_i].word, cases[_i].value, cases[_i].just_not[i], 0);
}
END_TEST

/* Points beyond what one side can be ahead in a game are so many or more. */
START_TEST(many_points)
{
    struct position position;
    walk_position("4k3/8/QQQQQQQQ/QQQQQQQQ/8/8/8/4K3 w - - 0 1", &position);
    static const struct {
        const char *value;
        int holds;
    } ranges[] = {{"103..", 1}, {"126..", 1}, {"=126", 0}, {"..126", 0}, {"-126..", 1}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        struct pgnpack_query *query = query_turned("balance", ranges[i].value, 0);
        ck_assert_msg(query_holds(query, &position) == ranges[i].holds, "%s", ranges[i].value);
        pgnpack_free(query);
    }
}
END_TEST

/* ---- Refused ---- */

/* The whole error, of those that say what to write. */
static const struct {
    const char *word, *value, *text;
} wrong[] = {
    {"attack", "N k", "\"N k\" does not say who attacks: write \"N > k\""},
    {"attack", "N k q", "\"N k q\" does not say who attacks: write \"N > k q\""},
    {"attack", "n > n > k", "\"n\" is not understood: a knight attacks along no line"},
    {"attack", "P > n > k", "\"P\" is not understood: a pawn attacks along no line"},
    {"attack", "[Kk] > n > k", "\"[Kk]\" is not understood: a king attacks along no line"},
    {"attack", "N", "write who attacks and what"},
    {"attack", "N >", "write who attacks and what"},
    {"attack", "> k", "write who attacks and what"},
    {"attack", "!", "write who attacks and what"},
    {"attack", "B > n > k > q", "write who attacks and what"},
    {"attack", "B > n >", "\"n\" is not understood: on a line"},
    {"attack", "B > > n", "\"n\" is not understood: on a line"},
    {"attack", "B > n p > k", "\"k\" is not understood: on a line"},
    {"attack", "B > n > k q", "\"q\" is not understood: on a line"},
    {"attack", "B > n:2 > k", "\"n:2\" is not understood: men on a line have no number"},
    {"attack", "B:2 > n > k", "\"B:2\" is not understood: men on a line have no number"},
    {"attack", "N B > k", "\"B\" is not understood: one kind of men attacks, or several in brackets: [BN]"},
    {"attack", "R:2 > p:2", "\"R:2\" is not understood: where several attack, they attack one"},
    {"attack", "R:2 > p q", "\"R:2\" is not understood: where several attack, they attack one"},
    {"attack", "N > k q r b", "\"b\" is not understood: three kinds of men at most"},
    {"attack", "N > x", "\"x\" is not understood: men are"},
    {"attack", "_ > k", "\"_\" is not understood: men are"},
    {"attack", "N > !k", "\"!k\" is not understood: men are"},
    {"attack", "Nd9 > k", "\"Nd9\" is not understood: behind the man"},
    {"attack", "N > kg8x", "\"kg8x\" is not understood: behind the man"},
    {"attack", "N > k:65", "\"k:65\" is not understood: behind the man"},
    {"hanging", "k", "\"k\" is not understood: a king never hangs"},
    {"hanging", "n b", "\"b\" is not understood: one kind of men is named, or several in brackets: \"[nb]\""},
    {"hanging", "n:2", "\"n:2\" is not understood: one such man is enough"},
    {"hanging", "d4", "\"d4\" is not understood: men are"},
    {"balance", "-2", "\"-2\" could mean two things: write \"..-2\" or \"=-2\""},
    {"balance", "2", "\"2\" could mean two things: write \"2..\" or \"=2\""},
    {"balance", "1-3", "\"1-3\" is no range: write \"1..3\""},
    {"balance", "-3--1", "\"-3--1\" is no range: write \"-3..-1\""},
    {"balance", "3..1", "\"3..1\" ends before it begins"},
    {"balance", "2-", "\"2-\" is no range: write \"-1..2\", \"3..\", \"..-3\" or \"=0\""},
    {"balance", "..", "is no range"},
    {"balance", "=", "is no range"},
    {"balance", "=1..", "is no range"},
    {"balance", "-..3", "is no range"},
    {"balance", "1..x", "is no range"},
    {"balance", "1...3", "is no range"},
    {"balance", "--5", "is no range"},
    {"balance", "127..", "with numbers up to 126"},
    {"balance", "..99999999999", "with numbers up to 126"},
    {"pawns", "backwards", "structures are iqp, hanging, "},
    {"pawns", "backward!", "behind the squares"},
    {"pattern", "8/8/8/8/8/8/8", "eight rows"},
    {"pattern", "8/8/8/8/8/8/8/8", "name men"},
    {"pattern", "8/8/8/8/8/8/8/8/8", "\"/8\" is not understood: it stands behind the board"},
    {"pattern", "k7/8/8/8/8/8/8/8 w", "\"w\" is not understood: it stands behind the board"},
    {"pattern", "k7/8/8/8/8/8/8/7", "\"7\" is not understood: a row has eight squares"},
    {"pattern", "k8/8/8/8/8/8/8/8", "\"k8\" is not understood: a row has eight squares"},
    {"pattern", "7x/8/8/8/8/8/8/8", "\"7x\" is not understood: a row has eight squares"},
    {"pattern", "k7/8/pp/8/8/8/8/8", "\"pp\" is not understood: a row has eight squares"},
    {"pattern", "8k/8/8/8/8/8/8/8", "eight rows"},
};

enum { WRONG_COUNT = sizeof wrong / sizeof *wrong };

START_TEST(refused)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, wrong[_i].word, wrong[_i].value), PGNPACK_ERROR_ARGUMENT);
    const char *text = pgnpack_error(query)->text;
    ck_assert_msg(strstr(text, wrong[_i].text) != NULL, "%s %s: %s", wrong[_i].word, wrong[_i].value, text);
    ck_assert_int_eq(pgnpack_query_add(query, "final", NULL), PGNPACK_OK);
    pgnpack_free(query);
}
END_TEST

Suite *relations_suite(void)
{
    Suite *suite = suite_create("relations");
    TCase *core = tcase_create("core");
    tcase_add_test(core, as_the_slow_way);
    tcase_add_test(core, hostile_boards);
    tcase_add_loop_test(core, just_so_and_just_not, 0, CASE_COUNT);
    tcase_add_test(core, many_points);
    tcase_add_loop_test(core, refused, 0, WRONG_COUNT);
    suite_add_tcase(suite, core);
    return suite;
}
