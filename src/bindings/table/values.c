#include "bindings/table/values.h"

#include <stdio.h>
#include <string.h>

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int value_integer(struct pgnpack_text text, size_t digits, int64_t *value_ret)
{
    int64_t value = 0;
    if (text.size == 0 || text.size > digits)
        return 0;
    for (size_t i = 0; i < text.size; i++) {
        if (!is_digit(text.data[i]))
            return 0;
        value = 10 * value + (text.data[i] - '0');
    }
    *value_ret = value;
    return 1;
}

/* ---- Days ---- */

int value_is_date(struct pgnpack_text text)
{
    int has_year = 0;
    if (text.size != 10 || text.data[4] != '.' || text.data[7] != '.')
        return 0;
    for (size_t i = 0; i < 4; i++)
        has_year |= is_digit(text.data[i]) && text.data[i] != '0';
    /* With escapes the file's index has not seen it as it is here. */
    return has_year && memchr(text.data, '\\', text.size) == NULL &&
           memchr(text.data, '"', text.size) == NULL;
}

int value_year(struct pgnpack_text date, int64_t *year_ret)
{
    return value_integer((struct pgnpack_text){date.data, 4}, 4, year_ret);
}

static int is_leap_year(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of_month(int64_t year, int64_t month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap_year(year) ? 29 : days[month - 1];
}

/* Days from 0000-03-01 on are counted in years that begin with March, so that the leap day comes last. */
static int64_t day_number(int64_t year, int64_t month, int64_t day)
{
    int64_t shifted = month > 2 ? year : year - 1;
    int64_t months = month > 2 ? month - 3 : month + 9;
    return 365 * shifted + (shifted + 400) / 4 - (shifted + 400) / 100 + (shifted + 400) / 400 - 97 +
           (153 * months + 2) / 5 + day - 1 - 719468;
}

static int make_day(int64_t year, int64_t month, int64_t day, int64_t *day_ret)
{
    if (month < 1 || month > 12 || day < 1 || day > days_of_month(year, month))
        return 0;
    *day_ret = day_number(year, month, day);
    return 1;
}

static int parse_day(struct pgnpack_text text, char separator, int64_t *day_ret)
{
    int64_t year, month, day;
    return text.size == 10 && text.data[4] == separator && text.data[7] == separator &&
           value_integer((struct pgnpack_text){text.data, 4}, 4, &year) &&
           value_integer((struct pgnpack_text){text.data + 5, 2}, 2, &month) &&
           value_integer((struct pgnpack_text){text.data + 8, 2}, 2, &day) &&
           make_day(year, month, day, day_ret);
}

int value_day(struct pgnpack_text date, int64_t *day_ret)
{
    return parse_day(date, '.', day_ret);
}

int table_parse_day(struct pgnpack_text text, int64_t *day_ret)
{
    return parse_day(text, '-', day_ret);
}

uint32_t value_calendar_date(int64_t day)
{
    int64_t count = day + 719468, year = count * 400 / 146097;
    while (day_number(year + 1, 1, 1) <= day)
        year++;
    while (day_number(year, 1, 1) > day)
        year--;
    int64_t rest = day - day_number(year, 1, 1), month = 1;
    while (rest >= days_of_month(year, month))
        rest -= days_of_month(year, month++);
    return (uint32_t)(year * 10000 + month * 100 + rest + 1);
}

void table_day_text(int64_t day, char text[TABLE_DAY_TEXT_SIZE])
{
    uint32_t date = value_calendar_date(day);
    snprintf(text, TABLE_DAY_TEXT_SIZE, "%04u-%02u-%02u", date / 10000 % 10000, date / 100 % 100, date % 100);
}

/* ---- Texts ---- */

int value_compare(struct pgnpack_text a, struct pgnpack_text b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size == 0 ? 0 : memcmp(a.data, b.data, size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* The size of the character that begins here, 0 if there is none (Unicode, table 3-7). */
static size_t character_size(const unsigned char *bytes, size_t size)
{
    unsigned char first = bytes[0], low = 0x80, high = 0xbf;
    size_t length = first < 0x80   ? 1
                    : first < 0xc2 ? 0
                    : first < 0xe0 ? 2
                    : first < 0xf0 ? 3
                    : first < 0xf5 ? 4
                                   : 0;
    if (length > size)
        return 0;
    if (first == 0xe0)
        low = 0xa0;
    if (first == 0xed)
        high = 0x9f;
    if (first == 0xf0)
        low = 0x90;
    if (first == 0xf4)
        high = 0x8f;
    for (size_t i = 1; i < length; i++, low = 0x80, high = 0xbf)
        if (bytes[i] < low || bytes[i] > high)
            return 0;
    return length;
}

int table_is_utf8(struct pgnpack_text text)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    for (size_t i = 0; i < text.size;) {
        uint64_t eight;
        if (i + sizeof eight <= text.size) {
            memcpy(&eight, bytes + i, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        size_t size = character_size(bytes + i, text.size - i);
        if (size == 0)
            return 0;
        i += size;
    }
    return 1;
}

size_t table_utf8_repair(struct pgnpack_text text, char *out)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    size_t size = 0;
    for (size_t i = 0; i < text.size;) {
        size_t length = character_size(bytes + i, text.size - i);
        if (length != 0) {
            memcpy(out + size, bytes + i, length);
        } else { /* U+0080 to U+00FF */
            out[size] = (char)(0xc0 | bytes[i] >> 6);
            out[size + 1] = (char)(0x80 | (bytes[i] & 0x3f));
        }
        size += length != 0 ? length : 2;
        i += length != 0 ? length : 1;
    }
    return size;
}
