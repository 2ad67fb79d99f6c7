#include "lib/change/carry.h"

#include "container/segments/segment_record.h"
#include "lib/open/reader_records.h"

struct carrying {
    const struct carry *carry;
    struct record_writer *out;
    struct memory *memory;
    size_t segment;             /* whose changes are told; SIZE_MAX: none of ours yet */
    int is_told;                /* the last change is one that goes along */
    struct deleted_games added; /* games of the segment that lists say to be added */
};

static uint64_t games_of(const struct game_range_list *list)
{
    uint64_t games = 0;
    for (size_t i = 0; i < list->count; i++)
        games += list->ranges[i].end - list->ranges[i].first;
    return games;
}

/* How many games before this one come along. */
static uint64_t kept_before(const struct carrying *carrying, uint64_t game)
{
    const struct pgnpack_reader *reader = carrying->carry->reader;
    uint64_t first = reader->segments.segments[carrying->carry->first].first_game;
    return game - first - deleted_games_between(&reader->deleted, first, game);
}

/* Those of the added games that come along, and how many do not. */
static void write_added(struct carrying *carrying, const struct game_range_list *list)
{
    static const struct record_place own = {0, 0};
    uint64_t gone = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct game_range range = list->ranges[i];
        uint64_t games = range.end - range.first;
        range.first = kept_before(carrying, range.first);
        range.end = kept_before(carrying, range.end);
        gone += games - (range.end - range.first);
        if (range.first < range.end)
            record_writer_add(carrying->out, DELETION_ADDED, &own, NULL, &range, 1);
    }
    record_writer_add_gone(carrying->out, DELETION_ADDED, gone);
}

static enum pgnpack_status write_list(struct carrying *carrying, unsigned kind,
                                      const struct game_range_list *list, struct error *error)
{
    const struct carry *carry = carrying->carry;
    const struct segment_list *segments = &carry->reader->segments;
    const struct record_base base = {segments, carry->first, segments->segments[carry->first].first_game};
    if (!carry->keeps_deleted && kind == DELETION_ADDED)
        write_added(carrying, list);
    else if (!carry->keeps_deleted)
        record_writer_add_gone(carrying->out, kind, games_of(list));
    else if (!record_add_games(carrying->out, &base, list->ranges, list->count, carrying->memory))
        return error_no_memory(error);
    return PGNPACK_OK;
}

/* ---- What a segment added by its last change ---- */

/* With the games that no list named. */
static enum pgnpack_status end_segment(struct carrying *carrying, struct error *error)
{
    struct game_range_list list = {NULL, 0, 0};
    if (carrying->segment == SIZE_MAX)
        return PGNPACK_OK;
    const struct segment *segment = &carrying->carry->reader->segments.segments[carrying->segment];
    const struct game_range all = {.first = segment->first_game,
                                   .end = segment->first_game + segment->game_count,
                                   .kind = DELETION_ADDED};
    enum pgnpack_status status = deleted_games_finish(&carrying->added) &&
                                         deleted_games_others(&carrying->added, all, &list, carrying->memory)
                                     ? PGNPACK_OK
                                     : error_no_memory(error);
    if (status == PGNPACK_OK)
        status = write_list(carrying, DELETION_ADDED, &list, error);
    game_range_list_free(&list, carrying->memory);
    deleted_games_free(&carrying->added);
    carrying->segment = SIZE_MAX;
    return status;
}

/* ---- The visitor ---- */

static enum pgnpack_status take_change(void *opaque, size_t segment, const struct record_change *change,
                                       struct error *error)
{
    struct carrying *carrying = opaque;
    int is_ours = segment >= carrying->carry->first && segment < carrying->carry->end;
    enum pgnpack_status status = segment == carrying->segment ? PGNPACK_OK : end_segment(carrying, error);
    carrying->is_told = is_ours && change->number != 0;
    if (status != PGNPACK_OK || !carrying->is_told)
        return status;
    carrying->segment = segment;
    record_writer_begin(carrying->out, change);
    return PGNPACK_OK;
}

static enum pgnpack_status take_list(void *opaque, size_t segment, struct record_list *list,
                                     struct error *error)
{
    struct carrying *carrying = opaque;
    (void)segment;
    if (!carrying->is_told)
        return PGNPACK_OK;
    enum pgnpack_status status = write_list(carrying, list->kind, &list->ranges, error);
    record_writer_add_gone(carrying->out, list->kind, list->gone);
    if (status == PGNPACK_OK && list->kind == DELETION_ADDED && list->ranges.count != 0 &&
        !deleted_games_add(&carrying->added, &list->ranges))
        status = error_no_memory(error);
    return status;
}

enum pgnpack_status carry_changes(const struct carry *carry, struct record_writer *out, struct memory *memory,
                                  struct error *error)
{
    struct carrying carrying = {.carry = carry, .out = out, .memory = memory, .segment = SIZE_MAX};
    const struct record_visitor visitor = {.change = take_change, .list = take_list, .opaque = &carrying};
    struct work_count work;
    work_start(&work, work_limit_left(carry->reader->work_limit, 0));
    deleted_games_init(&carrying.added, memory);
    enum pgnpack_status status = reader_visit_records(carry->reader, memory, &work, &visitor, error);
    if (status == PGNPACK_OK)
        status = end_segment(&carrying, error);
    deleted_games_free(&carrying.added);
    return status;
}
