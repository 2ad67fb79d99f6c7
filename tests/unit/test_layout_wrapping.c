/* The rules of wrapping, written once more from FORMAT.md ("Gaps", "Wrapping"), against the renderer at every width. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "pgn/pgn_parser.h"
#include "unit/suites.h"

enum { WIDTHS = 48, OUT_SIZE = 2000 };

static const char game_text[] = "1. e4 {some words} e5 (1... c5) 2. Nf3 Nc6 1-0\n\n";

/* Its tokens; ply: the counter in the gap before, from the game's start. */
static const struct token {
    enum layout_class class;
    const char *text;
    unsigned ply;
} tokens[] = {
    {LAYOUT_TAG, "[A \"b\nc d\"]", 0},   {LAYOUT_TAG, "[E \"f\"]", 0}, {LAYOUT_WHITE_MOVE, "e4", 0},
    {LAYOUT_COMMENT, "{some words}", 1}, {LAYOUT_BLACK_MOVE, "e5", 1}, {LAYOUT_OPEN, "(", 2},
    {LAYOUT_BLACK_MOVE, "c5", 1},        {LAYOUT_CLOSE, ")", 2},       {LAYOUT_WHITE_MOVE, "Nf3", 2},
    {LAYOUT_BLACK_MOVE, "Nc6", 3},       {LAYOUT_RESULT, "1-0", 4},    {LAYOUT_END, "", 4}};
enum { TOKENS = sizeof tokens / sizeof tokens[0] };

static const char *const templates[] = {
    " ",  " \1.",   " \1. ",  " \1... ", "",          "\1",       "ab",   "  ",    "\1. ",      " x \1.",
    "\n", " \n\1 ", " \1 \1", "x y ",    " \1. \1 z", " \1 \n x", "1\1 ", " 1\1.", " abcdef\1", "\1\1"};
enum { TEMPLATES = sizeof templates / sizeof templates[0] };

/* ---- The rules ---- */

static size_t unit_behind(const struct style *style, const char *template, size_t space, const char *number,
                          const struct token *token, int *has_number_ret)
{
    size_t unit = 0, i = space + 1;
    *has_number_ret = 0;
    for (; template[i] != '\0' && template[i] != '\n' && template[i] != ' '; i++) {
        *has_number_ret |= template[i] == STYLE_NUMBER;
        unit += template[i] == STYLE_NUMBER ? strlen(number) : 1;
    }
    if (template[i] != '\0')
        return unit;
    int by_word = token->class == LAYOUT_COMMENT && style->comment_words;
    return unit + (by_word ? strcspn(token->text, " ") : strlen(token->text));
}

static int becomes_line_end(const struct style *style, const char *template, size_t space, const char *number,
                            const struct token *token, size_t column)
{
    int has_number;
    size_t unit = unit_behind(style, template, space, number, token, &has_number);
    if (style->wrap == WRAP_NEVER)
        return 0;
    if (style->wrap == WRAP_BEHIND_COLUMN)
        return has_number && column >= style->width;
    return column + 1 + unit > style->width;
}

static void render_gap(const struct style *style, const char *template, const char *number,
                       const struct token *token, char *out)
{
    const char *line_end = style->crlf ? "\r\n" : "\n";
    for (size_t i = 0; template[i] != '\0'; i++) {
        const char *last_end = strrchr(out, '\n');
        size_t column = strlen(last_end == NULL ? out : last_end + 1);
        char byte[2] = {template[i], '\0'};
        if (template[i] == STYLE_NUMBER)
            strcat(out, number);
        else if (template[i] == '\n' ||
                 (template[i] == ' ' && becomes_line_end(style, template, i, number, token, column)))
            strcat(out, line_end);
        else
            strcat(out, byte);
    }
}

static void render(const struct style *style, unsigned start_ply, char *out)
{
    enum layout_class before = LAYOUT_START;
    out[0] = '\0';
    for (size_t i = 0; i < TOKENS; i++) {
        char number[20];
        const struct style_template *template = &style->templates[style->gaps[before][tokens[i].class]];
        char text[STYLE_TEMPLATE_SIZE_MAX + 1] = "";
        memcpy(text, template->text, template->size);
        snprintf(number, sizeof number, "%u", (start_ply + tokens[i].ply) / 2 + 1);
        render_gap(style, text, number, &tokens[i], out);
        strcat(out, tokens[i].text);
        before = tokens[i].class;
    }
}

/* ---- The renderer ---- */

/* Neighbours of the list in turn, so that each stands behind and before others. */
static void set_gaps(struct style *style, unsigned first)
{
    for (unsigned before = 0; before < LAYOUT_CLASS_COUNT; before++)
        for (unsigned behind = 0; behind < LAYOUT_CLASS_COUNT; behind++) {
            const char *template = templates[(first + (before + behind) % 3) % TEMPLATES];
            int number = style_add_template(style, (const uint8_t *)template, strlen(template));
            ck_assert_int_ge(number, 0);
            style->gaps[before][behind] = (uint8_t)number;
        }
}

static void expect_same(struct layout *layout, const struct style *style, const struct game *game,
                        struct buffer *out)
{
    char expected[OUT_SIZE];
    render(style, (unsigned)layout_start_ply(game), expected);
    buffer_clear(out);
    layout_render(layout, style, game, out, NULL, NULL);
    buffer_append_byte(out, 0);
    ck_assert(!buffer_failed(out));
    ck_assert_str_eq((const char *)out->data, expected);
}

static void add_tag(struct game *game, const char *name, const char *value)
{
    struct game_tag *tag = game_add_tag(game);
    ck_assert_ptr_nonnull(tag);
    *tag = (struct game_tag){.name = text_of(name), .value = text_of(value)};
}

/* _i: the first of the templates. */
START_TEST(every_width)
{
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct buffer out;
    struct style style;
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    buffer_init(&out, &memory);
    style_init(&style);
    struct layout *layout = calloc(1, sizeof *layout);
    ck_assert_ptr_nonnull(layout);
    layout->out_limit = SIZE_MAX;
    ck_assert_int_eq(pgn_parse(&parser, game_text, sizeof game_text - 1, 1, &game), PGN_GAME);
    add_tag(&game, "A", "b\nc d"); /* as hostile files have them */
    add_tag(&game, "E", "f");
    set_gaps(&style, (unsigned)_i);
    static const uint32_t numbers[] = {
        1, 9, 19, 99}; /* all but the first have one digit more, or another before the last, a move later */
    for (unsigned variant = 0; variant < 48; variant++) {
        style.crlf = variant & 1;
        style.comment_words = variant >> 1 & 1;
        game.start.move_number = numbers[variant >> 2 & 3];
        style.wrap = (uint8_t)(variant >> 4);
        for (style.width = 0; style.width <= WIDTHS; style.width++)
            expect_same(layout, &style, &game, &out);
    }
    free(layout);
    buffer_free(&out);
    game_free(&game);
    pgn_parser_free(&parser);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

Suite *layout_wrapping_suite(void)
{
    Suite *suite = suite_create("layout_wrapping");
    TCase *tcase = tcase_create("widths");
    tcase_add_loop_test(tcase, every_width, 0, TEMPLATES);
    suite_add_tcase(suite, tcase);
    return suite;
}
