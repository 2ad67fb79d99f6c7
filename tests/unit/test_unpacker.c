/* Unpacking through the public functions: streams, threads, damage, failing callbacks. */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "unit/database_support.h"
#include "unit/suites.h"

enum { HEADER_SIZE = 32, END_MARK_SIZE = 32 };

static struct bytes text;
static struct bytes packed; /* in many blocks */
static struct pgnpack_block_info blocks[64];
static size_t block_count;

static void set_up(void)
{
    const struct pack_setup setup = {.block_size = 900};
    append_games(&text, 80, 41);
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    for (block_count = 0; pgnpack_reader_block(reader, block_count, &blocks[block_count]); block_count++)
        ck_assert_uint_lt(block_count, 63);
    ck_assert_uint_ge(block_count, 10);
    pgnpack_free(reader);
}

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* ---- Without damage ---- */

START_TEST(threads_and_pieces)
{
    static const size_t pieces[] = {0, 1, 7, 1000};
    for (unsigned threads = 1; threads <= 8; threads++)
        for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
            const struct unpack_setup setup = {
                .threads = threads, .piece = pieces[i], .salvage = threads % 2};
            struct unpacked unpacked;
            unpack_bytes(&setup, packed.data, packed.size, &unpacked);
            ck_assert_int_eq(unpacked.status, PGNPACK_OK);
            ck_assert(bytes_equal(&unpacked.text, &text));
            ck_assert_uint_eq(unpacked.totals.blocks, block_count);
            ck_assert_uint_eq(unpacked.totals.text_size, text.size);
            ck_assert_uint_eq(unpacked.totals.packed_size, packed.size);
            ck_assert_uint_eq(unpacked.totals.segments, 1);
            ck_assert_uint_eq(unpacked.totals.games,
                              blocks[block_count - 1].first_game + blocks[block_count - 1].game_count - 1);
            ck_assert_uint_eq(unpacked.damage_count, 0);
            unpacked_free(&unpacked);
        }
}
END_TEST

START_TEST(files_in_a_row)
{
    struct bytes twice_packed = {0};
    struct bytes twice = {0};
    struct bytes nothing = {0};
    const struct pack_setup setup = {0};
    pack_whole(&setup, &nothing, &twice_packed); /* an empty one first */
    for (int i = 0; i < 2; i++) {
        bytes_append(&twice_packed, packed.data, packed.size);
        bytes_append(&twice, text.data, text.size);
    }
    pack_whole(&setup, &nothing, &twice_packed);
    check_unpacks(&twice_packed, &twice);
    bytes_free(&twice_packed);
    bytes_free(&twice);
}
END_TEST

/* A handle can be used again, whatever came of the first use. */
START_TEST(used_again)
{
    struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 2};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    for (int i = 0; i < 4; i++) {
        struct bytes out = {0};
        struct bytes_source source = {packed.data, i % 2 == 0 ? packed.size / 2 : packed.size, 0, 0};
        enum pgnpack_status status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                                          PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(status, i % 2 == 0 ? PGNPACK_ERROR_TRUNCATED : PGNPACK_OK);
        ck_assert(i % 2 == 0 || bytes_equal(&out, &text));
        bytes_free(&out);
    }
    pgnpack_free(unpacker);
    pgnpack_free(NULL);
}
END_TEST

START_TEST(only_tested)
{
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    struct bytes_source source = {packed.data, packed.size, 0, 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source), NULL),
                     PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->text_size, text.size);
    pgnpack_free(unpacker);
}
END_TEST

/* ---- What is not ours ---- */

struct stranger {
    const char *bytes;
    size_t size;
    enum pgnpack_status status;
};

#define STRANGER(bytes, status)                                                                              \
    {                                                                                                        \
        bytes, sizeof bytes - 1, status                                                                      \
    }

static const struct stranger strangers[] = {
    STRANGER("", PGNPACK_ERROR_NOT_BCGN),
    STRANGER("B", PGNPACK_ERROR_TRUNCATED),
    STRANGER("BCGN", PGNPACK_ERROR_TRUNCATED),
    STRANGER("BCGX", PGNPACK_ERROR_NOT_BCGN),
    STRANGER("[Event \"plain text\"]\n\n1. e4 e5 *\n", PGNPACK_ERROR_NOT_BCGN),
    STRANGER("BCGN\0\0\0\0 a file of version 0, which another reader is for", PGNPACK_ERROR_UNSUPPORTED),
    STRANGER("BCGN\1\0\0\0notours and so on; this is long enough", PGNPACK_ERROR_UNSUPPORTED),
    STRANGER("BCGN\2\0\0\0pgnpack1 of the future; this is long enough", PGNPACK_ERROR_UNSUPPORTED),
};

START_TEST(strangers_are_refused)
{
    for (int salvage = 0; salvage < 2; salvage++) {
        const struct unpack_setup setup = {.salvage = salvage};
        struct unpacked unpacked;
        unpack_bytes(&setup, strangers[_i].bytes, strangers[_i].size, &unpacked);
        ck_assert_int_eq(unpacked.status, strangers[_i].status);
        ck_assert_uint_eq(unpacked.text.size, 0);
        ck_assert_uint_eq(unpacked.damage_count, 0);
        unpacked_free(&unpacked);
    }
}
END_TEST

START_TEST(bytes_behind_the_end)
{
    for (int salvage = 0; salvage < 2; salvage++) {
        const struct unpack_setup setup = {.salvage = salvage};
        struct unpacked unpacked;
        struct bytes longer = {0};
        bytes_append(&longer, packed.data, packed.size);
        bytes_append_text(&longer, "and more");
        unpack_bytes(&setup, longer.data, longer.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        ck_assert(bytes_equal(&unpacked.text, &text));
        ck_assert_uint_eq(unpacked.error_offset, packed.size);
        ck_assert_uint_eq(unpacked.damage_count, (size_t)salvage);
        unpacked_free(&unpacked);
        bytes_free(&longer);
    }
}
END_TEST

/* ---- Damage ---- */

static size_t text_before(size_t block)
{
    size_t size = 0;
    for (size_t n = 0; n < block; n++)
        size += (size_t)blocks[n].text_size;
    return size;
}

/* Blocks `first` to `behind` - 1 are missing in the text, and that is what the one stretch of damage says. */
static void check_lost(const struct bytes *damaged, size_t first, size_t behind)
{
    const struct unpack_setup setup = {.salvage = 1, .threads = 2};
    struct unpacked unpacked;
    size_t start = text_before(first);
    size_t end = text_before(behind);
    unpack_bytes(&setup, damaged->data, damaged->size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.text.size, text.size - (end - start));
    ck_assert_mem_eq(unpacked.text.data, text.data, start);
    ck_assert(end == text.size || memcmp(unpacked.text.data + start, text.data + end, text.size - end) == 0);
    ck_assert_uint_eq(unpacked.damage_count, 1);
    uint64_t games = 0;
    for (size_t n = first; n < behind; n++)
        games += blocks[n].game_count;
    ck_assert_uint_eq(unpacked.damages[0].offset, blocks[first].offset);
    ck_assert_uint_eq(unpacked.damages[0].size,
                      blocks[behind - 1].offset + blocks[behind - 1].size - blocks[first].offset);
    ck_assert_uint_eq(unpacked.damages[0].first_game, blocks[first].first_game);
    ck_assert_uint_eq(unpacked.damages[0].game_count, games);
    ck_assert_uint_eq(unpacked.damages[0].text_size, end - start);
    ck_assert_uint_eq(unpacked.totals.segments, 1);
    unpacked_free(&unpacked);
}

START_TEST(lost_blocks_are_named)
{
    struct bytes damaged = {0};
    for (size_t first = 0; first < block_count; first++)
        for (size_t behind = first + 1; behind <= block_count && behind < first + 4; behind++) {
            damaged.size = 0;
            bytes_append(&damaged, packed.data, packed.size);
            memset(damaged.data + blocks[first].offset, 0,
                   (size_t)(blocks[behind - 1].offset + blocks[behind - 1].size - blocks[first].offset));
            check_lost(&damaged, first, behind);
        }
    for (size_t n = 0; n < block_count; n++) {
        damaged.size = 0;
        bytes_append(&damaged, packed.data, packed.size);
        damaged.data[blocks[n].offset + blocks[n].size - 1] ^= 1;
        check_lost(&damaged, n, n + 1);
    }
    bytes_free(&damaged);
}
END_TEST

/* Without salvage, what is before the damage comes out, and nothing behind it. */
START_TEST(damage_ends_the_text)
{
    for (size_t n = 0; n < block_count; n++) {
        const struct unpack_setup setup = {.threads = 1 + (unsigned)n % 3};
        struct unpacked unpacked;
        struct bytes damaged = {0};
        bytes_append(&damaged, packed.data, packed.size);
        damaged.data[blocks[n].offset + (n % 2 == 0 ? 70 : 20)] ^= 1;
        unpack_bytes(&setup, damaged.data, damaged.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(unpacked.error_offset, blocks[n].offset);
        ck_assert_uint_eq(unpacked.text.size, text_before(n));
        ck_assert(n == 0 || memcmp(unpacked.text.data, text.data, unpacked.text.size) == 0);
        unpacked_free(&unpacked);
        bytes_free(&damaged);
    }
}
END_TEST

/* Damage outside of the blocks loses nothing, and says so. */
START_TEST(only_the_frame_is_damaged)
{
    const size_t places[] = {1,
                             4,
                             20,
                             packed.size - 1,
                             packed.size - 20,
                             packed.size - END_MARK_SIZE - 3,
                             (size_t)(blocks[block_count - 1].offset + blocks[block_count - 1].size) + 2};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const struct unpack_setup setup = {.salvage = 1};
        struct unpacked unpacked;
        struct bytes damaged = {0};
        bytes_append(&damaged, packed.data, packed.size);
        damaged.data[places[i]] ^= 1;
        unpack_bytes(&setup, damaged.data, damaged.size, &unpacked);
        ck_assert_int_ne(unpacked.status, PGNPACK_OK);
        ck_assert(bytes_equal(&unpacked.text, &text));
        ck_assert_uint_eq(unpacked.damage_count, 1);
        ck_assert_uint_eq(unpacked.damages[0].game_count, 0);
        ck_assert_uint_eq(unpacked.damages[0].text_size, 0);
        unpacked_free(&unpacked);
        bytes_free(&damaged);
    }
}
END_TEST

/* A file cut off inside a block, and a whole one behind it. */
START_TEST(cut_off_before_another)
{
    struct bytes damaged = {0};
    for (size_t cut = HEADER_SIZE; cut < packed.size; cut += 131) {
        const struct unpack_setup setup = {.salvage = 1};
        struct unpacked unpacked;
        size_t whole = 0;
        damaged.size = 0;
        bytes_append(&damaged, packed.data, cut);
        bytes_append(&damaged, packed.data, packed.size);
        for (size_t n = 0; n < block_count && blocks[n].offset + blocks[n].size <= cut; n++)
            whole += (size_t)blocks[n].text_size;
        unpack_bytes(&setup, damaged.data, damaged.size, &unpacked);
        ck_assert_int_ne(unpacked.status, PGNPACK_OK);
        ck_assert_uint_eq(unpacked.text.size, whole + text.size);
        ck_assert(whole == 0 || memcmp(unpacked.text.data, text.data, whole) == 0);
        ck_assert_mem_eq(unpacked.text.data + whole, text.data, text.size);
        unpacked_free(&unpacked);
    }
    bytes_free(&damaged);
}
END_TEST

/* ---- Blocks that stand where no packer puts them ---- */

/* All of `expected` comes out, and one stretch of no bytes and no games is named, at `offset`. */
static void check_only_header_is_missing(const struct bytes *file, const struct bytes *expected,
                                         size_t offset)
{
    const struct unpack_setup setup = {.salvage = 1, .threads = 2};
    const struct unpack_setup strict = {0};
    struct unpacked unpacked;
    unpack_bytes(&setup, file->data, file->size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert(bytes_equal(&unpacked.text, expected));
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_eq(unpacked.damages[0].offset, offset);
    ck_assert_uint_eq(unpacked.damages[0].size, 0);
    ck_assert_uint_eq(unpacked.damages[0].game_count, 0);
    ck_assert_uint_eq(unpacked.damages[0].text_size, 0);
    unpacked_free(&unpacked);
    unpack_bytes(&strict, file->data, file->size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.error_offset, offset);
    unpacked_free(&unpacked);
}

START_TEST(header_is_missing)
{
    struct bytes file = {0};
    struct bytes twice = {0};
    bytes_append(&file, packed.data + HEADER_SIZE, packed.size - HEADER_SIZE);
    check_only_header_is_missing(&file, &text, 0);
    file.size = 0;
    bytes_append(&file, packed.data, packed.size);
    bytes_append(&file, packed.data + HEADER_SIZE, packed.size - HEADER_SIZE);
    bytes_append(&twice, text.data, text.size);
    bytes_append(&twice, text.data, text.size);
    check_only_header_is_missing(&file, &twice, packed.size);
    bytes_free(&file);
    bytes_free(&twice);
}
END_TEST

/* What is there twice comes twice: a copy cannot be told from a block of another file that lost its header. */
START_TEST(copied_block)
{
    const struct unpack_setup setup = {.salvage = 1};
    for (size_t n = 0; n < block_count; n++) {
        struct unpacked unpacked;
        struct bytes file = {0};
        struct bytes expected = {0};
        size_t end = (size_t)(blocks[n].offset + blocks[n].size);
        bytes_append(&file, packed.data, end);
        bytes_append(&file, packed.data + blocks[n].offset, packed.size - (size_t)blocks[n].offset);
        bytes_append(&expected, text.data, text_before(n + 1));
        bytes_append(&expected, text.data + text_before(n), text.size - text_before(n));
        unpack_bytes(&setup, file.data, file.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(unpacked.error_offset, end);
        ck_assert(bytes_equal(&unpacked.text, &expected));
        ck_assert_uint_eq(unpacked.damage_count, 1);
        unpacked_free(&unpacked);
        bytes_free(&file);
        bytes_free(&expected);
    }
}
END_TEST

static int holds(const struct bytes *bytes, const uint8_t *part, size_t size)
{
    for (size_t at = 0; at + size <= bytes->size; at++)
        if (memcmp(bytes->data + at, part, size) == 0)
            return 1;
    return 0;
}

static void append_noise(struct bytes *bytes, size_t size)
{
    for (uint64_t random = 3; size > 0; size--) {
        uint8_t byte = (uint8_t)next_random(&random);
        bytes_append(bytes, &byte, 1);
    }
}

/* What stands in a block that is whole is its text, even if it is a database, and damage is before it. */
START_TEST(a_database_as_text)
{
    const struct unpack_setup setup = {.salvage = 1, .threads = 2};
    const struct pack_setup fast = {.level = 1};
    struct unpacked unpacked;
    struct bytes noise = {0};
    struct bytes holder = {0};
    struct bytes file = {0};
    struct bytes expected = {0};
    append_noise(&noise, 90000); /* which does not compress, and so is stored as it is */
    bytes_append(&noise, packed.data + blocks[1].offset, (size_t)blocks[1].size);
    append_noise(&noise, 1000);
    pack_whole(&fast, &noise, &holder);
    ck_assert(holds(&holder, packed.data + blocks[1].offset, (size_t)blocks[1].size));
    bytes_append(&file, packed.data, packed.size);
    file.data[blocks[block_count - 1].offset + 70] ^= 1;
    bytes_append(&file, holder.data + HEADER_SIZE, holder.size - HEADER_SIZE);
    bytes_append(&expected, text.data, text_before(block_count - 1));
    bytes_append(&expected, noise.data, noise.size);
    unpack_bytes(&setup, file.data, file.size, &unpacked);
    ck_assert(bytes_equal(&unpacked.text, &expected));
    ck_assert_uint_eq(unpacked.damage_count, 2);
    unpacked_free(&unpacked);
    bytes_free(&noise);
    bytes_free(&holder);
    bytes_free(&file);
    bytes_free(&expected);
}
END_TEST

/* ---- Failures of callbacks ---- */

enum { FAIL_READ, FAIL_WRITE, FAIL_PROGRESS, FAIL_BEGIN, FAIL_COUNT };

struct run {
    struct failing_calls calls;
    int what; /* FAIL_... */
};

static int failing_begin(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    (void)name;
    (void)name_size;
    return failing_progress(opaque, &(struct pgnpack_progress){.all = 0});
}

static enum pgnpack_status run_failing(struct run *run, const struct bytes *file, unsigned threads,
                                       int salvage)
{
    struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = threads, .salvage = salvage, .opaque = &run->calls};
    if (run->what == FAIL_PROGRESS)
        options.progress = failing_progress;
    if (run->what == FAIL_BEGIN)
        options.begin_file = failing_begin;
    run->calls.source = (struct bytes_source){file->data, file->size, 0, 500};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    enum pgnpack_status status = pgnpack_unpacker_run(
        unpacker,
        PGNPACK_FROM_STREAM(run->what == FAIL_READ ? failing_read : bytes_read,
                            run->what == FAIL_READ ? (void *)&run->calls : (void *)&run->calls.source),
        PGNPACK_TO_FUNCTION(run->what == FAIL_WRITE ? failing_write : bytes_write,
                            run->what == FAIL_WRITE ? (void *)&run->calls : (void *)&run->calls.bytes));
    ck_assert_int_eq(pgnpack_error(unpacker)->status, status);
    pgnpack_free(unpacker);
    return status;
}

/* Each call fails once, also when damage came before it. */
START_TEST(each_call_fails)
{
    static const enum pgnpack_status statuses[] = {PGNPACK_ERROR_READ, PGNPACK_ERROR_WRITE,
                                                   PGNPACK_ERROR_CANCELLED, PGNPACK_ERROR_WRITE};
    int salvage = _i / FAIL_COUNT;
    struct bytes file = {0};
    bytes_append(&file, packed.data, packed.size);
    if (salvage)
        memset(file.data + blocks[2].offset, 0, 50);
    for (size_t n = 1;; n++) {
        struct run run = {.calls = {.fails_at = n, .cause = EIO}, .what = _i % FAIL_COUNT};
        enum pgnpack_status status = run_failing(&run, &file, 1 + (unsigned)n % 3, salvage);
        int is_reached = run.calls.calls >= n;
        ck_assert_int_eq(status, is_reached ? statuses[_i % FAIL_COUNT]
                                 : salvage  ? PGNPACK_ERROR_CORRUPT
                                            : PGNPACK_OK);
        bytes_free(&run.calls.bytes);
        if (!is_reached)
            break;
    }
    bytes_free(&file);
}
END_TEST

START_TEST(memory_is_limited)
{
    for (size_t limit = 1000; limit < (64 << 20); limit *= 2) {
        struct limited limited;
        limit_memory(&limited, limit);
        struct pgnpack_unpacker_options unpacker_options = {.size = sizeof unpacker_options,
                                                            .threads = (unsigned)_i};
        struct bytes_source source = {packed.data, packed.size, 0, 0};
        struct bytes out = {0};
        struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&limited.options, &unpacker_options);
        if (unpacker != NULL) {
            enum pgnpack_status status = pgnpack_unpacker_run(
                unpacker, PGNPACK_FROM_STREAM(bytes_read, &source), PGNPACK_TO_FUNCTION(bytes_write, &out));
            ck_assert_msg(status == PGNPACK_ERROR_MEMORY_LIMIT ||
                              (status == PGNPACK_OK && bytes_equal(&out, &text)),
                          "limit %zu: status %d", limit, status);
            ck_assert(status == PGNPACK_OK || limit < (32 << 20));
        }
        ck_assert_uint_le(limited.count.peak, limit);
        pgnpack_free(unpacker);
        ck_assert_uint_eq(limited.count.outstanding, 0);
        bytes_free(&out);
    }
}
END_TEST

Suite *unpacker_suite(void)
{
    Suite *suite = suite_create("unpacker");
    TCase *whole = tcase_create("whole files");
    tcase_add_checked_fixture(whole, set_up, tear_down);
    tcase_add_test(whole, threads_and_pieces);
    tcase_add_test(whole, files_in_a_row);
    tcase_add_test(whole, used_again);
    tcase_add_test(whole, only_tested);
    suite_add_tcase(suite, whole);
    TCase *damage = tcase_create("damage");
    tcase_add_checked_fixture(damage, set_up, tear_down);
    tcase_add_loop_test(damage, strangers_are_refused, 0, sizeof strangers / sizeof strangers[0]);
    tcase_add_test(damage, bytes_behind_the_end);
    tcase_add_test(damage, lost_blocks_are_named);
    tcase_add_test(damage, damage_ends_the_text);
    tcase_add_test(damage, only_the_frame_is_damaged);
    tcase_add_test(damage, cut_off_before_another);
    suite_add_tcase(suite, damage);
    TCase *places = tcase_create("blocks in other places");
    tcase_add_checked_fixture(places, set_up, tear_down);
    tcase_add_test(places, header_is_missing);
    tcase_add_test(places, copied_block);
    tcase_add_test(places, a_database_as_text);
    suite_add_tcase(suite, places);
    TCase *failures = tcase_create("failures");
    tcase_add_checked_fixture(failures, set_up, tear_down);
    tcase_add_loop_test(failures, each_call_fails, 0, 2 * FAIL_COUNT);
    tcase_add_loop_test(failures, memory_is_limited, 1, 4);
    suite_add_tcase(suite, failures);
    return suite;
}
