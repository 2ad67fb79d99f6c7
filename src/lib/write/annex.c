#include "lib/write/annex.h"

#include "util/xxh64.h"

enum { ANNEX_ZSTD_LEVEL = 9 };

void annex_init(struct annex *annex, struct memory *memory)
{
    annex->flags = BCGN_BLOCK_ANNEX;
    section_packer_init(&annex->packer, memory);
    section_packer_start(&annex->packer, SECTION_TEXTS_BY_ZSTD);
}

void annex_free(struct annex *annex)
{
    section_packer_free(&annex->packer);
}

enum pgnpack_status annex_add(struct annex *annex, uint8_t type, uint16_t index, const void *bytes,
                              size_t size, struct error *error)
{
    return section_packer_add(&annex->packer, type, index, bytes, size, ANNEX_ZSTD_LEVEL, error);
}

enum pgnpack_status annex_write(struct annex *annex, struct block_index *index, struct buffer *out,
                                struct error *error)
{
    struct block_header header = {.flags = annex->flags,
                                  .games_before = index->game_count,
                                  .text_before = index->text_size,
                                  .text_hash = xxh64("", 0)};
    enum pgnpack_status status = section_packer_finish(&annex->packer, &header, out, error);
    const struct index_entry entry = {
        .block_size = header.block_size, .flags = annex->flags, .header_hash = header.hash};
    section_packer_start(&annex->packer, SECTION_TEXTS_BY_ZSTD);
    if (status == PGNPACK_OK && !block_index_add(index, &entry))
        status = error_no_memory(error);
    return status;
}
