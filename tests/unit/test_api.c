/* The public interface: what include/pgnpack.h promises, used as a caller would. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "shared/game_look.h"
#include "shared/packing.h"
#include "unit/suites.h"

static const char plain_text[] =
    "[Event \"Cup\"]\n[Site \"Bern\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[Event \"Cup\"]\n[Site \"Bern\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n";
static const char rich_text[] = "[Event \"A \\\"B\\\"\"]\n[White \"W\"]\n\n"
                                "1. e4 $1 {best} (1. d4! d5 (1... Nf6)) 1... c5 ; so\n2. -- a6 *\n";

/* Grows; counts how often it was called. */
struct sink {
    char bytes[4096];
    size_t size;
    int calls;
    int fail_with; /* errno value */
};

static int write_sink(void *opaque, const void *bytes, size_t size)
{
    struct sink *sink = opaque;
    sink->calls++;
    if (sink->fail_with != 0)
        return sink->fail_with;
    ck_assert_uint_le(size, sizeof sink->bytes - sink->size);
    memcpy(sink->bytes + sink->size, bytes, size);
    sink->size += size;
    return 0;
}

START_TEST(versions_and_statuses_have_words)
{
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", PGNPACK_VERSION_MAJOR, PGNPACK_VERSION_MINOR,
             PGNPACK_VERSION_PATCH);
    ck_assert_str_eq(pgnpack_version(), version);
    ck_assert_str_ne(pgnpack_status_text(PGNPACK_ERROR_CORRUPT),
                     pgnpack_status_text(PGNPACK_ERROR_TRUNCATED));
    for (int status = 0; status < 100; status++)
        ck_assert_ptr_nonnull(pgnpack_status_text((enum pgnpack_status)status));
    for (int status = 0; status < 100; status++)
        ck_assert_int_eq(pgnpack_status_is_of_block((enum pgnpack_status)status),
                         status == PGNPACK_ERROR_READ || status == PGNPACK_ERROR_UNSUPPORTED ||
                             status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED);
    for (int bit = 1; bit <= 256; bit <<= 1)
        ck_assert_ptr_nonnull(pgnpack_oddity_text((enum pgnpack_oddity)bit));
}
END_TEST

START_TEST(freeing_nothing_is_fine)
{
    pgnpack_free(NULL);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
    pgnpack_free(NULL);
}
END_TEST

static struct pgnpack_place place_of(const struct pgnpack_pgn_reader *reader, uint64_t offset_in_game)
{
    struct pgnpack_place place = {.game = 99, .offset = 99, .line = 99};
    pgnpack_pgn_reader_place(reader, offset_in_game, &place);
    return place;
}

START_TEST(games_of_a_text_are_counted)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    uint64_t games = 0, plies = 0;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(plain_text, strlen(plain_text)));
    while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
        games++;
        plies += pgnpack_game_ply_count(game);
        ck_assert_uint_eq(place_of(reader, 0).game, games);
    }
    ck_assert_ptr_null(game);
    ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_END);
    ck_assert_uint_eq(games, 2);
    ck_assert_uint_eq(plies, 5);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_END);
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_reader_can_be_opened_again)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    for (int round = 0; round < 3; round++) {
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(plain_text, strlen(plain_text)));
        ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
        ck_assert_uint_eq(place_of(reader, 0).game, 1);
        ck_assert_int_eq(pgnpack_game_result(game), PGNPACK_RESULT_WHITE);
    }
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_reader_that_was_not_opened_says_so)
{
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_ne(pgnpack_error(reader)->text, "");
    ck_assert_uint_eq(place_of(reader, 7).game, 0);
    ck_assert_uint_eq(place_of(reader, 7).offset, 0);
    ck_assert_uint_eq(place_of(reader, 7).line, 0);
    pgnpack_free(reader);
    struct pgnpack_bcgn0_reader *packed = pgnpack_bcgn0_reader_new(NULL);
    ck_assert_int_eq(pgnpack_bcgn0_reader_next(packed, &game), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(packed)->status, PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(packed);
}
END_TEST

static void assert_text(struct pgnpack_text text, const char *wanted)
{
    ck_assert_uint_eq(text.size, strlen(wanted));
    ck_assert_int_eq(memcmp(text.data, wanted, text.size), 0);
}

START_TEST(tags_are_found)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    struct pgnpack_text name, value;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(rich_text, strlen(rich_text)));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(tag_count(game), 2);
    ck_assert_int_eq(pgnpack_game_tag(game, 1, &name, &value), 1);
    assert_text(name, "White");
    assert_text(value, "W");
    ck_assert_int_eq(pgnpack_game_tag(game, 2, &name, &value), 0);
    assert_text(name, "");
    assert_text(value, "");
    ck_assert_int_eq(pgnpack_game_find_tag(game, "Event", &value), 1);
    assert_text(value, "A \\\"B\\\"");
    ck_assert_int_eq(pgnpack_game_find_tag(game, "Black", &value), 0);
    assert_text(value, "");
    pgnpack_free(reader);
}
END_TEST

START_TEST(items_and_board_walk_a_game)
{
    static const struct {
        enum pgnpack_item_kind kind;
        const char *text; /* for moves: SAN */
    } wanted[] = {{PGNPACK_ITEM_MOVE, "e4"},          {PGNPACK_ITEM_NAG, "$1"},
                  {PGNPACK_ITEM_COMMENT, "best"},     {PGNPACK_ITEM_VARIATION_BEGIN, "("},
                  {PGNPACK_ITEM_MOVE, "d4"},          {PGNPACK_ITEM_SUFFIX, "!"},
                  {PGNPACK_ITEM_MOVE, "d5"},          {PGNPACK_ITEM_VARIATION_BEGIN, "("},
                  {PGNPACK_ITEM_MOVE, "Nf6"},         {PGNPACK_ITEM_VARIATION_END, ")"},
                  {PGNPACK_ITEM_VARIATION_END, ")"},  {PGNPACK_ITEM_MOVE, "c5"},
                  {PGNPACK_ITEM_LINE_COMMENT, " so"}, {PGNPACK_ITEM_NULL_MOVE, "--"},
                  {PGNPACK_ITEM_MOVE, "a6"}};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_game *game;
    struct pgnpack_item item;
    char san[PGNPACK_SAN_SIZE], fen[PGNPACK_FEN_SIZE];
    size_t count = sizeof wanted / sizeof wanted[0];
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(rich_text, strlen(rich_text)));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(item_count(game), count);
    pgnpack_board_start(board, game);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(pgnpack_game_item(game, i, &item), 1);
        ck_assert_int_eq(item.kind, wanted[i].kind);
        assert_text(item.text, wanted[i].text);
        if (item.kind == PGNPACK_ITEM_MOVE) {
            ck_assert_uint_eq(pgnpack_board_text(board, item.value, PGNPACK_NOTATION_SAN, san),
                              strlen(wanted[i].text));
            ck_assert_str_eq(san, wanted[i].text);
        }
        ck_assert_int_eq(pgnpack_board_step(board, &item), PGNPACK_OK);
    }
    ck_assert_int_eq(pgnpack_game_item(game, count, &item), 0);
    size_t size = pgnpack_board_fen(board, fen);
    ck_assert_uint_eq(size, strlen(fen));
    ck_assert_str_eq(fen, "rnbqkbnr/1p1ppppp/p7/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

START_TEST(a_board_refuses_what_cannot_come)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_item close = {.kind = PGNPACK_ITEM_VARIATION_END, .value = 0, .text = {"", 0}};
    const struct pgnpack_item open = {.kind = PGNPACK_ITEM_VARIATION_BEGIN, .value = 0, .text = {"", 0}};
    const struct pgnpack_item e2e5 = {.kind = PGNPACK_ITEM_MOVE, .value = 12 << 6 | 36, .text = {"", 0}};
    const struct pgnpack_item e2e4 = {
        .kind = PGNPACK_ITEM_MOVE, .value = 1 << 12 | 12 << 6 | 28, .text = {"", 0}};
    char before[PGNPACK_FEN_SIZE], after[PGNPACK_FEN_SIZE], text[PGNPACK_SAN_SIZE];
    pgnpack_board_fen(board, before);
    ck_assert_int_eq(pgnpack_board_step(board, &close), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_step(board, &open), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_step(board, &e2e5), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(pgnpack_board_text(board, e2e5.value, PGNPACK_NOTATION_SAN, text), 0);
    ck_assert_str_eq(text, "");
    ck_assert_uint_eq(pgnpack_board_text(board, e2e5.value, PGNPACK_NOTATION_UCI, text), 0);
    pgnpack_board_fen(board, after);
    ck_assert_str_eq(before, after);
    ck_assert_uint_eq(pgnpack_board_text(board, e2e4.value, PGNPACK_NOTATION_UCI, text), 4);
    ck_assert_str_eq(text, "e2e4");
    ck_assert_int_eq(pgnpack_board_step(board, &e2e4), PGNPACK_OK);
    pgnpack_free(board);
}
END_TEST

/* The position and whether castling is Chess960's are those of the game that was started last. */
START_TEST(a_board_goes_from_game_to_game)
{
    static const struct {
        const char *text, *start, *end, *last_move; /* of each game: FEN, FEN, UCI */
    } games[] = {
        {"1. e4 e5 2. Nf3 *\n\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "g1f3"},
        {"[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9\"]\n\n9... Kd7 10. O-O *\n\n",
         "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9", "8/3k4/8/8/8/8/8/R4RK1 b - - 5 10", "e1g1"},
        {"[FEN \"4k3/8/8/8/8/8/8/4KR2 w K - 0 1\"]\n\n1. O-O *\n\n", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
         "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "e1f1"},
    };
    enum { GAMES = sizeof games / sizeof games[0] };
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    for (unsigned i = 0; i < GAMES * GAMES * 2; i++) {
        unsigned number = i % 2 == 0 ? i / 2 % GAMES : i / 2 / GAMES; /* each behind each */
        char fen[PGNPACK_FEN_SIZE], uci[PGNPACK_FEN_SIZE];
        struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
        const struct pgnpack_game *game;
        struct pgnpack_item item;
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(games[number].text, strlen(games[number].text)));
        ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
        pgnpack_board_start(board, game);
        pgnpack_board_fen(board, fen);
        ck_assert_str_eq(fen, games[number].start);
        for (size_t j = 0; pgnpack_game_item(game, j, &item); j++) {
            pgnpack_board_text(board, item.value, PGNPACK_NOTATION_UCI, uci);
            ck_assert_int_eq(pgnpack_board_step(board, &item), PGNPACK_OK);
        }
        ck_assert_str_eq(uci, games[number].last_move);
        pgnpack_board_fen(board, fen);
        ck_assert_str_eq(fen, games[number].end);
        pgnpack_free(reader);
    }
    pgnpack_free(board);
}
END_TEST

START_TEST(places_in_the_input_are_told)
{
    static const char text[] = "\n\n1. e4 e5 *\n\n[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n";
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text)));
    ck_assert_uint_eq(place_of(reader, 0).line, 0);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(details_of(game).lead_size, 2);
    ck_assert_uint_eq(place_of(reader, 0).line, 1);
    ck_assert_uint_eq(place_of(reader, 2).line, 3);
    ck_assert_ptr_null(details_of(game).trouble);
    ck_assert_uint_eq(details_of(game).trouble_offset, 0);
    ck_assert_uint_eq(details_of(game).oddities, 0);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_ptr_nonnull(details_of(game).trouble);
    struct pgnpack_place place = place_of(reader, details_of(game).trouble_offset);
    ck_assert_int_eq(strncmp(text + place.offset, "Ke3", 3), 0);
    ck_assert_uint_eq(place.game, 2);
    ck_assert_uint_eq(place.line, 8);
    ck_assert_uint_eq(place_of(reader, UINT64_MAX).line, 9); /* behind the last line end */
    ck_assert_uint_ge(place_of(reader, UINT64_MAX).offset, place.offset + 5);
    pgnpack_free(reader);
}
END_TEST

/* Writes all games of a text; the status of the first call that failed. */
static enum pgnpack_status write_games(const struct pgnpack_options *options, const char *text,
                                       const struct pgnpack_bcgn0_options *bcgn0_options, struct sink *sink)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(options);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(options, bcgn0_options, PGNPACK_TO_FUNCTION(write_sink, sink));
    if (reader != NULL && writer != NULL) {
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text)));
        while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK &&
               (status = pgnpack_bcgn0_writer_add(writer, game)) == PGNPACK_OK)
            ;
        if (status == PGNPACK_END)
            status = pgnpack_bcgn0_writer_finish(writer);
        if (pgnpack_error(writer)->status != PGNPACK_OK)
            ck_assert_str_ne(pgnpack_error(writer)->text, "");
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

/* Unpacks; the status of the first call that failed. */
static enum pgnpack_status read_games(const struct pgnpack_options *options, const struct sink *packed,
                                      struct sink *sink)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(options);
    struct pgnpack_pgn_writer *writer =
        pgnpack_pgn_writer_new(options, PGNPACK_TO_FUNCTION(write_sink, sink));
    if (reader != NULL && writer != NULL) {
        pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_MEMORY(packed->bytes, packed->size));
        while ((status = pgnpack_bcgn0_reader_next(reader, &game)) == PGNPACK_OK &&
               (status = pgnpack_pgn_writer_add(writer, game)) == PGNPACK_OK)
            ;
        if (status == PGNPACK_END)
            status = pgnpack_pgn_writer_finish(writer);
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

static struct pgnpack_bcgn0_options scheme_options(int scheme)
{
    struct pgnpack_bcgn0_options options = {.size = sizeof options,
                                            .scheme = (enum pgnpack_bcgn0_scheme)scheme};
    return options;
}

START_TEST(games_go_through_bcgn0)
{
    struct pgnpack_bcgn0_options options = scheme_options(_i);
    struct sink packed = {.size = 0}, text = {.size = 0};
    ck_assert_int_eq(write_games(NULL, plain_text, &options, &packed), PGNPACK_OK);
    ck_assert_int_eq(packed.calls, 1);
    ck_assert_int_eq(memcmp(packed.bytes, "BCGN", 4), 0);
    ck_assert_int_eq(packed.bytes[5], _i);
    ck_assert_int_eq(read_games(NULL, &packed, &text), PGNPACK_OK);
    ck_assert_uint_eq(text.size, strlen(plain_text));
    ck_assert_int_eq(memcmp(text.bytes, plain_text, text.size), 0);
}
END_TEST

START_TEST(no_games_make_a_header)
{
    struct pgnpack_bcgn0_options options = scheme_options(1);
    struct sink packed = {.size = 0}, text = {.size = 0};
    ck_assert_int_eq(write_games(NULL, "", &options, &packed), PGNPACK_OK);
    ck_assert_uint_eq(packed.size, 32);
    ck_assert_int_eq(read_games(NULL, &packed, &text), PGNPACK_OK);
    ck_assert_uint_eq(text.size, 0);
    ck_assert_int_eq(text.calls, 0);
}
END_TEST

START_TEST(failures_of_writing_stay)
{
    struct pgnpack_bcgn0_options options = scheme_options(1);
    struct sink sink = {.fail_with = 28};
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_sink, &sink));
    ck_assert_int_eq(pgnpack_bcgn0_writer_finish(writer), PGNPACK_ERROR_WRITE);
    sink.fail_with = 0;
    ck_assert_int_eq(pgnpack_bcgn0_writer_finish(writer), PGNPACK_ERROR_WRITE);
    ck_assert_int_eq(sink.calls, 1);
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_ERROR_WRITE);
    pgnpack_free(writer);
    sink = (struct sink){.fail_with = 28};
    ck_assert_int_eq(write_games(NULL, plain_text, &options, &sink), PGNPACK_ERROR_WRITE);
}
END_TEST

static int read_nothing(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    (void)bytes;
    (void)size;
    *size_ret = 0;
    return *(int *)opaque;
}

START_TEST(failures_of_reading_are_told)
{
    int error_number = 5;
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_nothing, &error_number));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_ERROR_READ);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_ERROR_READ);
    ck_assert_int_eq(pgnpack_error(reader)->status, PGNPACK_ERROR_READ);
    pgnpack_free(reader);
    struct pgnpack_bcgn0_reader *packed = pgnpack_bcgn0_reader_new(NULL);
    pgnpack_bcgn0_reader_open(packed, PGNPACK_FROM_STREAM(read_nothing, &error_number));
    ck_assert_int_eq(pgnpack_bcgn0_reader_next(packed, &game), PGNPACK_ERROR_READ);
    ck_assert_int_eq(pgnpack_error(packed)->status, PGNPACK_ERROR_READ);
    pgnpack_free(packed);
}
END_TEST

START_TEST(losses_stop_or_are_counted)
{
    static const char text[] = "1. e4 {x} e5 (1... c5 $1) *\n\n1. e4 Ke3 *\n\n1. d4 *\n\n";
    struct pgnpack_bcgn0_options options = scheme_options(1);
    struct sink sink = {.size = 0};
    const struct pgnpack_game *game;
    ck_assert_int_eq(write_games(NULL, text, &options, &sink), PGNPACK_ERROR_LOSSY);
    options.lossy = 1;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_sink, &sink));
    static const enum pgnpack_status wanted[] = {PGNPACK_OK, PGNPACK_ERROR_LOSSY, PGNPACK_OK};
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text)));
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_bcgn0_writer_add(writer, game), wanted[i]);
        ck_assert_int_eq(pgnpack_error(writer)->status, wanted[i]);
    }
    ck_assert_int_eq(pgnpack_bcgn0_writer_finish(writer), PGNPACK_OK);
    const struct pgnpack_bcgn0_losses *losses = pgnpack_bcgn0_writer_losses(writer);
    ck_assert_uint_eq(losses->games_written, 2);
    ck_assert_uint_eq(losses->games_left_out, 1);
    ck_assert_uint_eq(losses->comments, 1);
    ck_assert_uint_eq(losses->variations, 1);
    pgnpack_free(writer);
    pgnpack_free(reader);
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    struct pgnpack_bcgn0_options options = scheme_options(3);
    struct sink sink = {.size = 0};
    ck_assert_int_eq(write_games(NULL, plain_text, &options, &sink), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(sink.size, 0);
}
END_TEST

START_TEST(options_of_an_older_size_are_understood)
{
    /* A caller whose struct ends before `memory_limit`: what lies behind it is not looked at. */
    struct pgnpack_bcgn0_options bcgn0_options = scheme_options(2);
    struct pgnpack_options options = {.size = offsetof(struct pgnpack_options, memory_limit),
                                      .memory_limit = 1};
    struct sink sink = {.size = 0};
    ck_assert_int_eq(write_games(&options, plain_text, &bcgn0_options, &sink), PGNPACK_OK);
    ck_assert_int_eq(sink.bytes[5], 2);
    options.size = sizeof options;
    ck_assert_int_ne(write_games(&options, plain_text, &bcgn0_options, &sink), PGNPACK_OK);
}
END_TEST

START_TEST(a_memory_limit_is_kept)
{
    const struct pgnpack_options options = {.size = sizeof options, .memory_limit = 100 << 10};
    struct pgnpack_bcgn0_options bcgn0_options = scheme_options(1);
    struct sink sink = {.size = 0};
    ck_assert_int_eq(write_games(&options, plain_text, &bcgn0_options, &sink), PGNPACK_ERROR_MEMORY_LIMIT);
}
END_TEST

/* Whichever allocation fails: an error, and everything is given back. */
START_TEST(every_failing_allocation_is_survived)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    struct pgnpack_bcgn0_options bcgn0_options = scheme_options(1);
    static struct sink packed, text;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    size_t calls = 0;
    for (; status != PGNPACK_OK; calls++) {
        packed.size = 0;
        text.size = 0;
        allow_pieces(&count, calls);
        status = write_games(&options, plain_text, &bcgn0_options, &packed);
        if (status == PGNPACK_OK)
            status = read_games(&options, &packed, &text);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(count.outstanding, 0);
    }
    ck_assert_uint_gt(calls, 8);
    ck_assert_uint_eq(text.size, strlen(plain_text));
    for (calls = 0; calls < 2; calls++) {
        allow_pieces(&count, calls);
        struct pgnpack_board *board = pgnpack_board_new(&options);
        ck_assert_int_eq(board != NULL, calls > 0);
        pgnpack_free(board);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *api_suite(void)
{
    Suite *suite = suite_create("api");
    TCase *handles = tcase_create("handles");
    tcase_add_test(handles, versions_and_statuses_have_words);
    tcase_add_test(handles, freeing_nothing_is_fine);
    tcase_add_test(handles, a_reader_can_be_opened_again);
    tcase_add_test(handles, a_reader_that_was_not_opened_says_so);
    tcase_add_test(handles, options_of_an_older_size_are_understood);
    tcase_add_test(handles, wrong_options_are_refused);
    suite_add_tcase(suite, handles);
    TCase *games = tcase_create("games");
    tcase_add_test(games, games_of_a_text_are_counted);
    tcase_add_test(games, tags_are_found);
    tcase_add_test(games, items_and_board_walk_a_game);
    tcase_add_test(games, a_board_refuses_what_cannot_come);
    tcase_add_test(games, a_board_goes_from_game_to_game);
    tcase_add_test(games, places_in_the_input_are_told);
    suite_add_tcase(suite, games);
    TCase *packing = tcase_create("packing");
    tcase_add_loop_test(packing, games_go_through_bcgn0, 0, 3);
    tcase_add_test(packing, no_games_make_a_header);
    tcase_add_test(packing, losses_stop_or_are_counted);
    suite_add_tcase(suite, packing);
    TCase *failures = tcase_create("failures");
    tcase_add_test(failures, failures_of_writing_stay);
    tcase_add_test(failures, failures_of_reading_are_told);
    tcase_add_test(failures, a_memory_limit_is_kept);
    tcase_add_test(failures, every_failing_allocation_is_survived);
    suite_add_tcase(suite, failures);
    return suite;
}
