/*
 * A block's table of sections: any header that was read, any table; the sections' bytes against their checksums.
 *
 * Sources: src/container/sections/block_format.c src/util/xxh64.c src/util/buffer.c tests/prove/memory.c tests/prove/error.c
 * Options: -eva-split-return-function block_header_read:0
 */
#include "container/sections/block_format.h"
#include "prove.h"
#include "util/bytes.h"

enum { COUNT_MAX_TRIED = 4, TABLE_SIZE = COUNT_MAX_TRIED * BCGN_SECTION_ENTRY_SIZE, BYTES_TRIED = 4 };

static uint8_t table[TABLE_SIZE];
static uint8_t block[BCGN_BLOCK_HEADER_SIZE + TABLE_SIZE + BYTES_TRIED];
static struct section_entry entries[COUNT_MAX_TRIED];

/* The header says `count` sections: the caller's arrays have as many. Everything else it may say. */
static void read_table(uint16_t count)
{
    struct error error;
    struct block_header header;
    uint8_t bytes[BCGN_BLOCK_HEADER_SIZE];
    any_bytes(bytes, sizeof bytes);
    bytes[48] = (uint8_t)count;
    bytes[49] = 0;
    error_clear(&error);
    if (block_header_read(bytes, &header, &error) != PGNPACK_OK)
        return;
    any_bytes(table, sizeof table);
    block_table_read(table + (COUNT_MAX_TRIED - count) * BCGN_SECTION_ENTRY_SIZE, &header,
                     entries + (COUNT_MAX_TRIED - count), &error);
}

/*
 * A block of `size` bytes behind its table, whose first section has `first` of them: Eva does not see that a section
 * ends where the next one begins unless it knows where that is.
 */
static void check_whole(uint16_t count, size_t size, uint32_t first)
{
    struct block_header header = {.section_count = count,
                                  .table_checksum = (uint32_t)any_number(0, UINT32_MAX)};
    size_t all = BCGN_BLOCK_HEADER_SIZE + block_table_size(&header) + size;
    header.block_size = (uint32_t)all;
    any_bytes(block, sizeof block);
    uint8_t *start = block + sizeof block - all;
    if (count > 0)
        store_le32(start + BCGN_BLOCK_HEADER_SIZE + 8, first);
    size_t hashed;
    block_is_whole(start, &header, any_number(0, 1) != 0, &hashed);
}

int main(void)
{
    for (uint16_t count = 0; count <= COUNT_MAX_TRIED; count++)
        read_table(count);
    for (uint16_t count = 0; count <= 2; count++)
        for (size_t size = 0; size <= BYTES_TRIED; size++)
            for (uint32_t first = 0; first <= BYTES_TRIED + 1; first++)
                check_whole(count, size, first);
    return 0;
}
