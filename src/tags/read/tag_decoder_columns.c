#include "tags/read/tag_decoder_columns.h"

#include "container/sections/stream_place.h"
#include "game/game.h"
#include "tags/model/tag_pattern.h"

/* ---- Section TAG_CODECS ---- */

static int is_in_order(const struct tag_column *column)
{
    unsigned reference = column->reference;
    if (column->codec >= TAG_CODEC_MOVES)
        return 0;
    if (column->codec == TAG_CODEC_NUMBER)
        return reference <= TAG_REFERENCE_LINK;
    return reference == TAG_REFERENCE_NONE || reference == TAG_REFERENCE_LINK ||
           reference == TAG_REFERENCE_RESULT;
}

static void read_form(struct tag_column *column, struct byte_source *source, struct error *error)
{
    column->form = byte_source_byte(source);
    if (column->form >= FORM_COUNT)
        byte_source_newer(source, error, "form of tags", column->form);
    column->prefix = byte_source_text(source, BCGN_BLOCK_TEXT_MAX);
    column->suffix = byte_source_text(source, BCGN_BLOCK_TEXT_MAX);
}

static void read_follower(const struct tag_decoder *decoder, struct tag_column *column, uint16_t number,
                          struct byte_source *source)
{
    column->partner = (uint16_t)byte_source_varint_max(source, decoder->schemas->name_count - 1);
    source->failed |= column->partner <= number || column->leader != number;
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
    if (column->reference >= TAG_REFERENCE_COUNT)
        byte_source_newer(source, error, "kind of reference of tags", column->reference);
    if (column->flags & TAG_HAS_FOLLOWER)
        read_follower(decoder, column, number, source);
    if (column->reference == TAG_REFERENCE_COLUMN || column->reference == TAG_REFERENCE_LINK)
        column->other = (uint16_t)byte_source_varint_max(source, name_count - 1);
    if (column->codec == TAG_CODEC_NUMBER)
        read_form(column, source, error);
    source->failed |= !is_in_order(column) || column->codec != decoder->columns[leader].codec;
}

static void read_streams(struct tag_decoder *decoder, uint16_t number, struct byte_source *source)
{
    const struct tag_column *column = &decoder->columns[number];
    struct tag_column_state *state = &decoder->states[number];
    const struct byte_source *sections = decoder->sections[number];
    struct byte_source tokens = stream_get(source, sections[TAG_STREAM_TOKENS]);
    state->codes = number_reader_of(tokens, stream_get(source, sections[TAG_STREAM_EXTRA]));
    if (column->leader == number)
        state->strings = stream_get(source, sections[TAG_STREAM_STRINGS]);
}

/* ---- Section TAG_MODEL ---- */

static struct tag_arguments read_arguments(const struct tag_decoder *decoder, struct byte_source *source)
{
    struct tag_arguments arguments = {{0}};
    size_t count = (size_t)byte_source_varint_max(source, TAG_ARGUMENTS_MAX);
    for (size_t i = 0; i < count; i++)
        arguments.of[i] = (uint16_t)byte_source_varint_max(source, decoder->schemas->name_count);
    return arguments;
}

static void read_recipe(struct tag_decoder *decoder, uint16_t number, const struct tag_arguments *arguments,
                        struct byte_source *source, struct error *error)
{
    struct tag_recipe *recipe = &decoder->model.recipes[number];
    unsigned pattern = byte_source_byte(source);
    decoder->columns[number].recipe = (uint8_t)pattern;
    if (pattern > TAG_PATTERN_COUNT)
        byte_source_newer(source, error, "pattern of tags", pattern);
    else if (pattern == TAG_RECIPE_SPELLED)
        tag_recipe_read(recipe, source, decoder->schemas->name_count, error);
    else
        tag_pattern_set(recipe, pattern, arguments, number);
}

static void read_quotes(struct tag_decoder *decoder, uint16_t number, struct byte_source *source,
                        struct error *error, int *no_memory_ret)
{
    *no_memory_ret |= !tag_quotes_read(&decoder->quotes, &decoder->columns[number], source,
                                       decoder->schemas->name_count, error);
    source->failed |= *no_memory_ret;
}

/* A column that the moves tell has no partner. */
static void note_column_by_moves(struct tag_decoder *decoder, uint16_t number, struct byte_source *source)
{
    struct tag_column *column = &decoder->columns[number];
    column->codec = TAG_CODEC_MOVES;
    source->failed |= column->flags != 0 || column->leader != number;
    if (column->reference != TAG_BY_LABEL)
        return;
    if (decoder->label_column_count == LABEL_COLUMN_COUNT_MAX)
        source->failed = 1;
    else
        decoder->label_columns[decoder->label_column_count++] = number;
}

/* Up to the strings. */
static void read_modelled_head(struct tag_decoder *decoder, uint16_t number, uint16_t leader,
                               const struct tag_arguments *arguments, struct byte_source *source,
                               struct error *error, int *no_memory_ret)
{
    struct tag_column *column = &decoder->columns[number];
    uint8_t head = byte_source_byte(source);
    unsigned kind = head & TAG_MODELLED_KIND;
    unsigned counters = head >> TAG_MODELLED_COUNTERS;
    *column = (struct tag_column){.codec = kind == TAG_MODELLED_NUMBER ? TAG_CODEC_NUMBER : TAG_CODEC_IDS,
                                  .reference = (head & TAG_MODELLED_PREVIOUS) != 0,
                                  .flags = head & TAG_MODELLED_FOLLOWER ? TAG_HAS_FOLLOWER : 0,
                                  .leader = leader,
                                  .partner = leader,
                                  .counter_bits = (uint8_t)(counters + TAG_COUNTER_BITS_MIN)};
    int quotes = kind == TAG_MODELLED_TEXT && leader == number && (head & TAG_MODELLED_QUOTES) != 0;
    column->reference = quotes ? 0 : column->reference;
    source->failed |= column->reference != 0 && kind != TAG_MODELLED_NUMBER;
    source->failed |= counters != 0 && (leader != number || kind == TAG_MODELLED_LABEL);
    decoder->model.recipes[number] = (struct tag_recipe){.recent_count = 0};
    if (kind == TAG_MODELLED_LABEL || kind == TAG_MODELLED_FINAL) {
        column->reference = kind == TAG_MODELLED_LABEL ? TAG_BY_LABEL : TAG_BY_FINAL;
        note_column_by_moves(decoder, number, source);
        return;
    }
    if (column->flags & TAG_HAS_FOLLOWER)
        read_follower(decoder, column, number, source);
    if (column->codec == TAG_CODEC_NUMBER)
        read_form(column, source, error);
    read_recipe(decoder, number, arguments, source, error);
    source->failed |= column->codec != decoder->columns[leader].codec;
    if (quotes && !source->failed)
        read_quotes(decoder, number, source, error, no_memory_ret);
}

static void read_strings(struct tag_decoder *decoder, uint16_t number, struct byte_source *source)
{
    struct tag_column_state *state = &decoder->states[number];
    state->codes = (struct number_reader){.token = 0};
    if (decoder->columns[number].leader == number)
        state->strings = stream_get(source, decoder->sections[number][TAG_STREAM_STRINGS]);
}

/* ---- Both tables ---- */

static void read_entry(struct tag_decoder *decoder, uint16_t number, uint16_t leader,
                       const struct tag_arguments *arguments, struct byte_source *source, struct error *error,
                       int *no_memory_ret)
{
    if (decoder->by_model) {
        read_modelled_head(decoder, number, leader, arguments, source, error, no_memory_ret);
        read_strings(decoder, number, source);
    } else {
        read_head(decoder, number, leader, source, error);
        read_streams(decoder, number, source);
    }
}

/* Followers have their leader's. What is quoted has to be there first: it is no column that quotes or waits. */
static int settle_quotes(struct tag_decoder *decoder)
{
    struct tag_column *columns = decoder->columns;
    for (unsigned i = 0; i < decoder->schemas->name_count; i++) {
        columns[i].quote_count = columns[columns[i].leader].quote_count;
        columns[i].first_quote = columns[columns[i].leader].first_quote;
    }
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
        for (unsigned j = 0; j < columns[i].quote_count; j++)
            for (unsigned result = RESULT_WHITE; result <= RESULT_BLACK; result++) {
                uint16_t quoted;
                tag_quote_column(&tag_quotes_of(&decoder->quotes, &columns[i])[j], columns, i, result,
                                 &quoted);
                if (columns[quoted].codec == TAG_CODEC_MOVES || columns[quoted].quote_count != 0)
                    return 0;
            }
    return 1;
}

int tag_read_columns(struct tag_decoder *decoder, struct byte_source *source, struct error *error)
{
    int out_of_memory = 0;
    unsigned name_count = decoder->schemas->name_count;
    uint8_t done[BCGN_TAG_NAME_COUNT_MAX] = {0};
    struct tag_arguments arguments = {{0}};
    decoder->label_column_count = 0;
    decoder->quotes.count = 0;
    if (decoder->by_model && decoder->model.memory == NULL) {
        tag_model_init(&decoder->model, decoder->memory);
        tag_quotes_init(&decoder->quotes, decoder->memory);
    }
    if (decoder->by_model && !tag_model_reserve(&decoder->model, name_count))
        return 0;
    if (decoder->by_model) {
        /* A table that ends too early has empty ones behind its end: who asks for all columns then looks at them. */
        for (unsigned i = 0; i < name_count; i++)
            decoder->model.recipes[i] = (struct tag_recipe){0};
        arguments = read_arguments(decoder, source);
    }
    for (uint16_t i = 0; i < name_count && !source->failed; i++) {
        if (done[i])
            continue;
        read_entry(decoder, i, i, &arguments, source, error, &out_of_memory);
        uint16_t follower = decoder->columns[i].partner;
        if (follower == i || source->failed)
            continue;
        source->failed |= done[follower];
        done[follower] = 1;
        read_entry(decoder, follower, i, &arguments, source, error, &out_of_memory);
    }
    source->failed = source->failed || (decoder->quotes.count != 0 && !settle_quotes(decoder));
    return !out_of_memory;
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

static void refer_without_model(struct tag_decoder *decoder)
{
    for (int found = 1; found;) {
        found = 0;
        for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
            found |= refer_to_others(decoder, i);
    }
}

/* Columns whose interest has grown, and with it perhaps that of others. */
struct wave {
    struct tag_decoder *decoder;
    unsigned count;
    uint16_t columns[3 * BCGN_TAG_NAME_COUNT_MAX]; /* each gets no more than three interests */
};

static void raise(struct wave *wave, uint16_t column, uint8_t interest)
{
    if (wave->decoder->interest[column] >= interest)
        return;
    wave->decoder->interest[column] = interest;
    wave->columns[wave->count++] = column;
}

static void raise_for_model(void *wave, uint16_t column)
{
    raise(wave, column, TAG_FOR_MODEL);
}

static void raise_quoted(struct wave *wave, uint16_t column)
{
    const struct tag_column *columns = wave->decoder->columns;
    const struct tag_quote *quotes = tag_quotes_of(&wave->decoder->quotes, &columns[column]);
    for (unsigned i = 0; i < columns[column].quote_count; i++)
        for (unsigned result = RESULT_WHITE; result <= RESULT_BLACK; result++) {
            uint16_t quoted;
            tag_quote_column(&quotes[i], columns, column, result, &quoted);
            raise(wave, quoted, TAG_REFERRED_TO);
        }
}

/* What the model needs for the columns that are asked for. A pair has one stream, and shares its strings. */
static void refer_by_model(struct tag_decoder *decoder)
{
    struct wave wave = {.decoder = decoder};
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
        if (decoder->interest[i] != TAG_PASSED_OVER)
            wave.columns[wave.count++] = i;
    while (wave.count > 0) {
        uint16_t column = wave.columns[--wave.count];
        uint8_t interest = decoder->interest[column];
        raise(&wave, decoder->columns[column].partner,
              interest < TAG_REFERRED_TO ? interest : TAG_REFERRED_TO);
        tag_recipe_visit(&decoder->model.recipes[column], raise_for_model, &wave);
        if (interest >= TAG_REFERRED_TO)
            raise_quoted(&wave, column);
    }
}

int tag_decoder_ask(struct tag_decoder *decoder, const struct schema_table *schemas,
                    struct byte_source codecs, int by_model, const uint8_t *asked)
{
    decoder->schemas = schemas;
    decoder->by_model = by_model;
    struct error found_later; /* by tag_decoder_start() */
    error_clear(&found_later);
    if (!tag_read_columns(decoder, &codecs, &found_later))
        return 0;
    if (codecs.failed)
        return 1;
    int asks_label = 0;
    for (uint16_t i = 0; i < schemas->name_count; i++)
        asks_label |= tag_column_is_label(&decoder->columns[i]) && asked[i] != TAG_PASSED_OVER;
    for (uint16_t i = 0; i < schemas->name_count; i++) {
        int for_label =
            asks_label && tag_column_is_label(&decoder->columns[i]); /* they are told by each other */
        enum tag_interest others = for_label ? TAG_REFERRED_TO : TAG_PASSED_OVER;
        decoder->interest[i] = asked[i] != TAG_PASSED_OVER ? asked[i] : (uint8_t)others;
    }
    if (by_model)
        refer_by_model(decoder);
    else
        refer_without_model(decoder);
    return 1;
}

int tag_decoder_needs_values(const struct tag_decoder *decoder)
{
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
        if (decoder->interest[i] != TAG_PASSED_OVER)
            return 1;
    return 0;
}

int tag_decoder_needs_plies(const struct tag_decoder *decoder)
{
    for (uint16_t i = 0; decoder->by_model && i < decoder->schemas->name_count; i++)
        if (decoder->interest[i] != TAG_PASSED_OVER && tag_recipe_needs_plies(&decoder->model.recipes[i]))
            return 1;
    return 0;
}
