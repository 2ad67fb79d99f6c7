#include "cli/base/name_pattern.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int name_pattern_is_one(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

/* The character of UTF-8 that a text, which is not empty, begins with: its bytes as a number, in the order of Unicode. */
static uint32_t character(const char *text, int ignores_case, size_t *size_ret)
{
    uint32_t value = (unsigned char)text[0];
    size_t size = 1;
    if (ignores_case && value >= 'A' && value <= 'Z')
        value += 'a' - 'A';
    if (value >= 0xc0)
        for (; size < 4 && ((unsigned char)text[size] & 0xc0) == 0x80; size++)
            value = value << 8 | (unsigned char)text[size];
    *size_ret = size;
    return value;
}

/* Behind a '[': the end of the set, whose first member may be a ']'. NULL: it has none, and is a '[' only. */
static const char *end_of_set(const char *set)
{
    if (*set == '!' || *set == '^')
        set++;
    return *set != '\0' ? strchr(set + 1, ']') : NULL;
}

static int is_in_set(const char *set, const char *end, uint32_t wanted, int ignores_case)
{
    int is_negated = *set == '!' || *set == '^', is_in = 0;
    size_t size;
    for (set += is_negated; set < end; set += size) {
        uint32_t first = character(set, ignores_case, &size), last = first;
        if (set + size + 1 < end && set[size] == '-') {
            set += size + 1;
            last = character(set, ignores_case, &size);
        }
        is_in |= first <= wanted && wanted <= last;
    }
    return is_in != is_negated;
}

/* One step of the pattern, not a '*', on a name that is not empty. Returns how much of the name it takes, or 0. */
static size_t match_one(const char *pattern, const char *name, int ignores_case, const char **next_ret)
{
    size_t size, pattern_size;
    uint32_t wanted = character(name, ignores_case, &size);
    const char *end = *pattern == '[' ? end_of_set(pattern + 1) : NULL;
    *next_ret = end != NULL ? end + 1 : pattern + 1;
    if (end != NULL)
        return is_in_set(pattern + 1, end, wanted, ignores_case) ? size : 0;
    if (*pattern == '?')
        return size;
    if (*pattern == '\\' && pattern[1] != '\0')
        pattern++;
    int is_same = character(pattern, ignores_case, &pattern_size) == wanted;
    *next_ret = pattern + pattern_size;
    return is_same ? size : 0;
}

/* Where a step fails, the last '*' takes one byte more: those before it never need to. */
int name_pattern_matches(const char *pattern, const char *name, int ignores_case)
{
    const char *star = NULL, *taken = NULL, *next;
    while (*name != '\0' || *pattern != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            taken = name;
            continue;
        }
        size_t size = *pattern != '\0' && *name != '\0' ? match_one(pattern, name, ignores_case, &next) : 0;
        if (size != 0) {
            pattern = next;
            name += size;
        } else if (star != NULL && *taken != '\0') {
            pattern = star;
            name = ++taken;
        } else {
            return 0;
        }
    }
    return 1;
}
