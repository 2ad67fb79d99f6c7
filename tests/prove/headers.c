/*
 * File header, block header, footer's head, end mark, and what is at a place of a file: all bytes, all lengths.
 *
 * Sources: src/container/sections/block_format.c src/container/file/file_format.c src/container/file/file_element.c src/util/xxh64.c src/util/buffer.c tests/prove/memory.c tests/prove/error.c
 * Options: -eva-split-return-function block_header_read:0,sizes_are_in_order:0
 */
#include "container/sections/block_format.h"
#include "container/file/file_element.h"
#include "container/file/file_format.h"
#include "prove.h"

enum { SIZE_MAX_TRIED = BCGN_BLOCK_HEADER_SIZE + 1 };

static uint8_t bytes[SIZE_MAX_TRIED];

/* The last `size` bytes of an array, so that a read behind the end is outside of it. */
static const uint8_t *any_last_bytes(size_t size)
{
    any_bytes(bytes, sizeof bytes);
    return bytes + sizeof bytes - size;
}

static void read_headers(void)
{
    struct error error;
    struct block_header header;
    struct footer_head head;
    struct end_mark mark;
    error_clear(&error);
    struct file_header file;
    file_header_read(any_last_bytes(BCGN_FILE_HEADER_SIZE), &file, &error);
    if (block_header_read(any_last_bytes(BCGN_BLOCK_HEADER_SIZE), &header, &error) == PGNPACK_OK) {
        //@ assert header.text_size <= 16777216 && header.section_count <= 4096;
        //@ assert header.games_before <= INT64_MAX && header.text_before <= INT64_MAX;
        block_table_size(&header);
    }
    error_clear(&error);
    footer_head_read(any_last_bytes(BCGN_FOOTER_HEAD_SIZE), any_number(0, UINT64_MAX), &head, &error);
    error_clear(&error);
    end_mark_read(any_last_bytes(BCGN_END_MARK_SIZE), &mark, &error);
}

int main(void)
{
    struct block_header block;
    struct end_mark mark;
    read_headers();
    for (size_t size = 0; size <= SIZE_MAX_TRIED; size++)
        file_element_at(any_last_bytes(size), size, any_number(0, UINT64_MAX), &block, &mark);
    return 0;
}
