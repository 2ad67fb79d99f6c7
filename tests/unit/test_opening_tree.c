/* Opening trees of packed databases: what is counted, held against a cursor and a board; filters, ranges, failures. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "pgnpack.h"
#include "shared/game_look.h"
#include "shared/sample.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct bytes text, packed;

/* Each game has something that a tree must not take for something else. */
static const char games[] =
    "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2400\"]\n[Date "
    "\"2001.??.??\"]\n[Result "
    "\"1-0\"]\n\n"
    "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n\n"
    "[Event \"E\"]\n[White \"B\"]\n[Black \"A\"]\n[WhiteElo \"2200\"]\n[UTCDate \"2015.01.01\"]\n[Result "
    "\"0-1\"]\n\n1. Nf3 "
    "Nc6 2. e4 e5 3. Bb5 0-1\n\n"
    "[Event \"E\"]\n[White \"A\"]\n[Black \"C\"]\n[BlackElo \"2300\"]\n[Date \"1999.02.03\"]\n[Result "
    "\"1/2-1/2\"]\n\n"
    "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1/2-1/2\n\n"
    "[Event \"E\"]\n[White \"D\"]\n[Black \"A\"]\n[Result \"*\"]\n\n1. e4 -- 2. d4 *\n\n"
    "[Event \"E\"]\n[White \"E\"]\n[Black \"F\"]\n[WhiteElo \"9999\"]\n[BlackElo \"?\"]\n[Date "
    "\"????.??.??\"]\n[Result "
    "\"1-0\"]\n\n1-0\n\n"
    "[Event \"E\"]\n[White \"G\"]\n[Black \"H\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
    "KQkq e3 0 "
    "1\"]\n[SetUp \"1\"]\n"
    "[WhiteElo \"12345\"]\n[Result \"0-1\"]\n\n1... e5 0-1\n\n"
    "[Event \"E\"]\n[White \"I\"]\n[Black \"J\"]\n[Result \"1-0\"]\n\n1. e4 Zz9 2. d4 1-0\n\n";

enum { GAMES = 7 };

static void pack(int level, uint64_t block_size)
{
    const struct pack_setup setup = {.level = level, .block_size = block_size};
    packed.size = 0;
    pack_whole(&setup, &text, &packed);
}

static void set_up(void)
{
    bytes_append_text(&text, games);
    pack(3, 0);
}

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

static struct pgnpack_reader *open_packed(const struct pgnpack_options *options)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    return reader;
}

static struct pgnpack_board *board_of(const char *fen)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    ck_assert_int_eq(pgnpack_board_set(board, fen, fen != NULL ? strlen(fen) : 0, NULL), PGNPACK_OK);
    return board;
}

/* "e4 3 = 1 + 1 + 0 + 1 | 2000/1 2350/2 3 | 2001; - 1 = ...", one row behind the other. */
/* How many rows a tree has. */
static size_t count_rows(const struct pgnpack_tree *tree)
{
    size_t count = 0;
    while (pgnpack_tree_move(tree, count, NULL))
        count++;
    return count;
}

static void describe(const struct pgnpack_tree *tree, const struct pgnpack_board *board, char *out,
                     size_t size)
{
    struct pgnpack_tree_move move;
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++) {
        const struct pgnpack_tree_counts *counts = &move.counts;
        char san[PGNPACK_SAN_SIZE] = "-";
        if (move.move != 0)
            pgnpack_board_text(board, move.move, PGNPACK_NOTATION_SAN, san);
        used += (size_t)snprintf(out + used, size - used, "%s%s %d=%d+%d+%d+%d|%d/%d %d/%d %d|%d",
                                 i != 0 ? "; " : "", san, (int)counts->games, (int)counts->white_wins,
                                 (int)counts->draws, (int)counts->black_wins, (int)counts->unknown,
                                 (int)counts->rating_sum, (int)counts->rated, (int)counts->opponent_sum,
                                 (int)counts->opponents, (int)counts->half_points, (int)counts->last_year);
        ck_assert_uint_lt(used, size);
    }
    ck_assert(!pgnpack_tree_move(tree, count_rows(tree), &move));
}

static void check_tree(struct pgnpack_tree *tree, const char *fen, const char *expected)
{
    char found[2000];
    struct pgnpack_board *board = board_of(fen);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    describe(tree, board, found, sizeof found);
    ck_assert_str_eq(found, expected);
    pgnpack_free(board);
}

static const char after_e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
static const char after_e5[] = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
static const char four_knights[] = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

START_TEST(positions_are_counted_once_a_game)
{
    const int levels[] = {1, 3, 4, 5, 7, 9};
    pack(levels[_i], _i == 1 ? 300 : 0);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    for (unsigned round = 0; round < 2; round++) {
        check_tree(tree, NULL,
                   "e4 3=2+0+0+1|2000/1 2400/1 2|2001; Nf3 2=0+1+1+0|2200/1 2300/1 1|2015; -"
                   " 1=1+0+0+0|9999/1 0/0 0|0");
        check_tree(tree, after_e4, "e5 3=1+1+1+0|4700/2 2000/1 0|2001; - 2=1+0+0+1|0/0 0/0 0|0");
        check_tree(tree, four_knights, "Bb5 1=0+0+1+0|2200/1 0/0 0|2015; - 1=1+0+0+0|2000/1 2400/1 2|2001");
        check_tree(tree, after_e5, "Nf3 1=1+0+0+0|2000/1 2400/1 2|2001; - 2=0+1+1+0|0/0 2300/1 1|1999");
        check_tree(tree, "8/8/8/4k3/8/8/8/4K3 w - -", "");
    }
    pgnpack_free(tree);
    pgnpack_free(reader);
}
END_TEST

START_TEST(totals_and_means)
{
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = board_of(NULL);
    struct pgnpack_tree_counts totals;
    pgnpack_tree_totals(tree, &totals);
    ck_assert_uint_eq(totals.games, 0);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    pgnpack_tree_totals(tree, &totals);
    ck_assert_uint_eq(totals.games, 6);
    ck_assert_uint_eq(totals.white_wins + totals.draws + totals.black_wins + totals.unknown, 6);
    ck_assert_uint_eq(totals.rated, 3);
    ck_assert_uint_eq(totals.rating, (2000 + 2200 + 9999 + 1) / 3);
    ck_assert_uint_eq(totals.opponents, 2);
    ck_assert_uint_eq(totals.opponent_mean, 2350);
    ck_assert_uint_eq(totals.half_points, 3);
    ck_assert_uint_eq(totals.performance, 0); /* of two games */
    ck_assert_uint_eq(totals.last_year, 2015);
    pgnpack_free(board);
    pgnpack_free(tree);
    pgnpack_free(reader);
}
END_TEST

static struct pgnpack_query *query_with(const char *name, const char *value)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, name, value), PGNPACK_OK);
    return query;
}

START_TEST(queries_choose_the_games)
{
    pack(3, _i == 0 ? 0 : 300);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_query *player = query_with("black", "A"), *board = query_with("moves", "Nf3 Nc6");
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, player, NULL);
    check_tree(tree, NULL, "Nf3 1=0+0+1+0|2200/1 0/0 0|2015; e4 1=0+0+0+1|0/0 0/0 0|0");
    check_tree(tree, after_e4, "- 1=0+0+0+1|0/0 0/0 0|0");
    pgnpack_free(tree);
    tree = pgnpack_tree_new(reader, board, NULL); /* another position of the game */
    check_tree(tree, NULL, "Nf3 1=0+0+1+0|2200/1 0/0 0|2015");
    check_tree(tree, four_knights, "Bb5 1=0+0+1+0|2200/1 0/0 0|2015");
    pgnpack_free(tree);
    pgnpack_free(player);
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

START_TEST(ranges_add_up)
{
    pack(3, 300);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_query *query = query_with("plies", "1-");
    struct pgnpack_board *board = board_of(NULL);
    char whole[2000], parts[2000];
    for (unsigned filtered = 0; filtered < 2; filtered++) {
        struct pgnpack_tree *tree = pgnpack_tree_new(reader, filtered ? query : NULL, NULL);
        ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
        describe(tree, board, whole, sizeof whole);
        for (uint64_t first = 1; first <= GAMES + 1; first++) {
            struct pgnpack_tree *sum = pgnpack_tree_new(reader, filtered ? query : NULL, NULL);
            ck_assert_int_eq(pgnpack_tree_range(sum, 1, first - 1), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_tree_position(sum, board), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_tree_range(tree, first, UINT64_MAX), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_tree_add(sum, tree), PGNPACK_OK);
            describe(sum, board, parts, sizeof parts);
            ck_assert_str_eq(parts, whole);
            pgnpack_free(sum);
        }
        pgnpack_free(tree);
    }
    pgnpack_free(board);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

/* Of a block's games as many are read as are counted: first a few, then more of them, then all. */
START_TEST(more_of_a_block_is_counted)
{
    static const uint64_t counts[] = {3, 300, 301, 2000, 1, 2000};
    text.size = 0;
    append_games(&text, 2000, 3);
    pack(1, 0);
    struct pgnpack_reader *reader = open_packed(NULL);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->block_count, 1);
    struct pgnpack_board *board = board_of(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char found[2000], anew[2000];
        struct pgnpack_tree *other = pgnpack_tree_new(reader, NULL, NULL);
        pgnpack_tree_range(tree, 1, counts[i]);
        ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
        pgnpack_tree_range(other, 1, counts[i]);
        ck_assert_int_eq(pgnpack_tree_position(other, board), PGNPACK_OK);
        describe(tree, board, found, sizeof found);
        describe(other, board, anew, sizeof anew);
        ck_assert_str_eq(found, anew);
        pgnpack_free(other);
    }
    pgnpack_free(tree);
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

/* Rows that come as numbers make the same tree as those that were counted. */
START_TEST(rows_add_up)
{
    pack(3, 300);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL),
                        *sum = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = board_of(NULL);
    struct pgnpack_tree_move row;
    char whole[2000], parts[2000];
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    describe(tree, board, whole, sizeof whole);
    for (uint64_t first = 1; first <= GAMES; first++) {
        ck_assert_int_eq(pgnpack_tree_range(tree, first, 1), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
        for (size_t i = 0; pgnpack_tree_move(tree, i, &row); i++) {
            row.counts.rating = row.counts.opponent_mean = row.counts.performance = 7; /* not looked at */
            ck_assert_int_eq(pgnpack_tree_add_move(sum, &row), PGNPACK_OK);
        }
    }
    describe(sum, board, parts, sizeof parts);
    ck_assert_str_eq(parts, whole);
    pgnpack_free(tree);
    pgnpack_free(sum);
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

START_TEST(wrong_rows_are_refused)
{
    static const struct pgnpack_tree_counts wrong[] = {
        {.games = 2, .draws = 1},
        {.games = 2, .white_wins = UINT64_MAX, .draws = 3},
        {.games = 2, .draws = 2, .rated = 3},
        {.games = 2, .draws = 2, .rated = 2, .rating_sum = 20000},
        {.games = 2, .draws = 2, .opponents = 3},
        {.games = 2, .unknown = 2, .opponents = 1},
        {.games = 2, .draws = 2, .opponents = 2, .opponent_sum = 20000},
        {.games = 2, .draws = 2, .opponents = 1, .half_points = 3},
        {.games = 2, .draws = 2, .last_year = 10000},
        {.games = UINT64_C(1) << 49, .draws = UINT64_C(1) << 49}};
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct pgnpack_tree_move row = {.move = 796, .counts = wrong[i]};
        ck_assert_int_eq(pgnpack_tree_add_move(tree, &row), PGNPACK_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(tree)->text, "numbers"));
        struct pgnpack_tree_counts counts = wrong[i];
        counts.rating = counts.opponent_mean = counts.performance = 7;
        pgnpack_tree_counts_finish(&counts);
        ck_assert_uint_eq(counts.rating + counts.opponent_mean + counts.performance, 0);
    }
    ck_assert_int_eq(pgnpack_tree_add_move(tree, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(count_rows(tree), 0);
    const struct pgnpack_tree_move fits = {.move = 796,
                                           .counts = {.games = 2,
                                                      .draws = 2,
                                                      .rated = 2,
                                                      .rating_sum = 19998,
                                                      .opponents = 2,
                                                      .opponent_sum = 19998,
                                                      .half_points = 4,
                                                      .last_year = 9999}};
    ck_assert_int_eq(pgnpack_tree_add_move(tree, &fits), PGNPACK_OK);
    ck_assert_uint_eq(count_rows(tree), 1);
    struct pgnpack_tree_counts finished = fits.counts;
    pgnpack_tree_counts_finish(&finished);
    ck_assert_uint_eq(finished.rating, 9999);
    ck_assert_uint_eq(finished.opponent_mean, 9999);
    ck_assert_uint_eq(finished.performance, 0);
    pgnpack_free(tree);
    pgnpack_free(reader);
}
END_TEST

struct stop {
    unsigned calls, stops_at;
    uint64_t games;
};

static int stop_there(void *opaque, const struct pgnpack_progress *made)
{
    struct stop *stop = opaque;
    ck_assert_uint_eq(made->all, GAMES);
    ck_assert_uint_gt(made->done, stop->games);
    stop->games = made->done;
    return ++stop->calls == stop->stops_at;
}

START_TEST(a_call_can_be_cancelled)
{
    pack(3, 300);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_query *query = query_with("plies", "1-");
    struct stop stop = {0};
    const struct pgnpack_tree_options options = {
        .size = sizeof options, .progress = stop_there, .progress_opaque = &stop};
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, query, &options);
    struct pgnpack_board *board = board_of(NULL);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    unsigned calls = stop.calls;
    ck_assert_uint_gt(calls, 2);
    ck_assert_uint_eq(stop.games, GAMES);
    for (unsigned stops_at = 1; stops_at <= calls; stops_at++) {
        stop = (struct stop){.stops_at = stops_at};
        ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_ERROR_CANCELLED);
        ck_assert_int_eq(pgnpack_error(tree)->status, PGNPACK_ERROR_CANCELLED);
        ck_assert_uint_eq(count_rows(tree), 0);
    }
    stop = (struct stop){0};
    check_tree(tree, NULL, "e4 3=2+0+0+1|2000/1 2400/1 2|2001; Nf3 2=0+1+1+0|2200/1 2300/1 1|2015");
    pgnpack_free(tree);
    pgnpack_free(board);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

START_TEST(wrong_calls_are_refused)
{
    struct pgnpack_reader *closed = pgnpack_reader_new(NULL), *reader = open_packed(NULL);
    struct pgnpack_board *board = board_of(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(closed, NULL, NULL);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_range(tree, 1, 1), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(tree);
    tree = pgnpack_tree_new(reader, NULL, &(struct pgnpack_tree_options){.size = 0});
    ck_assert_ptr_nonnull(strstr(pgnpack_error(tree)->text, "pgnpack_tree_options.size"));
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_range(tree, 1, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(tree)->text, "pgnpack_tree_options.size"));
    pgnpack_free(tree);
    tree = pgnpack_tree_new(reader, NULL, NULL);
    ck_assert_int_eq(pgnpack_tree_position(tree, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_eq(pgnpack_error(tree)->text, "pgnpack_tree_position: board is NULL");
    ck_assert_int_eq(pgnpack_tree_range(tree, 0, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_add(tree, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_add(tree, tree), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_range(tree, GAMES + 1, 1), PGNPACK_OK);
    check_tree(tree, NULL, "");
    ck_assert_int_eq(pgnpack_tree_range(tree, 5, 1), PGNPACK_OK);
    check_tree(tree, NULL, "- 1=1+0+0+0|9999/1 0/0 0|0");
    pgnpack_free(tree);
    struct pgnpack_query *query = query_with("not", NULL); /* not what? */
    tree = pgnpack_tree_new(reader, query, NULL);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(tree)->text, "not"));
    pgnpack_free(tree);
    pgnpack_free(NULL);
    pgnpack_free(query);
    pgnpack_free(board);
    pgnpack_free(closed);
    pgnpack_free(reader);
}
END_TEST

/* Bytes of tags, shapes or moves that are not what they were: a failure, with the place, and no counts. */
START_TEST(damage_is_told)
{
    text.size = 0;
    append_games(&text, 60, 3);
    pack(3, 3000);
    struct pgnpack_board *board = board_of(NULL);
    unsigned failed = 0;
    for (size_t place = 100; place < packed.size; place += 97) {
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        packed.data[place] ^= 0x55;
        enum pgnpack_status opened =
            pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size));
        if (opened == PGNPACK_OK || opened == PGNPACK_ERROR_TRUNCATED) {
            struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
            enum pgnpack_status status = pgnpack_tree_position(tree, board);
            ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_CORRUPT ||
                      status == PGNPACK_ERROR_UNSUPPORTED || status == PGNPACK_ERROR_LIMIT);
            failed += status != PGNPACK_OK;
            ck_assert_int_eq(status != PGNPACK_OK, pgnpack_error(tree)->status != PGNPACK_OK);
            if (status != PGNPACK_OK) {
                ck_assert_uint_eq(count_rows(tree), 0);
                ck_assert_uint_gt(pgnpack_error(tree)->game, 0);
            }
            pgnpack_free(tree);
        }
        pgnpack_free(reader);
        packed.data[place] ^= 0x55;
    }
    ck_assert_uint_gt(failed, 5);
    pgnpack_free(board);
}
END_TEST

/* Against every game of a cursor, followed on a board, for the positions of some games. */
static void count_plainly(const struct pgnpack_reader *reader, const char *fen, uint64_t *games_ret,
                          uint16_t *moves, uint64_t *counts, size_t *move_count)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_game *game;
    char found[PGNPACK_FEN_SIZE];
    *games_ret = *move_count = 0;
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        unsigned depth = 0;
        struct pgnpack_item item;
        if (pgnpack_board_start(board, game) != PGNPACK_OK)
            continue;
        const size_t items = item_count(game);
        for (size_t i = 0; i <= items; i++) {
            int is_end = !pgnpack_game_item(game, i, &item);
            int is_ply = !is_end && (item.kind == PGNPACK_ITEM_MOVE || item.kind == PGNPACK_ITEM_NULL_MOVE ||
                                     item.kind == PGNPACK_ITEM_DROP);
            if (depth == 0 && (is_ply || is_end)) {
                pgnpack_board_fen(board, found);
                *strrchr(found, ' ') = '\0';
                *strrchr(found, ' ') = '\0';
                if (strcmp(found, fen) == 0) {
                    uint16_t move = is_end || item.kind == PGNPACK_ITEM_NULL_MOVE ? 0 : item.value;
                    size_t k = 0;
                    while (k < *move_count && moves[k] != move)
                        k++;
                    if (k == *move_count)
                        counts[(*move_count)++] = 0;
                    moves[k] = move;
                    counts[k]++;
                    ++*games_ret;
                    break;
                }
            }
            if (is_end)
                break;
            depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
            depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
            ck_assert_int_eq(pgnpack_board_step(board, &item), PGNPACK_OK);
        }
    }
    pgnpack_free(board);
    pgnpack_free(cursor);
}

static void check_position(struct pgnpack_tree *tree, const struct pgnpack_reader *reader,
                           const struct pgnpack_board *board)
{
    char fen[PGNPACK_FEN_SIZE];
    uint16_t moves[300];
    uint64_t counts[300], games_found;
    size_t count, left = 0;
    struct pgnpack_tree_move move;
    struct pgnpack_tree_counts totals;
    pgnpack_board_fen(board, fen);
    *strrchr(fen, ' ') = '\0';
    *strrchr(fen, ' ') = '\0';
    count_plainly(reader, fen, &games_found, moves, counts, &count);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    pgnpack_tree_totals(tree, &totals);
    ck_assert_uint_eq(totals.games, games_found);
    ck_assert_uint_eq(count_rows(tree), count);
    for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++)
        for (size_t k = 0; k < count; k++)
            if (moves[k] == move.move) {
                ck_assert_uint_eq(counts[k], move.counts.games);
                left++;
            }
    ck_assert_uint_eq(left, count);
}

START_TEST(trees_are_what_a_plain_count_finds)
{
    text.size = 0;
    append_games(&text, 150, 8);
    pack(_i, 8000);
    struct pgnpack_reader *reader = open_packed(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    const struct pgnpack_game *game;
    for (uint64_t number = 1; number <= 150; number += 11) {
        struct pgnpack_item item;
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        if (pgnpack_board_start(board, game) != PGNPACK_OK)
            continue;
        for (size_t i = 0; i < 12 && pgnpack_game_item(game, i, &item); i++) {
            ck_assert_int_eq(pgnpack_board_step(board, &item), PGNPACK_OK);
            if (i % 5 == 3)
                check_position(tree, reader, board);
        }
    }
    pgnpack_free(cursor);
    pgnpack_free(board);
    pgnpack_free(tree);
    pgnpack_free(reader);
}
END_TEST

/* ---- Limits ---- */

START_TEST(memory_may_end_anywhere)
{
    struct limited limited;
    limit_memory(&limited, 0);
    struct pgnpack_query *query = query_with("plies", "1-");
    struct pgnpack_board *board = board_of(NULL);
    pack(3, 300);
    int failed = 1;
    for (size_t pieces = 0; failed; pieces += 1 + pieces / 32) {
        allow_pieces(&limited.count, SIZE_MAX);
        struct pgnpack_reader *reader = open_packed(&limited.options);
        allow_pieces(&limited.count, pieces);
        struct pgnpack_tree *tree = pgnpack_tree_new(reader, query, NULL);
        failed = tree == NULL;
        if (tree != NULL) {
            enum pgnpack_status status = pgnpack_tree_position(tree, board);
            failed = status != PGNPACK_OK;
            ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
            if (failed)
                ck_assert_uint_eq(count_rows(tree), 0);
            allow_pieces(&limited.count, SIZE_MAX);
            check_tree(tree, NULL, "e4 3=2+0+0+1|2000/1 2400/1 2|2001; Nf3 2=0+1+1+0|2200/1 2300/1 1|2015");
        }
        pgnpack_free(tree);
        pgnpack_free(reader);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    pgnpack_free(board);
    pgnpack_free(query);
}
END_TEST

START_TEST(work_is_limited)
{
    const struct pgnpack_options little = {.size = sizeof little, .work_limit = 20000000};
    struct pgnpack_board *board = board_of(NULL);
    enum pgnpack_status status = PGNPACK_OK;
    text.size = 0;
    append_games(&text, 100, 3);
    pack(6, 0);
    uint64_t limit = 1000;
    for (; limit < UINT64_C(1) << 40; limit *= 2) {
        struct pgnpack_options options = little;
        options.work_limit = limit;
        struct pgnpack_reader *reader = pgnpack_reader_new(&options);
        if (pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)) == PGNPACK_OK) {
            struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
            status = pgnpack_tree_position(tree, board);
            ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT);
            pgnpack_free(tree);
            if (status == PGNPACK_OK) {
                pgnpack_free(reader);
                break;
            }
        }
        pgnpack_free(reader);
    }
    ck_assert_int_eq(status, PGNPACK_OK);
    ck_assert_uint_gt(limit, 100000);
    pgnpack_free(board);
}
END_TEST

/* Rows are not kept where that is not allowed, and come out the same. */
START_TEST(nothing_need_be_kept)
{
    pack(3, 300);
    const struct pgnpack_source source = {.size = sizeof source,
                                          .bytes = packed.data,
                                          .byte_count = packed.size,
                                          .cache_size = PGNPACK_CACHE_NONE};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, &source), PGNPACK_OK);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    for (unsigned round = 0; round < 2; round++)
        check_tree(tree, after_e4, "e5 3=1+1+1+0|4700/2 2000/1 0|2001; - 2=1+0+0+1|0/0 0/0 0|0");
    pgnpack_free(tree);
    pgnpack_free(reader);
}
END_TEST

Suite *opening_tree_suite(void)
{
    Suite *suite = suite_create("opening_tree");
    TCase *tree = tcase_create("tree");
    tcase_add_checked_fixture(tree, set_up, tear_down);
    tcase_add_loop_test(tree, positions_are_counted_once_a_game, 0, 6);
    tcase_add_test(tree, totals_and_means);
    tcase_add_loop_test(tree, queries_choose_the_games, 0, 2);
    tcase_add_test(tree, more_of_a_block_is_counted);
    tcase_add_test(tree, rows_add_up);
    tcase_add_test(tree, wrong_rows_are_refused);
    tcase_add_test(tree, ranges_add_up);
    tcase_add_test(tree, a_call_can_be_cancelled);
    tcase_add_test(tree, wrong_calls_are_refused);
    tcase_add_test(tree, damage_is_told);
    tcase_add_loop_test(tree, trees_are_what_a_plain_count_finds, 2, 7);
    tcase_add_test(tree, memory_may_end_anywhere);
    tcase_add_test(tree, work_is_limited);
    tcase_add_test(tree, nothing_need_be_kept);
    suite_add_tcase(suite, tree);
    return suite;
}
