#include "system/ordered_pool.h"

#include <string.h>
#include <unistd.h>

#include "system/file_access.h"

static long processor_count(void)
{
#ifdef _WIN32
    return pthread_num_processors_np();
#else
    return sysconf(_SC_NPROCESSORS_ONLN);
#endif
}

static void *run_worker(void *opaque)
{
    struct ordered_pool *pool = opaque;
    pthread_mutex_lock(&pool->mutex);
    unsigned worker = pool->numbered++;
    for (;;) {
        while (!pool->stops && pool->taken == pool->handed_in)
            pthread_cond_wait(&pool->work_is_there, &pool->mutex);
        if (pool->stops)
            break;
        size_t slot = pool->taken++ % pool->slot_count;
        pthread_mutex_unlock(&pool->mutex);
        pool->work(pool->slots[slot], worker);
        pthread_mutex_lock(&pool->mutex);
        pool->done[slot] = 1;
        pthread_cond_signal(&pool->job_is_done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Where none can be started, nobody tries again. */
static void start_threads(struct ordered_pool *pool)
{
    unsigned threads = pool->threads_wanted;
    pool->threads_wanted = 0;
    while (pool->thread_count < threads &&
           pthread_create(&pool->threads[pool->thread_count], NULL, run_worker, pool) == 0)
        pool->thread_count++;
}

int ordered_pool_start(struct ordered_pool *pool, struct memory *memory, unsigned threads, void **slots,
                       unsigned slot_count, void (*work)(void *slot, unsigned worker))
{
    memset(pool, 0, sizeof *pool);
    pool->memory = memory;
    pool->slots = slots;
    pool->slot_count = slot_count;
    pool->work = work;
    pool->process = file_process_number();
    pool->done = memory_get(memory, slot_count);
    pool->threads = memory_get(memory, ORDERED_POOL_THREADS_MAX * sizeof *pool->threads);
    if (pool->done == NULL || pool->threads == NULL)
        return 0;
    if (threads > ORDERED_POOL_THREADS_MAX)
        threads = ORDERED_POOL_THREADS_MAX;
    pool->threads_wanted = threads > 1 ? threads : 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_is_there, NULL);
    pthread_cond_init(&pool->job_is_done, NULL);
    return 1;
}

int ordered_pool_stop(struct ordered_pool *pool)
{
    int forked_off = pool->process != file_process_number();
    int slots_are_free = pool->thread_count == 0 || !forked_off;
    if (pool->done != NULL && pool->threads != NULL && !forked_off) {
        pthread_mutex_lock(&pool->mutex);
        pool->stops = 1;
        pthread_cond_broadcast(&pool->work_is_there);
        pthread_mutex_unlock(&pool->mutex);
        for (unsigned i = 0; i < pool->thread_count; i++)
            pthread_join(pool->threads[i], NULL);
        pthread_cond_destroy(&pool->work_is_there);
        pthread_cond_destroy(&pool->job_is_done);
        pthread_mutex_destroy(&pool->mutex);
    }
    if (pool->memory != NULL) {
        memory_release(pool->memory, pool->done, pool->slot_count);
        memory_release(pool->memory, pool->threads, ORDERED_POOL_THREADS_MAX * sizeof *pool->threads);
    }
    memset(pool, 0, sizeof *pool);
    return slots_are_free;
}

void *ordered_pool_free_slot(struct ordered_pool *pool)
{
    if (pool->handed_in - pool->collected == pool->slot_count)
        return NULL;
    return pool->slots[pool->handed_in % pool->slot_count];
}

/* Does the oldest job that nobody took. */
static void work_here(struct ordered_pool *pool)
{
    size_t slot = pool->taken++ % pool->slot_count;
    pool->work(pool->slots[slot], 0);
    pool->done[slot] = 1;
}

void ordered_pool_hand_in(struct ordered_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->done[pool->handed_in % pool->slot_count] = 0;
    pool->handed_in++;
    pthread_cond_signal(&pool->work_is_there);
    pthread_mutex_unlock(&pool->mutex);
    if (pool->threads_wanted != 0 && pool->handed_in - pool->collected > 1)
        start_threads(pool);
    if (pool->thread_count == 0 && pool->threads_wanted == 0)
        while (pool->taken != pool->handed_in)
            work_here(pool);
}

void *ordered_pool_collect(struct ordered_pool *pool)
{
    if (pool->collected == pool->handed_in)
        return NULL;
    size_t slot = pool->collected % pool->slot_count;
    if (pool->thread_count == 0 && pool->taken != pool->handed_in)
        work_here(pool); /* the only job so far */
    if (pool->thread_count != 0) {
        pthread_mutex_lock(&pool->mutex);
        while (!pool->done[slot])
            pthread_cond_wait(&pool->job_is_done, &pool->mutex);
        pthread_mutex_unlock(&pool->mutex);
    }
    return pool->slots[slot];
}

void ordered_pool_release(struct ordered_pool *pool)
{
    pool->collected++;
}

unsigned ordered_pool_threads(unsigned asked)
{
    if (asked == 0) {
        long processors = processor_count();
        asked = processors < 1 ? 1 : (unsigned)processors;
    }
    return asked > ORDERED_POOL_THREADS_MAX ? ORDERED_POOL_THREADS_MAX : asked;
}
