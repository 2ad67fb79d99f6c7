#include "cli/base/tag_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"

int tag_text_reserve(struct tag_text *room, size_t size)
{
    return GROW(room->bytes, room->capacity, size + 1);
}

struct pgnpack_text tag_text_plain(struct tag_text *room, struct pgnpack_text value)
{
    if (value.size == 0 || memchr(value.data, '\\', value.size) == NULL)
        return value;
    if (!tag_text_reserve(room, value.size))
        return (struct pgnpack_text){NULL, 0};
    return (struct pgnpack_text){room->bytes, pgnpack_tag_unescape(value, room->bytes)};
}

int text_has_controls(struct pgnpack_text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f)
            return 1;
    return 0;
}

int text_is_blank(struct pgnpack_text text)
{
    size_t at = 0;
    while (at < text.size && text.data[at] == ' ')
        at++;
    return at == text.size;
}
