#include "lib/reader_records.h"

#include "container/segment_record.h"
#include "lib/annex_section.h"

/* Does a failure say that the file is damaged here, and nothing worse? */
static int is_damage(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED ||
           status == PGNPACK_ERROR_UNSUPPORTED;
}

static enum pgnpack_status take_record(struct pgnpack_reader *reader, size_t number,
                                       const struct buffer *bytes, struct error *error)
{
    struct segment *segment = &reader->segments.segments[number];
    struct byte_source source = byte_source_of(bytes->data, bytes->size);
    struct game_range_list ranges = {NULL, 0, 0};
    struct record_head head;
    enum pgnpack_status status = record_read_head(&source, &head, error);
    if (status == PGNPACK_OK)
        status = record_read_ranges(&source, &reader->segments, number, &ranges, &reader->memory, error);
    if (status == PGNPACK_OK) {
        segment->time = head.time;
        segment->previous = head.previous;
        segment->changes_games = ranges.count != 0;
        segment->command_start = reader->segments.commands.size;
        segment->command_size = head.command.size;
        buffer_append(&reader->segments.commands, head.command.data, head.command.size);
        if (buffer_failed(&reader->segments.commands) || !deleted_games_add(&reader->deleted, &ranges))
            status = error_no_memory(error);
    }
    game_range_list_free(&ranges, &reader->memory);
    return status;
}

static enum pgnpack_status read_record(struct pgnpack_reader *reader, struct section_unpacker *unpacker,
                                       size_t number, struct error *error)
{
    const struct segment *segment = &reader->segments.segments[number];
    struct buffer bytes;
    buffer_init(&bytes, &reader->memory);
    enum pgnpack_status status =
        annex_section_read(reader, segment->first_block + segment->block_count - 1, BCGN_SECTION_RECORD,
                           unpacker, &reader->work, &bytes, error);
    if (status == PGNPACK_OK && bytes.size == 0)
        status = error_set(error, PGNPACK_ERROR_CORRUPT, "the record of a segment's changes is missing");
    if (status == PGNPACK_OK)
        status = take_record(reader, number, &bytes, error);
    buffer_free(&bytes);
    return status;
}

static int ends_with_record(const struct pgnpack_reader *reader, const struct segment *segment)
{
    return segment->block_count != 0 &&
           (reader->index.entries[segment->first_block + segment->block_count - 1].flags &
            BCGN_BLOCK_RECORD) != 0;
}

enum pgnpack_status reader_read_records(struct pgnpack_reader *reader, struct error *error)
{
    struct segment_list *list = &reader->segments;
    struct section_unpacker unpacker;
    enum pgnpack_status status = segment_list_sort(list) ? PGNPACK_OK : error_no_memory(error);
    section_unpacker_init(&unpacker, &reader->memory);
    for (size_t i = 0; i < list->count && status == PGNPACK_OK; i++) {
        struct segment *segment = &list->segments[i];
        struct error trouble;
        segment->has_record = ends_with_record(reader, segment);
        if (!segment->has_record)
            continue;
        error_clear(&trouble);
        status = read_record(reader, &unpacker, i, &trouble);
        segment->is_record_damaged = is_damage(status);
        reader->damaged_record_count += (size_t)segment->is_record_damaged;
        if (segment->is_record_damaged)
            status = PGNPACK_OK;
        else if (status != PGNPACK_OK)
            *error = trouble;
    }
    section_unpacker_free(&unpacker);
    if (status == PGNPACK_OK && !deleted_games_finish(&reader->deleted))
        status = error_no_memory(error);
    return status;
}
