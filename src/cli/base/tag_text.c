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

int text_is_known(struct pgnpack_text text)
{
    return text.size != 0 && !text_is_word(text, "?") && !text_is_word(text, "-");
}

int text_is_word_in_any_case(struct pgnpack_text text, const char *word)
{
    if (text.size != strlen(word))
        return 0;
    for (size_t i = 0; i < text.size; i++)
        if (letter_small(text.data[i]) != letter_small(word[i]))
            return 0;
    return 1;
}

uint32_t text_date(struct pgnpack_text text)
{
    enum { SIZE_OF_DATES_MAX = 64, DIGITS = 8 };
    char key[3 * SIZE_OF_DATES_MAX + 16];
    uint32_t date = 0;
    if (text.data == NULL || text.size > SIZE_OF_DATES_MAX || pgnpack_sort_key("Date", text, key) != DIGITS)
        return 0;
    for (size_t i = 0; i < DIGITS; i++)
        date = 10 * date + (uint32_t)(key[i] - '0');
    return date;
}
