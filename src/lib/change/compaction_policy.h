/*
 * Which segments of a database are to become one, where small changes have made many of them.
 *
 * A run of segments at the file's end is merged if its largest segment has at most two thirds of its bytes, and of such runs the
 * longest. So each game that is recoded comes into a segment at least 3 / 2 times as large as the one that it was in, and is
 * recoded O(log n) times in a database of n bytes, however it grew (the amortisation of log-structured merge trees: O'Neil et al.,
 * "The Log-Structured Merge-Tree", Acta Informatica 33, 1996). Where changes are of equal size, what stays has
 * segments each of which is more than twice as large as all behind it together: they are O(log n) too. Large segments stay as they are, so
 * that no addition packs gigabytes anew: a file of them is searched as fast as one of few.
 */
#ifndef PGNPACK_LIB_CHANGE_COMPACTION_POLICY_H
#define PGNPACK_LIB_CHANGE_COMPACTION_POLICY_H

#include <stddef.h>
#include <stdint.h>

/*
 * A merge writes the whole file anew, and takes away the states between. So it waits until so many segments become one, which are such a
 * share of the file that writing the rest is little beside packing them; or until the file has as many as would make it slow.
 */
enum { COMPACTION_RUN = 8, COMPACTION_SHARE = 64, COMPACTION_SEGMENTS = 64, COMPACTION_LARGE = 256 << 20 };

/* The first segment of the run that is to be merged, which goes to the last one; `count`: none is. `sizes`: of the segments in bytes, in the order of the file. */
static inline size_t compaction_run(const uint64_t *sizes, size_t count)
{
    uint64_t sum = 0, largest = 0, run = 0;
    size_t first = count;
    for (size_t i = count; i-- > 0;) {
        if (sizes[i] > UINT64_MAX / 3 - sum) /* no file is so large */
            return count;
        sum += sizes[i];
        if (sizes[i] > largest)
            largest = sizes[i];
        if (i + 1 < count && largest < COMPACTION_LARGE && 3 * largest <= 2 * sum) {
            first = i;
            run = sum;
        }
    }
    int is_worth_it = count - first >= COMPACTION_RUN && run >= sum / COMPACTION_SHARE;
    return is_worth_it || count >= COMPACTION_SEGMENTS ? first : count;
}

#endif
