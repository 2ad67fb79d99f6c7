/* Whole blocks of an opened database, and shards of them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "block/column_tally.h"
#include "pgnpack.h"
#include "shared/packing.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { PACKED_MAX = 1 << 20, GAME_COUNT = 200 };

/* A database in memory, and the text that it was made from. */
struct database {
    unsigned char *bytes;
    size_t size;
    char *text;
    size_t text_size;
};

static int append(void *opaque, const void *bytes, size_t size)
{
    struct database *database = opaque;
    ck_assert(database->size + size <= PACKED_MAX);
    memcpy(database->bytes + database->size, bytes, size);
    database->size += size;
    return 0;
}

static struct database empty_database(void)
{
    struct database database = {.bytes = malloc(PACKED_MAX), .text = malloc(PACKED_MAX)};
    ck_assert_ptr_nonnull(database.bytes);
    ck_assert_ptr_nonnull(database.text);
    return database;
}

static void free_database(struct database *database)
{
    free(database->bytes);
    free(database->text);
}

/* Adds one more segment: two files of games, in many blocks. */
static void add_segment(struct database *database)
{
    struct pgnpack_writer_options options = {.size = sizeof options, .block_size = 1000, .threads = 1};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(append, database));
    ck_assert_ptr_nonnull(writer);
    for (int i = 0; i < GAME_COUNT; i++) {
        char *game = database->text + database->text_size;
        if (i % (GAME_COUNT / 2) == 0)
            ck_assert_int_eq(pgnpack_writer_begin_file(writer, i == 0 ? "one" : "two", 3, NULL), PGNPACK_OK);
        int size = snprintf(game, 200, "[Event \"%d\"]\n[WhiteElo \"%d\"]\n\n1. e4 {comment %d} e5 *\n\n",
                            i + 1, 2000 + i, i);
        ck_assert_int_eq(pgnpack_writer_write(writer, game, (size_t)size), PGNPACK_OK);
        database->text_size += (size_t)size;
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}

static struct pgnpack_reader *open_database(const struct database *database)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database->bytes, database->size)),
                     PGNPACK_OK);
    return reader;
}

START_TEST(blocks_are_the_whole_text)
{
    struct database database = empty_database();
    add_segment(&database);
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_text text;
    size_t done = 0;
    uint64_t n = 0;
    while (pgnpack_block_reader_text(blocks, n, &text) == PGNPACK_OK) {
        ck_assert_uint_le(text.size, database.text_size - done);
        ck_assert_mem_eq(text.data, database.text + done, text.size);
        done += text.size;
        n++;
    }
    ck_assert_int_eq(pgnpack_error(blocks)->status, PGNPACK_END);
    ck_assert_uint_eq(done, database.text_size);
    ck_assert_uint_eq(n, pgnpack_reader_info(reader)->block_count);
    ck_assert_uint_gt(n, 4);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 2);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

START_TEST(details_name_files_and_sizes)
{
    struct database database = empty_database();
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_details details;
    struct pgnpack_block_info info;
    struct pgnpack_block_file file;
    uint64_t games = 0;
    int files = 0;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &info); n++) {
        if (info.game_count != 0) {
            ck_assert_uint_eq(pgnpack_reader_find_block(reader, info.first_game), n);
            ck_assert_uint_eq(pgnpack_reader_find_block(reader, info.first_game + info.game_count - 1), n);
        }
        ck_assert_int_eq(pgnpack_block_reader_details(blocks, n, &details), PGNPACK_OK);
        ck_assert_uint_eq(details.tags_size + details.moves_size + details.comments_size + details.other_size,
                          info.size);
        ck_assert_uint_gt(details.tags_size, 0);
        ck_assert_uint_gt(details.comments_size, 0);
        ck_assert_int_eq(details.moves, PGNPACK_MOVES_INDEX);
        ck_assert_uint_eq(details.file_name.size, info.begins_file ? 3 : 0);
        ck_assert_int_eq(details.file_count > 1, info.has_files);
        for (size_t i = 0; pgnpack_block_reader_file(blocks, i, &file); i++) {
            ck_assert_uint_eq(file.first_game, games + 1);
            games += file.game_count;
            if (file.begins)
                ck_assert_mem_eq(file.name.data, files++ == 0 ? "one" : "two", 3);
            ck_assert_uint_eq(file.name.size, file.begins ? 3 : 0);
            ck_assert_uint_eq(file.text.size, 0);
        }
        ck_assert_uint_eq(games, info.first_game + info.game_count - 1);
    }
    ck_assert_int_eq(files, 2);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, pgnpack_reader_info(reader)->block_count, &details),
                     PGNPACK_END);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

/* Shards of blocks and of games agree, follow each other, and leave nothing out. */
START_TEST(shards_are_all)
{
    struct database database = empty_database();
    add_segment(&database);
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    for (uint64_t count = 1; count < 50; count += 7) {
        uint64_t next_block = 0, next_game = 1;
        struct pgnpack_shard shard;
        for (uint64_t i = 0; i < count; i++) {
            struct pgnpack_block_info info;
            ck_assert_int_eq(pgnpack_reader_shard(reader, i, count, &shard), 1);
            ck_assert_uint_eq(shard.first_block, next_block);
            next_block += shard.block_count;
            if (shard.block_count != 0 && pgnpack_reader_block(reader, shard.first_block, &info))
                ck_assert_uint_eq(info.first_game, next_game);
            ck_assert_uint_eq(shard.first_game, next_game);
            next_game += shard.game_count;
        }
        ck_assert_uint_eq(next_block, pgnpack_reader_info(reader)->block_count);
        ck_assert_uint_eq(next_game, 2 * GAME_COUNT + 1);
        ck_assert_int_eq(pgnpack_reader_shard(reader, count, count, &shard), 0);
        ck_assert_uint_eq(shard.block_count, 0);
    }
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

/* A block's reader works again after damage, and says where that is. */
START_TEST(damage_is_local)
{
    struct database database = empty_database();
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_info info;
    struct pgnpack_text text;
    ck_assert_int_eq(pgnpack_reader_block(reader, 2, &info), 1);
    for (uint64_t place = 0; place < info.size; place++) {
        struct pgnpack_block_details details;
        database.bytes[info.offset + place] ^= 0x20;
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, 2, &text), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(text.size, 0);
        ck_assert_uint_eq(pgnpack_error(blocks)->offset, info.offset);
        ck_assert_uint_eq(pgnpack_error(blocks)->game, info.first_game);
        pgnpack_block_reader_details(blocks, 2, &details);
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, 1, &text), PGNPACK_OK);
        database.bytes[info.offset + place] ^= 0x20;
    }
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 2, &text), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

/* ---- Columns ---- */

/* One block: names and numbers in tags and comments that need sections of their own. */
static void add_varied_games(struct database *database)
{
    static const char *const openings[] = {"1. e4", "1. d4", "1. c4", "1. Nf3"};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(append, database));
    uint32_t random = 1;
    for (int i = 0; i < GAME_COUNT; i++) {
        char *game = database->text + database->text_size;
        random = random * 1664525 + 1013904223;
        int size = snprintf(
            game, 200, "[White \"%x\"]\n[WhiteElo \"%u\"]\n\n%s {[%%clk 0:0%u:%02u] d=%u, n=%u R %u} *\n\n",
            random >> 8, 1000 + (random >> 20 & 1023), openings[random >> 30], random >> 16 & 7,
            10 + (random >> 12 & 31), random >> 22 & 63, random >> 9 & 0xfffff, random >> 11 & 0xfff);
        ck_assert_int_eq(pgnpack_writer_write(writer, game, (size_t)size), PGNPACK_OK);
        database->text_size += (size_t)size;
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}

/* All columns' packed sizes; *found_ret: that of the named one. The order is checked. */
static uint64_t sum_columns(const struct pgnpack_block_reader *blocks, size_t count, const char *part,
                            const char *name, uint64_t *found_ret)
{
    struct pgnpack_column column, before = {.part = ""};
    uint64_t sum = 0;
    *found_ret = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(pgnpack_block_reader_column(blocks, i, &column), 1);
        if (strcmp(column.part, before.part) == 0)
            ck_assert_uint_le(column.packed_size, before.packed_size);
        if (strcmp(column.part, part) == 0 && column.name.size == strlen(name) &&
            memcmp(column.name.data, name, column.name.size) == 0) {
            ck_assert_uint_eq(*found_ret, 0);
            *found_ret = column.packed_size;
        }
        sum += column.packed_size;
        before = column;
    }
    ck_assert_int_eq(pgnpack_block_reader_column(blocks, count, &column), 0);
    ck_assert_uint_eq(column.name.size, 0);
    return sum;
}

START_TEST(columns_have_names_and_add_up)
{
    static const char *const columns[][2] = {{"tags", "White"},
                                             {"tags", "WhiteElo"},
                                             {"comments", "[%clk"},
                                             {"comments", "d="},
                                             {"comments", "n="},
                                             {"comments", "R"},
                                             {"moves", "index"},
                                             {"tags", "(schemas)"},
                                             {"comments", "(table of comments)"},
                                             {"frame", "headers of blocks"},
                                             {"frame", "around the blocks"}};
    struct database database = empty_database();
    uint64_t found;
    size_t count;
    add_varied_games(&database);
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (int twice = 0; twice < 2; twice++) {
        ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
            ck_assert_uint_eq(sum_columns(blocks, count, columns[i][0], columns[i][1], &found),
                              database.size);
            ck_assert_msg(found != 0, "no column %s", columns[i][1]);
        }
    }
    sum_columns(blocks, count, "frame", "headers of blocks", &found);
    ck_assert_uint_eq(found, 64 * pgnpack_reader_info(reader)->block_count);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

START_TEST(columns_of_damaged_blocks)
{
    struct database database = empty_database();
    struct pgnpack_block_info info;
    uint64_t found;
    size_t count;
    add_segment(&database);
    struct pgnpack_reader *reader = open_database(&database);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_reader_block(reader, 2, &info), 1);
    for (uint64_t place = 0; place < 120; place++) {
        database.bytes[info.offset + place] ^= 0x20;
        ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(pgnpack_error(blocks)->offset, info.offset);
        ck_assert_uint_eq(sum_columns(blocks, count, "frame", "unreadable blocks", &found), database.size);
        ck_assert_uint_eq(found, info.size);
        database.bytes[info.offset + place] ^= 0x20;
    }
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
    ck_assert_uint_eq(sum_columns(blocks, count, "frame", "unreadable blocks", &found), database.size);
    ck_assert_uint_eq(found, 0);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

/* Of a file with more columns than that, the last ones are told as one; the first ones still add up. */
START_TEST(many_columns)
{
    enum { SHOWN = 4096, MORE = 10 };
    struct memory memory;
    struct column_tally tally;
    char name[20];
    memory_init(&memory, NULL, 0);
    column_tally_init(&tally, &memory);
    for (unsigned i = 0; i < SHOWN + MORE; i++) {
        snprintf(name, sizeof name, "Tag%u", i);
        ck_assert(column_tally_add(&tally, SECTION_PART_TAGS, text_of(name), 3, 2));
    }
    ck_assert(column_tally_add(&tally, SECTION_PART_TAGS, text_of("Tag7"), 3, 2));
    ck_assert_uint_eq(tally.count, SHOWN + 1);
    ck_assert(text_is(column_tally_name(&tally, SHOWN), "(others)"));
    ck_assert_uint_eq(tally.columns[SHOWN].raw_size, 3 * MORE);
    ck_assert_uint_eq(tally.columns[SHOWN].stored_size, 2 * MORE);
    ck_assert_uint_eq(tally.columns[7].raw_size, 6);
    column_tally_free(&tally);
}
END_TEST

/* However early memory ends: that is what it says, there are no columns, and the handle works once there is more. */
START_TEST(columns_without_memory)
{
    struct database database = empty_database();
    struct allocation_count allocations = {0};
    size_t count;
    uint64_t found;
    const struct pgnpack_allocator allocator = counted_allocator(&allocations);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    add_varied_games(&database);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database.bytes, database.size)),
                     PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        allow_pieces(&allocations, SIZE_MAX);
        struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
        allow_pieces(&allocations, pieces);
        status = pgnpack_block_reader_columns(blocks, &count);
        ck_assert_int_eq(status, status == PGNPACK_OK ? PGNPACK_OK : PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(sum_columns(blocks, count, "tags", "White", &found),
                          status == PGNPACK_OK ? database.size : 0);
        allow_pieces(&allocations, SIZE_MAX);
        ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
        ck_assert_uint_eq(sum_columns(blocks, count, "tags", "White", &found), database.size);
        pgnpack_free(blocks);
        ck_assert_uint_lt(pieces, 1000);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(allocations.outstanding, 0);
    free_database(&database);
}
END_TEST

struct file_log {
    char text[200];
};

static int log_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    struct file_log *log = opaque;
    size_t size = strlen(log->text);
    snprintf(log->text + size, sizeof log->text - size, "<%.*s>", (int)name_size, name);
    return 0;
}

static int ignore(void *opaque, const void *bytes, size_t size)
{
    (void)opaque;
    (void)bytes;
    (void)size;
    return 0;
}

struct source {
    const struct database *database;
    size_t done;
};

static int read_source(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct source *source = opaque;
    size_t rest = source->database->size - source->done;
    *size_ret = size < rest ? size : rest;
    memcpy(bytes, source->database->bytes + source->done, *size_ret);
    source->done += *size_ret;
    return 0;
}

static void add_nameless_segment(struct database *database)
{
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(append, database));
    ck_assert_int_eq(pgnpack_writer_write(writer, "1. d4 *\n", 8), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}

/* What follows files in a concatenation, and has no name, does not run into the last of them. */
START_TEST(nameless_files_are_told)
{
    struct database database = empty_database();
    struct file_log log = {""};
    add_nameless_segment(&database);
    add_segment(&database);
    add_nameless_segment(&database);
    add_nameless_segment(&database);
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .begin_file = log_file, .opaque = &log};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    struct source source = {&database, 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(read_source, &source),
                                          PGNPACK_TO_FUNCTION(ignore, NULL)),
                     PGNPACK_OK);
    ck_assert_str_eq(log.text, "<one><two><><>");
    pgnpack_free(unpacker);
    free_database(&database);
}
END_TEST

/* ---- What the index tells of games ---- */

/* Written anew: year * 10,000 + month * 100 + day, unknown parts 0; without a year it is none. */
static uint32_t date_number(const char *date)
{
    static const unsigned worth[] = {10000000, 1000000, 100000, 10000, 0, 1000, 100, 0, 10, 1};
    uint32_t number = 0;
    if (strlen(date) != 10 || date[4] != '.' || date[7] != '.')
        return 0;
    for (size_t i = 0; i < 10; i++)
        number += date[i] >= '0' && date[i] <= '9' ? (uint32_t)(date[i] - '0') * worth[i] : 0;
    return number >= 10000 ? number : 0;
}

static void add_to_range(uint32_t number, uint32_t range[2])
{
    if (number == 0)
        return;
    range[0] = range[0] == 0 || number < range[0] ? number : range[0];
    range[1] = number > range[1] ? number : range[1];
}

/* _i games in each block: dates and ratings are the smallest and the largest of its own games. */
START_TEST(dates_and_ratings_are_of_the_block)
{
    static const char *const dates[] = {"2020.05.17", "1999.12.31", "????.??.??", "1971.??.??", "2020.05.16",
                                        "0999.01.01", "2020-05-18", "2021.1.1",   "",           "2020.05.??"};
    static const struct {
        const char *text;
        uint32_t rating;
    } elos[] = {{"2400", 2400}, {"", 0},         {"?", 0},           {"1", 1},        {"12345", 0},
                {"2399", 2399}, {"9999", 9999},  {"24??", 0},        {"0", 0},        {"2401?", 2401},
                {"15?0", 0},    {" 2398", 2398}, {"\t 2397P", 2397}, {"12345?", 0},   {"0750 (7 games)", 750},
                {"-500", 0},    {"2", 2},        {"9998??", 0},      {"9997? ", 9997}};
    enum { GAMES = 90, DATES = sizeof dates / sizeof dates[0], ELOS = sizeof elos / sizeof elos[0] };
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct database database = empty_database();
    uint32_t date_ranges[GAMES][2] = {{0}}, elo_ranges[GAMES][2] = {{0}};
    for (unsigned i = 0; i < GAMES / (unsigned)_i; i++) {
        struct pgnpack_writer *writer =
            pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(append, &database));
        char text[1000] = "";
        for (unsigned j = 0; j < (unsigned)_i; j++) {
            unsigned game = i * (unsigned)_i + j;
            const char *date = dates[game % DATES], *utc = dates[game / 3 % DATES];
            unsigned white = game % ELOS, black = game / 2 % ELOS;
            sprintf(text + strlen(text),
                    "[Date \"%s\"]\n[UTCDate \"%s\"]\n[EventDate \"1.1.1\"]\n[WhiteElo \"%s\"]\n[BlackElo "
                    "\"%s\"]\n\n*\n\n",
                    date, utc, elos[white].text, elos[black].text);
            add_to_range(date_number(date), date_ranges[i]);
            add_to_range(date_number(utc), date_ranges[i]);
            add_to_range(elos[white].rating, elo_ranges[i]);
            add_to_range(elos[black].rating, elo_ranges[i]);
        }
        ck_assert_int_eq(pgnpack_writer_write(writer, text, strlen(text)), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
        pgnpack_free(writer);
    }
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database.bytes, database.size)),
                     PGNPACK_OK);
    for (uint64_t i = 0; i < GAMES / (unsigned)_i; i++) {
        struct pgnpack_block_info block;
        ck_assert(pgnpack_reader_block(reader, i, &block));
        ck_assert_uint_eq(block.game_count, (unsigned)_i);
        ck_assert_uint_eq(block.date_min, date_ranges[i][0]);
        ck_assert_uint_eq(block.date_max, date_ranges[i][1]);
        ck_assert_uint_eq(block.elo_min, elo_ranges[i][0]);
        ck_assert_uint_eq(block.elo_max, elo_ranges[i][1]);
    }
    pgnpack_free(reader);
    free_database(&database);
}
END_TEST

Suite *block_reader_suite(void)
{
    Suite *suite = suite_create("block_reader");
    TCase *test_case = tcase_create("block_reader");
    tcase_add_test(test_case, blocks_are_the_whole_text);
    tcase_add_test(test_case, details_name_files_and_sizes);
    tcase_add_test(test_case, shards_are_all);
    tcase_add_test(test_case, damage_is_local);
    tcase_add_test(test_case, columns_have_names_and_add_up);
    tcase_add_test(test_case, columns_of_damaged_blocks);
    tcase_add_test(test_case, many_columns);
    tcase_add_test(test_case, columns_without_memory);
    tcase_add_test(test_case, nameless_files_are_told);
    tcase_add_loop_test(test_case, dates_and_ratings_are_of_the_block, 1, 4);
    suite_add_tcase(suite, test_case);
    return suite;
}
