#include "lib/annex_section.h"

#include "container/work_costs.h"

enum pgnpack_status block_section_find(const struct pgnpack_reader *reader, size_t number, uint8_t type,
                                       struct memory *memory, struct section_entry *entry, uint64_t *offset,
                                       struct error *error)
{
    const struct index_entry *block = &reader->index.entries[number];
    uint8_t head[BCGN_BLOCK_HEADER_SIZE];
    struct block_header header;
    struct buffer table;
    enum pgnpack_status status = reader_read(reader, block->offset, head, sizeof head, error);
    if (status == PGNPACK_OK)
        status = block_header_read(head, &header, error);
    if (status == PGNPACK_OK && (header.block_size != block->block_size || header.flags != block->flags))
        status = error_set(error, PGNPACK_ERROR_CORRUPT, "a block is not what the index tells of it");
    if (status != PGNPACK_OK || header.section_count == 0)
        return status;
    size_t table_size = block_table_size(&header);
    size_t entries_size = header.section_count * sizeof(struct section_entry);
    struct section_entry *entries = memory_get(memory, entries_size);
    buffer_init(&table, memory);
    if (entries == NULL || !buffer_reserve(&table, table_size))
        status = error_no_memory(error);
    *offset = block->offset + sizeof head;
    if (status == PGNPACK_OK)
        status = reader_read(reader, *offset, table.data, table_size, error);
    if (status == PGNPACK_OK)
        status = block_table_read(table.data, &header, entries, error);
    *offset += table_size;
    for (unsigned i = 0; status == PGNPACK_OK && i < header.section_count; i++) {
        if (entries[i].type == type) {
            *entry = entries[i];
            break;
        }
        *offset += entries[i].stored_size;
    }
    buffer_free(&table);
    memory_release(memory, entries, entries_size);
    return status;
}

enum pgnpack_status annex_section_read(const struct pgnpack_reader *reader, size_t block, uint8_t type,
                                       struct section_unpacker *unpacker, struct work_count *work,
                                       struct buffer *raw, struct error *error)
{
    struct section_entry entry = {.raw_size = 0};
    struct buffer stored;
    uint64_t offset = 0;
    enum pgnpack_status status = work_spend(work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = block_section_find(reader, block, type, raw->memory, &entry, &offset, error);
    if (status != PGNPACK_OK || entry.raw_size == 0)
        return status;
    if (entry.packing > BCGN_PACKING_ZSTD)
        return error_newer(error, "packing", entry.packing);
    status = work_spend(work, work_of_section(&entry), error);
    if (status != PGNPACK_OK)
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

/* Its entry and where its stored bytes are; *entry of size 0: there is none. */
static enum pgnpack_status find_in_block(const uint8_t *block, size_t size, uint8_t type,
                                         struct memory *memory, struct section_entry *entry, size_t *offset,
                                         struct error *error)
{
    struct block_header header;
    enum pgnpack_status status = size < BCGN_BLOCK_HEADER_SIZE
                                     ? error_set(error, PGNPACK_ERROR_TRUNCATED, "a block is cut off")
                                     : block_header_read(block, &header, error);
    if (status != PGNPACK_OK || header.section_count == 0)
        return status;
    *offset = BCGN_BLOCK_HEADER_SIZE + block_table_size(&header);
    if (header.block_size != size || *offset > size)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block has another size than its header says");
    size_t entries_size = header.section_count * sizeof(struct section_entry);
    struct section_entry *entries = memory_get(memory, entries_size);
    if (entries == NULL)
        return error_no_memory(error);
    status = block_table_read(block + BCGN_BLOCK_HEADER_SIZE, &header, entries, error);
    for (unsigned i = 0; status == PGNPACK_OK && i < header.section_count && entry->raw_size == 0; i++) {
        if (entries[i].type == type)
            *entry = entries[i];
        else
            *offset += entries[i].stored_size;
    }
    memory_release(memory, entries, entries_size);
    if (status == PGNPACK_OK && entry->raw_size != 0 && entry->stored_size > size - *offset)
        status = error_set(error, PGNPACK_ERROR_CORRUPT, "a section goes beyond its block");
    return status;
}

enum pgnpack_status annex_section_unpack(const uint8_t *block, size_t size, uint8_t type,
                                         struct section_unpacker *unpacker, struct work_count *work,
                                         struct buffer *raw, struct error *error)
{
    struct section_entry entry = {.raw_size = 0};
    size_t offset = 0;
    enum pgnpack_status status = work_spend(work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = find_in_block(block, size, type, raw->memory, &entry, &offset, error);
    if (status != PGNPACK_OK || entry.raw_size == 0)
        return status;
    if (entry.packing > BCGN_PACKING_ZSTD)
        return error_newer(error, "packing", entry.packing);
    status = work_spend(work, work_of_section(&entry), error);
    if (status == PGNPACK_OK && !buffer_reserve(raw, entry.raw_size))
        status = error_no_memory(error);
    if (status == PGNPACK_OK)
        status = section_unpack(unpacker, &entry, block + offset, raw->data, error);
    raw->size = status == PGNPACK_OK ? entry.raw_size : 0;
    return status;
}
