/* Values in JSON. */
#ifndef PGNPACK_CLI_FORMS_JSON_H
#define PGNPACK_CLI_FORMS_JSON_H

#include "cli/run/view_text.h"

/* A string; bytes that are no UTF-8 become U+FFFD, and what safe_text.h calls harmful is escaped. */
void json_put_text(struct view_text *text, struct pgnpack_text string);
void json_put_string(struct view_text *text, const char *string);

/* Further members of an object: ', "key": value'. A text that is empty and a number that is 0 are null where they are not known. */
void json_number(struct view_text *text, const char *key, uint64_t value);
void json_known_number(struct view_text *text, const char *key, uint64_t value);
void json_flag(struct view_text *text, const char *key, int value);
void json_text(struct view_text *text, const char *key, struct pgnpack_text value);
void json_known_string(struct view_text *text, const char *key, const char *value);

#endif
