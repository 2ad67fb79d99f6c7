#include "lib/read/unpack_job.h"

#include <string.h>

#include "container/segments/id_list.h"
#include "lib/open/annex_section.h"
#include "lib/games/game_summary.h"
#include "base/handle.h"

struct unpack_job *unpack_job_new(const struct memory *like)
{
    struct unpack_job *job = job_new_like(like, sizeof *job);
    if (job == NULL)
        return NULL;
    buffer_init(&job->packed, &job->memory);
    buffer_init(&job->text, &job->memory);
    block_decoder_init(&job->decoder, &job->memory);
    block_check_init(&job->check, &job->memory);
    return job;
}

void unpack_job_free(struct unpack_job *job)
{
    if (job == NULL)
        return;
    buffer_free(&job->packed);
    buffer_free(&job->text);
    memory_release(&job->memory, job->ends, job->end_capacity * sizeof *job->ends);
    block_decoder_free(&job->decoder);
    block_check_free(&job->check);
    if (job->watch_slot != NULL)
        job->watch->slot_free(job->watch_slot);
    handle_free(job, sizeof *job);
}

/* Moves text of the block down to what is kept of it so far. */
static void keep_text(struct unpack_job *job, size_t *kept, size_t from, size_t end)
{
    memmove(job->text.data + *kept, job->text.data + from, end - from);
    *kept += end - from;
}

/* Takes the texts of games out that are not wanted, file by file: what is behind a file's last game stays. */
static void cut_out(struct unpack_job *job)
{
    struct file_list *files = &job->decoder.files;
    const uint32_t *ends = job->ends;
    uint64_t first = job->first_game;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < files->count; i++) {
        struct listed_file *file = &files->files[i];
        const uint64_t end = first + file->games;
        const struct game_range *range = file->games == 0 ? NULL : deleted_games_from(job->left_out, first);
        for (; range != NULL && range->first < end; range = deleted_games_from(job->left_out, range->end)) {
            uint64_t from = range->first < first ? 0 : range->first - first;
            uint64_t to = range->end < end ? range->end - first : file->games;
            keep_text(job, &kept, at, from == 0 ? at : ends[from - 1]);
            at = ends[to - 1];
        }
        keep_text(job, &kept, at, file->text_end);
        at = file->text_end;
        file->text_end = (uint32_t)kept;
        first = end;
        ends += file->games;
    }
    job->text.size = kept;
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
    job->ends_left_out = (job->header.flags & BCGN_BLOCK_MORE_FILES) == 0 &&
                         job->ends[count - 1] == job->text.size &&
                         deleted_games_have(job->left_out, job->first_game + count - 1);
    cut_out(job);
    return status;
}

/* A block_decoder's visit. */
static void see_game(void *opaque, const struct game *game)
{
    struct unpack_job *job = opaque;
    summarise_game(&job->seen, game);
    if (job->checks_columns)
        block_check_see(&job->check, game);
    if (job->watch_slot != NULL)
        job->watch->see(job->watch_slot, game);
}

/* Of games of the segment, which are before the record. */
static enum pgnpack_status check_ids_of_kind(struct unpack_job *job, unsigned kind)
{
    struct buffer bytes;
    struct error *error = &job->ids;
    buffer_init(&bytes, &job->memory);
    enum pgnpack_status status =
        annex_section_unpack(job->packed.data, job->packed.size, BCGN_SECTION_IDS, (uint16_t)kind,
                             &job->decoder.unpacker, &job->decoder.work, &bytes, error);
    if (status == PGNPACK_OK && bytes.size != 0)
        status =
            id_section_check(bytes.data, bytes.size, kind, job->header.games_before, &job->memory, error);
    buffer_free(&bytes);
    return status;
}

static void check_ids(struct unpack_job *job)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (unsigned kind = 0; kind < ID_KINDS && status == PGNPACK_OK; kind++)
        status = check_ids_of_kind(job, kind);
    if (status != PGNPACK_OK && !status_is_damage(status))
        job->error = job->ids;
    error_locate(&job->ids, 0, 0, job->offset);
}

/* What is not needed for the text. */
static void check_rest(struct unpack_job *job)
{
    if (block_decoder_check_optional(&job->decoder, job->packed.data, &job->error) != PGNPACK_OK ||
        !job->checks_columns)
        return;
    if ((job->header.flags & BCGN_BLOCK_RECORD) != 0)
        check_ids(job);
    else
        block_check_end(&job->check, &job->error);
}

void unpack_job_work(void *slot, unsigned worker)
{
    struct unpack_job *job = slot;
    (void)worker;
    error_clear(&job->error);
    error_clear(&job->ids);
    job->seen = index_entry_of(&job->header, job->offset);
    job->decoder.visit = job->checks_columns || job->watch_slot != NULL ? see_game : NULL;
    job->decoder.visit_opaque = job;
    job->has_text = job->ends_left_out = 0;
    buffer_clear(&job->text);
    if (block_decoder_open(&job->decoder, &job->header, job->packed.data, BLOCK_EVERYTHING, &job->error) ==
        PGNPACK_OK) {
        if (job->checks_columns)
            block_check_start(&job->check, &job->decoder, job->packed.data);
        make_text(job);
    }
    job->has_text = memory_check(&job->memory, &job->error) == PGNPACK_OK;
    if (job->has_text)
        check_rest(job);
    else
        buffer_clear(&job->text);
}
