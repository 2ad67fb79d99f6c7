/*
 * Deleted games are left out, and those of damaged blocks that are skipped: every way of reading a database gives what the text
 * without these games gives, packed anew, but for the numbers, which stay.
 */
#include <check.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { GAMES = 300, EACH_MAX = 400 };

/* How the databases of the tests are made. */
static const struct setting {
    int level;
    uint64_t block_size;
    enum pgnpack_index index;
    unsigned segments;
} settings[] = {{1, 4000, PGNPACK_INDEX_ALWAYS, 1}, {3, 4000, PGNPACK_INDEX_ALWAYS, 1},
                {3, 0, PGNPACK_INDEX_ALWAYS, 2},    {3, 4000, PGNPACK_INDEX_NONE, 1},
                {3, 9000, PGNPACK_INDEX_ALWAYS, 3}, {6, 9000, PGNPACK_INDEX_NONE, 1},
                {6, 9000, PGNPACK_INDEX_ALWAYS, 2}, {9, 30000, PGNPACK_INDEX_ALWAYS, 1}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static char *folder, *path;
static struct bytes text;                     /* of all games */
static struct bytes packed, anew;             /* with deletions; without the games */
static struct pgnpack_reader *reader, *other; /* of these */
static uint64_t games;
static uint8_t *is_deleted;    /* by number from 1 */
static uint64_t left_games;    /* that are left */
static uint64_t damaged_every; /* of so many blocks one will be damaged, the last of them; 0: none */
static uint64_t *numbers;      /* of the games that are left, by their numbers in `other` from 1 */

static void set_up(void)
{
    folder = make_temporary_folder();
    path = join_path(folder, "games.bcgn");
}

static void close_readers(void)
{
    pgnpack_free(reader);
    pgnpack_free(other);
    reader = other = NULL;
    free(is_deleted);
    free(numbers);
    is_deleted = NULL;
    numbers = NULL;
}

static void tear_down(void)
{
    close_readers();
    remove_folder(folder);
    free(path);
    free(folder);
    bytes_free(&text);
    bytes_free(&packed);
    bytes_free(&anew);
}

/* Games that have openings in common, ratings, and years, in an order of their own. */
static void append_openings(unsigned count, uint64_t random)
{
    static const char *const lines[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
                                        "1. d4 d5 2. c4 e6 3. Nc3 Nf6",  "1. Nf3 Nf6 2. g3 g6",
                                        "1. e4 e5 2. Nf3 Nf6",           "1. g3 g6 2. Nf3 Nf6 3. e4"};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char game[600];
    for (unsigned i = 0; i < count; i++) {
        const char *result = results[random_below(&random, 4)];
        snprintf(game, sizeof game,
                 "[Event \"Cup %u\"]\n[White \"Player %u\"]\n[Black \"Player %u\"]\n[Date \"%u.01.01\"]\n"
                 "[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n[Result \"%s\"]\n\n%s %s\n\n",
                 (unsigned)random_below(&random, 5), (unsigned)random_below(&random, 30),
                 (unsigned)random_below(&random, 30), 1990 + (unsigned)random_below(&random, 9),
                 2000 + (unsigned)random_below(&random, 700), 2000 + (unsigned)random_below(&random, 700),
                 result, lines[random_below(&random, 6)], result);
        bytes_append_text(&text, game);
    }
}

static struct pgnpack_reader *open_bytes(const struct bytes *bytes)
{
    struct pgnpack_reader *opened = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(opened, PGNPACK_FROM_MEMORY(bytes->data, bytes->size)), PGNPACK_OK);
    return opened;
}

/* The text, packed in as many segments as there are to be. */
static void pack_segments(const struct setting *setting)
{
    const struct pack_setup setup = {
        .level = setting->level, .block_size = setting->block_size, .index = setting->index};
    packed.size = text.size = 0;
    for (unsigned i = 0; i < setting->segments; i++) {
        struct bytes part = {0};
        size_t before = text.size;
        append_openings(GAMES / setting->segments, 5 + i);
        append_games(&text, 20, 6 + i);
        bytes_append(&part, text.data + before, text.size - before);
        pack_whole(&setup, &part, &packed);
        bytes_free(&part);
    }
}

static void change(int deletes, uint64_t first, uint64_t count)
{
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    ck_assert_int_eq(deletes ? pgnpack_database_delete(database, first, count, PGNPACK_REASON_HAND, 0)
                             : pgnpack_database_undelete(database, first, count, PGNPACK_REASON_HAND),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
}

static int will_be_damaged(uint64_t block)
{
    return damaged_every != 0 && block % damaged_every == damaged_every - 1;
}

/* Appends the block's text without its deleted games; what follows the last game stays. `cursor` is before the block's first one. */
static void append_left(struct bytes *left, struct pgnpack_block_reader *blocks, uint64_t block,
                        struct pgnpack_cursor *cursor, uint64_t *count)
{
    struct pgnpack_block_info info;
    struct pgnpack_text whole, game;
    size_t at = 0;
    ck_assert(pgnpack_reader_block(reader, block, &info));
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, block, &whole), PGNPACK_OK);
    for (uint64_t i = info.first_game; i < info.first_game + info.game_count; i++) {
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), i);
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &game), PGNPACK_OK);
        is_deleted[i] = pgnpack_reader_is_deleted(reader, i) || will_be_damaged(block);
        if (!is_deleted[i]) {
            bytes_append(left, whole.data + at, game.size);
            numbers[++*count] = i;
        }
        at += game.size;
    }
    bytes_append(left, whole.data + at, whole.size - at);
}

/* Block readers give whole blocks, whatever the reader leaves out. */
static void check_blocks_are_whole(void)
{
    struct pgnpack_block_info info;
    struct pgnpack_text whole;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++) {
        ck_assert_int_eq(pgnpack_block_reader_text(blocks, i, &whole), PGNPACK_OK);
        ck_assert_uint_eq(whole.size, info.text_size);
    }
    pgnpack_free(blocks);
}

/* Opens both again: after a change of the file. */
static void open_both(const struct setting *setting)
{
    struct bytes left = {0};
    uint64_t count = 0;
    close_readers();
    packed.size = anew.size = 0;
    ck_assert(bytes_append_file(&packed, path));
    reader = open_bytes(&packed);
    games = pgnpack_reader_info(reader)->game_count;
    is_deleted = calloc(games + 2, 1);
    numbers = calloc(games + 2, sizeof *numbers);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (uint64_t i = 0; i < pgnpack_reader_info(reader)->block_count; i++)
        append_left(&left, blocks, i, cursor, &count);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_END);
    pgnpack_free(blocks);
    pgnpack_free(cursor);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
    check_blocks_are_whole();
    pack_whole(&(struct pack_setup){.level = 3, .block_size = setting->block_size, .index = setting->index},
               &left, &anew);
    other = open_bytes(&anew);
    left_games = pgnpack_reader_info(other)->game_count;
    ck_assert_uint_eq(left_games, count);
    bytes_free(&left);
}

static void write_index(void)
{
    char *index = join_path(folder, "games.idx");
    struct pgnpack_reader *whole = open_bytes(&packed);
    ck_assert_int_eq(pgnpack_reader_write_index(whole, NULL, PGNPACK_TO_PATH(index)), PGNPACK_OK);
    pgnpack_free(whole);
    free(index);
}

/* Writes the database, and deletes some of its games: single ones, runs, whole blocks, the first and the last. */
static void make(const struct setting *setting, uint64_t seed)
{
    pack_segments(setting);
    write_file(path, packed.data, packed.size);
    if (setting->index == PGNPACK_INDEX_NONE)
        write_index();
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    games = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
    if (seed % 2 == 0)
        pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0);
    if (seed % 3 == 0)
        pgnpack_database_delete(database, games, 1, PGNPACK_REASON_HAND, 0);
    for (unsigned i = 0; i < 12; i++) {
        uint64_t first = 1 + random_below(&seed, games), count = 1 + random_below(&seed, i % 4 == 0 ? 40 : 2);
        count = count > games - first + 1 ? games - first + 1 : count;
        ck_assert_int_eq(pgnpack_database_delete(database, first, count, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        if (i % 5 == 4)
            ck_assert_int_eq(pgnpack_database_undelete(database, first, (count + 1) / 2, PGNPACK_REASON_HAND),
                             PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
    open_both(setting);
    ck_assert_uint_ne(pgnpack_reader_info(reader)->deleted_count, 0);
}

/* ---- Cursors ---- */

/* Empty lines between games belong to the one before only at a block's end. */
static struct pgnpack_text trimmed(struct pgnpack_text game)
{
    while (game.size != 0 && strchr("\r\n", game.data[0]) != NULL) {
        game.data++;
        game.size--;
    }
    while (game.size != 0 && strchr("\r\n", game.data[game.size - 1]) != NULL)
        game.size--;
    return game;
}

static void check_same_game(struct pgnpack_cursor *a, struct pgnpack_cursor *b, uint64_t number)
{
    struct pgnpack_text first, second;
    ck_assert_uint_eq(pgnpack_cursor_game_number(a), numbers[number]);
    ck_assert_uint_eq(pgnpack_cursor_game_number(b), number);
    ck_assert_int_eq(pgnpack_cursor_text(a, &first), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(b, &second), PGNPACK_OK);
    first = trimmed(first);
    second = trimmed(second);
    ck_assert_uint_eq(first.size, second.size);
    ck_assert_int_eq(memcmp(first.data, second.data, first.size), 0);
}

static void check_games(void)
{
    struct pgnpack_cursor *a = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_cursor *b = pgnpack_cursor_new(other, PGNPACK_PART_TEXT);
    uint64_t number = 0;
    const struct pgnpack_game *game;
    while (pgnpack_cursor_next(b, NULL) == PGNPACK_OK) {
        ck_assert_int_eq(pgnpack_cursor_next(a, &game), PGNPACK_OK);
        check_same_game(a, b, ++number);
    }
    ck_assert_int_eq(pgnpack_cursor_next(a, &game), PGNPACK_END);
    ck_assert_ptr_null(game);
    ck_assert_uint_eq(pgnpack_cursor_game_number(a), numbers[number]);
    ck_assert_int_eq(pgnpack_error(a)->status, PGNPACK_END);
    ck_assert_int_eq(pgnpack_error(a)->text[0] == '\0', number != 0 || games == 0);
    pgnpack_free(a);
    pgnpack_free(b);
}

/* The first game from `number` on that is there; 0: none is. */
static uint64_t first_there(uint64_t number, uint64_t end)
{
    while (number < end && number <= games && is_deleted[number])
        number++;
    return number < end && number <= games ? number : 0;
}

static void check_seeking(void)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    char wanted[80];
    for (uint64_t i = 1; i <= games; i++) {
        uint64_t there = first_there(i, UINT64_MAX);
        pgnpack_cursor_range(cursor, 1, UINT64_MAX);
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, i), is_deleted[i] ? PGNPACK_END : PGNPACK_OK);
        snprintf(wanted, sizeof wanted, "game %" PRIu64 " was deleted", i);
        ck_assert_str_eq(pgnpack_error(cursor)->text, is_deleted[i] ? wanted : "");
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), there != 0 ? PGNPACK_OK : PGNPACK_END);
        if (there != 0)
            ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), there);
        uint64_t count = 1 + i % 3;
        there = first_there(i, i + count);
        ck_assert_int_eq(pgnpack_cursor_range(cursor, i, count), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), there != 0 ? PGNPACK_OK : PGNPACK_END);
        if (there != 0) {
            ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), there);
            ck_assert_str_eq(pgnpack_error(cursor)->text, "");
        } else {
            uint64_t last = i + count - 1 < games ? i + count - 1 : games;
            if (last != i)
                snprintf(wanted, sizeof wanted, "games %" PRIu64 " to %" PRIu64 " were deleted", i, last);
            ck_assert_str_eq(pgnpack_error(cursor)->text, wanted);
        }
    }
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, games + 1), PGNPACK_END);
    ck_assert_str_eq(pgnpack_error(cursor)->text, "");
    pgnpack_free(cursor);
}

/* ---- Batches ---- */

/* What a batch gives: numbers, mapped to those of `other`, and everything else, as text. */
static void read_batch(const struct pgnpack_reader *from, const struct pgnpack_batch_options *options,
                       size_t capacity, uint64_t first, uint64_t count, const uint64_t *picked,
                       size_t picked_count, struct bytes *out)
{
    uint64_t found[EACH_MAX];
    uint32_t plies[EACH_MAX], offsets[EACH_MAX + 1];
    uint8_t results[EACH_MAX];
    struct pgnpack_text values[EACH_MAX], *views[] = {values};
    char san[60000], line[200];
    struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = capacity, .numbers = found, .plies = plies, .results = results};
    if (options->tag_count != 0)
        columns.views = views;
    if (options->parts & PGNPACK_BATCH_SAN)
        columns.san = (struct pgnpack_bytes_column){.data = san, .capacity = sizeof san, .offsets = offsets};
    struct pgnpack_batch *batch = pgnpack_batch_new(from, options);
    size_t n = 0;
    enum pgnpack_status status;
    if (picked != NULL)
        ck_assert_int_eq(pgnpack_batch_pick(batch, picked, picked_count), PGNPACK_OK);
    else
        pgnpack_batch_range(batch, first, count);
    while ((status = pgnpack_batch_next(batch, &columns, &n)) == PGNPACK_OK) {
        ck_assert_uint_ge(n, 1);
        for (size_t i = 0; i < n; i++) {
            snprintf(line, sizeof line, "%" PRIu64 " %u %u ", from == reader ? found[i] : numbers[found[i]],
                     plies[i], results[i]);
            bytes_append_text(out, line);
            if (options->tag_count != 0)
                bytes_append(out, values[i].data, values[i].size);
            if (options->parts & PGNPACK_BATCH_SAN)
                bytes_append(out, san + offsets[i], offsets[i + 1] - offsets[i]);
            bytes_append_text(out, "\n");
        }
    }
    ck_assert_int_eq(status, PGNPACK_END);
    pgnpack_free(batch);
}

static void check_same_bytes(struct bytes *a, struct bytes *b)
{
    ck_assert_uint_ne(a->size, 0);
    ck_assert_uint_eq(a->size, b->size);
    ck_assert_int_eq(memcmp(a->data, b->data, a->size), 0);
    bytes_free(a);
    bytes_free(b);
}

static void check_batches(void)
{
    static const char *const tags[] = {"White"};
    const unsigned shapes = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS;
    const struct pgnpack_batch_options options[] = {
        {.size = sizeof *options, .parts = shapes},
        {.size = sizeof *options, .parts = shapes, .tags = tags, .tag_count = 1},
        {.size = sizeof *options, .parts = shapes | PGNPACK_BATCH_SAN}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (size_t capacity = 1; capacity < EACH_MAX; capacity = 6 * capacity + 1) {
            struct bytes a = {0}, b = {0};
            read_batch(reader, &options[i], capacity, 1, UINT64_MAX, NULL, 0, &a);
            read_batch(other, &options[i], capacity, 1, UINT64_MAX, NULL, 0, &b);
            check_same_bytes(&a, &b);
        }
}

/* Every number from `first` in steps of `step`, deleted or not, against those that are there. */
static void check_picking(void)
{
    const struct pgnpack_batch_options options = {.size = sizeof options, .parts = PGNPACK_BATCH_PLIES};
    uint64_t picked[EACH_MAX], others[EACH_MAX];
    for (uint64_t step = 1; step < 5; step++) {
        struct bytes a = {0}, b = {0};
        size_t count = 0, other_count = 0;
        for (uint64_t i = step, n = 0; i <= games; i += step) {
            picked[count++] = i;
            while (n + 1 <= games && numbers[n + 1] != 0 && numbers[n + 1] <= i)
                n++;
            if (!is_deleted[i])
                others[other_count++] = n;
        }
        read_batch(reader, &options, 16, 0, 0, picked, count, &a);
        read_batch(other, &options, 16, 0, 0, others, other_count, &b);
        check_same_bytes(&a, &b);
    }
}

static void check_limits(void)
{
    const struct pgnpack_batch_options options = {.size = sizeof options, .parts = PGNPACK_BATCH_PLIES};
    for (uint64_t n = 1; n + 30 < left_games; n += 29) {
        struct bytes a = {0}, b = {0};
        read_batch(reader, &options, 8, numbers[n], numbers[n + 20] - numbers[n] + 1, NULL, 0, &a);
        read_batch(other, &options, 8, n, 21, NULL, 0, &b);
        check_same_bytes(&a, &b);
    }
}

/* ---- Searches ---- */

static const char *const queries[][5] = {{NULL},
                                         {"player", "Player 7"},
                                         {"date", "1993-1996"},
                                         {"moves", "e4 e5 Nf3"},
                                         {"moves", "Nf3 Nf6", "result", "1-0"},
                                         {"material", "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp"},
                                         {"variations", NULL, "moves", "e4"},
                                         {"plies", "1-5"},
                                         {"event", "Cup 3", "moves", "d4"}};
enum { QUERIES = sizeof queries / sizeof *queries };

static struct pgnpack_query *query_of_words(const char *const *words)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    for (size_t i = 0; words[i] != NULL; i += 2)
        ck_assert_msg(pgnpack_query_add(query, words[i], words[i + 1]) == PGNPACK_OK, "%s",
                      pgnpack_error(query)->text);
    return query;
}

static void check_search(size_t q, uint64_t first, uint64_t count)
{
    struct pgnpack_query *query = query_of_words(queries[q]);
    struct pgnpack_search *a = pgnpack_search_new(reader, query), *b = pgnpack_search_new(other, query);
    struct pgnpack_hit hit, wanted;
    pgnpack_search_range(a, first, count);
    while (pgnpack_search_next(b, &wanted, 1, NULL) == PGNPACK_OK) {
        uint64_t number = numbers[wanted.game];
        if (number < first || number - first >= count)
            continue;
        ck_assert_int_eq(pgnpack_search_next(a, &hit, 1, NULL), PGNPACK_OK);
        ck_assert_uint_eq(hit.game, number);
        ck_assert_uint_eq(hit.ply, wanted.ply);
        ck_assert_uint_eq(hit.last_ply, wanted.last_ply);
        ck_assert_uint_eq(hit.item, wanted.item);
        ck_assert_uint_eq(hit.move, wanted.move);
    }
    ck_assert_int_eq(pgnpack_search_next(a, &hit, 1, NULL), PGNPACK_END);
    pgnpack_free(a);
    pgnpack_free(b);
    pgnpack_free(query);
}

static void check_searches(void)
{
    for (size_t q = 0; q < QUERIES; q++) {
        check_search(q, 1, UINT64_MAX);
        check_search(q, games / 3, games / 2);
    }
}

/* ---- Trees ---- */

static void check_counts(const struct pgnpack_tree_counts *a, const struct pgnpack_tree_counts *b)
{
    ck_assert_uint_eq(a->games, b->games);
    ck_assert_uint_eq(a->white_wins, b->white_wins);
    ck_assert_uint_eq(a->draws, b->draws);
    ck_assert_uint_eq(a->black_wins, b->black_wins);
    ck_assert_uint_eq(a->unknown, b->unknown);
    ck_assert_uint_eq(a->rated, b->rated);
    ck_assert_uint_eq(a->rating_sum, b->rating_sum);
    ck_assert_uint_eq(a->opponents, b->opponents);
    ck_assert_uint_eq(a->opponent_sum, b->opponent_sum);
    ck_assert_uint_eq(a->half_points, b->half_points);
    ck_assert_uint_eq(a->last_year, b->last_year);
}

static void check_rows(const struct pgnpack_tree *a, const struct pgnpack_tree *b)
{
    struct pgnpack_tree_move first, second;
    size_t i = 0;
    for (; pgnpack_tree_move(a, i, &first); i++) {
        ck_assert(pgnpack_tree_move(b, i, &second));
        ck_assert_uint_eq(first.move, second.move);
        check_counts(&first.counts, &second.counts);
    }
    ck_assert(!pgnpack_tree_move(b, i, NULL));
}

/* The positions of every line of the openings. */
static void check_tree_positions(const struct pgnpack_reader *wanted_of, struct pgnpack_query *query)
{
    static const char *const lines[][7] = {{"e4", "e5", "Nf3", "Nc6", "Bb5"},
                                           {"e4", "c5", "Nf3", "d6", "d4", "cxd4"},
                                           {"d4", "d5", "c4", "e6", "Nc3"},
                                           {"Nf3", "Nf6", "g3", "g6", "e4"},
                                           {"a3", "a6"}};
    struct pgnpack_tree *a = pgnpack_tree_new(reader, query, NULL),
                        *b = pgnpack_tree_new(wanted_of, query, NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct pgnpack_board *board = pgnpack_board_new(NULL);
        for (size_t ply = 0; ply < 7; ply++) {
            uint16_t move;
            ck_assert_msg(pgnpack_tree_position(a, board) == PGNPACK_OK, "%s", pgnpack_error(a)->text);
            ck_assert_int_eq(pgnpack_tree_position(b, board), PGNPACK_OK);
            check_rows(a, b);
            if (lines[i][ply] == NULL)
                break;
            ck_assert_int_eq(
                pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, lines[i][ply], strlen(lines[i][ply]), &move),
                PGNPACK_OK);
            ck_assert_int_eq(pgnpack_board_make(board, move), PGNPACK_OK);
        }
        pgnpack_free(board);
    }
    pgnpack_free(a);
    pgnpack_free(b);
}

/* The index beside it was made before games were deleted. */
static void check_with_index(void)
{
    char *index = join_path(folder, "games.idx");
    struct bytes found = {0};
    if (bytes_append_file(&found, index)) {
        ck_assert_msg(pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(index)) == PGNPACK_OK, "%s",
                      pgnpack_error(reader)->text);
        check_searches();
        check_tree_positions(other, NULL);
    }
    bytes_free(&found);
    free(index);
}

static void check_trees(void)
{
    struct pgnpack_query *query = query_of_words(queries[2]);
    check_tree_positions(other, NULL);
    check_tree_positions(other, query);
    pgnpack_free(query);
    ck_assert_int_eq(pgnpack_reader_check_trees(reader, NULL), PGNPACK_OK);
}

/* ---- Names ---- */

static void check_names_of(const char *tag)
{
    struct pgnpack_names *a = pgnpack_names_new(reader, tag, NULL);
    struct pgnpack_names *b = pgnpack_names_new(other, tag, NULL);
    struct pgnpack_name first, second;
    while (pgnpack_names_next(b, &second) == PGNPACK_OK) {
        ck_assert_int_eq(pgnpack_names_next(a, &first), PGNPACK_OK);
        ck_assert_uint_eq(first.name.size, second.name.size);
        ck_assert_int_eq(memcmp(first.name.data, second.name.data, first.name.size), 0);
        ck_assert_uint_eq(first.games, second.games);
        ck_assert_uint_eq(first.as_white, second.as_white);
        ck_assert_uint_eq(first.won, second.won);
        ck_assert_uint_eq(first.drawn, second.drawn);
        ck_assert_uint_eq(first.lost, second.lost);
        ck_assert_uint_eq(first.first_year, second.first_year);
        ck_assert_uint_eq(first.last_year, second.last_year);
    }
    ck_assert_int_eq(pgnpack_names_next(a, &first), PGNPACK_END);
    pgnpack_free(a);
    pgnpack_free(b);
}

static void check_names(void)
{
    check_names_of(NULL);
    check_names_of("Event");
}

/* ---- Unpacking ---- */

static void check_unpacking(unsigned threads)
{
    const struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = threads};
    struct bytes left = {0}, wanted = {0};
    struct bytes_source source = {.data = packed.data, .size = packed.size};
    struct bytes_source anew_source = {.data = anew.data, .size = anew.size};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &anew_source),
                                          PGNPACK_TO_FUNCTION(bytes_write, &wanted)),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(bytes_write, &left)),
                     PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->left_out,
                      pgnpack_reader_info(reader)->deleted_count);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->games, pgnpack_reader_info(other)->game_count);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->deleted, 0);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->text_size, left.size);
    ck_assert(bytes_equal(&left, &wanted));
    ck_assert_int_eq(pgnpack_unpacker_leave_out(unpacker, NULL), PGNPACK_OK);
    source.at = left.size = 0;
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(bytes_write, &left)),
                     PGNPACK_OK);
    ck_assert(bytes_equal(&left, &text));
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->left_out, 0);
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->deleted, pgnpack_reader_info(reader)->deleted_count);
    pgnpack_free(unpacker);
    bytes_free(&left);
    bytes_free(&wanted);
}

static void check_paths(void)
{
    char *out = join_path(folder, "games.pgn");
    for (int kept = 0; kept < 2; kept++) {
        const struct pgnpack_unpacker_options options = {.size = sizeof options,
                                                         .threads = 1,
                                                         .deleted = kept ? PGNPACK_DELETED_KEPT
                                                                         : PGNPACK_DELETED_LEFT_OUT};
        struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
        struct bytes found = {0};
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), PGNPACK_TO_PATH(out)),
                         PGNPACK_OK);
        ck_assert(bytes_append_file(&found, out));
        ck_assert_int_eq(bytes_equal(&found, &text), kept);
        ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->left_out,
                          kept ? 0 : pgnpack_reader_info(reader)->deleted_count);
        struct bytes of_bytes = {0};
        ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_MEMORY(packed.data, packed.size),
                                              PGNPACK_TO_FUNCTION(bytes_write, &of_bytes)),
                         PGNPACK_OK);
        ck_assert(bytes_equal(&of_bytes, &found));
        bytes_free(&of_bytes);
        if (!kept)
            check_unpacks(&anew, &found);
        pgnpack_free(unpacker);
        bytes_free(&found);
    }
    free(out);
}

/* ---- All of it ---- */

static void check_all(void)
{
    check_games();
    check_seeking();
    check_batches();
    check_picking();
    check_limits();
    check_searches();
    check_trees();
    check_names();
    check_unpacking(1);
    check_unpacking(3);
    check_paths();
    check_with_index();
}

START_TEST(every_way_of_reading)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        make(&settings[_i], seed);
        check_all();
    }
}
END_TEST

/* ---- Damaged blocks ---- */

/* What a look at the blocks told. */
struct told {
    uint64_t blocks, games, last;
};

static int note_damage(void *opaque, const struct pgnpack_damage *damage)
{
    struct told *told = opaque;
    ck_assert_uint_gt(damage->first_game, told->last);
    for (uint64_t i = 0; i < damage->game_count; i++)
        ck_assert(is_deleted[damage->first_game + i]);
    ck_assert_ptr_nonnull(strstr(damage->text, "block"));
    told->blocks++;
    told->games += damage->game_count;
    told->last = damage->first_game + damage->game_count - 1;
    return 0;
}

static int note_end(void *opaque, const struct pgnpack_damage *damage)
{
    struct told *told = opaque;
    told->blocks++;
    ck_assert_uint_eq(damage->game_count, UINT64_MAX);
    ck_assert_uint_eq(damage->first_game, pgnpack_reader_info(reader)->game_count + 1);
    ck_assert_uint_gt(damage->offset, 0);
    return 0;
}

/* Its header, its table, its first section, or all of it. */
static void damage_block(uint8_t *block, uint64_t size, uint64_t way)
{
    size_t sections = 64 + 16 * (size_t)(block[48] + 256 * block[49]);
    if (way % 4 == 3)
        memset(block, 0, (size_t)size);
    else
        block[way % 4 == 0 ? 17 : way % 4 == 1 ? 70 : sections] ^= 0x10;
}

static void damage_blocks(struct told *expected)
{
    struct pgnpack_block_info info;
    *expected = (struct told){0};
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++)
        if (will_be_damaged(i) && info.game_count != 0) {
            damage_block((uint8_t *)packed.data + info.offset, info.size, i);
            expected->blocks++;
            expected->games += info.game_count;
        }
}

static void check_left_out_ranges(void)
{
    uint64_t next = 1, first, count;
    for (; pgnpack_reader_left_out_range(reader, next, &first, &count); next = first + count)
        for (uint64_t i = next; i < first + count; i++)
            ck_assert_int_eq(is_deleted[i], i >= first);
    for (; next <= games; next++)
        ck_assert(!is_deleted[next]);
}

/* The same file, without blocks that are now damaged. */
static void make_damaged(const struct setting *setting, uint64_t seed)
{
    struct told expected, told = {0};
    damaged_every = 2 + seed;
    make(setting, seed);
    damage_blocks(&expected);
    pgnpack_free(reader);
    reader = open_bytes(&packed);
    ck_assert_msg(pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, note_damage, &told) == PGNPACK_OK, "%s",
                  pgnpack_error(reader)->text);
    ck_assert_uint_eq(told.blocks, expected.blocks);
    ck_assert_uint_eq(told.games, expected.games);
    damaged_every = 0;
}

START_TEST(damaged_blocks_are_skipped)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        make_damaged(&settings[_i], seed);
        check_left_out_ranges();
        check_games();
        check_batches();
        check_picking();
        check_limits();
        check_searches();
        check_tree_positions(other, NULL);
        check_names();
        check_with_index();
    }
}
END_TEST

/* Without the call, or behind the blocks that it looked at, damage is an error; a further call forgets the one before. */
START_TEST(damage_is_an_error_otherwise)
{
    struct pgnpack_names *names;
    struct told told = {0};
    make_damaged(&settings[1], 0);
    for (unsigned looked_at = 0; looked_at < 4; looked_at++) {
        told = (struct told){0};
        ck_assert_int_eq(pgnpack_reader_skip_damaged(reader, 0, looked_at, note_damage, &told), PGNPACK_OK);
        ck_assert_uint_eq(told.blocks, looked_at / 2);
        names = pgnpack_names_new(reader, NULL, NULL);
        ck_assert_int_eq(pgnpack_names_add(names, 1, UINT64_MAX), PGNPACK_ERROR_CORRUPT);
        pgnpack_free(names);
    }
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, told.last), PGNPACK_END);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(cursor)->text, "damaged"));
    pgnpack_free(cursor);
}
END_TEST

/* A file whose end is damaged has lost games that nobody can count. */
START_TEST(a_damaged_end_is_told)
{
    struct told told = {0};
    make(&settings[1], 1);
    pgnpack_free(reader);
    reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size / 2)),
                     PGNPACK_ERROR_TRUNCATED);
    ck_assert_int_eq(pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, note_end, &told), PGNPACK_OK);
    ck_assert_uint_eq(told.blocks, 1);
}
END_TEST

START_TEST(brought_back)
{
    make(&settings[1], 2);
    check_unpacks(&packed, &text); /* a stream has all games */
    change(0, 1, games);
    open_both(&settings[1]);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, 0);
    ck_assert_uint_eq(pgnpack_reader_info(other)->game_count, games);
    check_games();
    check_seeking();
    check_batches();
    check_searches();
    check_trees();
    check_names();
    check_unpacking(1);
}
END_TEST

/* Those that are kept are games like the others. */
START_TEST(with_deleted)
{
    make(&settings[4], 3);
    pgnpack_free(other);
    anew.size = 0;
    pack_whole(&(struct pack_setup){.level = 3}, &text, &anew);
    other = open_bytes(&anew);
    pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_KEPT);
    for (uint64_t i = 0; i <= games; i++)
        numbers[i] = i;
    memset(is_deleted, 0, games + 1);
    check_games();
    check_seeking();
    check_batches();
    check_picking();
    check_searches();
    check_tree_positions(other, NULL);
    check_names();
}
END_TEST

/* So many that trees are not worth subtracting from; and all of them. */
START_TEST(nearly_all)
{
    make(&settings[1], 1);
    change(1, 1, games - 25);
    change(0, 17, 2);
    open_both(&settings[1]);
    check_games();
    check_seeking();
    check_searches();
    check_trees();
    check_names();
    check_unpacking(2);
    change(1, 1, games);
    open_both(&settings[1]);
    ck_assert_uint_eq(pgnpack_reader_info(other)->game_count, 0);
    check_games();
    check_seeking();
    check_searches();
    check_tree_positions(other, NULL);
    check_names();
    check_unpacking(1);
}
END_TEST

static void *read_all(void *unused)
{
    (void)unused;
    check_games();
    check_searches();
    check_tree_positions(other, NULL);
    return NULL;
}

START_TEST(several_threads)
{
    pthread_t threads[4];
    make(&settings[1], 4);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_all, NULL), 0);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
}
END_TEST

/* Counts a position of the game's start, and unpacks, under these options. Returns the first failure. */
static enum pgnpack_status use_within(const struct pgnpack_options *options)
{
    const struct pgnpack_unpacker_options one = {.size = sizeof one, .threads = 1};
    struct bytes left = {0};
    struct bytes_source source = {.data = packed.data, .size = packed.size};
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_reader *opened = pgnpack_reader_new(options);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(options, &one);
    struct pgnpack_tree *tree = NULL;
    enum pgnpack_status status =
        opened == NULL || unpacker == NULL
            ? PGNPACK_ERROR_MEMORY
            : pgnpack_reader_open(opened, PGNPACK_FROM_MEMORY(packed.data, packed.size));
    if (status == PGNPACK_OK)
        status = pgnpack_reader_skip_damaged(opened, 0, UINT64_MAX, NULL, NULL);
    if (status == PGNPACK_OK)
        status = pgnpack_unpacker_leave_out(unpacker, opened);
    if (status == PGNPACK_OK)
        status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                      PGNPACK_TO_FUNCTION(bytes_write, &left));
    if (status == PGNPACK_OK) {
        check_unpacks(&anew, &left);
        tree = pgnpack_tree_new(opened, NULL, NULL);
        status = tree == NULL ? PGNPACK_ERROR_MEMORY : pgnpack_tree_position(tree, board);
    }
    if (status == PGNPACK_OK) {
        struct pgnpack_tree *wanted = pgnpack_tree_new(other, NULL, NULL);
        ck_assert_int_eq(pgnpack_tree_position(wanted, board), PGNPACK_OK);
        check_rows(tree, wanted);
        pgnpack_free(wanted);
    } else if (tree != NULL) {
        ck_assert(!pgnpack_tree_move(tree, 0, NULL));
    }
    pgnpack_free(tree);
    pgnpack_free(unpacker);
    pgnpack_free(opened);
    pgnpack_free(board);
    bytes_free(&left);
    return status;
}

START_TEST(allocations_fail)
{
    struct limited limited;
    make(&settings[4], 2);
    limit_memory(&limited, 0);
    ck_assert_int_eq(use_within(&limited.options), PGNPACK_OK);
    size_t calls = limited.count.calls;
    ck_assert_uint_eq(limited.count.outstanding, 0);
    for (size_t i = 1; i <= calls; i += 1 + i / 40) {
        limit_memory(&limited, 0);
        limited.count.fails_from = i;
        ck_assert_int_eq(use_within(&limited.options), PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
}
END_TEST

START_TEST(work_is_limited)
{
    struct pgnpack_options options = {.size = sizeof options};
    unsigned done = 0;
    make(&settings[1], 2);
    for (options.work_limit = 1; use_within(&options) != PGNPACK_OK; options.work_limit *= 2) {
        ck_assert_int_eq(use_within(&options), PGNPACK_ERROR_LIMIT);
        done++;
    }
    ck_assert_uint_gt(done, 5);
}
END_TEST

/* Of some moves all games of the last year are deleted, of others some. */
START_TEST(last_years)
{
    static const char *const late[] = {"date", "1998", "moves", "e4 e5", NULL};
    struct pgnpack_hit hit;
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    make(&settings[_i], 5);
    struct pgnpack_query *query = query_of_words(late);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    uint64_t found[EACH_MAX], count = 0;
    while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
        found[count++] = hit.game;
    pgnpack_free(search);
    pgnpack_free(query);
    ck_assert_uint_gt(count, 3);
    for (uint64_t i = 0; i < count; i++)
        change(1, found[i], 1);
    open_both(&settings[_i]);
    check_trees();
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    ck_assert_uint_lt(pgnpack_tree_games_to_search(tree, board), games / 2);
    pgnpack_free(tree);
    pgnpack_free(board);
}
END_TEST

Suite *deleted_suite(void)
{
    Suite *suite = suite_create("deleted");
    TCase *test_case = tcase_create("left out");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_loop_test(test_case, every_way_of_reading, 0, SETTINGS);
    tcase_add_loop_test(test_case, damaged_blocks_are_skipped, 0, SETTINGS);
    tcase_add_test(test_case, damage_is_an_error_otherwise);
    tcase_add_test(test_case, a_damaged_end_is_told);
    tcase_add_test(test_case, brought_back);
    tcase_add_test(test_case, with_deleted);
    tcase_add_test(test_case, nearly_all);
    tcase_add_test(test_case, several_threads);
    tcase_add_loop_test(test_case, last_years, 0, 3);
    tcase_add_test(test_case, allocations_fail);
    tcase_add_test(test_case, work_is_limited);
    suite_add_tcase(suite, test_case);
    return suite;
}
