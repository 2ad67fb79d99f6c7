#include "block/block_text.h"

#include "container/sections/work_costs.h"

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

void block_pass_exceptions(struct block_cursor *cursor)
{
    while (cursor->exception_game < cursor->game && !cursor->exceptions.failed &&
           !cursor->exception_text.failed) {
        byte_source_take(&cursor->exception_text, (size_t)cursor->exception_size);
        block_advance_exception(cursor);
    }
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
