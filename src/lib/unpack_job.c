#include "lib/unpack_job.h"

#include <string.h>

#include "block/block_check.h"
#include "container/segment_origins.h"
#include "lib/annex_section.h"
#include "lib/game_summary.h"
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
    memory_release(&job->memory, job->ends, job->end_capacity * sizeof *job->ends);
    block_decoder_free(&job->decoder);
    handle_free(job, sizeof *job);
}

/* Takes the texts of games out that are not wanted. */
static void cut_out(struct unpack_job *job)
{
    const uint64_t first = job->first_game, end = first + job->header.game_count;
    size_t kept = 0, at = 0;
    const struct game_range *range = deleted_games_from(job->left_out, first);
    for (; range != NULL && range->first < end; range = deleted_games_from(job->left_out, range->end)) {
        uint64_t from = range->first < first ? 0 : range->first - first;
        uint64_t to = range->end < end ? range->end - first : job->header.game_count;
        size_t from_byte = from == 0 ? 0 : job->ends[from - 1];
        memmove(job->text.data + kept, job->text.data + at, from_byte - at);
        kept += from_byte - at;
        at = job->ends[to - 1];
    }
    memmove(job->text.data + kept, job->text.data + at, job->text.size - at);
    job->text.size -= at - kept;
}

/* All of it, verified; then what is wanted of it. */
static enum pgnpack_status make_text(struct unpack_job *job)
{
    const uint32_t count = job->header.game_count;
    job->left_out_count = job->left_out == NULL ? 0
                                                : deleted_games_between(job->left_out, job->first_game,
                                                                        job->first_game + count);
    if (job->left_out_count == 0)
        return block_decoder_text(&job->decoder, &job->text, &job->error);
    if (!MEMORY_GROW(&job->memory, job->ends, job->end_capacity, (size_t)count))
        return error_no_memory(&job->error);
    enum pgnpack_status status =
        block_decoder_text_and_ends(&job->decoder, &job->text, job->ends, &job->error);
    if (status != PGNPACK_OK)
        return status;
    job->ends_left_out = job->ends[count - 1] == job->text.size &&
                         deleted_games_have(job->left_out, job->first_game + count - 1);
    cut_out(job);
    return status;
}

/* A block_decoder's visit. */
static void summarise(void *entry, const struct game *game)
{
    summarise_game(entry, game);
}

static int is_damage(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_UNSUPPORTED;
}

/* Those of all games of the segment, which are before the record. */
static void check_origins(struct unpack_job *job)
{
    struct buffer bytes;
    struct error *error = &job->origins;
    buffer_init(&bytes, &job->memory);
    enum pgnpack_status status =
        annex_section_unpack(job->packed.data, job->packed.size, BCGN_SECTION_ORIGINS, &job->decoder.unpacker,
                             &job->decoder.work, &bytes, error);
    if (status == PGNPACK_OK && bytes.size != 0)
        status = origins_check(bytes.data, bytes.size, job->header.games_before, &job->memory, error);
    if (status != PGNPACK_OK && !is_damage(status))
        job->error = *error;
    error_locate(error, 0, 0, job->offset);
    buffer_free(&bytes);
}

/* What is not needed for the text. */
static void check_rest(struct unpack_job *job)
{
    if (block_decoder_check_optional(&job->decoder, job->packed.data, &job->error) != PGNPACK_OK ||
        !job->checks_columns)
        return;
    if ((job->header.flags & BCGN_BLOCK_RECORD) != 0)
        check_origins(job);
    else
        block_check_positions(&job->decoder, job->packed.data, &job->error);
}

void unpack_job_work(void *slot)
{
    struct unpack_job *job = slot;
    error_clear(&job->error);
    error_clear(&job->origins);
    job->seen = index_entry_of(&job->header, job->offset);
    job->decoder.visit = job->checks_columns ? summarise : NULL;
    job->decoder.visit_opaque = &job->seen;
    job->has_text = job->ends_left_out = 0;
    buffer_clear(&job->text);
    buffer_clear(&job->file_name);
    enum pgnpack_status status =
        block_decoder_open(&job->decoder, &job->header, job->packed.data, BLOCK_EVERYTHING, &job->error);
    if (status == PGNPACK_OK)
        status = make_text(job);
    if (status == PGNPACK_OK) {
        struct column name = job->decoder.columns[BCGN_SECTION_FILE_NAME];
        buffer_append(&job->file_name, name.data, name.size);
        if (buffer_failed(&job->file_name))
            error_no_memory(&job->error);
    }
    job->has_text = memory_check(&job->memory, &job->error) == PGNPACK_OK;
    if (job->has_text)
        check_rest(job);
    else
        buffer_clear(&job->text);
}
