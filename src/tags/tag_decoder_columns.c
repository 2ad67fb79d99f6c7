/* The table of tag columns, and which of them are asked for. */
#include "container/stream_place.h"
#include "tags/tag_decoder_parts.h"

/* ---- Section TAG_CODECS ---- */

static int is_in_order(const struct tag_column *column)
{
    unsigned reference = column->reference;
    if (column->codec == TAG_CODEC_NUMBER)
        return reference <= TAG_REFERENCE_LINK;
    return reference == TAG_REFERENCE_NONE || reference == TAG_REFERENCE_LINK ||
           reference == TAG_REFERENCE_RESULT;
}

/* The head of a column that the moves tell: it has no partner, and in blocks without TAG_NUMBERS there is none. */
static void read_head_for_moves(struct tag_decoder *decoder, uint16_t number, struct byte_source *source,
                                struct error *error)
{
    const struct tag_column *column = &decoder->columns[number];
    if (column->reference >= TAG_BY_MOVES_COUNT && decoder->by_model)
        byte_source_newer(source, error, "kind of tags that the moves tell", column->reference);
    source->failed |= !decoder->by_model || column->flags != 0 || column->leader != number;
    if (column->reference != TAG_BY_LABEL)
        return;
    if (decoder->label_column_count == LABEL_COLUMN_COUNT_MAX)
        source->failed = 1;
    else
        decoder->label_columns[decoder->label_column_count++] = number;
}

static int is_in_order_for_model(const struct tag_column *column)
{
    return column->codec != TAG_CODEC_DISTANCE && column->reference <= TAG_REFERENCE_PREVIOUS;
}

/* A column's head, up to the streams; `leader` is the column itself if it is no follower. */
static void read_head(struct tag_decoder *decoder, uint16_t number, uint16_t leader,
                      struct byte_source *source, struct error *error)
{
    enum { UNKNOWN_FLAGS = 0xc0 };
    struct tag_column *column = &decoder->columns[number];
    uint8_t head = byte_source_byte(source);
    unsigned name_count = decoder->schemas->name_count;
    *column = (struct tag_column){.codec = head & 3,
                                  .reference = head >> 2 & 7,
                                  .flags = head & TAG_HAS_FOLLOWER,
                                  .leader = leader,
                                  .partner = leader};
    if (head & UNKNOWN_FLAGS)
        byte_source_newer(source, error, "combination of flags of tags", head);
    if (column->codec == TAG_CODEC_MOVES) {
        read_head_for_moves(decoder, number, source, error);
        return;
    }
    if (column->reference >= TAG_REFERENCE_COUNT)
        byte_source_newer(source, error, "kind of reference of tags", column->reference);
    if (column->flags & TAG_HAS_FOLLOWER) {
        column->partner = (uint16_t)byte_source_varint_max(source, name_count - 1);
        source->failed |= column->partner <= number || leader != number;
    }
    if (column->reference == TAG_REFERENCE_COLUMN || column->reference == TAG_REFERENCE_LINK)
        column->other = (uint16_t)byte_source_varint_max(source, name_count - 1);
    if (column->codec == TAG_CODEC_NUMBER) {
        column->form = byte_source_byte(source);
        if (column->form >= FORM_COUNT)
            byte_source_newer(source, error, "form of tags", column->form);
        column->prefix = byte_source_text(source, BCGN_BLOCK_TEXT_MAX);
        column->suffix = byte_source_text(source, BCGN_BLOCK_TEXT_MAX);
    }
    if (decoder->by_model) {
        column->recipe = byte_source_byte(source);
        if (column->recipe >= tag_recipe_count())
            byte_source_newer(source, error, "recipe for tags", column->recipe);
        source->failed |= !is_in_order_for_model(column);
    }
    source->failed |= !is_in_order(column) || column->codec != decoder->columns[leader].codec;
}

static void read_streams(struct tag_decoder *decoder, uint16_t number, struct byte_source *source)
{
    const struct tag_column *column = &decoder->columns[number];
    struct tag_column_state *state = &decoder->states[number];
    const struct byte_source *sections = decoder->sections[number];
    if (decoder->by_model) {
        state->codes = (struct number_reader){.token = 0};
        if (column->leader == number)
            state->strings = stream_get(source, sections[TAG_STREAM_STRINGS]);
        return;
    }
    struct byte_source tokens = stream_get(source, sections[TAG_STREAM_TOKENS]);
    state->codes = number_reader_of(tokens, stream_get(source, sections[TAG_STREAM_EXTRA]));
    if (column->leader == number)
        state->strings = stream_get(source, sections[TAG_STREAM_STRINGS]);
}

void tag_read_columns(struct tag_decoder *decoder, struct byte_source *source, struct error *error)
{
    unsigned name_count = decoder->schemas->name_count;
    uint8_t done[BCGN_TAG_NAME_COUNT_MAX] = {0};
    decoder->label_column_count = 0;
    for (uint16_t i = 0; i < name_count && !source->failed; i++) {
        if (done[i])
            continue;
        read_head(decoder, i, i, source, error);
        read_streams(decoder, i, source);
        uint16_t follower = decoder->columns[i].partner;
        if (follower == i || source->failed)
            continue;
        source->failed |= done[follower];
        done[follower] = 1;
        read_head(decoder, follower, i, source, error);
        read_streams(decoder, follower, source);
    }
}

/* ---- Some of the columns ---- */

/* Returns 1 when the column was passed over until now. */
static int refer_to(struct tag_decoder *decoder, uint16_t column)
{
    int is_new = decoder->interest[column] == TAG_PASSED_OVER;
    if (is_new)
        decoder->interest[column] = TAG_REFERRED_TO;
    return is_new;
}

/* A column that is told by others; a pair shares what its values are told by. */
static int refer_to_others(struct tag_decoder *decoder, uint16_t number)
{
    const struct tag_column *column = &decoder->columns[number];
    if (decoder->interest[number] == TAG_PASSED_OVER)
        return 0;
    int found = refer_to(decoder, column->partner);
    if (column->reference == TAG_REFERENCE_COLUMN || column->reference == TAG_REFERENCE_LINK)
        found |= refer_to(decoder, column->other);
    return found;
}

void tag_decoder_ask(struct tag_decoder *decoder, const struct schema_table *schemas,
                     struct byte_source codecs, int by_model, const uint8_t *asked)
{
    decoder->schemas = schemas;
    decoder->by_model = by_model;
    struct error found_later; /* by tag_decoder_start() */
    error_clear(&found_later);
    tag_read_columns(decoder, &codecs, &found_later);
    if (codecs.failed)
        return;
    for (uint16_t i = 0; i < schemas->name_count; i++) {
        int told_by_moves = decoder->columns[i].codec == TAG_CODEC_MOVES; /* labels are told by each other */
        enum tag_interest others = told_by_moves ? TAG_REFERRED_TO : TAG_PASSED_OVER;
        decoder->interest[i] = asked[i] != TAG_PASSED_OVER ? asked[i] : (uint8_t)others;
    }
    for (int found = 1; found;) {
        found = 0;
        for (uint16_t i = 0; i < schemas->name_count; i++)
            found |= refer_to_others(decoder, i);
    }
}
