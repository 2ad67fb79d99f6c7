/* Public functions: an opened database. Finds its blocks by the index at the end. */
#include <string.h>

#include "container/sections/block_format.h"
#include "container/sections/work_costs.h"
#include "lib/open/game_ids.h"
#include "lib/open/reader_rebuild.h"
#include "lib/open/reader_records.h"
#include "lib/open/reader_torn.h"
#include "util/bisect.h"

static const struct handle_kind reader_kind;

struct pgnpack_reader *pgnpack_reader_new(const struct pgnpack_options *options)
{
    struct pgnpack_reader *reader = handle_new(options, sizeof *reader, &reader_kind);
    if (reader == NULL)
        return NULL;
    reader->ids = game_ids_new(&reader->memory);
    if (reader->ids == NULL) {
        handle_free(reader, sizeof *reader);
        return NULL;
    }
    reader->work_limit = handle_work_limit(options);
    path_source_init(&reader->file, &reader->memory);
    if (handle_check_options(options, &reader->misuse) == PGNPACK_OK)
        net_store_fill(&reader->nets, &reader->memory, options, &reader->misuse);
    reader->error = reader->misuse;
    block_index_init(&reader->index, &reader->memory);
    segment_list_init(&reader->segments, &reader->memory);
    deleted_games_init(&reader->deleted, &reader->memory);
    deleted_games_init(&reader->skipped, &reader->memory);
    return reader;
}

static void free_reader(void *handle)
{
    struct pgnpack_reader *reader = handle;
    pgnpack_free(reader->search_index);
    block_index_free(&reader->index);
    segment_list_free(&reader->segments);
    deleted_games_free(&reader->deleted);
    deleted_games_free(&reader->skipped);
    game_ids_free(reader->ids);
    path_source_close(&reader->file);
    net_store_free(&reader->nets, &reader->memory);
    handle_free(reader, sizeof *reader);
}

/* ---- By the index ---- */

/* Reads the end mark of the segment that ends at `end`; sets where it begins. */
static enum pgnpack_status read_end_mark(struct pgnpack_reader *reader, uint64_t end, struct end_mark *mark,
                                         struct error *error)
{
    uint8_t bytes[BCGN_END_MARK_SIZE];
    if (end < sizeof bytes)
        return error_set(error, PGNPACK_ERROR_TRUNCATED,
                         "the file was not closed properly: its end is missing");
    enum pgnpack_status status = reader_read(reader, end - sizeof bytes, bytes, sizeof bytes, error);
    if (status == PGNPACK_OK)
        status = end_mark_read(bytes, mark, error);
    if (status == PGNPACK_ERROR_UNSUPPORTED)
        error_locate(error, 0, 0, end - sizeof bytes);
    if (status == PGNPACK_OK && mark->segment_size > end)
        status = error_set(error, PGNPACK_ERROR_CORRUPT, "the file's end mark has impossible sizes");
    return status;
}

/* Unpacks the footer's index, whose `size` bytes come behind the segment's beginning and blocks. */
static enum pgnpack_status add_index(struct pgnpack_reader *reader, const uint8_t *footer, size_t size,
                                     uint64_t begin, uint64_t offset, struct error *error)
{
    struct footer_head head;
    enum pgnpack_status status = footer_head_read(footer, offset - begin, &head, error);
    if (status == PGNPACK_OK)
        status = work_spend(&reader->work, work_of_index(head.raw_size), error);
    if (status == PGNPACK_ERROR_LIMIT)
        error_locate(error, 0, 0, offset);
    return status == PGNPACK_OK ? footer_read(footer, size, offset - begin, begin, &reader->index, error)
                                : status;
}

static enum pgnpack_status read_footer(struct pgnpack_reader *reader, uint64_t begin,
                                       const struct end_mark *mark, struct error *error)
{
    uint64_t footer_offset = begin + mark->segment_size - BCGN_END_MARK_SIZE - mark->footer_size;
    uint64_t games_before = reader->index.game_count;
    uint8_t *footer = memory_get(&reader->memory, mark->footer_size);
    if (footer == NULL)
        return error_no_memory(error);
    enum pgnpack_status status = reader_read(reader, footer_offset, footer, mark->footer_size, error);
    if (status == PGNPACK_OK)
        status = add_index(reader, footer, mark->footer_size, begin, footer_offset, error);
    memory_release(&reader->memory, footer, mark->footer_size);
    if (status != PGNPACK_OK)
        return status;
    const struct block_index *index = &reader->index;
    const struct index_entry *last = index->count == 0 ? NULL : &index->entries[index->count - 1];
    uint64_t blocks_end = begin + BCGN_FILE_HEADER_SIZE;
    if (last != NULL && last->offset >= begin)
        blocks_end = last->offset + last->block_size;
    if (blocks_end != footer_offset || index->game_count - games_before != mark->game_count)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the index at the file's end is not in order");
    return PGNPACK_OK;
}

struct segment_end {
    uint64_t end;
    struct end_mark mark;
};

/* Where the segments end, from the last to the first. Grows `ends`. */
static enum pgnpack_status find_segments(struct pgnpack_reader *reader, struct segment_end **ends,
                                         size_t *count, size_t *capacity, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t end = reader->file_size; end > 0 && status == PGNPACK_OK;) {
        struct end_mark mark = {0};
        if (!MEMORY_GROW(&reader->memory, *ends, *capacity, *count + 1))
            return error_no_memory(error);
        status = read_end_mark(reader, end, &mark, error);
        (*ends)[(*count)++] = (struct segment_end){end, mark};
        end -= status == PGNPACK_OK ? mark.segment_size : 0;
    }
    return status;
}

static enum pgnpack_status open_by_index(struct pgnpack_reader *reader, struct error *error)
{
    struct segment_end *ends = NULL;
    size_t count = 0;
    size_t capacity = 0;
    reader->read_only = 0;
    enum pgnpack_status status = find_segments(reader, &ends, &count, &capacity, error);
    while (count-- > 0 && status == PGNPACK_OK) {
        const struct end_mark *mark = &ends[count].mark;
        uint64_t begin = ends[count].end - mark->segment_size;
        size_t first_block = reader->index.count;
        status = read_footer(reader, begin, mark, error);
        if (status == PGNPACK_OK &&
            !segment_list_add(&reader->segments, &reader->index, first_block,
                              reader->index.count - first_block, begin, mark->segment_size))
            status = error_no_memory(error);
        reader->read_only |= mark->kind.features.read_only;
    }
    memory_release(&reader->memory, ends, capacity * sizeof *ends);
    return status;
}

/* How the file begins. One damaged or missing says nothing yet: the blocks and the index may be whole. */
static enum pgnpack_status check_header(struct pgnpack_reader *reader, struct error *error)
{
    uint8_t header[BCGN_FILE_HEADER_SIZE] = {0};
    struct file_header facts; /* the blocks tell what they need */
    size_t size = reader->file_size < sizeof header ? (size_t)reader->file_size : sizeof header;
    if (size == 0)
        return error_set(error, PGNPACK_ERROR_NOT_BCGN, "the file is empty");
    enum pgnpack_status status = reader_read(reader, 0, header, size, error);
    if (status == PGNPACK_OK && size < sizeof header && memcmp(header, "BCGN", size < 4 ? size : 4) == 0)
        return error_set(error, PGNPACK_ERROR_TRUNCATED, "the file ends too early: a part of it is missing");
    return status == PGNPACK_OK ? file_header_read(header, &facts, error) : status;
}

/*
 * A file that does not begin as one should may have lost its beginning, and then has a block not far from its start;
 * one that has none is not ours.
 */
static void open_without_index(struct pgnpack_reader *reader, const struct error *header_error,
                               const struct error *cause)
{
    int is_ours = header_error->status != PGNPACK_ERROR_NOT_BCGN;
    reader->info.torn = PGNPACK_TORN_NOT;
    enum pgnpack_status status = reader_open_by_blocks(reader, is_ours ? UINT64_MAX : BCGN_BLOCK_SIZE_MAX);
    if (status == PGNPACK_OK && !is_ours && reader->index.count == 0) {
        reader->error = *header_error;
        return;
    }
    reader->is_rebuilt = status == PGNPACK_OK;
    if (status == PGNPACK_OK)
        error_set(&reader->error, PGNPACK_ERROR_TRUNCATED, "%s",
                  is_ours ? cause->text : "the file's beginning is missing, or something is before it");
    error_locate(&reader->error, 0, 0, reader->file_size);
}

static void forget_index(struct pgnpack_reader *reader)
{
    block_index_clear(&reader->index);
    segment_list_clear(&reader->segments);
}

/* By the index of what was committed. */
static enum pgnpack_status open_committed(struct pgnpack_reader *reader, const struct torn_end *torn,
                                          uint64_t file_size, struct error *error)
{
    error_clear(error);
    forget_index(reader);
    reader->info.torn = torn->kind;
    reader->info.torn_size = torn->size;
    reader->file_size = torn->end;
    memcpy(reader->end_mark, torn->mark, sizeof reader->end_mark);
    enum pgnpack_status status = open_by_index(reader, error);
    if (status == PGNPACK_OK)
        return PGNPACK_OK;
    forget_index(reader);
    reader->info.torn = PGNPACK_TORN_NOT;
    reader->info.torn_size = 0;
    reader->file_size = file_size;
    return status;
}

static int is_damage(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED;
}

/* What is committed of a file that does not end with an end mark. */
static enum pgnpack_status open_torn(struct pgnpack_reader *reader, struct error *cause)
{
    struct error trouble;
    struct torn_end torn;
    uint64_t file_size = reader->file_size;
    error_clear(&trouble);
    enum pgnpack_status status = reader_find_torn(reader, &torn, &trouble);
    if (status == PGNPACK_OK && torn.kind == PGNPACK_TORN_NOT)
        return cause->status;
    if (status == PGNPACK_OK)
        status = open_committed(reader, &torn, file_size, &trouble);
    if (is_damage(status) && torn.kind == PGNPACK_TORN_UNMARKED) { /* its index is not what its blocks are */
        torn_end_set_damaged(&torn, file_size);
        status = open_committed(reader, &torn, file_size, &trouble);
    }
    if (!is_damage(status))
        *cause = trouble;
    return cause->status;
}

static enum pgnpack_status open_file(struct pgnpack_reader *reader)
{
    struct error header_error;
    struct error cause;
    error_clear(&header_error);
    error_clear(&cause);
    enum pgnpack_status header_status = check_header(reader, &header_error);
    reader->header_status = header_status;
    if (header_status != PGNPACK_OK && header_status != PGNPACK_ERROR_CORRUPT &&
        header_status != PGNPACK_ERROR_NOT_BCGN) {
        reader->error = header_error;
        return header_status;
    }
    if (reader->file_size == 0) {
        reader->error = header_error;
        return header_status;
    }
    enum pgnpack_status status = open_by_index(reader, &cause);
    if (status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED)
        status = open_torn(reader, &cause);
    if (status == PGNPACK_OK)
        status = reader_read_records(reader, &cause);
    if (status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED)
        open_without_index(reader, &header_error, &cause);
    else
        reader->error = cause;
    if (reader->error.status == PGNPACK_OK && reader->info.torn == PGNPACK_TORN_DAMAGED)
        reader_tell_damaged_end(reader, &reader->error);
    return reader->error.status;
}

/*
 * The end mark and, if there are not many blocks, the index before it, in one read: of a gap's size, since what is not needed
 * of it is read for nothing. A file that turns out to be shorter is looked at as far as it goes.
 */
static enum pgnpack_status read_tail(struct pgnpack_reader *reader)
{
    enum { TAIL_SIZE_MIN = 2 << 10, TAIL_SIZE_MAX = 16 << 10 };
    struct error error;
    size_t most = reader->gap < TAIL_SIZE_MIN   ? TAIL_SIZE_MIN
                  : reader->gap > TAIL_SIZE_MAX ? TAIL_SIZE_MAX
                                                : reader->gap;
    size_t size = reader->file_size < most ? (size_t)reader->file_size : most;
    uint8_t *tail = size == 0 ? NULL : memory_get(&reader->memory, size);
    if (tail == NULL)
        return size == 0 ? PGNPACK_OK : error_no_memory(&reader->error);
    error_clear(&error);
    enum pgnpack_status status = reader_read(reader, reader->file_size - size, tail, size, &error);
    if (status == PGNPACK_OK) {
        reader->tail = tail;
        reader->tail_size = size;
        reader->tail_offset = reader->file_size - size;
        return PGNPACK_OK;
    }
    memory_release(&reader->memory, tail, size);
    if (status == PGNPACK_ERROR_TRUNCATED)
        return PGNPACK_OK;
    reader->error = error;
    return status;
}

static enum pgnpack_status open_whole(struct pgnpack_reader *reader)
{
    enum pgnpack_status status = read_tail(reader);
    if (status == PGNPACK_OK)
        status = open_file(reader);
    memory_release(&reader->memory, reader->tail, reader->tail_size);
    reader->tail = NULL;
    reader->tail_size = 0;
    return status;
}

/* ---- Where to read ---- */

static int memory_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    const struct pgnpack_reader *reader = opaque;
    uint64_t rest = offset < reader->file_size ? reader->file_size - offset : 0;
    *size_ret = size < rest ? size : (size_t)rest;
    if (*size_ret != 0)
        memcpy(bytes, reader->bytes + offset, *size_ret);
    return 0;
}

static enum pgnpack_status open_path(struct pgnpack_reader *reader, const char *path)
{
    if (path_source_open(&reader->file, path, FILE_NEVER_WAITS, &reader->error) == PGNPACK_OK &&
        reader->file.size == UINT64_MAX) {
        error_set(&reader->error, PGNPACK_ERROR_READ,
                  "this is a pipe or a device, and a database is read from a file: unpack it as a stream");
        path_source_name(&reader->file, &reader->error);
    }
    return reader->error.status;
}

static void set_file(struct pgnpack_reader *reader, pgnpack_read_at_function read_at, void *opaque,
                     uint64_t file_size)
{
    reader->read_at = read_at;
    reader->opaque = opaque;
    reader->file_size = file_size;
}

static size_t gap_of(const struct pgnpack_source *source)
{
    if (source->bytes != NULL || source->gap == PGNPACK_GAP_NONE)
        return 0;
    size_t gap = source->gap != 0 ? source->gap : PGNPACK_GAP_DEFAULT;
    return gap < BCGN_BLOCK_SIZE_MAX ? gap : BCGN_BLOCK_SIZE_MAX;
}

static size_t keep_of(const struct pgnpack_source *source)
{
    return source->cache_size == PGNPACK_CACHE_NONE ? 0
           : source->cache_size != 0                ? source->cache_size
                                                    : PGNPACK_CACHE_DEFAULT;
}

static enum pgnpack_status set_source(struct pgnpack_reader *reader, const struct pgnpack_source *source)
{
    if (source->path != NULL && open_path(reader, source->path) != PGNPACK_OK)
        return reader->error.status;
    reader->bytes = source->bytes;
    reader->gap = gap_of(source);
    reader->keep_size = keep_of(source);
    reader->prefetch = source->prefetch;
    reader->prefetch_opaque = source->opaque;
    if (source->path != NULL)
        set_file(reader, path_source_read_at, &reader->file, reader->file.size);
    else if (source->bytes != NULL)
        set_file(reader, memory_read_at, reader, source->byte_count);
    else
        set_file(reader, source->read_at, source->opaque, source->file_size);
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_reader_open(struct pgnpack_reader *reader, const struct pgnpack_source *source)
{
    struct pgnpack_source own = {.size = 0};
    if (reader->is_lent) {
        reader_begin(reader, &reader->error);
        error_set(&reader->error, PGNPACK_ERROR_ARGUMENT,
                  "the reader is a database's, and opens nothing else");
        return handle_end_with(&reader->memory, &reader->error, PGNPACK_ERROR_ARGUMENT);
    }
    enum pgnpack_status status = reader_start_opening(reader);
    if (status == PGNPACK_OK)
        status = handle_copy_source(&own, source, 0, &reader->error);
    if (status == PGNPACK_OK)
        status = set_source(reader, &own);
    if (status == PGNPACK_OK)
        status =
            own.layout != NULL ? reader_read_layout(reader, own.layout, own.layout_size) : open_whole(reader);
    return reader_end_opening(reader, status);
}

/* ---- What is in it ---- */

const struct pgnpack_reader_info *pgnpack_reader_info(const struct pgnpack_reader *reader)
{
    return &reader->info;
}

int pgnpack_reader_block(const struct pgnpack_reader *reader, uint64_t n, struct pgnpack_block_info *info_ret)
{
    struct pgnpack_block_info info = {.offset = 0};
    int exists = n < reader->index.count;
    if (exists) {
        const struct index_entry *entry = &reader->index.entries[n];
        info.offset = entry->offset;
        info.size = entry->block_size;
        info.text_size = entry->text_size;
        info.first_game = entry->games_before + 1;
        info.game_count = entry->game_count;
        info.date_min = entry->date_min;
        info.date_max = entry->date_max;
        info.elo_min = entry->elo_min;
        info.elo_max = entry->elo_max;
        info.begins_file = reader_begins_file(reader, (size_t)n);
        info.has_files = (entry->flags & BCGN_BLOCK_MORE_FILES) != 0;
        info.is_annex = (entry->flags & BCGN_BLOCK_ANNEX) != 0;
        info.continues = (entry->flags & BCGN_BLOCK_CONTINUES) != 0;
    }
    if (info_ret != NULL)
        *info_ret = info;
    return exists;
}

/* The first block that begins at or behind text byte `text`; the number of blocks if none does. */
static size_t block_at_text(const struct block_index *index, uint64_t text)
{
    size_t i;
    BISECT(i, 0, index->count, index->entries[i].text_before >= text);
    return i;
}

/* `part` / `parts` of `whole`, without overflow. */
static uint64_t share_of(uint64_t whole, uint64_t part, uint64_t parts)
{
    return whole / parts * part + whole % parts * part / parts;
}

static uint64_t games_before_block(const struct block_index *index, uint64_t block)
{
    return block == index->count ? index->game_count : index->entries[block].games_before;
}

int pgnpack_reader_shard(const struct pgnpack_reader *reader, uint64_t i, uint64_t n,
                         struct pgnpack_shard *shard_ret)
{
    struct pgnpack_shard shard = {.first_game = 1};
    const struct block_index *index = &reader->index;
    int exists = i < n && n <= UINT32_MAX;
    if (exists) {
        uint64_t end = i + 1 == n ? index->count : block_at_text(index, share_of(index->text_size, i + 1, n));
        shard.first_block = block_at_text(index, share_of(index->text_size, i, n));
        shard.block_count = end - shard.first_block;
        shard.first_game = games_before_block(index, shard.first_block) + 1;
        shard.game_count = games_before_block(index, end) + 1 - shard.first_game;
    }
    if (shard_ret != NULL)
        *shard_ret = shard;
    return exists;
}

uint64_t pgnpack_reader_find_block(const struct pgnpack_reader *reader, uint64_t number)
{
    const struct block_index *index = &reader->index;
    if (number == 0 || number > index->game_count)
        return index->count;
    return (uint64_t)(block_index_find_game(index, number - 1) - index->entries);
}

static uint64_t work_of_reader(const void *handle)
{
    const struct pgnpack_reader *reader = handle;
    return reader->work.done;
}

static const struct handle_kind reader_kind = {
    .free = free_reader, .work = work_of_reader, HANDLE_ERROR(struct pgnpack_reader)};
