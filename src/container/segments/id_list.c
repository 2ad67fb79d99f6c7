#include "container/segments/id_list.h"

#include <stdlib.h>

#include "container/segments/segment_list.h"

int id_list_add(struct id_list *list, const struct id_run *run)
{
    struct id_run *last = list->count == 0 ? NULL : &list->runs[list->count - 1];
    if (last != NULL && last->identity == run->identity && last->number + last->count == run->number &&
        last->game + last->count == run->game) {
        last->count += run->count;
        return 1;
    }
    return id_list_add_alone(list, run);
}

int id_list_add_alone(struct id_list *list, const struct id_run *run)
{
    if (!MEMORY_GROW(list->memory, list->runs, list->capacity, list->count + 1))
        return 0;
    list->runs[list->count++] = *run;
    return 1;
}

/* ---- By games ---- */

static int compare_games(const void *a, const void *b)
{
    const struct id_run *left = a, *right = b;
    if (left->game != right->game)
        return left->game < right->game ? -1 : 1;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

void id_list_sort_by_game(struct id_list *list)
{
    size_t done = 1;
    while (done < list->count && list->runs[done - 1].game < list->runs[done].game)
        done++;
    if (done < list->count)
        qsort(list->runs, list->count, sizeof *list->runs, compare_games);
}

const struct id_run *id_list_before(const struct id_list *list, uint64_t game)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->runs[middle].game <= game)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? NULL : &list->runs[low - 1];
}

/* ---- By ids ---- */

static int compare_ids(const void *a, const void *b)
{
    const struct id_run *left = a, *right = b;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    return (left->game > right->game) - (left->game < right->game);
}

int id_list_sort_by_id(struct id_list *list)
{
    if (list->count == 0)
        return 1;
    qsort(list->runs, list->count, sizeof *list->runs, compare_ids);
    list->ends_size = list->count * sizeof *list->ends;
    list->ends = memory_get(list->memory, list->ends_size);
    if (list->ends == NULL) {
        list->ends_size = 0;
        return 0;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct id_run *run = &list->runs[i];
        uint64_t end = run->number + run->count;
        int goes_on = i != 0 && run[-1].identity == run->identity;
        list->ends[i] = goes_on && list->ends[i - 1] > end ? list->ends[i - 1] : end;
    }
    return 1;
}

/* How many of the runs come before this id, or begin with it. */
size_t id_list_start(const struct id_list *list, uint64_t identity, uint64_t number)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct id_run *run = &list->runs[middle];
        if (run->identity < identity || (run->identity == identity && run->number <= number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct id_run *id_list_next(const struct id_list *list, uint64_t identity, uint64_t number, size_t *at)
{
    while (*at != 0) {
        const struct id_run *run = &list->runs[*at - 1];
        if (run->identity != identity || list->ends[*at - 1] <= number)
            return NULL;
        --*at;
        if (number - run->number < run->count)
            return run;
    }
    return NULL;
}

int id_list_identity(const struct id_list *list, uint64_t identity, uint64_t *identity_ret)
{
    size_t first = identity == 0 ? 0 : id_list_start(list, identity - 1, UINT64_MAX);
    if (first == list->count)
        return 0;
    *identity_ret = list->runs[first].identity;
    return 1;
}

/* ---- Links ---- */

void id_links_init(struct id_links *links, struct memory *memory)
{
    *links = (struct id_links){.memory = memory};
    id_list_init(&links->by_id, memory);
}

void id_links_free(struct id_links *links)
{
    memory_release(links->memory, links->links, links->capacity * sizeof *links->links);
    id_list_free(&links->by_id);
    id_links_init(links, links->memory);
}

int id_links_add(struct id_links *links, const struct id_link *link)
{
    struct id_link *last = links->count == 0 ? NULL : &links->links[links->count - 1];
    if (last != NULL && last->identity == link->identity && last->number + last->count == link->number &&
        last->to_identity == link->to_identity && last->to_number + last->count == link->to_number) {
        last->count += link->count;
        return 1;
    }
    return id_links_add_alone(links, link);
}

int id_links_add_alone(struct id_links *links, const struct id_link *link)
{
    if (!MEMORY_GROW(links->memory, links->links, links->capacity, links->count + 1))
        return 0;
    links->links[links->count++] = *link;
    return 1;
}

/* ---- The latest ---- */

/* `change`: ranges of the same one go on with each other if their games do. */
static int paint(struct deleted_games *painted, const struct id_run *run, uint32_t change)
{
    struct game_range_list one = {NULL, 0, 0};
    const struct game_range range = {.first = run->number,
                                     .end = run->number + run->count,
                                     .kind = DELETION_DUPLICATE,
                                     .change = change,
                                     .target = 1 + run->game};
    return game_range_list_add(&one, painted->memory, range) && deleted_games_add(painted, &one);
}

/* Runs of one identity, the latest last. `alone`: a run's `game` stays what it is in each of its parts. */
static int add_latest(struct id_list *latest, const struct id_run *runs, size_t count, int alone)
{
    struct deleted_games painted;
    int is_done = 1;
    deleted_games_init(&painted, latest->memory);
    for (size_t i = 0; i < count && is_done; i++)
        is_done = paint(&painted, &runs[i], alone ? (uint32_t)i + 1 : 0);
    is_done = is_done && deleted_games_finish(&painted);
    for (size_t i = 0; i < painted.deleted.count && is_done; i++) {
        const struct game_range *range = &painted.deleted.ranges[i];
        const struct id_run run = {runs->identity, range->first, range->end - range->first,
                                   alone ? runs[range->change - 1].game : range->target - 1};
        is_done = alone ? id_list_add_alone(latest, &run) : id_list_add(latest, &run);
    }
    deleted_games_free(&painted);
    return is_done;
}

static int have_none_in_common(const struct id_run *runs, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (runs[i].number - runs[i - 1].number < runs[i - 1].count)
            return 0;
    return 1;
}

/* Of one identity, by their numbers. */
static int add_identity(struct id_list *latest, struct id_run *runs, size_t count, int alone)
{
    int is_done = 1;
    if (!have_none_in_common(runs, count)) {
        qsort(runs, count, sizeof *runs, compare_games);
        return add_latest(latest, runs, count, alone);
    }
    for (size_t i = 0; i < count && is_done; i++)
        is_done = alone ? id_list_add_alone(latest, &runs[i]) : id_list_add(latest, &runs[i]);
    return is_done;
}

static int find_latest(struct id_list *latest, struct id_list *all, int alone)
{
    int is_done = 1;
    if (all->count != 0)
        qsort(all->runs, all->count, sizeof *all->runs, compare_ids);
    for (size_t i = 0, end; i < all->count && is_done; i = end) {
        for (end = i; end < all->count && all->runs[end].identity == all->runs[i].identity;)
            end++;
        is_done = add_identity(latest, &all->runs[i], end - i, alone);
    }
    return is_done;
}

int id_list_latest(struct id_list *latest, struct id_list *all)
{
    return find_latest(latest, all, 0);
}

/* The run of such a list that has the id; NULL: none. */
static const struct id_run *run_of(const struct id_list *latest, uint64_t identity, uint64_t number)
{
    size_t at = id_list_start(latest, identity, number);
    const struct id_run *run = at == 0 ? NULL : &latest->runs[at - 1];
    return run != NULL && run->identity == identity && number - run->number < run->count ? run : NULL;
}

int id_list_find(const struct id_list *latest, uint64_t identity, uint64_t number, uint64_t *game_ret)
{
    const struct id_run *run = run_of(latest, identity, number);
    if (run == NULL)
        return 0;
    *game_ret = run->game + (number - run->number);
    return 1;
}

int id_links_sort(struct id_links *links)
{
    struct id_list all;
    int is_done = links->count < UINT32_MAX;
    id_list_init(&all, links->memory);
    id_list_free(&links->by_id);
    for (size_t i = 0; i < links->count && is_done; i++) {
        const struct id_link *link = &links->links[i];
        is_done = id_list_add_alone(&all, &(struct id_run){link->identity, link->number, link->count, i});
    }
    is_done = is_done && find_latest(&links->by_id, &all, 1);
    id_list_free(&all);
    return is_done;
}

int id_links_follow(const struct id_links *links, uint64_t *identity, uint64_t *number)
{
    const struct id_run *run = run_of(&links->by_id, *identity, *number);
    if (run == NULL)
        return 0;
    const struct id_link *link = &links->links[run->game];
    *identity = link->to_identity;
    *number = link->to_number + (*number - link->number);
    return 1;
}
