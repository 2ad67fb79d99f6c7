/* Records of changes: what is written is read, what is not in order is refused, and files that have it are read without. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "container/segments/segment_record.h"
#include "shared/changed_file.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { FIRST = 111, SECOND = 222, GAMES = 10, OWN = 3 };

static struct memory memory;
static struct block_index blocks;
static struct segment_list list;
static struct bytes record, lists; /* of a change */
static uint64_t list_count;

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
    record.size = lists.size = list_count = 0;
}

static void tear_down(void)
{
    segment_list_free(&list);
    block_index_free(&blocks);
    bytes_free(&record);
    bytes_free(&lists);
}

/* A list: kind, ranges, the segment, how many others to pass over, and numbers up to a negative one. */
static void add_list(unsigned kind, uint64_t ranges, uint64_t identity, uint64_t which,
                     const int64_t *numbers)
{
    append_list_head(&lists, kind, ranges, identity, which);
    for (; *numbers >= 0; numbers++)
        bytes_append_varint(&lists, (uint64_t)*numbers);
    list_count++;
}

#define LIST(kind, ranges, identity, which, ...)                                                             \
    add_list((kind), (ranges), (identity), (which), (const int64_t[]){__VA_ARGS__, -1})

/* Targets come before the ranges. */
static void add_target(uint64_t identity, uint64_t which, const int64_t *numbers)
{
    bytes_append_number(&lists, identity);
    bytes_append_varint(&lists, which);
    for (; *numbers >= 0; numbers++)
        bytes_append_varint(&lists, (uint64_t)*numbers);
}

#define TARGET(identity, which, ...) add_target((identity), (which), (const int64_t[]){__VA_ARGS__, -1})

/* The lists become a change of the record. */
static void end_change(uint64_t number)
{
    append_change(&record, number, &lists, list_count);
    lists.size = list_count = 0;
}

/* All lists of the record, of segment 4, behind each other. */
static enum pgnpack_status read_lists(struct game_range_list *ranges, uint64_t *gone)
{
    struct record_reader reader;
    struct record_change change;
    struct record_list read = {.kind = 0};
    struct error error;
    enum pgnpack_status status;
    error_clear(&error);
    record_reader_open(&reader, record.data, record.size, &list, 4);
    while ((status = record_reader_next(&reader, &change, &error)) == PGNPACK_OK) {
        while ((status = record_reader_list(&reader, &read, &memory, &error)) == PGNPACK_OK) {
            *gone += read.gone;
            for (size_t i = 0; i < read.ranges.count; i++)
                ck_assert(game_range_list_add(ranges, &memory, read.ranges.ranges[i]));
        }
        if (status != PGNPACK_END)
            break;
    }
    game_range_list_free(&read.ranges, &memory);
    ck_assert_int_eq(status == PGNPACK_END ? PGNPACK_OK : status, error.status);
    ck_assert_int_eq(record_check(record.data, record.size, BCGN_BLOCK_DELETES, &list, 4, &error),
                     status == PGNPACK_END ? PGNPACK_OK : status);
    return error.status;
}

static void check_refused(void)
{
    struct game_range_list ranges = {NULL, 0, 0};
    uint64_t gone = 0;
    if (list_count != 0)
        end_change(2);
    ck_assert_int_eq(read_lists(&ranges, &gone), PGNPACK_ERROR_CORRUPT);
    game_range_list_free(&ranges, &memory);
    record.size = 0;
}

/* Accepted, with these ranges: first, end, kind, target; and so many games that are not there. */
static void check_ranges(size_t count, const uint64_t (*wanted)[4], uint64_t wanted_gone)
{
    struct game_range_list ranges = {NULL, 0, 0};
    uint64_t gone = 0;
    if (list_count != 0 || record.size == 0)
        end_change(2);
    ck_assert_int_eq(read_lists(&ranges, &gone), PGNPACK_OK);
    ck_assert_uint_eq(ranges.count, count);
    ck_assert_uint_eq(gone, wanted_gone);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(ranges.ranges[i].first, wanted[i][0]);
        ck_assert_uint_eq(ranges.ranges[i].end, wanted[i][1]);
        ck_assert_uint_eq(ranges.ranges[i].kind, wanted[i][2]);
        ck_assert_uint_eq(ranges.ranges[i].target, wanted[i][3]);
    }
    game_range_list_free(&ranges, &memory);
    record.size = 0;
}

START_TEST(ranges_are_of_their_segments)
{
    check_ranges(0, NULL, 0);
    LIST(1, 2, SECOND, 0, 0, 0, 3, 5);
    LIST(0, 1, FIRST, 0, 9, 0);
    LIST(6, 1, 0, 0, 0, OWN - 1);
    LIST(4, 1, FIRST, 0, 0, 8);
    check_ranges(
        5, (const uint64_t[][4]){{20, 21, 1, 0}, {24, 30, 1, 0}, {9, 10, 0, 0}, {30, 33, 6, 0}, {0, 9, 4, 0}},
        0);
    LIST(1, 1, SECOND, 1, 0, 8); /* the one before */
    LIST(5, 1, 0, 0, 1, 0);
    check_ranges(2, (const uint64_t[][4]){{10, 19, 1, 0}, {31, 32, 5, 0}}, 0);
    LIST(1, 2, 555, 0, 1000, 1000, 7, 7); /* not there */
    LIST(1, 1, SECOND, 2, 0, 0);          /* the third one comes behind the record */
    LIST(1, 1, FIRST, UINT64_MAX, 0, 0);
    LIST(1, 1, 444, 0, 1, 1); /* its own, by name: none comes before it */
    check_ranges(0, NULL, 1001 + 8 + 1 + 1 + 2);
    bytes_append_varint(&lists, 3); /* so many games of that kind are gone */
    bytes_append_varint(&lists, 77);
    list_count++;
    check_ranges(0, NULL, 77);
}
END_TEST

START_TEST(ranges_have_targets)
{
    append_list_head(&lists, 2, 3, SECOND, 0);
    TARGET(FIRST, 0, 0, 1, 8, 2, 0, 3, 0, 0, 1); /* from 4 on; 2 back from 6; 1 back from 5 */
    append_list_head(&lists, 3, 1, FIRST, 0);
    TARGET(0, 0, 0, 2, 0);
    append_list_head(&lists, 2, 1, FIRST, 0);
    TARGET(555, 0, 5, 0, 2000); /* nobody knows */
    append_list_head(&lists, 3, 1, FIRST, 0);
    TARGET(SECOND, 1, 6, 3, 2);
    list_count = 4;
    check_ranges(
        6,
        (const uint64_t[][4]){
            {20, 22, 2, 5}, {24, 25, 2, 5}, {25, 26, 2, 5}, {0, 3, 3, 31}, {5, 6, 2, 0}, {6, 10, 3, 12}},
        0);
    append_list_head(&lists, 2, 1, SECOND, 0);
    TARGET(FIRST, 0, 0, 1, 2 * (GAMES - 1)); /* the second target is beyond the segment */
    list_count = 1;
    check_refused();
    append_list_head(&lists, 2, 1, SECOND, 0);
    TARGET(FIRST, 0, 0, 0, 1); /* before it */
    list_count = 1;
    check_refused();
    append_list_head(&lists, 3, 1, FIRST, 0);
    TARGET(0, 0, 0, 3, 0);
    list_count = 1;
    check_refused();
    append_list_head(&lists, 3, 1, FIRST, 0);
    TARGET(555, 0, 0, 0, INT64_MAX, 1);
    list_count = 1;
    check_refused();
}
END_TEST

START_TEST(ranges_that_are_not_in_order)
{
    LIST(1, 1, FIRST, 0, GAMES, 0);
    check_refused();
    LIST(1, 1, FIRST, 0, GAMES - 1, 1);
    check_refused();
    LIST(1, 2, FIRST, 0, 0, GAMES - 1, 0, 0);
    check_refused();
    LIST(1, 1, 0, 0, 0, OWN);
    check_refused();
    LIST(1, 1, 0, 0, OWN, 0);
    check_refused();
    LIST(1, 1, 333, 0, 0, 0);
    check_refused();
    LIST(1, 1, SECOND, 1, GAMES - 1, 1);
    check_refused();
    LIST(1, 2, FIRST, 0, 0, 0); /* the second one is missing */
    check_refused();
    LIST(1, 1, FIRST, 0, INT64_MAX, 0);
    check_refused();
    LIST(1, 1, FIRST, 0, 0, INT64_MAX);
    check_refused();
    LIST(1, 1, 555, 0, INT64_MAX, 0);
    check_refused();
    LIST(1, 2, 555, 0, INT64_MAX - 2, 0, 0, 5);
    check_refused();
    bytes_append(&lists,
                 "\x08"
                 "1234567",
                 8); /* an identity too short */
    list_count = 1;
    check_refused();
    list_count = 1; /* a list that is not there */
    check_refused();
    append_list_head(&lists, 1, 1, FIRST, 0); /* a range is to begin beyond what 64 bits hold */
    bytes_append(&lists, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
    list_count = 1;
    check_refused();
    check_refused(); /* no change at all */
}
END_TEST

/* Whatever a change has behind its lists is passed over; a change that is longer than the section is refused. */
START_TEST(left_over_bytes_are_ignored)
{
    struct game_range_list ranges = {NULL, 0, 0};
    uint64_t gone = 0;
    LIST(1, 1, FIRST, 0, 3, 0);
    bytes_append(&lists, "\xff\xff more to come", 15);
    end_change(2);
    LIST(1, 1, FIRST, 0, 5, 0);
    end_change(3);
    const struct bytes whole = record;
    ck_assert_int_eq(read_lists(&ranges, &gone), PGNPACK_OK);
    ck_assert_uint_eq(ranges.count, 2);
    for (size_t size = 0; size < whole.size; size++) { /* but where the first change ends */
        ranges.count = 0;
        record.size = size;
        enum pgnpack_status status = read_lists(&ranges, &gone);
        ck_assert_int_eq(status, size == (size_t)whole.data[0] + 1 ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
    }
    game_range_list_free(&ranges, &memory);
}
END_TEST

/* ---- What is written is read ---- */

static void check_change(struct record_reader *reader, const struct record_change *wanted)
{
    struct record_change change;
    struct error error;
    error_clear(&error);
    ck_assert_int_eq(record_reader_next(reader, &change, &error), PGNPACK_OK);
    ck_assert(change.number == wanted->number && change.time == wanted->time &&
              change.previous == wanted->previous && change.takes_back == wanted->takes_back &&
              change.command.size == wanted->command.size);
    ck_assert(memcmp(change.command.data, wanted->command.data, wanted->command.size) == 0);
}

START_TEST(records_come_back)
{
    const struct record_change first = {7, 1790000000, UINT64_MAX - 4, {"pgnpack x", 9}, 3},
                               second = {0, 0, 0, {"", 0}, 0};
    const struct game_range ranges[] = {{.first = 2, .end = 5, .target = 9},
                                        {.first = 9, .end = 10, .target = 1}};
    const struct record_place second_of = {SECOND, 1}, own = {0, 0}, first_of = {FIRST, 0};
    struct record_writer writer;
    struct game_range_list all = {NULL, 0, 0};
    uint64_t gone = 0;
    struct record_reader reader;
    record_writer_init(&writer, &memory);
    record_writer_begin(&writer, &first);
    record_writer_add(&writer, 2, &second_of, &first_of, ranges, 0); /* nothing */
    record_writer_add(&writer, 1, &second_of, NULL, ranges, 2);
    record_writer_add(&writer, 2, &second_of, NULL, ranges, 2);
    record_writer_add(&writer, 3, &own, &first_of, ranges + 1, 0);
    record_writer_add(&writer, 3, &second_of, &first_of, ranges + 1, 1);
    record_writer_add_gone(&writer, 5, 0);
    record_writer_add_gone(&writer, 5, 1000);
    record_writer_begin(&writer, &second);
    ck_assert(record_writer_finish(&writer));
    ck_assert_uint_eq(record_writer_count(&writer), 1);
    const struct text section = record_writer_section(&writer, 0);
    bytes_append(&record, section.data, section.size);
    record_reader_open(&reader, record.data, record.size, &list, 4);
    check_change(&reader, &first);
    check_change(&reader, &second);
    ck_assert_int_eq(read_lists(&all, &gone), PGNPACK_OK);
    static const uint64_t wanted[][4] = {
        {12, 15, 1, 0}, {19, 20, 1, 0}, {12, 15, 2, 0}, {19, 20, 2, 0}, {19, 20, 3, 1}};
    ck_assert_uint_eq(all.count, 5);
    for (size_t i = 0; i < all.count; i++)
        ck_assert(all.ranges[i].first == wanted[i][0] && all.ranges[i].end == wanted[i][1] &&
                  all.ranges[i].kind == wanted[i][2] && all.ranges[i].target == wanted[i][3]);
    ck_assert_uint_eq(gone, 1000);
    game_range_list_free(&all, &memory);
    record_writer_free(&writer);
}
END_TEST

/* Games of a database, of several segments, own ones, twins and those that are cut by their ends, come back as they were. */
START_TEST(games_come_back)
{
    enum { BEFORE = 3 * GAMES, ALL = BEFORE + OWN };
    const struct record_base base = {&list, 4, BEFORE};
    uint64_t random = 5;
    for (unsigned round = 0; round < 200; round++) {
        struct game_range wanted[ALL] = {{0}}, ranges[ALL];
        struct game_range_list read = {NULL, 0, 0};
        struct record_writer writer;
        size_t count = 0;
        uint64_t gone = 0;
        for (uint64_t at = random_below(&random, 5); at < ALL; at += random_below(&random, 4)) {
            uint64_t left = ALL - at, games = 1 + random_below(&random, left < 15 ? left : 15);
            struct game_range range = {
                .first = at, .end = at + games, .kind = (uint8_t)random_below(&random, 8)};
            if (deletion_has_target(range.kind) && random_below(&random, 4) != 0)
                range.target = 1 + random_below(&random, ALL - games + 1);
            for (uint64_t i = 0; i < games; i++)
                wanted[at + i] = game_range_from(range, at + i);
            ranges[count++] = range;
            at += games;
        }
        for (size_t i = count; i > 1; i--) { /* in any order */
            size_t j = random_below(&random, i);
            struct game_range swapped = ranges[i - 1];
            ranges[i - 1] = ranges[j];
            ranges[j] = swapped;
        }
        record_writer_init(&writer, &memory);
        record_writer_begin(&writer, &(struct record_change){.number = 1, .command = {"", 0}});
        ck_assert(record_add_games(&writer, &base, ranges, count, &memory));
        ck_assert(record_writer_finish(&writer) && record_writer_count(&writer) == 1);
        record.size = 0;
        bytes_append(&record, record_writer_section(&writer, 0).data, record_writer_section(&writer, 0).size);
        ck_assert_int_eq(read_lists(&read, &gone), PGNPACK_OK);
        ck_assert_uint_eq(gone, 0);
        for (size_t i = 0; i < read.count; i++)
            for (uint64_t game = read.ranges[i].first; game < read.ranges[i].end; game++) {
                struct game_range found = game_range_from(read.ranges[i], game);
                ck_assert(wanted[game].first == game && wanted[game].end > game &&
                          found.kind == wanted[game].kind && found.target == wanted[game].target);
                wanted[game].end = 0; /* once */
            }
        for (size_t i = 0; i < ALL; i++)
            ck_assert_uint_eq(wanted[i].end, 0);
        game_range_list_free(&read, &memory);
        record_writer_free(&writer);
    }
}
END_TEST

/* More than a section holds comes in several, of which each has whole lists of the same change. */
START_TEST(large_records_have_parts)
{
    enum { RANGES = 1000000 };
    static struct game_range ranges[RANGES];
    struct record_writer writer;
    uint64_t done = 0;
    list.segments[0].game_count = 2 * RANGES;
    for (size_t i = 0; i < RANGES; i++)
        ranges[i] = (struct game_range){.first = 2 * i, .end = 2 * i + 1, .target = 1 + (i * 7919) % RANGES};
    const struct record_place first = {FIRST, 0};
    record_writer_init(&writer, &memory);
    record_writer_begin(&writer, &(struct record_change){.number = 9, .time = 5, .command = {"large", 5}});
    record_writer_add(&writer, 2, &first, &first, ranges, RANGES);
    ck_assert(record_writer_finish(&writer));
    ck_assert_uint_ge(record_writer_count(&writer), 3);
    for (size_t i = 0; i < record_writer_count(&writer); i++) {
        const struct text section = record_writer_section(&writer, i);
        struct record_reader reader;
        struct record_list read = {.kind = 0};
        struct error error;
        error_clear(&error);
        ck_assert_uint_le(section.size, 4 << 20);
        record_reader_open(&reader, (const uint8_t *)section.data, section.size, &list, 4);
        check_change(&reader,
                     &(struct record_change){.number = 9, .time = 5, .command = {"large", i == 0 ? 5 : 0}});
        while (record_reader_list(&reader, &read, &memory, &error) == PGNPACK_OK)
            for (size_t k = 0; k < read.ranges.count; k++, done++)
                ck_assert(read.ranges.ranges[k].first == ranges[done].first &&
                          read.ranges.ranges[k].target == ranges[done].target);
        ck_assert_int_eq(error.status, PGNPACK_OK);
        game_range_list_free(&read.ranges, &memory);
    }
    ck_assert_uint_eq(done, RANGES);
    size_t count = record_writer_count(&writer);
    ck_assert(record_writer_pad(&writer, count + 2));
    ck_assert_uint_eq(record_writer_count(&writer), count + 2);
    record_writer_free(&writer);
}
END_TEST

START_TEST(commands_have_an_end)
{
    struct record_change read;
    struct error error;
    char *text = calloc(5000, 1);
    for (uint64_t size = 4095; size <= 4098; size++) {
        struct bytes rest = {0};
        struct record_reader reader;
        record.size = 0;
        bytes_append_varint(&rest, 1);
        bytes_append_varint(&rest, 0);
        bytes_append_number(&rest, 0);
        bytes_append_varint(&rest, size);
        bytes_append(&rest, text, 4999);
        bytes_append_varint(&record, rest.size);
        bytes_append(&record, rest.data, rest.size);
        error_clear(&error);
        record_reader_open(&reader, record.data, record.size, &list, 4);
        ck_assert_int_eq(record_reader_next(&reader, &read, &error),
                         size <= 4096 ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
        bytes_free(&rest);
    }
    free(text);
}
END_TEST

/* ---- In files ---- */

static struct bytes plain, file;

static struct pgnpack_reader *open_file(void)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file.data, file.size)), PGNPACK_OK);
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
    pgnpack_free(reader);
    bytes_free(&text);
    return info.identity;
}

/* Opens it all the same: with what is deleted, or all games, and whether the record is damaged. */
static void check_file(uint64_t deleted, int is_damaged)
{
    struct pgnpack_segment_info info;
    struct pgnpack_reader *reader = open_file();
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, deleted);
    ck_assert(pgnpack_reader_segment(reader, pgnpack_reader_info(reader)->segment_count - 1, &info));
    ck_assert_int_eq(info.is_change, 1);
    ck_assert_int_eq(info.is_damaged, is_damaged);
    pgnpack_free(reader);
}

START_TEST(damaged_records_delete_nothing)
{
    uint64_t identity = begin_file();
    const struct bytes good = file;
    for (unsigned kind = 0; kind < 4; kind++) {
        file = (struct bytes){0};
        bytes_append(&file, good.data, good.size);
        record.size = 0;
        append_deletion(&record, identity, 1, kind == 1 ? GAMES + 1 : 5);
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
        append_deletion(&record, identity, i == 1 ? 99 : i, 1);
        struct bytes empty = {0};
        pack_whole(&(struct pack_setup){0}, &(struct bytes){0}, &empty);
        append_changed(&empty, &record, NULL, &file);
        bytes_free(&empty);
    }
    struct pgnpack_reader *reader = open_file();
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, 2);
    ck_assert(pgnpack_reader_is_deleted(reader, 1) && pgnpack_reader_is_deleted(reader, 3));
    pgnpack_free(reader);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* All last blocks are the record: 1, 2 or 40 of them, of which none or one is damaged; what the others say counts. */
START_TEST(records_of_many_blocks)
{
    static const size_t counts[] = {1, 2, 40};
    for (unsigned i = 0; i < 6; i++) {
        enum { MOST = 40 };
        struct bytes records[MOST] = {{0}}, empty = {0};
        size_t count = counts[i / 2];
        int is_damaged = i % 2 != 0;
        struct pgnpack_change_info change;
        file.size = 0;
        uint64_t identity = begin_file();
        for (size_t k = 0; k < count; k++) /* each deletes a game, or is damaged; all are one change */
            append_deletion(&records[k], identity, is_damaged && k == count / 2 ? GAMES : k % GAMES, 1);
        pack_whole(&(struct pack_setup){0}, &(struct bytes){0}, &empty);
        append_changed_by(&empty, records, NULL, count, &file);
        uint64_t there = count < GAMES ? count - (is_damaged ? 1 : 0) : GAMES;
        check_file(there, is_damaged);
        struct pgnpack_reader *reader = open_file();
        struct pgnpack_history *history = pgnpack_history_new(reader);
        ck_assert_int_eq(pgnpack_history_change(history, 1, &change), PGNPACK_OK);
        ck_assert_uint_eq(change.number, 2);
        ck_assert_int_eq(change.is_damaged, is_damaged);
        ck_assert_uint_eq(change.deleted, count - (is_damaged ? 1 : 0));
        ck_assert_int_eq(pgnpack_history_change(history, 2, &change), PGNPACK_END);
        pgnpack_free(history);
        pgnpack_free(reader);
        for (size_t k = 0; k < count; k++)
            bytes_free(&records[k]);
        bytes_free(&empty);
    }
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* The copy of a file with a damaged record would forget for good which games it deleted. */
START_TEST(damaged_records_are_not_copied)
{
    uint64_t identity = begin_file();
    struct bytes out = {0};
    append_deletion(&record, identity, 1, GAMES + 1);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    for (unsigned way = 0; way < 3; way++) {
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        enum pgnpack_status status = way == 0   ? pgnpack_copy_segments(copy, reader)
                                     : way == 1 ? pgnpack_copy_compact(copy, reader)
                                                : pgnpack_copy_games(copy, reader, 1, 1);
        ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(copy)->text, "record of change 2 is damaged"));
        pgnpack_free(copy);
    }
    pgnpack_free(reader);
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
    const struct record_change change = {.number = 2, .time = UINT64_MAX, .command = {"", 0}};
    struct record_writer writer;
    record_writer_init(&writer, &memory);
    record_writer_begin(&writer, &change);
    ck_assert(record_writer_finish(&writer));
    bytes_append(&record, record_writer_section(&writer, 0).data, record_writer_section(&writer, 0).size);
    record_writer_free(&writer);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    ck_assert(pgnpack_reader_segment(reader, 1, &info));
    ck_assert(info.is_change && !info.is_damaged && info.time == 0);
    pgnpack_free(reader);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* An index that was saved has segments, deleted games and ids, too. */
START_TEST(saved_indexes_know_changes)
{
    uint64_t identity = begin_file();
    struct bytes saved = {0};
    char id[PGNPACK_ID_SIZE], other[PGNPACK_ID_SIZE];
    LIST(1, 2, identity, 0, 1, 1, 4, 0);
    end_change(2);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_file();
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &saved)),
                     PGNPACK_OK);
    struct pgnpack_reader *again = pgnpack_reader_new(NULL);
    ck_assert_int_eq(
        pgnpack_reader_open(again, PGNPACK_SOURCE_ARGUMENT(.read_at = bytes_read_at, .opaque = &file,
                                                           .file_size = file.size, .layout = saved.data,
                                                           .layout_size = saved.size)),
        PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(again)->segment_count, 2);
    for (uint64_t i = 0; i < 2; i++) {
        struct pgnpack_segment_info a, b;
        ck_assert(pgnpack_reader_segment(reader, i, &a) && pgnpack_reader_segment(again, i, &b));
        ck_assert(a.offset == b.offset && a.size == b.size && a.identity == b.identity && a.time == b.time &&
                  a.first_game == b.first_game && a.game_count == b.game_count &&
                  a.deleted_count == b.deleted_count && a.is_change == b.is_change &&
                  a.is_damaged == b.is_damaged && a.state == b.state && a.text_size == b.text_size &&
                  a.command.size == b.command.size);
    }
    for (uint64_t i = 1; i <= 2 * GAMES; i++) {
        uint64_t number;
        ck_assert_int_eq(pgnpack_reader_is_deleted(again, i), i == 2 || i == 3 || i == 8);
        ck_assert(pgnpack_reader_game_id(reader, i, id) && pgnpack_reader_game_id(again, i, other));
        ck_assert_str_eq(id, other);
        ck_assert_int_eq(pgnpack_reader_find_id(again, id, PGNPACK_ID_NOW, &number), PGNPACK_OK);
        ck_assert_uint_eq(number, i);
    }
    pgnpack_free(again);
    pgnpack_free(reader);
    bytes_free(&saved);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

Suite *segment_record_suite(void)
{
    Suite *suite = suite_create("segment_record");
    TCase *records = tcase_create("records");
    tcase_add_checked_fixture(records, set_up, tear_down);
    tcase_add_test(records, ranges_are_of_their_segments);
    tcase_add_test(records, ranges_that_are_not_in_order);
    tcase_add_test(records, ranges_have_targets);
    tcase_add_test(records, left_over_bytes_are_ignored);
    tcase_add_test(records, records_come_back);
    tcase_add_test(records, games_come_back);
    tcase_add_test(records, large_records_have_parts);
    tcase_add_test(records, records_of_many_blocks);
    tcase_add_test(records, commands_have_an_end);
    tcase_add_test(records, damaged_records_delete_nothing);
    tcase_add_test(records, damaged_records_cost_only_themselves);
    tcase_add_test(records, damaged_records_are_not_copied);
    tcase_add_test(records, times_without_end);
    tcase_add_test(records, saved_indexes_know_changes);
    suite_add_tcase(suite, records);
    return suite;
}
