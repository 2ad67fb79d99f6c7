/* Where texts are cut between games. */
#include <check.h>
#include <string.h>

#include "pgn/pgn_parser.h"
#include "unit/suites.h"

static size_t split_of(const char *text, size_t from)
{
    return pgn_find_split(text, strlen(text), from);
}

START_TEST(a_game_begins_with_an_event_tag_in_the_first_column)
{
    const char *text = "1. e4 *\n\n[Event \"x\"]\n";
    ck_assert_uint_eq(split_of(text, 0), 9);
    ck_assert_uint_eq(split_of(text, 8), 9);
    ck_assert_uint_eq(split_of(text, 9), 0);
    ck_assert_uint_eq(split_of("1. e4 { [Event \"x\"] } *\n", 0), 0);
    ck_assert_uint_eq(split_of("[Event \"x\"]\n", 0), 0);
    ck_assert_uint_eq(split_of("*\n[Event", 0), 0);
    ck_assert_uint_eq(split_of("[Site \"x\"]\n[Event \"x\"]\n", 0), 0); /* a game's second tag */
    ck_assert_uint_eq(split_of("[Site \"x\"] \r\n[Event \"x\"]\n", 0), 0);
    ck_assert_uint_eq(split_of("*\n[Site \"x\"]\n[Event \"x\"]\n*\n[Event \"y\"]", 0), 27);
    ck_assert_uint_eq(split_of("[Site \"x\"]\n\n[Event \"x\"]\n", 0), 12); /* of a game without moves */
    ck_assert_uint_eq(split_of("[Site \"x\"]\r\n\r\n[Event \"x\"]\n", 0), 14);
    ck_assert_uint_eq(split_of("1. e4 {[x]}\n[Event \"x\"]\n", 0), 12);
    ck_assert_uint_eq(split_of("1. e4 ; [x]\n[Event \"x\"]\n", 0), 12);
    ck_assert_uint_eq(split_of("\n[Event \"x\"]\n", 0), 1);
    ck_assert_uint_eq(split_of("", 0), 0);
}
END_TEST

START_TEST(a_gap_is_behind_an_empty_line)
{
    ck_assert_uint_eq(pgn_find_gap("1. e4 *\n\n1. d4 *\n", 17, 0), 9);
    ck_assert_uint_eq(pgn_find_gap("1. e4 *\r\n\r\n1. d4 *\r\n", 20, 0), 11);
    ck_assert_uint_eq(pgn_find_gap("1. e4 *\n1. d4 *\n", 16, 0), 0);
    ck_assert_uint_eq(pgn_find_gap("1. e4 *\n\r\n\n1. d4 *\n", 19, 0), 10);
    ck_assert_uint_eq(pgn_find_gap("1. e4 *\n\r", 9, 0), 0);
    ck_assert_uint_eq(pgn_find_gap("", 0, 0), 0);
}
END_TEST

START_TEST(a_likely_game_has_a_tag_or_a_first_move)
{
    static const char *const games[] = {"[White \"A\"]", "1. e4 e5", "1.d4 d5 2.", "1. Nf3 d5",
                                        "1.a3 *\n\n1."};
    static const char *const others[] = {"[1] a note",         "[A note]", "[Link](there)", "1) e4 e5",
                                         "1. An introduction", "1. e5 e4", "1. i4 e4",      "2. e4 e5",
                                         "The game",           "1. e4 *"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        ck_assert_msg(pgn_game_is_likely(games[i], strlen(games[i]), 0), "%s", games[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!pgn_game_is_likely(others[i], strlen(others[i]), 0), "%s", others[i]);
}
END_TEST

/* Moves behind an empty line are a game's beginning, unless they are those of the tags before. */
START_TEST(moves_behind_tags_are_theirs)
{
    static const struct {
        const char *text;
        size_t at;
        int is_likely;
    } cases[] = {{"[White \"A\"]\n\n1. e4 e5 *", 13, 0},     {"[White \"A\"] \r\n\r\n1. e4 e5 *", 16, 0},
                 {"[White \"A\"]\n\n\n1. e4 e5 *", 14, 0},   {"1. d4 *\n\n1. e4 e5 *", 9, 1},
                 {"1. d4 {]}\n\n1. e4 e5 *", 11, 1},         {"\n\n1. e4 e5 *", 2, 1},
                 {"[White \"A\"]\n\n[White \"B\"]\n", 13, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(pgn_game_is_likely(cases[i].text, strlen(cases[i].text), cases[i].at) ==
                          cases[i].is_likely,
                      "%s", cases[i].text);
}
END_TEST

/* The empty lines before a game's tags are the game's own, as the parser has it. */
START_TEST(a_game_begins_behind_the_line_end_of_the_one_before)
{
    const struct {
        const char *text;
        size_t tags;
        size_t begin;
    } cases[] = {{"1. e4 *\n\n[", 9, 8}, {"1. e4 *\r\n\r\n[", 11, 9}, {"1. e4 *\n\n\n\n[", 11, 8},
                 {"1. e4 *\n[", 8, 8},   {"1. e4 *\r\r[", 9, 8},      {"\n\n[", 2, 2},
                 {"*\r\n\n[", 4, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(pgn_game_begin(cases[i].text, cases[i].tags), cases[i].begin);
}
END_TEST

Suite *pgn_split_suite(void)
{
    Suite *suite = suite_create("pgn_split");
    TCase *cases = tcase_create("pgn_split");
    tcase_add_test(cases, a_game_begins_with_an_event_tag_in_the_first_column);
    tcase_add_test(cases, a_gap_is_behind_an_empty_line);
    tcase_add_test(cases, a_likely_game_has_a_tag_or_a_first_move);
    tcase_add_test(cases, moves_behind_tags_are_theirs);
    tcase_add_test(cases, a_game_begins_behind_the_line_end_of_the_one_before);
    suite_add_tcase(suite, cases);
    return suite;
}
