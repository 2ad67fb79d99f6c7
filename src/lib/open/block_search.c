#include "lib/open/block_search.h"

#include <string.h>

#include "util/bytes.h"

static int header_begins(const uint8_t *bytes)
{
    struct block_header header;
    struct error ignored;
    error_clear(&ignored);
    return load_le64(bytes) == BCGN_SYNC_MARKER && block_header_read(bytes, &header, &ignored) == PGNPACK_OK;
}

/* Moves `scanned` on to the next header, or to where none fits before the end of `size` bytes from here. */
static void scan(struct block_search *search, size_t size)
{
    const uint8_t *bytes = byte_stream_bytes(search->stream);
    uint64_t begin = search->stream->offset;
    if (search->scanned <= begin) {
        search->scanned = begin + 1;
        search->header_is_there = 0;
    }
    size_t at = search->scanned - begin < size ? (size_t)(search->scanned - begin) : size;
    while (!search->header_is_there && size - at >= BCGN_BLOCK_HEADER_SIZE) {
        size_t places = size - at - BCGN_BLOCK_HEADER_SIZE + 1;
        const uint8_t *marker = memchr(bytes + at, (int)(BCGN_SYNC_MARKER & 0xff), places);
        at = marker == NULL ? at + places : (size_t)(marker - bytes);
        if (marker != NULL) {
            search->header_is_there = header_begins(marker);
            at += !search->header_is_there;
        }
        search->scanned = begin + at;
    }
}

/* Where the next header begins, if that is before the block's end. */
static uint64_t header_within(struct block_search *search, size_t block_size, size_t ready)
{
    size_t reach = block_size + BCGN_BLOCK_HEADER_SIZE - 1;
    scan(search, ready < reach ? ready : reach);
    return search->header_is_there ? search->scanned : UINT64_MAX;
}

static int element_follows(const struct block_search *search, size_t block_size, size_t ready)
{
    struct block_header next_header;
    struct end_mark mark;
    return ready == block_size ||
           file_element_at(byte_stream_bytes(search->stream) + block_size, ready - block_size,
                           search->stream->offset + block_size, &next_header, &mark) != ELEMENT_NONE;
}

/* `ready`: bytes that are there of the block and of the element behind it. */
static int check(struct block_search *search, const struct block_header *header, size_t ready)
{
    const uint8_t *block = byte_stream_bytes(search->stream);
    uint64_t end = search->stream->offset + header->block_size;
    size_t hashed;
    search->furthest = end > search->furthest ? end : search->furthest;
    uint64_t other = header_within(search, header->block_size, ready);
    if (other > end - BCGN_BLOCK_HEADER_SIZE)
        return block_is_whole(block, header, other < end, &hashed);
    uint64_t *spent = &search->spent[element_follows(search, header->block_size, ready)];
    if (*spent + header->block_size > SEARCH_SPENT_MAX * search->furthest)
        return 0;
    int is_whole = block_is_whole(block, header, 1, &hashed);
    if (!is_whole)
        *spent += hashed;
    return is_whole;
}

enum pgnpack_status block_search_check(struct block_search *search, const struct block_header *header,
                                       int *is_whole_ret, struct error *error)
{
    size_t ready;
    *is_whole_ret = search->checked_is_whole;
    if (search->stream->offset == search->checked_offset)
        return PGNPACK_OK;
    *is_whole_ret = 0;
    enum pgnpack_status status =
        byte_stream_need(search->stream, (size_t)header->block_size + BCGN_BLOCK_HEADER_SIZE, &ready, error);
    if (status != PGNPACK_OK)
        return status;
    *is_whole_ret = ready >= header->block_size && check(search, header, ready);
    search->checked_offset = search->stream->offset;
    search->checked_is_whole = *is_whole_ret;
    return PGNPACK_OK;
}
