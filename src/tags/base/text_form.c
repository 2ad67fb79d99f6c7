#include "tags/base/text_form.h"

#include <string.h>

#include "util/decimal.h"

/* Exactly `count` digits. */
static int parse_digits(const char *text, size_t count, int64_t *number_ret)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_digit(text[i]))
            return 0;
        number = number * 10 + (text[i] - '0');
    }
    *number_ret = number;
    return 1;
}

/* Exactly `count` digits, from `low` to `high`. */
static int parse_part(const char *text, size_t count, int64_t low, int64_t high, int64_t *number_ret)
{
    return parse_digits(text, count, number_ret) && *number_ret >= low && *number_ret <= high;
}

/* ---- Decimal numbers ---- */

static int parse_natural(struct text text, int64_t *number_ret)
{
    if (text.size == 0 || text.size > FORM_DIGITS_MAX || (text.data[0] == '0' && text.size > 1))
        return 0;
    return parse_digits(text.data, text.size, number_ret);
}

static int parse_decimal(struct text text, int64_t *number_ret)
{
    size_t is_negative = text.size != 0 && text.data[0] == '-';
    if (!parse_natural((struct text){text.data + is_negative, text.size - is_negative}, number_ret))
        return 0;
    if (is_negative && *number_ret == 0)
        return 0;
    if (is_negative)
        *number_ret = -*number_ret;
    return 1;
}

static size_t print_decimal(int64_t number, char *out)
{
    size_t sign_size = number < 0;
    out[0] = '-';
    char digits[20];
    size_t count = decimal_write((uint64_t)(number < 0 ? -number : number), digits);
    if (count > FORM_DIGITS_MAX)
        return 0;
    memcpy(out + sign_size, digits, count);
    return sign_size + count;
}

/* A decimal number with a "+" where it has no "-". */
static int parse_signed(struct text text, int64_t *number_ret)
{
    size_t has_plus = text.size != 0 && text.data[0] == '+';
    if (!parse_decimal((struct text){text.data + has_plus, text.size - has_plus}, number_ret))
        return 0;
    return has_plus ? text.data[1] != '-' : *number_ret < 0;
}

static size_t print_signed(int64_t number, char *out)
{
    size_t plus_size = number >= 0;
    size_t size = print_decimal(number, out + plus_size);
    if (plus_size)
        out[0] = '+';
    return size == 0 ? 0 : plus_size + size;
}

enum { PAIR_FIRST_DIGITS_MAX = 9, PAIR_SECOND_COUNT = 256 };

static int parse_pair(struct text text, int64_t *number_ret)
{
    size_t searched = text.size < PAIR_FIRST_DIGITS_MAX + 1 ? text.size : PAIR_FIRST_DIGITS_MAX + 1;
    const char *point = searched == 0 ? NULL : memchr(text.data, '.', searched);
    int64_t first, second;
    if (point == NULL)
        return 0;
    size_t first_size = (size_t)(point - text.data);
    if (first_size > PAIR_FIRST_DIGITS_MAX || !parse_natural((struct text){text.data, first_size}, &first) ||
        !parse_natural((struct text){point + 1, text.size - first_size - 1}, &second) ||
        second >= PAIR_SECOND_COUNT)
        return 0;
    *number_ret = first * PAIR_SECOND_COUNT + second;
    return 1;
}

static size_t print_pair(int64_t number, char *out)
{
    if (number < 0 || number >= INT64_C(1000000000) * PAIR_SECOND_COUNT)
        return 0;
    size_t size = decimal_write((uint64_t)(number / PAIR_SECOND_COUNT), out);
    out[size++] = '.';
    char digits[20];
    size_t count = decimal_write((uint64_t)(number % PAIR_SECOND_COUNT), digits);
    memcpy(out + size, digits, count);
    return size + count;
}

/* ---- Dates and times ---- */

/* Two digits from 1 to `high`, or "??" for 0. */
static int parse_date_part(const char *text, int64_t high, int64_t *number_ret)
{
    *number_ret = 0;
    return (text[0] == '?' && text[1] == '?') || parse_part(text, 2, 1, high, number_ret);
}

static int parse_date(struct text text, int64_t *number_ret)
{
    int64_t year, month, day;
    if (text.size != 10 || text.data[4] != '.' || text.data[7] != '.' || !parse_digits(text.data, 4, &year) ||
        !parse_date_part(text.data + 5, 12, &month) || !parse_date_part(text.data + 8, 31, &day))
        return 0;
    *number_ret = (year * 13 + month) * 32 + day;
    return 1;
}

static char *print_date_part(char *out, int64_t number)
{
    if (number != 0)
        return decimal_write_padded((uint64_t)number, 2, out);
    out[0] = out[1] = '?';
    return out + 2;
}

static size_t print_date(int64_t number, char *out)
{
    if (number < 0 || number >= 10000 * 13 * 32)
        return 0;
    char *at = decimal_write_padded((uint64_t)(number / (13 * 32)), 4, out);
    *at++ = '.';
    at = print_date_part(at, number / 32 % 13);
    *at++ = '.';
    at = print_date_part(at, number % 32);
    return (size_t)(at - out);
}

static int parse_clock(const char *text, int64_t hours_max, int64_t *number_ret)
{
    int64_t hours, minutes, seconds;
    if (text[2] != ':' || text[5] != ':' || !parse_part(text, 2, 0, hours_max, &hours) ||
        !parse_part(text + 3, 2, 0, 59, &minutes) || !parse_part(text + 6, 2, 0, 59, &seconds))
        return 0;
    *number_ret = (hours * 60 + minutes) * 60 + seconds;
    return 1;
}

static char *print_clock(char *out, int64_t seconds)
{
    out = decimal_write_padded((uint64_t)(seconds / 3600), 2, out);
    *out++ = ':';
    out = decimal_write_padded((uint64_t)(seconds / 60 % 60), 2, out);
    *out++ = ':';
    return decimal_write_padded((uint64_t)(seconds % 60), 2, out);
}

static int parse_time(struct text text, int64_t *number_ret)
{
    return text.size == 8 && parse_clock(text.data, 99, number_ret);
}

static size_t print_time(int64_t number, char *out)
{
    if (number < 0 || number >= 100 * 3600)
        return 0;
    return (size_t)(print_clock(out, number) - out);
}

/* Hours are without a leading zero. */
static int parse_hours(struct text text, int64_t *number_ret)
{
    enum { SIZE = 8 };
    char padded[SIZE] = {'0'};
    if (text.size + 1 != SIZE)
        return text.size == SIZE && text.data[0] != '0' && parse_clock(text.data, 99, number_ret);
    memcpy(padded + 1, text.data, text.size);
    return parse_clock(padded, 9, number_ret);
}

static size_t print_hours(int64_t number, char *out)
{
    size_t size = print_time(number, out);
    if (size == 0 || out[0] != '0')
        return size;
    memmove(out, out + 1, size - 1);
    return size - 1;
}

enum { STAMP_SIZE = 23, MOMENT_SIZE = 19 };

static int parse_moment(struct text text, int64_t *number_ret)
{
    const char *at = text.data;
    int64_t year, month, day, seconds;
    if (text.size != MOMENT_SIZE || at[4] != '-' || at[7] != '-' || at[10] != 'T' ||
        !parse_digits(at, 4, &year) || !parse_part(at + 5, 2, 1, 12, &month) ||
        !parse_part(at + 8, 2, 1, 31, &day) || !parse_clock(at + 11, 23, &seconds))
        return 0;
    *number_ret = ((year * 12 + month - 1) * 31 + day - 1) * 86400 + seconds;
    return 1;
}

static int parse_stamp(struct text text, int64_t *number_ret)
{
    int64_t milliseconds;
    if (text.size != STAMP_SIZE || text.data[MOMENT_SIZE] != '.' ||
        !parse_moment((struct text){text.data, MOMENT_SIZE}, number_ret) ||
        !parse_digits(text.data + MOMENT_SIZE + 1, 3, &milliseconds))
        return 0;
    *number_ret = *number_ret * 1000 + milliseconds;
    return 1;
}

static size_t print_moment(int64_t number, char *out)
{
    if (number < 0 || number >= INT64_C(10000) * 12 * 31 * 86400)
        return 0;
    int64_t days = number / 86400;
    char *at = decimal_write_padded((uint64_t)(days / (12 * 31)), 4, out);
    *at++ = '-';
    at = decimal_write_padded((uint64_t)(days / 31 % 12 + 1), 2, at);
    *at++ = '-';
    at = decimal_write_padded((uint64_t)(days % 31 + 1), 2, at);
    *at++ = 'T';
    return (size_t)(print_clock(at, number % 86400) - out);
}

static size_t print_stamp(int64_t number, char *out)
{
    size_t size = number < 0 ? 0 : print_moment(number / 1000, out);
    if (size == 0)
        return 0;
    out[size] = '.';
    return (size_t)(decimal_write_padded((uint64_t)(number % 1000), 3, out + size + 1) - out);
}

/* ---- Base 62 ---- */

enum { BASE62_SIZE = 8 };

static int parse_base62(struct text text, int64_t *number_ret)
{
    if (text.size != BASE62_SIZE)
        return 0;
    int64_t number = 0;
    for (size_t i = 0; i < BASE62_SIZE; i++) {
        char c = text.data[i];
        int digit;
        if (is_digit(c))
            digit = c - '0';
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + 10;
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 36;
        else
            return 0;
        number = number * 62 + digit;
    }
    *number_ret = number;
    return 1;
}

static size_t print_base62(int64_t number, char *out)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (number < 0)
        return 0;
    for (size_t i = BASE62_SIZE; i-- > 0; number /= 62)
        out[i] = digits[number % 62];
    return number == 0 ? BASE62_SIZE : 0;
}

/* ---- All of them ---- */

int text_form_parse(enum text_form form, struct text text, int64_t *number_ret)
{
    switch (form) {
    case FORM_DECIMAL:
        return parse_decimal(text, number_ret);
    case FORM_DATE:
        return parse_date(text, number_ret);
    case FORM_TIME:
        return parse_time(text, number_ret);
    case FORM_BASE62:
        return parse_base62(text, number_ret);
    case FORM_STAMP:
        return parse_stamp(text, number_ret);
    case FORM_PAIR:
        return parse_pair(text, number_ret);
    case FORM_SIGNED:
        return parse_signed(text, number_ret);
    case FORM_MOMENT:
        return parse_moment(text, number_ret);
    case FORM_HOURS:
        return parse_hours(text, number_ret);
    default:
        return 0;
    }
}

size_t text_form_print(enum text_form form, int64_t number, char out[FORM_TEXT_SIZE_MAX])
{
    switch (form) {
    case FORM_DECIMAL:
        return print_decimal(number, out);
    case FORM_DATE:
        return print_date(number, out);
    case FORM_TIME:
        return print_time(number, out);
    case FORM_BASE62:
        return print_base62(number, out);
    case FORM_STAMP:
        return print_stamp(number, out);
    case FORM_PAIR:
        return print_pair(number, out);
    case FORM_SIGNED:
        return print_signed(number, out);
    case FORM_MOMENT:
        return print_moment(number, out);
    case FORM_HOURS:
        return print_hours(number, out);
    default:
        return 0;
    }
}
