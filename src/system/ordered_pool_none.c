/* As ordered_pool.c, for builds without threads: a job is done when it is handed in. */
#include <string.h>

#include "system/ordered_pool.h"

int ordered_pool_start(struct ordered_pool *pool, struct memory *memory, unsigned threads, void **slots,
                       unsigned slot_count, void (*work)(void *slot, unsigned worker))
{
    (void)threads;
    memset(pool, 0, sizeof *pool);
    pool->memory = memory;
    pool->slots = slots;
    pool->slot_count = slot_count;
    pool->work = work;
    return 1;
}

int ordered_pool_stop(struct ordered_pool *pool)
{
    memset(pool, 0, sizeof *pool);
    return 1;
}

void *ordered_pool_free_slot(struct ordered_pool *pool)
{
    if (pool->handed_in - pool->collected == pool->slot_count)
        return NULL;
    return pool->slots[pool->handed_in % pool->slot_count];
}

void ordered_pool_hand_in(struct ordered_pool *pool)
{
    pool->work(pool->slots[pool->handed_in % pool->slot_count], 0);
    pool->handed_in++;
}

void *ordered_pool_collect(struct ordered_pool *pool)
{
    return pool->collected == pool->handed_in ? NULL : pool->slots[pool->collected % pool->slot_count];
}

void ordered_pool_release(struct ordered_pool *pool)
{
    pool->collected++;
}

unsigned ordered_pool_threads(unsigned asked)
{
    (void)asked;
    return 1;
}
