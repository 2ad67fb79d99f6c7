/*
 * Any bytes, packed in a way that the first two bytes choose, unpack to themselves, as a stream and game by
 * game.
 */
#include <stdint.h>
#include <stdlib.h>

#include "shared/packing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

static struct pack_setup setup_of(const uint8_t choice[2])
{
    static const uint64_t block_sizes[] = {0, 1, 100, 1000};
    static const size_t pieces[] = {0, 1, 7, 300};
    return (struct pack_setup){.level = 1 + choice[0] % 7,
                               .moves = (enum pgnpack_moves)((choice[0] >> 3) % 4),
                               .verify = choice[0] >> 7,
                               .block_size = block_sizes[choice[1] & 3],
                               .piece = pieces[choice[1] >> 2 & 3],
                               .threads = (choice[1] & 0xf0) == 0xf0 ? 3 : 1};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct pack_setup pack_setup = setup_of(data);
    const struct unpack_setup unpack_setup = {.threads = pack_setup.threads, .piece = pack_setup.piece};
    struct bytes text = {0};
    struct bytes packed = {0};
    struct unpacked unpacked;
    bytes_append(&text, data + 2, size - 2);
    require(pack_bytes(&pack_setup, text.data, text.size, &packed) == PGNPACK_OK);
    unpack_bytes(&unpack_setup, packed.data, packed.size, &unpacked);
    require(unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, &text));
    require(cursor_texts_match(packed.data, packed.size, &text));
    unpacked_free(&unpacked);
    bytes_free(&packed);
    bytes_free(&text);
    return 0;
}
