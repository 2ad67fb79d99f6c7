/* Files by their paths: what is written appears whole or not at all, and failures name the path and the cause. */
#include <check.h>
#include <dirent.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static const struct pgnpack_writer_options one_thread = {.size = sizeof one_thread, .threads = 1};
static const struct pgnpack_unpacker_options one_thread_too = {.size = sizeof one_thread_too, .threads = 1};

static char *folder, *packed_path, *text_path;
static struct bytes text, packed;

static void set_up(void)
{
    folder = make_temporary_folder();
    packed_path = join_path(folder, "games.bcgn");
    text_path = join_path(folder, "games.pgn");
    append_games(&text, 40, 7);
    pack_whole(&(struct pack_setup){0}, &text, &packed);
}

static void tear_down(void)
{
    remove_folder(folder);
    free(text_path);
    free(packed_path);
    free(folder);
    bytes_free(&packed);
    bytes_free(&text);
}

static unsigned files_in_folder(void)
{
    unsigned count = 0;
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    return count;
}

static void check_file(const char *path, const void *bytes, size_t size)
{
    size_t found_size;
    char *found = read_file(path, &found_size);
    ck_assert_uint_eq(found_size, size);
    ck_assert_int_eq(memcmp(found, bytes, size), 0);
    free(found);
}

static void check_text(const struct pgnpack_error *error, enum pgnpack_status status, const char *path,
                       const char *reason)
{
    ck_assert_int_eq(error->status, status);
    ck_assert_msg(strstr(error->text, path) != NULL, "'%s' does not name '%s'", error->text, path);
    ck_assert_msg(strstr(error->text, reason) != NULL, "'%s' does not say '%s'", error->text, reason);
}

/* ---- What works ---- */

static enum pgnpack_status pack_to(const struct pgnpack_options *options, const char *path)
{
    struct pgnpack_writer *writer = pgnpack_writer_new(options, &one_thread, PGNPACK_TO_PATH(path));
    if (writer == NULL)
        return PGNPACK_ERROR_MEMORY;
    pgnpack_writer_write(writer, text.data, text.size);
    enum pgnpack_status status = pgnpack_writer_finish(writer);
    ck_assert_int_eq(status, pgnpack_error(writer)->status);
    pgnpack_free(writer);
    return status;
}

static enum pgnpack_status unpack_to(const struct pgnpack_options *options, const char *from, const char *to)
{
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(options, &one_thread_too);
    if (unpacker == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(from), to != NULL ? PGNPACK_TO_PATH(to) : NULL);
    ck_assert_int_eq(status, pgnpack_error(unpacker)->status);
    pgnpack_free(unpacker);
    return status;
}

static enum pgnpack_status count_games(const struct pgnpack_options *options, const char *path,
                                       uint64_t *games_ret)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path));
    struct pgnpack_cursor *cursor =
        status == PGNPACK_OK ? pgnpack_cursor_new(reader, PGNPACK_PART_TEXT) : NULL;
    if (status == PGNPACK_OK && cursor == NULL)
        status = PGNPACK_ERROR_MEMORY;
    *games_ret = 0;
    while (status == PGNPACK_OK && (status = pgnpack_cursor_next(cursor, NULL)) == PGNPACK_OK)
        ++*games_ret;
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status count_text_games(const struct pgnpack_options *options, const char *path,
                                            uint64_t *games_ret)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_pgn_reader_open(reader, PGNPACK_FROM_PATH(path));
    *games_ret = 0;
    while (status == PGNPACK_OK && (status = pgnpack_pgn_reader_next(reader, NULL)) == PGNPACK_OK)
        ++*games_ret;
    pgnpack_free(reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

START_TEST(files_go_there_and_back)
{
    uint64_t games;
    ck_assert_int_eq(pack_to(NULL, packed_path), PGNPACK_OK);
    check_file(packed_path, packed.data, packed.size);
    ck_assert_int_eq(unpack_to(NULL, packed_path, NULL), PGNPACK_OK);
    ck_assert_uint_eq(files_in_folder(), 1);
    ck_assert_int_eq(unpack_to(NULL, packed_path, text_path), PGNPACK_OK);
    check_file(text_path, text.data, text.size);
    ck_assert_uint_eq(files_in_folder(), 2);
    ck_assert_int_eq(count_games(NULL, packed_path, &games), PGNPACK_OK);
    ck_assert_uint_eq(games, 40);
    ck_assert_int_eq(count_text_games(NULL, text_path, &games), PGNPACK_OK);
    ck_assert_uint_eq(games, 40);
}
END_TEST

START_TEST(a_file_is_replaced_at_the_end_only)
{
    write_file(packed_path, "old", 3);
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &one_thread, PGNPACK_TO_PATH(packed_path));
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    check_file(packed_path, "old", 3);
    ck_assert_uint_eq(files_in_folder(), 2);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    check_file(packed_path, packed.data, packed.size);
    ck_assert_uint_eq(files_in_folder(), 1);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    check_file(packed_path, packed.data, packed.size);
}
END_TEST

START_TEST(what_is_not_finished_is_removed)
{
    write_file(packed_path, "old", 3);
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &one_thread, PGNPACK_TO_PATH(packed_path));
    struct pgnpack_writer *other = pgnpack_writer_new(NULL, &one_thread, PGNPACK_TO_PATH(packed_path));
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    ck_assert_uint_eq(files_in_folder(), 3);
    pgnpack_free(writer);
    pgnpack_free(other);
    ck_assert_uint_eq(files_in_folder(), 1);
    check_file(packed_path, "old", 3);
}
END_TEST

/* ---- Texts, BCGN 0 and layouts ---- */

/* What writes games to a path: the same for both kinds. */
struct game_writer {
    struct pgnpack_pgn_writer *pgn;
    struct pgnpack_bcgn0_writer *bcgn0;
    uint64_t added; /* games, those that BCGN 0 cannot hold not counted */
};

static struct game_writer game_writer_to(const struct pgnpack_options *options, int is_pgn, const char *path)
{
    const struct pgnpack_bcgn0_options lossy = {.size = sizeof lossy, .lossy = 1};
    struct game_writer writer = {NULL, NULL, 0};
    if (is_pgn)
        writer.pgn = pgnpack_pgn_writer_new(options, PGNPACK_TO_PATH(path));
    else
        writer.bcgn0 = pgnpack_bcgn0_writer_new(options, &lossy, PGNPACK_TO_PATH(path));
    return writer;
}

static enum pgnpack_status game_writer_finish(struct game_writer *writer)
{
    return writer->pgn != NULL ? pgnpack_pgn_writer_finish(writer->pgn)
                               : pgnpack_bcgn0_writer_finish(writer->bcgn0);
}

static const struct pgnpack_error *game_writer_error(struct game_writer *writer)
{
    return writer->pgn != NULL ? pgnpack_error(writer->pgn) : pgnpack_error(writer->bcgn0);
}

static void game_writer_free(struct game_writer *writer)
{
    pgnpack_free(writer->pgn);
    pgnpack_free(writer->bcgn0);
}

/* All games of the text; the first failure ends it, but those that do not fit are left out. */
static enum pgnpack_status add_games(struct game_writer *writer)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    enum pgnpack_status status = pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text.data, text.size));
    while (status == PGNPACK_OK && pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
        status = writer->pgn != NULL ? pgnpack_pgn_writer_add(writer->pgn, game)
                                     : pgnpack_bcgn0_writer_add(writer->bcgn0, game);
        writer->added += status == PGNPACK_OK;
        if (status == PGNPACK_ERROR_LOSSY)
            status = PGNPACK_OK;
    }
    pgnpack_free(reader);
    return status;
}

static enum pgnpack_status write_games_to(const struct pgnpack_options *options, int is_pgn, const char *path)
{
    struct game_writer writer = game_writer_to(options, is_pgn, path);
    if (writer.pgn == NULL && writer.bcgn0 == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = add_games(&writer);
    if (status == PGNPACK_OK)
        status = game_writer_finish(&writer);
    ck_assert_int_eq(status, game_writer_error(&writer)->status);
    game_writer_free(&writer);
    return status;
}

/* What stood there stays until the end, and longer where there is none. */
START_TEST(games_are_written_to_paths)
{
    uint64_t games = 0;
    write_file(packed_path, "old", 3);
    struct game_writer writer = game_writer_to(NULL, _i, packed_path);
    ck_assert_int_eq(add_games(&writer), PGNPACK_OK);
    check_file(packed_path, "old", 3);
    ck_assert_uint_eq(files_in_folder(), 2);
    game_writer_free(&writer);
    check_file(packed_path, "old", 3);
    ck_assert_uint_eq(files_in_folder(), 1);
    writer = game_writer_to(NULL, _i, packed_path);
    ck_assert_int_eq(add_games(&writer), PGNPACK_OK);
    uint64_t added = writer.added;
    ck_assert_uint_ge(added, 20);
    ck_assert_int_eq(game_writer_finish(&writer), PGNPACK_OK);
    ck_assert_int_eq(game_writer_finish(&writer), PGNPACK_OK);
    ck_assert_uint_eq(files_in_folder(), 1);
    ck_assert_int_eq(add_games(&writer), _i ? PGNPACK_ERROR_ARGUMENT : PGNPACK_OK);
    ck_assert_int_eq(game_writer_finish(&writer), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(game_writer_error(&writer)->text, "finished"));
    game_writer_free(&writer);
    if (_i == 0) {
        struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(NULL);
        ck_assert_int_eq(pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_PATH(packed_path)), PGNPACK_OK);
        while (pgnpack_bcgn0_reader_next(reader, NULL) == PGNPACK_OK)
            games++;
        ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_END);
        pgnpack_free(reader);
    } else {
        ck_assert_int_eq(count_text_games(NULL, packed_path, &games), PGNPACK_OK);
    }
    ck_assert_uint_eq(games, added);
}
END_TEST

/* In a folder that is missing, and where a file may not grow. */
START_TEST(games_that_cannot_be_written_leave_nothing)
{
    const struct rlimit limit = {100, RLIM_INFINITY};
    struct rlimit old;
    char *missing = join_path(folder, "none/games");
    struct game_writer writer = game_writer_to(NULL, _i, missing);
    check_text(game_writer_error(&writer), PGNPACK_ERROR_WRITE, missing, "No such file");
    ck_assert_int_eq(add_games(&writer), PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(game_writer_finish(&writer), PGNPACK_ERROR_WRITE);
    game_writer_free(&writer);
    free(missing);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    int is_limited = setrlimit(RLIMIT_FSIZE, &limit) == 0;
    writer = game_writer_to(NULL, _i, text_path);
    enum pgnpack_status added = add_games(&writer), finished = game_writer_finish(&writer);
    int is_free = setrlimit(RLIMIT_FSIZE, &old) == 0;
    ck_assert(is_limited && is_free);
    ck_assert_int_eq(added, PGNPACK_OK);
    ck_assert_int_eq(finished, PGNPACK_ERROR_WRITE);
    check_text(game_writer_error(&writer), PGNPACK_ERROR_WRITE, text_path, "writing failed: ");
    ck_assert_int_eq(game_writer_finish(&writer), PGNPACK_ERROR_WRITE);
    game_writer_free(&writer);
    ck_assert_uint_eq(files_in_folder(), 0);
}
END_TEST

START_TEST(without_memory_no_games_are_written)
{
    struct limited limited;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    limit_memory(&limited, 0);
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        allow_pieces(&limited.count, pieces);
        status = write_games_to(&limited.options, _i, text_path);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(limited.count.outstanding, 0);
        ck_assert_uint_eq(files_in_folder(), status == PGNPACK_OK);
        ck_assert_uint_lt(pieces, 1000);
    }
}
END_TEST

START_TEST(a_layout_is_saved_to_a_path)
{
    struct bytes layout = {0};
    const struct rlimit limit = {10, RLIM_INFINITY};
    struct rlimit old;
    char *missing = join_path(folder, "none/layout");
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_PATH(text_path)), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(files_in_folder(), 0);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(bytes_write, &layout)),
                     PGNPACK_OK);
    write_file(text_path, "old", 3);
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_PATH(text_path)), PGNPACK_OK);
    check_file(text_path, layout.data, layout.size);
    ck_assert_int_eq(pgnpack_reader_save_layout(reader, PGNPACK_TO_PATH(missing)), PGNPACK_ERROR_WRITE);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_WRITE, missing, "No such file");
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    int is_limited = setrlimit(RLIMIT_FSIZE, &limit) == 0;
    enum pgnpack_status status = pgnpack_reader_save_layout(reader, PGNPACK_TO_PATH(packed_path));
    int is_free = setrlimit(RLIMIT_FSIZE, &old) == 0;
    ck_assert(is_limited && is_free);
    ck_assert_int_eq(status, PGNPACK_ERROR_WRITE);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_WRITE, packed_path, "writing failed: ");
    ck_assert_uint_eq(files_in_folder(), 1);
    pgnpack_free(reader);
    free(missing);
    bytes_free(&layout);
}
END_TEST

/* ---- Processes that are forked off ---- */

/*
 * An allocator by which the threads of a pool stand still in the midst of their work, each where it releases a piece for the first
 * time, until they may go on. Pieces are kept until the test's end, so that a second release of one is seen. (No thread
 * is at work while this process is forked: a lock that one holds of a sanitizer's malloc() would stay locked in the child.)
 */
enum { STANDING_THREADS = 2 };

struct kept_piece {
    struct kept_piece *next;
    int is_released;
    max_align_t bytes[];
};

static struct {
    pthread_mutex_t mutex;
    struct kept_piece *pieces;
    pthread_t main_thread;
    sem_t stands, may_go_on;
} standing = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *get_kept(void *opaque, size_t size)
{
    struct kept_piece *piece = malloc(sizeof *piece + size);
    (void)opaque;
    if (piece == NULL)
        return NULL;
    pthread_mutex_lock(&standing.mutex);
    *piece = (struct kept_piece){.next = standing.pieces};
    standing.pieces = piece;
    pthread_mutex_unlock(&standing.mutex);
    return piece->bytes;
}

static void release_kept(void *opaque, void *bytes)
{
    static _Thread_local int stood;
    struct kept_piece *piece = (struct kept_piece *)((char *)bytes - offsetof(struct kept_piece, bytes));
    (void)opaque;
    if (piece->is_released)
        abort();
    piece->is_released = 1;
    if (pthread_equal(pthread_self(), standing.main_thread) || stood)
        return;
    stood = 1;
    sem_post(&standing.stands);
    sem_wait(&standing.may_go_on);
}

static const struct pgnpack_allocator standing_still = {.allocate = get_kept, .release = release_kept};

static void free_kept(void)
{
    for (struct kept_piece *piece = standing.pieces, *next; piece != NULL; piece = next) {
        next = piece->next;
        ck_assert(piece->is_released);
        free(piece);
    }
    standing.pieces = NULL;
    sem_destroy(&standing.stands);
    sem_destroy(&standing.may_go_on);
}

/* What this process has open, and a child has a copy of. */
struct open_handles {
    struct pgnpack_writer *writer;     /* with threads, and a block under way */
    struct pgnpack_database *database; /* that a change has begun of */
    struct pgnpack_copy *copy;
};

/* Does it in a child, which must come to an end of its own. */
static void in_child(void (*work)(struct open_handles *handles), struct open_handles *handles)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM,
               SIG_DFL); /* the check library's handler ends whatever is in the test's process group */
        alarm(60);
        work(handles);
        _exit(0);
    }
    ck_assert_int_gt(child, 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

static void free_all(struct open_handles *handles)
{
    pgnpack_free(handles->writer);
    pgnpack_free(handles->database);
    pgnpack_free(handles->copy);
}

static void end_changes(struct open_handles *handles)
{
    enum pgnpack_status status = pgnpack_database_commit(handles->database, NULL, 0);
    if (status != PGNPACK_ERROR_WRITE || pgnpack_copy_finish(handles->copy) != PGNPACK_ERROR_WRITE)
        _exit(1);
    pgnpack_database_abort(handles->database);
    pgnpack_database_truncate(handles->database, 0);
    pgnpack_free(handles->database);
    pgnpack_free(handles->copy);
}

START_TEST(a_forked_child_leaves_the_files_as_they_are)
{
    const struct pgnpack_writer_options threads = {
        .size = sizeof threads, .threads = STANDING_THREADS, .block_size = 2000};
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &standing_still};
    char *copy_path = join_path(folder, "copy.bcgn"), *writer_path = join_path(folder, "writer.bcgn");
    uint64_t games;
    write_file(packed_path, packed.data, packed.size);
    standing.main_thread = pthread_self();
    sem_init(&standing.stands, 0, 0);
    sem_init(&standing.may_go_on, 0, 0);
    struct open_handles handles = {.writer =
                                       pgnpack_writer_new(&options, &threads, PGNPACK_TO_PATH(writer_path)),
                                   .database = pgnpack_database_new(NULL),
                                   .copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_PATH(copy_path))};
    ck_assert_int_eq(pgnpack_writer_write(handles.writer, text.data, text.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_open(handles.database, packed_path, NULL), PGNPACK_OK);
    struct pgnpack_writer *append = pgnpack_database_append(handles.database, &one_thread);
    ck_assert_int_eq(pgnpack_writer_write(append, text.data, text.size), PGNPACK_OK);
    for (int i = 0; i < STANDING_THREADS; i++)
        sem_wait(&standing.stands);
    in_child(free_all, &handles);
    in_child(end_changes, &handles);
    for (int i = 0; i < STANDING_THREADS; i++)
        sem_post(&standing.may_go_on);
    ck_assert_uint_eq(files_in_folder(), 3);
    ck_assert_int_eq(pgnpack_database_commit(handles.database, NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(handles.writer), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(handles.copy), PGNPACK_OK);
    free_all(&handles);
    free_kept();
    ck_assert_uint_eq(files_in_folder(), 3);
    ck_assert_int_eq(count_games(NULL, packed_path, &games), PGNPACK_OK);
    ck_assert_uint_eq(games, 80);
    ck_assert_int_eq(count_games(NULL, writer_path, &games), PGNPACK_OK);
    ck_assert_uint_eq(games, 40);
    free(copy_path);
    free(writer_path);
}
END_TEST

START_TEST(links_are_followed)
{
    char *link_path = join_path(folder, "link.bcgn");
    struct stat facts;
    write_file(packed_path, "old", 3);
    ck_assert_int_eq(symlink(packed_path, link_path), 0);
    ck_assert_int_eq(pack_to(NULL, link_path), PGNPACK_OK);
    ck_assert_int_eq(lstat(link_path, &facts), 0);
    ck_assert(S_ISLNK(facts.st_mode));
    check_file(packed_path, packed.data, packed.size);
    free(link_path);
}
END_TEST

START_TEST(readers_can_be_opened_again)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    write_file(packed_path, packed.data, packed.size);
    for (int time = 0; time < 3; time++) {
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(packed_path)), PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 40);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(text_path)), PGNPACK_ERROR_NO_FILE);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 0);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                         PGNPACK_OK);
    }
    pgnpack_free(reader);
}
END_TEST

/* ---- What fails ---- */

START_TEST(files_that_are_missing_are_named)
{
    static const char reason[] = "No such file";
    char *missing = join_path(folder, "none/games.bcgn");
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_reader *bcgn0 = pgnpack_bcgn0_reader_new(NULL);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &one_thread, PGNPACK_TO_PATH(missing));
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_NO_FILE, missing, reason);
    ck_assert_int_eq(pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    check_text(pgnpack_error(pgn), PGNPACK_ERROR_NO_FILE, missing, reason);
    ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, NULL), PGNPACK_ERROR_NO_FILE);
    check_text(pgnpack_error(pgn), PGNPACK_ERROR_NO_FILE, missing, reason);
    ck_assert_int_eq(pgnpack_bcgn0_reader_open(bcgn0, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    check_text(pgnpack_error(bcgn0), PGNPACK_ERROR_NO_FILE, missing, reason);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(missing), PGNPACK_TO_PATH(text_path)),
                     PGNPACK_ERROR_NO_FILE);
    check_text(pgnpack_error(unpacker), PGNPACK_ERROR_NO_FILE, missing, reason);
    write_file(packed_path, packed.data, packed.size);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(packed_path), PGNPACK_TO_PATH(missing)),
                     PGNPACK_ERROR_WRITE);
    check_text(pgnpack_error(unpacker), PGNPACK_ERROR_WRITE, missing, reason);
    check_text(pgnpack_error(writer), PGNPACK_ERROR_WRITE, missing, reason);
    ck_assert_int_eq(pgnpack_writer_write(writer, "x", 1), PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_ERROR_WRITE);
    ck_assert_uint_eq(files_in_folder(), 1);
    pgnpack_free(writer);
    pgnpack_free(unpacker);
    pgnpack_free(bcgn0);
    pgnpack_free(pgn);
    pgnpack_free(reader);
    free(missing);
}
END_TEST

/* Nobody writes to the pipe: who waits for it waits for ever. */
START_TEST(folders_and_pipes_are_no_databases)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    char *pipe_path = join_path(folder, "pipe");
    ck_assert_int_eq(mkfifo(pipe_path, 0600), 0);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(pipe_path)), PGNPACK_ERROR_READ);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_READ, pipe_path, "is a pipe or a device");
    ck_assert_int_eq(pack_to(NULL, packed_path), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(packed_path)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(pipe_path)), PGNPACK_ERROR_READ);
    free(pipe_path);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(folder)), PGNPACK_ERROR_READ);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_READ, folder, "directory");
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH("/dev/null")), PGNPACK_ERROR_READ);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_READ, "/dev/null", "is a pipe or a device");
    ck_assert_int_eq(pack_to(NULL, folder), PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(pack_to(NULL, "/dev/null"), PGNPACK_ERROR_WRITE);
    pgnpack_free(reader);
}
END_TEST

START_TEST(null_is_no_path)
{
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_PATH(NULL));
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_reader *bcgn0 = pgnpack_bcgn0_reader_new(NULL);
    check_text(pgnpack_error(writer), PGNPACK_ERROR_ARGUMENT, "path", "nothing to write to");
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(NULL)), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_PATH(NULL)), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_bcgn0_reader_open(bcgn0, PGNPACK_FROM_PATH(NULL)), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(unpack_to(NULL, NULL, text_path), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(bcgn0);
    pgnpack_free(pgn);
    pgnpack_free(reader);
    pgnpack_free(writer);
}
END_TEST

/* Linux's picture of this process's memory: a file that can be opened, and has nothing at its beginning. */
START_TEST(failures_to_read_name_the_file)
{
    static const char path[] = "/proc/self/mem";
    uint64_t size;
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    if (access(path, R_OK) == 0) {
        ck_assert_int_eq(pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
        for (int time = 0; time < 2; time++) {
            ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, NULL), PGNPACK_ERROR_READ);
            check_text(pgnpack_error(pgn), PGNPACK_ERROR_READ,
                       "/proc/self/mem: reading failed: ", "Input/output error");
        }
        ck_assert_int_eq(count_text_games(NULL, path, &size), PGNPACK_ERROR_READ);
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), PGNPACK_TO_PATH(text_path)),
                         PGNPACK_ERROR_READ);
        check_text(pgnpack_error(unpacker), PGNPACK_ERROR_READ,
                   "/proc/self/mem: reading failed: ", "Input/output error");
    }
    ck_assert_uint_eq(files_in_folder(), 0);
    pgnpack_free(unpacker);
    pgnpack_free(pgn);
}
END_TEST

/* The check library writes as well, at every ck_assert(): there is none while the limit is low. */
START_TEST(failures_to_write_name_the_file)
{
    const struct rlimit limit = {100, RLIM_INFINITY};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &one_thread_too);
    struct rlimit old;
    write_file(packed_path, packed.data, packed.size);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    int is_limited = setrlimit(RLIMIT_FSIZE, &limit) == 0;
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &one_thread, PGNPACK_TO_PATH(text_path));
    pgnpack_writer_write(writer, text.data, text.size);
    enum pgnpack_status written = pgnpack_writer_finish(writer);
    enum pgnpack_status unpacked =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(packed_path), PGNPACK_TO_PATH(text_path));
    int is_free = setrlimit(RLIMIT_FSIZE, &old) == 0;
    ck_assert(is_limited && is_free);
    ck_assert_int_eq(written, PGNPACK_ERROR_WRITE);
    check_text(pgnpack_error(writer), PGNPACK_ERROR_WRITE, text_path, "writing failed: ");
    ck_assert_int_eq(unpacked, PGNPACK_ERROR_WRITE);
    check_text(pgnpack_error(unpacker), PGNPACK_ERROR_WRITE, text_path, "writing failed: ");
    pgnpack_free(writer);
    pgnpack_free(unpacker);
    ck_assert_uint_eq(files_in_folder(), 1);
}
END_TEST

/* Of long paths, messages show the end. */
START_TEST(long_paths_are_cut_in_messages)
{
    char name[301];
    memset(name, 'x', 300);
    strcpy(name + 290, "end.bcgn");
    char *path = join_path(folder, name);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)), PGNPACK_ERROR_READ);
    check_text(pgnpack_error(reader), PGNPACK_ERROR_READ, "...xxx", "xend.bcgn: cannot be opened: ");
    pgnpack_free(reader);
    free(path);
}
END_TEST

START_TEST(damaged_files_give_text_with_salvage_only)
{
    struct pgnpack_unpacker_options options = one_thread_too;
    struct bytes damaged = {0};
    pack_whole(&(struct pack_setup){.block_size = 1000}, &text, &damaged);
    damaged.data[damaged.size / 2] ^= 1;
    write_file(packed_path, damaged.data, damaged.size);
    ck_assert_int_eq(unpack_to(NULL, packed_path, text_path), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(files_in_folder(), 1);
    options.salvage = 1;
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_int_eq(
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(packed_path), PGNPACK_TO_PATH(text_path)),
        PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(files_in_folder(), 2);
    size_t size;
    free(read_file(text_path, &size));
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_eq(size, pgnpack_unpacker_totals(unpacker)->text_size);
    pgnpack_free(unpacker);
    bytes_free(&damaged);
}
END_TEST

/* Whichever piece is refused: an error, all is given back, and no half of a file is left. */
START_TEST(failing_allocations_leave_nothing)
{
    struct limited limited;
    uint64_t games;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    limit_memory(&limited, 0);
    for (size_t pieces = 0; status != PGNPACK_OK; pieces++) {
        allow_pieces(&limited.count, pieces);
        unlink(packed_path);
        unlink(text_path);
        status = pack_to(&limited.options, packed_path);
        if (status == PGNPACK_OK)
            status = unpack_to(&limited.options, packed_path, text_path);
        else
            ck_assert_uint_eq(files_in_folder(), 0);
        if (status == PGNPACK_OK)
            status = count_games(&limited.options, packed_path, &games);
        if (status == PGNPACK_OK)
            status = count_text_games(&limited.options, text_path, &games);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(limited.count.outstanding, 0);
        ck_assert_uint_lt(pieces, 100000);
    }
    check_file(text_path, text.data, text.size);
    ck_assert_uint_eq(files_in_folder(), 2);
}
END_TEST

Suite *paths_suite(void)
{
    Suite *suite = suite_create("paths");
    TCase *use = tcase_create("use");
    tcase_add_checked_fixture(use, set_up, tear_down);
    tcase_add_test(use, files_go_there_and_back);
    tcase_add_test(use, a_file_is_replaced_at_the_end_only);
    tcase_add_test(use, what_is_not_finished_is_removed);
    tcase_add_loop_test(use, games_are_written_to_paths, 0, 2);
    tcase_add_test(use, a_layout_is_saved_to_a_path);
    tcase_add_test(use, a_forked_child_leaves_the_files_as_they_are);
    tcase_add_test(use, links_are_followed);
    tcase_add_test(use, readers_can_be_opened_again);
    suite_add_tcase(suite, use);
    TCase *failures = tcase_create("failures");
    tcase_add_checked_fixture(failures, set_up, tear_down);
    tcase_add_test(failures, files_that_are_missing_are_named);
    tcase_add_test(failures, folders_and_pipes_are_no_databases);
    tcase_add_test(failures, null_is_no_path);
    tcase_add_test(failures, failures_to_read_name_the_file);
    tcase_add_test(failures, failures_to_write_name_the_file);
    tcase_add_loop_test(failures, games_that_cannot_be_written_leave_nothing, 0, 2);
    tcase_add_loop_test(failures, without_memory_no_games_are_written, 0, 2);
    tcase_add_test(failures, long_paths_are_cut_in_messages);
    tcase_add_test(failures, damaged_files_give_text_with_salvage_only);
    tcase_add_test(failures, failing_allocations_leave_nothing);
    suite_add_tcase(suite, failures);
    return suite;
}
