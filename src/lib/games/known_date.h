/*
 * What is known of a game's date and result, and, where that is asked of it, of its round, its time and its players' initials; and
 * whether two games contradict each other: "2001.??.??" and "2001.05.12" do not. Zero: nothing is known.
 */
#ifndef PGNPACK_LIB_GAMES_KNOWN_DATE_H
#define PGNPACK_LIB_GAMES_KNOWN_DATE_H

#include <stdint.h>

#include "util/text.h"

enum {
    KNOWN_DAY = 31,          /* 1 to 31 */
    KNOWN_MONTH = 15 << 5,   /* 1 to 12 */
    KNOWN_YEAR = 16383 << 9, /* 1 to 9999 */
    KNOWN_DATE = KNOWN_DAY | KNOWN_MONTH | KNOWN_YEAR,
    KNOWN_RESULT = 3 << 23 /* 1-0, 0-1, 1/2-1/2: enum pgnpack_result */
};

/* Details, above these. */
#define KNOWN_WHITE                                                                                          \
    ((uint64_t)0x3f << 25) /* initials: 1 + their character % 63, which tells those of one alphabet apart */
#define KNOWN_BLACK ((uint64_t)0x3f << 31)
#define KNOWN_ROUND ((uint64_t)0x3ff << 37)  /* 1 to 999 */
#define KNOWN_TIME ((uint64_t)0x1ffff << 47) /* 1 + seconds of the day */

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

/* The number before the first dot of a Round tag: "3" and "3.12" are of round 3. 0: what is there is no number of 1 to 999. */
uint32_t known_round(struct text value);

/* 1 + the seconds of the day of a tag UTCTime, "23:59:59". 0: it is none. */
uint32_t known_time(struct text value);

/* Of surname_initial(); known_round(); known_time(). 0: nothing is known of it. */
static inline uint64_t known_details(uint32_t white, uint32_t black, uint32_t round, uint32_t time)
{
    return (white == 0 ? 0 : (uint64_t)(1 + white % 63) << 25) |
           (black == 0 ? 0 : (uint64_t)(1 + black % 63) << 31) | (uint64_t)round << 37 | (uint64_t)time << 47;
}

/* The parts that are known; *count_ret: how many, 0 to 8. */
static inline uint64_t known_parts(uint64_t known, unsigned *count_ret)
{
    static const uint64_t parts[] = {KNOWN_DAY,   KNOWN_MONTH, KNOWN_YEAR,  KNOWN_RESULT,
                                     KNOWN_WHITE, KNOWN_BLACK, KNOWN_ROUND, KNOWN_TIME};
    uint64_t mask = 0;
    *count_ret = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        mask |= (known & parts[i]) != 0 ? parts[i] : 0;
        *count_ret += (known & parts[i]) != 0;
    }
    return mask;
}

static inline uint64_t known_mask(uint64_t known)
{
    unsigned ignored;
    return known_parts(known, &ignored);
}

static inline unsigned known_count(uint64_t known)
{
    unsigned count;
    known_parts(known, &count);
    return count;
}

/* Is each part that is known of both the same? */
static inline int known_agree(uint64_t a, uint64_t b)
{
    return ((a ^ b) & known_mask(a) & known_mask(b)) == 0;
}

#endif
