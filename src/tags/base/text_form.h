/*
 * Texts that stand for a number, and the number for the text: each form reads only what it would write, so a
 * number brings back its text to the byte. docs/FORMAT.md, "Forms".
 *
 *     DECIMAL  "0", "17", "-4": up to 15 digits, no leading zeros, no "-0"
 *     DATE     "2021.06.01", also "2021.06.??" and "2021.??.??": (year * 13 + month) * 32 + day, ?? being 0
 *     TIME     "17:05:59": seconds; hours up to 99
 *     BASE62   8 of 0-9 A-Z a-z, digits of a number in that order, the highest first
 *     STAMP    "2019-05-09T08:26:14.379": milliseconds, months having 31 days
 *     PAIR     "5.12": 256 * first + second, decimal numbers without signs, the first up to 9 digits, the second up
 *              to 255
 *     SIGNED   "+5", "-4", "+0": decimal numbers, those that are not negative with a "+"
 *     MOMENT   "2019-05-09T08:26:14": seconds, months having 31 days
 *     HOURS    "8:26:14": as TIME, but hours without leading zeros
 */
#ifndef PGNPACK_TAGS_BASE_TEXT_FORM_H
#define PGNPACK_TAGS_BASE_TEXT_FORM_H

#include <stdint.h>

#include "util/text.h"

/* The numbers are part of the format. */
enum text_form {
    FORM_DECIMAL = 0,
    FORM_DATE,
    FORM_TIME,
    FORM_BASE62,
    FORM_STAMP,
    FORM_PAIR,
    FORM_SIGNED,
    FORM_MOMENT,
    FORM_HOURS,
    FORM_COUNT
};

enum { FORM_TEXT_SIZE_MAX = 24, FORM_DIGITS_MAX = 15 };

/* Absolute values of all numbers are below this. */
#define FORM_NUMBER_LIMIT (INT64_C(1) << 50)

/* Returns 0 when the text is not of the form. */
int text_form_parse(enum text_form form, struct text text, int64_t *number_ret);

/* Writes the text; returns its size, or 0 when the number has none in this form. */
size_t text_form_print(enum text_form form, int64_t number, char out[FORM_TEXT_SIZE_MAX]);

#endif
