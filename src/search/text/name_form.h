/*
 * A person's name in the form in which it is compared with others: its words, folded (search/text/text_fold.h), and of each a key
 * that is the same for the usual transliterations: "Kortschnoj" and "Korchnoi", "Sergey" and "Serguei". Keys are coarse: names
 * of equal keys are worth comparing, no more.
 */
#ifndef PGNPACK_SEARCH_TEXT_NAME_FORM_H
#define PGNPACK_SEARCH_TEXT_NAME_FORM_H

#include <stdint.h>

#include "util/text.h"

enum { NAME_FORM_WORDS = 8, NAME_FORM_SIZE = 80 /* bytes of a name at most */ };

struct name_word {
    uint8_t start, size;         /* in `bytes` */
    uint8_t key_start, key_size; /* in `keys` */
    uint8_t is_initial;          /* of capitals: the "F" and the "J" of "FJ" and of "F.J." */
    uint8_t has_digit;
};

struct name_form {
    char bytes[2 * NAME_FORM_SIZE];
    char keys[2 * NAME_FORM_SIZE];
    struct name_word words[NAME_FORM_WORDS];
    unsigned count;
    unsigned surname; /* words before the comma; 0: there is no comma */
    int is_value;     /* an event or a place */
};

/* Returns 0 for names that are none of a person's, or too long: without two letters, as "?", with more than eight words. */
int name_form_make(struct name_form *form, struct text name);

/* The same of an event or a place: all of it is words, titles and capitals ("GM", "ENG") too. */
int value_form_make(struct name_form *form, struct text value);

/* "GM", "Dr" and the like, which say nothing about who somebody is. `word`: folded. */
int name_word_is_title(struct text word);

/* "Jr", "II" and the like, which are there to tell two persons of one name apart. `word`: folded. */
int name_word_tells_apart(struct text word);

static inline struct text name_form_word(const struct name_form *form, unsigned i)
{
    return (struct text){form->bytes + form->words[i].start, form->words[i].size};
}

static inline struct text name_form_key(const struct name_form *form, unsigned i)
{
    return (struct text){form->keys + form->words[i].key_start, form->words[i].key_size};
}

#endif
