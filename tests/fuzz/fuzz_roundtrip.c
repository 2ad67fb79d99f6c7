/*
 * Any bytes, packed in a way that the first two bytes choose, unpack to themselves: as a stream, game by game, or both.
 */
#include <stdint.h>
#include <stdlib.h>

#include "fuzz/kept_memory.h"
#include "shared/packing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A way to read back. Threads and verifying take their time: only where bits say so. */
enum { BY_STREAM = 1, BY_GAMES = 2 };

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Every level, and every codec at every level. */
static struct pack_setup setup_of(const uint8_t choice[2])
{
    static const uint64_t block_sizes[] = {0, 1, 100, 1000};
    static const size_t pieces[] = {0, 1, 7, 300};
    static const enum pgnpack_moves moves[] = {
        PGNPACK_MOVES_BY_LEVEL, PGNPACK_MOVES_BY_LEVEL, PGNPACK_MOVES_BY_LEVEL, PGNPACK_MOVES_TABLE,
        PGNPACK_MOVES_INDEX,    PGNPACK_MOVES_BITS,     PGNPACK_MOVES_MODEL,    PGNPACK_MOVES_BEST};
    return (struct pack_setup){.level = 1 + (choice[0] & 15) % PGNPACK_LEVEL_MAX,
                               .moves = moves[choice[0] >> 4 & 7],
                               .verify = choice[0] >> 7 && choice[1] & 0x40,
                               .block_size = block_sizes[choice[1] & 3],
                               .piece = pieces[choice[1] >> 2 & 3],
                               .threads = choice[1] >> 4 == 15 ? 3 : 1,
                               .allocator = &kept_allocator};
}

static unsigned ways_of(uint8_t choice)
{
    static const unsigned ways[] = {BY_STREAM, BY_GAMES, BY_STREAM, BY_STREAM | BY_GAMES};
    return ways[choice >> 4 & 3];
}

static void check_stream(const struct pack_setup *pack_setup, const struct bytes *packed,
                         const struct bytes *text)
{
    const struct unpack_setup setup = {
        .threads = pack_setup->threads, .piece = pack_setup->piece, .allocator = pack_setup->allocator};
    struct unpacked unpacked;
    unpack_bytes(&setup, packed->data, packed->size, &unpacked);
    require(unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, text));
    unpacked_free(&unpacked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bytes text, packed;
    if (size < 2)
        return 0;
    const struct pack_setup setup = setup_of(data);
    unsigned ways = ways_of(data[1]);
    text.size = packed.size = 0;
    bytes_append(&text, data + 2, size - 2);
    require(pack_bytes(&setup, text.data, text.size, &packed) == PGNPACK_OK);
    if (ways & BY_STREAM)
        check_stream(&setup, &packed, &text);
    if (ways & BY_GAMES)
        require(cursor_texts_match_within(&kept_allocator, packed.data, packed.size, &text));
    require(kept_memory_held() == 0);
    return 0;
}
