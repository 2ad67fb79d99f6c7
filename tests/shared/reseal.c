#include "shared/reseal.h"

#include <string.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "util/bytes.h"
#include "util/xxh64.h"

static void seal(uint8_t *place, const uint8_t *bytes, size_t size)
{
    store_le32(place, (uint32_t)xxh64(bytes, size));
}

/* Sections that lead behind the end are cut to what is there; *optional_ret: the bytes of the optional ones. */
static size_t reseal_sections(uint8_t *block, size_t size, size_t count, size_t *optional_ret)
{
    size_t at = BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
    *optional_ret = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *entry = block + BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE;
        size_t stored = load_le32(entry + 8);
        if (stored > size - at) {
            stored = size - at;
            store_le32(entry + 8, (uint32_t)stored);
        }
        if (entry[1] == BCGN_PACKING_NONE)
            store_le32(entry + 4, (uint32_t)stored);
        seal(entry + 12, block + at, stored);
        at += stored;
        *optional_ret += entry[0] & BCGN_SECTION_OPTIONAL ? stored : 0;
    }
    return at;
}

size_t reseal_block(uint8_t *block, size_t size, uint64_t games_before, uint64_t text_before)
{
    if (size < BCGN_BLOCK_HEADER_SIZE)
        return 0;
    size_t count = (size_t)(block[48] | block[49] << 8);
    size_t room = (size - BCGN_BLOCK_HEADER_SIZE) / BCGN_SECTION_ENTRY_SIZE;
    if (count > room) {
        count = room;
        block[48] = (uint8_t)count;
        block[49] = (uint8_t)(count >> 8);
    }
    size_t optional_size;
    size_t block_size = reseal_sections(block, size, count, &optional_size);
    store_le64(block, BCGN_SYNC_MARKER);
    store_le32(block + 8, (uint32_t)block_size);
    store_le64(block + 16, games_before);
    store_le64(block + 24, text_before);
    store_le32(block + 36, (uint32_t)optional_size);
    seal(block + 56, block + BCGN_BLOCK_HEADER_SIZE, count * BCGN_SECTION_ENTRY_SIZE);
    seal(block + 60, block, 60);
    return block_size;
}

/* The footer's index takes all up to the end mark. */
static void reseal_end(uint8_t *bytes, size_t size, size_t footer, uint64_t games)
{
    if (size - footer < BCGN_FOOTER_HEAD_SIZE + BCGN_END_MARK_SIZE)
        return;
    uint8_t *head = bytes + footer;
    uint8_t *mark = bytes + size - BCGN_END_MARK_SIZE;
    size_t packed_size = size - footer - BCGN_FOOTER_HEAD_SIZE - BCGN_END_MARK_SIZE;
    store_le64(head, BCGN_FOOTER_MARKER);
    store_le32(head + 8, (uint32_t)packed_size);
    seal(head + 24, head + BCGN_FOOTER_HEAD_SIZE, packed_size);
    seal(head + 28, head, 28);
    const struct end_mark told = {.segment_size = size,
                                  .game_count = games,
                                  .footer_size = (uint32_t)(BCGN_FOOTER_HEAD_SIZE + packed_size),
                                  .kind.profile = bytes[5]};
    end_mark_set(&told, mark);
}

static int is_footer(const uint8_t *bytes, size_t size)
{
    /* One byte of the marker may have been changed. */
    int same = 0;
    for (size_t i = 0; i < 8 && i < size; i++)
        same += bytes[i] == (uint8_t)(BCGN_FOOTER_MARKER >> 8 * i);
    return same >= 7;
}

void reseal_file(uint8_t *bytes, size_t size)
{
    static const uint8_t beginning[16] = "BCGN\1\1\0\0pgnpack1";
    if (size < BCGN_FILE_HEADER_SIZE)
        return;
    memcpy(bytes, beginning, sizeof beginning);
    seal(bytes + 28, bytes, 28);
    uint64_t games = 0;
    uint64_t text = 0;
    size_t at = BCGN_FILE_HEADER_SIZE;
    while (at < size) {
        if (is_footer(bytes + at, size - at)) {
            reseal_end(bytes, size, at, games);
            return;
        }
        size_t block_size = reseal_block(bytes + at, size - at, games, text);
        if (block_size == 0)
            return;
        games += load_le32(bytes + at + 32);
        text += load_le32(bytes + at + 12);
        at += block_size;
    }
}
