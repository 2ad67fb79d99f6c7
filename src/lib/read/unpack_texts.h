/* What the unpacker gives out: texts in their order, and reports of what was lost. */
#ifndef PGNPACK_LIB_READ_UNPACK_TEXTS_H
#define PGNPACK_LIB_READ_UNPACK_TEXTS_H

#include "lib/read/unpacker.h"

/* Counts and reports a stretch that was lost. */
enum pgnpack_status unpacker_report_damage(struct pgnpack_unpacker *unpacker,
                                           const struct pgnpack_damage *damage, const struct error *cause);

/* A job to fill and to hand in to unpacker->pool; waits until one is free. NULL: see *status_ret. */
struct unpack_job *unpacker_free_job(struct pgnpack_unpacker *unpacker, enum pgnpack_status *status_ret);

/* Sets what a job, or the index that is read next, may take of the work that is left. */
void unpacker_start_work(const struct pgnpack_unpacker *unpacker, struct work_count *work);

/* Waits for all jobs, and delivers their texts. */
enum pgnpack_status unpacker_finish_all(struct pgnpack_unpacker *unpacker);

#endif
