#include "cli/game_ranges.h"

#include <stdlib.h>

#include "cli/option_values.h"

static int add(struct game_ranges *ranges, const struct game_range *range)
{
    struct game_range *grown = realloc(ranges->ranges, (ranges->count + 1) * sizeof *grown);
    if (grown == NULL)
        return 0;
    ranges->ranges = grown;
    ranges->ranges[ranges->count++] = *range;
    return 1;
}

/* "5", "5-9" or "5-"; returns what follows, or NULL. */
static const char *read_range(const char *word, struct game_range *range)
{
    word = option_digits(word, &range->first);
    if (word == NULL)
        return NULL;
    range->last = range->first;
    range->is_open = 0;
    if (*word == '-') {
        word++;
        range->last = UINT64_MAX;
        range->is_open = *word == ',' || *word == '\0';
        if (!range->is_open)
            word = option_digits(word, &range->last);
    }
    return word != NULL && range->first != 0 && range->first <= range->last ? word : NULL;
}

enum game_ranges_result game_ranges_add(struct game_ranges *ranges, const char *word)
{
    struct game_range range;
    for (;;) {
        word = read_range(word, &range);
        if (word == NULL || (*word != ',' && *word != '\0'))
            return GAME_RANGES_NONSENSE;
        if (!add(ranges, &range))
            return GAME_RANGES_NO_MEMORY;
        if (*word == '\0')
            return GAME_RANGES_ADDED;
        word++;
    }
}

void game_ranges_free(struct game_ranges *ranges)
{
    free(ranges->ranges);
    *ranges = (struct game_ranges){NULL, 0};
}
