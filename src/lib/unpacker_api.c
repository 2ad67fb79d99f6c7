/* Public functions: unpacking a stream of BCGN 1. Has its blocks unpacked, and writes their texts in order. */
#include "lib/unpacker.h"

#include <string.h>

#include "lib/handle.h"

struct pgnpack_unpacker *pgnpack_unpacker_new(const struct pgnpack_options *options,
                                              const struct pgnpack_unpacker_options *unpacker_options)
{
    struct memory memory;
    struct pgnpack_unpacker *unpacker = handle_new(options, sizeof *unpacker, &memory);
    if (unpacker == NULL)
        return NULL;
    unpacker->memory = memory;
    unpacker->memory_limit = memory.limit;
    unpacker->work_limit = handle_work_limit(options);
    handle_copy_options(&unpacker->options, sizeof unpacker->options, unpacker_options);
    error_clear(&unpacker->error);
    byte_stream_init(&unpacker->stream, &unpacker->memory);
    return unpacker;
}

static void stop_jobs(struct pgnpack_unpacker *unpacker)
{
    ordered_pool_stop(&unpacker->pool);
    for (unsigned i = 0; i < unpacker->slot_count; i++)
        unpack_job_free(unpacker->slots[i]);
    unpacker->slot_count = 0;
}

void pgnpack_unpacker_free(struct pgnpack_unpacker *unpacker)
{
    if (unpacker == NULL)
        return;
    stop_jobs(unpacker);
    byte_stream_free(&unpacker->stream);
    handle_free(&unpacker->memory, unpacker, sizeof *unpacker);
}

static enum pgnpack_status start_jobs(struct pgnpack_unpacker *unpacker)
{
    unsigned threads = unpacker->options.threads == 0 ? ordered_pool_processors() : unpacker->options.threads;
    if (threads > ORDERED_POOL_THREADS_MAX)
        threads = ORDERED_POOL_THREADS_MAX;
    unsigned slot_count = threads <= 1 ? 1 : threads + threads / 2 + 1;
    struct memory share = unpacker->memory;
    share.limit = unpacker->memory_limit / (slot_count + 1);
    unpacker->memory.limit = unpacker->memory_limit - slot_count * share.limit;
    for (; unpacker->slot_count < slot_count; unpacker->slot_count++)
        if ((unpacker->slots[unpacker->slot_count] = unpack_job_new(&share)) == NULL) {
            unpacker->memory.refusal = share.limit != 0 && share.limit < sizeof(struct unpack_job)
                                           ? MEMORY_REFUSED_BY_LIMIT
                                           : MEMORY_REFUSED;
            return memory_check(&unpacker->memory, &unpacker->error);
        }
    if (!ordered_pool_start(&unpacker->pool, &unpacker->memory, threads, unpacker->slots, slot_count,
                            unpack_job_work))
        return error_no_memory(&unpacker->error);
    return PGNPACK_OK;
}

/* ---- Texts on their way out ---- */

void unpacker_report_damage(struct pgnpack_unpacker *unpacker, const struct pgnpack_damage *damage,
                            const struct error *cause)
{
    unpacker->totals.damaged++;
    if (unpacker->error.status == PGNPACK_OK) {
        unpacker->error = *cause;
        error_locate(&unpacker->error, damage->first_game, 0, damage->offset);
    }
    if (unpacker->options.damage != NULL)
        unpacker->options.damage(unpacker->options.opaque, damage);
}

static int is_damage(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_UNSUPPORTED;
}

static enum pgnpack_status lose_block(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    if (!unpacker->options.salvage || !is_damage(job->error.status)) {
        unpacker->error = job->error;
        error_locate(&unpacker->error, job->header.game_count != 0 ? job->first_game + 1 : 0, 0, job->offset);
        return unpacker->error.status;
    }
    struct pgnpack_damage damage = {.offset = job->offset,
                                    .size = job->header.block_size,
                                    .first_game = job->first_game + 1,
                                    .game_count = job->header.game_count,
                                    .text_size = job->header.text_size,
                                    .text = job->error.text};
    unpacker_report_damage(unpacker, &damage, &job->error);
    return PGNPACK_OK;
}

static enum pgnpack_status write_text(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    int cause = 0;
    int begins_file = job->begins_nameless || (job->header.flags & BCGN_BLOCK_BEGINS_FILE) != 0;
    if (begins_file && unpacker->options.begin_file != NULL)
        cause = unpacker->options.begin_file(
            unpacker->options.opaque, job->file_name.size == 0 ? "" : (const char *)job->file_name.data,
            job->file_name.size);
    if (cause == 0 && unpacker->write != NULL && job->text.size != 0)
        cause = unpacker->write(unpacker->write_opaque, job->text.data, job->text.size);
    if (cause != 0) {
        error_clear(&unpacker->error);
        return handle_write_failed(&unpacker->error, cause);
    }
    unpacker->totals.text_size += job->text.size;
    unpacker->totals.games += job->header.game_count;
    unpacker->totals.blocks++;
    return PGNPACK_OK;
}

void unpacker_start_work(const struct pgnpack_unpacker *unpacker, struct work_count *work)
{
    work_start(work, work_limit_left(unpacker->work_limit, unpacker->totals.work));
}

/*
 * Jobs were started before it was known what those before them take, so that they may have done more than is left;
 * what is left counts, so that the number of threads makes no difference.
 */
static enum pgnpack_status count_work(struct pgnpack_unpacker *unpacker, struct unpack_job *job)
{
    if (job->decoder.work.done > work_limit_left(unpacker->work_limit, unpacker->totals.work)) {
        error_clear(&job->error);
        return work_limit_passed(&job->error);
    }
    unpacker->totals.work += job->decoder.work.done;
    return job->error.status;
}

static enum pgnpack_status finish_oldest(struct pgnpack_unpacker *unpacker)
{
    struct unpack_job *job = ordered_pool_collect(&unpacker->pool);
    if (job == NULL)
        return PGNPACK_OK;
    enum pgnpack_status status = count_work(unpacker, job);
    status = status == PGNPACK_OK ? write_text(unpacker, job) : lose_block(unpacker, job);
    ordered_pool_release(&unpacker->pool);
    if (status == PGNPACK_OK && unpacker->options.progress != NULL &&
        unpacker->options.progress(unpacker->options.opaque, unpacker->totals.text_size,
                                   unpacker->stream.offset) != 0) {
        error_clear(&unpacker->error);
        status = error_set(&unpacker->error, PGNPACK_ERROR_CANCELLED, "cancelled");
    }
    return status;
}

enum pgnpack_status unpacker_finish_all(struct pgnpack_unpacker *unpacker)
{
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && ordered_pool_collect(&unpacker->pool) != NULL)
        status = finish_oldest(unpacker);
    return status;
}

struct unpack_job *unpacker_free_job(struct pgnpack_unpacker *unpacker, enum pgnpack_status *status_ret)
{
    struct unpack_job *job;
    *status_ret = PGNPACK_OK;
    while ((job = ordered_pool_free_slot(&unpacker->pool)) == NULL) {
        *status_ret = finish_oldest(unpacker);
        if (*status_ret != PGNPACK_OK)
            return NULL;
    }
    return job;
}

/* ---- The run ---- */

static int may_be_passed(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_UNSUPPORTED ||
           status == PGNPACK_ERROR_TRUNCATED || status == PGNPACK_ERROR_NOT_BCGN;
}

/* What to do about a failed element: nothing, unless damage may be passed over. */
static enum pgnpack_status handle_failure(struct pgnpack_unpacker *unpacker, enum pgnpack_status status,
                                          int *at_end_ret)
{
    if (unpacker->damage_error.status == PGNPACK_OK) /* writing failed, or was cancelled */
        return status;
    status = memory_check(&unpacker->memory, &unpacker->damage_error);
    enum pgnpack_status finished = unpacker_finish_all(unpacker);
    if (finished != PGNPACK_OK)
        return finished;
    if (unpacker->options.salvage && may_be_passed(status))
        return unpacker_recover(unpacker, at_end_ret);
    unpacker->error = unpacker->damage_error;
    error_locate(&unpacker->error, 0, 0, unpacker->stream.offset);
    return unpacker->error.status;
}

static enum pgnpack_status run(struct pgnpack_unpacker *unpacker)
{
    int at_end = 0;
    while (!at_end) {
        enum pgnpack_status status = unpacker_read_element(unpacker, &at_end);
        if (status != PGNPACK_OK)
            status = handle_failure(unpacker, status, &at_end);
        if (status != PGNPACK_OK)
            return status;
    }
    return unpacker_finish_all(unpacker);
}

enum pgnpack_status pgnpack_unpacker_run(struct pgnpack_unpacker *unpacker, pgnpack_read_function read,
                                         void *read_opaque, pgnpack_write_function write, void *write_opaque)
{
    unpacker->write = write;
    unpacker->write_opaque = write_opaque;
    memset(&unpacker->totals, 0, sizeof unpacker->totals);
    error_clear(&unpacker->error);
    error_clear(&unpacker->damage_error);
    memory_forget_refusal(&unpacker->memory);
    unpacker->inside_segment = 0;
    unpacker->segment_games = 0;
    unpacker->games_expected = 0;
    unpacker->text_expected = 0;
    unpacker->footers_spent = 0;
    byte_stream_start(&unpacker->stream, read, read_opaque);
    block_search_start(&unpacker->search, &unpacker->stream);
    enum pgnpack_status status = start_jobs(unpacker);
    if (status == PGNPACK_OK)
        run(unpacker);
    stop_jobs(unpacker);
    unpacker->totals.packed_size = unpacker->stream.offset;
    return memory_check(&unpacker->memory, &unpacker->error);
}

const struct pgnpack_unpacker_totals *pgnpack_unpacker_totals(const struct pgnpack_unpacker *unpacker)
{
    return &unpacker->totals;
}

const struct pgnpack_error *pgnpack_unpacker_error(struct pgnpack_unpacker *unpacker)
{
    handle_export_error(&unpacker->error, &unpacker->public_error);
    return &unpacker->public_error;
}
