#include "container/segments/saved_index.h"

#include <string.h>

#include "util/bytes.h"
#include "util/varint.h"
#include "util/xxh64.h"

enum { LAYOUT = 3, HEAD_SIZE = 48, HASH_SIZE = 8, ENTRY_FIELDS = 10 };

static const uint8_t magic[8] = {'p', 'g', 'n', 'p', 'k', 'i', 'd', 'x'};

/* ---- Writing ---- */

static void write_entries(const struct block_index *index, struct buffer *out)
{
    uint64_t behind = 0; /* the block before */
    varint_append(out, index->count);
    for (size_t i = 0; i < index->count; i++) {
        const struct index_entry *entry = &index->entries[i];
        const uint64_t fields[ENTRY_FIELDS] = {entry->offset - behind, entry->block_size, entry->text_size,
                                               entry->game_count,      entry->flags,      entry->date_min,
                                               entry->date_max,        entry->elo_min,    entry->elo_max,
                                               entry->header_hash};
        for (size_t field = 0; field < ENTRY_FIELDS; field++)
            varint_append(out, fields[field]);
        behind = entry->offset + entry->block_size;
    }
}

/* What is known of the segment's record, as a number. */
enum { RECORD_NONE, RECORD_WHOLE, RECORD_DAMAGED, RECORD_UNSUPPORTED, RECORD_CHANGES = 4, RECORD_STATES = 8 };

static unsigned record_state(const struct segment *segment)
{
    unsigned state = segment->record_damage == PGNPACK_OK                  ? RECORD_WHOLE
                     : segment->record_damage == PGNPACK_ERROR_UNSUPPORTED ? RECORD_UNSUPPORTED
                                                                           : RECORD_DAMAGED;
    return segment->has_record ? state + (segment->changes_games ? RECORD_CHANGES : 0) : RECORD_NONE;
}

static void take_record_state(struct segment *segment, unsigned state)
{
    unsigned record = state % RECORD_CHANGES;
    segment->has_record = record != RECORD_NONE;
    segment->record_damage = record == RECORD_DAMAGED       ? PGNPACK_ERROR_CORRUPT
                             : record == RECORD_UNSUPPORTED ? PGNPACK_ERROR_UNSUPPORTED
                                                            : PGNPACK_OK;
    segment->changes_games = state >= RECORD_CHANGES;
}

static void write_segments(const struct segment_list *list, struct buffer *out)
{
    varint_append(out, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct segment *segment = &list->segments[i];
        varint_append(out, segment->offset);
        varint_append(out, segment->size);
        varint_append(out, segment->block_count);
        varint_append(out, record_state(segment));
        varint_append(out, segment->state);
        varint_append(out, segment->time);
        varint_append(out, segment->command_size);
        buffer_append(out, buffer_bytes(&list->commands) + segment->command_start, segment->command_size);
    }
}

static void write_deleted(const struct deleted_games *games, struct buffer *out)
{
    uint64_t done = 0;
    varint_append(out, games->deleted.count);
    for (size_t i = 0; i < games->deleted.count; i++) {
        varint_append(out, games->deleted.ranges[i].first - done);
        varint_append(out, games->deleted.ranges[i].end - games->deleted.ranges[i].first);
        done = games->deleted.ranges[i].end;
    }
}

int saved_index_write(const struct saved_index *saved, const struct saved_index_facts *facts,
                      struct buffer *out)
{
    uint8_t head[HEAD_SIZE] = {0};
    uint8_t hash[HASH_SIZE];
    size_t start = out->size;
    memcpy(head, magic, sizeof magic);
    store_le32(head + 8, LAYOUT);
    store_le32(head + 12, PGNPACK_VERSION_NUMBER);
    store_le64(head + 16, facts->file_size);
    store_le64(head + 24, facts->end_hash);
    store_le32(head + 32, facts->is_rebuilt != 0);
    buffer_append(out, head, sizeof head);
    write_entries(saved->index, out);
    write_segments(saved->segments, out);
    write_deleted(saved->deleted, out);
    if (buffer_failed(out))
        return 0;
    store_le64(hash, xxh64(out->data + start, out->size - start));
    buffer_append(out, hash, sizeof hash);
    return !buffer_failed(out);
}

/* ---- Reading ---- */

static enum pgnpack_status bad_index(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT,
                     "the saved index is damaged: open the file without it, and save it anew");
}

static enum pgnpack_status read_head(const uint8_t *bytes, size_t size, struct saved_index_facts *facts,
                                     struct error *error)
{
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "these bytes are no saved index");
    if (size < HEAD_SIZE + HASH_SIZE || load_le64(bytes + size - HASH_SIZE) != xxh64(bytes, size - HASH_SIZE))
        return bad_index(error);
    if (load_le32(bytes + 8) != LAYOUT || load_le32(bytes + 12) != PGNPACK_VERSION_NUMBER)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                         "the index was saved by another version of the library: save it anew");
    if (load_le64(bytes + 16) != facts->file_size || load_le64(bytes + 24) != facts->end_hash)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "the index was saved of another file, or before this one changed: save it anew");
    facts->is_rebuilt = load_le32(bytes + 32) != 0;
    return PGNPACK_OK;
}

/* Goes on behind `behind`, to the block's end. Returns 0 where none can be. */
static int read_entry(struct byte_source *source, uint64_t file_size, uint64_t *behind,
                      struct index_entry *entry)
{
    entry->offset = *behind + byte_source_varint_max(source, file_size - *behind);
    uint64_t room = file_size - entry->offset;
    entry->block_size = (uint32_t)byte_source_varint_max(source, room < UINT32_MAX ? room : UINT32_MAX);
    entry->text_size = (uint32_t)byte_source_varint_max(source, BCGN_BLOCK_TEXT_MAX);
    entry->game_count = (uint32_t)byte_source_varint_max(source, entry->text_size);
    entry->flags = (uint8_t)byte_source_varint_max(source, UINT8_MAX);
    entry->date_min = (uint32_t)byte_source_varint_max(source, UINT32_MAX);
    entry->date_max = (uint32_t)byte_source_varint_max(source, UINT32_MAX);
    entry->elo_min = (uint16_t)byte_source_varint_max(source, UINT16_MAX);
    entry->elo_max = (uint16_t)byte_source_varint_max(source, UINT16_MAX);
    entry->header_hash = byte_source_varint(source);
    *behind = entry->offset + entry->block_size;
    return !source->failed;
}

static enum pgnpack_status read_entries(struct byte_source *source, uint64_t file_size,
                                        struct block_index *index, struct error *error)
{
    uint64_t count = byte_source_varint(source);
    uint64_t behind = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct index_entry entry = {.offset = 0};
        if (!read_entry(source, file_size, &behind, &entry))
            return bad_index(error);
        if (!block_index_add(index, &entry))
            return error_no_memory(error);
    }
    return PGNPACK_OK;
}

/* The next segment, whose blocks follow those of the one before. */
static enum pgnpack_status read_segment(struct byte_source *source, uint64_t file_size, size_t first_block,
                                        const struct saved_index *saved, struct error *error)
{
    struct segment_list *list = saved->segments;
    uint64_t offset = byte_source_varint_max(source, file_size);
    uint64_t size = byte_source_varint_max(source, file_size - offset);
    size_t block_count = (size_t)byte_source_varint_max(source, saved->index->count - first_block);
    unsigned record = (unsigned)byte_source_varint_max(source, RECORD_STATES - 1);
    uint64_t state = byte_source_varint(source);
    uint64_t time = byte_source_varint(source);
    struct text command = byte_source_text(source, byte_source_left(source));
    if (source->failed)
        return bad_index(error);
    if (!segment_list_add(list, saved->index, first_block, block_count, offset, size))
        return error_no_memory(error);
    struct segment *segment = &list->segments[list->count - 1];
    take_record_state(segment, record);
    segment->state = state;
    segment->time = time;
    segment->command_start = list->commands.size;
    segment->command_size = command.size;
    buffer_append(&list->commands, command.data, command.size);
    return PGNPACK_OK;
}

static enum pgnpack_status read_segments(struct byte_source *source, uint64_t file_size,
                                         const struct saved_index *saved, struct error *error)
{
    uint64_t count = byte_source_varint(source);
    size_t block = 0;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t i = 0; i < count && status == PGNPACK_OK; i++) {
        status = read_segment(source, file_size, block, saved, error);
        if (status == PGNPACK_OK)
            block += saved->segments->segments[i].block_count;
    }
    if (status == PGNPACK_OK && count != 0 && block != saved->index->count)
        status = bad_index(error);
    if (status == PGNPACK_OK && !segment_list_sort(saved->segments))
        status = error_no_memory(error);
    return status;
}

static enum pgnpack_status read_deleted(struct byte_source *source, const struct saved_index *saved,
                                        struct error *error)
{
    struct game_range_list list = {NULL, 0, 0};
    struct deleted_games *games = saved->deleted;
    uint64_t count = byte_source_varint(source);
    uint64_t done = 0;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t i = 0; i < count && status == PGNPACK_OK; i++) {
        uint64_t left = saved->index->game_count - done;
        uint64_t gap = byte_source_varint_max(source, left);
        uint64_t size = byte_source_varint_max(source, left - gap);
        done += gap + size;
        if (source->failed)
            status = bad_index(error);
        else if (!game_range_list_add(
                     &list, games->memory,
                     (struct game_range){.first = done - size, .end = done, .kind = DELETION_BY_HAND}))
            status = error_no_memory(error);
    }
    if (status != PGNPACK_OK)
        game_range_list_free(&list, games->memory);
    else if (!deleted_games_add(games, &list) || !deleted_games_finish(games))
        status = error_no_memory(error);
    return status;
}

enum pgnpack_status saved_index_read(const uint8_t *bytes, size_t size, struct saved_index_facts *facts,
                                     struct saved_index *saved, struct error *error)
{
    enum pgnpack_status status = read_head(bytes, size, facts, error);
    if (status != PGNPACK_OK)
        return status;
    struct byte_source source = byte_source_of(bytes + HEAD_SIZE, size - HEAD_SIZE - HASH_SIZE);
    status = read_entries(&source, facts->file_size, saved->index, error);
    if (status == PGNPACK_OK)
        status = read_segments(&source, facts->file_size, saved, error);
    if (status == PGNPACK_OK)
        status = read_deleted(&source, saved, error);
    if (status == PGNPACK_OK && (source.failed || byte_source_left(&source) != 0))
        status = bad_index(error);
    return status;
}
