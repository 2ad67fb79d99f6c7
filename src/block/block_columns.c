#include "block/block_columns.h"

#include <string.h>

#include "container/sections/work_costs.h"

/* ---- Comments ---- */

static enum pgnpack_status find_clock(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    decoder->clock = (struct comment_clock){0, 0};
    if (!decoder->expands || !decoder->comments.by_model)
        return PGNPACK_OK;
    enum pgnpack_status status =
        tag_decoder_game(&decoder->tags, decoder->cursor.game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++)
        if (text_is(decoder->schemas.names[values[i].column], COMMENT_CLOCK_TAG)) {
            decoder->clock = comment_clock_of(values[i].text);
            break;
        }
    return status;
}

enum pgnpack_status block_begin_comments(struct block_decoder *decoder, struct error *error)
{
    decoder->expands = decoder->has_templates && decoder->cursor.game == decoder->expanded_games;
    return find_clock(decoder, error);
}

enum pgnpack_status block_expand_comment(struct block_decoder *decoder, struct error *error)
{
    struct comment_place place = comment_place_of(&decoder->line, decoder->cursor.game, decoder->clock);
    size_t size = decoder->comments.text.size;
    enum pgnpack_status status = comment_decoder_next(&decoder->comments, &place, error);
    if (status != PGNPACK_OK)
        return status;
    return work_spend(&decoder->work, (decoder->comments.text.size - size) * WORK_COMMENT_BYTE, error);
}

enum pgnpack_status block_end_comments(struct block_decoder *decoder, struct error *error)
{
    if (!decoder->expands)
        return PGNPACK_OK;
    decoder->expanded_games++;
    return decoder->expanded_games == decoder->header.game_count
               ? comment_decoder_finish(&decoder->comments, error)
               : PGNPACK_OK;
}

/* Of a block that has templates: reads them. Then game by game, in their order: */
static enum pgnpack_status block_start_comments(struct block_decoder *decoder, struct error *error)
{
    struct comment_decoder *comments = &decoder->comments;
    const struct comment_sections sections = {.templates =
                                                  block_source(decoder, BCGN_SECTION_COMMENT_TEMPLATES),
                                              .ids = block_source(decoder, BCGN_SECTION_COMMENT_IDS),
                                              .model = block_source(decoder, BCGN_SECTION_COMMENT_MODEL),
                                              .numbers = block_source(decoder, BCGN_SECTION_COMMENT_NUMBERS),
                                              .literals = block_source(decoder, BCGN_SECTION_COMMENTS),
                                              .work = &decoder->work};
    decoder->expanded_games = 0;
    decoder->has_templates = decoder->header.game_count != 0 &&
                             (byte_source_left(&sections.ids) != 0 || byte_source_left(&sections.model) != 0);
    if (!decoder->has_templates)
        return PGNPACK_OK;
    enum pgnpack_status status = comment_decoder_start(comments, &sections, decoder->header.text_size, error);
    if (status == PGNPACK_OK && comments->has_lists)
        status = comment_decoder_start_lists(comments, decoder->nets,
                                             block_source(decoder, BCGN_SECTION_COMMENT_MOVES), error);
    return status;
}

/* ---- What is kept ---- */

enum { GAMES_PER_PLACE = 32 };

void block_keep_free(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    memory_release(decoder->memory, keep->places, keep->place_capacity * sizeof *keep->places);
    memory_release(decoder->memory, keep->moves, keep->move_capacity * sizeof *keep->moves);
    memory_release(decoder->memory, keep->starts, keep->start_capacity * sizeof *keep->starts);
    *keep = (struct block_keep){.keeps = keep->keeps};
}

/* A block begins: nothing of it is kept. Returns 0 when there is no memory. */
static int block_keep_start(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    size_t count = decoder->header.game_count;
    keep->place_count = 0;
    keep->move_count = 0;
    keep->replays = 0;
    keep->tags_are_trimmed = 0;
    if (!block_keeps_moves(decoder))
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->starts, keep->start_capacity, count + 1))
        return 0;
    memset(keep->starts, 0xff, count * sizeof *keep->starts); /* BLOCK_KEEP_NOTHING */
    return 1;
}

/* ---- Places ---- */

int block_keep_place(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    if (!keep->keeps || decoder->cursor.game != keep->place_count * GAMES_PER_PLACE)
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->places, keep->place_capacity, keep->place_count + 1))
        return 0;
    keep->places[keep->place_count++] = decoder->cursor;
    return 1;
}

int block_keep_go_near(struct block_decoder *decoder, uint32_t game)
{
    const struct block_keep *keep = &decoder->keep;
    struct block_cursor *cursor = &decoder->cursor;
    if (keep->place_count == 0)
        return cursor->game <= game;
    size_t number = game / GAMES_PER_PLACE;
    const struct block_cursor *place =
        &keep->places[number < keep->place_count ? number : keep->place_count - 1];
    if (cursor->game <= game && place->game <= cursor->game)
        return 1;
    struct move_reader moves = cursor->moves;
    *cursor = *place;
    if (move_codec_has_groups(decoder->move_codec))
        cursor->moves = moves;
    return 1;
}

/* ---- Tags ---- */

void block_keep_trim(struct block_decoder *decoder)
{
    if (decoder->decodes_tags && decoder->header.game_count != 0 && tag_decoder_trim(&decoder->tags))
        decoder->keep.tags_are_trimmed = 1;
}

/* ---- Moves ---- */

int block_keep_start_game(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    uint32_t game = decoder->cursor.game;
    keep->replays = move_codec_has_groups(decoder->move_codec) && decoder->cursor.moves.game_count != game;
    if (!keep->replays) {
        keep->at = keep->move_count;
        return 1;
    }
    if (!block_keep_has_moves(decoder, game))
        return 0;
    keep->at = keep->starts[game];
    return 1;
}

chess_move block_keep_next(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    return keep->at < keep->move_count ? keep->moves[keep->at++] : NO_MOVE;
}

int block_keep_move(struct block_decoder *decoder, chess_move move)
{
    struct block_keep *keep = &decoder->keep;
    if (!block_keeps_moves(decoder) || block_keep_has_moves(decoder, decoder->cursor.game))
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->moves, keep->move_capacity, keep->at + 1))
        return 0;
    keep->moves[keep->at++] = move;
    return 1;
}

void block_keep_end_game(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    uint32_t game = decoder->cursor.game;
    if (!block_keeps_moves(decoder) || keep->replays || block_keep_has_moves(decoder, game))
        return;
    keep->starts[game] = (uint32_t)keep->move_count;
    keep->move_count = keep->at;
}

/* ---- Text ---- */

/* Finds out which exception comes next. */
static void block_advance_exception(struct block_cursor *cursor)
{
    struct byte_source *source = &cursor->exceptions;
    if (byte_source_left(source) == 0) {
        cursor->exception_game = UINT64_MAX;
        return;
    }
    uint64_t games = byte_source_varint_max(source, UINT32_MAX);
    uint64_t slot = byte_source_varint_max(source, UINT32_MAX);
    cursor->exception_slot = games == 0 ? cursor->exception_slot + slot : slot;
    cursor->exception_game += games;
    cursor->exception_size = byte_source_varint(source);
}

void block_pass_exceptions(struct block_cursor *cursor)
{
    while (cursor->exception_game < cursor->game && !cursor->exceptions.failed &&
           !cursor->exception_text.failed) {
        byte_source_take(&cursor->exception_text, (size_t)cursor->exception_size);
        block_advance_exception(cursor);
    }
}

static void settle_with_exception(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct block_decoder *decoder = opaque;
    struct block_cursor *cursor = &decoder->cursor;
    if (slot != cursor->exception_slot || cursor->exception_game != cursor->game - 1)
        return;
    const uint8_t *text = byte_source_take(&cursor->exception_text, (size_t)cursor->exception_size);
    if (cursor->exception_text.failed)
        return;
    out->size = slot_start;
    buffer_append(out, text, (size_t)cursor->exception_size);
    block_advance_exception(cursor);
}

enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out,
                                         struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    struct byte_source ids = block_source(decoder, BCGN_SECTION_STYLE_IDS);
    unsigned style = byte_source_peek(&ids, cursor->game - 1);
    if (style >= decoder->style_count)
        return block_corrupt(error, "a game has a style that its block does not have");
    size_t start = out->size;
    int has_exceptions = cursor->exception_game == cursor->game - 1;
    decoder->layout.out_limit = out->size + decoder->header.text_size;
    decoder->layout.aside = NULL;
    decoder->layout.pairs = NULL;
    layout_render(&decoder->layout, &decoder->styles[style], &decoder->game, out,
                  has_exceptions ? settle_with_exception : NULL, decoder);
    decoder->layout.kept = &decoder->styles[style];
    if (buffer_failed(out))
        return error_no_memory(error);
    if (cursor->exceptions.failed || cursor->exception_text.failed || cursor->exception_game < cursor->game ||
        out->size > decoder->layout.out_limit)
        return block_corrupt(error, "a block's exceptions do not fit its games");
    return work_spend(&decoder->work, (out->size - start) * WORK_TEXT_OUT_BYTE, error);
}

/* ---- From sections to columns ---- */

static enum pgnpack_status read_styles(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = block_source(decoder, BCGN_SECTION_STYLES);
    decoder->layout.kept = NULL;
    decoder->style_count = (unsigned)byte_source_varint_max(&source, BCGN_STYLE_COUNT_MAX);
    if (!MEMORY_GROW(decoder->memory, decoder->styles, decoder->style_capacity, decoder->style_count + 1))
        return error_no_memory(error);
    for (unsigned i = 0; i < decoder->style_count && !source.failed; i++)
        style_read(&decoder->styles[i], &source, error);
    if (source.failed || byte_source_left(&source) != 0 || decoder->style_count == 0)
        return block_corrupt(error, "a block's styles are damaged, or it has none");
    struct column ids = decoder->columns[BCGN_SECTION_STYLE_IDS];
    if (ids.size > decoder->header.game_count)
        return block_corrupt(error, "a block has more styles of games than games");
    return PGNPACK_OK;
}

enum pgnpack_status block_read_schemas(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = block_source(decoder, BCGN_SECTION_SCHEMAS);
    int out_of_memory;
    schema_table_read(&decoder->schemas, &source, &out_of_memory);
    if (out_of_memory)
        return error_no_memory(error);
    if (source.failed || byte_source_left(&source) != 0 || decoder->schemas.list_count == 0)
        return block_corrupt(error, "a block's lists of tags are damaged, or it has none");
    return PGNPACK_OK;
}

enum pgnpack_status block_start_tags(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = block_read_schemas(decoder, error);
    if (status != PGNPACK_OK)
        return status;
    const struct tag_decoder_block block = {.schemas = &decoder->schemas,
                                            .schema_ids = block_source(decoder, BCGN_SECTION_SCHEMA_IDS),
                                            .codecs = block_table_of_tags(decoder),
                                            .by_model = block_tags_go_by_model(decoder),
                                            .results = block_source(decoder, BCGN_SECTION_RESULTS),
                                            .by_moves = block_source(decoder, BCGN_SECTION_TAG_BY_MOVES),
                                            .numbers = block_source(decoder, BCGN_SECTION_TAG_NUMBERS),
                                            .game_count = decoder->header.game_count,
                                            .text_size = decoder->header.text_size,
                                            .work = &decoder->work};
    status = tag_decoder_start(&decoder->tags, &block, error);
    if (block_tags_need_plies(decoder)) /* which are counted, where tags begin anew */
        tag_decoder_set_plies(&decoder->tags, decoder->plies.of);
    return status;
}

static enum pgnpack_status count_plies(struct block_decoder *decoder, struct error *error)
{
    if (!(decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT)) || !block_tags_need_plies(decoder))
        return PGNPACK_OK;
    const struct block_header *header = &decoder->header;
    uint64_t element_limit = header->text_size + (uint64_t)header->game_count;
    enum pgnpack_status status = work_spend(&decoder->work, element_limit * WORK_ELEMENT, error);
    if (status == PGNPACK_OK)
        status = ply_counts_set(
            &decoder->plies, decoder->memory, block_source(decoder, BCGN_SECTION_SHAPE_RUNS),
            block_source(decoder, BCGN_SECTION_SHAPE_KINDS), header->game_count, element_limit, error);
    tag_decoder_set_plies(&decoder->tags, decoder->plies.of);
    return status;
}

/* The weights or tables that moves are told by are not there. */
static enum pgnpack_status refuse_model(const struct block_decoder *decoder, struct error *error)
{
    uint8_t id = decoder->cursor.moves.model_id;
    if (decoder->move_codec != MOVE_CODEC_TABLE)
        return policy_net_refuse(id, "model of moves", error);
    return id == TABLE_ID ? table_coder_refuse("model of moves", error)
                          : error_newer(error, "model of moves", id);
}

void block_release_move_state(struct block_decoder *decoder)
{
    memory_release(decoder->memory, decoder->move_state, decoder->move_state_size);
    decoder->move_state = NULL;
    decoder->move_state_size = 0;
}

/* Room for the move codec that has a state. */
static int allocate_move_state(struct block_decoder *decoder)
{
    size_t size = move_codec_state_size(decoder->move_codec);
    if (size > decoder->move_state_size) {
        block_release_move_state(decoder);
        decoder->move_state = memory_get(decoder->memory, size);
        decoder->move_state_size = decoder->move_state == NULL ? 0 : size;
    }
    return size <= decoder->move_state_size;
}

void block_start_cursor(struct block_decoder *decoder)
{
    struct block_cursor *cursor = &decoder->cursor;
    memset(cursor, 0, sizeof *cursor);
    shape_decode_start(&cursor->shape, block_source(decoder, BCGN_SECTION_SHAPE_RUNS),
                       block_source(decoder, BCGN_SECTION_SHAPE_KINDS));
    move_reader_start(&cursor->moves, decoder->move_codec, &decoder->move_pieces, decoder->header.game_count,
                      decoder->move_state, decoder->nets);
    decoder->moves_start = cursor->moves;
    cursor->nags = block_source(decoder, BCGN_SECTION_NAGS);
    cursor->lines = block_source(decoder, BCGN_SECTION_LINES);
    cursor->tokens = block_source(decoder, BCGN_SECTION_TOKENS);
    cursor->drop_men = block_source(decoder, BCGN_SECTION_DROP_MEN);
    cursor->drop_squares = block_source(decoder, BCGN_SECTION_DROP_SQUARES);
    cursor->exceptions = block_source(decoder, BCGN_SECTION_EXCEPTIONS);
    cursor->exception_text = block_source(decoder, BCGN_SECTION_EXCEPTION_TEXT);
    block_advance_exception(cursor);
}

static struct column column_of(const struct buffer *buffer)
{
    return (struct column){buffer->data, buffer->size};
}

/* Makes the plain streams of packed shapes. */
static enum pgnpack_status unpack_shapes(struct block_decoder *decoder, struct error *error)
{
    const struct block_header *header = &decoder->header;
    struct column *columns = decoder->columns;
    struct shape_streams *shapes = &decoder->shapes;
    if (columns[BCGN_SECTION_SHAPES].size == 0)
        return PGNPACK_OK;
    if (columns[BCGN_SECTION_SHAPE_RUNS].size != 0 || columns[BCGN_SECTION_SHAPE_KINDS].size != 0 ||
        columns[BCGN_SECTION_NAGS].size != 0)
        return block_corrupt(error, "a block has its shapes twice, packed and as they are");
    buffer_clear(&shapes->runs);
    buffer_clear(&shapes->kinds);
    buffer_clear(&shapes->nags);
    struct shape_block block = {block_source(decoder, BCGN_SECTION_RESULTS), header->game_count,
                                &decoder->work};
    enum pgnpack_status status = work_spend(&decoder->work, WORK_MIXED_MODEL, error);
    if (decoder->shape_model.memory == NULL)
        mixed_model_init(&decoder->shape_model, decoder->memory);
    if (status == PGNPACK_OK)
        status = shapes_unpack(&decoder->shape_model, &block, block_source(decoder, BCGN_SECTION_SHAPES),
                               (uint64_t)header->text_size + header->game_count, shapes, error);
    columns[BCGN_SECTION_SHAPE_RUNS] = column_of(&shapes->runs);
    columns[BCGN_SECTION_SHAPE_KINDS] = column_of(&shapes->kinds);
    columns[BCGN_SECTION_NAGS] = column_of(&shapes->nags);
    return status;
}

static enum pgnpack_status check_shape_kinds(const struct block_decoder *decoder, struct error *error)
{
    struct column kinds = decoder->columns[BCGN_SECTION_SHAPE_KINDS];
    for (size_t i = 0; i < kinds.size; i++)
        if (kinds.data[i] >= BCGN_SHAPE_KIND_COUNT)
            return error_newer(error, "kind of element", kinds.data[i]);
    return PGNPACK_OK;
}

/* Moves need tags for a start position of the game's own, and for the hints of codec BEST. */
static int needs_tags(const struct block_decoder *decoder)
{
    if (decoder->parts & (BLOCK_TAGS | BLOCK_TEXT))
        return 1;
    if (!(decoder->parts & BLOCK_MOVES) || decoder->header.game_count == 0)
        return 0;
    for (unsigned i = 0; i < decoder->schemas.name_count; i++)
        if (text_is(decoder->schemas.names[i], "FEN"))
            return 1;
    return decoder->move_codec == MOVE_CODEC_BEST;
}

static int results_are_in_order(const struct block_decoder *decoder)
{
    struct column results = decoder->columns[BCGN_SECTION_RESULTS];
    for (size_t i = 0; i < results.size; i++)
        if (results.data[i] > RESULT_DRAW)
            return 0;
    return results.size <= decoder->header.game_count;
}

enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (decoder->header.game_count != 0) {
        if (decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT))
            status = block_start_tags(decoder, error);
        if (status == PGNPACK_OK && (decoder->parts & BLOCK_TEXT))
            status = read_styles(decoder, error);
        if (status == PGNPACK_OK && !results_are_in_order(decoder))
            status = block_corrupt(error, "a block has more results than games, or one that there is not");
    }
    if (status == PGNPACK_OK)
        status = unpack_shapes(decoder, error);
    if (status == PGNPACK_OK)
        status = check_shape_kinds(decoder, error);
    if (status == PGNPACK_OK && decoder->header.game_count != 0)
        status = count_plies(decoder, error);
    if (status == PGNPACK_OK && !allocate_move_state(decoder))
        status = error_no_memory(error);
    if (status == PGNPACK_OK &&
        decoder->move_codec != MOVE_CODEC_BEST) /* which begins anew with each group */
        status = work_spend(&decoder->work, move_codec_state_size(decoder->move_codec), error);
    decoder->decodes_tags = needs_tags(decoder);
    if (status == PGNPACK_OK)
        block_start_cursor(decoder);
    if (status == PGNPACK_OK && !block_keep_start(decoder))
        status = error_no_memory(error);
    if (status == PGNPACK_OK && decoder->cursor.moves.needs_newer)
        status = refuse_model(decoder, error);
    if (status == PGNPACK_OK)
        status = block_start_comments(decoder, error);
    return status;
}

enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error)
{
    const struct comment_sections sections = {.templates =
                                                  block_source(decoder, BCGN_SECTION_COMMENT_TEMPLATES),
                                              .model = block_source(decoder, BCGN_SECTION_COMMENT_MODEL)};
    enum pgnpack_status status = PGNPACK_OK;
    schema_table_clear(&decoder->schemas);
    decoder->comments.recipe_count = 0;
    if (decoder->columns[BCGN_SECTION_SCHEMAS].size != 0)
        status = block_read_schemas(decoder, error);
    if (status == PGNPACK_OK &&
        (byte_source_left(&sections.templates) != 0 || byte_source_left(&sections.model) != 0))
        status = comment_decoder_start(&decoder->comments, &sections, 0, error);
    return status;
}
