/*
 * Text from files on its way to a terminal or into JSON. Names, tags and messages hold what strangers wrote: control
 * characters move the cursor or type commands, marks of direction and separators make a line look like another one.
 */
#ifndef PGNPACK_CLI_BASE_SAFE_TEXT_H
#define PGNPACK_CLI_BASE_SAFE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* No code point. */
#define SAFE_TEXT_INVALID UINT32_MAX

/*
 * The size of the first character of `text`, which has at least one byte. Sets its code point, or SAFE_TEXT_INVALID
 * for a byte that is no UTF-8 there.
 */
size_t safe_text_character(const char *text, size_t size, uint32_t *code_ret);

/* May it be shown as it is? Not: invalid bytes, controls (C0, DEL, C1), separators of lines, marks of direction. */
int safe_text_is_harmless(uint32_t code);

/* Replaces each character that may not be shown by one '?'; the text may become shorter. */
void safe_text_disarm(char *text);

/* A word as a shell takes it: in quotes where it has to be. Returns its length, `size` or more where it had no room, and was cut. */
size_t shell_word(const char *word, char *text, size_t size);

#endif
