/* The result and the comments of a game's movetext. */
#include "pgn/pgn_edit.h"

#include "pgn/pgn_scan.h"
#include "util/decimal.h"

static void append_text(struct buffer *out, const char *from, const char *end)
{
    buffer_append(out, from, (size_t)(end - from));
}

static const char *text_end(const struct game *game)
{
    return game->text.data + game->text.size;
}

/* ---- Result ---- */

void pgn_edit_set_result(const struct game *game, struct text token, struct buffer *out)
{
    const char *begin = game->text.data + game->result_offset, *behind = begin + game->result_size;
    if ((game->oddities & ODDITY_NO_RESULT) !=
        0) { /* behind the last move or comment, a line comment's line end between */
        behind = text_end(game);
        while (behind > game->text.data && is_space(behind[-1]))
            behind--;
        begin = behind;
    }
    append_text(out, game->text.data, begin);
    if (begin == behind && begin > game->text.data)
        buffer_append_byte(
            out, game->item_count != 0 && game->items[game->item_count - 1].kind == ITEM_LINE_COMMENT ? '\n'
                                                                                                      : ' ');
    buffer_append(out, token.data, token.size);
    append_text(out, behind, text_end(game));
}

/* ---- Comments ---- */

int pgn_find_comment(const struct game *game, uint32_t ply, struct comment_place *place)
{
    const struct game_item *items = game->items;
    size_t at = 0;
    unsigned depth = 0;
    uint32_t plies = 0;
    while (at < game->item_count && (items[at].place & ITEM_IN_HEADER) != 0)
        at++;
    for (; plies < ply && at < game->item_count; at++) {
        depth += items[at].kind == ITEM_VARIATION_BEGIN;
        depth -= items[at].kind == ITEM_VARIATION_END;
        plies += depth == 0 && item_kind_is_ply(items[at].kind);
    }
    while (ply != 0 && at < game->item_count && (items[at].kind == ITEM_NAG || items[at].kind == ITEM_SUFFIX))
        at++;
    int is_there = at < game->item_count && items[at].kind == ITEM_COMMENT &&
                   (items[at].place & (ITEM_IN_HEADER | ITEM_AFTER_RESULT)) == 0;
    *place = (struct comment_place){at, is_there};
    return plies == ply;
}

static const char *item_begin(const struct game *game, const struct game_item *item)
{
    return game->text.data + item->text_offset;
}

static const char *item_end(const struct game *game, const struct game_item *item)
{
    return item_begin(game, item) + item->text_size;
}

static void write_comment(struct text text, struct buffer *out)
{
    buffer_append_byte(out, '{');
    buffer_append(out, text.data, text.size);
    buffer_append_byte(out, '}');
}

/* With one of the blanks around it: that behind it where it begins a line, so that an empty line before the moves stays. */
static void take_out(const struct game *game, const struct game_item *comment, struct buffer *out)
{
    const char *begin = item_begin(game, comment) - 1, *behind = item_end(game, comment) + 1;
    int begins_line = begin > game->text.data && (begin[-1] == '\n' || begin[-1] == '\r');
    if (begins_line && behind < text_end(game) && (*behind == ' ' || *behind == '\t'))
        behind++;
    else if (begin > game->text.data && is_space(begin[-1]) &&
             (behind == text_end(game) || is_space(*behind)))
        begin--;
    append_text(out, game->text.data, begin);
    append_text(out, behind, text_end(game));
}

/* Before the first move, with its number: what is before that is white space, but for comments among the tags. */
static const char *movetext_begin(const struct game *game)
{
    const char *at = game->text.data + game->movetext_offset;
    for (size_t i = 0; i < game->item_count && (game->items[i].place & ITEM_IN_HEADER) != 0; i++) {
        const char *end = item_end(game, &game->items[i]) + (game->items[i].kind == ITEM_COMMENT);
        at = end > at ? end : at;
    }
    while (at < text_end(game) && is_space(*at))
        at++;
    return at;
}

/* Does a move follow in the main line which would need its number behind a comment, and has it not? */
static int lacks_number(const struct game *game, const char *at, size_t next, uint32_t ply)
{
    if (next >= game->item_count || !item_kind_is_ply(game->items[next].kind) ||
        (game->start.side == BLACK) == (ply % 2 != 0))
        return 0;
    for (; at < item_begin(game, &game->items[next]); at++)
        if (*at >= '0' && *at <= '9')
            return 0;
    return 1;
}

static void put_in(const struct game *game, uint32_t ply, const struct comment_place *place, struct text text,
                   struct buffer *out)
{
    char number[DECIMAL_SIZE_MAX + 1];
    const struct game_item *last = ply == 0 ? NULL : &game->items[place->at - 1];
    const char *at = last == NULL ? movetext_begin(game) : item_end(game, last);
    append_text(out, game->text.data, at);
    if (last != NULL)
        buffer_append_byte(out, ' ');
    write_comment(text, out);
    if (last != NULL && lacks_number(game, at, place->at, ply)) {
        size_t size = decimal_write((uint64_t)game->start.move_number + ply / 2, number);
        buffer_append_byte(out, ' ');
        buffer_append(out, number, size);
        buffer_append_string(out, "...");
    }
    if (at == text_end(game) || !is_space(*at))
        buffer_append_byte(out, ' ');
    append_text(out, at, text_end(game));
}

void pgn_edit_set_comment(const struct game *game, uint32_t ply, const struct comment_place *place,
                          const struct text *text, struct buffer *out)
{
    const struct game_item *comment = place->is_there ? &game->items[place->at] : NULL;
    if (comment == NULL && text != NULL) {
        put_in(game, ply, place, *text, out);
    } else if (comment != NULL && text == NULL) {
        take_out(game, comment, out);
    } else if (comment != NULL) {
        append_text(out, game->text.data, item_begin(game, comment));
        buffer_append(out, text->data, text->size);
        append_text(out, item_end(game, comment), text_end(game));
    } else {
        append_text(out, game->text.data, text_end(game));
    }
}
