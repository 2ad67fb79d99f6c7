#include "pgn/pgn_split.h"

#include <string.h>

static size_t find_behind_line_end(const char *text, size_t size, size_t from, const char *sign)
{
    size_t sign_size = strlen(sign);
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

size_t pgn_find_split(const char *text, size_t size, size_t from)
{
    return from >= size ? 0 : find_behind_line_end(text, size, from, "[Event ");
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
    size_t gap = find_behind_line_end(text, size, from, "\n");
    size_t crlf_gap = find_behind_line_end(text, gap != 0 ? gap : size, from, "\r\n");
    if (crlf_gap != 0)
        return crlf_gap + 2;
    return gap == 0 ? 0 : gap + 1;
}
