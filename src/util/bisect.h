/* Binary search. */
#ifndef PGNPACK_UTIL_BISECT_H
#define PGNPACK_UTIL_BISECT_H

#include <stddef.h>

/*
 * Sets the variable `place`, a size_t, to the first place from `low` on, before `high`, where `condition` is true, else to `high`;
 * to `low` where that is not below `high`. The condition is about `place`, and true from some place on.
 */
#define BISECT(place, low, high, condition)                                                                  \
    do {                                                                                                     \
        size_t bisect_low = (low), bisect_high = (high);                                                     \
        while (bisect_low < bisect_high) {                                                                   \
            (place) = bisect_low + (bisect_high - bisect_low) / 2;                                           \
            if (condition)                                                                                   \
                bisect_high = (place);                                                                       \
            else                                                                                             \
                bisect_low = (place) + 1;                                                                    \
        }                                                                                                    \
        (place) = bisect_low;                                                                                \
    } while (0)

#endif
