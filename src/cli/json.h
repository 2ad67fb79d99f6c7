/* Values in JSON. */
#ifndef PGNPACK_CLI_JSON_H
#define PGNPACK_CLI_JSON_H

#include <stddef.h>
#include <stdio.h>

/* A string; bytes that are no UTF-8 become U+FFFD, and what safe_text.h calls harmful is escaped. */
void json_print_string(FILE *stream, const char *text, size_t size);

#endif
