/*
 * The gaps between tokens: a style's template with the move's number in it. Nearly every gap fits on its line and is at most 8 bytes: it
 * is a word, which is written or compared at once, and made of the word before where only the number's last digit changes.
 */
#ifndef PGNPACK_LAYOUT_GAP_H
#define PGNPACK_LAYOUT_GAP_H

#include "layout/layout_state.h"

/* Spells the number anew in `digits`. */
void gap_spell(struct layout *layout, uint32_t number);

static inline uint32_t gap_number(const struct layout *layout)
{
    return layout->walk.ply / 2 + 1;
}

/* `digits` become those of the present move's number. */
static inline void gap_spell_number(struct layout *layout)
{
    if (gap_number(layout) != layout->number)
        gap_spell(layout, gap_number(layout));
}

/*
 * Does the space at template place `i` become a line end, where the line has `column` bytes, and a token of `size` bytes comes behind
 * the gap? The number must have been spelled.
 */
int gap_breaks_line(const struct layout *layout, const struct style_template *template, size_t i,
                    size_t column, size_t size);

/* Makes the template's word with the present number; returns 0 where it has none. */
int gap_make_word(struct layout *layout, const struct style_template *template, struct gap_word *word);

/* Counts a number up that ends in 9, where the digit before may be; else `uses` becomes 0. */
void gap_carry(struct gap_word *word);

/* On to the next number. Where `uses` is 0 then, the word is to be made. */
static inline void gap_advance(struct gap_word *word)
{
    if (!word->counts)
        return;
    word->number++;
    if (--word->uses != 0)
        word->bytes += word->step;
    else
        gap_carry(word);
}

/*
 * The gap of template number `template` before the present move, where no space of it becomes a line end. NULL: the template has a line end
 * or several numbers, or it is too long.
 */
static inline const struct gap_word *gap_word_of(struct layout *layout, unsigned template)
{
    struct gap_word *word = &layout->words[template];
    uint32_t number = gap_number(layout);
    if (word->uses != 0 && (!word->counts || word->number == number))
        return word;
    if (word->uses != 0 && number == word->number + 1)
        gap_advance(word);
    if (word->number == number && word->uses != 0)
        return word;
    return gap_make_word(layout, &layout->style->templates[template], word) ? word : NULL;
}

/* Does the word stay as it is on a line that has `column` bytes, before a token of `size` bytes? If not, the template is to be asked. */
static inline int gap_fits(const struct gap_word *word, size_t column, size_t size)
{
    return column + word->need + (size & word->token_mask) <= word->width;
}

/* The same as gap_word_of() by value, for moves in a row; where there is none, one that has no uses and fits nowhere. */
struct gap_word gap_word_from(struct layout *layout, unsigned template);

#endif
