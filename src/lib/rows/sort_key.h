/* What a tag's value is sorted by: bytes, in which values compare as they are sorted. One rule for all that sorts. */
#ifndef PGNPACK_LIB_ROWS_SORT_KEY_H
#define PGNPACK_LIB_ROWS_SORT_KEY_H

#include "util/text.h"

/* Room for the bytes of a value of that size. */
static inline size_t sort_key_room(size_t size)
{
    return 3 * size + 16;
}

/* pgnpack_sort_key(). */
size_t sort_key(const char *tag, struct text value, char *out);

#endif
