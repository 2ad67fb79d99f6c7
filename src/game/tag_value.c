#include "game/tag_value.h"

static int needs_escape(char c)
{
    return c == '"' || c == '\\';
}

size_t tag_value_unescape_to(struct text value, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < value.size; i++) {
        i += value.data[i] == '\\' && i + 1 < value.size && needs_escape(value.data[i + 1]);
        out[size++] = value.data[i];
    }
    return size;
}

struct text tag_value_unescape(struct text value, struct buffer *room)
{
    if (!tag_value_is_escaped(value))
        return value;
    buffer_clear(room);
    if (!buffer_reserve(room, value.size))
        return (struct text){NULL, 0};
    return (struct text){(const char *)room->data, tag_value_unescape_to(value, (char *)room->data)};
}

void tag_value_escape(struct text value, struct buffer *out)
{
    for (size_t i = 0; i < value.size; i++) {
        if (needs_escape(value.data[i]))
            buffer_append_byte(out, '\\');
        buffer_append_byte(out, (uint8_t)value.data[i]);
    }
}
