/*
 * count_plies DATABASE [THREADS]: counts games and plies. The threads share one reader, which does not change; each
 * has a cursor of its own and one shard of the games.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

enum { THREADS_MAX = 64 };

struct worker {
    pthread_t thread;
    const struct pgnpack_reader *reader;
    uint64_t shard, shard_count;
    uint64_t games, plies;
    int failed;
};

static void *work(void *opaque)
{
    struct worker *worker = (struct worker *)opaque;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(worker->reader, PGNPACK_PART_SHAPE);
    const struct pgnpack_game *game;
    struct pgnpack_shard shard;
    worker->failed = 1;
    if (cursor == NULL)
        return NULL;
    pgnpack_reader_shard(worker->reader, worker->shard, worker->shard_count, &shard);
    pgnpack_cursor_range(cursor, shard.first_game, shard.game_count);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        worker->games++;
        worker->plies += pgnpack_game_ply_count(game);
    }
    worker->failed = pgnpack_error(cursor)->status != PGNPACK_END;
    pgnpack_free(cursor);
    return NULL;
}

static int count(const struct pgnpack_reader *reader, unsigned thread_count)
{
    static struct worker workers[THREADS_MAX];
    uint64_t games = 0, plies = 0;
    int failed = 0;
    for (unsigned i = 0; i < thread_count; i++) {
        workers[i].reader = reader;
        workers[i].shard = i;
        workers[i].shard_count = thread_count;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return 0;
    }
    for (unsigned i = 0; i < thread_count; i++) {
        pthread_join(workers[i].thread, NULL);
        games += workers[i].games;
        plies += workers[i].plies;
        failed |= workers[i].failed;
    }
    printf("%" PRIu64 " games, %" PRIu64 " plies\n", games, plies);
    return !failed;
}

int main(int argument_count, char **arguments)
{
    unsigned long wanted = argument_count > 2 ? strtoul(arguments[2], NULL, 10) : 4;
    unsigned thread_count = wanted >= 1 && wanted <= THREADS_MAX ? (unsigned)wanted : 1;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count < 2 || reader == NULL)
        fprintf(stderr, "usage: count_plies DATABASE [THREADS]\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = count(reader, thread_count);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
