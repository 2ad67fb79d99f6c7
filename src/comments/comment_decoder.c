#include "comments/comment_decoder.h"

#include <string.h>

#include "container/sections/bcgn_format.h"
#include "comments/comment_field.h"
#include "comments/comment_lists.h"
#include "container/sections/stream_place.h"
#include "container/sections/work_costs.h"
#include "util/decimal.h"

static enum pgnpack_status corrupt(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's comments are not in order");
}

void comment_decoder_init(struct comment_decoder *decoder, struct memory *memory)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->memory = memory;
    buffer_init(&decoder->text, memory);
}

void comment_decoder_free(struct comment_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    memory_release(memory, decoder->sections, COMMENT_COLUMN_COUNT_MAX * sizeof *decoder->sections);
    memory_release(memory, decoder->columns, COMMENT_COLUMN_COUNT_MAX * sizeof *decoder->columns);
    memory_release(memory, decoder->parts, decoder->part_capacity * sizeof *decoder->parts);
    buffer_free(&decoder->text);
    if (decoder->numbers.memory != NULL)
        comment_numbers_free(&decoder->numbers);
    if (decoder->lists.memory != NULL)
        line_list_free(&decoder->lists);
    comment_decoder_init(decoder, memory);
}

int comment_decoder_clear(struct comment_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    if (decoder->sections == NULL) {
        decoder->sections = memory_get(memory, COMMENT_COLUMN_COUNT_MAX * sizeof *decoder->sections);
        decoder->section_end = COMMENT_COLUMN_COUNT_MAX;
    }
    if (decoder->columns == NULL)
        decoder->columns = memory_get(memory, COMMENT_COLUMN_COUNT_MAX * sizeof *decoder->columns);
    if (decoder->sections == NULL || decoder->columns == NULL)
        return 0;
    memset(decoder->sections, 0, decoder->section_end * sizeof *decoder->sections);
    decoder->section_end = 0;
    buffer_clear(&decoder->text);
    return 1;
}

/* ---- Section COMMENT_TEMPLATES ---- */

/* A column whose numbers are in section COMMENT_NUMBERS. */
static void read_series(struct comment_decoder *decoder, unsigned number, struct byte_source *source,
                        struct error *error)
{
    struct comment_series *series = &decoder->numbers.state.series[number];
    uint8_t head = byte_source_byte(source);
    series->kind = decoder->columns[number].kind;
    series->factor = powers_of_ten[head & COMMENT_SCALE_MAX];
    series->foreteller_count = head & COMMENT_TWO_FORMULAS ? 2 : 1;
    series->in_ticks = (head & COMMENT_IN_TICKS) != 0;
    if (head & COMMENT_NEWER_HEADS)
        byte_source_newer(source, error, "way to tell numbers of comments", head);
    for (unsigned i = 0; i < series->foreteller_count && !source->failed; i++) {
        struct comment_formula *formula = &series->foretellers[i].formula;
        comment_formula_read(formula, series->kind, source, decoder->column_count, error);
        decoder->needs_boards |= comment_formula_needs_boards(formula);
    }
}

static void read_numbers(struct comment_decoder *decoder, unsigned number, struct byte_source *source,
                         struct error *error)
{
    struct comment_column_state *column = &decoder->columns[number];
    uint8_t mode = byte_source_byte(source);
    if (mode & COMMENT_NEWER_MODES)
        byte_source_newer(source, error, "way to tell numbers of comments", mode);
    column->lag = mode & 3;
    column->factor = powers_of_ten[mode >> 2 & 3];
    source->failed |= column->lag == 3;
    column->codes.tokens = stream_get(source, decoder->sections[number][COMMENT_STREAM_TOKENS]);
    column->codes.extra = stream_get(source, decoder->sections[number][COMMENT_STREAM_EXTRA]);
}

static void read_column(struct comment_decoder *decoder, unsigned number, struct byte_source *source,
                        struct error *error)
{
    struct comment_column_state *column = &decoder->columns[number];
    memset(column, 0, sizeof *column);
    column->kind = byte_source_byte(source);
    if (!comment_field_kind_is_known(column->kind, decoder->by_model))
        byte_source_newer(source, error, "kind of field in comments", column->kind);
    decoder->has_lists |= column->kind == COMMENT_FIELD_LIST;
    decoder->needs_boards |= decoder->has_lists;
    if (comment_field_type(column->kind) == COMMENT_FIELD_TEXT)
        column->texts = stream_get(source, decoder->sections[number][COMMENT_STREAM_TEXTS]);
    else if (decoder->by_model)
        read_series(decoder, number, source, error);
    else
        read_numbers(decoder, number, source, error);
}

static int is_modelled(const struct comment_decoder *decoder, unsigned column)
{
    return decoder->by_model && decoder->columns[column].kind != COMMENT_FIELD_TEXT;
}

/* Returns 0 when there is no memory. */
static int read_template(struct comment_decoder *decoder, struct byte_source *source)
{
    struct comment_recipe *recipe = &decoder->recipes[decoder->recipe_count++];
    size_t count = (size_t)byte_source_varint_max(source, COMMENT_FIELD_COUNT_MAX);
    if (!MEMORY_GROW(decoder->memory, decoder->parts, decoder->part_capacity,
                     decoder->part_count + count + 1))
        return 0;
    *recipe = (struct comment_recipe){decoder->part_count, count, 1 + count * COMMENT_FIELD_SIZE_MAX, 0};
    for (size_t i = 0; i <= count; i++) {
        struct comment_part part = {.literal = byte_source_text(source, BCGN_BLOCK_TEXT_MAX)};
        source->failed |=
            part.literal.size != 0 && memchr(part.literal.data, COMMENT_TEXT_END, part.literal.size) != NULL;
        if (i < count) {
            part.column = (uint16_t)byte_source_varint(source);
            source->failed |= part.column >= decoder->column_count;
            recipe->model_count += !source->failed && is_modelled(decoder, part.column);
        }
        recipe->size_max += part.literal.size;
        decoder->parts[decoder->part_count++] = part;
    }
    return 1;
}

static enum pgnpack_status read_templates(struct comment_decoder *decoder, struct byte_source *source,
                                          struct error *error)
{
    decoder->recipe_count = 0;
    decoder->part_count = 0;
    decoder->column_count = (unsigned)byte_source_varint_max(source, COMMENT_COLUMN_COUNT_MAX);
    for (unsigned i = 0; i < decoder->column_count && !source->failed; i++)
        read_column(decoder, i, source, error);
    size_t count = (size_t)byte_source_varint_max(source, COMMENT_TEMPLATE_COUNT_MAX);
    for (size_t i = 0; i < count && !source->failed; i++)
        if (!read_template(decoder, source))
            return error_no_memory(error);
    return source->failed || byte_source_left(source) != 0 ? corrupt(error) : PGNPACK_OK;
}

/* ---- Comments ---- */

static inline int64_t read_field(struct comment_column_state *column)
{
    uint64_t code = number_read(&column->codes);
    if (column->lag != 0) {
        if (code == 0) {
            comment_restart(&column->history, column->lag);
            code = number_read(&column->codes);
        }
        column->codes.tokens.failed |= code == 0;
        code -= code != 0;
    }
    int64_t number = comment_foretell(&column->history, column->lag) + zigzag_decode(code);
    if (number >= COMMENT_NUMBER_LIMIT || number <= -COMMENT_NUMBER_LIMIT) {
        column->codes.tokens.failed = 1;
        number = 0;
    }
    comment_learn(&column->history, number);
    return number * column->factor;
}

static void put_text(struct buffer *out, struct text text)
{
    memcpy(out->data + out->size, text.data, text.size);
    out->size += text.size;
}

static int put_text_field(struct buffer *out, struct comment_column_state *column, size_t spare)
{
    struct text text = byte_source_until(&column->texts, COMMENT_TEXT_END);
    if (!buffer_reserve(out, text.size + spare))
        return 0;
    put_text(out, text);
    return !column->texts.failed;
}

/* A list of moves, and what is behind it. */
static int put_list(struct comment_decoder *decoder, unsigned number, const struct comment_place *place,
                    size_t spare)
{
    struct line_place line_place = comment_line_place(place, number);
    size_t start = decoder->text.size;
    uint64_t steps = line_list_exchange_steps(&decoder->lists);
    int has_rest;
    int done = line_list_decode(&decoder->lists, &line_place, &decoder->text, &has_rest);
    steps = line_list_exchange_steps(&decoder->lists) - steps;
    decoder->work->done +=
        WORK_FIELD_MODELLED + (decoder->text.size - start) * WORK_LIST_BYTE + steps * WORK_EXCHANGE;
    if (!done || decoder->work->done > decoder->work->limit)
        return 0;
    return has_rest ? put_text_field(&decoder->text, &decoder->columns[number], spare)
                    : buffer_reserve(&decoder->text, spare);
}

/* Appends a field, with `spare` bytes of room behind it. Returns 0 when it is not in order, or there is no memory. */
static int put_field(struct comment_decoder *decoder, unsigned number, const struct comment_place *place,
                     size_t spare)
{
    struct buffer *out = &decoder->text;
    struct comment_column_state *column = &decoder->columns[number];
    if (column->kind == COMMENT_FIELD_TEXT)
        return put_text_field(out, column, spare);
    if (column->kind == COMMENT_FIELD_LIST)
        return put_list(decoder, number, place, spare);
    int64_t value =
        decoder->by_model ? comment_numbers_code(&decoder->numbers, number, 0) : read_field(column);
    size_t size = comment_field_print(column->kind, value, (char *)out->data + out->size);
    out->size += size;
    return size != 0;
}

/* Appends a comment by its template. Returns 0 when it is not in order, or when there is no memory. */
static int put_comment(struct comment_decoder *decoder, const struct comment_recipe *recipe,
                       const struct comment_place *place)
{
    struct buffer *out = &decoder->text;
    const struct comment_part *part = &decoder->parts[recipe->first_part];
    if (!buffer_reserve(out, recipe->size_max))
        return 0;
    for (size_t i = 0; i < recipe->field_count; i++, part++) {
        put_text(out, part->literal);
        if (!put_field(decoder, part->column, place, recipe->size_max))
            return 0;
    }
    put_text(out, part->literal);
    out->data[out->size++] = '}';
    return 1;
}

static int is_used_up(const struct comment_column_state *column)
{
    if (comment_field_type(column->kind) == COMMENT_FIELD_TEXT)
        return !column->texts.failed && byte_source_left(&column->texts) == 0;
    return number_reader_at_end(&column->codes);
}

/* Behind the last comment: did every column last exactly to there? */
static int columns_are_used_up(const struct comment_decoder *decoder)
{
    for (unsigned i = 0; i < decoder->column_count; i++)
        if (!is_used_up(&decoder->columns[i]))
            return 0;
    return !decoder->has_lists || line_list_at_end(&decoder->lists);
}

/* Appends a comment. Returns 0 when it is not in order, or when there is no memory. */
static int expand_comment(struct comment_decoder *decoder, uint8_t id, const struct comment_place *place)
{
    struct byte_source *literals = &decoder->literals;
    struct buffer *text = &decoder->text;
    if (id > decoder->recipe_count)
        return 0;
    if (id != 0)
        return put_comment(decoder, &decoder->recipes[id - 1], place);
    struct text literal = byte_source_until(literals, '}');
    buffer_append(text, literal.data, literal.size);
    buffer_append_byte(text, '}');
    return !literals->failed && !buffer_failed(text);
}

enum pgnpack_status comment_decoder_start(struct comment_decoder *decoder,
                                          const struct comment_sections *sections, size_t size_limit,
                                          struct error *error)
{
    decoder->by_model = byte_source_left(&sections->model) != 0;
    decoder->ids = sections->ids;
    decoder->literals = sections->literals;
    decoder->size_limit = size_limit;
    decoder->work = sections->work;
    decoder->needs_boards = 0;
    decoder->has_lists = 0;
    buffer_clear(&decoder->text);
    if (decoder->by_model && decoder->numbers.memory == NULL)
        comment_numbers_init(&decoder->numbers, decoder->memory);
    if (decoder->by_model && !comment_numbers_allocate(&decoder->numbers))
        return error_no_memory(error);
    if (decoder->by_model &&
        (byte_source_left(&sections->templates) != 0 || byte_source_left(&sections->ids) != 0))
        return corrupt(error);
    struct byte_source table = decoder->by_model ? sections->model : sections->templates;
    enum pgnpack_status status = read_templates(decoder, &table, error);
    if (status != PGNPACK_OK || !decoder->by_model || decoder->work == NULL)
        return status;
    if (work_spend(decoder->work, work_of_mixed_model(size_limit), error) != PGNPACK_OK)
        return PGNPACK_ERROR_LIMIT;
    return comment_numbers_start_decoding(&decoder->numbers, size_limit, sections->numbers)
               ? PGNPACK_OK
               : error_no_memory(error);
}

/* What models take for a comment; the rest, and lists of moves, are counted by the bytes that come. */
static uint64_t work_of_comment(const struct comment_decoder *decoder, uint8_t id)
{
    uint64_t fields = id == 0 || id > decoder->recipe_count ? 0 : decoder->recipes[id - 1].model_count;
    return (fields + 1) * WORK_FIELD_MODELLED;
}

static uint8_t next_id(struct comment_decoder *decoder, const struct comment_place *place)
{
    if (!decoder->by_model)
        return byte_source_byte(&decoder->ids);
    struct comment_moment moment = comment_moment_of(place);
    uint8_t id = comment_numbers_begin(&decoder->numbers, &moment, 0);
    decoder->work->done += work_of_comment(decoder, id);
    decoder->ids.failed |= decoder->work->done > decoder->work->limit;
    return id;
}

enum pgnpack_status comment_decoder_start_lists(struct comment_decoder *decoder,
                                                const struct policy_nets *nets, struct byte_source moves,
                                                struct error *error)
{
    if (work_spend(decoder->work, 2 * WORK_MIXED_MODEL, error) != PGNPACK_OK)
        return PGNPACK_ERROR_LIMIT;
    if (decoder->lists.memory == NULL)
        line_list_init(&decoder->lists, decoder->memory);
    decoder->lists.nets = nets;
    switch (line_list_start_decoding(&decoder->lists, moves)) {
    case PGNPACK_OK:
        return PGNPACK_OK;
    case PGNPACK_ERROR_MEMORY:
        return error_no_memory(error);
    case PGNPACK_ERROR_UNSUPPORTED:
        return line_list_refuse_net(*moves.at, error);
    default:
        return corrupt(error);
    }
}

enum pgnpack_status comment_decoder_next(struct comment_decoder *decoder, const struct comment_place *place,
                                         struct error *error)
{
    uint8_t id = next_id(decoder, place);
    if (!decoder->ids.failed && expand_comment(decoder, id, place) &&
        !(decoder->by_model && bit_coder_failed(&decoder->numbers.coder)) &&
        decoder->text.size <= decoder->size_limit)
        return PGNPACK_OK;
    if (decoder->work->done > decoder->work->limit)
        return work_limit_passed(error);
    return buffer_failed(&decoder->text) ? error_no_memory(error) : corrupt(error);
}

int comment_decoder_next_numbers(struct comment_decoder *decoder, int64_t numbers[COMMENT_FIELD_COUNT_MAX])
{
    const uint8_t id = byte_source_byte(&decoder->ids);
    if (id == 0 || id > decoder->recipe_count)
        return 0;
    const struct comment_recipe *recipe = &decoder->recipes[id - 1];
    const struct comment_part *parts = &decoder->parts[recipe->first_part];
    int is_in_order = 1;
    for (size_t i = 0; i < recipe->field_count; i++) {
        struct comment_column_state *column = &decoder->columns[parts[i].column];
        numbers[i] = 0;
        if (comment_field_has_number(column->kind)) {
            numbers[i] = read_field(column);
            is_in_order &= !column->codes.tokens.failed;
        } else {
            byte_source_until(&column->texts, COMMENT_TEXT_END);
            is_in_order &= !column->texts.failed;
        }
    }
    return is_in_order;
}

enum pgnpack_status comment_decoder_finish(struct comment_decoder *decoder, struct error *error)
{
    if (decoder->by_model && !comment_numbers_at_end(&decoder->numbers))
        return corrupt(error);
    if (columns_are_used_up(decoder) && byte_source_left(&decoder->ids) == 0 &&
        byte_source_left(&decoder->literals) == 0)
        return PGNPACK_OK;
    return corrupt(error);
}
