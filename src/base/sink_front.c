#include "base/sink_front.h"

void sink_front_init(struct sink_front *front, struct memory *memory)
{
    *front = (struct sink_front){.is_file = 0};
    buffer_init(&front->out.bytes, memory);
    path_sink_init(&front->file, memory);
}

enum pgnpack_status sink_front_open(struct sink_front *front, const struct pgnpack_sink *sink,
                                    struct error *error)
{
    struct pgnpack_sink own;
    if (error->status != PGNPACK_OK || handle_copy_sink(&own, sink, error) != PGNPACK_OK)
        return error->status;
    front->is_file = own.path != NULL;
    front->out.write = front->is_file ? path_sink_write : own.write;
    front->out.opaque = front->is_file ? &front->file : own.opaque;
    return front->is_file ? path_sink_create(&front->file, own.path, error) : PGNPACK_OK;
}

enum pgnpack_status sink_front_flush(struct sink_front *front, struct error *error)
{
    if (front->is_finished && front->out.bytes.size != 0)
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "the file is finished: nothing can be added");
    enum pgnpack_status status = output_flush(&front->out, error);
    path_sink_name(&front->file, error);
    return status;
}

enum pgnpack_status sink_front_finish(struct sink_front *front, struct error *error)
{
    enum pgnpack_status status = sink_front_flush(front, error);
    if (status != PGNPACK_OK || !front->is_file || front->is_finished)
        return status;
    front->is_finished = 1;
    return path_sink_finish(&front->file, error);
}

void sink_front_close(struct sink_front *front)
{
    path_sink_close(&front->file);
    buffer_free(&front->out.bytes);
}
