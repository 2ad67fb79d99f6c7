/* Public functions: unpacking a stream of BCGN 1. Has its blocks unpacked, and writes their texts in order. */
#include <string.h>

#include "system/path_files.h"
#include "lib/read/unpack_elements.h"
#include "lib/read/unpack_texts.h"

static const struct handle_kind unpacker_kind;

struct pgnpack_unpacker *pgnpack_unpacker_new(const struct pgnpack_options *options,
                                              const struct pgnpack_unpacker_options *unpacker_options)
{
    struct pgnpack_unpacker *unpacker = handle_new(options, sizeof *unpacker, &unpacker_kind);
    if (unpacker == NULL)
        return NULL;
    unpacker->memory_limit = unpacker->memory.limit;
    unpacker->work_limit = handle_work_limit(options);
    if (handle_check_options(options, &unpacker->misuse) == PGNPACK_OK)
        net_store_fill(&unpacker->nets, &unpacker->memory, options, &unpacker->misuse);
    handle_copy_options(&unpacker->options, sizeof unpacker->options, unpacker_options,
                        "pgnpack_unpacker_options", &unpacker->misuse);
    handle_check_threads(unpacker->options.threads, "pgnpack_unpacker_options.threads", &unpacker->misuse);
    unpacker->error = unpacker->misuse;
    byte_stream_init(&unpacker->stream, &unpacker->memory);
    stream_changes_init(&unpacker->changes, &unpacker->memory);
    block_index_init(&unpacker->seen, &unpacker->memory);
    return unpacker;
}

enum pgnpack_status pgnpack_unpacker_leave_out(struct pgnpack_unpacker *unpacker,
                                               const struct pgnpack_reader *database)
{
    unpacker->database = NULL;
    unpacker->error = unpacker->misuse;
    if (unpacker->error.status == PGNPACK_OK && database != NULL)
        reader_check_open(database, &unpacker->error);
    if (unpacker->error.status == PGNPACK_OK)
        unpacker->database = database;
    return handle_end(unpacker, unpacker->error.status);
}

static void end_watch(struct pgnpack_unpacker *unpacker)
{
    if (unpacker->watch.opaque != NULL)
        unpacker->watch.free(unpacker->watch.opaque);
    unpacker->watch.opaque = NULL;
}

enum pgnpack_status unpacker_watch(struct pgnpack_unpacker *unpacker, const struct game_watch *watch)
{
    end_watch(unpacker);
    unpacker->error = unpacker->misuse;
    if (unpacker->error.status == PGNPACK_OK && unpacker->options.salvage)
        error_set(&unpacker->error, PGNPACK_ERROR_ARGUMENT,
                  "an unpacker that salvages does not see all games");
    if (unpacker->error.status == PGNPACK_OK)
        unpacker->watch = *watch;
    else
        watch->free(watch->opaque);
    return handle_end(unpacker, unpacker->error.status);
}

static void stop_jobs(struct pgnpack_unpacker *unpacker)
{
    ordered_pool_stop(&unpacker->pool);
    for (unsigned i = 0; i < unpacker->slot_count; i++)
        unpack_job_free(unpacker->slots[i]);
    unpacker->slot_count = 0;
}

static void free_unpacker(void *handle)
{
    struct pgnpack_unpacker *unpacker = handle;
    stop_jobs(unpacker);
    end_watch(unpacker);
    byte_stream_free(&unpacker->stream);
    stream_changes_free(&unpacker->changes);
    block_index_free(&unpacker->seen);
    net_store_free(&unpacker->nets, &unpacker->memory);
    handle_free(unpacker, sizeof *unpacker);
}

static enum pgnpack_status start_jobs(struct pgnpack_unpacker *unpacker)
{
    unsigned threads = ordered_pool_threads(unpacker->options.threads);
    unsigned slot_count = threads <= 1 ? 1 : threads + threads / 2 + 1;
    struct memory share = unpacker->memory;
    share.limit = unpacker->memory_limit / (slot_count + 1);
    unpacker->memory.limit = unpacker->memory_limit - slot_count * share.limit;
    for (; unpacker->slot_count < slot_count; unpacker->slot_count++) {
        struct unpack_job *job = unpack_job_new(&share);
        if (job == NULL) {
            unpacker->memory.refusal =
                share.limit != 0 && share.limit < sizeof *job ? MEMORY_REFUSED_BY_LIMIT : MEMORY_REFUSED;
            return error_no_memory(&unpacker->error);
        }
        job->decoder.nets = &unpacker->nets.nets;
        job->checks_columns = unpacker->options.check_columns;
        unpacker->slots[unpacker->slot_count] = job;
        if (unpacker->watch.opaque == NULL)
            continue;
        job->watch = &unpacker->watch;
        job->watch_slot = job->watch->slot_new(&job->memory);
        if (job->watch_slot == NULL) {
            unpacker->memory.refusal = job->memory.refusal;
            unpacker->slot_count++;
            return error_no_memory(&unpacker->error);
        }
    }
    if (!ordered_pool_start(&unpacker->pool, &unpacker->memory, threads, unpacker->slots, slot_count,
                            unpack_job_work))
        return error_no_memory(&unpacker->error);
    return PGNPACK_OK;
}

/* ---- The run ---- */

/* What to do about a failed element: nothing, unless damage may be passed over. */
static enum pgnpack_status handle_failure(struct pgnpack_unpacker *unpacker, enum pgnpack_status status,
                                          int *at_end_ret)
{
    if (unpacker->damage_error.status == PGNPACK_OK) /* writing failed, or was cancelled */
        return status;
    status = handle_end_with(&unpacker->memory, &unpacker->damage_error, status);
    enum pgnpack_status finished = unpacker_finish_all(unpacker);
    if (finished != PGNPACK_OK)
        return finished;
    if (unpacker->options.salvage && unpacker_may_pass(status))
        return unpacker_recover(unpacker, at_end_ret);
    unpacker->error = unpacker->damage_error;
    error_locate(&unpacker->error, 0, 0, unpacker->stream.offset);
    return unpacker->error.status;
}

/* What was only known when the text was written. Behind damage it is not known at all. */
static enum pgnpack_status count_deleted(struct pgnpack_unpacker *unpacker, enum pgnpack_status status)
{
    struct work_count work;
    if (unpacker->database != NULL)
        return status;
    unpacker->totals.deleted = unpacker->totals.changes == 0 ? 0 : UINT64_MAX;
    if (unpacker->options.salvage || status != PGNPACK_OK)
        return status;
    unpacker_start_work(unpacker, &work);
    status = stream_changes_count(&unpacker->changes, &work, &unpacker->totals.deleted, &unpacker->error);
    unpacker->totals.work += work.done;
    return status;
}

static enum pgnpack_status run(struct pgnpack_unpacker *unpacker)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (int at_end = 0; !at_end && status == PGNPACK_OK;) {
        status = unpacker_read_element(unpacker, &at_end);
        if (status != PGNPACK_OK)
            status = handle_failure(unpacker, status, &at_end);
    }
    if (status == PGNPACK_OK)
        status = unpacker_finish_all(unpacker);
    if (status == PGNPACK_OK && unpacker->watch.opaque != NULL)
        status = unpacker->watch.finish(unpacker->watch.opaque, &unpacker->error);
    return count_deleted(unpacker, status);
}

/* PGNPACK_OK: the run may begin. */
static enum pgnpack_status start_run(struct pgnpack_unpacker *unpacker)
{
    memset(&unpacker->totals, 0, sizeof unpacker->totals);
    unpacker->is_between = 0;
    unpacker->error = unpacker->misuse;
    error_clear(&unpacker->damage_error);
    memory_forget_refusal(&unpacker->memory);
    return unpacker->error.status;
}

/*
 * What others put behind a database since it was opened is none of it. Of what is damaged at its end salvage saves the blocks that
 * are whole.
 */
static uint64_t end_of_database(const struct pgnpack_unpacker *unpacker)
{
    const struct pgnpack_reader *database = unpacker->database;
    int is_all =
        database == NULL || (unpacker->options.salvage && database->info.torn == PGNPACK_TORN_DAMAGED);
    return is_all ? UINT64_MAX : database->file_size;
}

static enum pgnpack_status run_with(struct pgnpack_unpacker *unpacker, pgnpack_read_function read,
                                    void *read_opaque, pgnpack_write_function write, void *write_opaque)
{
    unpacker->write = write;
    unpacker->write_opaque = write_opaque;
    unpacker->inside_segment = 0;
    unpacker->segment_games = 0;
    unpacker->left_out_end = 0;
    unpacker->games_expected = 0;
    unpacker->text_expected = 0;
    unpacker->footers_spent = 0;
    stream_changes_clear(&unpacker->changes);
    byte_stream_start(&unpacker->stream, read, read_opaque);
    unpacker->stream.end = end_of_database(unpacker);
    block_search_start(&unpacker->search, &unpacker->stream);
    enum pgnpack_status status = start_jobs(unpacker);
    if (status == PGNPACK_OK)
        status = run(unpacker);
    stop_jobs(unpacker);
    end_watch(unpacker);
    unpacker->totals.packed_size = unpacker->stream.offset;
    return handle_end(unpacker, status);
}

/* ---- From sources to sinks ---- */

/* The text is worth its name: all of it, or with `salvage` whatever is whole. */
static int is_worth_keeping(const struct pgnpack_unpacker *unpacker)
{
    enum pgnpack_status status = unpacker->error.status;
    return status == PGNPACK_OK || (unpacker->options.salvage && unpacker_may_pass(status));
}

/* A file from its beginning to its end, wherever it was read before. */
struct path_stream {
    struct path_source *source;
    uint64_t offset;
};

/* A pgnpack_read_function. */
static int read_stream(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct path_stream *stream = opaque;
    if (stream->source->size == UINT64_MAX)
        return path_source_read(stream->source, bytes, size, size_ret);
    int cause = path_source_read_at(stream->source, stream->offset, bytes, size, size_ret);
    stream->offset += *size_ret;
    return cause;
}

/* What a run reads and writes; of what is named by a path the files. */
struct ends {
    struct pgnpack_source from;
    struct pgnpack_sink to;
    struct path_source source;
    struct path_sink sink;
};

static enum pgnpack_status run_from(struct pgnpack_unpacker *unpacker, struct ends *ends,
                                    pgnpack_write_function write, void *opaque)
{
    struct path_stream stream = {&ends->source, 0};
    struct memory_source bytes = {ends->from.bytes, ends->from.byte_count, 0};
    if (ends->from.path != NULL)
        return run_with(unpacker, read_stream, &stream, write, opaque);
    if (ends->from.bytes != NULL)
        return run_with(unpacker, memory_source_read, &bytes, write, opaque);
    return run_with(unpacker, ends->from.read, ends->from.opaque, write, opaque);
}

static enum pgnpack_status run_between(struct pgnpack_unpacker *unpacker, struct ends *ends)
{
    int is_file = ends->to.path != NULL;
    struct error late;
    run_from(unpacker, ends, is_file ? path_sink_write : ends->to.write,
             is_file ? &ends->sink : ends->to.opaque);
    path_source_name(&ends->source, &unpacker->error);
    path_sink_name(&ends->sink, &unpacker->error);
    error_clear(&late);
    if (is_file && is_worth_keeping(unpacker) && path_sink_finish(&ends->sink, &late) != PGNPACK_OK)
        unpacker->error = late;
    return unpacker->error.status;
}

/*
 * What the file's end says of its games, unless the caller has told. A file that is no database, damaged, or a stream is
 * unpacked without: what is wrong with it is told then.
 */
static enum pgnpack_status open_database(struct pgnpack_unpacker *unpacker, struct ends *ends,
                                         struct pgnpack_reader **database_ret)
{
    const struct pgnpack_options options = {.size = sizeof options,
                                            .allocator = &unpacker->memory.allocator,
                                            .memory_limit = unpacker->memory_limit,
                                            .work_limit = unpacker->work_limit};
    struct pgnpack_source place = {
        .size = sizeof place, .bytes = ends->from.bytes, .byte_count = ends->from.byte_count};
    int is_stream = ends->from.read != NULL || (ends->from.path != NULL && ends->source.size == UINT64_MAX);
    if (unpacker->database != NULL || is_stream)
        return PGNPACK_OK;
    if (ends->from.path != NULL) {
        place.read_at = path_source_read_at;
        place.opaque = &ends->source;
        place.file_size = ends->source.size;
    }
    struct pgnpack_reader *database = *database_ret = pgnpack_reader_new(&options);
    if (database == NULL)
        return error_no_memory(&unpacker->error);
    enum pgnpack_status status = pgnpack_reader_open(database, &place);
    if (status != PGNPACK_OK && !unpacker_may_pass(status)) {
        unpacker->error = database->error;
        path_source_name(&ends->source, &unpacker->error);
        return status;
    }
    pgnpack_reader_set_deleted(database, unpacker->options.deleted);
    if (status == PGNPACK_OK || database->info.torn == PGNPACK_TORN_DAMAGED)
        unpacker->database = database;
    return PGNPACK_OK;
}

static void close_database(struct pgnpack_unpacker *unpacker, struct pgnpack_reader *database)
{
    if (unpacker->database == database)
        unpacker->database = NULL;
    pgnpack_free(database);
}

static enum pgnpack_status run_ends(struct pgnpack_unpacker *unpacker, struct ends *ends)
{
    struct pgnpack_reader *database = NULL;
    enum pgnpack_status status = PGNPACK_OK;
    path_source_init(&ends->source, &unpacker->memory);
    path_sink_init(&ends->sink, &unpacker->memory);
    if (ends->from.path != NULL)
        status = path_source_open(&ends->source, ends->from.path, FILE_WAITS_FOR_WRITER, &unpacker->error);
    if (status == PGNPACK_OK)
        status = open_database(unpacker, ends, &database);
    if (status == PGNPACK_OK && ends->to.path != NULL)
        status = path_sink_create(&ends->sink, ends->to.path, &unpacker->error);
    if (status == PGNPACK_OK)
        status = run_between(unpacker, ends);
    close_database(unpacker, database);
    path_sink_close(&ends->sink);
    path_source_close(&ends->source);
    return status;
}

enum pgnpack_status pgnpack_unpacker_run(struct pgnpack_unpacker *unpacker,
                                         const struct pgnpack_source *source, const struct pgnpack_sink *sink)
{
    struct ends ends = {.from.size = 0};
    enum pgnpack_status status = start_run(unpacker);
    if (status == PGNPACK_OK)
        status = handle_copy_source(&ends.from, source, 1, &unpacker->error);
    if (status == PGNPACK_OK && sink != NULL)
        status = handle_copy_sink(&ends.to, sink, &unpacker->error);
    return handle_end(unpacker, status == PGNPACK_OK ? run_ends(unpacker, &ends) : status);
}

const struct pgnpack_unpacker_totals *pgnpack_unpacker_totals(const struct pgnpack_unpacker *unpacker)
{
    return &unpacker->totals;
}

static uint64_t work_of_unpacker(const void *handle)
{
    const struct pgnpack_unpacker *unpacker = handle;
    return unpacker->totals.work;
}

static const struct handle_kind unpacker_kind = {
    .free = free_unpacker, .work = work_of_unpacker, HANDLE_ERROR(struct pgnpack_unpacker)};
