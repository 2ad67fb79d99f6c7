/* A block's sections, from the table to columns that games can be taken from. */
#include <string.h>

#include "block/block_parts.h"
#include "container/work_costs.h"
#include "net/policy_hints.h"

static unsigned parts_of_section(unsigned type)
{
    switch (type) {
    case BCGN_SECTION_SCHEMAS:
        return BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT | BLOCK_NAMES;
    case BCGN_SECTION_SCHEMA_IDS:
    case BCGN_SECTION_TAG:
    case BCGN_SECTION_TAG_CODECS:
    case BCGN_SECTION_TAG_TOKENS:
    case BCGN_SECTION_TAG_EXTRA:
    case BCGN_SECTION_TAG_NUMBERS:
    case BCGN_SECTION_TAG_BY_MOVES:
        return BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_SHAPE_RUNS:
    case BCGN_SECTION_SHAPE_KINDS:
    case BCGN_SECTION_SHAPES:
        return BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_RESULTS:
        return BLOCK_TAGS | BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT;
    case BCGN_SECTION_COMMENT_TEMPLATES:
        return BLOCK_MOVES | BLOCK_TEXT | BLOCK_NAMES;
    case BCGN_SECTION_MOVES:
    case BCGN_SECTION_MOVE_STRIPE:
    case BCGN_SECTION_NAGS:
    case BCGN_SECTION_COMMENTS:
    case BCGN_SECTION_COMMENT_IDS:
    case BCGN_SECTION_COMMENT_FIELDS:
    case BCGN_SECTION_COMMENT_EXTRA:
    case BCGN_SECTION_COMMENT_TEXTS:
    case BCGN_SECTION_COMMENT_NUMBERS:
    case BCGN_SECTION_COMMENT_MOVES:
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

/* NULL: the block has none. */
static const struct section_entry *find_section(const struct block_decoder *decoder,
                                                enum bcgn_section_type type)
{
    for (size_t i = 0; i < decoder->header.section_count; i++)
        if (decoder->entries[i].type == type)
            return &decoder->entries[i];
    return NULL;
}

static int is_of_shapes(unsigned type)
{
    return type == BCGN_SECTION_SHAPES || type == BCGN_SECTION_SHAPE_RUNS || type == BCGN_SECTION_SHAPE_KINDS;
}

/* Is there a tag that is told by how long its game is? */
static int tags_need_plies(const struct block_decoder *decoder)
{
    const struct section_entry *numbers = find_section(decoder, BCGN_SECTION_TAG_NUMBERS);
    return numbers != NULL && (numbers->index & BCGN_TAG_NUMBERS_BY_PLIES) != 0;
}

/* For which parts is it needed? */
static unsigned parts_of_entry(const struct block_decoder *decoder, const struct section_entry *entry)
{
    unsigned parts = parts_of_section(entry->type);
    return is_of_shapes(entry->type) && tags_need_plies(decoder) ? parts | BLOCK_TAGS : parts;
}

static int section_is_known(unsigned type)
{
    return parts_of_section(type) != 0;
}

static int allocate_tables(struct block_decoder *decoder)
{
    struct memory *memory = decoder->memory;
    void *entries = decoder->entries;
    int done = memory_grow_array(memory, &entries, &decoder->entry_capacity,
                                 decoder->header.section_count + 1u, sizeof *decoder->entries);
    decoder->entries = entries;
    return done && tag_decoder_clear(&decoder->tags) && comment_decoder_clear(&decoder->comments);
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
    case BCGN_SECTION_COMMENT_TEXTS:
        return COMMENT_COLUMN_COUNT_MAX;
    default:
        return 1;
    }
}

/* ---- Some of the tags ---- */

void block_decoder_ask_tags(struct block_decoder *decoder, const struct text *names, size_t count)
{
    decoder->tag_names = names;
    decoder->tag_name_count = count;
}

/* Moves alone need few tags, or none. */
static int restricts_tags(const struct block_decoder *decoder)
{
    if (decoder->parts & BLOCK_TEXT)
        return 0;
    return decoder->parts & BLOCK_TAGS ? decoder->tag_names != NULL : (decoder->parts & BLOCK_MOVES) != 0;
}

static int is_table_of_tags(unsigned type)
{
    return type == BCGN_SECTION_SCHEMAS || type == BCGN_SECTION_TAG_CODECS;
}

/* Do the block's moves depend on a tag of that name? */
static int moves_ask_for(const struct block_decoder *decoder, struct text name)
{
    const struct section_entry *moves = find_section(decoder, BCGN_SECTION_MOVES);
    if (text_is(name, "FEN"))
        return 1;
    if (moves == NULL || !move_codec_asks_nets((enum move_codec)moves->index))
        return 0;
    return policy_hints_is_rating(name) || (moves->index == BCGN_MOVES_BEST && policy_hints_is_player(name));
}

static enum tag_interest interest_in(const struct block_decoder *decoder, struct text name)
{
    for (size_t i = 0; (decoder->parts & BLOCK_TAGS) && i < decoder->tag_name_count; i++)
        if (text_equal(name, decoder->tag_names[i]))
            return TAG_ASKED_FOR;
    int is_control =
        text_is(name, COMMENT_CLOCK_TAG) && find_section(decoder, BCGN_SECTION_COMMENT_NUMBERS) != NULL;
    int is_needed = is_control || moves_ask_for(decoder, name);
    return (decoder->parts & BLOCK_MOVES) && is_needed ? TAG_FOR_MOVES : TAG_PASSED_OVER;
}

/* Sections met so far: by type and, where the type has one, by index. */
struct seen_sections {
    uint8_t by_index[BCGN_SECTION_TYPE_COUNT][BCGN_TAG_NAME_COUNT_MAX / 8];
};

/* Returns 0 when the section was met before, or its index is too large. */
static int note_section(struct seen_sections *seen, const struct section_entry *entry)
{
    unsigned limit = section_index_limit(entry->type);
    unsigned index = limit > 1 ? entry->index : 0;
    if (index >= limit)
        return 0;
    uint8_t *bits = &seen->by_index[entry->type][index / 8];
    int is_new = (*bits >> index % 8 & 1) == 0;
    *bits |= (uint8_t)(1u << index % 8);
    return is_new;
}

/*
 * A block has moves of one codec; stripes have ascending plies from 0 on. `stripes`: how many came before this one, and
 * the last one's.
 */
struct move_sections {
    unsigned count;
    unsigned last_ply;
};

static enum pgnpack_status check_moves(const struct section_entry *entry, struct move_sections *moves,
                                       struct error *error)
{
    int is_stripe = entry->type == BCGN_SECTION_MOVE_STRIPE;
    if (!is_stripe && (entry->index == BCGN_MOVES_INDEX || entry->index >= MOVE_CODEC_COUNT))
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "move codec %u: it needs a newer pgnpack",
                         entry->index);
    int is_first = moves->count == 0;
    if (!(is_first ? !is_stripe || entry->index == 0
                   : is_stripe && moves->count < MOVE_STRIPE_COUNT_MAX && entry->index > moves->last_ply))
        return block_corrupt(error, "list of sections is");
    moves->count = is_stripe ? moves->count + 1 : MOVE_STRIPE_COUNT_MAX;
    moves->last_ply = entry->index;
    return PGNPACK_OK;
}

/* Each section once, each of a known kind. */
static enum pgnpack_status check_sections(const struct block_decoder *decoder, struct error *error)
{
    struct seen_sections seen = {0};
    struct move_sections moves = {0, 0};
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        if (entry->type & BCGN_SECTION_OPTIONAL)
            continue;
        if (!section_is_known(entry->type))
            return error_set(error, PGNPACK_ERROR_UNSUPPORTED,
                             "a section of type %u: it needs a newer pgnpack", entry->type);
        int is_of_moves = entry->type == BCGN_SECTION_MOVES || entry->type == BCGN_SECTION_MOVE_STRIPE;
        enum pgnpack_status status = PGNPACK_OK;
        if (is_of_moves)
            status = check_moves(entry, &moves, error);
        else if (!note_section(&seen, entry))
            status = block_corrupt(error, "list of sections is");
        if (status != PGNPACK_OK)
            return status;
    }
    return PGNPACK_OK;
}

/* Tags are asked for, and some may have to wait for the moves. */
static int moves_tell_tags(const struct block_decoder *decoder)
{
    return (decoder->parts_asked & BLOCK_TAGS) != 0 &&
           find_section(decoder, BCGN_SECTION_TAG_BY_MOVES) != NULL;
}

enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const uint8_t *table, unsigned parts, struct error *error)
{
    decoder->header = *header;
    decoder->parts = decoder->parts_asked = parts;
    decoder->loading = BLOCK_LOADS_ALL;
    decoder->move_codec = MOVE_CODEC_INDEX;
    decoder->move_pieces.count = 0;
    memset(decoder->columns, 0, sizeof decoder->columns);
    if (!allocate_tables(decoder))
        return error_no_memory(error);
    enum pgnpack_status status = work_spend(&decoder->work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = block_table_read(table, header, decoder->entries, error);
    if (status == PGNPACK_OK)
        status = check_sections(decoder, error);
    if (status == PGNPACK_OK && moves_tell_tags(decoder))
        decoder->parts |= BLOCK_MOVES; /* room for them, too */
    if (status == PGNPACK_OK && !allocate_raw(decoder))
        status = error_no_memory(error);
    if (header->game_count != 0 && restricts_tags(decoder))
        decoder->loading = BLOCK_LOADS_TABLES;
    return status;
}

int block_decoder_wants(const struct block_decoder *decoder, size_t i)
{
    const struct section_entry *entry = &decoder->entries[i];
    if (!(parts_of_entry(decoder, entry) & decoder->parts))
        return 0;
    if (decoder->loading == BLOCK_LOADS_ALL)
        return 1;
    if (decoder->loading == BLOCK_LOADS_TABLES || is_table_of_tags(entry->type))
        return decoder->loading == BLOCK_LOADS_TABLES && is_table_of_tags(entry->type);
    return section_index_limit(entry->type) != BCGN_TAG_NAME_COUNT_MAX ||
           tag_decoder_interest(&decoder->tags, entry->index) != TAG_PASSED_OVER;
}

static void place_moves(struct block_decoder *decoder, uint16_t first_ply, struct byte_source bytes)
{
    struct move_pieces *moves = &decoder->move_pieces;
    moves->pieces[moves->count++] = (struct move_stripe){first_ply, bytes.at, byte_source_left(&bytes)};
}

static void place_section(struct block_decoder *decoder, const struct section_entry *entry,
                          struct byte_source bytes)
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
    case BCGN_SECTION_COMMENT_TEXTS:
        comment_decoder_section(&decoder->comments, COMMENT_STREAM_TEXTS, entry->index, bytes);
        break;
    case BCGN_SECTION_MOVES:
        decoder->move_codec = (enum move_codec)entry->index;
        place_moves(decoder, 0, bytes);
        break;
    case BCGN_SECTION_MOVE_STRIPE:
        place_moves(decoder, entry->index, bytes);
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
    if (entry->raw_size > decoder->raw_capacity - decoder->raw_size)
        return block_corrupt(error, "list of sections is");
    uint8_t *raw = decoder->raw + decoder->raw_size;
    enum pgnpack_status status = work_spend(&decoder->work, work_of_section(entry), error);
    if (status == PGNPACK_OK)
        status = section_unpack(&decoder->unpacker, entry, stored, raw, error);
    if (status != PGNPACK_OK)
        return status;
    decoder->raw_size += entry->raw_size;
    place_section(decoder, entry, byte_source_of(raw, entry->raw_size));
    return PGNPACK_OK;
}

static enum pgnpack_status read_styles(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = block_source(decoder, BCGN_SECTION_STYLES);
    decoder->style_count = (unsigned)byte_source_varint_max(&source, BCGN_STYLE_COUNT_MAX);
    void *styles = decoder->styles;
    if (!memory_grow_array(decoder->memory, &styles, &decoder->style_capacity, decoder->style_count + 1,
                           sizeof *decoder->styles))
        return error_no_memory(error);
    decoder->styles = styles;
    for (unsigned i = 0; i < decoder->style_count && !source.failed; i++)
        style_read(&decoder->styles[i], &source);
    if (source.failed || byte_source_left(&source) != 0 || decoder->style_count == 0)
        return block_corrupt(error, "styles are");
    struct column ids = decoder->columns[BCGN_SECTION_STYLE_IDS];
    if (ids.size != 0 && ids.size != decoder->header.game_count)
        return block_corrupt(error, "styles are");
    return PGNPACK_OK;
}

static enum pgnpack_status read_schemas(struct block_decoder *decoder, struct error *error)
{
    struct byte_source source = block_source(decoder, BCGN_SECTION_SCHEMAS);
    int out_of_memory;
    schema_table_read(&decoder->schemas, &source, &out_of_memory);
    if (out_of_memory)
        return error_no_memory(error);
    if (source.failed || byte_source_left(&source) != 0 || decoder->schemas.list_count == 0)
        return block_corrupt(error, "lists of tags are");
    return PGNPACK_OK;
}

static int tags_go_by_model(const struct block_decoder *decoder)
{
    const struct section_entry *numbers = find_section(decoder, BCGN_SECTION_TAG_NUMBERS);
    const struct section_entry *by_moves = find_section(decoder, BCGN_SECTION_TAG_BY_MOVES);
    return (numbers != NULL && numbers->raw_size != 0) || (by_moves != NULL && by_moves->raw_size != 0);
}

static void ask_tags(struct block_decoder *decoder)
{
    uint8_t asked[BCGN_TAG_NAME_COUNT_MAX];
    for (unsigned i = 0; i < decoder->schemas.name_count; i++)
        asked[i] = (uint8_t)interest_in(decoder, decoder->schemas.names[i]);
    tag_decoder_ask(&decoder->tags, &decoder->schemas, block_source(decoder, BCGN_SECTION_TAG_CODECS),
                    tags_go_by_model(decoder), asked);
}

enum pgnpack_status block_decoder_go_on(struct block_decoder *decoder, struct error *error)
{
    if (decoder->loading != BLOCK_LOADS_TABLES)
        return PGNPACK_END;
    enum pgnpack_status status = read_schemas(decoder, error);
    if (status != PGNPACK_OK)
        return status;
    decoder->parts = decoder->parts_asked;
    ask_tags(decoder);
    if ((decoder->parts & BLOCK_MOVES) == 0 && moves_tell_tags(decoder) &&
        tag_decoder_asks_moves(&decoder->tags)) {
        decoder->parts |= BLOCK_MOVES;
        ask_tags(decoder);
    }
    decoder->loading = BLOCK_LOADS_REST;
    return PGNPACK_OK;
}

static enum pgnpack_status start_tags(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = read_schemas(decoder, error);
    if (status == PGNPACK_OK && tags_go_by_model(decoder))
        status = work_spend(&decoder->work, work_of_mixed_model(decoder->header.text_size), error);
    if (status != PGNPACK_OK)
        return status;
    const struct tag_decoder_block block = {.schemas = &decoder->schemas,
                                            .schema_ids = block_source(decoder, BCGN_SECTION_SCHEMA_IDS),
                                            .codecs = block_source(decoder, BCGN_SECTION_TAG_CODECS),
                                            .results = block_source(decoder, BCGN_SECTION_RESULTS),
                                            .by_moves = block_source(decoder, BCGN_SECTION_TAG_BY_MOVES),
                                            .numbers = block_source(decoder, BCGN_SECTION_TAG_NUMBERS),
                                            .game_count = decoder->header.game_count,
                                            .text_size = decoder->header.text_size,
                                            .work = &decoder->work};
    return tag_decoder_start(&decoder->tags, &block, error);
}

static enum pgnpack_status count_plies(struct block_decoder *decoder, struct error *error)
{
    if (!(decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT)) || !tags_need_plies(decoder))
        return PGNPACK_OK;
    const struct block_header *header = &decoder->header;
    uint64_t element_limit = header->text_size + (uint64_t)header->game_count;
    enum pgnpack_status status = work_spend(&decoder->work, element_limit * WORK_ELEMENT, error);
    if (status == PGNPACK_OK)
        status = ply_counts_set(&decoder->plies, block_source(decoder, BCGN_SECTION_SHAPE_RUNS),
                                block_source(decoder, BCGN_SECTION_SHAPE_KINDS), header->game_count,
                                element_limit, error);
    tag_decoder_set_plies(&decoder->tags, decoder->plies.of);
    return status;
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
                      decoder->move_state);
    decoder->moves_start = cursor->moves;
    cursor->nags = block_source(decoder, BCGN_SECTION_NAGS);
    cursor->lines = block_source(decoder, BCGN_SECTION_LINES);
    cursor->tokens = block_source(decoder, BCGN_SECTION_TOKENS);
    cursor->exceptions = block_source(decoder, BCGN_SECTION_EXCEPTIONS);
    cursor->exception_text = block_source(decoder, BCGN_SECTION_EXCEPTION_TEXT);
    block_advance_exception(cursor);
}

static struct column column_of(const struct buffer *buffer)
{
    return (struct column){buffer->data, buffer->size};
}

/* The state of codec BEST is cleared with the first game. */
static enum pgnpack_status count_move_state(struct block_decoder *decoder, struct error *error)
{
    return work_spend(&decoder->work, move_codec_state_size(decoder->move_codec), error);
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
        return block_corrupt(error, "shapes are");
    buffer_clear(&shapes->runs);
    buffer_clear(&shapes->kinds);
    buffer_clear(&shapes->nags);
    struct shape_block block = {block_source(decoder, BCGN_SECTION_RESULTS), header->game_count,
                                &decoder->work};
    enum pgnpack_status status = work_spend(&decoder->work, WORK_MIXED_MODEL, error);
    if (status == PGNPACK_OK)
        status =
            shapes_unpack(&decoder->shape_model, &block, block_source(decoder, BCGN_SECTION_SHAPES),
                          (uint64_t)header->text_size + header->game_count, header->text_size, shapes, error);
    columns[BCGN_SECTION_SHAPE_RUNS] = column_of(&shapes->runs);
    columns[BCGN_SECTION_SHAPE_KINDS] = column_of(&shapes->kinds);
    columns[BCGN_SECTION_NAGS] = column_of(&shapes->nags);
    return status;
}

/* Moves need tags for a start position of the game's own, and for the hints of the net. */
static int needs_tags(const struct block_decoder *decoder)
{
    if (decoder->parts & (BLOCK_TAGS | BLOCK_TEXT))
        return 1;
    if (!(decoder->parts & BLOCK_MOVES) || decoder->header.game_count == 0)
        return 0;
    for (unsigned i = 0; i < decoder->schemas.name_count; i++)
        if (text_is(decoder->schemas.names[i], "FEN"))
            return 1;
    return move_codec_asks_nets(decoder->move_codec);
}

static int results_are_in_order(const struct block_decoder *decoder)
{
    struct column results = decoder->columns[BCGN_SECTION_RESULTS];
    for (size_t i = 0; i < results.size; i++)
        if (results.data[i] > RESULT_DRAW)
            return 0;
    return results.size <= 1 || results.size == decoder->header.game_count;
}

enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (decoder->header.game_count != 0) {
        if (decoder->parts & (BLOCK_TAGS | BLOCK_MOVES | BLOCK_TEXT))
            status = start_tags(decoder, error);
        if (status == PGNPACK_OK && (decoder->parts & BLOCK_TEXT))
            status = read_styles(decoder, error);
        if (status == PGNPACK_OK && !results_are_in_order(decoder))
            status = block_corrupt(error, "results are");
    }
    if (status == PGNPACK_OK)
        status = unpack_shapes(decoder, error);
    if (status == PGNPACK_OK && decoder->header.game_count != 0)
        status = count_plies(decoder, error);
    if (status == PGNPACK_OK && !allocate_move_state(decoder))
        status = error_no_memory(error);
    if (status == PGNPACK_OK)
        status = count_move_state(decoder, error);
    decoder->decodes_tags = needs_tags(decoder);
    if (status == PGNPACK_OK)
        block_start_cursor(decoder);
    if (status == PGNPACK_OK && decoder->cursor.moves.needs_newer)
        status =
            error_set(error, PGNPACK_ERROR_UNSUPPORTED, "moves by a policy net that needs a newer pgnpack");
    if (status == PGNPACK_OK)
        status = block_start_comments(decoder, error);
    return status;
}

enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error)
{
    const struct byte_source none = byte_source_of(NULL, 0);
    const struct comment_sections sections = {block_source(decoder, BCGN_SECTION_COMMENT_TEMPLATES), none,
                                              none, none, NULL};
    enum pgnpack_status status = PGNPACK_OK;
    schema_table_clear(&decoder->schemas);
    decoder->comments.recipe_count = 0;
    if (decoder->columns[BCGN_SECTION_SCHEMAS].size != 0)
        status = read_schemas(decoder, error);
    if (status == PGNPACK_OK && byte_source_left(&sections.templates) != 0)
        status = comment_decoder_start(&decoder->comments, &sections, 0, error);
    return status;
}

static enum pgnpack_status load_wanted(struct block_decoder *decoder, const uint8_t *stored,
                                       struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < decoder->header.section_count && status == PGNPACK_OK; i++) {
        if (block_decoder_wants(decoder, i))
            status = block_decoder_load(decoder, i, stored, error);
        stored += decoder->entries[i].stored_size;
    }
    return status;
}

enum pgnpack_status block_decoder_open(struct block_decoder *decoder, const struct block_header *header,
                                       const uint8_t *block, unsigned parts, struct error *error)
{
    enum pgnpack_status status =
        block_decoder_start(decoder, header, block + BCGN_BLOCK_HEADER_SIZE, parts, error);
    while (status == PGNPACK_OK) {
        status = load_wanted(decoder, block + BCGN_BLOCK_HEADER_SIZE + block_table_size(header), error);
        if (status == PGNPACK_OK)
            status = block_decoder_go_on(decoder, error);
    }
    return status == PGNPACK_END ? block_decoder_ready(decoder, error) : status;
}
