/* What batches give against what cursors give, game by game. Nothing here reports failures: they come back in words. */
#ifndef PGNPACK_TESTS_SHARED_BATCH_CHECK_H
#define PGNPACK_TESTS_SHARED_BATCH_CHECK_H

#include "pgnpack.h"

struct batch_check {
    const char *const *tags;
    size_t tag_count;
    unsigned parts;
    int keep_escapes;
    int by_views; /* tags are views, not copies */
    size_t capacity;
    size_t room;    /* elements of each array, which grows where a game does not fit */
    int is_hostile; /* any file: clocks and evaluations are counted only, and both may fail */
};

/* Of a batch, for tests that look at it. */
struct batch_told {
    enum pgnpack_status status; /* of the last call */
    size_t games;
    size_t growths; /* calls that found an array too small */
    struct pgnpack_batch_counts counts;
};

/* NULL: everything agrees. `told` may be NULL. */
const char *batch_check(const struct pgnpack_reader *reader, const struct batch_check *check,
                        struct batch_told *told);

#endif
