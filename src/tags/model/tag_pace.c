#include "tags/model/tag_pace.h"

#include <string.h>

int64_t tag_pace_time(const struct tag_column *columns, const struct tag_part *which, int64_t number,
                      int64_t other)
{
    enum { MILLISECONDS = 1000, DAY = 86400, DATE_MONTHS = 13, DATE_DAYS = 32 };
    const int64_t date_count = 10000 * DATE_MONTHS * DATE_DAYS;
    unsigned form = columns[which->column].form;
    if (which->other == which->column)
        other = 0;
    if (form == FORM_STAMP)
        return number / MILLISECONDS + other;
    if (form != FORM_DATE || number < 0 || number >= date_count)
        return number + other;
    int64_t months = number / (DATE_MONTHS * DATE_DAYS) * 12 + number / DATE_DAYS % DATE_MONTHS;
    return (months * 31 + number % DATE_DAYS) * DAY + other;
}

int64_t tag_pace_number(const struct tag_pace *pace, int64_t time)
{
    const int64_t gap_limit = INT64_C(1) << 31, pace_limit = INT64_C(1) << 30;
    unsigned oldest = pace->count - 1;
    int64_t last = pace->numbers[0];
    int64_t gap = time - pace->times[0], span = pace->times[0] - pace->times[oldest];
    int64_t way = last - pace->numbers[oldest];
    if (span == 0 || span >= gap_limit || span <= -gap_limit || gap >= gap_limit || gap <= -gap_limit ||
        way / span >= pace_limit || way / span <= -pace_limit)
        return last;
    int64_t number = last + way / span * gap + way % span * gap / span;
    return number > -FORM_NUMBER_LIMIT && number < FORM_NUMBER_LIMIT ? number : last;
}

void tag_pace_add(struct tag_pace *pace, int64_t time, int64_t number)
{
    enum { OLDER = TAG_PACE_COUNT - 1 };
    memmove(pace->times + 1, pace->times, OLDER * sizeof *pace->times);
    memmove(pace->numbers + 1, pace->numbers, OLDER * sizeof *pace->numbers);
    pace->times[0] = time;
    pace->numbers[0] = number;
    pace->count += pace->count < TAG_PACE_COUNT;
}
