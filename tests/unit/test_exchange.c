/*
 * E13: what captures win (docs/FORMAT.md, "Wide net", the classes captures and answers), against a second way to find it:
 * on a board of letters, with every man's way walked square by square.
 */
#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "net/kernels/policy_kernel.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

static const struct policy_history nothing_before = POLICY_HISTORY_NONE;

static struct policy_view seen;
static const char letters[] = "PNBRQK";

/* ---- The second way ---- */

/* The side to move has capitals and goes up the board. */
struct letter_board {
    char at[8][8]; /* by rank and file; '.': nothing */
};

static struct letter_board board_of(const struct position *position)
{
    struct letter_board board;
    for (unsigned square = 0; square < 64; square++) {
        unsigned man = position->men[position->side == WHITE ? square : square ^ 56];
        char letter = man == NO_MAN ? '.' : letters[man_type(man)];
        if (man != NO_MAN && man_colour(man) != position->side)
            letter = (char)tolower(letter);
        board.at[square / 8][square % 8] = letter;
    }
    return board;
}

static int worth_of(char man)
{
    static const int worth[] = {1, 3, 3, 5, 9, 100};
    return worth[strchr(letters, toupper(man)) - letters];
}

static int is_on_board(int rank, int file)
{
    return rank >= 0 && rank < 8 && file >= 0 && file < 8;
}

/* Nothing stands between. */
static int is_open(const struct letter_board *board, int from, int to)
{
    int ranks = to / 8 - from / 8, files = to % 8 - from % 8;
    int rank_step = (ranks > 0) - (ranks < 0), file_step = (files > 0) - (files < 0);
    int rank = from / 8 + rank_step, file = from % 8 + file_step;
    for (; rank != to / 8 || file != to % 8; rank += rank_step, file += file_step)
        if (!is_on_board(rank, file) || board->at[rank][file] != '.')
            return 0;
    return 1;
}

static int attacks(const struct letter_board *board, int from, int to)
{
    char man = board->at[from / 8][from % 8];
    int ranks = to / 8 - from / 8, files = to % 8 - from % 8;
    int far = abs(ranks) > abs(files) ? abs(ranks) : abs(files);
    int is_straight = ranks == 0 || files == 0, is_diagonal = abs(ranks) == abs(files);
    if (far == 0)
        return 0;
    switch (toupper(man)) {
    case 'P':
        return abs(files) == 1 && ranks == (man == 'P' ? 1 : -1);
    case 'N':
        return abs(ranks) * abs(files) == 2;
    case 'K':
        return far == 1;
    case 'B':
        return is_diagonal && is_open(board, from, to);
    case 'R':
        return is_straight && is_open(board, from, to);
    case 'Q':
        return (is_straight || is_diagonal) && is_open(board, from, to);
    default:
        return 0;
    }
}

/* The square of the least man of a side that attacks, the lowest of several; -1: none. */
static int least_attacker(const struct letter_board *board, int to, int is_own)
{
    int found = -1;
    for (int from = 0; from < 64; from++) {
        char man = board->at[from / 8][from % 8];
        if (man == '.' || (isupper(man) != 0) != is_own || !attacks(board, from, to))
            continue;
        if (found < 0 ||
            strchr(letters, toupper(man)) < strchr(letters, toupper(board->at[found / 8][found % 8])))
            found = from;
    }
    return found;
}

/* What a side wins where a man worth `stake` stands, on a board that is played on. */
static int wins(struct letter_board board, int to, int is_own, int stake)
{
    int from = least_attacker(&board, to, is_own);
    if (from < 0)
        return 0;
    char man = board.at[from / 8][from % 8];
    if (toupper(man) == 'K' && least_attacker(&board, to, !is_own) >= 0)
        return 0;
    board.at[from / 8][from % 8] = '.';
    int value = stake - wins(board, to, !is_own, worth_of(man));
    return value > 0 ? value : 0;
}

static int step_of(int value)
{
    return value == 0 ? 0 : value == 1 ? 1 : value < 5 ? 2 : value < 9 ? 3 : 4;
}

static int balance_of(int value)
{
    return value <= -6   ? 0
           : value <= -4 ? 1
           : value <= -2 ? 2
           : value == -1 ? 3
           : value == 0  ? 4
           : value <= 2  ? 5
           : value <= 4  ? 6
                         : 7;
}

/* The best for a side among captures of the other's men (no kings), but on one square. */
static int best_of(const struct letter_board *board, int is_own, int but)
{
    int best = 0;
    for (int square = 0; square < 64; square++) {
        char man = board->at[square / 8][square % 8];
        if (man == '.' || toupper(man) == 'K' || square == but || (isupper(man) != 0) == is_own)
            continue;
        int value = wins(*board, square, is_own, worth_of(man));
        best = value > best ? value : best;
    }
    return best;
}

/* The best own capture of a man that the one on `to` attacks, and did not from where it stood. */
static int best_new(const struct letter_board *before, int from, const struct letter_board *after, int to)
{
    int best = 0;
    for (int square = 0; square < 64; square++) {
        char man = after->at[square / 8][square % 8];
        if (man == '.' || man == 'k' || isupper(man) || !attacks(after, to, square) ||
            attacks(before, from, square))
            continue;
        int value = wins(*after, square, 1, worth_of(man));
        best = value > best ? value : best;
    }
    return best;
}

/* ---- Comparing ---- */

static void check_move(const struct letter_board *board, const struct policy_ply *ply, unsigned i)
{
    int from = ply->moves[i] >> 6 & 63, to = ply->moves[i] & 63;
    char man = board->at[from / 8][from % 8], taken = board->at[to / 8][to % 8];
    unsigned promotion = ply->moves[i] >> 12;
    struct letter_board after = *board;
    if (isupper(taken)) /* castling */
        return;
    if (promotion != 0)
        man = letters[promotion];
    after.at[from / 8][from % 8] = '.';
    after.at[to / 8][to % 8] = man;
    int type = (int)(strchr(letters, man) - letters);
    int balance = (taken == '.' ? 0 : worth_of(taken)) - wins(after, to, 0, worth_of(man));
    int captures = ply->far_classes[i][7] - POLICY_CLASS_CAPTURES;
    int answers = ply->far_classes[i][8] - POLICY_CLASS_ANSWERS;
    int loss = best_of(&after, 0, to), gain = best_new(board, from, &after, to);
    if (captures / 80 != type || captures % 80 / 10 != balance_of(balance))
        ck_abort_msg("captures of move %u: %d, not of type %d and balance %d", i, captures, type, balance);
    if (answers != type * 25 + step_of(loss) * 5 + step_of(gain))
        ck_abort_msg("answers to move %u: %d, not of type %d, loss %d, gain %d", i, answers, type, loss,
                     gain);
}

static void check_position(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply ply;
    static unsigned turn;
    (void)moves;
    if (count > POLICY_MOVES_MAX || turn++ % 8 != 0) /* the second way is slow */
        return;
    struct letter_board board = board_of(position);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, position, &nothing_before, POLICY_SIGHT_FAR);
    for (unsigned i = 0; i < ply.count; i++)
        check_move(&board, &ply, i);
}

START_TEST(everywhere)
{
    walk_everything(check_position);
}
END_TEST

/* Positions full of what games seldom have: batteries, men behind men, kings that take. Every move is compared. */
static const char *const crowded[] = {
    "3rr1k1/3q1pp1/2n1b2p/1p1pn3/3P4/1BN1P3/PPQ2PPP/3RR1K1 w - - 0 1",
    "3r2k1/3r4/3q4/8/3p4/3Q4/3R4/3R2K1 w - - 0 1",
    "b2r2k1/1b1r4/2q5/3p4/4P3/5B2/3R2B1/3R2KQ w - - 0 1",
    "8/8/3k4/3p4/2PKP3/8/8/8 w - - 0 1",
    "k2r4/8/8/3n4/8/3K4/3R4/3R4 w - - 0 1",
    "8/1n6/K7/8/8/8/1k6/1Q6 w - - 0 1",
    "4k3/P1P5/1r6/8/8/6R1/p1p5/1B2K3 w - - 0 1",
    "r1b1k2r/pppp1ppp/2n2n2/4p2q/1b2P1B1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1",
    "q2r2k1/8/8/Q2R4/8/8/8/q2R2K1 w - - 0 1",
    "4k3/8/8/2pPp3/1P1Q1B2/8/8/4K3 w - c6 0 1",
};

START_TEST(in_crowds)
{
    static struct policy_ply ply;
    struct position position;
    walk_position(crowded[_i], &position);
    struct letter_board board = board_of(&position);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, &nothing_before, POLICY_SIGHT_FAR);
    ck_assert_uint_gt(ply.count, 1);
    for (unsigned i = 0; i < ply.count; i++)
        check_move(&board, &ply, i);
}
END_TEST

/* The last two digits of captures: what hangs, and whether it is the mover. */
START_TEST(what_hangs)
{
    static const struct {
        const char *fen, *move;
        unsigned digits;
    } moves[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", 5 * 80 + 40},
        {"4k3/8/8/8/8/8/4r2P/K7 w - - 0 1", "a1b1", 5 * 80 + 40 + 2},
        {"4k3/8/8/8/8/8/4r2N/7K w - - 0 1", "h2f1", 80 + 40},
        {"4k3/8/8/8/8/8/1P2r2B/K7 w - - 0 1", "h2g1", 160 + 40 + 4 + 1},
        {"4k3/8/8/8/8/8/1PR1r2B/K7 w - - 0 1", "a1b1", 5 * 80 + 40 + 6},
        {"4k3/8/8/8/8/8/1PQ1r2R/K7 w - - 0 1", "h2h1", 3 * 80 + 40 + 8 + 1},
        {"4k3/8/8/8/8/8/1PQ1r2R/K7 w - - 0 1", "c2c1", 4 * 80 + 40 + 8 + 1},
    };
    static struct policy_ply ply;
    struct position position;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        walk_position(moves[i].fen, &position);
        policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, &nothing_before, POLICY_SIGHT_FAR);
        uint16_t code = policy_code_of(&position, walk_move(&position, moves[i].move));
        unsigned place = 0;
        while (ply.moves[place] != code)
            place++;
        ck_assert_msg(ply.far_classes[place][7] == POLICY_CLASS_CAPTURES + moves[i].digits, "%s %s: %u",
                      moves[i].fen, moves[i].move, ply.far_classes[place][7] - POLICY_CLASS_CAPTURES);
    }
}
END_TEST

Suite *exchange_suite(void)
{
    Suite *suite = suite_create("exchange");
    TCase *core = tcase_create("core");
    tcase_add_test(core, everywhere);
    tcase_add_loop_test(core, in_crowds, 0, sizeof crowded / sizeof *crowded);
    tcase_add_test(core, what_hangs);
    suite_add_tcase(suite, core);
    return suite;
}
