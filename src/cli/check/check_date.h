/* Dates as they are written in tags: known, not known, or none. */
#ifndef PGNPACK_CLI_CHECK_CHECK_DATE_H
#define PGNPACK_CLI_CHECK_CHECK_DATE_H

#include <stdint.h>

#include "pgnpack.h"

enum { CHECK_YEAR_FIRST = 1475 };

/*
 * The last day that a game may be of: tomorrow, in UTC, as it is that somewhere today. After SOURCE_DATE_EPOCH where that is set. As
 * year * 10,000 + month * 100 + day.
 */
uint32_t check_date_last(void);

/*
 * Is the value a date that cannot be? A date is a year of four characters, a month and a day of up to two, with ".", "-" or "/" between;
 * the day, or day and month, may be missing. Each part has digits, or is not known: one with "?", one of zeros, an empty one. A date cannot be that
 * has another form, a month that is not 1 to 12, or a day that the month does not have (in that year), or that is of a year before
 * CHECK_YEAR_FIRST or behind `last`. What has nothing but "?" and signs that stand between is not known; blanks around it do not
 * count. *day_ret: the day, year * 10,000 + month * 100 + day, where all of it is known and in the calendar; else 0.
 */
int check_date_is_wrong(struct pgnpack_text value, uint32_t last, uint32_t *day_ret);

#endif
