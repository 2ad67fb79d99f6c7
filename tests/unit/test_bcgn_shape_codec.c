/* Packed shapes: all streams come back, limits hold, damage ends, and bytes that no machine may change. */
#include <check.h>
#include <stdlib.h>

#include "shape/shape_codec.h"
#include "game/walk.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "util/xxh64.h"

#define PACKED_HASH UINT64_C(2202965024179598327)

enum { GAME_COUNT = 300 };

struct fixture {
    struct memory memory;
    struct mixed_model model;
    struct buffer elements;
    struct walk walk; /* behind them */
    struct shape_streams plain;
    struct shape_streams back;
    struct buffer packed;
    uint8_t results[GAME_COUNT];
    struct shape_block block;
    uint64_t element_count;
};

static void init_streams(struct shape_streams *streams, struct memory *memory)
{
    buffer_init(&streams->runs, memory);
    buffer_init(&streams->kinds, memory);
    buffer_init(&streams->nags, memory);
}

static void free_streams(struct shape_streams *streams)
{
    buffer_free(&streams->runs);
    buffer_free(&streams->kinds);
    buffer_free(&streams->nags);
}

static void clear_streams(struct shape_streams *streams)
{
    buffer_clear(&streams->runs);
    buffer_clear(&streams->kinds);
    buffer_clear(&streams->nags);
}

static void set_up(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    memory_init(&fixture->memory, NULL, 0);
    mixed_model_init(&fixture->model, &fixture->memory);
    init_streams(&fixture->plain, &fixture->memory);
    init_streams(&fixture->back, &fixture->memory);
    buffer_init(&fixture->elements, &fixture->memory);
    buffer_init(&fixture->packed, &fixture->memory);
}

static void tear_down(struct fixture *fixture)
{
    mixed_model_free(&fixture->model);
    free_streams(&fixture->plain);
    free_streams(&fixture->back);
    buffer_free(&fixture->elements);
    buffer_free(&fixture->packed);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

/* An element, or another where this one cannot stand. */
static void add(struct fixture *fixture, uint8_t kind, unsigned nag)
{
    kind = walk_pass(&fixture->walk, kind) ? kind : ITEM_TOKEN;
    buffer_append_byte(&fixture->elements, kind);
    if (kind == ITEM_NAG || kind == ITEM_SUFFIX)
        varint_append(&fixture->plain.nags, nag);
    fixture->element_count++;
}

/* The end of all games: what unpacking should give back. */
static void finish(struct fixture *fixture, uint32_t game_count)
{
    shapes_write(byte_source_of(fixture->elements.data, fixture->elements.size), &fixture->plain.runs,
                 &fixture->plain.kinds);
    fixture->block = (struct shape_block){byte_source_of(fixture->results, game_count), game_count, NULL};
}

/* Games with as many oddities as `wildness` says; the wildest are no games at all. */
static void make_games(struct fixture *fixture, unsigned wildness, uint32_t count)
{
    uint64_t random = wildness + 1;
    for (uint32_t game = 0; game < count; game++) {
        fixture->results[game] = (uint8_t)random_below(&random, 4);
        size_t moves = random_below(&random, 120) + fixture->results[game];
        walk_start(&fixture->walk);
        for (size_t i = 0; i < moves; i++) {
            int is_odd = random_below(&random, 100) < wildness;
            uint8_t kind = (uint8_t)(is_odd ? random_below(&random, BCGN_SHAPE_RESULT + 1u) : ITEM_MOVE);
            add(fixture, kind, (unsigned)random_below(&random, i % 7 == 0 ? 65536 : 7));
        }
        if (random_below(&random, 100) >= wildness / 4)
            add(fixture, BCGN_SHAPE_RESULT, 0);
        add(fixture, random_below(&random, 300) < wildness ? BCGN_SHAPE_BROKEN_END : BCGN_SHAPE_END, 0);
    }
    finish(fixture, count);
}

static struct byte_source source_of(const struct buffer *buffer)
{
    return byte_source_of(buffer->data, buffer->size);
}

static void pack(struct fixture *fixture)
{
    const struct shape_sources sources = {source_of(&fixture->elements), source_of(&fixture->plain.nags)};
    ck_assert(shapes_pack(&fixture->model, &fixture->block, &sources, &fixture->packed));
}

static enum pgnpack_status unpack(struct fixture *fixture, uint64_t element_limit)
{
    struct error error;
    error_clear(&error);
    clear_streams(&fixture->back);
    return shapes_unpack(&fixture->model, &fixture->block, source_of(&fixture->packed), element_limit,
                         &fixture->back, &error);
}

static void assert_same(const struct buffer *one, const struct buffer *other)
{
    ck_assert_uint_eq(one->size, other->size);
    ck_assert(one->size == 0 || memcmp(one->data, other->data, one->size) == 0);
}

START_TEST(all_streams_come_back)
{
    static const unsigned wildnesses[] = {0, 3, 30, 100};
    struct fixture fixture;
    for (uint32_t count = 0; count <= GAME_COUNT; count = 4 * count + 1) {
        set_up(&fixture);
        make_games(&fixture, wildnesses[_i], count);
        pack(&fixture);
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        assert_same(&fixture.back.runs, &fixture.plain.runs);
        assert_same(&fixture.back.kinds, &fixture.plain.kinds);
        assert_same(&fixture.back.nags, &fixture.plain.nags);
        tear_down(&fixture);
    }
}
END_TEST

/* Results that go on, or none, say the same as one for each. */
START_TEST(results_can_be_told_shortly)
{
    struct fixture fixture;
    set_up(&fixture);
    make_games(&fixture, 3, GAME_COUNT);
    memset(fixture.results, RESULT_UNKNOWN, sizeof fixture.results);
    pack(&fixture);
    for (size_t size = 0; size < 2; size++) {
        fixture.block.results = byte_source_of(fixture.results, size);
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        assert_same(&fixture.back.runs, &fixture.plain.runs);
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(limits_hold)
{
    struct fixture fixture;
    set_up(&fixture);
    make_games(&fixture, 30, 50);
    pack(&fixture);
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
    ck_assert_int_eq(unpack(&fixture, fixture.element_count - 1), PGNPACK_ERROR_CORRUPT);
    fixture.block.game_count--;
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_ERROR_CORRUPT);
    buffer_append_byte(&fixture.packed, 0);
    fixture.block.game_count++;
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* Variations are followed to the deepest that there may be. */
START_TEST(deep_variations)
{
    struct fixture fixture;
    set_up(&fixture);
    for (int i = 0; i < GAME_NESTING_MAX; i++) {
        add(&fixture, ITEM_MOVE, 0);
        add(&fixture, ITEM_VARIATION_BEGIN, 0);
    }
    for (int i = 0; i < GAME_NESTING_MAX; i++) {
        add(&fixture, ITEM_MOVE, 0);
        add(&fixture, ITEM_VARIATION_END, 0);
    }
    ck_assert_uint_eq(fixture.walk.depth, 0);
    add(&fixture, BCGN_SHAPE_END, 0);
    finish(&fixture, 1);
    pack(&fixture);
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
    assert_same(&fixture.back.runs, &fixture.plain.runs);
    assert_same(&fixture.back.kinds, &fixture.plain.kinds);
    tear_down(&fixture);
}
END_TEST

/* All that is packed was counted in unpacking: less than that is too little, and more takes more. */
START_TEST(work_is_counted)
{
    enum { SIZES = 5 };
    uint64_t before = 0;
    for (uint32_t count = 1; count <= 1u << 2 * SIZES; count *= 4) {
        struct fixture fixture;
        struct work_count work;
        uint32_t games = count < GAME_COUNT ? count : GAME_COUNT;
        set_up(&fixture);
        make_games(&fixture, 20, games);
        pack(&fixture);
        fixture.block.work = &work;
        work_start(&work, WORK_NO_LIMIT);
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        uint64_t done = work.done;
        ck_assert_uint_ge(done, before + fixture.plain.runs.size);
        work_start(&work, done);
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        for (unsigned i = 0; i < 20; i++) {
            work_start(&work, done * i / 20);
            ck_assert_int_ne(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        }
        before = games == GAME_COUNT ? 0 : done;
        tear_down(&fixture);
    }
}
END_TEST

/* Whatever is damaged: it ends, within the limits. */
START_TEST(damage_ends)
{
    struct fixture fixture;
    uint64_t random = 5;
    set_up(&fixture);
    make_games(&fixture, 20, 40);
    pack(&fixture);
    for (int i = 0; i < 60; i++) {
        size_t at = random_below(&random, fixture.packed.size);
        uint8_t kept = fixture.packed.data[at];
        size_t size = fixture.packed.size;
        fixture.packed.data[at] = (uint8_t)random_below(&random, 256);
        fixture.packed.size -= i % 2 == 0 ? random_below(&random, size) : 0;
        enum pgnpack_status status = unpack(&fixture, fixture.element_count);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_CORRUPT ||
                  status == PGNPACK_ERROR_UNSUPPORTED);
        ck_assert(status != PGNPACK_OK || fixture.packed.size == size);
        ck_assert_uint_le(fixture.back.kinds.size, fixture.element_count);
        fixture.packed.size = size;
        fixture.packed.data[at] = kept;
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(newer_kinds_are_unsupported)
{
    struct fixture fixture;
    set_up(&fixture);
    make_games(&fixture, 0, 1);
    fixture.elements.data[0] = (uint8_t)_i;
    pack(&fixture);
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_ERROR_UNSUPPORTED);
    fixture.packed.size--;
    ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* No stream's memory is missing unnoticed. */
START_TEST(no_memory_is_told)
{
    struct fixture fixture;
    set_up(&fixture);
    make_games(&fixture, 30, GAME_COUNT);
    pack(&fixture);
    struct buffer *streams[] = {&fixture.back.runs, &fixture.back.kinds, &fixture.back.nags};
    for (int i = 0; i < 3; i++) {
        fixture.memory.limit = 0;
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_OK);
        buffer_free(streams[i]);
        fixture.memory.limit = fixture.memory.held;
        ck_assert_int_eq(unpack(&fixture, fixture.element_count), PGNPACK_ERROR_MEMORY);
        buffer_free(streams[i]); /* it remembers that */
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(bytes_are_pinned)
{
    struct fixture fixture;
    set_up(&fixture);
    make_games(&fixture, 10, GAME_COUNT);
    pack(&fixture);
    ck_assert_uint_eq(xxh64(fixture.packed.data, fixture.packed.size), PACKED_HASH);
    tear_down(&fixture);
}
END_TEST

Suite *bcgn_shape_codec_suite(void)
{
    Suite *suite = suite_create("bcgn_shape_codec");
    TCase *tcase = tcase_create("packed shapes");
    tcase_add_loop_test(tcase, all_streams_come_back, 0, 4);
    tcase_add_test(tcase, results_can_be_told_shortly);
    tcase_add_test(tcase, limits_hold);
    tcase_add_test(tcase, work_is_counted);
    tcase_add_test(tcase, deep_variations);
    tcase_add_test(tcase, damage_ends);
    tcase_add_test(tcase, no_memory_is_told);
    tcase_add_loop_test(tcase, newer_kinds_are_unsupported, BCGN_SHAPE_KIND_COUNT, 16);
    tcase_add_test(tcase, bytes_are_pinned);
    suite_add_tcase(suite, tcase);
    return suite;
}
