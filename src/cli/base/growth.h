/* Arrays that grow, from malloc(). */
#ifndef PGNPACK_CLI_BASE_GROWTH_H
#define PGNPACK_CLI_BASE_GROWTH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * Makes room for `count` elements, at least doubling it. 0: there is no memory, and everything is as it was. `array` and `capacity`
 * are variables, or fields; they are named more than once, and must have no side effects.
 */
#define GROW(array, capacity, count)                                                                         \
    ((capacity) >= (count) ||                                                                                \
     ((array) = growth_make(array, &(capacity), count, sizeof *(array)), (capacity) >= (count)))

/* For GROW(): the array, where it is now. */
static inline void *growth_make(void *array, size_t *capacity, size_t count, size_t element_size)
{
    size_t wanted = 2 * count + 64;
    void *grown = count <= SIZE_MAX / 4 / element_size ? realloc(array, wanted * element_size) : NULL;
    if (grown == NULL)
        return array;
    *capacity = wanted;
    return grown;
}

#endif
