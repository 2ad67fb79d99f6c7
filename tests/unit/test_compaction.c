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
    uint64_t copied;  /* bytes of the other segments, which a merge takes along */
    unsigned merges;
};

static void append(struct simulation *simulation, uint64_t size)
{
    uint64_t sum = 0;
    simulation->sizes[simulation->count++] = size;
    simulation->total += size;
    if (simulation->count > simulation->most)
        simulation->most = simulation->count;
    size_t first = compaction_run(simulation->sizes, simulation->count);
    if (first == simulation->count)
        return;
    for (size_t i = first; i < simulation->count; i++)
        sum += simulation->sizes[i];
    simulation->recoded += sum;
    simulation->copied += simulation->total - sum;
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
    ck_assert_uint_le(simulation->most,
                      COMPACTION_SEGMENTS + 4); /* where large changes come behind many small ones */
    ck_assert_uint_le(simulation->recoded, simulation->total * log_of(simulation->total));
    ck_assert_uint_ne(simulation->merges, 0);
}

START_TEST(equal_changes)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    for (unsigned i = 0; i < APPENDS; i++)
        append(simulation, 1000);
    check_costs(simulation);
    /* It is far better than the bound: each byte is packed 8 times, and the file written anew 132 times its last size in 10,000 changes. */
    ck_assert_uint_le(simulation->recoded, 8 * simulation->total);
    ck_assert_uint_le(simulation->recoded + simulation->copied, 140 * simulation->total);
    ck_assert_uint_le(simulation->merges, APPENDS / 20);
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

/* From the segment `first` on, `count` of them. */
static void fill(uint64_t *sizes, size_t first, size_t count, uint64_t size)
{
    for (size_t i = first; i < first + count; i++)
        sizes[i] = size;
}

START_TEST(runs)
{
    enum { RUN = COMPACTION_RUN, MANY = COMPACTION_SEGMENTS, LARGE = 64 * RUN * 100 };
    uint64_t sizes[MANY];
    fill(sizes, 0, MANY, 5);
    ck_assert_uint_eq(compaction_run(sizes, RUN), 0);
    ck_assert_uint_eq(compaction_run(sizes, RUN - 1), RUN - 1);
    ck_assert_uint_eq(compaction_run(sizes, 1), 1); /* one alone gains nothing */
    ck_assert_uint_eq(compaction_run(sizes, 0), 0);
    /* The largest may have two thirds, and no more. */
    fill(sizes, 0, MANY, 1);
    sizes[0] = 2 * RUN;
    ck_assert_uint_eq(compaction_run(sizes, RUN + 1), 0);
    sizes[0]++;
    ck_assert_uint_eq(compaction_run(sizes, RUN + 1), 1);
    ck_assert_uint_eq(compaction_run(sizes, RUN), RUN);
    fill(sizes, 0, RUN, 1);
    sizes[RUN] = 900;
    ck_assert_uint_eq(compaction_run(sizes, RUN + 1), RUN + 1);
    /* Large segments stay, and so do those before them. */
    fill(sizes, 0, MANY, COMPACTION_LARGE - 1);
    ck_assert_uint_eq(compaction_run(sizes, MANY), 0);
    sizes[0]++;
    ck_assert_uint_eq(compaction_run(sizes, MANY), 1);
    sizes[MANY - RUN - 1]++;
    ck_assert_uint_eq(compaction_run(sizes, MANY), MANY - RUN);
    sizes[MANY - 1]++;
    ck_assert_uint_eq(compaction_run(sizes, MANY), MANY);
    /* A 64th of the file, or a file of 64 segments. */
    fill(sizes, 0, MANY, 100);
    sizes[0] = LARGE - RUN * 100;
    ck_assert_uint_eq(compaction_run(sizes, 1 + RUN), 1);
    sizes[0] = LARGE;
    ck_assert_uint_eq(compaction_run(sizes, 1 + RUN), 1 + RUN);
    sizes[0] = 100 * LARGE;
    ck_assert_uint_eq(compaction_run(sizes, MANY - 1), MANY - 1);
    ck_assert_uint_eq(compaction_run(sizes, MANY), 1);
    for (size_t i = 0; i < MANY; i++) /* each more than twice as large as all behind it: none gains by it */
        sizes[i] = UINT64_C(1) << (i < 20 ? 60 - 2 * i : 0);
    ck_assert_uint_eq(compaction_run(sizes, 20), 20);
    sizes[2] = UINT64_MAX;
    ck_assert_uint_eq(compaction_run(sizes, MANY), MANY);
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
