/* Queries on tags: what patterns and ranges mean, searches against a plain loop over all games, failures. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/query/query.h"
#include "lib/query/query_tags.h"
#include "search/text/number_ranges.h"
#include "search/text/text_fold.h"
#include "search/text/text_pattern.h"
#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { FOLDED_MAX = 4096 };

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* ---- Folding ---- */

START_TEST(folded_texts)
{
    static const struct {
        const char *text, *folded;
    } cases[] = {
        {"", ""},
        {"Kasparov, Garry", "kasparov, garry"},
        {"M\xc3\xbcller", "muller"},
        {"M\xfcller", "muller"}, /* Latin-1 */
        {"STRA\xc3\x9f"
         "E \xdf",
         "strasse ss"},
        {"\xc3\x86r\xc3\xb8 \xc5\x92uvre", "aero oeuvre"},
        {"\xc5\x81\xc3\xb3\xc4\x8d\xc5\xa1\xc4\x90", "locsd"},
        {"\xc3\x97\xc3\xb7", "\xc3\x97\xc3\xb7"}, /* signs between letters */
        {"L\xc3\xaa Quang Li\xc3\xaam", "le quang liem"},
        {"\xe1\xba\xbf\xe1\xbb\x99\xe1\xba\x9e", "eoss"}, /* U+1EBF, U+1ED9, U+1E9E */
        {"e\xcc\x81", "e"},                               /* an accent of its own */
        {"\xd0\x81\xd0\x9a\xd0\xb0\xd1\x91", "\xd0\xb5\xd0\xba\xd0\xb0\xd0\xb5"},
        {"\xce\x91\xce\xa9", "\xce\xb1\xcf\x89"},
        {"a\xe2\x80\x93z\xe2\x80\x99s\xc2\xa0t\t\x7f", "a-z's t  "},
        {"\xe4\xbd\xa0", "\xe4\xbd\xa0"}, /* others stay */
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"\xc3", "a"},           /* cut off: Latin-1 again */
        {"\xed\xa0\x80", "i  "}, /* a surrogate is no UTF-8 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char folded[100];
        size_t size = text_fold(text_of(cases[i].text), folded);
        ck_assert_uint_le(size, text_fold_size_max(strlen(cases[i].text)));
        folded[size] = '\0';
        ck_assert_str_eq(folded, cases[i].folded);
    }
}
END_TEST

/* Any bytes: within the room, the same again, none below ' '. */
START_TEST(folded_bytes)
{
    uint64_t random = 7;
    for (unsigned i = 0; i < 20000; i++) {
        char bytes[24], once[48], twice[96];
        size_t size = random_below(&random, sizeof bytes + 1);
        for (size_t j = 0; j < size; j++)
            bytes[j] =
                (char)(random_below(&random, 2) ? 0xc2 + next_random(&random) % 0x3e : next_random(&random));
        size_t once_size = text_fold((struct text){bytes, size}, once);
        ck_assert_uint_le(once_size, text_fold_size_max(size));
        for (size_t j = 0; j < once_size; j++)
            ck_assert_uint_ge((unsigned char)once[j], ' ');
        size_t twice_size = text_fold((struct text){once, once_size}, twice);
        ck_assert(text_equal((struct text){once, once_size}, (struct text){twice, twice_size}));
    }
}
END_TEST

/* ---- Patterns ---- */

static int fits_by(const char *pattern, enum pattern_way way, struct text value)
{
    static struct text_pattern parsed;
    static char folded[2 * FOLDED_MAX];
    ck_assert_uint_le(value.size, FOLDED_MAX);
    ck_assert_ptr_null(text_pattern_parse(&parsed, text_of(pattern), way));
    return text_pattern_fits(&parsed, (struct text){folded, text_fold(value, folded)});
}

START_TEST(patterns)
{
    static const struct {
        const char *pattern, *value;
        int fits;
    } cases[] = {
        {"Kasparov", "Kasparov, Garry", 1},
        {"kasp", "Kasparov,G", 1},
        {"Garry Kasparov", "Kasparov, Garry", 1},
        {"Kasparov, Garry", "Garry Kasparov", 1},
        {"Kasparov, G", "Kasparov,Garry", 1},
        {"Kasparov, Garry", "Kasparov,G", 0},
        {"asparov", "Kasparov, Garry", 0},
        {"Ivanov, A", "Ivanova, Anna", 0},
        {"Ivanov A", "Ivanova, Anna", 1},
        {"Ivanov, A", "Alexei IVANOV", 1},
        {"l li", "Li, L", 1},
        {"l li", "Li", 0}, /* each word another one */
        {"l l", "Li, Lian", 1},
        {"l l l", "Li, Lian", 0},
        {"li, li", "Li, Lian", 1},
        {"li, li", "Lian, Li", 1},
        {"mueller", "M\xc3\xbcller", 0},
        {"muller", "M\xc3\xbcller", 1},
        {"M\xc3\x9cLLER", "M\xfcller", 1},
        {"Round 1", "Round 10", 0}, /* digits are whole words */
        {"Round 10", "Round 10", 1},
        {"b9", "B90", 1},
        {"O'Kelly", "O Kelly", 1},
        {"vachier lagrave", "Vachier-Lagrave, Maxime", 1},
        {"kasp*", "Kasparov, Garry", 1},
        {"*garry", "Kasparov, Garry", 1},
        {"*garr", "Kasparov, Garry", 0},
        {"k?sp*ry", "Kasparov, Garry", 1},
        {"k*a*a*z", "kaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0},
        {"*", "", 1},
        {"?", "", 0},
        {"?", "\xd0\xaf", 1},
        {"??", "\xd0\xaf", 0},
        {"*??", "\xe4\xbd\xa0", 0},
        {"*??", "\xe4\xbd\xa0\xe4\xbd\xa0", 1},
        {"=Kasparov", "kasparov", 1},
        {"=Kasparov", "Kasparov, Garry", 0},
        {"=?", "?", 1},
        {"=?", "x", 0},
        {"\\?", "?", 1},
        {"a\\*b", "a*b", 1},
        {"=a\\|b", "a|b", 1},
        {"\\=a", "a", 1}, /* words: punctuation means nothing */
        {"Carlsen|Anand", "Anand, V", 1},
        {"Carlsen|Anand", "Carlsen, M", 1},
        {"Carlsen|Anand", "Kramnik, V", 0},
        {"=a|b*|c", "a", 1},
        {"=a|b*|c", "bc", 1},
        {"=a|b*|c", "ax", 0},
        {"=", "", 1},
        {"=", "x", 0},
        {"-", "-", 1},
        {"-", "", 0},
        {"x|=", "", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(fits_by(cases[i].pattern, PATTERN_BY_WORDS, text_of(cases[i].value)) == cases[i].fits,
                      "%s and %s", cases[i].pattern, cases[i].value);
    ck_assert(fits_by("180+2", PATTERN_WHOLE, text_of("180+2")));
    ck_assert(!fits_by("180+2", PATTERN_WHOLE, text_of("180+20")));
    ck_assert(fits_by("180+*", PATTERN_WHOLE, text_of("180+20")));
    ck_assert(fits_by("4", PATTERN_ROUND, text_of("4")));
    ck_assert(fits_by("4", PATTERN_ROUND, text_of("4.12")));
    ck_assert(!fits_by("4", PATTERN_ROUND, text_of("40")));
    ck_assert(!fits_by("=4", PATTERN_ROUND, text_of("4.1")));
}
END_TEST

START_TEST(patterns_that_are_refused)
{
    static struct text_pattern parsed;
    char long_one[PATTERN_SIZE_MAX + 2];
    memset(long_one, 'a', sizeof long_one);
    const struct text too_long = {long_one, PATTERN_SIZE_MAX + 1}, longest = {long_one, PATTERN_SIZE_MAX};
    ck_assert_ptr_nonnull(text_pattern_parse(&parsed, too_long, PATTERN_BY_WORDS));
    ck_assert_ptr_null(text_pattern_parse(&parsed, longest, PATTERN_BY_WORDS));
    memset(long_one, 0xff, sizeof long_one); /* Latin-1 that takes two bytes in UTF-8 */
    ck_assert_ptr_null(text_pattern_parse(&parsed, longest, PATTERN_BY_WORDS));
    ck_assert_ptr_nonnull(
        text_pattern_parse(&parsed, text_of("a b c d e f g h i j k l m n o p q"), PATTERN_BY_WORDS));
    ck_assert_ptr_null(
        text_pattern_parse(&parsed, text_of("a b c d e f g h i j k l m n o p"), PATTERN_BY_WORDS));
    ck_assert_ptr_null(text_pattern_parse(
        &parsed, text_of("-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-"),
        PATTERN_BY_WORDS));
    ck_assert_ptr_nonnull(text_pattern_parse(
        &parsed, text_of("-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-"),
        PATTERN_BY_WORDS));
}
END_TEST

/* Nothing but blanks, of whatever kind, in any alternative: what is empty has to be asked for. */
START_TEST(patterns_of_nothing)
{
    static struct text_pattern parsed;
    static const char *const empty[] = {"",    " ",  "\t",   "\xc2\xa0", "\xe3\x80\x80", "\xe2\x80\x89 ",
                                        "x| ", "|x", "x||y", "|"};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
        for (int way = PATTERN_BY_WORDS; way <= PATTERN_ROUND; way++)
            ck_assert_msg(text_pattern_parse(&parsed, text_of(empty[i]), (enum pattern_way)way) != NULL,
                          "pattern %zu", i);
    ck_assert_ptr_null(text_pattern_parse(&parsed, text_of("="), PATTERN_BY_WORDS));
    ck_assert_ptr_null(text_pattern_parse(&parsed, text_of("x|="), PATTERN_BY_WORDS));
}
END_TEST

/* Globs against a recursive matcher. */
static int glob_fits_plainly(const char *glob, const char *value)
{
    if (*glob == '\0')
        return *value == '\0';
    if (*glob == '*')
        return glob_fits_plainly(glob + 1, value) || (*value != '\0' && glob_fits_plainly(glob, value + 1));
    return *value != '\0' && (*glob == '?' || *glob == *value) && glob_fits_plainly(glob + 1, value + 1);
}

START_TEST(random_globs)
{
    uint64_t random = 3;
    unsigned fitting = 0;
    for (unsigned i = 0; i < 50000; i++) {
        char glob[9] = "*", value[10] = "";
        for (size_t j = 1, size = 1 + random_below(&random, 7); j < size; j++)
            glob[j] = "ab*?"[random_below(&random, 4)];
        for (size_t j = 0, size = random_below(&random, 9); j < size; j++)
            value[j] = "ab"[random_below(&random, 2)];
        const char *tried = glob + (random_below(&random, 2) && strpbrk(glob + 1, "*?") != NULL);
        int fits = fits_by(tried, PATTERN_BY_WORDS, text_of(value));
        ck_assert_msg(fits == glob_fits_plainly(tried, value), "%s and %s", tried, value);
        fitting += fits != 0;
    }
    ck_assert_uint_gt(fitting, 5000);
}
END_TEST

/* ---- Ranges ---- */

START_TEST(ranges_of_numbers)
{
    static const struct {
        const char *text;
        enum number_kind kind;
        uint32_t in[3], out[3];
    } cases[] = {
        {"2500-", NUMBER_PLAIN, {2500, 2501, 9999}, {2499, 0, 1}},
        {"-2400", NUMBER_PLAIN, {0, 2400, 1}, {2401, 9999, 3000}},
        {"2500-2600", NUMBER_PLAIN, {2500, 2600, 2550}, {2499, 2601, 0}},
        {" 40 - 60 , 80", NUMBER_PLAIN, {40, 60, 80}, {39, 61, 79}},
        {"2010-", NUMBER_DATE, {20100000, 20100101, 20991231}, {20091231, 20090000, 1}},
        {"2010.05-2012.12", NUMBER_DATE, {20100500, 20100531, 20121231}, {20100430, 20130000, 20100000}},
        {"2011", NUMBER_DATE, {20110000, 20110412, 20111231}, {20101231, 20120000, 20120101}},
        {"2011.??.??", NUMBER_DATE, {20110000, 20110412, 20111231}, {20101231, 20120000, 20120101}},
        {"1999.12.31", NUMBER_DATE, {19991231, 19991231, 19991231}, {19991230, 20000000, 19991200}},
        {"1999-12-31", NUMBER_DATE, {19991231, 19991231, 19991231}, {19991230, 20000000, 19991200}},
        {"2020-05-01-2020-06-30",
         NUMBER_DATE,
         {20200501, 20200531, 20200630},
         {20200500, 20200701, 20190515}},
        {" 2020-05-01 - 2021.03",
         NUMBER_DATE,
         {20200501, 20210300, 20210399},
         {20200430, 20210400, 20200500}},
        {"2020-05-01-", NUMBER_DATE, {20200501, 20200600, 20991231}, {20200430, 20200500, 1}},
        {"-2020-05-01", NUMBER_DATE, {20200501, 20200500, 1}, {20200502, 20200600, 20210101}},
        {"2010-2012-05-01", NUMBER_DATE, {20100000, 20111231, 20120501}, {20091231, 20120502, 20130000}},
        {"1990,2020-05-01", NUMBER_DATE, {19900101, 20200501, 19901231}, {20200502, 19910101, 20200430}},
        {"B90-B99", NUMBER_ECO, {191, 200, 195}, {190, 201, 91}},
        {"B9*", NUMBER_ECO, {191, 200, 195}, {190, 201, 91}},
        {"b9", NUMBER_ECO, {191, 200, 195}, {190, 201, 91}},
        {"C", NUMBER_ECO, {201, 300, 250}, {200, 301, 1}},
        {"A00,E99", NUMBER_ECO, {1, 500, 1}, {2, 499, 250}},
        {"E-", NUMBER_ECO, {401, 500, 450}, {400, 1, 300}},
    };
    struct number_ranges ranges;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *trouble = number_ranges_parse(&ranges, text_of(cases[i].text), cases[i].kind);
        ck_assert_msg(trouble == NULL, "%s: %s", cases[i].text, trouble);
        for (size_t j = 0; j < 3; j++) {
            ck_assert_msg(number_ranges_have(&ranges, cases[i].in[j]), "%s: %u", cases[i].text,
                          cases[i].in[j]);
            ck_assert_msg(!number_ranges_have(&ranges, cases[i].out[j]), "%s: %u", cases[i].text,
                          cases[i].out[j]);
        }
    }
    ck_assert(number_ranges_parse(&ranges, text_of("10-20,30-40"), NUMBER_PLAIN) == NULL);
    ck_assert(number_ranges_are_apart(&ranges, 21, 29));
    ck_assert(!number_ranges_are_apart(&ranges, 20, 29));
    ck_assert(!number_ranges_are_apart(&ranges, 0, 100));
    ck_assert(number_ranges_are_apart(&ranges, 41, 100));
}
END_TEST

START_TEST(codes)
{
    ck_assert_uint_eq(eco_number(text_of("A00")), 1);
    ck_assert_uint_eq(eco_number(text_of("E99")), 500);
    ck_assert_uint_eq(eco_number(text_of("b07/03")), 108);
    ck_assert_uint_eq(eco_number(text_of("F00")), 0);
    ck_assert_uint_eq(eco_number(text_of("A0")), 0);
    ck_assert_uint_eq(eco_number(text_of("A0x")), 0);
    ck_assert_uint_eq(eco_number(text_of("?")), 0);
}
END_TEST

START_TEST(numbers)
{
    int64_t number;
    ck_assert_uint_eq(tag_number(text_of("300+5"), &number), 3);
    ck_assert_int_eq(number, 300000);
    ck_assert_uint_eq(tag_number(text_of("-1.5"), &number), 4);
    ck_assert_int_eq(number, -1500);
    ck_assert_uint_eq(tag_number(text_of("+12.34567x"), &number), 9);
    ck_assert_int_eq(number, 12345);
    ck_assert_uint_eq(tag_number(text_of("1."), &number), 1);
    ck_assert_uint_eq(tag_number(text_of("999999999999999"), &number), 15);
    ck_assert_uint_eq(tag_number(text_of("1000000000000000"), &number), 0);
    ck_assert_uint_eq(tag_number(text_of("-"), &number), 0);
    ck_assert_uint_eq(tag_number(text_of(""), &number), 0);
}
END_TEST

/* Each value is refused, and the query is as it was. */
START_TEST(values_that_are_refused)
{
    static const char *const refused[][2] = {{"elo", "x"},
                                             {"elo", ""},
                                             {"elo", "-"},
                                             {"elo", "2600-2500"},
                                             {"elo", "2500,"},
                                             {"elo", "2500--"},
                                             {"elo", "9999999999"},
                                             {"white-elo", "1-2-3"},
                                             {"black-elo", "2500x"},
                                             {"date", "10"},
                                             {"date", "2010-05"},
                                             {"date", "2010-2012-05"},
                                             {"date", "2010-5-17"},
                                             {"date", "2010-05-"},
                                             {"date", "2010-13-01"},
                                             {"date", "2010-05-32"},
                                             {"date", "2010-05-171"},
                                             {"date", "2010-05.17"},
                                             {"date", "2010-05-17x"},
                                             {"date", "2010-05-17-2009-05-17"},
                                             {"date", "2010.13"},
                                             {"date", "2010.??.05"},
                                             {"date", "2010.5.5x"},
                                             {"date", "0000"},
                                             {"eco", "F00"},
                                             {"eco", "B900"},
                                             {"eco", "B99-B90"},
                                             {"eco", "B90*"},
                                             {"result", "2-0"},
                                             {"result", ""},
                                             {"result", "1-0,"},
                                             {"result", "won,"},
                                             {"result", "won lost"},
                                             {"result", "wins"},
                                             {"us", ""},
                                             {"them", "a|"},
                                             {"us-elo", "2600-2500"},
                                             {"elo-gap", "-2"},
                                             {"elo-gap", "1-3"},
                                             {"elo-gap", "2..1"},
                                             {"elo-gap", "10000.."},
                                             {"plies", "a"},
                                             {"tag", ""},
                                             {"tag", "=x"},
                                             {"tag", "<3"},
                                             {"player", "a b c d e f g h i j k l m n o p q"}};
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ck_assert_msg(pgnpack_query_add(query, refused[i][0], refused[i][1]) == PGNPACK_ERROR_ARGUMENT,
                      "%s %s", refused[i][0], refused[i][1]);
        ck_assert_uint_gt(strlen(pgnpack_error(query)->text), 20);
    }
    ck_assert_int_eq(pgnpack_query_add(query, "player", NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "date", "2010.5-2012"), PGNPACK_OK);
    pgnpack_free(query);
}
END_TEST

/* What a condition reads is told, but of words that say how others are meant. */
START_TEST(what_words_read)
{
    static const char *const silent[] = {"for",  "times", "either", "mirrored",
                                         "then", "next",  "after",  "not"};
    struct pgnpack_query_word word;
    size_t count = 0;
    for (size_t i = 0; pgnpack_query_word(i, &word); i++) {
        int is_silent = 0;
        for (size_t j = 0; j < sizeof silent / sizeof silent[0]; j++)
            is_silent |= strcmp(word.name, silent[j]) == 0;
        ck_assert_msg((word.reads == NULL) == is_silent, "%s", word.name);
        count += (size_t)is_silent;
    }
    ck_assert_uint_eq(count, sizeof silent / sizeof silent[0]);
}
END_TEST

/* A value of nothing asks for every game, or for none: no condition takes it, whichever there will be. */
START_TEST(empty_values_of_all_words)
{
    static const char *const empty[] = {"", " ", "\t", " \r\n ", "\v\f"};
    struct pgnpack_query_word word;
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    size_t with_values = 0;
    ck_assert_int_eq(pgnpack_query_add(query, "mate", NULL), PGNPACK_OK); /* "for" stands behind it */
    for (size_t i = 0; pgnpack_query_word(i, &word); i++)
        for (size_t j = 0; word.value != NULL && j < sizeof empty / sizeof empty[0]; j++, with_values++) {
            ck_assert_msg(pgnpack_query_add(query, word.name, empty[j]) == PGNPACK_ERROR_ARGUMENT, "%s",
                          word.name);
            ck_assert_ptr_nonnull(strstr(pgnpack_error(query)->text, word.name));
            ck_assert_ptr_nonnull(strstr(pgnpack_error(query)->text, "empty"));
        }
    ck_assert_uint_gt(with_values, 100);
    ck_assert_uint_eq(pgnpack_query_needs(query), PGNPACK_QUERY_NEEDS_MOVES);
    ck_assert_int_eq(pgnpack_query_add(query, "moves", "1. "), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "tag", "White="), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_query_add(query, "tag", "White=="), PGNPACK_OK);
    pgnpack_free(query);
}
END_TEST

/* What is complete, and what a search would refuse; it can be asked at any time, also behind a search. */
START_TEST(complete_queries)
{
    static const struct {
        const char *words[8];
        int is_complete;
    } cases[] = {{{NULL}, 1},
                 {{"not", NULL}, 0},
                 {{"not", NULL, "not", NULL}, 1},
                 {{"player", "x", "not", NULL}, 0},
                 {{"not", NULL, "player", "x"}, 1},
                 {{"final", NULL, "then", NULL}, 0},
                 {{"final", NULL, "then", NULL, "player", "x"}, 0},
                 {{"final", NULL, "then", NULL, "mate", NULL}, 1},
                 {{"variations", NULL, "either", NULL}, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pgnpack_query *query = pgnpack_query_new(NULL);
        struct error error;
        error_clear(&error);
        for (const char *const *words = cases[i].words; words[0] != NULL; words += 2)
            ck_assert_int_eq(pgnpack_query_add(query, words[0], words[1]), PGNPACK_OK);
        enum pgnpack_status wanted = cases[i].is_complete ? PGNPACK_OK : PGNPACK_ERROR_ARGUMENT;
        ck_assert_msg(pgnpack_query_check(query) == wanted, "case %zu", i);
        ck_assert_int_eq(pgnpack_error(query)->status, wanted);
        ck_assert_int_eq(query_seal(query, &error), wanted);
        ck_assert_int_eq(pgnpack_query_check(query), wanted);
        pgnpack_free(query);
    }
}
END_TEST

/* ---- Games ---- */

static const char *const players[] = {"Kasparov, Garry",
                                      "Kasparov,G",
                                      "Garry Kasparov",
                                      "M\xc3\xbcller, J\xc3\xb6rg",
                                      "M\xfcller, Karsten",
                                      "Muller",
                                      "",
                                      "?",
                                      "Quote \\\"Q\\\" \\\\ Slash",
                                      "Ivanova, Anna",
                                      "Ivanov, Alexei",
                                      "\xff\xfe\x80 bytes",
                                      "Li, Lian",
                                      "100% 5*"};
enum { PLAYER_COUNT = sizeof players / sizeof players[0] };

static void append_tag(const char *name, const char *value)
{
    bytes_append_text(&text, "[");
    bytes_append_text(&text, name);
    bytes_append_text(&text, " \"");
    bytes_append_text(&text, value);
    bytes_append_text(&text, "\"]\n");
}

static void append_number(const char *name, const char *format, unsigned number)
{
    char value[60];
    snprintf(value, sizeof value, format, number, number % 12 + 1, number % 28 + 1);
    append_tag(name, value);
}

/* Games with tags of all kinds: some missing, some twice, some that make no sense, some very long. */
static void append_tagged(unsigned count, uint64_t random)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    static const char *const lines[] = {"", "1. e4 ", "1. e4 e5 2. Nf3 ",
                                        "1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 a6 "};
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = (unsigned)random_below(&random, 40);
        append_number("Event", kind == 1 ? "Caf\xc3\xa9 %u" : "Open %u", i / 20);
        append_number("Date",
                      kind == 2   ? "????.??.??"
                      : kind == 3 ? "%u"
                                  : "%04u.%02u.%02u",
                      1990 + (unsigned)random_below(&random, 30));
        if (kind == 2)
            append_number("UTCDate", "%04u.%02u.%02u", 1990 + i % 20);
        if (kind == 3)
            append_tag("UTCDate", "?");
        append_number("Round", kind % 2 ? "%u" : "%u.%u", i % 15);
        if (kind != 5)
            append_tag("White", players[random_below(&random, PLAYER_COUNT)]);
        append_tag("Black", players[random_below(&random, PLAYER_COUNT)]);
        if (kind == 6)
            append_tag("White", "Twice");
        if (kind != 7)
            append_number("WhiteElo", kind == 8 ? "?" : "%u", 2000 + (unsigned)random_below(&random, 800));
        append_number("BlackElo", kind == 9 ? "" : "%u", 2000 + (unsigned)random_below(&random, 800));
        append_number("ECO",
                      kind == 10 ? "F%02u"
                      : kind % 2 ? "B%02u"
                                 : "C%02u",
                      (unsigned)random_below(&random, 100));
        if (kind % 3 == 0)
            append_tag("Opening", kind % 2 ? "Sicilian Defence: Najdorf" : "Ruy L\xc3\xb3pez");
        if (kind == 11)
            append_tag("Annotator", "");
        append_tag("TimeControl", kind % 2 ? "180+2" : "300");
        if (kind == 12) {
            bytes_append_text(&text, "[Note \"");
            for (unsigned j = 0; j < 300; j++)
                bytes_append_text(&text, "long note ");
            bytes_append_text(&text, "\"]\n");
        }
        const char *result = results[random_below(&random, 4)];
        if (kind != 13)
            append_tag("Result", result);
        bytes_append_text(&text, "\n");
        bytes_append_text(&text, lines[random_below(&random, 4)]);
        bytes_append_text(&text, result);
        bytes_append_text(&text, "\n\n");
    }
}

static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

/* ---- A plain loop ---- */

struct asked {
    const char *word, *value;
    int negated;
};

/* The value without its escapes. `data` NULL: the game has no such tag. */
static struct text plain_value(const struct pgnpack_game *game, const char *name)
{
    static char room[8][FOLDED_MAX];
    static unsigned turn;
    struct pgnpack_text value;
    if (!pgnpack_game_find_tag(game, name, &value))
        return (struct text){NULL, 0};
    char *out = room[turn++ % 8];
    size_t size = 0;
    ck_assert_uint_lt(value.size, FOLDED_MAX);
    for (size_t i = 0; i < value.size; i++) {
        i += value.data[i] == '\\' && i + 1 < value.size &&
             (value.data[i + 1] == '\\' || value.data[i + 1] == '"');
        out[size++] = value.data[i];
    }
    return (struct text){out, size};
}

static int tag_fits(const struct pgnpack_game *game, const char *name, const char *pattern,
                    enum pattern_way way)
{
    struct text value = plain_value(game, name);
    return value.data != NULL && fits_by(pattern, way, value);
}

static int is_in(const char *ranges_text, enum number_kind kind, uint32_t number)
{
    struct number_ranges ranges;
    ck_assert_ptr_null(number_ranges_parse(&ranges, text_of(ranges_text), kind));
    return number_ranges_have(&ranges, number);
}

static uint32_t number_at(struct text value, size_t at, size_t count)
{
    uint32_t number = 0;
    for (size_t i = at; i < at + count && i < value.size; i++)
        number = 10 * number + (is_digit(value.data[i]) ? (uint32_t)(value.data[i] - '0') : 0);
    return number;
}

static int elo_is_in(const struct pgnpack_game *game, const char *name, const char *ranges)
{
    struct text value = plain_value(game, name);
    uint32_t elo = value.size <= 4 ? number_at(value, 0, 4) : 0;
    return elo != 0 && is_in(ranges, NUMBER_PLAIN, elo);
}

static uint32_t date_of(const struct pgnpack_game *game, const char *name)
{
    struct text value = plain_value(game, name);
    if (value.size != 10 || value.data[4] != '.' || value.data[7] != '.' || number_at(value, 0, 4) == 0)
        return 0;
    return 10000 * number_at(value, 0, 4) + 100 * number_at(value, 5, 2) + number_at(value, 8, 2);
}

static int has_result(const struct pgnpack_game *game, const char *wanted)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2"};
    static const enum pgnpack_result kinds[] = {PGNPACK_RESULT_UNKNOWN, PGNPACK_RESULT_WHITE,
                                                PGNPACK_RESULT_BLACK, PGNPACK_RESULT_DRAW};
    for (size_t i = 0; i < 4; i++)
        if (kinds[i] == pgnpack_game_result(game))
            return strstr(wanted, texts[i]) != NULL;
    return 0;
}

static int is_any_tag(const struct pgnpack_game *game, const char *value)
{
    char name[30] = "";
    size_t size = strcspn(value, "=<>");
    memcpy(name, value, size);
    struct text found = plain_value(game, name);
    if (found.data == NULL || value[size] == '\0')
        return found.data != NULL;
    if (value[size] == '=')
        return tag_fits(game, name, value + size + 1, PATTERN_BY_WORDS);
    int has_equal = value[size + 1] == '=', is_less = value[size] == '<', order;
    const char *other = value + size + 1 + has_equal;
    if (is_digit(other[0])) {
        if (found.size == 0 || !is_digit(found.data[0]))
            return 0;
        char copy[50];
        snprintf(copy, sizeof copy, "%.*s", (int)found.size, found.data);
        double a = strtod(copy, NULL), b = strtod(other, NULL);
        order = (a > b) - (a < b);
    } else {
        char folded[2 * FOLDED_MAX + 1];
        folded[text_fold(found, folded)] = '\0';
        order = strcmp(folded, other); /* which is folded */
    }
    return (order == 0 && has_equal) || (is_less ? order < 0 : order > 0);
}

/* What is asked of us and them, as asked of White and Black where we are Black or not. */
static struct asked of_colours(const struct asked *asked, int is_black)
{
    static const char *const words[][2] = {
        {"white", "black"}, {"black", "white"}, {"white-elo", "black-elo"}, {"black-elo", "white-elo"}};
    static const char *const sided[] = {"us", "them", "us-elo", "them-elo"};
    static const struct {
        const char *sided, *values[2];
    } results[] = {{"won", {"1-0", "0-1"}}, {"lost", {"0-1", "1-0"}}, {"lost,*", {"0-1,*", "1-0,*"}}};
    struct asked plain = *asked;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(asked->word, sided[i]) == 0)
            plain.word = words[i][is_black];
    for (size_t i = 0; i < 3; i++)
        if (strcmp(asked->word, "result") == 0 && strcmp(asked->value, results[i].sided) == 0)
            plain.value = results[i].values[is_black];
    return plain;
}

static int is_sided(const struct asked *asked)
{
    struct asked white = of_colours(asked, 0), black = of_colours(asked, 1);
    return strcmp(white.word, black.word) != 0 || strcmp(white.value, black.value) != 0;
}

static int is_fulfilled(const struct pgnpack_game *game, const struct asked *asked)
{
    const char *word = asked->word, *value = asked->value;
    if (strcmp(word, "player") == 0)
        return tag_fits(game, "White", value, PATTERN_BY_WORDS) ||
               tag_fits(game, "Black", value, PATTERN_BY_WORDS);
    if (strcmp(word, "opening") == 0)
        return tag_fits(game, "Opening", value, PATTERN_BY_WORDS) ||
               tag_fits(game, "Variation", value, PATTERN_BY_WORDS);
    if (strcmp(word, "white") == 0)
        return tag_fits(game, "White", value, PATTERN_BY_WORDS);
    if (strcmp(word, "black") == 0)
        return tag_fits(game, "Black", value, PATTERN_BY_WORDS);
    if (strcmp(word, "event") == 0)
        return tag_fits(game, "Event", value, PATTERN_BY_WORDS);
    if (strcmp(word, "site") == 0)
        return tag_fits(game, "Site", value, PATTERN_BY_WORDS);
    if (strcmp(word, "round") == 0)
        return tag_fits(game, "Round", value, PATTERN_ROUND);
    if (strcmp(word, "time-control") == 0)
        return tag_fits(game, "TimeControl", value, PATTERN_WHOLE);
    if (strcmp(word, "elo") == 0)
        return elo_is_in(game, "WhiteElo", value) && elo_is_in(game, "BlackElo", value);
    if (strcmp(word, "white-elo") == 0)
        return elo_is_in(game, "WhiteElo", value);
    if (strcmp(word, "black-elo") == 0)
        return elo_is_in(game, "BlackElo", value);
    if (strcmp(word, "eco") == 0)
        return is_in(value, NUMBER_ECO, eco_number(plain_value(game, "ECO")));
    if (strcmp(word, "result") == 0)
        return has_result(game, value);
    if (strcmp(word, "plies") == 0)
        return is_in(value, NUMBER_PLAIN, pgnpack_game_ply_count(game));
    if (strcmp(word, "tag") == 0)
        return is_any_tag(game, value);
    ck_assert_str_eq(word, "date");
    uint32_t date = date_of(game, "Date");
    date = date != 0 ? date : date_of(game, "UTCDate");
    return date != 0 && is_in(value, NUMBER_DATE, date);
}

static const struct asked conditions[] = {{"player", "Kasparov", 0},
                                          {"player", "garry kasparov", 0},
                                          {"player", "m\xc3\xbcller", 0},
                                          {"player", "=", 0},
                                          {"player", "=?", 0},
                                          {"player", "*\"*", 0},
                                          {"player", "nobody", 0},
                                          {"player", "Ivanov, A|Li", 0},
                                          {"white", "*\\**", 0},
                                          {"white", "kasp", 0},
                                          {"white", "Twice", 0},
                                          {"black", "k*", 0},
                                          {"us", "kasparov", 0},
                                          {"us", "k*", 0},
                                          {"them", "Ivanov, A|Li", 0},
                                          {"us-elo", "2300-", 0},
                                          {"them-elo", "-2400", 0},
                                          {"result", "won", 0},
                                          {"result", "lost", 0},
                                          {"result", "lost,*", 0},
                                          {"black", "\xff*", 0},
                                          {"elo", "2300-", 0},
                                          {"elo", "-2500", 0},
                                          {"white-elo", "2400-2500,2600", 0},
                                          {"black-elo", "-2100", 0},
                                          {"date", "2000-2009", 0},
                                          {"date", "-1995", 0},
                                          {"date", "2001.06-", 0},
                                          {"date", "2100-", 0},
                                          {"eco", "B", 0},
                                          {"eco", "B90-B99,C0*", 0},
                                          {"opening", "najdorf", 0},
                                          {"opening", "lopez", 0},
                                          {"result", "1-0", 0},
                                          {"result", "0-1,1/2", 0},
                                          {"result", "*", 0},
                                          {"plies", "0", 0},
                                          {"plies", "2-4,6", 0},
                                          {"event", "Open 1", 0},
                                          {"event", "cafe", 0},
                                          {"site", "x", 0},
                                          {"round", "3", 0},
                                          {"round", "1?|2", 0},
                                          {"time-control", "180+2", 0},
                                          {"time-control", "3*", 0},
                                          {"tag", "Annotator", 0},
                                          {"tag", "Result==1-0", 0},
                                          {"tag", "Result>=1", 0},
                                          {"player", "=Quote \"Q\" \\\\ Slash", 0},
                                          {"tag", "Missing", 0},
                                          {"tag", "Note=note", 0},
                                          {"tag", "Annotator==", 0},
                                          {"tag", "WhiteElo>=2500", 0},
                                          {"tag", "WhiteElo<2100", 0},
                                          {"tag", "Round>5", 0},
                                          {"tag", "Round<=5", 0},
                                          {"tag", "White<k", 0},
                                          {"tag", "White>=kasparov,g", 0},
                                          {"tag", "Black>ivanova, anna", 0},
                                          {"tag", "Black<=ivanova, anna", 0}};
enum { CONDITION_COUNT = sizeof conditions / sizeof conditions[0] };

/* What the loop finds of each game and each condition. */
struct verdicts {
    size_t games;
    uint8_t *holds; /* by game, then by condition: bit 0 where we are White, bit 1 where Black */
};

static struct verdicts loop_over_games(const struct pgnpack_reader *reader)
{
    struct verdicts verdicts = {.games = (size_t)pgnpack_reader_info(reader)->game_count};
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    const struct pgnpack_game *game;
    size_t at = 0;
    verdicts.holds = malloc(verdicts.games * CONDITION_COUNT);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        for (size_t i = 0; i < CONDITION_COUNT; i++) {
            const struct asked white = of_colours(&conditions[i], 0), black = of_colours(&conditions[i], 1);
            verdicts.holds[at++] = (uint8_t)(is_fulfilled(game, &white) | is_fulfilled(game, &black) << 1);
        }
    ck_assert_uint_eq(at, verdicts.games * CONDITION_COUNT);
    pgnpack_free(cursor);
    return verdicts;
}

/* A condition, or its opposite. */
struct choice {
    size_t condition;
    int negated;
};

/* Of one colour, or, if the query tries it, the other one. */
static int are_fulfilled(const struct verdicts *verdicts, size_t game, const struct choice *choices,
                         size_t count, int tries_black)
{
    int hold[2] = {1, tries_black};
    for (size_t i = 0; i < count; i++)
        for (unsigned side = 0; side < 2; side++)
            if ((verdicts->holds[game * CONDITION_COUNT + choices[i].condition] >> side & 1) ==
                choices[i].negated)
                hold[side] = 0;
    return hold[0] || hold[1];
}

/* The search's hits are those of the loop. Returns how many. */
static uint64_t check_search(const struct pgnpack_reader *reader, const struct verdicts *verdicts,
                             const struct choice *choices, size_t count, int either)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    int tries_black = either;
    if (either)
        ck_assert_int_eq(pgnpack_query_add(query, "either", NULL), PGNPACK_OK);
    for (size_t i = 0; i < count; i++) {
        const struct asked *asked = &conditions[choices[i].condition];
        if (choices[i].negated)
            ck_assert_int_eq(pgnpack_query_add(query, "not", NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_query_add(query, asked->word, asked->value), PGNPACK_OK);
        tries_black |= strcmp(asked->word, "us") == 0 || strcmp(asked->word, "them") == 0;
    }
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    struct pgnpack_hit hit;
    struct pgnpack_search_counts counts;
    uint64_t hits = 0;
    for (size_t game = 0; game < verdicts->games; game++) {
        if (!are_fulfilled(verdicts, game, choices, count, tries_black))
            continue;
        hits++;
        ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
        ck_assert_msg(hit.game == game + 1 && hit.ply == 0, "%s %s: game %u, not %u",
                      conditions[choices[0].condition].word, conditions[choices[0].condition].value,
                      (unsigned)hit.game, (unsigned)game + 1);
    }
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_END);
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_eq(counts.hits, hits);
    ck_assert_uint_eq(counts.games, verdicts->games);
    ck_assert_uint_eq(counts.plies, 0);
    pgnpack_free(search);
    pgnpack_free(query);
    return hits;
}

/* Each condition alone and negated; then several. */
static void check_conditions(const struct pgnpack_reader *reader, unsigned tries, uint64_t random)
{
    struct verdicts verdicts = loop_over_games(reader);
    struct choice choices[3];
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        choices[0] = (struct choice){i, 0};
        uint64_t hits = check_search(reader, &verdicts, choices, 1, 0);
        choices[0].negated = 1;
        uint64_t others = check_search(reader, &verdicts, choices, 1, 0);
        ck_assert(is_sided(&conditions[i]) ? others + hits >= verdicts.games
                                           : others + hits == verdicts.games);
    }
    for (unsigned i = 0; i < tries; i++) {
        size_t count = 2 + random_below(&random, 2);
        for (size_t j = 0; j < count; j++)
            choices[j] =
                (struct choice){random_below(&random, CONDITION_COUNT), random_below(&random, 3) == 0};
        check_search(reader, &verdicts, choices, count, random_below(&random, 2) == 0);
    }
    free(verdicts.holds);
}

/* At every level, in blocks large and small: by columns, tag by tag and game by game. */
START_TEST(as_a_loop_finds)
{
    const struct pack_setup whole = {.level = _i}, small = {.level = _i, .block_size = 3000};
    append_tagged(_i < 5 ? 400 : 150, (uint64_t)_i);
    struct pgnpack_reader *reader = open_text(&whole);
    check_conditions(reader, 60, (uint64_t)_i);
    pgnpack_free(reader);
    reader = open_text(&small);
    check_conditions(reader, 20, (uint64_t)_i + 100);
    pgnpack_free(reader);
}
END_TEST

START_TEST(of_samples)
{
    static const char *const files[] = {"data/annotated.pgn", "data/classics.pgn", "data/clocked.pgn"};
    const struct pack_setup setup = {.level = 3, .block_size = 20000};
    ck_assert(bytes_append_file(&text, files[_i]));
    append_games(&text, 40, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    check_conditions(reader, 40, (uint64_t)_i);
    pgnpack_free(reader);
}
END_TEST

/* The made games have something for each condition that can have it. */
START_TEST(conditions_find_something)
{
    static const char *const none[] = {"nobody", "x", "Missing", "2100-", "Twice"};
    const struct pack_setup setup = {.level = 3};
    append_tagged(400, 3);
    struct pgnpack_reader *reader = open_text(&setup);
    struct verdicts verdicts = loop_over_games(reader);
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        int finds = 1;
        for (size_t j = 0; j < sizeof none / sizeof none[0]; j++)
            finds &= strcmp(conditions[i].value, none[j]) != 0;
        uint64_t hits = check_search(reader, &verdicts, &(struct choice){i, 0}, 1, 0);
        ck_assert_msg((hits != 0) == finds && hits < 400, "%s %s: %u", conditions[i].word,
                      conditions[i].value, (unsigned)hits);
    }
    free(verdicts.holds);
    pgnpack_free(reader);
}
END_TEST

/* ---- Searches ---- */

static struct pgnpack_query *query_of(const char *word, const char *value)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, word, value), PGNPACK_OK);
    return query;
}

/* Together with the board: only games that pass by their tags are played through. */
START_TEST(with_the_board)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_search_counts counts;
    struct pgnpack_hit hit;
    append_tagged(300, 5);
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_query *query = query_of("player", "kasparov");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
        continue;
    pgnpack_search_counts(search, &counts);
    uint64_t games = counts.hits;
    pgnpack_free(search);
    pgnpack_free(query);
    query = query_of("player", "kasparov");
    ck_assert_int_eq(pgnpack_query_add(query, "moves", "e4 e5 Nf3 Nc6"), PGNPACK_OK);
    search = pgnpack_search_new(reader, query);
    while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
        ck_assert_uint_eq(hit.ply, 4);
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_gt(counts.hits, 5);
    ck_assert_uint_lt(counts.hits, games);
    ck_assert_uint_le(counts.games_replayed, games);
    ck_assert_uint_eq(counts.games, 300);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

/* Blocks without such dates are not read; a search of some games gives those, again and again. */
START_TEST(blocks_and_limits)
{
    const struct pack_setup setup = {.level = 3, .block_size = 2000};
    struct pgnpack_search_counts counts;
    struct pgnpack_hit hit;
    for (unsigned i = 0; i < 400; i++) {
        append_tag("Event", "Cup");
        append_number("Date", "%04u.01.01", 1900 + i / 10);
        append_tag("White", i % 2 ? "Odd" : "Even");
        bytes_append_text(&text, "\n1. e4 *\n\n");
    }
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_query *query = query_of("date", "1910-1911");
    ck_assert_int_eq(pgnpack_query_add(query, "white", "odd"), PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    for (uint64_t i = 102; i <= 120; i += 2) {
        ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
        ck_assert_uint_eq(hit.game, i);
    }
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_END);
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_gt(counts.blocks_skipped, 3);
    ck_assert_uint_eq(counts.blocks_skipped + counts.blocks_read, pgnpack_reader_info(reader)->block_count);
    ck_assert_uint_eq(counts.games, 400);
    for (unsigned i = 0; i < 2; i++) { /* and back */
        ck_assert_int_eq(pgnpack_search_range(search, 104, 4), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
        ck_assert_uint_eq(hit.game, 104);
        ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
        ck_assert_uint_eq(hit.game, 106);
        ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_END);
    }
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

/* How many games a range finds. */
static uint64_t count_in(const struct pgnpack_reader *reader, const char *word, const char *format,
                         unsigned number)
{
    char range[80];
    struct pgnpack_search_counts counts;
    snprintf(range, sizeof range, format, number, number);
    struct pgnpack_query *query = query_of(word, range);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while (pgnpack_search_next(search, NULL, 1, NULL) == PGNPACK_OK)
        continue;
    ck_assert_str_eq(pgnpack_error(search)->text, "");
    pgnpack_search_counts(search, &counts);
    pgnpack_free(search);
    pgnpack_free(query);
    return counts.hits;
}

/* Each game has a date and ratings of its own: ranges that end with it, on the edges of blocks, too, have it and not the next. */
START_TEST(edges_of_ranges)
{
    enum { COUNT = 28 };
    const struct pack_setup setup = {.level = 3, .block_size = 600};
    for (unsigned i = 1; i <= COUNT; i++) {
        append_number("Event", "%050u", i);
        append_number("Date", "2000.01.%02u", i);
        append_number("WhiteElo", "%u", 2000 + i);
        append_number("BlackElo", "%u", 2000 + i);
        bytes_append_text(&text, "\n1. e4 *\n\n");
    }
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert_uint_gt(pgnpack_reader_info(reader)->block_count, 4);
    for (unsigned i = 1; i <= COUNT; i++) {
        ck_assert_uint_eq(count_in(reader, "date", "2000.01.%02u-2000.01.%02u", i), 1);
        ck_assert_uint_eq(count_in(reader, "date", "2000.01.%02u-", i), COUNT + 1 - i);
        ck_assert_uint_eq(count_in(reader, "date", "-2000.01.%02u", i), i);
        ck_assert_uint_eq(count_in(reader, "elo", "%u-%u", 2000 + i), 1);
        ck_assert_uint_eq(count_in(reader, "elo", "%u-", 2000 + i), COUNT + 1 - i);
        ck_assert_uint_eq(count_in(reader, "elo", "-%u", 2000 + i), i);
    }
    pgnpack_free(reader);
}
END_TEST

/* Where the index was lost, its ranges say nothing, and blocks are read. */
START_TEST(without_an_index)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_search_counts counts;
    append_tagged(200, 5);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size - 20)),
                     PGNPACK_ERROR_TRUNCATED);
    struct pgnpack_query *query = query_of("date", "2000-");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while (pgnpack_search_next(search, NULL, 1, NULL) == PGNPACK_OK)
        continue;
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_gt(counts.hits, 50);
    ck_assert_uint_eq(counts.blocks_skipped, 0);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

/* A damaged block is told when it is come to, stays told, and can be passed over. */
START_TEST(damage)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_block_info info;
    struct pgnpack_hit hit = {.game = 0};
    append_tagged(150, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert(pgnpack_reader_block(reader, 2, &info));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    struct pgnpack_query *query = query_of("black", "*");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    enum pgnpack_status status;
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        continue;
    ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(hit.game + 1, info.first_game);
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(pgnpack_error(search)->game, info.first_game);
    ck_assert_uint_eq(pgnpack_error(search)->offset, info.offset);
    ck_assert_int_eq(pgnpack_search_range(search, info.first_game + info.game_count, 1000), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
    ck_assert_uint_eq(hit.game, info.first_game + info.game_count);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

static const struct asked many[] = {{"player", "ka*|muller|li", 0},
                                    {"tag", "Black<k", 1},
                                    {"elo", "2000-", 0},
                                    {"tag", "Date>1989", 0},
                                    {"plies", "0-", 0},
                                    {"result", "1-0", 1},
                                    {"ply", "0-", 0}};
enum { MANY = sizeof many / sizeof many[0] };

static enum pgnpack_status add_many(struct pgnpack_query *query)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < MANY && status == PGNPACK_OK; i++) {
        if (many[i].negated)
            pgnpack_query_add(query, "not", NULL);
        status = pgnpack_query_add(query, many[i].word, many[i].value);
    }
    return status;
}

/* Without each piece of memory in turn. */
START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pack_setup setup = {.level = _i, .block_size = 5000};
    struct pgnpack_hit hit;
    append_tagged(40, 1);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t fails_at = 1; status != PGNPACK_END; fails_at++) {
        calls.fails_once = calls.calls + fails_at;
        struct pgnpack_query *query = pgnpack_query_new(&options);
        struct pgnpack_search *search = NULL;
        status = query == NULL ? PGNPACK_ERROR_MEMORY : add_many(query);
        if (status == PGNPACK_OK && (search = pgnpack_search_new(reader, query)) == NULL)
            status = PGNPACK_ERROR_MEMORY;
        while (status == PGNPACK_OK)
            status = pgnpack_search_next(search, &hit, 1, NULL);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_END : PGNPACK_ERROR_MEMORY);
        calls.fails_once = 0;
        if (search != NULL) {
            ck_assert_int_eq(pgnpack_error(search)->status, status);
            ck_assert_int_eq(pgnpack_search_range(search, 1, 1000), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, NULL), PGNPACK_OK);
        }
        pgnpack_free(search);
        pgnpack_free(query);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

/* The reader's limit of work holds for what is read of tags. */
START_TEST(limited_work)
{
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = 20000};
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_hit hit;
    append_tagged(200, 1);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_query *query = query_of("player", "kasparov");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    enum pgnpack_status status;
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        continue;
    ck_assert_int_eq(status, PGNPACK_ERROR_LIMIT);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

Suite *query_tags_suite(void)
{
    Suite *suite = suite_create("query_tags");
    TCase *test_case = tcase_create("query_tags");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_test(test_case, folded_texts);
    tcase_add_test(test_case, folded_bytes);
    tcase_add_test(test_case, patterns);
    tcase_add_test(test_case, patterns_that_are_refused);
    tcase_add_test(test_case, patterns_of_nothing);
    tcase_add_test(test_case, random_globs);
    tcase_add_test(test_case, ranges_of_numbers);
    tcase_add_test(test_case, codes);
    tcase_add_test(test_case, numbers);
    tcase_add_test(test_case, values_that_are_refused);
    tcase_add_test(test_case, empty_values_of_all_words);
    tcase_add_test(test_case, what_words_read);
    tcase_add_test(test_case, complete_queries);
    tcase_add_loop_test(test_case, as_a_loop_finds, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(test_case, of_samples, 0, 3);
    tcase_add_test(test_case, conditions_find_something);
    tcase_add_test(test_case, with_the_board);
    tcase_add_test(test_case, blocks_and_limits);
    tcase_add_test(test_case, edges_of_ranges);
    tcase_add_test(test_case, without_an_index);
    tcase_add_test(test_case, damage);
    tcase_add_loop_test(test_case, without_memory, 3, 7);
    tcase_add_test(test_case, limited_work);
    suite_add_tcase(suite, test_case);
    return suite;
}
