/* XXH64 with seed 0 against published values. */
#include <check.h>
#include <stdint.h>
#include <string.h>

#include "unit/suites.h"
#include "util/xxh64.h"

struct vector {
    const char *text;
    uint64_t hash;
};

/* Texts that the libraries of many languages test with. */
static const struct vector vectors[] = {
    {"", UINT64_C(0xef46db3751d8e999)},
    {"a", UINT64_C(0xd24ec4f1a98c6e5b)},
    {"as", UINT64_C(0x1c330fb2d66be179)},
    {"asd", UINT64_C(0x631c37ce72a97393)},
    {"asdf", UINT64_C(0x415872f599cea71e)},
    {"abc", UINT64_C(0x44bc2cf5ad770999)},
    {"message digest", UINT64_C(0x066ed728fceeb3be)},
    {"abcdefghijklmnopqrstuvwxyz", UINT64_C(0xcfe1f278fa89835c)},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", UINT64_C(0xaaa46907d3047814)},
    {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
     UINT64_C(0xe04a477f19ee145d)},
    {"Call me Ishmael. Some years ago--never mind how long precisely-", UINT64_C(0x02a2e85470d6fd96)},
};

START_TEST(published_values)
{
    const struct vector *vector = &vectors[_i];
    ck_assert_msg(xxh64(vector->text, strlen(vector->text)) == vector->hash, "\"%s\" hashes to %016llx",
                  vector->text, (unsigned long long)xxh64(vector->text, strlen(vector->text)));
}
END_TEST

/* The same bytes at any address; another hash for each length. */
START_TEST(places_and_lengths)
{
    enum { SIZE_MAX_TRIED = 100 };
    uint8_t bytes[SIZE_MAX_TRIED + 8];
    uint8_t moved[SIZE_MAX_TRIED + 8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37);
    uint64_t before = 0;
    for (size_t size = 0; size <= SIZE_MAX_TRIED; size++) {
        uint64_t hash = xxh64(bytes, size);
        for (size_t shift = 1; shift < 8; shift++) {
            memcpy(moved + shift, bytes, size);
            ck_assert_uint_eq(xxh64(moved + shift, size), hash);
        }
        ck_assert_uint_ne(hash, before);
        before = hash;
    }
}
END_TEST

Suite *util_xxh64_suite(void)
{
    Suite *suite = suite_create("util_xxh64");
    TCase *tcase = tcase_create("hashes");
    tcase_add_loop_test(tcase, published_values, 0, sizeof vectors / sizeof vectors[0]);
    tcase_add_test(tcase, places_and_lengths);
    suite_add_tcase(suite, tcase);
    return suite;
}
