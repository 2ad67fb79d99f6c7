/* Stripes of plies: which bytes go where, and that every way of taking them gives the right ones. */
#include <check.h>
#include <stdlib.h>

#include "moves/index/move_stripes.h"
#include "shared/bytes.h"
#include "unit/suites.h"

enum { PLIES_MAX = 300 };

struct fixture {
    struct memory memory;
    struct stripe_writer writer;
    struct move_stripe stripes[MOVE_STRIPE_COUNT_MAX];
    unsigned count;
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    stripe_writer_init(&fixture->writer, &fixture->memory);
}

static void tear_down(struct fixture *fixture)
{
    stripe_writer_free(&fixture->writer);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static uint8_t byte_of(unsigned game, uint32_t ply)
{
    return (uint8_t)(31 * game + 7 * ply);
}

/* Lengths of games, the same for a number each time. */
static uint32_t length_of(unsigned game)
{
    return game * 37 % PLIES_MAX;
}

/* Moves, with variations, of a game that is not to be. */
static void write_and_take_back(struct stripe_writer *writer)
{
    size_t size = stripe_writer_size(writer);
    for (uint32_t start = 90; start > 0; start -= 30)
        for (uint32_t ply = start; ply < start + 20; ply++)
            stripe_writer_add(writer, ply, 0);
    stripe_writer_cut(writer, size);
}

/* At least `moves` of them. Returns the number of games. */
static unsigned write_moves(struct fixture *fixture, size_t moves)
{
    unsigned game = 0;
    stripe_writer_clear(&fixture->writer);
    for (size_t done = 0; done < moves; game++) {
        for (uint32_t ply = 0; ply < length_of(game); ply++, done++)
            stripe_writer_add(&fixture->writer, ply, byte_of(game, ply));
        write_and_take_back(&fixture->writer);
    }
    fixture->count = stripe_writer_finish(&fixture->writer, fixture->stripes);
    ck_assert(!stripe_writer_failed(&fixture->writer));
    return game;
}

static const struct {
    size_t moves;
    unsigned count;
    uint16_t first_plies[6];
} expected[] = {
    {1, 1, {0}},
    {23000, 1, {0}},
    {24300, 6, {0, 12, 24, 40, 64, 96}},
};

/* docs/DECISIONS.md, "Stripes of plies", names these numbers. */
START_TEST(plies_are_cut_by_their_number)
{
    struct fixture fixture;
    set_up(&fixture);
    unsigned games = write_moves(&fixture, expected[_i].moves);
    ck_assert_uint_eq(fixture.count, expected[_i].count);
    for (unsigned i = 0; i < fixture.count; i++) {
        uint32_t from = expected[_i].first_plies[i];
        uint32_t to = i + 1 < fixture.count ? expected[_i].first_plies[i + 1] : UINT32_MAX;
        const uint8_t *at = fixture.stripes[i].bytes;
        ck_assert_uint_eq(fixture.stripes[i].first_ply, from);
        for (unsigned game = 0; game < games; game++)
            for (uint32_t ply = from; ply < to && ply < length_of(game); ply++)
                ck_assert_uint_eq(*at++, byte_of(game, ply));
        ck_assert_ptr_eq(at, fixture.stripes[i].bytes + fixture.stripes[i].size);
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(no_moves_have_no_stripe)
{
    struct fixture fixture;
    set_up(&fixture);
    ck_assert_uint_eq(stripe_writer_finish(&fixture.writer, fixture.stripes), 0);
    ck_assert(!stripe_writer_failed(&fixture.writer));
    tear_down(&fixture);
}
END_TEST

START_TEST(moves_are_taken_back)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint32_t ply = 0; ply < 20; ply++)
        stripe_writer_add(&fixture.writer, ply, byte_of(0, ply));
    stripe_writer_cut(&fixture.writer, 30);
    ck_assert_uint_eq(stripe_writer_size(&fixture.writer), 20);
    stripe_writer_cut(&fixture.writer, 7);
    stripe_writer_add(&fixture.writer, 0, 99);
    ck_assert_uint_eq(stripe_writer_finish(&fixture.writer, fixture.stripes), 1);
    ck_assert_uint_eq(fixture.stripes[0].size, 8);
    ck_assert_uint_eq(fixture.stripes[0].bytes[6], byte_of(0, 6));
    ck_assert_uint_eq(fixture.stripes[0].bytes[7], 99);
    tear_down(&fixture);
}
END_TEST

/* Some games are read ply by ply, some passed over in pieces; back and forth, as variations do, in others. */
START_TEST(reading_and_passing_over)
{
    struct fixture fixture;
    struct stripe_reader reader;
    uint64_t random = 1;
    set_up(&fixture);
    unsigned games = write_moves(&fixture, expected[_i].moves);
    stripe_reader_start(&reader, fixture.stripes, fixture.count);
    for (unsigned game = 0; game < games; game++) {
        uint32_t ply = 0;
        while (ply < length_of(game)) {
            uint32_t left = length_of(game) - ply;
            uint32_t passed = game % 3 == 0 ? 0 : (uint32_t)random_below(&random, left + 1);
            ck_assert(stripe_reader_skip(&reader, ply, passed));
            ply += passed;
            if (ply == length_of(game))
                break;
            const uint8_t *byte = stripe_reader_next(&reader, ply);
            ck_assert_ptr_nonnull(byte);
            ck_assert_uint_eq(*byte, byte_of(game, ply));
            ply++;
        }
    }
    ck_assert(stripe_reader_at_end(&reader));
    ck_assert_ptr_null(stripe_reader_next(&reader, 0));
    ck_assert(!stripe_reader_skip(&reader, 3, 1));
    ck_assert(stripe_reader_skip(&reader, 3, 0));
    tear_down(&fixture);
}
END_TEST

START_TEST(stripes_end_each_by_itself)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5};
    const struct move_stripe stripes[] = {{0, bytes, 2}, {2, bytes + 2, 0}, {5, bytes + 2, 3}};
    struct stripe_reader reader;
    stripe_reader_start(&reader, stripes, 3);
    ck_assert_uint_eq(*stripe_reader_next(&reader, 70000), 3);
    ck_assert_uint_eq(*stripe_reader_next(&reader, 1), 1);
    ck_assert_uint_eq(*stripe_reader_next(&reader, 5), 4);
    ck_assert_ptr_null(stripe_reader_next(&reader, 2));
    ck_assert_ptr_null(stripe_reader_next(&reader, 4));
    ck_assert(!stripe_reader_at_end(&reader));
    ck_assert(!stripe_reader_skip(&reader, 1, 2)); /* one in the first stripe, none in the second */
    stripe_reader_start(&reader, stripes, 3);
    ck_assert(stripe_reader_skip(&reader, 0, 2));
    ck_assert(stripe_reader_skip(&reader, 5, 3));
    ck_assert(stripe_reader_at_end(&reader));
    stripe_reader_start(&reader, stripes, 0);
    ck_assert_ptr_null(stripe_reader_next(&reader, 0));
    ck_assert(stripe_reader_at_end(&reader));
}
END_TEST

Suite *move_stripes_suite(void)
{
    Suite *suite = suite_create("move_stripes");
    TCase *tests = tcase_create("stripes");
    tcase_add_loop_test(tests, plies_are_cut_by_their_number, 0, sizeof expected / sizeof expected[0]);
    tcase_add_test(tests, no_moves_have_no_stripe);
    tcase_add_test(tests, moves_are_taken_back);
    tcase_add_loop_test(tests, reading_and_passing_over, 0, sizeof expected / sizeof expected[0]);
    tcase_add_test(tests, stripes_end_each_by_itself);
    suite_add_tcase(suite, tests);
    return suite;
}
