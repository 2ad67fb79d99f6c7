#include "comments/comment_field.h"

#include <string.h>

#include "chess/san.h"
#include "util/decimal.h"

enum { DIGITS_MAX = 15, DECIMALS_MAX = 6, HOUR_DIGITS_MAX = 4 };

/* The digits at `at`, at most `max` of them: adds them to the number, returns their count. */
static size_t parse_digits(struct text text, size_t at, size_t max, int64_t *number)
{
    size_t count = 0;
    while (count < max && at + count < text.size && is_digit(text.data[at + count]))
        *number = *number * 10 + (text.data[at + count++] - '0');
    return count;
}

int comment_field_kind_is_known(uint8_t kind, int by_model)
{
    unsigned decimals = comment_field_decimals(kind);
    if (kind >= COMMENT_FIELD_KINDS)
        return 0;
    if (kind & COMMENT_FIELD_TRIMMED)
        return by_model && comment_field_type(kind) == COMMENT_FIELD_NUMBER && decimals >= 2 &&
               decimals <= DECIMALS_MAX;
    switch (comment_field_type(kind)) {
    case COMMENT_FIELD_NUMBER:
        return decimals <= DECIMALS_MAX;
    case COMMENT_FIELD_CLOCK:
        return decimals == 0;
    default:
        return kind == COMMENT_FIELD_TWO_DIGITS || kind == COMMENT_FIELD_TEXT ||
               (by_model && kind == COMMENT_FIELD_LIST);
    }
}

/* ---- Numbers ---- */

/* The decimals at `at` where zeros at the end are left out; returns their count, or 0. */
static size_t parse_trimmed(struct text text, size_t at, unsigned decimals, int64_t *number)
{
    size_t count = parse_digits(text, at, decimals, number);
    if (count == 0 || (count > 1 && text.data[at + count - 1] == '0'))
        return 0;
    *number *= powers_of_ten[decimals - count];
    return count;
}

/* Digits, and decimals behind a point. */
static size_t parse_unsigned(uint8_t kind, struct text text, size_t at, int64_t *number)
{
    unsigned decimals = comment_field_decimals(kind);
    int is_trimmed = (kind & COMMENT_FIELD_TRIMMED) != 0;
    size_t whole = parse_digits(text, at, DIGITS_MAX + 1, number);
    if (whole == 0 || whole + decimals > DIGITS_MAX || (whole > 1 && text.data[at] == '0'))
        return 0;
    if (decimals == 0)
        return whole;
    at += whole;
    if (at >= text.size || text.data[at] != '.')
        return 0;
    size_t count = is_trimmed ? parse_trimmed(text, at + 1, decimals, number)
                              : parse_digits(text, at + 1, decimals, number);
    if (count == 0 || (count != decimals && !is_trimmed))
        return 0;
    at += 1 + count;
    return at < text.size && is_digit(text.data[at]) ? 0 : whole + 1 + count;
}

static size_t parse_number(uint8_t kind, struct text text, int64_t *number_ret)
{
    char sign = text.size != 0 ? text.data[0] : 0;
    size_t sign_size = sign == '-' || (sign == '+' && (kind & COMMENT_FIELD_VARIANT));
    if (sign_size == 0 && (kind & COMMENT_FIELD_VARIANT))
        return 0;
    int64_t number = 0;
    size_t size = parse_unsigned(kind, text, sign_size, &number);
    if (size == 0 || (sign == '-' && number == 0))
        return 0;
    *number_ret = sign == '-' ? -number : number;
    return sign_size + size;
}

static size_t print_number(uint8_t kind, int64_t number, char *out)
{
    unsigned decimals = comment_field_decimals(kind);
    char *at = out;
    if (number < 0)
        *at++ = '-';
    else if (kind & COMMENT_FIELD_VARIANT)
        *at++ = '+';
    if (number < 0)
        number = -number;
    if (number >= INT64_C(1000000000000000))
        return 0;
    at += decimal_write((uint64_t)(number / powers_of_ten[decimals]), at);
    if (decimals != 0) {
        *at++ = '.';
        at = decimal_write_padded((uint64_t)(number % powers_of_ten[decimals]), decimals, at);
        for (unsigned i = 1; i < decimals && (kind & COMMENT_FIELD_TRIMMED) && at[-1] == '0'; i++)
            at--;
    }
    return (size_t)(at - out);
}

/* ---- Clocks ---- */

/* ":59" */
static int parse_sixty(struct text text, size_t at, int64_t *number)
{
    int64_t part = 0;
    if (at + 3 > text.size || text.data[at] != ':' || parse_digits(text, at + 1, 2, &part) != 2 || part > 59)
        return 0;
    *number = *number * 60 + part;
    return 1;
}

/* The tenths at `at`, if there are any; returns their size with the point, or -1. */
static int parse_tenths(struct text text, size_t at, int64_t *number)
{
    *number *= 10;
    if (at + 1 >= text.size || text.data[at] != '.' || !is_digit(text.data[at + 1]))
        return 0;
    *number += text.data[at + 1] - '0';
    return text.data[at + 1] == '0' || (at + 2 < text.size && is_digit(text.data[at + 2])) ? -1 : 2;
}

static size_t parse_clock(uint8_t kind, struct text text, int64_t *number_ret)
{
    int64_t number = 0;
    size_t hours = parse_digits(text, 0, HOUR_DIGITS_MAX, &number);
    if (hours == 0 || (kind & COMMENT_FIELD_VARIANT ? hours != 2 : hours > 1 && text.data[0] == '0'))
        return 0;
    if (!parse_sixty(text, hours, &number) || !parse_sixty(text, hours + 3, &number))
        return 0;
    size_t size = hours + 6;
    if (size < text.size && is_digit(text.data[size]))
        return 0;
    int tenths = parse_tenths(text, size, &number);
    if (tenths < 0)
        return 0;
    *number_ret = number;
    return size + (size_t)tenths;
}

static size_t print_clock(uint8_t kind, int64_t number, char *out)
{
    if (number < 0)
        return 0;
    int64_t seconds = number / 10;
    int64_t hours = seconds / 3600;
    char *at = out;
    if (hours > (kind & COMMENT_FIELD_VARIANT ? 99 : 9999))
        return 0;
    if (kind & COMMENT_FIELD_VARIANT)
        at = decimal_write_padded((uint64_t)hours, 2, at);
    else
        at += decimal_write((uint64_t)hours, at);
    *at++ = ':';
    at = decimal_write_padded((uint64_t)(seconds / 60 % 60), 2, at);
    *at++ = ':';
    at = decimal_write_padded((uint64_t)(seconds % 60), 2, at);
    if (number % 10 != 0) {
        *at++ = '.';
        *at++ = (char)('0' + number % 10);
    }
    return (size_t)(at - out);
}

/* ---- Texts ---- */

static size_t find_text_end(struct text text, char last)
{
    const char *end = text.size == 0 ? NULL : memchr(text.data, last, text.size);
    return end == NULL ? text.size : (size_t)(end - text.data);
}

static size_t parse_moves(struct text text)
{
    size_t done = 0;
    for (size_t at = 0; at < text.size && is_letter(text.data[at]); at = done + 1) {
        struct san san;
        size_t size = san_scan(text.data + at, text.data + text.size, &san);
        size_t end = at + size;
        if (size == 0 || (end < text.size && (is_letter(text.data[end]) || is_digit(text.data[end]))))
            break;
        done = end;
        if (done == text.size || text.data[done] != ' ')
            break;
    }
    return done;
}

static size_t parse_text(uint8_t kind, struct text text)
{
    switch (comment_field_decimals(kind)) {
    case COMMENT_TEXT_OF_MOVES:
        return parse_moves(text);
    case COMMENT_TEXT_TO_BRACKET:
        return find_text_end(text, ']');
    default:
        return find_text_end(text, ',');
    }
}

/* ---- All of them ---- */

size_t comment_field_parse(uint8_t kind, struct text text, int64_t *number_ret)
{
    switch (comment_field_type(kind)) {
    case COMMENT_FIELD_NUMBER:
        return parse_number(kind, text, number_ret);
    case COMMENT_FIELD_CLOCK:
        return parse_clock(kind, text, number_ret);
    case COMMENT_FIELD_TEXT:
        return parse_text(kind, text);
    default:
        *number_ret = 0;
        return parse_digits(text, 0, 2, number_ret) == 2 ? 2 : 0;
    }
}

size_t comment_field_print(uint8_t kind, int64_t number, char out[COMMENT_FIELD_SIZE_MAX])
{
    switch (comment_field_type(kind)) {
    case COMMENT_FIELD_NUMBER:
        return print_number(kind, number, out);
    case COMMENT_FIELD_CLOCK:
        return print_clock(kind, number, out);
    case COMMENT_FIELD_TEXT:
        return 0;
    default:
        if (number < 0 || number > 99)
            return 0;
        decimal_write_padded((uint64_t)number, 2, out);
        return 2;
    }
}
