#include "base/handle.h"

#include <string.h>

#include "system/file_access.h"

/* ---- Options ---- */

/* No struct of options will ever be as large: what is above was not set. */
enum { OPTIONS_SIZE_MAX = 4096 };

enum pgnpack_status handle_copy_options(void *copy, size_t copy_size, const void *options, const char *name,
                                        struct error *error)
{
    size_t size = 0;
    memset(copy, 0, copy_size);
    if (options == NULL)
        return PGNPACK_OK;
    memcpy(&size, options, sizeof size); /* the first member of every options struct */
    if (size < sizeof size || size % sizeof size != 0 || size > OPTIONS_SIZE_MAX)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "%s.size is %zu: zero the struct, then set its size to sizeof(struct %s)", name,
                         size, name);
    for (size_t i = copy_size; i < size; i++)
        if (((const char *)options)[i] != 0)
            return error_set(
                error, PGNPACK_ERROR_ARGUMENT,
                "%s.size is %zu, and a member is set behind the %zu bytes that this library, version %s, "
                "knows: it is older than the header, or size was not set",
                name, size, copy_size, pgnpack_version());
    memcpy(copy, options, size < copy_size ? size : copy_size);
    return PGNPACK_OK;
}

enum pgnpack_status handle_refuse_member(struct error *error, const char *member, long long value,
                                         const char *allowed)
{
    return error_set(error, PGNPACK_ERROR_ARGUMENT, "%s is %lld: allowed is %s", member, value, allowed);
}

enum pgnpack_status handle_copy_source(struct pgnpack_source *copy, const struct pgnpack_source *source,
                                       int is_stream, struct error *error)
{
    memset(copy, 0, sizeof *copy);
    if (source == NULL)
        return handle_refuse_null(error, "pgnpack_source");
    enum pgnpack_status status = handle_copy_options(copy, sizeof *copy, source, "pgnpack_source", error);
    if (status != PGNPACK_OK)
        return status;
    if (copy->is_memory && copy->bytes == NULL && copy->byte_count == 0)
        copy->bytes = ""; /* so that it tells bytes in memory from now on */
    int has_other = is_stream ? copy->read_at != NULL : copy->read != NULL;
    int count = (copy->path != NULL) + (copy->bytes != NULL) + (copy->read != NULL) + (copy->read_at != NULL);
    if (count == 1 && !has_other)
        return PGNPACK_OK;
    return error_set(error, PGNPACK_ERROR_ARGUMENT, "pgnpack_source names %s: set one of path, bytes and %s",
                     count == 0  ? "nothing to read"
                     : count > 1 ? "more than one thing to read"
                     : is_stream ? "ranges where a stream is needed"
                                 : "a stream where ranges are needed",
                     is_stream ? "read" : "read_at");
}

enum pgnpack_status handle_copy_sink(struct pgnpack_sink *copy, const struct pgnpack_sink *sink,
                                     struct error *error)
{
    memset(copy, 0, sizeof *copy);
    if (sink == NULL)
        return handle_refuse_null(error, "pgnpack_sink");
    enum pgnpack_status status = handle_copy_options(copy, sizeof *copy, sink, "pgnpack_sink", error);
    if (status == PGNPACK_OK && (copy->path != NULL) == (copy->write != NULL))
        status = error_set(error, PGNPACK_ERROR_ARGUMENT, "pgnpack_sink names %s: set path or write",
                           copy->path == NULL ? "nothing to write to" : "more than one thing to write to");
    return status;
}

enum pgnpack_status handle_check_threads(unsigned threads, const char *member, struct error *error)
{
    _Static_assert((int)PGNPACK_THREADS_MAX == 256, "the text below");
    if (threads <= PGNPACK_THREADS_MAX)
        return PGNPACK_OK;
    return handle_refuse_member(error, member, threads, "1 to 256, or 0 for one a processor");
}

enum pgnpack_status handle_cancelled(struct error *error)
{
    error_clear(error);
    return error_set(error, PGNPACK_ERROR_CANCELLED, "the caller's function asked to stop");
}

enum pgnpack_status handle_tell_progress(pgnpack_progress_function progress, void *opaque,
                                         const struct pgnpack_progress *told, struct error *error)
{
    return progress == NULL || progress(opaque, told) == 0 ? PGNPACK_OK : handle_cancelled(error);
}

enum pgnpack_status handle_refuse_null(struct error *error, const char *what)
{
    return error_set(error, PGNPACK_ERROR_ARGUMENT, "%s is NULL", what);
}

/* Sets *complete, to no options at all if they cannot be used. */
static enum pgnpack_status take_options(struct pgnpack_options *complete,
                                        const struct pgnpack_options *options, struct error *error)
{
    enum pgnpack_status status =
        handle_copy_options(complete, sizeof *complete, options, "pgnpack_options", error);
    const struct pgnpack_allocator *allocator = complete->allocator;
    if (allocator != NULL && (allocator->allocate == NULL || allocator->release == NULL))
        status = handle_refuse_null(error, allocator->allocate == NULL ? "pgnpack_allocator.allocate"
                                                                       : "pgnpack_allocator.release");
    if (status != PGNPACK_OK)
        memset(complete, 0, sizeof *complete);
    return status;
}

enum pgnpack_status handle_check_options(const struct pgnpack_options *options, struct error *error)
{
    struct pgnpack_options complete;
    error_clear(error);
    return take_options(&complete, options, error);
}

/* ---- Handles ---- */

static void *new_under(const struct pgnpack_allocator *allocator, size_t limit, size_t size)
{
    struct memory memory;
    memory_init(&memory, allocator, limit);
    void *piece = memory_get(&memory, size);
    if (piece == NULL)
        return NULL;
    memset(piece, 0, size);
    memcpy(piece, &memory, sizeof memory);
    return piece;
}

static void *with_kind(void *handle, const struct handle_kind *kind)
{
    if (handle != NULL)
        memcpy((char *)handle + offsetof(struct handle, handle_kind), &kind, sizeof kind);
    return handle;
}

void *handle_new(const struct pgnpack_options *options, size_t size, const struct handle_kind *kind)
{
    struct pgnpack_options complete;
    struct error ignored;
    error_clear(&ignored);
    take_options(&complete, options, &ignored);
    return with_kind(new_under(complete.allocator, complete.memory_limit, size), kind);
}

void *handle_new_like(const struct memory *like, size_t size, const struct handle_kind *kind)
{
    return with_kind(job_new_like(like, size), kind);
}

void *job_new_like(const struct memory *like, size_t size)
{
    return new_under(&like->allocator, like->limit, size);
}

uint64_t handle_work_limit(const struct pgnpack_options *options)
{
    struct pgnpack_options complete;
    struct error ignored;
    error_clear(&ignored);
    take_options(&complete, options, &ignored);
    return complete.work_limit;
}

void handle_free(void *handle, size_t size)
{
    struct memory memory = *(struct memory *)handle; /* it goes with the handle */
    memory_release(&memory, handle, size);
}

static const struct handle_kind *kind_of(const void *handle)
{
    const struct handle_kind *kind;
    memcpy(&kind, (const char *)handle + offsetof(struct handle, handle_kind), sizeof kind);
    return kind;
}

static const struct pgnpack_error *export_error(const struct error *error, struct pgnpack_error *out)
{
    out->status = error->status;
    out->game = error->game;
    out->line = error->line;
    out->offset = error->offset;
    out->text = error->text;
    return out;
}

/* What failed stays; else what the last call refused is told. */
static struct error *error_of(char *handle, const struct handle_kind *kind)
{
    struct error *error = (void *)(handle + kind->error_at);
    return kind->refusal_at == 0 || error->status != PGNPACK_OK ? error : (void *)(handle + kind->refusal_at);
}

static const struct pgnpack_error *tell(char *handle, const struct handle_kind *kind)
{
    const struct error *error = error_of(handle, kind);
    struct pgnpack_error *out = (void *)(handle + kind->public_error_at);
    if (kind->last_at == 0)
        return export_error(error, out);
    return handle_export_reader_error(*(enum pgnpack_status *)(void *)(handle + kind->last_at), error, out);
}

const struct pgnpack_error *pgnpack_error(const void *handle)
{
    static const struct pgnpack_error none = {
        .status = PGNPACK_ERROR_MEMORY, .offset = UINT64_MAX, .text = "there was no memory for the handle"};
    if (handle == NULL)
        return &none;
    const struct handle_kind *kind = kind_of(handle);
    void *own = (void *)(uintptr_t)handle;
    return kind->error != NULL ? kind->error(own) : tell(own, kind);
}

uint64_t pgnpack_work(const void *handle)
{
    return kind_of(handle)->work == NULL ? 0 : kind_of(handle)->work(handle);
}

void pgnpack_free(void *handle)
{
    if (handle != NULL)
        kind_of(handle)->free(handle);
}

enum pgnpack_status handle_take_error(struct error *error, const struct pgnpack_error *failure)
{
    if (failure->status == PGNPACK_OK)
        return error->status;
    error_set(error, failure->status, "%s", failure->text);
    error_locate(error, failure->game, failure->line, failure->offset);
    return error->status;
}

const struct pgnpack_error *handle_export_reader_error(enum pgnpack_status last, const struct error *error,
                                                       struct pgnpack_error *out)
{
    if (error != NULL && error->status != PGNPACK_OK && last != PGNPACK_OK)
        return export_error(error, out);
    *out = (struct pgnpack_error){.status = last, .offset = ERROR_NO_OFFSET, .text = ""};
    return out;
}

enum pgnpack_status handle_end_with(const struct memory *memory, struct error *error,
                                    enum pgnpack_status status)
{
    if (memory_check(memory, error) != PGNPACK_OK)
        return error->status;
    return status > PGNPACK_END ? error_set(error, status, "%s", pgnpack_status_text(status)) : status;
}

enum pgnpack_status handle_end(void *handle, enum pgnpack_status status)
{
    const struct handle_kind *kind = kind_of(handle);
    char *place = handle;
    memory_check(handle, (void *)(place + kind->error_at));
    status = handle_end_with(handle, error_of(place, kind), status);
    if (kind->last_at != 0)
        *(enum pgnpack_status *)(void *)(place + kind->last_at) = status;
    return status;
}

enum pgnpack_status handle_read_failed(struct error *error, int error_number)
{
    char reason[FILE_REASON_MAX];
    file_reason(error_number, reason);
    return error_set(error, PGNPACK_ERROR_READ, "reading failed: %s", reason);
}

enum pgnpack_status handle_write_failed(struct error *error, int error_number)
{
    char reason[FILE_REASON_MAX];
    file_reason(error_number, reason);
    return error_set(error, PGNPACK_ERROR_WRITE, "writing failed: %s", reason);
}

enum pgnpack_status output_flush(struct output *output, struct error *error)
{
    const struct buffer *bytes = &output->bytes;
    int cause = bytes->size == 0 ? 0 : output->write(output->opaque, bytes->data, bytes->size);
    buffer_clear(&output->bytes);
    return cause == 0 ? PGNPACK_OK : handle_write_failed(error, cause);
}

int memory_source_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct memory_source *source = opaque;
    size_t rest = source->size - source->offset;
    *size_ret = size < rest ? size : rest;
    if (*size_ret != 0)
        memcpy(bytes, source->bytes + source->offset, *size_ret);
    source->offset += *size_ret;
    return 0;
}
