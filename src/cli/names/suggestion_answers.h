/* Suggestions that somebody is asked about, one by one, on a terminal: those that are taken make a table for pgndb rename. */
#ifndef PGNPACK_CLI_NAMES_SUGGESTION_ANSWERS_H
#define PGNPACK_CLI_NAMES_SUGGESTION_ANSWERS_H

#include "cli/run/view_text.h"
#include "pgnpack_extra.h"

/* Zeroed but for the text, which goes to the terminal, nothing was asked. */
struct answers {
    struct view_text *text;
    char *table; /* "old <tab> new", a line each, behind its section */
    size_t size, capacity;
    uint64_t taken;
    int takes_all, is_over;
};

/* Begins the table. Returns 0 when there is no memory. */
int answers_begin(struct answers *answers, const char *section);
void answers_free(struct answers *answers);

/* Asks about the pair whose evidence was put out; all later ones may be taken, or left, by the answer. Returns 0 when there is no memory. */
int answers_ask(struct answers *answers, struct pgnpack_text from, struct pgnpack_text to);

#endif
