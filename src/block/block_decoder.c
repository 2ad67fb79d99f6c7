#include "block/block_decoder.h"

#include <string.h>

#include "block/block_parts.h"

void block_decoder_init(struct block_decoder *decoder, struct memory *memory)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->memory = memory;
    decoder->profile = BCGN_PROFILE_MODEL;
    work_start(&decoder->work, WORK_NO_LIMIT);
    section_unpacker_init(&decoder->unpacker, memory);
    schema_table_init(&decoder->schemas, memory);
    tag_decoder_init(&decoder->tags, memory);
    ply_counts_init(&decoder->plies, memory);
    comment_decoder_init(&decoder->comments, memory);
    mixed_model_init(&decoder->shape_model, memory);
    buffer_init(&decoder->shapes.runs, memory);
    buffer_init(&decoder->shapes.kinds, memory);
    buffer_init(&decoder->shapes.nags, memory);
    line_stack_init(&decoder->line, memory);
    game_init(&decoder->game, memory);
    buffer_init(&decoder->strings, memory);
}

void block_decoder_free(struct block_decoder *decoder)
{
    tag_decoder_free(&decoder->tags);
    ply_counts_free(&decoder->plies);
    comment_decoder_free(&decoder->comments);
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
    section_unpacker_free(&decoder->unpacker);
    block_release_move_state(decoder);
    block_decoder_init(decoder, decoder->memory);
}
