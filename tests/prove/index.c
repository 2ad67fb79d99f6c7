/*
 * Footer and index: any head, any packed bytes, any unpacked ones.
 *
 * Sources: src/util/xxh64.c src/util/buffer.c tests/prove/memory.c tests/prove/error.c
 * Options: -eva-split-return-function footer_head_read:0,read_entries:0 -eva-slevel 5000
 */
#include "container/file/file_format.c"
#include "prove.h"

enum { RAW_MAX_TRIED = 9, PACKED_MAX_TRIED = 3 };

static uint8_t raw[RAW_MAX_TRIED];
static uint8_t footer[BCGN_FOOTER_HEAD_SIZE + PACKED_MAX_TRIED];

static void read_entries_of(size_t size, uint64_t block_count)
{
    struct memory memory;
    struct block_index index;
    struct error error;
    memory_init(&memory, NULL, 0);
    block_index_init(&index, &memory);
    error_clear(&error);
    any_bytes(raw, sizeof raw);
    struct byte_source source = byte_source_of(raw + sizeof raw - size, size);
    if (read_entries(&source, block_count, any_number(0, UINT64_MAX), &index, &error) == PGNPACK_OK &&
        block_count != 0)
        block_index_find_game(&index, any_number(0, UINT64_MAX));
    block_index_free(&index);
}

/* A footer of `size` bytes whose head says `raw_size`. */
static void read_footer(size_t size, uint8_t raw_size)
{
    struct memory memory;
    struct block_index index;
    struct error error;
    memory_init(&memory, NULL, any_number(0, UINT64_MAX));
    block_index_init(&index, &memory);
    error_clear(&error);
    any_bytes(footer, sizeof footer);
    uint8_t *start = footer + sizeof footer - size;
    if (size >= BCGN_FOOTER_HEAD_SIZE)
        store_le32(start + 12, raw_size);
    footer_read(start, size, any_number(0, UINT64_MAX), any_number(0, UINT64_MAX), &index, &error);
    block_index_free(&index);
}

static void read_all(void)
{
    for (size_t size = 0; size <= RAW_MAX_TRIED; size++) {
        for (uint64_t block_count = 0; block_count <= RAW_MAX_TRIED / FIELD_COUNT_MIN; block_count++)
            read_entries_of(size, block_count);
        read_entries_of(size, any_number(RAW_MAX_TRIED / FIELD_COUNT_MIN + 1, UINT64_MAX));
    }
    for (size_t size = BCGN_FOOTER_HEAD_SIZE - 1; size <= sizeof footer; size++)
        for (uint8_t raw_size = 0; raw_size <= RAW_MAX_TRIED; raw_size++)
            read_footer(size, raw_size);
}

int main(void)
{
    read_all();
    prove_has_memory = 0;
    read_all();
    return 0;
}
