/* An index that was saved opens the same file in one read, and no other file; any bytes in its place are survived. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/bytes.h"
#include "util/xxh64.h"

static struct bytes text, packed, saved;
static struct pgnpack_reader *plain;

/* Two segments, of several blocks each. */
static void set_up(void)
{
    const struct pack_setup setup = {.block_size = 2000};
    append_games(&text, 60, 5);
    pack_whole(&setup, &text, &packed);
    pack_whole(&setup, &text, &packed);
    plain = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(plain, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_gt(pgnpack_reader_info(plain)->block_count, 6);
    ck_assert_int_eq(pgnpack_reader_save_layout(plain, PGNPACK_TO_FUNCTION(bytes_write, &saved)), PGNPACK_OK);
}

static void tear_down(void)
{
    pgnpack_free(plain);
    bytes_free(&saved);
    bytes_free(&packed);
    bytes_free(&text);
}

static enum pgnpack_status open_with(struct pgnpack_reader *reader, struct bytes *file,
                                     const struct bytes *index)
{
    return pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = bytes_read_at, .opaque = file,
                                                               .file_size = file->size, .layout = index->data,
                                                               .layout_size = index->size));
}

/* As above, with a reader of its own. */
static enum pgnpack_status status_with(struct bytes *file, const struct bytes *index)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status = open_with(reader, file, index);
    ck_assert_int_eq(pgnpack_error(reader)->status, status);
    ck_assert(status == PGNPACK_OK || pgnpack_error(reader)->text[0] != '\0');
    ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED ||
              pgnpack_reader_info(reader)->block_count == 0);
    pgnpack_free(reader);
    return status;
}

static void check_same(const struct pgnpack_reader *a, const struct pgnpack_reader *b)
{
    struct pgnpack_block_info of_a, of_b;
    ck_assert_uint_eq(pgnpack_reader_info(a)->game_count, pgnpack_reader_info(b)->game_count);
    ck_assert_uint_eq(pgnpack_reader_info(a)->text_size, pgnpack_reader_info(b)->text_size);
    ck_assert_uint_eq(pgnpack_reader_info(a)->segment_count, pgnpack_reader_info(b)->segment_count);
    ck_assert_uint_eq(pgnpack_reader_info(a)->block_count, pgnpack_reader_info(b)->block_count);
    for (uint64_t n = 0; n < pgnpack_reader_info(a)->block_count; n++) {
        pgnpack_reader_block(a, n, &of_a);
        pgnpack_reader_block(b, n, &of_b);
        ck_assert_uint_eq(of_a.offset, of_b.offset);
        ck_assert_uint_eq(of_a.size, of_b.size);
        ck_assert_uint_eq(of_a.text_size, of_b.text_size);
        ck_assert_uint_eq(of_a.first_game, of_b.first_game);
        ck_assert_uint_eq(of_a.game_count, of_b.game_count);
        ck_assert_uint_eq(of_a.date_min, of_b.date_min);
        ck_assert_uint_eq(of_a.date_max, of_b.date_max);
        ck_assert_uint_eq(of_a.elo_min, of_b.elo_min);
        ck_assert_uint_eq(of_a.elo_max, of_b.elo_max);
        ck_assert_int_eq(of_a.begins_file, of_b.begins_file);
        ck_assert_int_eq(of_a.continues, of_b.continues);
        ck_assert_int_eq(of_a.is_annex, of_b.is_annex);
    }
}

START_TEST(the_same_is_found_in_one_read)
{
    struct failing_calls calls = {.file = &packed};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    const struct pgnpack_game *game;
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = failing_read_at, .opaque = &calls,
                                                            .file_size = packed.size, .layout = saved.data,
                                                            .layout_size = saved.size)),
        PGNPACK_OK);
    ck_assert_uint_eq(calls.calls, 1);
    check_same(plain, reader);
    ck_assert_uint_gt(pgnpack_work(reader), 0);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 100), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    pgnpack_free(cursor);
    struct bytes again = {0};
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &again)),
                     PGNPACK_OK);
    ck_assert(bytes_equal(&again, &saved));
    bytes_free(&again);
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_path_will_do)
{
    char *folder = make_temporary_folder();
    char *path = join_path(folder, "games.bcgn");
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    write_file(path, packed.data, packed.size);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.path = path, .layout = saved.data,
                                                                         .layout_size = saved.size)),
                     PGNPACK_OK);
    check_same(plain, reader);
    unlink(path);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.path = path, .layout = saved.data,
                                                                         .layout_size = saved.size)),
                     PGNPACK_ERROR_NO_FILE);
    pgnpack_free(reader);
    remove_folder(folder);
    free(path);
    free(folder);
}
END_TEST

/* Of a file that was not closed, all headers were read; the saved index knows them. */
START_TEST(an_index_made_from_blocks_is_kept)
{
    struct bytes index = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL), *other = pgnpack_reader_new(NULL);
    packed.data[packed.size - 56] ^= 1;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                     PGNPACK_ERROR_TRUNCATED);
    for (int time = 0; time < 2; time++) {
        bytes_cut(&index, 0, index.size);
        ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &index)),
                         PGNPACK_OK);
        ck_assert_int_eq(pgnpack_reader_save_layout(reader, NULL), PGNPACK_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(open_with(other, &packed, &index), PGNPACK_ERROR_TRUNCATED);
    ck_assert_int_eq(pgnpack_error(other)->status, PGNPACK_ERROR_TRUNCATED);
    check_same(reader, other);
    pgnpack_free(other);
    pgnpack_free(reader);
    bytes_free(&index);
}
END_TEST

START_TEST(other_files_are_refused)
{
    struct bytes longer = {0}, other = {0}, cut = packed;
    bytes_append(&longer, packed.data, packed.size);
    bytes_append(&longer, "x", 1);
    ck_assert_int_eq(status_with(&longer, &saved), PGNPACK_ERROR_ARGUMENT);
    bytes_append(&other, packed.data, packed.size);
    other.data[other.size - 50] ^= 1;
    ck_assert_int_eq(status_with(&other, &saved), PGNPACK_ERROR_ARGUMENT);
    cut.size = 100;
    ck_assert_int_eq(status_with(&cut, &saved), PGNPACK_ERROR_ARGUMENT);
    cut.size = 0;
    ck_assert_int_eq(status_with(&cut, &saved), PGNPACK_ERROR_ARGUMENT);
    bytes_free(&longer);
    bytes_free(&other);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    cut.size = packed.size - 1;
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = bytes_read_at, .opaque = &cut,
                                                            .file_size = packed.size, .layout = saved.data,
                                                            .layout_size = saved.size)),
        PGNPACK_ERROR_READ);
    pgnpack_free(reader);
}
END_TEST

static void reseal(struct bytes *index)
{
    store_le64(index->data + index->size - 8, xxh64(index->data, index->size - 8));
}

START_TEST(other_versions_are_refused)
{
    for (size_t at = 8; at < 16; at += 4) {
        saved.data[at]++;
        reseal(&saved);
        ck_assert_int_eq(status_with(&packed, &saved), PGNPACK_ERROR_UNSUPPORTED);
        saved.data[at]--;
    }
    reseal(&saved);
    ck_assert_int_eq(status_with(&packed, &saved), PGNPACK_OK);
}
END_TEST

START_TEST(any_damage_is_noticed)
{
    struct bytes part = saved;
    for (size_t i = 0; i < saved.size; i++) {
        saved.data[i] ^= 0x10;
        ck_assert_int_eq(status_with(&packed, &saved), PGNPACK_ERROR_CORRUPT);
        saved.data[i] ^= 0x10;
    }
    for (part.size = 0; part.size < saved.size; part.size++)
        ck_assert_int_eq(status_with(&packed, &part), PGNPACK_ERROR_CORRUPT);
    bytes_append(&saved, "x", 1);
    ck_assert_int_eq(status_with(&packed, &saved), PGNPACK_ERROR_CORRUPT);
    reseal(&saved);
    ck_assert_int_eq(status_with(&packed, &saved), PGNPACK_ERROR_CORRUPT);
}
END_TEST

/* All games are asked for, by an index whose hash is right and whose numbers are not. */
static void read_all(struct pgnpack_reader *reader)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_block_info info;
    for (uint64_t n = 0; n < pgnpack_reader_info(reader)->block_count; n++) {
        ck_assert_int_eq(pgnpack_reader_block(reader, n, &info), 1);
        ck_assert_uint_le(info.offset, packed.size);
        ck_assert_uint_le(info.size, packed.size - info.offset);
        pgnpack_cursor_seek(cursor, info.first_game);
        pgnpack_cursor_next(cursor, NULL);
    }
    pgnpack_free(cursor);
}

START_TEST(wrong_numbers_are_survived)
{
    enum { ROUNDS = 3000, HEAD_SIZE = 48 };
    uint64_t random = 11;
    unsigned opened = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct bytes wrong = {0};
        bytes_append(&wrong, saved.data, saved.size);
        for (size_t changes = 1 + random_below(&random, 3); changes > 0; changes--)
            wrong.data[32 + random_below(&random, wrong.size - 32)] = (uint8_t)next_random(&random);
        if (random_below(&random, 4) == 0)
            bytes_cut(&wrong, HEAD_SIZE + random_below(&random, wrong.size - HEAD_SIZE - 9), 1);
        reseal(&wrong);
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        enum pgnpack_status status = open_with(reader, &packed, &wrong);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED ||
                  status == PGNPACK_ERROR_CORRUPT);
        if (status != PGNPACK_ERROR_CORRUPT) {
            opened++;
            read_all(reader);
        }
        pgnpack_free(reader);
        bytes_free(&wrong);
    }
    ck_assert_uint_gt(opened, ROUNDS / 100);
    ck_assert_uint_lt(opened, ROUNDS);
}
END_TEST

START_TEST(each_failure_is_told)
{
    struct failing_calls calls = {.fails_at = 1, .cause = 5, .file = &packed};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &saved)),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "not opened"));
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.layout = saved.data, .layout_size = saved.size)),
        PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = failing_read_at, .opaque = &calls,
                                                            .file_size = packed.size, .layout = saved.data,
                                                            .layout_size = saved.size)),
        PGNPACK_ERROR_READ);
    calls = (struct failing_calls){.fails_at = 1, .cause = 28};
    ck_assert_int_eq(pgnpack_reader_save_layout(plain, PGNPACK_TO_FUNCTION(failing_write, &calls)),
                     PGNPACK_ERROR_WRITE);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(plain)->text, "writing failed"));
    pgnpack_free(reader);
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = 1};
    reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(open_with(reader, &packed, &saved), PGNPACK_ERROR_LIMIT);
    pgnpack_free(reader);
}
END_TEST

START_TEST(failing_allocations_are_survived)
{
    struct limited limited;
    struct bytes again = {0};
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    size_t pieces = 0;
    limit_memory(&limited, 0);
    for (; status != PGNPACK_OK; pieces++) {
        allow_pieces(&limited.count, pieces);
        bytes_cut(&again, 0, again.size);
        struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
        status = reader == NULL ? PGNPACK_ERROR_MEMORY : open_with(reader, &packed, &saved);
        if (status == PGNPACK_OK)
            status = pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &again));
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        ck_assert(status == PGNPACK_OK || again.size == 0);
        pgnpack_free(reader);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(pieces, 2);
    ck_assert(bytes_equal(&again, &saved));
    bytes_free(&again);
}
END_TEST

Suite *saved_index_suite(void)
{
    Suite *suite = suite_create("saved_index");
    TCase *use = tcase_create("use");
    tcase_add_checked_fixture(use, set_up, tear_down);
    tcase_add_test(use, the_same_is_found_in_one_read);
    tcase_add_test(use, a_path_will_do);
    tcase_add_test(use, an_index_made_from_blocks_is_kept);
    suite_add_tcase(suite, use);
    TCase *refusals = tcase_create("refusals");
    tcase_add_checked_fixture(refusals, set_up, tear_down);
    tcase_add_test(refusals, other_files_are_refused);
    tcase_add_test(refusals, other_versions_are_refused);
    tcase_add_test(refusals, any_damage_is_noticed);
    tcase_add_test(refusals, wrong_numbers_are_survived);
    tcase_add_test(refusals, each_failure_is_told);
    tcase_add_test(refusals, failing_allocations_are_survived);
    suite_add_tcase(suite, refusals);
    return suite;
}
