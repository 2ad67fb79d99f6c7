/*
 * A game's time control, as far as clocks in comments are foretold from it. docs/FORMAT.md, "Numbers
 * of comments".
 */
#ifndef PGNPACK_COMMENTS_COMMENT_CLOCK_H
#define PGNPACK_COMMENTS_COMMENT_CLOCK_H

#include <stdint.h>

#include "util/text.h"

/* In seconds; 0, 0: not known. */
struct comment_clock {
    uint32_t base;
    uint32_t increment; /* a move */
};

#define COMMENT_CLOCK_TAG "TimeControl"

/* Of the tag's value: "300" or "300+3", at most six digits each. */
struct comment_clock comment_clock_of(struct text value);

#endif
