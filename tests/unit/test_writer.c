/* Packing through the public functions. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/write/writer_parts.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct bytes text;

static void set_up(void)
{
    append_games(&text, 120, 31);
}

static void tear_down(void)
{
    bytes_free(&text);
}

static void check_same(const struct pack_setup *setup, const struct bytes *expected)
{
    struct bytes packed = {0};
    pack_whole(setup, &text, &packed);
    ck_assert(bytes_equal(&packed, expected));
    bytes_free(&packed);
}

/* ---- The same bytes ---- */

START_TEST(pieces_of_any_size)
{
    static const uint64_t block_sizes[] = {0, 1, 700, 5000, 16 << 20};
    static const size_t pieces[] = {1, 2, 3, 7, 100, 4096, 10000};
    struct bytes expected = {0};
    struct pack_setup setup = {.block_size = block_sizes[_i]};
    pack_whole(&setup, &text, &expected);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        setup.piece = pieces[i];
        check_same(&setup, &expected);
    }
    check_unpacks(&expected, &text);
    bytes_free(&expected);
}
END_TEST

START_TEST(any_number_of_threads)
{
    for (int level = 1; level <= 6; level += 2) {
        struct bytes expected = {0};
        struct pack_setup setup = {.block_size = 600, .level = level};
        pack_whole(&setup, &text, &expected);
        for (unsigned threads = 2; threads <= 8; threads++) {
            setup.threads = threads;
            setup.verify = threads % 2 == 0;
            setup.piece = 100 * threads;
            check_same(&setup, &expected);
        }
        bytes_free(&expected);
    }
}
END_TEST

START_TEST(every_level_and_codec)
{
    for (int level = 0; level <= PGNPACK_LEVEL_MAX; level++)
        for (int moves = PGNPACK_MOVES_BY_LEVEL; moves <= PGNPACK_MOVES_TABLE; moves++) {
            const struct pack_setup setup = {.level = level, .moves = (enum pgnpack_moves)moves, .verify = 1};
            struct bytes packed = {0};
            pack_whole(&setup, &text, &packed);
            ck_assert_uint_lt(packed.size, text.size / 2);
            check_unpacks(&packed, &text);
            bytes_free(&packed);
        }
}
END_TEST

/* To come to a game, all before it in its block are decoded there. */
START_TEST(games_of_best_blocks_are_limited)
{
    enum { GAMES = 20100, LIMIT = 10000 };
    const struct pack_setup setup = {.moves = PGNPACK_MOVES_BEST};
    const struct pack_setup pieces = {.moves = PGNPACK_MOVES_BEST, .piece = 777};
    struct bytes games = {0};
    struct bytes packed = {0};
    struct bytes again = {0};
    struct pgnpack_block_info info;
    for (unsigned i = 0; i < GAMES; i++)
        bytes_append_text(&games, i % 2 == 0 ? "[Event \"a\"]\n\n*\n\n" : "[Event \"b\"]\n\n1. a3 *\n\n");
    pack_whole(&setup, &games, &packed);
    pack_whole(&pieces, &games, &again);
    ck_assert(bytes_equal(&packed, &again));
    check_unpacks(&packed, &games);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->block_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(pgnpack_reader_block(reader, i, &info), 1);
        ck_assert_uint_eq(info.game_count, i < 2 ? LIMIT : GAMES - 2 * LIMIT);
    }
    pgnpack_free(reader);
    const struct pgnpack_writer_options options = {.size = sizeof options, .moves = PGNPACK_MOVES_BEST};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &again));
    ck_assert_uint_eq(writer_blocks_for(writer, games.size, GAMES), 3);
    ck_assert_uint_eq(writer_blocks_for(writer, games.size, LIMIT - 1), 1);
    pgnpack_free(writer);
    bytes_free(&games);
    bytes_free(&packed);
    bytes_free(&again);
}
END_TEST

/*
 * Text in which no tag says where games begin: cut at empty lines, at the same ones for pieces of any size.
 */
START_TEST(text_without_tags)
{
    const struct pack_setup whole = {.block_size = 1000};
    const struct pack_setup pieces = {.block_size = 1000, .piece = 50001};
    struct bytes games = {0};
    struct bytes first = {0};
    struct bytes second = {0};
    while (games.size < 2 << 20)
        bytes_append_text(&games, games.size % 3 == 0 ? "1. e4 e5 2. Nf3 *\n\n" : "1. d4 d5 1-0\r\n\r\n");
    pack_whole(&whole, &games, &first);
    pack_whole(&pieces, &games, &second);
    ck_assert(bytes_equal(&first, &second));
    check_unpacks(&first, &games);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(first.data, first.size)), PGNPACK_OK);
    ck_assert_uint_ge(pgnpack_reader_info(reader)->block_count, 5);
    ck_assert_uint_ge(pgnpack_reader_info(reader)->game_count, games.size / 20);
    pgnpack_free(reader);
    bytes_free(&games);
    bytes_free(&first);
    bytes_free(&second);
}
END_TEST

/* Prose gains nothing by small blocks: it is cut late, at the same places for pieces of any size. */
START_TEST(text_without_games)
{
    enum { PIECE = 50001 };
    static const char *const paragraphs[] = {"It is cold. 1. e5\n\n", "The sea is wide\r\n\r\n1. An end.\n"};
    const struct pack_setup whole = {.block_size = 1000};
    const struct pack_setup pieces = {.block_size = 1000, .piece = PIECE};
    struct bytes prose = {0}, first = {0}, second = {0};
    struct pgnpack_block_info block;
    while (prose.size < 1 << 20)
        bytes_append_text(&prose, paragraphs[prose.size % 2]);
    pack_whole(&whole, &prose, &first);
    pack_whole(&pieces, &prose, &second);
    ck_assert(bytes_equal(&first, &second));
    check_unpacks(&first, &prose);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(first.data, first.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->block_count, 5);
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &block); i++)
        ck_assert(i == 4 || (block.text_size < 256 << 10 && block.text_size > (256 << 10) - 100));
    pgnpack_free(reader);
    bytes_free(&prose);
    bytes_free(&first);
    bytes_free(&second);
}
END_TEST

/* More than a block can hold, and no sign of a game: kept in parts that say so. */
START_TEST(endless_line)
{
    const struct pack_setup setup = {.level = 1};
    struct bytes line = {0};
    struct bytes packed = {0};
    struct pgnpack_block_info block;
    while (line.size < (33 << 20))
        bytes_append_text(&line, "no game begins here, nor does it end; ");
    bytes_append_text(&line, "\n[Event \"at last\"]\n\n1. e4 *\n");
    pack_whole(&setup, &line, &packed);
    check_unpacks(&packed, &line);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->block_count, 4);
    for (uint64_t n = 0; n < 4; n++) {
        ck_assert(pgnpack_reader_block(reader, n, &block));
        ck_assert_int_eq(block.continues, n == 1 || n == 2);
    }
    ck_assert_uint_eq(block.game_count, 1);
    pgnpack_free(reader);
    bytes_free(&line);
    bytes_free(&packed);
}
END_TEST

/* ---- Files ---- */

struct input {
    const char *name;
    const char *text;
};

static const struct input inputs[] = {
    {"empty first", ""}, {"a.pgn", "[Event \"a\"]\n\n1. e4 *\n"},
    {"", "no name\n"},   {"sub/b.pgn", "1. d4 d5 1-0\n\n"},
    {"\xff\n\x01", ""},  {"same", "x"},
    {"same", "y"},       {"empty last", ""},
};
enum { INPUT_COUNT = sizeof inputs / sizeof inputs[0] };

struct outputs {
    size_t begun;
    struct bytes texts[INPUT_COUNT];
};

static int begin_output(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    struct outputs *outputs = opaque;
    ck_assert_uint_lt(outputs->begun, INPUT_COUNT);
    ck_assert_uint_eq(name_size, strlen(inputs[outputs->begun].name));
    ck_assert_mem_eq(name, inputs[outputs->begun].name, name_size);
    outputs->begun++;
    return 0;
}

static int write_output(void *opaque, const void *bytes, size_t size)
{
    struct outputs *outputs = opaque;
    ck_assert_uint_ge(outputs->begun, 1);
    bytes_append(&outputs->texts[outputs->begun - 1], bytes, size);
    return 0;
}

static void pack_inputs(struct bytes *packed, unsigned threads)
{
    struct pgnpack_writer_options options = {.size = sizeof options, .threads = threads, .block_size = 5};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    for (size_t i = 0; i < INPUT_COUNT; i++) {
        ck_assert_int_eq(pgnpack_writer_begin_file(writer, inputs[i].name, strlen(inputs[i].name), NULL),
                         PGNPACK_OK);
        ck_assert_int_eq(pgnpack_writer_write(writer, inputs[i].text, strlen(inputs[i].text)), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->files, INPUT_COUNT);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->packed_size, packed->size);
    pgnpack_free(writer);
}

START_TEST(several_files)
{
    struct bytes packed = {0};
    struct outputs outputs = {0};
    pack_inputs(&packed, (unsigned)_i);
    struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = (unsigned)_i, .begin_file = begin_output, .opaque = &outputs};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    struct bytes_source source = {packed.data, packed.size, 0, 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(write_output, &outputs)),
                     PGNPACK_OK);
    ck_assert_uint_eq(outputs.begun, INPUT_COUNT);
    for (size_t i = 0; i < INPUT_COUNT; i++) {
        ck_assert_uint_eq(outputs.texts[i].size, strlen(inputs[i].text));
        ck_assert(outputs.texts[i].size == 0 ||
                  memcmp(outputs.texts[i].data, inputs[i].text, outputs.texts[i].size) == 0);
        bytes_free(&outputs.texts[i]);
    }
    pgnpack_free(unpacker);
    bytes_free(&packed);
}
END_TEST

START_TEST(names_have_a_limit)
{
    struct bytes packed = {0};
    char name[4097];
    memset(name, 'n', sizeof name);
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, name, 4096, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, name, 4097, NULL), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    bytes_free(&packed);
}
END_TEST

/* ---- Totals, order of calls ---- */

START_TEST(totals_are_told)
{
    struct bytes packed = {0};
    const char *games = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Kd8 *\n\n";
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_write(writer, games, strlen(games)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(writer);
    ck_assert_uint_eq(totals->text_size, strlen(games));
    ck_assert_uint_eq(totals->packed_size, packed.size);
    ck_assert_uint_eq(totals->games, 2);
    ck_assert_uint_eq(totals->plies, 5);
    ck_assert_uint_eq(totals->blocks, 1);
    ck_assert_uint_eq(totals->files, 0);
    ck_assert_uint_eq(totals->broken_games, 1);
    pgnpack_free(writer);
    bytes_free(&packed);
}
END_TEST

/* Each kind of game is counted as such, whatever the number of blocks. */
START_TEST(kinds_of_games_are_counted)
{
    static const char *const kinds[] = {
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n",   /* as the others: no exception */
        "[Event \"x\"]\n\n1. e4  e5 2. Nf3 Nc6 *\n\n",  /* a gap */
        "[Event \"x\"]\n\n1. e4 e5 2. Ng1f3 Nc6 *\n\n", /* a spelling */
    };
    enum { GAMES = 200, EACH = 10 };
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .level = 3, .threads = 1, .block_size = _i == 0 ? 0 : 1000 * (unsigned)_i};
    struct bytes packed = {0};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    for (unsigned i = 0; i < GAMES; i++) {
        const char *game = kinds[i % EACH == 5 ? 1 : i % EACH == 8 ? 2 : 0];
        ck_assert_int_eq(pgnpack_writer_write(writer, game, strlen(game)), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(writer);
    ck_assert_uint_eq(totals->games, GAMES);
    ck_assert_uint_eq(totals->plies, 4 * GAMES);
    ck_assert(_i == 0 ? totals->blocks == 1 : totals->blocks > 1);
    ck_assert_uint_eq(totals->broken_games, 0);
    ck_assert_uint_ge(totals->gap_games, GAMES / EACH);
    ck_assert_uint_le(totals->gap_games, GAMES / EACH + totals->blocks); /* a block's first may be odd */
    ck_assert_uint_eq(totals->exact_games, GAMES - GAMES / EACH - totals->gap_games);
    ck_assert_uint_ge(totals->exceptions, GAMES / EACH + totals->gap_games);
    pgnpack_free(writer);
    bytes_free(&packed);
}
END_TEST

/* Games that begin otherwise than with an Event tag are not cut between their tags and their moves, where blocks end. */
START_TEST(games_stay_whole)
{
    static const char *const forms[] = {
        "[White \"A%u\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 {%s} Nc6 1-0\n\n",
        "[White \"A%u\"]\r\n[Black \"B\"] \r\n\r\n\r\n1.d4 d5 2.Nf3 {%s} Nc6 1-0\r\n\r\n",
        "[Site \"A%u\"]\n[Event \"B\"]\n\n1. Nf3 d5 2. g3 {%s} Nc6 1-0\n\n",
        "1. e4 {%u} e5 2. Nf3 {%s} Nc6 1-0\n\n",
    };
    enum { GAMES = 9000 };
    static const char comment[] = "so that a game has a hundred bytes, or more";
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .level = 3, .threads = 1, .block_size = 16000};
    struct bytes packed = {0};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    for (unsigned i = 0; i < GAMES; i++) {
        char game[200];
        int size = snprintf(game, sizeof game, forms[_i], i, comment);
        ck_assert_int_eq(pgnpack_writer_write(writer, game, (size_t)size), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_gt(pgnpack_writer_totals(writer)->blocks, 3);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->games, GAMES);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->plies, 4 * GAMES);
    pgnpack_free(writer);
    bytes_free(&packed);
}
END_TEST

START_TEST(nothing_to_pack)
{
    struct bytes packed = {0};
    struct bytes nothing = {0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_write(writer, "", 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->blocks, 0);
    pgnpack_free(writer);
    check_unpacks(&packed, &nothing);
    bytes_free(&packed);
}
END_TEST

START_TEST(nothing_behind_the_end)
{
    struct bytes packed = {0};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    size_t size = packed.size;
    ck_assert_int_eq(pgnpack_writer_write(writer, "x", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_writer_begin_file(writer, "x", 1, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(packed.size, size);
    pgnpack_free(writer);
    bytes_free(&packed);
}
END_TEST

/* An older caller's options end earlier; what they do not have is zero. */
START_TEST(older_options)
{
    struct pgnpack_writer_options options = {.size = offsetof(struct pgnpack_writer_options, threads),
                                             .level = 6};
    struct bytes packed = {0};
    struct bytes expected = {0};
    const struct pack_setup setup = {.level = 6};
    options.threads = 77;
    options.block_size = 1;
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    pack_whole(&setup, &text, &expected);
    ck_assert(bytes_equal(&packed, &expected));
    bytes_free(&packed);
    bytes_free(&expected);
}
END_TEST

/* ---- Failures ---- */

static enum pgnpack_status pack_with(struct failing_calls *calls, unsigned threads, int with_progress)
{
    struct pgnpack_writer_options options = {.size = sizeof options, .threads = threads, .block_size = 1500};
    if (with_progress) {
        options.progress = failing_progress;
        options.progress_opaque = calls;
    }
    struct pgnpack_writer *writer =
        with_progress ? pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &calls->bytes))
                      : pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(failing_write, calls));
    enum pgnpack_status written = pgnpack_writer_write(writer, text.data, text.size);
    enum pgnpack_status status = pgnpack_writer_finish(writer);
    ck_assert(written == PGNPACK_OK || written == status); /* failures stay */
    ck_assert_int_eq(pgnpack_writer_finish(writer), status);
    ck_assert_int_eq(pgnpack_error(writer)->status, status);
    ck_assert_int_eq(pgnpack_error(writer)->text[0] != '\0', status != PGNPACK_OK);
    pgnpack_free(writer);
    return status;
}

/* Every call to the write callback, and to the progress function, fails once. */
START_TEST(each_call_fails)
{
    int with_progress = _i / 2;
    for (size_t n = 1;; n++) {
        struct failing_calls calls = {.fails_at = n, .cause = ENOSPC};
        enum pgnpack_status status = pack_with(&calls, _i % 2 == 0 ? 1 : 3, with_progress);
        bytes_free(&calls.bytes);
        if (calls.calls < n) {
            ck_assert_int_eq(status, PGNPACK_OK);
            ck_assert_uint_gt(n, 3);
            break;
        }
        ck_assert_int_eq(status, with_progress ? PGNPACK_ERROR_CANCELLED : PGNPACK_ERROR_WRITE);
        ck_assert_uint_eq(calls.calls, n); /* nothing is called behind a failure */
    }
}
END_TEST

START_TEST(memory_is_limited)
{
    for (size_t limit = 1000; limit < (64 << 20); limit *= 2) {
        struct limited limited;
        limit_memory(&limited, limit);
        struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                        .threads = 1 + (unsigned)_i};
        struct bytes packed = {0};
        struct pgnpack_writer *writer =
            pgnpack_writer_new(&limited.options, &writer_options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
        if (writer != NULL) {
            pgnpack_writer_write(writer, text.data, text.size);
            enum pgnpack_status status = pgnpack_writer_finish(writer);
            ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY_LIMIT);
            if (status == PGNPACK_OK)
                check_unpacks(&packed, &text);
            ck_assert(status == PGNPACK_OK || limit < (32 << 20));
        }
        ck_assert_uint_le(limited.count.peak, limit);
        pgnpack_free(writer);
        ck_assert_uint_eq(limited.count.outstanding, 0);
        bytes_free(&packed);
    }
}
END_TEST

START_TEST(freed_in_the_middle)
{
    struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1 + (unsigned)_i, .block_size = 100};
    struct bytes packed = {0};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_int_eq(pgnpack_writer_write(writer, text.data, text.size / 2), PGNPACK_OK);
    pgnpack_free(writer);
    pgnpack_free(NULL);
    bytes_free(&packed);
}
END_TEST

/* The header promises the simple profile exactly where Parts I to III of FORMAT.md are enough: readers hold it to that. */
START_TEST(profiles)
{
    struct bytes games = {0};
    append_games(&games, 20, 5);
    for (int level = PGNPACK_LEVEL_MIN; level <= PGNPACK_LEVEL_MAX; level++)
        for (int moves = PGNPACK_MOVES_BY_LEVEL; moves <= PGNPACK_MOVES_TABLE; moves++) {
            const struct pack_setup setup = {.level = level, .moves = (enum pgnpack_moves)moves};
            struct bytes packed = {0};
            pack_whole(&setup, &games, &packed);
            int has_models = level > 4 || moves > PGNPACK_MOVES_BITS;
            int has_tables = level == 4 && moves == PGNPACK_MOVES_BY_LEVEL;
            ck_assert_uint_eq(packed.data[5], has_models || has_tables);
            check_unpacks(&packed, &games);
            bytes_free(&packed);
        }
    bytes_free(&games);
}
END_TEST

Suite *writer_suite(void)
{
    Suite *suite = suite_create("writer");
    TCase *same = tcase_create("the same bytes");
    tcase_add_checked_fixture(same, set_up, tear_down);
    tcase_add_loop_test(same, pieces_of_any_size, 0, 5);
    tcase_add_test(same, any_number_of_threads);
    tcase_add_test(same, every_level_and_codec);
    tcase_add_test(same, profiles);
    tcase_add_test(same, games_of_best_blocks_are_limited);
    tcase_add_test(same, text_without_tags);
    tcase_add_test(same, text_without_games);
    tcase_add_test(same, endless_line);
    suite_add_tcase(suite, same);
    TCase *use = tcase_create("use");
    tcase_add_checked_fixture(use, set_up, tear_down);
    tcase_add_loop_test(use, several_files, 1, 4);
    tcase_add_test(use, names_have_a_limit);
    tcase_add_test(use, totals_are_told);
    tcase_add_loop_test(use, kinds_of_games_are_counted, 0, 3);
    tcase_add_loop_test(use, games_stay_whole, 0, 4);
    tcase_add_test(use, nothing_to_pack);
    tcase_add_test(use, nothing_behind_the_end);
    tcase_add_test(use, older_options);
    suite_add_tcase(suite, use);
    TCase *failures = tcase_create("failures");
    tcase_add_checked_fixture(failures, set_up, tear_down);
    tcase_add_loop_test(failures, each_call_fails, 0, 4);
    tcase_add_loop_test(failures, memory_is_limited, 0, 3);
    tcase_add_loop_test(failures, freed_in_the_middle, 0, 3);
    suite_add_tcase(suite, failures);
    return suite;
}
