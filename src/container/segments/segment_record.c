#include "container/segments/segment_record.h"

#include <stdlib.h>

#include "util/bytes.h"

/* A list's number of ranges, in three bits less than a number has; and parts by which records of any size come to be of many blocks. */
enum { KINDS = DELETION_KINDS, LIST_RANGES_MAX = 1 << 15, SECTION_SIZE = 1 << 20 };

/* ---- Writing ---- */

void record_writer_init(struct record_writer *writer, struct memory *memory)
{
    *writer = (struct record_writer){.list_count = 0};
    buffer_init(&writer->sections, memory);
    buffer_init(&writer->ends, memory);
    buffer_init(&writer->head, memory);
    buffer_init(&writer->lists, memory);
}

void record_writer_free(struct record_writer *writer)
{
    buffer_free(&writer->sections);
    buffer_free(&writer->ends);
    buffer_free(&writer->head);
    buffer_free(&writer->lists);
}

static void write_head(struct record_writer *writer, struct text command)
{
    const struct record_change *change = &writer->change;
    struct buffer *out = &writer->head;
    buffer_clear(out);
    varint_append(out, change->number);
    varint_append(out, change->time);
    buffer_append_le64(out, change->previous);
    varint_append_text(out, command);
    varint_append(out, change->takes_back);
}

/* How many bytes the number has. */
static size_t varint_size(uint64_t number)
{
    size_t size = 1;
    for (; number >= 0x80; number >>= 7)
        size++;
    return size;
}

/* Where the first so many sections end. */
static size_t end_of(const struct record_writer *writer, size_t count)
{
    size_t end = 0;
    if (count != 0)
        memcpy(&end, writer->ends.data + (count - 1) * sizeof end, sizeof end);
    return end;
}

static size_t section_start(const struct record_writer *writer)
{
    return end_of(writer, record_writer_count(writer));
}

static void end_section(struct record_writer *writer)
{
    size_t end = writer->sections.size;
    if (end != section_start(writer))
        buffer_append(&writer->ends, &end, sizeof end);
}

/* What there is of the change goes out. */
static void end_part(struct record_writer *writer)
{
    struct buffer *out = &writer->sections;
    if (writer->head.size == 0)
        return;
    varint_append(out, writer->head.size + varint_size(writer->list_count) + writer->lists.size);
    buffer_append(out, buffer_bytes(&writer->head), writer->head.size);
    varint_append(out, writer->list_count);
    buffer_append(out, buffer_bytes(&writer->lists), writer->lists.size);
    buffer_clear(&writer->lists);
    buffer_clear(&writer->head);
    writer->list_count = 0;
    if (out->size - section_start(writer) >= SECTION_SIZE)
        end_section(writer);
}

void record_writer_begin(struct record_writer *writer, const struct record_change *change)
{
    end_part(writer);
    writer->change = *change;
    write_head(writer, change->command);
}

/* More of the same change, in the next part, needs its command no more. */
static void end_list(struct record_writer *writer)
{
    writer->list_count++;
    if (writer->lists.size < SECTION_SIZE)
        return;
    end_part(writer);
    write_head(writer, (struct text){"", 0});
}

static void write_place(struct buffer *out, const struct record_place *place)
{
    buffer_append_le64(out, place == NULL ? RECORD_NO_IDENTITY : place->identity);
    varint_append(out, place == NULL ? 0 : place->which);
}

static void write_ranges(struct record_writer *writer, unsigned kind, const struct record_place *place,
                         const struct record_place *target, const struct game_range *ranges, size_t count)
{
    struct buffer *out = &writer->lists;
    uint64_t done = 0, target_done = 0;
    varint_append(out, kind + KINDS * (uint64_t)count);
    write_place(out, place);
    if (deletion_has_target(kind))
        write_place(out, target);
    for (size_t i = 0; i < count; i++) {
        uint64_t games = ranges[i].end - ranges[i].first;
        uint64_t first = target == NULL ? target_done : ranges[i].target - 1;
        varint_append(out, ranges[i].first - done);
        varint_append(out, games - 1);
        if (deletion_has_target(kind))
            varint_append(out, zigzag_encode((int64_t)(first - target_done)));
        done = ranges[i].end;
        target_done = first + games;
    }
}

void record_writer_add(struct record_writer *writer, unsigned kind, const struct record_place *place,
                       const struct record_place *target, const struct game_range *ranges, size_t count)
{
    writer->deletes |= kind != DELETION_ADDED && count != 0;
    for (size_t i = 0, part; i < count; i += part) {
        part = count - i < LIST_RANGES_MAX ? count - i : LIST_RANGES_MAX;
        write_ranges(writer, kind, place, target, ranges + i, part);
        end_list(writer);
    }
}

void record_writer_add_gone(struct record_writer *writer, unsigned kind, uint64_t games)
{
    if (games == 0)
        return;
    varint_append(&writer->lists, kind);
    varint_append(&writer->lists, games);
    end_list(writer);
}

static int is_whole(const struct record_writer *writer)
{
    return !buffer_failed(&writer->sections) && !buffer_failed(&writer->ends) &&
           !buffer_failed(&writer->head) && !buffer_failed(&writer->lists);
}

int record_writer_finish(struct record_writer *writer)
{
    end_part(writer);
    end_section(writer);
    return is_whole(writer);
}

int record_writer_pad(struct record_writer *writer, size_t count)
{
    while (record_writer_count(writer) < count && is_whole(writer)) {
        write_head(writer, (struct text){"", 0});
        record_writer_finish(writer);
    }
    return is_whole(writer);
}

size_t record_writer_count(const struct record_writer *writer)
{
    return writer->ends.size / sizeof(size_t);
}

struct text record_writer_section(const struct record_writer *writer, size_t i)
{
    size_t first = end_of(writer, i);
    return (struct text){(const char *)writer->sections.data + first, end_of(writer, i + 1) - first};
}

/* ---- Reading ---- */

static enum pgnpack_status bad_record(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the record of a segment's changes is not in order");
}

void record_reader_open(struct record_reader *reader, const uint8_t *bytes, size_t size,
                        const struct segment_list *segments, size_t number)
{
    *reader =
        (struct record_reader){.source = byte_source_of(bytes, size), .segments = segments, .number = number};
    reader->change = byte_source_of(NULL, 0);
}

enum pgnpack_status record_reader_next(struct record_reader *reader, struct record_change *change,
                                       struct error *error)
{
    struct byte_source *source = &reader->change;
    int is_first = !reader->has_begun;
    reader->has_begun = 1;
    if (byte_source_left(&reader->source) == 0)
        return is_first ? bad_record(error) : PGNPACK_END;
    uint64_t size = byte_source_varint(&reader->source);
    size_t taken = size > byte_source_left(&reader->source) ? SIZE_MAX : (size_t)size;
    const uint8_t *bytes = byte_source_take(&reader->source, taken);
    if (reader->source.failed)
        return bad_record(error);
    *source = byte_source_of(bytes, taken);
    change->number = byte_source_varint_max(source, INT64_MAX);
    change->time = byte_source_varint(source);
    const uint8_t *previous = byte_source_take(source, 8);
    change->previous = previous == NULL ? 0 : load_le64(previous);
    change->command = byte_source_text(source, RECORD_COMMAND_SIZE_MAX);
    change->takes_back = byte_source_varint(source);
    reader->lists_left = byte_source_varint(source);
    return source->failed ? bad_record(error) : PGNPACK_OK;
}

/* NULL: it is not there before the record. */
static const struct segment *read_place(struct record_reader *reader)
{
    const struct segment_list *segments = reader->segments;
    const uint8_t *identity = byte_source_take(&reader->change, 8);
    uint64_t which = byte_source_varint(&reader->change);
    if (identity == NULL)
        return NULL;
    if (load_le64(identity) == 0)
        return &segments->segments[reader->number];
    const struct segment *last =
        reader->number == 0 ? NULL : segment_list_find(segments, load_le64(identity), reader->number - 1);
    return last == NULL ? NULL : segment_list_twin_before(segments, last, which);
}

/* So many games from `first` on are of the segment, or of one that is not there. */
static int fits(const struct segment *segment, uint64_t first, uint64_t games)
{
    uint64_t most = segment == NULL ? INT64_MAX : segment->game_count;
    return first <= most && games <= most - first;
}

static enum pgnpack_status read_ranges(struct record_reader *reader, struct record_list *list, uint64_t count,
                                       struct memory *memory, struct error *error)
{
    struct byte_source *source = &reader->change;
    int has_target = deletion_has_target(list->kind);
    const struct segment *of = read_place(reader), *target = has_target ? read_place(reader) : NULL;
    uint64_t done = 0, target_done = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t first = done + byte_source_varint_max(source, INT64_MAX - done);
        uint64_t games = byte_source_varint_max(source, INT64_MAX - 1) + 1;
        uint64_t step = has_target ? byte_source_varint(source) : 0;
        uint64_t target_first = target_done + (uint64_t)zigzag_decode(step);
        if (source->failed || !fits(of, first, games) || !fits(target, target_first, has_target ? games : 0))
            return bad_record(error);
        done = first + games;
        target_done = target_first + games;
        list->gone += of == NULL ? games : 0;
        if (of == NULL || memory == NULL)
            continue;
        const struct game_range range = {.first = of->first_game + first,
                                         .end = of->first_game + done,
                                         .kind = (uint8_t)list->kind,
                                         .target =
                                             target == NULL ? 0 : 1 + target->first_game + target_first};
        if (!game_range_list_add(&list->ranges, memory, range))
            return error_no_memory(error);
    }
    return PGNPACK_OK;
}

enum pgnpack_status record_reader_list(struct record_reader *reader, struct record_list *list,
                                       struct memory *memory, struct error *error)
{
    struct byte_source *source = &reader->change;
    if (reader->lists_left == 0)
        return PGNPACK_END;
    reader->lists_left--;
    uint64_t head = byte_source_varint(source);
    list->kind = (unsigned)(head % KINDS);
    list->ranges.count = 0;
    list->gone = head < KINDS ? byte_source_varint_max(source, INT64_MAX) : 0;
    if (source->failed)
        return bad_record(error);
    list->has_ranges = head >= KINDS;
    return head < KINDS ? PGNPACK_OK : read_ranges(reader, list, head / KINDS, memory, error);
}

enum pgnpack_status record_check(const uint8_t *bytes, size_t size, unsigned block_flags,
                                 const struct segment_list *segments, size_t number, struct error *error)
{
    struct record_reader reader;
    struct record_change change;
    struct record_list list = {.kind = 0};
    enum pgnpack_status status;
    record_reader_open(&reader, bytes, size, segments, number);
    while ((status = record_reader_next(&reader, &change, error)) == PGNPACK_OK) {
        while ((status = record_reader_list(&reader, &list, NULL, error)) == PGNPACK_OK)
            if (list.has_ranges && list.kind != DELETION_ADDED && (block_flags & BCGN_BLOCK_DELETES) == 0)
                return error_set(error, PGNPACK_ERROR_CORRUPT,
                                 "a record takes games away, which the flags of its block do not say");
        if (status != PGNPACK_END)
            return status;
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

/* ---- Games of a database ---- */

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
