/* Changes put together: what the last one said of a game counts, held against an array of all games. */
#include <check.h>
#include <string.h>

#include "container/segments/segment_list.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "unit/suites.h"

enum { GAMES = 60 };

static struct memory memory;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
}

/* Why each game is deleted, and its target. */
struct model {
    uint8_t kind[GAMES];
    uint64_t target[GAMES];
    uint32_t change[GAMES];
};

/* Is each game as the model says, in ranges of which neighbours differ? */
static void check_same(const struct deleted_games *games, const struct model *model)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        ck_assert_int_eq(deleted_games_have(games, i), model->kind[i] != 0);
        count += model->kind[i] != 0;
        const struct game_range *range = deleted_games_from(games, i);
        uint64_t next = i;
        while (next < GAMES && !model->kind[next])
            next++;
        ck_assert_int_eq(range == NULL, next == GAMES);
        if (range != NULL)
            ck_assert(range->end > i && (range->first == next || (range->first < i && next == i)));
        if (range != NULL && next == i) {
            const struct game_range from = game_range_from(*range, i);
            ck_assert(from.kind == model->kind[i] && from.target == model->target[i] &&
                      from.change == model->change[i]);
        }
        uint64_t between = 0;
        for (uint64_t end = i; end <= GAMES; end++) {
            ck_assert_uint_eq(deleted_games_between(games, i, end), between);
            between += end < GAMES ? model->kind[end] != 0 : 0;
        }
    }
    ck_assert_uint_eq(games->count, count);
    for (size_t i = 1; i < games->deleted.count; i++) {
        const struct game_range *last = &games->deleted.ranges[i - 1], *range = last + 1;
        ck_assert_uint_ge(range->first, last->end);
        ck_assert(range->first > last->end || range->kind != last->kind || range->change != last->change ||
                  range->target != (last->target == 0 ? 0 : last->target + (last->end - last->first)));
    }
    ck_assert_int_eq(deleted_games_have(games, GAMES), 0);
    ck_assert_int_eq(deleted_games_have(games, UINT64_MAX), 0);
}

/* Some ranges that do not meet, of few kinds, changes and targets, so that neighbours are often alike. */
static void make_change(uint64_t *random, struct game_range_list *list, struct model *model)
{
    uint64_t at = random_below(random, 12);
    while (at < GAMES) {
        uint64_t end = at + 1 + random_below(random, 9);
        struct game_range range = {.first = at, .end = end < GAMES ? end : GAMES};
        range.kind = (uint8_t)random_below(random, 3);
        range.change = (uint32_t)random_below(random, 2);
        range.target = range.kind == 2 ? 1 + at + 100 * random_below(random, 2) : 0;
        ck_assert(game_range_list_add(list, &memory, range));
        for (uint64_t i = at; i < range.end; i++) {
            model->kind[i] = range.kind;
            model->change[i] = range.change;
            model->target[i] = range.target == 0 ? 0 : range.target + (i - at);
        }
        at = range.end + random_below(random, 15) / 2;
    }
}

START_TEST(the_last_change_counts)
{
    uint64_t random = 9;
    for (unsigned round = 0; round < 300; round++) {
        struct deleted_games games;
        struct model model = {{0}, {0}, {0}};
        deleted_games_init(&games, &memory);
        for (size_t changes = random_below(&random, 20); changes-- > 0;) {
            struct game_range_list list = {NULL, 0, 0};
            make_change(&random, &list, &model);
            ck_assert(deleted_games_add(&games, &list));
            ck_assert_ptr_null(list.ranges);
        }
        ck_assert(deleted_games_finish(&games));
        check_same(&games, &model);
        struct game_range_list more = {NULL, 0, 0}; /* goes on after that */
        make_change(&random, &more, &model);
        ck_assert(deleted_games_add(&games, &more) && deleted_games_finish(&games));
        check_same(&games, &model);
        deleted_games_free(&games);
    }
}
END_TEST

START_TEST(ranges_of_nothing_are_none)
{
    struct game_range_list list = {NULL, 0, 0};
    ck_assert(game_range_list_add(&list, &memory, (struct game_range){.first = 5, .end = 5, .kind = 1}));
    ck_assert(game_range_list_add(&list, &memory, (struct game_range){.first = 6, .end = 5, .kind = 1}));
    ck_assert_uint_eq(list.count, 0);
    game_range_list_free(&list, &memory);
    ck_assert_uint_eq(list.capacity, 0);
}
END_TEST

/* As many changes as games take about n log n steps, and levels for few lists. */
START_TEST(many_changes_are_few_lists)
{
    struct deleted_games games;
    deleted_games_init(&games, &memory);
    for (uint64_t i = 0; i < 100000; i++) {
        struct game_range_list list = {NULL, 0, 0};
        game_range_list_add(&list, &memory,
                            (struct game_range){.first = 2 * (i * 7919 % 100000),
                                                .end = 2 * (i * 7919 % 100000) + 1,
                                                .kind = 1});
        ck_assert(deleted_games_add(&games, &list));
        ck_assert_uint_le(games.pending_count, 18);
    }
    ck_assert(deleted_games_finish(&games));
    ck_assert_uint_eq(games.count, 100000);
    ck_assert_uint_eq(games.deleted.count, 100000);
    ck_assert(deleted_games_have(&games, 199998) && !deleted_games_have(&games, 199999));
    deleted_games_free(&games);
}
END_TEST

START_TEST(without_memory_it_fails)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    int is_done = 0;
    for (size_t n = 1; !is_done; n++) {
        struct deleted_games games;
        ck_assert_uint_lt(n, 200);
        memory_init(&memory, &allocator, 0);
        count = (struct allocation_count){.fails_from = n};
        deleted_games_init(&games, &memory);
        is_done = 1;
        for (uint64_t i = 0; i < 9 && is_done; i++) {
            struct game_range_list list = {NULL, 0, 0};
            is_done = game_range_list_add(&list, &memory,
                                          (struct game_range){.first = 3 * i, .end = 3 * i + 1, .kind = 1}) &&
                      deleted_games_add(&games, &list);
            game_range_list_free(&list, &memory);
        }
        is_done = is_done && deleted_games_finish(&games);
        ck_assert(!is_done || games.count == 9);
        deleted_games_free(&games);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *deleted_games_suite(void)
{
    Suite *suite = suite_create("deleted_games");
    TCase *games = tcase_create("deleted games");
    tcase_add_checked_fixture(games, set_up, NULL);
    tcase_add_test(games, the_last_change_counts);
    tcase_add_test(games, ranges_of_nothing_are_none);
    tcase_add_test(games, many_changes_are_few_lists);
    tcase_add_test(games, without_memory_it_fails);
    suite_add_tcase(suite, games);
    return suite;
}
