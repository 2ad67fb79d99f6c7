/*
 * What is known of a date and a result, and whether two games' contradict each other: "2001.??.??" and "2001.05.12" do not.
 * A word of 32 bits; zero: nothing is known.
 */
#ifndef PGNPACK_LIB_GAMES_KNOWN_DATE_H
#define PGNPACK_LIB_GAMES_KNOWN_DATE_H

#include <stdint.h>

#include "util/text.h"

enum {
    KNOWN_DAY = 31,          /* 1 to 31 */
    KNOWN_MONTH = 15 << 5,   /* 1 to 12 */
    KNOWN_YEAR = 16383 << 9, /* 1 to 9999 */
    KNOWN_RESULT = 3 << 23   /* 1-0, 0-1, 1/2-1/2: enum pgnpack_result */
};

/*
 * The parts of a date tag that are numbers: year of four digits, month and day of one or two, with ".", "-" or "/" between. All
 * others, and those that no date has, are unknown, and so is what stands behind a part of another size.
 */
uint32_t known_date(struct text value);

/* year * 10,000 + month * 100 + day, 0 for a month or day that is unknown; 0: the year is. */
static inline uint32_t known_date_number(uint32_t known)
{
    uint32_t year = (known & KNOWN_YEAR) >> 9, month = (known & KNOWN_MONTH) >> 5, day = known & KNOWN_DAY;
    return year == 0 ? 0 : year * 10000 + month * 100 + day;
}

static inline uint32_t known_result(unsigned result)
{
    return (uint32_t)(result & 3u) << 23;
}

/* The parts that are known. */
static inline uint32_t known_mask(uint32_t known)
{
    return ((known & KNOWN_DAY) != 0 ? KNOWN_DAY : 0u) | ((known & KNOWN_MONTH) != 0 ? KNOWN_MONTH : 0u) |
           ((known & KNOWN_YEAR) != 0 ? KNOWN_YEAR : 0u) | ((known & KNOWN_RESULT) != 0 ? KNOWN_RESULT : 0u);
}

/* How many parts are known, 0 to 4. */
static inline unsigned known_count(uint32_t known)
{
    return (unsigned)((known & KNOWN_DAY) != 0) + ((known & KNOWN_MONTH) != 0) + ((known & KNOWN_YEAR) != 0) +
           ((known & KNOWN_RESULT) != 0);
}

/* Is each part that is known of both the same? */
static inline int known_agree(uint32_t a, uint32_t b)
{
    return ((a ^ b) & known_mask(a) & known_mask(b)) == 0;
}

#endif
