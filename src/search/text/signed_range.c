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

/* Digits, up to the limit. Returns how many, 0 where the number is beyond it. */
static size_t take_digits(struct text *text, int32_t limit, int32_t *number)
{
    size_t count = 0;
    for (*number = 0; text->size != 0 && is_digit(text->data[0]); count++) {
        *number = *number * 10 + (*text->data++ - '0');
        text->size--;
        if (*number > limit)
            return 0;
    }
    return count;
}

/* Decimals behind a point, if there is one, after which *number is in units of the last one. Returns 0 where there are too many. */
static int take_decimals(struct text *text, unsigned decimals, int32_t *number)
{
    int has_point = text->size > 1 && text->data[0] == '.' && is_digit(text->data[1]);
    if (has_point)
        take(text, ".");
    for (unsigned i = 0; i < decimals; i++) {
        has_point &= text->size != 0 && is_digit(text->data[0]);
        *number = *number * 10 + (has_point ? text->data[0] - '0' : 0);
        text->data += has_point;
        text->size -= (size_t)has_point;
    }
    return text->size == 0 || !is_digit(text->data[0]);
}

/* A number off the text's start; returns 0, and leaves the text, where there is none or it is beyond the limit. */
static int take_number(struct text *text, const struct signed_form *form, int32_t *number, int *in_percent)
{
    enum { MATE_MAX = 999 };
    struct text rest = *text;
    int is_mate = form->mate != 0 && take(&rest, "#"), is_negative = take(&rest, "-");
    is_mate |= form->mate != 0 && !is_mate && take(&rest, "#");
    if (!is_negative)
        take(&rest, "+");
    if (take_digits(&rest, is_mate ? MATE_MAX : form->limit, number) == 0 ||
        (!is_mate && !take_decimals(&rest, form->decimals, number)))
        return 0;
    *in_percent |= form->takes_percent && take(&rest, "%");
    if (is_mate)
        *number = form->mate - *number;
    if (is_negative)
        *number = -*number;
    *text = rest;
    return 1;
}

static struct text until(struct text text, struct text rest)
{
    return (struct text){text.data, (size_t)(rest.data - text.data)};
}

/* What to write in place of a number alone, or of an unsigned range. */
static int refuse(struct text text, const struct signed_form *form, struct error *error)
{
    const int shown = (int)(text.size < 60 ? text.size : 60);
    struct text rest = text, high;
    int32_t number;
    int in_percent = 0, has_low = take_number(&rest, form, &number, &in_percent);
    const struct text low = until(text, rest);
    const char *mates = form->mate != 0 ? ", \"#5..\"" : form->takes_percent ? ", \"..-15%\"" : "";
    if (has_low && rest.size == 0)
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  number < 0 ? "\"%.*s\" could mean two things: write \"..%.*s\" or \"=%.*s\""
                             : "\"%.*s\" could mean two things: write \"%.*s..\" or \"=%.*s\"",
                  shown, text.data, (int)low.size, low.data, (int)low.size, low.data);
    else if (has_low && take(&rest, "-") &&
             (high = rest, take_number(&rest, form, &number, &in_percent) && rest.size == 0))
        error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" is no range: write \"%.*s..%.*s\"", shown,
                  text.data, (int)low.size, low.data, (int)high.size, high.data);
    else
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "\"%.*s\" is no range: write \"-1..2\", \"3..\", \"..-3\" or \"=0\"%s, with numbers up to "
                  "%d%s",
                  shown, text.data, mates, (int)form->limit,
                  form->decimals != 0 ? " and two decimals at most" : "");
    return 0;
}

/* The first number beyond the limit, in units. */
static int32_t beyond(const struct signed_form *form)
{
    int32_t number = form->limit + 1;
    for (unsigned i = 0; i < form->decimals; i++)
        number *= 10;
    return number;
}

int signed_range_read(struct text text, const struct signed_form *form, struct signed_range *range,
                      struct error *error)
{
    struct text rest = text;
    const int32_t open = beyond(form);
    int in_percent = 0, is_one = take(&rest, "=");
    int has_low = take_number(&rest, form, &range->low, &in_percent), has_high = has_low;
    range->high = range->low;
    if (!is_one) {
        if (!take(&rest, ".."))
            return refuse(text, form, error);
        if (!has_low)
            range->low = -open;
        has_high = take_number(&rest, form, &range->high, &in_percent);
        if (!has_high && rest.size == 0)
            range->high = open;
    }
    range->in_percent = in_percent;
    if (rest.size != 0 || (!has_low && !has_high))
        return refuse(text, form, error);
    if (range->low <= range->high || !has_low || !has_high)
        return 1;
    error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" ends before it begins",
              (int)(text.size < 60 ? text.size : 60), text.data);
    return 0;
}
