#include "tags/base/tag_final.h"

#include "util/decimal.h"
#include "util/varint.h"

enum { FIELDS = 6, FIELD_CASTLING = 2, FIELD_EN_PASSANT, FIELD_CLOCK, FIELD_NUMBER };

/* What differs, each counted from 0 in so many steps. */
enum { COUNT_STEPS = 4, CLOCK_STEPS = 64, EN_PASSANT_STEPS = 10, CASTLING_STEPS = 16, NUMBER_STEPS = 64 };

/* How many fields there are, by step. */
static const uint8_t field_counts[COUNT_STEPS] = {6, 4, 2, 1};

enum { EN_PASSANT_AS_IT_IS, EN_PASSANT_NONE, EN_PASSANT_FILE };

struct difference {
    unsigned count, en_passant, castling;
    int64_t clock, number;
};

static struct difference difference_of(uint64_t number)
{
    struct difference told;
    number -= TAG_FINAL_OTHER;
    told.count = (unsigned)(number % COUNT_STEPS);
    number /= COUNT_STEPS;
    told.clock = zigzag_decode(number % CLOCK_STEPS);
    number /= CLOCK_STEPS;
    told.en_passant = (unsigned)(number % EN_PASSANT_STEPS);
    number /= EN_PASSANT_STEPS;
    told.castling = (unsigned)(number % CASTLING_STEPS);
    told.number = zigzag_decode(number / CASTLING_STEPS);
    return told;
}

static uint64_t number_of(const struct difference *told)
{
    uint64_t number = zigzag_encode(told->number);
    number = number * CASTLING_STEPS + told->castling;
    number = number * EN_PASSANT_STEPS + told->en_passant;
    number = number * CLOCK_STEPS + zigzag_encode(told->clock);
    return number * COUNT_STEPS + told->count + TAG_FINAL_OTHER;
}

/* ---- Fields ---- */

/* Returns how many there are, at most FIELDS; 0 for more. */
static unsigned split(struct text text, struct text fields[FIELDS])
{
    size_t start = 0;
    unsigned count = 0;
    for (size_t i = 0; i <= text.size; i++) {
        if (i < text.size && text.data[i] != ' ')
            continue;
        if (count == FIELDS)
            return 0;
        fields[count++] = (struct text){text.data + start, i - start};
        start = i + 1;
    }
    return count;
}

static const char castling_letters[] = "KQkq";

/* The rights as bits; returns 0 where other letters stand there. */
static int read_castling(struct text field, unsigned *rights_ret)
{
    size_t at = 0;
    *rights_ret = 0;
    if (text_is(field, "-"))
        return 1;
    for (unsigned i = 0; i < 4; i++)
        if (at < field.size && field.data[at] == castling_letters[i]) {
            *rights_ret |= 1u << i;
            at++;
        }
    return at == field.size && at != 0;
}

static char *write_castling(unsigned rights, char *out)
{
    if (rights == 0)
        *out++ = '-';
    for (unsigned i = 0; i < 4; i++)
        if (rights >> i & 1)
            *out++ = castling_letters[i];
    return out;
}

/* A counter; -1 where none stands there. */
static int64_t read_counter(struct text field)
{
    enum { DIGITS_MAX = 10 };
    int64_t number = 0;
    if (field.size == 0 || field.size > DIGITS_MAX || (field.data[0] == '0' && field.size > 1))
        return -1;
    for (size_t i = 0; i < field.size; i++) {
        if (!is_digit(field.data[i]))
            return -1;
        number = number * 10 + (field.data[i] - '0');
    }
    return number;
}

static char *write_text(struct text text, char *out)
{
    memcpy(out, text.data, text.size);
    return out + text.size;
}

/* ---- Texts ---- */

/* A field as it differs from the position's; NULL: it cannot. */
static char *write_field(const struct text fields[FIELDS], unsigned field, const struct difference *told,
                         char *out)
{
    unsigned rights;
    int64_t counter;
    if (field == FIELD_CASTLING && told->castling != 0)
        return read_castling(fields[field], &rights) ? write_castling(rights ^ told->castling, out) : NULL;
    if (field == FIELD_EN_PASSANT && told->en_passant == EN_PASSANT_NONE) {
        *out++ = '-';
        return out;
    }
    if (field == FIELD_EN_PASSANT && told->en_passant >= EN_PASSANT_FILE) {
        *out++ = (char)('a' + told->en_passant - EN_PASSANT_FILE);
        *out++ = fields[1].data[0] == 'w' ? '6' : '3';
        return out;
    }
    if (field < FIELD_CLOCK)
        return write_text(fields[field], out);
    counter = read_counter(fields[field]) + (field == FIELD_CLOCK ? told->clock : told->number);
    return counter < 0 ? NULL : out + decimal_write((uint64_t)counter, out);
}

struct text tag_final_text(const struct position *position, uint64_t number, char out[TAG_FINAL_SIZE_MAX])
{
    char fen[FEN_SIZE_MAX + 1];
    struct text fields[FIELDS];
    struct difference told = {.count = number == TAG_FINAL_FEN ? 0 : 1};
    split((struct text){fen, fen_write(position, FEN_X, fen)}, fields);
    if (number >= TAG_FINAL_OTHER)
        told = difference_of(number);
    char *at = out;
    for (unsigned i = 0; i < field_counts[told.count]; i++) {
        if (i != 0)
            *at++ = ' ';
        at = write_field(fields, i, &told, at);
        if (at == NULL)
            return (struct text){out, 0};
    }
    return (struct text){out, (size_t)(at - out)};
}

/* The difference of a field, as far as it can be told; the whole text is compared later. */
static void compare_field(unsigned field, struct text told, struct text own, struct difference *ret)
{
    unsigned rights, own_rights;
    if (text_equal(told, own))
        return;
    if (field == FIELD_CASTLING && read_castling(told, &rights) && read_castling(own, &own_rights))
        ret->castling = rights ^ own_rights;
    if (field == FIELD_EN_PASSANT)
        ret->en_passant = text_is(told, "-") ? (unsigned)EN_PASSANT_NONE
                          : told.size == 2 && told.data[0] >= 'a' && told.data[0] <= 'h'
                              ? EN_PASSANT_FILE + (unsigned)(told.data[0] - 'a')
                              : 0;
    if (field == FIELD_CLOCK)
        ret->clock = read_counter(told) - read_counter(own);
    if (field == FIELD_NUMBER)
        ret->number = read_counter(told) - read_counter(own);
}

uint32_t tag_final_number(const struct position *position, struct text text)
{
    char fen[FEN_SIZE_MAX + 1], out[TAG_FINAL_SIZE_MAX];
    struct text own[FIELDS], fields[FIELDS];
    struct difference told = {0};
    split((struct text){fen, fen_write(position, FEN_X, fen)}, own);
    unsigned count = split(text, fields);
    if (count == 0 || !text_equal(fields[0], own[0]))
        return 0;
    while (told.count < COUNT_STEPS && field_counts[told.count] != count)
        told.count++;
    if (told.count == COUNT_STEPS)
        return 0;
    for (unsigned i = 1; i < count; i++)
        compare_field(i, fields[i], own[i], &told);
    if (zigzag_encode(told.clock) >= CLOCK_STEPS || zigzag_encode(told.number) >= NUMBER_STEPS)
        return 0;
    uint64_t number = number_of(&told);
    if (number <= TAG_FINAL_OTHER + 1)
        number = number == TAG_FINAL_OTHER ? TAG_FINAL_FEN : TAG_FINAL_FOUR_FIELDS;
    return text_equal(text, tag_final_text(position, number, out)) ? (uint32_t)number : 0;
}
