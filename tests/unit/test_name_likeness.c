/* Names of persons: their forms and keys, and how alike two are by their letters. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "search/text/name_likeness.h"
#include "unit/suites.h"

/* ---- Forms ---- */

/* "surname words/given words", and behind " | " the keys. */
static void describe(const char *name, char *out, size_t size)
{
    struct name_form form;
    size_t length = 0;
    if (!name_form_make(&form, text_of(name))) {
        snprintf(out, size, "none");
        return;
    }
    out[0] = '\0';
    for (unsigned part = 0; part < 2; part++)
        for (unsigned i = 0; i < form.count; i++) {
            struct text word = part == 0 ? name_form_word(&form, i) : name_form_key(&form, i);
            const char *before = i == 0 ? part == 0 ? "" : " | " : i == form.surname ? "/" : " ";
            length += (size_t)snprintf(out + length, size - length, "%s%.*s%s", before, (int)word.size,
                                       word.data, part == 0 && form.words[i].is_initial ? "." : "");
        }
}

static const char *const forms[][2] = {
    {"Carlsen, Magnus", "carlsen/magnus | karlsen/magnus"},
    {"Carlsen,M.", "carlsen/m. | karlsen/m"},
    {"Magnus Carlsen", "magnus carlsen | magnus karlsen"},
    {"CARLSEN, MAGNUS", "carlsen/magnus | karlsen/magnus"},
    {"Becking,FJ", "becking/f. j. | beking/v i"},
    {"Becking,FJM", "becking/f. j. m. | beking/v i m"},
    {"Becking, FJMP", "becking/fjmp | beking/vimp"},
    {"XU JUN", "xu jun | ksu iun"}, /* all capitals: none of it are initials */
    {"Smith, John II", "smith/john ii | smit/iohn i"},
    {"Ivanov, II", "ivanov/i. i. | ivanov/i i"},
    {"Fischer, Robert, James", "fischer/robert james | viher/robert iames"},
    {"Carlsen, ", "carlsen | karlsen"},
    {"O'Kelly de Galway, Alb\xc3\xa9ric", "okelly de galway/alberic | okeli de galvai/alberih"},
    {"GM Kortschnoj, Dr. Viktor", "kortschnoj/viktor | korhnoi/viktor"},
    {"Korchnoi, Victor", "korchnoi/victor | korhnoi/viktor"},
    {"M\xfcller", "muller | muler"},
    {"\xd0\x9a\xd0\xb0\xd1\x80\xd0\xbb\xd1\x81\xd0\xb5\xd0\xbd",
     "\xd0\xba\xd0\xb0\xd1\x80\xd0\xbb\xd1\x81\xd0\xb5\xd0\xbd | karlsen"},
    {"?", "none"},
    {"", "none"},
    {"A, B", "none"},
    {"12345", "none"},
    {",,,", "none"},
    {"one two three four five six seven eight nine", "none"},
    {"Aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee, Aaaaaaaaaabbbbbbbbbbccccccccccddddddddd", "none"},
    {"ok but more than eighty bytes of a name, which nobody has who plays chess, or any other game at all",
     "none"},
};

START_TEST(form)
{
    char text[400];
    describe(forms[_i][0], text, sizeof text);
    ck_assert_str_eq(text, forms[_i][1]);
}
END_TEST

/* Any bytes make a form that stays within its room. */
START_TEST(any_bytes)
{
    char name[NAME_FORM_SIZE];
    struct name_form made, last_made = {.count = 0};
    enum name_difference difference;
    uint32_t state = 1;
    for (int round = 0; round < 200000; round++) {
        size_t size = (size_t)round % (NAME_FORM_SIZE + 1);
        for (size_t i = 0; i < size; i++) {
            state = state * 1664525 + 1013904223;
            name[i] = round % 3 == 0 ? (char)(state >> 24) : "xX ,.'cs\xc6\xdf\xc3\x86"[state >> 24 & 11];
        }
        int is_value = round % 2;
        if (!(is_value ? value_form_make : name_form_make)(&made, (struct text){name, size}))
            continue;
        if (is_value && last_made.count != 0)
            ck_assert_uint_le(value_likeness(&made, &last_made, &difference), 100);
        if (is_value)
            last_made = made;
        const struct name_word *last = &made.words[made.count - 1];
        ck_assert_uint_le(made.count, NAME_FORM_WORDS);
        ck_assert_uint_le(made.surname, made.count);
        ck_assert_uint_le((unsigned)last->start + last->size, sizeof made.bytes);
        ck_assert_uint_le((unsigned)last->key_start + last->key_size, sizeof made.keys);
    }
}
END_TEST

/* ---- Distance ---- */

START_TEST(distance)
{
    static const struct {
        const char *a, *b;
        unsigned distance;
    } pairs[] = {{"", "", 0},
                 {"a", "", 1},
                 {"ab", "ba", 1},
                 {"abc", "abc", 0},
                 {"abcd", "acbd", 1},
                 {"abcd", "abxcd", 1},
                 {"abcd", "axcd", 1},
                 {"abcd", "bacd", 1},
                 {"abcdef", "bacdfe", 2},
                 {"kitten", "sitting", 3},
                 {"ca", "abc", 3},
                 {"aaaa", "bbbb", 4}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (unsigned most = 0; most < 5; most++) {
            unsigned wanted = pairs[i].distance > most ? most + 1 : pairs[i].distance;
            ck_assert_uint_eq(text_distance(text_of(pairs[i].a), text_of(pairs[i].b), most), wanted);
            ck_assert_uint_eq(text_distance(text_of(pairs[i].b), text_of(pairs[i].a), most), wanted);
        }
    char large[65];
    memset(large, 'x', sizeof large);
    ck_assert_uint_eq(text_distance((struct text){large, 64}, (struct text){large, 63}, 2), 1);
    ck_assert_uint_eq(text_distance((struct text){large, 65}, (struct text){large, 65}, 2), 3);
}
END_TEST

/* ---- Likeness ---- */

static const struct {
    const char *a, *b;
    unsigned least, most; /* points */
    enum name_difference difference;
} likenesses[] = {
    {"Carlsen, Magnus", "carlsen , magnus", 100, 100, NAMES_SAME_LETTERS},
    {"Carlsen, Magnus", "Magnus Carlsen", 100, 100, NAMES_SAME_LETTERS},
    {"Carlsen, Magnus", "Carlsen Magnus", 100, 100, NAMES_SAME_LETTERS},
    {"Van Wely, Loek", "Vanwely, Loek", 100, 100, NAMES_SAME_LETTERS},
    {"M\xc3\xbcller, J\xc3\xb6rg", "MULLER,JORG", 100, 100, NAMES_SAME_LETTERS},
    {"Kortschnoj, Viktor", "Korchnoi, Victor", 50, 95, NAMES_TRANSLITERATED},
    {"Mueller, Karsten", "Muller, Karsten", 80, 95, NAMES_TRANSLITERATED},
    {"Sergey Karjakin", "Kariakin, Sergei", 75, 95, NAMES_TRANSLITERATED},
    {"Carlsen, M", "Carlsen, Magnus", 70, 80, NAMES_SHORTENED},
    {"Carlsen, M.", "Magnus Carlsen", 70, 80, NAMES_SHORTENED},
    {"Carlsen, Mag", "Carlsen, Magnus", 85, 95, NAMES_SHORTENED},
    {"Carlsen", "Carlsen, Magnus", 45, 55, NAMES_SHORTENED},
    {"Carlsen, Magnus", "Carlsen, Magnus O", 85, 95, NAMES_MORE_WORDS},
    {"Carlsen, Magnus", "Carlsen, Magnus Oen", 75, 85, NAMES_MORE_WORDS},
    {"Garcia, Juan", "Garcia Lopez, Juan", 60, 70, NAMES_MORE_WORDS},
    {"Calrsen, Magnus", "Carlsen, Magnus", 65, 85, NAMES_MISSPELT},
    {"Barlsen, Magnus", "Carlsen, Magnus", 55, 64, NAMES_MISSPELT}, /* a first letter is seldom a slip */
    {"Van Wely, Loek", "Wely, Loek", 60, 70, NAMES_MORE_WORDS},
    {"Wely, Loek", "Van der Wely, Loek", 60, 70, NAMES_MORE_WORDS},
    {"Carlsen, Magnuss", "Carlsen, Magnus", 65, 90, NAMES_SHORTENED},
    {"Nepomniachtchi, Ian", "Nepomniatchhi, Ian", 55, 95, NAMES_TRANSLITERATED},
    /* Other persons, or not to be told. */
    {"Carlsen, Magnus", "Carlsen, Henrik", 0, 0, NAMES_MISSPELT},
    {"Carlsen, M", "Carlsen, Henrik", 0, 0, NAMES_MISSPELT},
    {"Carlsen, M", "Carlsen, H", 0, 0, NAMES_MISSPELT},
    {"Lasker, Emanuel", "Lesger, Emanuel", 0, 0, NAMES_MISSPELT}, /* two slips in so short a word */
    {"Li, Wei", "Lu, Wei", 0, 30, NAMES_MISSPELT},
    {"Li Chao", "Li Chao2", 0, 0, NAMES_MISSPELT},
    {"Fritz 5", "Fritz 6", 0, 0, NAMES_MISSPELT},
    {"Ivanov, Petr", "Ivanova, Petr", 0, 50, NAMES_MISSPELT},
    {"Smith, John", "Smith, John Jr", 0, 0, NAMES_MISSPELT},
    {"Smith, John", "Smith, John II", 0, 0, NAMES_MISSPELT},
    {"Smith, John", "Smith, John III", 0, 0, NAMES_MISSPELT},
    {"Smith, John JR", "Smith, John", 0, 0, NAMES_MISSPELT},
    {"Smith Jr, John", "Smith, John", 0, 0, NAMES_MISSPELT},
    {"Smith, John", "SMITH III, John", 0, 0, NAMES_MISSPELT},
    {"Ivanov, II", "Ivanov, Ivan", 60, 80, NAMES_MORE_WORDS}, /* Ivan Ivanovich */
    {"Smith, John Sr", "Smith, John", 0, 0, NAMES_MISSPELT},
    {"Smith, John", "Smith, John Junior", 0, 0, NAMES_MISSPELT},
    {"Smith, John", "Smith, John Senior", 0, 0, NAMES_MISSPELT},
    {"Daniel, Jan", "Daniel, Jana", 0, 30, NAMES_MISSPELT},
};

START_TEST(likeness)
{
    struct name_form a, b;
    enum name_difference difference[2];
    ck_assert(name_form_make(&a, text_of(likenesses[_i].a)) && name_form_make(&b, text_of(likenesses[_i].b)));
    unsigned points = name_likeness(&a, &b, &difference[0]);
    ck_assert_msg(points >= likenesses[_i].least && points <= likenesses[_i].most, "%s, %s: %u",
                  likenesses[_i].a, likenesses[_i].b, points);
    if (likenesses[_i].least != 0)
        ck_assert_int_eq(difference[0], likenesses[_i].difference);
    ck_assert_uint_eq(name_likeness(&b, &a, &difference[1]), points);
    ck_assert_int_eq(difference[0], difference[1]);
    ck_assert_uint_eq(name_likeness(&a, &a, &difference[0]), 100);
}
END_TEST

/* Of events and places. */
static const struct {
    const char *a, *b;
    unsigned least, most;
    enum name_difference difference;
} values[] = {
    {"Bundesliga 2001/02", "BUNDESLIGA 2001-02", 100, 100, NAMES_SAME_LETTERS},
    {"Dortmund SuperGM", "Dortmund Super GM", 100, 100, NAMES_SAME_LETTERS},
    {"Wijk aan Zee", "Wijk an Zee", 60, 90, NAMES_TRANSLITERATED},
    {"Chess Olympiad 33rd", "Chess Olympiade 33rd", 60, 90, NAMES_MISSPELT},
    {"Hastings", "Hatsings", 60, 90, NAMES_MISSPELT},
    {"London", "London ENG", 60, 80, NAMES_MORE_WORDS},
    {"London", "London, England", 60, 80, NAMES_MORE_WORDS},
    {"London ENG", "London, England", 0, 0, NAMES_MISSPELT},
    {"Bundesliga 2001/02", "Bundesliga 2002/03", 0, 0, NAMES_MISSPELT},
    {"Hoogovens 1998", "Hoogovens", 0, 0, NAMES_MISSPELT},
    {"Tata Steel Masters", "Tata Steel Challengers", 0, 0, NAMES_MISSPELT},
    {"USSR Championship", "USA Championship", 0, 0, NAMES_MISSPELT},
    {"Swiss Team Group A", "Swiss Team Group B", 0, 0, NAMES_MISSPELT},
    {"Swiss Team", "Swiss Team A", 0, 0, NAMES_MISSPELT},
    {"Perth AUS", "Perth AUT", 0, 0, NAMES_MISSPELT},
    {"Budapest FS GM", "Budapest FS IM", 0, 0, NAMES_MISSPELT},
    {"World Men", "World Women", 0, 0, NAMES_MISSPELT},
    {"Candidates Junior", "Candidates Senior", 0, 0, NAMES_MISSPELT},
    {"EU-ch U18", "EU-ch U20", 0, 0, NAMES_MISSPELT},
};

START_TEST(value)
{
    struct name_form a, b;
    enum name_difference difference[2];
    ck_assert(value_form_make(&a, text_of(values[_i].a)) && value_form_make(&b, text_of(values[_i].b)));
    unsigned points = value_likeness(&a, &b, &difference[0]);
    ck_assert_msg(points >= values[_i].least && points <= values[_i].most, "%s, %s: %u", values[_i].a,
                  values[_i].b, points);
    ck_assert_uint_eq(value_likeness(&b, &a, &difference[1]), points);
    if (points != 0) {
        ck_assert_int_eq(difference[0], values[_i].difference);
        ck_assert_int_eq(difference[0], difference[1]);
    }
    ck_assert_uint_eq(value_likeness(&a, &a, &difference[0]), 100);
}
END_TEST

Suite *name_likeness_suite(void)
{
    Suite *suite = suite_create("name_likeness");
    TCase *test_case = tcase_create("name_likeness");
    tcase_add_loop_test(test_case, form, 0, sizeof forms / sizeof forms[0]);
    tcase_add_test(test_case, any_bytes);
    tcase_add_test(test_case, distance);
    tcase_add_loop_test(test_case, likeness, 0, sizeof likenesses / sizeof likenesses[0]);
    tcase_add_loop_test(test_case, value, 0, sizeof values / sizeof values[0]);
    suite_add_tcase(suite, test_case);
    return suite;
}
