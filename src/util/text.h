/* A run of bytes that belongs to somebody else. Not terminated; may hold any byte. */
#ifndef PGNPACK_UTIL_TEXT_H
#define PGNPACK_UTIL_TEXT_H

#include <stddef.h>
#include <string.h>

struct text {
    const char *data;
    size_t size;
};

static inline struct text text_of(const char *string)
{
    return (struct text){string, strlen(string)};
}

static inline int text_equal(struct text a, struct text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline int text_is(struct text text, const char *string)
{
    return text_equal(text, text_of(string));
}

#endif
