#include "container/game_origins.h"

#include <stdlib.h>

void game_origins_init(struct game_origins *origins, struct memory *memory)
{
    *origins = (struct game_origins){.memory = memory};
}

void game_origins_free(struct game_origins *origins)
{
    memory_release(origins->memory, origins->runs, origins->capacity * sizeof *origins->runs);
    memory_release(origins->memory, origins->ends, origins->ends_size);
    game_origins_init(origins, origins->memory);
}

int game_origins_add(struct game_origins *origins, const struct origin_run *run)
{
    if (!MEMORY_GROW(origins->memory, origins->runs, origins->capacity, origins->count + 1))
        return 0;
    origins->runs[origins->count++] = *run;
    return 1;
}

/* Later ones behind earlier ones of the same old games. */
static int compare_runs(const void *a, const void *b)
{
    const struct origin_run *left = a, *right = b;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    if (left->old_first != right->old_first)
        return left->old_first < right->old_first ? -1 : 1;
    return (left->new_first > right->new_first) - (left->new_first < right->new_first);
}

int game_origins_sort(struct game_origins *origins)
{
    if (origins->count == 0)
        return 1;
    qsort(origins->runs, origins->count, sizeof *origins->runs, compare_runs);
    origins->ends_size = origins->count * sizeof *origins->ends;
    origins->ends = memory_get(origins->memory, origins->ends_size);
    if (origins->ends == NULL) {
        origins->ends_size = 0;
        return 0;
    }
    for (size_t i = 0; i < origins->count; i++) {
        const struct origin_run *run = &origins->runs[i];
        uint64_t end = run->old_first + run->count;
        int goes_on = i != 0 && origins->runs[i - 1].identity == run->identity;
        origins->ends[i] = goes_on && origins->ends[i - 1] > end ? origins->ends[i - 1] : end;
    }
    return 1;
}

/* How many runs come before old game `number` of the segment, or begin with it. */
static size_t runs_up_to(const struct game_origins *origins, uint64_t identity, uint64_t number)
{
    size_t low = 0;
    size_t high = origins->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct origin_run *run = &origins->runs[middle];
        if (run->identity < identity || (run->identity == identity && run->old_first <= number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int game_origins_find(const struct game_origins *origins, uint64_t identity, uint64_t number,
                      uint64_t *game_ret)
{
    int is_found = 0;
    for (size_t i = runs_up_to(origins, identity, number);
         i-- > 0 && origins->runs[i].identity == identity && origins->ends[i] > number;) {
        const struct origin_run *run = &origins->runs[i];
        uint64_t game = run->new_first + (number - run->old_first);
        if (number - run->old_first < run->count && (!is_found || game > *game_ret)) {
            *game_ret = game;
            is_found = 1;
        }
    }
    return is_found;
}

int game_origins_next(const struct game_origins *origins, uint64_t identity, uint64_t *identity_ret)
{
    size_t first = identity == 0 ? 0 : runs_up_to(origins, identity - 1, UINT64_MAX);
    if (first == origins->count)
        return 0;
    *identity_ret = origins->runs[first].identity;
    return 1;
}
