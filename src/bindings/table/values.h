/* What tags say, as numbers, days and texts. */
#ifndef PGNPACK_BINDINGS_TABLE_VALUES_H
#define PGNPACK_BINDINGS_TABLE_VALUES_H

#include "bindings/table/table.h"

/* A number of 1 to `digits` digits, and nothing else; returns 0 if the text is none. */
int value_integer(struct pgnpack_text text, size_t digits, int64_t *value_ret);

/* Is it a date as far as the library is concerned: "yyyy.mm.dd" of any characters, its year's digits not all missing or zero? */
int value_is_date(struct pgnpack_text text);
/* The year, where all of its digits are there. */
int value_year(struct pgnpack_text date, int64_t *year_ret);
/* The day, where it is one of the calendar. */
int value_day(struct pgnpack_text date, int64_t *day_ret);

/* year * 10,000 + month * 100 + day of a day. */
uint32_t value_calendar_date(int64_t day);

/* As memcmp compares, a text that is the beginning of another one before it. */
int value_compare(struct pgnpack_text a, struct pgnpack_text b);

#endif
