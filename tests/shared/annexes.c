#include "shared/annexes.h"

#include <stdlib.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "util/xxh64.h"

/* A file that is put together. */
struct annexed {
    struct memory memory;
    struct buffer out;
    struct block_index index;
    unsigned places;
};

static uint32_t checksum(const void *bytes, size_t size)
{
    return (uint32_t)xxh64(bytes, size);
}

/* One section that is stored as it is, and one in a packing that nobody knows. */
static void append_annex(struct annexed *file)
{
    uint8_t plain[ANNEX_PLAIN_SIZE];
    uint8_t packed[ANNEX_PACKED_SIZE];
    uint64_t random = 1 + file->index.count;
    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = (uint8_t)('a' + i % 26);
    for (size_t i = 0; i < sizeof packed; i++)
        packed[i] = (uint8_t)next_random(&random);
    const struct section_entry entries[2] = {{.type = BCGN_SECTION_OPTIONAL,
                                              .raw_size = sizeof plain,
                                              .stored_size = sizeof plain,
                                              .checksum = checksum(plain, sizeof plain)},
                                             {.type = 0xff,
                                              .packing = 99,
                                              .index = 0xffff,
                                              .raw_size = UINT32_MAX,
                                              .stored_size = sizeof packed,
                                              .checksum = checksum(packed, sizeof packed)}};
    struct block_header header = {.block_size = ANNEX_SIZE,
                                  .games_before = file->index.game_count,
                                  .text_before = file->index.text_size,
                                  .text_hash = xxh64(NULL, 0),
                                  .section_count = 2,
                                  .flags = BCGN_BLOCK_ANNEX};
    block_header_write(&header, entries, &file->out);
    buffer_append(&file->out, plain, sizeof plain);
    buffer_append(&file->out, packed, sizeof packed);
    block_index_add(&file->index, &(struct index_entry){.block_size = header.block_size,
                                                        .flags = header.flags,
                                                        .header_hash = header.hash});
}

/* The block, and an optional section behind its others. */
static void append_longer_block(struct annexed *file, const uint8_t *block, const struct index_entry *old)
{
    static const uint8_t added[] = "of a later version";
    struct error error;
    struct block_header header;
    struct index_entry entry = *old;
    error_clear(&error);
    if (block_header_read(block, &header, &error) != PGNPACK_OK)
        abort();
    size_t old_head = BCGN_BLOCK_HEADER_SIZE + block_table_size(&header);
    struct section_entry *entries = calloc(header.section_count + 1u, sizeof *entries);
    if (entries == NULL ||
        block_table_read(block + BCGN_BLOCK_HEADER_SIZE, &header, entries, &error) != PGNPACK_OK)
        abort();
    entries[header.section_count++] = (struct section_entry){.type = 200,
                                                             .packing = BCGN_PACKING_ZSTD,
                                                             .raw_size = UINT32_MAX,
                                                             .stored_size = sizeof added,
                                                             .checksum = checksum(added, sizeof added)};
    header.block_size += BCGN_SECTION_ENTRY_SIZE + sizeof added;
    block_header_write(&header, entries, &file->out);
    buffer_append(&file->out, block + old_head, old->block_size - old_head);
    buffer_append(&file->out, added, sizeof added);
    free(entries);
    entry.block_size = header.block_size;
    entry.header_hash = header.hash;
    block_index_add(&file->index, &entry);
}

static void append_blocks(struct annexed *file, const uint8_t *bytes, const struct block_index *old)
{
    for (size_t i = 0; i < old->count; i++) {
        const struct index_entry *entry = &old->entries[i];
        if (file->places & (i == 0 ? ANNEX_FIRST : ANNEX_BETWEEN))
            append_annex(file);
        if (file->places & ANNEX_OPTIONAL) {
            append_longer_block(file, bytes + entry->offset, entry);
            continue;
        }
        buffer_append(&file->out, bytes + entry->offset, entry->block_size);
        block_index_add(&file->index, entry);
    }
    if (file->places & ANNEX_LAST)
        append_annex(file);
}

static void append_end(struct annexed *file)
{
    struct error error;
    size_t footer = file->out.size;
    error_clear(&error);
    if (footer_write(&file->index, 0, &file->out, &error) != PGNPACK_OK)
        abort();
    const struct end_mark mark = {.segment_size = file->out.size + BCGN_END_MARK_SIZE,
                                  .game_count = file->index.game_count,
                                  .footer_size = (uint32_t)(file->out.size - footer),
                                  .kind.profile = file->out.data[5]};
    end_mark_write(&mark, &file->out);
}

void add_annexes(const struct bytes *file, unsigned places, struct bytes *out)
{
    struct annexed annexed = {.places = places};
    struct block_index old;
    struct end_mark mark;
    struct error error;
    memory_init(&annexed.memory, NULL, 0);
    buffer_init(&annexed.out, &annexed.memory);
    block_index_init(&annexed.index, &annexed.memory);
    block_index_init(&old, &annexed.memory);
    error_clear(&error);
    end_mark_read(file->data + file->size - BCGN_END_MARK_SIZE, &mark, &error);
    size_t footer = file->size - BCGN_END_MARK_SIZE - mark.footer_size;
    if (footer_read(file->data + footer, mark.footer_size, footer, 0, &old, &error) != PGNPACK_OK)
        abort();
    buffer_append(&annexed.out, file->data, BCGN_FILE_HEADER_SIZE);
    append_blocks(&annexed, file->data, &old);
    append_end(&annexed);
    bytes_append(out, annexed.out.data, annexed.out.size);
    buffer_free(&annexed.out);
    block_index_free(&annexed.index);
    block_index_free(&old);
}
