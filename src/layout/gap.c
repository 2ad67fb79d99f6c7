#include "layout/gap.h"

#include <string.h>

#include "util/decimal.h"

void gap_spell(struct layout *layout, uint32_t number)
{
    layout->number = number;
    layout->digit_count = (uint8_t)decimal_write(number, (char *)layout->digits);
}

/* Bytes from template place `i` to the next space or line end, the token included when none comes. */
static size_t measure_unit(const struct layout *layout, const struct style_template *template, size_t i,
                           size_t token_size, int *has_number_ret)
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
    return i == template->size ? size + token_size : size;
}

int gap_breaks_line(const struct layout *layout, const struct style_template *template, size_t i,
                    size_t column, size_t size)
{
    const struct style *style = layout->style;
    int has_number;
    if (style->wrap == WRAP_NEVER)
        return 0;
    size_t unit = measure_unit(layout, template, i + 1, size, &has_number);
    if (style->wrap == WRAP_BEHIND_COLUMN)
        return has_number && column >= style->width;
    return column + 1 + unit > style->width;
}

static void put_byte(struct gap_word *word, uint8_t byte)
{
    if (word->size < sizeof word->bytes) {
        word->bytes |= (uint64_t)byte << (8 * word->size);
        word->mask |= (uint64_t)0xff << (8 * word->size);
    }
    word->size++;
}

static void put_number(struct layout *layout, struct gap_word *word)
{
    gap_spell_number(layout);
    for (size_t i = 0; i < layout->digit_count; i++)
        put_byte(word, layout->digits[i]);
    word->counts = 1;
    word->number = layout->number;
    word->step = (uint64_t)1 << (8 * (word->size - 1u) & 63);
    word->uses = (uint8_t)('9' + 1 - layout->digits[layout->digit_count - 1u]);
}

void gap_carry(struct gap_word *word)
{
    if (word->number < 20) /* it had one digit */
        return;
    unsigned before = (unsigned)(word->bytes / (word->step >> 8) & 0xff);
    if (before == '9')
        return;
    word->bytes += (word->step >> 8) - 9 * word->step;
    word->uses = 10;
}

/* When a space of it may become a line end. */
static void set_width(const struct style *style, const struct style_template *template, struct gap_word *word)
{
    int is_greedy = style->wrap == WRAP_GREEDY;
    word->breaks_first = style->wrap != WRAP_NEVER && template->size != 0 && template->text[0] == ' ' &&
                         memchr(template->text + 1, ' ', template->size - 1u) == NULL;
    word->need = word->breaks_first && !is_greedy ? 1 : word->size;
    word->token_mask = is_greedy ? SIZE_MAX : 0;
    word->width = is_greedy || (style->wrap == WRAP_BEHIND_COLUMN && word->counts) ? style->width : SIZE_MAX;
}

int gap_make_word(struct layout *layout, const struct style_template *template, struct gap_word *word)
{
    struct gap_word made = {.uses = 1};
    if (word->is_none)
        return 0;
    *word = (struct gap_word){.is_none = 1};
    for (size_t i = 0; i < template->size; i++) {
        uint8_t c = template->text[i];
        if (c == '\n' || (c == STYLE_NUMBER && made.counts))
            return 0;
        if (c == STYLE_NUMBER)
            put_number(layout, &made);
        else
            put_byte(&made, c);
    }
    if (made.size > sizeof made.bytes)
        return 0;
    set_width(layout->style, template, &made);
    *word = made;
    return 1;
}

struct gap_word gap_word_from(struct layout *layout, unsigned template)
{
    struct gap_word made = layout->words[template];
    if (made.uses != 0 && made.counts &&
        made.number != gap_number(layout) && /* that one the next game has, too */
        gap_make_word(layout, &layout->style->templates[template], &made))
        return made;
    const struct gap_word *word = gap_word_of(layout, template);
    return word != NULL ? *word : (struct gap_word){.need = 1};
}
