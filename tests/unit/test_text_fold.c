/* How texts are compared: capitals and small letters of all alphabets, and bytes that are no UTF-8. */
#include <check.h>

#include "search/text/text_fold.h"
#include "unit/suites.h"

static void check_folds(const char *text, const char *wanted)
{
    char folded[100];
    size_t size = text_fold(text_of(text), folded);
    ck_assert_uint_eq(size, strlen(wanted));
    ck_assert_mem_eq(folded, wanted, size);
}

/* Of two bytes in UTF-8. */
static void check_letter(unsigned capital, unsigned small)
{
    const char text[] = {(char)(0xc0 | capital >> 6), (char)(0x80 | (capital & 0x3f)), '\0'};
    const char wanted[] = {(char)(0xc0 | small >> 6), (char)(0x80 | (small & 0x3f)), '\0'};
    check_folds(text, wanted);
}

START_TEST(greek_and_cyrillic_become_small)
{
    for (unsigned letter = 0x391; letter <= 0x3a9; letter++)
        check_letter(letter, letter + 0x20);
    for (unsigned letter = 0x410; letter <= 0x42f; letter++)
        check_letter(letter, letter + 0x20);
    for (unsigned letter = 0x400; letter <= 0x40f; letter++)
        check_letter(letter, letter == 0x401 ? 0x435 : letter + 0x50);
    check_letter(0x451, 0x435);
    static const unsigned others[] = {0x390, 0x3aa, 0x3b1, 0x3ff, 0x430, 0x44f, 0x450, 0x460, 0x5d0};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        check_letter(others[i], others[i]);
}
END_TEST

START_TEST(longer_characters_stay)
{
    check_folds("\xe2\x82\xac \xf0\x9f\x98\x80", "\xe2\x82\xac \xf0\x9f\x98\x80");
}
END_TEST

/* Read as Latin-1: alone, before another letter, and where the text ends too soon. */
START_TEST(other_bytes_are_latin)
{
    check_folds("Jos\xe9", "jose");
    check_folds("M\xfcller", "muller");
    check_folds("\xc4\xa7\xc4 x", "ha x");
    check_folds("\xe9\xe9t\xe9", "eete");
}
END_TEST

Suite *text_fold_suite(void)
{
    Suite *suite = suite_create("text_fold");
    TCase *tests = tcase_create("texts");
    tcase_add_test(tests, greek_and_cyrillic_become_small);
    tcase_add_test(tests, longer_characters_stay);
    tcase_add_test(tests, other_bytes_are_latin);
    suite_add_tcase(suite, tests);
    return suite;
}
