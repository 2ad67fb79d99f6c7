#include "block/block_decoder.h"

#include <string.h>

#include "block/block_columns.h"
#include "container/sections/work_costs.h"
#include "util/xxh64.h"

void block_decoder_init(struct block_decoder *decoder, struct memory *memory)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->memory = memory;
    decoder->profile = BCGN_PROFILE_MODEL;
    work_start(&decoder->work, WORK_NO_LIMIT);
    section_unpacker_init(&decoder->unpacker, memory);
    schema_table_init(&decoder->schemas, memory);
    tag_decoder_init(&decoder->tags, memory);
    comment_decoder_init(&decoder->comments, memory);
    buffer_init(&decoder->shapes.runs, memory);
    buffer_init(&decoder->shapes.kinds, memory);
    buffer_init(&decoder->shapes.nags, memory);
    line_stack_init(&decoder->line, memory);
    game_init(&decoder->game, memory);
    buffer_init(&decoder->strings, memory);
    file_list_init(&decoder->files, memory);
}

void block_decoder_free(struct block_decoder *decoder)
{
    tag_decoder_free(&decoder->tags);
    memory_release(decoder->memory, decoder->plies.of, decoder->plies.capacity * sizeof *decoder->plies.of);
    comment_decoder_free(&decoder->comments);
    if (decoder->shape_model.memory != NULL)
        mixed_model_free(&decoder->shape_model);
    buffer_free(&decoder->shapes.runs);
    buffer_free(&decoder->shapes.kinds);
    buffer_free(&decoder->shapes.nags);
    memory_release(decoder->memory, decoder->entries, decoder->entry_capacity * sizeof *decoder->entries);
    memory_release(decoder->memory, decoder->raw, decoder->raw_capacity);
    memory_release(decoder->memory, decoder->styles, decoder->style_capacity * sizeof *decoder->styles);
    schema_table_free(&decoder->schemas);
    line_stack_free(&decoder->line);
    game_free(&decoder->game);
    buffer_free(&decoder->strings);
    file_list_free(&decoder->files);
    section_unpacker_free(&decoder->unpacker);
    block_release_move_state(decoder);
    block_keep_free(decoder);
    const struct policy_nets *nets = decoder->nets;
    block_decoder_init(decoder, decoder->memory);
    decoder->nets = nets;
}

void block_decoder_hand_on(struct block_decoder *decoder, struct block_decoder *other)
{
    struct section_unpacker unpacker = other->unpacker;
    struct mixed_model shape_model = other->shape_model;
    other->unpacker = decoder->unpacker;
    other->shape_model = decoder->shape_model;
    decoder->unpacker = unpacker;
    decoder->shape_model = shape_model;
}

/* ---- A block in memory ---- */

static const uint8_t *fetch_from_memory(void *context, size_t offset, size_t size, struct error *error)
{
    (void)size;
    (void)error;
    return *(const uint8_t **)context + offset;
}

enum pgnpack_status block_decoder_open(struct block_decoder *decoder, const struct block_header *header,
                                       const uint8_t *block, unsigned parts, struct error *error)
{
    const struct block_bytes bytes = {.fetch = fetch_from_memory, .context = &block};
    enum pgnpack_status status = block_decoder_start(decoder, header, &bytes, parts, error);
    if (status == PGNPACK_OK)
        status = block_decoder_load(decoder, &bytes, error);
    return status == PGNPACK_OK ? block_decoder_ready(decoder, error) : status;
}

/* ---- The whole text ---- */

static int is_empty(const struct byte_source *source)
{
    return byte_source_left(source) == 0;
}

/* True behind the last game if nothing is left over in any column. */
static int columns_are_used_up(const struct block_decoder *decoder)
{
    const struct block_cursor *cursor = &decoder->cursor;
    const struct shape_decoder *shape = &cursor->shape;
    struct byte_source comments = block_comments(decoder);
    if (decoder->header.game_count != 0 && !tag_decoder_at_end(&decoder->tags))
        return 0;
    return shape->run == 0 && is_empty(&shape->runs) && is_empty(&shape->kinds) &&
           move_reader_at_end(&cursor->moves) && is_empty(&cursor->nags) &&
           cursor->comments_at == byte_source_left(&comments) && is_empty(&cursor->lines) &&
           is_empty(&cursor->tokens) && is_empty(&cursor->drop_men) && is_empty(&cursor->drop_squares) &&
           cursor->exception_game == UINT64_MAX && is_empty(&cursor->exception_text);
}

enum pgnpack_status block_decoder_files(struct block_decoder *decoder, struct error *error)
{
    const struct section_entry *tail = decoder->first_of_type[BCGN_SECTION_TAIL];
    const struct file_sections sections = {block_source(decoder, BCGN_SECTION_FILE_NAMES),
                                           block_source(decoder, BCGN_SECTION_FILES),
                                           block_source(decoder, BCGN_SECTION_FILE_TIMES)};
    enum pgnpack_status status = file_list_read(&decoder->files, &sections, decoder->header.game_count,
                                                tail == NULL ? 0 : tail->raw_size, error);
    uint64_t work = decoder->files.count * (uint64_t)WORK_FILE +
                    decoder->files.names.size * (uint64_t)WORK_FILE_NAME_BYTE;
    return status == PGNPACK_OK ? work_spend(&decoder->work, work, error) : status;
}

/* Appends the next game's text to the block's, which begins at `start`. */
static enum pgnpack_status render_game(struct block_decoder *decoder, struct buffer *out, size_t start,
                                       struct error *error)
{
    enum pgnpack_status status = block_decoder_next(decoder, error);
    if (status == PGNPACK_OK && decoder->visit != NULL)
        decoder->visit(decoder->visit_opaque, &decoder->game);
    if (status == PGNPACK_OK)
        status = block_decoder_render(decoder, out, error);
    if (status == PGNPACK_OK && out->size - start > decoder->header.text_size)
        status = block_corrupt(error, "a block's games have more text than the block");
    return status;
}

/* All files' texts, behind each other. */
static enum pgnpack_status render_files(struct block_decoder *decoder, struct buffer *out, uint32_t *ends,
                                        struct error *error)
{
    struct byte_source tail = block_source(decoder, BCGN_SECTION_TAIL);
    size_t start = out->size;
    enum pgnpack_status status = PGNPACK_OK;
    decoder->writes_runs = 1;
    for (size_t i = 0; i < decoder->files.count && status == PGNPACK_OK; i++) {
        struct listed_file *file = &decoder->files.files[i];
        for (uint32_t game = 0; game < file->games && status == PGNPACK_OK; game++) {
            status = render_game(decoder, out, start, error);
            if (ends != NULL)
                *ends++ = (uint32_t)(out->size - start);
        }
        buffer_append(out, byte_source_take(&tail, file->tail_size), file->tail_size);
        file->text_end = (uint32_t)(out->size - start);
    }
    decoder->writes_runs = 0;
    return status;
}

enum pgnpack_status block_decoder_text(struct block_decoder *decoder, struct buffer *out, struct error *error)
{
    return block_decoder_text_and_ends(decoder, out, NULL, error);
}

enum pgnpack_status block_decoder_text_and_ends(struct block_decoder *decoder, struct buffer *out,
                                                uint32_t *ends, struct error *error)
{
    size_t start = out->size;
    enum pgnpack_status status =
        work_spend(&decoder->work, decoder->header.text_size * (uint64_t)WORK_TEXT_OUT_BYTE, error);
    if (status != PGNPACK_OK)
        return status;
    if (!buffer_reserve(out, (size_t)decoder->header.text_size + LAYOUT_SLACK))
        return error_no_memory(error);
    status = block_decoder_files(decoder, error);
    if (status == PGNPACK_OK)
        status = render_files(decoder, out, ends, error);
    if (status != PGNPACK_OK)
        return status;
    if (!columns_are_used_up(decoder))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block has more than its games take");
    if (buffer_failed(out))
        return error_no_memory(error);
    if (out->size - start != decoder->header.text_size ||
        xxh64(out->data + start, out->size - start) != decoder->header.text_hash)
        return error_set(error, PGNPACK_ERROR_CORRUPT,
                         "a block does not give back its text (its hash differs)");
    return PGNPACK_OK;
}
