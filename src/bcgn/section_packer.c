#include "bcgn/section_packer.h"

#include <string.h>
#include <zstd.h>

#include "util/xxh64.h"

/* Shorter sections are not worth a zstd frame. */
enum { PACKED_SIZE_MIN = 24 };

void section_packer_init(struct section_packer *packer, struct memory *memory)
{
    memset(packer, 0, sizeof *packer);
    packer->memory = memory;
    buffer_init(&packer->stored, memory);
}

void section_packer_free(struct section_packer *packer)
{
    memory_release(packer->memory, packer->entries, packer->entry_capacity * sizeof *packer->entries);
    buffer_free(&packer->stored);
    ZSTD_freeCCtx(packer->context);
    section_packer_init(packer, packer->memory);
}

void section_packer_start(struct section_packer *packer)
{
    packer->entry_count = 0;
    packer->raw_size = 0;
    buffer_clear(&packer->stored);
}

static enum pgnpack_status no_memory(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
}

static struct section_entry *add_entry(struct section_packer *packer)
{
    void *entries = packer->entries;
    if (!memory_grow_array(packer->memory, &entries, &packer->entry_capacity, packer->entry_count + 1,
                           sizeof *packer->entries))
        return NULL;
    packer->entries = entries;
    return &packer->entries[packer->entry_count++];
}

/* Bytes that are symbols of a model, not text: entropy coding is what packs them, short matches only get in its way. */
static int holds_symbols(uint8_t type)
{
    return type == BCGN_SECTION_SHAPE_RUNS || type == BCGN_SECTION_RESULTS || type == BCGN_SECTION_TAG_TOKENS ||
           type == BCGN_SECTION_COMMENT_IDS || type == BCGN_SECTION_COMMENT_FIELDS;
}

/* Parameters of a frame that are not left to zstd's defaults: sizes are known, checksums are our own. */
static int prepare(struct section_packer *packer, uint8_t type, int level)
{
    enum { OPTIMAL_LEVEL_MIN = 10, SYMBOL_MATCH_MIN = 6 }; /* higher levels weigh matches against symbols */
    if (packer->context == NULL)
        packer->context = ZSTD_createCCtx();
    if (packer->context == NULL)
        return 0;
    ZSTD_CCtx_reset(packer->context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_checksumFlag, 0);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_contentSizeFlag, 1);
    if (holds_symbols(type) && level < OPTIMAL_LEVEL_MIN) {
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_strategy, ZSTD_lazy2);
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_minMatch, SYMBOL_MATCH_MIN);
    }
    return 1;
}

enum pgnpack_status section_packer_add(struct section_packer *packer, uint8_t type, uint16_t index,
                                       const void *raw, size_t raw_size, int zstd_level, struct error *error)
{
    struct section_entry *entry = add_entry(packer);
    struct buffer *stored = &packer->stored;
    size_t start = stored->size;
    size_t bound = ZSTD_compressBound(raw_size);
    if (entry == NULL || !buffer_reserve(stored, bound) || !prepare(packer, type, zstd_level))
        return no_memory(error);
    *entry = (struct section_entry){.type = type, .index = index, .raw_size = (uint32_t)raw_size};
    size_t packed_size = raw_size;
    if (raw_size >= PACKED_SIZE_MIN) {
        packed_size = ZSTD_compress2(packer->context, stored->data + start, bound, raw, raw_size);
        if (ZSTD_isError(packed_size))
            return no_memory(error);
    }
    if (packed_size < raw_size) {
        entry->packing = BCGN_PACKING_ZSTD;
        stored->size += packed_size;
    } else {
        buffer_append(stored, raw, raw_size);
    }
    entry->stored_size = (uint32_t)(stored->size - start);
    entry->checksum = (uint32_t)xxh64(stored->data + start, entry->stored_size);
    packer->raw_size += raw_size;
    return PGNPACK_OK;
}

enum pgnpack_status section_packer_finish(struct section_packer *packer, struct block_header *header,
                                          struct buffer *out, struct error *error)
{
    header->section_count = (uint16_t)packer->entry_count;
    header->block_size = (uint32_t)(BCGN_BLOCK_HEADER_SIZE + block_table_size(header) + packer->stored.size);
    block_header_write(header, packer->entries, out);
    buffer_append(out, packer->stored.data, packer->stored.size);
    return buffer_failed(out) || buffer_failed(&packer->stored) ? no_memory(error) : PGNPACK_OK;
}

enum pgnpack_status section_unpack(void *context, const struct section_entry *entry, const uint8_t *stored,
                                   uint8_t *raw, struct error *error)
{
    if ((uint32_t)xxh64(stored, entry->stored_size) != entry->checksum)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a section is damaged (type %u)", entry->type);
    if (entry->packing == BCGN_PACKING_NONE) {
        if (entry->raw_size != 0)
            memcpy(raw, stored, entry->raw_size);
        return PGNPACK_OK;
    }
    size_t size = ZSTD_decompressDCtx(context, raw, entry->raw_size, stored, entry->stored_size);
    if (size != entry->raw_size)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a section does not unpack (type %u)", entry->type);
    return PGNPACK_OK;
}

void *section_unpack_context_new(void)
{
    return ZSTD_createDCtx();
}

void section_unpack_context_free(void *context)
{
    ZSTD_freeDCtx(context);
}
