/* Jobs by several threads, collected in their order. */
#include <check.h>
#include <limits.h>
#include <sched.h>

#include "system/ordered_pool.h"
#include "shared/packing.h"
#include "unit/suites.h"

enum { SLOTS_MAX = 8, JOBS = 500 };

struct job {
    unsigned number;
    unsigned answer;
};

/* Jobs take differently long. */
static void square(void *slot, unsigned worker)
{
    struct job *job = slot;
    (void)worker;
    for (unsigned i = 0; i < job->number % 7; i++)
        sched_yield();
    job->answer = job->number * job->number;
}

static void check_oldest(struct ordered_pool *pool, unsigned number)
{
    struct job *job = ordered_pool_collect(pool);
    ck_assert_ptr_nonnull(job);
    ck_assert_uint_eq(job->number, number);
    ck_assert_uint_eq(job->answer, number * number);
    ordered_pool_release(pool);
}

static void start(struct ordered_pool *pool, struct memory *memory, struct job *jobs, void **slots,
                  unsigned threads, unsigned slot_count)
{
    memory_init(memory, NULL, 0);
    for (unsigned i = 0; i < slot_count; i++)
        slots[i] = &jobs[i];
    ck_assert(ordered_pool_start(pool, memory, threads, slots, slot_count, square));
}

/* 0 to 8 threads, 1 to 8 slots. */
START_TEST(in_order)
{
    struct ordered_pool pool;
    struct memory memory;
    struct job jobs[SLOTS_MAX];
    void *slots[SLOTS_MAX];
    for (unsigned slot_count = 1; slot_count <= SLOTS_MAX; slot_count++) {
        unsigned collected = 0;
        start(&pool, &memory, jobs, slots, (unsigned)_i, slot_count);
        for (unsigned number = 0; number < JOBS; number++) {
            struct job *job;
            while ((job = ordered_pool_free_slot(&pool)) == NULL)
                check_oldest(&pool, collected++);
            job->number = number;
            job->answer = 0;
            ordered_pool_hand_in(&pool);
        }
        while (ordered_pool_collect(&pool) != NULL)
            check_oldest(&pool, collected++);
        ck_assert_uint_eq(collected, JOBS);
        ordered_pool_stop(&pool);
        ck_assert_uint_eq(memory.held, 0);
    }
}
END_TEST

START_TEST(full_and_empty)
{
    struct ordered_pool pool;
    struct memory memory;
    struct job jobs[2];
    void *slots[2];
    start(&pool, &memory, jobs, slots, 3, 2);
    ck_assert_ptr_null(ordered_pool_collect(&pool));
    for (unsigned number = 0; number < 2; number++) {
        struct job *job = ordered_pool_free_slot(&pool);
        ck_assert_ptr_nonnull(job);
        job->number = number;
        ordered_pool_hand_in(&pool);
    }
    ck_assert_ptr_null(ordered_pool_free_slot(&pool));
    ck_assert_ptr_eq(ordered_pool_collect(&pool), ordered_pool_collect(&pool));
    ck_assert_ptr_null(ordered_pool_free_slot(&pool));
    ordered_pool_release(&pool);
    ck_assert_ptr_nonnull(ordered_pool_free_slot(&pool));
    ordered_pool_stop(&pool);
}
END_TEST

/* Threads are started for a second job at a time, and then stay. */
START_TEST(one_at_a_time)
{
    struct ordered_pool pool;
    struct memory memory;
    struct job jobs[3];
    void *slots[3];
    start(&pool, &memory, jobs, slots, 2, 3);
    for (unsigned number = 0; number < 4; number++) {
        ((struct job *)ordered_pool_free_slot(&pool))->number = number;
        ordered_pool_hand_in(&pool);
        check_oldest(&pool, number);
        ck_assert_uint_eq(pool.thread_count, 0);
    }
    for (unsigned number = 4; number < 6; number++) {
        ((struct job *)ordered_pool_free_slot(&pool))->number = number;
        ordered_pool_hand_in(&pool);
    }
    ck_assert_uint_eq(pool.thread_count, 2);
    check_oldest(&pool, 4);
    check_oldest(&pool, 5);
    ordered_pool_stop(&pool);
}
END_TEST

/* Jobs that nobody collects are no trouble. */
START_TEST(stopped_early)
{
    struct ordered_pool pool;
    struct memory memory;
    struct job jobs[SLOTS_MAX];
    void *slots[SLOTS_MAX];
    start(&pool, &memory, jobs, slots, (unsigned)_i, SLOTS_MAX);
    for (unsigned number = 0; number < SLOTS_MAX; number++) {
        ((struct job *)ordered_pool_free_slot(&pool))->number = number;
        ordered_pool_hand_in(&pool);
    }
    ordered_pool_stop(&pool);
    ordered_pool_stop(&pool);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

START_TEST(no_memory)
{
    for (size_t n = 1; n <= 2; n++) {
        struct allocation_count count = {.fails_from = n};
        const struct pgnpack_allocator allocator = counted_allocator(&count);
        struct ordered_pool pool;
        struct memory memory;
        struct job job;
        void *slots[] = {&job};
        memory_init(&memory, &allocator, 0);
        ck_assert(!ordered_pool_start(&pool, &memory, 4, slots, 1, square));
        ordered_pool_stop(&pool);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

START_TEST(thread_counts)
{
    ck_assert_uint_ge(ordered_pool_threads(0), 1);
    ck_assert_uint_le(ordered_pool_threads(0), ORDERED_POOL_THREADS_MAX);
    ck_assert_uint_eq(ordered_pool_threads(3), 3);
    ck_assert_uint_eq(ordered_pool_threads(UINT_MAX), ORDERED_POOL_THREADS_MAX);
}
END_TEST

Suite *ordered_pool_suite(void)
{
    Suite *suite = suite_create("ordered_pool");
    TCase *tcase = tcase_create("jobs");
    tcase_add_loop_test(tcase, in_order, 0, 9);
    tcase_add_test(tcase, full_and_empty);
    tcase_add_test(tcase, one_at_a_time);
    tcase_add_loop_test(tcase, stopped_early, 0, 9);
    tcase_add_test(tcase, no_memory);
    tcase_add_test(tcase, thread_counts);
    suite_add_tcase(suite, tcase);
    return suite;
}
