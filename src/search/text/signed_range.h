/* A range of numbers either of whose ends may be negative: "-1..2", "3..", "..-3", "=0". Both ends belong to it. */
#ifndef PGNPACK_SEARCH_TEXT_SIGNED_RANGE_H
#define PGNPACK_SEARCH_TEXT_SIGNED_RANGE_H

#include <stdint.h>

#include "util/error.h"
#include "util/text.h"

/* An end that is open is one more than the limit, or one less than its negative. */
struct signed_range {
    int32_t low, high;
};

/*
 * "-2" and "1-3" could mean two things and are refused. Returns 0, with what to write in *error, where the text is not
 * understood, or has numbers beyond `limit` or -`limit`.
 */
int signed_range_read(struct text text, int32_t limit, struct signed_range *range, struct error *error);

#endif
