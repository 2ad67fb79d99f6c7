/* Shapes: any sequence of elements comes back, foreseen ones cost nothing, and bad data ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "shape/ply_counts.h"
#include "shape/shape.h"
#include "shared/bytes.h"
#include "unit/suites.h"

enum { COUNT = 5000 };

struct fixture {
    struct memory memory;
    struct buffer runs;
    struct buffer kinds;
    uint8_t sequence[COUNT];
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->runs, &fixture->memory);
    buffer_init(&fixture->kinds, &fixture->memory);
}

static void tear_down(struct fixture *fixture)
{
    buffer_free(&fixture->runs);
    buffer_free(&fixture->kinds);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void encode(struct fixture *fixture, size_t count)
{
    buffer_clear(&fixture->runs);
    buffer_clear(&fixture->kinds);
    shapes_write(byte_source_of(fixture->sequence, count), &fixture->runs, &fixture->kinds);
}

static struct shape_decoder decoder_of(const struct fixture *fixture)
{
    struct shape_decoder decoder;
    shape_decode_start(&decoder, byte_source_of(fixture->runs.data, fixture->runs.size),
                       byte_source_of(fixture->kinds.data, fixture->kinds.size));
    return decoder;
}

static void check(struct fixture *fixture, size_t count)
{
    encode(fixture, count);
    ck_assert(buffer_reserve(&fixture->runs, 1) && buffer_reserve(&fixture->kinds, 1));
    struct shape_decoder decoder = decoder_of(fixture);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(shape_decode(&decoder), fixture->sequence[i]);
    ck_assert_uint_eq(shape_decode(&decoder), BCGN_SHAPE_KIND_COUNT);
}

/* `kinds` different elements: with 1 every guess is right, with 13 few are. */
START_TEST(any_sequence)
{
    struct fixture fixture;
    uint64_t random = (uint64_t)_i;
    set_up(&fixture);
    for (size_t i = 0; i < COUNT; i++)
        fixture.sequence[i] = (uint8_t)random_below(&random, (size_t)_i);
    for (size_t count = 0; count < 40; count++)
        check(&fixture, count);
    check(&fixture, COUNT);
    tear_down(&fixture);
}
END_TEST

START_TEST(what_repeats_is_small)
{
    struct fixture fixture;
    set_up(&fixture);
    for (size_t i = 0; i < COUNT; i++)
        fixture.sequence[i] = i % 50 == 49 ? BCGN_SHAPE_END : i % 50 == 48 ? BCGN_SHAPE_RESULT : 0;
    check(&fixture, COUNT);
    ck_assert_uint_le(fixture.kinds.size, 2 * (COUNT / 50) + 10);
    for (size_t i = 0; i < COUNT; i++)
        fixture.sequence[i] = (uint8_t)(i % 3 == 2 ? BCGN_SHAPE_END : i % 3);
    check(&fixture, COUNT);
    ck_assert_uint_le(fixture.kinds.size, 8);
    tear_down(&fixture);
}
END_TEST

/* Foreseen elements are taken at once if they are moves; foreseen elements of other kinds never are. */
START_TEST(moves_are_taken_at_once)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint8_t kind = 0; kind < BCGN_SHAPE_KIND_COUNT; kind++) {
        memset(fixture.sequence, kind, 100);
        encode(&fixture, 100);
        struct shape_decoder decoder = decoder_of(&fixture);
        for (unsigned i = 0; i < 20; i++)
            ck_assert_uint_eq(shape_decode(&decoder), kind);
        ck_assert_uint_eq(shape_decode_moves(&decoder), kind == 0 ? 80 : 0);
    }
    tear_down(&fixture);
}
END_TEST

/* A copy of a decoder goes on where the decoder was. */
START_TEST(copies_are_places)
{
    struct fixture fixture;
    uint64_t random = 3;
    set_up(&fixture);
    for (size_t i = 0; i < COUNT; i++)
        fixture.sequence[i] = (uint8_t)(random_below(&random, 4) == 0 ? random_below(&random, 13) : 0);
    encode(&fixture, COUNT);
    struct shape_decoder decoder = decoder_of(&fixture);
    for (size_t i = 0; i < COUNT; i += 100) {
        struct shape_decoder copy = decoder;
        for (size_t j = i; j < i + 100; j++) {
            ck_assert_uint_eq(shape_decode(&decoder), fixture.sequence[j]);
            ck_assert_uint_eq(shape_decode(&copy), fixture.sequence[j]);
        }
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(bad_data_ends)
{
    static const uint8_t runs[] = {0, 0, 0x80, 0x00};
    static const uint8_t kinds[] = {5, BCGN_SHAPE_KIND_COUNT, 5};
    struct shape_decoder decoder;
    shape_decode_start(&decoder, byte_source_of(runs, 2), byte_source_of(kinds, 2));
    ck_assert_uint_eq(shape_decode(&decoder), 5);
    ck_assert_uint_eq(shape_decode(&decoder), BCGN_SHAPE_KIND_COUNT); /* no such element */
    shape_decode_start(&decoder, byte_source_of(runs + 1, 3), byte_source_of(kinds, 1));
    ck_assert_uint_eq(shape_decode(&decoder), 5);
    ck_assert_uint_eq(shape_decode(&decoder), BCGN_SHAPE_KIND_COUNT); /* a run not in its shortest form */
    shape_decode_start(&decoder, byte_source_of(runs, 1), byte_source_of(kinds, 3));
    ck_assert_uint_eq(shape_decode(&decoder), 5);
    ck_assert_uint_eq(shape_decode(&decoder), BCGN_SHAPE_KIND_COUNT); /* a run is missing */
    shape_decode_start(&decoder, byte_source_of(runs, 1), byte_source_of(kinds, 0));
    ck_assert_uint_eq(shape_decode(&decoder), BCGN_SHAPE_KIND_COUNT); /* an element is missing */
}
END_TEST

static enum pgnpack_status count_plies(struct fixture *fixture, const char *elements,
                                       struct ply_counts *counts)
{
    static const char letters[] = "m-$!{;%()tdr#?"; /* by kind */
    struct error error;
    size_t count = strlen(elements);
    for (size_t i = 0; i < count; i++)
        fixture->sequence[i] = (uint8_t)(strchr(letters, elements[i]) - letters);
    encode(fixture, count);
    error_clear(&error);
    return ply_counts_set(counts, &fixture->memory, byte_source_of(fixture->runs.data, fixture->runs.size),
                          byte_source_of(fixture->kinds.data, fixture->kinds.size), 1, count, &error);
}

START_TEST(plies_of_the_main_line)
{
    static const struct {
        const char *elements;
        int plies; /* -1: they are not in order */
    } games[] = {
        {"#", 0},
        {"mmmr#", 3},
        {"m-d{$#", 3},
        {"mm(mmmm)m#", 3},
        {"mm(mm(m)m)(mm)mm#", 4},
        {"mmm(mmmmmmm#", 3},
        {"mm(m(mm)(mmm#", 2},
        {"(m#", -1},
        {"mm)#", -1},
        {"mm((m))#", -1},
        {"m(m)m)#", -1},
    };
    struct fixture fixture;
    struct ply_counts counts = {NULL, 0};
    set_up(&fixture);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        enum pgnpack_status status = count_plies(&fixture, games[i].elements, &counts);
        ck_assert_int_eq(status, games[i].plies < 0 ? PGNPACK_ERROR_CORRUPT : PGNPACK_OK);
        if (games[i].plies >= 0)
            ck_assert_uint_eq(counts.of[0], (unsigned)games[i].plies);
    }
    memory_release(&fixture.memory, counts.of, counts.capacity * sizeof *counts.of);
    tear_down(&fixture);
}
END_TEST

Suite *bcgn_shape_suite(void)
{
    Suite *suite = suite_create("bcgn_shape");
    TCase *tcase = tcase_create("shapes");
    tcase_add_loop_test(tcase, any_sequence, 1, BCGN_SHAPE_KIND_COUNT + 1);
    tcase_add_test(tcase, what_repeats_is_small);
    tcase_add_test(tcase, moves_are_taken_at_once);
    tcase_add_test(tcase, copies_are_places);
    tcase_add_test(tcase, bad_data_ends);
    tcase_add_test(tcase, plies_of_the_main_line);
    suite_add_tcase(suite, tcase);
    return suite;
}
