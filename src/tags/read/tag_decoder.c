#include "tags/read/tag_decoder.h"

#include <string.h>

#include "container/sections/work_costs.h"
#include "game/game.h"
#include "tags/base/tag_final.h"
#include "util/bisect.h"

static enum pgnpack_status corrupt(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's tag columns are not in order");
}

void tag_decoder_init(struct tag_decoder *decoder, struct memory *memory)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->memory = memory;
    tag_table_init(&decoder->table, memory);
}

static void free_histories(struct tag_decoder *decoder)
{
    for (size_t i = 0; i < decoder->state_count; i++) {
        struct tag_history *history = &decoder->states[i].history;
        memory_release(decoder->memory, history->values, history->capacity * sizeof *history->values);
    }
}

void tag_decoder_free(struct tag_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    free_histories(decoder);
    tag_table_free(&decoder->table);
    if (decoder->model.memory != NULL) {
        tag_model_free(&decoder->model);
        tag_quotes_free(&decoder->quotes);
    }
    memory_release(memory, decoder->sections, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->sections);
    memory_release(memory, decoder->columns, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->columns);
    memory_release(memory, decoder->states, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->states);
    memory_release(memory, decoder->texts, decoder->text_capacity);
    memory_release(memory, decoder->pending, decoder->pending_capacity * sizeof *decoder->pending);
    memory_release(memory, decoder->told, decoder->told_capacity);
    if (decoder->labels.memory != NULL)
        label_reader_free(&decoder->labels);
    tag_decoder_init(decoder, memory);
}

static int allocate(struct tag_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    if (decoder->sections == NULL) {
        decoder->sections = memory_get(memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->sections);
        decoder->section_end = BCGN_TAG_NAME_COUNT_MAX;
    }
    if (decoder->columns == NULL)
        decoder->columns = memory_get(memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->columns);
    if (decoder->states == NULL) {
        decoder->states = memory_get(memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->states);
        if (decoder->states != NULL)
            memset(decoder->states, 0, BCGN_TAG_NAME_COUNT_MAX * sizeof *decoder->states);
    }
    return decoder->sections != NULL && decoder->columns != NULL && decoder->states != NULL;
}

int tag_decoder_clear(struct tag_decoder *decoder)
{
    if (!allocate(decoder))
        return 0;
    memset(decoder->sections, 0, decoder->section_end * sizeof *decoder->sections);
    decoder->section_end = 0;
    memset(decoder->interest, TAG_ASKED_FOR, sizeof decoder->interest);
    return 1;
}

/* ---- A column's start ---- */

static inline int history_add(struct tag_decoder *decoder, struct tag_history *history, uint32_t value)
{
    if (!MEMORY_GROW(decoder->memory, history->values, history->capacity, history->count + 1))
        return 0;
    history->values[history->count++] = value;
    return 1;
}

static void start_columns(struct tag_decoder *decoder)
{
    if (decoder->state_count < decoder->schemas->name_count)
        decoder->state_count = (uint16_t)decoder->schemas->name_count;
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++) {
        decoder->states[i].newest = TAG_NOWHERE;
        decoder->states[i].history.count = 0;
        decoder->states[i].strings_start = decoder->states[i].strings.at;
        decoder->states[i].number = 0;
    }
}

/* Room for all texts that numbers stand for. */
static int reserve_texts(struct tag_decoder *decoder, uint32_t text_size)
{
    int needed = 0;
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
        needed |= decoder->columns[i].codec >= TAG_CODEC_NUMBER || decoder->columns[i].quote_count != 0;
    decoder->text_size = 0;
    decoder->text_limit = needed ? (size_t)text_size + FORM_TEXT_SIZE_MAX : 0;
    return MEMORY_GROW(decoder->memory, decoder->texts, decoder->text_capacity, decoder->text_limit);
}

/* Section TAG_NUMBERS: the streams' sizes, then the streams. Returns 0 when it is not in order. */
static int start_streams(struct tag_decoder *decoder, struct byte_source numbers)
{
    struct byte_source sizes = numbers;
    for (unsigned i = 0; i < decoder->schemas->name_count; i++)
        if (tag_column_has_stream(decoder->columns, i))
            byte_source_varint(&numbers);
    for (unsigned i = 0; i < decoder->schemas->name_count && !numbers.failed; i++) {
        if (!tag_column_has_stream(decoder->columns, i))
            continue;
        size_t size = (size_t)byte_source_varint_max(&sizes, byte_source_left(&numbers));
        struct byte_source stream = byte_source_of(byte_source_take(&numbers, size), size);
        numbers.failed |= sizes.failed;
        if (decoder->interest[i] != TAG_PASSED_OVER && !numbers.failed)
            bit_coder_start_decoding(&decoder->model.coders[i].bits, stream);
    }
    return !numbers.failed && byte_source_left(&numbers) == 0;
}

/* The counters of all columns, passed over or not. */
static uint64_t count_counters(const struct tag_decoder *decoder, int all)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < decoder->schemas->name_count; i++)
        if (tag_column_has_stream(decoder->columns, i) && (all || decoder->interest[i] != TAG_PASSED_OVER))
            count += UINT64_C(1) << decoder->columns[i].counter_bits;
    return count;
}

static enum pgnpack_status start_model(struct tag_decoder *decoder, const struct tag_decoder_block *block,
                                       struct error *error)
{
    const struct tag_model_block of_block = {.table = &decoder->table,
                                             .columns = decoder->columns,
                                             .column_count = block->schemas->name_count,
                                             .is_coded = decoder->interest};
    if (count_counters(decoder, 1) > TAG_COUNTERS_FREE + (uint64_t)block->text_size)
        return corrupt(error);
    if (!tag_decoder_needs_values(decoder))
        return PGNPACK_OK;
    uint64_t cost =
        count_counters(decoder, 0) * WORK_COUNTER + block->schemas->name_count * (uint64_t)WORK_TAG_CODER;
    enum pgnpack_status status = work_spend(decoder->work, cost, error);
    if (status != PGNPACK_OK)
        return status;
    if (!tag_model_start(&decoder->model, &of_block))
        return error_no_memory(error);
    return start_streams(decoder, block->numbers) ? PGNPACK_OK : corrupt(error);
}

int tag_decoder_asks_moves(const struct tag_decoder *decoder)
{
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++)
        if (decoder->columns[i].codec == TAG_CODEC_MOVES && decoder->interest[i] == TAG_ASKED_FOR)
            return 1;
    return 0;
}

/* Section TAG_BY_MOVES. */
static enum pgnpack_status start_moves(struct tag_decoder *decoder, struct byte_source by_moves,
                                       uint32_t game_count, struct error *error)
{
    decoder->pending_count = 0;
    decoder->waits = tag_decoder_asks_moves(decoder);
    if (!decoder->waits)
        return PGNPACK_OK;
    if (decoder->labels.memory == NULL)
        label_reader_init(&decoder->labels, decoder->memory);
    int done = MEMORY_GROW(decoder->memory, decoder->told, decoder->told_capacity, game_count + (size_t)1);
    for (unsigned i = 0; i < decoder->label_column_count && done; i++)
        done = label_reader_set_strings(&decoder->labels, i,
                                        &decoder->states[decoder->label_columns[i]].strings);
    if (!done)
        return error_no_memory(error);
    memset(decoder->told, 0, game_count);
    return label_reader_start(&decoder->labels, by_moves, decoder->label_column_count, game_count)
               ? PGNPACK_OK
               : corrupt(error);
}

enum pgnpack_status tag_decoder_start(struct tag_decoder *decoder, const struct tag_decoder_block *block,
                                      struct error *error)
{
    enum { TAG_TEXT_SIZE_MIN = 4 };
    struct byte_source codecs = block->codecs;
    decoder->schemas = block->schemas;
    decoder->schema_ids = block->schema_ids;
    decoder->list = 0;
    decoder->results = block->results;
    decoder->is_broken = 1; /* until all is read */
    decoder->ply_counts = NULL;
    decoder->work = block->work;
    decoder->tag_bytes_left = block->text_size;
    decoder->by_model = block->by_model;
    decoder->value_limit = (size_t)block->text_size / TAG_TEXT_SIZE_MIN;
    if (!tag_read_columns(decoder, &codecs, error))
        return error_no_memory(error);
    if (codecs.failed || byte_source_left(&codecs) != 0)
        return corrupt(error);
    start_columns(decoder);
    if (!tag_table_start(&decoder->table) || !reserve_texts(decoder, block->text_size))
        return error_no_memory(error);
    enum pgnpack_status status = decoder->by_model ? start_model(decoder, block, error) : PGNPACK_OK;
    if (status == PGNPACK_OK)
        status = start_moves(decoder, block->by_moves, block->game_count, error);
    decoder->is_broken = status != PGNPACK_OK;
    return status;
}

/* ---- Values ---- */

/* The value that a COLUMN or LINK column refers to. */
static uint32_t find_reference(const struct tag_decoder *decoder, uint16_t column, uint32_t value)
{
    const struct tag_table *table = &decoder->table;
    const struct tag_column *setting = &decoder->columns[column];
    uint32_t other = decoder->states[setting->other].newest;
    if (setting->other == column || other == TAG_NOWHERE || table->values[other].game != table->game_count)
        return TAG_NOWHERE;
    if (setting->reference == TAG_REFERENCE_COLUMN)
        return other;
    return tag_find_linked(table, decoder->columns, column, value, other);
}

/* The text of a NUMBER; returns 0 when it is not in order. */
static int print_number(struct tag_decoder *decoder, const struct tag_column *setting, int64_t number,
                        struct text *text_ret)
{
    char *start = decoder->texts + decoder->text_size;
    size_t size = tag_print_number(setting, number, start, decoder->text_limit - decoder->text_size);
    *text_ret = (struct text){start, size};
    decoder->text_size += size;
    return size != 0;
}

static int decode_number(struct tag_decoder *decoder, uint16_t column, uint64_t code, struct tag_value *value)
{
    const struct tag_column *setting = &decoder->columns[column];
    struct tag_column_state *state = &decoder->states[column];
    int64_t reference = setting->reference == TAG_REFERENCE_NONE ? 0 : state->number;
    if (setting->reference == TAG_REFERENCE_COLUMN || setting->reference == TAG_REFERENCE_LINK) {
        uint32_t found = find_reference(decoder, column, (uint32_t)decoder->table.count);
        int64_t number;
        if (found != TAG_NOWHERE && tag_parse_number(setting, decoder->table.values[found].text, &number))
            reference = number;
    }
    state->number = reference + zigzag_decode(code - 1);
    return print_number(decoder, setting, state->number, &value->text);
}

static enum game_result result_of(const struct tag_decoder *decoder, uint32_t game)
{
    return (enum game_result)(byte_source_peek(&decoder->results, game) & 3);
}

/* "As the reference." Returns 0 when there is none. */
static int decode_as_reference(const struct tag_decoder *decoder, uint16_t column, struct tag_value *value)
{
    unsigned reference = decoder->columns[column].reference;
    if (reference == TAG_REFERENCE_RESULT) {
        value->text = game_result_text(result_of(decoder, decoder->table.game_count));
        return 1;
    }
    if (reference == TAG_REFERENCE_LINK)
        value->source = find_reference(decoder, column, (uint32_t)decoder->table.count);
    if (value->source == TAG_NOWHERE)
        return 0;
    value->text = decoder->table.values[value->source].text;
    return 1;
}

static int decode_known(const struct tag_decoder *decoder, const struct tag_history *history, size_t place,
                        struct tag_value *value)
{
    if (place >= history->count)
        return 0;
    value->source = history->values[place];
    value->text = decoder->table.values[value->source].text;
    return 1;
}

/* A copy. Returns 0 when it is not in order. */
static int decode_repeat(struct tag_decoder *decoder, uint16_t column, uint64_t code, struct tag_value *value)
{
    const struct tag_column *setting = &decoder->columns[column];
    const struct tag_history *history = &decoder->states[setting->leader].history;
    if (code == TAG_AS_REFERENCE)
        return decode_as_reference(decoder, column, value);
    uint64_t place = code - TAG_KNOWN;
    if (setting->codec == TAG_CODEC_DISTANCE)
        return place < history->count &&
               decode_known(decoder, history, history->count - 1 - (size_t)place, value);
    if (place >= history->count || !decode_known(decoder, history, (size_t)place, value))
        return 0;
    history->values[place] = (uint32_t)decoder->table.count;
    return 1;
}

/* Names and values stand in the text. Returns 0 when they are more than that: a few strings, told again and again. */
static int count_tag_bytes(struct tag_decoder *decoder, size_t size)
{
    if (size > decoder->tag_bytes_left)
        return 0;
    decoder->tag_bytes_left -= size;
    return 1;
}

/* Enters a value into the table, and its history if it is one for there. */
static int enter_value(struct tag_decoder *decoder, uint16_t column, const struct tag_value *value,
                       int enters_history, int *no_memory_ret)
{
    uint32_t place = (uint32_t)decoder->table.count;
    struct tag_column_state *leader = &decoder->states[decoder->columns[column].leader];
    if (!count_tag_bytes(decoder, decoder->schemas->names[column].size + value->text.size))
        return 0;
    if (enters_history)
        *no_memory_ret |= !history_add(decoder, &leader->history, place);
    *no_memory_ret |= !tag_table_add(&decoder->table, column, value->text);
    if (*no_memory_ret)
        return 0;
    decoder->table.values[place].source = value->source;
    decoder->states[column].newest = place;
    return 1;
}

/* The value that is entered next waits for the moves. Returns 0 when there is no memory. */
static int add_pending(struct tag_decoder *decoder, uint64_t number)
{
    if (!MEMORY_GROW(decoder->memory, decoder->pending, decoder->pending_capacity,
                     decoder->pending_count + 1))
        return 0;
    decoder->pending[decoder->pending_count++] =
        (struct tag_pending){.value = (uint32_t)decoder->table.count, .number = number};
    return 1;
}

/* A value of codec MOVES, an empty text for the time being, or a string; returns 0 as decode_value() does. */
static int decode_for_moves(struct tag_decoder *decoder, uint16_t column, int *no_memory_ret)
{
    static const uint64_t number_max[] = {[TAG_BY_LABEL] = 0, [TAG_BY_FINAL] = TAG_FINAL_LAST};
    unsigned kind = decoder->columns[column].reference;
    struct byte_source *strings = &decoder->states[column].strings;
    struct tag_value value = {.source = TAG_NOWHERE};
    uint64_t number = 0;
    uint32_t place = (uint32_t)decoder->table.count;
    *no_memory_ret |=
        !tag_model_code_by_moves(&decoder->model, column, place, kind == TAG_BY_LABEL ? NULL : &number);
    if ((kind == TAG_BY_FINAL && bit_coder_failed(&decoder->model.coders[column].bits)) ||
        number > number_max[kind])
        return 0;
    if (kind == TAG_BY_LABEL || number != 0)
        *no_memory_ret |= !add_pending(decoder, number);
    else
        value.text = byte_source_until(strings, '\n');
    return !strings->failed && !*no_memory_ret && enter_value(decoder, column, &value, 0, no_memory_ret);
}

/* The text of a column that quotes, with the quotes still to be put in. Returns 0 when it is not in order. */
static int decode_quoting(struct tag_decoder *decoder, uint16_t column, const struct tag_told *told,
                          struct text *text_ret, int *no_memory_ret)
{
    struct tag_column_state *leader = &decoder->states[decoder->columns[column].leader];
    struct byte_source string = leader->strings;
    if (told->is_string) {
        uint32_t place = (uint32_t)(leader->strings.at - leader->strings_start);
        *text_ret = byte_source_until(&leader->strings, '\n');
        *no_memory_ret |= !history_add(decoder, &leader->history, place);
        return !leader->strings.failed && !*no_memory_ret;
    }
    if (told->key >= leader->history.count)
        return 0;
    string.at = leader->strings_start + leader->history.values[told->key];
    *text_ret = byte_source_until(&string, '\n');
    return 1;
}

/* A value of section TAG_NUMBERS; returns 0 as decode_value() does. */
static int decode_by_model(struct tag_decoder *decoder, uint16_t column, int *no_memory_ret)
{
    const struct tag_column *setting = &decoder->columns[column];
    struct tag_column_state *leader = &decoder->states[setting->leader];
    struct tag_value value = {.text = {"", 0}, .source = TAG_NOWHERE};
    struct tag_told told = {.key = 0};
    if (setting->codec == TAG_CODEC_MOVES)
        return decode_for_moves(decoder, column, no_memory_ret);
    if (!tag_model_code(&decoder->model, column, (uint32_t)decoder->table.count, &told)) {
        *no_memory_ret = 1;
        return 0;
    }
    int done = !bit_coder_failed(&decoder->model.coders[setting->leader].bits);
    if (!done)
        return 0;
    if (decoder->interest[column] == TAG_FOR_MODEL)
        return enter_value(decoder, column, &value, 0, no_memory_ret);
    int is_text = setting->codec != TAG_CODEC_NUMBER;
    if (setting->quote_count != 0) {
        done = decode_quoting(decoder, column, &told, &value.text, no_memory_ret);
        return done && enter_value(decoder, column, &value, 0, no_memory_ret);
    }
    if (told.is_string) {
        value.text = byte_source_until(&leader->strings, '\n');
        done = !leader->strings.failed;
    } else if (!is_text) {
        done = print_number(decoder, setting, told.number, &value.text);
    } else {
        done = decode_known(decoder, &leader->history, told.key, &value);
    }
    return done && enter_value(decoder, column, &value, is_text && told.is_string, no_memory_ret);
}

/* Returns 0 when the value is not in order; *no_memory_ret is then set if there is no memory. */
static int decode_value(struct tag_decoder *decoder, uint16_t column, int *no_memory_ret)
{
    const struct tag_column *setting = &decoder->columns[column];
    struct tag_column_state *state = &decoder->states[column];
    struct tag_column_state *leader = &decoder->states[setting->leader];
    struct tag_value value = {.source = TAG_NOWHERE};
    uint64_t code = number_read(&state->codes);
    int done = 1;
    if (code == TAG_NEW_STRING) {
        value.text = byte_source_until(&leader->strings, '\n');
        done = !leader->strings.failed;
    } else if (setting->codec == TAG_CODEC_NUMBER) {
        done = decode_number(decoder, column, code, &value);
    } else {
        done = decode_repeat(decoder, column, code, &value);
    }
    if (!done || number_reader_failed(&state->codes))
        return 0;
    int enters =
        setting->codec == TAG_CODEC_DISTANCE || (setting->codec == TAG_CODEC_IDS && code == TAG_NEW_STRING);
    return enter_value(decoder, column, &value, enters, no_memory_ret);
}

/* ---- Games ---- */

static void start_game_of_model(struct tag_decoder *decoder)
{
    uint32_t game = decoder->table.game_count;
    const struct tag_game_facts what = {.result = (uint8_t)result_of(decoder, game),
                                        .ply_count =
                                            decoder->ply_counts == NULL ? 0 : decoder->ply_counts[game]};
    tag_model_start_game(&decoder->model, game, &what);
}

static uint64_t cost_of_value(const struct tag_decoder *decoder, uint16_t column)
{
    if (!decoder->by_model || decoder->interest[column] == TAG_PASSED_OVER)
        return WORK_TAG;
    uint64_t searches =
        decoder->model.recipes[column].search_count + (uint64_t)decoder->columns[column].quote_count;
    return WORK_TAG_MODELLED + searches * WORK_TAG_SEARCH;
}

/* Appends to the texts. Returns 0 when they have no room. */
static int append_text(struct tag_decoder *decoder, struct text text)
{
    if (decoder->text_limit - decoder->text_size < text.size)
        return 0;
    if (text.size != 0)
        memmove(decoder->texts + decoder->text_size, text.data, text.size);
    decoder->text_size += text.size;
    return 1;
}

/* Appends what quote `number` of a value stands for. Returns 0 when that is not in order. */
static int append_quote(struct tag_decoder *decoder, const struct tag_value *value, unsigned number)
{
    const struct tag_column *column = &decoder->columns[value->column];
    const struct tag_quote *quote = &tag_quotes_of(&decoder->quotes, column)[number];
    const struct tag_table *table = &decoder->table;
    uint32_t start = table->game_starts[table->game_count];
    uint16_t quoted;
    if (!tag_quote_column(quote, decoder->columns, value->column, result_of(decoder, table->game_count),
                          &quoted))
        return 0;
    struct text text = tag_quote_find(table->values + start, table->count - start, quoted);
    if (text.data == NULL)
        return 0;
    size_t size = tag_quote_write(quote->way, text, decoder->texts + decoder->text_size,
                                  decoder->text_limit - decoder->text_size);
    decoder->text_size += size == SIZE_MAX ? 0 : size;
    return size != SIZE_MAX;
}

/* Puts a value's quotes into its text, each looked for once. Returns 0 when they are not in order. */
static int put_quotes(struct tag_decoder *decoder, struct tag_value *value)
{
    unsigned count = decoder->columns[value->column].quote_count;
    struct text text = value->text, known[TAG_QUOTES_MAX] = {{NULL, 0}};
    size_t start = decoder->text_size;
    int done = 1;
    for (size_t i = 0; i < text.size && done; i++) {
        unsigned number = (uint8_t)text.data[i] - 1u;
        size_t before = decoder->text_size;
        if (number >= count) {
            done = append_text(decoder, (struct text){text.data + i, 1});
        } else if (known[number].data != NULL) {
            done = append_text(decoder, known[number]);
        } else {
            done = append_quote(decoder, value, number);
            known[number] = (struct text){decoder->texts + before, decoder->text_size - before};
        }
    }
    value->text = (struct text){decoder->texts + start, decoder->text_size - start};
    return done && (value->text.size <= text.size || count_tag_bytes(decoder, value->text.size - text.size));
}

/* The same for the game that was decoded last, whose other values are there now. */
static int put_quotes_of_game(struct tag_decoder *decoder)
{
    struct tag_table *table = &decoder->table;
    for (uint32_t i = table->game_starts[table->game_count]; i < table->count; i++) {
        struct tag_value *value = &table->values[i];
        if (decoder->columns[value->column].quote_count != 0 &&
            decoder->interest[value->column] >= TAG_REFERRED_TO && !put_quotes(decoder, value))
            return 0;
    }
    return 1;
}

static enum pgnpack_status decode_game(struct tag_decoder *decoder, struct error *error)
{
    int out_of_memory = 0;
    if (byte_source_left(&decoder->schema_ids) != 0)
        decoder->list = byte_source_varint(&decoder->schema_ids);
    uint64_t list = decoder->list;
    if (decoder->schema_ids.failed || list >= decoder->schemas->list_count)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's lists of tags are not in order");
    unsigned count = schema_size(decoder->schemas, (unsigned)list);
    const uint16_t *names = schema_names(decoder->schemas, (unsigned)list);
    if (count > decoder->value_limit - decoder->table.count)
        return corrupt(error);
    uint64_t cost = WORK_TAG;
    for (unsigned i = 0; i < count; i++)
        cost += cost_of_value(decoder, names[i]);
    enum pgnpack_status status = work_spend(decoder->work, cost, error);
    if (status != PGNPACK_OK)
        return status;
    if (decoder->by_model)
        start_game_of_model(decoder);
    for (unsigned i = 0; i < count; i++) {
        if (decoder->interest[names[i]] == TAG_PASSED_OVER)
            continue;
        decoder->table.position = (uint16_t)i;
        if (!(decoder->by_model ? decode_by_model : decode_value)(decoder, names[i], &out_of_memory))
            return out_of_memory ? error_no_memory(error) : corrupt(error);
    }
    if (decoder->by_model && decoder->quotes.count != 0 && !put_quotes_of_game(decoder))
        return corrupt(error);
    return tag_table_end_game(&decoder->table) ? PGNPACK_OK : error_no_memory(error);
}

enum pgnpack_status tag_decoder_game(struct tag_decoder *decoder, uint32_t game,
                                     const struct tag_value **first_ret, size_t *count_ret,
                                     struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (decoder->table.game_count <= game && decoder->is_broken)
        return corrupt(error);
    while (decoder->table.game_count <= game && status == PGNPACK_OK)
        status = decode_game(decoder, error);
    if (status != PGNPACK_OK) {
        decoder->is_broken = 1;
        return status;
    }
    const uint32_t *starts = decoder->table.game_starts;
    *first_ret = decoder->table.values + starts[game];
    *count_ret = starts[game + 1] - starts[game];
    return PGNPACK_OK;
}

/* ---- What the moves tell ---- */

static int tell_label(struct tag_decoder *decoder, struct tag_value *value)
{
    unsigned column = 0;
    while (decoder->label_columns[column] != value->column)
        column++;
    return label_reader_next(&decoder->labels, column, &value->text);
}

static int put_text(struct tag_decoder *decoder, struct text text, struct tag_value *value)
{
    char *start = decoder->texts + decoder->text_size;
    value->text = (struct text){start, text.size};
    return text.size != 0 && append_text(decoder, text);
}

/* `again`: it was told before, when its group was read, and labels behind it need it. */
static int tell_value(struct tag_decoder *decoder, const struct tag_pending *pending,
                      const struct position *final, int again)
{
    struct tag_value *value = &decoder->table.values[pending->value];
    char text[TAG_FINAL_SIZE_MAX];
    if (decoder->columns[value->column].reference == TAG_BY_LABEL) {
        if (!tell_label(decoder, value))
            return 0;
    } else if (!again && !put_text(decoder, tag_final_text(final, pending->number, text), value)) {
        return 0;
    }
    return again || count_tag_bytes(decoder, value->text.size);
}

/* The first pending value at or behind value `value`. */
static size_t find_pending(const struct tag_decoder *decoder, uint32_t value)
{
    size_t i;
    BISECT(i, 0, decoder->pending_count, decoder->pending[i].value >= value);
    return i;
}

uint32_t tag_decoder_first_untold(const struct tag_decoder *decoder, uint32_t first, uint32_t game)
{
    if (!tag_decoder_has_labels(decoder) || (first == game && decoder->told[game]))
        return first;
    uint64_t next = decoder->labels.next_game;
    uint32_t group = label_reader_first_game(&decoder->labels, first);
    if (next <= group || next - group > decoder->labels.group_games)
        return group;
    return next < first ? (uint32_t)next : first; /* from the group's first game to `next` all are told */
}

/* The group of labels whose first game this is. */
static enum pgnpack_status start_labels(struct tag_decoder *decoder, uint32_t game, struct error *error)
{
    enum pgnpack_status status = work_spend(decoder->work, WORK_LABELS, error);
    if (status == PGNPACK_OK && !label_reader_start_group(&decoder->labels, game))
        status = error_no_memory(error);
    return status;
}

enum pgnpack_status tag_decoder_tell_moves(struct tag_decoder *decoder, uint32_t game,
                                           const struct position *final, const struct label_path *path,
                                           struct error *error)
{
    struct label_reader *labels = tag_decoder_has_labels(decoder) ? &decoder->labels : NULL;
    enum pgnpack_status status = PGNPACK_OK;
    if (!decoder->waits)
        return PGNPACK_OK;
    if (labels != NULL && label_reader_first_game(labels, game) == game)
        status = start_labels(decoder, game, error);
    int follows = labels == NULL || labels->next_game == game;
    if (status != PGNPACK_OK || (decoder->told[game] && (labels == NULL || !follows)))
        return status;
    if (decoder->is_broken || !follows)
        return corrupt(error);
    uint32_t end = decoder->table.game_starts[game + 1];
    uint64_t cost = (uint64_t)(end - decoder->table.game_starts[game]) * WORK_TAG_MODELLED;
    cost += labels != NULL ? (uint64_t)WORK_LABELS_OF_GAME : 0;
    status = work_spend(decoder->work, cost, error);
    if (status != PGNPACK_OK)
        return status;
    if (labels != NULL)
        tag_labels_start_game(&labels->labels, path);
    int done = 1;
    for (size_t i = find_pending(decoder, decoder->table.game_starts[game]);
         i < decoder->pending_count && decoder->pending[i].value < end && done; i++)
        done = tell_value(decoder, &decoder->pending[i], final, decoder->told[game]);
    if (labels != NULL && done)
        done = label_reader_end_game(labels);
    decoder->told[game] = (uint8_t)done;
    decoder->is_broken = !done;
    return done ? PGNPACK_OK : corrupt(error);
}

/* ---- Less room ---- */

/* Values' texts in a piece of memory that has just room for them. Without memory they stay where they are. */
static void trim_texts(struct tag_decoder *decoder)
{
    char *old = decoder->texts;
    size_t size = decoder->text_size;
    if (old == NULL || decoder->text_capacity / 2 <= size)
        return;
    char *texts = memory_get(decoder->memory, size + 1);
    if (texts == NULL)
        return;
    memcpy(texts, old, size);
    for (size_t i = 0; i < decoder->table.count; i++) {
        struct text *text = &decoder->table.values[i].text;
        if ((uintptr_t)text->data - (uintptr_t)old < size)
            text->data = texts + (text->data - old);
    }
    memory_release(decoder->memory, old, decoder->text_capacity);
    decoder->texts = texts;
    decoder->text_capacity = size + 1;
}

int tag_decoder_trim(struct tag_decoder *decoder)
{
    if (decoder->waits || decoder->is_broken)
        return 0;
    trim_texts(decoder);
    if (decoder->by_model)
        tag_model_free(&decoder->model);
    decoder->is_broken = 1;
    return 1;
}

int tag_decoder_at_end(const struct tag_decoder *decoder)
{
    for (unsigned i = 0; i < decoder->schemas->name_count; i++) {
        const struct tag_column_state *state = &decoder->states[i];
        if (!number_reader_at_end(&state->codes) ||
            (decoder->columns[i].leader == i && byte_source_left(&state->strings) != 0))
            return 0;
        if (decoder->by_model && tag_column_has_stream(decoder->columns, i) &&
            !bit_coder_at_end(&decoder->model.coders[i].bits))
            return 0;
    }
    return byte_source_left(&decoder->schema_ids) == 0;
}
