/* How likely two names are spellings of one, by their letters alone: names of persons, or of events and places. */
#ifndef PGNPACK_SEARCH_TEXT_NAME_LIKENESS_H
#define PGNPACK_SEARCH_TEXT_NAME_LIKENESS_H

#include "search/text/name_form.h"

/* What they differ in most. The numbers are those of the public enum. */
enum name_difference {
    NAMES_SAME_LETTERS = 0,   /* case, accents, punctuation, the order of the words */
    NAMES_TRANSLITERATED = 1, /* keys are equal */
    NAMES_SHORTENED = 2,      /* initials, or the beginning of a given name; one has no given name */
    NAMES_MORE_WORDS = 3,     /* a second given name or surname */
    NAMES_MISSPELT = 4        /* a letter or two */
};

/* 0 (not at all) to 100 (but for punctuation the same). *difference_ret is set unless it is 0. */
unsigned name_likeness(const struct name_form *a, const struct name_form *b,
                       enum name_difference *difference_ret);

/*
 * The same of names of events and places, which have no given names: words in their order, of which short ones, and those with digits,
 * tell two apart ("Group A", "Group B"), and perhaps a place's country more.
 */
unsigned value_likeness(const struct name_form *a, const struct name_form *b,
                        enum name_difference *difference_ret);

/* Letters to change, leave out, put in, or exchange with their neighbours; more than `most`: most + 1. For up to 64 bytes. */
unsigned text_distance(struct text a, struct text b, unsigned most);

#endif
