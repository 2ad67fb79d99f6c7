#include "lib/rows/sort_key.h"

#include <stdio.h>

#include "game/tag_value.h"
#include "lib/games/game_summary.h"
#include "lib/games/known_date.h"
#include "pgnpack.h"
#include "search/text/text_fold.h"

/* Before the parts of a number; folded texts have no byte below ' ', so they come behind all numbers. */
enum { NUMBER_MARK = 1, LENGTH_MAX = 255 };

/* ---- Numbers ---- */

/* Digits, or several lots of them with a dot between, as rounds are: "2", "3.10". */
static int is_number(struct text value)
{
    int is_inside = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (!is_digit(value.data[i]) && !(is_inside && value.data[i] == '.'))
            return 0;
        is_inside = value.data[i] != '.';
    }
    return is_inside;
}

/* A part without zeros before it: how many digits there are, and these; so longer ones are larger. */
static char *write_part(const char *digits, size_t size, char *out)
{
    while (size != 0 && *digits == '0') {
        digits++;
        size--;
    }
    size_t left = size;
    for (; left >= LENGTH_MAX; left -= LENGTH_MAX)
        *out++ = (char)LENGTH_MAX;
    *out++ = (char)left;
    memcpy(out, digits, size);
    return out + size;
}

static size_t write_number(struct text value, char *out)
{
    char *at = out;
    *at++ = NUMBER_MARK;
    for (size_t i = 0, end; i < value.size; i = end + 1) {
        for (end = i; end < value.size && value.data[end] != '.';)
            end++;
        at = write_part(value.data + i, end - i, at);
    }
    return (size_t)(at - out);
}

static size_t write_integer(uint32_t value, char *out)
{
    char digits[12];
    int size = snprintf(digits, sizeof digits, "%u", (unsigned)value);
    return value == 0 ? 0 : write_number((struct text){digits, (size_t)size}, out);
}

/* ---- Values ---- */

static int is_one_of(const char *tag, const char *const *names)
{
    while (*names != NULL && strcmp(tag, *names) != 0)
        names++;
    return *names != NULL;
}

/* Eight digits. */
static size_t write_date(struct text value, char *out)
{
    char digits[12];
    uint32_t date = known_date_number(known_date(value));
    if (date == 0)
        return 0;
    snprintf(digits, sizeof digits, "%08u", (unsigned)date);
    memcpy(out, digits, 8);
    return 8;
}

size_t sort_key(const char *tag, struct text value, char *out)
{
    static const char *const dates[] = {"Date", "UTCDate", "EventDate", NULL}, *const ratings[] = {"WhiteElo",
                                                                                                   "BlackElo",
                                                                                                   NULL};
    if (tag != NULL && is_one_of(tag, dates))
        return write_date(value, out);
    if (tag != NULL && is_one_of(tag, ratings))
        return write_integer(summary_elo(value), out);
    if (value.size == 0 || text_is(value, "?") || text_is(value, "-"))
        return 0;
    if (is_number(value))
        return write_number(value, out);
    if (tag_value_is_escaped(value)) {
        /* Behind all that is written before it is read: a byte becomes two at most. */
        char *plain = out + 2 * value.size;
        value = (struct text){plain, tag_value_unescape_to(value, plain)};
    }
    return text_fold(value, out);
}

size_t pgnpack_sort_key(const char *tag, struct pgnpack_text value, char *out)
{
    return sort_key(tag, (struct text){value.data, value.size}, out);
}
