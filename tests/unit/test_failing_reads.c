/*
 * Uses that go through a database several times, where one reading, or all from one on, fail or give wrong bytes: they end with an
 * error or with the answer that they have else, whatever they took for granted from the time before.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static struct bytes file; /* some segments, some deleted games */

/* What goes wrong with the n-th call. */
enum fault { NONE, FAILS_ONCE, FAILS_FROM, WRONG_ONCE, WRONG_FROM, FAULTS };

struct faulty {
    enum fault fault;
    size_t at; /* from 1 */
    size_t calls;
};

static int faulty_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct faulty *faulty = opaque;
    size_t call = ++faulty->calls;
    int is_from = faulty->fault == FAILS_FROM || faulty->fault == WRONG_FROM;
    int is_hit = faulty->fault != NONE && (is_from ? call >= faulty->at : call == faulty->at);
    if (is_hit && (faulty->fault == FAILS_ONCE || faulty->fault == FAILS_FROM))
        return 5;
    int cause = bytes_read_at(&(struct bytes){file.data, file.size, 0}, offset, bytes, size, size_ret);
    if (cause == 0 && is_hit && *size_ret != 0)
        ((unsigned char *)bytes)[*size_ret / 2] ^= 0x55;
    return cause;
}

/* ---- The database ---- */

static void append_game(struct bytes *text, unsigned number, unsigned meeting)
{
    static const char *const players[] = {"Carlsen, Magnus",    "Calrsen, Magnus",  "Carlsen, M",
                                          "Kortschnoj, Viktor", "Korchnoi, Victor", "Ivanov, Igor",
                                          "Ivanov, Igr",        "Polgar, Judit"};
    static const char *const moves[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
                                        "1. d4 d5 {queen's pawn} 2. c4 e6 3. Nc3",
                                        "1. c4 c5 2. Nf3 Nf6 3. g3 g6 4. Bg2 Bg7 5. O-O O-O",
                                        "1. e4 c5 (1... e6 2. d4) 2. Nf3 d6 3. d4 cxd4 4. Nxd4"};
    static const char *const opponents[] = {"Bodgim, Ada", "Lupnar, Eva", "Teqvis, Ida", "Hofzuk, Ole",
                                            "Pelrad, Uwe"};
    char game[600], alone[40]; /* a name that no other block has */
    snprintf(alone, sizeof alone, "%c%cnob, Leo", 'A' + (int)(number / 26), 'a' + (int)(number % 26));
    snprintf(game, sizeof game,
             "[Event \"Open %u\"]\n[Site \"x\"]\n[Date \"19%02u.0%u.??\"]\n[Round \"%u\"]\n[White "
             "\"%s\"]\n[Black \"%s\"]\n"
             "[Result \"1-0\"]\n[WhiteElo \"%u\"]\n\n%s %s 1-0\n\n",
             meeting % 3, 70 + meeting % 2, 1 + meeting % 9, number, players[meeting % 8],
             number % 3 == 0 ? alone : opponents[meeting / 8 % 5], 2200 + meeting % 5 * 100,
             moves[meeting % 4], meeting % 8 < 4 ? "5. d3" : "5. a3 b6");
    bytes_append_text(text, game);
}

static void set_up(void)
{
    struct pack_setup setup = {.level = 3, .block_size = 1500, .index = PGNPACK_INDEX_ALWAYS};
    struct bytes text = {0}, joined = {0};
    char *folder = make_temporary_folder(), *path = join_path(folder, "games.bcgn");
    for (unsigned i = 0; i < 60; i++)
        append_game(&text, i, i);
    pack_whole(&setup, &text, &joined);
    text.size = 0;
    for (unsigned i = 0; i < 30; i++)
        append_game(&text, i + 100, i * 7 % 60);
    setup.level = 4;
    pack_whole(&setup, &text, &joined);
    write_file(path, joined.data, joined.size);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open_path(database, path), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, 5, 9), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database), PGNPACK_OK);
    pgnpack_database_free(database);
    ck_assert(bytes_append_file(&file, path));
    bytes_free(&text);
    bytes_free(&joined);
    remove_folder(folder);
    free(path);
    free(folder);
}

static void tear_down(void)
{
    bytes_free(&file);
}

/* ---- Uses ---- */

/* What was learnt goes to `answer`; the first failure is the status. */
typedef enum pgnpack_status use_function(struct pgnpack_reader *reader, struct bytes *answer);

static void tell(struct bytes *answer, uint64_t number)
{
    bytes_append(answer, &number, sizeof number);
}

static void tell_text(struct bytes *answer, struct pgnpack_text text)
{
    tell(answer, text.size);
    bytes_append(answer, text.data, text.size);
}

static enum pgnpack_status find_duplicates(struct pgnpack_reader *reader, struct bytes *answer)
{
    const struct pgnpack_duplicates_options options = {.size = sizeof options,
                                                       .kind = PGNPACK_DUPLICATE_LOOSE};
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
    struct pgnpack_duplicate found;
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    enum pgnpack_status status = pgnpack_duplicates_run(duplicates);
    while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK) {
        tell(answer, found.game);
        tell(answer, found.kept_game);
        tell(answer, (uint64_t)found.kind);
    }
    pgnpack_duplicates_free(duplicates);
    return status;
}

static enum pgnpack_status find_spellings(struct pgnpack_reader *reader, struct bytes *answer)
{
    struct pgnpack_spelling *spelling = pgnpack_spelling_new(reader, NULL);
    struct pgnpack_spelling_pair pair;
    enum pgnpack_status status = PGNPACK_OK, next;
    for (unsigned failures = 0;
         failures < 2 && (next = pgnpack_spelling_next(spelling, &pair)) != PGNPACK_END;) {
        if (next != PGNPACK_OK) {
            status = next;
            failures++;
            continue;
        }
        tell_text(answer, pair.from);
        tell_text(answer, pair.to);
        tell(answer, pair.points);
        tell(answer, pair.opponents);
    }
    pgnpack_spelling_free(spelling);
    return status;
}

static enum pgnpack_status count_names(struct pgnpack_reader *reader, struct bytes *answer)
{
    struct pgnpack_names *names = pgnpack_names_new(reader, NULL, NULL);
    struct pgnpack_name name;
    enum pgnpack_status status = pgnpack_names_add(names, 1, UINT64_MAX);
    while (pgnpack_names_next(names, &name) == PGNPACK_OK) {
        tell_text(answer, name.name);
        tell(answer, name.games);
    }
    pgnpack_names_free(names);
    return status;
}

static enum pgnpack_status search(struct pgnpack_reader *reader, struct bytes *answer)
{
    static const char *const conditions[][2] = {
        {"moves", "e4 e5 Nf3"}, {"player", "carlsen"}, {"plies", "9-"}, {"elo", "2500-"}};
    struct pgnpack_query *query = NULL;
    struct pgnpack_search *found = NULL;
    enum pgnpack_status status = PGNPACK_END;
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0] && status == PGNPACK_END; i++) {
        struct pgnpack_query *next = pgnpack_query_new(NULL);
        struct pgnpack_hit hit;
        ck_assert_int_eq(pgnpack_query_add(next, conditions[i][0], conditions[i][1]), PGNPACK_OK);
        status = PGNPACK_OK;
        if (found == NULL)
            found = pgnpack_search_new(reader, next);
        else
            status = pgnpack_search_ask(found, next);
        pgnpack_query_free(query);
        query = next;
        while (status == PGNPACK_OK && (status = pgnpack_search_next(found, &hit)) == PGNPACK_OK)
            tell(answer, hit.game);
        tell(answer, 0);
    }
    pgnpack_search_free(found);
    pgnpack_query_free(query);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status count_moves(struct pgnpack_reader *reader, struct bytes *answer)
{
    static const char *const lines[] = {"e4", "e5", "Nf3"};
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    enum pgnpack_status status = PGNPACK_OK;
    ck_assert_int_eq(pgnpack_query_add(query, "elo", "2300-"), PGNPACK_OK);
    struct pgnpack_tree *trees[] = {pgnpack_tree_new(reader, NULL), pgnpack_tree_new(reader, query)};
    for (size_t i = 0; i < 4 && status == PGNPACK_OK; i++) {
        for (size_t t = 0; t < 2 && status == PGNPACK_OK; t++) {
            struct pgnpack_tree_move move;
            status = pgnpack_tree_position(trees[t], board);
            for (size_t k = 0; status == PGNPACK_OK && pgnpack_tree_move(trees[t], k, &move); k++) {
                tell(answer, move.move);
                tell(answer, move.counts.games);
                tell(answer, move.counts.white_wins);
            }
        }
        uint16_t made;
        if (i < 3 && pgnpack_board_parse_san(board, lines[i], strlen(lines[i]), &made) == PGNPACK_OK)
            ck_assert_int_eq(pgnpack_board_make(board, made), PGNPACK_OK);
    }
    pgnpack_tree_free(trees[0]);
    pgnpack_tree_free(trees[1]);
    pgnpack_board_free(board);
    pgnpack_query_free(query);
    return status;
}

/* A copy's text, and its games. */
static enum pgnpack_status end_copy(struct pgnpack_copy *copy, enum pgnpack_status status,
                                    const struct bytes *copied, struct bytes *answer)
{
    struct unpacked unpacked;
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    pgnpack_copy_free(copy);
    if (status != PGNPACK_OK)
        return status;
    unpack_bytes(&(struct unpack_setup){0}, copied->data, copied->size, &unpacked);
    status = unpacked.status;
    tell(answer, (uint64_t)status);
    bytes_append(answer, unpacked.text.data, unpacked.text.size);
    unpacked_free(&unpacked);
    return PGNPACK_OK;
}

static enum pgnpack_status sort(struct pgnpack_reader *reader, struct bytes *answer)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_KEEP};
    struct bytes copied = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, bytes_write, &copied);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    enum pgnpack_status status = pgnpack_gather_sorted(gather, PGNPACK_ORDER_PLAYER, 0);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_gathered(copy, gather, UINT64_MAX);
    status = end_copy(copy, status, &copied, answer);
    pgnpack_gather_free(gather);
    bytes_free(&copied);
    return status;
}

static enum pgnpack_status compact(struct pgnpack_reader *reader, struct bytes *answer)
{
    struct bytes copied = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, bytes_write, &copied);
    enum pgnpack_status status = end_copy(copy, pgnpack_copy_compact(copy, reader), &copied, answer);
    bytes_free(&copied);
    return status;
}

static enum pgnpack_status merge(struct pgnpack_reader *reader, struct bytes *answer)
{
    struct bytes copied = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, bytes_write, &copied);
    enum pgnpack_status status = end_copy(copy, pgnpack_copy_segments(copy, reader), &copied, answer);
    bytes_free(&copied);
    return status;
}

static enum pgnpack_status take_part(struct pgnpack_reader *reader, struct bytes *answer)
{
    struct bytes copied = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, bytes_write, &copied);
    enum pgnpack_status status = end_copy(copy, pgnpack_copy_games(copy, reader, 3, 50), &copied, answer);
    bytes_free(&copied);
    return status;
}

static const struct {
    const char *name;
    use_function *run;
} uses[] = {{"duplicates", find_duplicates},
            {"spellings", find_spellings},
            {"names", count_names},
            {"searches", search},
            {"trees", count_moves},
            {"sort", sort},
            {"compact", compact},
            {"merge", merge},
            {"a part", take_part}};

/* ---- All ---- */

/* Returns the number of calls. */
static size_t run(use_function *use, enum fault fault, size_t at, enum pgnpack_status *status_ret,
                  struct bytes *answer)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    struct faulty faulty = {fault, at, 0};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    *status_ret = pgnpack_reader_open(reader, faulty_read_at, &faulty, file.size);
    if (*status_ret == PGNPACK_OK)
        *status_ret = use(reader, answer);
    pgnpack_reader_free(reader);
    ck_assert_uint_eq(count.outstanding, 0);
    return faulty.calls;
}

START_TEST(each_reading)
{
    struct bytes whole = {0};
    enum pgnpack_status status;
    size_t calls = run(uses[_i].run, NONE, 0, &status, &whole), failures = 0;
    ck_assert_msg(status == PGNPACK_OK, "%s: status %d", uses[_i].name, status);
    ck_assert_uint_gt(whole.size, 0);
    for (int fault = FAILS_ONCE; fault < FAULTS; fault++)
        for (size_t at = 1; at <= calls; at++) {
            struct bytes answer = {0};
            run(uses[_i].run, (enum fault)fault, at, &status, &answer);
            ck_assert_msg(status != PGNPACK_OK || bytes_equal(&answer, &whole),
                          "%s, fault %d of call %zu of %zu: another answer, and no error", uses[_i].name,
                          fault, at, calls);
            ck_assert_int_ne(status, PGNPACK_ERROR_INTERNAL);
            failures += status != PGNPACK_OK;
            bytes_free(&answer);
        }
    ck_assert_uint_gt(failures, calls); /* of four times as many runs */
    bytes_free(&whole);
}
END_TEST

Suite *failing_reads_suite(void)
{
    Suite *suite = suite_create("failing_reads");
    TCase *test_case = tcase_create("uses");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_loop_test(test_case, each_reading, 0, sizeof uses / sizeof uses[0]);
    suite_add_tcase(suite, test_case);
    return suite;
}
