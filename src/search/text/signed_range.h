/* A range of numbers either of whose ends may be negative: "-1..2", "3..", "..-3", "=0", "0.5..", "#3..", "..-15%". Both ends belong to it. */
#ifndef PGNPACK_SEARCH_TEXT_SIGNED_RANGE_H
#define PGNPACK_SEARCH_TEXT_SIGNED_RANGE_H

#include <stdint.h>

#include "util/error.h"
#include "util/text.h"

/* What numbers may look like. */
struct signed_form {
    int32_t limit;         /* they go from -limit to it; both before decimals */
    uint8_t decimals;      /* so many are taken, and the range is in units of the last one */
    uint8_t takes_percent; /* "%" may stand behind them */
    int32_t mate;          /* "#n" is mate - n, "#-n" and "-#n" its negative; 0: there are none */
};

/* An end that is open is the first number beyond the limit, or beyond its negative. */
struct signed_range {
    int32_t low, high;
    int32_t in_percent;
};

/*
 * "-2" and "1-3" could mean two things and are refused. Returns 0, with what to write in *error, where the text is not
 * understood, or has numbers beyond the limit.
 */
int signed_range_read(struct text text, const struct signed_form *form, struct signed_range *range,
                      struct error *error);

static inline int signed_range_has(const struct signed_range *range, int32_t number)
{
    return number >= range->low && number <= range->high;
}

#endif
