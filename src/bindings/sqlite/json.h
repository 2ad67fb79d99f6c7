/* Values as JSON texts. Bytes that are no UTF-8 are read as Latin-1. Functions that return an int return 0 without memory. */
#ifndef PGNPACK_BINDINGS_SQLITE_JSON_H
#define PGNPACK_BINDINGS_SQLITE_JSON_H

#include "bindings/sqlite/host.h"

/* "\"text\"" */
int json_add_text(sqlite3_str *out, struct pgnpack_text text);

/* [1,null,3] */
void json_add_numbers(sqlite3_str *out, const int32_t *numbers, size_t count, int32_t no_number);

/* ["","a comment"] */
int json_add_texts(sqlite3_str *out, const struct pgnpack_text *texts, size_t count);

#endif
