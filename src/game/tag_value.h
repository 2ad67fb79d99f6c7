/* Tag values as they stand between quotes, with \" for " and \\ for \, and as they are meant. A backslash before anything else is one. */
#ifndef PGNPACK_GAME_TAG_VALUE_H
#define PGNPACK_GAME_TAG_VALUE_H

#include "util/buffer.h"
#include "util/text.h"

static inline int tag_value_is_escaped(struct text value)
{
    return value.size != 0 && memchr(value.data, '\\', value.size) != NULL;
}

/* The value as it is meant, to `out`, which has room for value.size bytes and may be where the value is. Returns its size. */
size_t tag_value_unescape_to(struct text value, char *out);

/* The value as it is meant, from `value` itself or in `room`. `data` NULL: no memory. */
struct text tag_value_unescape(struct text value, struct buffer *room);

/* Appends the value as it is to be written. */
void tag_value_escape(struct text value, struct buffer *out);

#endif
