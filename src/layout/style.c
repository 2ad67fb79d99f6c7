#include "layout/style.h"

#include <string.h>

void style_init(struct style *style)
{
    memset(style, 0, sizeof *style);
    style_add_template(style, (const uint8_t *)" ", 1);
}

int style_add_template(struct style *style, const uint8_t *text, size_t size)
{
    for (unsigned i = 0; i < style->template_count; i++)
        if (style->templates[i].size == size && memcmp(style->templates[i].text, text, size) == 0)
            return (int)i;
    if (style->template_count == STYLE_TEMPLATE_MAX || size > STYLE_TEMPLATE_SIZE_MAX)
        return -1;
    struct style_template *added = &style->templates[style->template_count];
    added->size = (uint8_t)size;
    if (size != 0)
        memcpy(added->text, text, size);
    return (int)style->template_count++;
}

enum { SPELLING_SHIFT = 2 };

static unsigned count_gaps(const struct style *style)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LAYOUT_CLASS_COUNT; i++)
        for (unsigned j = 0; j < LAYOUT_CLASS_COUNT; j++)
            count += style->gaps[i][j] != 0;
    return count;
}

void style_write(const struct style *style, struct buffer *out)
{
    buffer_append_byte(
        out, (uint8_t)(style->crlf | style->comment_words << 1 | style->spelling << SPELLING_SHIFT));
    buffer_append_byte(out, style->wrap);
    varint_append(out, style->width);
    buffer_append_byte(out, (uint8_t)style->template_count);
    for (unsigned i = 0; i < style->template_count; i++) {
        buffer_append_byte(out, style->templates[i].size);
        buffer_append(out, style->templates[i].text, style->templates[i].size);
    }
    buffer_append_byte(out, (uint8_t)count_gaps(style));
    for (unsigned i = 0; i < LAYOUT_CLASS_COUNT; i++)
        for (unsigned j = 0; j < LAYOUT_CLASS_COUNT; j++)
            if (style->gaps[i][j] != 0) {
                buffer_append_byte(out, (uint8_t)(i << 4 | j));
                buffer_append_byte(out, style->gaps[i][j]);
            }
}

static void read_templates(struct style *style, struct byte_source *source)
{
    unsigned count = byte_source_byte(source);
    if (count == 0 || count > STYLE_TEMPLATE_MAX)
        source->failed = 1;
    for (unsigned i = 0; i < count && !source->failed; i++) {
        struct text text = byte_source_text(source, STYLE_TEMPLATE_SIZE_MAX);
        style->templates[i].size = (uint8_t)text.size;
        memcpy(style->templates[i].text, text.data, text.size);
        style->template_count = i + 1;
    }
}

void style_read(struct style *style, struct byte_source *source, struct error *error)
{
    memset(style, 0, sizeof *style);
    uint8_t flags = byte_source_byte(source);
    style->crlf = flags & 1;
    style->comment_words = flags >> 1 & 1;
    style->spelling = flags >> SPELLING_SHIFT & SPELLS_ALL;
    if (flags >> SPELLING_SHIFT > SPELLS_ALL)
        byte_source_newer(source, error, "combination of flags of a style", flags);
    style->wrap = byte_source_byte(source);
    if (style->wrap > WRAP_BEHIND_COLUMN)
        byte_source_newer(source, error, "way of wrapping lines", style->wrap);
    style->width = (uint32_t)byte_source_varint_max(source, STYLE_WIDTH_MAX);
    read_templates(style, source);
    unsigned gap_count = byte_source_byte(source);
    for (unsigned i = 0; i < gap_count && !source->failed; i++) {
        unsigned classes = byte_source_byte(source);
        uint8_t template = byte_source_byte(source);
        if (classes >> 4 >= LAYOUT_CLASS_COUNT || (classes & 15) >= LAYOUT_CLASS_COUNT ||
            template >= style->template_count) {
            source->failed = 1;
            return;
        }
        style->gaps[classes >> 4][classes & 15] = template;
    }
}

int style_respells(const struct style *style, struct text san)
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

size_t style_spell(const struct style *style, struct text san, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < san.size; i++) {
        char c = san.data[i];
        if (c == '#' && (style->spelling & SPELLS_MATE_AS_CHECK))
            c = '+';
        if (c == 'O' && (style->spelling & SPELLS_ZEROS))
            c = '0';
        if (((c == '+' || c == '#') && (style->spelling & SPELLS_NO_CHECKS)) ||
            (c == '=' && (style->spelling & SPELLS_PLAIN_PROMOTION)) ||
            (c == 'P' && (style->spelling & SPELLS_BARE_DROPS)))
            continue;
        out[size++] = c;
    }
    return size;
}
