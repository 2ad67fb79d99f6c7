/* Which bytes the search for whole blocks counts: those of blocks with another's header in them that were not whole. */
#include <check.h>

#include "container/sections/block_format.h"
#include "lib/open/block_search.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { PLAIN_SIZE = 400 };

struct fixture {
    struct memory memory;
    struct buffer file;
    struct bytes_source source;
    struct byte_stream stream;
    struct block_search search;
    struct error error;
};

/* A block with a section that is stored as it is. */
static void append_block(struct fixture *fixture, const uint8_t *plain, uint32_t size)
{
    const struct section_entry entry = {.type = BCGN_SECTION_TAIL,
                                        .raw_size = size,
                                        .stored_size = size,
                                        .checksum = (uint32_t)xxh64(plain, size)};
    struct block_header header = {.block_size = BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_ENTRY_SIZE + size,
                                  .text_size = size,
                                  .section_count = 1};
    block_header_write(&header, &entry, &fixture->file);
    buffer_append(&fixture->file, plain, size);
}

/* The file is a block whose text is a block. */
static void set_up(struct fixture *fixture)
{
    static const uint8_t plain[PLAIN_SIZE] = "some text";
    *fixture = (struct fixture){.source = {0}};
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->file, &fixture->memory);
    error_clear(&fixture->error);
    append_block(fixture, plain, sizeof plain);
    struct buffer inner = fixture->file;
    buffer_init(&fixture->file, &fixture->memory);
    append_block(fixture, inner.data, (uint32_t)inner.size);
    buffer_free(&inner);
}

static void tear_down(struct fixture *fixture)
{
    byte_stream_free(&fixture->stream);
    buffer_free(&fixture->file);
}

static int check_first(struct fixture *fixture)
{
    struct block_header header;
    int is_whole;
    size_t ready;
    fixture->source = (struct bytes_source){fixture->file.data, fixture->file.size, 0, 0};
    byte_stream_init(&fixture->stream, &fixture->memory);
    byte_stream_start(&fixture->stream, bytes_read, &fixture->source);
    block_search_start(&fixture->search, &fixture->stream);
    ck_assert_int_eq(byte_stream_need(&fixture->stream, BCGN_BLOCK_HEADER_SIZE, &ready, &fixture->error),
                     PGNPACK_OK);
    ck_assert_int_eq(block_header_read(byte_stream_bytes(&fixture->stream), &header, &fixture->error),
                     PGNPACK_OK);
    ck_assert_int_eq(block_search_check(&fixture->search, &header, &is_whole, &fixture->error), PGNPACK_OK);
    return is_whole;
}

START_TEST(whole_blocks_cost_nothing)
{
    struct fixture fixture;
    set_up(&fixture);
    ck_assert(check_first(&fixture));
    ck_assert_uint_eq(fixture.search.spent[0] + fixture.search.spent[1], 0);
    tear_down(&fixture);
}
END_TEST

START_TEST(false_blocks_cost_what_was_hashed)
{
    struct fixture fixture;
    set_up(&fixture);
    size_t size = fixture.file.size;
    fixture.file.data[size - 1] ^= 1;
    ck_assert(!check_first(&fixture));
    ck_assert_uint_eq(fixture.search.spent[0], 0);
    ck_assert_uint_eq(fixture.search.spent[1], size); /* the file's end follows */
    byte_stream_free(&fixture.stream);
    buffer_append(&fixture.file, "something else", 14);
    ck_assert(!check_first(&fixture));
    ck_assert_uint_eq(fixture.search.spent[0], size);
    ck_assert_uint_eq(fixture.search.spent[1], 0);
    tear_down(&fixture);
}
END_TEST

Suite *block_search_suite(void)
{
    Suite *suite = suite_create("block_search");
    TCase *tests = tcase_create("search");
    tcase_add_test(tests, whole_blocks_cost_nothing);
    tcase_add_test(tests, false_blocks_cost_what_was_hashed);
    suite_add_tcase(suite, tests);
    return suite;
}
