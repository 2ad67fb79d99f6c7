/* Public functions: the blocks of an opened database, without their games. */
#include "block/column_tally.h"
#include "container/sections/work_costs.h"
#include "lib/open/cut_games.h"
#include "lib/open/reader.h"
#include "lib/read/moves_export.h"
#include "base/name_list.h"
#include "lib/read/unpack_job.h"

struct pgnpack_block_reader {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct unpack_job *job;
    int leaves_out;      /* deleted games, where the reader does */
    struct cut_game cut; /* as it was found last */
    struct column_tally tally;
    struct name_list tag_names;
    const struct index_entry *files_of; /* whose files the decoder has; NULL: none's */
    enum pgnpack_status last;
    struct error error;
    struct pgnpack_error public_error;
};

static const struct handle_kind block_reader_kind;

struct pgnpack_block_reader *pgnpack_block_reader_new(const struct pgnpack_reader *reader,
                                                      enum pgnpack_deleted deleted)
{
    struct pgnpack_block_reader *blocks =
        handle_new_like(&reader->memory, sizeof *blocks, &block_reader_kind);
    if (blocks == NULL)
        return NULL;
    blocks->reader = reader;
    blocks->leaves_out = deleted == PGNPACK_DELETED_LEFT_OUT;
    blocks->cut.block = SIZE_MAX;
    error_clear(&blocks->error);
    column_tally_init(&blocks->tally, &blocks->memory);
    name_list_init(&blocks->tag_names, &blocks->memory);
    blocks->job = unpack_job_new(&reader->memory);
    if (blocks->job != NULL) {
        blocks->job->decoder.nets = &reader->nets.nets;
        return blocks;
    }
    handle_free(blocks, sizeof *blocks);
    return NULL;
}

static void free_block_reader(void *handle)
{
    struct pgnpack_block_reader *blocks = handle;
    unpack_job_free(blocks->job);
    column_tally_free(&blocks->tally);
    name_list_free(&blocks->tag_names);
    handle_free(blocks, sizeof *blocks);
}

/* Reads the first `size` bytes of a block. */
static enum pgnpack_status read_packed(struct pgnpack_block_reader *blocks, uint64_t offset, size_t size)
{
    struct buffer *packed = &blocks->job->packed;
    buffer_clear(packed);
    if (!buffer_reserve(packed, size))
        return error_no_memory(&blocks->error);
    enum pgnpack_status status = reader_read(blocks->reader, offset, packed->data, size, &blocks->error);
    packed->size = status == PGNPACK_OK ? size : 0;
    return status;
}

/* Reads the first bytes of a block, with its header, as far as this can be read. */
static enum pgnpack_status read_head(struct pgnpack_block_reader *blocks, const struct index_entry *entry,
                                     size_t size)
{
    struct block_header *header = &blocks->job->header;
    if (size < BCGN_BLOCK_HEADER_SIZE)
        return error_set(&blocks->error, PGNPACK_ERROR_CORRUPT, "a block is too small to be one");
    enum pgnpack_status status = read_packed(blocks, entry->offset, size);
    if (status == PGNPACK_OK)
        status = block_header_read(blocks->job->packed.data, header, &blocks->error);
    if (status == PGNPACK_OK &&
        (header->block_size != entry->block_size || header->text_size != entry->text_size))
        status =
            error_set(&blocks->error, PGNPACK_ERROR_CORRUPT, "a block is not the one that the index names");
    return status;
}

/* The job's memory is another one. */
static enum pgnpack_status end(struct pgnpack_block_reader *blocks, enum pgnpack_status status)
{
    handle_end_with(&blocks->job->memory, &blocks->error, status);
    return blocks->last = handle_end_with(&blocks->memory, &blocks->error, status);
}

/* Nothing has failed, nor was memory refused. */
static int all_is_well(struct pgnpack_block_reader *blocks)
{
    return end(blocks, PGNPACK_OK) == PGNPACK_OK;
}

static enum pgnpack_status fail_at(struct pgnpack_block_reader *blocks, const struct index_entry *entry)
{
    error_locate(&blocks->error, entry->game_count != 0 ? entry->games_before + 1 : 0, 0, entry->offset);
    return blocks->last = blocks->error.status;
}

static void start_work(struct pgnpack_block_reader *blocks)
{
    work_start(&blocks->job->decoder.work, work_limit_left(blocks->reader->work_limit, 0));
}

/* NULL: there is no such block. */
static const struct index_entry *start(struct pgnpack_block_reader *blocks, uint64_t n)
{
    const struct block_index *index = &blocks->reader->index;
    if (blocks->error.status != PGNPACK_OK)
        block_decoder_free(&blocks->job->decoder);
    error_clear(&blocks->error);
    blocks->files_of = NULL;
    memory_forget_refusal(&blocks->job->memory);
    if (reader_check_open(blocks->reader, &blocks->error) != PGNPACK_OK)
        blocks->last = blocks->error.status;
    else
        blocks->last = n < index->count ? PGNPACK_OK : PGNPACK_END;
    return n < index->count ? &index->entries[n] : NULL;
}

/* What a block has of a game that is left out, and began in one before it. */
static enum pgnpack_status leave_out_rest(struct pgnpack_block_reader *blocks, size_t n)
{
    enum pgnpack_status status =
        cut_game_find(&blocks->cut, blocks->reader, n, &blocks->memory, &blocks->error);
    if (status != PGNPACK_OK)
        blocks->cut.block = SIZE_MAX;
    else if (blocks->cut.game != NO_CUT_GAME &&
             deleted_games_have(&blocks->reader->deleted, blocks->cut.game)) {
        buffer_clear(&blocks->job->text);
        file_list_last(&blocks->job->decoder.files)->text_end = 0;
    }
    return status;
}

static enum pgnpack_status read_text(struct pgnpack_block_reader *blocks, const struct index_entry *entry)
{
    enum pgnpack_status status = read_head(blocks, entry, entry->block_size);
    if (status != PGNPACK_OK)
        return status;
    blocks->job->first_game = entry->games_before;
    blocks->job->left_out =
        blocks->leaves_out && left_out_deleted(blocks->reader) ? &blocks->reader->deleted : NULL;
    unpack_job_work(blocks->job, 0);
    blocks->error = blocks->job->error;
    blocks->files_of = blocks->error.status == PGNPACK_OK ? entry : NULL;
    return blocks->error.status != PGNPACK_OK || blocks->job->left_out == NULL
               ? blocks->error.status
               : leave_out_rest(blocks, (size_t)(entry - blocks->reader->index.entries));
}

enum pgnpack_status pgnpack_block_reader_text(struct pgnpack_block_reader *blocks, uint64_t n,
                                              struct pgnpack_text *text_ret)
{
    const struct index_entry *entry = start(blocks, n);
    start_work(blocks);
    if (text_ret != NULL)
        *text_ret = (struct pgnpack_text){"", 0};
    if (entry == NULL)
        return end(blocks, blocks->last);
    read_text(blocks, entry);
    if (!all_is_well(blocks))
        return end(blocks, fail_at(blocks, entry));
    if (text_ret != NULL)
        *text_ret = text_export((struct text){(const char *)blocks->job->text.data, blocks->job->text.size});
    return end(blocks, PGNPACK_OK);
}

static uint64_t work_of_block_reader(const void *handle)
{
    const struct pgnpack_block_reader *blocks = handle;
    return blocks->job->decoder.work.done;
}

/* ---- Details ---- */

/* Where the block that is looked at stands. */
struct block_place {
    struct pgnpack_block_reader *blocks;
    uint64_t offset;
    size_t head_size; /* bytes of its beginning that job->packed has */
};

static const uint8_t *fetch(void *context, size_t offset, size_t size, struct error *error)
{
    struct block_place *place = context;
    (void)error; /* it is the block reader's, which gets it */
    if (offset + size <= place->head_size)
        return place->blocks->job->packed.data + offset;
    place->head_size = 0;
    if (read_packed(place->blocks, place->offset + offset, size) != PGNPACK_OK)
        return NULL;
    return place->blocks->job->packed.data;
}

/* Header, table of sections, and the sections of the parts. */
static enum pgnpack_status load_parts(struct pgnpack_block_reader *blocks, const struct index_entry *entry,
                                      unsigned parts)
{
    struct unpack_job *job = blocks->job;
    struct block_place place = {blocks, entry->offset, block_head_size(entry->block_size, 0)};
    const struct block_bytes bytes = {.fetch = fetch, .context = &place};
    enum pgnpack_status status = read_head(blocks, entry, place.head_size);
    if (status == PGNPACK_OK)
        status = block_decoder_start(&job->decoder, &job->header, &bytes, parts, &blocks->error);
    return status == PGNPACK_OK ? block_decoder_load(&job->decoder, &bytes, &blocks->error) : status;
}

static uint64_t *size_for(struct pgnpack_block_details *details, uint8_t type)
{
    switch (section_kind_of(type)->part) {
    case SECTION_PART_TAGS:
        return &details->tags_size;
    case SECTION_PART_MOVES:
        return &details->moves_size;
    case SECTION_PART_COMMENTS:
        return &details->comments_size;
    default:
        return &details->other_size;
    }
}

/* Goes over the table of sections. */
static void add_sections(const struct block_decoder *decoder, struct pgnpack_block_details *details)
{
    details->other_size = BCGN_BLOCK_HEADER_SIZE + block_table_size(&decoder->header);
    for (size_t i = 0; i < decoder->header.section_count; i++) {
        const struct section_entry *section = &decoder->entries[i];
        *size_for(details, section->type) += section->stored_size;
    }
    const struct section_entry *const *first = decoder->first_of_type;
    if (first[BCGN_SECTION_MOVES] != NULL)
        details->moves = moves_export((enum move_codec)first[BCGN_SECTION_MOVES]->index);
    else if (first[BCGN_SECTION_MOVE_STRIPE] != NULL)
        details->moves = moves_export(MOVE_CODEC_INDEX);
}

enum pgnpack_status pgnpack_block_reader_details(struct pgnpack_block_reader *blocks, uint64_t n,
                                                 struct pgnpack_block_details *details_ret)
{
    const struct index_entry *entry = start(blocks, n);
    struct pgnpack_block_details details = {.file_name = {"", 0}};
    start_work(blocks);
    if (details_ret != NULL)
        *details_ret = details;
    if (entry == NULL)
        return end(blocks, blocks->last);
    const struct block_decoder *decoder = &blocks->job->decoder;
    if (load_parts(blocks, entry, BLOCK_FILES) == PGNPACK_OK &&
        block_decoder_files(&blocks->job->decoder, &blocks->error) == PGNPACK_OK)
        add_sections(decoder, &details);
    if (!all_is_well(blocks))
        return end(blocks, fail_at(blocks, entry));
    details.file_name = text_export(file_list_name(&decoder->files, 0));
    blocks->files_of = entry;
    details.file_count = decoder->files.count;
    if (details_ret != NULL)
        *details_ret = details;
    return end(blocks, PGNPACK_OK);
}

int pgnpack_block_reader_file(const struct pgnpack_block_reader *blocks, size_t i,
                              struct pgnpack_block_file *file_ret)
{
    const struct file_list *files = &blocks->job->decoder.files;
    const struct index_entry *entry = blocks->files_of;
    struct pgnpack_block_file result = {.name = {"", 0}, .text = {"", 0}};
    int exists = entry != NULL && i < files->count;
    if (exists) {
        const struct listed_file *file = &files->files[i];
        result.name = text_export(file_list_name(files, i));
        result.begins =
            i != 0 || reader_begins_file(blocks->reader, (size_t)(entry - blocks->reader->index.entries));
        if (result.begins &&
            file_list_is_between(files, i,
                                 (struct text){(const char *)blocks->job->text.data, blocks->job->text.size}))
            result.name.data = NULL;
        result.first_game = entry->games_before + file->games_before + 1;
        result.game_count = file->games;
        result.has_time = file->time != FILE_TIME_UNKNOWN;
        result.time = result.has_time ? file->time : 0;
        size_t start = file_list_start(files, i);
        if (file->text_end > start)
            result.text =
                (struct pgnpack_text){(const char *)blocks->job->text.data + start, file->text_end - start};
    }
    if (file_ret != NULL)
        *file_ret = result;
    return exists;
}

/* ---- Columns ---- */

static enum pgnpack_status load_names(struct pgnpack_block_reader *blocks, const struct index_entry *entry)
{
    enum pgnpack_status status = load_parts(blocks, entry, BLOCK_NAMES);
    return status == PGNPACK_OK ? block_decoder_names(&blocks->job->decoder, &blocks->error) : status;
}

/* A block that says nothing is part of a column of such; its failure becomes *first, if there was none before. */
static enum pgnpack_status tally_block(struct pgnpack_block_reader *blocks, uint64_t n, struct error *first)
{
    const struct index_entry *entry = start(blocks, n);
    load_names(blocks, entry);
    if (all_is_well(blocks)) {
        column_tally_add_block(&blocks->tally, &blocks->job->decoder);
        return PGNPACK_OK;
    }
    if (!status_is_damage(fail_at(blocks, entry)))
        return blocks->last;
    if (first->status == PGNPACK_OK)
        *first = blocks->error;
    error_clear(&blocks->error);
    column_tally_add(&blocks->tally, SECTION_PART_FRAME, text_of("unreadable blocks"), 0, entry->block_size);
    return PGNPACK_OK;
}

static enum pgnpack_status tally_file(struct pgnpack_block_reader *blocks, struct error *first)
{
    const struct block_index *index = &blocks->reader->index;
    uint64_t around = blocks->reader->file_size;
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t n = 0; n < index->count && status == PGNPACK_OK; n++) {
        status = tally_block(blocks, n, first);
        around -= index->entries[n].block_size;
    }
    if (status != PGNPACK_OK)
        return status;
    column_tally_add(&blocks->tally, SECTION_PART_FRAME, text_of("around the blocks"), around, around);
    return end(blocks, PGNPACK_OK);
}

enum pgnpack_status pgnpack_block_reader_columns(struct pgnpack_block_reader *blocks, size_t *count_ret)
{
    struct error first;
    error_clear(&first);
    error_clear(&blocks->error);
    memory_forget_refusal(&blocks->memory);
    column_tally_free(&blocks->tally);
    start_work(blocks);
    if (count_ret != NULL)
        *count_ret = 0;
    if (reader_check_open(blocks->reader, &blocks->error) != PGNPACK_OK)
        return end(blocks, blocks->error.status);
    if (tally_file(blocks, &first) == PGNPACK_OK)
        blocks->error = first;
    else
        column_tally_free(&blocks->tally);
    column_tally_sort(&blocks->tally);
    if (count_ret != NULL)
        *count_ret = blocks->tally.count;
    return end(blocks, blocks->error.status);
}

int pgnpack_block_reader_column(const struct pgnpack_block_reader *blocks, size_t i,
                                struct pgnpack_column *column_ret)
{
    struct pgnpack_column column = {.part = "", .name = {"", 0}};
    int exists = i < blocks->tally.count;
    if (exists) {
        const struct column_count *count = &blocks->tally.columns[i];
        column.part = section_part_name((enum section_part)count->part);
        column.name = text_export(column_tally_name(&blocks->tally, i));
        column.text_size = count->raw_size;
        column.packed_size = count->stored_size;
    }
    if (column_ret != NULL)
        *column_ret = column;
    return exists;
}

/* ---- Names of tags ---- */

static enum pgnpack_status load_tag_names(struct pgnpack_block_reader *blocks,
                                          const struct index_entry *entry)
{
    struct block_decoder *decoder = &blocks->job->decoder;
    enum pgnpack_status status = load_parts(blocks, entry, BLOCK_TAG_TABLES);
    schema_table_clear(&decoder->schemas);
    if (status == PGNPACK_OK && decoder->columns[BCGN_SECTION_SCHEMAS].size != 0)
        status = block_read_schemas(decoder, &blocks->error);
    return status;
}

/* The names in a block; its failure becomes *first, if there was none before. */
static enum pgnpack_status note_tag_names(struct pgnpack_block_reader *blocks, uint64_t n,
                                          struct error *first)
{
    const struct index_entry *entry = start(blocks, n);
    const struct schema_table *schemas = &blocks->job->decoder.schemas;
    load_tag_names(blocks, entry);
    if (!all_is_well(blocks)) {
        if (!status_is_damage(fail_at(blocks, entry)))
            return blocks->last;
        if (first->status == PGNPACK_OK)
            *first = blocks->error;
        error_clear(&blocks->error);
        return PGNPACK_OK;
    }
    for (unsigned i = 0; i < schemas->name_count; i++)
        if (name_list_enter(&blocks->tag_names, schemas->names[i]) == SIZE_MAX && all_is_well(blocks))
            return error_set(&blocks->error, PGNPACK_ERROR_LIMIT, "the file has more than %d different tags",
                             (int)NAME_LIST_MAX);
    return blocks->error.status;
}

enum pgnpack_status pgnpack_block_reader_tag_names(struct pgnpack_block_reader *blocks, size_t *count_ret)
{
    enum pgnpack_status status = PGNPACK_OK;
    struct error first;
    error_clear(&first);
    error_clear(&blocks->error);
    memory_forget_refusal(&blocks->memory);
    name_list_free(&blocks->tag_names);
    start_work(blocks);
    status = reader_check_open(blocks->reader, &blocks->error);
    const struct index_entry *entries = blocks->reader->index.entries;
    for (size_t n = 0; n < blocks->reader->index.count && status == PGNPACK_OK; n++)
        if (left_out_skipped(blocks->reader, entries[n].games_before,
                             entries[n].games_before + entries[n].game_count) == 0)
            status = note_tag_names(blocks, n, &first);
    if (status == PGNPACK_OK)
        blocks->error = first;
    else
        name_list_free(&blocks->tag_names);
    if (count_ret != NULL)
        *count_ret = blocks->tag_names.count;
    return end(blocks, blocks->error.status);
}

int pgnpack_block_reader_tag_name(const struct pgnpack_block_reader *blocks, size_t i,
                                  struct pgnpack_text *name_ret)
{
    const struct name_list *names = &blocks->tag_names;
    int is_there = i < names->count;
    if (name_ret != NULL)
        *name_ret = is_there ? (struct pgnpack_text){name_list_string(names, i), name_list_size(names, i)}
                             : (struct pgnpack_text){"", 0};
    return is_there;
}

static const struct handle_kind block_reader_kind = {.free = free_block_reader,
                                                     .work = work_of_block_reader,
                                                     HANDLE_ERROR(struct pgnpack_block_reader),
                                                     HANDLE_LAST(struct pgnpack_block_reader)};
