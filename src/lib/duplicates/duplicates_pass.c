#include "lib/duplicates/duplicates_pass.h"

#include <string.h>

void duplicates_pass_init(struct duplicates_pass *pass, struct memory *memory)
{
    *pass = (struct duplicates_pass){.memory = memory};
}

void duplicates_pass_free(struct duplicates_pass *pass)
{
    ordered_pool_stop(&pass->pool);
    for (unsigned i = 0; pass->jobs != NULL && i < pass->job_count; i++)
        duplicates_scan_free(pass->jobs[i]);
    memory_release(pass->memory, pass->jobs, pass->job_count * sizeof *pass->jobs);
    duplicates_pass_init(pass, pass->memory);
}

/* Three quarters of a job's share are for what reads blocks. */
static int start_jobs(struct duplicates_pass *pass, const struct pgnpack_duplicates_options *options,
                      size_t limit)
{
    struct memory like = *pass->memory;
    size_t quarter = limit == 0 ? 0 : limit / (4u * pass->job_count) + 1;
    like.limit = quarter;
    pass->jobs = memory_get(pass->memory, pass->job_count * sizeof *pass->jobs);
    if (pass->jobs == NULL)
        return 0;
    memset(pass->jobs, 0, pass->job_count * sizeof *pass->jobs);
    for (unsigned i = 0; i < pass->job_count; i++) {
        struct duplicates_scan *job = pass->jobs[i] = duplicates_scan_new(&like, 3 * quarter);
        if (job == NULL)
            return 0;
        job->keep = options->keep;
        job->kind = options->kind;
    }
    return 1;
}

int duplicates_pass_start(struct duplicates_pass *pass, const struct pgnpack_duplicates_options *options,
                          size_t limit)
{
    enum { JOB_MEMORY = 32 << 20 }; /* suffices for most blocks */
    unsigned threads = ordered_pool_threads(options->threads);
    if (limit != 0 && threads > limit / (2 * (size_t)JOB_MEMORY))
        threads = (unsigned)(limit / (2 * (size_t)JOB_MEMORY));
    pass->job_count = threads <= 1 ? 1 : 2 * threads;
    return start_jobs(pass, options, limit) &&
           ordered_pool_start(&pass->pool, pass->memory, threads, pass->jobs, pass->job_count,
                              duplicates_scan_work);
}

static enum pgnpack_status take_oldest(struct duplicates_pass *pass,
                                       const struct duplicates_pass_calls *calls)
{
    struct duplicates_scan *job = ordered_pool_collect(&pass->pool);
    enum pgnpack_status status = job == NULL ? PGNPACK_OK : calls->take(calls->opaque, job);
    if (job != NULL)
        ordered_pool_release(&pass->pool);
    return status;
}

enum pgnpack_status duplicates_pass_run(struct duplicates_pass *pass,
                                        const struct duplicates_pass_calls *calls)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (;;) {
        struct duplicates_scan *job = ordered_pool_free_slot(&pass->pool);
        if (job == NULL) {
            status = take_oldest(pass, calls);
            if (status != PGNPACK_OK)
                return status;
            continue;
        }
        if (!calls->fill(calls->opaque, job))
            break;
        ordered_pool_hand_in(&pass->pool);
    }
    while (status == PGNPACK_OK && pass->pool.collected != pass->pool.handed_in)
        status = take_oldest(pass, calls);
    return status;
}
