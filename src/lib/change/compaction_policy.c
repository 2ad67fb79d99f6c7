#include "lib/change/compaction_policy.h"

size_t compaction_run(const uint64_t *sizes, size_t count, size_t most)
{
    uint64_t sum = 0, largest = 0;
    size_t first = count;
    if (count < most)
        return count;
    for (size_t i = count; i-- > 0;) {
        if (sizes[i] > UINT64_MAX / 3 - sum) /* no file is so large */
            return count;
        sum += sizes[i];
        if (sizes[i] > largest)
            largest = sizes[i];
        if (i + 1 < count && 3 * largest <= 2 * sum)
            first = i;
    }
    return first;
}
