/* Labels of files that a database is split into: what games say, each once, and names of files for that. */
#ifndef PGNPACK_CLI_CHANGE_SPLIT_LABELS_H
#define PGNPACK_CLI_CHANGE_SPLIT_LABELS_H

#include "cli/base/tag_text.h"
#include "pgnpack.h"

enum { SPLIT_LABEL_SIZE = 128 };

/* A text, and when it came among the others, from 0. */
struct split_text {
    char *bytes;
    size_t size;
    uint32_t number;
};

/* In their order, byte by byte. Zeroed, it is empty. */
struct split_texts {
    struct split_text *texts;
    size_t count, capacity;
};

/* Enters the text where it is new. Its number, which the caller may change, until another text is entered; NULL: no memory. */
uint32_t *split_texts_enter(struct split_texts *texts, struct pgnpack_text text);
void split_texts_free(struct split_texts *texts);

/*
 * A label for the value that all systems take in a file's name, and that is none of those in `used`, whatever they think of case and accents: it
 * is entered there, and what number was the last of those alike. 0: no memory.
 */
int split_label_make(struct split_texts *used, struct tag_text *room, struct pgnpack_text value,
                     char label[SPLIT_LABEL_SIZE]);

/* The first letters of what a tag says, in `room`: capitals, without accents. Unknown: of size 0. 0: no memory. */
int split_letters(const char *tag, struct pgnpack_text value, uint64_t count, struct tag_text *room,
                  struct pgnpack_text *letters_ret);

#endif
