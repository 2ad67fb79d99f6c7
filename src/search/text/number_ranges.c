#include "search/text/number_ranges.h"

/* What an end of a range says: all numbers from `low` to `high`. */
struct range_end {
    uint32_t low, high;
};

static int read_digits(struct text *text, size_t count_max, uint32_t *value, size_t *count)
{
    *value = 0;
    *count = 0;
    for (; text->size != 0 && is_digit(text->data[0]) && *count < count_max; ++*count) {
        *value = 10 * *value + (uint32_t)(text->data[0] - '0');
        text->data++;
        text->size--;
    }
    return *count != 0;
}

static int read_plain(struct text text, struct range_end *end)
{
    size_t count;
    int is_number = read_digits(&text, 9, &end->low, &count);
    end->high = end->low;
    return is_number && text.size == 0;
}

/* Does it begin with a day as ISO 8601 writes it, "2010-05-17"? Its dashes are none of a range. */
enum { ISO_DAY_SIZE = 10 };

static int starts_iso_day(struct text text)
{
    static const char form[] = "dddd-dd-dd";
    size_t i = 0;
    while (i < text.size &&
           (form[i] == 'd' ? is_digit(text.data[i]) : form[i] != '\0' && text.data[i] == form[i]))
        i++;
    return i == ISO_DAY_SIZE;
}

/* ".05", or nothing, or ".??": 0 to 99. `sign` stands in place of the dot. */
static int read_part(struct text *text, char sign, uint32_t most, struct range_end *part)
{
    uint32_t value;
    size_t count;
    *part = (struct range_end){0, 99};
    if (text->size == 0)
        return 1;
    if (text->data[0] != sign)
        return 0;
    text->data++;
    text->size--;
    if (text_starts_with(*text, "??")) {
        text->data += 2;
        text->size -= 2;
        return 1;
    }
    if (!read_digits(text, 2, &value, &count) || value == 0 || value > most)
        return 0;
    *part = (struct range_end){value, value};
    return 1;
}

static int read_date(struct text text, struct range_end *end)
{
    uint32_t year;
    size_t count;
    struct range_end month, day;
    char sign = starts_iso_day(text) ? '-' : '.';
    if (!read_digits(&text, 4, &year, &count) || count != 4 || year == 0 ||
        !read_part(&text, sign, 12, &month) || !read_part(&text, sign, 31, &day) || text.size != 0 ||
        (month.low == 0 && day.low != 0))
        return 0;
    *end = (struct range_end){year * 10000 + month.low * 100 + day.low,
                              year * 10000 + month.high * 100 + day.high};
    return 1;
}

/* 0 to 4; 5: it is none. */
static uint32_t eco_letter(char c)
{
    return c >= 'A' && c <= 'E' ? (uint32_t)(c - 'A') : c >= 'a' && c <= 'e' ? (uint32_t)(c - 'a') : 5;
}

static int read_eco(struct text text, struct range_end *end)
{
    static const uint32_t open[3] = {100, 10, 1};
    uint32_t letter = text.size != 0 ? eco_letter(text.data[0]) : 5, number;
    size_t count;
    if (letter == 5)
        return 0;
    text.data++;
    text.size--;
    read_digits(&text, 2, &number, &count);
    if (text.size == 1 && text.data[0] == '*' && count < 2)
        text.size = 0;
    end->low = 1 + 100 * letter + number * open[count];
    end->high = end->low + open[count] - 1;
    return text.size == 0;
}

static int read_end(struct text text, enum number_kind kind, struct range_end *end)
{
    return kind == NUMBER_DATE  ? read_date(text, end)
           : kind == NUMBER_ECO ? read_eco(text, end)
                                : read_plain(text, end);
}

static struct text without_spaces(struct text text)
{
    while (text.size != 0 && text.data[0] == ' ') {
        text.data++;
        text.size--;
    }
    while (text.size != 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

static const char *what_is_meant(enum number_kind kind)
{
    return kind == NUMBER_DATE
               ? "dates are 2010, 2010.05, 2010.05.17 or 2010-05-17, ranges 2010-, -2012 or 2010.05-2012"
           : kind == NUMBER_ECO ? "openings are B90, B9 or B, ranges B90-B99"
                                : "ranges are 2500-, -2400, 2500-2600 or a number alone";
}

static const char *read_range(struct text text, enum number_kind kind, struct number_range *range)
{
    text = without_spaces(text);
    size_t first = kind == NUMBER_DATE && starts_iso_day(text) ? ISO_DAY_SIZE : 0;
    const char *dash = text.size == first ? NULL : memchr(text.data + first, '-', text.size - first);
    struct range_end low = {0, 0}, high = {0, UINT32_MAX};
    if (dash == NULL) {
        if (!read_end(text, kind, &low))
            return what_is_meant(kind);
        *range = (struct number_range){low.low, low.high};
        return NULL;
    }
    struct text before = without_spaces((struct text){text.data, (size_t)(dash - text.data)});
    struct text after = without_spaces((struct text){dash + 1, (size_t)(text.data + text.size - (dash + 1))});
    if ((before.size == 0 && after.size == 0) || (before.size != 0 && !read_end(before, kind, &low)) ||
        (after.size != 0 && !read_end(after, kind, &high)))
        return what_is_meant(kind);
    *range = (struct number_range){low.low, high.high};
    return range->low > range->high ? "a range ends before it begins" : NULL;
}

const char *number_ranges_parse(struct number_ranges *ranges, struct text source, enum number_kind kind)
{
    ranges->count = 0;
    for (;;) {
        const char *comma = source.size == 0 ? NULL : memchr(source.data, ',', source.size);
        size_t size = comma == NULL ? source.size : (size_t)(comma - source.data);
        if (ranges->count == NUMBER_RANGES_MAX)
            return "there are more than 32 ranges";
        const char *trouble =
            read_range((struct text){source.data, size}, kind, &ranges->ranges[ranges->count++]);
        if (trouble != NULL || comma == NULL)
            return trouble;
        source.data += size + 1;
        source.size -= size + 1;
    }
}

int number_ranges_are_apart(const struct number_ranges *ranges, uint32_t least, uint32_t most)
{
    for (uint32_t i = 0; i < ranges->count; i++)
        if (ranges->ranges[i].low <= most && ranges->ranges[i].high >= least)
            return 0;
    return 1;
}

uint32_t eco_number(struct text value)
{
    if (value.size < 3 || eco_letter(value.data[0]) == 5 || !is_digit(value.data[1]) ||
        !is_digit(value.data[2]))
        return 0;
    return 1 + 100 * eco_letter(value.data[0]) + 10 * (uint32_t)(value.data[1] - '0') +
           (uint32_t)(value.data[2] - '0');
}
