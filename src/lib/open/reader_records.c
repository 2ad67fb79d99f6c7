#include "lib/open/reader_records.h"

#include "lib/open/annex_section.h"

size_t reader_record_start(const struct pgnpack_reader *reader, const struct segment *segment)
{
    size_t start = segment->first_block + segment->block_count;
    while (start > segment->first_block && (reader->index.entries[start - 1].flags & BCGN_BLOCK_RECORD) != 0)
        start--;
    return start;
}

int record_list_delete(struct record_list *list, struct deleted_games *games)
{
    if (list->kind == DELETION_ADDED)
        return 1;
    for (size_t i = 0; i < list->ranges.count; i++) {
        struct game_range *range = &list->ranges.ranges[i];
        range->kind = range->kind == DELETION_NONE ? DELETION_NONE : DELETION_BY_HAND;
        range->target = 0;
    }
    return list->ranges.count == 0 || deleted_games_add(games, &list->ranges);
}

/* ---- Visiting ---- */

struct visit {
    const struct pgnpack_reader *reader;
    struct memory *memory;
    struct work_count *work;
    const struct record_visitor *visitor;
    struct section_unpacker unpacker;
    size_t segment;
    uint64_t last;    /* number of the last change */
    uint64_t written; /* the same, as its record has it; 0: the segment has none yet */
};

/*
 * A number is kept unless the file has a higher one before, as where files were joined; then the number of a change that it takes back is as
 * much higher.
 */
static enum pgnpack_status tell_change(struct visit *visit, struct record_change *change, struct error *error)
{
    if (change->number != 0 && change->number == visit->written)
        return PGNPACK_OK; /* more of it */
    if (change->number != 0) {
        visit->written = change->number;
        change->number = change->number > visit->last ? change->number : visit->last + 1;
        change->takes_back += change->takes_back == 0 ? 0 : change->number - visit->written;
        visit->last = change->number;
    }
    return visit->visitor->change == NULL
               ? PGNPACK_OK
               : visit->visitor->change(visit->visitor->opaque, visit->segment, change, error);
}

static enum pgnpack_status tell_lists(struct visit *visit, struct record_reader *record, struct error *error)
{
    struct record_list list = {.kind = 0};
    enum pgnpack_status status;
    while ((status = record_reader_list(record, &list, visit->memory, error)) == PGNPACK_OK)
        if (visit->visitor->list != NULL &&
            (status = visit->visitor->list(visit->visitor->opaque, visit->segment, &list, error)) !=
                PGNPACK_OK)
            break;
    game_range_list_free(&list.ranges, visit->memory);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status tell_section(struct visit *visit, const struct buffer *bytes, struct error *error)
{
    struct record_reader record;
    struct record_change change;
    enum pgnpack_status status;
    record_reader_open(&record, bytes->data, bytes->size, &visit->reader->segments, visit->segment);
    while ((status = record_reader_next(&record, &change, error)) == PGNPACK_OK) {
        status = tell_change(visit, &change, error);
        if (status == PGNPACK_OK)
            status = tell_lists(visit, &record, error);
        if (status != PGNPACK_OK)
            return status;
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

/* Passed over, unless nobody knew of it before. */
static enum pgnpack_status take_damage(struct visit *visit, const struct error *trouble, struct error *error)
{
    const struct segment *segment = &visit->reader->segments.segments[visit->segment];
    if (visit->visitor->damage != NULL)
        visit->visitor->damage(visit->visitor->opaque, visit->segment, trouble);
    else if (segment->record_damage == PGNPACK_OK)
        return (*error = *trouble).status;
    return PGNPACK_OK;
}

/* A block of the record changes all that it says, or, if it is damaged, nothing. */
static enum pgnpack_status visit_block(struct visit *visit, size_t block, struct error *error)
{
    struct buffer bytes;
    struct error trouble;
    error_clear(&trouble);
    buffer_init(&bytes, visit->memory);
    enum pgnpack_status status = annex_section_read(visit->reader, block, BCGN_SECTION_RECORD, 0,
                                                    &visit->unpacker, visit->work, &bytes, &trouble);
    if (status == PGNPACK_OK)
        status = record_check(bytes.data, bytes.size, visit->reader->index.entries[block].flags,
                              &visit->reader->segments, visit->segment, &trouble);
    if (status == PGNPACK_OK)
        status = tell_section(visit, &bytes, error);
    else if (status_is_damage(status))
        status = take_damage(visit, &trouble, error);
    else
        *error = trouble;
    buffer_free(&bytes);
    return status;
}

static enum pgnpack_status visit_segment(struct visit *visit, struct error *error)
{
    const struct segment *segment = &visit->reader->segments.segments[visit->segment];
    size_t block = reader_record_start(visit->reader, segment);
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t last = visit->last;
    visit->written = 0;
    for (; block < segment->first_block + segment->block_count && status == PGNPACK_OK; block++)
        status = visit_block(visit, block, error);
    if (status == PGNPACK_OK && visit->last == last && (segment->has_record || segment->game_count != 0)) {
        struct record_change change = {.number = last + 1, .command = {"", 0}};
        status = tell_change(visit, &change, error);
    }
    return status;
}

enum pgnpack_status reader_visit_records(const struct pgnpack_reader *reader, struct memory *memory,
                                         struct work_count *work, const struct record_visitor *visitor,
                                         struct error *error)
{
    struct visit visit = {.reader = reader, .memory = memory, .work = work, .visitor = visitor};
    enum pgnpack_status status = PGNPACK_OK;
    section_unpacker_init(&visit.unpacker, memory);
    for (; visit.segment < reader->segments.count && status == PGNPACK_OK; visit.segment++)
        status = visit_segment(&visit, error);
    section_unpacker_free(&visit.unpacker);
    return status;
}

/* ---- Opening ---- */

static enum pgnpack_status note_change(void *opaque, size_t number, const struct record_change *change,
                                       struct error *error)
{
    struct segment_list *list = &((struct pgnpack_reader *)opaque)->segments;
    struct segment *segment = &list->segments[number];
    if (change->number != 0)
        segment->state = change->number;
    segment->time = change->time;
    segment->previous = change->previous;
    segment->command_start = list->commands.size;
    segment->command_size = change->command.size;
    buffer_append(&list->commands, change->command.data, change->command.size);
    return buffer_failed(&list->commands) ? error_no_memory(error) : PGNPACK_OK;
}

static enum pgnpack_status take_list(void *opaque, size_t number, struct record_list *list,
                                     struct error *error)
{
    struct pgnpack_reader *reader = opaque;
    reader->segments.segments[number].changes_games |=
        list->kind != DELETION_ADDED && list->ranges.count != 0;
    return record_list_delete(list, &reader->deleted) ? PGNPACK_OK : error_no_memory(error);
}

static void note_damage(void *opaque, size_t number, const struct error *error)
{
    struct pgnpack_reader *reader = opaque;
    struct segment *segment = &reader->segments.segments[number];
    reader->damaged_record_count += segment->record_damage == PGNPACK_OK;
    segment->record_damage = error->status;
}

enum pgnpack_status reader_read_records(struct pgnpack_reader *reader, struct error *error)
{
    const struct record_visitor visitor = {note_change, take_list, note_damage, reader};
    struct segment_list *list = &reader->segments;
    enum pgnpack_status status = segment_list_sort(list) ? PGNPACK_OK : error_no_memory(error);
    for (size_t i = 0; i < list->count; i++) {
        struct segment *segment = &list->segments[i];
        segment->has_record =
            reader_record_start(reader, segment) != segment->first_block + segment->block_count;
    }
    if (status == PGNPACK_OK)
        status = reader_visit_records(reader, &reader->memory, &reader->work, &visitor, error);
    for (size_t i = 1; i < list->count; i++) /* what is no change leaves the state as it is */
        if (list->segments[i].state == 0)
            list->segments[i].state = list->segments[i - 1].state;
    if (status == PGNPACK_OK && !deleted_games_finish(&reader->deleted))
        status = error_no_memory(error);
    return status;
}
