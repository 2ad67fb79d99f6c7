#include "lib/open/left_out.h"

#include <string.h>

static uint64_t limited(uint64_t number, uint64_t end)
{
    return number < end ? number : end;
}

/* Passes the list's range that has the game; *next_ret: where it goes on, if before what that is. */
static uint64_t pass(const struct deleted_games *games, uint64_t number, uint64_t *next_ret)
{
    const struct game_range *range = deleted_games_from(games, number);
    if (range != NULL && range->first <= number) {
        number = range->end;
        range = deleted_games_from(games, number);
    }
    *next_ret = range == NULL ? *next_ret : limited(range->first, *next_ret);
    return number;
}

uint64_t left_out_pass(const struct pgnpack_reader *reader, struct games_there *there, uint64_t number)
{
    if (!left_out_any(reader) || (number >= there->first && number < there->end))
        return number;
    uint64_t before, next;
    do {
        before = number;
        next = UINT64_MAX;
        if (!reader->with_deleted)
            number = pass(&reader->deleted, number, &next);
        number = pass(&reader->skipped, number, &next);
    } while (number != before);
    *there = (struct games_there){number, next};
    return number;
}

uint64_t left_out_between(const struct pgnpack_reader *reader, uint64_t first, uint64_t end)
{
    const struct game_range *range;
    uint64_t deleted = reader->with_deleted ? 0 : deleted_games_between(&reader->deleted, first, end);
    uint64_t count = deleted + left_out_skipped(reader, first, end);
    /* Some of a skipped block's are deleted, too. */
    for (uint64_t at = first; deleted != 0 && at < end; at = range->end) {
        range = deleted_games_from(&reader->skipped, at);
        if (range == NULL || range->first >= end)
            break;
        count -= deleted_games_between(&reader->deleted, range->first < at ? at : range->first,
                                       limited(range->end, end));
    }
    return count;
}

void left_out_clear(const struct pgnpack_reader *reader, const struct index_entry *entry, int others,
                    uint8_t *games)
{
    const uint64_t first = entry->games_before, end = first + entry->game_count;
    if (left_out_skipped(reader, first, end) != 0) {
        memset(games, 0, entry->game_count);
        return;
    }
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
