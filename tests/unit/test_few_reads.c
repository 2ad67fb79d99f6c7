/* A database is read in few large calls, and whoever wants to know is told of them before. */
#include <check.h>
#include <string.h>

#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/query_support.h"
#include "unit/suites.h"

/* Blocks are small here, and so is what a call is worth. */
enum { CALLS_MAX = 1000, SMALL_GAP = 500, MEDIUM_GAP = 1500 };

struct range {
    uint64_t offset, size;
};

/* What was read, and what was announced before. */
struct log {
    struct bytes *file;
    struct range read[CALLS_MAX], announced[CALLS_MAX];
    size_t read_count, announced_count;
    size_t unannounced; /* reads of bytes that were not announced */
};

static struct bytes text, packed;
static struct log seen;

static int was_announced(uint64_t offset, uint64_t size)
{
    for (size_t i = 0; i < seen.announced_count; i++) {
        const struct range *range = &seen.announced[i];
        if (range->offset <= offset && offset + size <= range->offset + range->size)
            return 1;
    }
    return 0;
}

static int logging_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct log *log = opaque;
    ck_assert_uint_lt(log->read_count, CALLS_MAX);
    log->read[log->read_count++] = (struct range){offset, size};
    log->unannounced += !was_announced(offset, size);
    return bytes_read_at(log->file, offset, bytes, size, size_ret);
}

static void logging_prefetch(void *opaque, uint64_t offset, uint64_t size)
{
    struct log *log = opaque;
    ck_assert_uint_lt(log->announced_count, CALLS_MAX);
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_le(offset + size, log->file->size);
    log->announced[log->announced_count++] = (struct range){offset, size};
}

static void set_up(void)
{
    append_games(&text, 3000, 3);
    seen = (struct log){.file = &packed};
}

static void tear_down(void)
{
    bytes_free(&packed);
    bytes_free(&text);
}

static void open_again(struct pgnpack_reader *reader, size_t gap, pgnpack_prefetch_function prefetch)
{
    seen.read_count = 0;
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = logging_read_at, .opaque = &seen,
                                                            .file_size = packed.size, .gap = gap,
                                                            .prefetch = prefetch)),
        PGNPACK_OK);
}

static struct pgnpack_reader *open_logged(int level, size_t gap)
{
    /* An opening tree would be one more block, which no scan of games reads. */
    const struct pack_setup setup = {.level = level, .block_size = 200000, .index = PGNPACK_INDEX_NONE};
    bytes_cut(&packed, 0, packed.size);
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    open_again(reader, gap, logging_prefetch);
    return reader;
}

/* How many calls a scan takes; *bytes_ret: what they read. */
static size_t scan(const struct pgnpack_reader *reader, unsigned parts, const char *tag, uint64_t *bytes_ret)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts);
    enum pgnpack_status status;
    seen.read_count = seen.announced_count = seen.unannounced = 0;
    if (tag != NULL)
        ck_assert_int_eq(pgnpack_cursor_tags(cursor, &tag, 1), PGNPACK_OK);
    while ((status = pgnpack_cursor_next(cursor, NULL)) == PGNPACK_OK)
        continue;
    ck_assert_int_eq(status, PGNPACK_END);
    *bytes_ret = 0;
    for (size_t i = 0; i < seen.read_count; i++)
        *bytes_ret += seen.read[i].size;
    ck_assert_uint_eq(*bytes_ret, pgnpack_cursor_bytes_read(cursor));
    pgnpack_free(cursor);
    return seen.read_count;
}

/* Two calls for the opening, one a block for a text; columns take one more than with the default gap. */
START_TEST(calls_are_few)
{
    int level = _i;
    uint64_t bytes, columns;
    struct pgnpack_reader *reader = open_logged(level, MEDIUM_GAP);
    uint64_t blocks = pgnpack_reader_info(reader)->block_count;
    ck_assert_uint_ge(blocks, 4);
    ck_assert_uint_le(seen.read_count, 2);
    ck_assert_uint_eq(scan(reader, PGNPACK_PART_TEXT, NULL, &bytes), blocks);
    ck_assert_uint_le(bytes, packed.size);
    ck_assert_uint_le(scan(reader, PGNPACK_PART_SHAPE, NULL, &columns), 3 * blocks);
    ck_assert_uint_le(scan(reader, PGNPACK_PART_TAGS, NULL, &columns), 5 * blocks);
    ck_assert_uint_le(scan(reader, PGNPACK_PART_TAGS, "White", &columns), 6 * blocks);
    ck_assert_uint_lt(columns, bytes);
    ck_assert_uint_le(scan(reader, PGNPACK_PART_MOVES, NULL, &bytes), 5 * blocks);
    pgnpack_free(reader);
}
END_TEST

/* Of a block: header and table, its position columns, shapes with the first plies, and three more stripes. */
START_TEST(a_search_takes_few_calls)
{
    enum { CALLS_A_BLOCK = 6 };
    const struct pack_setup setup = {.level = 3, .block_size = 200000, .index = PGNPACK_INDEX_ALWAYS};
    struct pgnpack_search_counts counts;
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    open_again(reader, 0, logging_prefetch);
    struct pgnpack_query *query = query_of((const char *const[]){"moves", "e4 e5 Nf3", NULL});
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    seen.read_count = 0;
    while (pgnpack_search_next(search, NULL, 1, NULL) == PGNPACK_OK)
        continue;
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_gt(counts.games_replayed, 0);
    ck_assert_uint_gt(counts.blocks_read, 3);
    ck_assert_uint_le(seen.read_count, CALLS_A_BLOCK * counts.blocks_read);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_gap_is_worth_a_call)
{
    static const size_t gaps[] = {PGNPACK_GAP_NONE, SMALL_GAP, 3000, 0, SIZE_MAX - 1};
    uint64_t bytes, bytes_before = 0;
    size_t calls, calls_without = 0, calls_before = SIZE_MAX;
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        struct pgnpack_reader *reader = open_logged(3, gaps[i]);
        calls = scan(reader, PGNPACK_PART_TAGS, "White", &bytes);
        ck_assert_uint_le(calls, calls_before);
        calls_without = gaps[i] == PGNPACK_GAP_NONE ? calls : calls_without;
        ck_assert_uint_ge(bytes, bytes_before);
        calls_before = calls;
        bytes_before = bytes;
        if (gaps[i] == PGNPACK_GAP_NONE)
            ck_assert_uint_gt(calls, 4 * pgnpack_reader_info(reader)->block_count);
        if (gaps[i] == SMALL_GAP) /* the first read is as long as with none */
            ck_assert_uint_lt(calls, calls_without);
        if (gaps[i] == SIZE_MAX - 1)
            ck_assert_uint_eq(calls, pgnpack_reader_info(reader)->block_count);
        pgnpack_free(reader);
    }
}
END_TEST

/* All but the first block's head. Columns of a block are announced before the first of them is read. */
START_TEST(reads_are_announced)
{
    static const unsigned parts[] = {PGNPACK_PART_TAGS, PGNPACK_PART_SHAPE, PGNPACK_PART_MOVES,
                                     PGNPACK_PART_TEXT};
    struct pgnpack_reader *reader = open_logged(_i, PGNPACK_GAP_NONE);
    uint64_t bytes;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        scan(reader, parts[i], NULL, &bytes);
        ck_assert_uint_eq(seen.unannounced, 1);
        scan(reader, parts[i], "White", &bytes);
        ck_assert_uint_eq(seen.unannounced, 1);
    }
    open_again(reader, PGNPACK_GAP_DEFAULT, NULL);
    scan(reader, PGNPACK_PART_TAGS, NULL, &bytes);
    ck_assert_uint_eq(seen.announced_count, 0);
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_limited_cursor_announces_no_more)
{
    struct pgnpack_reader *reader = open_logged(3, PGNPACK_GAP_DEFAULT);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    seen.announced_count = 0;
    ck_assert_int_eq(pgnpack_cursor_range(cursor, 1, 10), PGNPACK_OK);
    while (pgnpack_cursor_next(cursor, NULL) == PGNPACK_OK)
        continue;
    ck_assert_uint_eq(seen.announced_count, 0);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* A file in memory is not copied in vain. */
START_TEST(memory_has_no_gaps)
{
    uint64_t bytes, needed;
    struct pgnpack_reader *reader = open_logged(3, PGNPACK_GAP_NONE);
    scan(reader, PGNPACK_PART_TAGS, "White", &needed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    const char *tag = "White";
    pgnpack_cursor_tags(cursor, &tag, 1);
    while (pgnpack_cursor_next(cursor, NULL) == PGNPACK_OK)
        continue;
    bytes = pgnpack_cursor_bytes_read(cursor);
    ck_assert_uint_eq(bytes, needed);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* What opening reads of the end is a gap's worth, since most of it may be of no use: 2 to 16 KiB. */
START_TEST(the_end_follows_the_gap)
{
    static const struct {
        size_t gap, end;
    } trials[] = {
        {PGNPACK_GAP_NONE, 2048}, {2048, 2048}, {5000, 5000}, {PGNPACK_GAP_DEFAULT, 16384}, {1 << 20, 16384}};
    struct pgnpack_reader *reader = open_logged(3, trials[_i].gap);
    ck_assert_uint_eq(seen.read_count, 2);
    ck_assert_uint_eq(seen.read[0].offset + seen.read[0].size, packed.size);
    ck_assert_uint_eq(seen.read[0].size, trials[_i].end);
    pgnpack_free(reader);
}
END_TEST

Suite *few_reads_suite(void)
{
    Suite *suite = suite_create("few_reads");
    TCase *reads = tcase_create("reads");
    tcase_add_checked_fixture(reads, set_up, tear_down);
    tcase_add_loop_test(reads, calls_are_few, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_test(reads, a_search_takes_few_calls);
    tcase_add_test(reads, a_gap_is_worth_a_call);
    tcase_add_loop_test(reads, reads_are_announced, 3, 7);
    tcase_add_test(reads, a_limited_cursor_announces_no_more);
    tcase_add_test(reads, memory_has_no_gaps);
    tcase_add_loop_test(reads, the_end_follows_the_gap, 0, 5);
    suite_add_tcase(suite, reads);
    return suite;
}
