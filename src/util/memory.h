/* Memory comes from one hook, so that callers can bring an allocator and bound what a handle takes. */
#ifndef PGNPACK_UTIL_MEMORY_H
#define PGNPACK_UTIL_MEMORY_H

#include <stddef.h>

#include "pgnpack.h"

struct memory {
    struct pgnpack_allocator allocator;
    size_t limit; /* bytes that may be held at once; 0: no limit */
    size_t held;
    int limit_is_met; /* 1: a piece was refused because of the limit */
};

/* `allocator` NULL: malloc and free. `limit` 0: none. */
void memory_init(struct memory *memory, const struct pgnpack_allocator *allocator, size_t limit);

/* NULL when there is no more, or when the limit would be passed; `size` must not be 0. */
void *memory_get(struct memory *memory, size_t size);

/* Like realloc: on failure the old piece stays valid. `piece` NULL with `old_size` 0 allocates. */
void *memory_resize(struct memory *memory, void *piece, size_t old_size, size_t new_size);

/* `piece` NULL is fine. `size` is what the piece was allocated with. */
void memory_release(struct memory *memory, void *piece, size_t size);

/*
 * Makes room for `count` elements of `element_size` in a growing array, at least doubling it.
 * Returns 0 and leaves everything as it was when there is no memory, 1 otherwise.
 */
int memory_grow_array(struct memory *memory, void **array, size_t *capacity, size_t count,
                      size_t element_size);

#endif
