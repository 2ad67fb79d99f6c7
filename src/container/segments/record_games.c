#include "container/segments/record_games.h"

#include <stdlib.h>

/* A range of games that are of one segment, as are its targets; its numbers count in them. */
struct placed_range {
    size_t of, target; /* segments of the base; its count: the record's own */
    struct game_range range;
};

struct placed_list {
    struct placed_range *ranges;
    size_t count, capacity;
    struct memory *memory;
};

/* The segment that has the game, its first one, and how many of `games` from there on it has. */
static size_t place_of(const struct record_base *base, uint64_t game, uint64_t *first_ret, uint64_t *games)
{
    *first_ret = base->game_count;
    if (game >= base->game_count)
        return base->count;
    const struct segment *segment = segment_list_of_game(base->segments, game);
    uint64_t left = segment->first_game + segment->game_count - game;
    *first_ret = segment->first_game;
    *games = left < *games ? left : *games;
    return (size_t)(segment - base->segments->segments);
}

/* Cut where a segment ends. Returns 0 when there is no memory. */
static int place(struct placed_list *list, const struct record_base *base, struct game_range range)
{
    while (range.first < range.end) {
        struct placed_range placed = {.target = SIZE_MAX, .range = range};
        uint64_t games = range.end - range.first, first;
        placed.of = place_of(base, range.first, &first, &games);
        placed.range.first -= first;
        if (range.target != 0) {
            placed.target = place_of(base, range.target - 1, &first, &games);
            placed.range.target -= first;
        }
        placed.range.end = placed.range.first + games;
        if (!MEMORY_GROW(list->memory, list->ranges, list->capacity, list->count + 1))
            return 0;
        list->ranges[list->count++] = placed;
        range = game_range_from(range, range.first + games);
    }
    return 1;
}

static int compare_lists(const struct placed_range *left, const struct placed_range *right)
{
    if (left->of != right->of)
        return left->of < right->of ? -1 : 1;
    if (left->range.kind != right->range.kind)
        return left->range.kind < right->range.kind ? -1 : 1;
    return (left->target > right->target) - (left->target < right->target);
}

static int compare(const void *a, const void *b)
{
    const struct placed_range *left = a, *right = b;
    int order = compare_lists(left, right);
    return order != 0 ? order
                      : (left->range.first > right->range.first) - (left->range.first < right->range.first);
}

static struct record_place name_of(const struct record_base *base, size_t number)
{
    if (number >= base->count)
        return (struct record_place){0, 0};
    const struct segment *segment = &base->segments->segments[number];
    if (!segment->has_identity)
        return (struct record_place){RECORD_NO_IDENTITY, 0};
    return (struct record_place){segment->identity,
                                 segment_list_twins_after(base->segments, segment, base->count - 1)};
}

/* Those from `first` to before `end` make a list: their ranges are moved together for that. */
static void add_list(struct record_writer *writer, const struct record_base *base, struct placed_list *list,
                     size_t first, size_t end, struct game_range *room)
{
    const struct placed_range *head = &list->ranges[first];
    const struct record_place of = name_of(base, head->of), target = name_of(base, head->target);
    for (size_t i = first; i < end; i++)
        room[i - first] = list->ranges[i].range;
    record_writer_add(writer, head->range.kind, &of, head->target == SIZE_MAX ? NULL : &target, room,
                      end - first);
}

int record_add_games(struct record_writer *writer, const struct record_base *base,
                     const struct game_range *ranges, size_t count, struct memory *memory)
{
    struct placed_list list = {.memory = memory};
    int is_done = 1;
    for (size_t i = 0; i < count && is_done; i++)
        is_done = place(&list, base, ranges[i]);
    size_t room_size = list.count * sizeof(struct game_range);
    struct game_range *room = list.count == 0 || !is_done ? NULL : memory_get(memory, room_size);
    is_done = is_done && (room != NULL || list.count == 0);
    if (is_done && list.count > 1)
        qsort(list.ranges, list.count, sizeof *list.ranges, compare);
    for (size_t i = 0, end; is_done && i < list.count; i = end) {
        for (end = i + 1; end < list.count && compare_lists(&list.ranges[i], &list.ranges[end]) == 0;)
            end++;
        add_list(writer, base, &list, i, end, room);
    }
    memory_release(memory, room, room == NULL ? 0 : room_size);
    memory_release(memory, list.ranges, list.capacity * sizeof *list.ranges);
    return is_done;
}
