/* The text model: texts come back, small ones and odd ones too; damage ends; bytes that no machine may change. */
#include <check.h>
#include <stdlib.h>
#include <zstd.h>

#include "container/sections/section_packer.h"
#include "entropy/kernels/text_kernel.h"
#include "entropy/models/symbol_code.h"
#include "entropy/models/text_model.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "util/xxh64.h"

#define PACKED_HASH UINT64_C(3289475002818782551)
#define LIGHT_HASH UINT64_C(18341215756442907958)

enum { SIZE_MAX_TRIED = 40000, GUARD = 0xa5 };

struct fixture {
    struct memory memory;
    struct text_model *model;
    struct buffer packed;
    size_t size;
    uint8_t text[SIZE_MAX_TRIED];
    uint8_t back[SIZE_MAX_TRIED + 1]; /* one byte that must not be written */
};

static const struct text_kind lines = {'\n', 0};
static const struct text_kind light_lines = {'\n', 1};

static struct fixture *new_fixture(void)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    ck_assert_ptr_nonnull(fixture);
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->packed, &fixture->memory);
    fixture->model = text_model_new(&fixture->memory);
    ck_assert_ptr_nonnull(fixture->model);
    return fixture;
}

static void free_fixture(struct fixture *fixture)
{
    text_model_free(fixture->model);
    buffer_free(&fixture->packed);
    ck_assert_uint_eq(fixture->memory.held, 0);
    free(fixture);
}

static void append(struct fixture *fixture, const char *text)
{
    for (; *text != '\0' && fixture->size < SIZE_MAX_TRIED; text++)
        fixture->text[fixture->size++] = (uint8_t)*text;
}

/* Lines of words as in a column of names, some of them again and again. */
static void make_names(struct fixture *fixture, size_t size)
{
    static const char *const parts[] = {"ova", "ber", "Kar", "Pet", ", ", "an",
                                        "son", "Li",  "\n",  "de ", "R",  "1962"};
    uint64_t random = 11;
    while (fixture->size < size) {
        append(fixture, parts[random_below(&random, sizeof parts / sizeof parts[0])]);
        if (random_below(&random, 40) == 0)
            append(fixture, "Example, Emanuel Zacharias (sen.)\n");
    }
}

static void make_noise(struct fixture *fixture, size_t size)
{
    uint64_t random = 12;
    while (fixture->size < size)
        fixture->text[fixture->size++] = (uint8_t)random_below(&random, 256);
}

static void pack(struct fixture *fixture, struct text_kind kind)
{
    buffer_clear(&fixture->packed);
    ck_assert(text_model_pack(fixture->model, kind, fixture->text, fixture->size, &fixture->packed));
}

static enum text_model_status unpack(struct fixture *fixture, struct text_kind kind, size_t size)
{
    memset(fixture->back, GUARD, sizeof fixture->back);
    enum text_model_status status =
        text_model_unpack(fixture->model, kind, byte_source_of(fixture->packed.data, fixture->packed.size),
                          fixture->back, size);
    ck_assert_uint_eq(fixture->back[size], GUARD);
    return status;
}

static void check_text(struct fixture *fixture, struct text_kind kind)
{
    pack(fixture, kind);
    ck_assert_int_eq(unpack(fixture, kind, fixture->size), TEXT_MODEL_OK);
    ck_assert(memcmp(fixture->back, fixture->text, fixture->size) == 0);
}

START_TEST(texts_come_back)
{
    static const size_t sizes[] = {0, 1, 2, 6, 7, 8, 100, 513, 5000};
    struct fixture *fixture = new_fixture();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fixture->size = 0;
        make_names(fixture, sizes[i]);
        fixture->size = sizes[i];
        check_text(fixture, lines);
        check_text(fixture, (struct text_kind){'a', 1});
        make_noise(fixture, 2 * sizes[i]);
        check_text(fixture, (struct text_kind){0, 0});
    }
    free_fixture(fixture);
}
END_TEST

/* All sets of weights, long matches, tables that are full. */
START_TEST(a_long_text_comes_back)
{
    struct fixture *fixture = new_fixture();
    make_names(fixture, 9000);
    make_noise(fixture, 12000);
    memset(fixture->text + fixture->size, 'x', 3000);
    fixture->size += 3000;
    memcpy(fixture->text + fixture->size, fixture->text, 12000);
    fixture->size += 12000;
    make_names(fixture, SIZE_MAX_TRIED);
    check_text(fixture, lines);
    check_text(fixture, light_lines);
    free_fixture(fixture);
}
END_TEST

START_TEST(names_are_small)
{
    struct fixture *fixture = new_fixture();
    make_names(fixture, SIZE_MAX_TRIED);
    pack(fixture, lines);
    ck_assert_uint_lt(fixture->packed.size, SIZE_MAX_TRIED / 6);
    fixture->size = 0;
    make_noise(fixture, SIZE_MAX_TRIED);
    pack(fixture, lines);
    ck_assert_uint_lt(fixture->packed.size, SIZE_MAX_TRIED + SIZE_MAX_TRIED / 20);
    memset(fixture->text, 'x', SIZE_MAX_TRIED);
    pack(fixture, lines);
    ck_assert_uint_lt(fixture->packed.size, 60);
    free_fixture(fixture);
}
END_TEST

START_TEST(bytes_are_pinned)
{
    struct fixture *fixture = new_fixture();
    make_names(fixture, 35000);
    make_noise(fixture, SIZE_MAX_TRIED);
    pack(fixture, lines);
    ck_assert_uint_eq(xxh64(fixture->packed.data, fixture->packed.size), PACKED_HASH);
    pack(fixture, light_lines);
    ck_assert_uint_eq(xxh64(fixture->packed.data, fixture->packed.size), LIGHT_HASH);
    free_fixture(fixture);
}
END_TEST

START_TEST(damage_ends)
{
    struct fixture *fixture = new_fixture();
    uint64_t random = 13;
    make_names(fixture, 3000);
    pack(fixture, lines);
    size_t size = fixture->packed.size;
    for (int i = 0; i < 60; i++) {
        size_t at = random_below(&random, size);
        uint8_t kept = fixture->packed.data[at];
        fixture->packed.data[at] = (uint8_t)random_below(&random, 256);
        unpack(fixture, lines, fixture->size);
        fixture->packed.data[at] = kept;
        fixture->packed.size = at;
        ck_assert_int_eq(unpack(fixture, lines, fixture->size), TEXT_MODEL_CORRUPT);
        fixture->packed.size = size;
    }
    ck_assert_int_eq(unpack(fixture, lines, fixture->size - 100), TEXT_MODEL_CORRUPT);
    ck_assert_int_eq(unpack(fixture, lines, fixture->size + 1000), TEXT_MODEL_CORRUPT);
    buffer_append_byte(&fixture->packed, 0);
    ck_assert_int_eq(unpack(fixture, lines, fixture->size), TEXT_MODEL_CORRUPT);
    free_fixture(fixture);
}
END_TEST

START_TEST(no_memory_is_told)
{
    struct memory memory;
    struct buffer out;
    static const uint8_t text[1000];
    memory_init(&memory, NULL, 1000);
    buffer_init(&out, &memory);
    ck_assert_ptr_null(text_model_new(&memory));
    memory_init(&memory, NULL, 900 << 10);
    struct text_model *model = text_model_new(&memory);
    ck_assert_ptr_nonnull(model);
    memory.limit = memory.held + 1000;
    ck_assert(!text_model_pack(model, lines, text, sizeof text, &out));
    ck_assert_int_eq(text_model_unpack(model, lines, byte_source_of(text, 1), NULL, 1000),
                     TEXT_MODEL_NO_MEMORY);
    text_model_free(model);
    buffer_free(&out);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

/* ---- Sections ---- */

static uint8_t packing_of(struct fixture *fixture, uint8_t type, enum section_texts texts)
{
    struct section_packer packer;
    struct section_unpacker unpacker;
    struct error error;
    error_clear(&error);
    section_packer_init(&packer, &fixture->memory);
    section_unpacker_init(&unpacker, &fixture->memory);
    section_packer_start(&packer, texts);
    ck_assert_int_eq(section_packer_add(&packer, type, 0, fixture->text, fixture->size, 19, &error),
                     PGNPACK_OK);
    struct section_entry entry = packer.entries[0];
    ck_assert_int_eq(section_unpack(&unpacker, &entry, packer.stored.data, fixture->back, &error),
                     PGNPACK_OK);
    ck_assert(memcmp(fixture->back, fixture->text, fixture->size) == 0);
    packer.stored.data[0] ^= 1;
    ck_assert_int_eq(section_unpack(&unpacker, &entry, packer.stored.data, fixture->back, &error),
                     PGNPACK_ERROR_CORRUPT);
    section_packer_free(&packer);
    section_unpacker_free(&unpacker);
    return entry.packing;
}

START_TEST(sections_are_packed_by_what_is_smallest)
{
    struct fixture *fixture = new_fixture();
    make_names(fixture, 5000);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_TAG, SECTION_TEXTS_BY_ZSTD), BCGN_PACKING_ZSTD);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_TAG, SECTION_TEXTS_LIGHTLY), BCGN_PACKING_LIGHT_TEXT);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_TAG, SECTION_TEXTS_FULLY), BCGN_PACKING_TEXT);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_MOVES, SECTION_TEXTS_FULLY), BCGN_PACKING_ZSTD);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_MOVE_STRIPE, SECTION_TEXTS_FULLY), BCGN_PACKING_ZSTD);
    fixture->size = 0;
    make_noise(fixture, 500);
    ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_TAG, SECTION_TEXTS_FULLY), BCGN_PACKING_NONE);
    free_fixture(fixture);
}
END_TEST

/* So many different symbols, each told by the one `lag` before it (0: by none). */
static void make_symbols(struct fixture *fixture, unsigned kinds, unsigned lag, size_t size)
{
    uint64_t state = 9;
    for (size_t i = 0; i < size; i++) {
        unsigned random = (unsigned)(next_random(&state) >> 33);
        int follows = lag != 0 && i >= lag && random % 8 != 0;
        fixture->text[i] =
            (uint8_t)(follows ? (fixture->text[i - lag] / 3 + 1) % kinds * 3 : random / 8 % kinds * 3);
    }
    fixture->size = size;
}

START_TEST(few_symbols_are_packed_as_such)
{
    struct fixture *fixture = new_fixture();
    for (unsigned kinds = 2; kinds <= 5; kinds++)
        for (unsigned lag = 0; lag <= 1; lag++) {
            make_symbols(fixture, kinds, lag, 3000);
            ck_assert_uint_eq(packing_of(fixture, BCGN_SECTION_RESULTS, SECTION_TEXTS_LIGHTLY),
                              BCGN_PACKING_SYMBOLS);
            ck_assert_uint_ne(packing_of(fixture, BCGN_SECTION_RESULTS, SECTION_TEXTS_BY_ZSTD),
                              BCGN_PACKING_SYMBOLS);
        }
    make_symbols(fixture, 17, 1, 3000);
    ck_assert_uint_ne(packing_of(fixture, BCGN_SECTION_RESULTS, SECTION_TEXTS_LIGHTLY), BCGN_PACKING_SYMBOLS);
    free_fixture(fixture);
}
END_TEST

/* There and back, with as many symbols before as tell most; what is cut, longer, or changed in its head is found out. */
START_TEST(symbols_there_and_back)
{
    struct fixture *fixture = new_fixture();
    struct buffer out;
    buffer_init(&out, &fixture->memory);
    for (unsigned kinds = 1; kinds <= 17; kinds++)
        for (unsigned lag = 0; lag <= 2; lag++) {
            enum { SIZE = 2000 };
            make_symbols(fixture, kinds, lag, SIZE);
            buffer_clear(&out);
            ck_assert_int_eq(symbols_pack(fixture->text, SIZE, &out), kinds <= 16);
            if (kinds > 16) {
                ck_assert_uint_eq(out.size, 0);
                continue;
            }
            ck_assert_uint_eq(out.data[0], kinds < 3 || lag == 0 ? out.data[0] : lag);
            ck_assert_uint_eq(out.data[1], kinds);
            ck_assert(symbols_unpack(byte_source_of(out.data, out.size), fixture->back, SIZE));
            ck_assert(memcmp(fixture->back, fixture->text, SIZE) == 0);
            for (size_t cut = 0; cut < out.size; cut += 1 + cut / 4)
                ck_assert(!symbols_unpack(byte_source_of(out.data, cut), fixture->back, SIZE));
            buffer_append_byte(&out, 0);
            ck_assert(!symbols_unpack(byte_source_of(out.data, out.size), fixture->back, SIZE));
            out.size--;
            out.data[0] = 3;
            ck_assert(!symbols_unpack(byte_source_of(out.data, out.size), fixture->back, SIZE));
        }
    buffer_clear(&out);
    ck_assert(!symbols_pack(fixture->text, 0, &out));
    buffer_free(&out);
    free_fixture(fixture);
}
END_TEST

/* What zstd makes of the text at a level with one of its match finders: 1 by rows, 2 by chains. */
static size_t pack_by_finder(struct fixture *fixture, int level, int finder)
{
    enum { USE_ROW_MATCH_FINDER = 1011 };
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context, (ZSTD_cParameter)USE_ROW_MATCH_FINDER, finder);
    size_t size = ZSTD_compress2(context, fixture->back, sizeof fixture->back, fixture->text, fixture->size);
    ZSTD_freeCCtx(context);
    return size;
}

/* However libzstd was built: by rows where sections are longer than 2^14 bytes. */
START_TEST(the_match_finder_is_chosen)
{
    enum { FIRST_VERSION = 10501, SHORT = 1 << 14, LEVEL = 8 };
    struct fixture *fixture = new_fixture();
    struct section_packer packer;
    struct error error;
    error_clear(&error);
    section_packer_init(&packer, &fixture->memory);
    make_names(fixture, SHORT + 100);
    for (fixture->size = SHORT; fixture->size <= SHORT + 1; fixture->size++) {
        if (ZSTD_versionNumber() < FIRST_VERSION)
            break;
        section_packer_start(&packer, SECTION_TEXTS_BY_ZSTD);
        ck_assert_int_eq(
            section_packer_add(&packer, BCGN_SECTION_TAG, 0, fixture->text, fixture->size, LEVEL, &error),
            PGNPACK_OK);
        size_t size = pack_by_finder(fixture, LEVEL, fixture->size > SHORT ? 1 : 2);
        ck_assert_uint_eq(packer.stored.size, size);
        ck_assert_mem_eq(packer.stored.data, fixture->back, size);
    }
    section_packer_free(&packer);
    free_fixture(fixture);
}
END_TEST

/* What a model has learnt is the same with each kernel. */
static void check_kernel(const struct text_kernel *kernel, struct text_kind kind,
                         void (*make)(struct fixture *, size_t))
{
    struct fixture *fixture = new_fixture(), *other = new_fixture();
    make(fixture, SIZE_MAX_TRIED);
    make(other, SIZE_MAX_TRIED);
    fixture->model->kernel = &text_kernel_plain;
    other->model->kernel = kernel;
    pack(fixture, kind);
    pack(other, kind);
    ck_assert_uint_eq(fixture->packed.size, other->packed.size);
    ck_assert_mem_eq(fixture->packed.data, other->packed.data, fixture->packed.size);
    ck_assert_mem_eq(fixture->model->of_order_1, other->model->of_order_1, sizeof fixture->model->of_order_1);
    ck_assert_mem_eq(fixture->model->of_match, other->model->of_match, sizeof fixture->model->of_match);
    ck_assert_mem_eq(fixture->model->weights, other->model->weights, sizeof fixture->model->weights);
    ck_assert_mem_eq(fixture->model->slots, other->model->slots,
                     (size_t)SLOT_SIZE << fixture->model->slot_bits);
    free_fixture(fixture);
    free_fixture(other);
}

START_TEST(kernels_code_alike)
{
    for (unsigned k = 1; text_kernel_number(k) != NULL; k++) {
        check_kernel(text_kernel_number(k), lines, make_names);
        check_kernel(text_kernel_number(k), lines, make_noise);
        check_kernel(text_kernel_number(k), light_lines, make_names);
        check_kernel(text_kernel_number(k), light_lines, make_noise);
    }
}
END_TEST

Suite *text_model_suite(void)
{
    Suite *suite = suite_create("text_model");
    TCase *tests = tcase_create("text_model");
    tcase_add_test(tests, texts_come_back);
    tcase_add_test(tests, a_long_text_comes_back);
    tcase_add_test(tests, names_are_small);
    tcase_add_test(tests, bytes_are_pinned);
    tcase_add_test(tests, damage_ends);
    tcase_add_test(tests, no_memory_is_told);
    tcase_add_test(tests, sections_are_packed_by_what_is_smallest);
    tcase_add_test(tests, few_symbols_are_packed_as_such);
    tcase_add_test(tests, symbols_there_and_back);
    tcase_add_test(tests, the_match_finder_is_chosen);
    tcase_add_test(tests, kernels_code_alike);
    suite_add_tcase(suite, tests);
    return suite;
}
