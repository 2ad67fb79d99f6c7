/*
 * Public functions: an index for searches beside a database that has none inside, or not all of it. It is a file of the same
 * kind, of annexes alone: one for each of the database's blocks, in their order, bound to the hash of the block's text; and
 * one for all of it. docs/FORMAT.md, "Indexes beside a database".
 */
#include <string.h>

#include "block/line_trace.h"
#include "lib/write/annex.h"
#include "lib/read/cursor.h"
#include "base/sink_front.h"
#include "lib/search/search_block.h"
#include "util/bytes.h"
#include "util/xxh64.h"

enum { HASH_SIZE = 8 };

struct index_writer {
    struct memory *memory;
    struct pgnpack_cursor *cursor;
    struct position_columns_writer columns;
    struct annex annex;
    struct block_index index; /* of the annexes */
    struct opening_lines openings;
    struct tree_builder tree;
    struct output out;
    uint64_t written;
    struct buffer hashes; /* of all blocks' texts */
    const struct pgnpack_index_options *options;
    struct error *error;
};

/* ---- Annexes ---- */

static enum pgnpack_status add_section(struct index_writer *writer, uint8_t type, uint16_t index,
                                       const void *bytes, size_t size)
{
    return annex_add(&writer->annex, type, index, bytes, size, writer->error);
}

static enum pgnpack_status flush(struct index_writer *writer)
{
    writer->written += writer->out.bytes.size;
    return output_flush(&writer->out, writer->error);
}

/* The sections so far become an annex. */
static enum pgnpack_status write_annex(struct index_writer *writer)
{
    enum pgnpack_status status =
        annex_write(&writer->annex, &writer->index, &writer->out.bytes, writer->error);
    return status == PGNPACK_OK ? flush(writer) : status;
}

/* Goes through the games of a block, for the columns and the tree. */
static enum pgnpack_status read_games(struct index_writer *writer, const struct index_entry *entry)
{
    const struct pgnpack_game *game;
    struct pawn_trace trace;
    position_columns_writer_clear(&writer->columns);
    opening_lines_clear(&writer->openings);
    writer->cursor->next = entry->games_before;
    for (uint32_t i = 0; i < entry->game_count; i++) {
        if (pgnpack_cursor_next(writer->cursor, &game) != PGNPACK_OK) {
            *writer->error = writer->cursor->error;
            return writer->error->status;
        }
        line_trace(game_of(game), &trace);
        if (!position_columns_add(&writer->columns, &trace) ||
            !opening_lines_add(&writer->openings, game_of(game)))
            return error_no_memory(writer->error);
    }
    opening_lines_tell(&writer->openings, &writer->tree);
    return PGNPACK_OK;
}

static enum pgnpack_status add_columns(struct index_writer *writer)
{
    if (!position_columns_finish(&writer->columns))
        return error_no_memory(writer->error);
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++) {
        const struct buffer *bytes = &writer->columns.columns[i];
        if (add_section(writer, BCGN_SECTION_POSITIONS, (uint16_t)i, bytes->data, bytes->size) != PGNPACK_OK)
            return writer->error->status;
    }
    return PGNPACK_OK;
}

/* The annex of a block: none of its columns where it has its own. */
static enum pgnpack_status write_block_annex(struct index_writer *writer, struct search_source *source,
                                             size_t number)
{
    uint8_t hash[HASH_SIZE];
    const struct index_entry *entry = &source->reader->index.entries[number];
    struct search_block *block = search_block_open(source, source->reader, number, writer->error);
    if (block == NULL && writer->error->status == PGNPACK_OK)
        return error_set(writer->error, PGNPACK_ERROR_CORRUPT, "a block is not the one that the index names");
    if (block == NULL)
        return writer->error->status;
    int has_own = search_block_columns(source, block, writer->error) != NULL;
    store_le64(hash, block->text_hash);
    search_block_free(source, block);
    if (writer->error->status != PGNPACK_OK && !status_is_damage(writer->error->status))
        return writer->error->status;
    error_clear(writer->error);
    buffer_append(&writer->hashes, hash, sizeof hash);
    enum pgnpack_status status = add_section(writer, BCGN_SECTION_INDEX_OF, 0, hash, sizeof hash);
    if (status == PGNPACK_OK)
        status = read_games(writer, entry);
    if (status == PGNPACK_OK && !has_own && entry->game_count != 0)
        status = add_columns(writer);
    return status == PGNPACK_OK ? write_annex(writer) : status;
}

/* The opening tree of all of the database. */
static enum pgnpack_status add_tree(struct index_writer *writer, uint64_t game_count)
{
    struct buffer tree;
    enum pgnpack_status status = PGNPACK_OK;
    buffer_init(&tree, writer->memory);
    if (tree_builder_write(&writer->tree, opening_tree_least(game_count), &tree) != 0)
        status = add_section(writer, BCGN_SECTION_TREE, 0, tree.data, tree.size);
    if (buffer_failed(&tree))
        status = error_no_memory(writer->error);
    buffer_free(&tree);
    return status;
}

/* What is about the whole database: bound to all texts. */
static enum pgnpack_status write_last_annex(struct index_writer *writer, uint64_t game_count)
{
    uint8_t hash[HASH_SIZE];
    store_le64(hash, xxh64(writer->hashes.data, writer->hashes.size));
    enum pgnpack_status status = add_section(writer, BCGN_SECTION_INDEX_OF, 0, hash, sizeof hash);
    if (status == PGNPACK_OK)
        status = add_tree(writer, game_count);
    return status == PGNPACK_OK ? write_annex(writer) : status;
}

/* ---- The file ---- */

static enum pgnpack_status tell_progress(struct index_writer *writer, uint64_t games, uint64_t all)
{
    const struct pgnpack_index_options *options = writer->options;
    const struct pgnpack_progress told = {.done = games, .all = all};
    return handle_tell_progress(options->progress, options->progress_opaque, &told, writer->error);
}

static enum pgnpack_status write_end(struct index_writer *writer)
{
    size_t footer_start = writer->out.bytes.size;
    enum pgnpack_status status = footer_write(&writer->index, 0, &writer->out.bytes, writer->error);
    if (status != PGNPACK_OK)
        return status;
    struct end_mark mark = {.footer_size = (uint32_t)(writer->out.bytes.size - footer_start),
                            .kind.profile = BCGN_PROFILE_SIMPLE};
    mark.segment_size = writer->written + writer->out.bytes.size + BCGN_END_MARK_SIZE;
    end_mark_write(&mark, &writer->out.bytes);
    return flush(writer);
}

static enum pgnpack_status write_all(struct index_writer *writer, struct search_source *source)
{
    const struct block_index *index = &source->reader->index;
    file_header_write(BCGN_PROFILE_SIMPLE, &writer->out.bytes);
    enum pgnpack_status status = flush(writer);
    for (size_t i = 0; i < index->count && status == PGNPACK_OK; i++) {
        status = write_block_annex(writer, source, i);
        if (status != PGNPACK_OK)
            error_locate(writer->error, index->entries[i].games_before + 1, 0, index->entries[i].offset);
        else
            status = tell_progress(writer, index->entries[i].games_before + index->entries[i].game_count,
                                   index->game_count);
    }
    if (status == PGNPACK_OK)
        status = write_last_annex(writer, index->game_count);
    return status == PGNPACK_OK ? write_end(writer) : status;
}

static enum pgnpack_status write_index(struct pgnpack_reader *reader,
                                       const struct pgnpack_index_options *options, struct output *out,
                                       struct error *error)
{
    struct memory *memory = &reader->memory;
    struct index_writer writer = {.memory = memory, .options = options, .error = error, .out = *out};
    struct search_source source;
    search_source_init(&source, reader, memory);
    source.work.limit = work_limit_left(reader->work_limit, 0);
    position_columns_writer_init(&writer.columns, memory);
    annex_init(&writer.annex, memory);
    opening_lines_init(&writer.openings, memory);
    tree_builder_init(&writer.tree, &(struct tree_limits){0}, memory);
    block_index_init(&writer.index, memory);
    buffer_init(&writer.hashes, memory);
    buffer_init(&writer.out.bytes, memory);
    static const char *const names[] = {"Date", "UTCDate", "WhiteElo", "BlackElo"}; /* that trees tell */
    writer.cursor =
        cursor_new_within(reader, PGNPACK_PART_MOVES | PGNPACK_PART_SHAPE | PGNPACK_PART_TAGS, memory->limit);
    if (writer.cursor == NULL ||
        pgnpack_cursor_tags(writer.cursor, names, sizeof names / sizeof *names) != PGNPACK_OK)
        error_no_memory(error);
    else
        write_all(&writer, &source);
    handle_end_with(memory, error, error->status);
    pgnpack_free(writer.cursor);
    buffer_free(&writer.out.bytes);
    buffer_free(&writer.hashes);
    block_index_free(&writer.index);
    tree_builder_free(&writer.tree);
    opening_lines_free(&writer.openings);
    annex_free(&writer.annex);
    position_columns_writer_free(&writer.columns);
    search_source_free(&source);
    return error->status;
}

/* Can an index be made, with these options? */
static enum pgnpack_status prepare(struct pgnpack_reader *reader, const struct pgnpack_index_options *options,
                                   struct pgnpack_index_options *complete, struct error *error)
{
    reader_begin(reader, error);
    if (reader_check_open(reader, error) == PGNPACK_OK)
        handle_copy_options(complete, sizeof *complete, options, "pgnpack_index_options", error);
    return error->status;
}

enum pgnpack_status pgnpack_reader_write_index(struct pgnpack_reader *reader,
                                               const struct pgnpack_index_options *options,
                                               const struct pgnpack_sink *sink)
{
    struct pgnpack_index_options complete;
    struct sink_front to;
    struct error error;
    enum pgnpack_status status = prepare(reader, options, &complete, &error);
    sink_front_init(&to, &reader->memory);
    if (status == PGNPACK_OK)
        status = sink_front_open(&to, sink, &error);
    if (status == PGNPACK_OK)
        status = write_index(reader, &complete, &to.out, &error);
    if (status == PGNPACK_OK)
        status = sink_front_finish(&to, &error);
    path_sink_name(&to.file, &error);
    sink_front_close(&to);
    return reader_end(reader, &error, status);
}

/* ---- Use ---- */

/* Has the index an annex for each of the database's first blocks, and one more, and nothing else? Later blocks came after it. */
static int is_index_of(const struct pgnpack_reader *index, const struct pgnpack_reader *reader)
{
    if (index->index.count == 0 || index->index.count > reader->index.count + 1 || index->is_rebuilt)
        return 0;
    for (size_t i = 0; i < index->index.count; i++)
        if (index->index.entries[i].flags != BCGN_BLOCK_ANNEX)
            return 0;
    return 1;
}

/* Are these texts of a block those of the annex? What cannot be read is for searches to tell. */
static int is_annex_of(struct search_source *source, const struct pgnpack_reader *index, size_t number)
{
    struct error trouble;
    int is_its = 1;
    error_clear(&trouble);
    struct search_block *block = search_block_open(source, source->reader, number, &trouble);
    struct search_block *annex = search_block_open(source, index, number, &trouble);
    if (block != NULL && annex != NULL &&
        search_block_is_bound(source, annex, block->text_hash, &is_its, &trouble) != PGNPACK_OK)
        is_its = 1;
    search_block_free(source, annex);
    search_block_free(source, block);
    return is_its;
}

/* A look at some of the blocks, the first and the last one among them. */
static int fits(struct pgnpack_reader *reader, const struct pgnpack_reader *index)
{
    enum { LOOKS = 64 };
    struct search_source source;
    int is_its = is_index_of(index, reader);
    size_t count = is_its ? index->index.count - 1 : 0, looks = count < LOOKS ? count : LOOKS;
    search_source_init(&source, reader, &reader->memory);
    source.work.limit = work_limit_left(reader->work_limit, 0);
    for (size_t i = 0; i < looks && is_its; i++)
        is_its = is_annex_of(&source, index, looks == 1 ? 0 : i * (count - 1) / (looks - 1));
    search_source_free(&source);
    return is_its;
}

enum pgnpack_status pgnpack_reader_use_index(struct pgnpack_reader *reader,
                                             const struct pgnpack_source *source)
{
    struct error error;
    struct pgnpack_options options = {.size = sizeof options,
                                      .allocator = &reader->memory.allocator,
                                      .memory_limit = reader->memory.limit,
                                      .work_limit = reader->work_limit};
    reader_begin(reader, &error);
    if (reader_check_open(reader, &error) != PGNPACK_OK)
        return reader_end(reader, &error, error.status);
    pgnpack_free(reader->search_index);
    reader->search_index = NULL;
    if (source == NULL)
        return reader_end(reader, &error, PGNPACK_OK);
    struct pgnpack_reader *index = pgnpack_reader_new(&options);
    if (index == NULL)
        error_no_memory(&error);
    else if (pgnpack_reader_open(index, source) != PGNPACK_OK)
        error = index->error;
    else if (!fits(reader, index))
        error_set(&error, PGNPACK_ERROR_ARGUMENT, "the index is not of this database: make a new one");
    enum pgnpack_status status = reader_end(reader, &error, error.status);
    if (status == PGNPACK_OK)
        reader->search_index = index;
    else
        pgnpack_free(index);
    return status;
}
