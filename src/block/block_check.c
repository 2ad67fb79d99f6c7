#include "block/block_check.h"

#include "block/block_decoder.h"
#include "block/line_trace.h"
#include "container/sections/work_costs.h"
#include "search/columns/position_columns.h"

/* Has the block all columns? Those of an annex are about another file's games. */
static int find_sections(const struct block_decoder *decoder,
                         const struct section_entry *entries[POSITION_COLUMN_COUNT])
{
    if (decoder->header.flags & BCGN_BLOCK_ANNEX)
        return 0;
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++) {
        entries[i] = section_find(decoder->entries, decoder->header.section_count, BCGN_SECTION_POSITIONS,
                                  (uint16_t)i);
        if (entries[i] == NULL || !optional_section_is_readable(entries[i]))
            return 0;
    }
    return 1;
}

/* Unpacks them, one after the other, into `raw`. */
static enum pgnpack_status read_columns(struct block_decoder *decoder, const uint8_t *block,
                                        struct buffer *raw, struct position_columns *columns, int *found_ret,
                                        struct error *error)
{
    const struct section_entry *entries[POSITION_COLUMN_COUNT];
    struct byte_source sections[POSITION_COLUMN_COUNT];
    size_t size = 0;
    *found_ret = find_sections(decoder, entries);
    if (!*found_ret)
        return PGNPACK_OK;
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++)
        size += entries[i]->raw_size;
    if (!buffer_reserve(raw, size + 1))
        return error_no_memory(error);
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++) {
        uint8_t *bytes = raw->data + raw->size;
        const uint8_t *stored = block + section_offset(&decoder->header, decoder->entries, entries[i]);
        if (work_spend(&decoder->work, work_of_section(entries[i]), error) != PGNPACK_OK ||
            section_unpack(&decoder->unpacker, entries[i], stored, bytes, error) != PGNPACK_OK)
            return error->status;
        sections[i] = byte_source_of(bytes, entries[i]->raw_size);
        raw->size += entries[i]->raw_size;
    }
    return position_columns_read(columns, sections, decoder->header.game_count)
               ? PGNPACK_OK
               : block_corrupt(error, "a block's position columns are not in order");
}

static enum pgnpack_status check_games(struct block_decoder *decoder, const uint8_t *block,
                                       const struct position_columns *columns, struct error *error)
{
    const struct block_header header = decoder->header;
    enum pgnpack_status status =
        block_decoder_open(decoder, &header, block, BLOCK_SHAPE | BLOCK_MOVES, error);
    for (uint32_t i = 0; i < header.game_count && status == PGNPACK_OK; i++) {
        struct pawn_trace trace;
        status = block_decoder_next(decoder, error);
        if (status != PGNPACK_OK)
            break;
        line_trace(&decoder->game, &trace);
        if (!position_columns_fit(columns, i, &trace))
            status =
                block_corrupt(error, "a block's position columns do not fit its games: searches may miss "
                                     "some (the games are whole: unpack them and pack them again)");
    }
    return status;
}

enum pgnpack_status block_check_positions(struct block_decoder *decoder, const uint8_t *block,
                                          struct error *error)
{
    struct position_columns *columns = memory_get(decoder->memory, sizeof *columns);
    struct buffer raw;
    int found = 0;
    if (columns == NULL)
        return error_no_memory(error);
    buffer_init(&raw, decoder->memory);
    enum pgnpack_status status = read_columns(decoder, block, &raw, columns, &found, error);
    if (status == PGNPACK_OK && found)
        status = check_games(decoder, block, columns, error);
    buffer_free(&raw);
    memory_release(decoder->memory, columns, sizeof *columns);
    return status;
}
