#include "container/segments/deleted_games.h"

#include <string.h>

void deleted_games_init(struct deleted_games *games, struct memory *memory)
{
    memset(games, 0, sizeof *games);
    games->memory = memory;
}

void game_range_list_free(struct game_range_list *list, struct memory *memory)
{
    memory_release(memory, list->ranges, list->capacity * sizeof *list->ranges);
    *list = (struct game_range_list){NULL, 0, 0};
}

void deleted_games_free(struct deleted_games *games)
{
    for (unsigned i = 0; i < games->pending_count; i++)
        game_range_list_free(&games->pending[i], games->memory);
    game_range_list_free(&games->deleted, games->memory);
    deleted_games_init(games, games->memory);
}

int game_range_list_add(struct game_range_list *list, struct memory *memory, struct game_range range)
{
    if (range.first >= range.end)
        return 1;
    if (!MEMORY_GROW(memory, list->ranges, list->capacity, list->count + 1))
        return 0;
    list->ranges[list->count++] = range;
    return 1;
}

struct game_range game_range_from(struct game_range range, uint64_t first)
{
    if (first > range.first) {
        range.target += range.target == 0 ? 0 : first - range.first;
        range.first = first;
    }
    return range;
}

/* ---- One list over another ---- */

/* Do two ranges, of which one begins where the other one ends, say the same? */
static int goes_on(const struct game_range *range, const struct game_range *next)
{
    uint64_t target = range->target == 0 ? 0 : range->target + (range->end - range->first);
    return next->first == range->end && next->kind == range->kind && next->change == range->change &&
           next->target == target;
}

/* Adds a range behind those before, as one with the last where both say the same of neighbours. */
static int append(struct game_range_list *list, struct memory *memory, struct game_range range)
{
    struct game_range *last = list->count == 0 ? NULL : &list->ranges[list->count - 1];
    if (last != NULL && goes_on(last, &range)) {
        last->end = range.end;
        return 1;
    }
    return game_range_list_add(list, memory, range);
}

/* The older list, but where the later one says something. */
static int overlay(const struct game_range_list *older, const struct game_range_list *later,
                   struct game_range_list *result, struct memory *memory)
{
    size_t i = 0;
    uint64_t done = 0; /* of the older list, all before this has been dealt with */
    for (size_t j = 0; j <= later->count; j++) {
        uint64_t limit = j < later->count ? later->ranges[j].first : UINT64_MAX;
        for (; i < older->count && older->ranges[i].first < limit; i++) {
            struct game_range range = game_range_from(older->ranges[i], done);
            int is_cut = range.end > limit;
            range.end = is_cut ? limit : range.end;
            if (range.first < range.end && !append(result, memory, range))
                return 0;
            if (is_cut)
                break;
        }
        if (j == later->count)
            break;
        if (!append(result, memory, later->ranges[j]))
            return 0;
        done = later->ranges[j].end;
    }
    return 1;
}

/* Makes one of the two latest lists. */
static int join_latest(struct deleted_games *games)
{
    struct game_range_list *older = &games->pending[games->pending_count - 2];
    struct game_range_list *later = older + 1;
    struct game_range_list both = {NULL, 0, 0};
    int is_done = overlay(older, later, &both, games->memory);
    game_range_list_free(older, games->memory);
    game_range_list_free(later, games->memory);
    *older = both;
    games->pending_count--;
    games->ranks[games->pending_count - 1]++;
    return is_done;
}

int deleted_games_add(struct deleted_games *games, struct game_range_list *list)
{
    int is_done = 1;
    games->pending[games->pending_count] = *list;
    games->ranks[games->pending_count++] = 0;
    *list = (struct game_range_list){NULL, 0, 0};
    while (is_done && games->pending_count > 1 &&
           games->ranks[games->pending_count - 1] >= games->ranks[games->pending_count - 2])
        is_done = join_latest(games);
    return is_done;
}

int deleted_games_finish(struct deleted_games *games)
{
    while (games->pending_count > 1)
        if (!join_latest(games))
            return 0;
    game_range_list_free(&games->deleted, games->memory);
    games->count = 0;
    for (size_t i = 0; games->pending_count != 0 && i < games->pending[0].count; i++) {
        const struct game_range *range = &games->pending[0].ranges[i];
        if (range->kind != DELETION_NONE && !append(&games->deleted, games->memory, *range))
            return 0;
        games->count += range->kind != DELETION_NONE ? range->end - range->first : 0;
    }
    return 1;
}

/* ---- Asking ---- */

static size_t first_ending_after(const struct game_range_list *list, uint64_t number)
{
    size_t low = 0;
    size_t high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->ranges[middle].end <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct game_range *deleted_games_from(const struct deleted_games *games, uint64_t number)
{
    size_t i = first_ending_after(&games->deleted, number);
    return i < games->deleted.count ? &games->deleted.ranges[i] : NULL;
}

int deleted_games_have(const struct deleted_games *games, uint64_t number)
{
    const struct game_range *range = games->count == 0 ? NULL : deleted_games_from(games, number);
    return range != NULL && range->first <= number;
}

int deleted_games_others(const struct deleted_games *games, struct game_range range,
                         struct game_range_list *list, struct memory *memory)
{
    int is_done = 1;
    for (uint64_t at = range.first; is_done && at < range.end;) {
        const struct game_range *next = deleted_games_from(games, at);
        struct game_range part = game_range_from(range, at);
        part.end = next == NULL || next->first > range.end ? range.end : next->first;
        is_done = game_range_list_add(list, memory, part);
        at = next == NULL ? range.end : next->end;
    }
    return is_done;
}

uint64_t deleted_games_between(const struct deleted_games *games, uint64_t first, uint64_t end)
{
    uint64_t count = 0;
    const struct game_range_list *list = &games->deleted;
    for (size_t i = first_ending_after(list, first); i < list->count && list->ranges[i].first < end; i++) {
        uint64_t from = list->ranges[i].first < first ? first : list->ranges[i].first;
        uint64_t to = list->ranges[i].end < end ? list->ranges[i].end : end;
        count += to - from;
    }
    return count;
}
