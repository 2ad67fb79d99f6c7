/*
 * count_plies DATABASE [THREADS]: counts games and plies. The threads share one reader, which does not change; each
 * has a cursor of its own and one shard of the games.
 */
#define _POSIX_C_SOURCE 200809L /* pread */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <pgnpack.h>

enum { THREADS_MAX = 64 };

struct worker {
    pthread_t thread;
    const struct pgnpack_reader *reader;
    uint64_t shard, shard_count;
    uint64_t games, plies;
    int failed;
};

/* Called from all threads at once: pread() needs no lock. */
static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    ssize_t got = pread(*(const int *)opaque, bytes, size, (off_t)offset);
    *size_ret = got < 0 ? 0 : (size_t)got;
    return got < 0 ? errno : 0;
}

static void *work(void *opaque)
{
    struct worker *worker = opaque;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(worker->reader, PGNPACK_PART_SHAPE);
    const struct pgnpack_game *game;
    uint64_t first, count;
    worker->failed = 1;
    if (cursor == NULL)
        return NULL;
    pgnpack_reader_shard(worker->reader, worker->shard, worker->shard_count, &first, &count);
    pgnpack_cursor_limit(cursor, first, count);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        worker->games++;
        worker->plies += pgnpack_game_ply_count(game);
    }
    worker->failed = pgnpack_cursor_error(cursor)->status != PGNPACK_END;
    pgnpack_cursor_free(cursor);
    return NULL;
}

static int count(const struct pgnpack_reader *reader, unsigned thread_count)
{
    static struct worker workers[THREADS_MAX];
    uint64_t games = 0, plies = 0;
    int failed = 0;
    for (unsigned i = 0; i < thread_count; i++) {
        workers[i] = (struct worker){.reader = reader, .shard = i, .shard_count = thread_count};
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
    int file = argument_count > 1 ? open(arguments[1], O_RDONLY) : -1;
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (size < 0 || reader == NULL)
        fprintf(stderr, "usage: count_plies DATABASE [THREADS]\n");
    else if (pgnpack_reader_open(reader, read_at, &file, (uint64_t)size) == PGNPACK_OK)
        done = count(reader, thread_count);
    else
        fprintf(stderr, "%s\n", pgnpack_reader_error(reader)->text);
    pgnpack_reader_free(reader);
    if (file >= 0)
        close(file);
    return done ? 0 : 1;
}
