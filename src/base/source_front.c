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

enum pgnpack_status source_front_prepare(struct source_front *front, int is_there, const char *what)
{
    memory_forget_refusal(front->memory);
    if (front->is_refused)
        return front->last = front->misuse.status;
    error_clear(&front->misuse);
    return front->last = is_there ? PGNPACK_OK : handle_refuse_null(&front->misuse, what);
}

enum pgnpack_status source_front_open_path(struct source_front *front, const char *path)
{
    return path_source_open(&front->file, path, &front->misuse);
}

enum pgnpack_status source_front_refuse_closed(struct source_front *front)
{
    return error_set(&front->misuse, PGNPACK_ERROR_ARGUMENT, "the reader was not opened");
}
