#include "comments/comment_clock.h"

/* The digits at *at, which moves behind them. Returns 0 when there are none, or too many. */
static int read_seconds(struct text value, size_t *at, uint32_t *seconds_ret)
{
    enum { DIGITS_MAX = 6 };
    size_t start = *at;
    *seconds_ret = 0;
    for (; *at < value.size && is_digit(value.data[*at]) && *at - start <= DIGITS_MAX; ++*at)
        *seconds_ret = *seconds_ret * 10 + (uint32_t)(value.data[*at] - '0');
    return *at != start && *at - start <= DIGITS_MAX;
}

struct comment_clock comment_clock_of(struct text value)
{
    const struct comment_clock unknown = {0, 0};
    struct comment_clock clock = unknown;
    size_t at = 0;
    if (!read_seconds(value, &at, &clock.base))
        return unknown;
    if (at == value.size)
        return clock;
    if (value.data[at++] != '+' || !read_seconds(value, &at, &clock.increment) || at != value.size)
        return unknown;
    return clock;
}
