/* Changes that are taken back, and what several calls of one change say of the same games. tests/cli/change_walk.py has chains of them. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { GAMES = 40, MORE = 9, TIME = 1700000000 };

static char *folder, *path;
static struct bytes packed, more;
static const struct pgnpack_writer_options plain_writer = {
    .size = sizeof plain_writer, .threads = 1, .block_size = 2000};

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

static void commit(struct pgnpack_database *database)
{
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, TIME), PGNPACK_OK);
}

static void check_refused(struct pgnpack_database *database, enum pgnpack_status status, const char *text)
{
    const struct pgnpack_error *error = pgnpack_error(database);
    ck_assert_int_eq(error->status, status);
    ck_assert_msg(strstr(error->text, text) != NULL, "'%s' does not say '%s'", error->text, text);
}

static void delete (struct pgnpack_database *database, uint64_t first, uint64_t count,
                    enum pgnpack_reason reason, uint64_t other)
{
    ck_assert_int_eq(pgnpack_database_delete(database, first, count, reason, other), PGNPACK_OK);
}

/* Takes it back, with so many games deleted, brought back, and left. */
static void undo(struct pgnpack_database *database, uint64_t change, uint64_t deleted, uint64_t back,
                 uint64_t left)
{
    struct pgnpack_undo_totals totals;
    ck_assert_int_eq(pgnpack_database_undo(database, change, &totals), PGNPACK_OK);
    ck_assert_uint_eq(totals.deleted, deleted);
    ck_assert_uint_eq(totals.brought_back, back);
    ck_assert_uint_eq(totals.left, left);
    ck_assert_uint_eq(totals.gone, 0);
    commit(database);
}

/* ---- What is deleted, as a line of the kinds of all games: '.' is there, 1 by hand, 2 a duplicate, 3 replaced, 4 taken back ---- */

enum { LINE_MAX = 100 };

static void check_games(struct pgnpack_database *database, const char *wanted)
{
    char line[LINE_MAX] = "";
    struct pgnpack_deleted_info info;
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    struct pgnpack_history *history = pgnpack_history_new(reader);
    memset(line, '.', pgnpack_reader_info(reader)->game_count);
    for (uint64_t next = 1; pgnpack_history_deleted(history, next, &info) == PGNPACK_OK;
         next = info.first + info.count)
        memset(line + info.first - 1, '0' + (int)info.reason, info.count);
    pgnpack_free(history);
    ck_assert_str_eq(line, wanted);
}

static uint64_t target_of(struct pgnpack_database *database, uint64_t game)
{
    struct pgnpack_deleted_info info = {0};
    struct pgnpack_history *history = pgnpack_history_new(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_history_deleted(history, game, &info), PGNPACK_OK);
    pgnpack_free(history);
    ck_assert_uint_eq(info.first, game);
    return info.other;
}

#define THERE_20 "...................."

/* Change 2 adds games 41 to 49, of which the first two are new versions of 5 and 6, and deletes 7 by hand, 8 as a duplicate of 1. */
static struct pgnpack_database *make_changes(void)
{
    struct pgnpack_database *database = open_database();
    struct pgnpack_writer *writer = pgnpack_database_append(database, &plain_writer);
    ck_assert_int_eq(pgnpack_writer_write(writer, more.data, more.size), PGNPACK_OK);
    delete (database, 5, 2, PGNPACK_REASON_REPLACED, GAMES + 1);
    delete (database, 7, 1, PGNPACK_REASON_HAND, 0);
    delete (database, 8, 1, PGNPACK_REASON_DUPLICATE, 1);
    ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 2, 5), PGNPACK_OK);
    commit(database);
    check_games(database, "....3312............" THERE_20 ".........");
    return database;
}

START_TEST(a_change_is_taken_back_and_made_again)
{
    char id[PGNPACK_ID_SIZE], new_id[PGNPACK_ID_SIZE];
    struct pgnpack_database *database = make_changes();
    undo(database, 2, 9, 4, 0);
    check_games(database, THERE_20 THERE_20 "444444444");
    ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), 5, id));
    ck_assert(pgnpack_reader_game_id(pgnpack_database_reader(database), 41, new_id));
    ck_assert_str_eq(id, new_id);
    undo(database, 3, 4, 9, 0); /* all is as after change 2, and for what it was */
    check_games(database, "....3312............" THERE_20 ".........");
    ck_assert_uint_eq(target_of(database, 5), 41);
    ck_assert_uint_eq(target_of(database, 8), 1);
    undo(database, 2, 9, 4, 0); /* once more: what was done again counts as done */
    check_games(database, THERE_20 THERE_20 "444444444");
    undo(database, 1, 40, 0, 0);
    check_games(database, "4444444444444444444444444444444444444444444444444");
    pgnpack_free(database);
}
END_TEST

START_TEST(what_later_changes_did_stays)
{
    struct pgnpack_database *database = make_changes();
    delete (database, 41, 1, PGNPACK_REASON_HAND, 0); /* the new version of 5 */
    ck_assert_int_eq(pgnpack_database_undelete(database, 7, 1, PGNPACK_REASON_HAND), PGNPACK_OK);
    delete (database, 49, 1, PGNPACK_REASON_HAND, 0);
    commit(database);
    undo(database, 2, 7, 2, 4); /* left: 41, 49, 5, 7 */
    check_games(database, "....3..............." THERE_20 "144444441");
    undo(database, 3, 1, 2, 0); /* 7 goes, 41 and 49 come; as change 2 was taken back in between, in part */
    check_games(database, "....3.1............." THERE_20 ".4444444.");
    pgnpack_free(database);
}
END_TEST

/* Deleted, brought back, and deleted again by somebody: the first deletion is not what keeps it. */
START_TEST(a_later_deletion_is_another_one)
{
    struct pgnpack_database *database = open_database();
    delete (database, 1, 2, PGNPACK_REASON_HAND, 0);
    commit(database);
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 1, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    delete (database, 1, 1, PGNPACK_REASON_HAND, 0);
    commit(database);
    undo(database, 2, 0, 1, 1);
    check_games(database, "1..................." THERE_20);
    undo(database, 4, 0, 1, 0);
    undo(database, 3, 1, 0, 0); /* brought back by hand, deleted again for the reason before */
    check_games(database, "1..................." THERE_20);
    pgnpack_free(database);
}
END_TEST

/* Brought back, and deleted once more: taking back what brought it back changes nothing. */
START_TEST(deleted_again_stays_deleted)
{
    struct pgnpack_database *database = open_database();
    delete (database, 1, 1, PGNPACK_REASON_HAND, 0);
    commit(database);
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 1, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    delete (database, 1, 1, PGNPACK_REASON_HAND, 0);
    commit(database);
    undo(database, 3, 0, 0, 1);
    pgnpack_free(database);
}
END_TEST

/* A duplicate of one game, and after some undoing of another: the first change is not what keeps it deleted. */
START_TEST(another_target_is_another_deletion)
{
    struct pgnpack_database *database = open_database();
    delete (database, 5, 1, PGNPACK_REASON_DUPLICATE, 1);
    commit(database);
    undo(database, 2, 0, 1, 0);
    delete (database, 5, 1, PGNPACK_REASON_DUPLICATE, 2);
    commit(database);
    undo(database, 4, 0, 1, 0);
    undo(database, 5, 1, 0, 0);
    ck_assert_uint_eq(target_of(database, 5), 2);
    undo(database, 2, 0, 0, 1);
    undo(database, 4, 0, 1, 0);
    check_games(database, THERE_20 THERE_20);
    pgnpack_free(database);
}
END_TEST

/* Behind another file changes have higher numbers, and what they take back, too. */
START_TEST(joined_files_keep_what_is_taken_back)
{
    struct bytes joined = {0};
    struct pgnpack_change_info change;
    struct pgnpack_database *database = make_changes();
    undo(database, 2, 9, 4, 0);
    pgnpack_free(database);
    bytes_append(&joined, packed.data, packed.size);
    ck_assert(bytes_append_file(&joined, path));
    write_file(path, joined.data, joined.size);
    database = open_database();
    struct pgnpack_history *history = pgnpack_history_new(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_history_change(history, 3, &change), PGNPACK_OK);
    ck_assert_uint_eq(change.number, 4);
    ck_assert_uint_eq(change.takes_back, 3);
    ck_assert_int_eq(pgnpack_history_change(history, 2, &change), PGNPACK_OK);
    ck_assert_uint_eq(change.takes_back, 0);
    pgnpack_free(history);
    undo(database, 4, 4, 9, 0);
    pgnpack_free(database);
    bytes_free(&joined);
}
END_TEST

START_TEST(games_of_changes_are_told)
{
    static const struct pgnpack_change_games wanted[] = {
        {.first = 41, .count = 9, .is_added = 1, .reason = PGNPACK_REASON_NONE, .other = 0, .can_undo = 1},
        {.first = 5,
         .count = 2,
         .is_added = 0,
         .reason = PGNPACK_REASON_REPLACED,
         .other = 41,
         .can_undo = 1},
        {.first = 7, .count = 1, .is_added = 0, .reason = PGNPACK_REASON_HAND, .other = 0, .can_undo = 1},
        {.first = 8,
         .count = 1,
         .is_added = 0,
         .reason = PGNPACK_REASON_DUPLICATE,
         .other = 1,
         .can_undo = 1}};
    struct pgnpack_change_games games;
    struct pgnpack_change_info change;
    struct pgnpack_database *database = make_changes();
    struct pgnpack_history *history = pgnpack_history_new(pgnpack_database_reader(database));
    for (uint64_t i = 0; i < 4; i++) {
        ck_assert_int_eq(pgnpack_history_games(history, 2, i, &games), PGNPACK_OK);
        ck_assert_uint_eq(games.first, wanted[i].first);
        ck_assert_uint_eq(games.count, wanted[i].count);
        ck_assert_int_eq(games.is_added, wanted[i].is_added);
        ck_assert_int_eq(games.reason, wanted[i].reason);
        ck_assert_uint_eq(games.other, wanted[i].other);
        ck_assert_int_eq(games.can_undo, 1);
    }
    ck_assert_int_eq(pgnpack_history_games(history, 2, 4, &games), PGNPACK_END);
    ck_assert_int_eq(pgnpack_history_games(history, 3, 0, &games), PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_eq(pgnpack_error(history)->text, "there is no change 3: the last one is 2");
    ck_assert_int_eq(pgnpack_history_games(history, 0, 0, &games), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_history_change(history, 1, &change), PGNPACK_OK); /* it goes on */
    uint64_t added = 0;
    for (uint64_t i = 0; pgnpack_history_games(history, 1, i, &games) == PGNPACK_OK; i++) {
        ck_assert_int_eq(games.can_undo, games.first < 5 || games.first > 8);
        ck_assert_uint_eq(games.first, added + 1);
        added += games.count;
    }
    ck_assert_uint_eq(added, GAMES);
    pgnpack_free(history);
    undo(database, 2, 9, 4, 0);
    history = pgnpack_history_new(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_history_change(history, 2, &change), PGNPACK_OK);
    ck_assert_uint_eq(change.takes_back, 2);
    ck_assert_int_eq(pgnpack_history_games(history, 2, 1, &games), PGNPACK_OK);
    ck_assert_int_eq(games.can_undo, 0);
    pgnpack_free(history);
    pgnpack_free(database);
}
END_TEST

START_TEST(what_cannot_be_taken_back)
{
    struct pgnpack_undo_totals totals = {.deleted = 1, .brought_back = 1, .left = 1, .gone = 1};
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_undo(database, 1, &totals), PGNPACK_ERROR_ARGUMENT);
    check_refused(database, PGNPACK_ERROR_ARGUMENT, "no database is open");
    ck_assert_uint_eq(totals.deleted + totals.brought_back + totals.left + totals.gone, 0);
    pgnpack_free(database);
    database = open_database();
    ck_assert_int_eq(pgnpack_database_undo(database, 0, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_undo(database, 2, NULL), PGNPACK_ERROR_ARGUMENT);
    check_refused(database, PGNPACK_ERROR_ARGUMENT, "there is no change 2: the last one is 1");
    ck_assert_int_eq(pgnpack_database_undo(database, 1, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_undo(database, 1, NULL), PGNPACK_ERROR_ARGUMENT);
    check_refused(database, PGNPACK_ERROR_ARGUMENT, "is being taken back already");
    ck_assert_int_eq(pgnpack_database_abort(database), PGNPACK_OK);
    check_games(database, THERE_20 THERE_20);
    undo(database, 1, GAMES, 0, 0);
    undo(database, 1, 0, 0, GAMES); /* nothing is left: no change */
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->segment_count, 2);
    pgnpack_free(database);
}
END_TEST

START_TEST(games_without_ids_stay)
{
    struct bytes file = {0};
    append_without_ids(&file, &packed);
    write_file(path, file.data, file.size);
    struct pgnpack_database *database = open_database();
    ck_assert_int_eq(pgnpack_database_undo(database, 1, NULL), PGNPACK_ERROR_UNSUPPORTED);
    check_refused(database, PGNPACK_ERROR_UNSUPPORTED, "compact the database first");
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    undo(database, 1, GAMES, 0, 0);
    pgnpack_free(database);
    bytes_free(&file);
}
END_TEST

/* Each allocation fails once, or from then on: the change is made as a whole, or not at all. */
START_TEST(without_memory)
{
    struct bytes before = {0}, after = {0};
    struct allocation_count count = {0};
    struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    struct pgnpack_database *database = make_changes();
    pgnpack_free(database);
    ck_assert(bytes_append_file(&before, path));
    size_t calls = 1;
    for (size_t n = 0; n <= calls; n++)
        for (int lasts = 0; lasts < 2; lasts++) {
            write_file(path, before.data, before.size);
            count = (struct allocation_count){.fails_once = lasts ? 0 : n, .fails_from = lasts ? n : 0};
            database = pgnpack_database_new(&options);
            int is_done = database != NULL && pgnpack_database_open(database, path, NULL) == PGNPACK_OK &&
                          pgnpack_database_undo(database, 2, NULL) == PGNPACK_OK &&
                          pgnpack_database_commit(database, NULL, TIME) == PGNPACK_OK;
            pgnpack_free(database);
            ck_assert_uint_eq(count.outstanding, 0);
            ck_assert_int_eq(is_done, n == 0);
            calls = n == 0 ? count.calls : calls;
            after.size = 0;
            ck_assert(bytes_append_file(&after, path));
            ck_assert_int_eq(bytes_equal(&after, &before), !is_done);
        }
    bytes_free(&before);
    bytes_free(&after);
}
END_TEST

/* Several calls of one change about the same games: the last one counts, whatever ranges they have in common. */
START_TEST(calls_overlap)
{
    uint64_t random = (uint64_t)_i + 1;
    char line[GAMES + 1] = THERE_20 THERE_20, next[GAMES + 1];
    struct pgnpack_database *database = open_database();
    for (int change = 0; change < 8; change++) {
        memcpy(next, line, sizeof next);
        for (int call = 0; call < 6; call++) {
            uint64_t first = next_random(&random) % GAMES + 1;
            uint64_t count = next_random(&random) % (GAMES + 1 - first) + 1;
            const enum pgnpack_reason reason =
                next_random(&random) % 2 == 0 ? PGNPACK_REASON_HAND : PGNPACK_REASON_DUPLICATE;
            const char sign = (char)('0' + (int)reason);
            int is_back = next_random(&random) % 2 == 0;
            if (is_back)
                ck_assert_int_eq(pgnpack_database_undelete(database, first, count, reason), PGNPACK_OK);
            else
                delete (database, first, count, reason, 0);
            for (uint64_t i = first - 1; i < first - 1 + count; i++)
                next[i] = is_back ? (line[i] == sign ? '.' : line[i]) : line[i] == '.' ? sign : line[i];
        }
        commit(database);
        memcpy(line, next, sizeof line);
        check_games(database, line);
    }
    pgnpack_free(database);
}
END_TEST

Suite *undo_suite(void)
{
    Suite *suite = suite_create("undo");
    TCase *test_case = tcase_create("undo");
    tcase_set_timeout(test_case, 300);
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_test(test_case, a_change_is_taken_back_and_made_again);
    tcase_add_test(test_case, what_later_changes_did_stays);
    tcase_add_test(test_case, a_later_deletion_is_another_one);
    tcase_add_test(test_case, deleted_again_stays_deleted);
    tcase_add_test(test_case, another_target_is_another_deletion);
    tcase_add_test(test_case, joined_files_keep_what_is_taken_back);
    tcase_add_test(test_case, games_of_changes_are_told);
    tcase_add_test(test_case, what_cannot_be_taken_back);
    tcase_add_test(test_case, games_without_ids_stay);
    tcase_add_test(test_case, without_memory);
    tcase_add_loop_test(test_case, calls_overlap, 0, 20);
    suite_add_tcase(suite, test_case);
    return suite;
}
