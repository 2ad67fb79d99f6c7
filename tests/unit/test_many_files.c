/* Many files in a block: random ones, of games, other texts and nothing, come back whatever they go through. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container/file/file_list.h"
#include "shared/packing.h"
#include "shared/sample.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { FILES = 60, TRIALS = 24, NAME_SIZE = 24 };
#define NO_TIME INT64_MIN

struct one_file {
    char name[NAME_SIZE];
    struct bytes text;
    int64_t time;
};

struct files {
    size_t count;
    struct one_file files[FILES];
};

static void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        bytes_free(&files->files[i].text);
    files->count = 0;
}

/* Nothing, no PGN, games that end anyhow, many games; names that share much, little, or are the same, or none. */
static void make_file(struct one_file *file, uint64_t *random)
{
    static const char *const tails[] = {"", "\n", "\r\n\r\n", "no game", "{", "[Event", "1. e4", " \n\n\n"};
    static const char *const names[] = {"2024/may-%u.pgn", "2024/%u.txt", "%u", "same.pgn", ""};
    unsigned games = random_below(random, 20) == 0 ? 40 : (unsigned)random_below(random, 4);
    *file = (struct one_file){.time = random_below(random, 3) == 0
                                          ? NO_TIME
                                          : (int64_t)random_below(random, 2000000000) - 300000000};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(file->name, sizeof file->name, names[random_below(random, 5)],
             (unsigned)random_below(random, 100));
#pragma GCC diagnostic pop
    append_games(&file->text, games, next_random(random));
    if (games != 0 && random_below(random, 4) == 0)
        file->text.size -= random_below(random, 5);
    bytes_append_text(&file->text, tails[random_below(random, 8)]);
}

static void make_files(struct files *files, uint64_t *random)
{
    files->count = 2 + random_below(random, FILES - 2);
    for (size_t i = 0; i < files->count; i++)
        make_file(&files->files[i], random);
}

/* In pieces of random sizes. */
static void write_pieces(struct pgnpack_writer *writer, const struct bytes *text, uint64_t *random)
{
    for (size_t at = 0, size; at < text->size; at += size) {
        size = 1 + random_below(random, 3000);
        size = size < text->size - at ? size : text->size - at;
        ck_assert_int_eq(pgnpack_writer_write(writer, text->data + at, size), PGNPACK_OK);
    }
}

static void pack_files(const struct files *files, const struct pgnpack_writer_options *options,
                       uint64_t random, struct bytes *packed)
{
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    for (size_t i = 0; i < files->count; i++) {
        const struct one_file *file = &files->files[i];
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, file->name, strlen(file->name),
                                                   file->time != NO_TIME ? &file->time : NULL),
                         PGNPACK_OK);
        write_pieces(writer, &file->text, &random);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->files, files->count);
    pgnpack_free(writer);
}

/* What comes back. */
struct back {
    struct files files;
};

static int begin_back(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    struct back *back = opaque;
    ck_assert_uint_lt(back->files.count, FILES);
    struct one_file *file = &back->files.files[back->files.count++];
    *file = (struct one_file){.time = NO_TIME};
    snprintf(file->name, sizeof file->name, "%.*s", (int)name_size, name);
    if (time != NULL)
        file->time = *time;
    return 0;
}

static int write_back(void *opaque, const void *bytes, size_t size)
{
    struct files *files = &((struct back *)opaque)->files;
    ck_assert_uint_gt(files->count, 0);
    bytes_append(&files->files[files->count - 1].text, bytes, size);
    return 0;
}

static void check_same(const struct files *files, const struct files *others)
{
    ck_assert_uint_eq(files->count, others->count);
    for (size_t i = 0; i < files->count; i++) {
        ck_assert_str_eq(files->files[i].name, others->files[i].name);
        ck_assert_int_eq(files->files[i].time, others->files[i].time);
        ck_assert(bytes_equal(&files->files[i].text, &others->files[i].text));
    }
}

static void check_unpacked(const struct files *files, const struct bytes *packed, unsigned threads)
{
    struct back back = {.files.count = 0};
    const struct pgnpack_unpacker_options options = {.size = sizeof options,
                                                     .threads = threads,
                                                     .begin_file = begin_back,
                                                     .opaque = &back,
                                                     .check_columns = 1};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(write_back, &back)),
                     PGNPACK_OK);
    pgnpack_free(unpacker);
    check_same(files, &back.files);
    files_free(&back.files);
}

/* By blocks, with the numbers of games that each file has. */
static void check_blocks(const struct files *files, const struct bytes *packed)
{
    struct files found = {0};
    struct pgnpack_text text;
    struct pgnpack_block_file file;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    uint64_t games = 0;
    for (uint64_t n = 0; pgnpack_block_reader_text(blocks, n, &text) == PGNPACK_OK; n++)
        for (size_t i = 0; pgnpack_block_reader_file(blocks, i, &file); i++) {
            ck_assert_uint_eq(file.first_game, games + 1);
            games += file.game_count;
            if (file.begins) {
                ck_assert_uint_lt(found.count, FILES);
                struct one_file *begun = &found.files[found.count++];
                *begun = (struct one_file){.time = file.has_time ? file.time : NO_TIME};
                snprintf(begun->name, sizeof begun->name, "%.*s", (int)file.name.size, file.name.data);
            }
            if (file.text.size != 0)
                bytes_append(&found.files[found.count - 1].text, file.text.data, file.text.size);
        }
    ck_assert_uint_eq(games, pgnpack_reader_info(reader)->game_count);
    check_same(files, &found);
    files_free(&found);
    pgnpack_free(blocks);
    pgnpack_free(reader);
}

/* At another level: every block is made anew. */
static void compact(const struct bytes *packed, int level, struct bytes *out)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = level};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, out));
    ck_assert_int_eq(pgnpack_copy_compact(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    pgnpack_free(reader);
}

static void check_copy(const struct files *files, const struct bytes *packed, int level)
{
    struct bytes out = {0};
    compact(packed, level, &out);
    check_unpacked(files, &out, 1);
    check_blocks(files, &out);
    bytes_free(&out);
}

START_TEST(files_come_back)
{
    static const uint64_t block_sizes[] = {0, 1000, 20000, 100000};
    uint64_t random = (uint64_t)_i;
    struct files files;
    struct bytes packed = {0}, again = {0};
    const struct pgnpack_writer_options options = {.size = sizeof options,
                                                   .level = 1 + (int)random_below(&random, 6),
                                                   .threads = 1 + (unsigned)random_below(&random, 3),
                                                   .verify = 1,
                                                   .block_size = block_sizes[random_below(&random, 4)]};
    make_files(&files, &random);
    pack_files(&files, &options, random, &packed);
    pack_files(&files, &options, random + 1, &again);
    ck_assert(bytes_equal(&packed, &again)); /* whatever the pieces */
    check_unpacked(&files, &packed, 1 + (unsigned)_i % 2);
    check_blocks(&files, &packed);
    check_copy(&files, &packed, 1 + (int)random_below(&random, 6));
    files_free(&files);
    bytes_free(&packed);
    bytes_free(&again);
}
END_TEST

/*
 * A file of more than a block's text, between small ones: its blocks are its own, also the last one that has little of it, and games that
 * are cut are found.
 */
START_TEST(large_files_have_blocks_of_their_own)
{
    static const size_t sizes[] = {17 << 20, (16 << 20) + 1000};
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct files files = {.count = 5};
    struct bytes packed = {0};
    for (size_t i = 0; i < files.count; i++) {
        struct one_file *file = &files.files[i];
        snprintf(file->name, sizeof file->name, "%zu.pgn", i);
        file->time = NO_TIME;
        append_games(&file->text, i == 1 ? 0 : 2, i + 1);
    }
    while (files.files[2].text.size < sizes[_i])
        bytes_append_text(&files.files[2].text,
                          "{a comment that goes on and on and never ends, line after line}\n");
    pack_files(&files, &options, 5, &packed);
    check_unpacked(&files, &packed, 1);
    check_blocks(&files, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_block_info info;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_block(reader, 0, &info), 1);
    ck_assert(info.has_files && info.begins_file && info.text_size < 100000);
    ck_assert_int_eq(pgnpack_reader_block(reader, 1, &info), 1);
    ck_assert(!info.has_files && info.begins_file);
    ck_assert_int_eq(pgnpack_reader_block(reader, 2, &info), 1);
    ck_assert(!info.has_files && info.continues);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 2 + 0 + 2 + 2 + 2);
    pgnpack_free(reader);
    files_free(&files);
    bytes_free(&packed);
}
END_TEST

/* Where each file's games begin, from 0, and behind the last one all end. */
static void find_starts(const struct pgnpack_reader *reader, uint64_t starts[FILES + 1])
{
    struct pgnpack_block_details details;
    struct pgnpack_block_file file;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    size_t count = 0;
    for (uint64_t n = 0; pgnpack_block_reader_details(blocks, n, &details) == PGNPACK_OK; n++)
        for (size_t i = 0; pgnpack_block_reader_file(blocks, i, &file); i++)
            if (file.begins) {
                ck_assert_uint_lt(count, FILES);
                starts[count++] = file.first_game - 1;
            }
    starts[count] = pgnpack_reader_info(reader)->game_count;
    pgnpack_free(blocks);
}

static void copy_part(const struct pgnpack_reader *reader, uint64_t first, uint64_t end, struct bytes *out)
{
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, out));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, first + 1, end - first), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
}

/* Those whose games begin among the ones copied; of those without games, what stands behind one of them. */
static void find_part(const struct files *files, const uint64_t *starts, uint64_t first, uint64_t end,
                      struct files *part)
{
    part->count = 0;
    for (size_t i = 0; i < files->count; i++) {
        int is_empty = starts[i] == starts[i + 1];
        if (is_empty ? (starts[i] > first || (starts[i] == 0 && first == 0)) && starts[i] <= end
                     : starts[i] >= first && starts[i] < end)
            part->files[part->count++] = files->files[i];
    }
}

/* From the beginning of a file to that of another. */
START_TEST(parts_have_their_files)
{
    uint64_t random = (uint64_t)_i, starts[FILES + 1];
    struct files files, part;
    struct bytes packed = {0}, out = {0};
    static const uint64_t block_sizes[] = {0, 2000, 5000, 20000};
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .block_size = block_sizes[_i % 4]};
    make_files(&files, &random);
    pack_files(&files, &options, random, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    find_starts(reader, starts);
    for (size_t i = 0; i < files.count; i++) {
        size_t to = i + 1 + random_below(&random, files.count - i);
        if (starts[i] == starts[i + 1])
            continue;
        out.size = 0;
        copy_part(reader, starts[i], starts[to], &out);
        find_part(&files, starts, starts[i], starts[to], &part);
        check_unpacked(&part, &out, 1);
    }
    pgnpack_free(reader);
    files_free(&files);
    bytes_free(&packed);
    bytes_free(&out);
}
END_TEST

/* ---- What is between files ---- */

static int note_kind(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    return begin_back(opaque, name == NULL ? "(between)" : name, name == NULL ? 9 : name_size, time);
}

static void add_files(const char *path, size_t count, const char *const *names, const char *const *texts)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
    for (size_t i = 0; i < count; i++) {
        if (names[i] != NULL)
            ck_assert_int_eq(pgnpack_writer_begin_file(writer, names[i], strlen(names[i]), NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_write(writer, texts[i], strlen(texts[i])), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
}

/* In the stream, and by blocks. Only line ends that nobody named are between; what comes behind them begins. */
START_TEST(line_ends_between_are_told)
{
    static const char *const first[] = {"a", "b"}, *const first_texts[] = {"1. e4 *", "1. d4 *\n"};
    static const char *const later[] = {"c", "\0", "d"}, *const later_texts[] = {"\n\n", "ab",
                                                                                 "1. c4 *\n\n\n"};
    static const char *const last[] = {NULL}, *const last_texts[] = {"1. f4 *\n"};
    static const char *const wanted[][2] = {{"a", "1. e4 *"},      {"(between)", "\n\n"},  {"b", "1. d4 *\n"},
                                            {"(between)", "\n"},   {"c", "\n\n"},          {"", "ab"},
                                            {"(between)", "\n\n"}, {"d", "1. c4 *\n\n\n"}, {"", "1. f4 *\n"}};
    char *folder = make_temporary_folder(), *path = join_path(folder, "games.bcgn");
    struct bytes packed = {0};
    struct back back = {.files.count = 0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_PATH(path));
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    add_files(path, 2, first, first_texts);
    add_files(path, 3, later, later_texts);
    add_files(path, 1, last, last_texts);
    ck_assert(bytes_append_file(&packed, path));
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .begin_file = note_kind, .opaque = &back};
    struct bytes_source source = {packed.data, packed.size, 0, 0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(write_back, &back)),
                     PGNPACK_OK);
    ck_assert_uint_eq(back.files.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < back.files.count; i++) {
        ck_assert_str_eq(back.files.files[i].name, wanted[i][0]);
        ck_assert_uint_eq(back.files.files[i].text.size, strlen(wanted[i][1]));
        ck_assert_mem_eq(back.files.files[i].text.data, wanted[i][1], strlen(wanted[i][1]));
    }
    pgnpack_free(unpacker);
    files_free(&back.files);
    bytes_free(&packed);
    remove_folder(folder);
    free(path);
    free(folder);
}
END_TEST

/* ---- Deleted games ---- */

static void delete_some(struct bytes *packed, uint64_t random)
{
    char *folder = make_temporary_folder(), *path = join_path(folder, "games.bcgn");
    write_file(path, packed->data, packed->size);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    uint64_t games = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
    for (uint64_t first = 1 + random_below(&random, 3), count; first <= games;
         first += count + 1 + random_below(&random, 4)) {
        count = 1 + random_below(&random, 7);
        count = count > games + 1 - first ? games + 1 - first : count;
        ck_assert_int_eq(pgnpack_database_delete(database, first, count, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
    packed->size = 0;
    ck_assert(bytes_append_file(packed, path));
    remove_folder(folder);
    free(path);
    free(folder);
}

static void unpack_left(const struct bytes *packed, struct back *back)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .begin_file = begin_back, .opaque = back};
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(write_back, back)),
                     PGNPACK_OK);
    pgnpack_free(unpacker);
    pgnpack_free(reader);
}

/* Unpacking cuts them out of texts, compaction leaves them out of what it packs. */
START_TEST(deleted_games_go_out_of_their_files)
{
    static const uint64_t block_sizes[] = {0, 2000, 20000};
    uint64_t random = (uint64_t)_i;
    struct files files;
    struct bytes packed = {0}, out = {0};
    struct back back = {.files.count = 0};
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .block_size = block_sizes[_i % 3]};
    make_files(&files, &random);
    pack_files(&files, &options, random, &packed);
    delete_some(&packed, random);
    unpack_left(&packed, &back);
    ck_assert_uint_eq(back.files.count, files.count);
    compact(&packed, 1, &out);
    check_unpacked(&back.files, &out, 1);
    files_free(&back.files);
    files_free(&files);
    bytes_free(&packed);
    bytes_free(&out);
}
END_TEST

/* Files without text, of which a block has room for so many. */
START_TEST(files_of_nothing)
{
    enum { COUNT = 70000 };
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct bytes packed = {0};
    char name[NAME_SIZE];
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%u", i);
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, name, strlen(name), NULL), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_details details;
    uint64_t count = 0;
    for (uint64_t n = 0; pgnpack_block_reader_details(blocks, n, &details) == PGNPACK_OK; n++) {
        ck_assert_uint_le(details.file_count, BCGN_FILE_COUNT_MAX);
        count += details.file_count;
    }
    ck_assert_uint_eq(count, COUNT);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

/* What can be told of a file. */
START_TEST(times_of_all_sizes)
{
    struct bytes packed = {0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    static const int64_t last = FILE_TIME_MAX, first = -FILE_TIME_MAX, beyond = FILE_TIME_MAX + 1;
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "a\0b", 3, &last), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "a", 1, &last), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "b", 1, &beyond), PGNPACK_OK); /* not kept */
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "c", 1, &first), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_write(writer, "x", 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "d", 1, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "e", 1, &last), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(writer);
    struct files files = {
        .count = 4,
        .files = {
            {"a", {0}, FILE_TIME_MAX}, {"b", {0}, NO_TIME}, {"c", {0}, -FILE_TIME_MAX}, {"d", {0}, NO_TIME}}};
    bytes_append_text(&files.files[2].text, "x");
    check_unpacked(&files, &packed, 1);
    check_blocks(&files, &packed);
    files_free(&files);
    bytes_free(&packed);
}
END_TEST

Suite *many_files_suite(void)
{
    Suite *suite = suite_create("many_files");
    TCase *tcase = tcase_create("files");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, files_come_back, 0, TRIALS);
    tcase_add_loop_test(tcase, large_files_have_blocks_of_their_own, 0, 2);
    tcase_add_loop_test(tcase, parts_have_their_files, 0, TRIALS);
    tcase_add_test(tcase, line_ends_between_are_told);
    tcase_add_loop_test(tcase, deleted_games_go_out_of_their_files, 0, TRIALS);
    tcase_add_test(tcase, files_of_nothing);
    tcase_add_test(tcase, times_of_all_sizes);
    suite_add_tcase(suite, tcase);
    return suite;
}
