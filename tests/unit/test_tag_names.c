/* The names of a database's tags. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "unit/database_support.h"
#include "unit/suites.h"

enum { NAMES = 700 };

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* Games with long values; name i comes first in game i. */
static void append_named_games(void)
{
    for (unsigned i = 0; i < NAMES; i++) {
        char game[400];
        snprintf(game, sizeof game,
                 "[Event \"%u, and so on, so that it takes some bytes\"]\n[Name%u \"x\"]\n[Name%u "
                 "\"x\"]\n\n1. e4 {%u} *\n\n",
                 i * 7919, i, i / 2, i * 104729);
        bytes_append_text(&text, game);
    }
}

static void check_names(struct pgnpack_block_reader *blocks, size_t count)
{
    char wanted[20] = "Event";
    struct pgnpack_text name;
    ck_assert_uint_eq(count, NAMES + 1);
    for (size_t i = 0; i < count; i++) {
        if (i != 0)
            snprintf(wanted, sizeof wanted, "Name%zu", i - 1);
        ck_assert_int_eq(pgnpack_block_reader_tag_name(blocks, i, &name), 1);
        ck_assert_uint_eq(name.size, strlen(wanted));
        ck_assert_str_eq(name.data, wanted);
    }
    ck_assert_int_eq(pgnpack_block_reader_tag_name(blocks, count, &name), 0);
    ck_assert_uint_eq(name.size, 0);
}

/* In the order of the blocks; without the values, which are most of the file. */
START_TEST(of_all_blocks)
{
    static const int levels[] = {1, 3, 6, 8};
    const struct pack_setup setup = {.level = levels[_i], .block_size = 3000};
    size_t count;
    append_named_games();
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_gt(pgnpack_reader_info(reader)->block_count, 20);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_text name;
    ck_assert_int_eq(pgnpack_block_reader_tag_name(blocks, 0, &name), 0);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_block_reader_tag_names(blocks, &count), PGNPACK_OK);
        check_names(blocks, count);
    }
    ck_assert_int_eq(pgnpack_block_reader_tag_names(blocks, NULL), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(reader);
}
END_TEST

/* A damaged block's names are missing, and it is told; damage to values does not matter. */
START_TEST(of_a_damaged_file)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_block_info info;
    size_t count;
    append_named_games();
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_block(reader, pgnpack_reader_info(reader)->block_count - 2, &info), 1);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    packed.data[info.offset + info.size - 1] ^= 1;
    ck_assert_int_eq(pgnpack_block_reader_tag_names(blocks, &count), PGNPACK_OK);
    check_names(blocks, count);
    packed.data[info.offset + 70] ^= 1; /* in the table of sections */
    ck_assert_int_eq(pgnpack_block_reader_tag_names(blocks, &count), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(pgnpack_error(blocks)->offset, info.offset);
    ck_assert_uint_le(count, NAMES);
    ck_assert_uint_ge(count + info.game_count, NAMES + 1);
    pgnpack_free(blocks);
    pgnpack_free(reader);
}
END_TEST

START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    size_t count;
    append_named_games();
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
        allow_pieces(&calls, pieces);
        status = pgnpack_block_reader_tag_names(blocks, &count);
        allow_pieces(&calls, SIZE_MAX);
        if (status != PGNPACK_OK) {
            ck_assert_int_eq(status, PGNPACK_ERROR_MEMORY);
            ck_assert_uint_eq(count, 0);
            ck_assert_int_eq(pgnpack_block_reader_tag_names(blocks, &count), PGNPACK_OK);
        }
        check_names(blocks, count);
        pgnpack_free(blocks);
        ck_assert_uint_lt(pieces, 100);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

Suite *tag_names_suite(void)
{
    Suite *suite = suite_create("tag_names");
    TCase *test_case = tcase_create("tag_names");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_loop_test(test_case, of_all_blocks, 0, 4);
    tcase_add_test(test_case, of_a_damaged_file);
    tcase_add_test(test_case, without_memory);
    suite_add_tcase(suite, test_case);
    return suite;
}
