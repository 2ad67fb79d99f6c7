#include "util/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *opaque, size_t size)
{
    (void)opaque;
    return malloc(size);
}

static void default_release(void *opaque, void *piece)
{
    (void)opaque;
    free(piece);
}

void memory_init(struct memory *memory, const struct pgnpack_allocator *allocator, size_t limit)
{
    if (allocator != NULL) {
        memory->allocator = *allocator;
    } else {
        memory->allocator.allocate = default_allocate;
        memory->allocator.release = default_release;
        memory->allocator.opaque = NULL;
    }
    memory->limit = limit;
    memory->held = 0;
    memory->refusal = MEMORY_NOT_REFUSED;
}

void *memory_get(struct memory *memory, size_t size)
{
    if (memory->limit != 0 && (size > memory->limit || memory->held > memory->limit - size)) {
        memory->refusal = MEMORY_REFUSED_BY_LIMIT;
        return NULL;
    }
    void *piece = memory->allocator.allocate(memory->allocator.opaque, size);
    if (piece != NULL)
        memory->held += size;
    else
        memory_note_refusal(memory);
    return piece;
}

void *memory_resize(struct memory *memory, void *piece, size_t old_size, size_t new_size)
{
    void *larger = memory_get(memory, new_size);
    if (larger == NULL)
        return NULL;
    if (piece != NULL) {
        memcpy(larger, piece, old_size < new_size ? old_size : new_size);
        memory_release(memory, piece, old_size);
    }
    return larger;
}

void memory_release(struct memory *memory, void *piece, size_t size)
{
    if (piece == NULL)
        return;
    memory->held -= size;
    memory->allocator.release(memory->allocator.opaque, piece);
}

void *memory_grown(struct memory *memory, void *array, size_t *capacity, size_t count, size_t element_size)
{
    if (count <= *capacity)
        return array;
    if (count > SIZE_MAX / 2 / element_size) {
        memory_note_refusal(memory);
        return array;
    }
    size_t larger_capacity = *capacity == 0 ? 16 : 2 * *capacity;
    if (larger_capacity < count)
        larger_capacity = count;
    void *larger = memory_resize(memory, array, *capacity * element_size, larger_capacity * element_size);
    if (larger == NULL)
        return array;
    *capacity = larger_capacity;
    return larger;
}

void memory_note_refusal(struct memory *memory)
{
    memory->refusal = MEMORY_REFUSED;
}

void memory_forget_refusal(struct memory *memory)
{
    memory->refusal = MEMORY_NOT_REFUSED;
}

enum pgnpack_status memory_check(const struct memory *memory, struct error *error)
{
    if (memory->refusal == MEMORY_NOT_REFUSED)
        return error->status;
    struct error found = *error;
    error_clear(error);
    if (memory->refusal == MEMORY_REFUSED_BY_LIMIT)
        error_set(error, PGNPACK_ERROR_MEMORY_LIMIT, "this needs more memory than the limit allows");
    else
        error_no_memory(error);
    error_locate(error, found.game, found.line, found.offset);
    return error->status;
}

/* What was made is copied behind itself, doubled as long as it stays in the nearest cache. */
void memory_repeat(void *array, size_t count, size_t element_size)
{
    enum { PIECE_SIZE = 4096 };
    unsigned char *bytes = array;
    size_t size = count * element_size;
    size_t piece = element_size;
    for (size_t done = element_size; done < size; done += piece) {
        if (done <= PIECE_SIZE)
            piece = done;
        if (piece > size - done)
            piece = size - done;
        memcpy(bytes + done, bytes, piece);
    }
}
