/*
 * Memory comes from one hook, so that callers can bring an allocator and bound what a handle takes.
 *
 * A refused piece is noted here, at the only place that knows of every one: what was made meanwhile is worth nothing,
 * even where the code in between forgot to ask. The library's handle_end_with() asks when a call ends; within a call only those ask
 * memory_check() who would write, or decide by, what may be a part.
 */
#ifndef PGNPACK_UTIL_MEMORY_H
#define PGNPACK_UTIL_MEMORY_H

#include <stddef.h>

#include "pgnpack.h"
#include "util/error.h"

enum memory_refusal { MEMORY_NOT_REFUSED, MEMORY_REFUSED, MEMORY_REFUSED_BY_LIMIT };

struct memory {
    struct pgnpack_allocator allocator;
    size_t limit; /* bytes that may be held at once; 0: no limit */
    size_t held;
    enum memory_refusal refusal; /* the last one since memory_init() or memory_forget_refusal() */
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
 * Makes room for `count` elements in a growing array, at least doubling it. 0: there is no memory, and everything is as it
 * was. `array` and `capacity` are variables, or fields; they are named more than once, and must have no side effects.
 */
#define MEMORY_GROW(memory, array, capacity, count)                                                          \
    ((capacity) >= (count) ||                                                                                \
     ((array) = memory_grown(memory, array, &(capacity), count, sizeof *(array)), (capacity) >= (count)))

/* For MEMORY_GROW(): the array, where it is now. */
void *memory_grown(struct memory *memory, void *array, size_t *capacity, size_t count, size_t element_size);

/* Notes that a piece was refused which did not come from here: a context of zstd's, a size that no size_t holds. */
void memory_note_refusal(struct memory *memory);

/* What comes now does not use anything that was made before. */
void memory_forget_refusal(struct memory *memory);

/*
 * If a piece was refused, *error becomes PGNPACK_ERROR_MEMORY, or PGNPACK_ERROR_MEMORY_LIMIT, whatever it was before;
 * where it says what place it is about, that stays. Returns the error's status.
 */
enum pgnpack_status memory_check(const struct memory *memory, struct error *error);

/* Fills an array of `count` elements, of which the first is set, with copies of it: as quick as memory is. */
void memory_repeat(void *array, size_t count, size_t element_size);

#endif
