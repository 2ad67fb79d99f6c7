#include "tags/write/tag_encoder_model.h"

#include <string.h>

#include "tags/write/tag_pattern_choice.h"
#include "tags/write/tag_recipe_choice.h"

/* ---- By the model ---- */

int tag_start_model_table(struct tag_encoder *encoder, uint32_t text_size)
{
    if (encoder->streams == NULL) {
        encoder->streams = memory_get(encoder->memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->streams);
        if (encoder->streams == NULL)
            return 0;
        for (size_t i = 0; i < BCGN_TAG_NAME_COUNT_MAX; i++)
            buffer_init(&encoder->streams[i], encoder->memory);
    }
    if (encoder->model.memory == NULL) {
        tag_model_init(&encoder->model, encoder->memory);
        tag_quotes_init(&encoder->quotes, encoder->memory);
    }
    if (!tag_model_reserve(&encoder->model, encoder->name_count))
        return 0;
    encoder->counters_left = text_size;
    tag_find_arguments(encoder->names, encoder->name_count, &encoder->arguments);
    unsigned count = TAG_ARGUMENT_COUNT;
    while (count > 0 && encoder->arguments.of[count - 1] == 0)
        count--;
    varint_append(&encoder->codecs, count);
    for (unsigned i = 0; i < count; i++)
        varint_append(&encoder->codecs, encoder->arguments.of[i]);
    return 1;
}

/* Values that are not as the one before, but not many more than there are different ones: what there is to learn. */
static size_t count_changes(const struct tag_group *group)
{
    enum { OF_TEXT = 16 };
    size_t changes = 0, before[2] = {SIZE_MAX, SIZE_MAX};
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        changes += item->text_id != before[item->member];
        before[item->member] = item->text_id;
    }
    return changes < group->text_count * OF_TEXT ? changes : group->text_count * OF_TEXT;
}

/* What more of them save is less than they cost to clear. All together may have one for each byte of the text. */
static uint8_t choose_counter_bits(struct tag_encoder *encoder, const struct tag_group *group)
{
    enum { OF_CHANGE_BITS = 5 };
    unsigned bits = bit_length(count_changes(group)) + OF_CHANGE_BITS;
    if (bits > TAG_COUNTER_BITS_MAX)
        bits = TAG_COUNTER_BITS_MAX;
    while (bits > TAG_COUNTER_BITS_MIN && (size_t)1 << bits > encoder->counters_left / 2)
        bits--;
    if (bits > TAG_COUNTER_BITS_MIN)
        encoder->counters_left -= (size_t)1 << bits;
    return (uint8_t)bits;
}

/* Is it a value of White or Black? */
static int is_player(const struct tag_encoder *encoder, const struct tag_value *value)
{
    const struct tag_arguments *arguments = &encoder->arguments;
    return value->column + 1 == arguments->of[TAG_ARGUMENT_WHITE] ||
           value->column + 1 == arguments->of[TAG_ARGUMENT_BLACK];
}

/* In how many games has White or Black that name? */
static size_t count_games_of(const struct tag_encoder *encoder, struct text name)
{
    size_t count = 0;
    for (size_t i = 0; i < encoder->table.count; i++) {
        const struct tag_value *value = &encoder->table.values[i];
        count += (size_t)(is_player(encoder, value) && text_equal(value->text, name));
    }
    return count;
}

/* Is one of the first games' players in most games? */
static int is_of_one_player(const struct tag_encoder *encoder)
{
    enum { FIRST_GAMES = 4 };
    for (size_t i = 0; i < encoder->table.count && encoder->table.values[i].game < FIRST_GAMES; i++) {
        const struct tag_value *value = &encoder->table.values[i];
        if (is_player(encoder, value) && count_games_of(encoder, value->text) > encoder->table.game_count / 2)
            return 1;
    }
    return 0;
}

static int has_players(const struct tag_encoder *encoder)
{
    return encoder->arguments.of[TAG_ARGUMENT_WHITE] != 0 || encoder->arguments.of[TAG_ARGUMENT_BLACK] != 0;
}

/*
 * What players play tells of openings, but who scans openings must then decode the players: that is worth it where
 * one is in most games (0.4 % of a file), and not where there are many (0.1 %).
 */
static unsigned choose_pattern(const struct tag_encoder *encoder, struct text name, int is_number)
{
    unsigned pattern = tag_pattern_for(name, is_number);
    int is_alone = pattern == TAG_PATTERN_ECO && has_players(encoder) && !is_of_one_player(encoder);
    return is_alone ? TAG_PATTERN_ECO_ALONE : pattern;
}

/* A column's entry in TAG_MODEL, up to the strings. */
static void describe_for_model(struct tag_encoder *encoder, const struct tag_group *group, unsigned member)
{
    uint16_t number = group->members[member];
    struct tag_column *column = &encoder->columns[number];
    struct tag_recipe *recipe = &encoder->model.recipes[number];
    int is_number = column->codec == TAG_CODEC_NUMBER;
    unsigned head = is_number ? TAG_MODELLED_NUMBER : TAG_MODELLED_TEXT;
    if (column->reference == TAG_REFERENCE_PREVIOUS)
        head |= TAG_MODELLED_PREVIOUS;
    if (column->flags & TAG_HAS_FOLLOWER)
        head |= TAG_MODELLED_FOLLOWER;
    if (column->quote_count != 0 && member == 0)
        head |= TAG_MODELLED_QUOTES;
    if (member == 0) {
        column->counter_bits = choose_counter_bits(encoder, group);
        head |= (column->counter_bits - (unsigned)TAG_COUNTER_BITS_MIN) << TAG_MODELLED_COUNTERS;
    }
    buffer_append_byte(&encoder->codecs, (uint8_t)head);
    if (column->flags & TAG_HAS_FOLLOWER)
        varint_append(&encoder->codecs, column->partner);
    if (is_number)
        tag_describe_form(&encoder->codecs, column);
    column->recipe = (uint8_t)choose_pattern(encoder, encoder->names[number], is_number);
    tag_pattern_set(recipe, column->recipe, &encoder->arguments, number);
    if (tag_choose_recipe(encoder, group, recipe) || encoder->spells_recipes)
        column->recipe = TAG_RECIPE_SPELLED;
    buffer_append_byte(&encoder->codecs, column->recipe);
    if (column->recipe == TAG_RECIPE_SPELLED)
        tag_recipe_write(recipe, &encoder->codecs);
    if (column->quote_count != 0 && member == 0)
        tag_quotes_write(&encoder->quotes, column, &encoder->codecs);
}

int tag_table_needs_plies(const struct tag_encoder *encoder)
{
    for (unsigned i = 0; i < encoder->name_count; i++)
        if (encoder->columns[i].codec != TAG_CODEC_MOVES &&
            tag_recipe_needs_plies(&encoder->model.recipes[i]))
            return 1;
    return 0;
}

static void gather_for_model(struct tag_encoder *encoder, const struct tag_group *group)
{
    int is_number = encoder->columns[group->members[0]].codec == TAG_CODEC_NUMBER;
    uint32_t text_count = 0;
    buffer_clear(&encoder->strings);
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        int is_string = is_number ? !item->has_number : item->text_id == text_count;
        encoder->told[item->value] = !is_number  ? item->text_id
                                     : is_string ? 0
                                                 : 1 + zigzag_encode(item->number);
        text_count += (uint32_t)is_string;
        if (is_string)
            buffer_append_ended(&encoder->strings, tag_item_text(encoder, item), '\n');
    }
}

enum pgnpack_status tag_pack_for_model(struct tag_encoder *encoder, const struct tag_group *group,
                                       const struct tag_output *output)
{
    enum pgnpack_status status = PGNPACK_OK;
    gather_for_model(encoder, group);
    for (unsigned i = 0; i < group->member_count && status == PGNPACK_OK; i++) {
        describe_for_model(encoder, group, i);
        if (i == 0)
            status = tag_put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, group->members[0], output);
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
    const struct tag_game_facts what = {.result = encoder->results[game],
                                        .ply_count = encoder->ply_counts[game]};
    const uint32_t *starts = encoder->table.game_starts;
    int done = 1;
    tag_model_start_game(&encoder->model, game, &what);
    for (uint32_t i = starts[game]; i < starts[game + 1] && done; i++)
        done = code_value(encoder, i);
    return done;
}

static int start_streams(struct tag_encoder *encoder)
{
    const struct tag_model_block block = {
        .table = &encoder->table, .columns = encoder->columns, .column_count = encoder->name_count};
    if (!tag_model_start(&encoder->model, &block))
        return 0;
    for (unsigned i = 0; i < encoder->name_count; i++)
        if (tag_column_has_stream(encoder->columns, i)) {
            buffer_clear(&encoder->streams[i]);
            bit_coder_start_encoding(&encoder->model.coders[i].bits, &encoder->streams[i]);
        }
    return 1;
}

/* Their sizes, then the streams. */
static void join_streams(struct tag_encoder *encoder)
{
    struct buffer *numbers = &encoder->numbers;
    buffer_clear(numbers);
    for (unsigned i = 0; i < encoder->name_count; i++)
        if (tag_column_has_stream(encoder->columns, i)) {
            bit_coder_finish(&encoder->model.coders[i].bits);
            numbers->failed |= encoder->streams[i].failed;
            varint_append(numbers, encoder->streams[i].size);
        }
    for (unsigned i = 0; i < encoder->name_count; i++)
        if (tag_column_has_stream(encoder->columns, i))
            buffer_append(numbers, encoder->streams[i].data, encoder->streams[i].size);
}

enum pgnpack_status tag_pack_numbers(struct tag_encoder *encoder, const struct tag_output *output)
{
    int done = start_streams(encoder);
    for (uint32_t i = 0; i < encoder->table.game_count && done; i++)
        done = code_game(encoder, i);
    if (done)
        join_streams(encoder);
    if (!done || buffer_failed(&encoder->numbers))
        return error_no_memory(output->error);
    if (encoder->numbers.size == 0) /* labels alone */
        return PGNPACK_OK;
    return section_packer_add(output->packer, BCGN_SECTION_TAG_NUMBERS, 0, encoder->numbers.data,
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
            buffer_append_ended(&encoder->strings, value->text, '\n');
        label_count += told == 0 && label_count < LABEL_COUNT_MAX;
        encoder->told[item->value] = told;
        value->source = TAG_NOWHERE;
        value->text = (struct text){"", 0}; /* as others see it in unpacking */
    }
}

enum pgnpack_status tag_pack_for_moves(struct tag_encoder *encoder, const struct tag_group *group,
                                       const struct tag_output *output)
{
    uint16_t number = group->members[0];
    struct tag_column *column = &encoder->columns[number];
    gather_for_moves(encoder, group);
    encoder->has_columns_by_moves = 1;
    column->counter_bits = column->reference == TAG_BY_LABEL ? 0 : TAG_COUNTER_BITS_MIN;
    buffer_append_byte(&encoder->codecs,
                       column->reference == TAG_BY_LABEL ? TAG_MODELLED_LABEL : TAG_MODELLED_FINAL);
    return tag_put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, number, output);
}

static void code_labels_of_game(struct tag_encoder *encoder, uint32_t number, struct bit_coder *coder)
{
    const struct tag_game *game = (const struct tag_game *)(const void *)encoder->games.data + number;
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

/* The strings of each label column that the games of a group take. */
static void count_label_strings(const struct tag_encoder *encoder, uint32_t game, uint32_t end,
                                uint32_t counts[LABEL_COLUMN_COUNT_MAX])
{
    memset(counts, 0, LABEL_COLUMN_COUNT_MAX * sizeof *counts);
    for (size_t i = encoder->table.game_starts[game]; i < encoder->table.game_starts[end]; i++)
        for (unsigned j = 0; j < encoder->label_column_count; j++)
            counts[j] +=
                encoder->table.values[i].column == encoder->label_columns[j] && encoder->told[i] == 0;
}

/* Section TAG_BY_MOVES (label_reader.h) of a block that has labels, behind its first byte. Returns 0: no memory. */
static int code_labels(struct tag_encoder *encoder)
{
    uint32_t game_count = encoder->table.game_count;
    uint32_t before[LABEL_COLUMN_COUNT_MAX] = {0}, taken[LABEL_COLUMN_COUNT_MAX];
    struct buffer *heads = &encoder->by_moves, *streams = &encoder->label_streams;
    if (encoder->labels.memory == NULL)
        tag_labels_init(&encoder->labels, encoder->memory);
    buffer_clear(streams);
    varint_append(heads, encoder->label_group_games);
    for (uint32_t game = 0; game < game_count;) {
        int is_last = game_count - game <= encoder->label_group_games;
        uint32_t end = is_last ? game_count : game + (uint32_t)encoder->label_group_games;
        size_t start = streams->size;
        struct bit_coder coder;
        count_label_strings(encoder, game, end, taken);
        if (!tag_labels_start(&encoder->labels, before))
            return 0;
        bit_coder_start_encoding(&coder, streams);
        for (; game < end; game++)
            code_labels_of_game(encoder, game, &coder);
        bit_coder_finish(&coder);
        varint_append(heads, streams->size - start);
        for (unsigned i = 0; i < encoder->label_column_count; i++) {
            varint_append(heads, taken[i]);
            before[i] += taken[i];
        }
    }
    buffer_append(heads, streams->data, streams->size);
    return !buffer_failed(heads) && !buffer_failed(streams);
}

enum pgnpack_status tag_pack_labels(struct tag_encoder *encoder, const struct tag_output *output)
{
    buffer_clear(&encoder->by_moves);
    buffer_append_byte(&encoder->by_moves, (uint8_t)encoder->label_column_count);
    int done = encoder->label_column_count == 0 || code_labels(encoder);
    if (!done || buffer_failed(&encoder->by_moves))
        return error_no_memory(output->error);
    return section_packer_add(output->packer, BCGN_SECTION_TAG_BY_MOVES, 0, encoder->by_moves.data,
                              encoder->by_moves.size, output->zstd_level, output->error);
}
