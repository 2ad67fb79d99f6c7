#include "container/game_origins.h"

#include <stdlib.h>

void game_origins_init(struct game_origins *origins, struct memory *memory)
{
    *origins = (struct game_origins){.memory = memory};
}

void game_origins_free(struct game_origins *origins)
{
    memory_release(origins->memory, origins->runs, origins->capacity * sizeof *origins->runs);
    memory_release(origins->memory, origins->latest, origins->latest_capacity * sizeof *origins->latest);
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

/* ---- The latest games ---- */

/*
 * Runs that have some games in common are gone through in the order of their old games. Of those that have begun and not ended, a heap
 * has that which leads to the latest games at its root; those that have ended are taken from it when they come there.
 */
struct sweep {
    const struct origin_run *runs;
    size_t *heap; /* numbers of runs */
    size_t heap_count;
    size_t next; /* the first run that has not begun */
};

/* Of runs that have an old game in common the one with the largest shift leads to the latest game. */
static uint64_t shift_of(const struct origin_run *run)
{
    return run->new_first + ((uint64_t)INT64_MAX - run->old_first);
}

static uint64_t shift_at(const struct sweep *sweep, size_t i)
{
    return shift_of(&sweep->runs[sweep->heap[i]]);
}

static void exchange(struct sweep *sweep, size_t i, size_t j)
{
    size_t number = sweep->heap[i];
    sweep->heap[i] = sweep->heap[j];
    sweep->heap[j] = number;
}

static void push(struct sweep *sweep, size_t number)
{
    size_t i = sweep->heap_count++;
    sweep->heap[i] = number;
    for (; i != 0 && shift_at(sweep, (i - 1) / 2) < shift_at(sweep, i); i = (i - 1) / 2)
        exchange(sweep, i, (i - 1) / 2);
}

static void pop(struct sweep *sweep)
{
    sweep->heap[0] = sweep->heap[--sweep->heap_count];
    for (size_t i = 0, child; (child = 2 * i + 1) < sweep->heap_count; i = child) {
        if (child + 1 < sweep->heap_count && shift_at(sweep, child + 1) > shift_at(sweep, child))
            child++;
        if (shift_at(sweep, i) >= shift_at(sweep, child))
            break;
        exchange(sweep, i, child);
    }
}

static uint64_t old_end(const struct origin_run *run)
{
    return run->old_first + run->count;
}

/* Old games from `first` to before `end`, which lead where the run does. Returns 0 when there is no memory. */
static int add_latest(struct game_origins *origins, const struct origin_run *run, uint64_t first,
                      uint64_t end)
{
    struct origin_run *last = origins->latest_count == 0 ? NULL : &origins->latest[origins->latest_count - 1];
    if (last != NULL && last->identity == run->identity && old_end(last) == first &&
        shift_of(last) == shift_of(run)) {
        last->count += end - first;
        return 1;
    }
    if (!MEMORY_GROW(origins->memory, origins->latest, origins->latest_capacity, origins->latest_count + 1))
        return 0;
    origins->latest[origins->latest_count++] =
        (struct origin_run){run->identity, first, run->new_first + (first - run->old_first), end - first};
    return 1;
}

/* All runs of the next identity. */
static int sweep_identity(struct game_origins *origins, struct sweep *sweep)
{
    const struct origin_run *runs = origins->runs;
    const uint64_t identity = runs[sweep->next].identity;
    uint64_t at = 0;
    for (;;) {
        while (sweep->heap_count != 0 && old_end(&runs[sweep->heap[0]]) <= at)
            pop(sweep);
        int is_more = sweep->next < origins->count && runs[sweep->next].identity == identity;
        if (sweep->heap_count == 0 && !is_more)
            return 1;
        if (sweep->heap_count == 0 && runs[sweep->next].old_first > at)
            at = runs[sweep->next].old_first;
        if (is_more && runs[sweep->next].old_first <= at) {
            push(sweep, sweep->next++);
            continue;
        }
        const struct origin_run *best = &runs[sweep->heap[0]];
        uint64_t end = old_end(best);
        if (is_more && runs[sweep->next].old_first < end)
            end = runs[sweep->next].old_first;
        if (!add_latest(origins, best, at, end))
            return 0;
        at = end;
    }
}

static int find_latest(struct game_origins *origins)
{
    size_t heap_size = origins->count * sizeof(size_t);
    struct sweep sweep = {.runs = origins->runs, .heap = memory_get(origins->memory, heap_size)};
    int is_done = sweep.heap != NULL;
    while (is_done && sweep.next < origins->count)
        is_done = sweep_identity(origins, &sweep);
    memory_release(origins->memory, sweep.heap, heap_size);
    return is_done;
}

int game_origins_sort(struct game_origins *origins)
{
    origins->latest_count = 0;
    if (origins->count == 0)
        return 1;
    qsort(origins->runs, origins->count, sizeof *origins->runs, compare_runs);
    return find_latest(origins);
}

/* ---- Finding ---- */

/* How many of the runs come before old game `number` of the segment, or begin with it. */
static size_t runs_up_to(const struct origin_run *runs, size_t count, uint64_t identity, uint64_t number)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct origin_run *run = &runs[middle];
        if (run->identity < identity || (run->identity == identity && run->old_first <= number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int game_origins_find_run(const struct game_origins *origins, uint64_t identity, uint64_t number,
                          struct origin_run *run_ret)
{
    size_t i = runs_up_to(origins->latest, origins->latest_count, identity, number);
    const struct origin_run *run = i == 0 ? NULL : &origins->latest[i - 1];
    uint64_t gap = 0;
    if (run != NULL && run->identity == identity) {
        if (number < old_end(run)) {
            *run_ret = *run;
            return 1;
        }
        gap = old_end(run);
    }
    *run_ret = (struct origin_run){.identity = identity, .old_first = gap};
    return 0;
}

int game_origins_find(const struct game_origins *origins, uint64_t identity, uint64_t number,
                      uint64_t *game_ret)
{
    struct origin_run run;
    int is_found = game_origins_find_run(origins, identity, number, &run);
    if (is_found)
        *game_ret = run.new_first + (number - run.old_first);
    return is_found;
}

int game_origins_next(const struct game_origins *origins, uint64_t identity, uint64_t *identity_ret)
{
    size_t first = identity == 0 ? 0 : runs_up_to(origins->runs, origins->count, identity - 1, UINT64_MAX);
    if (first == origins->count)
        return 0;
    *identity_ret = origins->runs[first].identity;
    return 1;
}
