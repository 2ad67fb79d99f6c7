#include "comments/comment_scan.h"

#include <string.h>

#include "comments/comment_field.h"
#include "util/hash32.h"

static int is_word_byte(char c)
{
    return is_letter(c) || c == '_' || (unsigned char)c >= 0x80;
}

uint32_t comment_key(struct text literal)
{
    enum { KEY_SIZE_MAX = 8 };
    size_t end = literal.size;
    uint32_t hash = 0;
    while (end > 0 && literal.data[end - 1] == ' ')
        end--;
    for (size_t i = end; i > 0 && end - i < KEY_SIZE_MAX && literal.data[i - 1] != ' '; i--)
        hash = hash32(hash, (uint8_t)literal.data[i - 1]);
    return hash >> 8;
}

static size_t count_digits(struct text text, size_t at)
{
    size_t count = 0;
    while (at + count < text.size && is_digit(text.data[at + count]))
        count++;
    return count;
}

/* A clock at the text's start; returns its size, or 0. */
static size_t scan_clock(struct text text, size_t digits, struct comment_match *match)
{
    if (digits > 4 || digits + 6 > text.size || text.data[digits] != ':' || text.data[digits + 3] != ':')
        return 0;
    unsigned variant = digits == 2 && text.data[0] == '0' ? COMMENT_FIELD_VARIANT : 0;
    match->kind = comment_field_kind(COMMENT_FIELD_CLOCK, 0, variant);
    return comment_field_parse(match->kind, text, &match->number);
}

enum { DECIMALS_MAX = 6 };

static int is_sign(char c)
{
    return c == '-' || c == '+';
}

/* A number without sign at the text's start, behind `literal`; returns its size, or 0. */
static size_t scan_number(struct text text, size_t digits, struct text literal, struct comment_match *match)
{
    int after_colon = literal.size != 0 && literal.data[literal.size - 1] == ':';
    unsigned decimals = 0;
    if (digits == 2 && (after_colon || text.data[0] == '0')) {
        match->kind = COMMENT_FIELD_TWO_DIGITS;
        return comment_field_parse(match->kind, text, &match->number);
    }
    if (digits < text.size && text.data[digits] == '.') {
        size_t count = count_digits(text, digits + 1);
        decimals = count <= DECIMALS_MAX ? (unsigned)count : 0;
    }
    match->kind = comment_field_kind(COMMENT_FIELD_NUMBER, decimals, 0);
    return comment_field_parse(match->kind, text, &match->number);
}

/* Of a key's numbers: bits 0-2 the most decimals, ... */
enum { DECIMALS_SEEN = 7, FEWER_SEEN = 8, ZEROS_SEEN = 16 /* at the end */ };

/*
 * Notes what decimals the key's numbers have, and where zeros at their ends seem to be left out makes the kind such
 * a one. Templates of the other kind would still fit some of the numbers, so they are not to be tried first.
 */
static void look_at_decimals(struct comment_encoder *encoder, struct text number, struct comment_match *match)
{
    unsigned decimals = comment_field_decimals(match->kind);
    if (comment_field_type(match->kind) != COMMENT_FIELD_NUMBER || decimals == 0)
        return;
    uint8_t *seen = &encoder->decimal_keys[comment_key(match->literal) % COMMENT_SIGN_COUNT];
    unsigned most = *seen & DECIMALS_SEEN;
    unsigned flags = *seen & ~(unsigned)DECIMALS_SEEN;
    unsigned flags_before = flags;
    if (most != 0 && most != decimals)
        flags |= FEWER_SEEN;
    if (decimals > 1 && number.data[number.size - 1] == '0')
        flags |= ZEROS_SEEN;
    if (decimals > most)
        most = decimals;
    *seen = (uint8_t)(flags | most);
    if (flags != FEWER_SEEN)
        return;
    if (flags != flags_before)
        memset(encoder->ids_before, 0, sizeof encoder->ids_before);
    uint8_t kind = comment_field_kind(COMMENT_FIELD_NUMBER, most,
                                      COMMENT_FIELD_TRIMMED | (match->kind & COMMENT_FIELD_VARIANT));
    if (comment_field_parse(kind, number, &match->number) != 0)
        match->kind = kind;
}

/* ---- Texts ---- */

/* Returns the text's size. */
static size_t take_text(struct text text, enum comment_text_extent extent, struct comment_match *match)
{
    match->kind = comment_text_kind(extent);
    match->text = (struct text){text.data, comment_field_parse(match->kind, text, &match->number)};
    return match->text.size;
}

/* Does the comment have "[%", a name and a space before `at`? */
static int is_behind_command(struct text comment, size_t at)
{
    size_t name = at - 1;
    while (name > 0 && is_letter(comment.data[name - 1]))
        name--;
    return name + 1 < at && name > 1 && comment.data[name - 1] == '%' && comment.data[name - 2] == '[';
}

/*
 * A text at `at`: the value behind a "=", what a command has that is no number, or moves where a word begins. Returns its
 * size, or 0.
 */
static size_t scan_text(struct text comment, size_t at, struct comment_match *match)
{
    struct text rest = {comment.data + at, comment.size - at};
    char before = at == 0 ? ' ' : comment.data[at - 1];
    if (!is_word_byte(comment.data[at]) || is_word_byte(before) || is_digit(before))
        return 0;
    if (before == '=')
        return take_text(rest, COMMENT_TEXT_TO_COMMA, match);
    if (before == ' ' && at != 0 && is_behind_command(comment, at))
        return take_text(rest, COMMENT_TEXT_TO_BRACKET, match);
    return is_letter(comment.data[at]) ? take_text(rest, COMMENT_TEXT_OF_MOVES, match) : 0;
}

/* ---- All fields ---- */

/* Takes a sign before the number into it. Returns the sign's size. */
static size_t scan_sign(struct comment_encoder *encoder, struct text literal, struct comment_match *match)
{
    if (literal.size == 0 || comment_field_type(match->kind) != COMMENT_FIELD_NUMBER)
        return 0;
    char sign = literal.data[literal.size - 1];
    if (!is_sign(sign) || (literal.size > 1 && is_word_byte(literal.data[literal.size - 2])))
        return 0;
    uint8_t *plus =
        &encoder->plus_keys[comment_key((struct text){literal.data, literal.size - 1}) % COMMENT_SIGN_COUNT];
    if (sign == '-' && match->number == 0)
        return 0;
    *plus |= sign == '+';
    if (*plus)
        match->kind |= COMMENT_FIELD_VARIANT;
    if (sign == '-')
        match->number = -match->number;
    return 1;
}

/* A clock or a number at `at`, behind `literal`; returns its size, or 0. */
static size_t scan_digits(struct text comment, size_t at, struct text literal, struct comment_match *match)
{
    struct text rest = {comment.data + at, comment.size - at};
    size_t digits = count_digits(rest, 0);
    if (digits == 0 || (at != 0 && is_word_byte(comment.data[at - 1])))
        return 0;
    size_t size = scan_clock(rest, digits, match);
    return size != 0 ? size : scan_number(rest, digits, literal, match);
}

size_t comment_scan(struct comment_encoder *encoder, struct text comment, struct text *tail_ret)
{
    size_t count = 0;
    size_t start = 0; /* of the present literal */
    size_t at = 0;
    while (at < comment.size && count < COMMENT_FIELD_COUNT_MAX) {
        struct comment_match *match = &encoder->matches[count];
        struct text literal = {comment.data + start, at - start};
        size_t size = scan_text(comment, at, match);
        if (size == 0)
            size = scan_digits(comment, at, literal, match);
        if (size == 0) {
            size_t digits = count_digits(comment, at);
            at += digits + (digits == 0);
            continue;
        }
        match->literal = literal;
        size_t sign_size = scan_sign(encoder, match->literal, match);
        match->literal.size -= sign_size;
        if (encoder->options.adaptive)
            look_at_decimals(encoder, (struct text){comment.data + at - sign_size, size + sign_size}, match);
        at += size;
        start = at;
        count++;
    }
    *tail_ret = (struct text){comment.data + start, comment.size - start};
    return count;
}
