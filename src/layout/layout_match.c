/*
 * The way along a text that looks as the style foresees, without writing it: what the packer needs to know of nearly every game. Where
 * this gives up, layout.c renders the token and compares.
 */
#include "layout/layout_match.h"

#include <string.h>

#include "layout/gap.h"
#include "util/bytes.h"
#include "util/inlined.h"

/* Where the comparison stands in the source. */
struct run_reader {
    const char *at;
    const char *line; /* the present line's first byte */
    size_t line_end_size;
};

static struct run_reader start_reader(const struct layout *layout)
{
    return (struct run_reader){.at = layout->source + layout->out->size,
                               .line = layout->source + layout->line_start,
                               .line_end_size = layout->style->crlf ? 2 : 1};
}

/* The layout goes on where the comparison stands, `slots` slots further on. */
static void take_reader(struct layout *layout, const struct run_reader *reader, size_t slots)
{
    layout->out->size = (size_t)(reader->at - layout->source);
    layout->line_start = layout->slot_line_start = (size_t)(reader->line - layout->source);
    layout->slot += slots;
}

/* Behind the line end that the source has at `at`; NULL: it has none there. */
static inline const char *find_behind_line_end(const struct run_reader *reader, const char *at)
{
    const char *last = at + reader->line_end_size - 1;
    return *last == '\n' && (last == at || *at == '\r') ? last + 1 : NULL;
}

/* The same; the next line begins there. */
static inline const char *match_line_end(struct run_reader *reader, const char *at)
{
    const char *line = find_behind_line_end(reader, at);
    if (line != NULL)
        reader->line = line;
    return line;
}

static void note_pair(struct layout *layout, unsigned before, unsigned behind, int is_met)
{
    if (is_met && layout->pairs != NULL)
        layout->pairs[before] |= (uint16_t)(1u << behind);
}

/* The source up to where its last bytes begin, in which nothing is looked for in a row. */
static const char *find_last(const struct layout *layout, size_t size)
{
    return layout->source + (layout->source_size < size ? 0 : layout->source_size - size);
}

/* Does the source go on with the number's digits at `at`? Returns what is behind them; or NULL. */
static const char *match_digits(const struct layout *layout, const char *at)
{
    for (size_t i = 0; i < layout->digit_count; i++)
        if (*at++ != (char)layout->digits[i])
            return NULL;
    return at;
}

/* The same of any gap before a token of `size` bytes, byte by byte. `last`: behind it too little may be read. */
static struct run_reader match_gap(struct layout *layout, struct run_reader reader, const char *last,
                                   const struct style_template *template, size_t size)
{
    gap_spell_number(layout);
    for (size_t i = 0; i < template->size && reader.at != NULL; i++) {
        char c = (char)template->text[i];
        size_t column = (size_t)(reader.at - reader.line);
        if (reader.at >= last)
            reader.at = NULL;
        else if (c == STYLE_NUMBER)
            reader.at = match_digits(layout, reader.at);
        else if (c == '\n' || (c == ' ' && gap_breaks_line(layout, template, i, column, size)))
            reader.at = match_line_end(&reader, reader.at);
        else
            reader.at = *reader.at == c ? reader.at + 1 : NULL;
    }
    return reader;
}

INLINED int has_word(const char *at, uint64_t bytes, uint64_t mask)
{
    return ((load_le64((const uint8_t *)at) ^ bytes) & mask) == 0;
}

/* Does the source go on with the word and the token behind it? On this line or, where that is full, on the next, which begins then. */
INLINED int match_word(const struct gap_word *word, struct run_reader *reader, struct text token)
{
    const char *at = reader->at;
    if (gap_fits(word, (size_t)(at - reader->line), token.size))
        return at + word->size == token.data && has_word(at, word->bytes, word->mask);
    at = word->breaks_first ? find_behind_line_end(reader, at) : NULL;
    if (at == NULL || at + word->size - 1 != token.data || !has_word(at, word->bytes >> 8, word->mask >> 8))
        return 0;
    reader->line = at;
    return 1;
}

/* ---- Items and tags ---- */

/* Bytes of the source that are looked at where a step begins: digits and a dot, a line end, or a word. */
enum { LOOKED_AT_MAX = sizeof((struct layout *)0)->digits + 2 };

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
        *class_ret = layout_move_class(layout->walk.ply);
        return text.size - 1 < SAN_SIZE_MAX && !style_may_respell(style, text);
    }
    if (item->kind != ITEM_COMMENT || style->comment_words ||
        text.size >= layout->source_size - item->text_offset ||
        (style->wrap != WRAP_NEVER && text.size != 0 && memchr(text.data, '\n', text.size) != NULL))
        return 0;
    *class_ret = LAYOUT_COMMENT;
    *token_ret = (struct text){text.data - 1, text.size + 2};
    return text.data[-1] == '{' && text.data[text.size] == '}';
}

/* Passes over the move if it surely is written as it stands; `word` is of the moves of its side, whose gap has number `template`. */
INLINED int match_move(struct layout *layout, struct run_reader *reader, const char *last,
                       const struct game_item *item, struct gap_word *word, unsigned template)
{
    const struct text san = {layout->source + item->text_offset, item->text_size};
    if ((item->kind | (item->place & LAYOUT_ITEM_ASIDE)) != ITEM_MOVE || san.size - 1 >= SAN_SIZE_MAX ||
        reader->at >= last || style_may_respell(layout->style, san))
        return 0;
    if (word->uses == 0)
        *word = gap_word_from(layout, template);
    if (!match_word(word, reader, san)) {
        struct run_reader behind =
            match_gap(layout, *reader, last, &layout->style->templates[template], san.size);
        if (behind.at != san.data)
            return 0;
        reader->line = behind.line;
    }
    gap_advance(word);
    reader->at = san.data + san.size;
    layout->walk.ply++;
    return 1;
}

/* The same as layout_match_items() of moves behind a move. */
static size_t match_moves(struct layout *layout, struct run_reader *reader, const char *last,
                          const struct game_item *items, size_t count)
{
    const unsigned before = layout->previous, behind = layout_move_class(layout->walk.ply);
    const unsigned to = layout->style->gaps[before][behind], back = layout->style->gaps[behind][before];
    struct gap_word word_to = {.uses = 0}, word_back = {.uses = 0};
    struct run_reader present = *reader;
    size_t passed = 0;
    if (before != layout_move_class(layout->walk.ply + 1))
        return 0;
    while (passed < count && match_move(layout, &present, last, &items[passed], &word_to, to)) {
        passed++;
        if (passed == count || !match_move(layout, &present, last, &items[passed], &word_back, back))
            break;
        passed++;
    }
    note_pair(layout, before, behind, passed > 0);
    note_pair(layout, behind, before, passed > 1);
    layout->previous = (uint8_t)layout_move_class(layout->walk.ply + 1);
    *reader = present;
    return passed;
}

size_t layout_match_items(struct layout *layout, const struct game_item *items, size_t count)
{
    const struct style *style = layout->style;
    const char *last = find_last(layout, LOOKED_AT_MAX);
    struct run_reader reader = start_reader(layout);
    struct text token;
    unsigned class;
    size_t passed = match_moves(layout, &reader, last, items, count);
    for (; passed < count && reader.at < last && is_plain_token(layout, &items[passed], &token, &class);
         passed++) {
        unsigned previous = layout->previous;
        unsigned template = style->gaps[previous][class];
        const struct gap_word *word = gap_word_of(layout, template);
        if (word == NULL || !match_word(word, &reader, token)) {
            struct run_reader behind =
                match_gap(layout, reader, last, &style->templates[template], token.size);
            if (behind.at != token.data)
                break; /* the source differs */
            reader.line = behind.line;
        }
        note_pair(layout, previous, class, 1);
        layout->previous = (uint8_t) class;
        layout->walk.ply += class != LAYOUT_COMMENT;
        reader.at = token.data + token.size;
        passed += match_moves(layout, &reader, last, items + passed + 1, count - passed - 1);
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

size_t layout_match_tags(struct layout *layout, size_t i)
{
    const struct game *game = layout->game;
    const char *last = find_last(layout, sizeof "\r\n[ \"\"]");
    struct run_reader reader = start_reader(layout);
    size_t passed = 0;
    const struct style_template *gap = &layout->style->templates[layout->style->gaps[LAYOUT_TAG][LAYOUT_TAG]];
    if (layout->previous != LAYOUT_TAG || !style_is_line_end(gap))
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
