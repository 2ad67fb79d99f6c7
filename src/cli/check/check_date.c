#include "cli/check/check_date.h"

#include <string.h>
#include <time.h>

#include "cli/base/messages.h"
#include "cli/run/change_database.h"

enum { YEAR, MONTH, DAY, PARTS };
enum { SECONDS_A_DAY = 24 * 60 * 60, DATE_SIZE = sizeof "2024-05-01" - 1 };

uint32_t check_date_last(void)
{
    char text[TIME_TEXT_SIZE];
    uint32_t day = 0;
    int64_t now = change_time();
    if (now == 0)
        now = (int64_t)time(NULL);
    if (date_time_text(now + SECONDS_A_DAY, text))
        check_date_is_wrong((struct pgnpack_text){text, DATE_SIZE}, UINT32_MAX, &day);
    return day != 0 ? day : UINT32_MAX;
}

/* ---- The form ---- */

static int is_among(char c, const char *characters)
{
    return c != '\0' && strchr(characters, c) != NULL;
}

static struct pgnpack_text without_blanks(struct pgnpack_text value)
{
    for (; value.size != 0 && is_among(value.data[0], " \t"); value.size--)
        value.data++;
    while (value.size != 0 && is_among(value.data[value.size - 1], " \t"))
        value.size--;
    return value;
}

static int says_nothing(struct pgnpack_text value)
{
    size_t i = 0;
    while (i < value.size && is_among(value.data[i], "?.-/"))
        i++;
    return i == value.size;
}

/* Takes a part and what is behind it from `value`: 0 where it is not known. Returns 0 where it is no part of a date. */
static int take_part(struct pgnpack_text *value, int is_year, uint32_t *part_ret)
{
    size_t size = 0, digits = 0;
    *part_ret = 0;
    for (; size < value->size && !is_among(value->data[size], ".-/"); size++) {
        char c = value->data[size];
        if (!is_among(c, "0123456789?"))
            return 0;
        digits += c != '?';
        *part_ret = size < 4 && c != '?' ? 10 * *part_ret + (uint32_t)(c - '0') : 0;
    }
    if (digits != size)
        *part_ret = 0;
    value->data += size;
    value->size -= size;
    return is_year ? size == 4 : size <= 2;
}

/* Returns 0 where it has not the form of a date. Parts that are not known are 0. */
static int read_parts(struct pgnpack_text value, uint32_t parts[PARTS])
{
    memset(parts, 0, PARTS * sizeof *parts);
    for (size_t i = 0; i < PARTS; i++) {
        if (!take_part(&value, i == YEAR, &parts[i]))
            return 0;
        if (value.size == 0)
            return 1;
        value.data++;
        value.size--;
    }
    return 0;
}

/* ---- The calendar ---- */

/* 29 February is in a year that is not known, too, and a month that is not known has 31 days. */
static uint32_t days_of(uint32_t year, uint32_t month)
{
    int is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month == 2)
        return is_leap ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static int is_in_calendar(const uint32_t parts[PARTS])
{
    return parts[MONTH] <= 12 && parts[DAY] <= days_of(parts[YEAR], parts[MONTH]);
}

int check_date_is_wrong(struct pgnpack_text value, uint32_t last, uint32_t *day_ret)
{
    uint32_t parts[PARTS];
    *day_ret = 0;
    value = without_blanks(value);
    if (says_nothing(value))
        return 0;
    if (!read_parts(value, parts) || !is_in_calendar(parts))
        return 1;
    uint32_t number = parts[YEAR] * 10000 + parts[MONTH] * 100 + parts[DAY];
    if (parts[YEAR] != 0 && parts[MONTH] != 0 && parts[DAY] != 0)
        *day_ret = number;
    return parts[YEAR] != 0 && (parts[YEAR] < CHECK_YEAR_FIRST || number > last);
}
