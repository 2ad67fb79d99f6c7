/*
 * Jobs done by several threads and collected in the order they were handed in. The ring of slots bounds the
 * memory: the caller, who is the only one to hand in and to collect, waits when it is full.
 *
 * Built with THREADS=none, the caller's thread does them all: ordered_pool_none.c in place of ordered_pool.c.
 */
#ifndef PGNPACK_SYSTEM_ORDERED_POOL_H
#define PGNPACK_SYSTEM_ORDERED_POOL_H

#ifndef PGNPACK_NO_THREADS
#include <pthread.h>
#endif
#include <stddef.h>

#include "util/memory.h"

enum { ORDERED_POOL_THREADS_MAX = PGNPACK_THREADS_MAX };

struct ordered_pool {
    unsigned thread_count;   /* 0: jobs are done in the caller's thread */
    unsigned threads_wanted; /* to be started when there are two jobs at a time */
    unsigned slot_count;
    void **slots; /* the caller's */
    unsigned char *done;
    size_t handed_in; /* jobs so far; job n is in slot n % slot_count */
    size_t taken;     /* by a worker */
    size_t collected;
    int stops;
    void (*work)(void *slot, unsigned worker);
#ifndef PGNPACK_NO_THREADS
    unsigned numbered;     /* threads that run */
    unsigned long process; /* that has the threads: one that is forked off has none of them */
    pthread_t *threads;
    pthread_mutex_t mutex;
    pthread_cond_t work_is_there;
    pthread_cond_t job_is_done;
#endif
    struct memory *memory;
};

/*
 * `threads` <= 1: no thread is started. Others are when a second job is handed in before the first was collected: a job
 * that stays alone is done where it is collected. `slots` has `slot_count` elements, kept by the caller. Where threads
 * cannot be started, fewer or none do the work, of which each tells its number, from 0 on. Returns 0 when there is no memory.
 */
int ordered_pool_start(struct ordered_pool *pool, struct memory *memory, unsigned threads, void **slots,
                       unsigned slot_count, void (*work)(void *slot, unsigned worker));

/*
 * Waits for the jobs under way, then ends the threads. Jobs not begun are dropped. Returns whether the slots are the caller's
 * again: not so in a process that was forked off one with threads, which were in the midst of them; what slots hold is then to be
 * left as it is.
 */
int ordered_pool_stop(struct ordered_pool *pool);

/* The slot for the next job; NULL when all are in use: collect first. */
void *ordered_pool_free_slot(struct ordered_pool *pool);

/* Hands in the job in the slot that ordered_pool_free_slot() gave. */
void ordered_pool_hand_in(struct ordered_pool *pool);

/* The oldest job, done: waits for it. NULL when there is none. It stays until ordered_pool_release(). */
void *ordered_pool_collect(struct ordered_pool *pool);

/* The job that ordered_pool_collect() gave is dealt with: its slot is free. */
void ordered_pool_release(struct ordered_pool *pool);

/* How many threads there will be where the caller asks for that many; 0: as many as the machine has processors. */
unsigned ordered_pool_threads(unsigned asked);

#endif
