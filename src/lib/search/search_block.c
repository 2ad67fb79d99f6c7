#include "lib/search/search_block.h"

#include <string.h>

#include "container/sections/work_costs.h"
#include "util/bytes.h"

void search_source_init(struct search_source *source, const struct pgnpack_reader *reader,
                        struct memory *memory)
{
    *source = (struct search_source){.reader = reader, .memory = memory};
    section_unpacker_init(&source->unpacker, memory);
    buffer_init(&source->stored, memory);
}

void search_source_free(struct search_source *source)
{
    section_unpacker_free(&source->unpacker);
    buffer_free(&source->stored);
}

/* ---- Opening ---- */

/* Bytes of a file, which stay until others are read; those that were read last are there. */
static const uint8_t *read_bytes(struct search_source *source, const struct pgnpack_reader *reader,
                                 uint64_t offset, size_t size, struct error *error)
{
    struct buffer *stored = &source->stored;
    uint64_t skipped = offset - source->stored_offset;
    if (source->stored_of == reader && skipped <= stored->size && size <= stored->size - skipped)
        return stored->data + skipped;
    buffer_clear(stored);
    if (!buffer_reserve(stored, size + 1)) {
        error_no_memory(error);
        return NULL;
    }
    if (reader_read(reader, offset, stored->data, size, error) != PGNPACK_OK)
        return NULL;
    stored->size = size;
    source->stored_of = reader;
    source->stored_offset = offset;
    return stored->data;
}

static size_t sections_size(unsigned count)
{
    return (count + 1u) * sizeof(struct section_entry);
}

static size_t offsets_size(unsigned count)
{
    return (count + 1u) * sizeof(uint64_t);
}

static struct search_block *new_block(struct search_source *source, const struct pgnpack_reader *reader,
                                      const struct index_entry *entry, const struct block_header *header)
{
    unsigned section_count = header->section_count;
    struct search_block *block = memory_get(source->memory, sizeof *block);
    if (block == NULL)
        return NULL;
    *block = (struct search_block){
        .reader = reader, .entry = entry, .text_hash = header->text_hash, .section_count = section_count};
    block_lines_init(&block->lines, source->memory);
    search_numbers_init(&block->numbers, source->memory);
    block->sections = memory_get(source->memory, sections_size(section_count));
    block->offsets = memory_get(source->memory, offsets_size(section_count));
    block->held = sizeof *block + sections_size(section_count) + offsets_size(section_count);
    if (block->sections != NULL && block->offsets != NULL)
        return block;
    search_block_free(source, block);
    return NULL;
}

static void release(struct search_source *source, struct search_bytes *bytes)
{
    memory_release(source->memory, bytes->bytes, bytes->size + 1);
    *bytes = (struct search_bytes){NULL, 0};
}

void search_block_free(struct search_source *source, struct search_block *block)
{
    if (block == NULL)
        return;
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++)
        release(source, &block->column_bytes[i]);
    for (unsigned i = 0; i < MOVE_STRIPE_COUNT_MAX; i++)
        release(source, &block->stripes[i]);
    search_block_free(source, block->annex);
    block_lines_free(&block->lines);
    search_numbers_free(&block->numbers);
    memory_release(source->memory, block->columns, sizeof *block->columns);
    memory_release(source->memory, block->sections, sections_size(block->section_count));
    memory_release(source->memory, block->offsets, offsets_size(block->section_count));
    memory_release(source->memory, block, sizeof *block);
}

/* Reads the table that follows the header; sets offsets. */
static enum pgnpack_status read_table(struct search_source *source, struct search_block *block,
                                      const struct block_header *header, struct error *error)
{
    uint64_t offset = block->entry->offset + BCGN_BLOCK_HEADER_SIZE;
    const uint8_t *table = read_bytes(source, block->reader, offset, block_table_size(header), error);
    if (table == NULL || block_table_read(table, header, block->sections, error) != PGNPACK_OK)
        return error->status;
    offset += block_table_size(header);
    for (unsigned i = 0; i < block->section_count; i++) {
        block->offsets[i] = offset;
        offset += block->sections[i].stored_size;
    }
    return PGNPACK_OK;
}

struct search_block *search_block_open(struct search_source *source, const struct pgnpack_reader *reader,
                                       size_t number, struct error *error)
{
    const struct index_entry *entry = &reader->index.entries[number];
    struct block_header header;
    if (work_spend(&source->work, WORK_BLOCK, error) != PGNPACK_OK)
        return NULL;
    size_t size = block_head_size(entry->block_size, 0);
    const uint8_t *head =
        size < BCGN_BLOCK_HEADER_SIZE ? NULL : read_bytes(source, reader, entry->offset, size, error);
    if (head == NULL || block_header_read(head, &header, error) != PGNPACK_OK ||
        !index_entry_fits(entry, &header))
        return NULL;
    struct search_block *block = new_block(source, reader, entry, &header);
    if (block == NULL) {
        error_no_memory(error);
        return NULL;
    }
    if (read_table(source, block, &header, error) == PGNPACK_OK)
        return block;
    search_block_free(source, block);
    return NULL;
}

/* ---- Sections ---- */

/* NULL: it is missing, or as if it were. */
static const struct section_entry *find_section(const struct search_block *block, uint8_t type,
                                                uint16_t index)
{
    const struct section_entry *entry = section_find(block->sections, block->section_count, type, index);
    return entry != NULL && section_is_optional(entry) && !optional_section_is_readable(entry) ? NULL : entry;
}

static enum pgnpack_status load(struct search_source *source, struct search_block *block,
                                const struct section_entry *entry, struct search_bytes *bytes,
                                struct error *error)
{
    if (work_spend(&source->work, work_of_section(entry), error) != PGNPACK_OK)
        return error->status;
    const uint8_t *stored =
        read_bytes(source, block->reader, block->offsets[entry - block->sections], entry->stored_size, error);
    if (stored == NULL)
        return error->status;
    uint8_t *raw = memory_get(source->memory, entry->raw_size + (size_t)1);
    if (raw == NULL)
        return error_no_memory(error);
    *bytes = (struct search_bytes){raw, entry->raw_size};
    block->held += entry->raw_size + (size_t)1;
    return section_unpack(&source->unpacker, entry, stored, raw, error);
}

/* Reads what is stored from one section to one behind it in one go, if there is no more than that between them. */
static enum pgnpack_status read_ahead(struct search_source *source, const struct search_block *block,
                                      const struct section_entry *from, const struct section_entry *to,
                                      struct error *error)
{
    enum { AHEAD_MAX = 1 << 16 };
    uint64_t start = block->offsets[from - block->sections];
    uint64_t size = block->offsets[to - block->sections] + to->stored_size - start;
    if (size <= AHEAD_MAX)
        read_bytes(source, block->reader, start, (size_t)size, error);
    return error->status;
}

/* The same of a section that may be missing, for a look only. */
static enum pgnpack_status load_any(struct search_source *source, struct search_block *block, uint8_t type,
                                    struct search_bytes *bytes, struct error *error)
{
    const struct section_entry *entry = find_section(block, type, 0);
    *bytes = (struct search_bytes){NULL, 0};
    return entry == NULL ? PGNPACK_OK : load(source, block, entry, bytes, error);
}

enum pgnpack_status search_block_section(struct search_source *source, struct search_block *block,
                                         uint8_t type, struct search_bytes *bytes, struct error *error)
{
    size_t held = block->held;
    enum pgnpack_status status = load_any(source, block, type, bytes, error);
    block->held = held;
    return status;
}

static void release_loaded(struct search_source *source, struct search_block *block,
                           struct search_bytes *bytes)
{
    if (bytes->bytes != NULL)
        block->held -= bytes->size + 1;
    release(source, bytes);
}

/* ---- Columns ---- */

static int has_columns(const struct search_block *block, uint32_t game_count)
{
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++) {
        const struct section_entry *entry = find_section(block, BCGN_SECTION_POSITIONS, (uint16_t)i);
        if (entry == NULL || (i != POSITION_TREES && entry->raw_size != game_count))
            return 0;
    }
    return 1;
}

/* `place` has the sections: the block, or its annex. */
static enum pgnpack_status read_columns(struct search_source *source, struct search_block *block,
                                        struct search_block *place, struct error *error)
{
    struct byte_source sections[POSITION_COLUMN_COUNT];
    if (read_ahead(source, place, find_section(place, BCGN_SECTION_POSITIONS, 0),
                   find_section(place, BCGN_SECTION_POSITIONS, POSITION_COLUMN_COUNT - 1),
                   error) != PGNPACK_OK)
        return error->status;
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++) {
        const struct section_entry *entry = find_section(place, BCGN_SECTION_POSITIONS, (uint16_t)i);
        if (load(source, place, entry, &block->column_bytes[i], error) != PGNPACK_OK)
            return error->status;
        sections[i] = byte_source_of(block->column_bytes[i].bytes, block->column_bytes[i].size);
    }
    block->columns = memory_get(source->memory, sizeof *block->columns);
    if (block->columns == NULL)
        return error_no_memory(error);
    block->held += sizeof *block->columns + (place != block ? place->held : 0);
    if (position_columns_read(block->columns, sections, block->entry->game_count))
        block->columns_state = SEARCH_READ;
    return PGNPACK_OK;
}

enum pgnpack_status search_block_is_bound(struct search_source *source, struct search_block *annex,
                                          uint64_t hash, int *is_bound_ret, struct error *error)
{
    struct search_bytes bound = {NULL, 0};
    enum pgnpack_status status = search_block_section(source, annex, BCGN_SECTION_INDEX_OF, &bound, error);
    *is_bound_ret = status == PGNPACK_OK && bound.size == sizeof hash && load_le64(bound.bytes) == hash;
    release(source, &bound);
    return status;
}

/* What an index beside the database has of the block, if it is of this block. */
static struct search_block *open_annex(struct search_source *source, const struct search_block *block,
                                       struct error *error)
{
    const struct pgnpack_reader *index = source->reader->search_index;
    size_t number = (size_t)(block->entry - source->reader->index.entries);
    int is_its = 0;
    if (index == NULL || number >= index->index.count)
        return NULL;
    struct search_block *annex = search_block_open(source, index, number, error);
    if (annex == NULL)
        return NULL;
    search_block_is_bound(source, annex, block->text_hash, &is_its, error);
    if (is_its)
        return annex;
    search_block_free(source, annex);
    return NULL;
}

const struct position_columns *search_block_columns(struct search_source *source, struct search_block *block,
                                                    struct error *error)
{
    uint32_t game_count = block->entry->game_count;
    if (block->columns_state == SEARCH_NOT_READ) {
        block->columns_state = SEARCH_HAS_NONE;
        if (!has_columns(block, game_count))
            block->annex = open_annex(source, block, error);
        if (block->annex != NULL && has_columns(block->annex, game_count))
            read_columns(source, block, block->annex, error);
        else if (block->annex == NULL && has_columns(block, game_count))
            read_columns(source, block, block, error);
    }
    return block->columns_state == SEARCH_READ ? block->columns : NULL;
}

/* ---- Moves ---- */

/* Do the sections of moves make stripes? Sets them and their plies. */
static unsigned find_stripes(struct search_block *block, uint16_t plies[MOVE_STRIPE_COUNT_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < block->section_count; i++) {
        const struct section_entry *entry = &block->sections[i];
        if (entry->type == BCGN_SECTION_MOVES || entry->type == BCGN_SECTION_SHAPES)
            return 0;
        if (entry->type != BCGN_SECTION_MOVE_STRIPE)
            continue;
        if (count == MOVE_STRIPE_COUNT_MAX ||
            (count == 0 ? entry->index != 0 : entry->index <= plies[count - 1]))
            return 0;
        plies[count] = entry->index;
        block->stripe_sections[count++] = entry;
    }
    return count;
}

/* Is FEN among the names of tags? When in doubt, yes. */
static int names_fen(const struct search_bytes *schemas)
{
    struct byte_source source = byte_source_of(schemas->bytes, schemas->size);
    uint64_t count = byte_source_varint(&source);
    for (; count != 0 && !source.failed; count--)
        if (text_is(byte_source_text(&source, schemas->size), "FEN"))
            return 1;
    return source.failed;
}

static int stripes_fit(const struct search_block *block)
{
    for (unsigned i = 0; i < block->lines.stripe_count; i++)
        if (block->lines.sizes[i] != block->stripe_sections[i]->raw_size)
            return 0;
    return 1;
}

static enum pgnpack_status read_lines(struct search_source *source, struct search_block *block,
                                      struct error *error)
{
    uint16_t plies[MOVE_STRIPE_COUNT_MAX];
    struct search_bytes schemas = {NULL, 0}, runs = {NULL, 0}, kinds = {NULL, 0};
    unsigned stripe_count = find_stripes(block, plies);
    uint64_t element_limit = block->entry->text_size + (uint64_t)block->entry->game_count;
    if (stripe_count == 0)
        return PGNPACK_OK;
    enum pgnpack_status status = work_spend(&source->work, element_limit * WORK_ELEMENT, error);
    const struct section_entry *from = find_section(block, BCGN_SECTION_SHAPE_RUNS, 0);
    if (status == PGNPACK_OK && from != NULL)
        status = read_ahead(source, block, from, block->stripe_sections[0], error);
    if (status == PGNPACK_OK)
        status = load_any(source, block, BCGN_SECTION_SCHEMAS, &schemas, error);
    if (status == PGNPACK_OK)
        status = load_any(source, block, BCGN_SECTION_SHAPE_RUNS, &runs, error);
    if (status == PGNPACK_OK)
        status = load_any(source, block, BCGN_SECTION_SHAPE_KINDS, &kinds, error);
    if (status == PGNPACK_OK) {
        block->starts_elsewhere = schemas.bytes != NULL && names_fen(&schemas);
        status = block_lines_set(&block->lines, byte_source_of(runs.bytes, runs.size),
                                 byte_source_of(kinds.bytes, kinds.size), block->entry->game_count,
                                 element_limit, plies, stripe_count, error);
        block->held += block_lines_memory(&block->lines);
    }
    release_loaded(source, block, &schemas);
    release_loaded(source, block, &runs);
    release_loaded(source, block, &kinds);
    if (status == PGNPACK_OK && stripes_fit(block))
        block->lines_state = SEARCH_READ;
    return status;
}

const struct block_lines *search_block_lines(struct search_source *source, struct search_block *block,
                                             struct error *error)
{
    if (block->lines_state == SEARCH_NOT_READ) {
        block->lines_state = SEARCH_HAS_NONE;
        read_lines(source, block, error);
    }
    return block->lines_state == SEARCH_READ ? &block->lines : NULL;
}

/* ---- Numbers ---- */

/* Sections of comments, and the decoder that reads them. */
struct comment_loading {
    struct search_bytes *bytes; /* one for each of the block's sections */
    struct comment_decoder decoder;
};

static struct byte_source loaded(const struct search_block *block, const struct comment_loading *loading,
                                 uint8_t type)
{
    for (unsigned i = 0; i < block->section_count; i++)
        if (block->sections[i].type == type && loading->bytes[i].bytes != NULL)
            return byte_source_of(loading->bytes[i].bytes, loading->bytes[i].size);
    return byte_source_of(NULL, 0);
}

static int is_of_comments(uint8_t type)
{
    return type == BCGN_SECTION_COMMENTS || type == BCGN_SECTION_COMMENT_TEMPLATES ||
           type == BCGN_SECTION_COMMENT_IDS || type == BCGN_SECTION_COMMENT_FIELDS ||
           type == BCGN_SECTION_COMMENT_EXTRA || type == BCGN_SECTION_COMMENT_TEXTS ||
           type == BCGN_SECTION_SHAPE_RUNS || type == BCGN_SECTION_SHAPE_KINDS;
}

static enum pgnpack_status load_comments(struct search_source *source, struct search_block *block,
                                         struct comment_loading *loading, struct error *error)
{
    struct comment_decoder *decoder = &loading->decoder;
    if (!comment_decoder_clear(decoder))
        return error_no_memory(error);
    for (unsigned i = 0; i < block->section_count; i++) {
        const struct section_entry *entry = &block->sections[i];
        struct search_bytes *bytes = &loading->bytes[i];
        if (!is_of_comments(entry->type))
            continue;
        if (load(source, block, entry, bytes, error) != PGNPACK_OK)
            return error->status;
        const struct byte_source read = byte_source_of(bytes->bytes, bytes->size);
        if (entry->index >= COMMENT_COLUMN_COUNT_MAX)
            continue;
        if (entry->type == BCGN_SECTION_COMMENT_FIELDS)
            comment_decoder_section(decoder, COMMENT_STREAM_TOKENS, entry->index, read);
        else if (entry->type == BCGN_SECTION_COMMENT_EXTRA)
            comment_decoder_section(decoder, COMMENT_STREAM_EXTRA, entry->index, read);
        else if (entry->type == BCGN_SECTION_COMMENT_TEXTS)
            comment_decoder_section(decoder, COMMENT_STREAM_TEXTS, entry->index, read);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status read_loaded(struct search_source *source, struct search_block *block,
                                       struct comment_loading *loading, struct error *error)
{
    const struct comment_sections sections = {.templates =
                                                  loaded(block, loading, BCGN_SECTION_COMMENT_TEMPLATES),
                                              .ids = loaded(block, loading, BCGN_SECTION_COMMENT_IDS),
                                              .literals = loaded(block, loading, BCGN_SECTION_COMMENTS),
                                              .work = &source->work};
    const int has_templates = byte_source_left(&sections.ids) != 0;
    if (has_templates && comment_decoder_start(&loading->decoder, &sections, (size_t)block->entry->text_size,
                                               error) != PGNPACK_OK)
        return error->status;
    return search_numbers_read(
        &block->numbers, &block->lines, loaded(block, loading, BCGN_SECTION_SHAPE_RUNS),
        loaded(block, loading, BCGN_SECTION_SHAPE_KINDS), has_templates ? &loading->decoder : NULL,
        sections.literals, &source->work, error);
}

static enum pgnpack_status read_numbers(struct search_source *source, struct search_block *block,
                                        struct error *error)
{
    const size_t size = (block->section_count + (size_t)1) * sizeof(struct search_bytes);
    const size_t held = block->held;
    struct comment_loading loading = {.bytes = memory_get(source->memory, size)};
    if (loading.bytes == NULL)
        return error_no_memory(error);
    memset(loading.bytes, 0, size);
    comment_decoder_init(&loading.decoder, source->memory);
    enum pgnpack_status status = load_comments(source, block, &loading, error);
    if (status == PGNPACK_OK)
        status = read_loaded(source, block, &loading, error);
    comment_decoder_free(&loading.decoder);
    for (unsigned i = 0; i < block->section_count; i++)
        release(source, &loading.bytes[i]);
    memory_release(source->memory, loading.bytes, size);
    block->held = held;
    return status;
}

const struct search_numbers *search_block_numbers(struct search_source *source, struct search_block *block,
                                                  struct error *error)
{
    if (block->numbers_state == SEARCH_NOT_READ) {
        block->numbers_state = SEARCH_HAS_NONE;
        if (find_section(block, BCGN_SECTION_COMMENT_MODEL, 0) == NULL &&
            read_numbers(source, block, error) == PGNPACK_OK) {
            block->numbers_state = SEARCH_READ;
            block->held += search_numbers_memory(&block->numbers);
        }
    }
    return block->numbers_state == SEARCH_READ ? &block->numbers : NULL;
}

const uint8_t *search_block_stripe(struct search_source *source, struct search_block *block, unsigned stripe,
                                   struct error *error)
{
    struct search_bytes *bytes = &block->stripes[stripe];
    if (bytes->bytes == NULL &&
        load(source, block, block->stripe_sections[stripe], bytes, error) != PGNPACK_OK) {
        release_loaded(source, block, bytes);
        return NULL;
    }
    return bytes->bytes;
}
