/* The work limit of pgnpack_options: exact, the same for every number of threads, and no end of the handle. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <zstd.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "container/sections/work_costs.h"
#include "shared/reseal.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "util/bytes.h"
#include "util/xxh64.h"

enum { GAMES = 36, LEVELS = 3 };

static const int levels[LEVELS] = {3, 6, 9};

/* Two segments of several blocks each. */
static void make_database(int level, struct bytes *packed)
{
    const struct pack_setup setup = {.level = level, .block_size = 6000};
    struct bytes text = {0};
    append_games(&text, GAMES, 5);
    pack_whole(&setup, &text, packed);
    pack_whole(&setup, &text, packed);
    bytes_free(&text);
}

/* ---- Costs ---- */

/* As docs/LIMITS.md has it. */
START_TEST(a_move_of_the_best_codec)
{
    struct best_coder *best = calloc(1, sizeof *best);
    ck_assert_ptr_nonnull(best);
    struct move_reader reader = {.codec = MOVE_CODEC_BEST};
    reader.state.best = best;
    best->fast.ply.count = 3;
    best->asked = 2;
    best->exchange_steps = 7;
    ck_assert_uint_eq(work_of_move(&reader), 8000 + 3 * 150 + 2 * 500 + 7 * 20);
    free(best);
}
END_TEST

/* ---- Unpacking ---- */

struct run {
    enum pgnpack_status status;
    uint64_t offset, game;
    char cause[240];
    struct bytes text;
    struct pgnpack_unpacker_totals totals;
};

static struct pgnpack_unpacker *new_unpacker(uint64_t limit, unsigned threads, int salvage)
{
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = limit};
    const struct pgnpack_unpacker_options unpacker_options = {
        .size = sizeof unpacker_options, .threads = threads, .salvage = salvage};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, &unpacker_options);
    ck_assert_ptr_nonnull(unpacker);
    return unpacker;
}

static void run_again(struct pgnpack_unpacker *unpacker, const struct bytes *packed, struct run *run)
{
    struct bytes_source source = {packed->data, packed->size, 0, 0};
    memset(run, 0, sizeof *run);
    run->status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                       PGNPACK_TO_FUNCTION(bytes_write, &run->text));
    const struct pgnpack_error *error = pgnpack_error(unpacker);
    ck_assert_int_eq(error->status, run->status);
    run->offset = error->offset;
    run->game = error->game;
    strncpy(run->cause, error->text, sizeof run->cause - 1);
    run->totals = *pgnpack_unpacker_totals(unpacker);
}

static void unpack_within(uint64_t limit, unsigned threads, int salvage, const struct bytes *packed,
                          struct run *run)
{
    struct pgnpack_unpacker *unpacker = new_unpacker(limit, threads, salvage);
    run_again(unpacker, packed, run);
    pgnpack_free(unpacker);
}

static uint64_t work_of(const struct bytes *packed)
{
    struct run run;
    unpack_within(0, 1, 0, packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_OK);
    ck_assert(run.totals.work > run.totals.text_size);
    bytes_free(&run.text);
    return run.totals.work;
}

static void check_same(const struct run *a, const struct run *b)
{
    ck_assert_int_eq(a->status, b->status);
    ck_assert(a->offset == b->offset && a->game == b->game);
    ck_assert_str_eq(a->cause, b->cause);
    ck_assert(bytes_equal(&a->text, &b->text));
    ck_assert(a->totals.work == b->totals.work && a->totals.games == b->totals.games);
    ck_assert(a->totals.blocks == b->totals.blocks && a->totals.damaged == b->totals.damaged);
}

/* With any number of threads. */
static void check_run(uint64_t limit, int salvage, const struct bytes *packed, struct run *run)
{
    static const unsigned threads[] = {2, 8};
    unpack_within(limit, 1, salvage, packed, run);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct run other;
        unpack_within(limit, threads[i], salvage, packed, &other);
        check_same(run, &other);
        bytes_free(&other.text);
    }
}

START_TEST(the_limit_is_exact)
{
    struct bytes packed = {0};
    struct run run;
    make_database(levels[_i], &packed);
    uint64_t work = work_of(&packed);
    check_run(work, 0, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_OK);
    ck_assert(run.totals.work == work);
    bytes_free(&run.text);
    check_run(work - 1, 0, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(run.cause, "raise the limit"));
    ck_assert_uint_lt(run.offset, packed.size);
    ck_assert(run.totals.work < work);
    bytes_free(&run.text);
    bytes_free(&packed);
}
END_TEST

/* A larger limit gives no less; what comes out is a beginning of the text, and the error is where it ends. */
START_TEST(limits_are_monotonic)
{
    enum { STEPS = 12 };
    struct bytes packed = {0};
    struct run whole, run;
    size_t size_before = 0;
    make_database(levels[_i], &packed);
    unpack_within(0, 1, 0, &packed, &whole);
    for (uint64_t i = 1; i <= STEPS; i++) {
        check_run(whole.totals.work * i / STEPS, 0, &packed, &run);
        ck_assert_int_eq(run.status, i == STEPS ? PGNPACK_OK : PGNPACK_ERROR_LIMIT);
        ck_assert(run.text.size >= size_before && run.text.size <= whole.text.size);
        ck_assert(run.text.size == 0 || memcmp(run.text.data, whole.text.data, run.text.size) == 0);
        ck_assert(run.totals.work <= whole.totals.work * i / STEPS);
        ck_assert(i == STEPS || run.game == 0 || run.game == run.totals.games + 1);
        size_before = run.text.size;
        bytes_free(&run.text);
    }
    bytes_free(&whole.text);
    bytes_free(&packed);
}
END_TEST

START_TEST(a_unit_is_enough_for_nothing)
{
    struct bytes packed = {0};
    struct run run;
    make_database(3, &packed);
    check_run(1, 0, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_ERROR_LIMIT);
    ck_assert(run.game == 1 && run.offset == 32 && run.text.size == 0 && run.totals.work == 0);
    bytes_free(&packed);
}
END_TEST

START_TEST(each_run_counts_anew)
{
    struct bytes packed = {0};
    struct run first, run;
    make_database(6, &packed);
    uint64_t work = work_of(&packed);
    struct pgnpack_unpacker *unpacker = new_unpacker(work, 2, 0);
    run_again(unpacker, &packed, &first);
    run_again(unpacker, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_OK);
    check_same(&first, &run);
    bytes_free(&first.text);
    bytes_free(&run.text);
    pgnpack_free(unpacker);

    struct bytes twice = {0}; /* one failure does not stop the next run */
    bytes_append(&twice, packed.data, packed.size);
    bytes_append(&twice, packed.data, packed.size);
    unpacker = new_unpacker(work, 2, 0);
    run_again(unpacker, &twice, &run);
    ck_assert_int_eq(run.status, PGNPACK_ERROR_LIMIT);
    ck_assert(run.offset >= packed.size);
    bytes_free(&run.text);
    run_again(unpacker, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_OK);
    bytes_free(&run.text);
    pgnpack_free(unpacker);
    bytes_free(&twice);
    bytes_free(&packed);
}
END_TEST

/* Spoils each block's second part, and makes checksums fit: decoding finds it, sooner or later. */
static void spoil(struct bytes *packed)
{
    for (size_t at = 310; at < packed->size - 200; at += 350)
        packed->data[at] ^= 0x55;
    reseal_file(packed->data, packed->size);
}

/* Damage counts as much as was done when it was found. With salvage, too, the limit ends the run. */
START_TEST(damage_and_limits_in_any_order)
{
    enum { STEPS = 12 };
    const struct pack_setup setup = {.level = levels[_i], .block_size = 6000};
    struct bytes text = {0}, packed = {0};
    struct run whole, run;
    unsigned limited = 0;
    append_games(&text, GAMES, 5);
    pack_whole(&setup, &text, &packed);
    spoil(&packed);
    check_run(0, 1, &packed, &whole);
    ck_assert_uint_gt(whole.totals.damaged, 1);
    for (uint64_t i = 1; i <= STEPS; i++) {
        check_run(whole.totals.work * i / STEPS, 1, &packed, &run);
        limited += run.status == PGNPACK_ERROR_LIMIT;
        ck_assert(run.totals.damaged <= whole.totals.damaged);
        ck_assert(run.totals.damaged != 0 || run.status == PGNPACK_ERROR_LIMIT);
        bytes_free(&run.text);
        check_run(whole.totals.work * i / STEPS, 0, &packed, &run);
        ck_assert(run.status == PGNPACK_ERROR_LIMIT || run.status == PGNPACK_ERROR_CORRUPT);
        bytes_free(&run.text);
    }
    ck_assert_uint_gt(limited, 0);
    bytes_free(&whole.text);
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

START_TEST(options_of_before_have_no_limit)
{
    struct bytes packed = {0};
    struct run run;
    struct pgnpack_options options = {.size = offsetof(struct pgnpack_options, work_limit), .work_limit = 1};
    make_database(3, &packed);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, NULL);
    run_again(unpacker, &packed, &run);
    ck_assert_int_eq(run.status, PGNPACK_OK);
    bytes_free(&run.text);
    pgnpack_free(unpacker);
    bytes_free(&packed);
}
END_TEST

/* ---- Reading ---- */

static struct pgnpack_reader *open_within(uint64_t limit, const struct bytes *packed,
                                          enum pgnpack_status expected)
{
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = limit};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)), expected);
    ck_assert_int_eq(pgnpack_error(reader)->status, expected);
    return reader;
}

START_TEST(opening_counts_the_index)
{
    struct bytes packed = {0};
    make_database(3, &packed);
    struct pgnpack_reader *reader = open_within(0, &packed, PGNPACK_OK);
    uint64_t work = pgnpack_work(reader);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert(pgnpack_work(reader) == work);
    pgnpack_free(reader);
    pgnpack_free(open_within(work, &packed, PGNPACK_OK));
    reader = open_within(work - 1, &packed, PGNPACK_ERROR_LIMIT);
    ck_assert(pgnpack_reader_info(reader)->game_count == 0);
    ck_assert(pgnpack_error(reader)->offset > packed.size / 2);
    ck_assert(pgnpack_error(reader)->offset < packed.size);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

/* A segment without blocks whose footer says that it has as many as there were room for in the whole file. */
static void append_lying_segment(struct bytes *file)
{
    enum { FIELDS = 64 };
    uint8_t head[BCGN_FOOTER_HEAD_SIZE] = {0};
    uint8_t mark[BCGN_END_MARK_SIZE];
    uint64_t blocks = file->size / BCGN_BLOCK_HEADER_SIZE;
    size_t raw_size = (size_t)(1 + blocks * FIELDS);
    size_t start = file->size;
    uint8_t *raw = calloc(raw_size, 1);
    uint8_t *packed = malloc(ZSTD_compressBound(raw_size));
    ck_assert(raw != NULL && packed != NULL);
    raw[0] = FIELDS;
    size_t packed_size = ZSTD_compress(packed, ZSTD_compressBound(raw_size), raw, raw_size, 1);
    uint8_t header[BCGN_FILE_HEADER_SIZE];
    memcpy(header, file->data, sizeof header);
    bytes_append(file, header, sizeof header);
    store_le64(head, BCGN_FOOTER_MARKER);
    store_le32(head + 8, (uint32_t)packed_size);
    store_le32(head + 12, (uint32_t)raw_size);
    store_le64(head + 16, blocks);
    store_le32(head + 24, (uint32_t)xxh64(packed, packed_size));
    store_le32(head + 28, (uint32_t)xxh64(head, 28));
    bytes_append(file, head, sizeof head);
    bytes_append(file, packed, packed_size);
    const struct end_mark told = {.segment_size = file->size + sizeof mark - start,
                                  .footer_size = (uint32_t)(sizeof head + packed_size),
                                  .kind.profile = header[5]};
    end_mark_set(&told, mark);
    bytes_append(file, mark, sizeof mark);
    free(raw);
    free(packed);
}

/* Else a file of such segments is work and memory that grow with its square. */
START_TEST(an_index_has_no_more_blocks_than_its_segment)
{
    struct bytes packed = {0};
    for (int i = 0; i < 6; i++)
        make_database(3, &packed);
    size_t size = packed.size;
    append_lying_segment(&packed);
    ck_assert_uint_lt(packed.size, size + size / 10);
    struct pgnpack_reader *reader = open_within(0, &packed, PGNPACK_ERROR_TRUNCATED);
    ck_assert_uint_lt(pgnpack_work(reader), packed.size);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

/* Returns the number of games until the status, which is not PGNPACK_OK. */
static uint64_t read_all(struct pgnpack_cursor *cursor, unsigned parts, enum pgnpack_status *status_ret)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    uint64_t count = 0;
    while ((*status_ret = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK) {
        count++;
        if (parts & PGNPACK_PART_TEXT)
            *status_ret = pgnpack_cursor_text(cursor, &text);
        if (*status_ret != PGNPACK_OK)
            break;
    }
    return count;
}

static const unsigned parts[] = {PGNPACK_PART_TAGS, PGNPACK_PART_SHAPE, PGNPACK_PART_MOVES,
                                 PGNPACK_PART_TEXT};

START_TEST(a_cursor_counts_from_where_it_was_sought)
{
    struct bytes packed = {0};
    enum pgnpack_status status;
    make_database(levels[_i], &packed);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct pgnpack_reader *reader = open_within(0, &packed, PGNPACK_OK);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts[i]);
        ck_assert_uint_eq(read_all(cursor, parts[i], &status), 2 * GAMES);
        ck_assert_int_eq(status, PGNPACK_END);
        uint64_t work = pgnpack_work(cursor);
        pgnpack_free(cursor);
        pgnpack_free(reader);

        uint64_t limit = work;
        for (int fits = 1; fits >= 0; fits--, limit--) {
            reader = open_within(limit, &packed, PGNPACK_OK);
            cursor = pgnpack_cursor_new(reader, parts[i]);
            uint64_t count = read_all(cursor, parts[i], &status);
            ck_assert_int_eq(status, fits ? PGNPACK_END : PGNPACK_ERROR_LIMIT);
            ck_assert(fits || pgnpack_error(cursor)->game >= count);
            ck_assert(fits ? pgnpack_work(cursor) == work : pgnpack_work(cursor) > limit);
            if (!fits) { /* stays until it is sought again */
                const struct pgnpack_game *game;
                ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_ERROR_LIMIT);
                ck_assert_int_eq(pgnpack_error(cursor)->status, PGNPACK_ERROR_LIMIT);
                ck_assert_uint_ne(pgnpack_error(cursor)->offset, UINT64_MAX);
            }
            ck_assert_int_eq(pgnpack_cursor_seek(cursor, 2 * GAMES), PGNPACK_OK);
            ck_assert_uint_eq(pgnpack_work(cursor), 0);
            ck_assert_uint_eq(read_all(cursor, parts[i], &status), 1);
            ck_assert_int_eq(status, PGNPACK_END);
            pgnpack_free(cursor);
            pgnpack_free(reader);
        }
    }
    bytes_free(&packed);
}
END_TEST

/* The work of reading one game alone, with a cursor that has read none before. */
static uint64_t work_of_one(const struct bytes *packed, unsigned part, uint64_t game)
{
    struct pgnpack_reader *reader = open_within(0, packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, part);
    const struct pgnpack_game *found;
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &found), PGNPACK_OK);
    uint64_t work = pgnpack_work(cursor);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return work;
}

/* Games that are the same, so that only what is passed over differs. */
START_TEST(games_passed_over_are_work)
{
    static const char game[] = "[Event \"a\"]\n\n1. e4 {best} e5 2. Nf3 Nc6 *\n\n";
    const struct pack_setup setup = {.level = 3};
    struct bytes text = {0}, packed = {0};
    for (unsigned i = 0; i < GAMES; i++)
        bytes_append(&text, game, sizeof game - 1);
    pack_whole(&setup, &text, &packed);
    for (size_t i = 1; i < 3; i++)
        ck_assert_uint_gt(work_of_one(&packed, parts[i], GAMES),
                          work_of_one(&packed, parts[i], 1) + (GAMES - 1) * (WORK_GAME + 4 * WORK_ELEMENT));
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

START_TEST(a_block_reader_counts_each_call)
{
    struct bytes packed = {0};
    struct pgnpack_text text;
    make_database(levels[_i], &packed);
    struct pgnpack_reader *reader = open_within(0, &packed, PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 1, &text), PGNPACK_OK);
    uint64_t work = pgnpack_work(blocks);
    pgnpack_free(blocks);
    pgnpack_free(reader);

    reader = open_within(work, &packed, PGNPACK_OK);
    blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, 1, &text), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(reader);

    reader = open_within(work - 1, &packed, PGNPACK_OK);
    blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    pgnpack_reader_block(reader, 1, &info);
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 1, &text), PGNPACK_ERROR_LIMIT);
    ck_assert_uint_eq(text.size, 0);
    ck_assert(pgnpack_error(blocks)->offset == info.offset);
    ck_assert(pgnpack_error(blocks)->game == info.first_game);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 1, &details), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

/* All blocks of the file are one call. */
START_TEST(columns_are_one_call)
{
    struct bytes packed = {0};
    size_t count;
    make_database(6, &packed);
    struct pgnpack_reader *reader = open_within(0, &packed, PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
    ck_assert_uint_gt(count, 3);
    uint64_t work = pgnpack_work(blocks);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    reader = open_within(work - 1, &packed, PGNPACK_OK);
    blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_ERROR_LIMIT);
    ck_assert_uint_eq(count, 0);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

Suite *work_limit_suite(void)
{
    Suite *suite = suite_create("work_limit");
    TCase *tests = tcase_create("limits");
    tcase_add_test(tests, a_move_of_the_best_codec);
    tcase_add_loop_test(tests, the_limit_is_exact, 0, LEVELS);
    tcase_add_loop_test(tests, limits_are_monotonic, 0, LEVELS);
    tcase_add_test(tests, a_unit_is_enough_for_nothing);
    tcase_add_test(tests, each_run_counts_anew);
    tcase_add_loop_test(tests, damage_and_limits_in_any_order, 0, LEVELS);
    tcase_add_test(tests, options_of_before_have_no_limit);
    tcase_add_test(tests, opening_counts_the_index);
    tcase_add_test(tests, an_index_has_no_more_blocks_than_its_segment);
    tcase_add_loop_test(tests, a_cursor_counts_from_where_it_was_sought, 0, LEVELS);
    tcase_add_test(tests, games_passed_over_are_work);
    tcase_add_loop_test(tests, a_block_reader_counts_each_call, 0, LEVELS);
    tcase_add_test(tests, columns_are_one_call);
    suite_add_tcase(suite, tests);
    return suite;
}
