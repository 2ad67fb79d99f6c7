#include "cli/base/growth.h"

#include <stdint.h>
#include <stdlib.h>

void *growth_make(void *array, size_t *capacity, size_t count, size_t element_size)
{
    size_t wanted = 2 * count + 64;
    void *grown = count <= SIZE_MAX / 4 / element_size ? realloc(array, wanted * element_size) : NULL;
    if (grown == NULL)
        return array;
    *capacity = wanted;
    return grown;
}
