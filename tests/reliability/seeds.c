#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "container/sections/bcgn_format.h"
#include "reliability/reliability.h"
#include "shared/annexes.h"
#include "shared/reseal.h"
#include "shared/sample.h"
#include "util/bytes.h"

/* Appends one block, its sections unpacked; returns the size that it has in `file`. */
static size_t append_unpacked(const struct bytes *file, size_t at, struct bytes *out)
{
    const uint8_t *block = file->data + at;
    size_t count = (size_t)(block[48] | block[49] << 8);
    size_t start = out->size;
    size_t stored = BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
    bytes_append(out, block, stored);
    for (size_t i = 0; i < count; i++) {
        size_t entry = BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE;
        uint32_t raw_size = load_le32(block + entry + 4);
        uint32_t stored_size = load_le32(block + entry + 8);
        uint8_t *raw = malloc((size_t)raw_size + 1);
        if (raw == NULL)
            abort();
        if (block[entry + 1] == BCGN_PACKING_ZSTD) {
            expect(ZSTD_decompress(raw, raw_size, block + stored, stored_size) == raw_size,
                   "seeds: unpacking a section");
            bytes_append(out, raw, raw_size);
            out->data[start + entry + 1] = BCGN_PACKING_NONE;
            store_le32(out->data + start + entry + 8, raw_size);
        } else {
            bytes_append(out, block + stored, stored_size); /* bare, or coded by a model: every byte counts */
        }
        free(raw);
        stored += stored_size;
    }
    return stored;
}

void unpack_sections(const struct bytes *file, struct bytes *out)
{
    static const uint8_t marker[2] = {0x9e, 0xbc};
    size_t at = BCGN_FILE_HEADER_SIZE;
    bytes_append(out, file->data, at);
    while (memcmp(file->data + at, marker, sizeof marker) == 0)
        at += append_unpacked(file, at, out);
    bytes_append(out, file->data + at, file->size - at);
    reseal_file(out->data, out->size);
}

static void write_seed(const char *folder, const char *name, uint8_t choice, const struct bytes *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    int done =
        out != NULL && fputc(choice, out) != EOF && fwrite(file->data, 1, file->size, out) == file->size;
    if (out != NULL)
        done &= fclose(out) == 0;
    expect(done, "seeds: writing %s", path);
}

static void make_seed(const char *folder, const char *name, unsigned games, uint64_t seed,
                      const struct pack_setup *setup)
{
    const struct unpack_setup plain = {0};
    struct bytes text = {0};
    struct bytes packed = {0};
    struct bytes out = {0};
    struct unpacked unpacked;
    append_games(&text, games, seed);
    expect(pack_bytes(setup, text.data, text.size, &packed) == PGNPACK_OK, "seeds: packing %s", name);
    unpack_sections(&packed, &out);
    unpack_bytes(&plain, out.data, out.size, &unpacked);
    expect(unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, &text), "seeds: %s does not unpack",
           name);
    write_seed(folder, name, 1, &out);
    unpacked_free(&unpacked);
    bytes_free(&text);
    bytes_free(&packed);
    bytes_free(&out);
}

void make_seeds(const char *folder)
{
    static const struct pack_setup index_setup = {.level = 3};
    static const struct pack_setup bits_setup = {.moves = PGNPACK_MOVES_BITS};
    static const struct pack_setup model_setup = {.moves = PGNPACK_MOVES_MODEL};
    static const struct pack_setup table_setup = {.moves = PGNPACK_MOVES_TABLE};
    static const struct pack_setup best_setup = {.level = 9};
    static const struct pack_setup blocks_setup = {.block_size = 500};
    struct bytes packed = {0};
    struct bytes text = {0};
    make_seed(folder, "games_index", 3, 2, &index_setup);
    make_seed(folder, "games_bits", 3, 12, &bits_setup);
    make_seed(folder, "games_model", 3, 12, &model_setup);
    make_seed(folder, "games_table", 3, 12, &table_setup);
    make_seed(folder, "games_best", 3, 12, &best_setup);
    make_seed(folder, "games_many", 40, 32, &index_setup);
    make_seed(folder, "games_odd", 5, 47, &index_setup);
    make_seed(folder, "games_blocks", 4, 22, &blocks_setup);
    append_games(&text, 4, 22);
    pack_bytes(&blocks_setup, text.data, text.size, &packed);
    write_seed(folder, "sealed_blocks", 0, &packed);
    struct bytes annexed = {0};
    add_annexes(&packed, ANNEX_PLACES - 1, &annexed);
    write_seed(folder, "sealed_annexes", 0, &annexed);
    write_seed(folder, "annexes", 1, &annexed);
    bytes_free(&annexed);
    packed.size = 0;
    pack_bytes(&index_setup, "no chess at all\n", 16, &packed);
    pack_bytes(&index_setup, "", 0, &packed);
    write_seed(folder, "text_and_nothing", 0, &packed);
    bytes_free(&packed);
    bytes_free(&text);
}
