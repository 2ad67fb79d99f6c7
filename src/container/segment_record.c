#include "container/segment_record.h"

#include "util/bytes.h"

void record_write_head(const struct record_head *head, struct buffer *out)
{
    uint8_t previous[8];
    varint_append(out, head->time);
    store_le64(previous, head->previous);
    buffer_append(out, previous, sizeof previous);
    varint_append_text(out, head->command);
}

void record_write_ranges(uint64_t identity, uint64_t games_after, const struct game_range *ranges,
                         size_t count, struct buffer *out)
{
    uint8_t bytes[8];
    uint64_t done = 0;
    if (count == 0)
        return;
    store_le64(bytes, identity);
    buffer_append(out, bytes, sizeof bytes);
    varint_append(out, 2 * (uint64_t)count + (ranges[0].is_deleted != 0));
    for (size_t i = 0; i < count; i++) {
        varint_append(out, ranges[i].first - done + (i == 0 ? games_after : 0));
        varint_append(out, ranges[i].end - ranges[i].first - 1);
        done = ranges[i].end;
    }
}

static enum pgnpack_status bad_record(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the record of a segment's changes is not in order");
}

enum pgnpack_status record_read_head(struct byte_source *source, struct record_head *head,
                                     struct error *error)
{
    head->time = byte_source_varint(source);
    const uint8_t *previous = byte_source_take(source, 8);
    head->previous = previous == NULL ? 0 : load_le64(previous);
    head->command = byte_source_text(source, RECORD_COMMAND_SIZE_MAX);
    return source->failed ? bad_record(error) : PGNPACK_OK;
}

/* Adds games of the segment `of`, or of one like it before that. Returns 0 when there are none such. */
static enum pgnpack_status add_range(const struct segment_list *segments, const struct segment *of,
                                     struct game_range range, struct game_range_list *ranges,
                                     struct memory *memory, struct error *error)
{
    uint64_t games_after = of->game_count == 0 ? 0 : range.first - range.first % of->game_count;
    const struct segment *segment = of;
    if (games_after != 0)
        segment = segment_list_twin_before(segments, of, games_after / of->game_count);
    if (segment == NULL || segment->game_count != of->game_count || range.end - games_after > of->game_count)
        return bad_record(error);
    range.first += segment->first_game - games_after;
    range.end += segment->first_game - games_after;
    return game_range_list_add(ranges, memory, range) ? PGNPACK_OK : error_no_memory(error);
}

/* One list, of the segment `of`; NULL: of one that is not there. */
static enum pgnpack_status read_list(struct byte_source *source, const struct segment_list *segments,
                                     const struct segment *of, struct game_range_list *ranges,
                                     struct memory *memory, struct error *error)
{
    uint64_t head = byte_source_varint(source);
    uint64_t done = 0;
    enum pgnpack_status status = source->failed || head < 2 ? bad_record(error) : PGNPACK_OK;
    for (uint64_t i = 0; i < head / 2 && status == PGNPACK_OK; i++) {
        uint64_t gap = byte_source_varint_max(source, INT64_MAX - done);
        uint64_t more = byte_source_varint_max(source, INT64_MAX);
        if (source->failed || more >= INT64_MAX - done - gap)
            return bad_record(error);
        struct game_range range = {done + gap, done + gap + more + 1, (int)(head & 1)};
        done = range.end;
        if (of != NULL)
            status = add_range(segments, of, range, ranges, memory, error);
    }
    return status;
}

enum pgnpack_status record_read_ranges(struct byte_source *source, const struct segment_list *segments,
                                       size_t number, struct game_range_list *ranges, struct memory *memory,
                                       struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && byte_source_left(source) != 0) {
        const uint8_t *identity = byte_source_take(source, 8);
        if (identity == NULL)
            return bad_record(error);
        uint64_t its = load_le64(identity);
        const struct segment *of =
            its == 0 ? &segments->segments[number] : segment_list_find(segments, its, number);
        status = read_list(source, segments, of, ranges, memory, error);
    }
    if (status == PGNPACK_OK && !game_range_list_sort(ranges))
        status = bad_record(error);
    return status;
}
