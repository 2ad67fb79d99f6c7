#include "cli/forms/count_row.h"

int counts_find_extent(const uint64_t *values, size_t count, size_t *first_ret, size_t *end_ret)
{
    size_t first = 0, end = count;
    while (first < end && values[first] == 0)
        first++;
    while (end > first && values[end - 1] == 0)
        end--;
    *first_ret = first;
    *end_ret = end;
    return first < end;
}

/* A number at the beginning of a text; 0: there is none, or it is too large to be meant. */
static unsigned leading_number(struct pgnpack_text text)
{
    unsigned value = 0;
    for (size_t i = 0; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        value = 10 * value + (unsigned)(text.data[i] - '0');
        if (value >= YEAR_COUNT)
            return 0;
    }
    return value;
}

static void count_rating(struct game_counts *counts, struct pgnpack_text value)
{
    unsigned rating = pgnpack_rating(value), range = rating / RATING_STEP;
    if (rating == 0)
        counts->no_ratings++;
    else
        counts->ratings[range < RATING_RANGES ? range : RATING_RANGES - 1]++;
}

void count_row(struct game_counts *counts, const struct count_row *row)
{
    uint32_t range = row->plies / PLY_STEP;
    unsigned year = leading_number(row->date);
    counts->games++;
    counts->plies[range < PLY_RANGES ? range : PLY_RANGES - 1]++;
    counts->results[row->result % RESULT_COUNT]++;
    count_rating(counts, row->white_elo);
    count_rating(counts, row->black_elo);
    if (year != 0)
        counts->years[year]++;
    else
        counts->no_years++;
}
