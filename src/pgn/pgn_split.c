#include "pgn/pgn_split.h"

#include <string.h>

size_t pgn_find_split(const char *text, size_t size, size_t from)
{
    static const char sign[] = "[Event ";
    const size_t sign_size = sizeof sign - 1;
    if (from >= size)
        return 0;
    const char *end = text + size;
    const char *at = text + from;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        if ((size_t)(end - at) < sign_size)
            return 0;
        if (memcmp(at, sign, sign_size) == 0)
            return (size_t)(at - text);
    }
    return 0;
}

size_t pgn_game_begin(const char *text, size_t at)
{
    size_t begin = at;
    while (begin > 0 && (text[begin - 1] == '\n' || text[begin - 1] == '\r'))
        begin--;
    if (begin == 0)
        return at;
    begin += text[begin] == '\r' && begin < at;
    begin += text[begin] == '\n' && begin < at;
    return begin;
}

size_t pgn_find_gap(const char *text, size_t size, size_t from)
{
    if (from >= size)
        return 0;
    const char *end = text + size;
    const char *at = text + from;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        if (at < end && *at == '\n')
            return (size_t)(at + 1 - text);
        if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
            return (size_t)(at + 2 - text);
    }
    return 0;
}

static int is_between(char c, char first, char last)
{
    return c >= first && c <= last;
}

static int begins_tag(const char *at, const char *end)
{
    at++;
    while (at < end && (is_between(*at, 'A', 'Z') || is_between(*at, 'a', 'z')))
        at++;
    return end - at >= 2 && at[0] == ' ' && at[1] == '"';
}

int pgn_game_is_likely(const char *at, size_t size)
{
    if (size < PGN_SPLIT_TAIL)
        return 0;
    if (at[0] == '[')
        return begins_tag(at, at + size);
    if (at[0] != '1' || at[1] != '.')
        return 0;
    at += at[2] == ' ' ? 3 : 2;
    return at[0] == 'N' || (is_between(at[0], 'a', 'h') && is_between(at[1], '3', '4'));
}
