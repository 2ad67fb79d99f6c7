/* Databases that were changed, as copies of them: deleted games, new versions, ids; compacted in place. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/open/reader.h"
#include "shared/changed_file.h"
#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { PIECES = 6, GAMES = 30, GAMES_MAX = 4000 };

static char *folder, *path;

/* A game as it is known by its id. */
struct known_game {
    char id[PGNPACK_ID_SIZE];
    struct bytes text;
};

static struct known_game known[GAMES_MAX];
static size_t known_count;

static void set_up(void)
{
    folder = make_temporary_folder();
    path = join_path(folder, "games.bcgn");
    known_count = 0;
}

static void tear_down(void)
{
    remove_folder(folder);
    free(path);
    free(folder);
    for (size_t i = 0; i < known_count; i++)
        bytes_free(&known[i].text);
}

static struct pgnpack_database *open_database(const struct pgnpack_options *options)
{
    struct pgnpack_database *database = pgnpack_database_new(options);
    if (database == NULL)
        return NULL;
    if (pgnpack_database_open(database, path, NULL) == PGNPACK_OK)
        return database;
    pgnpack_free(database);
    return NULL;
}

static void commit(struct pgnpack_database *database)
{
    enum pgnpack_status status = pgnpack_database_commit(database, "a change", 1000000000);
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(database)->text);
}

/* How many small segments became one. */
static uint64_t merge_small(struct pgnpack_database *database)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .small_only = 1};
    struct pgnpack_copy_totals totals;
    ck_assert_int_eq(pgnpack_database_compact(database, &options, &totals), PGNPACK_OK);
    return totals.merged_segments;
}

static void add_text(struct pgnpack_database *database, const struct bytes *text)
{
    struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
    ck_assert_ptr_nonnull(writer);
    ck_assert_int_eq(pgnpack_writer_write(writer, text->data, text->size), PGNPACK_OK);
}

/* Without line ends before it: white space behind a block's last game may become the next game's beginning. */
static struct pgnpack_text without_lead(struct pgnpack_text text)
{
    while (text.size != 0 && (text.data[0] == '\n' || text.data[0] == '\r'))
        text = (struct pgnpack_text){text.data + 1, text.size - 1};
    return text;
}

static void read_text(struct pgnpack_reader *reader, uint64_t number, struct bytes *text)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_text own;
    text->size = 0;
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &own), PGNPACK_OK);
    own = without_lead(own);
    bytes_append(text, own.data, own.size);
    pgnpack_free(cursor);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
}

/* Remembers the id and the text of all games that are not deleted. */
static void note_games(struct pgnpack_reader *reader)
{
    uint64_t count = pgnpack_reader_info(reader)->game_count;
    for (uint64_t number = 1; number <= count; number++) {
        struct known_game *game = &known[known_count];
        if (pgnpack_reader_is_deleted(reader, number))
            continue;
        ck_assert_uint_lt(known_count, GAMES_MAX);
        *game = (struct known_game){.id = ""};
        ck_assert_int_eq(pgnpack_reader_game_id(reader, number, game->id), 1);
        read_text(reader, number, &game->text);
        known_count++;
    }
}

/* The ids that were noted, from `first` to before `end`, lead to their games. */
static void check_known(struct pgnpack_reader *reader, size_t first, size_t end)
{
    struct bytes text = {0};
    for (size_t i = first; i < end; i++) {
        uint64_t number = 0;
        enum pgnpack_status status = pgnpack_reader_find_id(reader, known[i].id, PGNPACK_ID_NOW, &number);
        ck_assert_msg(status == PGNPACK_OK, "%s: %s", known[i].id, pgnpack_error(reader)->text);
        read_text(reader, number, &text);
        ck_assert(bytes_equal(&text, &known[i].text));
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, number), 0);
    }
    bytes_free(&text);
}

static void check_games(struct pgnpack_reader *reader)
{
    check_known(reader, 0, known_count);
}

/* The texts of all games, or of those that are not deleted, one after the other. */
static void games_text(struct pgnpack_reader *reader, int with_deleted, struct bytes *text)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_text own;
    text->size = 0;
    while (pgnpack_cursor_next(cursor, NULL) == PGNPACK_OK) {
        if (!with_deleted && pgnpack_reader_is_deleted(reader, pgnpack_cursor_game_number(cursor)))
            continue;
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &own), PGNPACK_OK);
        own = without_lead(own);
        bytes_append(text, own.data, own.size);
    }
    ck_assert_int_eq(pgnpack_error(cursor)->status, PGNPACK_END);
    pgnpack_free(cursor);
}

static void live_text(struct pgnpack_reader *reader, struct bytes *text)
{
    games_text(reader, 0, text);
}

static void check_whole(void)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .check_columns = 1};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), NULL), PGNPACK_OK);
    pgnpack_free(unpacker);
}

static unsigned files_in_folder(void)
{
    unsigned count = 0;
    DIR *entries = opendir(folder);
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count - 2;
}

/* Each change's record names the segment that it was put behind (docs/FORMAT.md, chapter 5). */
static void check_previous(const struct pgnpack_reader *reader)
{
    const struct segment_list *list = &reader->segments;
    for (size_t i = 0; i < list->count; i++)
        if (list->segments[i].has_record)
            ck_assert_uint_eq(list->segments[i].previous, i == 0 ? 0 : list->segments[i - 1].identity);
}

/* A database of several changes: without tails, so that texts of games are all the text. */
static struct pgnpack_database *make_database(void)
{
    struct bytes text = {0}, packed = {0};
    append_games(&text, 3 * GAMES, 5);
    text.size--; /* the empty line at the end */
    pack_whole(&(struct pack_setup){.block_size = 4000, .index = PGNPACK_INDEX_ALWAYS}, &text, &packed);
    write_file(path, packed.data, packed.size);
    struct pgnpack_database *database = open_database(NULL);
    ck_assert_ptr_nonnull(database);
    for (unsigned i = 0; i < PIECES; i++) {
        text.size = 0;
        append_games(&text, GAMES, 60 + i);
        text.size--;
        add_text(database, &text);
        pgnpack_database_delete(database, 2 + 3 * i, 1 + i % 3, PGNPACK_REASON_HAND, 0);
        commit(database);
    }
    check_previous(pgnpack_database_reader(database));
    bytes_free(&text);
    bytes_free(&packed);
    return database;
}

/* A new version of a game, twice; *old_id_ret is that of the first one. */
static void edit_twice(struct pgnpack_database *database, uint64_t number, char old_id_ret[PGNPACK_ID_SIZE])
{
    uint64_t first = number;
    ck_assert_int_eq(pgnpack_reader_game_id(pgnpack_database_reader(database), number, old_id_ret), 1);
    for (unsigned i = 0; i < 2; i++) {
        struct bytes text = {0};
        char game[100];
        snprintf(game, sizeof game, "[Event \"version %u of %u\"]\n\n1. e4 e5 *\n", i + 2, (unsigned)first);
        bytes_append_text(&text, game);
        uint64_t before = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
        add_text(database, &text);
        ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 1, number), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_database_delete(database, number, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        commit(database);
        number = before + 1;
        bytes_free(&text);
    }
}

static void check_leads_to(struct pgnpack_reader *reader, const char *id, const char *event)
{
    struct bytes text = {0};
    uint64_t number;
    enum pgnpack_status status = pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number);
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(reader)->text);
    read_text(reader, number, &text);
    bytes_append(&text, "", 1);
    ck_assert_msg(strstr((const char *)text.data, event) != NULL, "%s is not %s", (const char *)text.data,
                  event);
    bytes_free(&text);
}

/* ---- Compaction ---- */

START_TEST(deleted_games_go)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = _i, .time = 1000000000};
    struct pgnpack_database *database = make_database();
    struct bytes before = {0}, now = {0};
    char edited[2][PGNPACK_ID_SIZE];
    edit_twice(database, 1, edited[0]);
    edit_twice(database, 4 * GAMES + 5, edited[1]);
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    uint64_t games = pgnpack_reader_info(reader)->game_count,
             deleted = pgnpack_reader_info(reader)->deleted_count;
    ck_assert_uint_gt(deleted, 10);
    live_text(reader, &before);
    note_games(reader);
    for (unsigned pass = 0; pass < 3; pass++) {
        enum pgnpack_status status = pgnpack_database_compact(database, &options, NULL);
        ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(database)->text);
        reader = pgnpack_database_reader(database);
        ck_assert_uint_le(pgnpack_reader_info(reader)->segment_count, pass == 0 ? 3 : 8);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, 0);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, games - deleted);
        live_text(reader, &now);
        ck_assert(bytes_equal(&before, &now));
        check_games(reader);
        check_leads_to(reader, edited[0], "version 3 of 1\"");
        check_leads_to(reader, edited[1], "version 3 of 125\"");
        ck_assert_int_eq(pgnpack_reader_check_trees(reader, NULL), PGNPACK_OK);
        check_whole();
        ck_assert_uint_eq(files_in_folder(), 1);
        pgnpack_database_delete(database, games - deleted, 1, PGNPACK_REASON_HAND,
                                0); /* so that there is something to do */
        pgnpack_database_undelete(database, games - deleted, 1, PGNPACK_REASON_HAND);
        struct bytes more = {0};
        bytes_append_text(&more, "\n[Event \"more\"]\n\n1. d4 *\n");
        add_text(database, &more);
        commit(database);
        live_text(pgnpack_database_reader(database), &before);
        bytes_free(&more);
        games++;
    }
    pgnpack_free(database);
    bytes_free(&before);
    bytes_free(&now);
}
END_TEST

static ino_t file_number(void)
{
    struct stat facts;
    ck_assert_int_eq(stat(path, &facts), 0);
    return facts.st_ino;
}

/* Where nothing is to be gained, the file is not made again. */
START_TEST(what_is_compact_stays)
{
    struct pgnpack_copy_options options = {.size = sizeof options};
    struct bytes more = {0};
    struct pgnpack_database *database = make_database();
    ino_t before = file_number();
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_OK);
    ck_assert_uint_ne(file_number(), before);
    before = file_number();
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_OK);
    ck_assert_uint_eq(file_number(), before);
    options.level = 3; /* but another level is another file */
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_OK);
    ck_assert_uint_ne(file_number(), before);
    pgnpack_free(database);
    database = make_database();
    append_games(&more, 80 * GAMES, 9); /* a segment that stays, behind those that do not */
    add_text(database, &more);
    commit(database);
    before = file_number();
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    ck_assert_uint_ne(file_number(), before);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->deleted_count, 0);
    pgnpack_free(database);
    bytes_free(&more);
}
END_TEST

/* Blocks without a deleted game stay as they are, unless a level is asked for: then all are packed so. */
START_TEST(blocks_that_stay)
{
    enum { LARGE = 3500 << 10 };
    struct bytes text = {0}, packed = {0};
    for (uint64_t seed = 1; text.size < LARGE; seed++)
        append_games(&text, 1000, seed);
    pack_whole(&(struct pack_setup){.level = 1}, &text, &packed);
    write_file(path, packed.data, packed.size);
    struct pgnpack_database *database = open_database(NULL);
    ck_assert_int_eq(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    for (int level = 0; level <= 2; level++) {
        const struct pgnpack_copy_options options = {.size = sizeof options, .level = level};
        struct pgnpack_copy *copy =
            pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
        ck_assert_int_eq(pgnpack_copy_compact(copy, pgnpack_database_reader(database)), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_blocks, level == 0 ? 1 : 0);
        ck_assert_uint_eq(pgnpack_copy_totals(copy)->recoded_blocks, level == 0 ? 1 : 2);
        pgnpack_free(copy);
    }
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

/* The id of a game whose new version was deleted is nobody's in a copy: neither the last game's nor a neighbour's. */
START_TEST(ids_of_games_that_are_gone)
{
    struct pgnpack_database *database = make_database();
    struct bytes text = {0};
    char ids[2][PGNPACK_ID_SIZE];
    uint64_t numbers[2] = {20, 4 * GAMES}, number;
    for (unsigned i = 0; i < 2; i++) { /* one in the middle, one at the end */
        struct pgnpack_reader *reader = pgnpack_database_reader(database);
        ck_assert(pgnpack_reader_game_id(reader, numbers[i], ids[i]));
        text.size = 0;
        append_games(&text, 2 - i, 77 + i);
        text.size--;
        add_text(database, &text);
        ck_assert_int_eq(pgnpack_database_set_origin(database, 1, 1, numbers[i]), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_database_delete(database, numbers[i], 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        numbers[i] = pgnpack_reader_info(reader)->game_count + 1;
        commit(database);
        ck_assert_int_eq(
            pgnpack_reader_find_id(pgnpack_database_reader(database), ids[i], PGNPACK_ID_NOW, &number),
            PGNPACK_OK);
        ck_assert_uint_eq(number, numbers[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        ck_assert_int_eq(pgnpack_database_delete(database, numbers[i], 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
    commit(database);
    note_games(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    check_games(pgnpack_database_reader(database));
    for (unsigned i = 0; i < 2; i++)
        ck_assert_int_eq(
            pgnpack_reader_find_id(pgnpack_database_reader(database), ids[i], PGNPACK_ID_NOW, &number),
            PGNPACK_END);
    pgnpack_free(database);
    bytes_free(&text);
}
END_TEST

START_TEST(ids_are_dropped)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_DROP, .level = 3};
    struct pgnpack_database *database = make_database();
    uint64_t number;
    note_games(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_database_compact(database, &options, NULL), PGNPACK_OK);
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    ck_assert_int_eq(pgnpack_reader_find_id(reader, known[0].id, PGNPACK_ID_NOW, &number), PGNPACK_END);
    struct pgnpack_segment_info info;
    ck_assert_int_eq(pgnpack_reader_segment(reader, 0, &info), 1);
    ck_assert_int_eq(info.is_change, 0);
    pgnpack_free(database);
}
END_TEST

/* What a segment deleted and another brought back stays, though the second one's record goes. */
START_TEST(what_was_brought_back_stays)
{
    struct pgnpack_database *database = make_database();
    struct bytes before = {0}, now = {0}, more = {0};
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 3 * GAMES, PGNPACK_REASON_HAND), PGNPACK_OK);
    append_games(&more, 40 * GAMES,
                 9); /* most of the file: a segment that is large and clean, but for its record */
    more.size--;
    add_text(database, &more);
    commit(database);
    ck_assert_int_eq(pgnpack_database_delete(database, 7, 5, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    ck_assert_int_eq(pgnpack_database_undelete(database, 8, 2, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    live_text(pgnpack_database_reader(database), &before);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    live_text(pgnpack_database_reader(database), &now);
    ck_assert(bytes_equal(&before, &now));
    pgnpack_free(database);
    bytes_free(&before);
    bytes_free(&now);
    bytes_free(&more);
}
END_TEST

/* Two large segments, of which the second deleted a game of the first, and a small change that brought it back. */
START_TEST(records_of_large_segments)
{
    struct pgnpack_database *database = make_database();
    struct bytes before = {0}, now = {0}, more = {0};
    for (unsigned i = 0; i < 2; i++) {
        more.size = 0;
        append_games(&more, 40 * GAMES, 9 + i);
        more.size--;
        uint64_t first = pgnpack_reader_info(pgnpack_database_reader(database))->game_count + 1;
        add_text(database, &more);
        if (i == 1)
            ck_assert_int_eq(pgnpack_database_delete(database, first - 10, 5, PGNPACK_REASON_HAND, 0),
                             PGNPACK_OK);
        commit(database);
        if (i == 1)
            ck_assert_int_eq(pgnpack_database_undelete(database, first - 10, 5, PGNPACK_REASON_HAND),
                             PGNPACK_OK);
    }
    commit(database);
    live_text(pgnpack_database_reader(database), &before);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    live_text(pgnpack_database_reader(database), &now);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->deleted_count, 0);
    ck_assert(bytes_equal(&before, &now));
    pgnpack_free(database);
    bytes_free(&before);
    bytes_free(&now);
    bytes_free(&more);
}
END_TEST

/* ---- Small segments ---- */

static void check_same_numbers(struct pgnpack_reader *reader, const unsigned char *deleted, uint64_t count,
                               const struct bytes *all)
{
    struct bytes text = {0};
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, count);
    for (uint64_t number = 1; number <= count; number++)
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, number), deleted[number]);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    games_text(reader, 1, &text);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
    ck_assert(bytes_equal(&text, all));
    bytes_free(&text);
}

START_TEST(small_segments_are_merged)
{
    enum { CHANGES = 150 };
    static unsigned char deleted[GAMES_MAX];
    struct pgnpack_database *database = make_database();
    struct bytes all = {0}, one = {0};
    uint64_t random = 3, merged, merges = 0;
    append_games(&one, (unsigned)_i * 40 * GAMES, 8); /* a large segment, which stays */
    if (_i != 0) {
        one.size--;
        add_text(database, &one);
        commit(database);
    }
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    memset(deleted, 0, sizeof deleted);
    for (uint64_t number = 1; number <= pgnpack_reader_info(reader)->game_count; number++)
        deleted[number] = (unsigned char)pgnpack_reader_is_deleted(reader, number);
    for (unsigned i = 0; i < CHANGES; i++) {
        uint64_t count = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
        uint64_t number = 1 + random_below(&random, (size_t)count);
        one.size = 0;
        append_games(&one, 1, i);
        one.size--;
        add_text(database, &one);
        if (deleted[number])
            ck_assert_int_eq(pgnpack_database_undelete(database, number, 1, PGNPACK_REASON_HAND), PGNPACK_OK);
        else
            ck_assert_int_eq(pgnpack_database_delete(database, number, 1, PGNPACK_REASON_HAND, 0),
                             PGNPACK_OK);
        deleted[number] ^= 1;
        commit(database);
        reader = pgnpack_database_reader(database);
        pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
        games_text(reader, 1, &all);
        pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
        uint64_t segments = pgnpack_reader_info(reader)->segment_count;
        merged = merge_small(database);
        merges += merged != 0;
        ck_assert_uint_eq(merged == 0 ? 0 : merged - 1,
                          segments - pgnpack_reader_info(pgnpack_database_reader(database))->segment_count);
        if (merged == 0 && i % 10 != 0)
            continue;
        reader = pgnpack_database_reader(database);
        ck_assert_uint_lt(pgnpack_reader_info(reader)->segment_count, 64);
        check_same_numbers(reader, deleted, count + 1, &all);
        check_previous(reader);
    }
    ck_assert_uint_ge(merges, 15); /* of 8 segments or more each time */
    ck_assert_uint_le(merges, 25);
    ck_assert_int_eq(pgnpack_database_undelete(database, 1, 5, PGNPACK_REASON_HAND),
                     PGNPACK_OK); /* and it goes on */
    commit(database);
    for (uint64_t number = 1; number <= 5; number++)
        ck_assert_int_eq(pgnpack_reader_is_deleted(pgnpack_database_reader(database), number), 0);
    check_whole();
    pgnpack_free(database);
    bytes_free(&all);
    bytes_free(&one);
}
END_TEST

/* Small changes deleted games of large segments, and brought back what a large one's own record deletes. */
START_TEST(changes_of_large_segments_stay)
{
    enum { LARGE = 40000, CHANGES = 80 };
    struct bytes text = {0}, packed = {0};
    uint64_t merged = 0;
    append_games(&text, LARGE, 4);
    pack_whole(&(struct pack_setup){0}, &text, &packed);
    write_file(path, packed.data, packed.size);
    struct pgnpack_database *database = open_database(NULL);
    text.size = 0;
    append_games(&text, LARGE / 4, 5);
    add_text(database, &text);
    ck_assert_int_eq(pgnpack_database_delete(database, 100, 10, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    commit(database);
    ck_assert_int_eq(pgnpack_database_undelete(database, 100, 5, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    for (unsigned i = 0; i < CHANGES && merged == 0; i++) {
        ck_assert_int_eq(pgnpack_database_delete(database, 200 + 2 * i, 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        ck_assert_int_eq(pgnpack_database_delete(database, LARGE + 200 + 2 * i, 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        commit(database);
        uint64_t deleted = pgnpack_reader_info(pgnpack_database_reader(database))->deleted_count;
        ck_assert_uint_eq(deleted, 5 + 2 * (i + 1));
        merged = merge_small(database);
        struct pgnpack_reader *reader = pgnpack_database_reader(database);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, deleted);
        for (uint64_t number = 100; number < 110; number++)
            ck_assert_int_eq(pgnpack_reader_is_deleted(reader, number), number >= 105);
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, 200 + 2 * i), 1);
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader, LARGE + 200), 1);
    }
    ck_assert_uint_gt(merged, 15);
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->segment_count, 3);
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

/* A game with a comment of so many letters, which take room packed, too. */
static void append_noise(struct bytes *text, size_t size, uint64_t random)
{
    bytes_append_text(text, "[Event \"noise\"]\n\n{");
    for (size_t i = 0; i < size; i++) {
        const char letter = (char)('a' + random_below(&random, 26));
        bytes_append(text, &letter, 1);
    }
    bytes_append_text(text, "} *\n\n");
}

/* `count` games that begin with one of these lines, and many others' letters. */
static void append_openings(struct bytes *text, unsigned count, uint64_t random)
{
    static const char *const lines[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 d5 2. c4 e6",
                                        "1. e4 c5 2. Nf3 d6 3. d4 cxd4", "1. c4 e5 2. Nc3"};
    for (unsigned i = 0; i < count; i++) {
        append_noise(text, 30, next_random(&random));
        text->size -= strlen("*\n\n");
        bytes_append_text(text, lines[random_below(&random, 4)]);
        bytes_append_text(text, " *\n\n");
    }
}

static uint64_t games_to_search(const struct pgnpack_reader *reader, const char *fen)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    ck_assert_int_eq(pgnpack_board_set(board, fen, fen == NULL ? 0 : strlen(fen), NULL), PGNPACK_OK);
    uint64_t games = pgnpack_tree_games_to_search(tree, board);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    pgnpack_free(board);
    pgnpack_free(tree);
    return games;
}

/* A tree that was asked for one position knows as much of the next as one that was not. */
static void check_one_after_another(const struct pgnpack_reader *reader, const char *fen)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    ck_assert_int_eq(pgnpack_tree_position(tree, board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_set(board, fen, strlen(fen), NULL), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_tree_games_to_search(tree, board), games_to_search(reader, fen));
    pgnpack_free(board);
    pgnpack_free(tree);
}

/* Small changes have the positions in their trees that the whole database has in its own, also when they were merged. */
START_TEST(small_changes_have_trees)
{
    static const char after_e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    enum { LARGE = 4000, SMALL = 100 };
    struct bytes text = {0}, packed = {0};
    uint64_t merged = 0;
    append_openings(&text, LARGE, 1);
    pack_whole(&(struct pack_setup){.level = 3}, &text, &packed);
    write_file(path, packed.data, packed.size);
    struct pgnpack_database *database = open_database(NULL);
    for (unsigned i = 2; merged == 0; i++) {
        const struct pgnpack_reader *reader = pgnpack_database_reader(database);
        ck_assert_uint_eq(games_to_search(reader, NULL), 0);
        text.size = 0;
        append_openings(&text, SMALL, i);
        text.size--;
        add_text(database, &text);
        commit(database);
        merged = merge_small(database);
        ck_assert_uint_lt(i, 20);
    }
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 2);
    ck_assert_uint_eq(games_to_search(reader, NULL), 0);
    ck_assert_uint_lt(games_to_search(reader, after_e4), 60);
    check_one_after_another(reader, after_e4);
    ck_assert_int_eq(pgnpack_reader_check_trees(pgnpack_database_reader(database), NULL), PGNPACK_OK);
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

/* A segment that is there twice, around a large one: what small changes deleted of either stays so, and what they brought back. */
START_TEST(changes_of_twins_stay)
{
    enum { TWIN = GAMES + 1, LARGE = 1 };
    static const uint64_t deleted[] = {3, 7, TWIN + LARGE + 4, TWIN + LARGE + 7, 2 * TWIN + LARGE};
    struct bytes text = {0}, packed = {0}, twice = {0};
    uint64_t merged = 0;
    append_games(&text, GAMES, 4);
    append_noise(&text, 300 << 10, 1);
    pack_whole(&(struct pack_setup){0}, &text, &packed);
    bytes_append(&twice, packed.data, packed.size);
    text.size = 0;
    append_noise(&text, 3 << 20, 2);
    pack_whole(&(struct pack_setup){0}, &text, &twice);
    bytes_append(&twice, packed.data, packed.size);
    write_file(path, twice.data, twice.size);
    struct pgnpack_database *database = open_database(NULL);
    for (size_t i = 0; i < sizeof deleted / sizeof *deleted; i++) {
        ck_assert_int_eq(pgnpack_database_delete(database, deleted[i], 1, PGNPACK_REASON_HAND, 0),
                         PGNPACK_OK);
        ck_assert_int_eq(pgnpack_database_delete(database, 20, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        commit(database);
    }
    ck_assert_int_eq(pgnpack_database_undelete(database, 20, 1, PGNPACK_REASON_HAND), PGNPACK_OK);
    commit(database);
    for (unsigned i = 0; i < 80 && merged == 0; i++) {
        text.size = 0;
        append_games(&text, 1, i);
        text.size--;
        add_text(database, &text);
        commit(database);
        merged = merge_small(database);
    }
    ck_assert_uint_ne(merged, 0);
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 4);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, 5);
    for (size_t i = 0; i < sizeof deleted / sizeof *deleted; i++)
        ck_assert(pgnpack_reader_is_deleted(reader, deleted[i]));
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&packed);
    bytes_free(&twice);
}
END_TEST

START_TEST(ids_stay_when_small_segments_are_merged)
{
    struct pgnpack_database *database = make_database();
    char edited[PGNPACK_ID_SIZE];
    uint64_t merged = 0;
    edit_twice(database, 4 * GAMES + 5, edited);
    note_games(pgnpack_database_reader(database));
    for (unsigned i = 0; i < 70 && merged == 0; i++) {
        struct bytes one = {0};
        append_games(&one, 1, i);
        add_text(database, &one);
        commit(database);
        merged = merge_small(database);
        bytes_free(&one);
    }
    ck_assert_uint_ne(merged, 0);
    check_previous(pgnpack_database_reader(database));
    check_games(pgnpack_database_reader(database));
    check_leads_to(pgnpack_database_reader(database), edited, "version 3 of 125\"");
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    check_games(pgnpack_database_reader(database));
    check_leads_to(pgnpack_database_reader(database), edited, "version 3 of 125\"");
    pgnpack_free(database);
}
END_TEST

/* ---- Parts, orders, joining ---- */

START_TEST(copies_know_deleted_games)
{
    struct pgnpack_database *database = make_database();
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    struct bytes merged = {0}, part = {0}, sorted = {0}, turned = {0}, before = {0}, now = {0};
    char edited[PGNPACK_ID_SIZE];
    edit_twice(database, 4 * GAMES + 5, edited);
    reader = pgnpack_database_reader(database);
    live_text(reader, &before);
    note_games(reader);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &merged));
    ck_assert_int_eq(pgnpack_copy_segments(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &part));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 1, pgnpack_reader_info(reader)->game_count),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    const struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_KEEP};
    const struct pgnpack_order_key by_players[] = {{PGNPACK_ORDER_TAG, "White", 1},
                                                   {PGNPACK_ORDER_TAG, "Black", 1}};
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &sorted));
    ck_assert_int_eq(pgnpack_gather_sorted(gather, by_players, 2), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, 17), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, UINT64_MAX), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    size_t count = 0;
    static uint64_t backwards[GAMES_MAX];
    for (uint64_t number = pgnpack_reader_info(reader)->game_count; number > 0; number--)
        if (!pgnpack_reader_is_deleted(reader, number))
            backwards[count++] = number;
    copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &turned));
    ck_assert_int_eq(pgnpack_gather_numbers(gather, backwards, count), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, UINT64_MAX), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    pgnpack_reader_set_deleted(reader,
                               PGNPACK_DELETED_KEPT); /* what is sorted is what is there, whatever is read */
    ck_assert_int_eq(pgnpack_gather_sorted(gather, by_players, 2), PGNPACK_OK);
    for (uint64_t number; next_gathered(gather, NULL, &number) == PGNPACK_OK;)
        ck_assert(!pgnpack_reader_is_deleted(reader, number));
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
    pgnpack_free(gather);
    const struct bytes *files[] = {&merged, &part, &sorted, &turned};
    for (unsigned i = 0; i < 4; i++) {
        struct pgnpack_reader *of = pgnpack_reader_new(NULL);
        ck_assert_int_eq(pgnpack_reader_open(of, PGNPACK_FROM_MEMORY(files[i]->data, files[i]->size)),
                         PGNPACK_OK);
        live_text(of, &now);
        if (i < 2)
            ck_assert(bytes_equal(&before, &now));
        check_games(of);
        check_leads_to(of, edited, "version 3 of 125\"");
        ck_assert_uint_eq(pgnpack_reader_info(of)->deleted_count,
                          i == 0 ? pgnpack_reader_info(reader)->deleted_count : 0);
        pgnpack_free(of);
    }
    pgnpack_free(database);
    bytes_free(&merged);
    bytes_free(&part);
    bytes_free(&sorted);
    bytes_free(&turned);
    bytes_free(&before);
    bytes_free(&now);
}
END_TEST

/* Who asks for a deleted game by its number gets it. In a copy it is deleted, and it alone, in whichever segment it comes. */
START_TEST(deleted_games_may_be_gathered)
{
    struct pgnpack_database *database = make_database();
    struct pgnpack_reader *reader = pgnpack_database_reader(database), *copied = pgnpack_reader_new(NULL);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    struct bytes text = {0}, other = {0}, out = {0};
    const uint64_t numbers[] = {7, 2, 1}, others[] = {3, 4};
    uint64_t number;
    ck_assert(pgnpack_reader_is_deleted(reader, 2));
    for (unsigned pass = 0; pass < 3; pass++) { /* the second list comes before the first one's end */
        const uint64_t *list = pass == 1 ? others : numbers;
        ck_assert_int_eq(pgnpack_gather_numbers(gather, list, pass == 1 ? 2 : 3), PGNPACK_OK);
        for (size_t i = 0; i < 2; i++) {
            ck_assert_int_eq(next_gathered(gather, NULL, &number), PGNPACK_OK);
            ck_assert_uint_eq(number, list[i]);
        }
    }
    append_games(&text, GAMES, 99);
    pack_whole(&(struct pack_setup){0}, &text, &other);
    struct pgnpack_reader *between = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(between, PGNPACK_FROM_MEMORY(other.data, other.size)), PGNPACK_OK);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_gather_numbers(gather, numbers, 3), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, 3), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_segments(copy, between), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_gather_numbers(gather, others, 2), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, 2), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(copied, PGNPACK_FROM_MEMORY(out.data, out.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(copied)->game_count, 3 + GAMES + 2);
    ck_assert_uint_eq(pgnpack_reader_info(copied)->deleted_count, 1);
    ck_assert(pgnpack_reader_is_deleted(copied, 2));
    check_previous(copied);
    pgnpack_free(copy);
    pgnpack_free(gather);
    pgnpack_free(between);
    pgnpack_free(copied);
    pgnpack_free(database);
    bytes_free(&text);
    bytes_free(&other);
    bytes_free(&out);
}
END_TEST

/* Games that are asked for twice are there twice: what led to them, also before they were compacted, leads to one of the copies. */
START_TEST(games_may_be_gathered_twice)
{
    enum { FIRST = 3, COUNT = 12, TWICE = 5 };
    const struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_KEEP};
    struct pgnpack_database *database = make_database();
    struct bytes out = {0};
    uint64_t numbers[2 * COUNT];
    note_games(pgnpack_database_reader(database));
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    struct pgnpack_reader *reader = pgnpack_database_reader(database), *copied = pgnpack_reader_new(NULL);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    for (unsigned i = 0; i < 2 * COUNT; i++)
        numbers[i] = FIRST + i - (i < COUNT ? 0 : TWICE);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_gather_numbers(gather, numbers, 2 * COUNT), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_gathered(copy, gather, UINT64_MAX), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(copied, PGNPACK_FROM_MEMORY(out.data, out.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(copied)->game_count, 2 * COUNT);
    check_known(copied, FIRST - 1, FIRST - 1 + 2 * COUNT - TWICE);
    pgnpack_free(copy);
    pgnpack_free(gather);
    pgnpack_free(copied);
    pgnpack_free(database);
    bytes_free(&out);
}
END_TEST

/* ---- Failures ---- */

START_TEST(permissions_stay)
{
    struct stat facts;
    pgnpack_free(make_database());
    chmod(path, 0640);
    struct pgnpack_database *database = open_database(NULL);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    pgnpack_free(database);
    ck_assert_int_eq(stat(path, &facts), 0);
    ck_assert_uint_eq(facts.st_mode & 07777, 0640);
}
END_TEST

START_TEST(not_within_a_change)
{
    struct pgnpack_database *database = make_database(), *closed = pgnpack_database_new(NULL);
    const struct pgnpack_copy_options small = {.size = sizeof small, .small_only = 1};
    struct pgnpack_copy_totals totals = {.merged_segments = 7};
    pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_compact(database, &small, &totals), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(totals.merged_segments, 0);
    pgnpack_database_abort(database);
    ck_assert_int_eq(pgnpack_database_compact(database, &small, NULL), PGNPACK_OK);
    const struct pgnpack_copy_options wrong = {.size = sizeof wrong, .level = 11};
    ck_assert_int_eq(pgnpack_database_compact(database, &wrong, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_compact(closed, NULL, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_database_compact(database, NULL, NULL), PGNPACK_OK);
    pgnpack_free(closed);
    pgnpack_free(database);
}
END_TEST

/* The database is what it was, or compacted: nothing between, and no other file is left. */
START_TEST(memory_ends)
{
    struct limited limited;
    const struct pgnpack_copy_options options = {.size = sizeof options, .threads = 1};
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    size_t size;
    pgnpack_free(make_database());
    char *before = read_file(path, &size);
    for (size_t pieces = 1; status != PGNPACK_OK; pieces += 1 + pieces / 8) {
        limit_memory(&limited, 0);
        struct pgnpack_database *database = open_database(&limited.options);
        ck_assert_ptr_nonnull(database);
        allow_pieces(&limited.count, pieces);
        status = pgnpack_database_compact(database, &options, NULL);
        allow_pieces(&limited.count, SIZE_MAX);
        pgnpack_free(database);
        ck_assert_uint_eq(limited.count.outstanding, 0);
        ck_assert_uint_eq(files_in_folder(), 1);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        size_t now_size;
        char *now = read_file(path, &now_size);
        if (now_size == size) /* else it was done, and could not be opened again */
            ck_assert_int_eq(memcmp(now, before, size), 0);
        else
            status = PGNPACK_OK;
        free(now);
    }
    check_whole();
    free(before);
}
END_TEST

/* ---- Games of more than a block ---- */

enum { CUT_GAMES = 3, CUT_GAME = 2 };

static void append_cut_game(struct bytes *text)
{
    bytes_append_text(text, "[Event \"large\"]\n\n1. e4 {");
    while (text->size < (34 << 20))
        bytes_append_text(text, "a comment that goes on and on and on and on and on\n");
    bytes_append_text(text, "} e5 *\n\n");
}

/* The texts of all blocks, one after the other; they are looked at in their order, and the last ones again. */
static void check_block_texts(struct pgnpack_reader *reader, const char *expected)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_LEFT_OUT);
    struct bytes text = {0};
    uint64_t count = pgnpack_reader_info(reader)->block_count;
    struct pgnpack_text part;
    for (uint64_t n = 0; n < count; n++) {
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, n, &part), PGNPACK_OK);
        bytes_append(&text, part.data, part.size);
    }
    ck_assert_uint_eq(text.size, strlen(expected));
    ck_assert_int_eq(memcmp(text.data, expected, text.size), 0);
    for (uint64_t n = count; n-- > 2;) {
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, n, &part), PGNPACK_OK);
        ck_assert_uint_lt(part.size, 100);
    }
    bytes_free(&text);
    pgnpack_free(blocks);
}

/* What unpacking leaves of it, with any number of threads. */
static void check_left(const struct pgnpack_reader *reader, const struct bytes *file,
                       const struct bytes *left)
{
    for (unsigned threads = 1; threads <= 3; threads++) {
        const struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = threads};
        struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
        struct bytes_source source = {file->data, file->size, 0, SIZE_MAX};
        struct bytes text = {0};
        ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, reader), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                              PGNPACK_TO_FUNCTION(bytes_write, &text)),
                         PGNPACK_OK);
        ck_assert(bytes_equal(&text, left));
        ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->text_size, left->size);
        bytes_free(&text);
        pgnpack_free(unpacker);
    }
}

static enum pgnpack_status sort_bytes(struct pgnpack_reader *reader, struct bytes *out)
{
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, out));
    const struct pgnpack_order_key by_date = {.by = PGNPACK_ORDER_DATE};
    enum pgnpack_status status = pgnpack_gather_sorted(gather, &by_date, 1);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_gathered(copy, gather, UINT64_MAX);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    if (status == PGNPACK_ERROR_LIMIT)
        ck_assert_uint_eq(pgnpack_error(copy)->game, CUT_GAME);
    pgnpack_free(copy);
    pgnpack_free(gather);
    return status;
}

/* Nothing is left of one that is deleted; and nothing of one is lost by sorting. */
START_TEST(cut_games_are_deleted_whole)
{
    static const char first[] = "[Event \"first\"]\n\n1. e4 *\n\n",
                      last[] = "[Event \"last\"]\n\n1. d4 *\n\n";
    struct bytes text = {0}, plain = {0}, record = {0}, file = {0}, out = {0};
    char expected[sizeof first + sizeof last];
    snprintf(expected, sizeof expected, "%s%s", first, last);
    const struct bytes left = {(uint8_t *)expected, strlen(expected), 0};
    bytes_append_text(&text, first);
    append_cut_game(&text);
    bytes_append_text(&text, last);
    pack_whole(&(struct pack_setup){.level = 1}, &text, &plain);
    append_deletion(&record, 0, CUT_GAME - 1, 1);
    append_changed(&plain, &record, NULL, &file);

    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(plain.data, plain.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, CUT_GAMES);
    ck_assert_int_eq(sort_bytes(reader, &out), PGNPACK_ERROR_LIMIT);
    out.size = 0;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file.data, file.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, 1);
    check_left(reader, &file, &left);
    check_block_texts(reader, expected);
    ck_assert_int_eq(sort_bytes(reader, &out), PGNPACK_OK);
    out.size = 0;
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_compact(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    check_unpacks(&out, &left);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&plain);
    bytes_free(&record);
    bytes_free(&file);
    bytes_free(&out);
}
END_TEST

/* ---- Hostile ids ---- */

enum { RUNS = 5000 };

/* Games every other one of which is deleted, and ids without end that lead to all of them. */
static void make_hostile(struct bytes *file)
{
    static uint64_t runs[RUNS][5];
    static const uint64_t identity = 1;
    struct bytes text = {0}, plain = {0}, lists = {0}, record = {0}, ids = {0};
    for (unsigned i = 0; i < RUNS; i++)
        bytes_append_text(&text, "1. e4 *\n\n");
    pack_whole(&(struct pack_setup){.level = 1}, &text, &plain);
    append_list_head(&lists, 1, RUNS / 2, 0, 0);
    for (unsigned i = 0; i < RUNS / 2; i++) {
        bytes_append_varint(&lists, i != 0);
        bytes_append_varint(&lists, 0);
    }
    append_change(&record, 2, &lists, 1);
    for (unsigned i = 0; i < RUNS; i++) { /* to the first games each time */
        const uint64_t run[5] = {0, i % 7 * 2, 0, i == 0 ? 0 : 2 * RUNS - 1, RUNS - 1};
        memcpy(runs[i], run, sizeof run);
    }
    append_ids(&ids, &identity, 1, &runs[0][0], 5, RUNS);
    append_with_ids(&plain, &record, NULL, &ids, file);
    bytes_free(&lists);
    bytes_free(&text);
    bytes_free(&plain);
    bytes_free(&record);
    bytes_free(&ids);
}

static enum pgnpack_status compact_hostile(const struct bytes *file, uint64_t work_limit,
                                           enum pgnpack_ids ids)
{
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = work_limit};
    const struct pgnpack_copy_options copy_options = {.size = sizeof copy_options, .threads = 1, .ids = ids};
    struct bytes out = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, RUNS / 2);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &copy_options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    enum pgnpack_status status = pgnpack_copy_compact(copy, reader);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    if (status == PGNPACK_ERROR_LIMIT && work_limit == 0)
        ck_assert_ptr_nonnull(strstr(pgnpack_error(copy)->text, "--drop-ids"));
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&out);
    return status;
}

/* A file of some 50 KB would take 25 million steps from id to id: that is refused, by the work limit sooner. */
START_TEST(ids_without_end_are_refused)
{
    struct bytes file = {0};
    make_hostile(&file);
    ck_assert_int_eq(compact_hostile(&file, 0, PGNPACK_IDS_DEFAULT), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(compact_hostile(&file, 50000000, PGNPACK_IDS_DEFAULT), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(compact_hostile(&file, 50000000, PGNPACK_IDS_DROP), PGNPACK_OK);
    bytes_free(&file);
}
END_TEST

Suite *copy_changes_suite(void)
{
    Suite *suite = suite_create("copy_changes");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_loop_test(all, deleted_games_go, 0, TRIALS_ONE_IN == 1 ? 6 : 5);
    tcase_add_test(all, what_is_compact_stays);
    tcase_add_test(all, blocks_that_stay);
    tcase_add_test(all, ids_of_games_that_are_gone);
    tcase_add_test(all, ids_are_dropped);
    tcase_add_test(all, deleted_games_may_be_gathered);
    tcase_add_test(all, games_may_be_gathered_twice);
    tcase_add_test(all, what_was_brought_back_stays);
    tcase_add_test(all, records_of_large_segments);
    tcase_add_loop_test(all, small_segments_are_merged, 0, 2);
    tcase_add_test(all, changes_of_large_segments_stay);
    tcase_add_test(all, small_changes_have_trees);
    tcase_add_test(all, changes_of_twins_stay);
    tcase_add_test(all, ids_stay_when_small_segments_are_merged);
    tcase_add_test(all, copies_know_deleted_games);
    tcase_add_test(all, permissions_stay);
    tcase_add_test(all, not_within_a_change);
    tcase_add_test(all, memory_ends);
    tcase_add_test(all, cut_games_are_deleted_whole);
    tcase_add_test(all, ids_without_end_are_refused);
    suite_add_tcase(suite, all);
    return suite;
}
