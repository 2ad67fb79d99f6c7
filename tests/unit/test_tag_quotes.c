/* Pieces of what tags are told by: quotes, final positions as programs write them, numbers by the time. */
#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "game/game.h"
#include "tags/base/tag_final.h"
#include "tags/model/tag_pace.h"
#include "tags/model/tag_quotes.h"
#include "unit/suites.h"
#include "unit/support.h"

START_TEST(ways)
{
    static const struct {
        unsigned way;
        const char *text, *quoted;
    } quotes[] = {
        {TAG_QUOTE_WHOLE, "Carlsen, Magnus", "Carlsen, Magnus"},
        {TAG_QUOTE_WHOLE, "", ""},
        {TAG_QUOTE_HYPHENS, "King's Indian: Four Pawns, Main Line", "Kings-Indian-Four-Pawns-Main-Line"},
        {TAG_QUOTE_HYPHENS, " (2020.01.02) ", "2020-01-02"},
        {TAG_QUOTE_HYPHENS, "...", ""},
        {TAG_QUOTE_LOWER_HYPHENS, "G\xc3\xbcnther v. X", "g\xc3\xbcnther-v-x"},
        {TAG_QUOTE_UNDERSCORES, "Caro-Kann  Defense", "Caro_Kann_Defense"},
        {TAG_QUOTE_JOINED, "2020.01.02", "20200102"},
        {TAG_QUOTE_LOWER, "Ab-C @Z[", "ab-c @z["},
        {TAG_QUOTE_FAMILY, "van Wely, Loek, GM", "van Wely"},
        {TAG_QUOTE_FAMILY, "Hikaru", "Hikaru"},
        {TAG_QUOTE_FIRST, "Carlsen, Magnus", "Carlsen"},
        {TAG_QUOTE_FIRST, "2020.01.02", "2020"},
        {TAG_QUOTE_FIRST, ":x", ""},
        {TAG_QUOTE_LAST, "https://x.org/game-7", "game-7"},
        {TAG_QUOTE_LAST, "x/", ""},
        {TAG_QUOTE_LAST, "", ""},
    };
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
        char out[64];
        size_t wanted = strlen(quotes[i].quoted);
        size_t size = tag_quote_write(quotes[i].way, text_of(quotes[i].text), out, wanted);
        ck_assert_msg(size == wanted && memcmp(out, quotes[i].quoted, size) == 0, "quote %zu: %.*s", i,
                      (int)(size == SIZE_MAX ? 0 : size), out);
        if (wanted != 0)
            ck_assert_uint_eq(tag_quote_write(quotes[i].way, text_of(quotes[i].text), out, wanted - 1),
                              SIZE_MAX);
    }
}
END_TEST

/* Columns 0 and 1 are a pair, 2 and 3, too; 4 is alone. */
START_TEST(whose_value)
{
    struct tag_column columns[5];
    static const uint16_t leaders[] = {0, 0, 2, 2, 4}, partners[] = {1, 0, 3, 2, 4};
    static const struct {
        struct tag_quote quote;
        uint16_t own;
        unsigned result;
        int column;
    } cases[] = {
        {{TAG_QUOTE_COLUMN, 0, 2, 2}, 4, RESULT_DRAW, 2},
        {{TAG_QUOTE_COLUMN, 0, 2, 2}, 0, RESULT_DRAW, 2},
        {{TAG_QUOTE_COLUMN, 0, 2, 2}, 1, RESULT_DRAW, 3},
        {{TAG_QUOTE_COLUMN, 0, 4, 4}, 1, RESULT_DRAW, 4},
        {{TAG_QUOTE_WINNER, 0, 2, 3}, 4, RESULT_WHITE, 2},
        {{TAG_QUOTE_WINNER, 0, 2, 3}, 4, RESULT_BLACK, 3},
        {{TAG_QUOTE_WINNER, 0, 2, 3}, 4, RESULT_DRAW, -1},
        {{TAG_QUOTE_WINNER, 0, 2, 3}, 4, RESULT_UNKNOWN, -1},
        {{TAG_QUOTE_LOSER, 0, 2, 3}, 4, RESULT_WHITE, 3},
        {{TAG_QUOTE_LOSER, 0, 2, 3}, 4, RESULT_BLACK, 2},
        {{TAG_QUOTE_LOSER, 0, 2, 3}, 1, RESULT_BLACK, 3},
    };
    for (unsigned i = 0; i < 5; i++)
        columns[i] = (struct tag_column){.leader = leaders[i], .partner = partners[i]};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint16_t column = 99;
        int found = tag_quote_column(&cases[i].quote, columns, cases[i].own, cases[i].result, &column);
        ck_assert_int_eq(found ? column : -1, cases[i].column);
    }
}
END_TEST

START_TEST(values_that_can_be_quoted)
{
    static char large[TAG_QUOTED_SIZE_MAX + 1];
    struct tag_value values[] = {{.column = 1, .text = text_of("a")},
                                 {.column = 2, .position = 1, .text = {large, sizeof large - 1}},
                                 {.column = 1, .position = 2, .text = text_of("b")},
                                 {.column = 3, .position = 3, .text = {large, sizeof large}},
                                 {.column = 4, .position = TAG_GAME_SEARCH_MAX, .text = text_of("c")}};
    ck_assert(text_is(tag_quote_find(values, 5, 1), "a"));
    ck_assert_uint_eq(tag_quote_find(values, 5, 2).size, TAG_QUOTED_SIZE_MAX);
    ck_assert_ptr_null(tag_quote_find(values, 5, 3).data);
    ck_assert_ptr_null(tag_quote_find(values, 5, 4).data);
    ck_assert_ptr_null(tag_quote_find(values, 5, 5).data);
}
END_TEST

START_TEST(quotes_are_checked)
{
    enum { FINE, CORRUPT, NEWER, COLUMNS = 3 };
    static const struct {
        uint8_t size, outcome;
        uint8_t bytes[20];
    } entries[] = {
        {3, FINE, {1, 0, 2}},
        {3, CORRUPT, {1, 0, 3}},
        {1, CORRUPT, {0}},
        {2, CORRUPT, {1, 0}},
        {4, FINE, {1, 1, 0, 2}},
        {4, CORRUPT, {1, 2, 0, 3}},
        {3, NEWER, {1, 3, 0}},
        {3, FINE, {1, TAG_QUOTE_LAST << 2, 0}},
        {3, NEWER, {1, TAG_QUOTE_WAY_COUNT << 2, 0}},
        {17, FINE, {8}},
        {19, CORRUPT, {9}},
    };
    struct memory memory;
    struct tag_quotes quotes;
    memory_init(&memory, NULL, 0);
    tag_quotes_init(&quotes, &memory);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        struct tag_column column = {.quote_count = 0};
        struct buffer out;
        struct error error;
        error_clear(&error);
        buffer_init(&out, &memory);
        struct byte_source source = byte_source_of(entries[i].bytes, entries[i].size);
        ck_assert(tag_quotes_read(&quotes, &column, &source, COLUMNS, &error));
        ck_assert_msg(source.failed == (entries[i].outcome != FINE), "entry %zu", i);
        ck_assert_msg((error.status == PGNPACK_ERROR_UNSUPPORTED) == (entries[i].outcome == NEWER),
                      "entry %zu", i);
        if (entries[i].outcome == FINE) {
            ck_assert_uint_eq(byte_source_left(&source), 0);
            tag_quotes_write(&quotes, &column, &out);
            ck_assert_uint_eq(out.size, entries[i].size);
            ck_assert_mem_eq(out.data, entries[i].bytes, out.size);
        }
        buffer_free(&out);
    }
    tag_quotes_free(&quotes);
}
END_TEST

/* ---- Final positions ---- */

static struct position position_of(const char *fen)
{
    struct position position;
    unsigned notes;
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, &notes), FEN_OK);
    return position;
}

START_TEST(finals)
{
    static const char *const fens[] = {"rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 9 30",
                                       "8/8/8/8/8/4k3/4p3/4K3 w - - 0 65000"};
    static const struct {
        unsigned fen;
        uint32_t number;
        const char *text;
    } texts[] = {
        {0, 1, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 9 30"},
        {0, 2, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq -"},
        {0, 5, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b"},
        {0, 6, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R"},
        {0, 3 + 4 * 2, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 10 30"},
        {0, 3 + 4 * (17 + 64 * (5 + 10 * (4 + 16))),
         "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQkq d3 0 29"},
        {0, 3 + 1 + 4 * 64 * 10 * 15, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b k -"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R w KQq - 9 30"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b QKq - 9 30"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 9"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 9 30 "},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 09 30"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq d4 9 30"},
        {0, 0, "rnbqkb1r/1ppppp1p/p4n2/6p1/3P4/8/PPP1PPPP/RNBQK2R b KQq - 99 30"},
        {1, 3 + 4 * 64 * 10 * 16 * 2, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 65001"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct position position = position_of(fens[texts[i].fen]);
        char out[TAG_FINAL_SIZE_MAX];
        ck_assert_msg(tag_final_number(&position, text_of(texts[i].text)) == texts[i].number, "%s",
                      texts[i].text);
        if (texts[i].number != 0)
            ck_assert(text_is(tag_final_text(&position, texts[i].number, out), texts[i].text));
    }
}
END_TEST

/* Any number has a text that fits, or none; a text has a number that tells it. */
START_TEST(all_finals)
{
    static const char *const fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
                                       "r3k2r/8/8/8/8/8/8/R3K2R b - - 65535 99999"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        const struct position position = position_of(fens[i]);
        unsigned texts = 0, others = 0;
        for (uint64_t number = 1; number <= TAG_FINAL_LAST; number += 1 + number / 64 * 3) {
            char out[TAG_FINAL_SIZE_MAX], again[TAG_FINAL_SIZE_MAX];
            struct text text = tag_final_text(&position, number, out);
            ck_assert_uint_lt(text.size, sizeof out);
            texts += text.size != 0;
            others += text.size == 0;
            if (text.size != 0)
                ck_assert(
                    text_equal(tag_final_text(&position, tag_final_number(&position, text), again), text));
        }
        ck_assert_uint_gt(texts, 50);
        ck_assert(i == 2 || others > 10);
    }
}
END_TEST

/* ---- Numbers by the time ---- */

START_TEST(paces)
{
    struct tag_pace pace = {.count = 0};
    tag_pace_add(&pace, 1000, 50);
    ck_assert_int_eq(tag_pace_number(&pace, 5000), 50); /* one number tells no pace */
    tag_pace_add(&pace, 1010, 75);
    ck_assert_int_eq(tag_pace_number(&pace, 1012), 80);
    ck_assert_int_eq(tag_pace_number(&pace, 1013), 82);
    ck_assert_int_eq(tag_pace_number(&pace, 1007), 68); /* -7.5, towards 0 */
    ck_assert_int_eq(tag_pace_number(&pace, 1010 + (INT64_C(1) << 31)), 75);
    for (unsigned i = 0; i < TAG_PACE_COUNT; i++)
        tag_pace_add(&pace, 2000 + 10 * i, 300 + 7 * i);
    ck_assert_int_eq(tag_pace_number(&pace, 2050), 335); /* those before are forgotten */
    tag_pace_add(&pace, 2001, (INT64_C(1) << 50) - 1);
    ck_assert_int_eq(tag_pace_number(&pace, 2002), (INT64_C(1) << 50) - 1); /* a pace that is too large */
    for (unsigned i = 0; i < TAG_PACE_COUNT; i++)
        tag_pace_add(&pace, 3000, i);
    ck_assert_int_eq(tag_pace_number(&pace, 3005), TAG_PACE_COUNT - 1); /* no time passed */
}
END_TEST

START_TEST(times)
{
    const struct tag_column columns[] = {{.form = FORM_DATE}, {.form = FORM_TIME}, {.form = FORM_STAMP}};
    const struct tag_part date = {.column = 0, .other = 1}, stamp = {.column = 2, .other = 2},
                          time = {.column = 1, .other = 1};
    int64_t day = (2020 * 13 + 5) * 32 + 7;
    ck_assert_int_eq(tag_pace_time(columns, &date, day, 61),
                     ((2020 * 12 + 5) * 31 + 7) * INT64_C(86400) + 61);
    ck_assert_int_eq(tag_pace_time(columns, &date, -5, 61), 56);
    ck_assert_int_eq(tag_pace_time(columns, &date, 10000 * 416, 1), 10000 * 416 + 1);
    ck_assert_int_eq(tag_pace_time(columns, &stamp, 12345, 12345), 12);
    ck_assert_int_eq(tag_pace_time(columns, &time, 12345, 12345), 12345);
}
END_TEST

Suite *tag_quotes_suite(void)
{
    Suite *suite = suite_create("tag_quotes");
    TCase *tests = tcase_create("quotes");
    tcase_add_test(tests, ways);
    tcase_add_test(tests, whose_value);
    tcase_add_test(tests, values_that_can_be_quoted);
    tcase_add_test(tests, quotes_are_checked);
    tcase_add_test(tests, finals);
    tcase_add_test(tests, all_finals);
    tcase_add_test(tests, paces);
    tcase_add_test(tests, times);
    suite_add_tcase(suite, tests);
    return suite;
}
