/*
 * Times in thousandths of a second that a clock with 64 ticks a second made: 15 or 16, 31 or 32, 46 or 47 ... 125, 140 or
 * 141. Old Windows has such a clock, and programs that tell times through it write no others. docs/FORMAT.md, "Numbers of
 * comments".
 */
#ifndef PGNPACK_COMMENTS_COMMENT_TICKS_H
#define PGNPACK_COMMENTS_COMMENT_TICKS_H

#include <stdint.h>

/* A tick is 125 / 8 thousandths. */
enum { TICK_NUMERATOR = 125, TICK_DENOMINATOR = 8 };

/* The ticks that a time is, which is not less than 0; if it is none, those below it. */
static inline int64_t ticks_of_time(int64_t time)
{
    return (TICK_DENOMINATOR * time + TICK_DENOMINATOR - 1) / TICK_NUMERATOR;
}

/* Rounded down. */
static inline int64_t time_of_ticks(int64_t ticks)
{
    return ticks * TICK_NUMERATOR / TICK_DENOMINATOR;
}

static inline int ticks_may_round_up(int64_t ticks)
{
    return ticks % TICK_DENOMINATOR != 0;
}

/* Is it a whole number of ticks, rounded down or up? */
static inline int time_is_in_ticks(int64_t time)
{
    if (time < 0)
        return 0;
    int64_t ticks = ticks_of_time(time);
    int64_t rest = time - time_of_ticks(ticks);
    return rest == 0 || (rest == 1 && ticks_may_round_up(ticks));
}

#endif
