/*
 * PGN text of any kind:
 *   the games' texts, one after the other, are the input;
 *   a text that is cut gives the same game as the whole, or a request for more;
 *   reading in pieces gives the same games as parsing the whole;
 *   a game that was understood comes back from the writer's text with its tags, moves, comments and result.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_memory.h"
#include "pgn/pgn_reader.h"
#include "pgn/pgn_writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

/* ---- The same text, whole and cut ---- */

static void require_same_tags(const struct game *a, const struct game *b)
{
    require(a->tag_count == b->tag_count);
    for (size_t i = 0; i < a->tag_count; i++) {
        require(text_equal(a->tags[i].name, b->tags[i].name));
        require(text_equal(a->tags[i].value, b->tags[i].value));
        require(a->tags[i].escaped == b->tags[i].escaped);
    }
}

static void require_same_items(const struct game *a, const struct game *b)
{
    require(a->item_count == b->item_count);
    for (size_t i = 0; i < a->item_count; i++) {
        require(a->items[i].kind == b->items[i].kind && a->items[i].place == b->items[i].place);
        require(a->items[i].value == b->items[i].value);
        require(a->items[i].text_offset == b->items[i].text_offset);
        require(a->items[i].text_size == b->items[i].text_size);
    }
}

static void require_same_game(const struct game *a, const struct game *b)
{
    require(text_equal(a->text, b->text));
    require_same_tags(a, b);
    require_same_items(a, b);
    require(a->ply_count == b->ply_count && a->result == b->result);
    require(a->trouble == b->trouble && a->trouble_offset == b->trouble_offset);
    require(a->oddities == b->oddities && a->movetext_offset == b->movetext_offset);
    require(a->result_offset == b->result_offset && a->result_size == b->result_size);
    require(a->has_start == b->has_start && position_same(&a->start, &b->start));
}

/* What a game says about its own text must lie in it. */
static void require_sound(const struct game *game)
{
    require(game->trouble_offset <= game->text.size && game->movetext_offset <= game->text.size);
    require(game->result_offset + game->result_size <= game->text.size);
    size_t behind = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        require(item->text_offset >= behind);
        behind = item->text_offset + item->text_size;
        require(behind <= game->text.size);
    }
}

/* The text ends after `size` bytes: in a piece of memory of its own, so that reads behind the end show. */
static void check_cut(struct pgn_parser *parser, const char *text, size_t size, const struct game *whole,
                      struct game *cut)
{
    char *copy = malloc(size + 1);
    require(copy != NULL);
    memcpy(copy, text, size);
    enum pgn_status status = pgn_parse(parser, copy, size, 0, cut);
    require(status == PGN_NEED_MORE || status == PGN_GAME);
    if (status == PGN_GAME)
        require_same_game(whole, cut);
    free(copy);
}

static void check_cuts(struct pgn_parser *parser, const char *text, size_t size, const struct game *whole,
                       struct game *cut)
{
    enum { CUTS = 24, BEHIND = 24 };
    size_t last = whole->text.size + BEHIND < size ? whole->text.size + BEHIND : size;
    size_t step = 1 + last / CUTS;
    for (size_t at = last % step; at <= last; at += step)
        check_cut(parser, text, at, whole, cut);
}

/* ---- A source that gives little at a time ---- */

struct source {
    const uint8_t *data;
    size_t size;
};

static int read_some(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct source *source = opaque;
    size_t some = 1 + source->size % 7;
    some = some < size ? some : size;
    some = some < source->size ? some : source->size;
    if (some != 0)
        memcpy(bytes, source->data, some);
    source->data += some;
    source->size -= some;
    *size_ret = some;
    return 0;
}

/* ---- The writer's text ---- */

static int is_comment(const struct game_item *item)
{
    return item->kind == ITEM_COMMENT || item->kind == ITEM_LINE_COMMENT || item->kind == ITEM_ESCAPE;
}

/* Brackets that were left open come back closed; nothing else comes or goes. */
static void require_same_meaning(const struct game *game, const struct game *again)
{
    size_t at = 0;
    for (size_t i = 0; i < again->item_count; i++) {
        const struct game_item *item = &again->items[i];
        const struct game_item *wanted = at < game->item_count ? &game->items[at] : NULL;
        int in_place =
            wanted != NULL && (wanted->place & ITEM_AFTER_RESULT) == (item->place & ITEM_AFTER_RESULT);
        if (!in_place) {
            require(item->kind == ITEM_VARIATION_END && (game->oddities & ODDITY_OPEN_VARIATION) != 0);
            continue;
        }
        require(is_comment(wanted) ? is_comment(item) : wanted->kind == item->kind);
        require(wanted->value == item->value);
        if (is_comment(wanted) || wanted->kind == ITEM_TOKEN)
            require(text_equal(game_item_text(game, wanted), game_item_text(again, item)));
        at++;
    }
    require(at == game->item_count);
}

static void check_writer(struct pgn_parser *parser, struct pgn_writer *writer, const struct game *game,
                         struct game *again, struct buffer *out)
{
    buffer_clear(out);
    require(pgn_write_game(writer, game, out));
    if (game->trouble != TROUBLE_NONE)
        return;
    const char *text = (const char *)out->data;
    require(pgn_parse(parser, text, out->size, 1, again) == PGN_GAME);
    require(again->text.size + 1 == out->size && text[out->size - 1] == '\n');
    require(again->trouble == TROUBLE_NONE && (again->oddities & (ODDITY_NO_RESULT | ODDITY_BAD_TAG)) == 0);
    require(again->ply_count == game->ply_count && again->result == game->result);
    require_same_tags(game, again);
    require_same_meaning(game, again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct memory memory;
    memory_init(&memory, &kept_allocator, 0);
    struct pgn_parser parser;
    pgn_parser_init(&parser, &memory);
    struct pgn_writer writer;
    pgn_writer_init(&writer, &memory);
    struct buffer out;
    buffer_init(&out, &memory);
    struct game game, other;
    game_init(&game, &memory);
    game_init(&other, &memory);
    struct source source = {data, size};
    struct pgn_reader reader;
    pgn_reader_init(&reader, read_some, &source, &kept_allocator, 0);

    const char *text = size != 0 ? (const char *)data : "";
    const struct game *read_game;
    enum pgn_status status;
    while ((status = pgn_parse(&parser, text, size, 1, &game)) == PGN_GAME) {
        require(game.text.data == text && game.text.size > 0 && game.text.size <= size);
        require_sound(&game);
        require(pgn_reader_next(&reader, &read_game) == PGNPACK_OK);
        require_same_game(&game, read_game);
        check_cuts(&parser, text, size, &game, &other);
        check_writer(&parser, &writer, &game, &other, &out);
        text += game.text.size;
        size -= game.text.size;
    }
    require(status == PGN_END && game.text.size == size);
    require(pgn_reader_next(&reader, &read_game) == PGNPACK_END && reader.game.text.size == size);

    pgn_reader_free(&reader);
    game_free(&game);
    game_free(&other);
    buffer_free(&out);
    pgn_writer_free(&writer);
    pgn_parser_free(&parser);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
