/* Moves in a row through the layout: written from a run, or compared with a source, against one by one. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "pgn/pgn_parser.h"
#include "unit/suites.h"

static const char *const game_texts[] = {
    "[A \"b\"]\n\n"
    "1. Nf3 g5 2. g3 g4 3. Bg2 gxf3 4. O-O fxg2 5. d4 gxf1=Q+ 6. Kxf1 {a comment} d5 7. Qd3 Qd7 8. Qxh7 Qh3+ "
    "9. Kg1 "
    "Rxh7 10. f3 Nc6 11. Kf2 Qxh2+ 12. Ke1 Be6 13. c3 O-O-O 14. Bg5 Qg1+ 15. Kd2 Rh2 16. Bf4 1/2-1/2\n\n",
    "1. f3 e5 2. g4 Qh4# 0-1\n",
    "[A \"b\"]\n[C \"\"]\n[D \"two words\"]\n[E \"f\"]\n\n"
    "1. e4 {[%clk 0:03:00]} 1... e5 {} 2. Nf3 {of two words and more} Nc6 {two\nlines} {again} 3. Bb5 {x} a6 "
    "{y} {z} 4. "
    "Ba4 Nf6 {[%clk 0:02:58]} 5. O-O {[%clk 0:01:00]} Be7 {three\n\nlines} 6. Re1 b5 7. Bb3 {} 0-1 "
    "\n\n",
};
enum { GAMES = sizeof game_texts / sizeof game_texts[0] };

enum { ITEMS_MAX = 64, TEXT_SIZE_MAX = 2000 };

static const char *const templates[] = {" ",       " \1.", " \1. ", "\n",   " \1... ",
                                        "\n\n\1.", "\t",   " 1\1",  " \1 ."};
enum { TEMPLATES = sizeof templates / sizeof templates[0], WRAPS = 3 };
static const uint32_t widths[] = {0, 1, 9, 20, 40, 80};
static const uint32_t first_numbers[] = {1, 9, 92, 4294967290u};

struct fixture {
    const char *game_text;
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct layout *layout;
    struct buffer one_by_one, out;
    struct style style;
    size_t tokens[2 * ITEMS_MAX]; /* where they begin in `one_by_one`, by slot / 2 */
};

static void set_up(struct fixture *fixture, const char *game_text)
{
    fixture->game_text = game_text;
    memory_init(&fixture->memory, NULL, 0);
    pgn_parser_init(&fixture->parser, &fixture->memory);
    game_init(&fixture->game, &fixture->memory);
    buffer_init(&fixture->one_by_one, &fixture->memory);
    buffer_init(&fixture->out, &fixture->memory);
    fixture->layout = calloc(1, sizeof *fixture->layout);
    ck_assert_ptr_nonnull(fixture->layout);
    ck_assert_int_eq(pgn_parse(&fixture->parser, game_text, strlen(game_text), 1, &fixture->game), PGN_GAME);
    ck_assert_int_eq(fixture->game.trouble, TROUBLE_NONE);
    ck_assert_uint_le(fixture->game.item_count, ITEMS_MAX);
}

static void tear_down(struct fixture *fixture)
{
    free(fixture->layout);
    buffer_free(&fixture->one_by_one);
    buffer_free(&fixture->out);
    game_free(&fixture->game);
    pgn_parser_free(&fixture->parser);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

/* Which templates moves have before and behind moves, and how lines end. */
static void set_style(struct style *style, unsigned number)
{
    style_init(style);
    style->spelling = number % 3 == 0 ? 0 : number % 3 == 1 ? SPELLS_ALL : SPELLS_MATE_AS_CHECK;
    style->crlf = number & 1;
    style->wrap = (uint8_t)(number / 2 % WRAPS);
    style->comment_words = number / 5 % 2;
    for (unsigned before = 0; before < LAYOUT_CLASS_COUNT; before++)
        for (unsigned behind = 0; behind < LAYOUT_CLASS_COUNT; behind++) {
            unsigned place = behind == LAYOUT_WHITE_MOVE   ? number / 6
                             : behind == LAYOUT_BLACK_MOVE ? number / 6 / TEMPLATES
                                                           : before;
            const char *template = templates[place % TEMPLATES];
            style->gaps[before][behind] =
                (uint8_t)style_add_template(style, (const uint8_t *)template, strlen(template));
        }
}
enum { STYLES = 6 * TEMPLATES * TEMPLATES, PARTS = 5 };

static void note_token(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct fixture *fixture = opaque;
    (void)out;
    if (slot % 2 == 1)
        fixture->tokens[slot / 2] = slot_start;
}

static void render(struct fixture *fixture, const struct game *game, struct buffer *out,
                   layout_settle_function settle)
{
    buffer_clear(out);
    fixture->layout->out_limit = SIZE_MAX;
    layout_render(fixture->layout, &fixture->style, game, out, settle, fixture);
    ck_assert(!buffer_failed(out));
}

/* Moves between comments as runs; behind them the texts of other items, as a decoder has them. */
static void expect_runs(struct fixture *fixture)
{
    static struct san_text sans[2 * ITEMS_MAX];
    struct game_item items[ITEMS_MAX];
    struct game game = fixture->game;
    size_t count = 0, run = 0;
    char *texts = (char *)(sans + ITEMS_MAX);
    for (size_t i = 0; i < game.item_count; i++) {
        const struct game_item *item = &game.items[i];
        struct text text = game_item_text(&game, item);
        if (item->kind != ITEM_MOVE) {
            items[count] = *item;
            items[count++].text_offset = (uint32_t)(texts - (char *)sans);
            memcpy(texts, text.data, text.size);
            texts += text.size;
            run = 0;
            continue;
        }
        sans[i].size = (uint8_t)text.size;
        memcpy(sans[i].text, text.data, text.size);
        if (run++ == 0)
            items[count++] = (struct game_item){.kind = ITEM_MOVE_RUN,
                                                .text_offset = (uint32_t)((char *)&sans[i] - (char *)sans)};
        items[count - 1].value = (uint16_t)run;
    }
    game.items = items;
    game.item_count = count;
    game.text = (struct text){(const char *)sans, 0};
    render(fixture, &game, &fixture->out, NULL);
    ck_assert_uint_eq(fixture->out.size, fixture->one_by_one.size);
    ck_assert_int_eq(memcmp(fixture->out.data, fixture->one_by_one.data, fixture->out.size), 0);
    render(fixture, &game, &fixture->out, note_token);
    ck_assert_uint_eq(fixture->out.size, fixture->one_by_one.size);
    ck_assert_int_eq(memcmp(fixture->out.data, fixture->one_by_one.data, fixture->out.size), 0);
}

/* ---- Against a source ---- */

static void stop_at_difference(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct fixture *fixture = opaque;
    (void)slot;
    if (out->size > fixture->layout->source_size ||
        memcmp(out->data + slot_start, fixture->layout->source + slot_start, out->size - slot_start) != 0)
        fixture->layout->out_limit = 0;
}

/* The game as a packer has it whose source is `text`: spellings that are not SAN's stand aside. */
static void set_source(const struct fixture *fixture, const char *text, size_t size, struct game *game,
                       struct game_item items[ITEMS_MAX])
{
    *game = fixture->game;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &fixture->game.items[i];
        struct text san = game_item_text(&fixture->game, item);
        size_t token = fixture->tokens[game->tag_count + i];
        items[i] = *item;
        items[i].text_offset = (uint32_t)token + (item->kind == ITEM_COMMENT);
        if (item->kind == ITEM_MOVE &&
            (size - token < san.size || memcmp(fixture->one_by_one.data + token, san.data, san.size) != 0)) {
            items[i] = *item;
            items[i].place |= LAYOUT_ITEM_ASIDE;
        }
    }
    game->items = items;
    game->text = (struct text){text, size};
}

/* Bytes that may be looked at behind a source. */
enum { BEHIND = 100 };

/* Of a copy, so that sanitizers see what is read behind it. */
static void expect_verdict_before(struct fixture *fixture, const char *original, size_t size, size_t behind,
                                  int is_same)
{
    char *text = malloc(size + behind);
    ck_assert_ptr_nonnull(text);
    memcpy(text, original, size + behind);
    struct game_item items[ITEMS_MAX];
    struct game game;
    struct layout *layout = fixture->layout;
    uint16_t pairs[LAYOUT_CLASS_COUNT] = {0};
    uint16_t compared_pairs[LAYOUT_CLASS_COUNT] = {0};
    set_source(fixture, text, size, &game, items);
    layout->aside = fixture->game_text;
    layout->pairs = pairs;
    render(fixture, &game, &fixture->out, NULL);
    int expected = fixture->out.size == size && memcmp(fixture->out.data, text, size) == 0;
    ck_assert(!is_same || expected);
    buffer_clear(&fixture->out);
    ck_assert(buffer_reserve(&fixture->out, size + LAYOUT_SLACK));
    layout->out_limit = size;
    layout->source = text;
    layout->source_size = size + behind;
    layout->pairs = compared_pairs;
    layout_render(layout, &fixture->style, &game, &fixture->out, stop_at_difference, fixture);
    layout->source = NULL;
    layout->aside = NULL;
    layout->pairs = NULL;
    if (expected)
        ck_assert_int_eq(memcmp(pairs, compared_pairs, sizeof pairs), 0);
    ck_assert_int_eq(layout->out_limit != 0 && fixture->out.size == size, expected);
    free(text);
}

static void expect_verdict(struct fixture *fixture, const char *text, size_t size, int is_same)
{
    expect_verdict_before(fixture, text, size, 0, is_same);
    expect_verdict_before(fixture, text, size, BEHIND, is_same);
}

static void expect_comparisons(struct fixture *fixture)
{
    static char text[TEXT_SIZE_MAX + BEHIND];
    size_t size = fixture->one_by_one.size;
    ck_assert_uint_lt(size, TEXT_SIZE_MAX);
    memcpy(text, fixture->one_by_one.data, size);
    memset(text + size, ' ', BEHIND);
    expect_verdict(fixture, text, size, 1);
    for (size_t i = 0; i < size; i++) {
        char byte = text[i];
        if (i % 29 != 0 && byte != '{' && byte != '}')
            continue;
        text[i] = byte == ' ' ? '\n' : byte == '1' ? '2' : byte == '.' ? ' ' : ' ';
        expect_verdict(fixture, text, size, 0);
        text[i] = byte;
    }
    expect_verdict(fixture, text, size - 1, 0);
    for (unsigned other = 0; other < STYLES; other += 19) {
        set_style(&fixture->style, other);
        expect_verdict(fixture, text, size, 0);
    }
}

START_TEST(runs_and_comparisons)
{
    struct fixture fixture;
    set_up(&fixture, game_texts[_i % GAMES]);
    for (unsigned number = (unsigned)_i / GAMES; number < STYLES; number += PARTS)
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
            for (size_t j = 0; j < sizeof first_numbers / sizeof first_numbers[0]; j++) {
                set_style(&fixture.style, number);
                fixture.style.width = widths[i];
                fixture.game.start.move_number = first_numbers[j];
                fixture.game.start.side = (uint8_t)(number / 4 % 2);
                render(&fixture, &fixture.game, &fixture.one_by_one, note_token);
                expect_runs(&fixture);
                if (j % 2 == number % 2)
                    expect_comparisons(&fixture);
            }
    tear_down(&fixture);
}
END_TEST

Suite *layout_runs_suite(void)
{
    Suite *suite = suite_create("layout_runs");
    TCase *tcase = tcase_create("against one by one");
    tcase_add_loop_test(tcase, runs_and_comparisons, 0, GAMES * PARTS);
    suite_add_tcase(suite, tcase);
    return suite;
}
