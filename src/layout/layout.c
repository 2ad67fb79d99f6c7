#include "layout/layout.h"

#include <string.h>

#include "chess/san.h"
#include "layout/gap.h"
#include "layout/layout_match.h"
#include "util/bytes.h"
#include "util/decimal.h"
#include "util/inlined.h"
#include "util/text.h"

/* Line starts matter to wrapping only. */
static void find_line_start(struct layout *layout, size_t slot_start)
{
    const struct buffer *out = layout->out;
    if (layout->style->wrap == WRAP_NEVER || out->size <= slot_start ||
        memchr(out->data + slot_start, '\n', out->size - slot_start) == NULL)
        return;
    for (size_t i = out->size; i > slot_start; i--)
        if (out->data[i - 1] == '\n') {
            layout->line_start = i;
            return;
        }
}

/* The slot from `slot_start` on is written; line ends count that are really there, not those that were foreseen. */
static inline void end_slot(struct layout *layout, size_t slot_start)
{
    if (layout->settle != NULL) {
        layout->settle(layout->opaque, layout->slot, layout->out, slot_start);
        layout->line_start = layout->slot_line_start;
        find_line_start(layout, slot_start);
        layout->slot_line_start = layout->line_start;
    }
    layout->slot++;
}

static void append_digits(struct layout *layout)
{
    struct buffer *out = layout->out;
    for (size_t i = 0; i < layout->digit_count; i++)
        out->data[out->size++] = layout->digits[i];
}

static inline void append_line_end(struct layout *layout)
{
    struct buffer *out = layout->out;
    size_t size = out->size;
    out->data[size] = '\r';
    size += layout->style->crlf;
    out->data[size++] = '\n';
    layout->line_start = out->size = size;
}

/* The gap that the template is, byte by byte: the rule of which words are a short way. */
static void expand_template(struct layout *layout, const struct style_template *template)
{
    struct buffer *out = layout->out;
    gap_spell_number(layout);
    for (size_t i = 0; i < template->size; i++) {
        uint8_t c = template->text[i];
        size_t column = out->size - layout->line_start;
        if (c == STYLE_NUMBER)
            append_digits(layout);
        else if (c == '\n' || (c == ' ' && gap_breaks_line(layout, template, i, column, layout->token_size)))
            append_line_end(layout);
        else
            out->data[out->size++] = c;
    }
}

/* Where text goes, out of the compiler's doubt whether it changes the layout itself. NULL: there is no memory, or too much text. */
struct run_writer {
    uint8_t *at, *line;
    unsigned line_end_size;
};

/* What is there has room for a gap. */
static inline struct run_writer writer_here(const struct layout *layout)
{
    struct buffer *out = layout->out;
    return (struct run_writer){out->data + out->size, out->data + layout->line_start,
                               layout->style->crlf ? 2 : 1};
}

static void take_writer(struct layout *layout, struct run_writer writer)
{
    layout->out->size = (size_t)(writer.at - layout->out->data);
    layout->line_start = (size_t)(writer.line - layout->out->data);
}

/* Writes the word before a token of `size` bytes, behind a line end where the line is full; returns 0 where that is not enough. */
INLINED int put_word(struct run_writer *writer, const struct gap_word *word, size_t size)
{
    unsigned skipped = 0;
    if (!gap_fits(word, (size_t)(writer->at - writer->line), size)) {
        if (!word->breaks_first)
            return 0;
        *writer->at = '\r';
        writer->at[writer->line_end_size - 1] = '\n';
        writer->at += writer->line_end_size;
        writer->line = writer->at;
        skipped = 1;
    }
    store_le64(writer->at, word->bytes >> 8 * skipped);
    writer->at += word->size - skipped;
    return 1;
}

/* A gap that is more than a line end, the present one; `word` may be NULL. */
static void write_other_gap(struct layout *layout, const struct style_template *template,
                            const struct gap_word *word)
{
    if (layout->previous == LAYOUT_TAG) /* a hostile name or value may hold a line feed */
        find_line_start(layout, layout->tag_start);
    struct run_writer writer = writer_here(layout);
    if (word != NULL && put_word(&writer, word, layout->token_size))
        take_writer(layout, writer);
    else
        expand_template(layout, template);
}

/* The gap before a token of class `next`, and of `token_size` bytes. */
static void write_gap(struct layout *layout, enum layout_class next, size_t token_size)
{
    struct buffer *out = layout->out;
    unsigned template = layout->style->gaps[layout->previous][next];
    layout->next = (uint8_t)next;
    layout->token_size = token_size;
    if (layout->pairs != NULL)
        layout->pairs[layout->previous] |= (uint16_t)(1u << next);
    if (out->size > layout->out_limit || !buffer_reserve(out, LAYOUT_GAP_SIZE_MAX))
        return;
    size_t slot_start = out->size;
    const struct style_template *text = &layout->style->templates[template];
    if (style_is_line_end(text))
        append_line_end(layout);
    else
        write_other_gap(layout, text, gap_word_of(layout, template));
    end_slot(layout, slot_start);
}

/* Bytes up to the first space or line end of a comment, its brace included. */
static size_t first_word_size(struct text comment)
{
    size_t size = 0;
    while (size < comment.size && comment.data[size] != ' ' && comment.data[size] != '\n' &&
           comment.data[size] != '\r')
        size++;
    return size == comment.size ? size + 2 : size + 1;
}

/* A token that is `before`, `inner`, `behind`, with its gap. Either byte may be 0: none. */
static void write_token(struct layout *layout, enum layout_class class, char before, struct text inner,
                        char behind)
{
    struct buffer *out = layout->out;
    size_t size = (before != 0) + inner.size + (behind != 0);
    int by_words = class == LAYOUT_COMMENT && layout->style->comment_words;
    write_gap(layout, class, by_words ? first_word_size(inner) : size);
    if (!buffer_reserve(out, size + 1))
        return;
    size_t slot_start = out->size;
    uint8_t *at = out->data + slot_start;
    *at = (uint8_t)before;
    at += before != 0;
    if (inner.size != 0)
        memcpy(at, inner.data, inner.size);
    at[inner.size] = (uint8_t)behind;
    out->size += size;
    find_line_start(layout, slot_start);
    end_slot(layout, slot_start);
    layout->previous = (uint8_t) class;
}

/* Like write_token, for the many short ones. */
static void write_move(struct layout *layout, struct text san)
{
    const unsigned class = layout_move_class(layout->walk.ply);
    struct buffer *out = layout->out;
    write_gap(layout, class, san.size);
    if (!buffer_reserve(out, san.size))
        return;
    size_t slot_start = out->size;
    uint8_t *to = out->data + slot_start;
    for (size_t i = 0; i < san.size; i++)
        to[i] = (uint8_t)san.data[i];
    out->size += san.size;
    end_slot(layout, slot_start);
    layout->previous = (uint8_t) class;
}

static void write_tag(struct layout *layout, const struct game_tag *tag)
{
    struct buffer *out = layout->out;
    size_t size = tag->name.size + tag->value.size + 5;
    write_gap(layout, LAYOUT_TAG, size);
    if (!buffer_reserve(out, size))
        return;
    size_t slot_start = out->size;
    uint8_t *at = out->data + slot_start;
    *at++ = '[';
    memcpy(at, tag->name.data, tag->name.size);
    at += tag->name.size;
    *at++ = ' ';
    *at++ = '"';
    if (tag->value.size != 0)
        memcpy(at, tag->value.data, tag->value.size);
    at += tag->value.size;
    *at++ = '"';
    *at++ = ']';
    out->size += size;
    layout->tag_start = slot_start;
    end_slot(layout, slot_start);
    layout->previous = LAYOUT_TAG;
}

static void write_number_token(struct layout *layout, uint16_t value)
{
    char digits[20];
    struct text text = {digits, decimal_write(value, digits)};
    write_token(layout, LAYOUT_NAG, '$', text, 0);
}

static void write_suffix(struct layout *layout, unsigned value)
{
    write_token(layout, LAYOUT_SUFFIX, 0, text_of(game_suffix(value)), 0);
}

/* Moves in a style's own spelling; `spelled` is room for one. */
static struct text spell_move(const struct style *style, struct text san, char spelled[SAN_SIZE_MAX])
{
    if (!style_respells(style, san))
        return san;
    return (struct text){spelled, style_spell(style, san, spelled)};
}

/* ---- Moves in a row ---- */

/* More than a move and its gap take, where that is a word, with what is copied beyond their ends. */
enum { RUN_MOVE_SIZE_MAX = 32 };

/* With room for `left` moves. */
static struct run_writer start_writer(struct layout *layout, size_t left)
{
    struct buffer *out = layout->out;
    if (out->size > layout->out_limit ||
        !buffer_reserve(out, LAYOUT_GAP_SIZE_MAX + (left + 1) * RUN_MOVE_SIZE_MAX))
        return (struct run_writer){NULL, NULL, 0};
    return writer_here(layout);
}

/* A gap that is no word, before a move of `size` bytes. */
static struct run_writer write_odd_gap(struct layout *layout, struct run_writer writer, unsigned template,
                                       size_t size, size_t left)
{
    take_writer(layout, writer);
    layout->token_size = size;
    expand_template(layout, &layout->style->templates[template]);
    return start_writer(layout, left);
}

/* Writes a move, `left` with it; `word` is of the moves of its side, whose gap has number `template`. */
INLINED void put_move(struct layout *layout, struct run_writer *writer, const struct san_text *text,
                      size_t left, struct gap_word *word, unsigned template)
{
    char spelled[SAN_SIZE_MAX];
    struct text san = {text->text, text->size};
    if (style_may_respell(layout->style, san))
        san = spell_move(layout->style, san, spelled);
    if (word->uses == 0)
        *word = gap_word_from(layout, template);
    if (!put_word(writer, word, san.size)) {
        *writer = write_odd_gap(layout, *writer, template, san.size, left);
        if (writer->at == NULL)
            return;
    }
    gap_advance(word);
    memcpy(writer->at, san.data, SAN_TEXT_SIZE);
    writer->at += san.size;
    layout->walk.ply++;
}

/* Moves behind a move, where nobody settles slots or asks for pairs. */
static void write_moves_behind(struct layout *layout, const struct san_text *sans, size_t count)
{
    const unsigned before = layout->previous, behind = layout_move_class(layout->walk.ply);
    const unsigned to = layout->style->gaps[before][behind], back = layout->style->gaps[behind][before];
    struct gap_word word_to = {.uses = 0}, word_back = {.uses = 0};
    struct run_writer writer = start_writer(layout, count);
    for (size_t i = 0; i < count && writer.at != NULL; i++) {
        put_move(layout, &writer, &sans[i], count - i, &word_to, to);
        if (++i < count && writer.at != NULL)
            put_move(layout, &writer, &sans[i], count - i, &word_back, back);
    }
    if (writer.at == NULL)
        return;
    take_writer(layout, writer);
    layout->slot += 2 * count;
    layout->previous = (uint8_t)layout_move_class(layout->walk.ply + 1);
}

static void write_run(struct layout *layout, const struct san_text *sans, size_t count)
{
    int sees_all = layout->settle != NULL || layout->pairs != NULL;
    for (size_t i = 0; i < count && layout->out->size <= layout->out_limit; i++) {
        char spelled[SAN_SIZE_MAX];
        struct text san = {sans[i].text, sans[i].size};
        if (!sees_all && layout->previous == layout_move_class(layout->walk.ply + 1)) {
            write_moves_behind(layout, sans + i, count - i);
            return;
        }
        write_move(layout, spell_move(layout->style, san, spelled));
        walk_plies(&layout->walk, 1);
    }
}

static void write_item(struct layout *layout, const struct game_item *item)
{
    const char *base = item->place & LAYOUT_ITEM_ASIDE ? layout->aside : layout->game->text.data;
    struct text text = {base + item->text_offset, item->text_size};
    char spelled[SAN_SIZE_MAX];
    switch (item->kind) {
    case ITEM_MOVE_RUN: /* its plies are counted there */
        write_run(layout, (const struct san_text *)(const void *)text.data, item->value);
        break;
    case ITEM_MOVE:
    case ITEM_DROP:
        write_move(layout, spell_move(layout->style, text, spelled));
        break;
    case ITEM_NULL_MOVE:
        write_move(layout, text);
        break;
    case ITEM_NAG:
        write_number_token(layout, item->value);
        break;
    case ITEM_SUFFIX:
        write_suffix(layout, item->value);
        break;
    case ITEM_COMMENT:
        write_token(layout, LAYOUT_COMMENT, '{', text, '}');
        break;
    case ITEM_LINE_COMMENT:
        write_token(layout, LAYOUT_LINE_COMMENT, ';', text, 0);
        break;
    case ITEM_ESCAPE:
        write_token(layout, LAYOUT_ESCAPE, '%', text, 0);
        break;
    case ITEM_VARIATION_BEGIN:
        write_token(layout, LAYOUT_OPEN, '(', text_of(""), 0);
        break;
    case ITEM_VARIATION_END:
        write_token(layout, LAYOUT_CLOSE, ')', text_of(""), 0);
        break;
    default:
        write_token(layout, LAYOUT_TOKEN, 0, text, 0);
        break;
    }
    walk_pass(&layout->walk, item->kind);
}

void layout_render(struct layout *layout, const struct style *style, const struct game *game,
                   struct buffer *out, layout_settle_function settle, void *opaque)
{
    layout->style = style;
    layout->game = game;
    layout->out = out;
    layout->settle = settle;
    layout->opaque = opaque;
    layout->line_start = layout->slot_line_start = out->size;
    layout->slot = 0;
    layout->previous = LAYOUT_START;
    walk_start(&layout->walk);
    layout->walk.ply = layout_start_ply(game);
    layout->number = 0;
    if (layout->kept != style)
        memset(layout->words, 0, style->template_count * sizeof *layout->words);

    for (size_t i = 0; i < game->tag_count && out->size <= layout->out_limit; i++) {
        i += layout->source == NULL ? 0 : layout_match_tags(layout, i);
        write_tag(layout, &game->tags[i]);
    }
    size_t result_place = game_result_place(game);
    for (size_t i = game_movetext_start(game);; i++) {
        if (i == result_place)
            write_token(layout, LAYOUT_RESULT, 0, game_result_text(game->result), 0);
        if (i >= game->item_count || out->size > layout->out_limit)
            break;
        size_t passed =
            layout->source == NULL ? 0 : layout_match_items(layout, &game->items[i], game->item_count - i);
        if (passed == 0)
            write_item(layout, &game->items[i]);
        else
            i += passed - 1;
    }
    write_gap(layout, LAYOUT_END, 0);
}
