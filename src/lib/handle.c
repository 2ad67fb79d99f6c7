#include "lib/handle.h"

#include <string.h>

void handle_copy_options(void *copy, size_t copy_size, const void *options)
{
    size_t size = 0;
    memset(copy, 0, copy_size);
    if (options == NULL)
        return;
    memcpy(&size, options, sizeof size); /* the first member of every options struct */
    memcpy(copy, options, size < copy_size ? size : copy_size);
}

void *handle_new(const struct pgnpack_options *options, size_t handle_size, struct memory *memory_ret)
{
    struct pgnpack_options complete;
    handle_copy_options(&complete, sizeof complete, options);
    memory_init(memory_ret, complete.allocator, complete.memory_limit);
    void *handle = memory_get(memory_ret, handle_size);
    if (handle != NULL)
        memset(handle, 0, handle_size);
    return handle;
}

uint64_t handle_work_limit(const struct pgnpack_options *options)
{
    struct pgnpack_options complete;
    handle_copy_options(&complete, sizeof complete, options);
    return complete.work_limit;
}

void handle_free(const struct memory *memory, void *handle, size_t handle_size)
{
    struct memory own = *memory; /* it lies inside the handle */
    memory_release(&own, handle, handle_size);
}

void handle_export_error(const struct error *error, struct pgnpack_error *out)
{
    out->status = error->status;
    out->game = error->game;
    out->line = error->line;
    out->offset = error->offset;
    out->text = error->text;
}

void handle_export_reader_error(enum pgnpack_status last, const struct error *error,
                                struct pgnpack_error *out)
{
    if (error != NULL && last != PGNPACK_OK) {
        handle_export_error(error, out);
        return;
    }
    *out = (struct pgnpack_error){last, 0, 0, ERROR_NO_OFFSET,
                                  last == PGNPACK_ERROR_ARGUMENT ? "the reader was not opened" : ""};
}

enum pgnpack_status handle_write_failed(struct error *error, int error_number)
{
    char reason[120];
    if (strerror_r(error_number, reason, sizeof reason) != 0)
        return error_set(error, PGNPACK_ERROR_WRITE, "writing failed with error %d", error_number);
    return error_set(error, PGNPACK_ERROR_WRITE, "writing failed: %s", reason);
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
