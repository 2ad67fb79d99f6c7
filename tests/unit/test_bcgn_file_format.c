/* What surrounds the blocks, byte by byte, and what must be refused. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "container/file/file_format.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/bytes.h"
#include "util/xxh64.h"

struct fixture {
    struct memory memory;
    struct buffer out;
    struct block_index index;
    struct error error;
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->out, &fixture->memory);
    block_index_init(&fixture->index, &fixture->memory);
    error_clear(&fixture->error);
}

static void tear_down(struct fixture *fixture)
{
    buffer_free(&fixture->out);
    block_index_free(&fixture->index);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void expect_bytes(const struct buffer *out, const char *hex)
{
    size_t size;
    unsigned char *bytes = bytes_from_hex(hex, &size);
    ck_assert_uint_eq(out->size, size);
    for (size_t i = 0; i < size; i++)
        ck_assert_msg(out->data[i] == bytes[i], "byte %zu is %02x, not %02x", i, out->data[i], bytes[i]);
    free(bytes);
}

static void seal(uint8_t *place, const uint8_t *bytes, size_t size)
{
    store_le32(place, (uint32_t)xxh64(bytes, size));
}

/* ---- Header ---- */

START_TEST(header_bytes)
{
    struct fixture fixture;
    struct file_header header = {.kind.profile = BCGN_PROFILE_MODEL};
    set_up(&fixture);
    file_header_write(BCGN_PROFILE_SIMPLE, &fixture.out);
    expect_bytes(&fixture.out, "42 43 47 4e  01 00 00 00             # BCGN, version 1, profile 0, zero\n"
                               "70 67 6e 70 61 63 6b 31              # pgnpack1\n"
                               "00 00 00 00  00 00 00 00  00 00 00 00\n"
                               "5c 69 cb 05                          # checksum\n");
    ck_assert_int_eq(file_header_read(fixture.out.data, &header, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(header.kind.profile, BCGN_PROFILE_SIMPLE);
    tear_down(&fixture);
}
END_TEST

/*
 * Each flipped bit is found; those in the magic mean another kind of file, those in the version another
 * version.
 */
START_TEST(header_damage)
{
    struct fixture fixture;
    struct file_header header;
    set_up(&fixture);
    file_header_write(BCGN_PROFILE_MODEL, &fixture.out);
    ck_assert_int_eq(file_header_read(fixture.out.data, &header, &fixture.error), PGNPACK_OK);
    for (size_t bit = 0; bit < 8 * BCGN_FILE_HEADER_SIZE; bit++) {
        error_clear(&fixture.error);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        enum pgnpack_status status = file_header_read(fixture.out.data, &header, &fixture.error);
        size_t byte = bit / 8;
        ck_assert_int_eq(status, byte < 4                                ? PGNPACK_ERROR_NOT_BCGN
                                 : byte == 4 || (byte >= 8 && byte < 16) ? PGNPACK_ERROR_UNSUPPORTED
                                                                         : PGNPACK_ERROR_CORRUPT);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    error_clear(&fixture.error);
    fixture.out.data[5] = 2; /* a profile of the future, in order otherwise */
    seal(fixture.out.data + 28, fixture.out.data, 28);
    ck_assert_int_eq(file_header_read(fixture.out.data, &header, &fixture.error), PGNPACK_ERROR_UNSUPPORTED);
    tear_down(&fixture);
}
END_TEST

/* ---- End mark ---- */

START_TEST(end_mark_bytes)
{
    const struct end_mark mark = {.segment_size = 0x1234,
                                  .game_count = 0x56,
                                  .footer_size = 0x40,
                                  .kind = {BCGN_PROFILE_MODEL, {0, 0x80000000, 0x0201}}};
    struct end_mark read;
    struct fixture fixture;
    set_up(&fixture);
    end_mark_write(&mark, &fixture.out);
    expect_bytes(&fixture.out, "34 12 00 00 00 00 00 00  # segment size\n"
                               "56 00 00 00 00 00 00 00  # games\n"
                               "00 00 00 00 00 00 00 80 01 02 00 00  # features\n"
                               "40 00 00 00              # footer size\n"
                               "01 00 00 00              # profile, zero\n"
                               "ef 12 84 ff              # checksum\n"
                               "42 43 47 4e 66 69 6e 0a  # BCGNfin\n");
    ck_assert_int_eq(end_mark_read(fixture.out.data, &read, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(read.segment_size, 0x1234);
    ck_assert_uint_eq(read.game_count, 0x56);
    ck_assert_uint_eq(read.footer_size, 0x40);
    ck_assert(segment_kinds_are_equal(&read.kind, &mark.kind));
    for (size_t bit = 0; bit < 8 * BCGN_END_MARK_SIZE; bit++) {
        error_clear(&fixture.error);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        ck_assert_int_eq(end_mark_read(fixture.out.data, &read, &fixture.error),
                         bit / 8 < 40 ? PGNPACK_ERROR_CORRUPT : PGNPACK_ERROR_TRUNCATED);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(end_mark_refused)
{
    /* The smallest segment is header, an empty footer of 32 bytes and more, and end mark. */
    static const struct end_mark marks[] = {
        {.segment_size = 0, .footer_size = 32},
        {.segment_size = 95, .footer_size = 32},
        {.segment_size = 1000, .footer_size = 31},
        {.segment_size = 1000, .footer_size = 937},
        {.segment_size = 1000, .footer_size = UINT32_MAX},
    };
    struct end_mark read;
    struct fixture fixture;
    set_up(&fixture);
    end_mark_write(&marks[_i], &fixture.out);
    ck_assert_int_eq(end_mark_read(fixture.out.data, &read, &fixture.error), PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* ---- Index and footer ---- */

static void add_block(struct block_index *index, uint32_t size, uint32_t text_size, uint32_t games)
{
    const struct index_entry entry = {.block_size = size,
                                      .text_size = text_size,
                                      .game_count = games,
                                      .date_min = 19720711,
                                      .date_max = 20240229,
                                      .elo_min = 2000,
                                      .elo_max = 2800,
                                      .flags = (uint8_t)(games % 4)};
    ck_assert(block_index_add(index, &entry));
}

START_TEST(games_are_found)
{
    struct fixture fixture;
    set_up(&fixture);
    static const uint32_t counts[] = {3, 0, 2, 0, 0, 1};
    for (size_t i = 0; i < 6; i++)
        add_block(&fixture.index, 100, 1000, counts[i]);
    static const size_t block_of[] = {0, 0, 0, 2, 2, 5};
    for (uint64_t game = 0; game < 6; game++)
        ck_assert_ptr_eq(block_index_find_game(&fixture.index, game), &fixture.index.entries[block_of[game]]);
    ck_assert_uint_eq(fixture.index.game_count, 6);
    ck_assert_uint_eq(fixture.index.text_size, 6000);
    ck_assert_uint_eq(fixture.index.entries[5].games_before, 5);
    ck_assert_uint_eq(fixture.index.entries[5].text_before, 5000);
    block_index_clear(&fixture.index);
    ck_assert_uint_eq(fixture.index.game_count + fixture.index.text_size + fixture.index.count, 0);
    tear_down(&fixture);
}
END_TEST

static enum pgnpack_status read_footer(struct fixture *fixture, uint64_t bytes_before)
{
    error_clear(&fixture->error);
    block_index_clear(&fixture->index);
    return footer_read(fixture->out.data, fixture->out.size, bytes_before, 1000, &fixture->index,
                       &fixture->error);
}

START_TEST(footer_round_trip)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint32_t i = 0; i < 300; i++)
        add_block(&fixture.index, 100 + i, 5000 + 7 * i, i);
    ck_assert_int_eq(footer_write(&fixture.index, 0, &fixture.out, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(load_le64(fixture.out.data), BCGN_FOOTER_MARKER);
    ck_assert_mem_eq(fixture.out.data, "\x9eNIDX\x8d\x1a\n", 8);
    ck_assert_uint_eq(load_le32(fixture.out.data + 8), fixture.out.size - BCGN_FOOTER_HEAD_SIZE);
    ck_assert_uint_eq(load_le64(fixture.out.data + 16), 300);
    ck_assert_int_eq(read_footer(&fixture, 100000), PGNPACK_OK);
    ck_assert_uint_eq(fixture.index.count, 300);
    uint64_t offset = 1000 + BCGN_FILE_HEADER_SIZE;
    for (uint32_t i = 0; i < 300; i++) {
        const struct index_entry *entry = &fixture.index.entries[i];
        ck_assert_uint_eq(entry->offset, offset);
        ck_assert_uint_eq(entry->block_size, 100 + i);
        ck_assert_uint_eq(entry->text_size, 5000 + 7 * i);
        ck_assert_uint_eq(entry->game_count, i);
        ck_assert_uint_eq(entry->flags, i % 4);
        ck_assert_uint_eq(entry->date_min, 19720711);
        ck_assert_uint_eq(entry->date_max, 20240229);
        ck_assert_uint_eq(entry->elo_min, 2000);
        ck_assert_uint_eq(entry->elo_max, 2800);
        offset += entry->block_size;
    }
    tear_down(&fixture);
}
END_TEST

/* Blocks from the 200th on alone. */
START_TEST(footer_of_a_part)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint32_t i = 0; i < 300; i++)
        add_block(&fixture.index, 100, 50, i);
    ck_assert_int_eq(footer_write(&fixture.index, 200, &fixture.out, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(read_footer(&fixture, 100000), PGNPACK_ERROR_CORRUPT); /* more games than text */
    block_index_clear(&fixture.index);
    buffer_clear(&fixture.out);
    error_clear(&fixture.error);
    for (uint32_t i = 0; i < 300; i++)
        add_block(&fixture.index, 100, 500, i);
    ck_assert_int_eq(footer_write(&fixture.index, 200, &fixture.out, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(read_footer(&fixture, 100000), PGNPACK_OK);
    ck_assert_uint_eq(fixture.index.count, 100);
    ck_assert_uint_eq(fixture.index.entries[0].game_count, 200);
    tear_down(&fixture);
}
END_TEST

START_TEST(footer_damage)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint32_t i = 0; i < 20; i++)
        add_block(&fixture.index, 100 + i, 5000, i);
    ck_assert_int_eq(footer_write(&fixture.index, 0, &fixture.out, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(read_footer(&fixture, 64 * 20), PGNPACK_OK);
    ck_assert_int_eq(read_footer(&fixture, 64 * 20 - 1),
                     PGNPACK_ERROR_CORRUPT); /* no room for so many blocks */
    for (size_t bit = 0; bit < 8 * fixture.out.size; bit++) {
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        ck_assert_int_eq(read_footer(&fixture, 100000), PGNPACK_ERROR_CORRUPT);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    size_t size = fixture.out.size;
    for (fixture.out.size = 0; fixture.out.size < size; fixture.out.size++)
        ck_assert_int_eq(read_footer(&fixture, 100000), PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* An index under a footer's head with valid checksums, packed as it is: a zstd frame with one raw block. */
static void make_footer(struct fixture *fixture, const char *hex, uint32_t raw_size, uint64_t block_count)
{
    static const uint8_t frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x20};
    size_t size;
    unsigned char *raw = bytes_from_hex(hex, &size);
    uint8_t head[BCGN_FOOTER_HEAD_SIZE] = {0};
    struct buffer *out = &fixture->out;
    buffer_clear(out);
    buffer_append(out, head, sizeof head);
    buffer_append(out, frame, sizeof frame);
    buffer_append_byte(out, (uint8_t)size);
    buffer_append_byte(out, (uint8_t)(size << 3 | 1)); /* last block, raw */
    buffer_append_byte(out, (uint8_t)(size >> 5));
    buffer_append_byte(out, 0);
    buffer_append(out, raw, size);
    free(raw);
    size_t packed_size = out->size - sizeof head;
    store_le64(out->data, BCGN_FOOTER_MARKER);
    store_le32(out->data + 8, (uint32_t)packed_size);
    store_le32(out->data + 12, raw_size == 0 ? (uint32_t)size : raw_size);
    store_le64(out->data + 16, block_count);
    seal(out->data + 24, out->data + sizeof head, packed_size);
    seal(out->data + 28, out->data, 28);
}

struct index_case {
    const char *hex;
    uint32_t raw_size; /* 0: the true one */
    uint64_t block_count;
    enum pgnpack_status status;
};

static const struct index_case index_cases[] = {
    {"08  64 0a 02 00 00 00 00 00", 0, 1, PGNPACK_OK},
    {"04  64 0a 02 00", 0, 1, PGNPACK_OK},                        /* fewer fields, as many as must be */
    {"09  64 0a 02 00 00 00 00 00 07", 0, 1, PGNPACK_OK},         /* a field of the future */
    {"08", 0, 0, PGNPACK_OK},                                     /* no blocks */
    {"03  64 0a 02", 0, 1, PGNPACK_ERROR_CORRUPT},                /* too few fields */
    {"41", 0, 0, PGNPACK_ERROR_CORRUPT},                          /* too many */
    {"08  64 0a 02 00 00 00 00 00", 0, 0, PGNPACK_ERROR_CORRUPT}, /* bytes behind the last block */
    {"08  64 0a 02 00 00 00 00 00", 0, 2, PGNPACK_ERROR_CORRUPT}, /* a block too few */
    {"08  64 0a 02 00 00 00 00", 0, 1, PGNPACK_ERROR_CORRUPT},    /* a field too few */
    {"08  64 0a 0b 00 00 00 00 00", 0, 1, PGNPACK_ERROR_CORRUPT}, /* more games than bytes of text */
    {"08  64 81 80 80 08 02 00 00 00 00 00", 0, 1, PGNPACK_ERROR_CORRUPT},    /* more text than a block has */
    {"08  80 80 80 80 10 0a 02 00 00 00 00 00", 0, 1, PGNPACK_ERROR_CORRUPT}, /* a block of 4 GiB */
    {"08  e4 00 0a 02 00 00 00 00 00", 0, 1, PGNPACK_ERROR_CORRUPT}, /* a number not in its shortest form */
    {"08  64 0a 02 00 00 00 00 00", 10, 1, PGNPACK_ERROR_CORRUPT},   /* the size is another one */
    {"08  64 0a 02 00 00 00 00 00", UINT32_MAX, 1, PGNPACK_ERROR_CORRUPT},
    {"08  64 0a 02 00 00 00 00 00", 0, UINT64_MAX, PGNPACK_ERROR_CORRUPT},
};

START_TEST(index_cases_hold)
{
    const struct index_case *tried = &index_cases[_i];
    struct fixture fixture;
    set_up(&fixture);
    make_footer(&fixture, tried->hex, tried->raw_size, tried->block_count);
    ck_assert_int_eq(read_footer(&fixture, 1000), tried->status);
    tear_down(&fixture);
}
END_TEST

Suite *bcgn_file_format_suite(void)
{
    Suite *suite = suite_create("bcgn_file_format");
    TCase *ends = tcase_create("header and end mark");
    tcase_add_test(ends, header_bytes);
    tcase_add_test(ends, header_damage);
    tcase_add_test(ends, end_mark_bytes);
    tcase_add_loop_test(ends, end_mark_refused, 0, 5);
    suite_add_tcase(suite, ends);
    TCase *footers = tcase_create("footers");
    tcase_add_test(footers, games_are_found);
    tcase_add_test(footers, footer_round_trip);
    tcase_add_test(footers, footer_of_a_part);
    tcase_add_test(footers, footer_damage);
    tcase_add_loop_test(footers, index_cases_hold, 0, sizeof index_cases / sizeof index_cases[0]);
    suite_add_tcase(suite, footers);
    return suite;
}
