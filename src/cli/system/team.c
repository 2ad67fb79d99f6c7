#include "cli/system/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/system.h"

struct team_thread {
    struct team *team;
    unsigned worker;
    pthread_t thread;
};

struct team_threads {
    pthread_mutex_t mutex; /* of the rest, and of the team's counts */
    pthread_cond_t slot_is_free;
    pthread_cond_t piece_is_done;
    int stops;
    unsigned char done[TEAM_SLOTS_MAX];
    unsigned count; /* that were started */
    struct team_thread list[TEAM_WORKERS_MAX];
};

unsigned team_workers(unsigned asked)
{
    unsigned wanted = asked != 0 ? asked : system_processors();
    return wanted < 1 ? 1 : wanted > TEAM_WORKERS_MAX ? TEAM_WORKERS_MAX : wanted;
}

static int may_begin(const struct team *team)
{
    return team->taken < team->piece_count && team->taken - team->dealt_with < team->slot_count;
}

static void *run_worker(void *opaque)
{
    struct team_thread *self = opaque;
    struct team *team = self->team;
    struct team_threads *threads = team->threads;
    pthread_mutex_lock(&threads->mutex);
    for (;;) {
        while (!threads->stops && team->taken < team->piece_count && !may_begin(team))
            pthread_cond_wait(&threads->slot_is_free, &threads->mutex);
        if (threads->stops || team->taken == team->piece_count)
            break;
        uint64_t piece = team->taken++;
        unsigned slot = (unsigned)(piece % team->slot_count);
        pthread_mutex_unlock(&threads->mutex);
        team->work(team->opaque, self->worker, slot, piece);
        pthread_mutex_lock(&threads->mutex);
        threads->done[slot] = 1;
        pthread_cond_signal(&threads->piece_is_done);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

void team_start(struct team *team)
{
    team->taken = team->dealt_with = 0;
    team->threads = team->worker_count > 1 && team->piece_count > 1 ? calloc(1, sizeof *team->threads) : NULL;
    struct team_threads *threads = team->threads;
    if (threads == NULL)
        return;
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->slot_is_free, NULL);
    pthread_cond_init(&threads->piece_is_done, NULL);
    for (unsigned i = 0; i < team->worker_count; i++) {
        struct team_thread *thread = &threads->list[threads->count];
        *thread = (struct team_thread){.team = team, .worker = i};
        if (pthread_create(&thread->thread, NULL, run_worker, thread) != 0)
            break;
        threads->count++;
    }
    if (threads->count == 0)
        team_stop(team);
}

int team_wait(struct team *team, unsigned *slot_ret)
{
    struct team_threads *threads = team->threads;
    if (team->dealt_with == team->piece_count)
        return 0;
    *slot_ret = (unsigned)(team->dealt_with % team->slot_count);
    if (threads == NULL) {
        team->work(team->opaque, 0, *slot_ret, team->dealt_with);
        return 1;
    }
    pthread_mutex_lock(&threads->mutex);
    while (!threads->done[*slot_ret])
        pthread_cond_wait(&threads->piece_is_done, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
    return 1;
}

void team_release(struct team *team)
{
    struct team_threads *threads = team->threads;
    if (threads == NULL) {
        team->dealt_with++;
        return;
    }
    pthread_mutex_lock(&threads->mutex);
    threads->done[team->dealt_with % team->slot_count] = 0;
    team->dealt_with++;
    pthread_cond_signal(&threads->slot_is_free);
    pthread_mutex_unlock(&threads->mutex);
}

void team_stop(struct team *team)
{
    struct team_threads *threads = team->threads;
    if (threads == NULL)
        return;
    pthread_mutex_lock(&threads->mutex);
    threads->stops = 1;
    pthread_cond_broadcast(&threads->slot_is_free);
    pthread_mutex_unlock(&threads->mutex);
    for (unsigned i = 0; i < threads->count; i++)
        pthread_join(threads->list[i].thread, NULL);
    pthread_cond_destroy(&threads->slot_is_free);
    pthread_cond_destroy(&threads->piece_is_done);
    pthread_mutex_destroy(&threads->mutex);
    free(threads);
    team->threads = NULL;
}
