/* The window that moves over the input: pieces, places, limits, failures. What is read: test_pgn_parser.c. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "pgn/pgn_reader.h"
#include "shared/packing.h"
#include "unit/pgn_support.h"
#include "unit/suites.h"

enum { MIB = 1 << 20 };

/* ---- Sources that are too large to be held ---- */

/* A text, so many times. */
struct part {
    const char *text;
    size_t times;
};

struct part_source {
    const struct part *parts; /* the last one has the text NULL */
    size_t at;                /* in the text */
};

/* A few bytes more than a round number at a time, so that the window's ends fall everywhere. */
static int read_parts(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct part_source *source = opaque;
    struct part part = source->parts->text != NULL ? *source->parts : (struct part){"", 0};
    size_t text_size = strlen(part.text);
    while (source->parts->text != NULL && source->at == text_size * part.times) {
        source->parts++;
        source->at = 0;
        part = *source->parts;
        text_size = part.text != NULL ? strlen(part.text) : 0;
    }
    size_t rest = text_size * part.times - source->at;
    size_t some = rest < 65539 ? rest : 65539;
    some = some < size ? some : size;
    if (part.text == NULL)
        some = 0;
    size_t from = some != 0 ? source->at % text_size : 0;
    for (size_t i = 0; i < some; i++) {
        ((char *)bytes)[i] = part.text[from];
        from = from + 1 < text_size ? from + 1 : 0;
    }
    source->at += some;
    *size_ret = some;
    return 0;
}

/* So much memory must do for any input. */
enum { MEMORY_LIMIT = 48 * MIB };

/*
 * Reads all games and describes those with less than 1,000 items and 1,000 bytes; others by their size in MiB.
 * Left-out games are "limit@offset:line".
 */
static void expect_parts(const struct part *parts, const char *expected)
{
    struct part_source source = {parts, 0};
    struct memory memory;
    struct buffer out;
    struct pgn_reader reader;
    const struct game *game;
    enum pgnpack_status status;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    pgn_reader_init(&reader, read_parts, &source, NULL, MEMORY_LIMIT);
    uint64_t number = 0;
    while ((status = pgn_reader_next(&reader, &game)) == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT) {
        char line[80];
        number++;
        ck_assert_uint_eq(reader.game_number, number);
        if (status == PGNPACK_OK && game->item_count < 1000 && game->text.size < 1000) {
            describe_game(game, &out);
            continue;
        }
        if (status == PGNPACK_OK)
            snprintf(line, sizeof line, "%zu MiB, trouble %d\n", game->text.size / MIB, game->trouble);
        else
            snprintf(line, sizeof line, "limit@%llu:%llu\n", (unsigned long long)reader.error.offset,
                     (unsigned long long)reader.error.line);
        if (status == PGNPACK_ERROR_LIMIT)
            ck_assert_uint_eq(reader.error.game, number);
        buffer_append_string(&out, line);
    }
    ck_assert_msg(status == PGNPACK_END, "%s", reader.error.text);
    buffer_append_byte(&out, '\0');
    ck_assert_str_eq((const char *)out.data, expected);
    pgn_reader_free(&reader);
    ck_assert_uint_eq(reader.memory.held, 0);
    buffer_free(&out);
}

/* ---- Pieces ---- */

/* Games of many lengths, so that the window is refilled within tags, moves and comments; one is larger than it. */
static void append_many_games(struct buffer *text, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        buffer_append_string(
            text, "[Event \"A \\\"quoted\\\" one\"]\n[Site \"x\"]\n{among tags}\n[Round \"3\"]\r\n\r\n");
        for (unsigned j = 0; j < i * 7 % 131; j++)
            buffer_append_string(text,
                                 "1. Nf3 $14 Nf6 (1... d5 2. d4 $1 -- 3. e3) 2. Ng1!? {[%clk 0:01:00]} Ng8 ");
        for (unsigned j = 0; j < 6000 * (i == count / 2); j++)
            buffer_append_string(text, "{a comment for the game that is larger than the window} ");
        buffer_append_string(text, i % 3 == 0 ? "xx 1/2-1/2\n\n" : i % 3 == 1 ? "1-0 {over}\n\n" : "\n");
    }
}

START_TEST(any_pieces)
{
    struct memory memory;
    struct buffer text, out;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    buffer_init(&out, &memory);
    append_many_games(&text, 260);
    ck_assert_uint_gt(text.size, 1 * MIB);
    describe_games((const char *)text.data, text.size, &out); /* compares with pieces of 1, 7 and 4096 */
    size_t lines = 0;
    for (size_t i = 0; i < out.size; i++)
        lines += out.data[i] == '\n';
    ck_assert_uint_eq(lines, 260);
    buffer_free(&text);
    buffer_free(&out);
}
END_TEST

static void open_text(struct pgn_reader *reader, struct text_source *source, const char *text)
{
    *source = (struct text_source){text, strlen(text), 5, 0, 0};
    pgn_reader_init(reader, read_text_source, source, NULL, 0);
}

START_TEST(places)
{
    static const char text[] = "\n[Event \"A\"]\n\n1. e4\ne5 Ke3\n1-0\n\n1. d4 *\n{\n}\n\n(1. c4) *";
    struct text_source source;
    struct pgn_reader reader;
    const struct game *game;
    open_text(&reader, &source, text);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(reader.game_number, 1);
    ck_assert_uint_eq(reader.game_offset, 0);
    ck_assert_uint_eq(reader.line, 1);
    ck_assert_uint_eq(game->trouble_offset, (size_t)(strstr(text, "Ke3") - text));
    ck_assert_uint_eq(pgn_reader_line_at(&reader, game->trouble_offset), 5);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_OK);
    ck_assert_uint_eq(reader.game_number, 2);
    ck_assert_uint_eq(reader.game_offset, (size_t)(strstr(text, "\n1. d4") - text));
    ck_assert_uint_eq(reader.line, 7);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_OK);
    ck_assert_int_eq(game->trouble, TROUBLE_VARIATION);
    ck_assert_uint_eq(reader.game_offset + game->trouble_offset, (size_t)(strstr(text, "(1. c4)") - text));
    ck_assert_uint_eq(pgn_reader_line_at(&reader, game->trouble_offset), 12);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_END);
    ck_assert_ptr_null(game);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_END);
    pgn_reader_free(&reader);
}
END_TEST

START_TEST(lines_by_their_ends)
{
    static const char *const texts[] = {"[A \"\"]\n\n1. e4\nxx *", "[A \"\"]\r\n\r\n1. e4\r\nxx *",
                                        "[A \"\"]\r\r1. e4\rxx *"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct text_source source;
        struct pgn_reader reader;
        const struct game *game;
        open_text(&reader, &source, texts[i]);
        ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_OK);
        ck_assert_uint_eq(pgn_reader_line_at(&reader, game->trouble_offset), 4);
        pgn_reader_free(&reader);
    }
}
END_TEST

START_TEST(nothing_to_read)
{
    struct text_source source;
    struct pgn_reader reader;
    const struct game *game;
    open_text(&reader, &source, "");
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_END);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_END);
    pgn_reader_free(&reader);
    open_text(&reader, &source, "*"); /* never read */
    pgn_reader_free(&reader);
}
END_TEST

/* ---- Limits ---- */

START_TEST(over_long_games)
{
    static const struct part comment[] = {{"1. e4 *\n\n[Event \"B\"]\n\n1. d4 {", 1},
                                          {"very long\n", 17 * MIB / 10},
                                          {"} *\n\n[Event \"C\"]\n\n1. c4 *\n", 1},
                                          {NULL, 0}};
    expect_parts(comment, "e2e4 *\nlimit@8:2\n[Event=C] c2c4 *\n");
    static const struct part line[] = {
        {"[Event \"", 1}, {"x", 17 * MIB}, {"\"]\n*\n[Event \"B\"]\n*", 1}, {NULL, 0}};
    expect_parts(line, "limit@0:1\n[Event=B] *\n");
    static const struct part moves[] = {{"\r\n[Event \"A\"]\r\n\r\n", 1},
                                        {"Nf3 Nf6\r\nNg1 Ng8\r\n", 1 * MIB},
                                        {"xx", 1},
                                        {"\r\n\xef\xbb\xbf[Event \"B\"]\r\n*", 1},
                                        {NULL, 0}};
    expect_parts(moves, "limit@0:1\n[Event=B] *\n");
    static const struct part cr[] = {
        {"*\r[Event \"A\"]\r{", 1}, {"x\r", 9 * MIB}, {"[Event \"B\"]\r*", 1}, {NULL, 0}};
    expect_parts(cr, "*\nlimit@2:2\n[Event=B] *\n");
}
END_TEST

START_TEST(over_long_to_the_end)
{
    static const struct part comment[] = {{"{", 1}, {"x\n", 10 * MIB}, {NULL, 0}};
    expect_parts(comment, "limit@0:1\n");
    static const struct part brackets[] = {{"*\n[Event \"A\"]\n\n1. e4", 1}, {"[", 17 * MIB}, {NULL, 0}};
    expect_parts(brackets, "*\nlimit@2:2\n");
    static const struct part two[] = {
        {"[Event \"A\"]\n{", 1}, {"x\n", 9 * MIB}, {"[Event \"B\"]\n{", 1}, {"y\n", 9 * MIB}, {NULL, 0}};
    expect_parts(two, "limit@0:1\nlimit@18874381:9437186\n");
}
END_TEST

/* The limit holds for a game, wherever it stands: behind another one the window is larger already. */
START_TEST(longest_game)
{
    static const struct part first[] = {{"1. e4 {", 1}, {"x", PGN_GAME_SIZE_MAX - 9}, {"}*", 1}, {NULL, 0}};
    expect_parts(first, "16 MiB, trouble 0\n");
    static const struct part longer[] = {{"1. e4 {", 1}, {"x", PGN_GAME_SIZE_MAX - 8}, {"}*", 1}, {NULL, 0}};
    expect_parts(longer, "limit@0:1\n");
    static const struct part second[] = {
        {"[Event \"A\"]\n{", 1},       {"x", 9 * MIB}, {"}*\n[Event \"B\"]\n{", 1},
        {"x", PGN_GAME_SIZE_MAX - 15}, {"}*", 1},      {NULL, 0}};
    expect_parts(second, "9 MiB, trouble 0\n16 MiB, trouble 0\n");
    static const struct part again[] = {
        {"[Event \"A\"]\n{", 1},       {"x", 9 * MIB}, {"}*\n[Event \"B\"]\n{", 1},
        {"x", PGN_GAME_SIZE_MAX - 14}, {"}*", 1},      {NULL, 0}};
    expect_parts(again, "9 MiB, trouble 0\nlimit@9437200:3\n");
}
END_TEST

/* What takes much more memory than text: see MEMORY_LIMIT. */
START_TEST(bounded_memory)
{
    static const struct part stars[] = {{"1. e4(", 1}, {"*", 15 * MIB}, {")1-0", 1}, {NULL, 0}};
    expect_parts(stars, "15 MiB, trouble 9\n");
    static const struct part tags[] = {{"[A\"\"]\n", 2 * MIB}, {"*", 1}, {NULL, 0}};
    expect_parts(tags, "12 MiB, trouble 0\n");
    static const struct part comments[] = {{"%\n", 7 * MIB}, {"1-0", 1}, {NULL, 0}};
    expect_parts(comments, "14 MiB, trouble 9\n");
    static const struct part behind[] = {{"1-0{}", 1}, {"{}", GAME_ITEM_MAX}, {"*", 1}, {NULL, 0}};
    expect_parts(behind, "2 MiB, trouble 0\n{} *\n");
    static const struct part deep[] = {{"e4", 1}, {"(d4(e4", 2 * MIB}, {"\n[White \"x\"]\n*", 1}, {NULL, 0}};
    expect_parts(deep, "12 MiB, trouble 8\n[White=x] *\n");
}
END_TEST

/* White space without end belongs to no game's inside. */
START_TEST(long_gaps)
{
    static const struct part spaces[] = {{"1. e4 1-0", 1}, {" \n", 6 * MIB}, {"1. d4 *", 1}, {NULL, 0}};
    expect_parts(spaces, "e2e4 1-0\n12 MiB, trouble 0\n");
}
END_TEST

/* ---- Failures ---- */

START_TEST(read_errors)
{
    struct text_source source;
    struct pgn_reader reader;
    const struct game *game;
    open_text(&reader, &source, "1. e4 *\n\n1. d4");
    source.cause = EIO;
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_ERROR_READ);
    ck_assert_ptr_null(game);
    ck_assert_uint_eq(reader.error.offset, 14);
    ck_assert_ptr_nonnull(strstr(reader.error.text, strerror(EIO)));
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_ERROR_READ);
    pgn_reader_free(&reader);
}
END_TEST

/* Says that it read one byte more than there was room for. */
static int read_too_much(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    (void)opaque;
    memset(bytes, ' ', size);
    *size_ret = size + 1;
    return 0;
}

START_TEST(lying_source)
{
    struct pgn_reader reader;
    const struct game *game;
    pgn_reader_init(&reader, read_too_much, NULL, NULL, 0);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_ERROR_READ);
    pgn_reader_free(&reader);
}
END_TEST

/* With `calls_allowed` allocations: returns the last status, after as many games as could be read. */
static enum pgnpack_status read_with_allocations(const struct buffer *text, size_t calls_allowed,
                                                 size_t *games_ret)
{
    struct allocation_count count = {.fails_from = calls_allowed + 1};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct text_source source = {(const char *)text->data, text->size, 1 << 16, 0, 0};
    struct pgn_reader reader;
    const struct game *game;
    enum pgnpack_status status;
    pgn_reader_init(&reader, read_text_source, &source, &allocator, 0);
    *games_ret = 0;
    while ((status = pgn_reader_next(&reader, &game)) == PGNPACK_OK)
        ++*games_ret;
    ck_assert_int_eq(pgn_reader_next(&reader, &game), status);
    pgn_reader_free(&reader);
    ck_assert_uint_eq(count.outstanding, 0);
    return status;
}

START_TEST(allocations_fail)
{
    enum { GAMES = 30, TOO_MANY_CALLS = 100 };
    struct memory memory;
    struct buffer text;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    append_many_games(&text, GAMES);
    size_t calls = 0, games = 0;
    while (read_with_allocations(&text, calls, &games) != PGNPACK_END) {
        ck_assert_int_eq(read_with_allocations(&text, calls, &games), PGNPACK_ERROR_MEMORY);
        ck_assert_uint_lt(games, GAMES);
        calls++;
        ck_assert_uint_lt(calls, TOO_MANY_CALLS);
    }
    ck_assert_uint_gt(calls, 5);
    ck_assert_uint_eq(games, GAMES);
    buffer_free(&text);
}
END_TEST

START_TEST(memory_limit)
{
    struct text_source source = {"*", 1, 1, 0, 0};
    struct pgn_reader reader;
    const struct game *game;
    pgn_reader_init(&reader, read_text_source, &source, NULL, 1000);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_ERROR_MEMORY_LIMIT);
    ck_assert_uint_eq(reader.error.game, 1);
    ck_assert_int_eq(pgn_reader_next(&reader, &game), PGNPACK_ERROR_MEMORY_LIMIT);
    pgn_reader_free(&reader);
}
END_TEST

Suite *pgn_reader_suite(void)
{
    Suite *suite = suite_create("pgn_reader");
    TCase *tests = tcase_create("pgn_reader");
    tcase_add_test(tests, any_pieces);
    tcase_add_test(tests, places);
    tcase_add_test(tests, lines_by_their_ends);
    tcase_add_test(tests, nothing_to_read);
    tcase_add_test(tests, over_long_games);
    tcase_add_test(tests, over_long_to_the_end);
    tcase_add_test(tests, longest_game);
    tcase_add_test(tests, bounded_memory);
    tcase_add_test(tests, long_gaps);
    tcase_add_test(tests, read_errors);
    tcase_add_test(tests, lying_source);
    tcase_add_test(tests, allocations_fail);
    tcase_add_test(tests, memory_limit);
    suite_add_tcase(suite, tests);
    return suite;
}
