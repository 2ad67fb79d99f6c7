/* Databases that change: what was committed is there as a whole, whatever fails, and old bytes stay what they are. */
#define _DEFAULT_SOURCE /* syscall */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "container/sections/bcgn_format.h"
#include "shared/changed_file.h"
#include "system/path_files.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

/* ---- The system's calls, which the library finds here first ---- */

/* What happens to the next calls: so many go well, then so many fail, by this cause. */
struct call_fault {
    unsigned after, count;
    int cause;
};

static struct call_fault cut_fault, sync_fault;
static void (*before_lock)(void); /* is called once */
static void (*at_sync)(void);     /* is called each time, but not by itself */

static int fails(struct call_fault *fault)
{
    if (fault->count == 0)
        return 0;
    if (fault->after > 0) {
        fault->after--;
        return 0;
    }
    fault->count--;
    errno = fault->cause;
    return 1;
}

int ftruncate(int descriptor, off_t size)
{
    return fails(&cut_fault) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}

int fsync(int descriptor)
{
    void (*hook)(void) = at_sync;
    at_sync = NULL;
    if (hook != NULL)
        hook();
    at_sync = hook;
    return fails(&sync_fault) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

int flock(int descriptor, int operation)
{
    void (*hook)(void) = before_lock;
    before_lock = NULL;
    if (hook != NULL)
        hook();
    return (int)syscall(SYS_flock, descriptor, operation);
}

/* ---- Files ---- */

static const struct pgnpack_writer_options plain_writer = {
    .size = sizeof plain_writer, .threads = 1, .block_size = 2000};
enum { GAMES = 40, TIME = 1700000000 };

static char *folder, *path;
static struct bytes packed; /* the file as it was */
static struct bytes more;   /* text to be added, of MORE games */
enum { MORE = 9 };
enum { STATE = 6, BEING_MADE = 0xff }; /* of a segment: where its header has it */

static void set_up(void)
{
    struct bytes text = {0};
    folder = make_temporary_folder();
    path = join_path(folder, "games.bcgn");
    append_games(&text, GAMES, 7);
    pack_whole(&(struct pack_setup){.block_size = 2000}, &text, &packed);
    write_file(path, packed.data, packed.size);
    append_games(&more, MORE, 8);
    bytes_free(&text);
}

static void tear_down(void)
{
    remove_folder(folder);
    free(path);
    free(folder);
    bytes_free(&packed);
    bytes_free(&more);
}

static struct pgnpack_database *open_database(void)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    return database;
}

static void check_error(struct pgnpack_database *database, enum pgnpack_status status, const char *text)
{
    const struct pgnpack_error *error = pgnpack_error(database);
    ck_assert_int_eq(error->status, status);
    ck_assert_msg(strstr(error->text, text) != NULL, "'%s' does not say '%s'", error->text, text);
}

static void check_file(const struct bytes *wanted)
{
    size_t size;
    char *found = read_file(path, &size);
    ck_assert_uint_eq(size, wanted->size);
    ck_assert_int_eq(memcmp(found, wanted->data, size), 0);
    free(found);
}

static void read_now(struct bytes *bytes)
{
    bytes->size = 0;
    ck_assert(bytes_append_file(bytes, path));
}

static void write_more(struct pgnpack_database *database)
{
    struct pgnpack_writer *writer = pgnpack_database_append(database, &plain_writer);
    ck_assert_ptr_nonnull(writer);
    ck_assert_int_eq(pgnpack_writer_write(writer, more.data, more.size), PGNPACK_OK);
}

static void commit(struct pgnpack_database *database)
{
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_error(database)->status, PGNPACK_OK);
}

/* Games with deleted ones, deleted ones, segments, of the database and of a reader of its own. */
static void check_state(struct pgnpack_database *database, uint64_t games, uint64_t deleted,
                        uint64_t segments)
{
    struct pgnpack_reader *own = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(own, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    const struct pgnpack_reader *readers[2] = {own, pgnpack_database_reader(database)};
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(pgnpack_reader_info(readers[i])->game_count, games);
        ck_assert_uint_eq(pgnpack_reader_info(readers[i])->deleted_count, deleted);
        ck_assert_uint_eq(pgnpack_reader_info(readers[i])->segment_count, segments);
        ck_assert_uint_eq(pgnpack_reader_info(readers[i])->torn_size, 0);
    }
    pgnpack_free(own);
}

/* ---- What works ---- */

START_TEST(games_are_added_behind_old_bytes)
{
    struct bytes now = {0};
    struct unpacked unpacked, old;
    const struct unpack_setup plain = {0};
    struct pgnpack_database *database = open_database();
    check_state(database, GAMES, 0, 1);
    write_more(database);
    check_state(database, GAMES, 0, 1);
    commit(database);
    check_state(database, GAMES + MORE, 0, 2);
    read_now(&now);
    ck_assert_uint_gt(now.size, packed.size);
    ck_assert_int_eq(memcmp(now.data, packed.data, packed.size), 0);
    unpack_bytes(&plain, packed.data, packed.size, &old);
    unpack_bytes(&plain, now.data, now.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    ck_assert_uint_eq(unpacked.text.size, old.text.size + more.size);
    ck_assert_int_eq(memcmp(unpacked.text.data, old.text.data, old.text.size), 0);
    ck_assert_int_eq(memcmp(unpacked.text.data + old.text.size, more.data, more.size), 0);
    write_more(database); /* goes on after a commit */
    commit(database);
    check_state(database, GAMES + 2 * MORE, 0, 3);
    pgnpack_free(database);
    unpacked_free(&unpacked);
    unpacked_free(&old);
    bytes_free(&now);
}
END_TEST

START_TEST(games_are_deleted_and_brought_back)
{
    struct pgnpack_database *database = open_database();
    uint64_t first, count;
    ck_assert_int_eq(pgnpack_database_delete(database, 3, 4, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, GAMES, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_undelete(database, 5, 1, PGNPACK_REASON_HAND),
                     PGNPACK_OK); /* the later call wins */
    check_state(database, GAMES, 0, 1);
    commit(database);
    check_state(database, GAMES, 4, 2);
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    static const uint64_t deleted[] = {3, 4, 6, GAMES};
    size_t at = 0;
    for (uint64_t i = 0; i <= GAMES + 1; i++) {
        int is_one = at < 4 && deleted[at] == i;
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, i), is_one);
        at += (size_t)is_one;
    }
    ck_assert(pgnpack_reader_deleted_range(reader, 0, &first, &count) && first == 3 && count == 2);
    ck_assert(pgnpack_reader_deleted_range(reader, 4, &first, &count) && first == 4 && count == 1);
    ck_assert(pgnpack_reader_deleted_range(reader, 7, &first, &count) && first == GAMES && count == 1);
    ck_assert(!pgnpack_reader_deleted_range(reader, GAMES + 1, &first, &count) && first == 0 && count == 0);
    ck_assert(pgnpack_reader_deleted_range(reader, 6, NULL, NULL));
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, GAMES, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    check_state(database, GAMES, 0, 3);
    pgnpack_free(database);
}
END_TEST

START_TEST(a_change_may_add_and_delete)
{
    struct pgnpack_segment_info info;
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, GAMES, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    check_state(database, GAMES + MORE, GAMES, 2);
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    ck_assert(pgnpack_reader_segment(reader, 0, &info));
    ck_assert(info.deleted_count == GAMES && info.game_count == GAMES && info.first_game == 1 &&
              !info.is_change && info.time == 0 && info.identity != 0 && info.offset == 0 &&
              info.size == packed.size);
    ck_assert(pgnpack_reader_segment(reader, 1, &info));
    ck_assert(info.deleted_count == 0 && info.game_count == MORE && info.first_game == GAMES + 1 &&
              info.is_change && !info.is_damaged && info.time > TIME && info.offset == packed.size &&
              info.text_size == more.size);
    ck_assert(!pgnpack_reader_segment(reader, 2, &info) && info.size == 0 && info.command.size == 0);
    ck_assert(pgnpack_reader_segment(reader, 1, NULL));
    pgnpack_free(database);
}
END_TEST

START_TEST(changes_over_several_segments)
{
    struct pgnpack_database *database = open_database();
    for (int i = 0; i < 3; i++) {
        write_more(database);
        commit(database);
    }
    ck_assert_int_eq(pgnpack_database_delete(database, GAMES - 1, MORE + 5, PGNPACK_REASON_HAND, 0),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, GAMES + 3 * MORE, 1, PGNPACK_REASON_HAND, 0),
                     PGNPACK_OK);
    commit(database);
    check_state(database, GAMES + 3 * MORE, MORE + 6, 5);
    ck_assert_int_eq(pgnpack_database_undelete(database, GAMES + 1, MORE, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    check_state(database, GAMES + 3 * MORE, 6, 6);
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    for (uint64_t i = 1; i <= GAMES + 3 * MORE; i++) {
        int wanted = (i >= GAMES - 1 && i <= GAMES) || (i > GAMES + MORE && i <= GAMES + MORE + 3) ||
                     i == GAMES + 3 * MORE;
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, i), wanted);
    }
    pgnpack_free(database);
}
END_TEST

/* Joined by `cat`: two segments of the same identity, of whose games each can be deleted. */
START_TEST(twins_are_two)
{
    struct bytes twice = {0};
    struct pgnpack_database *database;
    bytes_append(&twice, packed.data, packed.size);
    bytes_append(&twice, packed.data, packed.size);
    for (uint64_t game = 2; game < 2 * GAMES; game += GAMES) {
        write_file(path, twice.data, twice.size);
        database = open_database();
        ck_assert_int_eq(pgnpack_database_delete(database, game, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        commit(database);
        ck_assert(pgnpack_reader_is_deleted(pgnpack_database_reader(database), game));
        check_state(database, 2 * GAMES, 1, 3);
        pgnpack_free(database);
    }
    bytes_free(&twice);
}
END_TEST

START_TEST(a_commit_of_nothing_leaves_the_file)
{
    struct bytes now = {0};
    struct pgnpack_database *database = open_database();
    commit(database);
    check_file(&packed);
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, GAMES, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    check_file(&packed);
    ck_assert_ptr_nonnull(pgnpack_database_append(database, NULL));
    ck_assert_int_eq(pgnpack_database_commit(database, "nothing", 7), PGNPACK_OK);
    check_file(&packed);
    ck_assert_int_eq(pgnpack_database_delete(database, 5, 2, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    read_now(&now);
    ck_assert_int_eq(pgnpack_database_delete(database, 6, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_undelete(database, 7, 3, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    check_file(&now);
    pgnpack_free(database);
    bytes_free(&now);
}
END_TEST

START_TEST(changes_are_described)
{
    struct pgnpack_segment_info info;
    struct pgnpack_database *database = open_database();
    char *longest = malloc(4098);
    memset(longest, 'x', 4097);
    longest[4097] = '\0';
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, longest, TIME), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "4096");
    ck_assert_int_eq(pgnpack_database_commit(database, "x", -1), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "1970");
    check_file(&packed);
    ck_assert_int_eq(pgnpack_database_commit(database, longest + 1, TIME), PGNPACK_OK); /* still to be made */
    ck_assert(pgnpack_reader_segment(pgnpack_database_reader(database), 1, &info));
    ck_assert_int_eq(info.time, TIME);
    ck_assert_uint_eq(info.command.size, 4096);
    ck_assert_int_eq(memcmp(info.command.data, longest, 4096), 0);
    ck_assert_int_eq(pgnpack_database_delete(database, 2, 1, PGNPACK_REASON_HAND, 0),
                     PGNPACK_OK); /* for one commit only */
    commit(database);
    ck_assert(pgnpack_reader_segment(pgnpack_database_reader(database), 2, &info));
    ck_assert_int_gt(info.time, TIME);
    ck_assert_uint_eq(info.command.size, 0);
    ck_assert_int_eq(pgnpack_database_delete(database, 3, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, TIME), PGNPACK_OK);
    ck_assert(pgnpack_reader_segment(pgnpack_database_reader(database), 3, &info));
    ck_assert_int_eq(info.time, TIME);
    ck_assert_uint_eq(info.command.size, 0);
    pgnpack_free(database);
    free(longest);
}
END_TEST

START_TEST(aborted_and_forgotten_changes_leave_the_file)
{
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 2, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 1, 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_OK);
    check_file(&packed);
    commit(database);
    check_file(&packed);
    for (int i = 0; i < 20; i++) /* so much that some is in the file already */
        write_more(database);
    pgnpack_free(database);
    check_file(&packed);
    database = open_database();
    for (int i = 0; i < 20; i++)
        write_more(database);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    check_file(&packed);
    write_more(database);
    commit(database); /* without origins, or it would fail */
    check_state(database, GAMES + MORE, 0, 2);
    pgnpack_free(database);
}
END_TEST

/* Of a change that had begun, nothing: as _free() leaves it. */
START_TEST(what_another_opening_leaves)
{
    char *other = join_path(folder, "other.bcgn");
    write_file(other, packed.data, packed.size);
    static const char none[] = "";
    const char *const next[] = {other, none, NULL};
    for (size_t i = 0; i < 3; i++) {
        struct pgnpack_database *database = open_database();
        for (int k = 0; k < 20; k++) /* so much that some is in the file already */
            write_more(database);
        ck_assert_int_eq(pgnpack_database_open(database, next[i], NULL) == PGNPACK_OK, i == 0);
        check_file(&packed);
        pgnpack_free(database);
    }
    free(other);
}
END_TEST

START_TEST(old_states_come_back)
{
    struct bytes states[4] = {{0}};
    struct pgnpack_database *database = open_database();
    read_now(&states[0]);
    for (int i = 1; i < 4; i++) {
        write_more(database);
        ck_assert_int_eq(pgnpack_database_delete(database, (uint64_t)i, 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        commit(database);
        read_now(&states[i]);
    }
    ck_assert_int_eq(pgnpack_database_truncate(database, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_truncate(database, 5), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "no state 5");
    ck_assert_int_eq(pgnpack_database_delete(database, 9, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_truncate(database, 2), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "commit or abort");
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_OK);
    ck_assert_ptr_nonnull(pgnpack_database_append(database, NULL));
    ck_assert_int_eq(pgnpack_database_truncate(database, 2), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_truncate(database, 4), PGNPACK_OK);
    check_file(&states[3]);
    ck_assert_int_eq(pgnpack_database_truncate(database, 2), PGNPACK_OK);
    check_file(&states[1]);
    check_state(database, GAMES + MORE, 1, 2);
    write_more(database); /* and things go on from there */
    commit(database);
    check_state(database, GAMES + 2 * MORE, 1, 3);
    ck_assert_int_eq(pgnpack_database_truncate(database, 1), PGNPACK_OK);
    check_file(&packed);
    pgnpack_free(database);
    for (int i = 0; i < 4; i++)
        bytes_free(&states[i]);
}
END_TEST

START_TEST(readers_keep_what_they_opened)
{
    struct bytes text = {0};
    struct pgnpack_text piece;
    struct pgnpack_reader *before = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(before, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 9, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    ck_assert_uint_eq(pgnpack_reader_info(before)->game_count, GAMES);
    ck_assert_uint_eq(pgnpack_reader_info(before)->deleted_count, 0);
    const struct pgnpack_game *game;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(before, PGNPACK_PART_TEXT);
    uint64_t games = 0;
    for (; pgnpack_cursor_next(cursor, &game) == PGNPACK_OK; games++) {
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &piece), PGNPACK_OK);
        bytes_append(&text, piece.data, piece.size);
    }
    ck_assert_uint_eq(games, GAMES);
    pgnpack_free(cursor);
    pgnpack_free(before);
    pgnpack_free(database);
    bytes_free(&text);
}
END_TEST

/* ---- Ids ---- */

static uint64_t find(struct pgnpack_database *database, const char *id)
{
    uint64_t number;
    ck_assert_int_eq(pgnpack_reader_find_id(pgnpack_database_reader(database), id, PGNPACK_ID_NOW, &number),
                     PGNPACK_OK);
    return number;
}

START_TEST(ids_lead_to_new_versions)
{
    char first[PGNPACK_ID_SIZE], tenth[PGNPACK_ID_SIZE], next[PGNPACK_ID_SIZE];
    uint64_t number = 7;
    struct pgnpack_database *database = open_database();
    ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), 1, first));
    ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), 10, tenth));
    ck_assert(!pgnpack_reader_game_id(pgnpack_database_reader(database), 0, next) && next[0] == '\0');
    ck_assert(!pgnpack_reader_game_id(pgnpack_database_reader(database), GAMES + 1, next));
    ck_assert_uint_eq(find(database, first), 1);
    ck_assert_uint_eq(find(database, tenth), 10);
    write_more(database);
    commit(database);
    static const char *const no_numbers[] = {"0", "01", "18446744073709551617", "9223372036854775808", "1x",
                                             "",  "41"}; /* and none of the next segment's games */
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++) {
        char wrong[2 * PGNPACK_ID_SIZE];
        snprintf(wrong, sizeof wrong, "%.8s%s", first, no_numbers[i]);
        ck_assert_int_eq(
            pgnpack_reader_find_id(pgnpack_database_reader(database), wrong, PGNPACK_ID_NOW, &number),
            strcmp(no_numbers[i], "41") == 0 ? PGNPACK_END : PGNPACK_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(pgnpack_database_truncate(database, 1), PGNPACK_OK);
    write_more(database);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 2, 3, 9), PGNPACK_OK); /* 9 to 11 are 2 to 4 */
    ck_assert_int_eq(pgnpack_database_set_origin(database, 9, 1, 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 8, 1, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 0, 1, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_delete(database, 10, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    ck_assert_uint_eq(find(database, tenth), GAMES + 3);
    ck_assert_uint_eq(find(database, first),
                      GAMES + 9); /* the new version, though the old one is there, too */
    ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), GAMES + 3, next));
    ck_assert_str_eq(next, tenth);
    write_more(database); /* of the new version, one more */
    ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 1, GAMES + 3), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, GAMES + 3, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    ck_assert_uint_eq(find(database, tenth), GAMES + MORE + 1);
    ck_assert_uint_eq(find(database, next), GAMES + MORE + 1);
    ck_assert_uint_eq(find(database, first), GAMES + 9);
    ck_assert_int_eq(
        pgnpack_reader_find_id(pgnpack_database_reader(database), "zzzzzzz:1", PGNPACK_ID_NOW, &number),
        PGNPACK_END);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(pgnpack_database_reader(database))->text, "zzzzzzz:1"));
    ck_assert_uint_eq(number, 0);
    ck_assert_int_eq(pgnpack_reader_find_id(pgnpack_database_reader(database), NULL, PGNPACK_ID_NOW, NULL),
                     PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(database);
}
END_TEST

START_TEST(origins_are_of_games_that_come)
{
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_set_origin(database, MORE, 2, 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "set_origin");
    check_file(&packed);
    write_more(database);
    ck_assert_int_eq(pgnpack_database_set_origin(database, MORE - 1, 2, 1), PGNPACK_OK);
    commit(database);
    check_state(database, GAMES + MORE, 0, 2);
    pgnpack_free(database);
}
END_TEST

static void find_after(struct pgnpack_database *database, char ids[][PGNPACK_ID_SIZE], uint64_t old,
                       uint64_t wanted)
{
    ck_assert_msg(find(database, ids[old]) == wanted, "the id of game %u does not lead to game %u",
                  (unsigned)old, (unsigned)wanted);
}

/* Games of two segments, neighbours that go apart, and two of which one is the other's duplicate: each id leads to its own new version. */
START_TEST(origins_are_told_game_by_game)
{
    enum { OLD = GAMES + MORE };
    static const struct {
        uint64_t new_first, count, old_first;
    } runs[] = {{1, 3, GAMES - 1}, {4, 1, 1}, {6, 1, 2}, {7, 1, 5}, {8, 1, 10}};
    static const uint64_t duplicate = 11; /* of game 10, which has a new version */
    char ids[OLD + 1][PGNPACK_ID_SIZE];
    struct pgnpack_database *database = open_database();
    write_more(database);
    commit(database);
    for (uint64_t i = 1; i <= OLD; i++)
        ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), i, ids[i]));
    write_more(database);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        ck_assert_int_eq(
            pgnpack_database_set_origin(database, runs[i].new_first, runs[i].count, runs[i].old_first),
            PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 8, 1, 11),
                     PGNPACK_ERROR_ARGUMENT); /* told already */
    ck_assert_int_eq(pgnpack_database_delete(database, 1, OLD, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, duplicate, 1, PGNPACK_REASON_DUPLICATE, 10),
                     PGNPACK_OK);
    commit(database);
    find_after(database, ids, duplicate, OLD + 8);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        for (uint64_t k = 0; k < runs[i].count; k++)
            find_after(database, ids, runs[i].old_first + k, OLD + runs[i].new_first + k);
    find_after(database, ids, GAMES - 2, GAMES - 2); /* of which nothing was said */
    find_after(database, ids, GAMES + 2, GAMES + 2);
    pgnpack_free(database);
}
END_TEST

/* ---- Games without ids ---- */

static void refuse_games(struct pgnpack_database *database, uint64_t first, uint64_t count, const char *text)
{
    ck_assert_int_eq(pgnpack_database_delete(database, first, count, PGNPACK_REASON_HAND, 0),
                     PGNPACK_ERROR_UNSUPPORTED);
    check_error(database, PGNPACK_ERROR_UNSUPPORTED, text);
    ck_assert_int_eq(pgnpack_database_undelete(database, first, count, PGNPACK_REASON_HAND),
                     PGNPACK_ERROR_UNSUPPORTED);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 1, count, first), PGNPACK_ERROR_UNSUPPORTED);
}

/* Of files of older versions, and of segments behind and before these. */
START_TEST(games_without_ids_are_not_changed)
{
    char id[PGNPACK_ID_SIZE];
    struct bytes file = {0};
    append_without_ids(&file, &packed);
    write_file(path, file.data, file.size);
    struct pgnpack_database *database = open_database();
    ck_assert(!pgnpack_reader_game_id(pgnpack_database_reader(database), 1, id) && id[0] == '\0');
    refuse_games(database, 7, 1, "game 1 was packed by an older version");
    check_file(&file);
    write_more(database); /* but there may be more */
    commit(database);
    ck_assert_int_eq(pgnpack_database_delete(database, GAMES + 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    refuse_games(database, GAMES, 2, "game 1 was packed by an older version");
    commit(database);
    check_state(database, GAMES + MORE, 1, 3);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK); /* as the error says */
    check_state(database, GAMES + MORE - 1, 0,
                pgnpack_reader_info(pgnpack_database_reader(database))->segment_count);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, GAMES, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    pgnpack_free(database);
    file.size = 0;
    bytes_append(&file, packed.data, packed.size);
    append_without_ids(&file, &packed);
    write_file(path, file.data, file.size);
    database = open_database();
    refuse_games(database, GAMES, 2, "game 41 was packed by an older version");
    refuse_games(database, 2 * GAMES, 1, "game 41 was packed by an older version");
    ck_assert_int_eq(pgnpack_database_delete(database, 1, GAMES, PGNPACK_REASON_HAND, 0),
                     PGNPACK_OK); /* up to them */
    commit(database);
    check_state(database, 2 * GAMES, GAMES, 3);
    pgnpack_free(database);
    bytes_free(&file);
}
END_TEST

/* ---- Misuse ---- */

START_TEST(calls_in_the_wrong_order)
{
    struct pgnpack_options wrong = {.size = 3};
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_ptr_null(pgnpack_database_reader(database));
    ck_assert_ptr_null(pgnpack_database_append(database, NULL));
    check_error(database, PGNPACK_ERROR_ARGUMENT, "no database is open");
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 1, PGNPACK_REASON_HAND), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 1, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_commit(database, "x", 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_truncate(database, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_open(database, NULL, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_null(pgnpack_database_reader(database));
    pgnpack_free(database);
    pgnpack_free(NULL);
    database = pgnpack_database_new(&wrong);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "pgnpack_options");
    pgnpack_free(database);
    database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, &(struct pgnpack_database_options){.create = 1}),
                     PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "pgnpack_database_options.size");
    ck_assert_ptr_null(pgnpack_database_reader(database));
    pgnpack_free(database);
    check_file(&packed);
}
END_TEST

START_TEST(games_that_are_not_there)
{
    static const uint64_t wrong[][2] = {{0, 1},          {1, 0},          {GAMES + 1, 1}, {1, GAMES + 1},
                                        {2, UINT64_MAX}, {UINT64_MAX, 2}, {GAMES, 2}};
    struct pgnpack_database *database = open_database();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(pgnpack_database_delete(database, wrong[i][0], wrong[i][1], PGNPACK_REASON_HAND, 0),
                         PGNPACK_ERROR_ARGUMENT);
        check_error(database, PGNPACK_ERROR_ARGUMENT, "the database has 40");
        ck_assert_int_eq(pgnpack_database_undelete(database, wrong[i][0], wrong[i][1], PGNPACK_REASON_HAND),
                         PGNPACK_ERROR_ARGUMENT);
        ck_assert_int_eq(pgnpack_database_set_origin(database, 1, wrong[i][1], wrong[i][0]),
                         PGNPACK_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(pgnpack_database_delete(database, 1, GAMES, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    pgnpack_free(database);
    check_file(&packed);
}
END_TEST

START_TEST(reasons_that_are_none)
{
    static const struct {
        enum pgnpack_reason reason;
        uint64_t other;
        const char *text;
    } wrong[] = {{PGNPACK_REASON_NONE, 0, "a reason is 0"},
                 {PGNPACK_REASON_TAKEN_BACK, 0, "here there are 1 to 3"},
                 {PGNPACK_REASON_UNKNOWN, 1, "a reason is 6"},
                 {PGNPACK_REASON_HAND, 2, "by hand there is none"},
                 {PGNPACK_REASON_DUPLICATE, 1, "no duplicate or version of itself"},
                 {PGNPACK_REASON_REPLACED, 1, "no duplicate or version of itself"},
                 {PGNPACK_REASON_DUPLICATE, UINT64_MAX, "there is no game"}};
    struct pgnpack_database *database = open_database();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, wrong[i].reason, wrong[i].other),
                         PGNPACK_ERROR_ARGUMENT);
        check_error(database, PGNPACK_ERROR_ARGUMENT, wrong[i].text);
    }
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 1, PGNPACK_REASON_REPLACED),
                     PGNPACK_ERROR_ARGUMENT);
    check_error(database, PGNPACK_ERROR_ARGUMENT, "here there are 1 to 2");
    commit(database);
    pgnpack_free(database);
    check_file(&packed);
}
END_TEST

START_TEST(the_writer_is_the_databases)
{
    struct pgnpack_writer_options wrong = {.size = sizeof wrong, .level = 77};
    struct pgnpack_database *database = open_database();
    ck_assert_ptr_null(pgnpack_database_append(database, &wrong));
    ck_assert_int_eq(pgnpack_error(database)->status, PGNPACK_ERROR_ARGUMENT);
    struct pgnpack_writer *writer = pgnpack_database_append(database, &plain_writer);
    ck_assert_ptr_eq(pgnpack_database_append(database, NULL), writer);
    ck_assert_int_eq(pgnpack_writer_write(writer, more.data, more.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_ERROR_ARGUMENT);
    ck_assert_msg(strstr(pgnpack_error(writer)->text, "pgnpack_database_commit") != NULL, "%s",
                  pgnpack_error(writer)->text);
    pgnpack_database_abort(database);
    check_file(&packed);
    pgnpack_free(database);
}
END_TEST

/* ---- Locks ---- */

START_TEST(one_changes_it_at_a_time)
{
    struct pgnpack_database *first = open_database();
    struct pgnpack_database *second = pgnpack_database_new(NULL);
    char *link_path = join_path(folder, "link.bcgn"), *other_name = join_path(folder, "other.bcgn");
    ck_assert_int_eq(symlink(path, link_path), 0);
    ck_assert_int_eq(link(path, other_name), 0);
    ck_assert_int_eq(pgnpack_database_open(second, path, NULL), PGNPACK_ERROR_BUSY);
    check_error(second, PGNPACK_ERROR_BUSY, path);
    ck_assert_int_eq(pgnpack_database_open(second, link_path, NULL), PGNPACK_ERROR_BUSY);
    ck_assert_int_eq(pgnpack_database_open(second, other_name, NULL), PGNPACK_ERROR_BUSY);
    ck_assert_ptr_null(pgnpack_database_reader(second));
    write_more(first);
    commit(first);
    ck_assert_int_eq(pgnpack_database_open(second, path, NULL), PGNPACK_ERROR_BUSY);
    pgnpack_free(first);
    ck_assert_int_eq(pgnpack_database_open(second, link_path, NULL), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(second))->game_count, GAMES + MORE);
    ck_assert_int_eq(pgnpack_database_delete(second, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(second);
    struct stat facts;
    ck_assert(lstat(link_path, &facts) == 0 && S_ISLNK(facts.st_mode));
    check_state(second, GAMES + MORE, 1, 3);
    pgnpack_free(second);
    free(link_path);
    free(other_name);
}
END_TEST

START_TEST(what_is_no_database)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    char *other = join_path(folder, "other");
    struct rlimit none = {0, 0};
    ck_assert_int_eq(setrlimit(RLIMIT_CORE, &none), 0);
    ck_assert_int_eq(pgnpack_database_open(database, other, NULL), PGNPACK_ERROR_NO_FILE);
    check_error(database, PGNPACK_ERROR_NO_FILE, "No such file");
    ck_assert_int_eq(pgnpack_database_open(database, folder, NULL), PGNPACK_ERROR_WRITE);
    check_error(database, PGNPACK_ERROR_WRITE, folder);
    ck_assert_int_eq(mkfifo(other, 0600), 0);
    ck_assert_int_eq(pgnpack_database_open(database, other, NULL), PGNPACK_ERROR_WRITE);
    unlink(other);
    write_file(other, "", 0);
    ck_assert_int_ge(pgnpack_database_open(database, other, NULL), PGNPACK_ERROR_NOT_BCGN);
    check_error(database, pgnpack_error(database)->status, other);
    write_file(other, "[Event \"x\"]\n\n1. e4 *\n", 22);
    ck_assert_int_eq(pgnpack_database_open(database, other, NULL), PGNPACK_ERROR_NOT_BCGN);
    write_file(other, packed.data, packed.size - 1); /* and nothing before it */
    ck_assert_int_eq(pgnpack_database_open(database, other, NULL), PGNPACK_ERROR_TRUNCATED);
    ck_assert_ptr_null(pgnpack_database_reader(database));
    if (geteuid() != 0) {
        ck_assert_int_eq(chmod(path, 0400), 0);
        ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_ERROR_WRITE);
    }
    pgnpack_free(database);
    free(other);
}
END_TEST

/* Renamed or removed under it: what has the name by now is not touched. */
START_TEST(a_file_that_lost_its_name)
{
    struct pgnpack_database *database = open_database();
    struct pgnpack_database *other = pgnpack_database_new(NULL);
    write_more(database);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(pgnpack_database_open(other, path, NULL), PGNPACK_ERROR_NO_FILE);
    write_file(path, packed.data, packed.size);
    ck_assert_int_eq(pgnpack_database_open(other, path, NULL), PGNPACK_OK); /* another file: no lock */
    pgnpack_database_commit(database, NULL, 0);
    check_file(&packed);
    pgnpack_free(database);
    pgnpack_free(other);
    check_file(&packed);
}
END_TEST

static void replace_database(void)
{
    char *other = join_path(folder, "other");
    write_file(other, packed.data, packed.size);
    ck_assert_int_eq(rename(other, path), 0);
    free(other);
}

/* Another file got the name between opening and locking, as compaction does it: the change goes there. */
START_TEST(a_file_that_takes_the_name)
{
    before_lock = replace_database;
    struct pgnpack_database *database = open_database();
    write_more(database);
    commit(database);
    check_state(database, GAMES + MORE, 0, 2);
    struct pgnpack_database *other = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(other, path, NULL), PGNPACK_ERROR_BUSY);
    pgnpack_free(other);
    pgnpack_free(database);
}
END_TEST

/* ---- Calls that fail ---- */

static void write_too_much(struct pgnpack_database *database)
{
    for (int i = 0; i < 20; i++)
        write_more(database);
}

/* What cannot be cut off stays, as a broken-off change, and the next change begins with cutting it off. */
START_TEST(cutting_may_fail)
{
    struct bytes now = {0};
    struct pgnpack_database *database = open_database();
    write_too_much(database);
    cut_fault = (struct call_fault){0, 3, EIO};
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_ERROR_WRITE);
    check_error(database, PGNPACK_ERROR_WRITE, "cannot be shortened");
    read_now(&now);
    ck_assert_uint_gt(now.size, packed.size);
    ck_assert_int_eq(memcmp(now.data, packed.data, packed.size), 0);
    write_more(database);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_ERROR_WRITE); /* two cuts fail */
    check_error(database, PGNPACK_ERROR_WRITE, "nor could it be taken back");
    ck_assert_uint_eq(cut_fault.count, 0);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database); /* shorter than what was there */
    check_state(database, GAMES, 1, 2);
    pgnpack_free(database);
    bytes_free(&now);
}
END_TEST

static void check_named_once(struct pgnpack_database *database)
{
    const char *text = strstr(pgnpack_error(database)->text, path);
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_null(strstr(text + 1, path));
}

/* The new file is on the disk before it gets the old one's name: a power cut would leave neither else. */
START_TEST(compaction_syncs_before_it_renames)
{
    struct bytes now = {0};
    struct pgnpack_database *database = open_database();
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 4, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    read_now(&now);
    sync_fault = (struct call_fault){0, 1, EIO};
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_ERROR_WRITE);
    check_error(database, PGNPACK_ERROR_WRITE, path);
    ck_assert_uint_eq(sync_fault.count, 0);
    check_file(&now);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    check_state(database, GAMES - 4, 0, 1);
    pgnpack_free(database);
    bytes_free(&now);
}
END_TEST

START_TEST(syncs_may_fail)
{
    struct pgnpack_database *database = open_database();
    for (unsigned n = 0; n < 2; n++) {
        write_too_much(database);
        sync_fault = (struct call_fault){n, 1, EIO};
        ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_ERROR_WRITE);
        check_error(database, PGNPACK_ERROR_WRITE, path);
        check_named_once(database);
        ck_assert_uint_eq(sync_fault.count, 0);
        check_file(&packed);
    }
    write_too_much(database);
    sync_fault = (struct call_fault){0, 9, EIO}; /* and that of the cut: it is done all the same */
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_ERROR_WRITE);
    sync_fault.count = 0;
    check_file(&packed);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    check_state(database, GAMES, 1, 2);
    sync_fault = (struct call_fault){0, 1, EIO};
    ck_assert_int_eq(pgnpack_database_truncate(database, 1), PGNPACK_ERROR_WRITE);
    check_state(database, GAMES, 0, 1);
    write_more(database);
    commit(database);
    check_state(database, GAMES + MORE, 0, 2);
    cut_fault = (struct call_fault){0, 1, EIO};
    ck_assert_int_eq(pgnpack_database_truncate(database, 1), PGNPACK_ERROR_WRITE);
    check_state(database, GAMES + MORE, 0, 2);
    write_more(database);
    commit(database);
    check_state(database, GAMES + 2 * MORE, 0, 3);
    pgnpack_free(database);
}
END_TEST

START_TEST(a_torn_end_that_cannot_be_cut)
{
    struct bytes torn = {0};
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    bytes_append(&torn, packed.data, packed.size);
    bytes_append(&torn, packed.data, 50);
    torn.data[packed.size + STATE] = BEING_MADE;
    write_file(path, torn.data, torn.size);
    for (int i = 0; i < 2; i++) {
        *(i == 0 ? &cut_fault : &sync_fault) = (struct call_fault){0, 1, EROFS};
        ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_ERROR_WRITE);
        ck_assert_ptr_null(pgnpack_database_reader(database));
        check_file(i == 0 ? &torn : &packed);
    }
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    check_file(&packed);
    pgnpack_free(database);
    bytes_free(&torn);
}
END_TEST

/* ---- Features of newer versions ---- */

/* Three segments, of which number `segment` (from 0) has the feature. */
static void join_with_feature(unsigned segment, unsigned set, unsigned feature, struct bytes *joined)
{
    for (unsigned i = 0; i < 3; i++) {
        bytes_append(joined, packed.data, packed.size);
        if (i == segment)
            set_feature(joined->data + joined->size - packed.size, packed.size, set, feature);
    }
}

static void check_refused(struct pgnpack_database *database, enum pgnpack_status status)
{
    ck_assert_int_eq(status, PGNPACK_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(database)->text, "feature 31"));
}

/* What this version may read, but not change: games come, no change does, nor is a block copied as it is. */
static void try_read_only(const struct bytes *joined)
{
    struct bytes now = {0}, copied = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &copied));
    write_file(path, joined->data, joined->size);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 3 * GAMES);
    ck_assert_int_eq(pgnpack_copy_segments(copy, reader), PGNPACK_ERROR_UNSUPPORTED);
    struct pgnpack_database *database = open_database();
    check_refused(database, pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0));
    check_refused(database, pgnpack_database_truncate(database, 1));
    ck_assert_ptr_null(pgnpack_database_append(database, NULL));
    check_refused(database, pgnpack_error(database)->status);
    pgnpack_free(database);
    read_now(&now);
    ck_assert(bytes_equal(&now, joined));
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&copied);
    bytes_free(&now);
}

/* _i: the segment. */
START_TEST(features_of_newer_versions)
{
    struct bytes needed = {0}, read_only = {0}, ignorable = {0};
    struct unpacked unpacked;
    const struct unpack_setup plain = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    join_with_feature((unsigned)_i, 0, 31, &needed);
    join_with_feature((unsigned)_i, 1, 31, &read_only);
    join_with_feature((unsigned)_i, 2, 31, &ignorable);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(needed.data, needed.size)),
                     PGNPACK_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "feature 31"));
    unpack_bytes(&plain, needed.data, needed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_UNSUPPORTED);
    unpacked_free(&unpacked);
    unpack_bytes(&plain, read_only.data, read_only.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    unpacked_free(&unpacked);
    try_read_only(&read_only);
    write_file(path, ignorable.data, ignorable.size);
    struct pgnpack_database *database = open_database();
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    pgnpack_free(database);
    pgnpack_free(reader);
    bytes_free(&needed);
    bytes_free(&read_only);
    bytes_free(&ignorable);
}
END_TEST

/* ---- Broken off ---- */

static void check_opens_so(const struct bytes *file, enum pgnpack_torn torn, uint64_t torn_size,
                           int has_change)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)),
                     torn == PGNPACK_TORN_DAMAGED ? PGNPACK_ERROR_TRUNCATED : PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_info(reader)->torn, torn);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, torn_size);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, has_change ? GAMES + MORE : GAMES);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, has_change ? 2 : 1);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, has_change ? 3 : 0);
    pgnpack_free(reader);
}

static void check_opens_as_before(const struct bytes *file, size_t torn)
{
    check_opens_so(file, PGNPACK_TORN_UNFINISHED, torn, 0);
}

/* A newer version is making the segment: that it needs something says nothing of what is committed. */
START_TEST(a_newer_version_is_making_a_change)
{
    struct bytes file = {0};
    bytes_append(&file, packed.data, packed.size);
    bytes_append(&file, packed.data, packed.size);
    set_feature(file.data + packed.size, packed.size, 0, 3);
    file.data[packed.size + STATE] = BEING_MADE;
    for (size_t cut = 1; cut < packed.size - BCGN_FILE_HEADER_SIZE; cut += 101) {
        struct bytes part = {file.data, file.size - cut, 0};
        check_opens_so(&part, PGNPACK_TORN_UNFINISHED, packed.size - cut, 0);
    }
    bytes_free(&file);
}
END_TEST

/* Games are added, and three deleted. */
static void make_change(struct bytes *whole)
{
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 3, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    pgnpack_free(database);
    read_now(whole);
}

/* The text of a stream of these bytes, and what it says of its end. */
static void check_streams_so(const struct bytes *file, enum pgnpack_torn torn, uint64_t games)
{
    struct unpacked unpacked;
    unpack_bytes(&(struct unpack_setup){0}, file->data, file->size, &unpacked);
    ck_assert_int_eq(unpacked.status, torn == PGNPACK_TORN_DAMAGED ? PGNPACK_ERROR_TRUNCATED : PGNPACK_OK);
    if (unpacked.status == PGNPACK_OK) {
        ck_assert_int_eq(unpacked.totals.torn, torn);
        ck_assert_uint_eq(unpacked.totals.games, games);
    }
    unpacked_free(&unpacked);
}

/* A change that was made, cut at every byte: what is left of it is damage, but for its first bytes, and its end mark. */
START_TEST(a_cut_file_is_damaged)
{
    enum {
        MARK = BCGN_END_MARK_SIZE,
        HEADER_LEFT = 8
    }; /* a header that is being written could begin with them */
    struct bytes whole = {0}, rest = {0}, now = {0};
    char *torn_path = join_path(folder, "games.bcgn.torn");
    const struct pgnpack_database_options to_torn_path = {.size = sizeof to_torn_path,
                                                          .torn_path = torn_path};
    size_t size;
    make_change(&whole);
    for (size = packed.size + 1; size < whole.size; size++) {
        struct bytes part = {0};
        enum pgnpack_torn torn = size <= packed.size + HEADER_LEFT ? PGNPACK_TORN_UNFINISHED
                                 : size < whole.size - MARK        ? PGNPACK_TORN_DAMAGED
                                                                   : PGNPACK_TORN_UNMARKED;
        int has_change = torn == PGNPACK_TORN_UNMARKED;
        bytes_append(&part, whole.data, size);
        check_opens_so(&part, torn, has_change ? size - (whole.size - MARK) : size - packed.size, has_change);
        check_streams_so(&part, torn, has_change ? GAMES + MORE : GAMES);
        bytes_free(&part);
    }
    for (size = packed.size + HEADER_LEFT + 1; size < whole.size - MARK; size += 53) {
        struct pgnpack_database *database = pgnpack_database_new(NULL);
        write_file(path, whole.data, size);
        ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_ERROR_TRUNCATED);
        read_now(&now);
        ck_assert_uint_eq(now.size, size); /* nothing was taken away */
        ck_assert_int_eq(pgnpack_database_open(database, path, &to_torn_path), PGNPACK_OK);
        check_file(&packed);
        rest.size = 0;
        ck_assert(bytes_append_file(&rest, torn_path));
        ck_assert_uint_eq(rest.size, size - packed.size);
        ck_assert_int_eq(memcmp(rest.data, whole.data + packed.size, rest.size), 0);
        write_more(database);
        commit(database);
        check_state(database, GAMES + MORE, 0, 2);
        write_file(path, whole.data,
                   size); /* the file for its end is there already: it is not written over */
        ck_assert_int_eq(pgnpack_database_open(database, path, &to_torn_path), PGNPACK_ERROR_WRITE);
        read_now(&now);
        ck_assert_uint_eq(now.size, size);
        pgnpack_free(database);
        ck_assert_int_eq(unlink(torn_path), 0);
    }
    for (size = whole.size - MARK; size < whole.size; size++) {
        write_file(path, whole.data, size);
        pgnpack_free(open_database()); /* writes the mark */
        check_file(&whole);
    }
    free(torn_path);
    bytes_free(&whole);
    bytes_free(&rest);
    bytes_free(&now);
}
END_TEST

/* The file was copied while a change was made: first its header, later all else. */
START_TEST(a_copy_of_a_header_that_is_being_made)
{
    struct bytes whole = {0}, copy = {0}, two = {0};
    make_change(&whole);
    bytes_append(&copy, whole.data, whole.size);
    copy.data[packed.size + STATE] = BEING_MADE;
    check_opens_so(&copy, PGNPACK_TORN_NOT, 0, 1);
    check_streams_so(&copy, PGNPACK_TORN_UNFINISHED, GAMES);
    bytes_append(&two, copy.data, copy.size);
    bytes_append(&two, packed.data, packed.size); /* a stream cannot tell what is behind it */
    struct unpacked unpacked;
    unpack_bytes(&(struct unpack_setup){0}, two.data, two.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    unpacked_free(&unpacked);
    write_file(path, copy.data, copy.size);
    pgnpack_free(open_database());
    check_file(&whole);
    copy.size -= 40; /* a change behind it that is broken off takes nothing else away */
    two.size = 0;
    bytes_append(&two, whole.data, whole.size);
    two.data[packed.size + STATE] = BEING_MADE;
    bytes_append(&two, copy.data + packed.size, copy.size - packed.size);
    check_opens_so(&two, PGNPACK_TORN_UNFINISHED, copy.size - packed.size, 1);
    bytes_free(&whole);
    bytes_free(&copy);
    bytes_free(&two);
}
END_TEST

/* A reader opens the file, a change is made, then the file is read from its first byte on. */
START_TEST(a_run_stays_within_what_was_opened)
{
    struct bytes whole = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
    make_change(&whole);
    for (size_t size = packed.size; size <= whole.size; size += size + 7 < whole.size ? 7 : 1) {
        struct bytes_source stream = {.data = whole.data, .size = size};
        ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, reader), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &stream), NULL),
                         PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->games, GAMES);
    }
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    bytes_free(&whole);
}
END_TEST

/* A byte of the state that is neither: the header is damaged. */
START_TEST(a_state_that_is_none)
{
    struct bytes whole = {0};
    make_change(&whole);
    for (int bit = 0; bit < 8; bit++) {
        struct unpacked unpacked;
        whole.data[packed.size + STATE] = (uint8_t)(1 << bit);
        unpack_bytes(&(struct unpack_setup){0}, whole.data, whole.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        unpacked_free(&unpacked);
    }
    bytes_free(&whole);
}
END_TEST

/* Nothing but zeros, however many: a system made the file longer, and wrote nothing. */
START_TEST(zeros_behind_the_end)
{
    static const char zeros[10000];
    for (size_t size = 1; size <= sizeof zeros; size = size * 3 + 1) {
        struct bytes file = {0};
        bytes_append(&file, packed.data, packed.size);
        bytes_append(&file, zeros, size);
        check_opens_as_before(&file, size);
        check_streams_so(&file, PGNPACK_TORN_UNFINISHED, GAMES);
        bytes_append(&file, "x", 1);
        check_opens_so(&file, PGNPACK_TORN_DAMAGED, size + 1, 0);
        bytes_free(&file);
    }
}
END_TEST

/* At every byte of a segment that is being made. */
START_TEST(a_cut_change_is_none)
{
    struct bytes whole = {0};
    struct pgnpack_database *database;
    make_change(&whole);
    whole.data[packed.size + STATE] = BEING_MADE;
    for (size_t size = packed.size; size < whole.size; size++) {
        struct bytes part = {0};
        bytes_append(&part, whole.data, size);
        if (size == packed.size)
            check_opens_so(&part, PGNPACK_TORN_NOT, 0, 0);
        else
            check_opens_as_before(&part, size - packed.size);
        check_streams_so(&part, size == packed.size ? PGNPACK_TORN_NOT : PGNPACK_TORN_UNFINISHED, GAMES);
        bytes_free(&part);
    }
    for (size_t size = packed.size + 1; size < whole.size; size += 97) {
        write_file(path, whole.data, size);
        database = open_database();
        check_file(&packed);
        ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->torn_size,
                          size - packed.size);
        write_more(database);
        ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        commit(database);
        check_state(database, GAMES + MORE, 1, 2);
        pgnpack_free(database);
    }
    bytes_free(&whole);
}
END_TEST

/* A reader asked for the file's size while a change was being made, which was taken back before it read on. */
START_TEST(a_change_that_goes_while_somebody_opens)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    for (uint64_t more_bytes = 1; more_bytes < 5000; more_bytes += 71) {
        ck_assert_int_eq(pgnpack_reader_open(
                             reader, PGNPACK_FROM_RANGES(bytes_read_at, &packed, packed.size + more_bytes)),
                         PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, GAMES);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, more_bytes);
    }
    pgnpack_free(reader);
}
END_TEST

START_TEST(what_is_done_with_deleted_games_stays)
{
    const struct pgnpack_game *game;
    struct pgnpack_database *database = open_database();
    pgnpack_reader_set_deleted(pgnpack_database_reader(database), PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 4, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    for (int kept = 1; kept >= 0; kept--) {
        struct pgnpack_reader *reader = pgnpack_database_reader(database);
        uint64_t games = 0;
        pgnpack_reader_set_deleted(reader, kept ? PGNPACK_DELETED_KEPT : PGNPACK_DELETED_LEFT_OUT);
        ck_assert_int_eq(pgnpack_database_delete(database, 5 + (uint64_t)kept, 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        commit(database);
        struct pgnpack_cursor *cursor =
            pgnpack_cursor_new(pgnpack_database_reader(database), PGNPACK_PART_TAGS);
        while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
            games++;
        ck_assert_uint_eq(games, kept ? GAMES : GAMES - 6);
        pgnpack_free(cursor);
    }
    pgnpack_free(database);
}
END_TEST

/* Sectors that did not come to the disk, behind the header, which did before. */
START_TEST(a_change_without_some_sectors_is_none)
{
    enum { SECTOR = 512, HEADER = 32 };
    struct bytes whole = {0};
    struct pgnpack_database *database = open_database();
    for (int i = 0; i < 3; i++)
        write_more(database);
    commit(database);
    pgnpack_free(database);
    read_now(&whole);
    /* At every place in a sector: the old part is made longer by a segment with a name. */
    size_t first = packed.size / SECTOR, last = (whole.size - 1) / SECTOR;
    ck_assert_uint_gt(last, first + 2);
    for (uint64_t seed = 1; seed < 300; seed++) {
        struct bytes torn = {0};
        uint64_t random = seed;
        bytes_append(&torn, whole.data, whole.size);
        torn.data[packed.size + STATE] = BEING_MADE;
        for (size_t sector = first; sector <= last; sector++) {
            if (sector != last && next_random(&random) % 3 != 0)
                continue;
            size_t from = sector * SECTOR < packed.size + HEADER ? packed.size + HEADER : sector * SECTOR;
            size_t to = (sector + 1) * SECTOR < whole.size ? (sector + 1) * SECTOR : whole.size;
            memset(torn.data + from, 0, to - from);
        }
        check_opens_as_before(&torn, whole.size - packed.size);
        bytes_free(&torn);
    }
    bytes_free(&whole);
}
END_TEST

/* Of header and end mark a part is in one sector, the rest in the next, whatever place they have. */
START_TEST(headers_and_marks_across_sectors)
{
    struct bytes text = {0};
    unsigned headers = 0, marks = 0;
    uint64_t random = 4;
    for (unsigned i = 0; headers < 3 || marks < 3; i++) {
        char letters[400] = {0};
        struct bytes now = {0};
        ck_assert_uint_lt(i, 2000);
        for (size_t n = random_below(&random, sizeof letters - 1); n-- > 0;)
            letters[n] = (char)('!' + random_below(&random, 90));
        text.size = 0;
        bytes_append_text(&text, "1. e4 {");
        bytes_append_text(&text, letters);
        bytes_append_text(&text, "} *\n\n");
        write_file(path, packed.data, packed.size);
        struct pgnpack_database *database = open_database();
        for (int n = 0; n < 2; n++) {
            struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
            pgnpack_writer_write(writer, text.data, text.size);
            commit(database);
        }
        struct pgnpack_segment_info info;
        ck_assert(pgnpack_reader_segment(pgnpack_database_reader(database), 2, &info));
        pgnpack_free(database);
        read_now(&now);
        size_t places[2] = {(size_t)info.offset, now.size - BCGN_END_MARK_SIZE};
        for (int k = 0; k < 2; k++) {
            size_t at = places[k], border = (at + 511) / 512 * 512;
            size_t size = k == 0 ? BCGN_FILE_HEADER_SIZE : BCGN_END_MARK_SIZE;
            if (border <= at || border >= at + size)
                continue;
            for (int half = 0; half < 2; half++) {
                struct bytes torn = {0};
                struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
                bytes_append(&torn, now.data, at + size);
                if (k == 0)
                    torn.data[at + STATE] = BEING_MADE;
                if (half == 0)
                    memset(torn.data + at, 0, border - at);
                else
                    memset(torn.data + border, 0, at + size - border);
                ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(torn.data, torn.size)),
                                 PGNPACK_OK);
                ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, GAMES + 1 + (unsigned)k);
                ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, size);
                ck_assert_int_eq(pgnpack_reader_info(reader)->torn,
                                 k == 0 ? PGNPACK_TORN_UNFINISHED : PGNPACK_TORN_UNMARKED);
                pgnpack_free(reader);
                bytes_free(&torn);
            }
            *(k == 0 ? &headers : &marks) += 1;
        }
        bytes_free(&now);
    }
    bytes_free(&text);
}
END_TEST

/* What was committed and then damaged is no broken-off change: it is said, and nothing takes it away. */
START_TEST(a_damaged_end_is_an_error)
{
    struct bytes whole = {0}, now = {0};
    struct pgnpack_database *database = open_database();
    write_more(database);
    commit(database);
    read_now(&whole);
    uint32_t footer = (uint32_t)(whole.data[whole.size - 20] | whole.data[whole.size - 19] << 8);
    ck_assert_uint_gt(footer, 32);
    ck_assert_uint_lt(footer, 500);
    pgnpack_free(database);
    for (size_t at = whole.size - BCGN_END_MARK_SIZE - footer; at < whole.size; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
            whole.data[at] ^= (uint8_t)(1 << bit);
            enum pgnpack_status status =
                pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(whole.data, whole.size));
            ck_assert_msg(status != PGNPACK_OK, "byte %zu of %zu, bit %u", at, whole.size, bit);
            pgnpack_free(reader);
            if (bit == 0) {
                write_file(path, whole.data, whole.size);
                database = pgnpack_database_new(NULL);
                ck_assert_int_ne(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
                pgnpack_free(database);
                read_now(&now);
                ck_assert(bytes_equal(&now, &whole));
            }
            whole.data[at] ^= (uint8_t)(1 << bit);
        }
    bytes_free(&whole);
    bytes_free(&now);
}
END_TEST

/* Readers find all games by the index; what is written behind such a beginning, others would not take for BCGN. */
START_TEST(a_damaged_beginning_is_not_changed)
{
    struct bytes whole = {0}, now = {0};
    read_now(&whole);
    for (size_t at = 0; at < BCGN_FILE_HEADER_SIZE; at++) {
        struct pgnpack_database *database = pgnpack_database_new(NULL);
        whole.data[at] ^= 0x10;
        write_file(path, whole.data, whole.size);
        ck_assert_int_ne(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(database)->text, path));
        ck_assert_ptr_null(pgnpack_database_reader(database));
        pgnpack_free(database);
        read_now(&now);
        ck_assert(bytes_equal(&now, &whole));
        whole.data[at] ^= 0x10;
    }
    bytes_free(&whole);
    bytes_free(&now);
}
END_TEST

/* ---- No space ---- */

/* Each limit on the file's size: a failed commit leaves the file as it was, and a smaller change works then. */
START_TEST(a_full_disk_leaves_the_old_file)
{
    struct bytes whole = {0};
    struct rlimit old, limit;
    signal(SIGXFSZ, SIG_IGN);
    struct pgnpack_database *database = open_database();
    write_more(database);
    commit(database);
    pgnpack_free(database);
    read_now(&whole);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    for (size_t size = packed.size; size < whole.size; size += 29) {
        write_file(path, packed.data, packed.size);
        database = open_database();
        limit = (struct rlimit){size, old.rlim_max};
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        struct pgnpack_writer *writer = pgnpack_database_append(database, &plain_writer);
        pgnpack_writer_write(writer, more.data, more.size);
        enum pgnpack_status status = pgnpack_database_commit(database, NULL, 0);
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
        ck_assert_int_eq(status, PGNPACK_ERROR_WRITE);
        check_error(database, PGNPACK_ERROR_WRITE, path);
        check_file(&packed);
        ck_assert_int_eq(pgnpack_database_delete(database, 2, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        commit(database);
        check_state(database, GAMES, 1, 2);
        pgnpack_free(database);
    }
    bytes_free(&whole);
}
END_TEST

/* ---- No memory ---- */

/* Everything once; the status of the first that fails. */
static enum pgnpack_status change_all(const struct pgnpack_allocator *allocator, int *committed_ret)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_database *database = pgnpack_database_new(&options);
    *committed_ret = 0;
    if (database == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_database_open(database, path, NULL);
    struct pgnpack_writer *writer =
        status == PGNPACK_OK ? pgnpack_database_append(database, &plain_writer) : NULL;
    if (status == PGNPACK_OK && writer == NULL)
        status = pgnpack_error(database)->status;
    if (status == PGNPACK_OK)
        status = pgnpack_writer_write(writer, more.data, more.size);
    if (status == PGNPACK_OK)
        status = pgnpack_database_delete(database, 2, 5, PGNPACK_REASON_HAND, 0);
    if (status == PGNPACK_OK)
        status = pgnpack_database_undelete(database, 4, 1, PGNPACK_REASON_HAND);
    if (status == PGNPACK_OK)
        status = pgnpack_database_set_origin(database, 1, 1, 2);
    if (status == PGNPACK_OK)
        status = pgnpack_database_commit(database, "all", TIME);
    *committed_ret = status == PGNPACK_OK;
    if (status == PGNPACK_OK)
        status = pgnpack_database_truncate(database, 2);
    uint64_t number;
    char id[PGNPACK_ID_SIZE];
    if (status == PGNPACK_OK && !pgnpack_reader_game_id(pgnpack_database_reader(database), 2, id))
        status = PGNPACK_ERROR_MEMORY; /* nothing else keeps from telling it */
    if (status == PGNPACK_OK)
        status = pgnpack_reader_find_id(pgnpack_database_reader(database), id, PGNPACK_ID_NOW, &number);
    if (status == PGNPACK_OK)
        ck_assert_uint_eq(number, GAMES + 1);
    pgnpack_free(database);
    return status;
}

START_TEST(without_memory_nothing_changes)
{
    struct bytes whole = {0}, now = {0};
    struct allocation_count count = {0};
    struct pgnpack_allocator allocator = counted_allocator(&count);
    int committed;
    ck_assert_int_eq(change_all(&allocator, &committed), PGNPACK_OK);
    ck_assert_uint_eq(count.outstanding, 0);
    read_now(&whole);
    for (size_t calls = count.calls, n = 1; n <= calls; n += 1)
        for (int lasts = 0; lasts < 2; lasts++) {
            count = (struct allocation_count){.fails_once = lasts ? 0 : n, .fails_from = lasts ? n : 0};
            write_file(path, packed.data, packed.size);
            enum pgnpack_status status = change_all(&allocator, &committed);
            ck_assert_uint_eq(count.outstanding, 0);
            ck_assert_msg(status == PGNPACK_ERROR_MEMORY, "call %zu: status %d", n, (int)status);
            read_now(&now);
            ck_assert_msg(bytes_equal(&now, committed ? &whole : &packed), "call %zu of %zu", n, calls);
        }
    bytes_free(&whole);
    bytes_free(&now);
}
END_TEST

/* ---- Nobody gets in between ---- */

static unsigned tried, opened;

/* Another program tries to get the database. */
static void try_to_open(void)
{
    struct pgnpack_database *other = pgnpack_database_new(NULL);
    tried++;
    opened += pgnpack_database_open(other, path, NULL) != PGNPACK_ERROR_BUSY;
    pgnpack_free(other);
}

/* Neither while the new file is made, nor when it has its name. */
START_TEST(compaction_keeps_the_lock)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    tried = opened = 0;
    at_sync = try_to_open;
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_OK);
    at_sync = NULL;
    try_to_open();
    ck_assert_uint_ge(tried, 3); /* the file, the folder, now */
    ck_assert_uint_eq(opened, 0);
    check_state(database, GAMES + MORE - 1, 0, 1);
    write_more(database);
    commit(database);
    check_state(database, GAMES + 2 * MORE - 1, 0, 2);
    pgnpack_free(database);
    try_to_open();
    ck_assert_uint_eq(opened, 1);
}
END_TEST

/* The old file stays, and is open. */
START_TEST(compaction_may_fail)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_database *database = open_database();
    write_more(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    sync_fault = (struct call_fault){0, 1, EIO};
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_ERROR_WRITE);
    check_error(database, PGNPACK_ERROR_WRITE, path);
    at_sync = replace_database; /* somebody who knows no locks */
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_ERROR_WRITE);
    at_sync = NULL;
    check_error(database, PGNPACK_ERROR_WRITE, "another file has taken its name");
    check_file(&packed);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->game_count, GAMES + MORE);
    pgnpack_free(database);
}
END_TEST

/* ---- New databases ---- */

static const struct pgnpack_database_options creating = {.size = sizeof creating, .create = 1};

static int is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

static struct pgnpack_database *create_database(uint64_t games)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, &creating), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->game_count, games);
    return database;
}

START_TEST(a_database_is_made)
{
    struct pgnpack_database *database = create_database(GAMES); /* or opened */
    opened = 0;
    try_to_open();
    ck_assert_uint_eq(opened, 0);
    pgnpack_free(database);
    check_file(&packed);
    ck_assert_int_eq(unlink(path), 0);
    for (int how = 0; how < 3; how++) {
        ck_assert(!is_there(path));
        database = create_database(0);
        try_to_open();
        ck_assert_uint_eq(opened, 0);
        if (how == 1)
            write_more(database);
        if (how == 2)
            ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_ERROR_NO_FILE);
        pgnpack_free(database);
    }
    ck_assert(!is_there(path));
    database = create_database(0);
    commit(database); /* nothing, but it stays */
    pgnpack_free(database);
    database = create_database(0);
    write_more(database);
    commit(database);
    check_state(database, MORE, 0, 2);
    pgnpack_free(database);
    database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, folder, &creating), PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(pgnpack_database_open(database, NULL, &creating), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_open(database, "no folder/x.bcgn", &creating), PGNPACK_ERROR_WRITE);
    check_error(database, PGNPACK_ERROR_WRITE, "No such file");
    pgnpack_free(database);
}
END_TEST

static void make_database(void)
{
    write_file(path, packed.data, packed.size);
}

static void remove_database(void)
{
    unlink(path);
}

/* Whoever is quicker: nothing is replaced, and nothing is done to a file that has no name any more. */
START_TEST(others_make_it_too)
{
    unlink(path);
    at_sync = make_database; /* before ours has its name */
    struct pgnpack_database *database = create_database(GAMES);
    at_sync = NULL;
    check_file(&packed);
    pgnpack_free(database);
    check_file(&packed);
    before_lock = remove_database; /* after it was opened */
    database = create_database(0);
    write_more(database);
    commit(database);
    check_state(database, MORE, 0, 2);
    pgnpack_free(database);
    ck_assert(is_there(path));
}
END_TEST

START_TEST(making_one_without_memory)
{
    struct allocation_count count = {0};
    struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    unlink(path);
    for (size_t n = 1, is_done = 0; !is_done; n++) {
        count = (struct allocation_count){.fails_once = n};
        struct pgnpack_database *database = pgnpack_database_new(&options);
        if (database == NULL)
            continue;
        enum pgnpack_status status = pgnpack_database_open(database, path, &creating);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        is_done = status == PGNPACK_OK && count.calls < n;
        pgnpack_free(database);
        ck_assert_uint_eq(count.outstanding, 0);
        ck_assert(!is_there(path));
        ck_assert_int_eq(rmdir(folder), 0); /* nothing is in it */
        ck_assert_int_eq(mkdir(folder, 0700), 0);
    }
}
END_TEST

/* ---- Files in a database's place ---- */

struct place {
    struct memory memory;
    struct error error;
    struct path_place place;
};

static enum pgnpack_status open_place(struct place *place, const char *where)
{
    memory_init(&place->memory, NULL, 0);
    path_place_init(&place->place, &place->memory);
    error_clear(&place->error);
    return path_place_open(&place->place, where, &place->error);
}

static enum pgnpack_status lock(struct place *place)
{
    error_clear(&place->error);
    return path_place_lock(&place->place, &place->error);
}

static enum pgnpack_status give(struct place *place, const char *new_path)
{
    error_clear(&place->error);
    return path_place_give(&place->place, new_path, &place->error);
}

static void check_said(const struct place *place, const char *text)
{
    ck_assert_msg(strstr(place->error.text, text) != NULL, "'%s' does not say '%s'", place->error.text, text);
}

START_TEST(a_file_takes_a_databases_place)
{
    char *new_path = join_path(folder, "new");
    struct place place;
    struct place second;
    ck_assert_int_eq(open_place(&place, path), PGNPACK_OK);
    ck_assert_int_eq(open_place(&second, path), PGNPACK_OK);
    tried = opened = 0;
    write_file(new_path, packed.data, packed.size / 2);
    struct pgnpack_database *database = open_database();
    ck_assert_int_eq(lock(&place), PGNPACK_ERROR_BUSY);
    check_said(&place, "another program is changing it");
    ck_assert_int_eq(give(&place, new_path), PGNPACK_ERROR_BUSY);
    ck_assert(is_there(new_path));
    check_file(&packed);
    pgnpack_free(database);
    ck_assert_int_eq(lock(&place), PGNPACK_OK);
    ck_assert_int_eq(lock(&place), PGNPACK_OK);
    ck_assert_int_eq(lock(&second), PGNPACK_ERROR_BUSY);
    at_sync = try_to_open; /* the new one may be had by then */
    try_to_open();
    ck_assert_uint_eq(opened, 0);
    ck_assert_int_eq(give(&place, new_path), PGNPACK_OK);
    at_sync = NULL;
    packed.size /= 2;
    check_file(&packed);
    ck_assert(!is_there(new_path));
    ck_assert_int_eq(give(&place, new_path), PGNPACK_ERROR_WRITE);
    check_said(&place, "No such file");
    check_file(&packed);
    path_place_close(&place.place);
    ck_assert_int_eq(lock(&second), PGNPACK_OK);
    path_place_close(&second.place);
    free(new_path);
}
END_TEST

/* What has the path changes while the new file is made. */
START_TEST(a_place_that_others_take)
{
    char *new_path = join_path(folder, "new");
    struct place place;
    ck_assert_int_eq(open_place(&place, path), PGNPACK_OK);
    write_file(new_path, "text", 4);
    ck_assert_int_eq(lock(&place), PGNPACK_OK);
    replace_database(); /* by somebody who knows no locks */
    struct pgnpack_database *database = open_database();
    ck_assert_int_eq(give(&place, new_path), PGNPACK_ERROR_BUSY);
    check_file(&packed);
    pgnpack_free(database);
    ck_assert_int_eq(unlink(path), 0); /* then nothing */
    ck_assert_int_eq(give(&place, new_path), PGNPACK_OK);
    ck_assert(!is_there(new_path));
    write_file(new_path, packed.data, packed.size); /* what is no database needs no lock */
    ck_assert_int_eq(give(&place, new_path), PGNPACK_OK);
    check_file(&packed);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(lock(&place), PGNPACK_OK); /* nothing is there */
    make_database();
    database = open_database();
    write_file(new_path, "text", 4);
    ck_assert_int_eq(give(&place, new_path), PGNPACK_ERROR_BUSY);
    check_file(&packed);
    pgnpack_free(database);
    path_place_close(&place.place);
    free(new_path);
}
END_TEST

START_TEST(places_that_are_none)
{
    struct place place;
    ck_assert_int_eq(open_place(&place, folder), PGNPACK_ERROR_WRITE);
    check_said(&place, folder);
    path_place_close(&place.place);
    check_file(&packed);
}
END_TEST

/* All functions that write to a path, while it is changed, and the other way round. */
START_TEST(who_writes_to_a_path_has_its_lock)
{
    struct pgnpack_database *database = open_database();
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &plain_writer, PGNPACK_TO_PATH(path));
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_ERROR_BUSY);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_ERROR_BUSY);
    pgnpack_free(writer);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_PATH(path));
    ck_assert_int_eq(pgnpack_error(copy)->status, PGNPACK_ERROR_BUSY);
    pgnpack_free(copy);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), PGNPACK_TO_PATH(path)),
                     PGNPACK_ERROR_BUSY);
    pgnpack_free(unpacker);
    pgnpack_free(database);
    check_file(&packed);
    tried = opened = 0;
    for (int is_copy = 0; is_copy < 2; is_copy++) {
        writer = is_copy ? NULL : pgnpack_writer_new(NULL, &plain_writer, PGNPACK_TO_PATH(path));
        copy = is_copy ? pgnpack_copy_new(NULL, NULL, PGNPACK_TO_PATH(path)) : NULL;
        try_to_open();
        ck_assert_uint_eq(opened, 0);
        if (is_copy)
            ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
        else
            ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
        try_to_open();
        ck_assert_uint_eq(opened, 1);
        opened = 0;
        pgnpack_free(writer);
        pgnpack_free(copy);
    }
}
END_TEST

Suite *database_suite(void)
{
    Suite *suite = suite_create("database");
    TCase *changes = tcase_create("changes");
    tcase_add_checked_fixture(changes, set_up, tear_down);
    tcase_add_test(changes, games_are_added_behind_old_bytes);
    tcase_add_test(changes, games_are_deleted_and_brought_back);
    tcase_add_test(changes, a_change_may_add_and_delete);
    tcase_add_test(changes, changes_over_several_segments);
    tcase_add_test(changes, twins_are_two);
    tcase_add_test(changes, a_commit_of_nothing_leaves_the_file);
    tcase_add_test(changes, changes_are_described);
    tcase_add_test(changes, aborted_and_forgotten_changes_leave_the_file);
    tcase_add_test(changes, what_another_opening_leaves);
    tcase_add_test(changes, old_states_come_back);
    tcase_add_test(changes, readers_keep_what_they_opened);
    tcase_add_test(changes, ids_lead_to_new_versions);
    tcase_add_test(changes, origins_are_of_games_that_come);
    tcase_add_test(changes, origins_are_told_game_by_game);
    tcase_add_test(changes, games_without_ids_are_not_changed);
    tcase_add_test(changes, calls_in_the_wrong_order);
    tcase_add_test(changes, games_that_are_not_there);
    tcase_add_test(changes, reasons_that_are_none);
    tcase_add_test(changes, the_writer_is_the_databases);
    tcase_add_test(changes, one_changes_it_at_a_time);
    tcase_add_test(changes, what_is_no_database);
    tcase_add_test(changes, a_file_that_lost_its_name);
    tcase_add_test(changes, a_file_that_takes_the_name);
    tcase_add_test(changes, compaction_keeps_the_lock);
    tcase_add_test(changes, compaction_may_fail);
    tcase_add_test(changes, a_database_is_made);
    tcase_add_test(changes, others_make_it_too);
    tcase_add_test(changes, making_one_without_memory);
    tcase_add_test(changes, a_file_takes_a_databases_place);
    tcase_add_test(changes, a_place_that_others_take);
    tcase_add_test(changes, places_that_are_none);
    tcase_add_test(changes, who_writes_to_a_path_has_its_lock);
    tcase_add_test(changes, cutting_may_fail);
    tcase_add_test(changes, syncs_may_fail);
    tcase_add_test(changes, compaction_syncs_before_it_renames);
    tcase_add_test(changes, a_torn_end_that_cannot_be_cut);
    tcase_add_test(changes, a_cut_change_is_none);
    tcase_add_loop_test(changes, features_of_newer_versions, 0, 3);
    tcase_add_test(changes, a_newer_version_is_making_a_change);
    tcase_add_test(changes, a_cut_file_is_damaged);
    tcase_add_test(changes, a_copy_of_a_header_that_is_being_made);
    tcase_add_test(changes, a_state_that_is_none);
    tcase_add_test(changes, a_run_stays_within_what_was_opened);
    tcase_add_test(changes, zeros_behind_the_end);
    tcase_add_test(changes, a_change_that_goes_while_somebody_opens);
    tcase_add_test(changes, what_is_done_with_deleted_games_stays);
    tcase_add_test(changes, a_change_without_some_sectors_is_none);
    tcase_add_test(changes, headers_and_marks_across_sectors);
    tcase_add_test(changes, a_damaged_end_is_an_error);
    tcase_add_test(changes, a_damaged_beginning_is_not_changed);
    tcase_add_test(changes, a_full_disk_leaves_the_old_file);
    tcase_add_test(changes, without_memory_nothing_changes);
    suite_add_tcase(suite, changes);
    return suite;
}
