/* docs/FORMAT.md for tests: its fenced blocks. All of these fail the running test instead of returning an error. */
#ifndef PGNPACK_TESTS_UNIT_DOCUMENT_SUPPORT_H
#define PGNPACK_TESTS_UNIT_DOCUMENT_SUPPORT_H

#include <stddef.h>

/* The text of the document. free() it. */
char *document_read(void);

/* What stands in the fenced block that begins with this line ("```text example"). free() it. */
char *document_block(const char *document, const char *first_line);

/* The same as bytes of commented hex. free() it. */
unsigned char *document_bytes(const char *document, const char *first_line, size_t *size_ret);

/* Behind these words in the text; NULL if it has not got them, or is NULL itself. */
const char *document_after(const char *text, const char *words);

#endif
