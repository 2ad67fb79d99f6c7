#include "lib/open/annex_section.h"

#include "container/sections/block_format.h"
#include "container/sections/work_costs.h"

/* The entries that a block's table has, which the caller releases; NULL: a failure. */
static struct section_entry *read_entries(const uint8_t *table, const struct block_header *header,
                                          struct memory *memory, struct error *error)
{
    size_t size = header->section_count * sizeof(struct section_entry);
    struct section_entry *entries = memory_get(memory, size);
    if (entries == NULL)
        error_no_memory(error);
    else if (block_table_read(table, header, entries, error) != PGNPACK_OK) {
        memory_release(memory, entries, size);
        entries = NULL;
    }
    return entries;
}

/* The section of that type and index that counts, by the block's table; *offset comes to be where its stored bytes are in the block. */
static enum pgnpack_status find(const uint8_t *table, const struct block_header *header, uint8_t type,
                                uint16_t index, struct memory *memory, struct section_entry *found,
                                uint64_t *offset, struct error *error)
{
    struct section_entry *entries = read_entries(table, header, memory, error);
    if (entries == NULL)
        return error->status;
    const struct section_entry *entry = section_find(entries, header->section_count, type, index);
    if (entry != NULL) {
        *found = *entry;
        *offset = section_offset(header, entries, entry);
    }
    memory_release(memory, entries, header->section_count * sizeof *entries);
    return PGNPACK_OK;
}

/* Reads a block's header, and its table to an empty buffer. */
static enum pgnpack_status read_table(const struct pgnpack_reader *reader, const struct index_entry *block,
                                      struct block_header *header, struct buffer *table, struct error *error)
{
    uint8_t head[BCGN_BLOCK_HEADER_SIZE];
    enum pgnpack_status status = reader_read(reader, block->offset, head, sizeof head, error);
    if (status == PGNPACK_OK)
        status = block_header_read(head, header, error);
    if (status == PGNPACK_OK && (header->block_size != block->block_size || header->flags != block->flags))
        status = error_set(error, PGNPACK_ERROR_CORRUPT, "a block is not what the index tells of it");
    if (status == PGNPACK_OK && !buffer_reserve(table, block_table_size(header) + 1))
        status = error_no_memory(error);
    return status == PGNPACK_OK ? reader_read(reader, block->offset + sizeof head, table->data,
                                              block_table_size(header), error)
                                : status;
}

enum pgnpack_status block_section_find(const struct pgnpack_reader *reader, size_t number, uint8_t type,
                                       uint16_t index, struct memory *memory, struct section_entry *entry,
                                       uint64_t *offset, struct error *error)
{
    const struct index_entry *block = &reader->index.entries[number];
    struct block_header header;
    struct buffer table;
    *offset = 0;
    buffer_init(&table, memory);
    enum pgnpack_status status = read_table(reader, block, &header, &table, error);
    if (status == PGNPACK_OK && header.section_count != 0)
        status = find(table.data, &header, type, index, memory, entry, offset, error);
    *offset += block->offset;
    buffer_free(&table);
    return status;
}

uint64_t sections_unknown(const struct section_entry *entries, size_t count)
{
    uint64_t unknown = 0;
    for (size_t i = 0; i < count; i++)
        unknown +=
            section_is_optional(&entries[i]) && !optional_section_is_known(entries[i].type, entries[i].index);
    return unknown;
}

enum pgnpack_status block_section_unknown(const struct pgnpack_reader *reader, size_t number,
                                          struct memory *memory, uint64_t *count_ret, struct error *error)
{
    struct block_header header;
    struct section_entry *entries = NULL;
    struct buffer table;
    struct error trouble;
    *count_ret = 0;
    error_clear(&trouble);
    buffer_init(&table, memory);
    enum pgnpack_status status =
        read_table(reader, &reader->index.entries[number], &header, &table, &trouble);
    if (status == PGNPACK_OK && header.section_count != 0) {
        entries = read_entries(table.data, &header, memory, &trouble);
        status = trouble.status;
    }
    if (entries != NULL) {
        *count_ret = sections_unknown(entries, header.section_count);
        memory_release(memory, entries, header.section_count * sizeof *entries);
    }
    buffer_free(&table);
    if (status_is_damage(status))
        *count_ret = 1;
    else if (status != PGNPACK_OK)
        *error = trouble;
    return status_is_damage(status) ? PGNPACK_OK : status;
}

/* The same of a block in memory. */
static enum pgnpack_status find_in_block(const uint8_t *block, size_t size, uint8_t type, uint16_t index,
                                         struct memory *memory, struct section_entry *entry, uint64_t *offset,
                                         struct error *error)
{
    struct block_header header;
    enum pgnpack_status status = size < BCGN_BLOCK_HEADER_SIZE
                                     ? error_set(error, PGNPACK_ERROR_TRUNCATED, "a block is cut off")
                                     : block_header_read(block, &header, error);
    if (status != PGNPACK_OK || header.section_count == 0)
        return status;
    if (header.block_size != size)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block has another size than its header says");
    return find(block + BCGN_BLOCK_HEADER_SIZE, &header, type, index, memory, entry, offset, error);
}

/* Is there anything to unpack? A record that cannot be read is not as one that is missing: games may be deleted. */
static enum pgnpack_status begin_unpacking(const struct section_entry *entry, struct work_count *work,
                                           int *has_bytes_ret, struct error *error)
{
    int is_readable = optional_section_is_readable(entry);
    *has_bytes_ret = entry->raw_size != 0 && is_readable;
    if (entry->type == BCGN_SECTION_RECORD && !is_readable)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                         "a record of changes is packed in a way, or of a size, that needs a newer pgnpack");
    return *has_bytes_ret ? work_spend(work, work_of_section(entry), error) : PGNPACK_OK;
}

enum pgnpack_status annex_section_read(const struct pgnpack_reader *reader, size_t block, uint8_t type,
                                       uint16_t index, struct section_unpacker *unpacker,
                                       struct work_count *work, struct buffer *raw, struct error *error)
{
    struct section_entry entry = {.raw_size = 0};
    struct buffer stored;
    uint64_t offset = 0;
    int has_bytes = 0;
    enum pgnpack_status status = work_spend(work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = block_section_find(reader, block, type, index, raw->memory, &entry, &offset, error);
    if (status == PGNPACK_OK)
        status = begin_unpacking(&entry, work, &has_bytes, error);
    if (status != PGNPACK_OK || !has_bytes)
        return status;
    buffer_init(&stored, raw->memory);
    if (!buffer_reserve(&stored, entry.stored_size + (size_t)1) || !buffer_reserve(raw, entry.raw_size))
        status = error_no_memory(error);
    if (status == PGNPACK_OK)
        status = reader_read(reader, offset, stored.data, entry.stored_size, error);
    if (status == PGNPACK_OK)
        status = section_unpack(unpacker, &entry, stored.data, raw->data, error);
    raw->size = status == PGNPACK_OK ? entry.raw_size : 0;
    buffer_free(&stored);
    return status;
}

enum pgnpack_status annex_section_unpack(const uint8_t *block, size_t size, uint8_t type, uint16_t index,
                                         struct section_unpacker *unpacker, struct work_count *work,
                                         struct buffer *raw, struct error *error)
{
    struct section_entry entry = {.raw_size = 0};
    uint64_t offset = 0;
    int has_bytes = 0;
    enum pgnpack_status status = work_spend(work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = find_in_block(block, size, type, index, raw->memory, &entry, &offset, error);
    if (status == PGNPACK_OK)
        status = begin_unpacking(&entry, work, &has_bytes, error);
    if (status == PGNPACK_OK && has_bytes && !buffer_reserve(raw, entry.raw_size))
        status = error_no_memory(error);
    if (status == PGNPACK_OK && has_bytes)
        status = section_unpack(unpacker, &entry, block + offset, raw->data, error);
    raw->size = status == PGNPACK_OK && has_bytes ? entry.raw_size : 0;
    return status;
}
