/* Which small segments are merged: work is counted over many simulated changes. */
#include <check.h>
#include <stdlib.h>

#include "lib/change/compaction_policy.h"
#include "shared/bytes.h"
#include "unit/suites.h"

enum { APPENDS = 10000 };

/* A database as sizes of segments, and what keeping them few costs. */
struct simulation {
    uint64_t sizes[APPENDS + 1];
    size_t count;
    size_t most; /* segments there ever were */
    uint64_t total;
    uint64_t recoded; /* bytes, each time they were packed anew */
    unsigned merges;
};

static void append(struct simulation *simulation, uint64_t size)
{
    uint64_t sum = 0;
    simulation->sizes[simulation->count++] = size;
    simulation->total += size;
    if (simulation->count > simulation->most)
        simulation->most = simulation->count;
    size_t first = compaction_run(simulation->sizes, simulation->count, COMPACTION_SEGMENTS);
    if (first == simulation->count)
        return;
    for (size_t i = first; i < simulation->count; i++)
        sum += simulation->sizes[i];
    simulation->recoded += sum;
    simulation->merges++;
    simulation->sizes[first] = sum;
    simulation->count = first + 1;
}

/* log to the base 3 / 2, rounded up. */
static unsigned log_of(uint64_t n)
{
    unsigned steps = 0;
    for (uint64_t reached = 2; reached / 2 < n; reached += (reached + 1) / 2)
        steps++;
    return steps;
}

static void check_costs(const struct simulation *simulation)
{
    ck_assert_uint_le(simulation->most, COMPACTION_SEGMENTS);
    ck_assert_uint_le(simulation->recoded, simulation->total * log_of(simulation->total));
    ck_assert_uint_ne(simulation->merges, 0);
}

START_TEST(equal_changes)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    for (unsigned i = 0; i < APPENDS; i++)
        append(simulation, 1000);
    check_costs(simulation);
    /* It is far better than the bound: each byte 8 times, and a merge for every 40 changes or more. */
    ck_assert_uint_le(simulation->recoded, 8 * simulation->total);
    ck_assert_uint_le(simulation->merges, APPENDS / 40);
    free(simulation);
}
END_TEST

START_TEST(changes_of_all_sizes)
{
    uint64_t random = (uint64_t)_i;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    for (unsigned i = 0; i < APPENDS; i++)
        append(simulation, 200 + random_below(&random, (size_t)1 << random_below(&random, 24)));
    check_costs(simulation);
    free(simulation);
}
END_TEST

/* A large database is not packed anew for small changes. */
START_TEST(large_base)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    const uint64_t base = 1000000000;
    append(simulation, base);
    for (unsigned i = 0; i + 1 < APPENDS; i++)
        append(simulation, 1000);
    ck_assert_uint_le(simulation->most, COMPACTION_SEGMENTS);
    ck_assert_uint_eq(simulation->sizes[0], base);
    ck_assert_uint_le(simulation->recoded, 8 * (simulation->total - base));
    free(simulation);
}
END_TEST

START_TEST(runs)
{
    enum { SIX = 6 };
    const uint64_t equal[SIX] = {5, 5, 5, 5, 5, 5}, steps[SIX] = {700, 200, 60, 20, 5, 1},
                   tail[SIX] = {900, 900, 1, 1, 1, 1}, last[SIX] = {1, 1, 1, 1, 1, 900},
                   overflow[SIX] = {1, 1, UINT64_MAX, 1, 1, 1};
    ck_assert_uint_eq(compaction_run(equal, SIX, SIX), 0);
    ck_assert_uint_eq(compaction_run(equal, SIX, SIX + 1), SIX);
    ck_assert_uint_eq(compaction_run(equal, 0, 0), 0);
    ck_assert_uint_eq(compaction_run(equal, 1, 1), 1); /* one alone gains nothing */
    ck_assert_uint_eq(compaction_run(steps, SIX, SIX), SIX);
    ck_assert_uint_eq(compaction_run(tail, SIX, SIX), 0);
    ck_assert_uint_eq(compaction_run(tail + 1, SIX - 1, SIX - 1), 1);
    ck_assert_uint_eq(compaction_run(last, SIX, SIX), SIX);
    /* The largest may have two thirds, and no more. */
    ck_assert_uint_eq(compaction_run((const uint64_t[]){4, 1, 1}, 3, 3), 0);
    ck_assert_uint_eq(compaction_run((const uint64_t[]){5, 1, 1}, 3, 3), 1);
    ck_assert_uint_eq(compaction_run(overflow, SIX, SIX), SIX);
}
END_TEST

Suite *compaction_suite(void)
{
    Suite *suite = suite_create("compaction");
    TCase *policy = tcase_create("policy");
    tcase_add_test(policy, equal_changes);
    tcase_add_loop_test(policy, changes_of_all_sizes, 1, 9);
    tcase_add_test(policy, large_base);
    tcase_add_test(policy, runs);
    suite_add_tcase(suite, policy);
    return suite;
}
