#include "layout/layout.h"

#include <string.h>

#include "chess/san.h"
#include "util/decimal.h"
#include "util/text.h"

/* Line starts matter to wrapping only. */
static void find_line_start(struct layout *layout, size_t slot_start)
{
    const struct buffer *out = layout->out;
    if (layout->style->wrap == WRAP_NEVER || out->size == slot_start ||
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

/* Adds one to the number that `digits` spells; returns 0 and changes nothing where more than its last digit changes. */
static inline int counts_up(struct layout *layout)
{
    if (layout->number == 0)
        return 0;
    uint8_t *last = &layout->digits[layout->digit_count - 1u];
    if (*last == '9')
        return 0;
    ++*last;
    layout->number++;
    return 1;
}

static void spell_anew(struct layout *layout, uint32_t number)
{
    layout->number = number;
    layout->digit_count = (uint8_t)decimal_write(number, (char *)layout->digits);
}

/* Spells the present move's number. */
static inline void spell_number(struct layout *layout)
{
    uint32_t number = layout->walk.ply / 2 + 1;
    if (number != layout->number && !(number == layout->number + 1 && counts_up(layout)))
        spell_anew(layout, number);
}

static void append_digits(struct layout *layout)
{
    struct buffer *out = layout->out;
    for (size_t i = 0; i < layout->digit_count; i++)
        out->data[out->size++] = layout->digits[i];
}

static void append_line_end(struct layout *layout)
{
    struct buffer *out = layout->out;
    if (layout->style->crlf)
        out->data[out->size++] = '\r';
    out->data[out->size++] = '\n';
    layout->line_start = out->size;
}

/* A space, or a line end where `unit` more bytes would pass the width. */
static inline void append_space(struct layout *layout, int may_wrap, size_t unit)
{
    struct buffer *out = layout->out;
    if (may_wrap && out->size - layout->line_start + 1 + unit > layout->style->width)
        append_line_end(layout);
    else
        out->data[out->size++] = ' ';
}

/* Bytes from template place `i` to the next space or line end, the token included when none comes. */
static size_t measure_unit(const struct layout *layout, const struct style_template *template, size_t i,
                           int *has_number_ret)
{
    size_t size = 0;
    int has_number = 0;
    for (; i < template->size; i++) {
        uint8_t c = template->text[i];
        if (c == '\n' || c == ' ')
            break;
        has_number |= c == STYLE_NUMBER;
        size += c == STYLE_NUMBER ? layout->digit_count : 1u;
    }
    *has_number_ret = has_number;
    return i == template->size ? size + layout->token_size : size;
}

/* Does the space at template place `i` become a line end? */
static int breaks_line(const struct layout *layout, const struct style_template *template, size_t i)
{
    const struct style *style = layout->style;
    size_t column = layout->out->size - layout->line_start;
    int has_number;
    size_t unit = measure_unit(layout, template, i + 1, &has_number);
    if (style->wrap == WRAP_BEHIND_COLUMN)
        return has_number && column >= style->width;
    return column + 1 + unit > style->width;
}

/* Any template, byte by byte: the rule that the short ways follow. */
static void expand_template(struct layout *layout, const struct style_template *template, int may_wrap)
{
    struct buffer *out = layout->out;
    spell_number(layout);
    for (size_t i = 0; i < template->size; i++) {
        uint8_t c = template->text[i];
        if (c == STYLE_NUMBER)
            append_digits(layout);
        else if (c == '\n' || (c == ' ' && may_wrap && breaks_line(layout, template, i)))
            append_line_end(layout);
        else
            out->data[out->size++] = c;
    }
}

/* " #." and " #. " */
static void expand_number(struct layout *layout, int has_space, int may_wrap)
{
    struct buffer *out = layout->out;
    enum layout_wrap wrap = (enum layout_wrap)layout->style->wrap;
    spell_number(layout);
    size_t unit = layout->digit_count + 1u + (has_space ? 0 : layout->token_size);
    if (wrap == WRAP_BEHIND_COLUMN && may_wrap && out->size - layout->line_start >= layout->style->width)
        append_line_end(layout);
    else
        append_space(layout, may_wrap && wrap != WRAP_BEHIND_COLUMN, unit);
    append_digits(layout);
    out->data[out->size++] = '.';
    if (has_space)
        append_space(layout, may_wrap && wrap == WRAP_GREEDY, layout->token_size);
}

/* A template with one number and no line end, where no space can become one. */
static void expand_numbered(struct layout *layout, const struct style_template *template)
{
    struct buffer *out = layout->out;
    spell_number(layout);
    for (size_t i = 0; i < template->number_at; i++)
        out->data[out->size++] = template->text[i];
    append_digits(layout);
    for (size_t i = template->number_at + 1u; i < template->size; i++)
        out->data[out->size++] = template->text[i];
}

/* The gap before a token of class `next`, and of `token_size` bytes. */
static void write_gap(struct layout *layout, enum layout_class next, size_t token_size)
{
    const struct style *style = layout->style;
    struct buffer *out = layout->out;
    const struct style_template *template = &style->templates[style->gaps[layout->previous][next]];
    layout->next = (uint8_t)next;
    layout->token_size = token_size;
    if (layout->pairs != NULL)
        layout->pairs[layout->previous][next] = 1;
    if (out->size > layout->out_limit || !buffer_reserve(out, LAYOUT_GAP_SIZE_MAX))
        return;
    size_t slot_start = out->size;
    int may_wrap = style->wrap != WRAP_NEVER;
    switch (template->kind) {
    case TEMPLATE_SPACE:
        append_space(layout, may_wrap && style->wrap != WRAP_BEHIND_COLUMN, token_size);
        break;
    case TEMPLATE_LINE_END:
        append_line_end(layout);
        break;
    case TEMPLATE_NUMBER:
        expand_number(layout, 0, may_wrap);
        break;
    case TEMPLATE_NUMBER_SPACE:
        expand_number(layout, 1, may_wrap);
        break;
    case TEMPLATE_PLAIN:
        memcpy(out->data + out->size, template->text, template->size);
        out->size += template->size;
        break;
    case TEMPLATE_NUMBERED:
        if (!may_wrap) {
            expand_numbered(layout, template);
            break;
        } /* fall through */
    default:
        expand_template(layout, template, may_wrap);
        break;
    }
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

/* A token that is `before`, `inner`, `behind`, with its gap. */
static void write_token(struct layout *layout, enum layout_class class, const char *before, struct text inner,
                        const char *behind)
{
    struct buffer *out = layout->out;
    size_t before_size = strlen(before);
    size_t behind_size = strlen(behind);
    size_t size = before_size + inner.size + behind_size;
    int by_words = class == LAYOUT_COMMENT && layout->style->comment_words;
    write_gap(layout, class, by_words ? first_word_size(inner) : size);
    if (!buffer_reserve(out, size))
        return;
    size_t slot_start = out->size;
    memcpy(out->data + out->size, before, before_size);
    out->size += before_size;
    if (inner.size != 0)
        memcpy(out->data + out->size, inner.data, inner.size);
    out->size += inner.size;
    memcpy(out->data + out->size, behind, behind_size);
    out->size += behind_size;
    find_line_start(layout, slot_start);
    end_slot(layout, slot_start);
    layout->previous = (uint8_t) class;
}

/* Like write_token, for the many short ones. */
static void write_move(struct layout *layout, struct text san)
{
    const enum layout_class class = layout->walk.ply & 1 ? LAYOUT_BLACK_MOVE : LAYOUT_WHITE_MOVE;
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
    out->data[out->size++] = '[';
    memcpy(out->data + out->size, tag->name.data, tag->name.size);
    out->size += tag->name.size;
    out->data[out->size++] = ' ';
    out->data[out->size++] = '"';
    if (tag->value.size != 0)
        memcpy(out->data + out->size, tag->value.data, tag->value.size);
    out->size += tag->value.size;
    out->data[out->size++] = '"';
    out->data[out->size++] = ']';
    find_line_start(layout, slot_start); /* a hostile name or value may hold a line feed */
    end_slot(layout, slot_start);
    layout->previous = LAYOUT_TAG;
}

static void write_number_token(struct layout *layout, uint16_t value)
{
    char digits[20];
    struct text text = {digits, decimal_write(value, digits)};
    write_token(layout, LAYOUT_NAG, "$", text, "");
}

static void write_suffix(struct layout *layout, unsigned value)
{
    static const char *const suffixes[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    struct text text = text_of(value < sizeof suffixes / sizeof suffixes[0] ? suffixes[value] : "");
    write_token(layout, LAYOUT_SUFFIX, "", text, "");
}

/* Could the style spell the move otherwise? Nearly never, so that is to be found out quickly. */
static int may_be_spelled(const struct style *style, struct text san)
{
    unsigned spelling = style->spelling;
    if (spelling == 0 || san.size == 0 || san.size > SAN_SIZE_MAX)
        return 0;
    char last = san.data[san.size - 1];
    return (last == '+' && (spelling & SPELLS_NO_CHECKS)) ||
           (last == '#' && (spelling & (SPELLS_NO_CHECKS | SPELLS_MATE_AS_CHECK))) ||
           (san.data[0] == 'O' && (spelling & SPELLS_ZEROS)) ||
           (san.data[0] == 'P' && (spelling & SPELLS_BARE_DROPS)) ||
           ((spelling & SPELLS_PLAIN_PROMOTION) && memchr(san.data, '=', san.size) != NULL);
}

/* Moves in a style's own spelling; `spelled` is room for one. */
static struct text spell_move(const struct style *style, struct text san, char spelled[SAN_SIZE_MAX])
{
    if (!may_be_spelled(style, san))
        return san;
    return (struct text){spelled, style_spell(style, san, spelled)};
}

/* ---- Moves in a row ---- */

/* Where text goes, out of the compiler's doubt whether it changes the layout itself. */
struct run_writer {
    uint8_t *at;
    uint8_t *line;        /* the present line's first byte */
    size_t greedy_width;  /* SIZE_MAX: lines do not end so */
    size_t column_width;  /* the same, of WRAP_BEHIND_COLUMN */
    size_t line_end_size; /* 1: LF, 2: CR LF */
};

/* A space before `unit` bytes, or a line end. */
static inline void put_space(struct run_writer *writer, size_t unit, size_t column_width)
{
    size_t column = (size_t)(writer->at - writer->line);
    if (column + 1 + unit <= writer->greedy_width && column < column_width) {
        *writer->at++ = ' ';
        return;
    }
    *writer->at = '\r';
    writer->at[writer->line_end_size - 1] = '\n';
    writer->at += writer->line_end_size;
    writer->line = writer->at;
}

/* The gap of a template that is_short(), before `size` bytes. */
static inline void put_gap(struct layout *layout, struct run_writer *writer, unsigned kind, size_t size)
{
    if (kind == TEMPLATE_SPACE) {
        put_space(writer, size, SIZE_MAX);
        return;
    }
    int has_space = kind == TEMPLATE_NUMBER_SPACE;
    spell_number(layout);
    put_space(writer, layout->digit_count + 1u + (has_space ? 0 : size), writer->column_width);
    memcpy(writer->at, layout->digits, sizeof layout->digits);
    writer->at += layout->digit_count;
    *writer->at++ = '.';
    if (has_space)
        put_space(writer, size, SIZE_MAX);
}

/* More than a move and its gap take, with what is copied beyond their ends. */
enum { RUN_MOVE_SIZE_MAX = 32 };

/* What a move's text ends in, unless there is something behind the square that a style may spell otherwise. */
static int is_rank(char c)
{
    return (unsigned char)(c - '1') < 8;
}

static int is_short(unsigned kind)
{
    return kind == TEMPLATE_SPACE || kind == TEMPLATE_NUMBER || kind == TEMPLATE_NUMBER_SPACE;
}

/* Moves behind a move, where nothing is but short templates. */
static void write_short_moves(struct layout *layout, const unsigned kinds[2], const struct san_text *sans,
                              size_t count)
{
    const struct style *style = layout->style;
    struct buffer *out = layout->out;
    if (!buffer_reserve(out, (count + 1) * RUN_MOVE_SIZE_MAX))
        return;
    struct run_writer writer = {.at = out->data + out->size,
                                .line = out->data + layout->line_start,
                                .greedy_width = style->wrap == WRAP_GREEDY ? style->width : SIZE_MAX,
                                .column_width = style->wrap == WRAP_BEHIND_COLUMN ? style->width : SIZE_MAX,
                                .line_end_size = style->crlf ? 2 : 1};
    for (size_t i = 0; i < count; i++) {
        char spelled[SAN_SIZE_MAX];
        struct text san = {sans[i].text, sans[i].size};
        if (style->spelling != 0 && !is_rank(san.data[san.size - 1]))
            san = spell_move(style, san, spelled);
        put_gap(layout, &writer, kinds[layout->walk.ply & 1], san.size);
        memcpy(writer.at, san.data, SAN_TEXT_SIZE);
        writer.at += san.size;
        layout->walk.ply++;
    }
    out->size = (size_t)(writer.at - out->data);
    layout->line_start = (size_t)(writer.line - out->data);
    layout->slot += 2 * count;
    layout->previous = layout->walk.ply & 1 ? LAYOUT_WHITE_MOVE : LAYOUT_BLACK_MOVE;
}

/* The same moves one by one: any templates, any spelling, and with somebody who settles slots. */
static void write_moves(struct layout *layout, const struct san_text *sans, size_t count)
{
    char spelled[SAN_SIZE_MAX];
    for (size_t i = 0; i < count && layout->out->size <= layout->out_limit; i++) {
        struct text san = {sans[i].text, sans[i].size};
        write_move(layout, spell_move(layout->style, san, spelled));
        walk_plies(&layout->walk, 1);
    }
}

static void write_run(struct layout *layout, const struct san_text *sans, size_t count)
{
    const struct style *style = layout->style;
    const unsigned kinds[2] = {
        style->templates[style->gaps[LAYOUT_BLACK_MOVE][LAYOUT_WHITE_MOVE]].kind,
        style->templates[style->gaps[LAYOUT_WHITE_MOVE][LAYOUT_BLACK_MOVE]].kind,
    };
    int goes_short =
        layout->settle == NULL && layout->pairs == NULL && is_short(kinds[0]) && is_short(kinds[1]);
    size_t first = goes_short && count != 0 ? 1 : count;
    write_moves(layout, sans, first);
    if (first < count && layout->out->size <= layout->out_limit)
        write_short_moves(layout, kinds, sans + first, count - first);
}

/* ---- Moves that are compared with a source ---- */

/* Where the comparison stands in the source. */
struct run_reader {
    const char *at;
    const char *line;       /* the present line's first byte */
    const char *greedy_end; /* what would go beyond it begins a new line, ... */
    const char *column_end; /* ... and so does a move number from here on */
    const char *end;
    size_t greedy_width, column_width;
    size_t line_end_size;
};

static inline void start_line(struct run_reader *reader, const char *line)
{
    size_t left = (size_t)(reader->end - line);
    reader->line = line;
    reader->greedy_end = line + (reader->greedy_width < left ? reader->greedy_width : left);
    reader->column_end = line + (reader->column_width < left ? reader->column_width : left);
}

static struct run_reader start_reader(const struct layout *layout)
{
    const struct style *style = layout->style;
    struct run_reader reader = {.at = layout->source + layout->out->size,
                                .end = layout->source + layout->source_size,
                                .greedy_width = style->wrap == WRAP_GREEDY ? style->width : SIZE_MAX,
                                .column_width = style->wrap == WRAP_BEHIND_COLUMN ? style->width : SIZE_MAX,
                                .line_end_size = style->crlf ? 2 : 1};
    start_line(&reader, layout->source + layout->line_start);
    return reader;
}

/* The layout goes on where the comparison stands, `slots` slots further on. */
static void take_reader(struct layout *layout, const struct run_reader *reader, size_t slots)
{
    layout->out->size = (size_t)(reader->at - layout->source);
    layout->line_start = layout->slot_line_start = (size_t)(reader->line - layout->source);
    layout->slot += slots;
}

/* Does the source go on with a line end at `at`? Returns what is behind it, and starts the next line there; or NULL. */
static inline const char *match_line_end(struct run_reader *reader, const char *at)
{
    const char *last = at + reader->line_end_size - 1;
    if (*last != '\n' || (last != at && *at != '\r'))
        return NULL;
    start_line(reader, last + 1);
    return last + 1;
}

/* The same of a space before `unit` bytes, or a line end where the style has one. */
static inline const char *match_space(struct run_reader *reader, const char *at, size_t unit)
{
    if (at + 1 + unit <= reader->greedy_end)
        return *at == ' ' ? at + 1 : NULL;
    return match_line_end(reader, at);
}

/* The same of the gap of a template that is_short() and has a number, before a move of `size` bytes. */
static inline const char *match_number(struct layout *layout, struct run_reader *reader, const char *at,
                                       int has_space, size_t size)
{
    spell_number(layout);
    unsigned count = layout->digit_count;
    size_t unit = count + 1 + (has_space ? 0 : size);
    at = at >= reader->column_end ? match_line_end(reader, at) : match_space(reader, at, unit);
    if (at == NULL)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        if (*at++ != (char)layout->digits[i])
            return NULL;
    if (*at++ != '.')
        return NULL;
    return has_space ? match_space(reader, at, size) : at;
}

/* Does the style spell that canonical SAN otherwise? */
static inline int is_respelled(const struct style *style, struct text san)
{
    return style->spelling != 0 && !is_rank(san.data[san.size - 1]) && may_be_spelled(style, san);
}

static unsigned gap_kind(const struct style *style, unsigned previous, unsigned next)
{
    return style->templates[style->gaps[previous][next]].kind;
}

static void note_pair(struct layout *layout, unsigned before, unsigned behind, int is_met)
{
    if (is_met && layout->pairs != NULL)
        layout->pairs[before][behind] = 1;
}

/* The source up to where its last bytes begin, in which nothing is looked for in a row. */
static const char *find_last(const struct layout *layout, size_t size)
{
    return layout->source + (layout->source_size < size ? 0 : layout->source_size - size);
}

/* The same of a template with one number, where no line ends. */
static const char *match_numbered(struct layout *layout, const char *at,
                                  const struct style_template *template)
{
    spell_number(layout);
    for (size_t i = 0; i < template->size; i++) {
        if (template->text[i] != STYLE_NUMBER) {
            if (*at++ != (char)template->text[i])
                return NULL;
            continue;
        }
        for (unsigned digit = 0; digit < layout->digit_count; digit++)
            if (*at++ != (char)layout->digits[digit])
                return NULL;
    }
    return at;
}

/* The same of any gap before a token of `size` bytes, but that of a template that needs more thought: NULL for that one, too. */
static inline const char *match_gap(struct layout *layout, struct run_reader *reader,
                                    const struct style_template *template, size_t size)
{
    const char *at = reader->at;
    switch (template->kind) {
    case TEMPLATE_SPACE:
        return match_space(reader, at, size);
    case TEMPLATE_NUMBER:
        return match_number(layout, reader, at, 0, size);
    case TEMPLATE_NUMBER_SPACE:
        return match_number(layout, reader, at, 1, size);
    case TEMPLATE_LINE_END:
        return match_line_end(reader, at);
    case TEMPLATE_PLAIN:
        return memcmp(at, template->text, template->size) == 0 ? at + template->size : NULL;
    case TEMPLATE_NUMBERED:
        return layout->style->wrap == WRAP_NEVER ? match_numbered(layout, at, template) : NULL;
    default:
        return NULL;
    }
}

/* Bytes of the source that are looked at for a gap: a template with one number at most, and what is behind it. */
enum { MATCHED_GAP_SIZE_MAX = STYLE_TEMPLATE_SIZE_MAX + sizeof((struct layout *)0)->digits + 2 };

/*
 * Is the item a token that stands in the source itself, as the style spells it, and on one line if that matters? A move, then,
 * or a comment. Sets what it is between its gaps, and its class.
 */
static inline int is_plain_token(const struct layout *layout, const struct game_item *item,
                                 struct text *token_ret, unsigned *class_ret)
{
    const struct style *style = layout->style;
    struct text text = {layout->source + item->text_offset, item->text_size};
    if (item->place & LAYOUT_ITEM_ASIDE)
        return 0;
    *token_ret = text;
    if (item->kind == ITEM_MOVE) {
        *class_ret = LAYOUT_WHITE_MOVE + (layout->walk.ply & 1);
        return text.size - 1 < SAN_SIZE_MAX && !is_respelled(style, text);
    }
    if (item->kind != ITEM_COMMENT || style->comment_words ||
        text.size >= layout->source_size - item->text_offset ||
        (style->wrap != WRAP_NEVER && text.size != 0 && memchr(text.data, '\n', text.size) != NULL))
        return 0;
    *class_ret = LAYOUT_COMMENT;
    *token_ret = (struct text){text.data - 1, text.size + 2};
    return text.data[-1] == '{' && text.data[text.size] == '}';
}

/*
 * Passes over those of the next `count` items that surely are written as they stand in the source, up to the first of
 * which that is not so sure; returns how many.
 */
static size_t match_items(struct layout *layout, const struct game_item *items, size_t count)
{
    const struct style *style = layout->style;
    const char *last = find_last(layout, MATCHED_GAP_SIZE_MAX);
    struct run_reader reader = start_reader(layout);
    struct text token;
    unsigned class;
    size_t passed = 0;
    for (; passed < count && reader.at < last && is_plain_token(layout, &items[passed], &token, &class);
         passed++) {
        unsigned previous = layout->previous;
        if (match_gap(layout, &reader, &style->templates[style->gaps[previous][class]], token.size) !=
            token.data)
            break; /* the source differs, or reader.line is as it was */
        note_pair(layout, previous, class, 1);
        layout->previous = (uint8_t) class;
        layout->walk.ply += class != LAYOUT_COMMENT;
        reader.at = token.data + token.size;
    }
    take_reader(layout, &reader, 2 * passed);
    return passed;
}

/* Does the source go on with a line end and that tag, which stands in the source itself? Passes over both. */
static int match_tag(struct run_reader *reader, const struct game_tag *tag)
{
    size_t size = tag->name.size + tag->value.size;
    const char *name_end = tag->name.data + tag->name.size;
    const char *value_end = tag->value.data + tag->value.size;
    const char *at = match_line_end(reader, reader->at);
    if (at == NULL || *at != '[' || tag->name.data != at + 1 || tag->value.data != name_end + 2 ||
        memcmp(name_end, " \"", 2) != 0 || memcmp(value_end, "\"]", 2) != 0)
        return 0;
    reader->at = at + size + 5;
    return 1;
}

/*
 * The same of tags, from number `i` on; but of the last one, behind which it matters whether its value holds a line end,
 * nothing is sure.
 */
static size_t match_tags(struct layout *layout, size_t i)
{
    const struct game *game = layout->game;
    const char *last = find_last(layout, sizeof "\r\n[ \"\"]");
    struct run_reader reader = start_reader(layout);
    size_t passed = 0;
    if (layout->previous != LAYOUT_TAG ||
        gap_kind(layout->style, LAYOUT_TAG, LAYOUT_TAG) != TEMPLATE_LINE_END)
        return 0;
    for (; i + passed + 1 < game->tag_count && reader.at < last; passed++) {
        struct run_reader next = reader;
        if (!match_tag(&next, &game->tags[i + passed]))
            break;
        reader = next;
    }
    note_pair(layout, LAYOUT_TAG, LAYOUT_TAG, passed != 0);
    take_reader(layout, &reader, 2 * passed);
    return passed;
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
        write_token(layout, LAYOUT_COMMENT, "{", text, "}");
        break;
    case ITEM_LINE_COMMENT:
        write_token(layout, LAYOUT_LINE_COMMENT, ";", text, "");
        break;
    case ITEM_ESCAPE:
        write_token(layout, LAYOUT_ESCAPE, "%", text, "");
        break;
    case ITEM_VARIATION_BEGIN:
        write_token(layout, LAYOUT_OPEN, "(", text_of(""), "");
        break;
    case ITEM_VARIATION_END:
        write_token(layout, LAYOUT_CLOSE, ")", text_of(""), "");
        break;
    default:
        write_token(layout, LAYOUT_TOKEN, "", text, "");
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

    for (size_t i = 0; i < game->tag_count && out->size <= layout->out_limit; i++) {
        i += layout->source == NULL ? 0 : match_tags(layout, i);
        write_tag(layout, &game->tags[i]);
    }
    size_t result_place = game_result_place(game);
    for (size_t i = game_movetext_start(game);; i++) {
        if (i == result_place)
            write_token(layout, LAYOUT_RESULT, "", game_result_text(game->result), "");
        if (i >= game->item_count || out->size > layout->out_limit)
            break;
        size_t passed =
            layout->source == NULL ? 0 : match_items(layout, &game->items[i], game->item_count - i);
        if (passed == 0)
            write_item(layout, &game->items[i]);
        else
            i += passed - 1;
    }
    write_gap(layout, LAYOUT_END, 0);
}
