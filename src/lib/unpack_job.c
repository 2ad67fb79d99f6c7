#include "lib/unpack_job.h"

#include "block/block_check.h"
#include "lib/handle.h"

struct unpack_job *unpack_job_new(const struct memory *like)
{
    struct unpack_job *job = handle_new_like(like, sizeof *job);
    if (job == NULL)
        return NULL;
    buffer_init(&job->packed, &job->memory);
    buffer_init(&job->text, &job->memory);
    buffer_init(&job->file_name, &job->memory);
    block_decoder_init(&job->decoder, &job->memory);
    return job;
}

void unpack_job_free(struct unpack_job *job)
{
    if (job == NULL)
        return;
    buffer_free(&job->packed);
    buffer_free(&job->text);
    buffer_free(&job->file_name);
    block_decoder_free(&job->decoder);
    handle_free(job, sizeof *job);
}

void unpack_job_work(void *slot)
{
    struct unpack_job *job = slot;
    error_clear(&job->error);
    job->has_text = 0;
    buffer_clear(&job->text);
    buffer_clear(&job->file_name);
    enum pgnpack_status status =
        block_decoder_open(&job->decoder, &job->header, job->packed.data, BLOCK_EVERYTHING, &job->error);
    if (status == PGNPACK_OK)
        status = block_decoder_text(&job->decoder, &job->text, &job->error);
    if (status == PGNPACK_OK) {
        struct column name = job->decoder.columns[BCGN_SECTION_FILE_NAME];
        buffer_append(&job->file_name, name.data, name.size);
        if (buffer_failed(&job->file_name))
            error_no_memory(&job->error);
    }
    job->has_text = memory_check(&job->memory, &job->error) == PGNPACK_OK;
    if (!job->has_text)
        buffer_clear(&job->text);
    else if (block_decoder_check_optional(&job->decoder, job->packed.data, &job->error) == PGNPACK_OK &&
             job->checks_columns)
        block_check_positions(&job->decoder, job->packed.data, &job->error);
}
