/* What all public functions have in common (include/pgnpack.h, above "Version"): out-parameters that are NULL, options of other versions, files that
 * are not there, callbacks that say no, handles that others own. check_exports.sh finds a function with out-parameters that is not here. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { GAMES = 40 };

static char *folder, *path;
static struct bytes text, packed;
static struct pgnpack_reader *reader;

/* A database on the disk of which two games were deleted, and one came with the last change. */
static void set_up(void)
{
    folder = make_temporary_folder();
    path = join_path(folder, "games.bcgn");
    append_games(&text, GAMES, 7);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    const struct pgnpack_database_options create = {.size = sizeof create, .create = 1};
    ck_assert_int_eq(pgnpack_database_open(database, path, &create), PGNPACK_OK);
    struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, "add", 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_delete(database, 3, 2, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, "delete", 0), PGNPACK_OK);
    pgnpack_free(database);
    pack_whole(&(struct pack_setup){.block_size = 1200}, &text, &packed);
    reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)), PGNPACK_OK);
}

static void tear_down(void)
{
    pgnpack_free(reader);
    remove_folder(folder);
    free(path);
    free(folder);
    bytes_free(&packed);
    bytes_free(&text);
}

/* ---- Out-parameters ---- */

#define OK(call) ck_assert_int_eq(call, PGNPACK_OK)

START_TEST(outs_of_games_may_be_null)
{
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *games = pgnpack_pgn_reader_new(NULL);
    OK(pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(text.data, text.size)));
    OK(pgnpack_pgn_reader_next(games, NULL));
    OK(pgnpack_pgn_reader_next(games, &game));
    pgnpack_pgn_reader_place(games, 0, NULL);
    ck_assert_int_eq(pgnpack_game_tag(game, 0, NULL, NULL), 1);
    ck_assert_int_eq(pgnpack_game_find_tag(game, "Event", NULL), 1);
    ck_assert_int_eq(pgnpack_game_item(game, 0, NULL), 1);
    pgnpack_game_details(game, NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    OK(pgnpack_board_set(board, NULL, 0, NULL));
    OK(pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, "e4", 2, NULL));
    struct pgnpack_builder *builder = pgnpack_builder_new(NULL);
    OK(pgnpack_builder_begin(builder, game));
    OK(pgnpack_builder_finish(builder, NULL));
    struct pgnpack_editor *editor = pgnpack_editor_new(NULL);
    OK(pgnpack_editor_begin(editor, "1. e4 *\n", 8));
    OK(pgnpack_editor_finish(editor, NULL));
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    OK(pgnpack_query_find(query, game, NULL));
    ck_assert_int_eq(pgnpack_query_word(0, NULL), 1);
    pgnpack_free(query);
    pgnpack_free(editor);
    pgnpack_free(builder);
    pgnpack_free(board);
    pgnpack_free(games);
}
END_TEST

START_TEST(outs_of_databases_may_be_null)
{
    ck_assert_int_eq(pgnpack_reader_segment(reader, 0, NULL), 1);
    ck_assert_int_eq(pgnpack_reader_left_out_range(reader, 1, NULL, NULL), 1);
    ck_assert_int_eq(pgnpack_reader_deleted_range(reader, 1, NULL, NULL), 1);
    ck_assert_int_eq(pgnpack_reader_game_id(reader, 1, NULL), 1);
    OK(pgnpack_reader_load_ids(reader, NULL));
    char id[PGNPACK_ID_SIZE];
    ck_assert_int_eq(pgnpack_reader_game_id(reader, 2, id), 1);
    OK(pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, NULL));
    ck_assert_int_eq(pgnpack_reader_block(reader, 0, NULL), 1);
    ck_assert_int_eq(pgnpack_reader_shard(reader, 0, 1, NULL), 1);
    struct pgnpack_history *history = pgnpack_history_new(reader);
    OK(pgnpack_history_change(history, 0, NULL));
    OK(pgnpack_history_deleted(history, 1, NULL));
    OK(pgnpack_history_games(history, 2, 0, NULL));
    pgnpack_free(history);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    OK(pgnpack_cursor_next(cursor, NULL));
    OK(pgnpack_cursor_text(cursor, NULL));
    pgnpack_free(cursor);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    OK(pgnpack_block_reader_text(blocks, 0, NULL));
    OK(pgnpack_block_reader_details(blocks, 0, NULL));
    ck_assert_int_eq(pgnpack_block_reader_file(blocks, 0, NULL), 1);
    OK(pgnpack_block_reader_columns(blocks, NULL));
    ck_assert_int_eq(pgnpack_block_reader_column(blocks, 0, NULL), 1);
    OK(pgnpack_block_reader_tag_names(blocks, NULL));
    ck_assert_int_eq(pgnpack_block_reader_tag_name(blocks, 0, NULL), 1);
    pgnpack_free(blocks);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    OK(pgnpack_database_open(database, path, NULL));
    OK(pgnpack_database_undo(database, 2, NULL));
    OK(pgnpack_database_abort(database));
    OK(pgnpack_database_compact(database, NULL, NULL));
    pgnpack_free(database);
}
END_TEST

START_TEST(outs_of_questions_may_be_null)
{
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, NULL);
    const struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 5};
    OK(pgnpack_batch_next(batch, &columns, NULL));
    pgnpack_batch_counts(batch, NULL);
    pgnpack_free(batch);
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    OK(pgnpack_search_next(search, NULL, 1, NULL));
    pgnpack_search_counts(search, NULL);
    pgnpack_free(search);
    pgnpack_free(query);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    OK(pgnpack_tree_position(tree, board));
    ck_assert_int_eq(pgnpack_tree_move(tree, 0, NULL), 1);
    pgnpack_tree_totals(tree, NULL);
    pgnpack_free(tree);
    pgnpack_free(board);
    struct pgnpack_names *names = pgnpack_names_new(reader, NULL, NULL);
    OK(pgnpack_names_next(names, NULL));
    pgnpack_free(names);
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    OK(pgnpack_duplicates_add_reader(duplicates, reader, 0));
    OK(pgnpack_duplicates_add_reader(duplicates, reader, 1));
    OK(pgnpack_duplicates_run(duplicates));
    OK(pgnpack_duplicates_next(duplicates, NULL));
    pgnpack_duplicates_counts(duplicates, NULL);
    pgnpack_free(duplicates);
    const struct pgnpack_text a = {"Carlsen, M", 10}, b = {"Carlsen, Magnus", 15};
    ck_assert_uint_gt(pgnpack_name_likeness(a, b, NULL), 0);
    struct pgnpack_spelling *spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_int_le(pgnpack_spelling_next(spelling, NULL), PGNPACK_END);
    pgnpack_free(spelling);
}
END_TEST

START_TEST(outs_of_the_rest_may_be_null)
{
    const struct pgnpack_moves_options options = {.size = sizeof options,
                                                  .encoding = PGNPACK_ENCODING_BYTE_INDEX};
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(NULL, &options);
    const uint16_t e4[] = {12 << 6 | 28 | 1 << 12};
    uint16_t moves[1];
    unsigned char bytes[8];
    OK(pgnpack_moves_encode(coder, NULL, e4, 1, bytes, sizeof bytes, NULL));
    OK(pgnpack_moves_decode(coder, NULL, bytes, 1, moves, 1, NULL));
    ck_assert_uint_eq(moves[0], e4[0]);
    pgnpack_free(coder);
    struct bytes old = {0};
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &old));
    struct pgnpack_builder *builder = pgnpack_builder_new(NULL);
    const struct pgnpack_game *game;
    OK(pgnpack_builder_san(builder, "e4", 2));
    OK(pgnpack_builder_finish(builder, &game));
    OK(pgnpack_bcgn0_writer_add(writer, game));
    OK(pgnpack_bcgn0_writer_finish(writer));
    struct pgnpack_bcgn0_reader *reads = pgnpack_bcgn0_reader_new(NULL);
    OK(pgnpack_bcgn0_reader_open(reads, PGNPACK_FROM_MEMORY(old.data, old.size)));
    OK(pgnpack_bcgn0_reader_next(reads, NULL));
    pgnpack_free(reads);
    pgnpack_free(builder);
    pgnpack_free(writer);
    bytes_free(&old);
}
END_TEST

/* ---- Options of other versions of the library ---- */

/* What a newer header may have. */
struct newer_options {
    struct pgnpack_options known;
    uint64_t added;
};

static enum pgnpack_status open_with(size_t size, uint64_t added)
{
    struct newer_options options = {.known = {.size = size}, .added = added};
    struct pgnpack_reader *opened = pgnpack_reader_new(&options.known);
    enum pgnpack_status status = pgnpack_reader_open(opened, PGNPACK_FROM_MEMORY(packed.data, packed.size));
    if (status != PGNPACK_OK)
        ck_assert_ptr_nonnull(strstr(pgnpack_error(opened)->text, "pgnpack_options.size is"));
    pgnpack_free(opened);
    return status;
}

START_TEST(options_may_be_larger_where_nothing_new_is_set)
{
    OK(open_with(sizeof(struct newer_options), 0));
    for (unsigned bit = 0; bit < 64; bit += 9)
        ck_assert_int_eq(open_with(sizeof(struct newer_options), UINT64_C(1) << bit), PGNPACK_ERROR_ARGUMENT);
    OK(open_with(sizeof(struct pgnpack_options), UINT64_MAX));
    OK(open_with(2 * sizeof(size_t), 0)); /* as an older header may have had */
    ck_assert_int_eq(open_with(0, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(open_with(2 * sizeof(size_t) + 3, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(open_with(SIZE_MAX / 16 * 16, 0), PGNPACK_ERROR_ARGUMENT);
}
END_TEST

START_TEST(refused_options_stay_refused)
{
    const struct pgnpack_tree_options wrong = {.size = 3};
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, &wrong),
                        *other = pgnpack_tree_new(reader, NULL, NULL);
    const struct pgnpack_tree_move row = {.move = 0, .counts = {.games = 1, .unknown = 1}};
    ck_assert_int_eq(pgnpack_tree_add(tree, other), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_tree_add_move(tree, &row), PGNPACK_ERROR_ARGUMENT);
    OK(pgnpack_tree_add_move(other, &row));
    pgnpack_free(other);
    pgnpack_free(tree);
    struct pgnpack_builder *builder = pgnpack_builder_new(&(struct pgnpack_options){.size = 1});
    ck_assert_int_eq(pgnpack_builder_begin(builder, NULL), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(builder);
    const struct pgnpack_writer_options set = {.size = sizeof set, .reserved = 1};
    struct bytes nothing = {0};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &set, PGNPACK_TO_FUNCTION(bytes_write, &nothing));
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(writer)->text, "reserved"));
    pgnpack_free(writer);
}
END_TEST

START_TEST(what_is_reserved_is_zero_and_has_to_be)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_tree_move row = {.move = 0, .counts = {.games = 1, .unknown = 1}}, told;
    row.counts.reserved[3] = 1;
    ck_assert_int_eq(pgnpack_tree_add_move(tree, &row), PGNPACK_ERROR_ARGUMENT);
    row.counts.reserved[3] = 0;
    OK(pgnpack_tree_add_move(tree, &row));
    memset(&told, 0xff, sizeof told);
    ck_assert_int_eq(pgnpack_tree_move(tree, 0, &told), 1);
    ck_assert_uint_eq(told.counts.reserved[0] | told.counts.reserved[1] | told.counts.reserved[2] |
                          told.counts.reserved[3],
                      0);
    pgnpack_free(tree);
    struct pgnpack_search *search = pgnpack_search_new(reader, NULL);
    struct pgnpack_hit hits[2];
    memset(hits, 0xff, sizeof hits);
    OK(pgnpack_search_next(search, hits, 2, NULL));
    for (size_t i = 0; i < sizeof hits[1].reserved; i++)
        ck_assert_uint_eq(hits[1].reserved[i], 0);
    pgnpack_free(search);
}
END_TEST

/* ---- Files that are not there ---- */

START_TEST(a_file_that_is_not_there_is_said_to_be_missing)
{
    char *missing = join_path(folder, "none.bcgn");
    struct pgnpack_reader *opened = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(opened, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    ck_assert_int_eq(pgnpack_error(opened)->status, PGNPACK_ERROR_NO_FILE);
    ck_assert_int_eq(pgnpack_reader_open(opened, PGNPACK_FROM_PATH(folder)), PGNPACK_ERROR_READ);
    pgnpack_free(opened);
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    OK(pgnpack_reader_use_index(reader, NULL));
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, missing, NULL), PGNPACK_ERROR_NO_FILE);
    pgnpack_free(database);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(missing), NULL), PGNPACK_ERROR_NO_FILE);
    pgnpack_free(unpacker);
    struct pgnpack_pgn_reader *games = pgnpack_pgn_reader_new(NULL);
    ck_assert_int_eq(pgnpack_pgn_reader_open(games, PGNPACK_FROM_PATH(missing)), PGNPACK_ERROR_NO_FILE);
    pgnpack_free(games);
    free(missing);
}
END_TEST

START_TEST(an_id_of_no_game_is_an_end_and_no_mistake)
{
    uint64_t number = 7;
    ck_assert_int_eq(pgnpack_reader_find_id(reader, "zzzzzzz:1", PGNPACK_ID_NOW, &number), PGNPACK_END);
    ck_assert_uint_eq(number, 0);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "no game of this database has the id"));
    ck_assert_int_eq(pgnpack_reader_find_id(reader, "no id", PGNPACK_ID_NOW, &number),
                     PGNPACK_ERROR_ARGUMENT);
    struct pgnpack_reader *closed = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_load_ids(closed, NULL), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(closed);
}
END_TEST

/* ---- Callbacks ---- */

static int refuse_damage(void *opaque, const struct pgnpack_damage *damage)
{
    ck_assert_uint_gt(damage->game_count, 0);
    return ++*(int *)opaque == 2;
}

START_TEST(who_is_told_of_damage_can_stop)
{
    struct pgnpack_block_info info;
    struct pgnpack_reader *opened = pgnpack_reader_new(NULL);
    int calls = 0;
    OK(pgnpack_reader_open(opened, PGNPACK_FROM_MEMORY(packed.data, packed.size)));
    uint64_t damaged = 0;
    for (uint64_t i = 0; pgnpack_reader_block(opened, 2 * i, &info); i++, damaged++)
        packed.data[info.offset + info.size - 1] ^= 1;
    ck_assert_uint_gt(damaged, 2);
    ck_assert_int_eq(pgnpack_reader_skip_damaged(opened, 0, UINT64_MAX, refuse_damage, &calls),
                     PGNPACK_ERROR_CANCELLED);
    ck_assert_int_eq(calls, 2);
    ck_assert_int_eq(pgnpack_reader_left_out_range(opened, 1, NULL, NULL), 0);
    OK(pgnpack_reader_skip_damaged(opened, 0, UINT64_MAX, refuse_damage, &calls));
    ck_assert_int_eq(calls, 2 + (int)damaged);
    pgnpack_free(opened);
    for (unsigned threads = 1; threads <= 2; threads++) {
        calls = 0;
        const struct pgnpack_unpacker_options options = {.size = sizeof options,
                                                         .threads = threads,
                                                         .salvage = 1,
                                                         .damage = refuse_damage,
                                                         .opaque = &calls};
        struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_MEMORY(packed.data, packed.size), NULL),
                         PGNPACK_ERROR_CANCELLED);
        ck_assert_int_eq(calls, 2);
        pgnpack_free(unpacker);
    }
}
END_TEST

/* ---- Handles ---- */

START_TEST(a_handle_that_could_not_be_made_says_why)
{
    ck_assert_int_eq(pgnpack_error(NULL)->status, PGNPACK_ERROR_MEMORY);
    ck_assert_str_ne(pgnpack_error(NULL)->text, "");
}
END_TEST

START_TEST(the_reader_of_a_database_opens_nothing_else)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    OK(pgnpack_database_open(database, path, NULL));
    struct pgnpack_reader *its = pgnpack_database_reader(database);
    ck_assert_int_eq(pgnpack_reader_open(its, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                     PGNPACK_ERROR_ARGUMENT);
    OK(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0));
    OK(pgnpack_database_commit(database, NULL, 0));
    ck_assert_uint_eq(pgnpack_reader_info(pgnpack_database_reader(database))->deleted_count, 3);
    pgnpack_free(database);
}
END_TEST

START_TEST(asking_what_there_is_to_search_takes_no_rows)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_tree_counts before, after;
    OK(pgnpack_tree_position(tree, board));
    pgnpack_tree_totals(tree, &before);
    ck_assert_uint_gt(before.games, 0);
    ck_assert_uint_le(pgnpack_tree_games_to_search(tree, board), GAMES);
    pgnpack_tree_totals(tree, &after);
    ck_assert_mem_eq(&before, &after, sizeof before);
    pgnpack_free(tree);
    pgnpack_free(board);
}
END_TEST

START_TEST(a_search_without_a_query_finds_all_games)
{
    struct pgnpack_search *search = pgnpack_search_new(reader, NULL);
    uint64_t found = 0;
    while (pgnpack_search_next(search, NULL, 1, NULL) == PGNPACK_OK)
        found++;
    ck_assert_uint_eq(found, GAMES - 2);
    pgnpack_free(search);
}
END_TEST

START_TEST(nothing_is_added_behind_the_end)
{
    char *pgn = join_path(folder, "games.pgn");
    const struct pgnpack_game *game;
    struct pgnpack_builder *builder = pgnpack_builder_new(NULL);
    OK(pgnpack_builder_san(builder, "e4", 2));
    OK(pgnpack_builder_finish(builder, &game));
    struct pgnpack_pgn_writer *writer = pgnpack_pgn_writer_new(NULL, PGNPACK_TO_PATH(pgn));
    OK(pgnpack_pgn_writer_add(writer, game));
    OK(pgnpack_pgn_writer_finish(writer));
    ck_assert_int_eq(pgnpack_pgn_writer_add(writer, game), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(writer);
    pgnpack_free(builder);
    free(pgn);
}
END_TEST

START_TEST(a_cursor_has_a_number_where_it_has_a_game)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_text bytes;
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 0);
    OK(pgnpack_cursor_seek(cursor, 9));
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 0);
    OK(pgnpack_cursor_next(cursor, NULL));
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 9);
    OK(pgnpack_cursor_range(cursor, 20, 1));
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 0);
    OK(pgnpack_cursor_next(cursor, NULL));
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 20);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 0);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &bytes), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(cursor)->text, "counted from 1"));
    OK(pgnpack_cursor_range(cursor, 21, 1));
    OK(pgnpack_cursor_next(cursor, NULL));
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_END);
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), 21);
    pgnpack_free(cursor);
}
END_TEST

START_TEST(a_reader_tells_of_its_last_call)
{
    char id[PGNPACK_ID_SIZE];
    uint64_t number;
    ck_assert_int_eq(pgnpack_reader_game_id(reader, 1, id), 1);
    ck_assert_int_eq(pgnpack_reader_find_id(reader, "no id", PGNPACK_ID_NOW, &number),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_ERROR_ARGUMENT);
    OK(pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number));
    OK(pgnpack_error(reader)->status);
    ck_assert_str_eq(pgnpack_error(reader)->text, "");
    ck_assert_int_eq(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH("missing")), PGNPACK_ERROR_NO_FILE);
    ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_ERROR_NO_FILE);
    OK(pgnpack_reader_use_index(reader, NULL));
    OK(pgnpack_error(reader)->status);
}
END_TEST

START_TEST(a_slip_of_a_call_stays_with_that_call)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const char *no_name = NULL;
    struct pgnpack_text bytes;
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &bytes), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(cursor)->text, "no game's text"));
    OK(pgnpack_cursor_next(cursor, NULL));
    OK(pgnpack_error(cursor)->status);
    ck_assert_int_eq(pgnpack_cursor_tags(cursor, &no_name, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(cursor)->text, "one of names"));
    OK(pgnpack_cursor_text(cursor, &bytes));
    OK(pgnpack_cursor_range(cursor, 1, 1));
    OK(pgnpack_cursor_next(cursor, NULL));
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_END);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &bytes), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_END);
    ck_assert_str_eq(pgnpack_error(cursor)->text, "");
    pgnpack_free(cursor);

    struct pgnpack_search *search = pgnpack_search_new(reader, NULL);
    struct pgnpack_hit hit;
    size_t count;
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 0, &count), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(search)->text, "capacity is 0"));
    OK(pgnpack_search_next(search, &hit, 1, &count));
    OK(pgnpack_error(search)->status);
    ck_assert_uint_eq(hit.game, 1);
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 0, &count), PGNPACK_ERROR_ARGUMENT);
    OK(pgnpack_search_range(search, 2, 1));
    OK(pgnpack_search_next(search, &hit, 1, &count));
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 1, &count), PGNPACK_END);
    pgnpack_free(search);
}
END_TEST

/* ---- What a call refuses is of that call alone ---- */

/* Handles that go on: each is made new, does what is right, then what is wrong, then what is right again. */
static const struct pgnpack_game *sample;
static struct bytes written;
static struct pgnpack_reader *closed;
static struct pgnpack_query *all_games;
static const uint64_t first_game[] = {1}, no_game[] = {0};

static void *new_board(void)
{
    return pgnpack_board_new(NULL);
}

static enum pgnpack_status board_right(void *board)
{
    enum pgnpack_status status = pgnpack_board_set(board, NULL, 0, NULL);
    return status == PGNPACK_OK ? pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, "e4", 2, NULL) : status;
}

static enum pgnpack_status board_no_move(void *board)
{
    return pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, "Ke4", 3, NULL);
}

static enum pgnpack_status board_no_position(void *board)
{
    return pgnpack_board_set(board, "no FEN", 6, NULL);
}

static enum pgnpack_status board_no_undo(void *board)
{
    return pgnpack_board_undo(board);
}

static void *new_pgn_writer(void)
{
    return pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(bytes_write, &written));
}

static enum pgnpack_status pgn_writer_right(void *writer)
{
    return pgnpack_pgn_writer_add(writer, sample);
}

static enum pgnpack_status pgn_writer_null(void *writer)
{
    return pgnpack_pgn_writer_add(writer, NULL);
}

static void *new_builder(void)
{
    return pgnpack_builder_new(NULL);
}

static enum pgnpack_status builder_right(void *builder)
{
    enum pgnpack_status status = pgnpack_builder_begin(builder, NULL);
    return status == PGNPACK_OK ? pgnpack_builder_san(builder, "e4", 2) : status;
}

static enum pgnpack_status builder_no_move(void *builder)
{
    return pgnpack_builder_san(builder, "Ke4", 3);
}

static enum pgnpack_status builder_no_name(void *builder)
{
    return pgnpack_builder_tag(builder, NULL, "x", 1);
}

static enum pgnpack_status builder_no_result(void *builder)
{
    return pgnpack_builder_result(builder, (enum pgnpack_result)9);
}

static void *new_writer(void)
{
    return pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &written));
}

static enum pgnpack_status writer_right(void *writer)
{
    enum pgnpack_status status = pgnpack_writer_add_game(writer, sample);
    return status == PGNPACK_OK ? pgnpack_writer_write(writer, "1. e4 *\n", 8) : status;
}

static enum pgnpack_status writer_null(void *writer)
{
    return pgnpack_writer_add_game(writer, NULL);
}

static enum pgnpack_status writer_no_text(void *writer)
{
    return pgnpack_writer_write(writer, NULL, 5);
}

static enum pgnpack_status writer_no_name(void *writer)
{
    return pgnpack_writer_begin_file(writer, NULL, 5, NULL);
}

static enum pgnpack_status writer_zero_byte(void *writer)
{
    return pgnpack_writer_begin_file(writer, "a\0b", 3, NULL);
}

static enum pgnpack_status writer_long_name(void *writer)
{
    static const char name[100000] = "a";
    return pgnpack_writer_begin_file(writer, name, sizeof name, NULL);
}

static void *new_bcgn0_writer(void)
{
    return pgnpack_bcgn0_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &written));
}

static enum pgnpack_status bcgn0_writer_right(void *writer)
{
    return pgnpack_bcgn0_writer_add(writer, sample);
}

static enum pgnpack_status bcgn0_writer_null(void *writer)
{
    return pgnpack_bcgn0_writer_add(writer, NULL);
}

static void *new_database(void)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    OK(pgnpack_database_open(database, path, NULL));
    return database;
}

static enum pgnpack_status database_right(void *database)
{
    return pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0);
}

static enum pgnpack_status database_no_game(void *database)
{
    return pgnpack_database_delete(database, 1, 1000, PGNPACK_REASON_HAND, 0);
}

static enum pgnpack_status database_no_reason(void *database)
{
    return pgnpack_database_undelete(database, 1, 1, (enum pgnpack_reason)77);
}

static enum pgnpack_status database_no_change(void *database)
{
    return pgnpack_database_undo(database, 99, NULL);
}

static enum pgnpack_status database_no_state(void *database)
{
    return pgnpack_database_truncate(database, 99);
}

static enum pgnpack_status database_no_time(void *database)
{
    return pgnpack_database_commit(database, NULL, -1);
}

static enum pgnpack_status database_no_origin(void *database)
{
    return pgnpack_database_set_origin(database, 0, 1, 1);
}

static void *new_unpacker(void)
{
    return pgnpack_unpacker_new(NULL, NULL);
}

static enum pgnpack_status unpacker_right(void *unpacker)
{
    return pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), NULL);
}

static enum pgnpack_status unpacker_null(void *unpacker)
{
    return pgnpack_unpacker_run(unpacker, NULL, NULL);
}

static enum pgnpack_status unpacker_closed(void *unpacker)
{
    return pgnpack_unpacker_leave_out(unpacker, closed);
}

static void *new_reader(void)
{
    struct pgnpack_reader *opened = pgnpack_reader_new(NULL);
    OK(pgnpack_reader_open(opened, PGNPACK_FROM_PATH(path)));
    return opened;
}

static enum pgnpack_status reader_right(void *opened)
{
    char id[PGNPACK_ID_SIZE];
    ck_assert_int_eq(pgnpack_reader_game_id(opened, 1, id), 1);
    return pgnpack_reader_find_id(opened, id, PGNPACK_ID_NOW, NULL);
}

static enum pgnpack_status reader_no_id(void *opened)
{
    return pgnpack_reader_find_id(opened, "no id", PGNPACK_ID_NOW, NULL);
}

static enum pgnpack_status reader_no_sink(void *opened)
{
    return pgnpack_reader_save_layout(opened, NULL);
}

static enum pgnpack_status reader_no_index(void *opened)
{
    return pgnpack_reader_write_index(opened, NULL, NULL);
}

static void *new_history(void)
{
    return pgnpack_history_new(reader);
}

static enum pgnpack_status history_right(void *history)
{
    return pgnpack_history_games(history, 2, 0, NULL);
}

static enum pgnpack_status history_no_change(void *history)
{
    return pgnpack_history_games(history, 99, 0, NULL);
}

static void *new_cursor(void)
{
    return pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
}

static enum pgnpack_status cursor_right(void *cursor)
{
    return pgnpack_cursor_next(cursor, NULL);
}

static enum pgnpack_status cursor_no_name(void *cursor)
{
    const char *name = NULL;
    return pgnpack_cursor_tags(cursor, &name, 1);
}

static void *new_batch(void)
{
    return pgnpack_batch_new(reader, NULL);
}

static enum pgnpack_status batch_right(void *batch)
{
    const struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 5};
    return pgnpack_batch_next(batch, &columns, NULL);
}

static enum pgnpack_status batch_no_columns(void *batch)
{
    const struct pgnpack_columns columns = {.size = 3};
    return pgnpack_batch_next(batch, &columns, NULL);
}

static void *new_query(void)
{
    return pgnpack_query_new(NULL);
}

static enum pgnpack_status query_right(void *query)
{
    return pgnpack_query_add(query, "white", "Carlsen");
}

static enum pgnpack_status query_no_word(void *query)
{
    return pgnpack_query_add(query, "no word", "1");
}

static enum pgnpack_status query_no_value(void *query)
{
    return pgnpack_query_add(query, "position", "x");
}

static enum pgnpack_status query_null(void *query)
{
    return pgnpack_query_add(query, NULL, NULL);
}

static enum pgnpack_status query_no_game(void *query)
{
    return pgnpack_query_add_game(query, NULL, 0);
}

static void *new_search(void)
{
    return pgnpack_search_new(reader, all_games);
}

static enum pgnpack_status search_right(void *search)
{
    return pgnpack_search_next(search, NULL, 1, NULL);
}

static enum pgnpack_status search_no_room(void *search)
{
    return pgnpack_search_next(search, NULL, 0, NULL);
}

static void *new_tree(void)
{
    return pgnpack_tree_new(reader, NULL, NULL);
}

static enum pgnpack_status tree_right(void *tree)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    enum pgnpack_status status = pgnpack_tree_position(tree, board);
    pgnpack_free(board);
    return status;
}

static enum pgnpack_status tree_no_board(void *tree)
{
    return pgnpack_tree_position(tree, NULL);
}

static enum pgnpack_status tree_itself(void *tree)
{
    return pgnpack_tree_add(tree, tree);
}

static enum pgnpack_status tree_no_row(void *tree)
{
    return pgnpack_tree_add_move(tree, NULL);
}

static void *new_copy(void)
{
    return pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &written));
}

static enum pgnpack_status copy_right(void *copy)
{
    return pgnpack_copy_games(copy, reader, 1, 1);
}

static enum pgnpack_status copy_no_games(void *copy)
{
    return pgnpack_copy_games(copy, reader, 1, 1000);
}

static enum pgnpack_status copy_no_reader(void *copy)
{
    return pgnpack_copy_segments(copy, NULL);
}

static enum pgnpack_status copy_closed(void *copy)
{
    return pgnpack_copy_compact(copy, closed);
}

static enum pgnpack_status copy_no_gather(void *copy)
{
    return pgnpack_copy_gathered(copy, NULL, 1);
}

static void *new_gather(void)
{
    return pgnpack_gather_new(reader);
}

static enum pgnpack_status gather_right(void *gather)
{
    return pgnpack_gather_numbers(gather, first_game, 1);
}

static enum pgnpack_status gather_no_game(void *gather)
{
    return pgnpack_gather_numbers(gather, no_game, 1);
}

static enum pgnpack_status gather_no_keys(void *gather)
{
    return pgnpack_gather_sorted(gather, NULL, 0);
}

static void *new_coder(void)
{
    const struct pgnpack_moves_options options = {.size = sizeof options,
                                                  .encoding = PGNPACK_ENCODING_BYTE_INDEX};
    return pgnpack_moves_coder_new(NULL, &options);
}

static enum pgnpack_status coder_right(void *coder)
{
    const uint16_t e4[] = {12 << 6 | 28 | 1 << 12};
    unsigned char bytes[8];
    return pgnpack_moves_encode(coder, NULL, e4, 1, bytes, sizeof bytes, NULL);
}

static enum pgnpack_status coder_no_move(void *coder)
{
    const uint16_t none[] = {0};
    unsigned char bytes[8];
    return pgnpack_moves_encode(coder, NULL, none, 1, bytes, sizeof bytes, NULL);
}

static enum pgnpack_status coder_null(void *coder)
{
    return pgnpack_moves_decode(coder, NULL, NULL, 5, NULL, 0, NULL);
}

static void *new_editor(void)
{
    struct pgnpack_editor *editor = pgnpack_editor_new(NULL);
    OK(pgnpack_editor_begin(editor, "1. e4 *\n", 8));
    return editor;
}

static enum pgnpack_status editor_right(void *editor)
{
    return pgnpack_editor_set_tag(editor, "White", "A", 1);
}

static enum pgnpack_status editor_no_name(void *editor)
{
    return pgnpack_editor_set_tag(editor, "no name", "A", 1);
}

static enum pgnpack_status editor_no_ply(void *editor)
{
    return pgnpack_editor_set_comment(editor, 9, "a", 1);
}

static enum pgnpack_status editor_no_result(void *editor)
{
    return pgnpack_editor_set_result(editor, (enum pgnpack_result)9);
}

static void *new_names(void)
{
    return pgnpack_names_new(reader, NULL, NULL);
}

static enum pgnpack_status names_right(void *names)
{
    return pgnpack_names_add(names, 1, 1);
}

static enum pgnpack_status names_no_game(void *names)
{
    return pgnpack_names_add(names, 0, 1);
}

static enum pgnpack_status names_no_name(void *names)
{
    return pgnpack_names_add_as(names, 1, (struct pgnpack_text){NULL, 0});
}

static void *new_duplicates(void)
{
    return pgnpack_duplicates_new(NULL, NULL);
}

static enum pgnpack_status duplicates_right(void *duplicates)
{
    enum pgnpack_status status = pgnpack_duplicates_add_reader(duplicates, reader, 0);
    return status == PGNPACK_OK ? pgnpack_duplicates_run(duplicates) : status;
}

static enum pgnpack_status duplicates_null(void *duplicates)
{
    return pgnpack_duplicates_add_reader(duplicates, NULL, 0);
}

static enum pgnpack_status duplicates_closed(void *duplicates)
{
    return pgnpack_duplicates_add_reader(duplicates, closed, 0);
}

static const struct refusal {
    void *(*make)(void);
    enum pgnpack_status (*right)(void *handle);
    const char *text; /* a part of what is told */
    enum pgnpack_status (*wrong)(void *handle);
} refusals[] = {
    {new_board, board_right, "no legal move", board_no_move},
    {new_board, board_right, "no position", board_no_position},
    {new_board, board_right, "", board_no_undo},
    {new_pgn_writer, pgn_writer_right, "game is NULL", pgn_writer_null},
    {new_builder, builder_right, "legal", builder_no_move},
    {new_builder, builder_right, "name", builder_no_name},
    {new_builder, builder_right, "result", builder_no_result},
    {new_writer, writer_right, "game is NULL", writer_null},
    {new_writer, writer_right, "text is NULL", writer_no_text},
    {new_writer, writer_right, "name is NULL", writer_no_name},
    {new_writer, writer_right, "zero byte", writer_zero_byte},
    {new_writer, writer_right, "bytes", writer_long_name},
    {new_bcgn0_writer, bcgn0_writer_right, "game is NULL", bcgn0_writer_null},
    {new_database, database_right, "the database has", database_no_game},
    {new_database, database_right, "reason is 77", database_no_reason},
    {new_database, database_right, "99", database_no_change},
    {new_database, database_right, "no state 99", database_no_state},
    {new_database, database_right, "before 1970", database_no_time},
    {new_database, database_right, "ascending", database_no_origin},
    {new_unpacker, unpacker_right, "is NULL", unpacker_null},
    {new_unpacker, unpacker_right, "not open", unpacker_closed},
    {new_reader, reader_right, "id", reader_no_id},
    {new_reader, reader_right, "is NULL", reader_no_sink},
    {new_reader, reader_right, "is NULL", reader_no_index},
    {new_history, history_right, "99", history_no_change},
    {new_cursor, cursor_right, "one of names", cursor_no_name},
    {new_batch, batch_right, "size", batch_no_columns},
    {new_query, query_right, "no word", query_no_word},
    {new_query, query_right, "", query_no_value},
    {new_query, query_right, "name is NULL", query_null},
    {new_query, query_right, "game is NULL", query_no_game},
    {new_search, search_right, "capacity is 0", search_no_room},
    {new_tree, tree_right, "board is NULL", tree_no_board},
    {new_tree, tree_right, "itself", tree_itself},
    {new_tree, tree_right, "row is NULL", tree_no_row},
    {new_copy, copy_right, "no such games", copy_no_games},
    {new_copy, copy_right, "reader is NULL", copy_no_reader},
    {new_copy, copy_right, "not open", copy_closed},
    {new_copy, copy_right, "gather is NULL", copy_no_gather},
    {new_gather, gather_right, "no game's", gather_no_game},
    {new_gather, gather_right, "keys is NULL", gather_no_keys},
    {new_coder, coder_right, "", coder_no_move},
    {new_coder, coder_right, "NULL", coder_null},
    {new_editor, editor_right, "", editor_no_name},
    {new_editor, editor_right, "1 half-moves", editor_no_ply},
    {new_editor, editor_right, "", editor_no_result},
    {new_names, names_right, "counted from 1", names_no_game},
    {new_names, names_right, "", names_no_name},
    {new_duplicates, duplicates_right, "reader is NULL", duplicates_null},
    {new_duplicates, duplicates_right, "not open", duplicates_closed},
};

static void check_well(void *handle, const struct refusal *refusal)
{
    OK(refusal->right(handle));
    OK(pgnpack_error(handle)->status);
    ck_assert_str_eq(pgnpack_error(handle)->text, "");
}

START_TEST(what_is_refused_is_of_that_call_alone)
{
    const struct refusal *refusal = &refusals[_i];
    struct pgnpack_pgn_reader *games = pgnpack_pgn_reader_new(NULL);
    closed = pgnpack_reader_new(NULL);
    all_games = pgnpack_query_new(NULL);
    OK(pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(text.data, text.size)));
    OK(pgnpack_pgn_reader_next(games, &sample));
    void *handle = refusal->make();
    for (int again = 0; again < 2; again++) {
        check_well(handle, refusal);
        for (int twice = 0; twice < 2; twice++) {
            enum pgnpack_status status = refusal->wrong(handle);
            ck_assert(status == PGNPACK_ERROR_ARGUMENT || status == PGNPACK_ERROR_LIMIT);
            ck_assert_int_eq(pgnpack_error(handle)->status, status);
            ck_assert_str_ne(pgnpack_error(handle)->text, "");
            ck_assert_ptr_nonnull(strstr(pgnpack_error(handle)->text, refusal->text));
        }
        check_well(handle, refusal);
    }
    pgnpack_free(handle);
    pgnpack_free(all_games);
    pgnpack_free(closed);
    pgnpack_free(games);
    bytes_free(&written);
}
END_TEST

START_TEST(a_failure_behind_hits_comes_when_they_were_given)
{
    struct pgnpack_block_info info;
    struct pgnpack_reader *opened = pgnpack_reader_new(NULL);
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    size_t count;
    OK(pgnpack_reader_open(opened, PGNPACK_FROM_MEMORY(packed.data, packed.size)));
    ck_assert_int_eq(pgnpack_reader_block(opened, 1, &info), 1);
    memset(packed.data + info.offset + 64, 0x55, (size_t)info.size - 64);
    OK(pgnpack_query_add(query, "ply", "1-"));
    struct pgnpack_search *search = pgnpack_search_new(opened, query);
    OK(pgnpack_search_next(search, NULL, GAMES, &count));
    ck_assert_uint_gt(count, 0);
    OK(pgnpack_error(search)->status);
    for (int again = 0; again < 2; again++) {
        ck_assert_int_eq(pgnpack_search_next(search, NULL, GAMES, &count), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(count, 0);
        ck_assert_str_ne(pgnpack_error(search)->text, "");
    }
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(opened);
}
END_TEST

Suite *contracts_suite(void)
{
    Suite *suite = suite_create("contracts");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, outs_of_games_may_be_null);
    tcase_add_test(all, outs_of_databases_may_be_null);
    tcase_add_test(all, outs_of_questions_may_be_null);
    tcase_add_test(all, outs_of_the_rest_may_be_null);
    tcase_add_test(all, options_may_be_larger_where_nothing_new_is_set);
    tcase_add_test(all, refused_options_stay_refused);
    tcase_add_test(all, what_is_reserved_is_zero_and_has_to_be);
    tcase_add_test(all, a_file_that_is_not_there_is_said_to_be_missing);
    tcase_add_test(all, an_id_of_no_game_is_an_end_and_no_mistake);
    tcase_add_test(all, who_is_told_of_damage_can_stop);
    tcase_add_test(all, a_handle_that_could_not_be_made_says_why);
    tcase_add_test(all, the_reader_of_a_database_opens_nothing_else);
    tcase_add_test(all, asking_what_there_is_to_search_takes_no_rows);
    tcase_add_test(all, a_search_without_a_query_finds_all_games);
    tcase_add_test(all, nothing_is_added_behind_the_end);
    tcase_add_test(all, a_cursor_has_a_number_where_it_has_a_game);
    tcase_add_test(all, a_reader_tells_of_its_last_call);
    tcase_add_test(all, a_slip_of_a_call_stays_with_that_call);
    tcase_add_loop_test(all, what_is_refused_is_of_that_call_alone, 0, sizeof refusals / sizeof refusals[0]);
    tcase_add_test(all, a_failure_behind_hits_comes_when_they_were_given);
    suite_add_tcase(suite, all);
    return suite;
}
