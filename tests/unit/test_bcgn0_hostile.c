/* Damaged and made-up BCGN 0 files: an error, or games whose every move is legal. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "shared/trials.h"
#include "unit/bcgn0_support.h"
#include "unit/suites.h"
#include "unit/support.h"

/* Reads everything and returns how it ended. The copy has no slack, for the address sanitizer. */
static enum pgnpack_status read_all(const uint8_t *bytes, size_t size, unsigned *game_count_ret)
{
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    struct bcgn0_reader reader;
    struct memory_source source;
    const struct game *game;
    unsigned games = 0;
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    open_bcgn0(&reader, &source, copy, size);
    while (bcgn0_reader_next(&reader, &game) == PGNPACK_OK) {
        struct position position = game->start;
        games++;
        ck_assert_uint_eq(game->item_count, game->ply_count);
        for (size_t i = 0; i < game->item_count; i++) {
            ck_assert_int_eq(move_is_legal(&position, game->items[i].value), 1);
            position_make(&position, game->items[i].value);
        }
    }
    enum pgnpack_status status = reader.error.status;
    if (status != PGNPACK_END) {
        ck_assert_str_ne(reader.error.text, "");
        ck_assert_uint_le(reader.error.offset, size);
        ck_assert_uint_eq(reader.error.game, reader.header_is_read ? games + 1 : 0);
    }
    ck_assert_int_eq(bcgn0_reader_next(&reader, &game), status); /* it stays */
    bcgn0_reader_free(&reader);
    ck_assert_uint_eq(reader.memory.held, 0);
    free(copy);
    if (game_count_ret != NULL)
        *game_count_ret = games;
    return status;
}

static int is_refusal(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED ||
           status == PGNPACK_ERROR_NOT_BCGN || status == PGNPACK_ERROR_UNSUPPORTED;
}

static const char *const small_files[] = {"minbits.s0.headerless.bcgn",   "minbits.s1.headerless.bcgn",
                                          "minbits.s2.headerless.bcgn",   "results.s1.bcgn",
                                          "results.s2.headerless.bcgn",   "castling.s0.headerless.bcgn",
                                          "castling.s1.headerless.bcgn",  "castling.s2.headerless.bcgn",
                                          "enpassant.s2.headerless.bcgn", "longtags.s1.bcgn"};
enum { SMALL_FILE_COUNT = sizeof small_files / sizeof *small_files };

static uint8_t *read_small_file(int n, size_t *size_ret)
{
    char path[100];
    snprintf(path, sizeof path, "tests/golden/bcgn0/%s", small_files[n]);
    return (uint8_t *)read_file(path, size_ret);
}

/* A file may only end between games. */
START_TEST(every_truncation)
{
    size_t size;
    uint8_t *file = read_small_file(_i, &size);
    unsigned games, games_before = 0, whole_files = 0;
    for (size_t cut = 0; cut < size; cut++) {
        enum pgnpack_status status = read_all(file, cut, &games);
        ck_assert_uint_ge(games, games_before);
        games_before = games;
        if (status == PGNPACK_END)
            ck_assert_uint_eq(games, whole_files++);
        else
            ck_assert_int_eq(status, cut == 0 ? PGNPACK_ERROR_NOT_BCGN : PGNPACK_ERROR_TRUNCATED);
    }
    ck_assert_int_eq(read_all(file, size, &games), PGNPACK_END);
    ck_assert_uint_eq(games, whole_files);
    free(file);
}
END_TEST

START_TEST(every_change_of_a_byte)
{
    size_t size;
    uint8_t *file = read_small_file(_i, &size);
    unsigned refused = 0;
    /* All values in small files, single bits in the others. */
    int all_values = size < 200;
    for (size_t at = 0; at < size; at += TRIALS_ONE_IN) {
        uint8_t original = file[at];
        for (int change = 1; change < 256; change = all_values ? change + 1 : 2 * change) {
            file[at] = (uint8_t)(original ^ change);
            enum pgnpack_status status = read_all(file, size, NULL);
            ck_assert(status == PGNPACK_END || is_refusal(status));
            refused += status != PGNPACK_END;
        }
        file[at] = original;
    }
    ck_assert_uint_gt(refused, 0);
    free(file);
}
END_TEST

/* ---- Made-up files: a header, then an entry ---- */

static enum pgnpack_status read_hex(const char *hex)
{
    size_t size;
    uint8_t *bytes = bytes_from_hex(hex, &size);
    enum pgnpack_status status = read_all(bytes, size, NULL);
    free(bytes);
    return status;
}

START_TEST(headers)
{
    static const struct {
        const char *hex;
        enum pgnpack_status status;
    } files[] = {
        {"", PGNPACK_ERROR_NOT_BCGN},
        {"4243", PGNPACK_ERROR_TRUNCATED},
        {"4244", PGNPACK_ERROR_NOT_BCGN},
        {"4243474e 0001", PGNPACK_ERROR_TRUNCATED},
        {"4243474f 00010000 000000000000000000000000000000000000000000000000", PGNPACK_ERROR_NOT_BCGN},
        {"4243474e 01010000 000000000000000000000000000000000000000000000000", PGNPACK_ERROR_UNSUPPORTED},
        {"4243474e 00030000 000000000000000000000000000000000000000000000000", PGNPACK_ERROR_UNSUPPORTED},
        {"4243474e 00010100 000000000000000000000000000000000000000000000000", PGNPACK_ERROR_UNSUPPORTED},
        {"4243474e 00010000 000000000000000000000000000000000000000000000001", PGNPACK_ERROR_UNSUPPORTED},
        {"4243474e 0001007f 000000000000000000000000000000000000000000000000", PGNPACK_END},
        {"4243474e 00010080 000000000000000000000000000000000000000000000000", PGNPACK_END},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        ck_assert_int_eq(read_hex(files[i].hex), files[i].status);
}
END_TEST

/* Fixed part of an entry of that length: no plies, no date, no numbers, ECO A00. */
#define FIXED(length, header_length, flags) length header_length "0000 00000000 000000000000 4100" flags

START_TEST(entries)
{
    static const struct {
        const char *entry;
        enum pgnpack_status status;
    } files[] = {
        {FIXED("0017", "0017", "00") "00000000", PGNPACK_END},
        {FIXED("0000", "0017", "00") "00000000", PGNPACK_ERROR_CORRUPT}, /* no length */
        {FIXED("0001", "0017", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0016", "0017", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0018", "0017", "00") "00000000", PGNPACK_ERROR_TRUNCATED},
        {FIXED("0018", "0017", "00") "00000000 43", PGNPACK_ERROR_CORRUPT}, /* a byte behind the last ply */
        {FIXED("ffff", "0017", "00") "00000000", PGNPACK_ERROR_TRUNCATED},
        {FIXED("0017", "0000", "00") "00000000", PGNPACK_ERROR_CORRUPT}, /* header lengths that lie */
        {FIXED("0017", "0012", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0013", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0016", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0018", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "ffff", "00") "00000000", PGNPACK_ERROR_CORRUPT},
        {FIXED("0018", "0018", "00") "00000000 00", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0017", "04") "00000000", PGNPACK_ERROR_CORRUPT}, /* an unknown flag */
        {FIXED("0017", "0017", "00") "01000000", PGNPACK_ERROR_CORRUPT}, /* a name passes the end */
        {FIXED("0017", "0017", "00") "000000ff", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0017", "01") "00000000", PGNPACK_ERROR_CORRUPT}, /* no count of tags */
        {FIXED("0018", "0018", "01") "00000000 00", PGNPACK_END},
        {FIXED("0018", "0018", "01") "00000000 01", PGNPACK_ERROR_CORRUPT}, /* no tag */
        {FIXED("001c", "001c", "01") "00000000 01 0141 0142", PGNPACK_END},
        {FIXED("001c", "001c", "01") "00000000 01 0141 0242", PGNPACK_ERROR_CORRUPT},
        {FIXED("001c", "001c", "01") "00000000 01 0120 0142",
         PGNPACK_ERROR_CORRUPT}, /* a name that is none */
        {FIXED("001b", "001b", "01") "00000000 01 00 0142 00", PGNPACK_ERROR_CORRUPT},
        {FIXED("001c", "001c", "01") "00000000 01 0141 010a", PGNPACK_ERROR_CORRUPT}, /* a line end */
        {FIXED("0018", "0018", "00") "01220000 00", PGNPACK_END},
        {FIXED("0018", "0018", "00") "010d0000 00", PGNPACK_ERROR_CORRUPT},
        {FIXED("0017", "0017", "02") "00000000", PGNPACK_ERROR_CORRUPT}, /* no room for a position */
        {"0017 0017 0000 00000000 000000000000 4600 00 00000000", PGNPACK_ERROR_CORRUPT}, /* ECO F00 */
        {"0017 0017 0000 00000000 000000000000 4164 00 00000000", PGNPACK_ERROR_CORRUPT}, /* ECO A100 */
        {"0017 0017 0007 00000000 000000000000 4100 00 00000000", PGNPACK_ERROR_CORRUPT}, /* a ply too few */
        {"0018 0017 0007 00000000 000000000000 4100 00 00000000 43", PGNPACK_END},
        {"0018 0017 0007 00000000 000000000000 4100 00 00000000 00", PGNPACK_ERROR_CORRUPT}, /* castling */
        {"0018 0017 0007 00000000 000000000000 4100 00 00000000 c9",
         PGNPACK_ERROR_CORRUPT}, /* past the blocks */
        {"0022 0022 0000 00000000 000000000000 4100 01 00000000 01 0346454e 0638 2f38 2f38 2f",
         PGNPACK_ERROR_CORRUPT},
    };
    char hex[400];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(hex, sizeof hex, "4243474e 00010000 %048d %s", 0, files[i].entry);
        enum pgnpack_status status = read_hex(hex);
        ck_assert_msg(status == files[i].status, "%zu: %d instead of %d", i, status, files[i].status);
    }
}
END_TEST

/* The largest entry that a reader takes, one byte more than a writer makes. */
START_TEST(largest_entry)
{
    static const uint8_t first[] = {0xff, 0xff, 0x00, 0x17, 0x00, 0x00};
    size_t size = BCGN0_HEADER_SIZE + BCGN0_ENTRY_READ_MAX;
    uint8_t *file = calloc(1, size);
    ck_assert_ptr_nonnull(file);
    memcpy(file, "BCGN", 4);
    memcpy(file + BCGN0_HEADER_SIZE, first, sizeof first);
    file[BCGN0_HEADER_SIZE + 16] = 'A';
    ck_assert_int_eq(read_all(file, size, NULL), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(read_all(file, size - 1, NULL), PGNPACK_ERROR_TRUNCATED);
    free(file);
}
END_TEST

static int fail_to_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    (void)opaque, (void)bytes, (void)size;
    *size_ret = 0;
    return EIO;
}

START_TEST(failing_source)
{
    struct bcgn0_reader reader;
    const struct game *game;
    bcgn0_reader_init(&reader, fail_to_read, NULL, NULL, 0);
    ck_assert_int_eq(bcgn0_reader_next(&reader, &game), PGNPACK_ERROR_READ);
    ck_assert_ptr_null(game);
    bcgn0_reader_free(&reader);
}
END_TEST

/* With any limit: the whole file, or an error that names the limit. */
START_TEST(memory_limits)
{
    size_t size;
    char *file = read_file("tests/golden/bcgn0/extratags.s1.bcgn", &size);
    int failures = 0, successes = 0;
    for (size_t limit = 1; limit < 1000000; limit += limit / 3 + 1) {
        struct bcgn0_reader reader;
        struct memory_source source = {(uint8_t *)file, size, 0, 0};
        const struct game *game;
        enum pgnpack_status status;
        bcgn0_reader_init(&reader, read_from_memory, &source, NULL, limit);
        do
            status = bcgn0_reader_next(&reader, &game);
        while (status == PGNPACK_OK);
        ck_assert(status == PGNPACK_END || status == PGNPACK_ERROR_MEMORY_LIMIT);
        failures += status != PGNPACK_END;
        successes += status == PGNPACK_END;
        bcgn0_reader_free(&reader);
    }
    ck_assert_int_gt(failures, 0);
    ck_assert_int_gt(successes, 0);
    free(file);
}
END_TEST

Suite *bcgn0_hostile_suite(void)
{
    Suite *suite = suite_create("bcgn0_hostile");
    TCase *damage = tcase_create("damage");
    tcase_add_loop_test(damage, every_truncation, 0, SMALL_FILE_COUNT);
    tcase_add_loop_test(damage, every_change_of_a_byte, 0, SMALL_FILE_COUNT);
    suite_add_tcase(suite, damage);
    TCase *made_up = tcase_create("made_up");
    tcase_add_test(made_up, headers);
    tcase_add_test(made_up, entries);
    tcase_add_test(made_up, largest_entry);
    suite_add_tcase(suite, made_up);
    TCase *sources = tcase_create("sources");
    tcase_add_test(sources, failing_source);
    tcase_add_test(sources, memory_limits);
    suite_add_tcase(suite, sources);
    return suite;
}
