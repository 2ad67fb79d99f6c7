/* Names that may be one, as lines of a table that pgndb rename takes, or of JSON: what all kinds of suggestions share. */
#ifndef PGNPACK_CLI_NAMES_SUGGESTION_TEXT_H
#define PGNPACK_CLI_NAMES_SUGGESTION_TEXT_H

#include "cli/run/view_text.h"
#include "pgnpack_extra.h"

/* Can the table hold it, and a terminal show it? */
int suggestion_is_writable(struct pgnpack_text name);

/* What comes first in a table, up to its section; `whose`: " player's" or nothing. */
void suggestion_put_head(struct view_text *text, const char *whose, const char *section);

/* Both names, and what a remark begins with: points, and what the names differ in. `asks`: for who is asked, and not as in a table. */
void suggestion_put_names(struct view_text *text, struct pgnpack_text from, struct pgnpack_text to,
                          unsigned points, enum pgnpack_name_difference difference, int asks);
void suggestion_put_names_json(struct view_text *text, struct pgnpack_text from, struct pgnpack_text to,
                               unsigned points, enum pgnpack_name_difference difference);

/* "1990", "1990-1995" or, where nothing is known, "?"; `before` it. */
void suggestion_put_range(struct view_text *text, const char *before, unsigned first, unsigned last);

/* So many were printed, and so many left out because a table cannot have their names. */
void suggestion_tell(struct messages *messages, const char *file, uint64_t printed, uint64_t left_out);

#endif
