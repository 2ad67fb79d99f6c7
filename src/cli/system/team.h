/*
 * Pieces of work, numbered from 0, that several threads do while the first one deals with them in their order. Of those
 * that were begun and not dealt with there are as many as slots, which bounds the memory.
 *
 * Built with THREADS=none, the first thread does them all: team_none.c in place of team.c.
 */
#ifndef PGNPACK_CLI_SYSTEM_TEAM_H
#define PGNPACK_CLI_SYSTEM_TEAM_H

#include <stddef.h>
#include <stdint.h>

enum { TEAM_WORKERS_MAX = 256, TEAM_SLOTS_MAX = 2 * TEAM_WORKERS_MAX };

struct team_threads;

struct team {
    uint64_t piece_count;
    unsigned worker_count; /* at least 1; workers are numbered from 0 */
    unsigned slot_count;   /* piece n is done in slot n % slot_count */
    /* Called from several threads, for different workers and slots. */
    void (*work)(void *opaque, unsigned worker, unsigned slot, uint64_t piece);
    void *opaque;

    struct team_threads *threads; /* NULL: there are none, and the first thread does the work */
    uint64_t taken, dealt_with;   /* pieces so far */
};

/* How many workers there are to be where `asked` are asked for; 0: one a processor. */
unsigned team_workers(unsigned asked);

/* Begins, all above being set. Where threads cannot be started, fewer or none do the work. */
void team_start(struct team *team);

/* Waits for the next piece, which stays in its slot until team_release(). Returns 0 when there are no more. */
int team_wait(struct team *team, unsigned *slot_ret);
void team_release(struct team *team);

/* Waits for pieces under way; those not begun are dropped. */
void team_stop(struct team *team);

#endif
