/* The wide range coder, docs/FORMAT.md: streams come back, and carries. Its bytes: test_format_values.c. */
#include <check.h>

#include "entropy/coding/wide_range.h"
#include "shared/bytes.h"
#include "unit/suites.h"

/* A wide stream of symbols, some of which are as likely as can be: carries go through words that are all ones. */
static void code_symbols(unsigned count, uint64_t chooser)
{
    static struct {
        uint64_t start, size, total;
    } symbols[4000];
    struct memory memory;
    struct buffer out;
    struct wide_encoder encoder;
    struct wide_decoder decoder;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    wide_encoder_start(&encoder);
    for (unsigned i = 0; i < count; i++) {
        symbols[i].total = 1 + random_below(&chooser, UINT64_C(1) << random_below(&chooser, 38));
        symbols[i].size = 1 + random_below(&chooser, symbols[i].total);
        symbols[i].start = symbols[i].total - symbols[i].size;
        if (random_below(&chooser, 4) == 0)
            symbols[i].start = random_below(&chooser, symbols[i].start + 1);
        wide_encode(&encoder, symbols[i].start, symbols[i].size, symbols[i].total, &out);
    }
    wide_encoder_finish(&encoder, &out);
    ck_assert(!buffer_failed(&out));
    struct byte_source in = byte_source_of(out.data, out.size);
    wide_decoder_start(&decoder);
    for (unsigned i = 0; i < count; i++) {
        uint64_t unit = wide_decode(&decoder, symbols[i].total, &in);
        uint64_t start = unit * symbols[i].start;
        ck_assert(!in.failed && decoder.code >= start && decoder.code - start < unit * symbols[i].size);
        wide_decoder_take(&decoder, decoder.code - start, unit * symbols[i].size, &in);
    }
    ck_assert(!in.failed && in.at == in.end);
    buffer_free(&out);
}

START_TEST(wide_streams_come_back)
{
    for (unsigned count = 0; count < 60; count++)
        code_symbols(count, count);
    for (unsigned seed = 0; seed < 20; seed++)
        code_symbols(4000, 1000 + seed);
}
END_TEST

/* Words of ones are kept back until it is certain that no carry comes, and become zeros when one does. */
START_TEST(carries_go_through)
{
    static const uint8_t expected[] = {0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40};
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    struct wide_encoder encoder = {
        .low = UINT64_C(0x7fffffffffffffff), .range = UINT64_C(1) << 47, .is_used = 1};
    for (unsigned i = 0; i < 3; i++)
        wide_encoder_shift(&encoder, &out);
    ck_assert_uint_eq(out.size, 0);
    encoder.range = UINT64_MAX >> 1;
    encoder.low = UINT64_MAX;
    wide_encode(&encoder, 1, 1, 2, &out);
    wide_encoder_finish(&encoder, &out);
    ck_assert_uint_eq(out.size, sizeof expected);
    ck_assert_mem_eq(out.data, expected, sizeof expected);
    buffer_free(&out);
}
END_TEST

Suite *wide_range_suite(void)
{
    Suite *suite = suite_create("wide_range");
    TCase *tests = tcase_create("streams");
    tcase_add_test(tests, wide_streams_come_back);
    tcase_add_test(tests, carries_go_through);
    suite_add_tcase(suite, tests);
    return suite;
}
