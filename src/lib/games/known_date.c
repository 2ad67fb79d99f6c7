#include "lib/games/known_date.h"

/* The number of `size` digits; 0 where there are others than digits, or it is larger than `most`. */
static uint32_t read_part(const char *digits, size_t size, uint32_t most)
{
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) {
        if (!is_digit(digits[i]))
            return 0;
        value = 10 * value + (uint32_t)(digits[i] - '0');
    }
    return value > most ? 0 : value;
}

static int parts_date(char c)
{
    return c == '.' || c == '-' || c == '/';
}

/* How many characters come before the next one that parts a date. */
static size_t part_size(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && !parts_date(text[i]))
        i++;
    return i;
}

uint32_t known_round(struct text value)
{
    size_t size = 0;
    while (size < value.size && value.data[size] != '.')
        size++;
    return size > 3 ? 0 : read_part(value.data, size, 999);
}

uint32_t known_time(struct text value)
{
    static const uint32_t most[] = {24, 60, 60};
    uint32_t seconds = 0;
    if (value.size != 8)
        return 0;
    for (size_t i = 0; i < 3; i++) {
        const char *digits = value.data + 3 * i;
        uint32_t part = read_part(digits, 2, 99);
        if (!is_digit(digits[0]) || !is_digit(digits[1]) || part >= most[i] || (i < 2 && digits[2] != ':'))
            return 0;
        seconds = 60 * seconds + part;
    }
    return 1 + seconds;
}

uint32_t known_date(struct text value)
{
    const char *at = value.data;
    size_t left = value.size;
    if (left < 4 || part_size(at, left) != 4)
        return 0;
    uint32_t known = read_part(at, 4, 9999) << 9;
    if (left == 4)
        return known;
    at += 5;
    left -= 5;
    size_t month = part_size(at, left);
    if (month > 2)
        return known;
    known |= read_part(at, month, 12) << 5;
    if (left == month)
        return known;
    at += month + 1;
    left -= month + 1;
    return left > 2 ? known : known | read_part(at, left, 31);
}
