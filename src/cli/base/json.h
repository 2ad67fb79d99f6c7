/* Values in JSON. */
#ifndef PGNPACK_CLI_BASE_JSON_H
#define PGNPACK_CLI_BASE_JSON_H

#include <stddef.h>
#include <stdio.h>

enum { JSON_PIECE_SIZE = 8 };

/*
 * The next character of a string: takes it off the text, which has one, and returns its size. It is in `piece` if that is
 * not empty, else as it stood in the text.
 */
size_t json_character(const char **text, size_t *size, char piece[JSON_PIECE_SIZE]);

/* A string; bytes that are no UTF-8 become U+FFFD, and what safe_text.h calls harmful is escaped. */
void json_print_string(FILE *stream, const char *text, size_t size);

#endif
