#include "util/memory.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

#include "suites.h"

/* Sizes of elements that do and do not divide what is copied at once. */
static const size_t element_sizes[] = {1, 2, 3, 4, 12, 48, 96, 1000, 4096, 4097, 9000};

START_TEST(repeats)
{
    enum { SIZE_MAX_TRIED = 100000 };
    static uint8_t bytes[SIZE_MAX_TRIED + 1];
    size_t size = element_sizes[_i];
    for (size_t count = 1; count * size <= SIZE_MAX_TRIED; count += 1 + count / 3) {
        memset(bytes, 0xee, sizeof bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(i * 37 + i / 256);
        memory_repeat(bytes, count, size);
        for (size_t i = 1; i < count; i++)
            ck_assert_mem_eq(bytes + i * size, bytes, size);
        ck_assert_uint_eq(bytes[0], 0);
        ck_assert_uint_eq(bytes[count * size], 0xee);
    }
}
END_TEST

Suite *util_memory_suite(void)
{
    Suite *suite = suite_create("util_memory");
    TCase *tcase = tcase_create("arrays");
    tcase_add_loop_test(tcase, repeats, 0, sizeof element_sizes / sizeof element_sizes[0]);
    suite_add_tcase(suite, tcase);
    return suite;
}
