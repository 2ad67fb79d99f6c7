#include "container/sections/section_packer.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "container/sections/block_format.h"
#include "entropy/models/symbol_code.h"
#include "container/sections/zstd_frame.h"
#include "util/xxh64.h"

/* Shorter sections are not worth a zstd frame. */
enum { PACKED_SIZE_MIN = 24 };

void section_packer_init(struct section_packer *packer, struct memory *memory)
{
    memset(packer, 0, sizeof *packer);
    packer->memory = memory;
    buffer_init(&packer->stored, memory);
    buffer_init(&packer->text, memory);
    buffer_init(&packer->symbols, memory);
}

void section_packer_free(struct section_packer *packer)
{
    memory_release(packer->memory, packer->entries, packer->entry_capacity * sizeof *packer->entries);
    buffer_free(&packer->stored);
    buffer_free(&packer->text);
    buffer_free(&packer->symbols);
    ZSTD_freeCCtx(packer->context);
    if (packer->text_model != NULL)
        text_model_free(packer->text_model);
    section_packer_init(packer, packer->memory);
}

void section_packer_start(struct section_packer *packer, enum section_texts texts)
{
    packer->texts = texts;
    packer->entry_count = 0;
    packer->raw_size = 0;
    buffer_clear(&packer->stored);
}

static struct section_entry *add_entry(struct section_packer *packer)
{
    if (!MEMORY_GROW(packer->memory, packer->entries, packer->entry_capacity, packer->entry_count + 1))
        return NULL;
    return &packer->entries[packer->entry_count++];
}

/*
 * Which match finder zstd takes by itself depends on whether the library was built for vectors, so it is told: what it
 * takes where there are some. Versions before 1.5.1 have no such choice, or number it otherwise; they go their own way.
 */
static void fix_match_finder(ZSTD_CCtx *context, size_t size)
{
    enum {
        USE_ROW_MATCH_FINDER = 1011,
        ENABLE = 1,
        DISABLE = 2
    }; /* experimental: not in zstd.h without asking */
    enum { FIRST_VERSION = 10501, HASH_CHAIN_SIZE_MAX = 1 << 14 };
    if (ZSTD_versionNumber() >= FIRST_VERSION)
        ZSTD_CCtx_setParameter(context, (ZSTD_cParameter)USE_ROW_MATCH_FINDER,
                               size > HASH_CHAIN_SIZE_MAX ? ENABLE : DISABLE);
}

/* Parameters of a frame that are not left to zstd's defaults: sizes are known, checksums are our own. */
static int prepare(struct section_packer *packer, uint8_t type, size_t size, int level)
{
    enum { OPTIMAL_LEVEL_MIN = 10, SYMBOL_MATCH_MIN = 6 }; /* higher levels weigh matches against symbols */
    if (packer->context == NULL)
        packer->context = ZSTD_createCCtx();
    if (packer->context == NULL) {
        memory_note_refusal(packer->memory);
        return 0;
    }
    ZSTD_CCtx_reset(packer->context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_checksumFlag, 0);
    ZSTD_CCtx_setParameter(packer->context, ZSTD_c_contentSizeFlag, 1);
    fix_match_finder(packer->context, size);
    if (section_kind_of(type)->content == SECTION_SYMBOLS && level < OPTIMAL_LEVEL_MIN) {
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_strategy, ZSTD_lazy2);
        ZSTD_CCtx_setParameter(packer->context, ZSTD_c_minMatch, SYMBOL_MATCH_MIN);
    }
    return 1;
}

/* What ends the fields of a section. */
static uint8_t terminator_of(uint8_t type)
{
    uint8_t content = section_kind_of(type)->content;
    return content == SECTION_BRACED ? '}' : '\n';
}

static struct text_kind text_kind_of(uint8_t type, enum bcgn_packing packing)
{
    return (struct text_kind){terminator_of(type), packing == BCGN_PACKING_LIGHT_TEXT};
}

/* Is a section worth a try by the text model? Not what is packed already, nor a long text that is no PGN. */
static int may_be_text(const struct section_packer *packer, uint8_t type, size_t size)
{
    enum { ANY_SIZE_MAX = 1 << 20 };
    uint8_t content = section_kind_of(type)->content;
    return packer->texts != SECTION_TEXTS_BY_ZSTD && content != SECTION_PACKED &&
           (content != SECTION_ANY || size <= ANY_SIZE_MAX);
}

/* Packs into `stored`, which has room for it. Returns the packed size, 0 when there is no memory. */
static size_t pack_by_zstd(struct section_packer *packer, uint8_t type, const void *raw, size_t raw_size,
                           int level)
{
    struct buffer *stored = &packer->stored;
    if (!buffer_reserve(stored, ZSTD_compressBound(raw_size)) || !prepare(packer, type, raw_size, level))
        return 0;
    size_t size = ZSTD_compress2(packer->context, stored->data + stored->size,
                                 stored->capacity - stored->size, raw, raw_size);
    if (!ZSTD_isError(size))
        return size;
    memory_note_refusal(packer->memory); /* there is room for everything: nothing else can fail */
    return 0;
}

/* The same, into packer->text. */
static size_t pack_by_model(struct section_packer *packer, uint8_t type, enum bcgn_packing packing,
                            const void *raw, size_t raw_size)
{
    if (packer->text_model == NULL)
        packer->text_model = text_model_new(packer->memory);
    buffer_clear(&packer->text);
    if (packer->text_model == NULL ||
        !text_model_pack(packer->text_model, text_kind_of(type, packing), raw, raw_size, &packer->text))
        return 0;
    return packer->text.size;
}

/* The same, as symbols; more than a size_t holds, if there are too many different ones. */
static size_t pack_symbols(struct section_packer *packer, const void *raw, size_t raw_size)
{
    buffer_clear(&packer->symbols);
    if (!symbols_pack(raw, raw_size, &packer->symbols))
        return SIZE_MAX;
    return buffer_failed(&packer->symbols) ? 0 : packer->symbols.size;
}

/* Symbols unpack ten times as fast as text, which is worth a few bytes. */
static int are_symbols_better(size_t symbol_size, size_t text_size)
{
    enum { WORTH_BYTES = 8 };
    return symbol_size < SIZE_MAX - WORTH_BYTES && symbol_size <= text_size + WORTH_BYTES;
}

enum pgnpack_status section_packer_add(struct section_packer *packer, uint8_t type, uint16_t index,
                                       const void *raw, size_t raw_size, int zstd_level, struct error *error)
{
    struct section_entry *entry = add_entry(packer);
    struct buffer *stored = &packer->stored;
    size_t start = stored->size;
    size_t zstd_size = raw_size;
    size_t model_size = raw_size;
    size_t symbol_size = SIZE_MAX;
    enum bcgn_packing packing =
        packer->texts == SECTION_TEXTS_LIGHTLY ? BCGN_PACKING_LIGHT_TEXT : BCGN_PACKING_TEXT;
    if (entry == NULL)
        return error_no_memory(error);
    if (raw_size >= PACKED_SIZE_MIN) {
        zstd_size = pack_by_zstd(packer, type, raw, raw_size, zstd_level);
        if (may_be_text(packer, type, raw_size)) {
            model_size = pack_by_model(packer, type, packing, raw, raw_size);
            symbol_size = pack_symbols(packer, raw, raw_size);
        }
        if (zstd_size == 0 || model_size == 0 || symbol_size == 0)
            return error_no_memory(error);
    }
    *entry = (struct section_entry){.type = type, .index = index, .raw_size = (uint32_t)raw_size};
    if (are_symbols_better(symbol_size, model_size) && symbol_size < zstd_size && symbol_size < raw_size) {
        entry->packing = BCGN_PACKING_SYMBOLS;
        buffer_append(stored, packer->symbols.data, symbol_size);
    } else if (model_size < raw_size && model_size < zstd_size) {
        entry->packing = (uint8_t)packing;
        buffer_append(stored, packer->text.data, model_size);
    } else if (zstd_size < raw_size) {
        entry->packing = BCGN_PACKING_ZSTD;
        stored->size += zstd_size;
    } else {
        buffer_append(stored, raw, raw_size);
    }
    if (buffer_failed(stored))
        return error_no_memory(error);
    entry->stored_size = (uint32_t)(stored->size - start);
    entry->checksum = (uint32_t)xxh64(buffer_bytes(stored) + start, entry->stored_size);
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
    return buffer_failed(out) || buffer_failed(&packer->stored) ? error_no_memory(error) : PGNPACK_OK;
}

/* ---- Unpacking ---- */

void section_unpacker_init(struct section_unpacker *unpacker, struct memory *memory)
{
    *unpacker = (struct section_unpacker){.memory = memory};
}

void section_unpacker_free(struct section_unpacker *unpacker)
{
    ZSTD_freeDCtx(unpacker->context);
    if (unpacker->text_model != NULL)
        text_model_free(unpacker->text_model);
    section_unpacker_init(unpacker, unpacker->memory);
}

static enum pgnpack_status does_not_unpack(const struct section_entry *entry, struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a section does not unpack (%s)",
                     section_kind_of(entry->type)->name);
}

static enum pgnpack_status unpack_zstd(struct section_unpacker *unpacker, const struct section_entry *entry,
                                       const uint8_t *stored, uint8_t *raw, struct error *error)
{
    if (unpacker->context == NULL)
        unpacker->context = ZSTD_createDCtx();
    if (unpacker->context == NULL) {
        memory_note_refusal(unpacker->memory);
        return error_no_memory(error);
    }
    size_t size = ZSTD_decompressDCtx(unpacker->context, raw, entry->raw_size, stored, entry->stored_size);
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) {
        memory_note_refusal(unpacker->memory);
        return error_no_memory(error);
    }
    int is_right = size == entry->raw_size && is_one_zstd_frame(stored, entry->stored_size);
    return is_right ? PGNPACK_OK : does_not_unpack(entry, error);
}

static enum pgnpack_status unpack_text(struct section_unpacker *unpacker, const struct section_entry *entry,
                                       const uint8_t *stored, uint8_t *raw, struct error *error)
{
    if (unpacker->text_model == NULL)
        unpacker->text_model = text_model_new(unpacker->memory);
    if (unpacker->text_model == NULL)
        return error_no_memory(error);
    switch (text_model_unpack(unpacker->text_model, text_kind_of(entry->type, entry->packing),
                              byte_source_of(stored, entry->stored_size), raw, entry->raw_size)) {
    case TEXT_MODEL_OK:
        return PGNPACK_OK;
    case TEXT_MODEL_NO_MEMORY:
        return error_no_memory(error);
    default:
        return does_not_unpack(entry, error);
    }
}

enum pgnpack_status section_check(const struct section_entry *entry, const uint8_t *stored,
                                  struct error *error)
{
    if ((uint32_t)xxh64(stored, entry->stored_size) == entry->checksum)
        return PGNPACK_OK;
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a section is damaged (%s)",
                     section_kind_of(entry->type)->name);
}

enum pgnpack_status section_unpack(struct section_unpacker *unpacker, const struct section_entry *entry,
                                   const uint8_t *stored, uint8_t *raw, struct error *error)
{
    if (section_check(entry, stored, error) != PGNPACK_OK)
        return error->status;
    if (entry->packing == BCGN_PACKING_ZSTD)
        return unpack_zstd(unpacker, entry, stored, raw, error);
    if (entry->packing == BCGN_PACKING_SYMBOLS)
        return symbols_unpack(byte_source_of(stored, entry->stored_size), raw, entry->raw_size)
                   ? PGNPACK_OK
                   : does_not_unpack(entry, error);
    if (entry->packing != BCGN_PACKING_NONE)
        return unpack_text(unpacker, entry, stored, raw, error);
    if (entry->raw_size != 0)
        memcpy(raw, stored, entry->raw_size);
    return PGNPACK_OK;
}
