#include "container/file/file_format.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "container/sections/zstd_frame.h"
#include "util/bisect.h"
#include "util/bits.h"
#include "util/bytes.h"
#include "util/varint.h"
#include "util/xxh64.h"

/* ---- Index ---- */

void block_index_init(struct block_index *index, struct memory *memory)
{
    *index = (struct block_index){.memory = memory};
}

void block_index_free(struct block_index *index)
{
    memory_release(index->memory, index->entries, index->capacity * sizeof *index->entries);
    block_index_init(index, index->memory);
}

void block_index_clear(struct block_index *index)
{
    index->count = 0;
    index->game_count = 0;
    index->text_size = 0;
}

int block_index_add(struct block_index *index, const struct index_entry *entry)
{
    if (!MEMORY_GROW(index->memory, index->entries, index->capacity, index->count + 1))
        return 0;
    struct index_entry *added = &index->entries[index->count++];
    *added = *entry;
    added->games_before = index->game_count;
    added->text_before = index->text_size;
    index->game_count += entry->game_count;
    index->text_size += entry->text_size;
    return 1;
}

const struct index_entry *block_index_find_game(const struct block_index *index, uint64_t number)
{
    size_t behind; /* the first block that begins behind the game */
    BISECT(behind, 1, index->count, index->entries[behind].games_before > number);
    return &index->entries[behind - 1];
}

struct index_entry index_entry_of(const struct block_header *header, uint64_t offset)
{
    return (struct index_entry){.offset = offset,
                                .block_size = header->block_size,
                                .text_size = header->text_size,
                                .game_count = header->game_count,
                                .flags = header->flags,
                                .header_hash = header->hash};
}

int index_entry_fits(const struct index_entry *entry, const struct block_header *header)
{
    return header->block_size == entry->block_size && header->text_size == entry->text_size &&
           header->game_count == entry->game_count && header->flags == entry->flags &&
           (entry->header_hash == 0 || header->hash == entry->header_hash);
}

/* ---- Kinds of segments ---- */

enum { FEATURES_SIZE = 12 };

static void store_features(const struct features *features, uint8_t bytes[FEATURES_SIZE])
{
    store_le32(bytes, features->needed);
    store_le32(bytes + 4, features->read_only);
    store_le32(bytes + 8, features->ignorable);
}

static struct features load_features(const uint8_t bytes[FEATURES_SIZE])
{
    return (struct features){load_le32(bytes), load_le32(bytes + 4), load_le32(bytes + 8)};
}

int segment_kinds_are_equal(const struct segment_kind *a, const struct segment_kind *b)
{
    return a->profile == b->profile && a->features.needed == b->features.needed &&
           a->features.read_only == b->features.read_only && a->features.ignorable == b->features.ignorable;
}

static enum pgnpack_status check_kind(const struct segment_kind *kind, struct error *error)
{
    uint32_t newer = kind->features.needed & ~(uint32_t)BCGN_NEEDED_KNOWN;
    if (newer != 0)
        return error_newer(error, "what the file needs, feature", lowest_bit(newer));
    return kind->profile > BCGN_PROFILE_MODEL ? error_newer(error, "profile", kind->profile) : PGNPACK_OK;
}

enum pgnpack_status segment_kind_may_change(const struct segment_kind *kind, struct error *error)
{
    uint32_t newer = kind->features.read_only & ~(uint32_t)BCGN_READ_ONLY_KNOWN;
    if (newer == 0)
        return PGNPACK_OK;
    return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                     "the database has feature %u, with which this version can read it but not change it: it "
                     "needs a newer pgnpack; or pack its games anew, into another file",
                     lowest_bit(newer));
}

/* ---- File header ---- */

static const uint8_t magic[4] = {'B', 'C', 'G', 'N'};
static const uint8_t private_tag[8] = {'p', 'g', 'n', 'p', 'a', 'c', 'k', '1'};
static const uint8_t tag_of_0_1[8] = {'p', 'g', 'n', 'p', 'a', 'c', 'k', 0};

enum { VERSION = 1, HEADER_FEATURES_OFFSET = 16, HEADER_CHECKSUM_OFFSET = 28 };

static uint32_t header_checksum(const uint8_t bytes[BCGN_FILE_HEADER_SIZE])
{
    uint8_t made[HEADER_CHECKSUM_OFFSET];
    memcpy(made, bytes, sizeof made);
    made[BCGN_STATE_OFFSET] = 0;
    return (uint32_t)xxh64(made, sizeof made);
}

void file_header_set(const struct file_header *header, uint8_t bytes[BCGN_FILE_HEADER_SIZE])
{
    memset(bytes, 0, BCGN_FILE_HEADER_SIZE);
    memcpy(bytes, magic, sizeof magic);
    bytes[4] = VERSION;
    bytes[5] = (uint8_t)header->kind.profile;
    bytes[BCGN_STATE_OFFSET] = header->is_being_made ? BCGN_STATE_BEING_MADE : 0;
    memcpy(bytes + 8, private_tag, sizeof private_tag);
    store_features(&header->kind.features, bytes + HEADER_FEATURES_OFFSET);
    store_le32(bytes + HEADER_CHECKSUM_OFFSET, header_checksum(bytes));
}

void file_header_write(enum bcgn_profile profile, struct buffer *out)
{
    uint8_t bytes[BCGN_FILE_HEADER_SIZE];
    file_header_set(&(struct file_header){.kind.profile = profile}, bytes);
    buffer_append(out, bytes, sizeof bytes);
}

enum pgnpack_status file_header_read(const uint8_t bytes[BCGN_FILE_HEADER_SIZE],
                                     struct file_header *header_ret, struct error *error)
{
    uint8_t state = bytes[BCGN_STATE_OFFSET];
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, PGNPACK_ERROR_NOT_BCGN, "this is not a BCGN file");
    if (bytes[4] == VERSION && memcmp(bytes + 8, tag_of_0_1, sizeof tag_of_0_1) == 0)
        return error_set(
            error, PGNPACK_ERROR_UNSUPPORTED,
            "pgnpack 0.1 made this file, in a form that no later version reads: unpack it with that one");
    if (bytes[4] != VERSION || memcmp(bytes + 8, private_tag, sizeof private_tag) != 0)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "BCGN version %u of another kind than pgnpack's",
                         bytes[4]);
    if (load_le32(bytes + HEADER_CHECKSUM_OFFSET) != header_checksum(bytes) ||
        (state != 0 && state != BCGN_STATE_BEING_MADE))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the file's header is damaged");
    header_ret->kind = (struct segment_kind){bytes[5], load_features(bytes + HEADER_FEATURES_OFFSET)};
    header_ret->is_being_made = state != 0;
    return check_kind(&header_ret->kind, error);
}

/* ---- Footer ---- */

enum { FIELD_COUNT = 9, FIELD_COUNT_MIN = 4, FIELD_COUNT_MAX = 64, INDEX_LEVEL = 3 };
enum { HEAD_CHECKSUM_OFFSET = 28 };

static void write_entries(const struct block_index *index, size_t first, struct buffer *raw)
{
    varint_append(raw, FIELD_COUNT);
    for (size_t i = first; i < index->count; i++) {
        const struct index_entry *entry = &index->entries[i];
        const uint64_t fields[FIELD_COUNT] = {entry->block_size, entry->text_size, entry->game_count,
                                              entry->flags,      entry->date_min,  entry->date_max,
                                              entry->elo_min,    entry->elo_max,   entry->header_hash};
        for (size_t field = 0; field < FIELD_COUNT; field++)
            varint_append(raw, fields[field]);
    }
}

enum pgnpack_status footer_write(const struct block_index *index, size_t first, struct buffer *out,
                                 struct error *error)
{
    struct buffer raw;
    buffer_init(&raw, index->memory);
    write_entries(index, first, &raw);
    size_t bound = ZSTD_compressBound(raw.size);
    size_t start = out->size;
    enum pgnpack_status status = PGNPACK_OK;
    if (buffer_failed(&raw) || !buffer_reserve(out, BCGN_FOOTER_HEAD_SIZE + bound)) {
        status = error_no_memory(error);
    } else if (raw.size > UINT32_MAX / 2) {
        status =
            error_set(error, PGNPACK_ERROR_LIMIT, "too many blocks for one segment: use a larger block size");
    } else {
        uint8_t *head = out->data + start;
        uint8_t *packed = head + BCGN_FOOTER_HEAD_SIZE;
        size_t packed_size = ZSTD_compress(packed, bound, raw.data, raw.size, INDEX_LEVEL);
        if (ZSTD_isError(packed_size)) {
            memory_note_refusal(index->memory);
            status = error_no_memory(error);
        } else {
            store_le64(head, BCGN_FOOTER_MARKER);
            store_le32(head + 8, (uint32_t)packed_size);
            store_le32(head + 12, (uint32_t)raw.size);
            store_le64(head + 16, index->count - first);
            store_le32(head + 24, (uint32_t)xxh64(packed, packed_size));
            store_le32(head + HEAD_CHECKSUM_OFFSET, (uint32_t)xxh64(head, HEAD_CHECKSUM_OFFSET));
            out->size += BCGN_FOOTER_HEAD_SIZE + packed_size;
        }
    }
    buffer_free(&raw);
    return status;
}

static enum pgnpack_status bad_index(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the index at the file's end is not in order");
}

/* No version of zstd makes more of an index; this does not depend on which one is there. */
static uint64_t packed_size_max(uint64_t raw_size)
{
    return raw_size + raw_size / 256 + 64;
}

enum pgnpack_status footer_head_read(const uint8_t bytes[BCGN_FOOTER_HEAD_SIZE], uint64_t bytes_before,
                                     struct footer_head *head, struct error *error)
{
    enum { ENTRY_SIZE_MAX = FIELD_COUNT_MAX * VARINT_SIZE_MAX };
    if (load_le64(bytes) != BCGN_FOOTER_MARKER ||
        load_le32(bytes + HEAD_CHECKSUM_OFFSET) != (uint32_t)xxh64(bytes, HEAD_CHECKSUM_OFFSET))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the index at the file's end is damaged");
    head->packed_size = load_le32(bytes + 8);
    head->raw_size = load_le32(bytes + 12);
    head->block_count = load_le64(bytes + 16);
    head->checksum = load_le32(bytes + 24);
    if (head->block_count > bytes_before / BCGN_BLOCK_HEADER_SIZE || head->raw_size == 0 ||
        head->raw_size > VARINT_SIZE_MAX + head->block_count * ENTRY_SIZE_MAX ||
        head->packed_size > packed_size_max(head->raw_size))
        return bad_index(error);
    return PGNPACK_OK;
}

/* The least and the most of a block: of values that none can have nothing is known. */
static void forget_beyond(uint64_t pair[2], uint64_t most)
{
    if (pair[0] > most || pair[1] > most)
        pair[0] = pair[1] = 0;
}

static enum pgnpack_status read_entries(struct byte_source *source, uint64_t block_count, uint64_t offset,
                                        struct block_index *index, struct error *error)
{
    uint64_t field_count = byte_source_varint_max(source, FIELD_COUNT_MAX);
    if (source->failed || field_count < FIELD_COUNT_MIN ||
        block_count > byte_source_left(source) / field_count)
        return bad_index(error);
    for (uint64_t i = 0; i < block_count; i++) {
        uint64_t fields[FIELD_COUNT_MAX] = {0};
        for (uint64_t field = 0; field < field_count; field++)
            fields[field] = byte_source_varint(source);
        forget_beyond(fields + 4, BCGN_DATE_MAX);
        forget_beyond(fields + 6, BCGN_RATING_MAX);
        struct index_entry entry = {.offset = offset,
                                    .block_size = (uint32_t)fields[0],
                                    .text_size = (uint32_t)fields[1],
                                    .game_count = (uint32_t)fields[2],
                                    .flags = (uint8_t)fields[3],
                                    .date_min = (uint32_t)fields[4],
                                    .date_max = (uint32_t)fields[5],
                                    .elo_min = (uint16_t)fields[6],
                                    .elo_max = (uint16_t)fields[7],
                                    .header_hash = fields[8]};
        if (source->failed || fields[0] > UINT32_MAX || fields[1] > BCGN_BLOCK_TEXT_MAX ||
            fields[2] > fields[1])
            return bad_index(error);
        if ((fields[3] & ~(uint64_t)BCGN_BLOCK_FLAGS) != 0)
            return error_newer(error, "in the index a block with flags", fields[3]);
        if (!block_index_add(index, &entry))
            return error_no_memory(error);
        offset += entry.block_size;
    }
    return byte_source_left(source) == 0 ? PGNPACK_OK : bad_index(error);
}

enum pgnpack_status footer_read(const uint8_t *footer, size_t footer_size, uint64_t bytes_before,
                                uint64_t segment_offset, struct block_index *index, struct error *error)
{
    struct footer_head head;
    if (footer_size < BCGN_FOOTER_HEAD_SIZE)
        return bad_index(error);
    enum pgnpack_status status = footer_head_read(footer, bytes_before, &head, error);
    if (status != PGNPACK_OK)
        return status;
    const uint8_t *packed = footer + BCGN_FOOTER_HEAD_SIZE;
    if (head.packed_size != footer_size - BCGN_FOOTER_HEAD_SIZE ||
        (uint32_t)xxh64(packed, head.packed_size) != head.checksum)
        return bad_index(error);
    uint8_t *raw = memory_get(index->memory, head.raw_size);
    if (raw == NULL)
        return error_no_memory(error);
    size_t size = ZSTD_decompress(raw, head.raw_size, packed, head.packed_size);
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) {
        memory_note_refusal(index->memory);
        status = error_no_memory(error);
    } else if (size != head.raw_size || !is_one_zstd_frame(packed, head.packed_size)) {
        status = bad_index(error);
    } else {
        struct byte_source source = byte_source_of(raw, head.raw_size);
        status =
            read_entries(&source, head.block_count, segment_offset + BCGN_FILE_HEADER_SIZE, index, error);
    }
    memory_release(index->memory, raw, head.raw_size);
    return status;
}

/* ---- End mark ---- */

static const uint8_t end_magic[8] = {'B', 'C', 'G', 'N', 'f', 'i', 'n', '\n'};

enum {
    MARK_FEATURES_OFFSET = 16,
    MARK_FOOTER_SIZE_OFFSET = 28,
    MARK_PROFILE_OFFSET = 32,
    MARK_CHECKSUM_OFFSET = 36,
    MARK_MAGIC_OFFSET = 40
};

void end_mark_set(const struct end_mark *mark, uint8_t bytes[BCGN_END_MARK_SIZE])
{
    memset(bytes, 0, BCGN_END_MARK_SIZE);
    store_le64(bytes, mark->segment_size);
    store_le64(bytes + 8, mark->game_count);
    store_features(&mark->kind.features, bytes + MARK_FEATURES_OFFSET);
    store_le32(bytes + MARK_FOOTER_SIZE_OFFSET, mark->footer_size);
    bytes[MARK_PROFILE_OFFSET] = (uint8_t)mark->kind.profile;
    store_le32(bytes + MARK_CHECKSUM_OFFSET, (uint32_t)xxh64(bytes, MARK_CHECKSUM_OFFSET));
    memcpy(bytes + MARK_MAGIC_OFFSET, end_magic, sizeof end_magic);
}

void end_mark_write(const struct end_mark *mark, struct buffer *out)
{
    uint8_t bytes[BCGN_END_MARK_SIZE];
    end_mark_set(mark, bytes);
    buffer_append(out, bytes, sizeof bytes);
}

int is_end_magic(const uint8_t bytes[BCGN_END_MARK_SIZE])
{
    return memcmp(bytes + MARK_MAGIC_OFFSET, end_magic, sizeof end_magic) == 0;
}

enum pgnpack_status end_mark_read(const uint8_t bytes[BCGN_END_MARK_SIZE], struct end_mark *mark,
                                  struct error *error)
{
    if (!is_end_magic(bytes))
        return error_set(error, PGNPACK_ERROR_TRUNCATED,
                         "the file was not closed properly: its end is missing");
    if (load_le32(bytes + MARK_CHECKSUM_OFFSET) != (uint32_t)xxh64(bytes, MARK_CHECKSUM_OFFSET))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the file's end mark is damaged");
    mark->kind =
        (struct segment_kind){bytes[MARK_PROFILE_OFFSET], load_features(bytes + MARK_FEATURES_OFFSET)};
    if (check_kind(&mark->kind, error) != PGNPACK_OK)
        return error->status;
    mark->segment_size = load_le64(bytes);
    mark->game_count = load_le64(bytes + 8);
    mark->footer_size = load_le32(bytes + MARK_FOOTER_SIZE_OFFSET);
    uint64_t least = BCGN_FILE_HEADER_SIZE + BCGN_FOOTER_HEAD_SIZE + BCGN_END_MARK_SIZE;
    if (mark->segment_size < least || mark->footer_size < BCGN_FOOTER_HEAD_SIZE ||
        mark->footer_size > mark->segment_size - BCGN_FILE_HEADER_SIZE - BCGN_END_MARK_SIZE)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the file's end mark has impossible sizes");
    return PGNPACK_OK;
}
