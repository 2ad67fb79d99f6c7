/* Indexes beside databases: written as bytes and to a path, writing and memory that fail, those of other databases. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAMES = 60 };

static struct bytes text, packed;
static char path[] = "/tmp/pgnpack-index-XXXXXX";

static void set_up(void)
{
    const struct pack_setup setup = {.level = 5, .block_size = 6000, .index = PGNPACK_INDEX_NONE};
    append_games(&text, GAMES, 3);
    pack_whole(&setup, &text, &packed);
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
}

static void tear_down(void)
{
    remove(path);
    bytes_free(&text);
    bytes_free(&packed);
}

static struct pgnpack_reader *open_reader(const struct pgnpack_options *options, const struct bytes *bytes)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(options);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes->data, bytes->size)), PGNPACK_OK);
    return reader;
}

static void write_to(const char *name, const struct bytes *bytes)
{
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
}

static uint64_t count_hits(struct pgnpack_reader *reader, struct pgnpack_search_counts *counts)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_hit hit;
    ck_assert_int_eq(pgnpack_query_add(query, "fen", "8/8/8/8/8/5k2/8/7K w - -"), PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
        ;
    pgnpack_search_counts(search, counts);
    ck_assert_uint_eq(counts->games, pgnpack_reader_info(reader)->game_count);
    pgnpack_free(search);
    pgnpack_free(query);
    return counts->hits;
}

START_TEST(bytes_and_files_are_the_same)
{
    struct failing_calls calls = {.cause = 5};
    struct bytes read = {0};
    struct pgnpack_search_counts without, with;
    struct pgnpack_reader *reader = open_reader(NULL, &packed);
    count_hits(reader, &without);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls)),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)), PGNPACK_OK);
    FILE *file = fopen(path, "rb");
    for (int c; (c = getc(file)) != EOF;) {
        char byte = (char)c;
        bytes_write(&read, &byte, 1);
    }
    fclose(file);
    ck_assert_uint_eq(read.size, calls.bytes.size);
    ck_assert_mem_eq(read.data, calls.bytes.data, read.size);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    ck_assert_uint_eq(count_hits(reader, &with), without.hits);
    ck_assert_uint_lt(with.games_replayed, without.games_replayed);
    pgnpack_free(reader);
    bytes_free(&calls.bytes);
    bytes_free(&read);
}
END_TEST

START_TEST(what_fails_is_told)
{
    struct failing_calls calls = {.cause = 5, .fails_at = 1};
    const struct pgnpack_index_options options = {
        .size = sizeof options, .progress = failing_progress, .progress_opaque = &calls};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls)),
                     PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(reader);
    reader = open_reader(NULL, &packed);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(NULL, NULL)),
                     PGNPACK_ERROR_ARGUMENT);
    for (calls.fails_at = 1; calls.fails_at < 20; calls.fails_at++) {
        calls.calls = calls.bytes.size = 0;
        enum pgnpack_status status =
            pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls));
        ck_assert_int_eq(status, calls.calls < calls.fails_at ? PGNPACK_OK : PGNPACK_ERROR_WRITE);
    }
    ck_assert_uint_lt(calls.calls, calls.fails_at); /* it was whole at last */
    calls.calls = 0;
    calls.fails_at = 1;
    ck_assert_int_eq(pgnpack_reader_write_index(reader, &options, PGNPACK_TO_PATH(path)),
                     PGNPACK_ERROR_CANCELLED);
    pgnpack_free(reader);
    bytes_free(&calls.bytes);
}
END_TEST

START_TEST(others_are_refused)
{
    struct failing_calls calls = {.cause = 5};
    struct bytes other_text = {0}, other = {0};
    const struct pack_setup setup = {.level = 5, .block_size = 1 << 20};
    append_games(&other_text, GAMES, 4);
    pack_whole(&setup, &other_text, &other);
    bytes_free(&packed);
    pack_whole(&setup, &text, &packed); /* one block, as many as the other has */
    struct pgnpack_reader *reader = open_reader(NULL, &packed);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls)),
                     PGNPACK_OK);
    write_to(path, &calls.bytes);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    pgnpack_free(reader);
    reader = open_reader(NULL, &other);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "not of this database"));
    write_to(path, &packed);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(reader);
    bytes_free(&other_text);
    bytes_free(&other);
    bytes_free(&calls.bytes);
}
END_TEST

/* It goes on being of use for the blocks that it knows. */
START_TEST(a_database_may_grow_behind_its_index)
{
    struct pgnpack_search_counts alone, without, with;
    struct bytes longer = {0};
    struct pgnpack_reader *reader = open_reader(NULL, &packed);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)), PGNPACK_OK);
    count_hits(reader, &alone);
    pgnpack_free(reader);
    bytes_append(&longer, packed.data, packed.size);
    bytes_append(&longer, packed.data, packed.size);
    reader = open_reader(NULL, &longer);
    count_hits(reader, &without);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    ck_assert_uint_eq(count_hits(reader, &with), without.hits);
    ck_assert_uint_lt(with.games_replayed, without.games_replayed);
    ck_assert_uint_ge(with.games_replayed, alone.games_replayed);
    pgnpack_free(reader);
    ck_assert_uint_eq(with.hits, 2 * alone.hits);
    reader = open_reader(NULL, &longer); /* and the longer one's index is not the shorter one's */
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)), PGNPACK_OK);
    pgnpack_free(reader);
    reader = open_reader(NULL, &packed);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(reader);
    bytes_free(&longer);
}
END_TEST

START_TEST(memory_may_end_anywhere)
{
    struct limited limited;
    struct failing_calls calls = {.cause = 5};
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    limit_memory(&limited, 0);
    struct pgnpack_reader *reader = open_reader(&limited.options, &packed);
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        ck_assert_uint_lt(pieces, 5000);
        calls.bytes.size = 0;
        allow_pieces(&limited.count, pieces);
        status = pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls));
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
    }
    write_to(path, &calls.bytes);
    status = PGNPACK_ERROR_MEMORY;
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        ck_assert_uint_lt(pieces, 1000);
        allow_pieces(&limited.count, pieces);
        status = pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path));
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
    }
    allow_pieces(&limited.count, SIZE_MAX);
    pgnpack_free(reader);
    ck_assert_uint_eq(limited.count.outstanding, 0);
    bytes_free(&calls.bytes);
}
END_TEST

START_TEST(queries_tell_what_they_need)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_uint_eq(pgnpack_query_needs(query), 0);
    pgnpack_query_add(query, "result", "1-0");
    ck_assert_uint_eq(pgnpack_query_needs(query), PGNPACK_QUERY_NEEDS_TAGS);
    pgnpack_query_add(query, "moves", "e4");
    ck_assert_uint_eq(pgnpack_query_needs(query), PGNPACK_QUERY_NEEDS_TAGS | PGNPACK_QUERY_NEEDS_MOVES);
    pgnpack_free(query);
}
END_TEST

/* What -t looks into: columns that levels pack smaller than the searches can read would be damage. */
START_TEST(columns_are_whole_at_all_levels)
{
    const struct pack_setup setup = {.level = _i, .index = PGNPACK_INDEX_ALWAYS};
    const struct unpack_setup check = {.check_columns = 1};
    struct unpacked unpacked;
    packed.size = 0;
    pack_whole(&setup, &text, &packed);
    unpack_bytes(&check, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    unpacked_free(&unpacked);
}
END_TEST

Suite *search_index_suite(void)
{
    Suite *suite = suite_create("search_index");
    TCase *index = tcase_create("index");
    tcase_add_checked_fixture(index, set_up, tear_down);
    tcase_add_test(index, bytes_and_files_are_the_same);
    tcase_add_test(index, what_fails_is_told);
    tcase_add_test(index, others_are_refused);
    tcase_add_test(index, a_database_may_grow_behind_its_index);
    tcase_add_test(index, memory_may_end_anywhere);
    tcase_add_test(index, queries_tell_what_they_need);
    tcase_add_loop_test(index, columns_are_whole_at_all_levels, 1, 10);
    suite_add_tcase(suite, index);
    return suite;
}
