/* A pass over blocks by several threads, whose results are taken in the order of the blocks. */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_PASS_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_PASS_H

#include "lib/duplicates/duplicates_scan.h"
#include "system/ordered_pool.h"

struct duplicates_pass {
    struct memory *memory;
    struct ordered_pool pool;
    void **jobs; /* struct duplicates_scan */
    unsigned job_count;
};

void duplicates_pass_init(struct duplicates_pass *pass, struct memory *memory);

/*
 * Jobs for what the options ask for, which share `limit` bytes of memory, 0: no limit; where that is little, there are fewer threads.
 * Returns 0 when there is no memory.
 */
int duplicates_pass_start(struct duplicates_pass *pass, const struct pgnpack_duplicates_options *options,
                          size_t limit);
void duplicates_pass_free(struct duplicates_pass *pass);

struct duplicates_pass_calls {
    int (*fill)(void *opaque, struct duplicates_scan *job); /* the next job's block; 0: there are no more */
    enum pgnpack_status (*take)(void *opaque, struct duplicates_scan *job); /* what came of it */
    void *opaque;
};

/* Until there are no more jobs, or one is not taken. */
enum pgnpack_status duplicates_pass_run(struct duplicates_pass *pass,
                                        const struct duplicates_pass_calls *calls);

#endif
