/*
 * What is known of a game's date and result, and, where that is asked of it, of its round and its players' initials; and whether two
 * games contradict each other: "2001.??.??" and "2001.05.12" do not. Zero: nothing is known.
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

/* These in the upper half of 64 bits. */
#define KNOWN_WHITE ((uint64_t)0x7ff << 32) /* initials: characters of one or two bytes of UTF-8 */
#define KNOWN_BLACK ((uint64_t)0x7ff << 43)
#define KNOWN_ROUND ((uint64_t)0x3ff << 54) /* 1 to 999 */

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

/* Initials: those of surname_initial(). The upper half of what is known. */
static inline uint32_t known_details(uint32_t white, uint32_t black, uint32_t round)
{
    return white | black << 11 | round << 22;
}

static inline uint64_t known_of_all(uint32_t known, uint32_t details)
{
    return (uint64_t)details << 32 | known;
}

/* The parts that are known; *count_ret: how many, 0 to 7. */
static inline uint64_t known_parts(uint64_t known, unsigned *count_ret)
{
    static const uint64_t parts[] = {KNOWN_DAY,   KNOWN_MONTH, KNOWN_YEAR, KNOWN_RESULT,
                                     KNOWN_WHITE, KNOWN_BLACK, KNOWN_ROUND};
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
