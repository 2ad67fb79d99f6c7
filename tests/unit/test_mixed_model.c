/* Bits by mixed models: there and back, what damage does, and bytes that no machine may change. */
#include <check.h>
#include <stdlib.h>

#include "entropy/coding/logistic.h"
#include "entropy/kernels/mixed_kernel.h"
#include "entropy/models/mixed_model.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/xxh64.h"

/* ---- Odds ---- */

START_TEST(squash_and_stretch_are_inverse)
{
    for (int32_t x = -LOGISTIC_LIMIT; x < LOGISTIC_LIMIT; x++) {
        ck_assert_uint_le(logistic_squash(x), logistic_squash(x + 1));
        ck_assert_uint_eq(logistic_squash(x) + logistic_squash(-x), 65536);
    }
    ck_assert_uint_eq(logistic_squash(0), 32768);
    ck_assert_uint_eq(logistic_squash(256), 47911); /* 65536 / (1 + 1/e) = 47911.2 */
    ck_assert_uint_eq(logistic_squash(-LOGISTIC_LIMIT - 1), logistic_squash(-LOGISTIC_LIMIT));
    ck_assert_uint_ge(logistic_squash(-LOGISTIC_LIMIT), 1);
    for (uint32_t p = 0; p < LOGISTIC_STEPS; p++) {
        uint32_t back =
            logistic_squash(logistic_stretch(p)); /* at half a step's height, one odd's width apart */
        ck_assert_uint_ge(back + 64 + 8, 16 * p + 8);
        ck_assert_uint_le(back, 16 * p + 8 + 64 + 8);
        ck_assert_int_eq(logistic_stretch(p), -logistic_stretch(LOGISTIC_STEPS - 1 - p));
    }
}
END_TEST

/* ---- Mixer ---- */

/* An input that is right gets weight, one that is wrong loses it, to the limits; of all sets chosen, alike. */
START_TEST(mixer_learns_whom_to_trust)
{
    int32_t one[2] = {0, 0}, other[2] = {1000, 1000};
    const struct mixer_choice choice = {{one, other}, 2, 2};
    const int32_t inputs[2] = {256, -256};
    struct mixer mixer = {.rates = {{40, 20, 10, 5}}};
    ck_assert_int_eq(mixer_mix(&choice, inputs), 0);
    mixer_learn(&mixer, &choice, inputs, 32768, 1);
    ck_assert_int_eq(one[0], (256 * (32768 * 40 / 256) + 4096) / 8192);
    ck_assert_int_eq(one[1], -one[0]);
    ck_assert_int_eq(other[0], 1000 + one[0]);
    for (unsigned i = 0; i < 1 << 12; i++)
        mixer_learn(&mixer, &choice, inputs, 1, 1);
    ck_assert_int_eq(one[0], 1 << 17);
    ck_assert_int_eq(other[1], -(1 << 17));
    ck_assert_int_eq(mixer_mix(&choice, inputs), 2048);
    ck_assert_int_eq(mixer_error(&mixer, 0, 1), 65536 * 20 >> 8);
    ck_assert_uint_eq(mixer_probability(1), 4);
    ck_assert_uint_eq(mixer_probability(65535), 65532);
}
END_TEST

/* ---- Values ---- */

#define MIXED_VALUES_HASH UINT64_C(10799013069273953966)

enum { VALUE_COUNT = 20000 };

struct value {
    unsigned symbol;
    int64_t number;
    uint64_t natural;
};

static struct value values[VALUE_COUNT];

static void make_values(void)
{
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        unsigned size = (unsigned)(next_random(&state) % 63 + 1);
        uint64_t number = next_random(&state) >> size;
        if (i % 4 != 0)
            number %= 9;
        values[i].symbol = (unsigned)(next_random(&state) % 7 + (i % 3 == 0 ? 100 : 0));
        values[i].number = next_random(&state) % 2 ? -(int64_t)number : (int64_t)number;
        values[i].natural = number;
    }
    values[0].number = INT64_MAX;
    values[4].number = -INT64_MAX;
}

/* Codes all values in either direction; with `check`, they have to come out as they went in. */
static void code_values(struct mixed_model *model, struct bit_coder *coder, int check)
{
    ck_assert(mixed_model_start(model));
    unsigned symbol_before = 0;
    for (size_t i = 0; i < VALUE_COUNT && !bit_coder_failed(coder); i++) {
        struct value value = check ? (struct value){0} : values[i];
        struct mixed_context context = {.set = i % 3 == 0};
        mixed_context_add(&context, symbol_before);
        mixed_context_add(&context, (uint32_t)(i % 4));
        value.symbol = mixed_code_symbol(model, coder, &context, 8, value.symbol);
        mixed_context_add(&context, value.symbol);
        context.set = 2;
        value.number = mixed_code_number(model, coder, &context, value.number);
        context.set = MIXED_SET_COUNT - 1;
        value.natural = mixed_code_natural(model, coder, &context, value.natural);
        symbol_before = value.symbol;
        if (!check)
            continue;
        ck_assert_uint_eq(value.symbol, values[i].symbol);
        ck_assert_int_eq(value.number, values[i].number);
        ck_assert(value.natural == values[i].natural);
    }
}

static void encode_values(struct memory *memory, struct buffer *out)
{
    struct mixed_model model;
    struct bit_coder coder;
    mixed_model_init(&model, memory);
    bit_coder_start_encoding(&coder, out);
    code_values(&model, &coder, 0);
    bit_coder_finish(&coder);
    mixed_model_free(&model);
}

START_TEST(values_come_back)
{
    struct memory memory;
    struct mixed_model model;
    struct bit_coder coder;
    struct buffer bytes;
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    make_values();
    encode_values(&memory, &bytes);
    /* A part of the format: these bytes never change, on no machine. */
    ck_assert_uint_eq(xxh64(bytes.data, bytes.size), MIXED_VALUES_HASH);
    mixed_model_init(&model, &memory);
    bit_coder_start_decoding(&coder, byte_source_of(bytes.data, bytes.size));
    code_values(&model, &coder, 1);
    ck_assert(bit_coder_at_end(&coder));
    mixed_model_free(&model);
    buffer_free(&bytes);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

/* Nearly certain bits cost nearly nothing; without knowledge a bit costs a bit. */
START_TEST(contexts_save_bytes)
{
    struct memory memory;
    struct mixed_model model;
    struct bit_coder coder;
    struct buffer bytes;
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    mixed_model_init(&model, &memory);
    ck_assert(mixed_model_start(&model));
    bit_coder_start_encoding(&coder, &bytes);
    for (unsigned i = 0; i < 8000; i++) {
        struct mixed_context context = {.set = 0};
        mixed_context_add(&context, i % 5);
        mixed_code_symbol(&model, &coder, &context, 8, (i % 5) * 37);
    }
    bit_coder_finish(&coder);
    ck_assert_uint_lt(bytes.size, 120);
    buffer_clear(&bytes);
    bit_coder_start_encoding(&coder, &bytes);
    bit_coder_code_plain(&coder, UINT64_C(0x0123456789abcdef), 64);
    bit_coder_finish(&coder);
    ck_assert_uint_eq(bytes.size, 8);
    mixed_model_free(&model);
    buffer_free(&bytes);
}
END_TEST

/* Numbers whose digits only the second of two contexts tells. */
static size_t size_by_digits(unsigned digits)
{
    enum { NUMBERS = 3000 };
    struct memory memory;
    struct mixed_model model;
    struct bit_coder coder;
    struct buffer bytes;
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    mixed_model_init(&model, &memory);
    bit_coder_start_encoding(&coder, &bytes);
    for (unsigned decodes = 0; decodes <= 1; decodes++) {
        uint64_t state = 11;
        if (decodes)
            bit_coder_start_decoding(&coder, byte_source_of(bytes.data, bytes.size));
        ck_assert(mixed_model_start(&model));
        for (unsigned i = 0; i < NUMBERS; i++) {
            struct mixed_context context = {.set = 0, .digits = digits};
            unsigned kind = (unsigned)random_below(&state, 5);
            mixed_context_add(&context, 0);
            mixed_context_add(&context, kind);
            int64_t number = 8 + (int64_t)kind;
            ck_assert_int_eq(mixed_code_number(&model, &coder, &context, decodes ? 0 : number), number);
            uint64_t natural = 15 - kind;
            ck_assert_uint_eq(mixed_code_natural(&model, &coder, &context, decodes ? 0 : natural), natural);
        }
        if (!decodes)
            bit_coder_finish(&coder);
    }
    size_t size = bytes.size;
    ck_assert(bit_coder_at_end(&coder));
    mixed_model_free(&model);
    buffer_free(&bytes);
    return size;
}

START_TEST(digits_by_first_contexts)
{
    size_t by_all = size_by_digits(0);
    size_t by_first = size_by_digits(1);
    ck_assert_msg(by_all + 1000 < by_first, "%zu bytes by both contexts, %zu by the first", by_all, by_first);
    ck_assert_uint_eq(size_by_digits(2), by_all);
}
END_TEST

START_TEST(damaged_streams_end)
{
    struct memory memory;
    struct mixed_model model;
    struct bit_coder coder;
    struct buffer bytes;
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    mixed_model_init(&model, &memory);
    make_values();
    encode_values(&memory, &bytes);
    for (size_t size = 0; size < bytes.size; size += 1 + size / 3) {
        bit_coder_start_decoding(&coder, byte_source_of(bytes.data, size));
        code_values(&model, &coder, 0);
        ck_assert(!bit_coder_at_end(&coder));
    }
    buffer_append_byte(&bytes, 0);
    bit_coder_start_decoding(&coder, byte_source_of(bytes.data, bytes.size));
    code_values(&model, &coder, 1);
    ck_assert(!bit_coder_at_end(&coder));
    mixed_model_free(&model);
    buffer_free(&bytes);
}
END_TEST

START_TEST(no_memory_is_told)
{
    struct memory memory;
    struct mixed_model model;
    memory_init(&memory, NULL, 1 << 20);
    mixed_model_init(&model, &memory);
    ck_assert(!mixed_model_start(&model));
    mixed_model_free(&model);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

/* ---- Kernels ---- */

enum { TRIAL_BITS = 30000 };

/* Bits that are nearly certain for a while, then the other way round: weights and counters go to their limits. */
static unsigned trial_bit(uint64_t *state, unsigned i)
{
    return (i >> 11 & 1) ^ (random_below(state, 50) == 0);
}

/* Few counters, so that contexts often have the same; as many contexts as `count`, or any. */
static void code_trial(const struct mixed_kernel *kernel, unsigned counter_bits, unsigned count,
                       struct mixed_model *model, struct buffer *out)
{
    struct bit_coder coder;
    uint64_t state = 77 + counter_bits;
    ck_assert(mixed_model_start_sized(model, counter_bits));
    model->kernel = kernel;
    bit_coder_start_encoding(&coder, out);
    for (unsigned i = 0; i < TRIAL_BITS; i++) {
        struct mixed_context context = {.set = (unsigned)random_below(&state, 3)};
        unsigned contexts = count != 0 ? count : (unsigned)random_below(&state, MIXED_CONTEXTS_MAX + 1);
        for (unsigned j = 0; j < contexts; j++)
            mixed_context_add(&context, (uint32_t)random_below(&state, 1 + j * j));
        uint32_t node =
            (uint32_t)(random_below(&state, 4) == 0 ? next_random(&state) : random_below(&state, 40));
        mixed_code_bit(model, &coder, &context, node, trial_bit(&state, i));
    }
    bit_coder_finish(&coder);
}

static void check_same(const struct mixed_model *model, const struct mixed_model *other)
{
    ck_assert_mem_eq(model->counters, other->counters, sizeof *model->counters << model->counter_bits);
    ck_assert_mem_eq(model->weights, other->weights, 3 * sizeof *model->weights);
}

/* _i: the number of contexts; 0: any. */
START_TEST(kernels_code_alike)
{
    static const unsigned sizes[] = {2, 6, 11, 17, 22};
    struct memory memory;
    memory_init(&memory, NULL, 0);
    for (unsigned k = 1; mixed_kernel_number(k) != NULL; k++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct mixed_model model, other;
            struct buffer bytes, of_other;
            mixed_model_init(&model, &memory);
            mixed_model_init(&other, &memory);
            buffer_init(&bytes, &memory);
            buffer_init(&of_other, &memory);
            code_trial(&mixed_kernel_plain, sizes[i], (unsigned)_i, &model, &bytes);
            code_trial(mixed_kernel_number(k), sizes[i], (unsigned)_i, &other, &of_other);
            check_same(&model, &other);
            ck_assert_uint_eq(bytes.size, of_other.size);
            ck_assert_mem_eq(bytes.data, of_other.data, bytes.size);
            mixed_model_free(&model);
            mixed_model_free(&other);
            buffer_free(&bytes);
            buffer_free(&of_other);
        }
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

Suite *mixed_model_suite(void)
{
    Suite *suite = suite_create("mixed_model");
    TCase *tests = tcase_create("mixed_model");
    tcase_add_test(tests, squash_and_stretch_are_inverse);
    tcase_add_test(tests, mixer_learns_whom_to_trust);
    tcase_add_test(tests, values_come_back);
    tcase_add_test(tests, contexts_save_bytes);
    tcase_add_test(tests, digits_by_first_contexts);
    tcase_add_test(tests, damaged_streams_end);
    tcase_add_test(tests, no_memory_is_told);
    tcase_add_loop_test(tests, kernels_code_alike, 0, MIXED_CONTEXTS_MAX + 1);
    suite_add_tcase(suite, tests);
    return suite;
}
