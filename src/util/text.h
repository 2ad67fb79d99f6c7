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

static inline int text_starts_with(struct text text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.data, start, size) == 0;
}

/* ---- Classes of ASCII ---- */

static inline int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline int is_white_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
