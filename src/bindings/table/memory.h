/* Memory from the host's allocator. */
#ifndef PGNPACK_BINDINGS_TABLE_MEMORY_H
#define PGNPACK_BINDINGS_TABLE_MEMORY_H

#include <stddef.h>

#include "pgnpack.h"

/* The allocator, or malloc and free. */
struct pgnpack_allocator memory_allocator(const struct pgnpack_allocator *allocator);

/* Zeroed; NULL: there is no memory, or the product is too large. */
void *memory_zeroed(const struct pgnpack_allocator *allocator, size_t count, size_t size);
void memory_free(const struct pgnpack_allocator *allocator, void *piece);

/*
 * Makes room for `count` elements in a growing array, the new ones zero. 0: there is no memory, and everything is as it was. `array`
 * and `capacity` are variables, or fields; they are named more than once, and must have no side effects.
 */
#define TABLE_GROW(allocator, array, capacity, count)                                                        \
    ((capacity) >= (count) ||                                                                                \
     ((array) = memory_grown_zeroed(allocator, array, &(capacity), count, sizeof *(array)),                  \
      (capacity) >= (count)))

/* For TABLE_GROW(): the array, where it is now. */
void *memory_grown_zeroed(const struct pgnpack_allocator *allocator, void *array, size_t *capacity,
                          size_t count, size_t size);

/* A copy with a zero byte behind it. */
char *memory_copy_text(const struct pgnpack_allocator *allocator, const char *text, size_t size);

/* Pieces that are given back all at once. Zero it, then set the allocator. */
struct memory_arena {
    struct pgnpack_allocator allocator;
    struct memory_piece *pieces;
    size_t used, capacity; /* of the first piece */
};

void *memory_arena_get(struct memory_arena *arena, size_t size);
void *memory_arena_get_zeroed(struct memory_arena *arena, size_t size);
/* Keeps one piece for what comes next. */
void memory_arena_clear(struct memory_arena *arena);
void memory_arena_free(struct memory_arena *arena);

#endif
