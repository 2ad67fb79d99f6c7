#include "shared/handmade.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "util/xxh64.h"

struct section section_bomb(uint8_t type, uint8_t value, uint32_t raw_size)
{
    struct section section = {.type = type, .packing = BCGN_PACKING_ZSTD, .raw_size = raw_size};
    size_t bound = ZSTD_compressBound(raw_size);
    uint8_t *raw = malloc(raw_size);
    uint8_t *packed = malloc(bound);
    if (raw == NULL || packed == NULL)
        abort();
    memset(raw, value, raw_size);
    bytes_append(&section.stored, packed, ZSTD_compress(packed, bound, raw, raw_size, 1));
    free(raw);
    free(packed);
    return section;
}

struct section section_plain(uint8_t type, const void *bytes, size_t size)
{
    struct section section = {.type = type, .raw_size = (uint32_t)size};
    bytes_append(&section.stored, bytes, size);
    return section;
}

/* Appends the block, and enters it into the index. */
static void append_block(struct buffer *out, struct block_index *index, const struct section *sections,
                         struct block_header *header)
{
    struct section_entry *entries = calloc(header->section_count + 1u, sizeof *entries);
    if (entries == NULL)
        abort();
    header->block_size = (uint32_t)(BCGN_BLOCK_HEADER_SIZE + block_table_size(header));
    for (size_t i = 0; i < header->section_count; i++) {
        entries[i] = (struct section_entry){
            .type = sections[i].type,
            .packing = sections[i].packing,
            .index = sections[i].index,
            .raw_size = sections[i].raw_size,
            .stored_size = (uint32_t)sections[i].stored.size,
            .checksum = (uint32_t)xxh64(sections[i].stored.data, sections[i].stored.size)};
        header->block_size += (uint32_t)sections[i].stored.size;
    }
    header->text_hash = header->text_size == 0 ? xxh64(NULL, 0) : 0;
    header->games_before = index->game_count;
    header->text_before = index->text_size;
    block_header_write(header, entries, out);
    for (size_t i = 0; i < header->section_count; i++)
        buffer_append(out, sections[i].stored.data, sections[i].stored.size);
    free(entries);
    struct index_entry entry = {
        .block_size = header->block_size, .text_size = header->text_size, .game_count = header->game_count};
    block_index_add(index, &entry);
}

void make_file(struct bytes *file, struct section *sections, size_t count, uint32_t text_size, uint32_t games,
               uint32_t block_count)
{
    struct memory memory;
    struct buffer out;
    struct error error;
    struct block_index index;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    block_index_init(&index, &memory);
    error_clear(&error);
    file_header_write(BCGN_PROFILE_MODEL, &out);
    for (uint32_t i = 0; i < block_count; i++) {
        struct block_header header = {
            .text_size = text_size, .game_count = games, .section_count = (uint16_t)count};
        append_block(&out, &index, sections, &header);
    }
    for (size_t i = 0; i < count; i++)
        bytes_free(&sections[i].stored);
    size_t footer = out.size;
    footer_write(&index, 0, &out, &error);
    struct end_mark mark = {.segment_size = out.size + BCGN_END_MARK_SIZE,
                            .game_count = (uint64_t)games * block_count,
                            .footer_size = (uint32_t)(out.size - footer),
                            .kind.profile = BCGN_PROFILE_MODEL};
    end_mark_write(&mark, &out);
    file->size = 0;
    bytes_append(file, out.data, out.size);
    buffer_free(&out);
    block_index_free(&index);
}
