/* Changes put together: what the last one said of a game counts, held against an array of all games. */
#include <check.h>
#include <string.h>

#include "container/deleted_games.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "unit/suites.h"

enum { GAMES = 60 };

static struct memory memory;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
}

static void check_same(const struct deleted_games *games, const uint8_t *model)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        ck_assert_int_eq(deleted_games_have(games, i), model[i]);
        count += model[i];
        const struct game_range *range = deleted_games_from(games, i);
        uint64_t next = i;
        while (next < GAMES && !model[next])
            next++;
        ck_assert_int_eq(range == NULL, next == GAMES);
        if (range != NULL)
            ck_assert(range->end > i && (range->first == next || (range->first < i && next == i)));
        uint64_t between = 0;
        for (uint64_t end = i; end <= GAMES; end++) {
            ck_assert_uint_eq(deleted_games_between(games, i, end), between);
            between += end < GAMES ? model[end] : 0;
        }
    }
    ck_assert_uint_eq(games->count, count);
    for (size_t i = 1; i < games->deleted.count; i++) /* none touches the next one */
        ck_assert_uint_gt(games->deleted.ranges[i].first, games->deleted.ranges[i - 1].end);
    ck_assert_int_eq(deleted_games_have(games, GAMES), 0);
    ck_assert_int_eq(deleted_games_have(games, UINT64_MAX), 0);
}

/* Some ranges that do not meet, in any order. */
static void make_change(uint64_t *random, struct game_range_list *list, uint8_t *model)
{
    uint64_t at = random_below(random, 12);
    while (at < GAMES) {
        uint64_t end = at + 1 + random_below(random, 9);
        int is_deleted = (int)random_below(random, 2);
        end = end < GAMES ? end : GAMES;
        ck_assert(game_range_list_add(list, &memory, (struct game_range){at, end, is_deleted}));
        memset(model + at, is_deleted, (size_t)(end - at));
        at = end + random_below(random, 15) / 2;
    }
    for (size_t i = list->count; i > 1; i--) {
        size_t j = random_below(random, i);
        struct game_range swapped = list->ranges[i - 1];
        list->ranges[i - 1] = list->ranges[j];
        list->ranges[j] = swapped;
    }
    ck_assert(game_range_list_sort(list));
}

START_TEST(the_last_change_counts)
{
    uint64_t random = 9;
    for (unsigned round = 0; round < 300; round++) {
        struct deleted_games games;
        uint8_t model[GAMES] = {0};
        deleted_games_init(&games, &memory);
        for (size_t changes = random_below(&random, 20); changes-- > 0;) {
            struct game_range_list list = {NULL, 0, 0};
            make_change(&random, &list, model);
            ck_assert(deleted_games_add(&games, &list));
            ck_assert_ptr_null(list.ranges);
        }
        ck_assert(deleted_games_finish(&games));
        check_same(&games, model);
        struct game_range_list more = {NULL, 0, 0}; /* goes on after that */
        make_change(&random, &more, model);
        ck_assert(deleted_games_add(&games, &more) && deleted_games_finish(&games));
        check_same(&games, model);
        deleted_games_free(&games);
    }
}
END_TEST

START_TEST(lists_are_sorted_and_apart)
{
    struct game_range_list list = {NULL, 0, 0};
    ck_assert(game_range_list_sort(&list));
    ck_assert(game_range_list_add(&list, &memory, (struct game_range){5, 5, 1})); /* empty: none */
    ck_assert(game_range_list_add(&list, &memory, (struct game_range){6, 5, 1}));
    ck_assert_uint_eq(list.count, 0);
    game_range_list_add(&list, &memory, (struct game_range){8, 9, 1});
    game_range_list_add(&list, &memory, (struct game_range){2, 8, 0});
    ck_assert(game_range_list_sort(&list));
    ck_assert_uint_eq(list.ranges[0].first, 2);
    ck_assert_uint_eq(list.ranges[1].first, 8);
    game_range_list_add(&list, &memory, (struct game_range){7, 8, 0});
    ck_assert(!game_range_list_sort(&list));
    list.count = 2;
    game_range_list_add(&list, &memory, (struct game_range){2, 3, 0});
    ck_assert(!game_range_list_sort(&list));
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
                            (struct game_range){2 * (i * 7919 % 100000), 2 * (i * 7919 % 100000) + 1, 1});
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
            is_done = game_range_list_add(&list, &memory, (struct game_range){3 * i, 3 * i + 1, 1}) &&
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
    tcase_add_test(games, lists_are_sorted_and_apart);
    tcase_add_test(games, many_changes_are_few_lists);
    tcase_add_test(games, without_memory_it_fails);
    suite_add_tcase(suite, games);
    return suite;
}
