#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgn/pgn_parser.h"
#include "pgn/pgn_writer.h"
#include "shared/packing.h"
#include "unit/pgn_support.h"
#include "unit/suites.h"
#include "unit/support.h"

/* ---- Everything that reading and writing back needs ---- */

struct bench {
    struct memory memory;
    struct pgn_parser parser;
    struct pgn_writer writer;
    struct game game;
    struct game again;
    struct buffer out;
};

static struct bench bench;

static void set_up(void)
{
    memory_init(&bench.memory, NULL, 0);
    pgn_parser_init(&bench.parser, &bench.memory);
    pgn_writer_init(&bench.writer, &bench.memory);
    game_init(&bench.game, &bench.memory);
    game_init(&bench.again, &bench.memory);
    buffer_init(&bench.out, &bench.memory);
}

static void tear_down(void)
{
    buffer_free(&bench.out);
    game_free(&bench.game);
    game_free(&bench.again);
    pgn_writer_free(&bench.writer);
    pgn_parser_free(&bench.parser);
    ck_assert_uint_eq(bench.memory.held, 0);
}

/* Reads one game, and writes it to bench.out. Returns the size of the game's text. */
static size_t rewrite(const char *text, size_t size)
{
    ck_assert_int_eq(pgn_parse(&bench.parser, text, size, 1, &bench.game), PGN_GAME);
    buffer_clear(&bench.out);
    ck_assert(pgn_write_game(&bench.writer, &bench.game, &bench.out));
    return bench.game.text.size;
}

static void expect_export(const char *text, const char *expected)
{
    rewrite(text, strlen(text));
    buffer_append_byte(&bench.out, '\0');
    ck_assert_str_eq((const char *)bench.out.data, expected);
}

/* ---- Export format ---- */

START_TEST(tags)
{
    expect_export("[Event\"A \\\"b\\\"\"][Site \"\"]\r\n\r\n[Event \"B\"] *",
                  "[Event \"A \\\"b\\\"\"]\n[Site \"\"]\n\n*\n\n");
    expect_export("[Event \"A\"]\r\n[Site \"\"] *", "[Event \"A\"]\n[Site \"\"]\n\n*\n\n");
    expect_export("*", "*\n\n");
}
END_TEST

START_TEST(moves)
{
    expect_export("e2e4 e7-e5 Ng1f3 Nb8c6 Bb5 Nf6 0-0 Nxe4 1-0",
                  "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 1-0\n\n");
    expect_export("1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1\n\n");
    expect_export("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n1... Kd7 Kd2",
                  "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n\n9... Kd7 10. Kd2 *\n\n");
    expect_export("[Result \"1/2-1/2\"]\ne4 Z0 null", "[Result \"1/2-1/2\"]\n\n1. e4 -- 2. -- 1/2-1/2\n\n");
    expect_export("1.e4 a6 2.e5 d5 3.exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 e.p. *\n\n");
}
END_TEST

START_TEST(annotations)
{
    expect_export("e4! e5 $1 $2 d4?? d5!? ?! *", "1. e4! e5 $1 $2 2. d4?? d5!? ?! *\n\n");
    expect_export("e4 {a} ! e5 +- ! *", "1. e4 {a} ! 1... e5 +- ! *\n\n");
    expect_export("{a}e4 {b} e5 ;c\nd4 {d}{e} *", "{a} 1. e4 {b} 1... e5 {c} 2. d4 {d} {e} *\n\n");
    expect_export("e4 ;a } b\ne5 *", "1. e4 ;a } b\n1... e5 *\n\n");
    expect_export("e4\n%a\n%b}\n*", "1. e4 {a} ;b}\n*\n\n");
    expect_export("e4 {two\nlines} e5 *", "1. e4 {two\nlines} 1... e5 *\n\n");
    expect_export("e4 * {a} ;b\n", "1. e4 * {a} {b}\n\n");
}
END_TEST

START_TEST(variations)
{
    expect_export("e4 (d4 d5 (Nf6)) e5 (c5 Nf3) (d5) d4 *",
                  "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 (1... c5 2. Nf3) (1... d5) 2. d4 *\n\n");
    expect_export("e4 () e5 ({a} d5 {b}) *", "1. e4 () 1... e5 ({a} 1... d5 {b}) *\n\n");
    expect_export("e4 (d4 1-0) -- (d5 (--", "1. e4 (1. d4 1-0) 1... -- (1... d5 (1... --)) *\n\n");
}
END_TEST

/* A mate that a drop parries is none. */
START_TEST(drops)
{
    expect_export("e4 N@f6 (@d5+ 2. P@e5) 2. Q@h3 *", "1. e4 N@f6 (1... P@d5 2. P@e5) 2. Q@h3 *\n\n");
    expect_export("f3 e5 g4 Qh4# *", "1. f3 e5 2. g4 Qh4# *\n\n");
    expect_export("f3 e5 g4 Qh4# {so} $1 R@g3 *", "1. f3 e5 2. g4 Qh4+ {so} $1 3. R@g3 *\n\n");
    expect_export("f3 e5 g4 Qh4# (N@g3) *", "1. f3 e5 2. g4 Qh4# (2... N@g3) *\n\n");
    expect_export("f3 e5 g4 d6 3. -- Q@h4# P@f2 *", "1. f3 e5 2. g4 d6 3. -- Q@h4+ 4. P@f2 *\n\n");
}
END_TEST

START_TEST(trouble)
{
    expect_export("[Variant \"Atomic\"]\n1. e4 1-0\n\n", "[Variant \"Atomic\"]\n\n 1. e4 1-0\n\n");
    expect_export("1. e4 e5 2. Ke3 x {y} 1-0", "1. e4 e5 2. Ke3 x {y} 1-0\n\n");
    expect_export("1. e4 Ke6\n[Event \"B\"]", "1. e4 1... Ke6\n\n");
    expect_export("1. e4 %no escape", "1. e4 1... %no escape\n\n");
    expect_export("1. e4 [x] *", "1. e4 1... [x] *\n\n");
    expect_export("1. e4) *", "1. e4 ) *\n\n");
    expect_export("[FEN \"8\"]\n", "[FEN \"8\"]\n\n*\n\n");
}
END_TEST

/* Of a comment of several lines the first one has to fit. */
START_TEST(comments_of_several_lines)
{
    static const char forty[] = "forty letters that stand in a line, or so";
    static const char wide[] = "and more, up to here is no room for a comment's first line";
    char text[256], expected[256];
    snprintf(text, sizeof text, "e4 {%s\n%s} *", forty, forty);
    snprintf(expected, sizeof expected, "1. e4 {%s\n%s} *\n\n", forty, forty);
    expect_export(text, expected);
    snprintf(text, sizeof text, "e4 {%s} {%s\n.} *", wide, forty);
    snprintf(expected, sizeof expected, "1. e4 {%s}\n{%s\n.} *\n\n", wide, forty);
    expect_export(text, expected);
}
END_TEST

START_TEST(lines_are_short)
{
    enum { ROUNDS = 400, WIDTH = 79 };
    struct buffer text;
    buffer_init(&text, &bench.memory);
    for (int i = 0; i < ROUNDS; i++)
        buffer_append_string(&text, "Nf3 Nf6 (d5!? $14) Ng1 {short} Ng8 ");
    buffer_append_string(&text, "1/2-1/2");
    rewrite((const char *)text.data, text.size);
    size_t width = 0, widest = 0, lines = 0;
    for (size_t i = 0; i < bench.out.size; i++) {
        int is_end = bench.out.data[i] == '\n';
        ck_assert(!is_end || i == 0 || bench.out.data[i - 1] != ' ');
        lines += (size_t)is_end;
        width = is_end ? 0 : width + 1;
        widest = width > widest ? width : widest;
    }
    ck_assert_uint_eq(widest, WIDTH);
    ck_assert_uint_le(lines, bench.out.size / 70); /* and not much shorter than they may be */
    buffer_free(&text);
}
END_TEST

/* ---- What is written is what was read ---- */

static int is_comment(const struct game_item *item)
{
    return item->kind == ITEM_COMMENT || item->kind == ITEM_LINE_COMMENT || item->kind == ITEM_ESCAPE;
}

static void require_same_tags(const struct game *game, const struct game *again)
{
    ck_assert_uint_eq(game->tag_count, again->tag_count);
    for (size_t i = 0; i < game->tag_count; i++) {
        ck_assert(text_equal(game->tags[i].name, again->tags[i].name));
        ck_assert(text_equal(game->tags[i].value, again->tags[i].value));
    }
}

static void require_same_items(const struct game *game, const struct game *again)
{
    ck_assert_uint_eq(game->item_count, again->item_count);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *a = &game->items[i], *b = &again->items[i];
        ck_assert(is_comment(a) ? is_comment(b) : a->kind == b->kind);
        ck_assert_uint_eq(a->value, b->value);
        ck_assert_int_eq(a->place & ITEM_AFTER_RESULT, b->place & ITEM_AFTER_RESULT);
        if (is_comment(a) || a->kind == ITEM_TOKEN)
            ck_assert(text_equal(game_item_text(game, a), game_item_text(again, b)));
    }
}

/* Returns how many games were read. They must all be in order. */
static size_t check_round_trip(const char *text, size_t size)
{
    size_t games = 0;
    while (pgn_parse(&bench.parser, text, size, 1, &bench.again) == PGN_GAME) {
        size_t taken = rewrite(text, size);
        ck_assert_int_eq(bench.game.trouble, TROUBLE_NONE);
        ck_assert_int_eq(
            pgn_parse(&bench.parser, (const char *)bench.out.data, bench.out.size, 1, &bench.again),
            PGN_GAME);
        ck_assert_uint_eq(bench.again.text.size + 1, bench.out.size);
        ck_assert_int_eq(bench.again.trouble, TROUBLE_NONE);
        ck_assert_int_eq(bench.again.result, bench.game.result);
        ck_assert_uint_eq(bench.again.ply_count, bench.game.ply_count);
        require_same_tags(&bench.game, &bench.again);
        require_same_items(&bench.game, &bench.again);
        text += taken;
        size -= taken;
        games++;
    }
    return games;
}

START_TEST(round_trip)
{
    static const char samples[] =
        "[Event \"A \\\"quoted\\\" club\"]\n[Site \"C:\\\\games\\\\\"]\n{among tags}\n[Round \"1\"]\n\n"
        "1. e4 e5 2. Nf3 $1 Nc6 3. Bc4 { quiet } Nf6?! ; to the line's end\n"
        "4. Ng5 d5 (4... Bc5!? 5. Nxf7 (5. Bxf7+ Ke7 {a {b} 6. Bb3) 5... Bxf2+) 5. exd5 Na5 +- 1-0 "
        "{after}\n\n"
        "% escaped }\n1. e4 -- 2. d4 (2. -- e5) Z0!? * ;x\n\n"
        "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 9\"]\n9. g3 g6 10. O-O O-O 1/2-1/2\n\n"
        "[FEN \"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3\"]\n3... dxe3 e.p. 4. dxe3 "
        "Qxd1+\n\n"
        "[Event \"a\\\"]\n[White \"The \"B\"\"]\n\n\n[Event \"c\"]\n\n() *";
    static const char bracket[] = "1. e4 (1. d4 (1. c4) 1... d5 ()) () 1... e5 (1... c5) *";
    ck_assert_uint_eq(check_round_trip(bracket, sizeof bracket - 1), 1);
    ck_assert_uint_eq(check_round_trip(samples, strlen(samples) - 4), 6);
}
END_TEST

static int is_pgn(const char *name)
{
    size_t size = strlen(name);
    return size > 4 && strcmp(name + size - 4, ".pgn") == 0;
}

START_TEST(round_trip_of_the_samples)
{
    DIR *folder = opendir("data");
    if (folder == NULL)
        return; /* the tests run without them too */
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (!is_pgn(entry->d_name))
            continue;
        size_t size;
        char *path = join_path("data", entry->d_name);
        char *text = read_file(path, &size);
        ck_assert_uint_gt(check_round_trip(text, size), 0);
        free(text);
        free(path);
    }
    closedir(folder);
}
END_TEST

/* ---- Failures ---- */

/* Writes with so many allocations, appending to the game's own text so that nothing is written without one. */
static int write_with_allocations(size_t calls_allowed)
{
    struct allocation_count count = {.fails_from = calls_allowed + 1};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct memory memory;
    struct pgn_writer writer;
    struct buffer out;
    memory_init(&memory, &allocator, 0);
    pgn_writer_init(&writer, &memory);
    buffer_init(&out, &memory);
    int is_written = pgn_write_game(&writer, &bench.game, &out);
    ck_assert_int_eq(is_written, !buffer_failed(&out));
    if (is_written) {
        ck_assert_uint_eq(out.size, bench.out.size);
        ck_assert_mem_eq(out.data, bench.out.data, out.size);
    }
    buffer_free(&out);
    pgn_writer_free(&writer);
    ck_assert_uint_eq(count.outstanding, 0);
    return is_written;
}

START_TEST(allocations_fail)
{
    enum { TOO_MANY_CALLS = 100 };
    static const char text[] =
        "[Event \"A\"]\n\n1. e4 {a comment} (1. d4 (1. c4 (1. b4 (1. a4)))) e5 $3 ! xx } 1-0";
    rewrite(text, sizeof text - 1);
    size_t calls = 0;
    while (!write_with_allocations(calls)) {
        calls++;
        ck_assert_uint_lt(calls, TOO_MANY_CALLS);
    }
    ck_assert_uint_gt(calls, 4);
}
END_TEST

Suite *pgn_writer_suite(void)
{
    Suite *suite = suite_create("pgn_writer");
    TCase *tests = tcase_create("pgn_writer");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, tags);
    tcase_add_test(tests, moves);
    tcase_add_test(tests, annotations);
    tcase_add_test(tests, variations);
    tcase_add_test(tests, drops);
    tcase_add_test(tests, trouble);
    tcase_add_test(tests, comments_of_several_lines);
    tcase_add_test(tests, lines_are_short);
    tcase_add_test(tests, round_trip);
    tcase_add_test(tests, round_trip_of_the_samples);
    tcase_add_test(tests, allocations_fail);
    suite_add_tcase(suite, tests);
    return suite;
}
