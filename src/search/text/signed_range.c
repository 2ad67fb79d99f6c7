#include "search/text/signed_range.h"

/* Takes what it starts with off the text; returns 0 where that is something else. */
static int take(struct text *text, const char *start)
{
    size_t size = strlen(start);
    if (!text_starts_with(*text, start))
        return 0;
    text->data += size;
    text->size -= size;
    return 1;
}

/* A number off the text's start; returns 0, and leaves the text, where there is none or it is beyond the limit. */
static int take_number(struct text *text, int32_t limit, int32_t *number)
{
    struct text rest = *text;
    int is_negative = take(&rest, "-"), has_digits = 0;
    if (!is_negative)
        take(&rest, "+");
    for (*number = 0; rest.size != 0 && is_digit(rest.data[0]) && *number <= limit; has_digits = 1) {
        *number = *number * 10 + (*rest.data++ - '0');
        rest.size--;
    }
    if (!has_digits || *number > limit)
        return 0;
    if (is_negative)
        *number = -*number;
    *text = rest;
    return 1;
}

/* Says what to write in place of a number alone, or of an unsigned range. */
static int refuse(struct text text, int32_t limit, struct error *error)
{
    const int shown = (int)(text.size < 60 ? text.size : 60);
    const char *start = text.data;
    int32_t low, high;
    int has_low = take_number(&text, limit, &low), is_one = has_low && text.size == 0;
    if (is_one)
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  low < 0 ? "\"%.*s\" could mean two things: write \"..%d\" or \"=%d\""
                          : "\"%.*s\" could mean two things: write \"%d..\" or \"=%d\"",
                  shown, start, (int)low, (int)low);
    else if (has_low && take(&text, "-") && take_number(&text, limit, &high) && text.size == 0)
        error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" is no range: write \"%d..%d\"", shown, start,
                  (int)low, (int)high);
    else
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "\"%.*s\" is no range: write \"-1..2\", \"3..\", \"..-3\" or \"=0\", with numbers up to %d",
                  shown, start, (int)limit);
    return 0;
}

int signed_range_read(struct text text, int32_t limit, struct signed_range *range, struct error *error)
{
    struct text rest = text;
    int is_one = take(&rest, "="), has_low = take_number(&rest, limit, &range->low), has_high = has_low;
    range->high = range->low;
    if (!is_one) {
        if (!take(&rest, ".."))
            return refuse(text, limit, error);
        if (!has_low)
            range->low = -limit - 1;
        has_high = take_number(&rest, limit, &range->high);
        if (!has_high && rest.size == 0)
            range->high = limit + 1;
    }
    if (rest.size != 0 || (!has_low && !has_high))
        return refuse(text, limit, error);
    if (range->low <= range->high)
        return 1;
    error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" ends before it begins",
              (int)(text.size < 60 ? text.size : 60), text.data);
    return 0;
}
