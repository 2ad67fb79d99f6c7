/* Public functions: databases copied into a new one. What is copied how is in the files beside. */
#include "lib/change/copy.h"

#include <string.h>

#include "lib/write/writer_parts.h"
#include "lib/write/writer_segment.h"

/* ---- The handle ---- */

static enum pgnpack_status take_copy_options(struct pgnpack_copy *copy,
                                             const struct pgnpack_copy_options *options)
{
    struct pgnpack_copy_options *complete = &copy->copy_options;
    struct error *error = &copy->error;
    handle_copy_options(complete, sizeof *complete, options, "pgnpack_copy_options", error);
    if (complete->level < 0 || complete->level > PGNPACK_LEVEL_MAX)
        handle_refuse_member(error, "pgnpack_copy_options.level", complete->level,
                             "1 to 9, or 0 for that of the games");
    if ((unsigned)complete->index > PGNPACK_INDEX_ALWAYS)
        handle_refuse_member(error, "pgnpack_copy_options.index", (int)complete->index, "0 to 2");
    if ((unsigned)complete->ids > PGNPACK_IDS_DROP)
        handle_refuse_member(error, "pgnpack_copy_options.ids", (int)complete->ids, "0 to 2");
    if (complete->time < 0)
        error_set(error, PGNPACK_ERROR_ARGUMENT, "pgnpack_copy_options.time is before 1970");
    if (complete->command != NULL && strlen(complete->command) > RECORD_COMMAND_SIZE_MAX)
        error_set(error, PGNPACK_ERROR_ARGUMENT, "pgnpack_copy_options.command has more than 4096 bytes");
    return handle_check_threads(complete->threads, "pgnpack_copy_options.threads", error);
}

/* Half of a limit of memory is the writers'. */
static void share_memory(struct pgnpack_copy *copy, const struct pgnpack_options *options)
{
    if (options != NULL && copy->error.status == PGNPACK_OK)
        memcpy(&copy->options, options,
               options->size < sizeof copy->options ? options->size : sizeof copy->options);
    copy->options.size = sizeof copy->options;
    copy->options.allocator = &copy->memory.allocator;
    copy->options.memory_limit = copy->memory.limit / 2;
    copy->memory.limit -= copy->options.memory_limit;
}

static const struct handle_kind copy_kind;

static struct pgnpack_copy *new_copy(const struct pgnpack_options *options,
                                     const struct pgnpack_copy_options *copy_options)
{
    struct pgnpack_copy *copy = handle_new(options, sizeof *copy, &copy_kind);
    if (copy == NULL)
        return NULL;
    handle_check_options(options, &copy->error);
    share_memory(copy, options);
    take_copy_options(copy, copy_options);
    path_sink_init(&copy->file, &copy->memory);
    segment_list_init(&copy->segments, &copy->memory);
    game_gap_init(&copy->gap);
    block_index_init(&copy->index, &copy->memory);
    copy_ids_init(&copy->ids, &copy->memory);
    buffer_init(&copy->command, &copy->memory);
    buffer_init(&copy->lead, &copy->memory);
    buffer_init(&copy->packed, &copy->memory);
    buffer_init(&copy->text, &copy->memory);
    buffer_init(&copy->ends, &copy->memory);
    if (copy->copy_options.command != NULL && copy->error.status == PGNPACK_OK)
        buffer_append_string(&copy->command, copy->copy_options.command);
    copy->decoder = memory_get(&copy->memory, sizeof *copy->decoder);
    if (copy->decoder == NULL) {
        buffer_free(&copy->command);
        handle_free(copy, sizeof *copy);
        return NULL;
    }
    block_decoder_init(copy->decoder, &copy->memory);
    return copy;
}

/* `create`: what makes the file of a sink's path. */
static struct pgnpack_copy *
new_to(const struct pgnpack_options *options, const struct pgnpack_copy_options *copy_options,
       const struct pgnpack_sink *sink,
       enum pgnpack_status (*create)(struct path_sink *file, const char *path, struct error *error))
{
    struct pgnpack_sink own = {.size = 0};
    struct pgnpack_copy *copy = new_copy(options, copy_options);
    if (copy == NULL)
        return NULL;
    if (copy->error.status == PGNPACK_OK)
        handle_copy_sink(&own, sink, &copy->error);
    copy->write = own.path != NULL ? path_sink_write : own.write;
    copy->opaque = own.path != NULL ? &copy->file : own.opaque;
    if (copy->error.status == PGNPACK_OK && own.path != NULL)
        create(&copy->file, own.path, &copy->error);
    handle_end(copy, copy->error.status);
    return copy;
}

struct pgnpack_copy *pgnpack_copy_new(const struct pgnpack_options *options,
                                      const struct pgnpack_copy_options *copy_options,
                                      const struct pgnpack_sink *sink)
{
    return new_to(options, copy_options, sink, path_sink_create);
}

struct pgnpack_copy *copy_create_under(const struct pgnpack_options *options,
                                       const struct pgnpack_copy_options *copy_options, const char *path)
{
    return new_to(options, copy_options, PGNPACK_TO_PATH(path), path_sink_create_under);
}

static void free_copy(void *handle)
{
    struct pgnpack_copy *copy = handle;
    pgnpack_free(copy->writer);
    path_sink_close(&copy->file);
    segment_list_free(&copy->segments);
    block_index_free(&copy->index);
    copy_ids_free(&copy->ids);
    game_range_list_free(&copy->deleted, &copy->memory);
    buffer_free(&copy->command);
    buffer_free(&copy->lead);
    buffer_free(&copy->packed);
    buffer_free(&copy->text);
    buffer_free(&copy->ends);
    block_decoder_free(copy->decoder);
    memory_release(&copy->memory, copy->decoder, sizeof *copy->decoder);
    handle_free(copy, sizeof *copy);
}

const struct pgnpack_copy_totals *pgnpack_copy_totals(const struct pgnpack_copy *copy)
{
    return &copy->totals;
}

/* ---- What all ways to copy need ---- */

enum pgnpack_status copy_take_error(struct pgnpack_copy *copy)
{
    const struct pgnpack_error *error = pgnpack_error(copy->writer);
    if (error->status != PGNPACK_OK) {
        handle_take_error(&copy->error, error);
        path_sink_name(&copy->file, &copy->error);
    }
    return handle_end(copy, error->status);
}

/* A pgnpack_write_function: the writer's. */
static int write_on(void *opaque, const void *bytes, size_t size)
{
    struct pgnpack_copy *copy = opaque;
    copy->written += size;
    copy->totals.packed_size = copy->written;
    return copy->write(copy->opaque, bytes, size);
}

enum pgnpack_status copy_put(struct pgnpack_copy *copy, const void *bytes, size_t size)
{
    int cause = size == 0 ? 0 : write_on(copy, bytes, size);
    if (cause != 0) {
        handle_write_failed(&copy->error, cause);
        path_sink_name(&copy->file, &copy->error);
    }
    return copy->error.status;
}

enum pgnpack_status copy_progress(struct pgnpack_copy *copy, uint64_t text_size)
{
    const struct pgnpack_copy_options *options = &copy->copy_options;
    copy->totals.text_size += text_size;
    const struct pgnpack_progress told = {.done = copy->totals.text_size,
                                          .packed_size = copy->totals.packed_size};
    return handle_tell_progress(options->progress, options->progress_opaque, &told, &copy->error);
}

enum pgnpack_status copy_read(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, uint64_t offset,
                              size_t size, struct buffer *buffer)
{
    buffer_clear(buffer);
    if (!buffer_reserve(buffer, size + 1))
        return error_no_memory(&copy->error);
    enum pgnpack_status status = reader_read(reader, offset, buffer->data, size, &copy->error);
    buffer->size = status == PGNPACK_OK ? size : 0;
    return status;
}

enum pgnpack_status copy_check_source(struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    error_clear(&copy->refusal);
    if (copy->error.status != PGNPACK_OK)
        return copy->error.status;
    if (copy->is_finished)
        return error_set(&copy->error, PGNPACK_ERROR_ARGUMENT, "the copy is finished already");
    if (reader == NULL)
        return handle_refuse_null(&copy->refusal, "pgnpack_copy: reader");
    if (reader_check_open(reader, &copy->refusal) != PGNPACK_OK)
        return copy->refusal.status;
    if (reader->is_rebuilt || reader->info.torn == PGNPACK_TORN_DAMAGED)
        return error_set(&copy->error, PGNPACK_ERROR_TRUNCATED,
                         "the database is damaged, or was not closed properly: save what is whole with "
                         "pgnunpack --salvage, and pack that");
    return reader_check_changeable(reader, &copy->error);
}

enum pgnpack_status copy_take_permissions(struct pgnpack_copy *copy, const struct file *other)
{
    int cause = copy->error.status == PGNPACK_OK ? file_take_permissions(&copy->file.file, other) : 0;
    if (cause != 0) {
        handle_write_failed(&copy->error, cause);
        path_sink_name(&copy->file, &copy->error);
    }
    return copy->error.status;
}

/* ---- Segments that are made ---- */

enum pgnpack_status copy_begin_segment(struct pgnpack_copy *copy, int level, enum bcgn_profile profile)
{
    const struct pgnpack_writer_options options = {.size = sizeof options,
                                                   .level = level,
                                                   .threads = copy->copy_options.threads,
                                                   .index = copy->copy_options.index};
    if (copy_end_segment(copy) != PGNPACK_OK)
        return copy->error.status;
    copy->writer = pgnpack_writer_new(&copy->options, &options, PGNPACK_TO_FUNCTION(write_on, copy));
    if (copy->writer == NULL)
        return error_no_memory(&copy->error);
    writer_need_profile(copy->writer, profile);
    writer_comes_behind(copy->writer, copy->totals.games, copy->written);
    copy->profile = profile;
    copy->leaves_ids = copy->copy_options.ids == PGNPACK_IDS_DROP;
    copy->new_games = 0;
    copy->has_name = 0;
    copy_ids_clear(&copy->ids);
    copy->deleted.count = 0;
    copy->carry = (struct carry){.reader = NULL};
    return copy_take_error(copy);
}

enum pgnpack_status copy_settle_ids(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                    size_t first, size_t end, enum copy_share share)
{
    return copy->leaves_ids ? PGNPACK_OK
                            : copy_ids_settle(&copy->ids, reader, first, end, share, &copy->error);
}

/* Has the segment anything to tell beside its games? */
static int has_record(const struct pgnpack_copy *copy)
{
    return copy->ids.own.count != 0 || copy->ids.further.count != 0 || copy->deleted.count != 0 ||
           copy->carry.reader != NULL;
}

/* The segment's record: the changes that it carries or, as its first one, what of its games is deleted; and their ids. */
static enum pgnpack_status describe(void *opaque, const struct pgnpack_writer_totals *totals,
                                    struct segment_description *description, struct error *error)
{
    struct pgnpack_copy *copy = opaque;
    struct record_writer *record = &description->record;
    static const struct record_place own = {0, 0};
    const struct record_change change = {
        .number = copy->carry.reader != NULL ? 0 : 1,
        .time = writer_change_time((uint64_t)copy->copy_options.time),
        .previous = copy->last_identity,
        .command = {(const char *)buffer_bytes(&copy->command), copy->command.size}};
    (void)totals;
    if (copy->carry.reader != NULL && carry_changes(&copy->carry, record, &copy->memory, error) != PGNPACK_OK)
        return error->status;
    record_writer_begin(record, &change);
    record_writer_add(record, DELETION_UNKNOWN, &own, NULL, copy->deleted.ranges, copy->deleted.count);
    id_list_sort_by_game(&copy->ids.own);
    description->ids = &copy->ids.own;
    description->further = &copy->ids.further;
    return PGNPACK_OK;
}

enum pgnpack_status copy_end_segment(struct pgnpack_copy *copy)
{
    const struct text lead = {(const char *)buffer_bytes(&copy->lead), copy->lead.size};
    if (copy->writer == NULL || copy->error.status != PGNPACK_OK)
        return copy->error.status;
    writer_add_tail(copy->writer, lead);
    buffer_clear(&copy->lead);
    if (has_record(copy))
        writer_set_segment(copy->writer, &(struct writer_segment){.describe = describe, .opaque = copy});
    writer_finish_segment(copy->writer);
    copy->last_identity = writer_identity(copy->writer);
    if (copy_take_error(copy) == PGNPACK_OK) {
        copy->totals.segments++;
        copy->totals.games += pgnpack_writer_totals(copy->writer)->games;
    }
    pgnpack_free(copy->writer);
    copy->writer = NULL;
    return copy->error.status;
}

/* A database has a segment, if only an empty one. */
static enum pgnpack_status write_empty(struct pgnpack_copy *copy)
{
    enum pgnpack_status status = copy_begin_segment(copy, 0, BCGN_PROFILE_SIMPLE);
    return status == PGNPACK_OK ? copy_end_segment(copy) : status;
}

enum pgnpack_status copy_finish_segments(struct pgnpack_copy *copy)
{
    if (copy->error.status != PGNPACK_OK || copy->is_finished)
        return copy->error.status;
    enum pgnpack_status status = copy_end_segment(copy);
    if (status == PGNPACK_OK && copy->totals.segments == 0)
        status = write_empty(copy);
    copy->is_finished = 1;
    return status;
}

enum pgnpack_status pgnpack_copy_finish(struct pgnpack_copy *copy)
{
    int was_finished = copy->is_finished;
    error_clear(&copy->refusal);
    enum pgnpack_status status = copy_finish_segments(copy);
    if (handle_end(copy, status) == PGNPACK_OK && !was_finished && copy->file.place.path.text != NULL)
        status = path_sink_finish(&copy->file, &copy->error);
    return handle_end(copy, status);
}

static const struct handle_kind copy_kind = {
    .free = free_copy, HANDLE_ERROR(struct pgnpack_copy), HANDLE_REFUSAL(struct pgnpack_copy)};
