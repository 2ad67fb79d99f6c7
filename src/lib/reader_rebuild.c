/*
 * The index of a file that was not closed properly, or whose own index is damaged: made from the blocks'
 * headers.
 */
#include <string.h>

#include "bcgn/file_element.h"
#include "lib/reader.h"
#include "util/bytes.h"

/* Are the sections of the block at `offset` what their checksums say? */
static enum pgnpack_status check_block(struct pgnpack_reader *reader, uint64_t offset,
                                       const struct block_header *header, int *is_whole_ret)
{
    uint8_t *block = memory_get(&reader->memory, header->block_size);
    if (block == NULL)
        return error_set(&reader->error, PGNPACK_ERROR_MEMORY, "out of memory");
    enum pgnpack_status status = reader_read(reader, offset, block, header->block_size, &reader->error);
    *is_whole_ret = status == PGNPACK_OK && block_is_whole(block, header);
    memory_release(&reader->memory, block, header->block_size);
    return status;
}

/*
 * Is the block as long as its header says? Where the file ends behind it, or another element stands there, it
 * is. Else a file may have been cut off inside of it, and another follow: then the block must be whole.
 */
static enum pgnpack_status check_size(struct pgnpack_reader *reader, uint64_t offset,
                                      const struct block_header *header, int *is_there_ret)
{
    uint8_t bytes[ELEMENT_HEAD_SIZE];
    struct block_header next;
    struct end_mark mark;
    uint64_t end = offset + header->block_size;
    *is_there_ret = end == reader->file_size;
    if (end >= reader->file_size)
        return PGNPACK_OK;
    uint64_t rest = reader->file_size - end;
    size_t size = rest < sizeof bytes ? (size_t)rest : sizeof bytes;
    enum pgnpack_status status = reader_read(reader, end, bytes, size, &reader->error);
    if (status != PGNPACK_OK)
        return status;
    *is_there_ret = file_element_at(bytes, size, end, &next, &mark) != ELEMENT_NONE;
    return *is_there_ret ? PGNPACK_OK : check_block(reader, offset, header, is_there_ret);
}

/* Adds the block at `offset`, of whose header these are the bytes; *is_there_ret 0 if there is none. */
static enum pgnpack_status add_block_at(struct pgnpack_reader *reader, uint64_t offset, const uint8_t *bytes,
                                        int *is_there_ret)
{
    struct block_header header;
    struct error ignored;
    error_clear(&ignored);
    *is_there_ret = 0;
    if (block_header_read(bytes, &header, &ignored) != PGNPACK_OK)
        return PGNPACK_OK;
    enum pgnpack_status status = check_size(reader, offset, &header, is_there_ret);
    if (status != PGNPACK_OK || !*is_there_ret)
        return status;
    struct index_entry entry = {.offset = offset,
                                .block_size = header.block_size,
                                .text_size = header.text_size,
                                .game_count = header.game_count,
                                .flags = header.flags};
    if (!block_index_add(&reader->index, &entry))
        return error_set(&reader->error, PGNPACK_ERROR_MEMORY, "out of memory");
    return PGNPACK_OK;
}

/* The first place in `piece` at which a whole block header stands; `size` if there is none. */
static size_t find_block_in(const uint8_t *piece, size_t size)
{
    uint8_t marker[8];
    struct block_header header;
    struct error ignored;
    store_le64(marker, BCGN_SYNC_MARKER);
    for (size_t i = 0; i + BCGN_BLOCK_HEADER_SIZE <= size; i++) {
        error_clear(&ignored);
        if (piece[i] == marker[0] && memcmp(piece + i, marker, sizeof marker) == 0 &&
            block_header_read(piece + i, &header, &ignored) == PGNPACK_OK)
            return i;
    }
    return size;
}

/*
 * Looks at each byte from *offset on for a block's header that is whole; *offset becomes its own, or the
 * file's end.
 */
static enum pgnpack_status find_block(struct pgnpack_reader *reader, uint64_t *offset)
{
    enum { PIECE_SIZE = 64 << 10 };
    enum pgnpack_status status = PGNPACK_OK;
    uint8_t *piece = memory_get(&reader->memory, PIECE_SIZE);
    if (piece == NULL)
        return error_set(&reader->error, PGNPACK_ERROR_MEMORY, "out of memory");
    for (;;) {
        uint64_t rest = reader->file_size - *offset;
        size_t size = rest < PIECE_SIZE ? (size_t)rest : PIECE_SIZE;
        if (size < BCGN_BLOCK_HEADER_SIZE) {
            *offset = reader->file_size;
            break;
        }
        status = reader_read(reader, *offset, piece, size, &reader->error);
        if (status != PGNPACK_OK)
            break;
        size_t found = find_block_in(piece, size);
        *offset += found < size ? found : size - BCGN_BLOCK_HEADER_SIZE + 1;
        if (found < size)
            break;
    }
    memory_release(&reader->memory, piece, PIECE_SIZE);
    return status;
}

enum pgnpack_status reader_open_by_blocks(struct pgnpack_reader *reader)
{
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t offset = BCGN_FILE_HEADER_SIZE;
    block_index_clear(&reader->index);
    reader->segment_count = 0;
    while (status == PGNPACK_OK && reader->file_size >= BCGN_BLOCK_HEADER_SIZE &&
           offset <= reader->file_size - BCGN_BLOCK_HEADER_SIZE) {
        uint8_t bytes[BCGN_BLOCK_HEADER_SIZE];
        int is_there = 0;
        status = reader_read(reader, offset, bytes, sizeof bytes, &reader->error);
        if (status == PGNPACK_OK)
            status = add_block_at(reader, offset, bytes, &is_there);
        if (is_there && status == PGNPACK_OK) {
            offset += reader->index.entries[reader->index.count - 1].block_size;
        } else if (status == PGNPACK_OK) {
            offset++;
            status = find_block(reader, &offset);
        }
    }
    return status;
}
