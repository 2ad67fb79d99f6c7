#include "cli/base/tag_text.h"

#include <stdlib.h>
#include <string.h>

int tag_text_reserve(struct tag_text *room, size_t size)
{
    if (size <= room->capacity && room->bytes != NULL)
        return 1;
    char *bytes = realloc(room->bytes, 2 * size + 32);
    if (bytes == NULL)
        return 0;
    room->bytes = bytes;
    room->capacity = 2 * size + 32;
    return 1;
}

struct pgnpack_text tag_text_plain(struct tag_text *room, struct pgnpack_text value)
{
    if (value.size == 0 || memchr(value.data, '\\', value.size) == NULL)
        return value;
    if (!tag_text_reserve(room, value.size))
        return (struct pgnpack_text){NULL, 0};
    return (struct pgnpack_text){room->bytes, pgnpack_tag_unescape(value, room->bytes)};
}
