/* The text of a block's games: rendering, and the exceptions to it. */
#include "block/block_parts.h"
#include "container/work_costs.h"
#include "util/xxh64.h"

void block_advance_exception(struct block_cursor *cursor)
{
    struct byte_source *source = &cursor->exceptions;
    if (byte_source_left(source) == 0) {
        cursor->exception_game = UINT64_MAX;
        return;
    }
    uint64_t games = byte_source_varint_max(source, UINT32_MAX);
    uint64_t slot = byte_source_varint_max(source, UINT32_MAX);
    cursor->exception_slot = games == 0 ? cursor->exception_slot + slot : slot;
    cursor->exception_game += games;
    cursor->exception_size = byte_source_varint(source);
}

static void settle_with_exception(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct block_decoder *decoder = opaque;
    struct block_cursor *cursor = &decoder->cursor;
    if (slot != cursor->exception_slot || cursor->exception_game != cursor->game - 1)
        return;
    const uint8_t *text = byte_source_take(&cursor->exception_text, (size_t)cursor->exception_size);
    if (cursor->exception_text.failed)
        return;
    out->size = slot_start;
    buffer_append(out, text, (size_t)cursor->exception_size);
    block_advance_exception(cursor);
}

enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out,
                                         struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    struct byte_source ids = block_source(decoder, BCGN_SECTION_STYLE_IDS);
    unsigned style = byte_source_peek(&ids, cursor->game - 1);
    if (style >= decoder->style_count)
        return block_corrupt(error, "a game has a style that its block does not have");
    size_t start = out->size;
    int has_exceptions = cursor->exception_game == cursor->game - 1;
    decoder->layout.out_limit = out->size + decoder->header.text_size;
    decoder->layout.aside = NULL;
    decoder->layout.pairs = NULL;
    layout_render(&decoder->layout, &decoder->styles[style], &decoder->game, out,
                  has_exceptions ? settle_with_exception : NULL, decoder);
    if (buffer_failed(out))
        return error_no_memory(error);
    if (cursor->exceptions.failed || cursor->exception_text.failed || cursor->exception_game < cursor->game ||
        out->size > decoder->layout.out_limit)
        return block_corrupt(error, "a block's exceptions do not fit its games");
    return work_spend(&decoder->work, (out->size - start) * WORK_TEXT_OUT_BYTE, error);
}

static int is_empty(const struct byte_source *source)
{
    return byte_source_left(source) == 0;
}

/* True behind the last game if nothing is left over in any column. */
static int columns_are_used_up(const struct block_decoder *decoder)
{
    const struct block_cursor *cursor = &decoder->cursor;
    const struct shape_decoder *shape = &cursor->shape;
    struct byte_source comments = block_comments(decoder);
    if (decoder->header.game_count != 0 && !tag_decoder_at_end(&decoder->tags))
        return 0;
    return shape->run == 0 && is_empty(&shape->runs) && is_empty(&shape->kinds) &&
           move_reader_at_end(&cursor->moves) && is_empty(&cursor->nags) &&
           cursor->comments_at == byte_source_left(&comments) && is_empty(&cursor->lines) &&
           is_empty(&cursor->tokens) && is_empty(&cursor->drop_men) && is_empty(&cursor->drop_squares) &&
           cursor->exception_game == UINT64_MAX && is_empty(&cursor->exception_text);
}

enum pgnpack_status block_decoder_text(struct block_decoder *decoder, struct buffer *out, struct error *error)
{
    size_t start = out->size;
    enum pgnpack_status status =
        work_spend(&decoder->work, decoder->header.text_size * (uint64_t)WORK_TEXT_OUT_BYTE, error);
    if (status != PGNPACK_OK)
        return status;
    if (!buffer_reserve(out, (size_t)decoder->header.text_size + LAYOUT_GAP_SIZE_MAX))
        return error_no_memory(error);
    while ((status = block_decoder_next(decoder, error)) == PGNPACK_OK) {
        status = block_decoder_render(decoder, out, error);
        if (status == PGNPACK_OK && out->size - start > decoder->header.text_size)
            status = block_corrupt(error, "a block's games have more text than the block");
        if (status != PGNPACK_OK)
            return status;
    }
    if (status != PGNPACK_END)
        return status;
    if (!columns_are_used_up(decoder))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block has more than its games take");
    struct column tail = block_decoder_tail(decoder);
    buffer_append(out, tail.data, tail.size);
    if (buffer_failed(out))
        return error_no_memory(error);
    if (out->size - start != decoder->header.text_size ||
        xxh64(out->data + start, out->size - start) != decoder->header.text_hash)
        return error_set(error, PGNPACK_ERROR_CORRUPT,
                         "a block does not give back its text (its hash differs)");
    return PGNPACK_OK;
}
