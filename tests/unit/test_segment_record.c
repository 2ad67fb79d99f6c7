/* Records and origins of changes: what is written is read, what is not in order is refused, and files that have it are read without. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "container/game_origins.h"
#include "container/segment_origins.h"
#include "container/segment_record.h"
#include "shared/changed_file.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { FIRST = 111, SECOND = 222, GAMES = 10, OWN = 3 };

static struct memory memory;
static struct block_index blocks;
static struct segment_list list;
static struct bytes record;

static void add(uint32_t games, uint64_t identity)
{
    const struct index_entry entry = {
        .block_size = 100, .text_size = 1000, .game_count = games, .header_hash = 1};
    ck_assert(block_index_add(&blocks, &entry));
    ck_assert(segment_list_add(&list, &blocks, blocks.count - 1, 1, 0, 100));
    list.segments[list.count - 1].identity = identity;
}

/* FIRST, SECOND, SECOND, none of games, the record's own (number 4), SECOND once more behind it. */
static void set_up(void)
{
    memory_init(&memory, NULL, 0);
    block_index_init(&blocks, &memory);
    segment_list_init(&list, &memory);
    add(GAMES, FIRST);
    add(GAMES, SECOND);
    add(GAMES, SECOND);
    add(0, 333);
    add(OWN, 444);
    add(GAMES, SECOND);
    ck_assert(segment_list_sort(&list));
    record.size = 0;
}

static void tear_down(void)
{
    segment_list_free(&list);
    block_index_free(&blocks);
    bytes_free(&record);
}

/* A list's head and pairs (gap, games - 1) up to a negative number. */
static void add_list(uint64_t identity, const int64_t *numbers)
{
    bytes_append_number(&record, identity);
    for (; *numbers >= 0; numbers++)
        bytes_append_varint(&record, (uint64_t)*numbers);
}

#define LIST(identity, ...) add_list((identity), (const int64_t[]){__VA_ARGS__, -1})

static enum pgnpack_status read_ranges(struct game_range_list *ranges)
{
    struct byte_source source = byte_source_of(record.data, record.size);
    struct error error;
    error_clear(&error);
    *ranges = (struct game_range_list){NULL, 0, 0};
    enum pgnpack_status status = record_read_ranges(&source, &list, 4, ranges, &memory, &error);
    ck_assert_int_eq(status, error.status);
    return status;
}

static void check_refused(void)
{
    struct game_range_list ranges;
    ck_assert_int_eq(read_ranges(&ranges), PGNPACK_ERROR_CORRUPT);
    game_range_list_free(&ranges, &memory);
    record.size = 0;
}

/* Accepted, with these ranges: first, end, is deleted. */
static void check_ranges(size_t count, const uint64_t (*wanted)[3])
{
    struct game_range_list ranges;
    ck_assert_int_eq(read_ranges(&ranges), PGNPACK_OK);
    ck_assert_uint_eq(ranges.count, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(ranges.ranges[i].first, wanted[i][0]);
        ck_assert_uint_eq(ranges.ranges[i].end, wanted[i][1]);
        ck_assert_int_eq(ranges.ranges[i].is_deleted, (int)wanted[i][2]);
    }
    game_range_list_free(&ranges, &memory);
    record.size = 0;
}

START_TEST(ranges_are_of_their_segments)
{
    check_ranges(0, NULL);
    LIST(SECOND, 5, 0, 0, 3, 5);
    LIST(FIRST, 2, 9, 0);
    LIST(0, 3, 0, OWN - 1);
    LIST(FIRST, 3, 0, 8);
    check_ranges(5, (const uint64_t[][3]){{0, 9, 1}, {9, 10, 0}, {20, 21, 1}, {24, 30, 1}, {30, 33, 1}});
    LIST(SECOND, 7, 0, 9, 0, 8, 0, 0); /* both twins, from the last one on */
    check_ranges(3, (const uint64_t[][3]){{10, 19, 1}, {19, 20, 1}, {20, 30, 1}});
    LIST(555, 5, 1000, 1000, 7, 7); /* not there */
    LIST(444, 3, 1, 1);             /* its own, by name */
    check_ranges(1, (const uint64_t[][3]){{31, 33, 1}});
}
END_TEST

START_TEST(ranges_that_are_not_in_order)
{
    LIST(FIRST, 3, GAMES, 0);
    check_refused();
    LIST(FIRST, 3, GAMES - 1, 1);
    check_refused();
    LIST(FIRST, 5, 0, GAMES - 1, 0, 0);
    check_refused();
    LIST(0, 3, 0, OWN);
    check_refused();
    LIST(0, 3, OWN, 0);
    check_refused();
    LIST(333, 3, 0, 0);
    check_refused();
    LIST(SECOND, 3, 2 * GAMES, 0); /* the third twin comes behind the record */
    check_refused();
    LIST(SECOND, 3, GAMES - 1, 1); /* in two twins */
    check_refused();
    LIST(FIRST, 0);
    check_refused();
    LIST(FIRST, 1);
    check_refused();
    LIST(555, 1);
    check_refused();
    LIST(FIRST, 5, 0, 0);
    check_refused();
    LIST(FIRST, 3, INT64_MAX, 0);
    check_refused();
    LIST(FIRST, 3, 0, INT64_MAX);
    check_refused();
    LIST(555, 3, INT64_MAX, 0);
    check_refused();
    LIST(555, 5, INT64_MAX - 2, 0, 0, 5);
    check_refused();
    LIST(FIRST, 3, 0, 3); /* the same game twice */
    LIST(FIRST, 2, 3, 1);
    check_refused();
    LIST(444, 3, 0, 0);
    LIST(0, 3, 0, 0);
    check_refused();
    bytes_append(&record, "1234567", 7);
    check_refused();
    bytes_append_number(&record, FIRST);
    check_refused();
    bytes_append_number(&record, FIRST); /* a range is to begin beyond what 64 bits hold */
    bytes_append_varint(&record, 3);
    bytes_append(&record, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
    check_refused();
}
END_TEST

/* Twins have as many games; where an index lies about that, the one before is none. */
START_TEST(twins_have_as_many_games)
{
    list.segments[1].game_count = GAMES - 1;
    LIST(SECOND, 3, GAMES, 0);
    check_refused();
    list.segments[1].game_count = GAMES;
    LIST(SECOND, 3, GAMES, 0);
    check_ranges(1, (const uint64_t[][3]){{10, 11, 1}});
}
END_TEST

START_TEST(records_come_back)
{
    struct buffer out;
    struct record_head head = {.time = 1790000000, .previous = UINT64_MAX - 4, .command = {"pgnpack x", 9}};
    struct record_head read;
    struct error error;
    const struct game_range ranges[] = {{2, 5, 1}, {5, 6, 1}, {9, 10, 1}};
    buffer_init(&out, &memory);
    record_write_head(&head, &out);
    record_write_ranges(SECOND, GAMES, ranges, 3, &out);
    record_write_ranges(FIRST, 0, ranges, 0, &out); /* nothing */
    error_clear(&error);
    for (size_t size = 0; size < out.size; size++) {
        struct byte_source source = byte_source_of(out.data, size);
        int fits = size >= 5 + 8 + 1 + 9;
        ck_assert_int_eq(record_read_head(&source, &read, &error), fits ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
    }
    struct byte_source source = byte_source_of(out.data, out.size);
    ck_assert_int_eq(record_read_head(&source, &read, &error), PGNPACK_OK);
    ck_assert_uint_eq(read.time, head.time);
    ck_assert_uint_eq(read.previous, head.previous);
    ck_assert_uint_eq(read.command.size, 9);
    ck_assert_int_eq(memcmp(read.command.data, "pgnpack x", 9), 0);
    bytes_append(&record, out.data + (out.size - byte_source_left(&source)), byte_source_left(&source));
    check_ranges(3, (const uint64_t[][3]){{12, 15, 1}, {15, 16, 1}, {19, 20, 1}});
    buffer_free(&out);
}
END_TEST

START_TEST(commands_have_an_end)
{
    struct record_head read;
    struct error error;
    char *text = calloc(5000, 1);
    for (uint64_t size = 4095; size <= 4098; size++) {
        record.size = 0;
        bytes_append_varint(&record, 0);
        bytes_append_number(&record, 0);
        bytes_append_varint(&record, size);
        bytes_append(&record, text, 4999);
        struct byte_source source = byte_source_of(record.data, record.size);
        error_clear(&error);
        ck_assert_int_eq(record_read_head(&source, &read, &error),
                         size <= 4096 ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
    }
    free(text);
}
END_TEST

/* ---- Origins ---- */

static enum pgnpack_status read_origins(const struct bytes *bytes, uint64_t games, struct origin_run *runs,
                                        size_t *count_ret)
{
    struct origins_reader reader;
    struct error error;
    size_t count = 0;
    error_clear(&error);
    enum pgnpack_status status =
        origins_reader_open(&reader, bytes->data, bytes->size, games, &memory, &error);
    while (status == PGNPACK_OK &&
           (status = origins_reader_next(&reader, &runs[count], &error)) == PGNPACK_OK)
        count++;
    origins_reader_free(&reader);
    *count_ret = count;
    return status;
}

START_TEST(origins_come_back)
{
    uint64_t random = 3;
    for (unsigned round = 0; round < 200; round++) {
        struct origin_run runs[40], found[40];
        struct bytes bytes = {0};
        struct buffer out;
        size_t count = random_below(&random, 40), found_count;
        uint64_t at = 0, end = 0;
        for (size_t i = 0; i < count; i++) {
            at += random_below(&random, 3) * random_below(&random, 100);
            runs[i] = (struct origin_run){1 + random_below(&random, 5), next_random(&random) >> 2, at,
                                          1 + random_below(&random, 50)};
            if (random_below(&random, 2) == 0)
                runs[i].old_first = random_below(&random, 300);
            end = at + runs[i].count > end ? at + runs[i].count : end;
        }
        buffer_init(&out, &memory);
        ck_assert(origins_write(runs, count, &out));
        bytes_append(&bytes, out.data, out.size);
        ck_assert_int_eq(read_origins(&bytes, end, found, &found_count), PGNPACK_END);
        ck_assert_uint_eq(found_count, count);
        for (size_t i = 0; i < count; i++)
            ck_assert(found[i].identity == runs[i].identity && found[i].old_first == runs[i].old_first &&
                      found[i].new_first == runs[i].new_first && found[i].count == runs[i].count);
        if (count != 0)
            ck_assert_int_eq(read_origins(&bytes, end - 1, found, &found_count), PGNPACK_ERROR_CORRUPT);
        bytes_free(&bytes);
        buffer_free(&out);
    }
}
END_TEST

/* Identities, and runs of four numbers each up to a negative one. */
static void check_origins(enum pgnpack_status wanted, uint64_t identities, const int64_t *numbers)
{
    struct bytes bytes = {0};
    struct origin_run runs[8];
    size_t count;
    bytes_append_varint(&bytes, identities);
    for (uint64_t i = 0; i < identities && i < 3; i++)
        bytes_append_number(&bytes, i + 1);
    for (; *numbers >= 0; numbers++)
        bytes_append_varint(&bytes, (uint64_t)*numbers);
    ck_assert_int_eq(read_origins(&bytes, GAMES, runs, &count), wanted);
    bytes_free(&bytes);
}

START_TEST(origins_that_are_not_in_order)
{
    const enum pgnpack_status good = PGNPACK_END, bad = PGNPACK_ERROR_CORRUPT;
    check_origins(good, 0, (const int64_t[]){-1});
    check_origins(good, 2, (const int64_t[]){0, 1, 0, GAMES - 1, 0, 0, 4, 3, -1});
    check_origins(bad, 4, (const int64_t[]){-1}); /* there are three */
    check_origins(bad, INT64_MAX, (const int64_t[]){-1});
    check_origins(bad, (uint64_t)1 << 61, (const int64_t[]){0, 0, 0, 0, -1}); /* of 2^64 bytes */
    check_origins(bad, 0, (const int64_t[]){0, 0, 0, 0, -1});
    check_origins(bad, 2, (const int64_t[]){0, 2, 0, 0, -1});
    check_origins(bad, 1, (const int64_t[]){0, 0, 0, GAMES, -1});
    check_origins(bad, 1, (const int64_t[]){GAMES, 0, 0, 0, -1});
    check_origins(bad, 1, (const int64_t[]){GAMES + 1, 0, 0, 0, -1});
    check_origins(bad, 1, (const int64_t[]){9, 0, 0, 1, -1});
    check_origins(bad, 1, (const int64_t[]){0, 0, 1, 0, -1});              /* before the first game */
    check_origins(good, 1, (const int64_t[]){0, 0, 8, 0, 0, 0, 9, 0, -1}); /* back by 5, to 0 */
    check_origins(bad, 1, (const int64_t[]){0, 0, 8, 0, 0, 0, 11, 0, -1});
    check_origins(good, 1, (const int64_t[]){0, 0, INT64_MAX - 1, 0, 0, 0, INT64_MAX - 3, 0, -1});
    check_origins(bad, 1, (const int64_t[]){0, 0, INT64_MAX - 1, 0, 0, 0, INT64_MAX - 1, 0, -1});
    check_origins(bad, 1, (const int64_t[]){0, 0, 0, -1});
    check_origins(bad, 1, (const int64_t[]){0, 0, 0, INT64_MAX, -1});
}
END_TEST

/* ---- In files ---- */

static struct bytes plain, file;

static struct pgnpack_reader *open_file(void)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open_memory(reader, file.data, file.size), PGNPACK_OK);
    return reader;
}

/* A database whose second segment has the record; the first one's identity. */
static uint64_t begin_file(void)
{
    struct bytes text = {0};
    struct pgnpack_segment_info info;
    append_games(&text, GAMES, 4);
    plain.size = file.size = 0;
    pack_whole(&(struct pack_setup){0}, &text, &plain);
    bytes_append(&file, plain.data, plain.size);
    struct pgnpack_reader *reader = open_file();
    ck_assert(pgnpack_reader_segment(reader, 0, &info));
    pgnpack_reader_free(reader);
    bytes_free(&text);
    return info.identity;
}

/* Opens it all the same: with what is deleted, or all games, and whether the record is damaged. */
static void check_file(uint64_t deleted, int is_damaged)
{
    struct pgnpack_segment_info info;
    struct pgnpack_reader *reader = open_file();
    ck_assert_uint_eq(pgnpack_reader_deleted_count(reader), deleted);
    ck_assert(pgnpack_reader_segment(reader, pgnpack_reader_segment_count(reader) - 1, &info));
    ck_assert_int_eq(info.is_change, 1);
    ck_assert_int_eq(info.is_damaged, is_damaged);
    pgnpack_reader_free(reader);
}

START_TEST(damaged_records_delete_nothing)
{
    uint64_t identity = begin_file();
    const struct bytes good = file;
    for (unsigned kind = 0; kind < 4; kind++) {
        file = (struct bytes){0};
        bytes_append(&file, good.data, good.size);
        record.size = 0;
        append_record_head(&record);
        LIST(identity, 3, 1, kind == 1 ? GAMES : 4);
        if (kind == 2)
            record.size = 4;
        append_changed(&plain, kind == 3 ? NULL : &record, NULL, &file);
        check_file(kind == 0 ? 5 : 0, kind != 0);
        bytes_free(&file);
    }
    bytes_free(&plain);
    file = good;
    bytes_free(&file);
}
END_TEST

/* The record of the second of three changes is damaged: what the others say counts. */
START_TEST(damaged_records_cost_only_themselves)
{
    uint64_t identity = begin_file();
    for (unsigned i = 0; i < 3; i++) {
        record.size = 0;
        append_record_head(&record);
        LIST(identity, 3, i == 1 ? 99 : i, 0);
        struct bytes empty = {0};
        pack_whole(&(struct pack_setup){0}, &(struct bytes){0}, &empty);
        append_changed(&empty, &record, NULL, &file);
        bytes_free(&empty);
    }
    struct pgnpack_reader *reader = open_file();
    ck_assert_uint_eq(pgnpack_reader_deleted_count(reader), 2);
    ck_assert(pgnpack_reader_is_deleted(reader, 1) && pgnpack_reader_is_deleted(reader, 3));
    pgnpack_reader_free(reader);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* The copy of a file with a damaged record would forget for good which games it deleted. */
START_TEST(damaged_records_are_not_copied)
{
    uint64_t identity = begin_file();
    struct bytes out = {0};
    append_record_head(&record);
    LIST(identity, 3, 1, GAMES);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    for (unsigned way = 0; way < 3; way++) {
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, bytes_write, &out);
        enum pgnpack_status status = way == 0   ? pgnpack_copy_segments(copy, reader)
                                     : way == 1 ? pgnpack_copy_compact(copy, reader)
                                                : pgnpack_copy_games(copy, reader, 1, 1);
        ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
        ck_assert_ptr_nonnull(strstr(pgnpack_copy_error(copy)->text, "record of change 2 is damaged"));
        pgnpack_copy_free(copy);
    }
    pgnpack_reader_free(reader);
    bytes_free(&out);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* Origins by which a deleted game is its own new version, or two are each other's: ids and copies come to an end. */
START_TEST(origins_in_circles)
{
    uint64_t identity = begin_file(), number;
    struct bytes origins = {0}, out = {0};
    char id[PGNPACK_ID_SIZE];
    /* Of the second segment: its own games 0 and 1, by a first segment's twin, are new versions of the first one's. */
    record.size = 0;
    append_record_head(&record);
    LIST(identity, 3, 0, GAMES - 1);
    add_list(0, (const int64_t[]){3, 0, GAMES - 2, -1}); /* all but the last one */
    bytes_append_varint(&origins, 1);
    bytes_append_number(&origins, identity);
    static const uint8_t runs[][4] = {{0, 0, 0, 1}, {2, 0, 0, 0}};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 4; k++)
            bytes_append_varint(&origins, runs[i][k]);
    append_changed(&plain, &record, &origins, &file);
    struct pgnpack_reader *reader = open_file();
    uint64_t own = 0;
    struct pgnpack_segment_info info;
    ck_assert(pgnpack_reader_segment(reader, 1, &info));
    own = info.identity;
    ck_assert_uint_eq(pgnpack_reader_deleted_count(reader), 2 * GAMES - 1);
    pgnpack_reader_free(reader);
    /* A third one, whose origins say that the second one's are the second one's: each behind itself, and before. */
    origins.size = record.size = 0;
    append_record_head(&record);
    add_list(0, (const int64_t[]){3, 0, GAMES - 2, -1});
    bytes_append_varint(&origins, 2);
    bytes_append_number(&origins, own);
    bytes_append_number(&origins, identity);
    static const uint8_t more[][4] = {{0, 0, 0, 1}, {1, 1, 2, 3}, {1, 0, 1, 1}};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 4; k++)
            bytes_append_varint(&origins, more[i][k]);
    append_changed(&plain, &record, &origins, &file);
    reader = open_file();
    for (uint64_t game = 1; game <= 3 * GAMES; game++)
        if (pgnpack_reader_game_id(reader, game, id))
            ck_assert_int_eq(pgnpack_reader_find_id(reader, id, &number), PGNPACK_OK);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, bytes_write, &out);
    ck_assert_int_eq(pgnpack_copy_compact(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_copy_free(copy);
    pgnpack_reader_free(reader);
    bytes_free(&origins);
    bytes_free(&out);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* A time beyond what can be told is none. */
START_TEST(times_without_end)
{
    begin_file();
    struct pgnpack_segment_info info;
    bytes_append_varint(&record, UINT64_MAX);
    bytes_append_number(&record, 0);
    bytes_append_varint(&record, 0);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    ck_assert(pgnpack_reader_segment(reader, 1, &info));
    ck_assert(info.is_change && !info.is_damaged && info.time == 0);
    pgnpack_reader_free(reader);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* Of several new versions the one that comes last counts, in whichever order the runs have them. */
START_TEST(the_last_origin_counts)
{
    static const struct origin_run runs[] = {
        {5, 0, 100, 10}, {5, 3, 50, 2}, {5, 4, 400, 1}, {5, 5, 7, 1}, {9, 0, 8, 1}};
    static const uint64_t wanted[] = {100, 101, 102, 103, 400, 105, 106, 107, 108, 109};
    struct game_origins origins;
    uint64_t game, identity;
    game_origins_init(&origins, &memory);
    for (size_t i = sizeof runs / sizeof runs[0]; i-- > 0;)
        ck_assert(game_origins_add(&origins, &runs[i]));
    ck_assert(game_origins_sort(&origins));
    for (uint64_t i = 0; i < 10; i++)
        ck_assert(game_origins_find(&origins, 5, i, &game) && game == wanted[i]);
    ck_assert(!game_origins_find(&origins, 5, 10, &game) && !game_origins_find(&origins, 4, 0, &game));
    ck_assert(game_origins_find(&origins, 9, 0, &game) && game == 8);
    ck_assert(game_origins_next(&origins, 0, &identity) && identity == 5);
    ck_assert(game_origins_next(&origins, 5, &identity) && identity == 5);
    ck_assert(game_origins_next(&origins, 6, &identity) && identity == 9);
    ck_assert(!game_origins_next(&origins, 10, &identity));
    game_origins_free(&origins);
}
END_TEST

START_TEST(damaged_origins_lead_nowhere)
{
    uint64_t identity = begin_file();
    struct bytes origins = {0};
    char id[PGNPACK_ID_SIZE];
    uint64_t number;
    record.size = 0;
    append_record_head(&record);
    LIST(identity, 3, 0, GAMES - 1);
    bytes_append_varint(&origins, 1);
    bytes_append_number(&origins, identity);
    for (unsigned i = 0; i < 4; i++)
        bytes_append_varint(&origins, i == 3 ? GAMES - 1 : 0);
    const struct bytes good = file;
    for (unsigned kind = 0; kind < 2; kind++) {
        file = (struct bytes){0};
        bytes_append(&file, good.data, good.size);
        origins.data[origins.size - 1] = (uint8_t)(GAMES - 1 + kind);
        append_changed(&plain, &record, &origins, &file);
        struct pgnpack_reader *reader = open_file();
        ck_assert_uint_eq(pgnpack_reader_deleted_count(reader), GAMES);
        ck_assert(pgnpack_reader_game_id(reader, 4, id));
        ck_assert_int_eq(pgnpack_reader_find_id(reader, id, &number), PGNPACK_OK);
        ck_assert_uint_eq(number, kind == 0 ? GAMES + 4 : 4); /* deleted, but nothing else is known */
        pgnpack_reader_free(reader);
        bytes_free(&file);
    }
    file = good;
    bytes_free(&file);
    bytes_free(&plain);
    bytes_free(&origins);
}
END_TEST

/* An index that was saved has segments, deleted games and ids, too. */
START_TEST(saved_indexes_know_changes)
{
    uint64_t identity = begin_file();
    struct bytes saved = {0};
    char id[PGNPACK_ID_SIZE], other[PGNPACK_ID_SIZE];
    append_record_head(&record);
    LIST(identity, 5, 1, 1, 4, 0);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    ck_assert_int_eq(pgnpack_reader_save_index(reader, bytes_write, &saved), PGNPACK_OK);
    struct pgnpack_reader *again = pgnpack_reader_new(NULL);
    ck_assert_int_eq(
        pgnpack_reader_open_with_index(again, bytes_read_at, &file, file.size, saved.data, saved.size),
        PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_segment_count(again), 2);
    for (uint64_t i = 0; i < 2; i++) {
        struct pgnpack_segment_info a, b;
        ck_assert(pgnpack_reader_segment(reader, i, &a) && pgnpack_reader_segment(again, i, &b));
        ck_assert(a.offset == b.offset && a.size == b.size && a.identity == b.identity && a.time == b.time &&
                  a.first_game == b.first_game && a.game_count == b.game_count &&
                  a.deleted_count == b.deleted_count && a.is_change == b.is_change &&
                  a.is_damaged == b.is_damaged && a.text_size == b.text_size &&
                  a.command.size == b.command.size);
    }
    for (uint64_t i = 1; i <= 2 * GAMES; i++) {
        uint64_t number;
        ck_assert_int_eq(pgnpack_reader_is_deleted(again, i), i == 2 || i == 3 || i == 8);
        ck_assert(pgnpack_reader_game_id(reader, i, id) && pgnpack_reader_game_id(again, i, other));
        ck_assert_str_eq(id, other);
        ck_assert_int_eq(pgnpack_reader_find_id(again, id, &number), PGNPACK_OK);
        ck_assert_uint_eq(number, i);
    }
    pgnpack_reader_free(again);
    pgnpack_reader_free(reader);
    bytes_free(&saved);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

Suite *segment_record_suite(void)
{
    Suite *suite = suite_create("segment_record");
    TCase *records = tcase_create("records and origins");
    tcase_add_checked_fixture(records, set_up, tear_down);
    tcase_add_test(records, ranges_are_of_their_segments);
    tcase_add_test(records, ranges_that_are_not_in_order);
    tcase_add_test(records, twins_have_as_many_games);
    tcase_add_test(records, records_come_back);
    tcase_add_test(records, commands_have_an_end);
    tcase_add_test(records, origins_come_back);
    tcase_add_test(records, origins_that_are_not_in_order);
    tcase_add_test(records, damaged_records_delete_nothing);
    tcase_add_test(records, damaged_records_cost_only_themselves);
    tcase_add_test(records, damaged_origins_lead_nowhere);
    tcase_add_test(records, damaged_records_are_not_copied);
    tcase_add_test(records, origins_in_circles);
    tcase_add_test(records, times_without_end);
    tcase_add_test(records, the_last_origin_counts);
    tcase_add_test(records, saved_indexes_know_changes);
    suite_add_tcase(suite, records);
    return suite;
}
