#include "unit/document_support.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "unit/support.h"

char *document_read(void)
{
    return read_file("docs/FORMAT.md", NULL);
}

char *document_block(const char *document, const char *first_line)
{
    const char *start = document;
    size_t length = strlen(first_line);
    do {
        start = document_after(start, first_line);
        ck_assert_msg(start != NULL, "docs/FORMAT.md has no \"%s\"", first_line);
    } while (*start != '\n' || (start - length != document && start[-(ptrdiff_t)length - 1] != '\n'));
    const char *end = strstr(++start, "```");
    ck_assert_ptr_nonnull(end);
    size_t size = (size_t)(end - start);
    char *found = malloc(size + 1);
    ck_assert_ptr_nonnull(found);
    memcpy(found, start, size);
    found[size] = '\0';
    return found;
}

unsigned char *document_bytes(const char *document, const char *first_line, size_t *size_ret)
{
    char *hex = document_block(document, first_line);
    unsigned char *bytes = bytes_from_hex(hex, size_ret);
    free(hex);
    return bytes;
}

const char *document_after(const char *text, const char *words)
{
    const char *place = text == NULL ? NULL : strstr(text, words);
    return place == NULL ? NULL : place + strlen(words);
}
