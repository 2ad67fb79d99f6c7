/* Tag values without their escapes: \" is ", \\ is \. */
#ifndef PGNPACK_LIB_TAG_VALUE_H
#define PGNPACK_LIB_TAG_VALUE_H

#include "game/game.h"
#include "util/buffer.h"

static inline int tag_value_is_escaped(struct text value)
{
    return value.size != 0 && memchr(value.data, '\\', value.size) != NULL;
}

/* The value as it is meant, from `value` itself or in `room`. `data` NULL: no memory. */
static inline struct text tag_value_unescape(struct text value, struct buffer *room)
{
    const struct game_tag tag = {.value = value};
    if (!tag_value_is_escaped(value))
        return value;
    buffer_clear(room);
    if (!buffer_reserve(room, value.size))
        return (struct text){NULL, 0};
    return (struct text){(const char *)room->data, game_tag_unescape(&tag, (char *)room->data)};
}

#endif
