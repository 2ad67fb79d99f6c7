/* Opened databases and cursors, through the public functions. */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shared/game_look.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { FILES = 5, LONG_GAMES = 130, GAMES_MAX = 600 };

static struct bytes text;
static struct bytes packed; /* some files in one: of small blocks, and of blocks with stripes of moves */
static struct bytes_place {
    size_t start, size;
} games[GAMES_MAX]; /* their texts, in `texts` */
static struct bytes texts;
static uint64_t game_count;

/* The texts as the PGN reader cuts them, white space behind the last game of a file left out. */
static void note_games(size_t start)
{
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text.data + start, text.size - start));
    uint64_t before = game_count;
    while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
        struct pgnpack_place place;
        pgnpack_pgn_reader_place(reader, 0, &place);
        size_t offset = (size_t)place.offset;
        ck_assert_uint_lt(game_count, GAMES_MAX);
        if (game_count > before)
            games[game_count - 1].size = start + offset - games[game_count - 1].start;
        games[game_count++] = (struct bytes_place){start + offset, text.size - start - offset};
    }
    pgnpack_free(reader);
}

/* Knights go to and fro, now and then with a variation or a null move: as many moves as stripes need. */
static void append_long_games(struct bytes *to, unsigned count, unsigned plies)
{
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    static const char *const others[] = {"e4", "e5", "Rg1", "Rg8"};
    for (unsigned game = 0; game < count; game++) {
        bytes_append_text(to, "[Event \"to and fro\"]\n[Date \"2001.02.03\"]\n\n");
        for (unsigned ply = 0; ply < plies - game % 100; ply++) {
            bytes_append_text(to, moves[ply % 4]);
            if ((ply + game) % 19 == 0) {
                bytes_append_text(to, " (");
                bytes_append_text(to, others[ply % 4]);
                bytes_append_text(to, " --)");
            }
            bytes_append_text(to, (ply + game) % 61 == 0 ? " -- -- " : " ");
        }
        bytes_append_text(to, "*\n\n");
    }
}

static void set_up(void)
{
    static const struct {
        struct pack_setup setup;
        unsigned games, long_games;
    } files[FILES] = {{{.block_size = 800}, 60, 0},
                      {{.block_size = 3000, .moves = PGNPACK_MOVES_BITS}, 60, 0},
                      {{.level = 6}, 60, 0},
                      {{.level = 1}, 60, 40},
                      {{.level = 1}, 0, LONG_GAMES}};
    for (size_t i = 0; i < FILES; i++) {
        size_t start = text.size;
        append_games(&text, files[i].games, 51 + i);
        append_long_games(&text, files[i].long_games, 250);
        ck_assert_int_eq(pack_bytes(&files[i].setup, text.data + start, text.size - start, &packed),
                         PGNPACK_OK);
        note_games(start);
    }
    bytes_append(&texts, text.data, text.size);
}

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
    bytes_free(&texts);
    game_count = 0;
}

static struct pgnpack_reader *open_packed(const struct bytes *file, enum pgnpack_status expected)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)), expected);
    ck_assert_int_eq(pgnpack_error(reader)->status, expected);
    return reader;
}

static struct pgnpack_text without_space(const void *data, size_t size)
{
    struct pgnpack_text trimmed = {data, size};
    while (trimmed.size > 0 && strchr("\r\n ", trimmed.data[0]) != NULL) {
        trimmed.data++;
        trimmed.size--;
    }
    while (trimmed.size > 0 && strchr("\r\n ", trimmed.data[trimmed.size - 1]) != NULL)
        trimmed.size--;
    return trimmed;
}

/* A game's own bytes; white space between two games may belong to the block before. */
static void check_text(struct pgnpack_cursor *cursor, uint64_t number)
{
    struct pgnpack_text read;
    struct bytes_place place = games[number - 1];
    ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), number);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &read), PGNPACK_OK);
    ck_assert_uint_ge(read.size + 6, place.size);
    struct pgnpack_text expected = without_space(texts.data + place.start, place.size);
    read = without_space(read.data, read.size);
    ck_assert_uint_eq(read.size, expected.size);
    ck_assert_mem_eq(read.data, expected.data, expected.size);
}

/* The same game as the PGN reader makes of its text, as far as the parts go. */
static void check_game(const struct pgnpack_game *game, uint64_t number, unsigned parts)
{
    const struct pgnpack_game *expected;
    struct pgnpack_text name, value, expected_name, expected_value;
    struct pgnpack_item item, expected_item;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(
        reader, PGNPACK_FROM_MEMORY(texts.data + games[number - 1].start, games[number - 1].size));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &expected), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_game_result(game), pgnpack_game_result(expected));
    if (parts & (PGNPACK_PART_TAGS | PGNPACK_PART_TEXT)) {
        size_t count = tag_count(expected);
        ck_assert_uint_eq(tag_count(game), count);
        for (size_t i = 0; i < count; i++) {
            pgnpack_game_tag(game, i, &name, &value);
            pgnpack_game_tag(expected, i, &expected_name, &expected_value);
            ck_assert(name.size == expected_name.size &&
                      memcmp(name.data, expected_name.data, name.size) == 0);
            ck_assert(value.size == expected_value.size &&
                      memcmp(value.data, expected_value.data, value.size) == 0);
        }
    }
    if (parts & (PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES | PGNPACK_PART_TEXT))
        ck_assert_uint_eq(pgnpack_game_ply_count(game), pgnpack_game_ply_count(expected));
    if (parts & (PGNPACK_PART_MOVES | PGNPACK_PART_TEXT)) {
        size_t count = item_count(expected);
        ck_assert_uint_eq(item_count(game), count);
        for (size_t i = 0; i < count; i++) {
            ck_assert(pgnpack_game_item(game, i, &item) && pgnpack_game_item(expected, i, &expected_item));
            ck_assert_int_eq(item.kind, expected_item.kind);
            ck_assert_int_eq(item.value, expected_item.value);
            if (item.kind == PGNPACK_ITEM_COMMENT)
                ck_assert(item.text.size == expected_item.text.size &&
                          memcmp(item.text.data, expected_item.text.data, item.text.size) == 0);
        }
    }
    pgnpack_free(reader);
}

/* ---- Readers ---- */

START_TEST(what_a_reader_knows)
{
    struct pgnpack_block_info block;
    uint64_t offset = 32, first = 1, text_size = 0;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, game_count);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->text_size, text.size);
    uint64_t count = pgnpack_reader_info(reader)->block_count;
    ck_assert_uint_ge(count, 12);
    for (uint64_t n = 0; n < count; n++) {
        ck_assert(pgnpack_reader_block(reader, n, &block));
        ck_assert_uint_ge(block.offset, offset);
        ck_assert_uint_eq(block.first_game, first);
        offset = block.offset + block.size;
        first += block.game_count;
        text_size += block.text_size;
        ck_assert(block.game_count == 0 || (block.date_min >= 19900101 && block.date_max <= 20191231));
        ck_assert(block.elo_min == 0 || (block.elo_min >= 1200 && block.elo_max < 2800));
    }
    ck_assert_uint_eq(first, game_count + 1);
    ck_assert_uint_eq(text_size, text.size);
    ck_assert(!pgnpack_reader_block(reader, count, &block) && block.size == 0);
    pgnpack_free(reader);
    pgnpack_free(NULL);
}
END_TEST

/* Shards of any number cover each game once. */
START_TEST(shards)
{
    struct pgnpack_shard shard;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    static const uint64_t counts[] = {1, 2, 3, 5, 8, 100, 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        uint64_t next = 1;
        uint64_t n = counts[i];
        for (uint64_t number = 0; number < n && number < 2000; number++) {
            ck_assert(pgnpack_reader_shard(reader, number, n, &shard));
            ck_assert_uint_eq(shard.first_game, next);
            next += shard.game_count;
        }
        if (n <= 2000)
            ck_assert_uint_eq(next, game_count + 1);
        ck_assert(!pgnpack_reader_shard(reader, n, n, &shard) && shard.game_count == 0);
    }
    ck_assert(!pgnpack_reader_shard(reader, 0, 0, &shard));
    pgnpack_free(reader);
}
END_TEST

START_TEST(nothing_in_it)
{
    struct bytes nothing = {0};
    struct bytes file = {0};
    const struct pack_setup setup = {0};
    const struct pgnpack_game *game;
    struct pgnpack_shard shard;
    pack_whole(&setup, &nothing, &file);
    struct pgnpack_reader *reader = open_packed(&file, PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count + pgnpack_reader_info(reader)->text_size, 0);
    ck_assert(pgnpack_reader_shard(reader, 0, 2, &shard) && shard.game_count == 0);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_END);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 1), PGNPACK_END);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&file);
}
END_TEST

/* ---- Cursors ---- */

START_TEST(all_games)
{
    unsigned parts = 1 + (unsigned)_i;
    const struct pgnpack_game *game;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts);
    for (uint64_t number = 1; number <= game_count; number++) {
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        check_game(game, number, parts);
        if (parts & PGNPACK_PART_TEXT)
            check_text(cursor, number);
    }
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_END);
    ck_assert_ptr_null(game);
    ck_assert_int_eq(pgnpack_error(cursor)->status, PGNPACK_END);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/*
 * Moves without text take a shorter way where no comment asks for boards; what takes a move back has to find it all the
 * same: variations and null moves behind runs of moves, by the man that moved last.
 */
START_TEST(moves_alone_with_variations)
{
    static const char games_text[] =
        "[Event \"a\"]\n\n1. d4 (1. c4 c5) d5 (1... Nf6 2. c4 (2. Nf3 g6 3. -- Bg7) 2... e6) 2. c4 e6 *\n\n"
        "[Event \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "
        "9. h3 Nb8 "
        "(9... Na5 10. Bc2 c5 (10... Nc4)) (9... Na7) 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 (12. a4 c5) 12... Re8 "
        "*\n\n"
        "[Event \"c\"]\n\n1. e4 -- 2. d4 (2. f4 -- (2... e5) 3. Nf3) 2... e6 3. e5 f5 4. exf6 (4. g4) 4... "
        "Qxf6 *\n\n";
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_game *game, *expected;
    struct pgnpack_item item, expected_item;
    struct bytes plain = {0}, file = {0};
    bytes_append_text(&plain, games_text);
    pack_whole(&setup, &plain, &file);
    struct pgnpack_reader *reader = open_packed(&file, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_MOVES);
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_MEMORY(plain.data, plain.size));
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, &expected), PGNPACK_OK);
        ck_assert_ptr_null(details_of(expected).trouble);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        ck_assert_uint_eq(item_count(game), item_count(expected));
        for (size_t n = 0; pgnpack_game_item(expected, n, &expected_item); n++) {
            ck_assert(pgnpack_game_item(game, n, &item));
            ck_assert_int_eq(item.kind, expected_item.kind);
            ck_assert_int_eq(item.value, expected_item.value);
        }
    }
    pgnpack_free(pgn);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&plain);
    bytes_free(&file);
}
END_TEST

/* A scan reads the columns that it asks for, and one game by number its block alone. */
START_TEST(bytes_are_not_read_in_vain)
{
    static const unsigned parts[] = {PGNPACK_PART_SHAPE, PGNPACK_PART_TAGS, PGNPACK_PART_TEXT};
    const struct pack_setup setup = {.block_size = 50000};
    const struct pgnpack_game *game;
    struct bytes file = {0};
    uint64_t read[3];
    append_games(&text, 1000, 5);
    pack_whole(&setup, &text, &file);
    struct pgnpack_reader *reader = open_packed(&file, PGNPACK_OK);
    for (int i = 0; i < 3; i++) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts[i]);
        while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
            continue;
        read[i] = pgnpack_cursor_bytes_read(cursor);
        pgnpack_free(cursor);
    }
    ck_assert_uint_lt(read[0], file.size / 2);
    ck_assert_uint_lt(read[1], file.size * 9 / 10);
    ck_assert_uint_le(read[2], file.size);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 500), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    ck_assert_uint_lt(pgnpack_cursor_bytes_read(cursor), file.size / 2);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&file);
}
END_TEST

START_TEST(games_by_number)
{
    uint64_t random = 77;
    const struct pgnpack_game *game;
    struct pgnpack_text read;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (int i = 0; i < 200; i++) {
        uint64_t number = 1 + random_below(&random, (size_t)game_count);
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        check_game(game, number, PGNPACK_PART_TEXT);
        check_text(cursor, number);
        check_text(cursor, number); /* asked twice */
    }
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, game_count + 1), PGNPACK_END);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_END);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, UINT64_MAX), PGNPACK_END);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 5), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &read), PGNPACK_ERROR_ARGUMENT); /* no game yet */
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 5), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    check_text(cursor, 5);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    pgnpack_free(NULL);
}
END_TEST

START_TEST(limits)
{
    static const uint64_t ranges[][2] = {{1, 1}, {1, 7}, {50, 30}, {3, 0}, {100, UINT64_MAX}};
    const struct pgnpack_game *game;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t last = ranges[i][1] > game_count ? game_count : ranges[i][0] + ranges[i][1] - 1;
        ck_assert_int_eq(pgnpack_cursor_range(cursor, ranges[i][0], ranges[i][1]), PGNPACK_OK);
        for (uint64_t number = ranges[i][0]; number <= last; number++) {
            ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
            ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), number);
        }
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_END);
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

START_TEST(no_text_without_asking)
{
    const struct pgnpack_game *game;
    struct pgnpack_text read;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_MOVES);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &read), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(read.size, 0);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* ---- Threads ---- */

struct scan {
    const struct pgnpack_reader *reader;
    uint64_t shard, shards;
    size_t text_size;
    uint64_t games;
};

static void *scan_shard(void *opaque)
{
    struct scan *scan = opaque;
    const struct pgnpack_game *game;
    struct pgnpack_text read;
    struct pgnpack_shard shard;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(scan->reader, PGNPACK_PART_TEXT);
    pgnpack_reader_shard(scan->reader, scan->shard, scan->shards, &shard);
    if (shard.game_count != 0)
        pgnpack_cursor_range(cursor, shard.first_game, shard.game_count);
    while (shard.game_count != 0 && pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
           pgnpack_cursor_text(cursor, &read) == PGNPACK_OK) {
        scan->games++;
        scan->text_size += read.size;
    }
    pgnpack_free(cursor);
    return NULL;
}

START_TEST(one_reader_many_threads)
{
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    struct scan scans[THREADS] = {{0}};
    struct scan whole = {.shards = 1};
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    uint64_t scanned_games = 0;
    size_t scanned_text = 0;
    for (uint64_t i = 0; i < THREADS; i++) {
        scans[i].reader = reader;
        scans[i].shard = i;
        scans[i].shards = THREADS;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, scan_shard, &scans[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        scanned_games += scans[i].games;
        scanned_text += scans[i].text_size;
    }
    whole.reader = reader;
    scan_shard(&whole);
    ck_assert_uint_eq(scanned_games, game_count);
    ck_assert_uint_eq(scanned_games, whole.games);
    ck_assert_uint_eq(scanned_text, whole.text_size);
    pgnpack_free(reader);
}
END_TEST

/* What a thread sees of the database, as a number: of games with the parts, or of blocks. */
struct look {
    const struct pgnpack_reader *reader;
    unsigned parts; /* 0: whole blocks */
    unsigned start; /* where it begins: the rest, then what is before */
    uint64_t sum;
};

static void add_to_sum(struct look *look, const void *bytes, size_t size)
{
    look->sum = look->sum * 31 + xxh64(bytes, size);
}

static void look_at_game(struct look *look, struct pgnpack_cursor *cursor, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    struct pgnpack_item item;
    uint64_t numbers[2] = {pgnpack_game_ply_count(game), (uint64_t)pgnpack_game_result(game)};
    add_to_sum(look, numbers, sizeof numbers);
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        add_to_sum(look, name.data, name.size);
        add_to_sum(look, value.data, value.size);
    }
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        add_to_sum(look, &item.value, sizeof item.value);
        add_to_sum(look, item.text.data, item.text.size);
    }
    if ((look->parts & PGNPACK_PART_TEXT) && pgnpack_cursor_text(cursor, &value) == PGNPACK_OK)
        add_to_sum(look, value.data, value.size);
}

static void look_at_games(struct look *look)
{
    const struct pgnpack_game *game;
    uint64_t count = pgnpack_reader_info(look->reader)->game_count;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(look->reader, look->parts);
    pgnpack_cursor_seek(cursor, 1 + look->start % count);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        look_at_game(look, cursor, game);
    pgnpack_cursor_range(cursor, 1, look->start % count);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        look_at_game(look, cursor, game);
    pgnpack_free(cursor);
}

static void look_at_blocks(struct look *look)
{
    struct pgnpack_text block_text;
    struct pgnpack_block_details details;
    struct pgnpack_column column;
    size_t count = 0;
    uint64_t blocks_there = pgnpack_reader_info(look->reader)->block_count;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(look->reader, PGNPACK_DELETED_KEPT);
    for (uint64_t i = 0; i < blocks_there; i++) {
        uint64_t n = (look->start + i) % blocks_there;
        if (pgnpack_block_reader_details(blocks, n, &details) == PGNPACK_OK)
            add_to_sum(look, &details.moves_size, sizeof details.moves_size);
        if (pgnpack_block_reader_text(blocks, n, &block_text) == PGNPACK_OK)
            add_to_sum(look, block_text.data, block_text.size);
    }
    pgnpack_block_reader_columns(blocks, &count);
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        add_to_sum(look, &column.packed_size, sizeof column.packed_size);
    pgnpack_free(blocks);
}

static void *look_at(void *opaque)
{
    struct look *look = opaque;
    if (look->parts == 0)
        look_at_blocks(look);
    else
        look_at_games(look);
    return NULL;
}

/* Cursors of all masks, and readers of whole blocks, at the same time, from different places on. */
START_TEST(one_reader_all_kinds_of_threads)
{
    enum { THREADS = 24 };
    pthread_t threads[THREADS];
    struct look looks[THREADS], alone[THREADS];
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    for (unsigned i = 0; i < THREADS; i++) {
        looks[i] = (struct look){.reader = reader, .parts = i % 16, .start = i * 37};
        alone[i] = looks[i];
        look_at(&alone[i]);
        ck_assert_uint_ne(alone[i].sum, 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, look_at, &looks[i]), 0);
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_uint_eq(looks[i].sum, alone[i].sum);
    }
    pgnpack_free(reader);
}
END_TEST

/* ---- Damage and failures ---- */

static void check_all_texts(const struct pgnpack_reader *reader)
{
    const struct pgnpack_game *game;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (uint64_t number = 1; number <= game_count; number++) {
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        check_text(cursor, number);
    }
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_END);
    pgnpack_free(cursor);
}

/* Without the last index, or with a damaged one, the blocks' own headers are enough. */
static void check_is_rebuilt(const struct bytes *file, uint64_t count, size_t text_size)
{
    struct pgnpack_reader *reader = open_packed(file, PGNPACK_ERROR_TRUNCATED);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, count);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->text_size, text_size);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 0);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, 0);
    if (count == game_count)
        check_all_texts(reader);
    pgnpack_free(reader);
}

/* What was committed before is there, and nothing of what is damaged. */
static void check_last_segment_is_damaged(const struct bytes *file)
{
    struct pgnpack_segment_info last, info;
    struct pgnpack_reader *whole = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_reader *reader = open_packed(file, PGNPACK_ERROR_TRUNCATED);
    ck_assert_int_eq(pgnpack_reader_info(reader)->torn, PGNPACK_TORN_DAMAGED);
    uint64_t segments = pgnpack_reader_info(whole)->segment_count;
    ck_assert_uint_gt(segments, 1);
    ck_assert(pgnpack_reader_segment(whole, segments - 1, &last));
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, segments - 1);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, last.first_game - 1);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, file->size - last.offset);
    ck_assert(!pgnpack_reader_segment(reader, segments - 1, &info));
    pgnpack_free(reader);
    pgnpack_free(whole);
}

START_TEST(index_made_anew)
{
    enum { MARK = 48 };
    static const size_t places[] = {1, 10, 20, 31, 33, 60}; /* from the end */
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int cut = 0; cut < 2; cut++) {
            struct bytes damaged = {0};
            bytes_append(&damaged, packed.data, packed.size);
            if (cut)
                damaged.size -= places[i];
            else
                damaged.data[packed.size - places[i]] ^= 0x10;
            if (cut && places[i] <= MARK) { /* of the end mark alone */
                struct pgnpack_reader *reader = open_packed(&damaged, PGNPACK_OK);
                ck_assert_int_eq(pgnpack_reader_info(reader)->torn, PGNPACK_TORN_UNMARKED);
                ck_assert_uint_eq(pgnpack_reader_info(reader)->torn_size, MARK - places[i]);
                check_all_texts(reader);
                pgnpack_free(reader);
            } else if (cut || places[i] <= MARK) {
                check_last_segment_is_damaged(&damaged);
            } else { /* nothing is missing at the file's end */
                check_is_rebuilt(&damaged, game_count, text.size);
            }
            bytes_free(&damaged);
        }
}
END_TEST

/* One segment alone has nothing that was there before. */
START_TEST(index_of_one_segment_made_anew)
{
    struct pgnpack_segment_info first;
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    ck_assert(pgnpack_reader_segment(reader, 0, &first));
    pgnpack_free(reader);
    for (size_t cut = 1; cut < 70; cut++) {
        struct bytes damaged = {0};
        bytes_append(&damaged, packed.data, (size_t)first.size - cut);
        check_is_rebuilt(&damaged, first.game_count, (size_t)first.text_size);
        bytes_free(&damaged);
    }
}
END_TEST

/* A file cut off inside a block, and a whole one behind it: nothing of the second is lost. */
START_TEST(cut_off_before_another)
{
    enum { FILE_HEADER_SIZE = 32 };
    for (size_t cut = 40; cut < packed.size; cut += 997) {
        struct bytes damaged = {0};
        struct pgnpack_block_info block;
        uint64_t before = 0;
        struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
        for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block) && block.offset + block.size <= cut; n++)
            before += block.game_count;
        pgnpack_free(reader);
        if (block.offset + block.size ==
            cut + FILE_HEADER_SIZE) /* the other's first block follows: believed */
            continue;
        bytes_append(&damaged, packed.data, cut);
        bytes_append(&damaged, packed.data, packed.size);
        reader = open_packed(&damaged, PGNPACK_ERROR_TRUNCATED);
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, before + game_count);
        pgnpack_free(reader);
        bytes_free(&damaged);
    }
}
END_TEST

/* Cut off, overwritten by nothing of ours, or with something before it; the index then leads astray. */
START_TEST(beginning_is_missing)
{
    for (int kind = 0; kind < 3; kind++) {
        struct bytes file = {0};
        if (kind == 1)
            bytes_append_text(&file, "garbage");
        bytes_append(&file, packed.data + (kind == 1 ? 0 : 32), packed.size - (kind == 1 ? 0 : 32));
        if (kind == 2)
            file.size -= 40;
        struct pgnpack_reader *reader = open_packed(&file, PGNPACK_ERROR_TRUNCATED);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "beginning"));
        ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, game_count);
        check_all_texts(reader);
        pgnpack_free(reader);
        bytes_free(&file);
    }
}
END_TEST

START_TEST(damaged_header)
{
    for (size_t place = 0; place < 32; place++) {
        struct bytes damaged = {0};
        bytes_append(&damaged, packed.data, packed.size);
        damaged.data[place] ^= 0x20;
        int is_of_another_version = place == 4 || (place >= 8 && place < 16);
        struct pgnpack_reader *reader =
            open_packed(&damaged, is_of_another_version ? PGNPACK_ERROR_UNSUPPORTED : PGNPACK_OK);
        if (!is_of_another_version)
            check_all_texts(reader);
        pgnpack_free(reader);
        bytes_free(&damaged);
    }
}
END_TEST

START_TEST(strangers)
{
    static const char pgn[] = "[Event \"plain text\"]\n\n1. e4 *\n";
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(pgn, sizeof pgn)),
                     PGNPACK_ERROR_NOT_BCGN);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY("", 0)), PGNPACK_ERROR_NOT_BCGN);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size - 1)),
                     PGNPACK_OK); /* a part of its end mark is missing */
    ck_assert_int_eq(pgnpack_reader_info(reader)->torn, PGNPACK_TORN_UNMARKED);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY("BCGN\0\0\0", 8)),
                     PGNPACK_ERROR_TRUNCATED);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    check_all_texts(reader);
    pgnpack_free(reader);
}
END_TEST

static void expect_end(void *handle, enum pgnpack_status status)
{
    ck_assert_int_eq(status, PGNPACK_END);
    ck_assert_int_eq(pgnpack_error(handle)->status, PGNPACK_END);
    ck_assert_str_eq(pgnpack_error(handle)->text, "");
}

/* Whatever gives one after the other tells its end in the call's status and in its error alike, each time. */
START_TEST(the_end_is_told_alike)
{
    struct pgnpack_reader *reader = open_packed(&packed, PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    struct pgnpack_history *history = pgnpack_history_new(reader);
    struct pgnpack_pgn_reader *pgn_reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    struct pgnpack_hit hit;
    struct pgnpack_change_info change;
    struct pgnpack_deleted_info deleted;
    enum pgnpack_status status;
    uint64_t n = 0;
    while ((status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK)
        ck_assert_int_eq(pgnpack_error(cursor)->status, PGNPACK_OK);
    expect_end(cursor, status);
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        ck_assert_int_eq(pgnpack_error(search)->status, PGNPACK_OK);
    expect_end(search, status);
    expect_end(search, pgnpack_search_next(search, NULL, 3, NULL));
    ck_assert_int_eq(pgnpack_search_range(search, 1, 2), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_error(search)->status, PGNPACK_OK);
    ck_assert_int_eq(pgnpack_search_next(search, &hit, 0, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(search)->text, "capacity is 0"));
    while ((status = pgnpack_history_change(history, n++, &change)) == PGNPACK_OK)
        ck_assert_int_eq(pgnpack_error(history)->status, PGNPACK_OK);
    expect_end(history, status);
    expect_end(history, pgnpack_history_deleted(history, 0, &deleted));
    ck_assert_int_eq(pgnpack_pgn_reader_open(pgn_reader, PGNPACK_FROM_MEMORY(text.data, text.size)),
                     PGNPACK_OK);
    while ((status = pgnpack_pgn_reader_next(pgn_reader, &game)) == PGNPACK_OK)
        continue;
    expect_end(pgn_reader, status);
    pgnpack_free(pgn_reader);
    pgnpack_free(history);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* A damaged block costs its own games; the others are read as before. */
START_TEST(damaged_block)
{
    const struct pgnpack_game *game;
    struct pgnpack_block_info block;
    struct bytes damaged = {0};
    bytes_append(&damaged, packed.data, packed.size);
    struct pgnpack_reader *reader = open_packed(&damaged, PGNPACK_OK);
    ck_assert(pgnpack_reader_block(reader, 3, &block));
    damaged.data[block.offset + block.size - 1] ^= 1;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (uint64_t number = 1; number <= game_count; number++) {
        int is_lost = number >= block.first_game && number < block.first_game + block.game_count;
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), is_lost ? PGNPACK_ERROR_CORRUPT : PGNPACK_OK);
        if (!is_lost) {
            check_text(cursor, number);
            continue;
        }
        ck_assert_uint_eq(pgnpack_error(cursor)->offset, block.offset);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_ERROR_CORRUPT); /* failures stay */
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&damaged);
}
END_TEST

/* Whether the file is longer than it was is asked, too: it does not matter whether that fails. */
static int failing_read_inside(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct failing_calls *calls = opaque;
    *size_ret = 0;
    return offset >= calls->file->size ? EIO : failing_read_at(opaque, offset, bytes, size, size_ret);
}

static enum pgnpack_status read_everything(struct failing_calls *calls)
{
    const struct pgnpack_game *game;
    struct pgnpack_text read;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(failing_read_inside, calls, calls->file->size));
    ck_assert_int_eq(pgnpack_error(reader)->status, status);
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        while ((status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK)
            if ((status = pgnpack_cursor_text(cursor, &read)) != PGNPACK_OK)
                break;
        pgnpack_free(cursor);
    }
    pgnpack_free(reader);
    return status;
}

/* Every call to the read callback fails once, with an index and without. */
START_TEST(each_call_fails)
{
    struct bytes file = {0};
    bytes_append(&file, packed.data, packed.size - (_i == 0 ? 0 : 40));
    for (size_t n = 1;; n++) {
        struct failing_calls calls = {.file = &file, .fails_at = n, .cause = EIO};
        enum pgnpack_status status = read_everything(&calls);
        ck_assert_int_eq(status, calls.calls < n ? PGNPACK_END : PGNPACK_ERROR_READ);
        if (calls.calls < n)
            break;
    }
    bytes_free(&file);
}
END_TEST

/* The file is shorter than it was when it was opened. */
static int read_shrunk(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct bytes shrunk = packed;
    shrunk.size = *(size_t *)opaque;
    return bytes_read_at(&shrunk, offset, bytes, size, size_ret);
}

START_TEST(file_that_shrinks)
{
    const struct pgnpack_game *game;
    size_t size = packed.size;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_shrunk, &size, packed.size)),
                     PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    size = 1000;
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, game_count), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_ERROR_TRUNCATED);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

START_TEST(memory_is_limited)
{
    for (size_t limit = 500; limit < (32 << 20); limit *= 2) {
        struct limited limited;
        limit_memory(&limited, limit);
        struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
        struct pgnpack_cursor *cursor = NULL;
        const struct pgnpack_game *game;
        struct pgnpack_text read;
        enum pgnpack_status status = PGNPACK_ERROR_MEMORY_LIMIT;
        if (reader != NULL)
            status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size));
        if (status == PGNPACK_OK)
            cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        while (cursor != NULL && (status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK)
            if ((status = pgnpack_cursor_text(cursor, &read)) != PGNPACK_OK)
                break;
        ck_assert(status == PGNPACK_ERROR_MEMORY_LIMIT || cursor == NULL || status == PGNPACK_END);
        ck_assert(status == PGNPACK_END || limit < (8 << 20));
        pgnpack_free(cursor);
        pgnpack_free(reader);
        ck_assert_uint_le(limited.count.peak, 2 * limit); /* a reader and a cursor */
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
}
END_TEST

Suite *reader_suite(void)
{
    Suite *suite = suite_create("reader");
    TCase *readers = tcase_create("readers");
    tcase_add_checked_fixture(readers, set_up, tear_down);
    tcase_add_test(readers, what_a_reader_knows);
    tcase_add_test(readers, shards);
    tcase_add_test(readers, nothing_in_it);
    suite_add_tcase(suite, readers);
    TCase *cursors = tcase_create("cursors");
    tcase_add_checked_fixture(cursors, set_up, tear_down);
    tcase_add_loop_test(cursors, all_games, 0, 15);
    tcase_add_test(cursors, moves_alone_with_variations);
    tcase_add_test(cursors, bytes_are_not_read_in_vain);
    tcase_add_test(cursors, games_by_number);
    tcase_add_test(cursors, limits);
    tcase_add_test(cursors, no_text_without_asking);
    tcase_add_test(cursors, one_reader_many_threads);
    tcase_add_test(cursors, one_reader_all_kinds_of_threads);
    suite_add_tcase(suite, cursors);
    TCase *failures = tcase_create("damage and failures");
    tcase_add_checked_fixture(failures, set_up, tear_down);
    tcase_add_test(failures, index_made_anew);
    tcase_add_test(failures, index_of_one_segment_made_anew);
    tcase_add_test(failures, cut_off_before_another);
    tcase_add_test(failures, beginning_is_missing);
    tcase_add_test(failures, damaged_header);
    tcase_add_test(failures, strangers);
    tcase_add_test(failures, the_end_is_told_alike);
    tcase_add_test(failures, damaged_block);
    tcase_add_loop_test(failures, each_call_fails, 0, 2);
    tcase_add_test(failures, file_that_shrinks);
    tcase_add_test(failures, memory_is_limited);
    suite_add_tcase(suite, failures);
    return suite;
}
