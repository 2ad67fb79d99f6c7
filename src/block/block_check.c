#include "block/block_check.h"

#include "block/line_trace.h"
#include "container/sections/work_costs.h"

void block_check_init(struct block_check *check, struct memory *memory)
{
    buffer_init(&check->bytes, memory);
}

void block_check_free(struct block_check *check)
{
    buffer_free(&check->bytes);
}

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

/* Unpacks them, one after the other. */
static enum pgnpack_status read_columns(struct block_check *check, struct block_decoder *decoder,
                                        const uint8_t *block)
{
    const struct section_entry *entries[POSITION_COLUMN_COUNT];
    struct byte_source sections[POSITION_COLUMN_COUNT];
    struct buffer *raw = &check->bytes;
    struct error *error = &check->error;
    size_t size = 0;
    if (!find_sections(decoder, entries))
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
    if (!position_columns_read(&check->columns, sections, decoder->header.game_count))
        return block_corrupt(error, "a block's position columns are not in order");
    check->has_columns = 1;
    return PGNPACK_OK;
}

void block_check_start(struct block_check *check, struct block_decoder *decoder, const uint8_t *block)
{
    check->has_columns = 0;
    check->game = 0;
    buffer_clear(&check->bytes);
    error_clear(&check->error);
    read_columns(check, decoder, block);
}

void block_check_see(struct block_check *check, const struct game *game)
{
    struct pawn_trace trace;
    if (!check->has_columns || check->error.status != PGNPACK_OK)
        return;
    line_trace(game, &trace);
    if (!position_columns_fit(&check->columns, check->game++, &trace))
        block_corrupt(&check->error,
                      "a block's position columns do not fit its games: searches may miss some "
                      "(the games are whole: unpack them and pack them again)");
}

enum pgnpack_status block_check_end(const struct block_check *check, struct error *error)
{
    if (check->error.status != PGNPACK_OK)
        *error = check->error;
    return check->error.status;
}
