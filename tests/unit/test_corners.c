/* Corners of the public interface: failures in the middle, numbers out of range, files that change, rare cuts. */
#include <check.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "pgnpack_extra.h"
#include "shared/game_look.h"
#include "shared/reseal.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "util/bytes.h"

/* ---- Writers of games ---- */

enum { UNKNOWN_ERRNO = 123456 };

/* Adds the same games until writing fails, and comes back with the number that were added. */
static size_t add_until_failure(struct pgnpack_pgn_writer *writer, struct pgnpack_bcgn0_writer *bcgn0)
{
    static const char game_text[] = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {x} e5 2. Nf3 Nc6 1-0\n\n";
    const struct pgnpack_game *game;
    enum pgnpack_status status = PGNPACK_OK;
    size_t count = 0;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(game_text, sizeof game_text - 1));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    while (status == PGNPACK_OK && count < 100000) {
        status =
            writer != NULL ? pgnpack_pgn_writer_add(writer, game) : pgnpack_bcgn0_writer_add(bcgn0, game);
        count++;
    }
    ck_assert_int_eq(status, PGNPACK_ERROR_WRITE);
    /* It stays. */
    status = writer != NULL ? pgnpack_pgn_writer_add(writer, game) : pgnpack_bcgn0_writer_add(bcgn0, game);
    ck_assert_int_eq(status, PGNPACK_ERROR_WRITE);
    pgnpack_free(reader);
    return count;
}

/* Output goes on in large pieces, also while games are added; which write fails makes no difference. */
START_TEST(pgn_writers_fail_in_the_middle)
{
    struct failing_calls calls = {.fails_at = 1 + (size_t)_i, .cause = _i == 0 ? ENOSPC : UNKNOWN_ERRNO};
    struct pgnpack_pgn_writer *writer =
        pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(failing_write, &calls));
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_OK);
    size_t added = add_until_failure(writer, NULL);
    const struct pgnpack_error *error = pgnpack_error(writer);
    ck_assert_int_eq(error->status, PGNPACK_ERROR_WRITE);
    ck_assert_ptr_nonnull(strstr(error->text, _i == 0 ? strerror(ENOSPC) : "123456"));
    ck_assert_uint_eq(calls.calls, calls.fails_at);
    ck_assert_int_eq(pgnpack_pgn_writer_finish(writer), PGNPACK_ERROR_WRITE);
    ck_assert_uint_eq(calls.calls, calls.fails_at); /* nothing more is tried */
    ck_assert_uint_gt(added, calls.bytes.size / 200);
    pgnpack_free(writer);
    bytes_free(&calls.bytes);
}
END_TEST

START_TEST(bcgn0_writers_fail_in_the_middle)
{
    const struct pgnpack_bcgn0_options options = {.size = sizeof options, .lossy = 1};
    struct failing_calls calls = {.fails_at = 1 + (size_t)_i, .cause = ENOSPC};
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(failing_write, &calls));
    add_until_failure(NULL, writer);
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(pgnpack_bcgn0_writer_finish(writer), PGNPACK_ERROR_WRITE);
    ck_assert_uint_eq(calls.calls, calls.fails_at);
    pgnpack_free(writer);
    bytes_free(&calls.bytes);
}
END_TEST

START_TEST(nothing_written_is_no_write)
{
    struct failing_calls calls = {.fails_at = 1, .cause = EIO};
    struct pgnpack_pgn_writer *writer =
        pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(failing_write, &calls));
    ck_assert_int_eq(pgnpack_pgn_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(calls.calls, 0);
    pgnpack_free(writer);
}
END_TEST

/* ---- Boards and items ---- */

/* What is not asked for in a text of one game is not there, and what is out of range neither. */
START_TEST(numbers_out_of_range)
{
    static const char text[] = "\xef\xbb\xbf \r\n[Event \"e\"]\n\n*";
    const struct pgnpack_game *game;
    struct pgnpack_text name, value;
    struct pgnpack_item item;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY("{only a comment}", 16));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_game_item(game, item_count(game), &item), 0);
    ck_assert_int_eq(pgnpack_game_tag(game, 0, &name, &value), 0);
    ck_assert_uint_eq(name.size + value.size, 0);
    ck_assert_uint_eq(details_of(game).lead_size, 0);
    ck_assert_ptr_nonnull(pgnpack_oddity_text((enum pgnpack_oddity)0));
    ck_assert_str_eq(pgnpack_oddity_text((enum pgnpack_oddity)0),
                     pgnpack_oddity_text((enum pgnpack_oddity)512));
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, sizeof text - 1));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(details_of(game).lead_size, 6);
    pgnpack_free(reader);
}
END_TEST

/* Where comments stand is told of each item, whatever the caller's memory held before. */
START_TEST(places_of_comments)
{
    static const char text[] =
        "{first}\n[Event \"e\"]\n{second}\n[Site \"s\"]\n\n{third} 1. e4 {fourth} 1-0 {fifth} ; sixth\n";
    static const int in_header[] = {1, 1, 0, 0, 0, 0, 0};
    static const int after_result[] = {0, 0, 0, 0, 0, 1, 1};
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, sizeof text - 1));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(item_count(game), 7);
    for (size_t i = 0; i < 7; i++) {
        struct pgnpack_item item = {.in_header = 99, .after_result = 99};
        ck_assert(pgnpack_game_item(game, i, &item));
        ck_assert_int_eq(item.in_header, in_header[i]);
        ck_assert_int_eq(item.after_result, after_result[i]);
    }
    pgnpack_free(reader);
}
END_TEST

START_TEST(boards_refuse_and_stay)
{
    static const char text[] = "[FEN \"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\"]\n\n*\n";
    const struct pgnpack_item null_move = {.kind = PGNPACK_ITEM_NULL_MOVE};
    const struct pgnpack_item begin = {.kind = PGNPACK_ITEM_VARIATION_BEGIN};
    const struct pgnpack_item end = {.kind = PGNPACK_ITEM_VARIATION_END};
    const struct pgnpack_item drop = {.kind = PGNPACK_ITEM_DROP, .value = 20 | 3 << 6 | 6 << 12}; /* R@e3 */
    const struct pgnpack_item take = {.kind = PGNPACK_ITEM_MOVE, .value = 12 | 4 << 6 | 4 << 12}; /* Kxe2 */
    char before[PGNPACK_FEN_SIZE], behind[PGNPACK_FEN_SIZE];
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, sizeof text - 1));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    pgnpack_board_start(board, game);
    pgnpack_board_fen(board, before);
    ck_assert_int_eq(pgnpack_board_step(board, &null_move), PGNPACK_ERROR_ARGUMENT); /* in check */
    ck_assert_int_eq(pgnpack_board_step(board, &begin), PGNPACK_ERROR_ARGUMENT);     /* to which move? */
    ck_assert_int_eq(pgnpack_board_step(board, &end), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_step(board, &drop), PGNPACK_ERROR_ARGUMENT); /* parries nothing */
    pgnpack_board_fen(board, behind);
    ck_assert_str_eq(behind, before);
    /* Each alternative to the first move is one deeper. */
    enum pgnpack_status status = PGNPACK_OK;
    unsigned depth = 0;
    for (; status == PGNPACK_OK && depth < 5000; depth++) {
        ck_assert_int_eq(pgnpack_board_step(board, &take), PGNPACK_OK);
        status = pgnpack_board_step(board, &begin);
    }
    ck_assert_int_eq(status, PGNPACK_ERROR_LIMIT);
    ck_assert_uint_eq(depth, 1001);
    while (--depth > 0)
        ck_assert_int_eq(pgnpack_board_step(board, &end), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_step(board, &end), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_step(board, &null_move), PGNPACK_OK);
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

/* ---- Packing ---- */

START_TEST(a_finished_writer_takes_nothing_more)
{
    const struct pgnpack_writer_options options = {.size = sizeof options};
    struct bytes packed = {0};
    for (int way = 0; way < 2; way++) {
        packed.size = 0;
        struct pgnpack_writer *writer =
            pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
        ck_assert_int_eq(pgnpack_writer_write(writer, "1. e4 *\n", 8), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
        size_t size = packed.size;
        ck_assert_int_eq(way == 0 ? pgnpack_writer_begin_file(writer, "x", 1, NULL)
                                  : pgnpack_writer_write(writer, "x", 1),
                         PGNPACK_ERROR_ARGUMENT);
        ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_ERROR_ARGUMENT);
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, "x", 1, NULL), PGNPACK_ERROR_ARGUMENT);
        ck_assert_uint_eq(packed.size, size);
        pgnpack_free(writer);
    }
    bytes_free(&packed);
}
END_TEST

/* Any number of threads, also more than there can be. */
START_TEST(as_many_threads_as_may_be)
{
    static const struct pack_setup plain = {.block_size = 400};
    static const struct pack_setup many = {.block_size = 400, .threads = PGNPACK_THREADS_MAX};
    const struct unpack_setup unpack_setup = {.threads = PGNPACK_THREADS_MAX};
    struct bytes text = {0}, packed = {0}, again = {0};
    struct unpacked unpacked;
    append_games(&text, 20, 3);
    pack_whole(&plain, &text, &packed);
    pack_whole(&many, &text, &again);
    ck_assert(bytes_equal(&packed, &again));
    unpack_bytes(&unpack_setup, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    ck_assert(bytes_equal(&unpacked.text, &text));
    unpacked_free(&unpacked);
    bytes_free(&again);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* Threads pack and unpack at every level by every codec, which share tables made once and nothing else. */
START_TEST(threads_at_every_level)
{
    struct bytes text = {0};
    append_games(&text, 10, 6);
    for (int moves = PGNPACK_MOVES_BY_LEVEL; moves <= PGNPACK_MOVES_BEST; moves++) {
        const struct pack_setup alone = {
            .level = 1 + _i, .moves = (enum pgnpack_moves)moves, .block_size = 400};
        const struct unpack_setup unpack_setup = {.threads = 4};
        struct pack_setup many = alone;
        struct bytes packed = {0}, again = {0};
        struct unpacked unpacked;
        many.threads = 4;
        many.verify = moves % 2;
        pack_whole(&many, &text, &again); /* first, so that threads are the first to need what is made once */
        pack_whole(&alone, &text, &packed);
        ck_assert(bytes_equal(&packed, &again));
        unpack_bytes(&unpack_setup, packed.data, packed.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_OK);
        ck_assert(bytes_equal(&unpacked.text, &text));
        unpacked_free(&unpacked);
        bytes_free(&again);
        bytes_free(&packed);
    }
    bytes_free(&text);
}
END_TEST

/* Paragraphs without a game's sign, `size` bytes of them. */
static void append_prose(struct bytes *text, size_t size, const char *paragraph)
{
    for (size_t end = text->size + size; text->size < end;)
        bytes_append_text(text, paragraph);
}

static size_t largest_block(const struct bytes *packed)
{
    struct pgnpack_block_info block;
    size_t largest = 0;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block); n++)
        largest = block.text_size > largest ? (size_t)block.text_size : largest;
    pgnpack_free(reader);
    return largest;
}

/*
 * Much text in which no game begins is cut behind empty lines, if there are any, and otherwise where the next game
 * begins; the same however the text came in.
 */
START_TEST(long_texts_without_games_are_cut)
{
    static const char *const paragraphs[] = {"no game, some words\n\n", "the same\r\n\r\n",
                                             "words without end "};
    struct bytes text = {0}, whole = {0};
    append_games(&text, 3, 8);
    append_prose(&text, 400000, paragraphs[_i]);
    bytes_append_text(&text, "\n[Event \"x\"]\n\n1. e4 *\n\n");
    append_prose(&text, 200000, paragraphs[_i]);
    append_games(&text, 3, 9);
    for (size_t piece = 0; piece < 4000; piece = piece * 7 + 13) {
        const struct pack_setup setup = {.block_size = 1000, .piece = piece};
        struct bytes packed = {0};
        pack_whole(&setup, &text, &packed);
        check_unpacks(&packed, &text);
        if (piece == 0)
            bytes_append(&whole, packed.data, packed.size);
        ck_assert(bytes_equal(&packed, &whole));
        bytes_free(&packed);
    }
    if (_i < 2)
        ck_assert_uint_lt(largest_block(&whole), 300000);
    else
        ck_assert_uint_ge(largest_block(&whole), 400000);
    bytes_free(&whole);
    bytes_free(&text);
}
END_TEST

static void print_to(struct bytes *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print_to(struct bytes *text, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    bytes_append_text(text, line);
}

/*
 * A number that for some moves is the one before it, and then for some the one that stands beside it: each rule
 * foretells half of them, the two together nearly all.
 */
START_TEST(two_rules_foretell_a_number)
{
    enum { GAMES = 60, PLIES = 80 };
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    const struct pack_setup setup = {.level = 6};
    struct bytes text = {0}, packed = {0};
    uint64_t random = 4;
    int stays = 0;
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned last[2] = {0, 0};
        bytes_append_text(&text, "[Event \"e\"]\n\n");
        for (unsigned ply = 0; ply < PLIES; ply++) {
            unsigned new = 1000000 + (unsigned)random_below(&random, 1 << 20);
            if (random_below(&random, 20) == 0)
                stays = !stays;
            if (!stays || ply < 2)
                last[ply & 1] = new;
            print_to(&text, "%s {a=%u, b=%u} ", moves[ply % 4], new, last[ply & 1]);
        }
        bytes_append_text(&text, "*\n\n");
    }
    pack_whole(&setup, &text, &packed);
    check_unpacks(&packed, &text);
    /* Of the bits of each comment 20 are at random, and some tell that the rule has changed; by one rule it takes 35. */
    ck_assert_uint_gt(packed.size, GAMES * PLIES * 5 / 2);
    ck_assert_uint_lt(packed.size, GAMES * PLIES * 31 / 8);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* Where a block's columns would take more than its text, it is kept as text; the file's name stays. */
START_TEST(names_of_files_kept_as_text)
{
    static const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct bytes text = {0}, packed = {0};
    struct pgnpack_block_details details;
    struct pgnpack_block_info block;
    struct pgnpack_text read;
    for (unsigned i = 0; i < 3000; i++)
        bytes_append_text(&text, "[\n{\n");
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "odd.pgn", 7, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    check_unpacks(&packed, &text);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert(pgnpack_reader_block(reader, 0, &block));
    ck_assert_uint_eq(block.game_count, 0); /* as text */
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 0, &details), PGNPACK_OK);
    ck_assert_uint_eq(details.file_name.size, 7);
    ck_assert_mem_eq(details.file_name.data, "odd.pgn", 7);
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 0, &read), PGNPACK_OK);
    ck_assert_uint_eq(read.size, text.size);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* ---- Columns ---- */

/* The packed sizes of all columns; *found_ret: of that name, or 0. */
static uint64_t columns_of(const struct bytes *packed, const char *name, uint64_t *found_ret)
{
    struct pgnpack_column column;
    size_t count;
    uint64_t sum = 0;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
    *found_ret = 0;
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++) {
        sum += column.packed_size;
        if (column.name.size == strlen(name) && memcmp(column.name.data, name, column.name.size) == 0)
            *found_ret += column.packed_size;
    }
    pgnpack_free(blocks);
    pgnpack_free(reader);
    return sum;
}

/* More columns than are kept apart: the rest is one, and nothing is missing. */
START_TEST(more_columns_than_are_told_apart)
{
    const struct pack_setup setup = {.level = 1, .block_size = 500000};
    struct bytes text = {0}, packed = {0};
    uint64_t others, names, random = 1;
    for (unsigned i = 0; i < 5000; i++)
        for (unsigned j = 0; j < 8; j++)
            print_to(&text, "[Event \"e\"]\n[Name%u \"value %llx\"]\n\n1. e4 *\n\n", i,
                     (unsigned long long)next_random(&random));
    pack_whole(&setup, &text, &packed);
    check_unpacks(&packed, &text);
    ck_assert_uint_eq(columns_of(&packed, "(others)", &others), packed.size);
    ck_assert_uint_gt(others, 0);
    ck_assert_uint_eq(columns_of(&packed, "Name77", &names), packed.size);
    ck_assert_uint_gt(names, 0);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* A number in a comment that no word stands before is named by what it is. */
START_TEST(numbers_without_a_word)
{
    static const char *const names[] = {"(number)", "(clock)", "depth="};
    const struct pack_setup setup = {.level = 3};
    for (unsigned kind = 0; kind < 3; kind++) {
        struct bytes text = {0}, packed = {0};
        uint64_t found;
        for (unsigned i = 0; i < 300; i++) {
            char value[40];
            snprintf(value, sizeof value, kind == 1 ? "1:02:%02u" : "%u", i * 7 % 60);
            print_to(&text, "[Event \"e\"]\n\n1. e4 {%s%s} *\n\n", kind == 2 ? "depth=" : "", value);
        }
        pack_whole(&setup, &text, &packed);
        ck_assert_uint_eq(columns_of(&packed, names[kind], &found), packed.size);
        ck_assert_msg(found > 0, "no column is called %s", names[kind]);
        bytes_free(&packed);
        bytes_free(&text);
    }
}
END_TEST

/* ---- Databases that are not what they were ---- */

/* The file that is read is another one from some time on. */
struct changing_file {
    struct bytes before, behind;
    int has_changed;
};

static int read_changing(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct changing_file *file = opaque;
    return bytes_read_at(file->has_changed ? &file->behind : &file->before, offset, bytes, size, size_ret);
}

/* The index says another block than the one that is there: it is not taken for that one. */
START_TEST(a_file_that_is_replaced)
{
    const struct pack_setup setup = {.level = 3};
    struct changing_file file = {{0}, {0}, 0};
    struct bytes text = {0};
    const struct pgnpack_game *game;
    struct pgnpack_text read;
    struct pgnpack_block_details details;
    append_games(&text, 30, 1);
    pack_whole(&setup, &text, &file.before);
    text.size = 0;
    append_games(&text, 31, 2);
    pack_whole(&setup, &text, &file.behind);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_changing, &file, file.before.size)),
                     PGNPACK_OK);
    file.has_changed = 1;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_ERROR_CORRUPT);
    ck_assert_ptr_null(game);
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 0, &read), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 0, &details), PGNPACK_ERROR_CORRUPT);
    file.has_changed = 0; /* it was put back: the handles are as good as new */
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, 30), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 0, &read), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&file.before);
    bytes_free(&file.behind);
    bytes_free(&text);
}
END_TEST

/* Every read that _columns(), _details() and _text() make may fail: no columns, and the cause is told. */
START_TEST(each_read_of_blocks_fails)
{
    const struct pack_setup setup = {.block_size = 700};
    struct bytes text = {0}, packed = {0};
    append_games(&text, 12, 4);
    pack_whole(&setup, &text, &packed);
    for (size_t n = 1, done = 0; !done; n++) {
        struct failing_calls calls = {.file = &packed};
        struct pgnpack_text read;
        struct pgnpack_block_details details;
        size_t count = 1;
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        ck_assert_int_eq(
            pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(failing_read_at, &calls, packed.size)),
            PGNPACK_OK);
        struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
        calls.calls = 0;
        calls.fails_at = n;
        calls.cause = EIO;
        enum pgnpack_status status = pgnpack_block_reader_columns(blocks, &count);
        if (status == PGNPACK_OK) {
            ck_assert_uint_gt(count, 5);
            status = pgnpack_block_reader_details(blocks, 1, &details);
        } else {
            ck_assert_uint_eq(count, 0);
        }
        if (status == PGNPACK_OK)
            status = pgnpack_block_reader_text(blocks, 1, &read);
        done = calls.calls < n;
        ck_assert_int_eq(status, done ? PGNPACK_OK : PGNPACK_ERROR_READ);
        if (!done)
            ck_assert_int_eq(pgnpack_error(blocks)->status, PGNPACK_ERROR_READ);
        pgnpack_free(blocks);
        pgnpack_free(reader);
    }
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* Names that say they are longer than those of all files of a block may be. */
START_TEST(a_file_name_that_is_too_long)
{
    static const struct pgnpack_writer_options options = {.size = sizeof options};
    struct bytes text = {0}, packed = {0};
    struct pgnpack_text read;
    struct pgnpack_block_details details;
    append_games(&text, 20, 3); /* sections may have 4,096 bytes more than the text, all together */
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "a.pgn", 5, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    uint8_t *block = packed.data + BCGN_FILE_HEADER_SIZE;
    size_t count = (size_t)(block[48] | block[49] << 8), named = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *entry = block + BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE;
        if (entry[0] != BCGN_SECTION_FILE_NAMES)
            continue;
        entry[1] = BCGN_PACKING_ZSTD; /* the size unpacked is believed */
        store_le32(entry + 4, (1 << 20) + 1);
        named++;
    }
    ck_assert_uint_eq(named, 1);
    reseal_file(packed.data, packed.size);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 0, &details), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(details.file_name.size, 0);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(blocks)->text, "what a block tells of its files"));
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 0, &read), PGNPACK_ERROR_CORRUPT);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

START_TEST(shards_out_of_range)
{
    const struct pack_setup setup = {.level = 1};
    struct bytes text = {0}, packed = {0};
    struct pgnpack_shard shard;
    append_games(&text, 3, 4);
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_shard(reader, 0, (uint64_t)1 << 40, &shard), 0);
    ck_assert_int_eq(pgnpack_reader_shard(reader, 7, 7, &shard), 0);
    ck_assert(shard.first_game == 1 && shard.game_count == 0 && shard.block_count == 0);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
}
END_TEST

Suite *corners_suite(void)
{
    Suite *suite = suite_create("corners");
    TCase *games = tcase_create("games");
    tcase_add_loop_test(games, pgn_writers_fail_in_the_middle, 0, 2);
    tcase_add_loop_test(games, bcgn0_writers_fail_in_the_middle, 0, 2);
    tcase_add_test(games, nothing_written_is_no_write);
    tcase_add_test(games, numbers_out_of_range);
    tcase_add_test(games, places_of_comments);
    tcase_add_test(games, boards_refuse_and_stay);
    suite_add_tcase(suite, games);
    TCase *packing = tcase_create("packing");
    tcase_add_test(packing, a_finished_writer_takes_nothing_more);
    tcase_add_test(packing, as_many_threads_as_may_be);
    tcase_add_loop_test(packing, threads_at_every_level, 0, PGNPACK_LEVEL_MAX);
    tcase_add_loop_test(packing, long_texts_without_games_are_cut, 0, 3);
    tcase_add_test(packing, two_rules_foretell_a_number);
    tcase_add_test(packing, names_of_files_kept_as_text);
    suite_add_tcase(suite, packing);
    TCase *columns = tcase_create("columns");
    tcase_add_test(columns, more_columns_than_are_told_apart);
    tcase_add_test(columns, numbers_without_a_word);
    suite_add_tcase(suite, columns);
    TCase *databases = tcase_create("databases");
    tcase_add_test(databases, a_file_that_is_replaced);
    tcase_add_test(databases, each_read_of_blocks_fails);
    tcase_add_test(databases, a_file_name_that_is_too_long);
    tcase_add_test(databases, shards_out_of_range);
    suite_add_tcase(suite, databases);
    return suite;
}
