#include "tags/write/tag_encoder.h"

#include <string.h>

#include "tags/write/tag_choice.h"
#include "tags/write/tag_encoder_model.h"
#include "tags/base/tag_final.h"
#include "tags/write/tag_quote_choice.h"
#include "util/xxh64.h"

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
    buffer_init(&encoder->label_streams, memory);
    buffer_init(&encoder->numbers, memory);
    buffer_init(&encoder->quoting, memory);
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
    buffer_free(&encoder->label_streams);
    if (encoder->labels.memory != NULL)
        tag_labels_free(&encoder->labels);
    buffer_free(&encoder->numbers);
    for (size_t i = 0; encoder->streams != NULL && i < BCGN_TAG_NAME_COUNT_MAX; i++)
        buffer_free(&encoder->streams[i]);
    memory_release(memory, encoder->streams, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->streams);
    if (encoder->model.memory != NULL) {
        tag_model_free(&encoder->model);
        tag_quotes_free(&encoder->quotes);
    }
    buffer_free(&encoder->quoting);
    memory_release(memory, encoder->quoting_sizes,
                   encoder->quoting_size_capacity * sizeof *encoder->quoting_sizes);
    memory_release(memory, encoder->originals, encoder->original_capacity * sizeof *encoder->originals);
    memory_release(memory, encoder->told, encoder->told_capacity * sizeof *encoder->told);
    tag_encoder_init(encoder, memory);
}

int tag_encoder_start(struct tag_encoder *encoder)
{
    if (encoder->columns == NULL)
        encoder->columns = memory_get(encoder->memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->columns);
    buffer_clear(&encoder->games);
    buffer_clear(&encoder->path_keys);
    return encoder->columns != NULL && tag_table_start(&encoder->table);
}

/* ---- What the moves tell ---- */

/* A text whose first field may be eight ranks. */
static int may_be_fen(struct text text)
{
    enum { SIZE_MIN = 17, SLASHES = 7 };
    unsigned slashes = 0;
    if (text.size < SIZE_MIN || text.size >= TAG_FINAL_SIZE_MAX)
        return 0;
    for (size_t i = 0; i < text.size; i++)
        slashes += text.data[i] == '/';
    return slashes == SLASHES;
}

int tag_encoder_tell_moves(struct tag_encoder *encoder, const struct position *final,
                           const struct label_path *path)
{
    struct tag_table *table = &encoder->table;
    struct tag_game game = {.path_start = (uint32_t)(encoder->path_keys.size / sizeof *path->keys),
                            .path_count = path == NULL ? 0 : path->count};
    for (size_t i = table->game_starts[table->game_count - 1]; i < table->count; i++)
        if (may_be_fen(table->values[i].text))
            table->values[i].final = tag_final_number(final, table->values[i].text);
    buffer_append(&encoder->games, &game, sizeof game);
    if (path != NULL)
        buffer_append(&encoder->path_keys, path->keys, path->count * sizeof *path->keys);
    return !buffer_failed(&encoder->games) && !buffer_failed(&encoder->path_keys);
}

/* ---- Groups ---- */

/* "WhiteX" and "BlackX". */
static int are_partners(struct text a, struct text b)
{
    enum { COLOUR_SIZE = 5 };
    if (a.size != b.size || a.size < COLOUR_SIZE ||
        memcmp(a.data + COLOUR_SIZE, b.data + COLOUR_SIZE, a.size - COLOUR_SIZE) != 0)
        return 0;
    return (text_starts_with(a, "White") && text_starts_with(b, "Black")) ||
           (text_starts_with(a, "Black") && text_starts_with(b, "White"));
}

/* The columns are found by what stands behind the colour: a search through all names would be quadratic. */
static void find_partners(struct tag_encoder *encoder)
{
    enum { COLOUR_SIZE = 5, SLOT_COUNT = 2 * BCGN_TAG_NAME_COUNT_MAX };
    uint16_t slots[SLOT_COUNT] = {0}; /* 1 + column */
    for (uint16_t i = 0; i < encoder->name_count; i++) {
        struct text name = encoder->names[i];
        encoder->columns[i] = (struct tag_column){.leader = i, .partner = i};
        if (!text_starts_with(name, "White") && !text_starts_with(name, "Black"))
            continue;
        size_t at = (size_t)xxh64(name.data + COLOUR_SIZE, name.size - COLOUR_SIZE) % SLOT_COUNT;
        while (slots[at] != 0 && !are_partners(name, encoder->names[slots[at] - 1]))
            at = (at + 1) % SLOT_COUNT;
        if (slots[at] == 0) {
            slots[at] = (uint16_t)(i + 1);
            continue;
        }
        uint16_t partner = (uint16_t)(slots[at] - 1);
        encoder->columns[i].partner = encoder->columns[i].leader = partner;
        encoder->columns[partner].partner = i;
    }
}

/* Sorts the values into groups, keeping their order; starts[c] becomes where those of leader c begin. */
static int sort_values(struct tag_encoder *encoder, uint32_t starts[BCGN_TAG_NAME_COUNT_MAX + 1])
{
    const struct tag_table *table = &encoder->table;
    if (!MEMORY_GROW(encoder->memory, encoder->items, encoder->item_capacity, table->count + 1))
        return 0;
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

/* ---- Sections ---- */

static void gather_streams(struct tag_encoder *encoder, const struct tag_group *group)
{
    buffer_clear(&encoder->strings);
    for (unsigned i = 0; i < 2; i++)
        number_writer_clear(&encoder->writers[i]);
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        encoder->table.values[item->value].source = item->source;
        number_write(&encoder->writers[item->member], item->code);
        if (item->code == TAG_NEW_STRING)
            buffer_append_ended(&encoder->strings, tag_item_text(encoder, item), '\n');
    }
    for (unsigned i = 0; i < 2; i++)
        number_writer_finish(&encoder->writers[i]);
}

/* A column's entry in TAG_CODECS, up to the streams. */
static void describe_column(struct buffer *out, const struct tag_column *column)
{
    buffer_append_byte(out, (uint8_t)(column->codec | column->reference << 2 | column->flags));
    if (column->flags & TAG_HAS_FOLLOWER)
        varint_append(out, column->partner);
    if (column->reference == TAG_REFERENCE_COLUMN || column->reference == TAG_REFERENCE_LINK)
        varint_append(out, column->other);
    if (column->codec == TAG_CODEC_NUMBER)
        tag_describe_form(out, column);
}

static enum pgnpack_status pack_member(struct tag_encoder *encoder, const struct tag_group *group,
                                       unsigned member, const struct tag_output *output)
{
    const struct number_writer *writer = &encoder->writers[member];
    uint16_t column = group->members[member];
    describe_column(&encoder->codecs, &encoder->columns[column]);
    enum pgnpack_status status =
        tag_put_stream(encoder, &writer->tokens, BCGN_SECTION_TAG_TOKENS, column, output);
    if (status == PGNPACK_OK)
        status = tag_put_stream(encoder, &writer->extra, BCGN_SECTION_TAG_EXTRA, column, output);
    if (status == PGNPACK_OK && member == 0)
        status = tag_put_stream(encoder, &encoder->strings, BCGN_SECTION_TAG, column, output);
    return status;
}

/* ---- The whole ---- */

/* What is quoted leaves the texts for as long as they are packed: other columns may quote these. */
static enum pgnpack_status pack_for_model(struct tag_encoder *encoder, struct tag_group *group,
                                          const struct tag_output *output)
{
    tag_choose_for_model(encoder, group);
    if (!tag_take_quotes_out(encoder, group))
        return error_no_memory(output->error);
    enum pgnpack_status status = tag_pack_for_model(encoder, group, output);
    tag_put_quotes_back(encoder, group);
    return status;
}

static enum pgnpack_status pack_group(struct tag_encoder *encoder, struct tag_group *group,
                                      const struct tag_output *output)
{
    if (!tag_number_texts(encoder, group))
        return error_no_memory(output->error);
    if (encoder->columns[group->members[0]].codec == TAG_CODEC_MOVES)
        return tag_pack_for_moves(encoder, group, output);
    if (output->adaptive) {
        return pack_for_model(encoder, group, output);
    }
    tag_choose_codecs(encoder, group);
    tag_encode_group(encoder, group);
    gather_streams(encoder, group);
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned i = 0; i < group->member_count && status == PGNPACK_OK; i++)
        status = pack_member(encoder, group, i, output);
    return status;
}

/* The next group from column *column_ret on; returns 0 when there is none. */
static int next_group(struct tag_encoder *encoder, const uint32_t *starts, uint16_t *column_ret,
                      struct tag_group *group_ret)
{
    uint16_t i = *column_ret;
    while (i < encoder->name_count && encoder->columns[i].leader != i)
        i++;
    if (i >= encoder->name_count)
        return 0;
    uint16_t partner = encoder->columns[i].partner;
    *group_ret = (struct tag_group){.members = {i, partner},
                                    .member_count = 1 + (partner != i),
                                    .items = encoder->items + starts[i],
                                    .count = starts[i + 1] - starts[i]};
    *column_ret = (uint16_t)(i + 1);
    return 1;
}

static enum pgnpack_status pack_groups(struct tag_encoder *encoder, const struct tag_output *output)
{
    uint32_t starts[BCGN_TAG_NAME_COUNT_MAX + 1];
    struct tag_group group;
    if (!sort_values(encoder, starts))
        return error_no_memory(output->error);
    for (uint16_t i = 0; output->adaptive && next_group(encoder, starts, &i, &group);)
        tag_choose_moves(encoder, &group);
    enum pgnpack_status status = PGNPACK_OK;
    for (uint16_t i = 0; status == PGNPACK_OK && next_group(encoder, starts, &i, &group);)
        status = pack_group(encoder, &group, output);
    return status;
}

enum pgnpack_status tag_encoder_finish(struct tag_encoder *encoder, const struct tag_encoder_block *block,
                                       const struct tag_output *output)
{
    struct tag_output how = *output;
    how.adaptive =
        output->adaptive && encoder->table.count != 0; /* else there were no TAG_NUMBERS to tell by */
    encoder->names = block->names;
    encoder->name_count = block->name_count;
    encoder->results = block->results;
    encoder->ply_counts = block->ply_counts;
    buffer_clear(&encoder->codecs);
    encoder->label_column_count = 0;
    encoder->label_group_games = block->move_group_games != 0 ? block->move_group_games : LABEL_GROUP_GAMES;
    encoder->has_columns_by_moves = 0;
    encoder->quotes.count = 0;
    encoder->quote_searches = 0;
    find_partners(encoder);
    tag_find_keys(encoder);
    if (how.adaptive &&
        (!MEMORY_GROW(encoder->memory, encoder->told, encoder->told_capacity, encoder->table.count) ||
         !tag_start_model_table(encoder, block->text_size)))
        return error_no_memory(output->error);
    enum pgnpack_status status = pack_groups(encoder, &how);
    if (status == PGNPACK_OK && how.adaptive)
        status = tag_pack_numbers(encoder, &how);
    if (status == PGNPACK_OK && encoder->has_columns_by_moves)
        status = tag_pack_labels(encoder, &how);
    if (status == PGNPACK_OK && buffer_failed(&encoder->codecs))
        status = error_no_memory(output->error);
    if (status != PGNPACK_OK || encoder->codecs.size == 0)
        return status;
    uint8_t type = how.adaptive ? BCGN_SECTION_TAG_MODEL : BCGN_SECTION_TAG_CODECS;
    uint16_t index = how.adaptive && tag_table_needs_plies(encoder) ? BCGN_TAG_MODEL_BY_PLIES : 0;
    return section_packer_add(output->packer, type, index, encoder->codecs.data, encoder->codecs.size,
                              output->zstd_level, output->error);
}
