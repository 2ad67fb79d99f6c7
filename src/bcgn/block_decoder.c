#include "bcgn/block_decoder.h"

#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "codec/policy_hints.h"
#include "util/xxh64.h"

static enum pgnpack_status corrupt(struct error *error, const char *what)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's %s not in order", what);
}

static enum pgnpack_status no_memory(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
}

void block_decoder_init(struct block_decoder *decoder, struct memory *memory)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->memory = memory;
    schema_table_init(&decoder->schemas, memory);
    tag_decoder_init(&decoder->tags, memory);
    comment_decoder_init(&decoder->comments, memory);
    line_stack_init(&decoder->line, memory);
    game_init(&decoder->game, memory);
    buffer_init(&decoder->strings, memory);
}

void block_decoder_free(struct block_decoder *decoder)
{
    tag_decoder_free(&decoder->tags);
    comment_decoder_free(&decoder->comments);
    memory_release(decoder->memory, decoder->entries, decoder->entry_capacity * sizeof *decoder->entries);
    memory_release(decoder->memory, decoder->raw, decoder->raw_capacity);
    memory_release(decoder->memory, decoder->styles, decoder->style_capacity * sizeof *decoder->styles);
    schema_table_free(&decoder->schemas);
    line_stack_free(&decoder->line);
    game_free(&decoder->game);
    buffer_free(&decoder->strings);
    section_unpack_context_free(decoder->context);
    memory_release(decoder->memory, decoder->policy, sizeof *decoder->policy);
    block_decoder_init(decoder, decoder->memory);
}

/* ---- Sections ---- */

static unsigned parts_of_section(unsigned type)
{
    switch (type) {
    case BCGN_SECTION_SCHEMAS:
    case BCGN_SECTION_SCHEMA_IDS:
    case BCGN_SECTION_TAG:
    case BCGN_SECTION_TAG_CODECS:
    case BCGN_SECTION_TAG_TOKENS:
    case BCGN_SECTION_TAG_EXTRA:
        return BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_SHAPE_RUNS:
    case BCGN_SECTION_SHAPE_KINDS:
        return BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_RESULTS:
        return BLOCK_TAGS | BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_MOVES:
    case BCGN_SECTION_NAGS:
    case BCGN_SECTION_COMMENTS:
    case BCGN_SECTION_COMMENT_TEMPLATES:
    case BCGN_SECTION_COMMENT_IDS:
    case BCGN_SECTION_COMMENT_FIELDS:
    case BCGN_SECTION_COMMENT_EXTRA:
    case BCGN_SECTION_LINES:
    case BCGN_SECTION_TOKENS:
        return BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_STYLES:
    case BCGN_SECTION_STYLE_IDS:
    case BCGN_SECTION_EXCEPTIONS:
    case BCGN_SECTION_EXCEPTION_TEXT:
    case BCGN_SECTION_TAIL:
    case BCGN_SECTION_FILE_NAME:
        return BLOCK_TEXT;
    default:
        return 0; /* unknown */
    }
}

static int section_is_known(unsigned type)
{
    return parts_of_section(type) != 0;
}

static int allocate_tables(struct block_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    if (decoder->context == NULL)
        decoder->context = section_unpack_context_new();
    void *entries = decoder->entries;
    int done = memory_grow_array(memory, &entries, &decoder->entry_capacity, decoder->header.section_count + 1u,
                                 sizeof *decoder->entries);
    decoder->entries = entries;
    return done && decoder->context != NULL && tag_decoder_clear(&decoder->tags) &&
           comment_decoder_clear(&decoder->comments);
}

static int allocate_raw(struct block_decoder *decoder)
{
    size_t size = 1;
    for (size_t i = 0; i < decoder->header.section_count; i++)
        if (block_decoder_wants(decoder, i))
            size += decoder->entries[i].raw_size;
    decoder->raw_size = 0;
    void *raw = decoder->raw;
    int done = memory_grow_array(decoder->memory, &raw, &decoder->raw_capacity, size, 1);
    decoder->raw = raw;
    return done;
}

/* How many sections of a type a block may have: their entries' indexes are less than that. */
static unsigned section_index_limit(unsigned type)
{
    switch (type) {
    case BCGN_SECTION_TAG:
    case BCGN_SECTION_TAG_TOKENS:
    case BCGN_SECTION_TAG_EXTRA:
        return BCGN_TAG_NAME_COUNT_MAX;
    case BCGN_SECTION_COMMENT_FIELDS:
    case BCGN_SECTION_COMMENT_EXTRA:
        return COMMENT_COLUMN_COUNT_MAX;
    default:
        return 1;
    }
}

/* Each of a known kind; those without a number once each. */
static enum pgnpack_status check_sections(const struct block_decoder *decoder, struct error *error)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        if (entry->type & BCGN_SECTION_OPTIONAL)
            continue;
        if (!section_is_known(entry->type))
            return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                             "a section of type %u: it needs a newer pgnpack", entry->type);
        unsigned limit = section_index_limit(entry->type);
        if (limit > 1 ? entry->index >= limit : seen >> entry->type & 1)
            return corrupt(error, "list of sections is");
        if (entry->type == BCGN_SECTION_MOVES && entry->index >= MOVE_CODEC_COUNT)
            return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "move codec %u: it needs a newer pgnpack",
                             entry->index);
        seen |= UINT64_C(1) << entry->type;
    }
    return PGNPACK_OK;
}

enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const uint8_t *table, unsigned parts, struct error *error)
{
    decoder->header = *header;
    decoder->parts = parts;
    decoder->move_codec = MOVE_CODEC_INDEX;
    memset(decoder->columns, 0, sizeof decoder->columns);
    if (!allocate_tables(decoder))
        return no_memory(error);
    enum pgnpack_status status = block_table_read(table, header, decoder->entries, error);
    if (status == PGNPACK_OK)
        status = check_sections(decoder, error);
    if (status == PGNPACK_OK && !allocate_raw(decoder))
        status = no_memory(error);
    return status;
}

int block_decoder_wants(const struct block_decoder *decoder, size_t i)
{
    return (parts_of_section(decoder->entries[i].type) & decoder->parts) != 0;
}

static void place_section(struct block_decoder *decoder, const struct section_entry *entry, struct byte_source bytes)
{
    switch (entry->type) {
    case BCGN_SECTION_TAG:
        tag_decoder_section(&decoder->tags, TAG_STREAM_STRINGS, entry->index, bytes);
        break;
    case BCGN_SECTION_TAG_TOKENS:
        tag_decoder_section(&decoder->tags, TAG_STREAM_TOKENS, entry->index, bytes);
        break;
    case BCGN_SECTION_TAG_EXTRA:
        tag_decoder_section(&decoder->tags, TAG_STREAM_EXTRA, entry->index, bytes);
        break;
    case BCGN_SECTION_COMMENT_FIELDS:
        comment_decoder_section(&decoder->comments, COMMENT_STREAM_TOKENS, entry->index, bytes);
        break;
    case BCGN_SECTION_COMMENT_EXTRA:
        comment_decoder_section(&decoder->comments, COMMENT_STREAM_EXTRA, entry->index, bytes);
        break;
    default:
        decoder->columns[entry->type] = (struct column){bytes.at, byte_source_left(&bytes)};
        break;
    }
}

enum pgnpack_status block_decoder_load(struct block_decoder *decoder, size_t i, const uint8_t *stored,
                                       struct error *error)
{
    const struct section_entry *entry = &decoder->entries[i];
    uint8_t *raw = decoder->raw + decoder->raw_size;
    enum pgnpack_status status = section_unpack(decoder->context, entry, stored, raw, error);
    if (status != PGNPACK_OK)
        return status;
    decoder->raw_size += entry->raw_size;
    place_section(decoder, entry, byte_source_of(raw, entry->raw_size));
    if (entry->type == BCGN_SECTION_MOVES)
        decoder->move_codec = (enum move_codec)entry->index;
    return PGNPACK_OK;
}

static struct byte_source source_of(const struct block_decoder *decoder, enum bcgn_section_type type)
{
    return byte_source_of(decoder->columns[type].data, decoder->columns[type].size);
}

static enum pgnpack_status read_styles(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = source_of(decoder, BCGN_SECTION_STYLES);
    decoder->style_count = (unsigned)byte_source_varint_max(&source, BCGN_STYLE_COUNT_MAX);
    void *styles = decoder->styles;
    if (!memory_grow_array(decoder->memory, &styles, &decoder->style_capacity, decoder->style_count + 1,
                           sizeof *decoder->styles))
        return no_memory(error);
    decoder->styles = styles;
    for (unsigned i = 0; i < decoder->style_count && !source.failed; i++)
        style_read(&decoder->styles[i], &source);
    if (source.failed || byte_source_left(&source) != 0 || decoder->style_count == 0)
        return corrupt(error, "styles are");
    struct column ids = decoder->columns[BCGN_SECTION_STYLE_IDS];
    if (ids.size != 0 && ids.size != decoder->header.game_count)
        return corrupt(error, "styles are");
    return PGNPACK_OK;
}

static enum pgnpack_status read_schemas(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = source_of(decoder, BCGN_SECTION_SCHEMAS);
    int out_of_memory;
    schema_table_read(&decoder->schemas, &source, &out_of_memory);
    if (out_of_memory)
        return no_memory(error);
    if (source.failed || byte_source_left(&source) != 0 || decoder->schemas.list_count == 0)
        return corrupt(error, "lists of tags are");
    const struct tag_decoder_block block = {.schemas = &decoder->schemas,
                                            .schema_ids = source_of(decoder, BCGN_SECTION_SCHEMA_IDS),
                                            .codecs = source_of(decoder, BCGN_SECTION_TAG_CODECS),
                                            .results = source_of(decoder, BCGN_SECTION_RESULTS),
                                            .game_count = decoder->header.game_count,
                                            .text_size = decoder->header.text_size};
    return tag_decoder_start(&decoder->tags, &block, error);
}

/* Finds out which exception comes next. */
static void advance_exception(struct block_cursor *cursor)
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

static enum pgnpack_status expand_comments(struct block_decoder *decoder, struct error *error)
{
    if (decoder->columns[BCGN_SECTION_COMMENT_IDS].size == 0 || decoder->comments.text.size != 0)
        return PGNPACK_OK;
    return comment_decoder_expand(&decoder->comments, source_of(decoder, BCGN_SECTION_COMMENT_TEMPLATES),
                                  source_of(decoder, BCGN_SECTION_COMMENT_IDS),
                                  source_of(decoder, BCGN_SECTION_COMMENTS), decoder->header.text_size, error);
}

static struct byte_source all_comments(const struct block_decoder *decoder)
{
    if (decoder->columns[BCGN_SECTION_COMMENT_IDS].size == 0)
        return source_of(decoder, BCGN_SECTION_COMMENTS);
    return byte_source_of(decoder->comments.text.data, decoder->comments.text.size);
}

/* Room for the move codec that has a state. */
static int allocate_policy(struct block_decoder *decoder)
{
    if (decoder->move_codec == MOVE_CODEC_MODEL && decoder->policy == NULL)
        decoder->policy = memory_get(decoder->memory, sizeof *decoder->policy);
    return decoder->move_codec != MOVE_CODEC_MODEL || decoder->policy != NULL;
}

static void start_cursor(struct block_decoder *decoder)
{
    struct block_cursor *cursor = &decoder->cursor;
    memset(cursor, 0, sizeof *cursor);
    struct column moves = decoder->columns[BCGN_SECTION_MOVES];
    shape_decode_start(&cursor->shape, source_of(decoder, BCGN_SECTION_SHAPE_RUNS),
                       source_of(decoder, BCGN_SECTION_SHAPE_KINDS));
    move_reader_start(&cursor->moves, decoder->move_codec, moves.data, moves.size, decoder->header.game_count,
                      decoder->policy);
    decoder->moves_start = cursor->moves;
    cursor->nags = source_of(decoder, BCGN_SECTION_NAGS);
    cursor->comments = all_comments(decoder);
    cursor->lines = source_of(decoder, BCGN_SECTION_LINES);
    cursor->tokens = source_of(decoder, BCGN_SECTION_TOKENS);
    cursor->exceptions = source_of(decoder, BCGN_SECTION_EXCEPTIONS);
    cursor->exception_text = source_of(decoder, BCGN_SECTION_EXCEPTION_TEXT);
    advance_exception(cursor);
}

enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (decoder->header.game_count != 0) {
        if (decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT))
            status = read_schemas(decoder, error);
        if (status == PGNPACK_OK && (decoder->parts & BLOCK_TEXT))
            status = read_styles(decoder, error);
        struct column results = decoder->columns[BCGN_SECTION_RESULTS];
        if (status == PGNPACK_OK && results.size > 1 && results.size != decoder->header.game_count)
            status = corrupt(error, "results are");
        if (status == PGNPACK_OK && (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)))
            status = expand_comments(decoder, error);
    }
    if (status == PGNPACK_OK && !allocate_policy(decoder))
        status = no_memory(error);
    if (status == PGNPACK_OK)
        start_cursor(decoder);
    if (status == PGNPACK_OK && decoder->cursor.moves.needs_newer)
        status = error_set(error, PGNPACK_ERROR_UNSUPPORTED, "moves by a policy net that needs a newer pgnpack");
    return status;
}

enum pgnpack_status block_decoder_open(struct block_decoder *decoder, const struct block_header *header,
                                       const uint8_t *block, unsigned parts, struct error *error)
{
    enum pgnpack_status status =
        block_decoder_start(decoder, header, block + BCGN_BLOCK_HEADER_SIZE, parts, error);
    const uint8_t *stored = block + BCGN_BLOCK_HEADER_SIZE + block_table_size(header);
    for (size_t i = 0; i < header->section_count && status == PGNPACK_OK; i++) {
        if (block_decoder_wants(decoder, i))
            status = block_decoder_load(decoder, i, stored, error);
        stored += decoder->entries[i].stored_size;
    }
    return status == PGNPACK_OK ? block_decoder_ready(decoder, error) : status;
}

/* ---- Games ---- */

/* The text up to the terminator, which is passed over. */
static struct text take_terminated(struct byte_source *source, char terminator)
{
    size_t left = byte_source_left(source);
    const uint8_t *text = source->at;
    const uint8_t *end = left == 0 ? NULL : memchr(text, terminator, left);
    if (end == NULL) {
        source->failed = 1;
        return (struct text){"", 0};
    }
    source->at = end + 1;
    return (struct text){(const char *)text, (size_t)(end - text)};
}

static enum pgnpack_status decode_tags(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    enum pgnpack_status status = tag_decoder_game(&decoder->tags, decoder->cursor.game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++) {
        struct game_tag *tag = game_add_tag(&decoder->game);
        if (tag == NULL)
            return no_memory(error);
        tag->name = decoder->schemas.names[values[i].column];
        tag->value = values[i].text;
        tag->escaped = tag->value.size != 0 && memchr(tag->value.data, '\\', tag->value.size) != NULL;
    }
    return status;
}

static void decode_result(struct block_decoder *decoder)
{
    struct column results = decoder->columns[BCGN_SECTION_RESULTS];
    decoder->game.result = tag_result_of(results.data, results.size, decoder->cursor.game);
}

/* The last FEN tag gives the start position, as in the PGN parser. */
static void decode_start(struct block_decoder *decoder)
{
    struct game *game = &decoder->game;
    for (size_t i = game->tag_count; i-- > 0;) {
        if (!text_is(game->tags[i].name, "FEN"))
            continue;
        struct text fen = game->tags[i].value;
        if (fen_parse(fen.data, fen.size, &game->start, NULL) != FEN_OK)
            position_start(&game->start);
        game->has_start = 1;
        return;
    }
}

static int put_string(struct block_decoder *decoder, struct game_item *item, struct text text)
{
    item->text_offset = (uint32_t)decoder->strings.size;
    item->text_size = (uint32_t)text.size;
    buffer_append(&decoder->strings, text.data, text.size);
    return !buffer_failed(&decoder->strings);
}

/* Returns 0 when the move is not in order. */
static int decode_move(struct block_decoder *decoder, struct game_item *item)
{
    struct line_stack *line = &decoder->line;
    chess_move move = move_reader_next(&decoder->cursor.moves, &line->position);
    if (move == NO_MOVE)
        return 0;
    item->value = move;
    if (!(decoder->parts & BLOCK_TEXT)) {
        line_stack_make(line, move);
        return 1;
    }
    struct buffer *strings = &decoder->strings;
    if (!buffer_reserve(strings, SAN_SIZE_MAX))
        return 0;
    item->text_offset = (uint32_t)strings->size;
    line->last_kind = LINE_LAST_MOVE;
    item->text_size = (uint32_t)san_write_and_make(&line->position, move, (char *)strings->data + strings->size,
                                                   &line->last_move);
    strings->size += item->text_size;
    return 1;
}

/* Returns 0 when the item is not in order, or when there is no memory for it. */
static int decode_item(struct block_decoder *decoder, struct game_item *item)
{
    struct block_cursor *cursor = &decoder->cursor;
    uint64_t value;
    switch (item->kind) {
    case ITEM_MOVE:
        return decode_move(decoder, item);
    case ITEM_NULL_MOVE:
        return line_stack_make_null(&decoder->line) &&
               put_string(decoder, item, take_terminated(&cursor->tokens, '\n')) && !cursor->tokens.failed;
    case ITEM_TOKEN:
        return put_string(decoder, item, take_terminated(&cursor->tokens, '\n')) && !cursor->tokens.failed;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        value = byte_source_varint_max(&cursor->nags, UINT16_MAX);
        item->value = (uint16_t)value;
        return !cursor->nags.failed;
    case ITEM_COMMENT:
        return put_string(decoder, item, take_terminated(&cursor->comments, '}')) && !cursor->comments.failed;
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        return put_string(decoder, item, take_terminated(&cursor->lines, '\n')) && !cursor->lines.failed;
    case ITEM_VARIATION_BEGIN:
        return line_stack_open(&decoder->line) == LINE_OK;
    default:
        return line_stack_close(&decoder->line) == LINE_OK;
    }
}

static struct game_item *add_item(struct block_decoder *decoder, uint8_t kind, uint8_t place)
{
    struct game *game = &decoder->game;
    struct game_item *item = game->item_count == GAME_ITEM_MAX ? NULL : game_add_item(game);
    if (item != NULL)
        *item = (struct game_item){.kind = kind, .place = place};
    return item;
}

/* `count` moves in a row. */
static enum pgnpack_status decode_moves(struct block_decoder *decoder, uint64_t count, uint8_t place,
                                        struct error *error)
{
    for (; count > 0; count--) {
        struct game_item *item = add_item(decoder, ITEM_MOVE, place);
        if (item == NULL)
            return decoder->game.item_count == GAME_ITEM_MAX ? corrupt(error, "shapes are") : no_memory(error);
        if (!decode_move(decoder, item))
            return buffer_failed(&decoder->strings) ? no_memory(error) : corrupt(error, "moves are");
    }
    return PGNPACK_OK;
}

static enum pgnpack_status decode_other(struct block_decoder *decoder, uint8_t kind, uint8_t place,
                                        struct error *error)
{
    struct game_item *item = add_item(decoder, kind, place);
    if (item == NULL)
        return decoder->game.item_count == GAME_ITEM_MAX ? corrupt(error, "shapes are") : no_memory(error);
    if (!decode_item(decoder, item))
        return buffer_failed(&decoder->strings) ? no_memory(error) : corrupt(error, "moves or comments are");
    return PGNPACK_OK;
}

/* No block has more elements than bytes of text. */
static int count_items(struct block_decoder *decoder, uint64_t count)
{
    uint64_t left = decoder->header.text_size - decoder->cursor.items;
    if (count > left)
        return 0;
    decoder->cursor.items += count;
    return 1;
}

static void start_movetext(struct block_decoder *decoder)
{
    struct game *game = &decoder->game;
    decode_start(decoder);
    line_stack_start(&decoder->line, &game->start);
    struct policy_hints hints = policy_hints_of(game);
    move_reader_start_game(&decoder->cursor.moves, &hints);
}

static enum pgnpack_status decode_movetext(struct block_decoder *decoder, struct error *error)
{
    struct shape_decoder *shape = &decoder->cursor.shape;
    struct game *game = &decoder->game;
    int with_items = (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) != 0;
    uint8_t place = 0;
    unsigned depth = 0;
    enum pgnpack_status status = PGNPACK_OK;
    game->oddities = ODDITY_NO_RESULT;
    if (with_items)
        start_movetext(decoder);
    while (status == PGNPACK_OK) {
        uint64_t moves = shape_decode_moves(shape);
        if (!count_items(decoder, moves))
            return corrupt(error, "shapes are");
        game->ply_count += depth == 0 ? (uint32_t)moves : 0;
        if (with_items)
            status = decode_moves(decoder, moves, place, error);
        if (status != PGNPACK_OK)
            break;
        uint8_t kind = shape_decode(shape);
        if (kind == BCGN_SHAPE_END)
            break;
        if (kind == BCGN_SHAPE_BROKEN_END) {
            game->trouble = TROUBLE_MOVE_SYNTAX;
            break;
        }
        if (kind >= BCGN_SHAPE_KIND_COUNT || !count_items(decoder, 1) || (kind == BCGN_SHAPE_RESULT && place != 0))
            return corrupt(error, "shapes are");
        if (kind == BCGN_SHAPE_RESULT) {
            game->oddities = 0;
            place = ITEM_AFTER_RESULT;
            continue;
        }
        depth += kind == ITEM_VARIATION_BEGIN;
        game->ply_count += depth == 0 && (kind == ITEM_MOVE || kind == ITEM_NULL_MOVE);
        depth -= kind == ITEM_VARIATION_END && depth > 0;
        if (with_items)
            status = decode_other(decoder, kind, place, error);
    }
    return status;
}

/* ---- Passing over games ---- */

static void pass_terminated(struct byte_source *source, char terminator)
{
    take_terminated(source, terminator);
}

/* Passes over the data of an element that is no move. */
static void pass_item(struct block_cursor *cursor, uint8_t kind)
{
    switch (kind) {
    case ITEM_NULL_MOVE:
    case ITEM_TOKEN:
        pass_terminated(&cursor->tokens, '\n');
        break;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        byte_source_varint(&cursor->nags);
        break;
    case ITEM_COMMENT:
        pass_terminated(&cursor->comments, '}');
        break;
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        pass_terminated(&cursor->lines, '\n');
        break;
    default:
        break;
    }
}

/* One game further without its moves; sets their number. Tags need no passing over. */
static enum pgnpack_status pass_game(struct block_decoder *decoder, uint64_t *moves_ret, struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    *moves_ret = 0;
    for (;;) {
        uint64_t moves = shape_decode_moves(&cursor->shape);
        uint8_t kind = shape_decode(&cursor->shape);
        *moves_ret += moves + (kind == ITEM_MOVE);
        if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END)
            break;
        if (kind >= BCGN_SHAPE_KIND_COUNT || !count_items(decoder, moves) || !count_items(decoder, 1))
            return corrupt(error, "shapes are");
        if (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT))
            pass_item(cursor, kind);
    }
    cursor->game++;
    return PGNPACK_OK;
}

/* The first game from which moves can be decoded up to `game`. */
static uint32_t first_decodable(const struct block_decoder *decoder, uint32_t game)
{
    int with_moves = (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) != 0;
    return with_moves && move_codec_has_groups(decoder->move_codec) ? game - game % MOVE_GROUP_SIZE : game;
}

enum pgnpack_status block_decoder_go_to(struct block_decoder *decoder, uint32_t game, struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    enum pgnpack_status status = PGNPACK_OK;
    uint32_t first = first_decodable(decoder, game);
    int with_shapes = (decoder->parts & (BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT)) != 0;
    if (game < cursor->game)
        start_cursor(decoder);
    if (!with_shapes)
        cursor->game = game;
    int passes = cursor->game < first;
    while (status == PGNPACK_OK && cursor->game < first) {
        uint64_t moves;
        status = pass_game(decoder, &moves, error);
        if (!move_codec_has_groups(decoder->move_codec) && (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)))
            move_reader_skip(&cursor->moves, moves);
    }
    if (passes && move_codec_has_groups(decoder->move_codec))
        move_reader_seek(&cursor->moves, &decoder->moves_start, first);
    while (status == PGNPACK_OK && cursor->game < game)
        status = block_decoder_next(decoder, error);
    return status;
}

/* Exceptions of games that were not rendered. */
static void pass_exceptions(struct block_cursor *cursor)
{
    while (cursor->exception_game < cursor->game && !cursor->exceptions.failed && !cursor->exception_text.failed) {
        byte_source_take(&cursor->exception_text, (size_t)cursor->exception_size);
        advance_exception(cursor);
    }
}

enum pgnpack_status block_decoder_next(struct block_decoder *decoder, struct error *error)
{
    if (decoder->cursor.game == decoder->header.game_count)
        return PGNPACK_END;
    enum pgnpack_status status = PGNPACK_OK;
    pass_exceptions(&decoder->cursor);
    game_clear(&decoder->game);
    buffer_clear(&decoder->strings);
    if (decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT))
        status = decode_tags(decoder, error);
    if (status == PGNPACK_OK)
        decode_result(decoder);
    if (status == PGNPACK_OK && (decoder->parts & (BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT)))
        status = decode_movetext(decoder, error);
    if (decoder->strings.size != 0)
        decoder->game.text = (struct text){(const char *)decoder->strings.data, 0};
    decoder->cursor.game++;
    return status;
}

/* ---- Text ---- */

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
    advance_exception(cursor);
}

enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out, struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    struct column ids = decoder->columns[BCGN_SECTION_STYLE_IDS];
    unsigned style = ids.size == 0 ? 0 : ids.data[cursor->game - 1];
    if (style >= decoder->style_count)
        return corrupt(error, "styles are");
    int has_exceptions = cursor->exception_game == cursor->game - 1;
    decoder->layout.out_limit = out->size + decoder->header.text_size;
    decoder->layout.aside = NULL;
    decoder->layout.pairs = NULL;
    layout_render(&decoder->layout, &decoder->styles[style], &decoder->game, out,
                  has_exceptions ? settle_with_exception : NULL, decoder);
    if (buffer_failed(out))
        return no_memory(error);
    if (cursor->exceptions.failed || cursor->exception_text.failed || cursor->exception_game < cursor->game ||
        out->size > decoder->layout.out_limit)
        return corrupt(error, "exceptions are");
    return PGNPACK_OK;
}

enum pgnpack_status block_decoder_text(struct block_decoder *decoder, struct buffer *out, struct error *error)
{
    size_t start = out->size;
    enum pgnpack_status status;
    if (!buffer_reserve(out, (size_t)decoder->header.text_size + LAYOUT_GAP_SIZE_MAX))
        return no_memory(error);
    while ((status = block_decoder_next(decoder, error)) == PGNPACK_OK) {
        status = block_decoder_render(decoder, out, error);
        if (status == PGNPACK_OK && out->size - start > decoder->header.text_size)
            status = corrupt(error, "games are");
        if (status != PGNPACK_OK)
            return status;
    }
    if (status != PGNPACK_END)
        return status;
    struct column tail = block_decoder_tail(decoder);
    buffer_append(out, tail.data, tail.size);
    if (buffer_failed(out))
        return no_memory(error);
    if (out->size - start != decoder->header.text_size ||
        xxh64(out->data + start, out->size - start) != decoder->header.text_hash)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block does not give back its text (its hash differs)");
    return PGNPACK_OK;
}
