#include "block/block_comments.h"

#include "container/sections/work_costs.h"

static enum pgnpack_status find_clock(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    decoder->clock = (struct comment_clock){0, 0};
    if (!decoder->expands || !decoder->comments.by_model)
        return PGNPACK_OK;
    enum pgnpack_status status =
        tag_decoder_game(&decoder->tags, decoder->cursor.game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++)
        if (text_is(decoder->schemas.names[values[i].column], COMMENT_CLOCK_TAG)) {
            decoder->clock = comment_clock_of(values[i].text);
            break;
        }
    return status;
}

enum pgnpack_status block_begin_comments(struct block_decoder *decoder, struct error *error)
{
    decoder->expands = decoder->has_templates && decoder->cursor.game == decoder->expanded_games;
    return find_clock(decoder, error);
}

enum pgnpack_status block_expand_comment(struct block_decoder *decoder, struct error *error)
{
    struct comment_place place = comment_place_of(&decoder->line, decoder->cursor.game, decoder->clock);
    size_t size = decoder->comments.text.size;
    enum pgnpack_status status = comment_decoder_next(&decoder->comments, &place, error);
    if (status != PGNPACK_OK)
        return status;
    return work_spend(&decoder->work, (decoder->comments.text.size - size) * WORK_COMMENT_BYTE, error);
}

enum pgnpack_status block_end_comments(struct block_decoder *decoder, struct error *error)
{
    if (!decoder->expands)
        return PGNPACK_OK;
    decoder->expanded_games++;
    return decoder->expanded_games == decoder->header.game_count
               ? comment_decoder_finish(&decoder->comments, error)
               : PGNPACK_OK;
}

enum pgnpack_status block_start_comments(struct block_decoder *decoder, struct error *error)
{
    struct comment_decoder *comments = &decoder->comments;
    const struct comment_sections sections = {.templates =
                                                  block_source(decoder, BCGN_SECTION_COMMENT_TEMPLATES),
                                              .ids = block_source(decoder, BCGN_SECTION_COMMENT_IDS),
                                              .model = block_source(decoder, BCGN_SECTION_COMMENT_MODEL),
                                              .numbers = block_source(decoder, BCGN_SECTION_COMMENT_NUMBERS),
                                              .literals = block_source(decoder, BCGN_SECTION_COMMENTS),
                                              .work = &decoder->work};
    decoder->expanded_games = 0;
    decoder->has_templates = decoder->header.game_count != 0 &&
                             (byte_source_left(&sections.ids) != 0 || byte_source_left(&sections.model) != 0);
    if (!decoder->has_templates)
        return PGNPACK_OK;
    enum pgnpack_status status = comment_decoder_start(comments, &sections, decoder->header.text_size, error);
    if (status == PGNPACK_OK && comments->has_lists)
        status = comment_decoder_start_lists(comments, decoder->nets,
                                             block_source(decoder, BCGN_SECTION_COMMENT_MOVES), error);
    return status;
}
