/* What may be in a tag that a caller makes. */
#ifndef PGNPACK_LIB_GAMES_TAG_RULES_H
#define PGNPACK_LIB_GAMES_TAG_RULES_H

#include "util/text.h"

/* Letters, digits, and what programs besides put into names; not what ends one. */
static inline int is_tag_name(struct text name)
{
    for (size_t i = 0; i < name.size; i++)
        if (!is_digit(name.data[i]) && !is_letter(name.data[i]) && strchr("_+#=:-", name.data[i]) == NULL)
            return 0;
    return name.size != 0;
}

#define TAG_NAME_TROUBLE "a tag's name has other characters than letters, digits and _+#=:-, or none"

/* Other control characters than `allowed`. */
static inline int has_controls(struct text text, const char *allowed)
{
    for (size_t i = 0; i < text.size; i++)
        if (((unsigned char)text.data[i] < ' ' &&
             (text.data[i] == '\0' || strchr(allowed, text.data[i]) == NULL)) ||
            text.data[i] == 0x7f)
            return 1;
    return 0;
}

#define TAG_VALUE_TROUBLE "a tag's value has control characters; it is one line of text"

#endif
