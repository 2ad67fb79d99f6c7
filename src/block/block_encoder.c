#include "block/block_encoder.h"

#include <string.h>

#include "chess/drop.h"
#include "chess/san.h"
#include "net/features/policy_hints.h"
#include "net/odds/policy_net.h"
#include "util/xxh64.h"

static struct buffer *column(struct block_encoder *encoder, enum bcgn_section_type type)
{
    return &encoder->columns[type];
}

static void for_each_buffer(struct block_encoder *encoder, void (*visit)(struct buffer *buffer))
{
    for (size_t i = 0; i < BCGN_SECTION_TYPE_COUNT; i++)
        visit(&encoder->columns[i]);
    visit(&encoder->elements);
    visit(&encoder->items);
    visit(&encoder->aside);
}

void block_encoder_init(struct block_encoder *encoder, struct memory *memory)
{
    memset(encoder, 0, offsetof(struct block_encoder, schemas));
    encoder->memory = memory;
    for (size_t i = 0; i < BCGN_SECTION_TYPE_COUNT; i++)
        buffer_init(&encoder->columns[i], memory);
    buffer_init(&encoder->elements, memory);
    buffer_init(&encoder->items, memory);
    buffer_init(&encoder->aside, memory);
    schema_table_init(&encoder->schemas, memory);
    tag_encoder_init(&encoder->tags, memory);
    comment_encoder_init(&encoder->comments, memory);
    move_writer_init(&encoder->moves, memory);
    position_columns_writer_init(&encoder->positions, memory);
    line_stack_init(&encoder->line, memory);
    style_chooser_init(&encoder->chooser, memory);
    section_packer_init(&encoder->packer, memory);
}

void block_encoder_free(struct block_encoder *encoder)
{
    for_each_buffer(encoder, buffer_free);
    tag_encoder_free(&encoder->tags);
    memory_release(encoder->memory, encoder->plies.of, encoder->plies.capacity * sizeof *encoder->plies.of);
    comment_encoder_free(&encoder->comments);
    if (encoder->shape_model.memory != NULL)
        mixed_model_free(&encoder->shape_model);
    schema_table_free(&encoder->schemas);
    move_writer_free(&encoder->moves);
    position_columns_writer_free(&encoder->positions);
    line_stack_free(&encoder->line);
    style_chooser_free(&encoder->chooser);
    section_packer_free(&encoder->packer);
    block_encoder_init(encoder, encoder->memory);
}

/* Lists of moves in comments want the net, and boards. */
static int takes_lists(const struct block_options *options)
{
    return options->adaptive && !options->moves_by_visit && options->moves >= MOVE_CODEC_MODEL;
}

/* Where moves are told by a walk that learns, lists have its net, else the fast one. */
static uint8_t list_net(const struct block_options *options)
{
    return options->moves == MOVE_CODEC_BEST ? (uint8_t)options->net : POLICY_NET_ID;
}

int block_options_need_net(const struct block_options *options, unsigned id)
{
    int is_asked = options->net == id || (options->moves == MOVE_CODEC_BEST && id == POLICY_NET_ID);
    return ((options->moves == MOVE_CODEC_BEST || options->moves == MOVE_CODEC_MODEL) && is_asked) ||
           (takes_lists(options) && list_net(options) == id);
}

void block_encoder_start(struct block_encoder *encoder, const struct block_options *options, struct text text)
{
    encoder->options = *options;
    encoder->text = text;
    encoder->text_done = 0;
    encoder->game_count = encoder->file_games = 0;
    encoder->game_is_started = 0;
    style_chooser_start(&encoder->chooser, text.data + text.size);
    encoder->exception_game = 0;
    encoder->exception_slot = 0;
    for_each_buffer(encoder, buffer_clear);
    schema_table_clear(&encoder->schemas);
    position_columns_writer_clear(&encoder->positions);
    const struct comment_options comments = {.adaptive = options->adaptive,
                                             .takes_lists = takes_lists(options),
                                             .list_net = list_net(options),
                                             .nets = options->nets,
                                             .text_size = text.size};
    comment_encoder_start(&encoder->comments, &comments);
    encoder->moves.nets = options->nets;
    move_writer_start(&encoder->moves, options->moves, options->net);
    if (options->moves == MOVE_CODEC_MODEL) {
        uint8_t ratings[POLICY_OUTCOMES];
        policy_hints_mean_ratings(text, ratings);
        move_writer_set_ratings(&encoder->moves, ratings);
    }
}

/* ---- Tags ---- */

/* As one of `list`. Returns 0 when there is no memory. */
static int add_tags(struct block_encoder *encoder, int list)
{
    struct game *game = &encoder->game;
    if (list < 0 || (encoder->game_count == 0 && !tag_encoder_start(&encoder->tags)))
        return 0;
    varint_append(column(encoder, BCGN_SECTION_SCHEMA_IDS), (unsigned)list);
    const uint16_t *names = schema_names(&encoder->schemas, (unsigned)list);
    for (size_t i = 0; i < game->tag_count; i++)
        if (!tag_encoder_add(&encoder->tags, names[i], game->tags[i].value))
            return 0;
    return tag_encoder_end_game(&encoder->tags);
}

/* ---- Movetext ---- */

/* The stored game's items become a copy that may differ from the source's. */
static int own_items(struct block_encoder *encoder)
{
    struct game *game = &encoder->game;
    if (encoder->items.size != 0)
        return 1;
    buffer_append(&encoder->items, game->items, game->item_count * sizeof *game->items);
    if (buffer_failed(&encoder->items))
        return 0;
    game->items = (struct game_item *)(void *)encoder->items.data;
    return 1;
}

/* The source has another spelling than SAN's: the canonical one is predicted, the other an exception. */
static int put_san_aside(struct block_encoder *encoder, size_t i, const char *san, size_t size)
{
    if (!own_items(encoder))
        return 0;
    struct game_item *item = &encoder->game.items[i];
    item->place |= LAYOUT_ITEM_ASIDE;
    item->text_offset = (uint32_t)encoder->aside.size;
    item->text_size = (uint32_t)size;
    buffer_append(&encoder->aside, san, size);
    return !buffer_failed(&encoder->aside);
}

/* `san`: what unpacking will write for item `i`, but for a mate that a drop parries. */
static int predict_san(struct block_encoder *encoder, size_t i, char *san, size_t size)
{
    struct text source = game_item_text(&encoder->game, &encoder->game.items[i]);
    if (san[size - 1] == '#' && game_drop_follows(&encoder->game, i))
        san[size - 1] = '+';
    if (size == source.size && memcmp(san, source.data, size) == 0)
        return 1;
    return put_san_aside(encoder, i, san, size);
}

/* From item `i` on the game is not understood. */
static void cut_game(struct block_encoder *encoder, size_t i)
{
    encoder->game.item_count = i;
    encoder->game.trouble = TROUBLE_MOVE_ILLEGAL;
}

static void start_game(struct block_encoder *encoder)
{
    if (!encoder->game_is_started) {
        struct policy_hints hints = policy_hints_of(&encoder->game);
        move_writer_start_game(&encoder->moves, &hints);
        pawn_trace_start(&encoder->trace);
    }
    encoder->game_is_started = 1;
}

static void start_visits(struct block_encoder *encoder)
{
    if (!encoder->game_is_started) {
        move_writer_start_game(&encoder->moves, NULL);
        pawn_trace_start(&encoder->trace);
    }
    encoder->game_is_started = 1;
}

/* A move that was taken, from this position. */
static int trace_move(struct block_encoder *encoder, const struct line_stack *line, chess_move move)
{
    const struct position *position = &line->position;
    if (line->walk.depth == 0 && encoder->options.positions_share != 0)
        pawn_trace_move(&encoder->trace, position->side, man_type(position->men[move_from(move)]), move,
                        move_is_capture(move));
    return 1;
}

int block_encoder_visit(void *opaque, const struct line_stack *line, chess_move move)
{
    struct block_encoder *encoder = opaque;
    start_visits(encoder);
    return move_writer_add(&encoder->moves, &line->position, line->walk.ply, move) &&
           trace_move(encoder, line, move);
}

int block_encoder_visit_run(void *opaque, const struct line_stack *line, const struct position *before,
                            const struct plain_move *moves, size_t count)
{
    struct block_encoder *encoder = opaque;
    unsigned side = before->side;
    start_visits(encoder);
    if (!move_writer_add_run(&encoder->moves, before, line->walk.ply, moves, count))
        return 0;
    if (line->walk.depth != 0 || encoder->options.positions_share == 0)
        return 1;
    for (size_t i = 0; i < count; i++, side ^= 1)
        pawn_trace_move(&encoder->trace, side, moves[i].type, moves[i].move, move_is_capture(moves[i].move));
    return 1;
}

void block_encoder_forget(struct block_encoder *encoder)
{
    pawn_trace_start(&encoder->trace);
    if (encoder->game_is_started)
        move_writer_clear_game(&encoder->moves);
}

/*
 * Comments are told what is on the board: where the net gets the moves, the position is at hand. Otherwise it is
 * needed for tags that the moves tell, or moves that are still to be spelled in SAN.
 */
static enum line_boards boards_needed(const struct block_encoder *encoder)
{
    if (!encoder->options.moves_by_visit)
        return LINE_BOARDS_AND_PAST;
    if (encoder->options.adaptive)
        return LINE_BOARDS;
    for (size_t i = 0; i < encoder->game.item_count; i++) {
        const struct game_item *item = &encoder->game.items[i];
        int has_san = item->kind == ITEM_MOVE || item->kind == ITEM_DROP;
        if (has_san && !(item->place & ITEM_CANONICAL_SAN))
            return LINE_BOARDS;
    }
    return LINE_NO_BOARDS;
}

static int add_comment(struct block_encoder *encoder, struct text text)
{
    struct comment_place place = comment_place_of(&encoder->line, encoder->game_count, encoder->clock);
    return comment_encoder_add(&encoder->comments, &place, text);
}

/* Returns 0 when there is no memory. */
static int add_move(struct block_encoder *encoder, size_t i)
{
    const struct game_item *item = &encoder->game.items[i];
    chess_move move = item->value;
    if (!encoder->options.moves_by_visit &&
        !move_writer_add(&encoder->moves, &encoder->line.position, encoder->line.walk.ply, move)) {
        cut_game(encoder, i);
        return 1;
    }
    if (!encoder->options.moves_by_visit)
        trace_move(encoder, &encoder->line, move);
    buffer_append_byte(&encoder->elements, ITEM_MOVE);
    if (item->place & ITEM_CANONICAL_SAN) {
        line_stack_make(&encoder->line, move);
        return 1;
    }
    char san[SAN_SIZE_MAX];
    size_t size = line_stack_make_san(&encoder->line, move, san);
    return predict_san(encoder, i, san, size);
}

/* The same of a drop. */
static int add_drop(struct block_encoder *encoder, size_t i)
{
    const struct game_item *item = &encoder->game.items[i];
    chess_move drop = item->value;
    encoder->trace.is_open = 1;
    buffer_append_byte(column(encoder, BCGN_SECTION_DROP_MEN), (uint8_t)drop_type(drop));
    buffer_append_byte(column(encoder, BCGN_SECTION_DROP_SQUARES), (uint8_t)move_to(drop));
    char san[SAN_SIZE_MAX];
    size_t size = line_stack_make_drop(&encoder->line, drop, san);
    return (item->place & ITEM_CANONICAL_SAN) || predict_san(encoder, i, san, size);
}

static int add_item(struct block_encoder *encoder, size_t i)
{
    const struct game_item *item = &encoder->game.items[i];
    struct text text = game_item_text(&encoder->game, item);
    if (item->kind == ITEM_MOVE)
        return add_move(encoder, i);
    buffer_append_byte(&encoder->elements, item->kind);
    switch (item->kind) {
    case ITEM_NULL_MOVE:
        line_stack_make_null(&encoder->line);
        return buffer_append_ended(column(encoder, BCGN_SECTION_TOKENS), text, '\n');
    case ITEM_TOKEN:
        return buffer_append_ended(column(encoder, BCGN_SECTION_TOKENS), text, '\n');
    case ITEM_DROP:
        return add_drop(encoder, i);
    case ITEM_NAG:
    case ITEM_SUFFIX:
        walk_mark(&encoder->line.walk, item->value);
        varint_append(column(encoder, BCGN_SECTION_NAGS), item->value);
        return 1;
    case ITEM_COMMENT:
        return add_comment(encoder, text);
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        return buffer_append_ended(column(encoder, BCGN_SECTION_LINES), text, '\n');
    case ITEM_VARIATION_BEGIN:
        return line_stack_open(&encoder->line) == LINE_OK;
    default:
        line_stack_close(&encoder->line);
        return 1;
    }
}

/* Only numbers of comments by the mixed model are told by it. */
static struct comment_clock find_clock(const struct block_encoder *encoder, const struct game *game)
{
    const struct game_tag *tag = encoder->options.adaptive ? game_find_tag(game, COMMENT_CLOCK_TAG) : NULL;
    return tag == NULL ? (struct comment_clock){0, 0} : comment_clock_of(tag->value);
}

/* What the moves tell of the tags. Returns 0 when there is no memory. */
static int tell_moves(struct block_encoder *encoder)
{
    struct ply_counts *plies = &encoder->plies;
    if (!encoder->options.adaptive)
        return 1;
    if (!MEMORY_GROW(encoder->memory, plies->of, plies->capacity, encoder->game_count + (size_t)1))
        return 0;
    plies->of[encoder->game_count] = walk_main_ply(&encoder->line.walk);
    return tag_encoder_tell_moves(&encoder->tags, &encoder->line.position,
                                  encoder->options.labels ? &encoder->path : NULL);
}

/*
 * Moves in a row from item `i` on of which nothing is left to be done but to count them: they went to their codec when
 * they were parsed, and need no SAN. Returns how many.
 */
static size_t add_known_moves(struct block_encoder *encoder, size_t i)
{
    const struct game *game = &encoder->game;
    size_t count = 0;
    if (encoder->line.boards != LINE_NO_BOARDS || !encoder->options.moves_by_visit || encoder->options.labels)
        return 0;
    while (i + count < game->item_count && game->items[i + count].kind == ITEM_MOVE)
        count++;
    if (count == 0 || !buffer_reserve(&encoder->elements, count))
        return 0;
    memset(encoder->elements.data + encoder->elements.size, ITEM_MOVE, count);
    encoder->elements.size += count;
    walk_plies(&encoder->line.walk, count);
    return count;
}

static int add_movetext(struct block_encoder *encoder)
{
    const struct game *game = &encoder->game;
    line_stack_start(&encoder->line, &game->start, boards_needed(encoder));
    start_game(encoder);
    encoder->clock = find_clock(encoder, game);
    encoder->path.count = 0;
    size_t result_place = game_result_place(game);
    for (size_t i = game_movetext_start(game);; i++) {
        if (i == result_place && game->trouble == TROUBLE_NONE) /* the last move may just have been cut off */
            buffer_append_byte(&encoder->elements, BCGN_SHAPE_RESULT);
        if (i >= game->item_count)
            break;
        size_t known = add_known_moves(encoder, i);
        if (known != 0) {
            i += known - 1;
            continue;
        }
        if (!add_item(encoder, i))
            return 0;
        if (encoder->options.labels && i < game->item_count && game->items[i].kind == ITEM_MOVE &&
            encoder->line.walk.depth == 0)
            label_path_add(&encoder->path, &encoder->line.position);
    }
    buffer_append_byte(&encoder->elements,
                       game->trouble == TROUBLE_NONE ? BCGN_SHAPE_END : BCGN_SHAPE_BROKEN_END);
    return 1;
}

/* ---- Layout ---- */

static void add_exceptions(struct block_encoder *encoder)
{
    const struct style_chooser *chooser = &encoder->chooser;
    struct buffer *places = column(encoder, BCGN_SECTION_EXCEPTIONS);
    struct buffer *texts = column(encoder, BCGN_SECTION_EXCEPTION_TEXT);
    for (size_t i = 0; i < chooser->exception_count; i++) {
        const struct exception *exception = &chooser->exceptions[i];
        if (encoder->exception_game != encoder->game_count)
            encoder->exception_slot = 0;
        varint_append(places, encoder->game_count - encoder->exception_game);
        varint_append(places, exception->slot - encoder->exception_slot);
        varint_append(places, exception->text.size);
        buffer_append(texts, exception->text.data, exception->text.size);
        encoder->exception_game = encoder->game_count;
        encoder->exception_slot = exception->slot;
    }
}

static int add_layout(struct block_encoder *encoder, const struct game *source)
{
    int style = style_choose(&encoder->chooser, &encoder->game, source, (const char *)encoder->aside.data);
    if (style < 0)
        return 0;
    add_exceptions(encoder);
    buffer_append_byte(column(encoder, BCGN_SECTION_STYLE_IDS), (uint8_t)style);
    return 1;
}

enum pgnpack_status block_encoder_add(struct block_encoder *encoder, const struct game *game,
                                      struct error *error)
{
    encoder->game = *game;
    buffer_clear(&encoder->items);
    buffer_clear(&encoder->aside);
    int list = schema_table_enter(&encoder->schemas, game);
    if (list == SCHEMA_NO_ROOM) {
        encoder->game.tag_count = 0;
        cut_game(encoder, 0);
        block_encoder_forget(encoder);
        list = schema_table_enter(&encoder->schemas, &encoder->game);
    }
    buffer_append_byte(column(encoder, BCGN_SECTION_RESULTS), encoder->game.result);
    if (!add_tags(encoder, list) || !add_movetext(encoder) || !tell_moves(encoder) ||
        !add_layout(encoder, game))
        return error_no_memory(error);
    encoder->trace.is_open |= (uint8_t)(game->has_start != 0);
    if (encoder->options.positions_share != 0 && !position_columns_add(&encoder->positions, &encoder->trace))
        return error_no_memory(error);
    encoder->text_done += game->text.size;
    encoder->game_count++;
    encoder->game_is_started = 0;
    return PGNPACK_OK;
}

/* ---- The whole ---- */

/* What says nothing stays out. */
static void drop_needless(struct block_encoder *encoder)
{
    buffer_drop_repeats(column(encoder, BCGN_SECTION_RESULTS));
    buffer_drop_repeats(column(encoder, BCGN_SECTION_STYLE_IDS));
    if (encoder->schemas.list_count <= VARINT_BYTE_MAX + 1)
        buffer_drop_repeats(column(encoder, BCGN_SECTION_SCHEMA_IDS));
}

static struct byte_source column_source(struct block_encoder *encoder, enum bcgn_section_type type)
{
    return byte_source_of(column(encoder, type)->data, column(encoder, type)->size);
}

/* Elements and NAGs as the model has them. Returns 0 when there is no memory. */
static int pack_shapes(struct block_encoder *encoder)
{
    const struct shape_block block = {column_source(encoder, BCGN_SECTION_RESULTS), encoder->game_count,
                                      NULL};
    const struct shape_sources sources = {.elements =
                                              byte_source_of(encoder->elements.data, encoder->elements.size),
                                          .nags = column_source(encoder, BCGN_SECTION_NAGS)};
    if (encoder->shape_model.memory == NULL)
        mixed_model_init(&encoder->shape_model, encoder->memory);
    int done = !buffer_failed(column(encoder, BCGN_SECTION_NAGS)) &&
               shapes_pack(&encoder->shape_model, &block, &sources, column(encoder, BCGN_SECTION_SHAPES));
    buffer_clear(column(encoder, BCGN_SECTION_NAGS));
    return done;
}

static int write_shapes(struct block_encoder *encoder)
{
    if (buffer_failed(&encoder->elements) || buffer_failed(column(encoder, BCGN_SECTION_RESULTS)))
        return 0;
    if (encoder->options.adaptive)
        return pack_shapes(encoder);
    shapes_write(byte_source_of(encoder->elements.data, encoder->elements.size),
                 column(encoder, BCGN_SECTION_SHAPE_RUNS), column(encoder, BCGN_SECTION_SHAPE_KINDS));
    return 1;
}

/* Returns 0 when there is no memory. */
static int write_tables(struct block_encoder *encoder)
{
    encoder->move_pieces.count = 0;
    if (encoder->game_count == 0)
        return 1;
    struct buffer *styles = column(encoder, BCGN_SECTION_STYLES);
    varint_append(styles, encoder->chooser.style_count);
    for (unsigned i = 0; i < encoder->chooser.style_count; i++)
        style_write(&encoder->chooser.styles[i], styles);
    schema_table_write(&encoder->schemas, column(encoder, BCGN_SECTION_SCHEMAS));
    return write_shapes(encoder) && move_writer_finish(&encoder->moves, &encoder->move_pieces);
}

static enum pgnpack_status pack_column(struct block_encoder *encoder, uint8_t type,
                                       const struct buffer *buffer, struct error *error)
{
    if (buffer_failed(buffer))
        return error_no_memory(error);
    if (buffer->size == 0)
        return PGNPACK_OK;
    return section_packer_add(&encoder->packer, type, 0, buffer->data, buffer->size,
                              encoder->options.zstd_level, error);
}

static enum pgnpack_status pack_moves(struct block_encoder *encoder, struct error *error)
{
    enum move_codec codec = encoder->options.moves;
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned i = 0; i < encoder->move_pieces.count && status == PGNPACK_OK; i++) {
        const struct move_stripe *piece = &encoder->move_pieces.pieces[i];
        uint8_t type = codec == MOVE_CODEC_INDEX ? BCGN_SECTION_MOVE_STRIPE : BCGN_SECTION_MOVES;
        uint16_t index = codec == MOVE_CODEC_INDEX ? piece->first_ply : (uint16_t)codec;
        if (piece->size != 0)
            status = section_packer_add(&encoder->packer, type, index, piece->bytes, piece->size,
                                        encoder->options.zstd_level, error);
    }
    return status;
}

static enum pgnpack_status pack_columns(struct block_encoder *encoder, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned type = 1; type < BCGN_SECTION_TYPE_COUNT && status == PGNPACK_OK; type++)
        status = type == BCGN_SECTION_MOVES
                     ? pack_moves(encoder, error)
                     : pack_column(encoder, (uint8_t)type, &encoder->columns[type], error);
    return status;
}

static enum pgnpack_status pack_tags(struct block_encoder *encoder, struct error *error)
{
    if (encoder->game_count == 0)
        return PGNPACK_OK;
    const struct buffer *results = column(encoder, BCGN_SECTION_RESULTS);
    const struct tag_encoder_block block = {.names = encoder->schemas.names,
                                            .name_count = encoder->schemas.name_count,
                                            .results = results->data,
                                            .ply_counts = encoder->plies.of,
                                            .text_size = (uint32_t)encoder->text.size,
                                            .move_group_games = encoder->moves.group_games};
    const struct tag_output output = {.packer = &encoder->packer,
                                      .zstd_level = encoder->options.zstd_level,
                                      .adaptive = encoder->options.adaptive,
                                      .error = error};
    return tag_encoder_finish(&encoder->tags, &block, &output);
}

/*
 * Columns that rule positions out, if they are small enough. No other section may be added behind them: what is too much is
 * taken back.
 */
static enum pgnpack_status pack_positions(struct block_encoder *encoder, struct error *error)
{
    struct section_packer *packer = &encoder->packer;
    const size_t entries = packer->entry_count, stored = packer->stored.size;
    const uint64_t raw_size = packer->raw_size;
    const enum section_texts texts = packer->texts;
    enum pgnpack_status status = PGNPACK_OK;
    if (encoder->game_count == 0 || encoder->options.positions_share == 0)
        return PGNPACK_OK;
    if (!position_columns_finish(&encoder->positions))
        return error_no_memory(error);
    packer->texts = SECTION_TEXTS_BY_ZSTD; /* searches unpack nothing else */
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT && status == PGNPACK_OK; i++) {
        const struct buffer *bytes = &encoder->positions.columns[i];
        status = section_packer_add(packer, BCGN_SECTION_POSITIONS, (uint16_t)i, bytes->data, bytes->size,
                                    encoder->options.zstd_level, error);
    }
    packer->texts = texts;
    size_t size = packer->stored.size - stored + POSITION_COLUMN_COUNT * BCGN_SECTION_ENTRY_SIZE;
    if (size > stored / encoder->options.positions_share) {
        packer->entry_count = entries;
        packer->stored.size = stored;
        packer->raw_size = raw_size;
    }
    return status;
}

void block_encoder_end_file(struct block_encoder *encoder, struct listed_file *file)
{
    size_t tail_size = file->text_end - encoder->text_done;
    block_encoder_forget(encoder);
    buffer_append(column(encoder, BCGN_SECTION_TAIL), encoder->text.data + encoder->text_done, tail_size);
    file->tail_size = (uint32_t)tail_size;
    file->games = encoder->game_count - encoder->file_games;
    encoder->text_done = file->text_end;
    encoder->file_games = encoder->game_count;
}

/* The whole text as the files' tails: what is no PGN, or would grow. */
static enum pgnpack_status pack_as_text(struct block_encoder *encoder, struct file_list *files,
                                        struct error *error)
{
    section_packer_start(&encoder->packer, encoder->options.texts);
    encoder->game_count = 0;
    for (size_t i = 0; i < files->count; i++) {
        files->files[i].games = 0;
        files->files[i].tail_size = files->files[i].text_end - file_list_start(files, i);
    }
    return encoder->text.size == 0
               ? PGNPACK_OK
               : section_packer_add(&encoder->packer, BCGN_SECTION_TAIL, 0, encoder->text.data,
                                    encoder->text.size, encoder->options.zstd_level, error);
}

/* What tells of files has room of its own. */
static enum pgnpack_status pack_files(struct block_encoder *encoder, const struct file_list *files,
                                      struct error *error)
{
    static const enum bcgn_section_type types[] = {BCGN_SECTION_FILE_NAMES, BCGN_SECTION_FILES,
                                                   BCGN_SECTION_FILE_TIMES};
    enum pgnpack_status status = PGNPACK_OK;
    file_list_write(files, column(encoder, BCGN_SECTION_FILE_NAMES), column(encoder, BCGN_SECTION_FILES),
                    column(encoder, BCGN_SECTION_FILE_TIMES));
    for (size_t i = 0; i < sizeof types / sizeof *types && status == PGNPACK_OK; i++)
        status = pack_column(encoder, (uint8_t)types[i], column(encoder, types[i]), error);
    return status;
}

enum pgnpack_status block_encoder_pack(struct block_encoder *encoder, struct block_header *header,
                                       struct file_list *files, struct error *error)
{
    struct text text = encoder->text;
    if (!write_tables(encoder))
        return error_no_memory(error);
    section_packer_start(&encoder->packer, encoder->options.texts);
    enum pgnpack_status status = pack_tags(encoder, error);
    drop_needless(encoder);
    if (status == PGNPACK_OK)
        status =
            comment_encoder_finish(&encoder->comments, &encoder->packer, encoder->options.zstd_level, error);
    if (status == PGNPACK_OK)
        status = pack_columns(encoder, error);
    if (status == PGNPACK_OK && (encoder->packer.raw_size > text.size + BCGN_BLOCK_SLACK ||
                                 encoder->packer.stored.size > text.size + BCGN_BLOCK_SLACK / 2))
        status = pack_as_text(encoder, files, error);
    if (status == PGNPACK_OK)
        status = pack_files(encoder, files, error);
    if (status == PGNPACK_OK && encoder->packer.stored.size <= text.size)
        status = pack_positions(encoder, error);
    if (status != PGNPACK_OK)
        return status;
    header->text_size = (uint32_t)text.size;
    header->game_count = encoder->game_count;
    header->text_hash = xxh64(text.data, text.size);
    return PGNPACK_OK;
}

enum pgnpack_status block_encoder_write(struct block_encoder *encoder, struct block_header *header,
                                        struct buffer *out, struct error *error)
{
    return section_packer_finish(&encoder->packer, header, out, error);
}
