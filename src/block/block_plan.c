#include "block/block_plan.h"

#include <string.h>

#include "block/block_columns.h"
#include "container/sections/work_costs.h"
#include "net/features/policy_hints.h"

/* ---- The list of sections ---- */

/* NULL: the block has none. */
static const struct section_entry *first_of(const struct block_decoder *decoder, enum bcgn_section_type type)
{
    return decoder->first_of_type[type];
}

/* Sections met so far: by type and, where the type has one, by index. */
struct seen_sections {
    uint8_t by_index[BCGN_SECTION_TYPE_COUNT][BCGN_TAG_NAME_COUNT_MAX / 8];
};

/* Returns 0 when the section was met before, or its index is too large. */
static int note_section(struct seen_sections *seen, const struct section_entry *entry)
{
    unsigned limit = section_index_limit((enum section_index)section_kind_of(entry->type)->index);
    unsigned index = limit > 1 ? entry->index : 0;
    if (index >= limit)
        return 0;
    uint8_t *bits = &seen->by_index[entry->type][index / 8];
    int is_new = (*bits >> index % 8 & 1) == 0;
    *bits |= (uint8_t)(1u << index % 8);
    return is_new;
}

/*
 * A block has moves of one codec; stripes have ascending plies from 0 on. `count`: how many came before this one;
 * `last_ply`: the last one's.
 */
struct move_sections {
    unsigned count;
    unsigned last_ply;
    int is_whole; /* the last one is no stripe */
};

static enum pgnpack_status check_moves(const struct section_entry *entry, struct move_sections *moves,
                                       struct error *error)
{
    const char *trouble = NULL;
    int is_stripe = section_kind_of(entry->type)->index == SECTION_INDEX_PLY;
    if (!is_stripe && (entry->index == MOVE_CODEC_INDEX || entry->index >= MOVE_CODEC_COUNT))
        return error_newer(error, "move codec", entry->index);
    if (moves->count != 0 && (!is_stripe || moves->is_whole))
        trouble = "a block has its moves twice";
    else if (moves->count == MOVE_STRIPE_COUNT_MAX)
        trouble = "a block has too many stripes of moves";
    else if (is_stripe && (moves->count == 0 ? entry->index != 0 : entry->index <= moves->last_ply))
        trouble = "a block's stripes of moves are not in their order";
    moves->count++;
    moves->is_whole = !is_stripe;
    moves->last_ply = entry->index;
    return trouble == NULL ? PGNPACK_OK : error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
}

/* Does the segment's profile have such sections? */
static int is_of_profile(const struct section_entry *entry, enum bcgn_profile profile)
{
    const struct section_kind *kind = section_kind_of(entry->type);
    return profile != BCGN_PROFILE_SIMPLE ||
           (kind->profile == BCGN_PROFILE_SIMPLE && entry->packing <= BCGN_PACKING_ZSTD &&
            (kind->index != SECTION_INDEX_CODEC || entry->index <= MOVE_CODEC_BITS));
}

/* May a block without games have such a section? */
static int is_of_text(uint8_t type)
{
    return type == BCGN_SECTION_TAIL || section_is_of_files(type);
}

/* Of a section that is not optional. */
static enum pgnpack_status check_section(const struct block_decoder *decoder,
                                         const struct section_entry *entry, struct seen_sections *seen,
                                         struct move_sections *moves, struct error *error)
{
    const struct section_kind *kind = section_kind_of(entry->type);
    if (!section_is_known(entry->type))
        return error_newer(error, "section type", entry->type);
    if (decoder->header.flags & BCGN_BLOCK_ANNEX)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "an annex has a section that only games have (%s)",
                         kind->name);
    if (decoder->header.game_count == 0 && !is_of_text(entry->type))
        return error_set(error, PGNPACK_ERROR_CORRUPT,
                         "a block without games has a section that only games have (%s)", kind->name);
    if (kind->index == SECTION_INDEX_FLAGS && entry->index > BCGN_TAG_MODEL_BY_PLIES)
        return error_newer(error, "index of tag numbers", entry->index);
    enum pgnpack_status status = PGNPACK_OK;
    if (kind->index == SECTION_INDEX_CODEC || kind->index == SECTION_INDEX_PLY)
        status = check_moves(entry, moves, error);
    else if (!note_section(seen, entry))
        status = error_set(error, PGNPACK_ERROR_CORRUPT,
                           "a block has a section twice, or of a column that cannot be (%s)", kind->name);
    if (status == PGNPACK_OK && !is_of_profile(entry, decoder->profile))
        status = error_set(error, PGNPACK_ERROR_CORRUPT,
                           "the file's header excludes what a block has (%s): it is of the simple profile",
                           kind->name);
    return status;
}

/* There is one table of tags, and it says how they are told. */
static int tables_of_tags_agree(const struct block_decoder *decoder)
{
    if (block_tags_go_by_model(decoder))
        return first_of(decoder, BCGN_SECTION_TAG_CODECS) == NULL;
    return first_of(decoder, BCGN_SECTION_TAG_NUMBERS) == NULL &&
           first_of(decoder, BCGN_SECTION_TAG_BY_MOVES) == NULL;
}

/* A section without bytes is as none. */
static int has_bytes(const struct section_entry *entry)
{
    return entry != NULL && entry->raw_size != 0;
}

/* Comments that have templates name them, and only those do. */
static int comments_have_templates(const struct block_decoder *decoder)
{
    return has_bytes(first_of(decoder, BCGN_SECTION_COMMENT_IDS)) ==
           has_bytes(first_of(decoder, BCGN_SECTION_COMMENT_TEMPLATES));
}

/* Each section once, each of a known kind. */
static enum pgnpack_status check_sections(struct block_decoder *decoder, struct error *error)
{
    struct seen_sections seen = {0};
    struct move_sections moves = {0};
    memset(decoder->first_of_type, 0, sizeof decoder->first_of_type);
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        if (entry->type & BCGN_SECTION_OPTIONAL)
            continue;
        enum pgnpack_status status = check_section(decoder, entry, &seen, &moves, error);
        if (status != PGNPACK_OK)
            return status;
        if (decoder->first_of_type[entry->type] == NULL)
            decoder->first_of_type[entry->type] = entry;
    }
    if (has_bytes(first_of(decoder, BCGN_SECTION_FILES)) !=
        ((decoder->header.flags & BCGN_BLOCK_MORE_FILES) != 0))
        return block_corrupt(error, "a block has several files and does not say so, or the reverse");
    if (!tables_of_tags_agree(decoder))
        return block_corrupt(error,
                             "a block has tags of both profiles, or modelled tags without their table");
    if (!comments_have_templates(decoder))
        return block_corrupt(error,
                             "a block has templates of comments that no comment names, or the reverse");
    return PGNPACK_OK;
}

/* ---- The plan ---- */

void block_decoder_ask_tags(struct block_decoder *decoder, const struct text *names, size_t count)
{
    decoder->tag_names = names;
    decoder->tag_name_count = count;
}

/* Moves alone need few tags, or none. */
static int restricts_tags(const struct block_decoder *decoder)
{
    if (decoder->header.game_count == 0 || (decoder->parts & BLOCK_TEXT))
        return 0;
    return decoder->parts & BLOCK_TAGS ? decoder->tag_names != NULL : (decoder->parts & BLOCK_MOVES) != 0;
}

/* Do the block's moves depend on a tag of that name? */
static int moves_ask_for(const struct block_decoder *decoder, struct text name)
{
    const struct section_entry *moves = first_of(decoder, BCGN_SECTION_MOVES);
    if (text_is(name, "FEN"))
        return 1;
    return moves != NULL && moves->index == MOVE_CODEC_BEST && policy_hints_are_from(name);
}

static enum tag_interest interest_in(const struct block_decoder *decoder, struct text name)
{
    for (size_t i = 0; (decoder->parts & BLOCK_TAGS) && i < decoder->tag_name_count; i++)
        if (text_equal(name, decoder->tag_names[i]))
            return TAG_ASKED_FOR;
    int is_control =
        text_is(name, COMMENT_CLOCK_TAG) && first_of(decoder, BCGN_SECTION_COMMENT_MODEL) != NULL;
    int is_needed = is_control || moves_ask_for(decoder, name);
    return (decoder->parts & BLOCK_MOVES) && is_needed ? TAG_FOR_MOVES : TAG_PASSED_OVER;
}

/* Returns 0 when there is no memory. */
static int ask_tags(struct block_decoder *decoder)
{
    uint8_t asked[BCGN_TAG_NAME_COUNT_MAX];
    for (unsigned i = 0; i < decoder->schemas.name_count; i++)
        asked[i] = (uint8_t)interest_in(decoder, decoder->schemas.names[i]);
    decoder->knows_interests = 1;
    return tag_decoder_ask(&decoder->tags, &decoder->schemas, block_table_of_tags(decoder),
                           block_tags_go_by_model(decoder), asked);
}

/* For which parts is it needed? */
static unsigned parts_of_entry(const struct block_decoder *decoder, const struct section_entry *entry)
{
    unsigned parts = section_kind_of(entry->type)->needed_for;
    return (parts & BLOCK_SHAPE) && block_tags_need_plies(decoder) ? parts | BLOCK_TAGS : parts;
}

/* Tags are asked for, and some may have to wait for the moves. */
static int moves_tell_tags(const struct block_decoder *decoder)
{
    return (decoder->parts & BLOCK_TAGS) != 0 && first_of(decoder, BCGN_SECTION_TAG_BY_MOVES) != NULL;
}

/* All sections of the parts; moves, too, where tags may need them. Returns how many bytes they unpack to. */
static size_t plan_sections(struct block_decoder *decoder)
{
    unsigned parts = moves_tell_tags(decoder) ? decoder->parts | BLOCK_MOVES : decoder->parts;
    size_t raw_size = 0;
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        decoder->wants[i] = (parts_of_entry(decoder, &decoder->entries[i]) & parts) != 0;
        if (decoder->wants[i])
            raw_size += decoder->entries[i].raw_size;
    }
    return raw_size;
}

/* Does nobody need the section, whatever is asked for besides tags? */
static int is_passed_over(const struct block_decoder *decoder, const struct section_entry *entry)
{
    if (section_kind_of(entry->type)->index == SECTION_INDEX_TAG)
        return tag_decoder_interest(&decoder->tags, entry->index) < TAG_REFERRED_TO;
    int is_of_all_tags = entry->type == BCGN_SECTION_SCHEMA_IDS || entry->type == BCGN_SECTION_TAG_NUMBERS ||
                         entry->type == BCGN_SECTION_TAG_BY_MOVES;
    return is_of_all_tags && !tag_decoder_needs_values(&decoder->tags);
}

/* The tables of tags are there: strikes off what nobody asked for. */
static enum pgnpack_status restrict_plan(struct block_decoder *decoder, struct error *error)
{
    enum pgnpack_status status = block_read_schemas(decoder, error);
    if (status != PGNPACK_OK)
        return status;
    int done = ask_tags(decoder);
    if (done && (decoder->parts & BLOCK_MOVES) == 0 && moves_tell_tags(decoder) &&
        tag_decoder_asks_moves(&decoder->tags)) {
        decoder->parts |= BLOCK_MOVES;
        done = ask_tags(decoder);
    }
    if (!done)
        return error_no_memory(error);
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        if (is_passed_over(decoder, entry) || !(parts_of_entry(decoder, entry) & decoder->parts))
            decoder->wants[i] = 0;
    }
    return PGNPACK_OK;
}

/* ---- Loading ---- */

static int allocate_tables(struct block_decoder *decoder)
{
    int done = MEMORY_GROW(decoder->memory, decoder->entries, decoder->entry_capacity,
                           decoder->header.section_count + 1u);
    return done && tag_decoder_clear(&decoder->tags) && comment_decoder_clear(&decoder->comments);
}

static int allocate_raw(struct block_decoder *decoder, size_t size)
{
    int done = MEMORY_GROW(decoder->memory, decoder->raw, decoder->raw_capacity, size + 1);
    decoder->raw_size = 0;
    return done;
}

static enum pgnpack_status read_table(struct block_decoder *decoder, const struct block_bytes *block,
                                      struct error *error)
{
    const struct block_header *header = &decoder->header;
    const uint8_t *table =
        block->fetch(block->context, BCGN_BLOCK_HEADER_SIZE, block_table_size(header), error);
    return table == NULL ? error->status : block_table_read(table, header, decoder->entries, error);
}

enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const struct block_bytes *block, unsigned parts, struct error *error)
{
    decoder->header = *header;
    decoder->parts = parts;
    decoder->lacks_tags = restricts_tags(decoder);
    decoder->knows_interests = 0;
    decoder->move_codec = MOVE_CODEC_INDEX;
    decoder->move_pieces.count = 0;
    memset(decoder->columns, 0, sizeof decoder->columns);
    if (!allocate_tables(decoder))
        return error_no_memory(error);
    enum pgnpack_status status = work_spend(&decoder->work, WORK_BLOCK, error);
    if (status == PGNPACK_OK)
        status = read_table(decoder, block, error);
    if (status == PGNPACK_OK)
        status = check_sections(decoder, error);
    if (status == PGNPACK_OK && !allocate_raw(decoder, plan_sections(decoder)))
        status = error_no_memory(error);
    return status;
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

static enum pgnpack_status load_section(struct block_decoder *decoder, const struct section_entry *entry,
                                        const uint8_t *stored, struct error *error)
{
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

/* Neighbours, and what little nobody asked for between them, that are fetched in one go. */
struct section_run {
    size_t first, behind; /* sections first .. behind - 1 */
    size_t offset, size;  /* of the block's bytes */
};

static int is_wanted(const struct block_decoder *decoder, size_t i, unsigned parts)
{
    return decoder->wants[i] && (parts_of_entry(decoder, &decoder->entries[i]) & parts) != 0;
}

/* Before the first section. */
static struct section_run before_runs(const struct block_decoder *decoder)
{
    return (struct section_run){.offset = BCGN_BLOCK_HEADER_SIZE + block_table_size(&decoder->header)};
}

/* The next run behind the present one, with gaps up to `gap_max`. Returns 0 when there is none. */
static int find_run(const struct block_decoder *decoder, unsigned parts, size_t gap_max,
                    struct section_run *run)
{
    size_t count = decoder->header.section_count;
    size_t i = run->behind;
    size_t gap = 0; /* not asked for, since the last section that is */
    run->offset += run->size;
    run->size = 0;
    for (; i < count && !is_wanted(decoder, i, parts); i++)
        run->offset += decoder->entries[i].stored_size;
    run->first = run->behind = i;
    for (; i < count && gap <= gap_max; i++) {
        gap += decoder->entries[i].stored_size;
        if (is_wanted(decoder, i, parts)) {
            run->size += gap;
            run->behind = i + 1;
            gap = 0;
        }
    }
    return run->behind != run->first;
}

static enum pgnpack_status load_run(struct block_decoder *decoder, const struct block_bytes *block,
                                    unsigned parts, const struct section_run *run, struct error *error)
{
    const uint8_t *stored = block->fetch(block->context, run->offset, run->size, error);
    enum pgnpack_status status = stored == NULL ? error->status : PGNPACK_OK;
    for (size_t i = run->first; i < run->behind && status == PGNPACK_OK; i++) {
        if (is_wanted(decoder, i, parts)) {
            status = load_section(decoder, &decoder->entries[i], stored, error);
            decoder->wants[i] = 0;
        }
        stored += decoder->entries[i].stored_size;
    }
    return status;
}

/* Those of the planned sections that are needed for the parts. */
static enum pgnpack_status load_planned(struct block_decoder *decoder, const struct block_bytes *block,
                                        unsigned parts, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    struct section_run run = before_runs(decoder);
    while (block->expect != NULL && find_run(decoder, parts, block->gap, &run))
        block->expect(block->context, run.offset, run.size);
    run = before_runs(decoder);
    while (status == PGNPACK_OK && find_run(decoder, parts, block->gap, &run))
        status = load_run(decoder, block, parts, &run, error);
    return status;
}

enum pgnpack_status block_decoder_load(struct block_decoder *decoder, const struct block_bytes *block,
                                       struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (decoder->lacks_tags) {
        status = load_planned(decoder, block, BLOCK_TAG_TABLES, error);
        if (status == PGNPACK_OK)
            status = restrict_plan(decoder, error);
    } else if (moves_tell_tags(decoder)) {
        decoder->parts |= BLOCK_MOVES;
    }
    return status == PGNPACK_OK ? load_planned(decoder, block, BLOCK_ANY_PART, error) : status;
}

/* ---- Optional sections ---- */

enum pgnpack_status block_decoder_check_optional(struct block_decoder *decoder, const uint8_t *block,
                                                 struct error *error)
{
    const uint8_t *stored = block + BCGN_BLOCK_HEADER_SIZE + block_table_size(&decoder->header);
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < decoder->header.section_count && status == PGNPACK_OK; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        if (entry->type & BCGN_SECTION_OPTIONAL) {
            uint64_t work = WORK_SECTION + (uint64_t)entry->stored_size * WORK_STORED_BYTE;
            status = work_spend(&decoder->work, work, error);
            if (status == PGNPACK_OK)
                status = section_check(entry, stored, error);
        }
        stored += entry->stored_size;
    }
    return status;
}
