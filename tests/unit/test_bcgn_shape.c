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

/* A game of a few kinds: plain ones mostly, with no move, few and very many; some have remarks, some other things. */
static size_t put_game(uint8_t *elements, size_t room, uint64_t *random)
{
    static const size_t lengths[] = {0, 1, 2, 3, 4, 80, 254, 255, 256, 300};
    size_t kind = random_below(random, 20), count = 0, plies = random_below(random, 100);
    if (random_below(random, 3) == 0)
        plies = lengths[random_below(random, sizeof lengths / sizeof lengths[0])];
    if (kind == 4)
        elements[count++] = ITEM_COMMENT;
    for (size_t i = 0; i < plies && count + 5 < room; i++) {
        elements[count++] = ITEM_MOVE;
        if (kind == 0 || kind == 1)
            elements[count++] = kind == 0 ? ITEM_COMMENT : ITEM_SUFFIX;
        if (kind == 2 && random_below(random, 10) == 0)
            elements[count++] = (uint8_t)random_below(random, BCGN_SHAPE_RESULT);
    }
    if (kind == 6)
        elements[count++] = ITEM_COMMENT;
    if (kind != 3 || random_below(random, 2) == 0)
        elements[count++] = BCGN_SHAPE_RESULT;
    if (kind == 5)
        elements[count++] = ITEM_LINE_COMMENT;
    elements[count++] = BCGN_SHAPE_END;
    return count;
}

/* `elements` are next in the sequence; returns how many of them are moves. */
static uint64_t moves_in(const uint8_t *elements, uint64_t count)
{
    uint64_t moves = 0;
    for (uint64_t i = 0; i < count; i++) {
        ck_assert(elements[i] == ITEM_MOVE || shape_is_remark(elements[i]));
        moves += elements[i] == ITEM_MOVE;
    }
    return moves;
}

/* One by one, to where another decoder is; they know the same there. */
static void follow(struct shape_decoder *slow, const uint8_t *elements, uint64_t count,
                   const struct shape_decoder *decoder)
{
    for (uint64_t i = 0; i < count; i++)
        ck_assert_uint_eq(shape_decode(slow), elements[i]);
    ck_assert_mem_eq(&slow->model, &decoder->model, sizeof slow->model);
    ck_assert_ptr_eq(slow->kinds.at, decoder->kinds.at);
    ck_assert(!slow->has_run || (decoder->has_run && slow->run == decoder->run));
}

/* How much was taken at once. */
struct taken {
    uint64_t plain; /* games */
    uint64_t remarks;
};

/* At a game's start: takes the game, if it is a plain one that is foreseen. Returns how many elements, perhaps 0. */
static size_t take_game(const uint8_t *next, struct shape_decoder *decoder, struct shape_decoder *slow,
                        struct taken *taken)
{
    unsigned plies = shape_foresees_plain_games(decoder) ? shape_decode_plain_game(decoder) : 0;
    if (plies == 0)
        return 0;
    ck_assert_uint_eq(moves_in(next, plies), plies);
    ck_assert_uint_eq(next[plies], BCGN_SHAPE_RESULT);
    ck_assert_uint_eq(next[plies + 1], BCGN_SHAPE_END);
    follow(slow, next, plies + 2, decoder);
    taken->plain++;
    return plies + 2;
}

/* Takes what else is foreseen, and the element behind it. */
static size_t take_elements(const uint8_t *next, size_t left, struct shape_decoder *decoder,
                            struct shape_decoder *slow, struct taken *taken)
{
    uint64_t moves, count = shape_decode_foreseen(decoder, &moves);
    ck_assert_uint_le(count, left);
    ck_assert_uint_eq(moves_in(next, count), moves);
    follow(slow, next, count, decoder);
    taken->remarks += count - moves;
    if (count == left)
        return (size_t)count;
    ck_assert_uint_eq(shape_decode(decoder), next[count]);
    follow(slow, next + count, 1, decoder);
    return (size_t)count + 1;
}

/* Whatever is taken at once is what stands there, and the decoder goes on behind it. */
START_TEST(foreseen_elements_are_taken_at_once)
{
    struct fixture fixture;
    struct taken taken = {0, 0};
    set_up(&fixture);
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint64_t random = seed;
        size_t count = 0;
        while (count + 700 < COUNT)
            count += put_game(fixture.sequence + count, 700, &random);
        encode(&fixture, count);
        struct shape_decoder decoder = decoder_of(&fixture), slow = decoder;
        for (size_t i = 0, size; i < count; i += size) {
            const uint8_t *next = fixture.sequence + i;
            size = i == 0 || next[-1] == BCGN_SHAPE_END ? take_game(next, &decoder, &slow, &taken) : 0;
            if (size == 0)
                size = take_elements(next, count - i, &decoder, &slow, &taken);
        }
    }
    ck_assert_uint_gt(taken.plain, 3000);
    ck_assert_uint_gt(taken.remarks, 3000);
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
    tcase_add_test(tcase, foreseen_elements_are_taken_at_once);
    tcase_add_test(tcase, copies_are_places);
    tcase_add_test(tcase, bad_data_ends);
    tcase_add_test(tcase, plies_of_the_main_line);
    suite_add_tcase(suite, tcase);
    return suite;
}
