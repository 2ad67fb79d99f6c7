/* Pieces of no bytes, which may have no address either, wherever the public functions take a pointer and a size. */
#include <check.h>
#include <stdio.h>

#include "pgnpack_extra.h"
#include "shared/game_look.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { FILE_COUNT = 4 };

static const char game[] = "[Event \"a\"]\n\n1. e4 {one} e5 *\n\n";

/* What the unpacker gave: a line with each file's name, and its text. */
static int tell_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    bytes_append_text(opaque, "<");
    bytes_append(opaque, name, name_size);
    bytes_append_text(opaque, ">");
    return 0;
}

/* File i is empty where bit i of `empty` is set, and without a name where bit i of `nameless` is. */
static void write_files(struct pgnpack_writer *writer, unsigned empty, unsigned nameless,
                        struct bytes *expected)
{
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        char name[16];
        size_t name_size = (size_t)snprintf(name, sizeof name, "%u.pgn", i);
        if (nameless >> i & 1)
            name_size = 0;
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, name_size == 0 ? NULL : name, name_size, NULL),
                         PGNPACK_OK);
        tell_file(expected, name, name_size, NULL);
        ck_assert_int_eq(pgnpack_writer_write(writer, NULL, 0), PGNPACK_OK);
        if (empty >> i & 1)
            continue;
        ck_assert_int_eq(pgnpack_writer_write(writer, game, sizeof game - 1), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_write(writer, NULL, 0), PGNPACK_OK);
        bytes_append_text(expected, game);
    }
}

static void pack_files(unsigned empty, unsigned nameless, int level, struct bytes *packed,
                       struct bytes *expected)
{
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .level = level, .threads = 1 + empty % 3, .verify = (int)(empty & 1)};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    ck_assert_ptr_nonnull(writer);
    write_files(writer, empty, nameless, expected);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}

static void unpack_files(const struct bytes *packed, struct bytes *got)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .begin_file = tell_file, .opaque = got};
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_ptr_nonnull(unpacker);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(bytes_write, got)),
                     PGNPACK_OK);
    pgnpack_free(unpacker);
}

/* Every block's text and name, empty or not. */
static void read_blocks(const struct bytes *packed)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_text text;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &info); n++) {
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, n, &text), PGNPACK_OK);
        ck_assert_uint_eq(text.size, info.text_size);
        ck_assert_ptr_nonnull(text.data);
        ck_assert_int_eq(pgnpack_block_reader_details(blocks, n, &details), PGNPACK_OK);
        ck_assert_ptr_nonnull(details.file_name.data);
    }
    pgnpack_free(blocks);
    pgnpack_free(reader);
}

START_TEST(empty_files_in_any_order)
{
    for (unsigned empty = 0; empty < 1u << FILE_COUNT; empty++) {
        struct bytes packed = {0};
        struct bytes expected = {0};
        struct bytes got = {0};
        pack_files(empty, (unsigned)_i, 1 + (int)(empty + (unsigned)_i) % 6, &packed, &expected);
        unpack_files(&packed, &got);
        ck_assert(bytes_equal(&got, &expected));
        read_blocks(&packed);
        bytes_free(&packed);
        bytes_free(&expected);
        bytes_free(&got);
    }
}
END_TEST

START_TEST(nothing_at_all)
{
    struct bytes packed = {0};
    struct bytes nothing = {0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    for (unsigned i = 0; i < 3; i++)
        ck_assert_int_eq(pgnpack_writer_write(writer, NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    check_unpacks(&packed, &nothing);
    bytes_free(&packed);
}
END_TEST

START_TEST(nothing_to_read)
{
    const struct pgnpack_game *none;
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_MEMORY(NULL, 0));
    ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, &none), PGNPACK_END);
    ck_assert_ptr_null(none);
    pgnpack_free(pgn);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(NULL, 0)), PGNPACK_ERROR_NOT_BCGN);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 0);
    pgnpack_free(reader);
    struct pgnpack_bcgn0_reader *bcgn0 = pgnpack_bcgn0_reader_new(NULL);
    pgnpack_bcgn0_reader_open(bcgn0, PGNPACK_FROM_MEMORY(NULL, 0));
    ck_assert_int_ne(pgnpack_bcgn0_reader_next(bcgn0, &none), PGNPACK_OK);
    ck_assert_ptr_null(none);
    pgnpack_free(bcgn0);
}
END_TEST

/* No names is not NULL: games then have no tags. */
START_TEST(no_tags_asked_for)
{
    const char *const none[] = {NULL};
    struct bytes packed = {0};
    struct bytes expected = {0};
    const struct pgnpack_game *read;
    pack_files(0, 0, 1 + _i, &packed, &expected);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    ck_assert_int_eq(pgnpack_cursor_tags(cursor, none, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &read), PGNPACK_OK);
    ck_assert_uint_eq(tag_count(read), 0);
    ck_assert_int_eq(pgnpack_cursor_tags(cursor, NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &read), PGNPACK_OK);
    ck_assert_uint_eq(tag_count(read), 1);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&expected);
}
END_TEST

Suite *empty_pieces_suite(void)
{
    Suite *suite = suite_create("empty_pieces");
    TCase *files = tcase_create("files");
    tcase_add_loop_test(files, empty_files_in_any_order, 0, 1 << FILE_COUNT);
    tcase_add_test(files, nothing_at_all);
    suite_add_tcase(suite, files);
    TCase *reading = tcase_create("reading");
    tcase_add_test(reading, nothing_to_read);
    tcase_add_loop_test(reading, no_tags_asked_for, 0, PGNPACK_LEVEL_MAX);
    suite_add_tcase(suite, reading);
    return suite;
}
