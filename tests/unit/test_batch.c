/* Batches against cursors, at every level and with every part; filters; failures. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "container/sections/block_format.h"
#include "lib/rows/comment_commands.h"
#include "lib/read/cursor.h"
#include "shared/batch_check.h"
#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static const char *const names[] = {"White", "Black",    "Result",  "WhiteElo",  "BlackElo", "Date",
                                    "ECO",   "Opening",  "Missing", "Note",      "FEN",      "White",
                                    "Event", "PlyCount", "Extra",   "EventDate", "WhiteTeam"};
enum { NAME_COUNT = sizeof names / sizeof names[0], PARTS = 2 * PGNPACK_BATCH_FENS };

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* Ratings before or behind the players whom they belong to, or none. */
static void append_ratings(unsigned i, unsigned white, unsigned black, int is_before)
{
    char tags[200];
    if (i % 11 == 4 || is_before != (i % 9 == 2))
        return;
    snprintf(tags, sizeof tags,
             "[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n[WhiteTeam \"Team %u\"]\n[BlackTeam \"Team %u\"]\n",
             1500 + 9 * white + i / 60, 1500 + 9 * black + i / 60, white % 9, black % 9);
    bytes_append_text(&text, tags);
}

/* Players who meet again, so that tags are told by each other; some have a tag twice, some lack one. */
static void append_players(unsigned count, uint64_t random)
{
    char tags[400];
    for (unsigned i = 0; i < count; i++) {
        unsigned white = (unsigned)random_below(&random, 30), black = (unsigned)random_below(&random, 30);
        unsigned eco = (unsigned)random_below(&random, 9);
        snprintf(tags, sizeof tags, "[Event \"Cup %u\"]\n[Date \"19%02u.01.%02u\"]\n", i / 50, 30 + i / 20,
                 1 + i % 28);
        bytes_append_text(&text, tags);
        append_ratings(i, white, black, 1);
        snprintf(tags, sizeof tags,
                 i % 7 == 3 ? "[Black \"P \\\"%u\\\" \\\\\"]\n[White \"P%u\"]\n"
                            : "[White \"Player, %u\"]\n[Black \"Player, %u\"]\n",
                 white * 77, black * 77);
        bytes_append_text(&text, tags);
        append_ratings(i, white, black, 0);
        if (i % 13 == 5)
            bytes_append_text(&text, "[White \"again\"]\n[Note \"\"]\n");
        snprintf(tags, sizeof tags,
                 "[Result \"%s\"]\n[EventDate \"19%02u.01.01\"]\n[ECO \"C%02u\"]\n[Opening \"Name %u\"]\n"
                 "[PlyCount \"%u\"]\n\n1. e4 %s %s\n\n",
                 i % 5 == 0 ? "1-0" : "*", 30 + i / 20, eco, eco * 31, i % 3 == 0 ? 2 : 3,
                 i % 3 == 0 ? "e5" : "c5 (1... e6 2. d4) 2. Nf3", i % 5 == 0 ? "1-0" : "*");
        bytes_append_text(&text, tags);
    }
}

/* Clocks and evaluations as they are written, and as they are not. */
static void append_clocks(const char *odd_clock)
{
    bytes_append_text(&text, "[Event \"clocks\"]\n\n{[%clk 9:00:00]} 1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 "
                             "{[%clk 0:02:59.5]} (1... c5 {[%clk 0:00:01]}) {[%eval -1.25,20]} 2. Nf3 "
                             "{[%eval #-3] [%clk 1:59:07]} Nc6 {[%eval #12]} 3. Bb5 ");
    bytes_append_text(&text, odd_clock);
    bytes_append_text(
        &text, "{[%eval 99.99]} -- {no more} 4. O-O {[%eval -0.05] [%eval 3.00]} 1-0 {[%clk 0:00:09]}\n\n");
}

/* Comments at all places; men that are dropped; a FEN that is none; Chess960; plies in variations. */
static void append_oddities(void)
{
    bytes_append_text(
        &text,
        "{before the tags}\n[Event \"comments\"]\n{among them}\n[White \"a\"]\n\n{first} ; second [%clk "
        "0:00:05]\n"
        "1. e4 {one} {two} ; three [%eval 0.50]\n1... e5 ({inside} 1... c5 {behind} 2. Nf3) {after} 2. Nf3 "
        "1-0 {[%clk 0:00:07]}\n\n"
        "[Event \"drops\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 {dropped} "
        "e6 5. dxe6 "
        "P@d2+ 6. Bxd2 -- 7. exf7+ 1-0\n\n"
        "[Event \"no position\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{nothing} 1. e4 *\n\n"
        "[Event \"960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
        "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. Nf3 O-O 2. O-O b5 "
        "*\n\n"
        "[Event \"a position\"]\n[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n"
        "1. O-O O-O-O *\n\n");
}

/* The text, packed. */
static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

static void check_batch(const struct pgnpack_reader *reader, const struct batch_check *check)
{
    const char *trouble = batch_check(reader, check, NULL);
    if (trouble != NULL)
        ck_abort_msg("%s: %zu tags, parts %u, capacity %zu, views %d", trouble, check->tag_count,
                     check->parts, check->capacity, check->by_views);
}

/* Some tags, some parts, some sizes of arrays. */
static void check_ways(const struct pgnpack_reader *reader)
{
    static const struct batch_check ways[] = {
        {.tag_count = 7, .parts = 1, .capacity = 64, .room = 4000},
        {.tag_count = 7, .parts = 3, .capacity = 512, .by_views = 1, .room = 1},
        {.tag_count = NAME_COUNT, .parts = 0, .capacity = 7, .room = 100},
        {.tag_count = NAME_COUNT, .parts = PARTS - 1, .capacity = 100, .room = 40, .keep_escapes = 1},
        {.tag_count = 0, .parts = PGNPACK_BATCH_MOVES, .capacity = 1000, .room = 2000},
        {.tag_count = 1, .parts = PGNPACK_BATCH_SAN | 2, .capacity = 5, .by_views = 1, .room = 3000},
        {.tag_count = 2, .parts = PGNPACK_BATCH_UCI | PGNPACK_BATCH_CLOCKS, .capacity = 1, .room = 10},
        {.tag_count = 0, .parts = PGNPACK_BATCH_EVALS | 1, .capacity = 30, .room = 700},
        {.tag_count = 0, .parts = PGNPACK_BATCH_COMMENTS, .capacity = 20, .room = 50},
        {.tag_count = 3, .parts = PGNPACK_BATCH_KEYS, .capacity = 50, .room = 50},
        {.tag_count = 1, .parts = PGNPACK_BATCH_TEXT, .capacity = 11, .by_views = 1, .room = 50},
        {.tag_count = 0, .parts = PGNPACK_BATCH_TEXT | PGNPACK_BATCH_SAN, .capacity = 9, .room = 9},
        {.tag_count = 0, .parts = PGNPACK_BATCH_KEYS | PGNPACK_BATCH_SAN, .capacity = 9, .room = 90},
        {.tag_count = 0, .parts = PGNPACK_BATCH_COMMENTS | PGNPACK_BATCH_SAN, .capacity = 9, .room = 90},
        {.tag_count = 0, .parts = PGNPACK_BATCH_COMMENTS | 31, .capacity = 90, .room = 1},
        {.tag_count = 0, .parts = PGNPACK_BATCH_FENS, .capacity = 20, .room = 70},
        {.tag_count = 1, .parts = PGNPACK_BATCH_FENS | PGNPACK_BATCH_SAN, .capacity = 7, .room = 7},
        {.tag_count = 0, .parts = 3, .capacity = 90, .room = 1}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct batch_check check = ways[i];
        check.tags = names;
        check_batch(reader, &check);
    }
}

/* At every level, in large blocks and small ones. */
START_TEST(as_cursors_give)
{
    const struct pack_setup whole = {.level = _i}, small = {.level = _i, .block_size = 3000};
    append_games(&text, 40, (uint64_t)_i);
    append_players(120, (uint64_t)_i);
    append_oddities();
    append_clocks("");
    struct pgnpack_reader *reader = open_text(&whole);
    check_ways(reader);
    pgnpack_free(reader);
    reader = open_text(&small);
    check_ways(reader);
    pgnpack_free(reader);
}
END_TEST

START_TEST(of_samples)
{
    static const char *const files[] = {"data/annotated.pgn", "data/classics.pgn", "data/clocked.pgn"};
    const struct pack_setup setup = {.level = 3};
    ck_assert(bytes_append_file(&text, files[_i]));
    struct pgnpack_reader *reader = open_text(&setup);
    check_ways(reader);
    pgnpack_free(reader);
}
END_TEST

/* Each single tag: columns that are told by others need those, and no more. */
START_TEST(single_tags)
{
    const struct pack_setup setup = {.level = _i};
    append_players(300, 3);
    struct pgnpack_reader *reader = open_text(&setup);
    for (size_t i = 0; i < NAME_COUNT; i++)
        check_batch(
            reader,
            &(struct batch_check){
                .tags = &names[i], .tag_count = 1, .capacity = 100, .room = 3000, .by_views = _i & 1});
    pgnpack_free(reader);
}
END_TEST

/* Exactly these clocks and evaluations, moves and texts. */
START_TEST(numbers_of_plies)
{
    static const int32_t clocks[] = {180000, 179500, 7147000, -1, 1000, -1, -1};
    static const int32_t evals[] = {17, -125, 3 - 2000000, 2000000 - 12, 9999, PGNPACK_NO_EVAL, -5};
    enum { PLIES = sizeof clocks / sizeof clocks[0] };
    struct pgnpack_batch_options options = {.size = sizeof options, .parts = PARTS - 1};
    uint32_t offsets[5][2], plies;
    int32_t clocks_read[PLIES], evals_read[PLIES];
    uint16_t moves[PLIES];
    char san[100], uci[100];
    uint8_t result;
    size_t count;
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = 1,
                                            .plies = &plies,
                                            .results = &result,
                                            .moves = {moves, PLIES, offsets[0]},
                                            .san = {san, sizeof san, offsets[1], NULL},
                                            .uci = {uci, sizeof uci, offsets[2], NULL},
                                            .clocks = {clocks_read, PLIES, offsets[3]},
                                            .evals = {evals_read, PLIES, offsets[4]}};
    const struct pack_setup setup = {.level = 3};
    append_clocks("{[%clk 0:01]} ");
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(plies, PLIES);
    ck_assert_int_eq(result, PGNPACK_RESULT_WHITE);
    ck_assert_uint_eq(offsets[3][1], PLIES);
    ck_assert_mem_eq(clocks_read, clocks, sizeof clocks);
    ck_assert_mem_eq(evals_read, evals, sizeof evals);
    ck_assert_uint_eq(moves[5], 0);
    san[offsets[1][1]] = uci[offsets[2][1]] = '\0';
    ck_assert_str_eq(san, "e4 e5 Nf3 Nc6 Bb5 -- O-O");
    ck_assert_str_eq(uci, "e2e4 e7e5 g1f3 b8c6 f1b5 0000 e1g1");
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_END);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

/* A mate has a number, and nothing behind it. */
START_TEST(evals_that_are_none)
{
    ck_assert_int_eq(command_eval(text_of("[%eval #12]")), PGNPACK_EVAL_MATE - 12);
    ck_assert_int_eq(command_eval(text_of("[%eval #]")), PGNPACK_NO_EVAL);
    ck_assert_int_eq(command_eval(text_of("[%eval #-]")), PGNPACK_NO_EVAL);
    ck_assert_int_eq(command_eval(text_of("[%eval #12x]")), PGNPACK_NO_EVAL);
}
END_TEST

/* ---- Moves in a row ---- */

enum { LINE_PLIES_MAX = 400, LINE_GAMES = 3 };

/* What a batch has to give of a game. */
struct told_line {
    struct bytes san;
    int32_t clocks[LINE_PLIES_MAX], evals[LINE_PLIES_MAX];
    unsigned plies;
};

/* A knight of each side goes round, by ways of different lengths: no two parts of a line are the same. */
static void tell_moves(struct told_line *line, unsigned plies)
{
    static const char *const white[] = {"Nf3", "Nh4", "Ng6", "Nf4", "Nh3", "Ng1"};
    static const char *const black[] = {"Na6", "Nb4", "Nc6", "Nb8"};
    for (; plies != 0; plies--) {
        unsigned move = line->plies / 2, is_black = line->plies % 2;
        const char *san = is_black ? black[move % 4] : white[move % 6];
        char number[20] = "";
        if (!is_black)
            snprintf(number, sizeof number, "%u. ", move + 1);
        bytes_append_text(&text, number);
        bytes_append_text(&text, san);
        bytes_append_text(&text, " ");
        bytes_append_text(&line->san, line->plies != 0 ? " " : "");
        bytes_append_text(&line->san, san);
        line->clocks[line->plies] = PGNPACK_NO_CLOCK;
        line->evals[line->plies++] = PGNPACK_NO_EVAL;
    }
}

static void tell_comment(struct told_line *line, int32_t seconds, int32_t pawns)
{
    char comment[80];
    snprintf(comment, sizeof comment, "{[%%eval %d.00] [%%clk 0:00:%02d]} ", (int)pawns, (int)seconds);
    bytes_append_text(&text, comment);
    line->clocks[line->plies - 1] = 1000 * seconds;
    line->evals[line->plies - 1] = 100 * pawns;
}

/* Instead of a move of black's, which was the last one; with moves in a row, in there and in a variation of its own. */
static void tell_variation(const struct told_line *line)
{
    char variation[300];
    unsigned n = line->plies / 2;
    snprintf(
        variation, sizeof variation,
        "(%u... d5 %u. d4 e6 %u. e3 f6 {[%%eval 9.00] [%%clk 0:00:59]} (%u... h6 %u. c3 h5 %u. a4) %u. b3 "
        "b6 %u. a3) ",
        n, n + 1, n + 2, n + 2, n + 3, n + 4, n + 3, n + 4);
    bytes_append_text(&text, variation);
}

/* More moves in a row than are decoded at once; some that comments and variations part; some more. */
static void tell_games(struct told_line lines[LINE_GAMES])
{
    memset(lines, 0, LINE_GAMES * sizeof *lines);
    bytes_append_text(&text, "[White \"A\"]\n\n");
    tell_moves(&lines[0], 301);
    bytes_append_text(&text, "*\n\n[White \"B\"]\n\n");
    for (int i = 1; i < 9; i++) {
        tell_moves(&lines[1], 2 * (unsigned)i);
        tell_comment(&lines[1], i, 10 - i);
        tell_moves(&lines[1], 4);
        tell_variation(&lines[1]);
    }
    tell_moves(&lines[1], 160);
    tell_comment(&lines[1], 20, -20);
    bytes_append_text(&text, "*\n\n[White \"C\"]\n\n");
    tell_moves(&lines[2], 12);
    bytes_append_text(&text, "*\n\n");
}

static void check_told_lines(const struct pgnpack_reader *reader, unsigned parts,
                             const struct told_line lines[LINE_GAMES])
{
    const struct pgnpack_batch_options options = {.size = sizeof options, .parts = parts};
    enum { ROOM = LINE_GAMES * LINE_PLIES_MAX };
    static int32_t clocks[ROOM], evals[ROOM];
    static char san[ROOM * PGNPACK_SAN_SIZE];
    static uint16_t moves[ROOM];
    uint32_t offsets[4][LINE_GAMES + 1] = {{0}};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = LINE_GAMES};
    size_t count;
    if (parts & PGNPACK_BATCH_SAN)
        columns.san = (struct pgnpack_bytes_column){san, sizeof san, offsets[0], NULL};
    if (parts & PGNPACK_BATCH_CLOCKS)
        columns.clocks = (struct pgnpack_numbers_column){clocks, ROOM, offsets[1]};
    if (parts & PGNPACK_BATCH_EVALS)
        columns.evals = (struct pgnpack_numbers_column){evals, ROOM, offsets[2]};
    if (parts & PGNPACK_BATCH_MOVES)
        columns.moves = (struct pgnpack_moves_column){moves, ROOM, offsets[3]};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(count, LINE_GAMES);
    for (size_t i = 0; i < LINE_GAMES; i++) {
        const struct told_line *line = &lines[i];
        if (parts & PGNPACK_BATCH_SAN) {
            ck_assert_uint_eq(offsets[0][i + 1] - offsets[0][i], line->san.size);
            ck_assert_mem_eq(san + offsets[0][i], line->san.data, line->san.size);
        }
        if (parts & PGNPACK_BATCH_CLOCKS) {
            ck_assert_uint_eq(offsets[1][i + 1] - offsets[1][i], line->plies);
            ck_assert_mem_eq(clocks + offsets[1][i], line->clocks, line->plies * sizeof *clocks);
        }
        if (parts & PGNPACK_BATCH_EVALS) {
            ck_assert_uint_eq(offsets[2][i + 1] - offsets[2][i], line->plies);
            ck_assert_mem_eq(evals + offsets[2][i], line->evals, line->plies * sizeof *evals);
        }
        if (parts & PGNPACK_BATCH_MOVES) { /* runs have none */
            ck_assert_uint_eq(offsets[3][i + 1] - offsets[3][i], line->plies);
        }
    }
    pgnpack_free(batch);
}

/* Moves that come in runs, as a batch's cursor asks for them: of the main line, and of variations. */
static void count_run_moves(const struct pgnpack_reader *reader, size_t *main_ret, size_t *others_ret)
{
    const struct pgnpack_game *game;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_MOVES);
    cursor->parts |= BLOCK_SAN | BLOCK_RUNS;
    *main_ret = *others_ret = 0;
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        unsigned depth = 0;
        for (size_t i = 0; i < game_of(game)->item_count; i++) {
            const struct game_item *item = &game_of(game)->items[i];
            depth += item->kind == ITEM_VARIATION_BEGIN;
            depth -= item->kind == ITEM_VARIATION_END;
            if (item->kind == ITEM_MOVE_RUN)
                *(depth == 0 ? main_ret : others_ret) += item->value;
        }
    }
    pgnpack_free(cursor);
}

/* Their SAN is all there, in its order; clocks and evaluations are at their plies; variations are not in the line. */
START_TEST(moves_in_a_row)
{
    static const unsigned parts[] = {PGNPACK_BATCH_SAN,
                                     PGNPACK_BATCH_SAN | PGNPACK_BATCH_CLOCKS,
                                     PGNPACK_BATCH_SAN | PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS,
                                     PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS,
                                     PGNPACK_BATCH_SAN | PGNPACK_BATCH_MOVES,
                                     PARTS - 1};
    const struct pack_setup setup = {.level = _i};
    static struct told_line lines[LINE_GAMES];
    size_t of_main_lines, of_variations;
    tell_games(lines);
    struct pgnpack_reader *reader = open_text(&setup);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        check_told_lines(reader, parts[i], lines);
    count_run_moves(reader, &of_main_lines, &of_variations);
    if (_i == 3) { /* where they do come in runs */
        ck_assert_uint_gt(of_main_lines, 500);
        ck_assert_uint_gt(of_variations, 0);
    }
    pgnpack_free(reader);
    for (size_t i = 0; i < LINE_GAMES; i++)
        bytes_free(&lines[i].san);
}
END_TEST

/* ---- Ranges and mistakes ---- */

START_TEST(ranges)
{
    static const uint64_t firsts[] = {1, 5, 100, 119, 120}, counts[] = {1, 3, 50, 1000, UINT64_MAX};
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    uint64_t numbers[200];
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 200, .numbers = numbers};
    size_t count;
    append_players(120, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, NULL);
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            uint64_t left = 121 - firsts[i];
            ck_assert_int_eq(pgnpack_batch_range(batch, firsts[i], counts[k]), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
            ck_assert_uint_eq(count, counts[k] < left ? counts[k] : left);
            ck_assert_uint_eq(numbers[0], firsts[i]);
            ck_assert_uint_eq(numbers[count - 1], firsts[i] + count - 1);
            ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_END);
            ck_assert_uint_eq(count, 0);
        }
    ck_assert_int_eq(pgnpack_batch_range(batch, 121, 1), PGNPACK_END);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_END);
    ck_assert_int_eq(pgnpack_batch_range(batch, 0, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_eq(pgnpack_error(batch)->text, "games are counted from 1");
    ck_assert_int_eq(pgnpack_batch_range(batch, 1, 1), PGNPACK_OK);
    ck_assert_str_eq(pgnpack_error(batch)->text, "");
    ck_assert_int_eq(pgnpack_batch_next(batch, NULL, &count), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, NULL), PGNPACK_END);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

static void check_options(const struct pgnpack_reader *reader, const struct pgnpack_batch_options *options,
                          const char *text_part)
{
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 10};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, options);
    size_t count;
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(batch)->text, text_part));
    ck_assert_int_eq(pgnpack_batch_range(batch, 1, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(pgnpack_work(batch), 0);
    pgnpack_free(batch);
}

START_TEST(options_that_make_no_sense)
{
    static const char *const no_name[] = {"White", NULL};
    const struct pack_setup setup = {.level = 3};
    struct pgnpack_batch_options options = {.size = sizeof options, .parts = PARTS};
    append_players(3, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    check_options(reader, &options, "parts that there are not");
    options = (struct pgnpack_batch_options){.parts = 1};
    check_options(reader, &options, "pgnpack_batch_options.size is 0");
    options = (struct pgnpack_batch_options){.size = sizeof options, .tag_count = 1};
    check_options(reader, &options, "no names");
    options = (struct pgnpack_batch_options){.size = sizeof options, .tags = no_name, .tag_count = 2};
    check_options(reader, &options, "without a name");
    pgnpack_free(reader);
}
END_TEST

/* What _pick() gives of these numbers; returns how many. */
static size_t picked(struct pgnpack_batch *batch, const uint64_t *wanted, size_t count, size_t room,
                     uint64_t *numbers)
{
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = room};
    size_t done = 0, given;
    ck_assert_int_eq(pgnpack_batch_pick(batch, wanted, count), PGNPACK_OK);
    for (;; done += given) {
        columns.numbers = numbers + done;
        enum pgnpack_status status = pgnpack_batch_next(batch, &columns, &given);
        if (status == PGNPACK_END)
            return done;
        ck_assert_int_eq(status, PGNPACK_OK);
        ck_assert_uint_le(given, room);
    }
}

/* A pgnpack_read_at_function on `packed` that counts; `opaque` is the count. */
static int counted_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    uint64_t *count = opaque;
    int cause = bytes_read_at(&packed, offset, bytes, size, size_ret);
    *count += *size_ret;
    return cause;
}

/* Packed bytes that are read for all games. */
static uint64_t bytes_of_all(unsigned parts)
{
    uint64_t bytes = 0;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(counted_read_at, &bytes, packed.size)),
                     PGNPACK_OK);
    const struct pgnpack_batch_options options = {.size = sizeof options, .parts = parts};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 100};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    size_t count;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        continue;
    pgnpack_free(batch);
    pgnpack_free(reader);
    return bytes;
}

/* Texts take nearly all of a file. */
START_TEST(bytes_of_texts)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    append_players(300, 3);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert_uint_gt(bytes_of_all(PGNPACK_BATCH_TEXT), bytes_of_all(0) + packed.size / 2);
    pgnpack_free(reader);
}
END_TEST

/* Games of a list of numbers, in blocks of a few games each: these and no others, and only their blocks. */
START_TEST(picked_games)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    const struct pgnpack_batch_options plain = {.size = sizeof plain, .tags = names, .tag_count = 2},
                                       moves = {.size = sizeof moves,
                                                .parts = _i == 1 ? PGNPACK_BATCH_MOVES : PGNPACK_BATCH_TEXT};
    uint64_t numbers[400], wanted[] = {1, 2, 7, 150, 151, 299, 300};
    struct pgnpack_batch_counts counts;
    append_players(300, 3);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert_uint_gt(pgnpack_reader_info(reader)->block_count, 10);
    const struct pgnpack_batch_options rows = {.size = sizeof rows, .parts = PGNPACK_BATCH_PLIES};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, _i == 0 ? &plain : _i == 3 ? &rows : &moves);
    ck_assert_uint_eq(picked(batch, wanted, 7, 3, numbers), 7);
    ck_assert_mem_eq(numbers, wanted, sizeof wanted);
    pgnpack_batch_counts(batch, &counts);
    ck_assert_uint_eq(counts.games_given, 7);
    ck_assert_uint_le(counts.blocks_read, 5);
    ck_assert_uint_eq(picked(batch, wanted, 0, 3, numbers), 0);
    ck_assert_int_eq(pgnpack_batch_range(batch, 10, 5), PGNPACK_OK); /* a range again */
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 100, .numbers = numbers};
    size_t count;
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(count, 5);
    ck_assert_uint_eq(numbers[4], 14);
    ck_assert_uint_eq(picked(batch, wanted, 7, 300, numbers), 7);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

/* Numbers that do not ascend, or that no game has. */
START_TEST(picked_wrongly)
{
    static const uint64_t wrong[][3] = {{2, 1, 3}, {2, 2, 3}, {0, 1, 2}, {1, 2, 31}};
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_batch_options options = {.size = sizeof options};
    uint64_t numbers[40];
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 40, .numbers = numbers};
    size_t count;
    append_players(30, 3);
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(pgnpack_batch_pick(batch, wrong[i], 3), PGNPACK_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(batch)->text, "cannot be picked"));
        ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_ERROR_ARGUMENT);
    }
    ck_assert_uint_eq(picked(batch, (const uint64_t[]){30}, 1, 1, numbers), 1);
    ck_assert_int_eq(pgnpack_batch_range(batch, 1, 100), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(count, 30);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

/* Arrays that cannot be filled are told, and the next call may bring others. */
START_TEST(arrays_that_do_not_fit)
{
    static const char *const white = "White";
    const struct pack_setup setup = {.level = 3};
    struct pgnpack_batch_options options = {.size = sizeof options,
                                            .tags = &white,
                                            .tag_count = 1,
                                            .parts = PGNPACK_BATCH_MOVES | PGNPACK_BATCH_COMMENTS};
    uint32_t offsets[21];
    uint16_t moves[60];
    char data[400];
    struct pgnpack_bytes_column tag = {data, 10, offsets, NULL};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 20};
    size_t count;
    append_players(20, 2);
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    struct pgnpack_columns wrong[] = {columns, columns, columns, columns, columns, columns,
                                      columns, columns, columns, columns, columns};
    wrong[0].size = 0;
    wrong[1].capacity = 0;
    wrong[2].san = (struct pgnpack_bytes_column){data, 1, offsets, NULL};
    wrong[3].moves = (struct pgnpack_moves_column){NULL, 1, offsets};
    wrong[4].moves = (struct pgnpack_moves_column){moves, (size_t)UINT32_MAX + 1, offsets};
    wrong[5].keys = (struct pgnpack_keys_column){NULL, 0, offsets};
    wrong[6].text = (struct pgnpack_bytes_column){data, 1, offsets, NULL};
    wrong[7].uci = (struct pgnpack_bytes_column){data, 1, offsets, NULL};
    wrong[8].comments = (struct pgnpack_texts_column){data, 1, NULL, 1, offsets};
    wrong[9].comments = (struct pgnpack_texts_column){data, 1, offsets, (size_t)UINT32_MAX + 1, offsets};
    wrong[10].fens = (struct pgnpack_texts_column){data, 1, offsets, 1, offsets};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(pgnpack_batch_next(batch, &wrong[i], &count), PGNPACK_ERROR_ARGUMENT);
        ck_assert_uint_eq(count, 0);
        ck_assert_str_ne(pgnpack_error(batch)->text, "");
    }
    columns.tags = &tag;
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(batch)->text, "too small"));
    ck_assert_uint_eq(pgnpack_error(batch)->game, 1);
    tag.capacity = 30;
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_ge(count, 2);
    ck_assert_uint_le(offsets[count], 30);
    size_t given = count;
    tag.capacity = sizeof data;
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(count, 20 - given);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

/* A damaged block: the games before it are given first, then the failure, which stays; others can still be read. */
START_TEST(damage)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_block_info info;
    uint64_t numbers[200];
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 200, .numbers = numbers};
    struct pgnpack_batch_options options = {.size = sizeof options, .tags = names, .tag_count = 2};
    size_t count;
    append_players(120, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert(pgnpack_reader_block(reader, 2, &info));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(numbers[count - 1] + 1, info.first_game);
    ck_assert_int_eq(pgnpack_error(batch)->status, PGNPACK_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(count, 0);
        ck_assert_uint_eq(pgnpack_error(batch)->game, info.first_game);
        ck_assert_uint_eq(pgnpack_error(batch)->offset, info.offset);
    }
    ck_assert_int_eq(pgnpack_batch_range(batch, info.first_game + info.game_count, 1000), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
    ck_assert_uint_eq(numbers[count - 1], 120);
    pgnpack_free(batch);
    pgnpack_free(reader);
}
END_TEST

/* However early memory ends, that is told, and the batch works once there is more. */
START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pgnpack_batch_options batch_options = {
        .size = sizeof batch_options, .tags = names, .tag_count = 7, .parts = PARTS - 1};
    const struct pack_setup setup = {.level = _i};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 10};
    size_t count;
    append_players(30, 1);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t fails_at = 1; status != PGNPACK_END; fails_at++) {
        calls.fails_once = calls.calls + fails_at;
        struct pgnpack_batch *batch = pgnpack_batch_new(reader, &batch_options);
        status = batch == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
        while (status == PGNPACK_OK) /* what was read before is given first */
            status = pgnpack_batch_next(batch, &columns, &count);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_END : PGNPACK_ERROR_MEMORY);
        calls.fails_once = 0;
        if (batch != NULL) {
            ck_assert_int_eq(pgnpack_error(batch)->status, status);
            ck_assert_uint_le(pgnpack_error(batch)->game, 30); /* which is there */
            ck_assert_int_eq(pgnpack_batch_range(batch, 1, 1000), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &count), PGNPACK_OK);
            ck_assert_uint_eq(count, 10);
        }
        pgnpack_free(batch);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

/* Reads everything under a limit; returns the work that was done. */
static uint64_t work_under(uint64_t limit, enum pgnpack_status expected)
{
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = limit};
    const struct pgnpack_batch_options batch_options = {
        .size = sizeof batch_options, .tags = names, .tag_count = 7, .parts = PARTS - 1};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 1000};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    enum pgnpack_status status;
    size_t count;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &batch_options);
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK)
        continue;
    ck_assert_int_eq(status, expected);
    uint64_t work = pgnpack_work(batch);
    pgnpack_free(batch);
    pgnpack_free(reader);
    return work;
}

/* The work of both cursors together is limited, and told: with so much as its limit a batch comes to its end, with less not. */
START_TEST(limited_work)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    append_players(200, 1);
    pgnpack_free(open_text(&setup));
    uint64_t whole = work_under(0, PGNPACK_END);
    ck_assert_uint_gt(whole, 100000);
    ck_assert_uint_eq(work_under(whole, PGNPACK_END), whole);
    work_under(whole - 1, PGNPACK_ERROR_LIMIT);
    work_under(whole / 2, PGNPACK_ERROR_LIMIT);
}
END_TEST

/* Whatever a batch holds, its cursors' memory too, is within the limit. */
START_TEST(limited_memory)
{
    const struct pgnpack_batch_options batch_options = {
        .size = sizeof batch_options, .tags = names, .tag_count = 7, .parts = PARTS - 1};
    const struct pack_setup setup = {.level = 3};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 1000};
    size_t refused = 0, done = 0;
    append_players(200, 1);
    pgnpack_free(open_text(&setup));
    for (size_t limit = 100 << 10; limit < 32 << 20; limit += limit / 4) {
        struct limited limited;
        limit_memory(&limited, limit);
        struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                         PGNPACK_OK);
        size_t before = limited.count.held;
        struct pgnpack_batch *batch = pgnpack_batch_new(reader, &batch_options);
        enum pgnpack_status status = batch == NULL ? PGNPACK_ERROR_MEMORY_LIMIT : PGNPACK_OK;
        while (status == PGNPACK_OK)
            status = pgnpack_batch_next(batch, &columns, NULL);
        ck_assert_int_eq(status, status == PGNPACK_END ? PGNPACK_END : PGNPACK_ERROR_MEMORY_LIMIT);
        ck_assert_uint_le(limited.count.peak, before + limit);
        refused += status != PGNPACK_END;
        done += status == PGNPACK_END;
        pgnpack_free(batch);
        pgnpack_free(reader);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(refused, 1);
    ck_assert_uint_gt(done, 1);
}
END_TEST

Suite *batch_suite(void)
{
    Suite *suite = suite_create("batch");
    TCase *test_case = tcase_create("batch");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_loop_test(test_case, as_cursors_give, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(test_case, of_samples, 0, 3);
    tcase_add_loop_test(test_case, single_tags, 1, 7);
    tcase_add_test(test_case, numbers_of_plies);
    tcase_add_test(test_case, evals_that_are_none);
    tcase_add_loop_test(test_case, moves_in_a_row, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_test(test_case, ranges);
    tcase_add_test(test_case, options_that_make_no_sense);
    tcase_add_test(test_case, arrays_that_do_not_fit);
    tcase_add_loop_test(test_case, picked_games, 0, 4);
    tcase_add_test(test_case, picked_wrongly);
    tcase_add_test(test_case, bytes_of_texts);
    tcase_add_test(test_case, damage);
    tcase_add_loop_test(test_case, without_memory, 3, TRIED_CODEC_LEVEL_MAX + 1);
    tcase_add_test(test_case, limited_work);
    tcase_add_test(test_case, limited_memory);
    suite_add_tcase(suite, test_case);
    return suite;
}
