/* What is told of a game that is in no database: as searches and batches tell it of the same game packed, and by hand. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAMES = 120, PLIES_MAX = 4000 };

static struct bytes text, packed;
static struct pgnpack_reader *database;
static struct pgnpack_pgn_reader *games;

static const char game_text[] =
    "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%emt 0:00:04]} ({x} 1... c5 "
    "{[%clk 0:00:01]} 2. c3 {[%emt 9]}) 2. Nf3 $1 {[%clk 0:00:57.5]} Nc6 3. -- "
    "{[%clk 0:01:30] [%emt 7.25]} d5 {[%eval #-0]} *\n\n";

static void set_up(void)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_ALWAYS, .block_size = 9000};
    append_games(&text, GAMES, 5);
    bytes_append(&text, game_text, strlen(game_text));
    database = pack_and_open(&setup, &text, &packed);
    games = pgnpack_pgn_reader_new(NULL);
    ck_assert_int_eq(pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(text.data, text.size)), PGNPACK_OK);
}

static void tear_down(void)
{
    pgnpack_free(games);
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&packed);
}

/* ---- Queries ---- */

static const char *const conditions[][2] = {{"moves", "e4"},   {"pattern", "Pe4"}, {"material", "Q1 q1"},
                                            {"move", "O-O"},   {"check", NULL},    {"has", "comment"},
                                            {"clock", "-178"}, {"spent", "0-"},    {"nag", "?!"},
                                            {"eval", "-9..9"}, {"ply", "7"},       {"final", NULL}};

static struct pgnpack_query *make_query(int i, const char *turn)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_msg(pgnpack_query_add(query, conditions[i][0], conditions[i][1]) == PGNPACK_OK, "%s",
                  pgnpack_error(query)->text);
    if (turn != NULL)
        ck_assert_int_eq(pgnpack_query_add(query, turn, NULL), PGNPACK_OK);
    return query;
}

static void check_hits(int i, const char *turn)
{
    const struct pgnpack_game *game;
    struct pgnpack_hit found, wanted;
    struct pgnpack_query *query = make_query(i, turn), *alone = make_query(i, turn);
    struct pgnpack_search *search = pgnpack_search_new(database, query);
    ck_assert_int_eq(pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(text.data, text.size)), PGNPACK_OK);
    size_t hits = 0;
    enum pgnpack_status next = pgnpack_search_next(search, &wanted, 1, NULL);
    for (uint64_t n = 1; pgnpack_pgn_reader_next(games, &game) == PGNPACK_OK; n++) {
        enum pgnpack_status status = pgnpack_query_find(alone, game, &found);
        int is_wanted = next == PGNPACK_OK && wanted.game == n;
        ck_assert_int_eq(status, is_wanted ? PGNPACK_OK : PGNPACK_END);
        hits += status == PGNPACK_OK;
        if (!is_wanted)
            continue;
        ck_assert_uint_eq(found.game, 0);
        ck_assert_uint_eq(found.ply, wanted.ply);
        ck_assert_uint_eq(found.last_ply, wanted.last_ply);
        ck_assert_uint_eq(found.item, wanted.item);
        ck_assert_uint_eq(found.move, wanted.move);
        ck_assert_uint_eq(found.as_black, wanted.as_black);
        next = pgnpack_search_next(search, &wanted, 1, NULL);
    }
    ck_assert_int_eq(next, PGNPACK_END);
    ck_assert_msg(hits > 0, "%s is in no game", conditions[i][0]);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(alone);
}

START_TEST(hits_are_those_of_a_search)
{
    check_hits(_i, NULL);
    check_hits(_i, "either");
    check_hits(_i, "variations");
}
END_TEST

START_TEST(what_cannot_be_answered_is_refused)
{
    const struct pgnpack_game *game;
    struct pgnpack_hit hit;
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_pgn_reader_next(games, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_find(query, NULL, &hit), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "not", NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_find(query, game, &hit), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(query)->text, "not"));
    ck_assert_int_eq(pgnpack_query_add(query, "player", "x"), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_find(query, game, &hit), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(query)->text, "tags"));
    pgnpack_free(query);
    query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_find(query, game, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_query_find(query, game, &hit), PGNPACK_OK);
    ck_assert_uint_eq(hit.ply, 0);
    ck_assert_int_eq(pgnpack_query_add(query, "ply", "3"), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(query);
}
END_TEST

/* ---- What is written ---- */

START_TEST(numbers_are_those_of_a_batch)
{
    static int32_t clocks[PLIES_MAX], evals[PLIES_MAX];
    static struct pgnpack_written written[PLIES_MAX];
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .parts = PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS};
    struct pgnpack_batch *batch = pgnpack_batch_new(database, &options);
    uint32_t offsets[2][2];
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = 1,
                                            .clocks = {clocks, PLIES_MAX, offsets[0]},
                                            .evals = {evals, PLIES_MAX, offsets[1]}};
    const struct pgnpack_game *game;
    size_t known[2] = {0}, one;
    while (pgnpack_pgn_reader_next(games, &game) == PGNPACK_OK) {
        ck_assert_int_eq(pgnpack_batch_next(batch, &columns, &one), PGNPACK_OK);
        size_t count = pgnpack_game_written(game, written, PLIES_MAX);
        ck_assert_uint_eq(count, pgnpack_game_ply_count(game));
        ck_assert_uint_eq(count, offsets[0][1]);
        for (size_t i = 0; i < count; i++) {
            ck_assert_int_eq(written[i].clock, clocks[i]);
            ck_assert_int_eq(written[i].eval, evals[i]);
            known[0] += clocks[i] != PGNPACK_NO_CLOCK;
            known[1] += evals[i] != PGNPACK_NO_EVAL;
        }
    }
    ck_assert(known[0] > 20 && known[1] > 1);
    pgnpack_free(batch);
}
END_TEST

START_TEST(times_are_of_clocks_or_told)
{
    static const struct pgnpack_written wanted[] = {
        {60000, -1, PGNPACK_NO_EVAL}, {-1, 4000, PGNPACK_NO_EVAL},    {57500, 4500, PGNPACK_NO_EVAL},
        {-1, -1, PGNPACK_NO_EVAL},    {90000, 7250, PGNPACK_NO_EVAL}, {-1, -1, -PGNPACK_EVAL_MATE}};
    struct pgnpack_written written[7] = {{0}};
    const struct pgnpack_game *game;
    ck_assert_int_eq(pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(game_text, strlen(game_text))),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(games, &game), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_game_written(game, NULL, 0), 6);
    ck_assert_uint_eq(pgnpack_game_written(game, written, 5), 6);
    ck_assert_int_eq(written[5].eval, 0);
    ck_assert_uint_eq(pgnpack_game_written(game, written, 7), 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert_msg(memcmp(&written[i], &wanted[i], sizeof *wanted) == 0, "ply %zu: %d %d %d", i + 1,
                      written[i].clock, written[i].spent, written[i].eval);
}
END_TEST

START_TEST(values_alone)
{
    static const struct {
        const char *text;
        int32_t clock, eval;
    } values[] = {{"0:05:03.2", 303200, PGNPACK_NO_EVAL},
                  {" 12.3\t", 12300, 1230},
                  {"59:30", 3570000, PGNPACK_NO_EVAL},
                  {"1:2:3:4", -1, PGNPACK_NO_EVAL},
                  {"", -1, PGNPACK_NO_EVAL},
                  {" ", -1, PGNPACK_NO_EVAL},
                  {"0.35]", -1, PGNPACK_NO_EVAL},
                  {"-1.2", -1, -120},
                  {"+1.25", -1, 125},
                  {"#-3", -1, 3 - PGNPACK_EVAL_MATE},
                  {"#3", -1, PGNPACK_EVAL_MATE - 3},
                  {".5", -1, 50},
                  {"#", -1, PGNPACK_NO_EVAL},
                  {"-", -1, PGNPACK_NO_EVAL},
                  {"1e5", -1, PGNPACK_NO_EVAL},
                  {"99999999999", PGNPACK_CLOCK_MAX, PGNPACK_EVAL_MAX},
                  {"1 2", -1, PGNPACK_NO_EVAL},
                  {"1:", -1, PGNPACK_NO_EVAL}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct pgnpack_text value = {values[i].text, strlen(values[i].text)};
        ck_assert_msg(pgnpack_read_clock(value) == values[i].clock, "%s", value.data);
        ck_assert_msg(pgnpack_read_eval(value) == values[i].eval, "%s", value.data);
    }
    ck_assert_uint_eq(pgnpack_chances(PGNPACK_NO_EVAL), 0);
    ck_assert_uint_eq(pgnpack_chances(0), 50000);
    ck_assert_uint_eq(pgnpack_chances(PGNPACK_EVAL_MATE), pgnpack_chances(1000));
    for (int32_t i = 0; i <= 1000; i += 37)
        ck_assert_uint_eq(pgnpack_chances(i) + pgnpack_chances(-i), 100000);
    ck_assert_str_eq(pgnpack_time_class_text(PGNPACK_TIME_UNKNOWN), "");
    ck_assert_str_eq(pgnpack_time_class_text((enum pgnpack_time_class)7), "");
    ck_assert_int_eq(pgnpack_time_class((struct pgnpack_text){"300+3x", 5}), PGNPACK_TIME_BLITZ);
    ck_assert_int_eq(pgnpack_time_class((struct pgnpack_text){"300+3x", 6}), PGNPACK_TIME_UNKNOWN);
}
END_TEST

Suite *query_find_suite(void)
{
    Suite *suite = suite_create("query_find");
    TCase *test_case = tcase_create("games");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_loop_test(test_case, hits_are_those_of_a_search, 0, sizeof conditions / sizeof *conditions);
    tcase_add_test(test_case, what_cannot_be_answered_is_refused);
    tcase_add_test(test_case, numbers_are_those_of_a_batch);
    tcase_add_test(test_case, times_are_of_clocks_or_told);
    tcase_add_test(test_case, values_alone);
    suite_add_tcase(suite, test_case);
    return suite;
}
