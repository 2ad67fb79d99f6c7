/* The window on a stream: what it shows, and how often it moves its bytes. */
#include <check.h>
#include <string.h>

#include "lib/open/byte_stream.h"
#include "shared/bytes.h"
#include "unit/suites.h"

enum { SIZE = 4 << 20 };

static struct memory memory;
static struct byte_stream stream;
static struct bytes_source source;
static struct bytes bytes;
static struct error error;

static void set_up(void)
{
    uint64_t random = 5;
    while (bytes.size < SIZE) {
        uint64_t number = next_random(&random);
        bytes_append(&bytes, &number, sizeof number);
    }
    memory_init(&memory, NULL, 0);
    error_clear(&error);
    byte_stream_init(&stream, &memory);
    source = (struct bytes_source){bytes.data, bytes.size, 0, 10007};
    byte_stream_start(&stream, bytes_read, &source);
}

static void tear_down(void)
{
    byte_stream_free(&stream);
    ck_assert_uint_eq(memory.held, 0);
    bytes_free(&bytes);
}

/* Asks for `size` bytes. Returns how many the window moved for it. */
static size_t need(size_t size, size_t *ready)
{
    size_t at = stream.at;
    size_t held = stream.window.size - at;
    ck_assert_int_eq(byte_stream_need(&stream, size, ready, &error), PGNPACK_OK);
    return stream.at < at ? held : 0;
}

/* Much is asked for at each place, as false headers do, also behind the end: the work stays with the bytes. */
START_TEST(moves_are_bounded)
{
    static const size_t wanted[] = {1, 100, 5000, 300000, 1 << 20, 16 << 20};
    enum { STEP = 80 };
    uint64_t moved = 0;
    while (stream.offset + STEP < SIZE) {
        size_t ready;
        moved += need(wanted[_i] + STEP, &ready);
        ck_assert_mem_eq(byte_stream_bytes(&stream), bytes.data + stream.offset, 8);
        byte_stream_skip(&stream, STEP);
    }
    ck_assert_msg(moved <= 5 * (uint64_t)SIZE, "%llu bytes are moved", (unsigned long long)moved);
    ck_assert_uint_le(stream.window.capacity, 4 * wanted[_i] + (1 << 20));
    ck_assert_uint_eq(source.at, SIZE);
}
END_TEST

START_TEST(places_ahead)
{
    uint64_t random = 9;
    while (stream.offset < SIZE) {
        uint64_t offset = stream.offset + random_below(&random, 90000);
        offset = offset > SIZE ? SIZE : offset;
        if (!byte_stream_go_to(&stream, offset))
            source.at = (size_t)offset;
        size_t wanted = random_below(&random, 20000);
        size_t rest = SIZE - (size_t)offset;
        size_t ready;
        need(wanted, &ready);
        ck_assert_uint_eq(ready, wanted < rest ? wanted : rest);
        ck_assert(ready == 0 || memcmp(byte_stream_bytes(&stream), bytes.data + offset, ready) == 0);
    }
}
END_TEST

Suite *byte_stream_suite(void)
{
    Suite *suite = suite_create("byte stream");
    TCase *windows = tcase_create("windows");
    tcase_add_checked_fixture(windows, set_up, tear_down);
    tcase_add_loop_test(windows, moves_are_bounded, 0, 6);
    tcase_add_test(windows, places_ahead);
    suite_add_tcase(suite, windows);
    return suite;
}
