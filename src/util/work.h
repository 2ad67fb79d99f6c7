/*
 * How much a file made its reader do, counted the same on every machine, so that callers can set a limit to it. The
 * unit is about what a processor of today does in a nanosecond; what costs how much: container/sections/work_costs.h.
 */
#ifndef PGNPACK_UTIL_WORK_H
#define PGNPACK_UTIL_WORK_H

#include "util/error.h"

#define WORK_NO_LIMIT UINT64_MAX

struct work_count {
    uint64_t done;
    uint64_t limit;
};

/* Nothing done yet. */
static inline void work_start(struct work_count *work, uint64_t limit)
{
    *work = (struct work_count){0, limit};
}

/* What a limit of the caller's, 0: none, leaves behind work that was done before. */
static inline uint64_t work_limit_left(uint64_t limit, uint64_t done)
{
    return limit == 0 ? WORK_NO_LIMIT : done < limit ? limit - done : 0;
}

/* Fills `error`. */
enum pgnpack_status work_limit_passed(struct error *error);

/* To be called before something is done, where its cost is known, or else right behind it. */
static inline enum pgnpack_status work_spend(struct work_count *work, uint64_t cost, struct error *error)
{
    work->done += cost;
    return work->done <= work->limit ? PGNPACK_OK : work_limit_passed(error);
}

#endif
