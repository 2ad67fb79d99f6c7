/* What files a block takes, and text that goes on behind several. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container/file/file_list.h"
#include "lib/open/reader.h"
#include "lib/write/writer_parts.h"
#include "shared/packing.h"
#include "shared/sample.h"
#include "unit/suites.h"
#include "unit/support.h"

/* ---- Text that was cut ---- */

/* As the next block of a file. */
static void copy_first_block(struct pgnpack_writer *writer, const struct bytes *packed, uint8_t more_flags)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    const struct index_entry *entry = &reader->index.entries[0];
    ck_assert_int_eq(
        writer_copy_block(writer, packed->data + entry->offset, entry, (uint8_t)(entry->flags | more_flags)),
        PGNPACK_OK);
    pgnpack_free(reader);
}

/* Two files in a block, the second of which ends with its game, and a block that goes on with that. */
static void pack_with_rest(const char *const texts[3], struct bytes *packed)
{
    struct bytes files = {0}, rest = {0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &files));
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, "a", 1, NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_write(writer, texts[i], strlen(texts[i])), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    ck_assert_int_eq(pack_bytes(&(struct pack_setup){.level = 1}, texts[2], strlen(texts[2]), &rest),
                     PGNPACK_OK);
    writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, packed));
    copy_first_block(writer, &files, 0);
    copy_first_block(writer, &rest, BCGN_BLOCK_CONTINUES);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    bytes_free(&files);
    bytes_free(&rest);
}

static void delete_game(struct bytes *packed, uint64_t number)
{
    char *folder = make_temporary_folder(), *path = join_path(folder, "games.bcgn");
    write_file(path, packed->data, packed->size);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, number, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
    packed->size = 0;
    ck_assert(bytes_append_file(packed, path));
    remove_folder(folder);
    free(path);
    free(folder);
}

/* Where what is deleted is left out. */
static void check_left(const struct bytes *packed, uint64_t left, const struct bytes *wanted)
{
    struct bytes text = {0};
    struct pgnpack_text block;
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count - pgnpack_reader_info(reader)->deleted_count,
                      left);
    ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(bytes_write, &text)),
                     PGNPACK_OK);
    ck_assert(bytes_equal(&text, wanted));
    text.size = 0;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_LEFT_OUT);
    for (uint64_t n = 0; pgnpack_block_reader_text(blocks, n, &block) == PGNPACK_OK; n++)
        bytes_append(&text, block.data, block.size);
    ck_assert(bytes_equal(&text, wanted));
    pgnpack_free(blocks);
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    bytes_free(&text);
}

START_TEST(what_goes_on_with_several_files_is_of_no_game)
{
    enum { GAMES = 20 };
    struct bytes games = {0}, packed = {0};
    append_games(&games, GAMES, 1);
    bytes_append(&games, "", 1);
    const char *const texts[] = {(const char *)games.data, "[Event \"?\"]\n\n1. e4 e5 *", "\n\n"};
    pack_with_rest(texts, &packed);
    delete_game(&packed, GAMES + 1);
    games.size--;
    bytes_append_text(&games, texts[2]);
    check_left(&packed, GAMES, &games);
    bytes_free(&games);
    bytes_free(&packed);
}
END_TEST

/* ---- What a block takes ---- */

/* Names of files that begin, counted. */
struct name_count {
    uint64_t count;
    size_t (*name_of)(unsigned i, char *name);
};

static int count_name(void *opaque, const char *name, size_t size, const int64_t *time)
{
    (void)time;
    struct name_count *names = opaque;
    char wanted[BCGN_FILE_NAME_SIZE_MAX];
    ck_assert_uint_eq(size, names->name_of((unsigned)names->count, wanted));
    ck_assert_int_eq(memcmp(name, wanted, size), 0);
    names->count++;
    return 0;
}

static size_t numbered_name(unsigned i, char *name)
{
    return (size_t)snprintf(name, BCGN_FILE_NAME_SIZE_MAX, "%u", i);
}

/* As long as may be, with a number at that place. */
static size_t make_long_name(unsigned i, char *name, size_t place)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%07u", i);
    memset(name, 'n', BCGN_FILE_NAME_SIZE_MAX);
    memcpy(name + place, digits, 7);
    return BCGN_FILE_NAME_SIZE_MAX;
}

/* Such names begin alike ... */
static size_t long_name(unsigned i, char *name)
{
    return make_long_name(i, name, BCGN_FILE_NAME_SIZE_MAX - 7);
}

/* ... or not. */
static size_t other_long_name(unsigned i, char *name)
{
    return make_long_name(i % 10 * 1000000 + i, name, 0);
}

/* So many files, each with that text, one of them twice. */
static void pack_alike(const struct pgnpack_writer_options *options, unsigned count, unsigned twice,
                       const char *text, size_t (*name_of)(unsigned i, char *name), struct bytes *packed)
{
    char name[BCGN_FILE_NAME_SIZE_MAX];
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    for (unsigned i = 0; i < count; i++) {
        size_t name_size = name_of(i, name);
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, name, name_size, NULL), PGNPACK_OK);
        for (unsigned times = 0; times < (i == twice ? 2 : 1); times++)
            ck_assert_int_eq(pgnpack_writer_write(writer, text, strlen(text)), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    struct name_count names = {0, name_of};
    const struct pgnpack_unpacker_options unpacking = {
        .size = sizeof unpacking, .begin_file = count_name, .opaque = &names};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &unpacking);
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    struct bytes all = {0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(bytes_write, &all)),
                     PGNPACK_OK);
    ck_assert_uint_eq(names.count, count);
    ck_assert_uint_eq(all.size, (count + 1) * strlen(text));
    bytes_free(&all);
    pgnpack_free(unpacker);
}

/* What of the blocks is largest. */
struct most {
    uint64_t blocks, text, games, files;
};

static struct most find_most(const struct bytes *packed)
{
    struct most most = {0};
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (; pgnpack_reader_block(reader, most.blocks, &info); most.blocks++) {
        ck_assert_int_eq(pgnpack_block_reader_details(blocks, most.blocks, &details), PGNPACK_OK);
        most.text = info.text_size > most.text ? info.text_size : most.text;
        most.games = info.game_count > most.games ? info.game_count : most.games;
        most.files = details.file_count > most.files ? details.file_count : most.files;
    }
    pgnpack_free(blocks);
    pgnpack_free(reader);
    return most;
}

static const char short_game[] = "[Event \"a game\"]\n\n1. e4 *\n\n"; /* 27 bytes */

/* Files of an eighth of a block, and less: these share one that is not full. */
START_TEST(full_blocks_take_no_file)
{
    enum { SIZE = (sizeof short_game - 1) * 20 };
    struct bytes packed = {0};
    struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .block_size = SIZE, .index = PGNPACK_INDEX_NONE};
    pack_alike(&options, 191, 2, short_game, numbered_name, &packed);
    struct most most = find_most(&packed);
    ck_assert_uint_eq(most.files, 19); /* the twentieth makes it full */
    ck_assert_uint_eq(most.text, SIZE - (sizeof short_game - 1));
    ck_assert_uint_eq(most.blocks, 11); /* one has 18 of which one is a double */
    packed.size = 0;
    options.block_size = (sizeof short_game - 1) * 8;
    pack_alike(&options, 50, 2, short_game, numbered_name, &packed);
    most = find_most(&packed);
    ck_assert_uint_eq(most.files, 1);
    packed.size = 0;
    options.block_size = (sizeof short_game - 1) * 12;
    pack_alike(&options, 6, 2, short_game, numbered_name, &packed);
    most = find_most(&packed);
    ck_assert_uint_eq(most.blocks, 3); /* the double has its own */
    ck_assert_uint_eq(most.files, 3);
    bytes_free(&packed);
}
END_TEST

/* Of the codec of the best moves a block has so many games. */
START_TEST(blocks_have_few_games_of_the_best)
{
    struct bytes packed = {0};
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .moves = PGNPACK_MOVES_BEST, .index = PGNPACK_INDEX_NONE};
    pack_alike(&options, 20003, 9999, "[Event \"\"]\n\n*\n\n", numbered_name, &packed);
    const struct most most = find_most(&packed);
    ck_assert_uint_eq(most.games, 10000);
    ck_assert_uint_eq(most.blocks, 3);
    bytes_free(&packed);
}
END_TEST

START_TEST(blocks_have_room_for_so_many_names)
{
    struct bytes packed = {0};
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    pack_alike(&options, 1100, 2, "x", long_name, &packed);
    ck_assert_uint_eq(find_most(&packed).files, BCGN_FILE_NAMES_MAX / BCGN_FILE_NAME_SIZE_MAX);
    packed.size = 0;
    pack_alike(&options, 300, 2, "x", other_long_name, &packed);
    ck_assert_uint_eq(find_most(&packed).files, BCGN_FILES_SIZE_MAX / (BCGN_FILE_NAME_SIZE_MAX + 17));
    bytes_free(&packed);
}
END_TEST

/* ---- What is read ---- */

/* A block of so many files, without games and text; their names have so many bytes, and are all the same, or there are none. */
static enum pgnpack_status read_list(size_t count, size_t name_size)
{
    struct memory memory;
    struct file_list list;
    struct error error;
    struct buffer files, names;
    memory_init(&memory, NULL, 0);
    file_list_init(&list, &memory);
    buffer_init(&files, &memory);
    buffer_init(&names, &memory);
    error_clear(&error);
    for (size_t i = 0; i < count; i++) {
        buffer_append(&files, "\0", 2);
        if (name_size == 0)
            continue;
        varint_append(&names, i == 0 ? 0 : name_size);
        for (size_t k = 0; i == 0 && k < name_size; k++)
            buffer_append(&names, "n", 1);
        buffer_append(&names, "", 1);
    }
    const struct file_sections sections = {.names = byte_source_of(buffer_bytes(&names), names.size),
                                           .files = byte_source_of(buffer_bytes(&files), files.size),
                                           .times = byte_source_of(NULL, 0)};
    enum pgnpack_status status = file_list_read(&list, &sections, 0, 0, &error);
    ck_assert(status != PGNPACK_OK || list.count == count);
    file_list_free(&list);
    buffer_free(&files);
    buffer_free(&names);
    return status;
}

START_TEST(lists_have_limits)
{
    enum { NAMES = BCGN_FILE_NAMES_MAX / BCGN_FILE_NAME_SIZE_MAX };
    ck_assert_int_eq(read_list(BCGN_FILE_COUNT_MAX, 0), PGNPACK_OK);
    ck_assert_int_eq(read_list(BCGN_FILE_COUNT_MAX + 1, 0), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(read_list(NAMES, BCGN_FILE_NAME_SIZE_MAX), PGNPACK_OK);
    ck_assert_int_eq(read_list(NAMES + 1, BCGN_FILE_NAME_SIZE_MAX), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(read_list(2, BCGN_FILE_NAME_SIZE_MAX + 1), PGNPACK_ERROR_CORRUPT);
}
END_TEST

Suite *file_blocks_suite(void)
{
    Suite *suite = suite_create("file_blocks");
    TCase *tcase = tcase_create("blocks");
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, what_goes_on_with_several_files_is_of_no_game);
    tcase_add_test(tcase, full_blocks_take_no_file);
    tcase_add_test(tcase, blocks_have_few_games_of_the_best);
    tcase_add_test(tcase, blocks_have_room_for_so_many_names);
    tcase_add_test(tcase, lists_have_limits);
    suite_add_tcase(suite, tcase);
    return suite;
}
