#include "unit/pgn_support.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/notation.h"
#include "pgn/pgn_parser.h"

/* ---- Games as text ---- */

static void append_format(struct buffer *out, const char *format, size_t number)
{
    char text[64];
    int size = snprintf(text, sizeof text, format, number);
    buffer_append(out, text, (size_t)size);
}

static void append_text(struct buffer *out, const char *before, struct text text, const char *behind)
{
    buffer_append_string(out, before);
    buffer_append(out, text.data, text.size);
    buffer_append_string(out, behind);
}

static void describe_item(const struct game *game, const struct game_item *item, struct buffer *out)
{
    char move[SAN_SIZE_MAX];
    struct text text = game_item_text(game, item);
    if (item->place & ITEM_IN_HEADER)
        buffer_append_byte(out, 'h');
    if (item->place & ITEM_AFTER_RESULT)
        buffer_append_byte(out, 'a');
    switch ((enum game_item_kind)item->kind) {
    case ITEM_MOVE:
        buffer_append(out, move, uci_write(item->value, 1, move));
        break;
    case ITEM_DROP:
        append_format(out, "%zu", drop_type(item->value));
        append_format(out, "@%zu", move_to(item->value));
        break;
    case ITEM_NULL_MOVE:
        buffer_append_string(out, "--");
        break;
    case ITEM_NAG:
        append_format(out, "$%zu", item->value);
        break;
    case ITEM_SUFFIX:
        append_format(out, "s%zu", item->value);
        break;
    case ITEM_COMMENT:
        append_text(out, "{", text, "}");
        break;
    case ITEM_LINE_COMMENT:
        append_text(out, ";", text, ";");
        break;
    case ITEM_ESCAPE:
        append_text(out, "%", text, "%");
        break;
    case ITEM_VARIATION_BEGIN:
        buffer_append_byte(out, '(');
        break;
    case ITEM_VARIATION_END:
        buffer_append_byte(out, ')');
        break;
    case ITEM_TOKEN:
        ck_assert_uint_eq(item->value, 0);
        append_text(out, "<", text, ">");
        break;
    }
    buffer_append_byte(out, ' ');
}

static const char *trouble_word(enum game_trouble trouble)
{
    static const char *const words[] = {"none",      "fen",  "variant",   "syntax",  "illegal",
                                        "ambiguous", "null", "variation", "nesting", "items"};
    ck_assert_uint_lt((unsigned)trouble, sizeof words / sizeof words[0]);
    return words[trouble];
}

static void describe_oddities(const struct game *game, struct buffer *out)
{
    static const char *const words[] = {"no-result",      "open-comment",  "open-variation",
                                        "bad-tag",        "right-dropped", "ep-dropped",
                                        "result-differs", "stray",         "opponent-in-check"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (game->oddities >> i & 1) {
            buffer_append_string(out, " +");
            buffer_append_string(out, words[i]);
        }
    ck_assert_uint_eq(game->oddities >> (sizeof words / sizeof words[0]), 0);
}

void describe_game(const struct game *game, struct buffer *out)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        append_text(out, "[", game->tags[i].name, "=");
        append_text(out, "", game->tags[i].value, "] ");
    }
    for (size_t i = 0; i < game->item_count; i++)
        describe_item(game, &game->items[i], out);
    append_text(out, "", game_result_text((enum game_result)game->result), "");
    if (game->trouble != TROUBLE_NONE) {
        buffer_append_byte(out, ' ');
        buffer_append_string(out, trouble_word((enum game_trouble)game->trouble));
        append_format(out, "@%zu", game->trouble_offset);
    }
    describe_oddities(game, out);
    buffer_append_byte(out, '\n');
    ck_assert(!buffer_failed(out));
}

/* ---- Sources and memory ---- */

int read_text_source(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct text_source *source = opaque;
    size_t some = source->size - source->at;
    if (some == 0 && source->cause != 0)
        return source->cause;
    some = some < source->piece ? some : source->piece;
    some = some < size ? some : size;
    if (some != 0)
        memcpy(bytes, source->text + source->at, some);
    source->at += some;
    *size_ret = some;
    return 0;
}

/* ---- Whole texts ---- */

static void require_equal(const struct buffer *a, const struct buffer *b, const char *how, size_t number)
{
    ck_assert_msg(a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0),
                  "%s %zu:\n%.*s\nwhole:\n%.*s", how, number, (int)b->size, (const char *)b->data,
                  (int)a->size, (const char *)a->data);
}

/* A text that ends early: the same game, or a request for more. In memory of its own, for the sanitizers. */
static void check_cuts(struct pgn_parser *parser, const char *text, size_t size, const struct buffer *whole,
                       struct game *game)
{
    struct buffer cut;
    buffer_init(&cut, whole->memory);
    for (size_t end = 0; end <= size; end++) {
        char *copy = malloc(end + 1);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, text, end);
        enum pgn_status status = pgn_parse(parser, copy, end, 0, game);
        ck_assert(status == PGN_NEED_MORE || status == PGN_GAME);
        if (status == PGN_GAME) {
            buffer_clear(&cut);
            describe_game(game, &cut);
            require_equal(whole, &cut, "cut at", end);
        }
        free(copy);
    }
    buffer_free(&cut);
}

static void describe_whole(const char *text, size_t size, struct buffer *out)
{
    enum { SMALL = 600 }; /* texts that are tried with every cut */
    struct pgn_parser parser;
    struct game game;
    struct buffer one;
    pgn_parser_init(&parser, out->memory);
    game_init(&game, out->memory);
    buffer_init(&one, out->memory);
    int is_small = size <= SMALL;
    while (pgn_parse(&parser, text, size, 1, &game) == PGN_GAME) {
        ck_assert_ptr_eq(game.text.data, text);
        ck_assert_uint_gt(game.text.size, 0);
        ck_assert_uint_le(game.text.size, size);
        size_t taken = game.text.size;
        buffer_clear(&one);
        describe_game(&game, &one);
        buffer_append(out, one.data, one.size);
        if (is_small)
            check_cuts(&parser, text, size, &one, &game);
        text += taken;
        size -= taken;
    }
    ck_assert_uint_eq(game.text.size, size);
    buffer_free(&one);
    game_free(&game);
    pgn_parser_free(&parser);
}

static void describe_in_pieces(const char *text, size_t size, size_t piece, struct buffer *out)
{
    struct text_source source = {text, size, piece, 0, 0};
    struct pgn_reader reader;
    const struct game *game;
    pgn_reader_init(&reader, read_text_source, &source, NULL, 0);
    size_t taken = 0;
    while (pgn_reader_next(&reader, &game) == PGNPACK_OK) {
        ck_assert_uint_eq(reader.game_offset, taken);
        ck_assert(memcmp(game->text.data, text + taken, game->text.size) == 0);
        describe_game(game, out);
        taken += game->text.size;
    }
    ck_assert_int_eq(reader.error.status, PGNPACK_END);
    ck_assert_uint_eq(taken + reader.game.text.size, size);
    pgn_reader_free(&reader);
}

void describe_games(const char *text, size_t size, struct buffer *out)
{
    static const size_t pieces[] = {1, 7, 4096};
    struct buffer again;
    buffer_init(&again, out->memory);
    describe_whole(text, size, out);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        buffer_clear(&again);
        describe_in_pieces(text, size, pieces[i], &again);
        require_equal(out, &again, "in pieces of", pieces[i]);
    }
    buffer_free(&again);
}

void expect_games_of_bytes(const char *text, size_t size, const char *expected)
{
    struct memory memory;
    struct buffer found;
    memory_init(&memory, NULL, 0);
    buffer_init(&found, &memory);
    describe_games(text, size, &found);
    buffer_append_byte(&found, '\0');
    ck_assert_msg(strcmp((const char *)found.data, expected) == 0, "text:\n%s\nfound:\n%s\nexpected:\n%s",
                  text, (const char *)found.data, expected);
    buffer_free(&found);
    ck_assert_uint_eq(memory.held, 0);
}

void expect_games(const char *text, const char *expected)
{
    expect_games_of_bytes(text, strlen(text), expected);
}
