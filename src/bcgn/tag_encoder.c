#include "bcgn/tag_encoder.h"

#include <string.h>

#include "bcgn/stream_place.h"
#include "game/game.h"
#include "util/bytes.h"

void tag_encoder_init(struct tag_encoder *encoder, struct memory *memory)
{
    memset(encoder, 0, sizeof *encoder);
    encoder->memory = memory;
    tag_table_init(&encoder->table, memory);
    for (size_t i = 0; i < 2; i++)
        number_writer_init(&encoder->writers[i], memory);
    buffer_init(&encoder->strings, memory);
    buffer_init(&encoder->codecs, memory);
    buffer_init(&encoder->games, memory);
    buffer_init(&encoder->path_keys, memory);
    buffer_init(&encoder->by_moves, memory);
    tag_labels_init(&encoder->labels, memory);
    buffer_init(&encoder->numbers, memory);
    tag_model_init(&encoder->model, memory);
}

void tag_encoder_free(struct tag_encoder *encoder)
{
    struct memory *memory = encoder->memory;
    tag_table_free(&encoder->table);
    memory_release(memory, encoder->columns, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->columns);
    memory_release(memory, encoder->items, encoder->item_capacity * sizeof *encoder->items);
    memory_release(memory, encoder->known, encoder->known_capacity * sizeof *encoder->known);
    memory_release(memory, encoder->slots, encoder->slot_capacity * sizeof *encoder->slots);
    for (size_t i = 0; i < 2; i++)
        number_writer_free(&encoder->writers[i]);
    buffer_free(&encoder->strings);
    buffer_free(&encoder->codecs);
    buffer_free(&encoder->games);
    buffer_free(&encoder->path_keys);
    buffer_free(&encoder->by_moves);
    tag_labels_free(&encoder->labels);
    buffer_free(&encoder->numbers);
    tag_model_free(&encoder->model);
    memory_release(memory, encoder->told, encoder->told_capacity * sizeof *encoder->told);
    tag_encoder_init(encoder, memory);
}

int tag_encoder_start(struct tag_encoder *encoder)
{
    if (encoder->columns == NULL)
        encoder->columns = memory_get(encoder->memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->columns);
    buffer_clear(&encoder->games);
    buffer_clear(&encoder->path_keys);
    return encoder->columns != NULL && tag_table_start(&encoder->table, 0);
}

/* ---- What the moves tell ---- */

/* A text of four fields at least, the first of eight ranks. */
static int may_be_fen(struct text text)
{
    enum { SIZE_MIN = 24, SLASHES = 7, SPACES_MIN = 3 };
    unsigned slashes = 0, spaces = 0;
    if (text.size < SIZE_MIN || text.size > FEN_SIZE_MAX)
        return 0;
    for (size_t i = 0; i < text.size; i++) {
        slashes += text.data[i] == '/';
        spaces += text.data[i] == ' ';
    }
    return slashes == SLASHES && spaces >= SPACES_MIN;
}

static uint8_t final_number(struct text text, const struct position *final)
{
    char fen[FEN_SIZE_MAX + 1];
    for (uint8_t number = TAG_FINAL_FEN; number <= TAG_FINAL_FOUR_FIELDS; number++)
        if (text_equal(text, tag_final_text(final, number, fen)))
            return number;
    return 0;
}

int tag_encoder_tell_moves(struct tag_encoder *encoder, const struct position *final, const struct label_path *path)
{
    struct tag_table *table = &encoder->table;
    struct tag_game game = {.path_start = (uint32_t)(encoder->path_keys.size / sizeof *path->keys),
                            .path_count = path == NULL ? 0 : path->count};
    for (size_t i = table->game_starts[table->game_count - 1]; i < table->count; i++)
        if (may_be_fen(table->values[i].text))
            table->values[i].final = final_number(table->values[i].text, final);
    buffer_append(&encoder->games, &game, sizeof game);
    if (path != NULL)
        buffer_append(&encoder->path_keys, path->keys, path->count * sizeof *path->keys);
    return !buffer_failed(&encoder->games) && !buffer_failed(&encoder->path_keys);
}

/* ---- Groups ---- */

static int starts_with(struct text text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.data, start, size) == 0;
}

/* "WhiteX" and "BlackX". */
static int are_partners(struct text a, struct text b)
{
    enum { COLOUR_SIZE = 5 };
    if (a.size != b.size || a.size < COLOUR_SIZE ||
        memcmp(a.data + COLOUR_SIZE, b.data + COLOUR_SIZE, a.size - COLOUR_SIZE) != 0)
        return 0;
    return (starts_with(a, "White") && starts_with(b, "Black")) ||
           (starts_with(a, "Black") && starts_with(b, "White"));
}

static void find_partners(struct tag_encoder *encoder)
{
    for (uint16_t i = 0; i < encoder->name_count; i++)
        encoder->columns[i] = (struct tag_column){.leader = i, .partner = i};
    for (uint16_t i = 0; i < encoder->name_count; i++)
        for (uint16_t j = 0; j < i && encoder->columns[i].partner == i; j++)
            if (encoder->columns[j].partner == j && are_partners(encoder->names[i], encoder->names[j])) {
                encoder->columns[i].partner = encoder->columns[i].leader = j;
                encoder->columns[j].partner = i;
            }
}

/* Sorts the values into groups, keeping their order; starts[c] becomes where those of leader c begin. */
static int sort_values(struct tag_encoder *encoder, uint32_t starts[BCGN_TAG_NAME_COUNT_MAX + 1])
{
    const struct tag_table *table = &encoder->table;
    void *items = encoder->items;
    if (!memory_grow_array(encoder->memory, &items, &encoder->item_capacity, table->count + 1,
                           sizeof *encoder->items))
        return 0;
    encoder->items = items;
    uint32_t next[BCGN_TAG_NAME_COUNT_MAX + 1] = {0};
    for (size_t i = 0; i < table->count; i++)
        next[encoder->columns[table->values[i].column].leader + 1]++;
    for (size_t i = 0; i < BCGN_TAG_NAME_COUNT_MAX; i++)
        next[i + 1] += next[i];
    memcpy(starts, next, sizeof next);
    for (size_t i = 0; i < table->count; i++) {
        uint16_t leader = encoder->columns[table->values[i].column].leader;
        uint8_t member = table->values[i].column != leader;
        encoder->items[next[leader]++] = (struct tag_item){.value = (uint32_t)i, .member = member};
    }
    return 1;
}

static uint32_t hash_text(struct text text)
{
    uint64_t hash = text.size;
    size_t i = 0;
    for (; i + 8 <= text.size; i += 8) {
        hash = (hash ^ load_le64((const uint8_t *)text.data + i)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    for (; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static struct text text_of_item(const struct tag_encoder *encoder, const struct tag_item *item)
{
    return encoder->table.values[item->value].text;
}

static int reserve_lookup(struct tag_encoder *encoder, size_t slot_count, size_t text_count)
{
    void *slots = encoder->slots;
    void *known = encoder->known;
    int done =
        memory_grow_array(encoder->memory, &slots, &encoder->slot_capacity, slot_count, sizeof *encoder->slots) &
        memory_grow_array(encoder->memory, &known, &encoder->known_capacity, text_count, sizeof *encoder->known);
    encoder->slots = slots;
    encoder->known = known;
    return done;
}

/* Gives equal texts equal numbers, but for texts made to collide. Returns 0 when there is no memory. */
static int number_texts(struct tag_encoder *encoder, struct tag_group *group)
{
    enum { PROBES_MAX = 64 };
    size_t slot_count = 16;
    while (slot_count < 2 * group->count)
        slot_count *= 2;
    if (!reserve_lookup(encoder, slot_count, group->count))
        return 0;
    uint32_t *slots = encoder->slots;
    memset(slots, 0xff, slot_count * sizeof *slots);
    group->text_count = 0;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct text text = text_of_item(encoder, item);
        size_t slot = hash_text(text) & (slot_count - 1);
        unsigned probes = 0;
        while (slots[slot] != TAG_NOWHERE && probes < PROBES_MAX &&
               !text_equal(text, text_of_item(encoder, &group->items[slots[slot]]))) {
            slot = (slot + 1) & (slot_count - 1);
            probes++;
        }
        int is_new = slots[slot] == TAG_NOWHERE || probes == PROBES_MAX;
        item->text_id = is_new ? (uint32_t)group->text_count++ : group->items[slots[slot]].text_id;
        if (slots[slot] == TAG_NOWHERE)
            slots[slot] = (uint32_t)i;
    }
    return 1;
}

/* ---- Codes ---- */

/* The newest value of a column before a value of the same game. */
static uint32_t find_in_game(const struct tag_table *table, uint16_t column, uint32_t value)
{
    uint32_t start = table->game_starts[table->values[value].game];
    for (uint32_t at = value; at-- > start;)
        if (table->values[at].column == column)
            return at;
    return TAG_NOWHERE;
}

/* The value that a COLUMN or LINK column refers to. */
static uint32_t find_reference(const struct tag_encoder *encoder, uint16_t column, uint32_t value)
{
    const struct tag_column *setting = &encoder->columns[column];
    uint32_t other = find_in_game(&encoder->table, setting->other, value);
    if (other == TAG_NOWHERE || setting->reference == TAG_REFERENCE_COLUMN)
        return other;
    return tag_find_linked(&encoder->table, encoder->columns, column, value, other);
}

static void encode_numbers(struct tag_encoder *encoder, struct tag_group *group)
{
    int64_t last[2] = {0, 0};
    if (encoder->columns[group->members[0]].flags & TAG_HAS_INITIAL)
        last[0] = last[1] = group->items[0].has_number ? group->items[0].number : 0;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        uint16_t column = group->members[item->member];
        const struct tag_column *setting = &encoder->columns[column];
        int64_t reference = setting->reference == TAG_REFERENCE_NONE ? 0 : last[item->member];
        item->source = TAG_NOWHERE;
        item->code = TAG_NEW_STRING;
        if (!item->has_number)
            continue;
        if (setting->reference == TAG_REFERENCE_COLUMN || setting->reference == TAG_REFERENCE_LINK) {
            uint32_t found = find_reference(encoder, column, item->value);
            int64_t number;
            if (found != TAG_NOWHERE && tag_parse_number(setting, encoder->table.values[found].text, &number))
                reference = number;
        }
        item->code = 1 + zigzag_encode(item->number - reference);
        last[item->member] = item->number;
    }
}

/* Is the item's text that of its reference? Then *source_ret is where that comes from. */
static int is_as_reference(const struct tag_encoder *encoder, const struct tag_group *group, size_t i,
                           const size_t previous[2], uint32_t *source_ret)
{
    const struct tag_item *item = &group->items[i];
    uint16_t column = group->members[item->member];
    const struct tag_value *value = &encoder->table.values[item->value];
    uint32_t found;
    *source_ret = TAG_NOWHERE;
    switch (encoder->columns[column].reference) {
    case TAG_REFERENCE_PREVIOUS:
        if (previous[item->member] == SIZE_MAX) {
            if (encoder->columns[group->members[0]].flags & TAG_HAS_INITIAL)
                return item->text_id == group->items[0].text_id;
            return value->text.size == 0;
        }
        *source_ret = group->items[previous[item->member]].value;
        return group->items[previous[item->member]].text_id == item->text_id;
    case TAG_REFERENCE_RESULT:
        return text_equal(value->text, game_result_text((enum game_result)encoder->results[value->game]));
    case TAG_REFERENCE_COLUMN:
    case TAG_REFERENCE_LINK:
        found = find_reference(encoder, column, item->value);
        *source_ret = found;
        return found != TAG_NOWHERE && text_equal(value->text, encoder->table.values[found].text);
    default:
        return 0;
    }
}

/* The code of an item that is not as its reference. */
static void encode_known(struct tag_item *item, const struct tag_known *known, int by_distance, uint32_t known_count)
{
    item->source = TAG_NOWHERE;
    item->code = TAG_NEW_STRING;
    if (known->place == TAG_NOWHERE)
        return;
    item->source = known->value;
    item->code = TAG_KNOWN + (uint64_t)(by_distance ? known_count - 1 - known->place : known->place);
}

static void encode_repeats(struct tag_encoder *encoder, struct tag_group *group, int by_distance)
{
    size_t previous[2] = {SIZE_MAX, SIZE_MAX};
    uint32_t known_count = 0;
    memset(encoder->known, 0xff, group->text_count * sizeof *encoder->known);
    if (encoder->columns[group->members[0]].flags & TAG_HAS_INITIAL)
        encoder->known[group->items[0].text_id].place = known_count++;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct tag_known *known = &encoder->known[item->text_id];
        int as_reference = is_as_reference(encoder, group, i, previous, &item->source);
        if (as_reference)
            item->code = TAG_AS_REFERENCE;
        else
            encode_known(item, known, by_distance, known_count);
        if (by_distance || item->code == TAG_NEW_STRING)
            known->place = known_count++;
        if (by_distance || !as_reference)
            known->value = item->value;
        previous[item->member] = i;
    }
}

void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group)
{
    uint8_t codec = encoder->columns[group->members[0]].codec;
    if (codec == TAG_CODEC_NUMBER)
        encode_numbers(encoder, group);
    else
        encode_repeats(encoder, group, codec == TAG_CODEC_DISTANCE);
}

/* ---- Sections ---- */

static void append_string(struct buffer *strings, struct text text)
{
    if (!buffer_reserve(strings, text.size + 1))
        return;
    if (text.size != 0)
        memcpy(strings->data + strings->size, text.data, text.size);
    strings->size += text.size;
    strings->data[strings->size++] = '\n';
}

static void append_counted(struct buffer *buffer, struct text text)
{
    varint_append(buffer, text.size);
    buffer_append(buffer, text.data, text.size);
}

static int is_constant(const struct buffer *buffer)
{
    for (size_t i = 1; i < buffer->size; i++)
        if (buffer->data[i] != buffer->data[0])
            return 0;
    return buffer->size != 0;
}

static void gather_streams(struct tag_encoder *encoder, const struct tag_group *group)
{
    buffer_clear(&encoder->strings);
    for (unsigned i = 0; i < 2; i++)
        number_writer_clear(&encoder->writers[i]);
    if (encoder->columns[group->members[0]].flags & TAG_HAS_INITIAL)
        append_string(&encoder->strings, text_of_item(encoder, &group->items[0]));
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        encoder->table.values[item->value].source = item->source;
        number_write(&encoder->writers[item->member], item->code);
        if (item->code == TAG_NEW_STRING)
            append_string(&encoder->strings, text_of_item(encoder, item));
    }
    for (unsigned i = 0; i < 2; i++)
        number_writer_finish(&encoder->writers[i]);
}

/* A column's entry in TAG_CODECS, up to the streams. */
static void describe_column(struct buffer *out, const struct tag_column *column, uint8_t flags)
{
    buffer_append_byte(out, (uint8_t)(column->codec | column->reference << 2 | flags));
    if (flags & TAG_HAS_FOLLOWER)
        varint_append(out, column->partner);
    if (column->reference == TAG_REFERENCE_COLUMN || column->reference == TAG_REFERENCE_LINK)
        varint_append(out, column->other);
    if (column->codec == TAG_CODEC_NUMBER) {
        buffer_append_byte(out, column->form);
        append_counted(out, column->prefix);
        append_counted(out, column->suffix);
    }
}

static enum pgnpack_status put_stream(struct tag_encoder *encoder, const struct buffer *stream, uint8_t type,
                                      uint16_t column, const struct tag_output *output)
{
    return stream_put(stream, &encoder->codecs, output->packer, type, column, output->zstd_level, output->error);
}

static enum pgnpack_status pack_member(struct tag_encoder *encoder, const struct tag_group *group, unsigned member,
                                       const struct tag_output *output)
{
    const struct number_writer *writer = &encoder->writers[member];
    uint16_t column = group->members[member];
    int constant = is_constant(&writer->tokens);
    uint8_t flags = encoder->columns[column].flags;
    enum pgnpack_status status = PGNPACK_OK;
    describe_column(&encoder->codecs, &encoder->columns[column], (uint8_t)(flags | (constant ? TAG_CONSTANT : 0)));
    if (constant)
        buffer_append_byte(&encoder->codecs, writer->tokens.data[0]);
    else
        status = put_stream(encoder, &writer->tokens, BCGN_SECTION_TAG_TOKENS, column, output);
    if (status == PGNPACK_OK)
        status = put_stream(encoder, &writer->extra, BCGN_SECTION_TAG_EXTRA, column, output);
    if (status == PGNPACK_OK && member == 0)
        status = put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, column, output);
    return status;
}

/* ---- By the model ---- */

/* The columns' entries for a block with a section TAG_NUMBERS: recipes, no references. */
static void describe_for_model(struct tag_encoder *encoder, const struct tag_group *group, unsigned member)
{
    struct tag_column *column = &encoder->columns[group->members[member]];
    int is_number = column->codec == TAG_CODEC_NUMBER;
    column->codec = is_number ? TAG_CODEC_NUMBER : TAG_CODEC_IDS;
    column->reference = column->reference == TAG_REFERENCE_NONE ? TAG_REFERENCE_NONE : TAG_REFERENCE_PREVIOUS;
    column->flags &= TAG_HAS_FOLLOWER;
    column->recipe = (uint8_t)tag_recipe_for(encoder->names[group->members[member]], is_number);
    describe_column(&encoder->codecs, column, column->flags);
    buffer_append_byte(&encoder->codecs, column->recipe);
}

static void gather_for_model(struct tag_encoder *encoder, const struct tag_group *group)
{
    int is_number = encoder->columns[group->members[0]].codec == TAG_CODEC_NUMBER;
    uint32_t text_count = 0;
    buffer_clear(&encoder->strings);
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        int is_string = is_number ? !item->has_number : item->text_id == text_count;
        encoder->table.values[item->value].source = item->source;
        encoder->told[item->value] = !is_number ? item->text_id : is_string ? 0 : 1 + zigzag_encode(item->number);
        text_count += (uint32_t)is_string;
        if (is_string)
            append_string(&encoder->strings, text_of_item(encoder, item));
    }
}

static enum pgnpack_status pack_for_model(struct tag_encoder *encoder, const struct tag_group *group,
                                          const struct tag_output *output)
{
    enum pgnpack_status status = PGNPACK_OK;
    gather_for_model(encoder, group);
    for (unsigned i = 0; i < group->member_count && status == PGNPACK_OK; i++) {
        describe_for_model(encoder, group, i);
        if (i == 0)
            status = put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, group->members[0], output);
    }
    return status;
}

static int code_value(struct tag_encoder *encoder, uint32_t i)
{
    const struct tag_value *value = &encoder->table.values[i];
    struct tag_model *model = &encoder->model;
    uint64_t told = encoder->told[i];
    struct tag_told what = {.key = 0};
    if (encoder->columns[value->column].codec == TAG_CODEC_MOVES) {
        int is_label = encoder->columns[value->column].reference == TAG_BY_LABEL;
        return tag_model_code_by_moves(model, value->column, i, is_label ? NULL : &told);
    }
    if (encoder->columns[value->column].codec == TAG_CODEC_NUMBER) {
        what.is_string = told == 0;
        what.number = told == 0 ? 0 : zigzag_decode(told - 1);
    } else {
        what.key = (uint32_t)told;
        what.is_string = what.key == model->traces[encoder->columns[value->column].leader].count;
    }
    return tag_model_code(model, value->column, i, &what);
}

static int code_game(struct tag_encoder *encoder, uint32_t game)
{
    const struct tag_game_facts what = {.result = encoder->results[game], .ply_count = encoder->ply_counts[game]};
    const uint32_t *starts = encoder->table.game_starts;
    int done = 1;
    tag_model_start_game(&encoder->model, game, &what);
    for (uint32_t i = starts[game]; i < starts[game + 1] && done; i++)
        done = code_value(encoder, i);
    return done;
}

static enum pgnpack_status code_values(struct tag_encoder *encoder, const struct tag_encoder_block *block,
                                       const struct tag_output *output)
{
    const struct tag_model_block of_block = {.table = &encoder->table,
                                             .columns = encoder->columns,
                                             .names = block->names,
                                             .name_count = block->name_count,
                                             .text_size = block->text_size};
    int done = tag_model_start(&encoder->model, &of_block);
    buffer_clear(&encoder->numbers);
    bit_coder_start_encoding(&encoder->model.coder, &encoder->numbers);
    for (uint32_t i = 0; i < encoder->table.game_count && done; i++)
        done = code_game(encoder, i);
    if (done)
        bit_coder_finish(&encoder->model.coder);
    if (!done || buffer_failed(&encoder->numbers))
        return error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    if (encoder->numbers.size == 0) /* labels alone */
        return PGNPACK_OK;
    uint16_t index = tag_model_needs_plies(&encoder->model, block->name_count) ? BCGN_TAG_NUMBERS_BY_PLIES : 0;
    return section_packer_add(output->packer, BCGN_SECTION_TAG_NUMBERS, index, encoder->numbers.data,
                              encoder->numbers.size, output->zstd_level, output->error);
}

/* ---- By the moves ---- */

/* The numbers of the group's values; each string's goes into encoder->strings. */
static void gather_for_moves(struct tag_encoder *encoder, const struct tag_group *group)
{
    unsigned kind = encoder->columns[group->members[0]].reference;
    uint32_t label_count = 0;
    buffer_clear(&encoder->strings);
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        struct tag_value *value = &encoder->table.values[item->value];
        uint64_t told = 0;
        if (kind == TAG_BY_FINAL)
            told = value->final;
        else if (kind == TAG_BY_LABEL && item->text_id < label_count)
            told = 1 + (uint64_t)item->text_id;
        if (told == 0)
            append_string(&encoder->strings, value->text);
        label_count += told == 0 && label_count < LABEL_COUNT_MAX;
        encoder->told[item->value] = told;
        value->source = TAG_NOWHERE;
        value->text = (struct text){"", 0}; /* as others see it in unpacking */
    }
}

static enum pgnpack_status pack_for_moves(struct tag_encoder *encoder, const struct tag_group *group,
                                          const struct tag_output *output)
{
    uint16_t number = group->members[0];
    struct tag_column *column = &encoder->columns[number];
    gather_for_moves(encoder, group);
    if (column->reference == TAG_BY_LABEL)
        encoder->label_columns[encoder->label_column_count++] = number;
    encoder->has_columns_by_moves = 1;
    buffer_append_byte(&encoder->codecs, (uint8_t)(column->codec | column->reference << 2));
    return put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, number, output);
}

static void code_labels_of_game(struct tag_encoder *encoder, uint32_t number, struct bit_coder *coder)
{
    const struct tag_game *game = tag_encoder_game(encoder, number);
    const uint64_t *keys = (const uint64_t *)(const void *)encoder->path_keys.data + game->path_start;
    struct label_path path = {.count = game->path_count};
    memcpy(path.keys, keys, path.count * sizeof *keys);
    tag_labels_start_game(&encoder->labels, &path);
    for (size_t i = encoder->table.game_starts[number]; i < encoder->table.game_starts[number + 1]; i++)
        for (unsigned j = 0; j < encoder->label_column_count; j++)
            if (encoder->table.values[i].column == encoder->label_columns[j])
                tag_labels_code(&encoder->labels, coder, j, (uint32_t)encoder->told[i] - 1);
    tag_labels_end_game(&encoder->labels);
}

/* Section TAG_BY_MOVES, when there are columns that the moves tell. */
static enum pgnpack_status pack_labels(struct tag_encoder *encoder, const struct tag_output *output)
{
    struct bit_coder coder;
    if (!encoder->has_columns_by_moves)
        return PGNPACK_OK;
    buffer_clear(&encoder->by_moves);
    buffer_append_byte(&encoder->by_moves, (uint8_t)encoder->label_column_count);
    int done = encoder->label_column_count == 0 || tag_labels_start(&encoder->labels);
    if (done && encoder->label_column_count != 0) {
        bit_coder_start_encoding(&coder, &encoder->by_moves);
        for (uint32_t game = 0; game < encoder->table.game_count; game++)
            code_labels_of_game(encoder, game, &coder);
        bit_coder_finish(&coder);
    }
    if (!done || buffer_failed(&encoder->by_moves))
        return error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    return section_packer_add(output->packer, BCGN_SECTION_TAG_BY_MOVES, 0, encoder->by_moves.data,
                              encoder->by_moves.size, output->zstd_level, output->error);
}

/* ---- The whole ---- */

static enum pgnpack_status pack_group(struct tag_encoder *encoder, struct tag_group *group,
                                      const struct tag_output *output)
{
    if (!number_texts(encoder, group))
        return error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    if (output->adaptive && tag_choose_moves(encoder, group))
        return pack_for_moves(encoder, group, output);
    tag_choose_codecs(encoder, group);
    tag_encode_group(encoder, group);
    if (output->adaptive)
        return pack_for_model(encoder, group, output);
    gather_streams(encoder, group);
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned i = 0; i < group->member_count && status == PGNPACK_OK; i++)
        status = pack_member(encoder, group, i, output);
    return status;
}

static enum pgnpack_status pack_groups(struct tag_encoder *encoder, const struct tag_output *output)
{
    uint32_t starts[BCGN_TAG_NAME_COUNT_MAX + 1];
    if (!sort_values(encoder, starts))
        return error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    enum pgnpack_status status = PGNPACK_OK;
    for (uint16_t i = 0; i < encoder->name_count && status == PGNPACK_OK; i++) {
        const struct tag_column *column = &encoder->columns[i];
        if (column->leader != i)
            continue;
        struct tag_group group = {.members = {i, column->partner},
                                  .member_count = 1 + (column->partner != i),
                                  .items = encoder->items + starts[i],
                                  .count = starts[i + 1] - starts[i]};
        status = pack_group(encoder, &group, output);
    }
    return status;
}

static int reserve_told(struct tag_encoder *encoder)
{
    void *told = encoder->told;
    int done = memory_grow_array(encoder->memory, &told, &encoder->told_capacity, encoder->table.count,
                                 sizeof *encoder->told);
    encoder->told = told;
    return done;
}

enum pgnpack_status tag_encoder_finish(struct tag_encoder *encoder, const struct tag_encoder_block *block,
                                       const struct tag_output *output)
{
    struct tag_output how = *output;
    how.adaptive = output->adaptive && encoder->table.count != 0; /* else there were no TAG_NUMBERS to tell by */
    encoder->names = block->names;
    encoder->name_count = block->name_count;
    encoder->results = block->results;
    encoder->ply_counts = block->ply_counts;
    buffer_clear(&encoder->codecs);
    encoder->label_column_count = 0;
    encoder->has_columns_by_moves = 0;
    find_partners(encoder);
    if (how.adaptive && !reserve_told(encoder))
        return error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    enum pgnpack_status status = pack_groups(encoder, &how);
    if (status == PGNPACK_OK && how.adaptive)
        status = code_values(encoder, block, &how);
    if (status == PGNPACK_OK)
        status = pack_labels(encoder, &how);
    if (status == PGNPACK_OK && buffer_failed(&encoder->codecs))
        status = error_set(output->error, PGNPACK_ERROR_MEMORY, "out of memory");
    if (status == PGNPACK_OK && encoder->codecs.size != 0)
        status = section_packer_add(output->packer, BCGN_SECTION_TAG_CODECS, 0, encoder->codecs.data,
                                    encoder->codecs.size, output->zstd_level, output->error);
    return status;
}
