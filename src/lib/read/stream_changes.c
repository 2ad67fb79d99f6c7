#include "lib/read/stream_changes.h"

#include <string.h>

#include "lib/open/annex_section.h"
#include "lib/open/reader_records.h"

int stream_changes_add_record(struct stream_changes *changes, const uint8_t *block, size_t size,
                              uint64_t offset)
{
    const struct stream_record record = {changes->segments.count, changes->blocks.size, size, offset};
    buffer_append(&changes->blocks, block, size);
    if (buffer_failed(&changes->blocks) ||
        !MEMORY_GROW(changes->memory, changes->records, changes->record_capacity, changes->record_count + 1))
        return 0;
    changes->records[changes->record_count++] = record;
    return 1;
}

/* Only the last blocks of a segment are its record. */
static void forget_others(struct stream_changes *changes, const struct block_index *index)
{
    size_t end = index->count, first = 0;
    while (end != 0 && (index->entries[end - 1].flags & BCGN_BLOCK_RECORD) != 0)
        end--;
    const size_t kept = index->count - end;
    while (first < changes->record_count && changes->records[first].segment != changes->segments.count)
        first++;
    if (changes->record_count - first <= kept)
        return;
    memmove(&changes->records[first], &changes->records[changes->record_count - kept],
            kept * sizeof *changes->records);
    changes->record_count = first + kept;
}

int stream_changes_end_segment(struct stream_changes *changes, const struct block_index *index)
{
    forget_others(changes, index);
    return segment_list_add(&changes->segments, index, 0, index->count, 0, 0);
}

/* The lists of a section that is in order. */
static enum pgnpack_status take_lists(struct stream_changes *changes, struct record_reader *reader,
                                      struct deleted_games *deleted, struct error *error)
{
    struct record_change change;
    struct record_list list = {.kind = 0};
    enum pgnpack_status status;
    while ((status = record_reader_next(reader, &change, error)) == PGNPACK_OK) {
        while ((status = record_reader_list(reader, &list, changes->memory, error)) == PGNPACK_OK)
            if (!record_list_delete(&list, deleted))
                return error_no_memory(error);
        game_range_list_free(&list.ranges, changes->memory);
        if (status != PGNPACK_END)
            break;
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status take_record(struct stream_changes *changes, const struct stream_record *record,
                                       struct section_unpacker *unpacker, struct work_count *work,
                                       struct deleted_games *deleted, struct error *error)
{
    struct buffer raw;
    struct record_reader reader;
    buffer_init(&raw, changes->memory);
    enum pgnpack_status status = annex_section_unpack(changes->blocks.data + record->start, record->size,
                                                      BCGN_SECTION_RECORD, 0, unpacker, work, &raw, error);
    if (status == PGNPACK_OK)
        status = record_check(raw.data, raw.size, block_flags_of(changes->blocks.data + record->start),
                              &changes->segments, record->segment, error);
    record_reader_open(&reader, raw.data, raw.size, &changes->segments, record->segment);
    if (status == PGNPACK_OK)
        status = take_lists(changes, &reader, deleted, error);
    buffer_free(&raw);
    return status;
}

/* The first one whose changes are not known. */
static void note_damage(const struct stream_record *record, const struct error *trouble, struct error *first)
{
    if (first->status != PGNPACK_OK)
        return;
    error_set(first, PGNPACK_ERROR_CORRUPT,
              "it is not known which games are deleted, and they are there again: %s", trouble->text);
    error_locate(first, 0, 0, record->offset);
}

static enum pgnpack_status take_records(struct stream_changes *changes, struct work_count *work,
                                        struct deleted_games *deleted, struct error *first,
                                        struct error *error)
{
    struct section_unpacker unpacker;
    enum pgnpack_status status = PGNPACK_OK;
    section_unpacker_init(&unpacker, changes->memory);
    for (size_t i = 0; i < changes->record_count && status == PGNPACK_OK; i++) {
        struct error trouble;
        error_clear(&trouble);
        if (changes->records[i].segment < changes->segments.count)
            status = take_record(changes, &changes->records[i], &unpacker, work, deleted, &trouble);
        if (status_is_damage(status)) {
            note_damage(&changes->records[i], &trouble, first);
            status = PGNPACK_OK;
        } else if (status != PGNPACK_OK) {
            *error = trouble;
        }
    }
    section_unpacker_free(&unpacker);
    return status;
}

enum pgnpack_status stream_changes_count(struct stream_changes *changes, struct work_count *work,
                                         uint64_t *deleted_ret, struct error *error)
{
    struct deleted_games deleted;
    struct error first;
    *deleted_ret = 0;
    error_clear(&first);
    if (changes->record_count == 0)
        return PGNPACK_OK;
    if (!segment_list_sort(&changes->segments))
        return error_no_memory(error);
    deleted_games_init(&deleted, changes->memory);
    enum pgnpack_status status = take_records(changes, work, &deleted, &first, error);
    if (status == PGNPACK_OK && !deleted_games_finish(&deleted))
        status = error_no_memory(error);
    *deleted_ret = status == PGNPACK_OK ? deleted.count : 0;
    deleted_games_free(&deleted);
    if (status == PGNPACK_OK && first.status != PGNPACK_OK)
        status = (*error = first).status;
    return status;
}
