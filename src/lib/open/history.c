#include "lib/open/history.h"

#include "lib/open/reader_records.h"

void history_init(struct history *history, struct memory *memory)
{
    *history = (struct history){.memory = memory};
    buffer_init(&history->commands, memory);
    deleted_games_init(&history->deleted, memory);
}

void history_free(struct history *history)
{
    memory_release(history->memory, history->changes, history->capacity * sizeof *history->changes);
    buffer_free(&history->commands);
    deleted_games_free(&history->deleted);
    history_init(history, history->memory);
}

static enum pgnpack_status add_change(void *opaque, size_t segment, const struct record_change *change,
                                      struct error *error)
{
    struct history *history = opaque;
    const struct history_change added = {.number = change->number,
                                         .time = change->time,
                                         .takes_back = change->takes_back,
                                         .segment = segment,
                                         .command_start = history->commands.size,
                                         .command_size = change->command.size};
    buffer_append(&history->commands, change->command.data, change->command.size);
    if (buffer_failed(&history->commands) || history->count >= UINT32_MAX - 1 ||
        !MEMORY_GROW(history->memory, history->changes, history->capacity, history->count + 1))
        return error_no_memory(error);
    history->changes[history->count++] = added;
    return PGNPACK_OK;
}

static enum pgnpack_status add_list(void *opaque, size_t segment, struct record_list *list,
                                    struct error *error)
{
    struct history *history = opaque;
    struct history_change *change = &history->changes[history->count - 1];
    uint64_t games = 0;
    (void)segment;
    for (size_t i = 0; i < list->ranges.count; i++) {
        struct game_range *range = &list->ranges.ranges[i];
        games += range->end - range->first;
        range->change = (uint32_t)history->count;
    }
    change->games[list->kind] += games + list->gone;
    change->added_here += list->kind == DELETION_ADDED ? games : 0;
    if (list->kind == DELETION_ADDED || list->ranges.count == 0 ||
        deleted_games_add(&history->deleted, &list->ranges))
        return PGNPACK_OK;
    return error_no_memory(error);
}

/* Games of a segment that no list says to be added came with its last change. */
static void count_added(struct history *history, const struct segment_list *segments)
{
    for (size_t i = 0, end; i < history->count; i = end) {
        const size_t number = history->changes[i].segment;
        uint64_t left = segments->segments[number].game_count;
        size_t last = i;
        for (end = i; end < history->count && history->changes[end].segment == number; end++) {
            uint64_t here = history->changes[end].added_here;
            left -= here < left ? here : left;
            last = history->changes[end].number != 0 ? end : last;
        }
        history->changes[last].games[DELETION_ADDED] += left;
        history->changes[last].added_here += left;
    }
}

enum pgnpack_status history_read(struct history *history, const struct pgnpack_reader *reader,
                                 struct error *error)
{
    const struct record_visitor visitor = {.change = add_change, .list = add_list, .opaque = history};
    struct work_count work;
    work_start(&work, work_limit_left(reader->work_limit, 0));
    enum pgnpack_status status = reader_visit_records(reader, history->memory, &work, &visitor, error);
    if (status == PGNPACK_OK && !deleted_games_finish(&history->deleted))
        status = error_no_memory(error);
    if (status == PGNPACK_OK)
        count_added(history, &reader->segments);
    return status;
}
