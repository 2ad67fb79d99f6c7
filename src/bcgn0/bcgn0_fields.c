#include "bcgn0/bcgn0_fields.h"

/* Reads `size` decimal digits. Returns 0 if one is none. */
static int digits_parse(const char *text, size_t size, unsigned *value)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9)
            return 0;
        sum = 10 * sum + digit;
    }
    *value = sum;
    return 1;
}

/* At least `width` digits, zeros in front. */
static size_t digits_print(unsigned value, size_t width, char *out)
{
    char reversed[10];
    size_t size = 0;
    do {
        reversed[size++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0 || size < width);
    for (size_t i = 0; i < size; i++)
        out[i] = reversed[size - 1 - i];
    return size;
}

/* Question marks are the unknown part, 0; zeros would come back as question marks and are refused. */
static int date_part_parse(const char *text, size_t width, unsigned *value)
{
    size_t marks = 0;
    while (marks < width && text[marks] == '?')
        marks++;
    *value = 0;
    return marks == width || (digits_parse(text, width, value) && *value != 0);
}

static size_t date_part_print(unsigned value, size_t width, char *out)
{
    if (value != 0)
        return digits_print(value, width, out);
    for (size_t i = 0; i < width; i++)
        out[i] = '?';
    return width;
}

int bcgn0_date_parse(struct text text, struct bcgn0_date *date)
{
    unsigned year, month, day;
    if (text.size != 10 || text.data[4] != '.' || text.data[7] != '.')
        return 0;
    if (!date_part_parse(text.data, 4, &year) || !date_part_parse(text.data + 5, 2, &month) ||
        !date_part_parse(text.data + 8, 2, &day))
        return 0;
    if ((year | month | day) == 0)
        return 0;
    *date = (struct bcgn0_date){(uint16_t)year, (uint8_t)month, (uint8_t)day};
    return 1;
}

size_t bcgn0_date_print(struct bcgn0_date date, char out[BCGN0_FIELD_SIZE_MAX])
{
    if ((date.year | date.month | date.day) == 0)
        return 0;
    size_t size = date_part_print(date.year, 4, out);
    out[size++] = '.';
    size += date_part_print(date.month, 2, out + size);
    out[size++] = '.';
    return size + date_part_print(date.day, 2, out + size);
}

int bcgn0_number_parse(struct text text, uint16_t *number)
{
    unsigned value;
    if (text.size == 0 || text.size > 5 || text.data[0] == '0' || !digits_parse(text.data, text.size, &value))
        return 0;
    if (value > UINT16_MAX)
        return 0;
    *number = (uint16_t)value;
    return 1;
}

size_t bcgn0_number_print(uint16_t number, char out[BCGN0_FIELD_SIZE_MAX])
{
    return number == 0 ? 0 : digits_print(number, 1, out);
}

static int eco_is_unknown(struct bcgn0_eco eco)
{
    return eco.letter == 'A' && eco.number == 0;
}

int bcgn0_eco_parse(struct text text, struct bcgn0_eco *eco)
{
    unsigned number;
    if (text.size != 3 || text.data[0] < 'A' || text.data[0] > 'E' ||
        !digits_parse(text.data + 1, 2, &number))
        return 0;
    struct bcgn0_eco parsed = {(uint8_t)text.data[0], (uint8_t)number};
    if (eco_is_unknown(parsed))
        return 0;
    *eco = parsed;
    return 1;
}

size_t bcgn0_eco_print(struct bcgn0_eco eco, char out[BCGN0_FIELD_SIZE_MAX])
{
    if (eco_is_unknown(eco))
        return 0;
    out[0] = (char)eco.letter;
    return 1 + digits_print(eco.number, 2, out + 1);
}
