#include "comments/comment_encoder.h"

#include <string.h>

#include "entropy/coding/code_tally.h"
#include "comments/comment_choice.h"
#include "comments/comment_field.h"
#include "comments/comment_lists.h"
#include "comments/comment_scan.h"
#include "container/sections/stream_place.h"
#include "util/decimal.h"
#include "util/inlined.h"

void comment_encoder_init(struct comment_encoder *encoder, struct memory *memory)
{
    memset(encoder, 0, sizeof *encoder);
    encoder->memory = memory;
    buffer_init(&encoder->ids, memory);
    buffer_init(&encoder->literals, memory);
    buffer_init(&encoder->table, memory);
    number_writer_init(&encoder->writer, memory);
    buffer_init(&encoder->number_bytes, memory);
    buffer_init(&encoder->list_bytes, memory);
}

static void drop_templates(struct comment_encoder *encoder)
{
    for (size_t i = 0; i < encoder->template_count; i++) {
        struct comment_template *template = &encoder->templates[i];
        memory_release(encoder->memory, template->pieces,
                       (template->field_count + 1) * sizeof *template->pieces);
    }
    encoder->template_count = 0;
}

void comment_encoder_free(struct comment_encoder *encoder)
{
    struct memory *memory = encoder->memory;
    drop_templates(encoder);
    for (size_t i = 0; encoder->columns != NULL && i < COMMENT_COLUMN_COUNT_MAX; i++) {
        memory_release(memory, encoder->columns[i].numbers,
                       encoder->columns[i].capacity * sizeof *encoder->columns[i].numbers);
        buffer_free(&encoder->columns[i].texts);
    }
    memory_release(memory, encoder->columns, COMMENT_COLUMN_COUNT_MAX * sizeof *encoder->columns);
    memory_release(memory, encoder->sights, COMMENT_SIGHT_COUNT * sizeof *encoder->sights);
    buffer_free(&encoder->ids);
    buffer_free(&encoder->literals);
    buffer_free(&encoder->table);
    number_writer_free(&encoder->writer);
    memory_release(memory, encoder->moments, encoder->moment_capacity * sizeof *encoder->moments);
    if (encoder->numbers.memory != NULL)
        comment_numbers_free(&encoder->numbers);
    buffer_free(&encoder->number_bytes);
    if (encoder->lists.memory != NULL)
        line_list_free(&encoder->lists);
    buffer_free(&encoder->list_bytes);
    comment_encoder_init(encoder, memory);
}

/* What only blocks with comments need. */
static int allocate(struct comment_encoder *encoder)
{
    size_t columns_size = COMMENT_COLUMN_COUNT_MAX * sizeof *encoder->columns;
    if (encoder->columns == NULL) {
        encoder->columns = memory_get(encoder->memory, columns_size);
        if (encoder->columns != NULL)
            memset(encoder->columns, 0, columns_size);
        for (size_t i = 0; encoder->columns != NULL && i < COMMENT_COLUMN_COUNT_MAX; i++)
            buffer_init(&encoder->columns[i].texts, encoder->memory);
    }
    if (encoder->sights == NULL)
        encoder->sights = memory_get(encoder->memory, COMMENT_SIGHT_COUNT * sizeof *encoder->sights);
    if (encoder->columns == NULL || encoder->sights == NULL)
        return 0;
    memset(encoder->sights, 0, COMMENT_SIGHT_COUNT * sizeof *encoder->sights);
    return 1;
}

void comment_encoder_start(struct comment_encoder *encoder, const struct comment_options *options)
{
    encoder->options = *options;
    encoder->moment_count = 0;
    buffer_clear(&encoder->number_bytes);
    encoder->has_lists = 0;
    buffer_clear(&encoder->list_bytes);
    drop_templates(encoder);
    for (size_t i = 0; i < encoder->column_count; i++) {
        encoder->columns[i].count = 0;
        buffer_clear(&encoder->columns[i].texts);
    }
    encoder->column_count = 0;
    memset(encoder->plus_keys, 0, sizeof encoder->plus_keys);
    memset(encoder->decimal_keys, 0, sizeof encoder->decimal_keys);
    memset(encoder->ids_before, 0, sizeof encoder->ids_before);
    buffer_clear(&encoder->ids);
    buffer_clear(&encoder->literals);
    buffer_clear(&encoder->table);
}

/* ---- Templates ---- */

/* Is the comment of that template? Fills in the fields' numbers. */
static int match_template(struct comment_encoder *encoder, const struct comment_template *template,
                          struct text comment)
{
    size_t at = 0;
    for (size_t i = 0;; i++) {
        const struct comment_piece *piece = &template->pieces[i];
        if (comment.size - at < piece->literal.size ||
            memcmp(comment.data + at, piece->literal.data, piece->literal.size) != 0)
            return 0;
        at += piece->literal.size;
        if (i == template->field_count)
            return at == comment.size;
        size_t size = comment_field_parse(piece->kind, (struct text){comment.data + at, comment.size - at},
                                          &encoder->matches[i].number);
        if (size == 0 && !comment_field_may_be_empty(piece->kind))
            return 0;
        encoder->matches[i].text = (struct text){comment.data + at, size};
        at += size;
    }
}

static uint64_t hash_literal(uint64_t hash, struct text literal)
{
    for (size_t i = 0; i < literal.size; i++)
        hash = (hash ^ (uint8_t)literal.data[i]) * UINT64_C(0x100000001b3);
    return (hash ^ literal.size) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t hash_matches(const struct comment_encoder *encoder, size_t count, struct text tail)
{
    uint64_t hash = count + 1;
    for (size_t i = 0; i < count; i++)
        hash = hash_literal(hash ^ encoder->matches[i].kind, encoder->matches[i].literal);
    return hash_literal(hash, tail);
}

/* The column of fields like that; COMMENT_COLUMN_COUNT_MAX: there is no room for it. */
static size_t find_column(struct comment_encoder *encoder, const struct comment_match *match,
                          uint32_t key_before)
{
    uint32_t key = comment_key(match->literal);
    if (encoder->options.adaptive && match->literal.size == 0)
        key = key_before + 1; /* numbers in a row are told apart by their places */
    for (size_t i = 0; i < encoder->column_count; i++)
        if (encoder->columns[i].key == key && encoder->columns[i].kind == match->kind)
            return i;
    if (encoder->column_count == COMMENT_COLUMN_COUNT_MAX)
        return COMMENT_COLUMN_COUNT_MAX;
    encoder->columns[encoder->column_count].key = key;
    encoder->columns[encoder->column_count].kind = match->kind;
    return encoder->column_count++;
}

/* Texts that begin with a list make a column of lists. Returns 0 when there is no memory. */
static int tell_list(struct comment_encoder *encoder, struct comment_match *match,
                     const struct comment_place *place)
{
    struct line_place line_place = comment_line_place(place, 0);
    if (!encoder->options.takes_lists || comment_field_type(match->kind) != COMMENT_FIELD_TEXT)
        return 1;
    if (encoder->lists.memory == NULL)
        line_list_init(&encoder->lists, encoder->memory);
    if (!line_list_fits(&encoder->lists, &line_place, match->text))
        return 1;
    if (!encoder->has_lists) {
        buffer_clear(&encoder->list_bytes);
        encoder->lists.nets = encoder->options.nets;
        encoder->has_lists = line_list_start_encoding(&encoder->lists, encoder->options.list_net,
                                                      &encoder->list_bytes) == PGNPACK_OK;
    }
    match->kind |= COMMENT_FIELD_VARIANT;
    return encoder->has_lists;
}

enum template_result { TEMPLATE_MADE, TEMPLATE_NO_ROOM, TEMPLATE_NO_MEMORY };

/* What stands in the comment, one piece a match and one for the tail. */
static enum template_result fill_pieces(struct comment_encoder *encoder, struct comment_piece *pieces,
                                        size_t count, struct text tail, const struct comment_place *place)
{
    uint32_t key = 0;
    for (size_t i = 0; i < count; i++) {
        struct comment_match *match = &encoder->matches[i];
        if (!tell_list(encoder, match, place))
            return TEMPLATE_NO_MEMORY;
        size_t column = find_column(encoder, match, key);
        if (column == COMMENT_COLUMN_COUNT_MAX)
            return TEMPLATE_NO_ROOM;
        key = encoder->columns[column].key;
        pieces[i] = (struct comment_piece){match->literal, (uint16_t)column, match->kind};
    }
    pieces[count] = (struct comment_piece){.literal = tail};
    return TEMPLATE_MADE;
}

/* Where there is no room for one, the comment is told as it is. */
static enum template_result make_template(struct comment_encoder *encoder, size_t count, struct text tail,
                                          uint64_t hash, const struct comment_place *place)
{
    if (encoder->template_count == COMMENT_TEMPLATE_COUNT_MAX)
        return TEMPLATE_NO_ROOM;
    struct comment_piece *pieces = memory_get(encoder->memory, (count + 1) * sizeof *pieces);
    if (pieces == NULL)
        return TEMPLATE_NO_MEMORY;
    enum template_result result = fill_pieces(encoder, pieces, count, tail, place);
    if (result != TEMPLATE_MADE) {
        memory_release(encoder->memory, pieces, (count + 1) * sizeof *pieces);
        return result;
    }
    encoder->templates[encoder->template_count++] =
        (struct comment_template){.pieces = pieces, .field_count = count, .hash = hash};
    return TEMPLATE_MADE;
}

/* Prose speaks of moves, too: */
static int has_moves(const struct comment_encoder *encoder, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (encoder->matches[i].kind == comment_text_kind(COMMENT_TEXT_OF_MOVES))
            return 1;
    return 0;
}

/* Notes that such a comment was seen; true when it was seen often enough for a template. */
static int is_worth_a_template(struct comment_encoder *encoder, uint64_t hash, size_t count)
{
    enum { SEEN_MIN = 3, SEEN_MIN_WITH_MOVES = 12 };
    uint32_t least = has_moves(encoder, count) ? SEEN_MIN_WITH_MOVES : SEEN_MIN;
    struct comment_sight *sight = &encoder->sights[hash >> 40 & (COMMENT_SIGHT_COUNT - 1)];
    if (sight->hash != hash)
        *sight = (struct comment_sight){.hash = hash};
    return ++sight->count >= least;
}

/* Sets the number of the comment's template, with the fields in encoder->matches; 0: none. Returns 0 without memory. */
static int find_template(struct comment_encoder *encoder, const struct comment_place *place,
                         struct text comment, size_t *id_ret)
{
    for (size_t i = 0; i < 2; i++) {
        *id_ret = encoder->ids_before[i];
        if (*id_ret != 0 && match_template(encoder, &encoder->templates[*id_ret - 1], comment))
            return 1;
    }
    struct text tail;
    size_t count = comment_scan(encoder, comment, &tail);
    uint64_t hash = hash_matches(encoder, count, tail);
    for (*id_ret = encoder->template_count; *id_ret > 0; --*id_ret)
        if (encoder->templates[*id_ret - 1].hash == hash &&
            match_template(encoder, &encoder->templates[*id_ret - 1], comment))
            return 1;
    if (!is_worth_a_template(encoder, hash, count))
        return 1;
    enum template_result result = make_template(encoder, count, tail, hash, place);
    *id_ret = result == TEMPLATE_MADE ? encoder->template_count : 0;
    return result != TEMPLATE_NO_MEMORY;
}

/* ---- Comments ---- */

static int add_number(struct comment_encoder *encoder, struct comment_column *column, uint32_t game,
                      int64_t number)
{
    if (!MEMORY_GROW(encoder->memory, column->numbers, column->capacity, column->count + 1))
        return 0;
    column->numbers[column->count++] = (struct comment_number){number, game};
    return 1;
}

/* What of a text is no list goes into the column. */
static int add_list(struct comment_encoder *encoder, unsigned column, const struct comment_place *place,
                    struct text text)
{
    struct line_place line_place = comment_line_place(place, column);
    size_t size = line_list_encode(&encoder->lists, &line_place, text);
    if (buffer_failed(&encoder->list_bytes))
        return 0;
    if (size != 0 && size == text.size)
        return 1;
    return buffer_append_ended(&encoder->columns[column].texts,
                               (struct text){text.data + size, text.size - size}, COMMENT_TEXT_END);
}

static int add_field(struct comment_encoder *encoder, const struct comment_piece *piece,
                     const struct comment_match *match, const struct comment_place *place)
{
    struct comment_column *column = &encoder->columns[piece->column];
    if (comment_field_is_list(piece->kind))
        return add_list(encoder, piece->column, place, match->text);
    return comment_field_type(piece->kind) == COMMENT_FIELD_TEXT
               ? buffer_append_ended(&column->texts, match->text, COMMENT_TEXT_END)
               : add_number(encoder, column, place->game, match->number);
}

/* Notes where the comment stands. */
static int add_moment(struct comment_encoder *encoder, const struct comment_place *place)
{
    if (!MEMORY_GROW(encoder->memory, encoder->moments, encoder->moment_capacity, encoder->moment_count + 1))
        return 0;
    encoder->has_boards = place->now != NULL;
    encoder->moments[encoder->moment_count++] = comment_moment_of(place);
    return 1;
}

int comment_encoder_add(struct comment_encoder *encoder, const struct comment_place *place,
                        struct text comment)
{
    if (encoder->ids.size == 0 && !allocate(encoder))
        return 0;
    if (encoder->options.adaptive && !add_moment(encoder, place))
        return 0;
    size_t id;
    if (!find_template(encoder, place, comment, &id))
        return 0;
    buffer_append_byte(&encoder->ids, (uint8_t)id);
    if (buffer_failed(&encoder->ids))
        return 0;
    if (id == 0)
        return buffer_append_ended(&encoder->literals, comment, '}');
    if (encoder->ids_before[0] != id) {
        encoder->ids_before[1] = encoder->ids_before[0];
        encoder->ids_before[0] = (uint8_t)id;
    }
    const struct comment_template *template = &encoder->templates[id - 1];
    for (size_t i = 0; i < template->field_count; i++)
        if (!add_field(encoder, &template->pieces[i], &encoder->matches[i], place))
            return 0;
    return 1;
}

/* ---- Columns ---- */

/* The largest power of ten that divides all numbers. */
static uint8_t find_scale(const struct comment_column *column)
{
    uint8_t scale = COMMENT_SCALE_MAX;
    for (size_t i = 0; i < column->count && scale > 0; i++)
        while (column->numbers[i].number % powers_of_ten[scale] != 0)
            scale--;
    return scale;
}

/* What encode_numbers() tells each number to: one of them. */
struct number_sink {
    struct number_writer *writer;
    struct code_tally *tally;
};

INLINED void sink_add(const struct number_sink *sink, uint64_t code)
{
    if (sink->writer != NULL)
        number_write(sink->writer, code);
    else
        code_tally_add(sink->tally, code);
}

INLINED void encode_numbers(const struct comment_column *column, size_t count,
                            const struct comment_mode *mode, const struct number_sink *sink)
{
    struct comment_history history = {0};
    const int64_t factor = powers_of_ten[mode->scale];
    uint32_t game = count == 0 ? 0 : column->numbers[0].game;
    for (size_t i = 0; i < count; i++) {
        int64_t number = column->numbers[i].number;
        if (factor != 1) /* a division takes longer than all the rest */
            number /= factor;
        if (mode->lag != 0 && column->numbers[i].game != game) {
            sink_add(sink, 0);
            comment_restart(&history, mode->lag);
        }
        sink_add(sink, (mode->lag != 0) + zigzag_encode(number - comment_foretell(&history, mode->lag)));
        comment_learn(&history, number);
        game = column->numbers[i].game;
    }
}

/* By a sample: what packs the column best. */
static struct comment_mode choose_mode(const struct comment_column *column)
{
    enum { SAMPLE = 4096 };
    struct comment_mode best = {.scale = find_scale(column)};
    uint64_t least = UINT64_MAX;
    size_t count = column->count < SAMPLE ? column->count : SAMPLE;
    for (uint8_t lag = 0; lag <= COMMENT_LAG_MAX; lag++) {
        const struct comment_mode mode = {.lag = lag, .scale = best.scale};
        struct code_tally tally;
        memset(&tally, 0, sizeof tally);
        encode_numbers(column, count, &mode, &(struct number_sink){.tally = &tally});
        uint64_t bits = code_tally_bits(&tally);
        if (bits < least) {
            least = bits;
            best = mode;
        }
    }
    return best;
}

/* Behind the kind: how numbers are foretold that go to the mixed model. */
static void write_series(struct comment_encoder *encoder, uint16_t number)
{
    const struct comment_series *series = &encoder->numbers.state.series[number];
    uint8_t scale = 0;
    while (powers_of_ten[scale] != series->factor)
        scale++;
    unsigned head = scale | (series->foreteller_count > 1 ? COMMENT_TWO_FORMULAS : 0u) |
                    (series->in_ticks ? COMMENT_IN_TICKS : 0u);
    buffer_append_byte(&encoder->table, (uint8_t)head);
    for (unsigned i = 0; i < series->foreteller_count; i++)
        comment_formula_write(&series->foretellers[i].formula, &encoder->table);
}

static enum pgnpack_status pack_column(struct comment_encoder *encoder, uint16_t number,
                                       struct section_packer *packer, int zstd_level, struct error *error)
{
    const struct comment_column *column = &encoder->columns[number];
    buffer_append_byte(&encoder->table, comment_field_written_kind(column->kind));
    if (comment_field_type(column->kind) == COMMENT_FIELD_TEXT)
        return stream_put(&column->texts, &encoder->table, packer, BCGN_SECTION_COMMENT_TEXTS, number,
                          zstd_level, error);
    if (encoder->options.adaptive) {
        write_series(encoder, number);
        return PGNPACK_OK;
    }
    struct comment_mode mode = choose_mode(column);
    struct number_writer *writer = &encoder->writer;
    number_writer_clear(writer);
    encode_numbers(column, column->count, &mode, &(struct number_sink){.writer = writer});
    number_writer_finish(writer);
    buffer_append_byte(&encoder->table, (uint8_t)(mode.lag | mode.scale << 2));
    enum pgnpack_status status = stream_put(&writer->tokens, &encoder->table, packer,
                                            BCGN_SECTION_COMMENT_FIELDS, number, zstd_level, error);
    if (status == PGNPACK_OK)
        status = stream_put(&writer->extra, &encoder->table, packer, BCGN_SECTION_COMMENT_EXTRA, number,
                            zstd_level, error);
    return status;
}

static void write_template(struct buffer *table, const struct comment_template *template)
{
    varint_append(table, template->field_count);
    for (size_t i = 0; i <= template->field_count; i++) {
        const struct comment_piece *piece = &template->pieces[i];
        varint_append_text(table, piece->literal);
        if (i < template->field_count)
            varint_append(table, piece->column);
    }
}

/* Returns 0 when there is no memory. */
static int encode_adaptively(struct comment_encoder *encoder)
{
    struct comment_numbers *numbers = &encoder->numbers;
    size_t at[COMMENT_COLUMN_COUNT_MAX] = {0};
    if (numbers->memory == NULL)
        comment_numbers_init(numbers, encoder->memory);
    if (!comment_choose_formulas(encoder) ||
        !comment_numbers_start_encoding(numbers, encoder->options.text_size, &encoder->number_bytes))
        return 0;
    for (size_t i = 0; i < encoder->moment_count; i++) {
        uint8_t id = comment_numbers_begin(numbers, &encoder->moments[i], encoder->ids.data[i]);
        if (id == 0)
            continue;
        const struct comment_template *template = &encoder->templates[id - 1];
        for (size_t j = 0; j < template->field_count; j++) {
            unsigned column = template->pieces[j].column;
            if (comment_field_has_number(template->pieces[j].kind))
                comment_numbers_code(numbers, column, encoder->columns[column].numbers[at[column]++].number);
        }
    }
    comment_numbers_finish(numbers);
    return !buffer_failed(&encoder->number_bytes);
}

static enum pgnpack_status pack_templates(struct comment_encoder *encoder, struct section_packer *packer,
                                          int zstd_level, struct error *error)
{
    struct buffer *table = &encoder->table;
    enum pgnpack_status status = PGNPACK_OK;
    if (encoder->options.adaptive && !encode_adaptively(encoder))
        return error_no_memory(error);
    varint_append(table, encoder->column_count);
    for (size_t i = 0; i < encoder->column_count && status == PGNPACK_OK; i++)
        status = pack_column(encoder, (uint16_t)i, packer, zstd_level, error);
    if (status != PGNPACK_OK)
        return status;
    varint_append(table, encoder->template_count);
    for (size_t i = 0; i < encoder->template_count; i++)
        write_template(table, &encoder->templates[i]);
    if (encoder->has_lists)
        line_list_finish(&encoder->lists);
    if (buffer_failed(table) || buffer_failed(&encoder->list_bytes))
        return error_no_memory(error);
    if (encoder->list_bytes.size != 0)
        status = section_packer_add(packer, BCGN_SECTION_COMMENT_MOVES, 0, encoder->list_bytes.data,
                                    encoder->list_bytes.size, zstd_level, error);
    if (status == PGNPACK_OK)
        status = section_packer_add(
            packer, encoder->options.adaptive ? BCGN_SECTION_COMMENT_MODEL : BCGN_SECTION_COMMENT_TEMPLATES,
            0, table->data, table->size, zstd_level, error);
    if (status == PGNPACK_OK && encoder->options.adaptive)
        return section_packer_add(packer, BCGN_SECTION_COMMENT_NUMBERS, 0, encoder->number_bytes.data,
                                  encoder->number_bytes.size, zstd_level, error);
    if (status == PGNPACK_OK)
        status = section_packer_add(packer, BCGN_SECTION_COMMENT_IDS, 0, encoder->ids.data, encoder->ids.size,
                                    zstd_level, error);
    return status;
}

enum pgnpack_status comment_encoder_finish(struct comment_encoder *encoder, struct section_packer *packer,
                                           int zstd_level, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (encoder->template_count != 0)
        status = pack_templates(encoder, packer, zstd_level, error);
    if (status == PGNPACK_OK && encoder->literals.size != 0)
        status = section_packer_add(packer, BCGN_SECTION_COMMENTS, 0, encoder->literals.data,
                                    encoder->literals.size, zstd_level, error);
    return status;
}
