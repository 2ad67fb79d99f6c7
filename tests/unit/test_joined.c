/* Databases of all levels joined to one: nothing that one block leaves behind may reach the next. */
#include <check.h>

#include "unit/database_support.h"
#include "unit/suites.h"

enum { KINDS = 10 };

/* Level 1 to 9, the default; texts of different sizes with comments, lists, odd spelling, or without any. */
static void pack_kind(unsigned kind, struct bytes *text, struct bytes *packed)
{
    static const char *const plain = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    const struct pack_setup setup = {.level = (int)kind};
    append_games(text, 2 + 5 * (kind % 3), kind);
    for (unsigned i = 0; i < kind % 4; i++)
        bytes_append_text(text, plain);
    for (unsigned i = 0; i < kind % 2 * 20; i++)
        bytes_append_text(text, "1. e4 {[%eval 0.3] [%clk 0:05:01]} e5 {[%eval 0.25] [%clk 0:05:02]} *\n\n");
    pack_whole(&setup, text, packed);
}

/* Each behind each, in the order of a cursor and of unpacking. */
START_TEST(every_pair)
{
    struct bytes texts[KINDS] = {{0}}, packed[KINDS] = {{0}}, all_text = {0}, all_packed = {0};
    for (unsigned i = 0; i < KINDS; i++)
        pack_kind(i, &texts[i], &packed[i]);
    for (unsigned i = 0; i < KINDS * KINDS * 2; i++) {
        unsigned kind = i % 2 == 0 ? i / 2 % KINDS : i / 2 / KINDS;
        bytes_append(&all_text, texts[kind].data, texts[kind].size);
        bytes_append(&all_packed, packed[kind].data, packed[kind].size);
    }
    ck_assert(cursor_texts_match(all_packed.data, all_packed.size, &all_text));
    check_unpacks(&all_packed, &all_text);
    for (unsigned i = 0; i < KINDS; i++) {
        bytes_free(&texts[i]);
        bytes_free(&packed[i]);
    }
    bytes_free(&all_text);
    bytes_free(&all_packed);
}
END_TEST

Suite *joined_suite(void)
{
    Suite *suite = suite_create("joined");
    TCase *tcase = tcase_create("levels");
    tcase_add_test(tcase, every_pair);
    suite_add_tcase(suite, tcase);
    return suite;
}
