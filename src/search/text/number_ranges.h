/*
 * Ranges of numbers that a query asks for: "2500-", "-2400", "2500-2600,2700-". Both ends belong to a range. Dates and ECO codes
 * are numbers, too, and what they leave open is a range: "2010" is all of that year, "B9" (or "B9*") is B90 to B99.
 */
#ifndef PGNPACK_SEARCH_TEXT_NUMBER_RANGES_H
#define PGNPACK_SEARCH_TEXT_NUMBER_RANGES_H

#include <stdint.h>

#include "util/text.h"

enum number_kind {
    NUMBER_PLAIN,
    NUMBER_DATE, /* year * 10,000 + month * 100 + day: "2010", "2010.05", "2010.05.17" or "2010-05-17" */
    NUMBER_ECO   /* eco_number() */
};

enum { NUMBER_RANGES_MAX = 32 };

struct number_ranges {
    uint32_t count;
    struct number_range {
        uint32_t low, high;
    } ranges[NUMBER_RANGES_MAX];
};

/* Returns NULL, or what is wrong. */
const char *number_ranges_parse(struct number_ranges *ranges, struct text source, enum number_kind kind);

static inline int number_ranges_have(const struct number_ranges *ranges, uint32_t number)
{
    for (uint32_t i = 0; i < ranges->count; i++)
        if (number >= ranges->ranges[i].low && number <= ranges->ranges[i].high)
            return 1;
    return 0;
}

/* Has none of them a number from `least` to `most`? */
int number_ranges_are_apart(const struct number_ranges *ranges, uint32_t least, uint32_t most);

/* Of a tag's value: 1 + 100 * letter + number, A00 being 1; what follows the digits is passed over. 0: it is no code. */
uint32_t eco_number(struct text value);

#endif
