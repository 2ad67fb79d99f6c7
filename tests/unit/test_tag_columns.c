/* Columns of tags: room for the texts of numbers, the columns that may be keys, an encoder that begins anew. */
#include <check.h>
#include <string.h>

#include "tags/write/tag_choice.h"
#include "tags/write/tag_encoder.h"
#include "unit/suites.h"

/* What a file claims of its texts may be less than a prefix and a suffix take. */
START_TEST(numbers_have_room)
{
    enum { LONG = 300 };
    char around[LONG], out[FORM_TEXT_SIZE_MAX + 2 * LONG + 1];
    memset(around, 'x', sizeof around);
    static const size_t sizes[][2] = {{0, 0}, {LONG, 0}, {0, LONG}, {LONG, LONG}, {1, LONG}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct tag_column column = {
            .form = FORM_DECIMAL, .prefix = {around, sizes[i][0]}, .suffix = {around, sizes[i][1]}};
        size_t room = FORM_TEXT_SIZE_MAX + sizes[i][0] + sizes[i][1];
        memset(out, '-', sizeof out);
        ck_assert_uint_eq(tag_print_number(&column, 7, out, room - 1), 0);
        ck_assert_int_eq(out[0], '-');
        ck_assert_uint_eq(tag_print_number(&column, 7, out, room), sizes[i][0] + 1 + sizes[i][1]);
        ck_assert_int_eq(out[sizes[i][0]], '7');
    }
}
END_TEST

START_TEST(keys_are_among_the_names)
{
    const struct text names[] = {text_of("Date"), text_of("White"), text_of("Black")};
    struct tag_encoder encoder = {.names = names, .name_count = 2};
    tag_find_keys(&encoder);
    ck_assert_uint_eq(encoder.key_column_count, 1);
    ck_assert_uint_eq(encoder.key_columns[0], 1);
    encoder.name_count = 3;
    tag_find_keys(&encoder);
    ck_assert_uint_eq(encoder.key_column_count, 2);
}
END_TEST

/* Whatever was there before. */
START_TEST(an_encoder_begins_anew)
{
    struct tag_encoder encoders[2];
    struct memory memory;
    memory_init(&memory, NULL, 0);
    for (int i = 0; i < 2; i++) {
        memset(&encoders[i], 0x55 * i, sizeof encoders[i]);
        tag_encoder_init(&encoders[i], &memory);
    }
    ck_assert_uint_eq(encoders[1].key_column_count, encoders[0].key_column_count);
    ck_assert_uint_eq(encoders[1].label_column_count, 0);
    ck_assert_uint_eq(encoders[1].quote_searches, 0);
    ck_assert_ptr_null(encoders[1].columns);
    for (int i = 0; i < 2; i++)
        tag_encoder_free(&encoders[i]);
}
END_TEST

Suite *tag_columns_suite(void)
{
    Suite *suite = suite_create("tag_columns");
    TCase *tests = tcase_create("columns");
    tcase_add_test(tests, numbers_have_room);
    tcase_add_test(tests, keys_are_among_the_names);
    tcase_add_test(tests, an_encoder_begins_anew);
    suite_add_tcase(suite, tests);
    return suite;
}
