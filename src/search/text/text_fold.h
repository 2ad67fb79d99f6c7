/*
 * Texts as they are compared: without case, accents and kinds of dashes, so that "Müller", "MULLER" and "muller" are the
 * same. The rule, character by character:
 * - Bytes are read as UTF-8; one that is none is read as Latin-1.
 * - A Latin letter (U+0041 to U+024F, U+1E00 to U+1EFF) becomes a small letter of ASCII, those in two letters both: ß ss, æ ae,
 *   œ oe, þ th; letters with a stroke become the plain one: ø o, ł l, đ d. An umlaut is a u, not a ue. The few without such a
 *   letter stay.
 * - Accents that follow their letter (U+0300 to U+036F) are dropped.
 * - Greek and Cyrillic letters become small ones, and ё е.
 * - Controls and all spaces become a space, dashes (U+2010 to U+2015) "-", single quotes (U+2018, U+2019, U+201B) "'", other
 *   punctuation of U+2000 to U+206F a space.
 * All else stays.
 */
#ifndef PGNPACK_SEARCH_TEXT_TEXT_FOLD_H
#define PGNPACK_SEARCH_TEXT_TEXT_FOLD_H

#include "util/text.h"

/* The most bytes that a text of `size` can become: a byte of Latin-1 takes two. */
static inline size_t text_fold_size_max(size_t size)
{
    return 2 * size;
}

/* Writes the folded text and returns its size. It has no bytes below ' '. */
size_t text_fold(struct text text, char *out);

/* Belongs a byte of a folded text to a word: is it a letter or a digit? All others part words. */
static inline int folded_is_of_word(char c)
{
    return is_letter(c) || is_digit(c) || ((unsigned char)c & 0x80) != 0;
}

#endif
