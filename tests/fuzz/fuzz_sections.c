/*
 * Any bytes as the sections of a block, their checksums right: opened for all parts and for each alone, read to the
 * end, and from places inside. Nothing but an error, or a text of the size and hash that the block tells, comes of it.
 *
 * Input: 2 bytes text size, 1 byte games, then sections: type, index, 2 bytes size (lowest byte first), bytes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bcgn/block_decoder.h"
#include "fuzz/kept_memory.h"
#include "util/xxh64.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD_SIZE = 3, SECTION_HEAD_SIZE = 4, SECTIONS_MAX = 64 };

static void require(int condition)
{
    if (!condition)
        abort();
}

/* The block that the input describes. */
static void make_block(struct byte_source input, struct block_header *header, struct buffer *block)
{
    struct section_entry entries[SECTIONS_MAX];
    struct buffer stored;
    buffer_init(&stored, block->memory);
    const uint8_t *head = byte_source_take(&input, HEAD_SIZE);
    memset(header, 0, sizeof *header);
    header->text_size = (uint32_t)(head[0] | head[1] << 8);
    header->game_count = head[2];
    while (byte_source_left(&input) >= SECTION_HEAD_SIZE && header->section_count < SECTIONS_MAX) {
        const uint8_t *section = byte_source_take(&input, SECTION_HEAD_SIZE);
        uint32_t size = (uint32_t)(section[2] | section[3] << 8);
        if (size > byte_source_left(&input))
            size = (uint32_t)byte_source_left(&input);
        const uint8_t *bytes = byte_source_take(&input, size);
        buffer_append(&stored, bytes, size);
        entries[header->section_count++] = (struct section_entry){.type = section[0],
                                                                  .index = section[1],
                                                                  .raw_size = size,
                                                                  .stored_size = size,
                                                                  .checksum = (uint32_t)xxh64(bytes, size)};
    }
    header->block_size = (uint32_t)(BCGN_BLOCK_HEADER_SIZE + block_table_size(header) + stored.size);
    block_header_write(header, entries, block);
    buffer_append(block, stored.data, stored.size);
    require(!buffer_failed(block));
    buffer_free(&stored);
}

/* All games, and some of them again from a place kept. */
static void read_games(struct block_decoder *decoder, unsigned parts, struct buffer *out)
{
    struct error error;
    struct block_cursor kept = decoder->cursor;
    unsigned games = 0;
    error_clear(&error);
    while (block_decoder_next(decoder, &error) == PGNPACK_OK) {
        buffer_clear(out);
        if ((parts & BLOCK_TEXT) && block_decoder_render(decoder, out, &error) != PGNPACK_OK)
            break;
        if (++games == 3)
            kept = decoder->cursor;
    }
    decoder->cursor = kept;
    if (block_decoder_next(decoder, &error) == PGNPACK_OK && (parts & BLOCK_TEXT))
        block_decoder_render(decoder, out, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned all_parts[] = {BLOCK_EVERYTHING, BLOCK_TAGS, BLOCK_SHAPE, BLOCK_MOVES, BLOCK_TEXT};
    if (size < HEAD_SIZE)
        return 0;
    struct memory memory;
    struct buffer block, out;
    struct block_header header;
    struct error error;
    memory_init(&memory, &kept_allocator, 0);
    buffer_init(&block, &memory);
    buffer_init(&out, &memory);
    struct block_decoder *decoder = memory_get(&memory, sizeof *decoder);
    require(decoder != NULL);
    block_decoder_init(decoder, &memory);
    make_block(byte_source_of(data, size), &header, &block);
    error_clear(&error);
    if (block_header_read(block.data, &header, &error) == PGNPACK_OK) {
        for (size_t i = 0; i < sizeof all_parts / sizeof *all_parts; i++)
            if (block_decoder_open(decoder, &header, block.data, all_parts[i], &error) == PGNPACK_OK)
                read_games(decoder, all_parts[i], &out);
        buffer_clear(&out);
        if (block_decoder_open(decoder, &header, block.data, BLOCK_EVERYTHING, &error) == PGNPACK_OK &&
            block_decoder_text(decoder, &out, &error) == PGNPACK_OK)
            require(out.size == header.text_size && xxh64(out.data, out.size) == header.text_hash);
    }
    block_decoder_free(decoder);
    memory_release(&memory, decoder, sizeof *decoder);
    buffer_free(&block);
    buffer_free(&out);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
