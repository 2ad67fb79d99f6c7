/*
 * Numbers, clocks and texts inside comments. A field's kind says how its number is written; what a kind writes it
 * reads, and nothing else, so the number brings the text back to the byte. docs/FORMAT.md, "Comments".
 *
 * Kind byte: bits 0-1 the type, bits 2-4 the decimals, bit 5 a variant, bit 6: decimals are trimmed.
 *
 *     NUMBER      decimals 0 to 6: "17", "-3", "0.35" (35), "-1.20" (-120). At most 15 digits, no leading zeros,
 *                 no minus with zero. Variant: numbers that are not negative have a "+". Trimmed (2 decimals or
 *                 more): zeros at the end are left out, up to the first decimal: "0.35" (35), "0.4" (40), "3.0".
 *     CLOCK       "1:02:03": hours (up to 4 digits, no leading zeros), minutes, seconds; in tenths, written only if there
 *                 are tenths ("0:01:59.5", "0:02:00"). Variant: hours have two digits ("00:01:59")
 *     TWO_DIGITS  "00" to "99"; no decimals, no variant
 *     TEXT        up to a "," or "]" or the comment's end, or what can be read as moves with a space between them; has no
 *                 number. Variant: a LIST. The packer's kinds have in place of decimals which of these it is; in files
 *                 they have 0 there
 */
#ifndef PGNPACK_COMMENTS_COMMENT_FIELD_H
#define PGNPACK_COMMENTS_COMMENT_FIELD_H

#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

enum comment_field_type {
    COMMENT_FIELD_NUMBER = 0,
    COMMENT_FIELD_CLOCK = 1,
    COMMENT_FIELD_TWO_DIGITS = 2,
    COMMENT_FIELD_TEXT = 3
};

/* A TEXT of which what is a list of moves is told apart (moves/streams/line_list.h). */
enum { COMMENT_FIELD_LIST = COMMENT_FIELD_TEXT | 0x20 };

/* In files a text ends with what no comment has. */
enum { COMMENT_TEXT_END = '}' };

enum {
    COMMENT_FIELD_VARIANT = 0x20,
    COMMENT_FIELD_TRIMMED = 0x40,
    COMMENT_FIELD_KINDS = 0x80, /* all are below */
    COMMENT_FIELD_SIZE_MAX = 24
};

static inline uint8_t comment_field_kind(enum comment_field_type type, unsigned decimals, unsigned variant)
{
    return (uint8_t)(type | decimals << 2 | variant);
}

static inline unsigned comment_field_type(uint8_t kind)
{
    return kind & 3;
}

static inline unsigned comment_field_decimals(uint8_t kind)
{
    return kind >> 2 & 7;
}

/* How far texts go: the packer's kinds have it as their decimals. */
enum comment_text_extent { COMMENT_TEXT_TO_COMMA, COMMENT_TEXT_TO_BRACKET, COMMENT_TEXT_OF_MOVES };

static inline uint8_t comment_text_kind(enum comment_text_extent extent)
{
    return comment_field_kind(COMMENT_FIELD_TEXT, extent, 0);
}

/* May a field of the kind have no bytes? */
static inline int comment_field_may_be_empty(uint8_t kind)
{
    return comment_field_type(kind) == COMMENT_FIELD_TEXT &&
           comment_field_decimals(kind) != COMMENT_TEXT_OF_MOVES;
}

static inline int comment_field_is_list(uint8_t kind)
{
    return comment_field_type(kind) == COMMENT_FIELD_TEXT && (kind & COMMENT_FIELD_VARIANT) != 0;
}

/* The kind as files have it. */
static inline uint8_t comment_field_written_kind(uint8_t kind)
{
    return comment_field_type(kind) == COMMENT_FIELD_TEXT ? (uint8_t)(kind & COMMENT_FIELD_LIST) : kind;
}

static inline int comment_field_has_number(uint8_t kind)
{
    return comment_field_type(kind) != COMMENT_FIELD_TEXT;
}

/* `by_model`: the model profile has kinds that the simple one has not. */
int comment_field_kind_is_known(uint8_t kind, int by_model);

/*
 * Reads a field of the kind at the text's start, as long as it can be. Returns its size, 0: there is none, unless it may
 * be empty.
 */
size_t comment_field_parse(uint8_t kind, struct text text, int64_t *number_ret);

/* Writes the number of a field that is no TEXT; returns its size, or 0 when it can't be written in this kind. */
size_t comment_field_print(uint8_t kind, int64_t number, char out[COMMENT_FIELD_SIZE_MAX]);

#endif
