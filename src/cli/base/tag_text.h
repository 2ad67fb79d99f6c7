/* Texts such as tags' values: without their escapes, and compared. */
#ifndef PGNPACK_CLI_BASE_TAG_TEXT_H
#define PGNPACK_CLI_BASE_TAG_TEXT_H

#include <stdint.h>
#include <string.h>

#include "pgnpack.h"

/* Where a value comes to stand; zeroed, there is none. The caller frees its bytes. */
struct tag_text {
    char *bytes;
    size_t capacity;
};

/* Room for a value of that size. 0: no memory. */
int tag_text_reserve(struct tag_text *room, size_t size);

/* The value as it is meant, from `value` itself or in `room`. `data` NULL: no memory. */
struct pgnpack_text tag_text_plain(struct tag_text *room, struct pgnpack_text value);

static inline int texts_are_equal(struct pgnpack_text a, struct pgnpack_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* A letter of ASCII as a small one, whatever the locale; others as they are. */
static inline char letter_small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
}

int text_has_controls(struct pgnpack_text text);

/* Has it nothing but blanks, if anything? */
int text_is_blank(struct pgnpack_text text);

/* Is it neither empty nor "?" or "-"? */
int text_is_known(struct pgnpack_text text);

/* Is it this word, in any case? */
int text_is_word_in_any_case(struct pgnpack_text text, const char *word);

/* A date as pgnpack_sort_key() reads it: 20190512, with 00 for a month or day that is not known. 0: no year is known. */
uint32_t text_date(struct pgnpack_text text);

static inline int text_is_word(struct pgnpack_text text, const char *word)
{
    return texts_are_equal(text, (struct pgnpack_text){word, strlen(word)});
}

#endif
