#include "lib/read/unpack_texts.h"

#include "lib/open/annex_section.h"
#include "base/handle.h"

enum pgnpack_status unpacker_report_damage(struct pgnpack_unpacker *unpacker,
                                           const struct pgnpack_damage *damage, const struct error *cause)
{
    unpacker->totals.damaged++;
    if (unpacker->error.status == PGNPACK_OK) {
        unpacker->error = *cause;
        error_locate(&unpacker->error, damage->first_game, 0, damage->offset);
    }
    int goes_on =
        unpacker->options.damage == NULL || unpacker->options.damage(unpacker->options.opaque, damage) == 0;
    return goes_on ? PGNPACK_OK : handle_cancelled(&unpacker->error);
}

/* The block is lost, or only optional sections are, which no text needs. */
static enum pgnpack_status handle_loss(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    if (!(unpacker->options.salvage || job->has_text) || !status_is_damage(job->error.status)) {
        unpacker->error = job->error;
        error_locate(&unpacker->error, job->header.game_count != 0 ? job->first_game + 1 : 0, 0, job->offset);
        return unpacker->error.status;
    }
    struct pgnpack_damage damage = {.offset = job->offset,
                                    .size = job->header.block_size,
                                    .first_game = job->first_game + 1,
                                    .game_count = job->has_text ? 0 : job->header.game_count,
                                    .text_size = job->has_text ? 0 : job->header.text_size,
                                    .text = job->error.text};
    return unpacker_report_damage(unpacker, &damage, &job->error);
}

/* A game of more text than a block has is left out with the blocks that go on with it. */
static void leave_out_rest(struct pgnpack_unpacker *unpacker, struct unpack_job *job)
{
    const struct block_header *header = &job->header;
    int is_rest = (header->flags & BCGN_BLOCK_CONTINUES) != 0 && header->game_count == 0 &&
                  unpacker->left_out_end != 0 && unpacker->left_out_end == header->text_before &&
                  unpacker->left_out_games == job->first_game;
    if ((header->flags & BCGN_BLOCK_ANNEX) != 0)
        return;
    if (is_rest) {
        buffer_clear(&job->text);
        file_list_last(&job->decoder.files)->text_end = 0;
    }
    unpacker->left_out_end = is_rest || job->ends_left_out ? header->text_before + header->text_size : 0;
    unpacker->left_out_games = job->first_game + header->game_count;
}

/* File `i` of the block. Returns what the caller's function answered. */
static int write_file(struct pgnpack_unpacker *unpacker, const struct unpack_job *job, size_t i)
{
    const struct file_list *files = &job->decoder.files;
    const struct text name = file_list_name(files, i), text = {(const char *)job->text.data, job->text.size};
    size_t start = file_list_start(files, i), size = files->files[i].text_end - start;
    int begins = i != 0 || job->begins_file || (unpacker->is_between && size != 0);
    const int64_t *time = files->files[i].time != FILE_TIME_UNKNOWN ? &files->files[i].time : NULL;
    int cause = 0;
    if (begins)
        unpacker->is_between = file_list_is_between(files, i, text);
    if (begins && unpacker->options.begin_file != NULL)
        cause = unpacker->options.begin_file(unpacker->options.opaque,
                                             unpacker->is_between ? NULL : name.data, name.size, time);
    if (cause == 0 && unpacker->write != NULL && size != 0)
        cause = unpacker->write(unpacker->write_opaque, job->text.data + start, size);
    return cause;
}

static enum pgnpack_status write_text(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    const struct file_list *files = &job->decoder.files;
    int cause = 0;
    for (size_t i = 0; i < files->count && cause == 0; i++)
        cause = write_file(unpacker, job, i);
    if (cause != 0) {
        error_clear(&unpacker->error);
        return handle_write_failed(&unpacker->error, cause);
    }
    unpacker->totals.text_size += job->text.size;
    unpacker->totals.games += job->header.game_count - job->left_out_count;
    unpacker->totals.left_out += job->left_out_count;
    unpacker->totals.changes += (job->header.flags & BCGN_BLOCK_RECORD) != 0;
    unpacker->totals.unknown_sections += sections_unknown(job->decoder.entries, job->header.section_count);
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

/* What the segment's end is held against. */
static enum pgnpack_status note_seen(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    int is_record = (job->header.flags & BCGN_BLOCK_RECORD) != 0;
    unpacker->seen_is_whole &= job->has_text;
    if (!is_record || unpacker->ids.status == PGNPACK_OK) /* all last blocks that are records count */
        unpacker->ids = job->ids;
    if (!job->checks_columns || block_index_add(&unpacker->seen, &job->seen))
        return PGNPACK_OK;
    return error_no_memory(&unpacker->error);
}

static enum pgnpack_status finish_oldest(struct pgnpack_unpacker *unpacker)
{
    struct unpack_job *job = ordered_pool_collect(&unpacker->pool);
    if (job == NULL)
        return PGNPACK_OK;
    enum pgnpack_status status = count_work(unpacker, job);
    if (status != PGNPACK_OK)
        status = handle_loss(unpacker, job);
    if (status == PGNPACK_OK)
        status = note_seen(unpacker, job);
    if (status == PGNPACK_OK && job->watch_slot != NULL &&
        !job->watch->take(job->watch->opaque, job->watch_slot, job->first_game))
        status = error_no_memory(&unpacker->error);
    if (status == PGNPACK_OK && job->has_text) {
        leave_out_rest(unpacker, job);
        status = write_text(unpacker, job);
    }
    ordered_pool_release(&unpacker->pool);
    const struct pgnpack_progress told = {.done = unpacker->totals.text_size,
                                          .packed_size = unpacker->stream.offset};
    return status == PGNPACK_OK ? handle_tell_progress(unpacker->options.progress, unpacker->options.opaque,
                                                       &told, &unpacker->error)
                                : status;
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
