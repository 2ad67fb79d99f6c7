/*
 * A database that three writers change and six readers read at the same time: four processes, three with a writer and a reader
 * in threads of their own, and one of readers only. Each game tells who wrote it as which one, and what its text has to be; the writers say in
 * shared memory what they began and what they finished, and readers hold what they find against that.
 */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reliability/reliability.h"

enum {
    WRITERS = 3,
    READERS = 6,
    PROCESSES = WRITERS + 1,
    GAMES_MAX = 1 << 21,
    LIVE_MAX = 1500,
    BUSY_MAX = 100000
};

enum fate { THERE = 0, BEING_DELETED = 1, DELETED = 2 };

struct shared {
    atomic_uint begun[WRITERS], committed[WRITERS]; /* games */
    atomic_uchar fate[WRITERS][GAMES_MAX];
    atomic_uint writers_left;
    atomic_uint failures;
    atomic_uint commits, deletions, compactions, busy, readings, searches, torn;
    char failure[400]; /* of the first */
};

struct worker {
    struct shared *shared;
    const char *path;
    unsigned number;
    unsigned operations; /* of a writer; 0: as long as there is time */
    time_t end;
};

static void failed(struct shared *shared, const char *what, const char *more)
{
    if (atomic_fetch_add(&shared->failures, 1) == 0)
        snprintf(shared->failure, sizeof shared->failure, "%s: %s", what, more);
}

/* ---- Games ---- */

static size_t game_text(unsigned writer, unsigned number, char text[400])
{
    return (size_t)sprintf(
        text,
        "[Event \"%u.%u\"]\n[White \"Anna%uof%u\"]\n[Black \"Bob\"]\n[Result \"1/2-1/2\"]\n\n"
        "1. e4 e5 2. Nf3 {%u} Nc6 1/2-1/2\n\n",
        writer, number, number, writer, number * number);
}

/* Whose game it is; 0 if its text is not what it has to be. */
static int know_game(struct pgnpack_text found, unsigned *writer, unsigned *number)
{
    char text[400], head[40] = "";
    for (; found.size > 0 && *found.data == '\n'; found.size--)
        found.data++;
    memcpy(head, found.data, found.size < sizeof head - 1 ? found.size : sizeof head - 1);
    if (sscanf(head, "[Event \"%u.%u\"", writer, number) != 2 || *writer >= WRITERS || *number >= GAMES_MAX)
        return 0;
    size_t size = game_text(*writer, *number, text);
    while (found.size > 0 && found.data[found.size - 1] == '\n')
        found.size--;
    while (size > 0 && text[size - 1] == '\n')
        size--;
    return size == found.size && memcmp(text, found.data, size) == 0;
}

/* ---- Writers ---- */

/* Waits for the lock. */
static int open_locked(const struct worker *worker, struct pgnpack_database *database)
{
    enum pgnpack_status status = pgnpack_database_open(database, worker->path, NULL);
    for (unsigned i = 0; status == PGNPACK_ERROR_BUSY && i < BUSY_MAX; i++) {
        atomic_fetch_add(&worker->shared->busy, 1);
        usleep(200);
        status = pgnpack_database_open(database, worker->path, NULL);
    }
    if (status != PGNPACK_OK)
        failed(worker->shared, "a writer's opening", pgnpack_error(database)->text);
    return status == PGNPACK_OK;
}

static void add_games(const struct worker *worker, struct pgnpack_database *database, uint64_t *random)
{
    static const struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .level = 3, .index = PGNPACK_INDEX_NONE};
    struct pgnpack_writer *writer = pgnpack_database_append(database, &options);
    unsigned begun = atomic_load(&worker->shared->begun[worker->number]);
    unsigned count = 1 + (unsigned)random_below(random, 12);
    if (writer == NULL) {
        failed(worker->shared, "appending", pgnpack_error(database)->text);
        return;
    }
    for (; count-- > 0 && begun < GAMES_MAX; begun++) {
        char text[400];
        pgnpack_writer_write(writer, text, game_text(worker->number, begun, text));
    }
    atomic_store(&worker->shared->begun[worker->number], begun);
}

/* Deletes games from `first` on; what they are is looked up first. Marks them with `fate`. */
static void mark_games(const struct worker *worker, struct pgnpack_reader *reader, uint64_t first,
                       uint64_t count, enum fate fate)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    unsigned writer, number;
    pgnpack_cursor_seek(cursor, first);
    while (count-- > 0) {
        if (pgnpack_cursor_next(cursor, &game) != PGNPACK_OK ||
            pgnpack_cursor_text(cursor, &text) != PGNPACK_OK || !know_game(text, &writer, &number)) {
            failed(worker->shared, "a game to be deleted", pgnpack_error(cursor)->text);
            break;
        }
        if (atomic_load(&worker->shared->fate[writer][number]) < fate)
            atomic_store(&worker->shared->fate[writer][number], fate);
    }
    pgnpack_free(cursor);
}

struct deletion {
    uint64_t first, count;
};

static struct deletion delete_games(const struct worker *worker, struct pgnpack_database *database,
                                    uint64_t *random)
{
    struct deletion deletion = {0, 0};
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    if (games == 0)
        return deletion;
    deletion.first = 1 + random_below(random, games);
    deletion.count =
        1 + random_below(random, games - deletion.first + 1 < 20 ? games - deletion.first + 1 : 20);
    if (games > LIVE_MAX)
        deletion = (struct deletion){1, games / 2};
    mark_games(worker, reader, deletion.first, deletion.count, BEING_DELETED);
    if (pgnpack_database_delete(database, deletion.first, deletion.count, PGNPACK_REASON_HAND, 0) !=
        PGNPACK_OK)
        failed(worker->shared, "deleting", pgnpack_error(database)->text);
    atomic_fetch_add(&worker->shared->deletions, 1);
    return deletion;
}

/* What the command does after an append, and now and then all of it. The lock is ours all the time. */
static void tidy(const struct worker *worker, struct pgnpack_database *database, int all)
{
    const struct pgnpack_copy_options options = {.size = sizeof options,
                                                 .threads = 1,
                                                 .index = PGNPACK_INDEX_NONE,
                                                 .ids = PGNPACK_IDS_DROP,
                                                 .small_only = !all};
    struct pgnpack_copy_totals totals;
    enum pgnpack_status status = pgnpack_database_compact(database, &options, &totals);
    if (status != PGNPACK_OK)
        failed(worker->shared, "compaction", pgnpack_error(database)->text);
    atomic_fetch_add(&worker->shared->compactions, all || totals.merged_segments != 0);
}

static void change_once(const struct worker *worker, struct pgnpack_database *database, unsigned i,
                        uint64_t *random)
{
    struct deletion deletion = {0, 0};
    struct shared *shared = worker->shared;
    if (!open_locked(worker, database))
        return;
    unsigned kind = (unsigned)random_below(random, 16);
    if (kind != 0)
        add_games(worker, database, random);
    if (worker->number == 1 && kind % 2 == 0)
        deletion = delete_games(worker, database, random);
    if (kind == 15) { /* changes his mind; the same games come with the next change */
        atomic_store(&shared->begun[worker->number], atomic_load(&shared->committed[worker->number]));
        pgnpack_database_abort(database);
        return;
    }
    if (deletion.count != 0) /* before the commit, whose reader is another one */
        mark_games(worker, pgnpack_database_reader(database), deletion.first, deletion.count, BEING_DELETED);
    if (pgnpack_database_commit(database, NULL, 0) != PGNPACK_OK) {
        failed(shared, "a commit", pgnpack_error(database)->text);
        return;
    }
    atomic_store(&shared->committed[worker->number], atomic_load(&shared->begun[worker->number]));
    pgnpack_reader_set_deleted(pgnpack_database_reader(database), PGNPACK_DELETED_KEPT);
    if (deletion.count != 0)
        mark_games(worker, pgnpack_database_reader(database), deletion.first, deletion.count, DELETED);
    atomic_fetch_add(&shared->commits, 1);
    tidy(worker, database, worker->number == 1 && i % 50 == 49);
}

static void *run_writer(void *opaque)
{
    const struct worker *worker = opaque;
    uint64_t random = 100 + worker->number;
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    for (unsigned i = 0; worker->operations != 0 ? i < worker->operations : time(NULL) < worker->end; i++) {
        change_once(worker, database, i, &random);
        if (random_below(&random, 3) == 0) { /* else it keeps the lock up to the next opening */
            pgnpack_free(database);
            database = pgnpack_database_new(NULL);
            usleep(300);
        }
        if (atomic_load(&worker->shared->failures) != 0)
            break;
    }
    pgnpack_free(database);
    atomic_fetch_sub(&worker->shared->writers_left, 1);
    return NULL;
}

/* ---- Readers ---- */

struct view {
    unsigned committed[WRITERS];
    unsigned char *is_there[WRITERS]; /* 1: deleted, 2: not */
    unsigned char *before[WRITERS];   /* fates */
};

static void note_game(struct shared *shared, struct view *view, struct pgnpack_text text, int is_deleted)
{
    unsigned writer, number;
    if (!know_game(text, &writer, &number))
        failed(shared, "a game's text is another one", "");
    else if (view->is_there[writer][number] != 0)
        failed(shared, "a game is there twice", text.data);
    else
        view->is_there[writer][number] = is_deleted ? 1 : 2;
}

/* Every game; returns the hash of what was read, which is the same whenever this reader is asked. */
static uint64_t read_all(struct shared *shared, struct pgnpack_reader *reader, struct view *view)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    uint64_t hash = 0, number = 1;
    enum pgnpack_status status;
    for (; (status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK; number++) {
        if (pgnpack_cursor_text(cursor, &text) != PGNPACK_OK)
            break;
        if (view != NULL)
            note_game(shared, view, text, pgnpack_reader_is_deleted(reader, number));
        for (size_t i = 0; i < text.size; i++)
            hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001b3);
    }
    if (status != PGNPACK_END || number - 1 != pgnpack_reader_info(reader)->game_count)
        failed(shared, "reading", pgnpack_error(cursor)->text);
    pgnpack_free(cursor);
    return hash;
}

/* What was committed before and never deleted is there; what was deleted before is not; what never began is not. */
static void check_view(struct shared *shared, const struct view *view)
{
    char what[80];
    for (unsigned writer = 0; writer < WRITERS; writer++) {
        unsigned begun = atomic_load(&shared->begun[writer]);
        for (unsigned number = 0; number < GAMES_MAX && number < view->committed[writer] + 100000; number++) {
            unsigned char is_there = view->is_there[writer][number];
            unsigned char after = atomic_load(&shared->fate[writer][number]);
            snprintf(what, sizeof what, "game %u of writer %u", number, writer);
            if (number < view->committed[writer] && after == THERE && is_there != 2)
                failed(shared, what, is_there == 0 ? "it is lost" : "it is deleted");
            if (number < view->committed[writer] && view->before[writer][number] == DELETED && is_there == 2)
                failed(shared, what, "it was deleted and is there");
            if (number >= view->committed[writer] && is_there == 0)
                break;
            if (is_there != 0 && number >= begun && number >= atomic_load(&shared->committed[writer]) + 12)
                failed(shared, what, "it is there before it was written");
        }
    }
}

/* One game by its name: found where it is there and not deleted. */
static void search_one(struct shared *shared, struct pgnpack_reader *reader, const struct view *view,
                       uint64_t *random)
{
    unsigned writer = (unsigned)random_below(random, WRITERS);
    if (view->committed[writer] == 0)
        return;
    unsigned number = (unsigned)random_below(random, view->committed[writer]);
    char name[60];
    struct pgnpack_hit hit;
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    unsigned found = 0;
    sprintf(name, "Anna%uof%u", number, writer);
    pgnpack_query_add(query, "white", name);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    enum pgnpack_status status;
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        found++;
    if (status != PGNPACK_END || found != (view->is_there[writer][number] == 2))
        failed(shared, "a search", status != PGNPACK_END ? pgnpack_error(search)->text : name);
    pgnpack_free(search);
    pgnpack_free(query);
    atomic_fetch_add(&shared->searches, 1);
}

static void read_once(const struct worker *worker, struct view *view, uint64_t *random)
{
    struct shared *shared = worker->shared;
    for (unsigned writer = 0; writer < WRITERS; writer++) {
        view->committed[writer] = atomic_load(&shared->committed[writer]);
        memset(view->is_there[writer], 0,
               view->committed[writer] + 200000 < GAMES_MAX ? view->committed[writer] + 200000 : GAMES_MAX);
        for (unsigned i = 0; i < view->committed[writer]; i++)
            view->before[writer][i] = atomic_load(&shared->fate[writer][i]);
    }
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(worker->path)) != PGNPACK_OK) {
        failed(shared, "a reader's opening", pgnpack_error(reader)->text);
    } else {
        atomic_fetch_add(&shared->torn, pgnpack_reader_info(reader)->torn_size != 0);
        pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
        uint64_t hash = read_all(shared, reader, view);
        check_view(shared, view);
        search_one(shared, reader, view, random);
        usleep((unsigned)random_below(random, 3000));
        pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
        if (read_all(shared, reader, NULL) != hash)
            failed(shared, "a reader", "what it opened has changed");
    }
    pgnpack_free(reader);
    atomic_fetch_add(&shared->readings, 1);
}

static void *run_reader(void *opaque)
{
    const struct worker *worker = opaque;
    uint64_t random = 200 + worker->number;
    struct view view = {{0}, {NULL}, {NULL}};
    int is_last = 0;
    for (unsigned i = 0; i < WRITERS; i++) {
        view.is_there[i] = calloc(GAMES_MAX, 1);
        view.before[i] = calloc(GAMES_MAX, 1);
    }
    while (!is_last && atomic_load(&worker->shared->failures) == 0) {
        is_last = atomic_load(&worker->shared->writers_left) == 0; /* once more after the last change */
        read_once(worker, &view, &random);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        free(view.is_there[i]);
        free(view.before[i]);
    }
    return NULL;
}

/* ---- All of them ---- */

static void run_process(const struct worker *model, unsigned number)
{
    enum { BESIDE = 2, ALONE = READERS - WRITERS, THREADS = ALONE > BESIDE ? ALONE : BESIDE };
    pthread_t threads[THREADS];
    struct worker workers[THREADS];
    int writes = number < WRITERS;
    unsigned count = writes ? BESIDE : ALONE;
    for (unsigned i = 0; i < count; i++) {
        int is_writer = writes && i == 0;
        workers[i] = *model;
        workers[i].number = is_writer ? number : number * READERS + i;
        if (pthread_create(&threads[i], NULL, is_writer ? run_writer : run_reader, &workers[i]) != 0)
            exit(EXIT_FAILURE);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static int make_database(const char *path)
{
    struct bytes packed = {0};
    FILE *file = fopen(path, "wb");
    int is_done = file != NULL &&
                  pack_bytes(&(struct pack_setup){.level = 3}, "", 0, &packed) == PGNPACK_OK &&
                  fwrite(packed.data, 1, packed.size, file) == packed.size;
    is_done = file != NULL && fclose(file) == 0 && is_done;
    bytes_free(&packed);
    return is_done;
}

void try_busy_database(unsigned operations, unsigned seconds)
{
    char folder[] = "/tmp/pgnpack-busy-XXXXXX", path[80];
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!expect(shared != MAP_FAILED && mkdtemp(folder) != NULL, "busy database: no memory or folder"))
        return;
    snprintf(path, sizeof path, "%s/games.bcgn", folder);
    const struct worker model = {
        .shared = shared, .path = path, .operations = operations, .end = time(NULL) + (time_t)seconds};
    atomic_store(&shared->writers_left, WRITERS);
    pid_t processes[PROCESSES];
    int is_done = make_database(path);
    fflush(stdout);
    for (unsigned i = 0; i < PROCESSES; i++)
        if ((processes[i] = fork()) == 0) {
            run_process(&model, i);
            _exit(EXIT_SUCCESS);
        }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status = 0;
        is_done &= processes[i] > 0 && waitpid(processes[i], &status, 0) == processes[i] && status == 0;
    }
    expect(is_done, "busy database: a process ended early");
    expect(atomic_load(&shared->failures) == 0, "busy database: %u failures, the first: %s",
           atomic_load(&shared->failures), shared->failure);
    expect(atomic_load(&shared->readings) >= READERS && atomic_load(&shared->commits) != 0,
           "busy database: nothing was done");
    unsigned games = 0;
    for (unsigned i = 0; i < WRITERS; i++)
        games += atomic_load(&shared->committed[i]);
    report("busy database: %u commits of %u games, %u deletions, %u compactions, %u times busy; %u readings, "
           "%u of "
           "them in the midst of a change, %u searches",
           atomic_load(&shared->commits), games, atomic_load(&shared->deletions),
           atomic_load(&shared->compactions), atomic_load(&shared->busy), atomic_load(&shared->readings),
           atomic_load(&shared->torn), atomic_load(&shared->searches));
    unlink(path);
    rmdir(folder);
    munmap(shared, sizeof *shared);
}
