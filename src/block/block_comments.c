/*
 * Comments of a block that has templates are put together before its games are taken apart, in one walk through the
 * games: what a comment holds may depend on where it stands (comment_walk.h).
 */
#include "block/block_parts.h"
#include "container/work_costs.h"

static enum pgnpack_status corrupt_shapes(struct error *error)
{
    return block_corrupt(error, "shapes are");
}

enum pgnpack_status block_find_clock(struct block_decoder *decoder, uint32_t game,
                                     struct comment_clock *clock_ret, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    *clock_ret = (struct comment_clock){0, 0};
    if (!decoder->comments.adaptive)
        return PGNPACK_OK;
    enum pgnpack_status status = tag_decoder_game(&decoder->tags, game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++)
        if (text_is(decoder->schemas.names[values[i].column], COMMENT_CLOCK_TAG)) {
            *clock_ret = comment_clock_of(values[i].text);
            break;
        }
    return status;
}

/* ---- The walk without boards: from the shapes alone ---- */

/* One element. Returns 0 when it is not in order. */
static int walk_element(struct comment_walk *walk, uint8_t kind, struct byte_source *nags)
{
    switch (kind) {
    case ITEM_MOVE:
    case ITEM_NULL_MOVE:
        comment_walk_move(walk, NULL, NO_MOVE);
        return 1;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        comment_walk_mark(walk, (uint16_t)byte_source_varint_max(nags, UINT16_MAX));
        return !nags->failed;
    case ITEM_VARIATION_BEGIN:
        return comment_walk_open(walk);
    case ITEM_VARIATION_END:
        return comment_walk_close(walk);
    default:
        return kind < BCGN_SHAPE_KIND_COUNT;
    }
}

/* `elements_left`: of the whole block. */
static enum pgnpack_status walk_game(struct block_decoder *decoder, struct shape_decoder *shape,
                                     uint64_t *elements_left, struct error *error)
{
    for (;;) {
        uint8_t kind = shape_decode(shape);
        if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END)
            return PGNPACK_OK;
        if (!walk_element(&decoder->walk, kind, &decoder->cursor.nags) || (*elements_left)-- == 0)
            return corrupt_shapes(error);
        if (kind != ITEM_COMMENT)
            continue;
        struct comment_place place = comment_walk_place(&decoder->walk, NULL);
        enum pgnpack_status status = comment_decoder_next(&decoder->comments, &place, error);
        if (status != PGNPACK_OK)
            return status;
    }
}

static enum pgnpack_status walk_shapes(struct block_decoder *decoder, struct error *error)
{
    struct shape_decoder shape = decoder->cursor.shape;
    uint64_t elements_left = decoder->header.text_size;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint32_t game = 0; game < decoder->header.game_count && status == PGNPACK_OK; game++) {
        struct comment_clock clock;
        status = block_find_clock(decoder, game, &clock, error);
        comment_walk_start_game(&decoder->walk, game, clock);
        uint64_t left = elements_left;
        size_t start = decoder->comments.text.size;
        if (status == PGNPACK_OK)
            status = walk_game(decoder, &shape, &elements_left, error);
        if (status == PGNPACK_OK)
            status = work_spend(&decoder->work,
                                WORK_GAME + (left - elements_left) * WORK_ELEMENT +
                                    (decoder->comments.text.size - start) * WORK_COMMENT_BYTE,
                                error);
    }
    return status;
}

/* ---- The walk with boards: the games are decoded, without their SAN ---- */

static enum pgnpack_status walk_games(struct block_decoder *decoder, struct error *error)
{
    unsigned parts = decoder->parts;
    enum pgnpack_status status = PGNPACK_OK;
    decoder->parts = BLOCK_MOVES;
    decoder->walks = 1;
    while (status == PGNPACK_OK) {
        size_t start = decoder->comments.text.size;
        status = block_decoder_next(decoder, error);
        if (status == PGNPACK_OK)
            status =
                work_spend(&decoder->work, (decoder->comments.text.size - start) * WORK_COMMENT_BYTE, error);
    }
    decoder->walks = 0;
    decoder->parts = parts;
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

enum pgnpack_status block_expand_comments(struct block_decoder *decoder, struct error *error)
{
    struct comment_decoder *comments = &decoder->comments;
    const struct comment_sections sections = {.templates =
                                                  block_source(decoder, BCGN_SECTION_COMMENT_TEMPLATES),
                                              .ids = block_source(decoder, BCGN_SECTION_COMMENT_IDS),
                                              .literals = block_source(decoder, BCGN_SECTION_COMMENTS),
                                              .numbers = block_source(decoder, BCGN_SECTION_COMMENT_NUMBERS),
                                              .work = &decoder->work};
    enum pgnpack_status status = comment_decoder_start(comments, &sections, decoder->header.text_size, error);
    if (status == PGNPACK_OK && comments->has_lists)
        status =
            comment_decoder_start_lists(comments, block_source(decoder, BCGN_SECTION_COMMENT_MOVES), error);
    if (status == PGNPACK_OK)
        status = comments->needs_boards ? walk_games(decoder, error) : walk_shapes(decoder, error);
    if (status == PGNPACK_OK)
        status = comment_decoder_finish(comments, error);
    return status;
}
