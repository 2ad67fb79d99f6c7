#include "util/buffer.h"

void buffer_init(struct buffer *buffer, struct memory *memory)
{
    buffer->data = NULL;
    buffer->size = 0;
    buffer->capacity = 0;
    buffer->memory = memory;
    buffer->failed = 0;
}

void buffer_free(struct buffer *buffer)
{
    memory_release(buffer->memory, buffer->data, buffer->capacity);
    buffer_init(buffer, buffer->memory);
}

int buffer_grow(struct buffer *buffer, size_t extra_size)
{
    size_t size =
        extra_size > SIZE_MAX - buffer->size ? SIZE_MAX : buffer->size + extra_size; /* SIZE_MAX: refused */
    if (!MEMORY_GROW(buffer->memory, buffer->data, buffer->capacity, size)) {
        buffer->failed = 1;
        return 0;
    }
    return 1;
}
