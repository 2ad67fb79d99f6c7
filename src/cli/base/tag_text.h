/* Tag values without their escapes. */
#ifndef PGNPACK_CLI_BASE_TAG_TEXT_H
#define PGNPACK_CLI_BASE_TAG_TEXT_H

#include "pgnpack.h"

/* Where a value comes to stand; zeroed, there is none. The caller frees its bytes. */
struct tag_text {
    char *bytes;
    size_t capacity;
};

/* Room for a value of that size. 0: no memory. */
int tag_text_reserve(struct tag_text *room, size_t size);

/* The value as it is meant, from `value` itself or in `room`. `data` NULL: no memory. */
struct pgnpack_text tag_text_plain(struct tag_text *room, struct pgnpack_text value);

#endif
