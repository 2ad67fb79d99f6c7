#include "bcgn/block_encoder.h"

#include <string.h>

#include "chess/san.h"
#include "util/xxh64.h"

static struct buffer *column(struct block_encoder *encoder, enum bcgn_section_type type)
{
    return &encoder->columns[type];
}

static void for_each_buffer(struct block_encoder *encoder, void (*visit)(struct buffer *buffer))
{
    for (size_t i = 0; i < BCGN_SECTION_TYPE_COUNT; i++)
        visit(&encoder->columns[i]);
    for (size_t i = 0; encoder->tags != NULL && i < BCGN_TAG_NAME_COUNT_MAX; i++)
        visit(&encoder->tags[i]);
    visit(&encoder->items);
    visit(&encoder->aside);
    visit(&encoder->rendered);
}

void block_encoder_init(struct block_encoder *encoder, struct memory *memory)
{
    memset(encoder, 0, sizeof *encoder);
    encoder->memory = memory;
    for (size_t i = 0; i < BCGN_SECTION_TYPE_COUNT; i++)
        buffer_init(&encoder->columns[i], memory);
    buffer_init(&encoder->items, memory);
    buffer_init(&encoder->aside, memory);
    buffer_init(&encoder->rendered, memory);
    schema_table_init(&encoder->schemas, memory);
    move_writer_init(&encoder->moves, memory);
    line_stack_init(&encoder->line, memory);
    source_slots_init(&encoder->slots, memory);
    style_learner_init(&encoder->learner, memory);
    section_packer_init(&encoder->packer, memory);
}

void block_encoder_free(struct block_encoder *encoder)
{
    for_each_buffer(encoder, buffer_free);
    memory_release(encoder->memory, encoder->tags, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->tags);
    memory_release(encoder->memory, encoder->trial, encoder->trial_capacity * sizeof *encoder->trial);
    schema_table_free(&encoder->schemas);
    move_writer_free(&encoder->moves);
    line_stack_free(&encoder->line);
    source_slots_free(&encoder->slots);
    style_learner_free(&encoder->learner);
    section_packer_free(&encoder->packer);
    block_encoder_init(encoder, encoder->memory);
}

void block_encoder_start(struct block_encoder *encoder, const struct block_options *options, struct text text)
{
    encoder->options = *options;
    encoder->text = text;
    encoder->text_done = 0;
    encoder->game_count = 0;
    encoder->has_results = 0;
    encoder->style_count = 0;
    encoder->style_debt = 0;
    encoder->exception_game = 0;
    encoder->exception_slot = 0;
    for_each_buffer(encoder, buffer_clear);
    schema_table_clear(&encoder->schemas);
    shape_model_init(&encoder->shape.model);
    encoder->shape.run = 0;
    encoder->shape.runs = column(encoder, BCGN_SECTION_SHAPE_RUNS);
    encoder->shape.kinds = column(encoder, BCGN_SECTION_SHAPE_KINDS);
    move_writer_start(&encoder->moves, options->moves);
}

/* ---- Tags ---- */

static int allocate_tag_columns(struct block_encoder *encoder)
{
    if (encoder->tags != NULL)
        return 1;
    encoder->tags = memory_get(encoder->memory, BCGN_TAG_NAME_COUNT_MAX * sizeof *encoder->tags);
    for (size_t i = 0; encoder->tags != NULL && i < BCGN_TAG_NAME_COUNT_MAX; i++)
        buffer_init(&encoder->tags[i], encoder->memory);
    return encoder->tags != NULL;
}

static int append_terminated(struct buffer *buffer, struct text text, char terminator)
{
    if (!buffer_reserve(buffer, text.size + 1))
        return 0;
    if (text.size != 0)
        memcpy(buffer->data + buffer->size, text.data, text.size);
    buffer->size += text.size;
    buffer->data[buffer->size++] = (uint8_t)terminator;
    return 1;
}

/* Returns 0 when there is no memory. */
static int add_tags(struct block_encoder *encoder)
{
    struct game *game = &encoder->game;
    if (!allocate_tag_columns(encoder))
        return 0;
    int list = schema_table_enter(&encoder->schemas, game);
    if (list < 0)
        return 0;
    varint_append(column(encoder, BCGN_SECTION_SCHEMA_IDS), (unsigned)list);
    const uint16_t *names = schema_names(&encoder->schemas, (unsigned)list);
    for (size_t i = 0; i < game->tag_count; i++)
        if (!append_terminated(&encoder->tags[names[i]], game->tags[i].value, '\n'))
            return 0;
    return 1;
}

/* 0: the result that the last Result tag names (none, or no such tag: unknown), else 1 + the result. */
static void add_result(struct block_encoder *encoder)
{
    const struct game *game = &encoder->game;
    uint8_t code = game_result_by_tag(game) == game->result ? 0 : (uint8_t)(1 + game->result);
    buffer_append_byte(column(encoder, BCGN_SECTION_RESULTS), code);
    encoder->has_results |= code != 0;
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

/* From item `i` on the game is not understood. */
static void cut_game(struct block_encoder *encoder, size_t i)
{
    encoder->game.item_count = i;
    encoder->game.trouble = TROUBLE_MOVE_ILLEGAL;
}

/* Returns 0 when there is no memory. */
static int add_move(struct block_encoder *encoder, size_t i)
{
    const struct game_item *item = &encoder->game.items[i];
    chess_move move = item->value;
    if (!move_writer_add(&encoder->moves, &encoder->line.position, move)) {
        cut_game(encoder, i);
        return 1;
    }
    struct text source = game_item_text(&encoder->game, item);
    char san[SAN_SIZE_MAX];
    encoder->line.last_kind = LINE_LAST_MOVE;
    size_t size = san_write_and_make(&encoder->line.position, move, san, &encoder->line.last_move);
    shape_encode(&encoder->shape, ITEM_MOVE);
    if (size == source.size && memcmp(san, source.data, size) == 0)
        return 1;
    return put_san_aside(encoder, i, san, size);
}

static int add_item(struct block_encoder *encoder, size_t i)
{
    const struct game_item *item = &encoder->game.items[i];
    struct text text = game_item_text(&encoder->game, item);
    int done = 1;
    if (item->kind == ITEM_MOVE)
        return add_move(encoder, i);
    shape_encode(&encoder->shape, item->kind);
    switch (item->kind) {
    case ITEM_NULL_MOVE:
        line_stack_make_null(&encoder->line);
        done = append_terminated(column(encoder, BCGN_SECTION_TOKENS), text, '\n');
        break;
    case ITEM_TOKEN:
        done = append_terminated(column(encoder, BCGN_SECTION_TOKENS), text, '\n');
        break;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        varint_append(column(encoder, BCGN_SECTION_NAGS), item->value);
        break;
    case ITEM_COMMENT:
        done = append_terminated(column(encoder, BCGN_SECTION_COMMENTS), text, '}');
        break;
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        done = append_terminated(column(encoder, BCGN_SECTION_LINES), text, '\n');
        break;
    case ITEM_VARIATION_BEGIN:
        done = line_stack_open(&encoder->line) == LINE_OK;
        break;
    default:
        line_stack_close(&encoder->line);
        break;
    }
    return done;
}

static int add_movetext(struct block_encoder *encoder)
{
    const struct game *game = &encoder->game;
    line_stack_start(&encoder->line, &game->start);
    move_writer_start_game(&encoder->moves);
    int result_is_due = game_has_result(game);
    for (size_t i = 0; i < game->item_count; i++) {
        if (game->items[i].place & ITEM_IN_HEADER)
            continue;
        if (result_is_due && (game->items[i].place & ITEM_AFTER_RESULT)) {
            shape_encode(&encoder->shape, BCGN_SHAPE_RESULT);
            result_is_due = 0;
        }
        if (!add_item(encoder, i))
            return 0;
    }
    if (game->trouble != TROUBLE_NONE) {
        shape_encode(&encoder->shape, BCGN_SHAPE_BROKEN_END);
        return 1;
    }
    if (result_is_due)
        shape_encode(&encoder->shape, BCGN_SHAPE_RESULT);
    shape_encode(&encoder->shape, BCGN_SHAPE_END);
    return 1;
}

/* ---- Layout ---- */

/* For renders_exactly(): gives up at the first difference. Up to there, text and source stand at the same offset. */
static void stop_at_difference(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct block_encoder *encoder = opaque;
    struct text text = encoder->game.text;
    (void)slot;
    if (out->size > text.size || memcmp(out->data + slot_start, text.data + slot_start, out->size - slot_start) != 0)
        encoder->layout.out_limit = 0;
}

static int renders_exactly(struct block_encoder *encoder, const struct style *style)
{
    struct buffer *rendered = &encoder->rendered;
    struct text text = encoder->game.text;
    buffer_clear(rendered);
    encoder->layout.out_limit = text.size;
    layout_render(&encoder->layout, style, &encoder->game, rendered, NULL, NULL);
    return !buffer_failed(rendered) && rendered->size == text.size &&
           memcmp(rendered->data, text.data, text.size) == 0;
}

/* The same answer, sooner where it is no. */
static int probably_renders_exactly(struct block_encoder *encoder, const struct style *style)
{
    buffer_clear(&encoder->rendered);
    encoder->layout.out_limit = encoder->game.text.size;
    layout_render(&encoder->layout, style, &encoder->game, &encoder->rendered, stop_at_difference, encoder);
    return encoder->layout.out_limit != 0 && encoder->rendered.size == encoder->game.text.size;
}

/* What an exception costs beside its text, about. */
enum { EXCEPTION_COST = 3 };

/* Puts the source's text into a slot that renders otherwise, and notes the exception. */
static void settle_with_source(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct block_encoder *encoder = opaque;
    struct text source = source_slots_text(&encoder->slots, slot);
    size_t size = out->size - slot_start;
    if (size == source.size && memcmp(out->data + slot_start, source.data, size) == 0)
        return;
    void *trial = encoder->trial;
    if (!memory_grow_array(encoder->memory, &trial, &encoder->trial_capacity, encoder->trial_count + 1,
                           sizeof *encoder->trial)) {
        out->failed = 1;
        return;
    }
    encoder->trial = trial;
    encoder->trial[encoder->trial_count++] = (struct exception){slot, source};
    out->size = slot_start;
    buffer_append(out, source.data, source.size);
    if (slot % 2 == 0)
        encoder->trial_cost += EXCEPTION_COST + source.size;
    if (encoder->trial_cost > encoder->trial_limit)
        encoder->layout.out_limit = 0;
}

/*
 * Renders the game under a style and gathers its exceptions; returns about how many bytes those of gaps cost, or
 * more than `limit` as soon as that is sure. What a token's spelling costs is the same under every style.
 */
static size_t try_style(struct block_encoder *encoder, const struct style *style, size_t limit)
{
    encoder->trial_count = 0;
    encoder->trial_cost = 0;
    encoder->trial_limit = limit;
    encoder->layout.out_limit = SIZE_MAX;
    buffer_clear(&encoder->rendered);
    layout_render(&encoder->layout, style, &encoder->game, &encoder->rendered, settle_with_source, encoder);
    return encoder->trial_cost;
}

static struct text leading_space(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (*at == '\n' || *at == '\r' || *at == ' ' || *at == '\t'))
        at++;
    return (struct text){text, (size_t)(at - text)};
}

/* What games begin with: the first game of a file has nothing before it, so ask the one behind it. */
static struct text find_lead(const struct block_encoder *encoder)
{
    const char *end = encoder->text.data + encoder->text.size;
    struct text own = source_slots_text(&encoder->slots, 0);
    return own.size != 0 ? own : leading_space(encoder->game.text.data + encoder->game.text.size, end);
}

enum { TRIED_STYLES_MAX = 8 };

static unsigned tried_styles(const struct block_encoder *encoder)
{
    return encoder->style_count < TRIED_STYLES_MAX ? encoder->style_count : TRIED_STYLES_MAX;
}

/* Style number `style` was used last. */
static void use_style(struct block_encoder *encoder, uint8_t style)
{
    uint8_t moved = style;
    for (unsigned i = 0; i < encoder->style_count; i++) {
        uint8_t before = encoder->recent_styles[i];
        encoder->recent_styles[i] = moved;
        moved = before;
        if (moved == style)
            break;
    }
}

/* A known style under which the game has no exceptions, those used lately first; -1: none. */
static int find_exact_style(struct block_encoder *encoder)
{
    for (unsigned i = 0; i < tried_styles(encoder); i++) {
        uint8_t style = encoder->recent_styles[i];
        if (i == 0 ? renders_exactly(encoder, &encoder->styles[style])
                   : probably_renders_exactly(encoder, &encoder->styles[style]))
            return style;
    }
    return -1;
}

/* The known style with the fewest exceptions. */
static uint8_t find_known_style(struct block_encoder *encoder, size_t *cost_ret)
{
    uint8_t best = 0;
    *cost_ret = SIZE_MAX;
    for (unsigned i = 0; i < tried_styles(encoder) && *cost_ret != 0; i++) {
        uint8_t style = encoder->recent_styles[i];
        size_t cost = try_style(encoder, &encoder->styles[style], *cost_ret);
        if (cost < *cost_ret) {
            *cost_ret = cost;
            best = style;
        }
    }
    return best;
}

/*
 * The style under which the game has the fewest exceptions: one that the block knows already or, where what the
 * known ones leave over has come to more than its description, a new one. Returns -1 when there is no memory.
 */
static int find_best_style(struct block_encoder *encoder)
{
    enum { STYLE_COST = 40 };
    size_t known_cost;
    uint8_t best = find_known_style(encoder, &known_cost);
    encoder->style_debt += encoder->style_count == 0 ? STYLE_COST : known_cost;
    if (encoder->style_debt >= STYLE_COST && encoder->style_count < BCGN_STYLE_COUNT_MAX) {
        struct style *learnt = &encoder->styles[encoder->style_count];
        if (!style_learn(&encoder->learner, &encoder->game, encoder->layout.aside, &encoder->slots,
                         find_lead(encoder), learnt))
            return -1;
        encoder->style_debt = 0;
        if (encoder->style_count == 0 || try_style(encoder, learnt, known_cost) < known_cost) {
            best = (uint8_t)encoder->style_count;
            encoder->recent_styles[encoder->style_count++] = best;
        }
    }
    try_style(encoder, &encoder->styles[best], SIZE_MAX);
    return best;
}

static void add_exceptions(struct block_encoder *encoder)
{
    struct buffer *places = column(encoder, BCGN_SECTION_EXCEPTIONS);
    struct buffer *texts = column(encoder, BCGN_SECTION_EXCEPTION_TEXT);
    for (size_t i = 0; i < encoder->trial_count; i++) {
        const struct exception *exception = &encoder->trial[i];
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
    encoder->layout.aside = (const char *)encoder->aside.data;
    encoder->trial_count = 0;
    int style = find_exact_style(encoder);
    if (style < 0) {
        struct game as_stored = *source;
        as_stored.tag_count = encoder->game.tag_count;
        as_stored.item_count = encoder->game.item_count;
        as_stored.trouble = encoder->game.trouble;
        if (!source_slots_find(&encoder->slots, &as_stored))
            return 0;
        style = find_best_style(encoder);
        if (style < 0)
            return 0;
        add_exceptions(encoder);
    }
    use_style(encoder, (uint8_t)style);
    buffer_append_byte(column(encoder, BCGN_SECTION_STYLE_IDS), (uint8_t)style);
    return !buffer_failed(&encoder->rendered);
}

enum pgnpack_status block_encoder_add(struct block_encoder *encoder, const struct game *game, struct error *error)
{
    encoder->game = *game;
    buffer_clear(&encoder->items);
    buffer_clear(&encoder->aside);
    if (!schema_table_has_room(&encoder->schemas, game)) {
        encoder->game.tag_count = 0;
        cut_game(encoder, 0);
    }
    add_result(encoder);
    if (!add_tags(encoder) || !add_movetext(encoder) || !add_layout(encoder, game))
        return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
    encoder->text_done += game->text.size;
    encoder->game_count++;
    return PGNPACK_OK;
}

/* ---- The whole ---- */

static int is_constant(const struct buffer *buffer)
{
    for (size_t i = 1; i < buffer->size; i++)
        if (buffer->data[i] != buffer->data[0])
            return 0;
    return 1;
}

/* Columns that say nothing stay out. */
static void drop_needless(struct block_encoder *encoder)
{
    if (!encoder->has_results)
        buffer_clear(column(encoder, BCGN_SECTION_RESULTS));
    if (encoder->style_count <= 1)
        buffer_clear(column(encoder, BCGN_SECTION_STYLE_IDS));
    if (encoder->schemas.list_count <= 1 && is_constant(column(encoder, BCGN_SECTION_SCHEMA_IDS)))
        buffer_clear(column(encoder, BCGN_SECTION_SCHEMA_IDS));
}

static void write_tables(struct block_encoder *encoder)
{
    if (encoder->game_count == 0)
        return;
    struct buffer *styles = column(encoder, BCGN_SECTION_STYLES);
    varint_append(styles, encoder->style_count);
    for (unsigned i = 0; i < encoder->style_count; i++)
        style_write(&encoder->styles[i], styles);
    schema_table_write(&encoder->schemas, column(encoder, BCGN_SECTION_SCHEMAS));
    shape_encode_finish(&encoder->shape);
    move_writer_finish(&encoder->moves, column(encoder, BCGN_SECTION_MOVES));
}

static enum pgnpack_status pack_column(struct block_encoder *encoder, uint8_t type, uint16_t index,
                                       const struct buffer *buffer, struct error *error)
{
    if (buffer_failed(buffer))
        return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
    if (buffer->size == 0)
        return PGNPACK_OK;
    return section_packer_add(&encoder->packer, type, index, buffer->data, buffer->size,
                              encoder->options.zstd_level, error);
}

static enum pgnpack_status pack_columns(struct block_encoder *encoder, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned type = 1; type < BCGN_SECTION_TYPE_COUNT && status == PGNPACK_OK; type++) {
        uint16_t index = type == BCGN_SECTION_MOVES ? (uint16_t)encoder->options.moves : 0;
        status = pack_column(encoder, (uint8_t)type, index, &encoder->columns[type], error);
    }
    for (unsigned i = 0; i < encoder->schemas.name_count && status == PGNPACK_OK; i++)
        status = pack_column(encoder, BCGN_SECTION_TAG, (uint16_t)i, &encoder->tags[i], error);
    return status;
}

/* The whole text as the block's tail: what is no PGN, or would grow. */
static enum pgnpack_status pack_as_text(struct block_encoder *encoder, struct text file_name, struct error *error)
{
    section_packer_start(&encoder->packer);
    encoder->game_count = 0;
    int level = encoder->options.zstd_level;
    enum pgnpack_status status = PGNPACK_OK;
    if (encoder->text.size != 0)
        status = section_packer_add(&encoder->packer, BCGN_SECTION_TAIL, 0, encoder->text.data, encoder->text.size,
                                    level, error);
    if (status == PGNPACK_OK && file_name.size != 0)
        status = section_packer_add(&encoder->packer, BCGN_SECTION_FILE_NAME, 0, file_name.data, file_name.size,
                                    level, error);
    return status;
}

enum pgnpack_status block_encoder_pack(struct block_encoder *encoder, struct block_header *header,
                                       struct text file_name, struct error *error)
{
    struct text text = encoder->text;
    write_tables(encoder);
    drop_needless(encoder);
    buffer_append(column(encoder, BCGN_SECTION_TAIL), text.data + encoder->text_done, text.size - encoder->text_done);
    buffer_append(column(encoder, BCGN_SECTION_FILE_NAME), file_name.data, file_name.size);
    section_packer_start(&encoder->packer);
    enum pgnpack_status status = pack_columns(encoder, error);
    if (status == PGNPACK_OK &&
        (encoder->packer.raw_size > text.size + BCGN_BLOCK_SLACK || encoder->packer.stored.size > text.size + BCGN_BLOCK_SLACK / 2))
        status = pack_as_text(encoder, file_name, error);
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
