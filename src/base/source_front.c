#include "base/source_front.h"

void source_front_init(struct source_front *front, struct memory *memory,
                       const struct pgnpack_options *options)
{
    front->memory = memory;
    path_source_init(&front->file, memory);
    front->last = handle_check_options(options, &front->misuse);
    front->is_refused = front->last != PGNPACK_OK;
}

void source_front_close(struct source_front *front)
{
    path_source_close(&front->file);
}

static enum pgnpack_status open_source(struct source_front *front, const struct pgnpack_source *source)
{
    if (source->path != NULL) {
        front->read = path_source_read;
        front->opaque = &front->file;
        return path_source_open(&front->file, source->path, FILE_WAITS_FOR_WRITER, &front->misuse);
    }
    front->bytes = (struct memory_source){source->bytes, source->byte_count, 0};
    front->read = source->read != NULL ? source->read : memory_source_read;
    front->opaque = source->read != NULL ? source->opaque : &front->bytes;
    return PGNPACK_OK;
}

enum pgnpack_status source_front_open(struct source_front *front, const struct pgnpack_source *source)
{
    struct pgnpack_source own;
    memory_forget_refusal(front->memory);
    if (front->is_refused)
        return front->last = front->misuse.status;
    error_clear(&front->misuse);
    enum pgnpack_status status = handle_copy_source(&own, source, 1, &front->misuse);
    return front->last = status == PGNPACK_OK ? open_source(front, &own) : status;
}

enum pgnpack_status source_front_refuse_closed(struct source_front *front)
{
    return error_set(&front->misuse, PGNPACK_ERROR_ARGUMENT, "the reader was not opened");
}
