/* Variable-length integers: one spelling for each number, and sources that never read behind their end. */
#include <check.h>
#include <stdlib.h>

#include "unit/suites.h"
#include "unit/support.h"
#include "util/decimal.h"
#include "util/varint.h"

struct spelling {
    uint64_t value;
    const char *hex;
};

static const struct spelling spellings[] = {
    {0, "00"},
    {1, "01"},
    {127, "7f"},
    {128, "80 01"},
    {300, "ac 02"},
    {16383, "ff 7f"},
    {16384, "80 80 01"},
    {UINT32_MAX, "ff ff ff ff 0f"},
    {UINT64_C(1) << 63, "80 80 80 80 80 80 80 80 80 01"},
    {UINT64_MAX, "ff ff ff ff ff ff ff ff ff 01"},
};

START_TEST(spelled_and_read)
{
    struct memory memory;
    struct buffer buffer;
    size_t size;
    unsigned char *bytes = bytes_from_hex(spellings[_i].hex, &size);
    memory_init(&memory, NULL, 0);
    buffer_init(&buffer, &memory);
    varint_append(&buffer, spellings[_i].value);
    ck_assert_uint_eq(buffer.size, size);
    ck_assert_mem_eq(buffer.data, bytes, size);
    struct byte_source source = byte_source_of(bytes, size);
    ck_assert_uint_eq(byte_source_varint(&source), spellings[_i].value);
    ck_assert(!source.failed && byte_source_left(&source) == 0);
    for (size_t shorter = 0; shorter < size; shorter++) {
        source = byte_source_of(bytes, shorter);
        ck_assert_uint_eq(byte_source_varint(&source), 0);
        ck_assert(source.failed);
    }
    buffer_free(&buffer);
    free(bytes);
}
END_TEST

static const char *const refused[] = {
    "80 00",                            /* 0 in two bytes */
    "ff 00",                            /* 127 in two bytes */
    "80 80 00",                         /* 0 in three */
    "ff ff ff ff ff ff ff ff ff 02",    /* 2^64 and more */
    "80 80 80 80 80 80 80 80 80 80 01", /* eleven bytes */
    "ff ff ff ff ff ff ff ff ff ff",
    "80",
};

START_TEST(refused_spellings)
{
    size_t size;
    unsigned char *bytes = bytes_from_hex(refused[_i], &size);
    struct byte_source source = byte_source_of(bytes, size);
    ck_assert_uint_eq(byte_source_varint(&source), 0);
    ck_assert(source.failed);
    free(bytes);
}
END_TEST

START_TEST(limits)
{
    const uint8_t bytes[] = {200, 1, 200, 1};
    struct byte_source source = byte_source_of(bytes, sizeof bytes);
    ck_assert_uint_eq(byte_source_varint_max(&source, 200), 200);
    ck_assert(!source.failed);
    ck_assert_uint_eq(byte_source_varint_max(&source, 199), 0);
    ck_assert(source.failed);
}
END_TEST

START_TEST(bytes_taken)
{
    const uint8_t bytes[] = {1, 2, 3};
    struct byte_source source = byte_source_of(bytes, sizeof bytes);
    ck_assert_ptr_eq(byte_source_take(&source, 2), bytes);
    ck_assert_ptr_null(byte_source_take(&source, 2));
    ck_assert(source.failed);
    ck_assert_uint_eq(byte_source_left(&source), 1);
    source = byte_source_of(bytes, 1);
    ck_assert_uint_eq(byte_source_byte(&source), 1);
    ck_assert_uint_eq(byte_source_byte(&source), 0);
    ck_assert(source.failed);
}
END_TEST

START_TEST(zigzag)
{
    const int64_t values[] = {0, -1, 1, -2, 2};
    for (uint64_t i = 0; i < 5; i++) {
        ck_assert_uint_eq(zigzag_encode(values[i]), i);
        ck_assert_int_eq(zigzag_decode(i), values[i]);
    }
    ck_assert_uint_eq(zigzag_encode(INT64_MAX), UINT64_MAX - 1);
    ck_assert_uint_eq(zigzag_encode(INT64_MIN), UINT64_MAX);
    ck_assert_int_eq(zigzag_decode(UINT64_MAX), INT64_MIN);
    ck_assert_int_eq(zigzag_decode(UINT64_MAX - 1), INT64_MAX);
}
END_TEST

START_TEST(decimals)
{
    char digits[DECIMAL_SIZE_MAX];
    ck_assert_uint_eq(decimal_write(0, digits), 1);
    ck_assert_int_eq(digits[0], '0');
    ck_assert_uint_eq(decimal_write(1090, digits), 4);
    ck_assert_mem_eq(digits, "1090", 4);
    ck_assert_uint_eq(decimal_write(UINT64_MAX, digits), DECIMAL_SIZE_MAX);
    ck_assert_mem_eq(digits, "18446744073709551615", DECIMAL_SIZE_MAX);
    ck_assert_ptr_eq(decimal_write_padded(1207, 3, digits), digits + 3);
    ck_assert_mem_eq(digits, "207", 3);
    decimal_write_padded(5, 2, digits);
    ck_assert_mem_eq(digits, "05", 2);
}
END_TEST

Suite *util_varint_suite(void)
{
    Suite *suite = suite_create("util_varint");
    TCase *tcase = tcase_create("varints");
    tcase_add_loop_test(tcase, spelled_and_read, 0, sizeof spellings / sizeof spellings[0]);
    tcase_add_loop_test(tcase, refused_spellings, 0, sizeof refused / sizeof refused[0]);
    tcase_add_test(tcase, limits);
    tcase_add_test(tcase, bytes_taken);
    tcase_add_test(tcase, zigzag);
    tcase_add_test(tcase, decimals);
    suite_add_tcase(suite, tcase);
    return suite;
}
