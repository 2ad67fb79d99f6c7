#include "cli/name_pattern.h"

#include <stddef.h>
#include <string.h>

int name_pattern_is_one(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

static unsigned char folded(char byte, int ignores_case)
{
    return (unsigned char)(ignores_case && byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

/* Behind a '[': the end of the set, whose first member may be a ']'. NULL: it has none, and is a '[' only. */
static const char *end_of_set(const char *set)
{
    if (*set == '!' || *set == '^')
        set++;
    return *set != '\0' ? strchr(set + 1, ']') : NULL;
}

static int is_in_set(const char *set, const char *end, char byte, int ignores_case)
{
    int is_negated = *set == '!' || *set == '^', is_in = 0;
    unsigned char wanted = folded(byte, ignores_case);
    for (set += is_negated; set < end; set++) {
        unsigned char first = folded(*set, ignores_case), last = first;
        if (set + 2 < end && set[1] == '-') {
            last = folded(set[2], ignores_case);
            set += 2;
        }
        is_in |= first <= wanted && wanted <= last;
    }
    return is_in != is_negated;
}

/* Bytes of the character that a text, which is not empty, begins with. */
static size_t character_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[0] & 0xc0) == 0xc0 && ((unsigned char)text[size] & 0xc0) == 0x80 && size < 4)
        size++;
    return size;
}

/* One step of the pattern, not a '*', on a name that is not empty. Returns how much of the name it takes, or 0. */
static size_t match_one(const char *pattern, const char *name, int ignores_case, const char **next_ret)
{
    const char *end = *pattern == '[' ? end_of_set(pattern + 1) : NULL;
    *next_ret = end != NULL ? end + 1 : pattern + 1;
    if (end != NULL)
        return (size_t)is_in_set(pattern + 1, end, *name, ignores_case);
    if (*pattern == '?')
        return character_size(name);
    if (*pattern == '\\' && pattern[1] != '\0')
        *next_ret = ++pattern + 1;
    return (size_t)(folded(*pattern, ignores_case) == folded(*name, ignores_case));
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
