#include "container/saved_index.h"

#include <string.h>

#include "util/bytes.h"
#include "util/varint.h"
#include "util/xxh64.h"

enum { LAYOUT = 1, HEAD_SIZE = 48, HASH_SIZE = 8, ENTRY_FIELDS = 9 };

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
                                               entry->date_max,        entry->elo_min,    entry->elo_max};
        for (size_t field = 0; field < ENTRY_FIELDS; field++)
            varint_append(out, fields[field]);
        behind = entry->offset + entry->block_size;
    }
}

int saved_index_write(const struct block_index *index, const struct saved_index_facts *facts,
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
    store_le64(head + 40, facts->segment_count);
    buffer_append(out, head, sizeof head);
    write_entries(index, out);
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
    facts->segment_count = load_le64(bytes + 40);
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
    *behind = entry->offset + entry->block_size;
    return !source->failed;
}

enum pgnpack_status saved_index_read(const uint8_t *bytes, size_t size, struct saved_index_facts *facts,
                                     struct block_index *index, struct error *error)
{
    enum pgnpack_status status = read_head(bytes, size, facts, error);
    if (status != PGNPACK_OK)
        return status;
    struct byte_source source = byte_source_of(bytes + HEAD_SIZE, size - HEAD_SIZE - HASH_SIZE);
    uint64_t count = byte_source_varint(&source);
    uint64_t behind = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct index_entry entry = {.offset = 0};
        if (!read_entry(&source, facts->file_size, &behind, &entry))
            return bad_index(error);
        if (!block_index_add(index, &entry))
            return error_no_memory(error);
    }
    return source.failed || byte_source_left(&source) != 0 ? bad_index(error) : PGNPACK_OK;
}
