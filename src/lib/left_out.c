#include "lib/left_out.h"

#include <string.h>

uint64_t left_out_pass(const struct pgnpack_reader *reader, struct games_there *there, uint64_t number)
{
    if (!left_out_any(reader) || (number >= there->first && number < there->end))
        return number;
    const struct game_range *range = deleted_games_from(&reader->deleted, number);
    if (range != NULL && range->first <= number) {
        number = range->end;
        range = deleted_games_from(&reader->deleted, number);
    }
    *there = (struct games_there){number, range == NULL ? UINT64_MAX : range->first};
    return number;
}

static uint64_t limited(uint64_t number, uint64_t end)
{
    return number < end ? number : end;
}

void left_out_clear(const struct pgnpack_reader *reader, const struct index_entry *entry, int others,
                    uint8_t *games)
{
    const uint64_t first = entry->games_before, end = first + entry->game_count;
    for (uint64_t next = first; next < end;) {
        const struct game_range *range = deleted_games_from(&reader->deleted, next);
        uint64_t from = range == NULL ? end : limited(range->first < next ? next : range->first, end);
        uint64_t to = range == NULL ? end : limited(range->end, end);
        if (others)
            memset(games + (next - first), 0, (size_t)(from - next));
        else
            memset(games + (from - first), 0, (size_t)(to - from));
        next = to;
    }
}
