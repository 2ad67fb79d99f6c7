/* Styles: stored and read, rendered by in each way of wrapping, and found again from what they rendered. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "layout/style_choice.h"
#include "pgn/pgn_parser.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

struct fixture {
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct style_chooser *chooser;
    struct layout *layout;
    struct buffer out;
    struct style style;
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    pgn_parser_init(&fixture->parser, &fixture->memory);
    game_init(&fixture->game, &fixture->memory);
    fixture->chooser = malloc(sizeof *fixture->chooser);
    fixture->layout = calloc(1, sizeof *fixture->layout);
    ck_assert(fixture->chooser != NULL && fixture->layout != NULL);
    style_chooser_init(fixture->chooser, &fixture->memory);
    buffer_init(&fixture->out, &fixture->memory);
    style_init(&fixture->style);
}

static void tear_down(struct fixture *fixture)
{
    pgn_parser_free(&fixture->parser);
    game_free(&fixture->game);
    style_chooser_free(fixture->chooser);
    free(fixture->chooser);
    free(fixture->layout);
    buffer_free(&fixture->out);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static size_t parse(struct fixture *fixture, const char *text, size_t size)
{
    ck_assert_int_eq(pgn_parse(&fixture->parser, text, size, 1, &fixture->game), PGN_GAME);
    ck_assert_int_eq(fixture->game.trouble, TROUBLE_NONE);
    return fixture->game.text.size;
}

static void set_gap(struct style *style, enum layout_class before, enum layout_class behind,
                    const char *template)
{
    int number = style_add_template(style, (const uint8_t *)template, strlen(template));
    ck_assert_int_ge(number, 0);
    style->gaps[before][behind] = (uint8_t)number;
}

/* "1. e4 e5 (1... c5) {comment} 2. Nf3", the result, and an empty line behind it. */
static void make_usual_style(struct style *style)
{
    static const uint8_t before_moves[] = {LAYOUT_TAG,    LAYOUT_WHITE_MOVE, LAYOUT_BLACK_MOVE, LAYOUT_NAG,
                                           LAYOUT_SUFFIX, LAYOUT_COMMENT,    LAYOUT_CLOSE,      LAYOUT_OPEN};
    for (size_t i = 0; i < sizeof before_moves; i++) {
        int is_open = before_moves[i] == LAYOUT_OPEN;
        int is_tag = before_moves[i] == LAYOUT_TAG;
        set_gap(style, before_moves[i], LAYOUT_WHITE_MOVE, is_tag ? "\n\n\1. " : is_open ? "\1. " : " \1. ");
        if (before_moves[i] != LAYOUT_WHITE_MOVE)
            set_gap(style, before_moves[i], LAYOUT_BLACK_MOVE,
                    is_tag    ? "\n\n\1... "
                    : is_open ? "\1... "
                              : " \1... ");
        set_gap(style, before_moves[i], LAYOUT_END, "\n\n");
    }
    set_gap(style, LAYOUT_START, LAYOUT_TAG, "");
    set_gap(style, LAYOUT_TAG, LAYOUT_TAG, "\n");
    set_gap(style, LAYOUT_START, LAYOUT_WHITE_MOVE, "\1. ");
    set_gap(style, LAYOUT_WHITE_MOVE, LAYOUT_SUFFIX, "");
    set_gap(style, LAYOUT_BLACK_MOVE, LAYOUT_SUFFIX, "");
    set_gap(style, LAYOUT_WHITE_MOVE, LAYOUT_CLOSE, "");
    set_gap(style, LAYOUT_BLACK_MOVE, LAYOUT_CLOSE, "");
    set_gap(style, LAYOUT_CLOSE, LAYOUT_CLOSE, "");
    set_gap(style, LAYOUT_RESULT, LAYOUT_END, "\n\n");
}

static void expect_rendered(struct fixture *fixture, const char *expected)
{
    buffer_clear(&fixture->out);
    fixture->layout->out_limit = SIZE_MAX;
    fixture->layout->pairs = NULL;
    fixture->layout->aside = NULL;
    layout_render(fixture->layout, &fixture->style, &fixture->game, &fixture->out, NULL, NULL);
    buffer_append_byte(&fixture->out, 0);
    ck_assert(!buffer_failed(&fixture->out));
    ck_assert_str_eq((const char *)fixture->out.data, expected);
}

/* ---- Stored styles ---- */

static int style_equal(const struct style *a, const struct style *b)
{
    if (a->spelling != b->spelling || a->crlf != b->crlf || a->wrap != b->wrap || a->width != b->width ||
        a->comment_words != b->comment_words || a->template_count != b->template_count ||
        memcmp(a->gaps, b->gaps, sizeof a->gaps) != 0)
        return 0;
    for (unsigned i = 0; i < a->template_count; i++)
        if (a->templates[i].size != b->templates[i].size ||
            memcmp(a->templates[i].text, b->templates[i].text, a->templates[i].size) != 0)
            return 0;
    return 1;
}

START_TEST(stored_and_read)
{
    struct fixture fixture;
    struct style read;
    struct error error;
    error_clear(&error);
    set_up(&fixture);
    make_usual_style(&fixture.style);
    for (unsigned variant = 0; variant < 48; variant++) {
        fixture.style.spelling = variant % (SPELLS_ALL + 1);
        fixture.style.crlf = variant & 1;
        fixture.style.comment_words = variant >> 2 & 1;
        fixture.style.wrap = (uint8_t)(variant / 8 % (WRAP_BEHIND_COLUMN + 1));
        fixture.style.width = variant == 0 ? 0 : STYLE_WIDTH_MAX / variant;
        buffer_clear(&fixture.out);
        style_write(&fixture.style, &fixture.out);
        for (size_t size = 0; size <= fixture.out.size; size++) {
            struct byte_source source = byte_source_of(fixture.out.data, size);
            style_read(&read, &source, &error);
            ck_assert_int_eq(source.failed, size < fixture.out.size);
            ck_assert_int_eq(error.status, PGNPACK_OK);
        }
        ck_assert(style_equal(&fixture.style, &read));
        read.gaps[LAYOUT_NAG][LAYOUT_END] ^= 1;
        ck_assert(!style_equal(&fixture.style, &read));
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(stored_bytes)
{
    struct fixture fixture;
    size_t size;
    unsigned char *bytes =
        bytes_from_hex("00 01 50        # no flags, GREEDY, width 80\n"
                       "02  01 20  04 20 01 2e 20  # templates \" \" and \" #. \"\n"
                       "01  32 01       # behind black's moves, before white's: the second\n",
                       &size);
    set_up(&fixture);
    fixture.style.wrap = WRAP_GREEDY;
    fixture.style.width = 80;
    set_gap(&fixture.style, LAYOUT_BLACK_MOVE, LAYOUT_WHITE_MOVE, " \1. ");
    style_write(&fixture.style, &fixture.out);
    ck_assert_uint_eq(fixture.out.size, size);
    ck_assert_mem_eq(fixture.out.data, bytes, size);
    free(bytes);
    tear_down(&fixture);
}
END_TEST

/* Those of a newer version say so. */
static const struct {
    const char *bytes;
    enum pgnpack_status status; /* PGNPACK_OK: the caller calls it corrupt */
} refused[] = {
    {"00 04 00  01 01 20  00", PGNPACK_ERROR_UNSUPPORTED}, /* a way of wrapping of the future */
    {"00 00 a1 8d 06  01 01 20  00", PGNPACK_OK},          /* a width above 100,000 */
    {"00 00 00  00  00", PGNPACK_OK},                      /* no template */
    {"00 00 00  3d", PGNPACK_OK},                          /* 61 templates */
    {"00 00 00  01 40 20", PGNPACK_OK},                    /* a template of 64 bytes */
    {"00 00 00  01 02 20", PGNPACK_OK},                    /* a template without its end */
    {"00 00 00  01 01 20  01 e0 00", PGNPACK_OK},          /* a class that there is not, before the gap */
    {"00 00 00  01 01 20  01 0e 00", PGNPACK_OK},          /* ... and behind it */
    {"00 00 00  01 01 20  01 00 01", PGNPACK_OK},          /* a template that there is not */
    {"00 00 00  01 01 20  01 00", PGNPACK_OK},             /* half a gap */
};

START_TEST(refused_styles)
{
    struct style style;
    struct error error;
    size_t size;
    unsigned char *bytes = bytes_from_hex(refused[_i].bytes, &size);
    struct byte_source source = byte_source_of(bytes, size);
    error_clear(&error);
    style_read(&style, &source, &error);
    ck_assert(source.failed);
    ck_assert_int_eq(error.status, refused[_i].status);
    free(bytes);
}
END_TEST

START_TEST(templates_have_limits)
{
    struct style style;
    uint8_t text[STYLE_TEMPLATE_SIZE_MAX + 1];
    style_init(&style);
    ck_assert_int_eq(style_add_template(&style, (const uint8_t *)" ", 1), 0);
    memset(text, 'x', sizeof text);
    ck_assert_int_eq(style_add_template(&style, text, sizeof text), -1);
    for (int i = 1; i < STYLE_TEMPLATE_MAX; i++)
        ck_assert_int_eq(style_add_template(&style, text, (size_t)i), i);
    ck_assert_int_eq(style_add_template(&style, (const uint8_t *)"y", 1), -1);
    ck_assert_int_eq(style_add_template(&style, text, 5), 5);
}
END_TEST

/* ---- Rendering ---- */

static const char game_text[] =
    "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3 Nc6 {best} 3. Bb5 a6 $1 4. Ba4 1-0\n\n";

struct render_case {
    enum layout_wrap wrap;
    uint32_t width;
    const char *movetext;
};

static const struct render_case render_cases[] = {
    {WRAP_NEVER, 10, "1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3 Nc6 {best} 3. Bb5 a6 $1 4. Ba4 1-0\n\n"},
    {WRAP_GREEDY, 1000, "1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3 Nc6 {best} 3. Bb5 a6 $1 4. Ba4 1-0\n\n"},
    {WRAP_GREEDY, 76, "1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3 Nc6 {best} 3. Bb5 a6 $1 4. Ba4 1-0\n\n"},
    {WRAP_GREEDY, 75, "1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3 Nc6 {best} 3. Bb5 a6 $1 4. Ba4\n1-0\n\n"},
    {WRAP_GREEDY, 20, "1. e4 e5 (1... c5 2.\nNf3! (2. c3)) 2. Nf3\nNc6 {best} 3. Bb5 a6\n$1 4. Ba4 1-0\n\n"},
    {WRAP_BEHIND_COLUMN, 16,
     "1. e4 e5 (1... c5\n2. Nf3! (2. c3))\n2. Nf3 Nc6 {best}\n3. Bb5 a6 $1 4. Ba4 1-0\n\n"},
    {WRAP_GREEDY, 1,
     "1.\ne4\ne5\n(1...\nc5\n2.\nNf3!\n(2.\nc3))\n2.\nNf3\nNc6\n{best}\n3.\nBb5\na6\n$1\n4.\nBa4\n1-0\n\n"},
};

START_TEST(rendered_in_each_way)
{
    const struct render_case *tried = &render_cases[_i];
    struct fixture fixture;
    char expected[300] = "[White \"A\"]\n\n";
    set_up(&fixture);
    make_usual_style(&fixture.style);
    fixture.style.wrap = (uint8_t)tried->wrap;
    fixture.style.width = tried->width;
    parse(&fixture, game_text, sizeof game_text - 1);
    strcat(expected, tried->movetext);
    expect_rendered(&fixture, expected);
    tear_down(&fixture);
}
END_TEST

START_TEST(line_ends_of_two_bytes)
{
    struct fixture fixture;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    fixture.style.crlf = 1;
    fixture.style.wrap = WRAP_GREEDY;
    fixture.style.width = 41;
    parse(&fixture, game_text, sizeof game_text - 1);
    expect_rendered(&fixture, "[White \"A\"]\r\n\r\n1. e4 e5 (1... c5 2. Nf3! (2. c3)) 2. Nf3\r\n"
                              "Nc6 {best} 3. Bb5 a6 $1 4. Ba4 1-0\r\n\r\n");
    tear_down(&fixture);
}
END_TEST

START_TEST(words_of_comments)
{
    static const char text[] = "1. e4 {a comment of some words} e5 *\n\n";
    struct fixture fixture;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    fixture.style.wrap = WRAP_GREEDY;
    fixture.style.width = 12;
    parse(&fixture, text, sizeof text - 1);
    expect_rendered(&fixture, "1. e4\n{a comment of some words}\n1... e5 *\n\n");
    fixture.style.comment_words = 1;
    buffer_clear(&fixture.out);
    expect_rendered(&fixture, "1. e4 {a comment of some words}\n1... e5 *\n\n");
    tear_down(&fixture);
}
END_TEST

START_TEST(move_numbers)
{
    static const char text[] =
        "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9999\"]\n\n9999... Kd7 10000. Kd2 (10000. Kd1 Kc7) Kc7 *\n\n";
    struct fixture fixture;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    parse(&fixture, text, sizeof text - 1);
    expect_rendered(&fixture, "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9999\"]\n\n"
                              "9999... Kd7 10000. Kd2 (10000. Kd1 Kc7) 10000... Kc7 *\n\n");
    tear_down(&fixture);
}
END_TEST

static const char spelled_game[] = "[FEN \"7k/P7/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n"
                                   "1. a8=Q+ Kg7 2. Qa7+ Kg8 3. O-O-O P@f7 *\n\n";

static const struct {
    uint8_t spelling;
    const char *moves;
} spellings[] = {
    {SPELLS_NO_CHECKS, "1. a8=Q Kg7 2. Qa7 Kg8 3. O-O-O P@f7 *"},
    {SPELLS_PLAIN_PROMOTION, "1. a8Q+ Kg7 2. Qa7+ Kg8 3. O-O-O P@f7 *"},
    {SPELLS_ZEROS, "1. a8=Q+ Kg7 2. Qa7+ Kg8 3. 0-0-0 P@f7 *"},
    {SPELLS_BARE_DROPS, "1. a8=Q+ Kg7 2. Qa7+ Kg8 3. O-O-O @f7 *"},
    {SPELLS_ALL, "1. a8Q Kg7 2. Qa7 Kg8 3. 0-0-0 @f7 *"},
};

START_TEST(moves_are_spelled)
{
    struct fixture fixture;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    fixture.style.spelling = spellings[_i].spelling;
    ck_assert_int_eq(pgn_parse(&fixture.parser, spelled_game, sizeof spelled_game - 1, 1, &fixture.game),
                     PGN_GAME);
    fixture.layout->out_limit = SIZE_MAX;
    fixture.layout->pairs = NULL;
    layout_render(fixture.layout, &fixture.style, &fixture.game, &fixture.out, NULL, NULL);
    buffer_append_byte(&fixture.out, 0);
    ck_assert_ptr_nonnull(strstr((const char *)fixture.out.data, spellings[_i].moves));
    char out[8];
    const struct style plain = {.spelling = SPELLS_NO_CHECKS}, mates = {.spelling = SPELLS_MATE_AS_CHECK};
    ck_assert_uint_eq(style_spell(&plain, text_of("Qxf7#"), out), 4);
    ck_assert_mem_eq(out, "Qxf7", 4);
    ck_assert_uint_eq(style_spell(&mates, text_of("Qxf7#"), out), 5);
    ck_assert_mem_eq(out, "Qxf7+", 5);
    tear_down(&fixture);
}
END_TEST

START_TEST(output_is_limited)
{
    struct fixture fixture;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    parse(&fixture, game_text, sizeof game_text - 1);
    for (size_t limit = 0; limit < sizeof game_text; limit++) {
        buffer_clear(&fixture.out);
        fixture.layout->out_limit = limit;
        fixture.layout->pairs = NULL;
        layout_render(fixture.layout, &fixture.style, &fixture.game, &fixture.out, NULL, NULL);
        ck_assert_uint_le(fixture.out.size, limit + 80);
        ck_assert_uint_gt(fixture.out.size, limit < sizeof game_text - 1 ? limit : 0);
    }
    tear_down(&fixture);
}
END_TEST

/* ---- Finding styles ---- */

/* Three times the same text: what the first game's layout teaches leaves no exceptions at the others. */
static void find_style_of(struct fixture *fixture, const char *game, struct style *style)
{
    struct buffer text;
    size_t at = 0;
    buffer_init(&text, &fixture->memory);
    for (int i = 0; i < 3; i++)
        buffer_append_string(&text, game);
    style_chooser_start(fixture->chooser, (const char *)text.data + text.size);
    for (int i = 0; i < 3; i++) {
        at += parse(fixture, (const char *)text.data + at, text.size - at);
        int number = style_choose(fixture->chooser, &fixture->game, &fixture->game, NULL);
        ck_assert_int_ge(number, 0);
        *style = fixture->chooser->styles[number];
        if (i == 0)
            continue;
        ck_assert_msg(fixture->chooser->exception_count == 0, "%zu exceptions in: %s",
                      fixture->chooser->exception_count, game);
        struct text own = fixture->game.text;
        buffer_clear(&fixture->out);
        fixture->layout->out_limit = SIZE_MAX;
        fixture->layout->pairs = NULL;
        layout_render(fixture->layout, style, &fixture->game, &fixture->out, NULL, NULL);
        ck_assert_uint_eq(fixture->out.size, own.size);
        ck_assert_mem_eq(fixture->out.data, own.data, own.size);
    }
    ck_assert_uint_eq(fixture->chooser->style_count, 1);
    buffer_free(&text);
}

static const char *const layouts[] = {
    "[Event \"x\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
    "[Event \"x\"]\n\n1.e4 e5 2.Nf3 {c} Nc6 (2...d6 3.d4) 1-0\n\n",
    "[Event \"x\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 1-0\r\n\r\n",
    "[Event \"x\"]\n1. e4 e5 2. Nf3 Nc6 1-0\n",
    "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6  1-0\n\n",
    "[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n1-0\n\n",
    "1. e4 1... e5 2. Nf3 2... Nc6 *\n",
    "[Event \"x\"]\n\n1. e4 $1 $14 e5! {good} 2. Nf3?! {( } *\n\n\n",
};

START_TEST(layouts_are_learnt)
{
    struct fixture fixture;
    set_up(&fixture);
    find_style_of(&fixture, layouts[_i], &fixture.style);
    ck_assert_int_eq(fixture.style.crlf, strchr(layouts[_i], '\r') != NULL);
    tear_down(&fixture);
}
END_TEST

/* The style of a text that is one game, with `behind` in memory behind its end. */
static void learn_before(struct fixture *fixture, const char *game, const char *behind, struct style *style)
{
    char text[200];
    size_t size = strlen(game);
    strcpy(text, game);
    strcat(text, behind);
    style_chooser_free(fixture->chooser);
    style_chooser_init(fixture->chooser, &fixture->memory);
    style_chooser_start(fixture->chooser, text + size);
    parse(fixture, text, size);
    int number = style_choose(fixture->chooser, &fixture->game, &fixture->game, NULL);
    ck_assert_int_ge(number, 0);
    *style = fixture->chooser->styles[number];
}

START_TEST(nothing_behind_the_text_is_learnt)
{
    static const char *const others[] = {"\n", " ", "\r\n", "\t", "[Event", "1. e4"};
    struct fixture fixture;
    struct style style, other;
    set_up(&fixture);
    learn_before(&fixture, layouts[_i], "", &style);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        learn_before(&fixture, layouts[_i], others[i], &other);
        ck_assert(style_equal(&style, &other));
    }
    tear_down(&fixture);
}
END_TEST

/* However many gaps a game spells in other ways behind its first _i: the usual one is learnt. */
START_TEST(the_usual_gap_is_learnt)
{
    enum { MOVES = 40 };
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct fixture fixture;
    size_t least = 0; /* without odd ones */
    set_up(&fixture);
    for (unsigned odd = 0; odd <= 12; odd++) {
        char text[2000] = "[Event \"x\"]\n\n";
        for (unsigned ply = 0; ply < MOVES; ply++) {
            unsigned spaces =
                ply % 2 == 1 && ply / 2 >= (unsigned)_i && ply / 2 < (unsigned)_i + odd ? ply + 1 : 1;
            sprintf(text + strlen(text), "%*s%s", ply == 0 ? 0 : (int)spaces, "", moves[ply % 4]);
        }
        strcat(text, " *\n\n");
        style_chooser_free(fixture.chooser);
        style_chooser_init(fixture.chooser, &fixture.memory);
        style_chooser_start(fixture.chooser, text + strlen(text));
        parse(&fixture, text, strlen(text));
        int number = style_choose(fixture.chooser, &fixture.game, &fixture.game, NULL);
        ck_assert_int_ge(number, 0);
        const struct style *style = &fixture.chooser->styles[number];
        const struct style_template *gap =
            &style->templates[style->gaps[LAYOUT_WHITE_MOVE][LAYOUT_BLACK_MOVE]];
        ck_assert_uint_eq(gap->size, 1);
        ck_assert_uint_eq(gap->text[0], ' ');
        least = odd == 0 ? fixture.chooser->exception_count : least;
        ck_assert_uint_eq(fixture.chooser->exception_count, least + odd);
    }
    tear_down(&fixture);
}
END_TEST

/* Layouts of three writers, each without and with what the writer's first games do not have. */
static const char *const writers[][2] = {
    {"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
     "1. e4 e5 2. Nf3 Nc6 3. Bb5 {c} 3... a6 1-0\n\n"},
    {"[Event \"x\"]\n\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1-0\n\n",
     "[Event \"x\"]\n\n1.e4 e5 2.Nf3 Nc6 3.Bb5{c}a6 1-0\n\n"},
    {"[Event \"x\"]\n\n1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 3... a6 1-0\n\n",
     "[Event \"x\"]\n\n1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 {c}\t3... a6 1-0\n\n"},
};
enum { WRITERS = sizeof writers / sizeof writers[0], FIRST_GAMES = 8 };

/* Whichever style was used last, a game's new pairs are taught to the style that suits it, once. */
START_TEST(known_styles_are_taught)
{
    struct fixture fixture;
    struct buffer text;
    size_t at = 0;
    unsigned last = (unsigned)_i / WRITERS, taught = (unsigned)_i % WRITERS;
    set_up(&fixture);
    buffer_init(&text, &fixture.memory);
    for (unsigned i = 0; i < WRITERS * FIRST_GAMES; i++)
        buffer_append_string(&text, writers[(last + 1 + i / FIRST_GAMES) % WRITERS][0]);
    for (unsigned i = 0; i < 2; i++)
        buffer_append_string(&text, writers[taught][1]);
    style_chooser_start(fixture.chooser, (const char *)text.data + text.size);
    for (unsigned i = 0; i < WRITERS * FIRST_GAMES + 2; i++) {
        at += parse(&fixture, (const char *)text.data + at, text.size - at);
        ck_assert_int_ge(style_choose(fixture.chooser, &fixture.game, &fixture.game, NULL), 0);
    }
    ck_assert_uint_eq(fixture.chooser->exception_count, 0);
    ck_assert_uint_eq(fixture.chooser->style_count, WRITERS);
    buffer_free(&text);
    tear_down(&fixture);
}
END_TEST

static const struct style *learn(struct fixture *fixture, const char *text)
{
    style_chooser_start(fixture->chooser, text + strlen(text));
    parse(fixture, text, strlen(text));
    int number = style_choose(fixture->chooser, &fixture->game, &fixture->game, NULL);
    ck_assert_int_ge(number, 0);
    return &fixture->chooser->styles[number];
}

/* Of two gaps as common the first. */
START_TEST(the_first_gap_is_learnt)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct style *style = learn(&fixture, "[Event \"x\"]\n\n1. e4 e5 2. Nf3  Nc6 *\n\n");
    const struct style_template *gap = &style->templates[style->gaps[LAYOUT_WHITE_MOVE][LAYOUT_BLACK_MOVE]];
    ck_assert_uint_eq(gap->size, 1);
    tear_down(&fixture);
}
END_TEST

static const char long_game[] = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 "
                                "b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
                                "10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. "
                                "d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 "
                                "h5 20. Bg5 Be7 21. Ra3 Nfd7 22. Be3 Nf6 23. Bg5 Nfd7 24. Bxe7 Qxe7 25. Qh6 "
                                "Qf8 26. Qe3 Kg7 27. h4 Qe7 1/2-1/2\n\n";

/* Every way of wrapping at these widths is explained, be it as another way that gives the same. */
START_TEST(wrapping_is_learnt)
{
    static const uint32_t widths[] = {30, 55, 72, 79, 80};
    struct fixture fixture;
    struct style found;
    set_up(&fixture);
    make_usual_style(&fixture.style);
    fixture.style.wrap = (uint8_t)_i;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        fixture.style.width = widths[i];
        parse(&fixture, long_game, sizeof long_game - 1);
        buffer_clear(&fixture.out);
        fixture.layout->out_limit = SIZE_MAX;
        fixture.layout->pairs = NULL;
        layout_render(fixture.layout, &fixture.style, &fixture.game, &fixture.out, NULL, NULL);
        buffer_append_byte(&fixture.out, 0);
        char *text = strdup((const char *)fixture.out.data);
        find_style_of(&fixture, text, &found);
        free(text);
        ck_assert_uint_ne(found.wrap, WRAP_NEVER);
    }
    tear_down(&fixture);
}
END_TEST

/* A first line of 75 bytes, which a move more would make 79: of 75 to 78, the width that is commonest. */
START_TEST(a_usual_width_is_learnt)
{
    enum { MOVES = 24, IN_LINE = 19 };
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    char text[200] = "";
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned ply = 0; ply < MOVES; ply++)
        sprintf(text + strlen(text), "%s%s", moves[ply % 4], ply + 1 == IN_LINE ? "\n" : " ");
    strcat(text, "*\n\n");
    ck_assert_uint_eq(learn(&fixture, text)->width, 78);
    tear_down(&fixture);
}
END_TEST

/* A database in another spelling than SAN's is no larger. */
START_TEST(spelling_is_learnt)
{
    static const struct {
        const char *canonical, *other;
    } games[] = {
        {"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 1-0"},
        {"1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O *", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *"},
        {"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0"},
        {"[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q *",
         "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q *"},
    };
    const struct pack_setup setup = {.level = 3};
    struct bytes texts[2] = {{0}, {0}}, packed[2] = {{0}, {0}};
    for (unsigned i = 0; i < 100; i++) {
        bytes_append_text(&texts[0], games[_i].canonical);
        bytes_append_text(&texts[1], games[_i].other);
        bytes_append_text(&texts[0], "\n\n");
        bytes_append_text(&texts[1], "\n\n");
    }
    for (unsigned i = 0; i < 2; i++) {
        pack_whole(&setup, &texts[i], &packed[i]);
        check_unpacks(&packed[i], &texts[i]);
    }
    ck_assert_uint_le(packed[1].size, packed[0].size + 4);
    for (unsigned i = 0; i < 2; i++) {
        bytes_free(&texts[i]);
        bytes_free(&packed[i]);
    }
}
END_TEST

Suite *bcgn_style_suite(void)
{
    Suite *suite = suite_create("bcgn_style");
    TCase *stored = tcase_create("stored styles");
    tcase_add_test(stored, stored_and_read);
    tcase_add_test(stored, stored_bytes);
    tcase_add_loop_test(stored, refused_styles, 0, sizeof refused / sizeof refused[0]);
    tcase_add_test(stored, templates_have_limits);
    suite_add_tcase(suite, stored);
    TCase *rendering = tcase_create("rendering");
    tcase_add_loop_test(rendering, rendered_in_each_way, 0, sizeof render_cases / sizeof render_cases[0]);
    tcase_add_test(rendering, line_ends_of_two_bytes);
    tcase_add_test(rendering, words_of_comments);
    tcase_add_test(rendering, move_numbers);
    tcase_add_loop_test(rendering, moves_are_spelled, 0, sizeof spellings / sizeof spellings[0]);
    tcase_add_test(rendering, output_is_limited);
    suite_add_tcase(suite, rendering);
    TCase *finding = tcase_create("finding styles");
    tcase_add_loop_test(finding, layouts_are_learnt, 0, sizeof layouts / sizeof layouts[0]);
    tcase_add_loop_test(finding, nothing_behind_the_text_is_learnt, 0, sizeof layouts / sizeof layouts[0]);
    tcase_add_loop_test(finding, the_usual_gap_is_learnt, 1, 6);
    tcase_add_test(finding, the_first_gap_is_learnt);
    tcase_add_loop_test(finding, known_styles_are_taught, 0, WRITERS * WRITERS);
    tcase_add_loop_test(finding, wrapping_is_learnt, WRAP_GREEDY, WRAP_BEHIND_COLUMN + 1);
    tcase_add_test(finding, a_usual_width_is_learnt);
    tcase_add_loop_test(finding, spelling_is_learnt, 0, 4);
    suite_add_tcase(suite, finding);
    return suite;
}
