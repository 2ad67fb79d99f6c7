/* The unpacker's state, shared by its two halves: texts on their way out, and elements on their way in. */
#ifndef PGNPACK_LIB_UNPACKER_H
#define PGNPACK_LIB_UNPACKER_H

#include "lib/block_search.h"
#include "lib/byte_stream.h"
#include "lib/ordered_pool.h"
#include "lib/unpack_job.h"
#include "pgnpack.h"

enum { UNPACKER_SLOT_COUNT_MAX = 2 * ORDERED_POOL_THREADS_MAX };

struct pgnpack_unpacker {
    struct memory memory;
    size_t memory_limit; /* of the handle; a run gives each job its share of it */
    uint64_t work_limit; /* 0: none */
    struct pgnpack_unpacker_options options;
    pgnpack_write_function write;
    void *write_opaque;

    struct ordered_pool pool;
    void *slots[UNPACKER_SLOT_COUNT_MAX];
    unsigned slot_count;

    struct byte_stream stream;
    struct block_search search;
    int inside_segment;
    uint64_t segment_offset; /* of the present segment in the file */
    uint64_t segment_games;  /* games of the segments before */
    uint64_t games_expected; /* what the next block's header should say of the blocks before it */
    uint64_t text_expected;
    uint64_t blocks_seen;   /* of the segment */
    int segment_is_damaged; /* some of it was passed over: totals cannot agree */
    uint64_t footers_spent; /* bytes of indices that were tried, packed and unpacked */

    struct pgnpack_unpacker_totals totals;
    struct error error;        /* that ended the run, or the first damage */
    struct error damage_error; /* what is wrong where we are */
    struct pgnpack_error public_error;
};

/* ---- Texts on their way out: unpacker_api.c ---- */

/* Counts and reports a stretch that was lost. */
void unpacker_report_damage(struct pgnpack_unpacker *unpacker, const struct pgnpack_damage *damage,
                            const struct error *cause);

/* A job to fill and to hand in to unpacker->pool; waits until one is free. NULL: see *status_ret. */
struct unpack_job *unpacker_free_job(struct pgnpack_unpacker *unpacker, enum pgnpack_status *status_ret);

/* Sets what a job, or the index that is read next, may take of the work that is left. */
void unpacker_start_work(const struct pgnpack_unpacker *unpacker, struct work_count *work);

/* Waits for all jobs, and delivers their texts. */
enum pgnpack_status unpacker_finish_all(struct pgnpack_unpacker *unpacker);

/* ---- Elements on their way in: unpack_elements.c ---- */

/*
 * Reads the next element of the file: header, block, or footer with end mark. A failure is in
 * unpacker->damage_error where it is the file's, in unpacker->error where it came from the jobs.
 */
enum pgnpack_status unpacker_read_element(struct pgnpack_unpacker *unpacker, int *at_end_ret);

/*
 * After unpacker->damage_error: passes over what is damaged up to the next element that is whole, which may stand
 * where we are and only be unexpected, and reports it. All jobs must be finished.
 */
enum pgnpack_status unpacker_recover(struct pgnpack_unpacker *unpacker, int *at_end_ret);

#endif
