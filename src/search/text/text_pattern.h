/*
 * Patterns that the texts of tags are held against, all folded (text_fold.h). Alternatives stand between "|". Each is
 * - a glob, if it has a '*' (any text, or none) or a '?' (one character): the whole text has to fit;
 * - "=TEXT": the whole text is TEXT, whose '*' and '?' mean nothing;
 * - else words: each of its words has to begin a word of the text, each one another, in any order. Letters and digits make
 *   words, everything else parts them. A word with a comma behind it, and one of digits only, has to be a whole word. So
 *   "kasp" and "garry kasparov" fit "Kasparov, Garry", and "Ivanov, A" does not fit "Ivanova, Anna".
 * A pattern without words ("-") is "=" that text; one of blanks alone, and such an alternative, are refused: "=" is the empty text. '\' before one of * ? | = \ takes its meaning away.
 */
#ifndef PGNPACK_SEARCH_TEXT_TEXT_PATTERN_H
#define PGNPACK_SEARCH_TEXT_TEXT_PATTERN_H

#include <stdint.h>

#include "util/memory.h"
#include "util/text.h"

/* How an alternative without wildcards and "=" is meant. */
enum pattern_way {
    PATTERN_BY_WORDS,
    PATTERN_WHOLE, /* as with "=" */
    PATTERN_ROUND  /* the same, or that before a full stop: "4" fits "4" and "4.1" */
};

enum { PATTERN_SIZE_MAX = 1000, PATTERN_WORDS_MAX = 16, PATTERN_ALTERNATIVES_MAX = 32 };

struct pattern_word {
    uint16_t start, size; /* in the alternative */
    uint8_t is_whole;
};

struct pattern_alternative {
    uint16_t start, size; /* in the pattern's bytes; folded */
    uint8_t kind;
    uint8_t word_count;
    struct pattern_word words[PATTERN_WORDS_MAX]; /* the hardest first */
};

struct text_pattern {
    size_t alternative_count;
    struct pattern_alternative alternatives[PATTERN_ALTERNATIVES_MAX];
    char bytes[2 * PATTERN_SIZE_MAX];
};

/* Returns NULL, or what is wrong with the pattern. */
const char *text_pattern_parse(struct text_pattern *pattern, struct text source, enum pattern_way way);

/* Fits a text, which is folded already? It takes time in proportion to the text's size and the pattern's. */
int text_pattern_fits(const struct text_pattern *pattern, struct text folded);

#endif
