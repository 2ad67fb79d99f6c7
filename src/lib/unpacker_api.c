/* Public functions: unpacking a stream of BCGN 1. Reads blocks, has them unpacked, writes their texts in order. */
#include <string.h>

#include "bcgn/file_format.h"
#include "lib/byte_stream.h"
#include "lib/handle.h"
#include "lib/ordered_pool.h"
#include "lib/unpack_job.h"
#include "util/bytes.h"

enum { SLOT_COUNT_MAX = 2 * ORDERED_POOL_THREADS_MAX };

struct pgnpack_unpacker {
    struct memory memory;
    struct pgnpack_unpacker_options options;
    pgnpack_write_function write;
    void *write_opaque;

    struct ordered_pool pool;
    void *slots[SLOT_COUNT_MAX];
    unsigned slot_count;

    struct byte_stream stream;
    uint64_t segment_offset;  /* of the present segment in the file */
    uint64_t segment_games;   /* games of the segments before */
    uint64_t games_expected;  /* what the next block's header should say of the blocks before it */
    uint64_t text_expected;
    uint64_t blocks_seen;     /* of the segment */
    int segment_is_damaged;   /* some blocks were passed over: totals cannot agree */

    struct pgnpack_unpacker_totals totals;
    struct error error;        /* that ended the run, or the first damage */
    struct error damage_error; /* what is wrong where we are */
    struct pgnpack_error public_error;
};

struct pgnpack_unpacker *pgnpack_unpacker_new(const struct pgnpack_options *options,
                                              const struct pgnpack_unpacker_options *unpacker_options)
{
    struct memory memory;
    struct pgnpack_unpacker *unpacker = handle_new(options, sizeof *unpacker, &memory);
    if (unpacker == NULL)
        return NULL;
    unpacker->memory = memory;
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
    share.limit = unpacker->memory.limit / (slot_count + 1);
    for (; unpacker->slot_count < slot_count; unpacker->slot_count++)
        if ((unpacker->slots[unpacker->slot_count] = unpack_job_new(&share)) == NULL)
            return error_set(&unpacker->error, PGNPACK_ERROR_MEMORY, "out of memory");
    if (!ordered_pool_start(&unpacker->pool, &unpacker->memory, threads, unpacker->slots, slot_count,
                            unpack_job_work))
        return error_set(&unpacker->error, PGNPACK_ERROR_MEMORY, "out of memory");
    return PGNPACK_OK;
}

/* ---- Texts on their way out ---- */

static void report_damage(struct pgnpack_unpacker *unpacker, const struct pgnpack_damage *damage,
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
    report_damage(unpacker, &damage, &job->error);
    return PGNPACK_OK;
}

static enum pgnpack_status write_text(struct pgnpack_unpacker *unpacker, const struct unpack_job *job)
{
    int cause = 0;
    if ((job->header.flags & BCGN_BLOCK_BEGINS_FILE) && unpacker->options.begin_file != NULL)
        cause = unpacker->options.begin_file(unpacker->options.opaque, (const char *)job->file_name.data,
                                             job->file_name.size);
    if (cause == 0 && unpacker->write != NULL && job->text.size != 0)
        cause = unpacker->write(unpacker->write_opaque, job->text.data, job->text.size);
    if (cause != 0)
        return handle_write_failed(&unpacker->error, cause);
    unpacker->totals.text_size += job->text.size;
    unpacker->totals.games += job->header.game_count;
    unpacker->totals.blocks++;
    return PGNPACK_OK;
}

static enum pgnpack_status finish_oldest(struct pgnpack_unpacker *unpacker)
{
    struct unpack_job *job = ordered_pool_collect(&unpacker->pool);
    if (job == NULL)
        return PGNPACK_OK;
    enum pgnpack_status status = job->error.status == PGNPACK_OK ? write_text(unpacker, job) : lose_block(unpacker, job);
    ordered_pool_release(&unpacker->pool);
    if (status == PGNPACK_OK && unpacker->options.progress != NULL &&
        unpacker->options.progress(unpacker->options.opaque, unpacker->totals.text_size, unpacker->stream.offset) != 0)
        status = error_set(&unpacker->error, PGNPACK_ERROR_CANCELLED, "cancelled");
    return status;
}

static enum pgnpack_status finish_all(struct pgnpack_unpacker *unpacker)
{
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && ordered_pool_collect(&unpacker->pool) != NULL)
        status = finish_oldest(unpacker);
    return status;
}

/* ---- Elements of the file ---- */

/* Needs `size` bytes of an element; fewer are a truncated file. */
static enum pgnpack_status need_all(struct pgnpack_unpacker *unpacker, size_t size)
{
    size_t ready;
    enum pgnpack_status status = byte_stream_need(&unpacker->stream, size, &ready, &unpacker->damage_error);
    if (status == PGNPACK_OK && ready < size)
        status = error_set(&unpacker->damage_error, PGNPACK_ERROR_TRUNCATED,
                           "the file ends too early: a part of it is missing");
    return status;
}

static enum pgnpack_status read_header(struct pgnpack_unpacker *unpacker)
{
    enum pgnpack_status status = need_all(unpacker, BCGN_FILE_HEADER_SIZE);
    if (status == PGNPACK_OK)
        status = file_header_read(byte_stream_bytes(&unpacker->stream), &unpacker->damage_error);
    if (status != PGNPACK_OK)
        return status;
    unpacker->segment_offset = unpacker->stream.offset;
    unpacker->games_expected = 0;
    unpacker->text_expected = 0;
    unpacker->blocks_seen = 0;
    unpacker->segment_is_damaged = 0;
    byte_stream_skip(&unpacker->stream, BCGN_FILE_HEADER_SIZE);
    return PGNPACK_OK;
}

static struct unpack_job *free_job(struct pgnpack_unpacker *unpacker, enum pgnpack_status *status_ret)
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

static enum pgnpack_status read_block(struct pgnpack_unpacker *unpacker)
{
    struct block_header header;
    enum pgnpack_status status = need_all(unpacker, BCGN_BLOCK_HEADER_SIZE);
    if (status == PGNPACK_OK)
        status = block_header_read(byte_stream_bytes(&unpacker->stream), &header, &unpacker->damage_error);
    if (status == PGNPACK_OK && (header.games_before != unpacker->games_expected ||
                                 header.text_before != unpacker->text_expected))
        status = error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                           "blocks are missing before this one: it begins with game %llu of its segment",
                           (unsigned long long)header.games_before + 1);
    if (status == PGNPACK_OK)
        status = need_all(unpacker, header.block_size);
    if (status != PGNPACK_OK)
        return status;
    struct unpack_job *job = free_job(unpacker, &status);
    if (job == NULL)
        return status;
    job->header = header;
    job->offset = unpacker->stream.offset;
    job->first_game = unpacker->segment_games + header.games_before;
    buffer_clear(&job->packed);
    buffer_append(&job->packed, byte_stream_bytes(&unpacker->stream), header.block_size);
    if (buffer_failed(&job->packed))
        return error_set(&unpacker->error, PGNPACK_ERROR_MEMORY, "out of memory");
    byte_stream_skip(&unpacker->stream, header.block_size);
    unpacker->games_expected += header.game_count;
    unpacker->text_expected += header.text_size;
    unpacker->blocks_seen++;
    ordered_pool_hand_in(&unpacker->pool);
    return PGNPACK_OK;
}

/* Footer and end mark must agree with the blocks that were read. */
static enum pgnpack_status check_end(struct pgnpack_unpacker *unpacker, const struct block_index *index,
                                     const struct end_mark *mark, uint64_t segment_size, size_t footer_size)
{
    if (unpacker->segment_is_damaged)
        return PGNPACK_OK;
    if (index->count != unpacker->blocks_seen || index->game_count != unpacker->games_expected ||
        index->text_size != unpacker->text_expected || mark->game_count != unpacker->games_expected ||
        mark->segment_size != segment_size || mark->footer_size != footer_size)
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                         "the index at the file's end does not agree with the blocks");
    return PGNPACK_OK;
}

static enum pgnpack_status read_footer(struct pgnpack_unpacker *unpacker)
{
    uint32_t packed_size;
    struct block_index index;
    struct end_mark mark;
    enum pgnpack_status status = need_all(unpacker, BCGN_FOOTER_HEAD_SIZE);
    if (status == PGNPACK_OK)
        status = footer_head_read(byte_stream_bytes(&unpacker->stream), &packed_size, &unpacker->damage_error);
    if (status != PGNPACK_OK)
        return status;
    size_t footer_size = BCGN_FOOTER_HEAD_SIZE + (size_t)packed_size;
    status = need_all(unpacker, footer_size + BCGN_END_MARK_SIZE);
    if (status != PGNPACK_OK)
        return status;
    const uint8_t *bytes = byte_stream_bytes(&unpacker->stream);
    uint64_t size = unpacker->stream.offset + footer_size + BCGN_END_MARK_SIZE - unpacker->segment_offset;
    block_index_init(&index, &unpacker->memory);
    status = footer_read(bytes, footer_size, unpacker->segment_offset, &index, &unpacker->damage_error);
    if (status == PGNPACK_OK)
        status = end_mark_read(bytes + footer_size, &mark, &unpacker->damage_error);
    if (status == PGNPACK_OK)
        status = check_end(unpacker, &index, &mark, size, footer_size);
    uint64_t game_count = index.game_count;
    block_index_free(&index);
    if (status != PGNPACK_OK)
        return status;
    byte_stream_skip(&unpacker->stream, footer_size + BCGN_END_MARK_SIZE);
    unpacker->segment_games += game_count;
    unpacker->totals.segments++;
    return PGNPACK_OK;
}

/* ---- Damage ---- */

/* Is there, at the stream's present place, an element that can be trusted? Sets *games_before_ret if a block. */
static int is_element(struct pgnpack_unpacker *unpacker, size_t ready, int *is_block_ret, uint64_t *games_ret,
                      uint64_t *text_ret)
{
    const uint8_t *bytes = byte_stream_bytes(&unpacker->stream);
    struct block_header header;
    struct error ignored;
    uint32_t packed_size;
    error_clear(&ignored);
    *is_block_ret = 0;
    if (ready >= BCGN_BLOCK_HEADER_SIZE && load_le64(bytes) == BCGN_SYNC_MARKER &&
        block_header_read(bytes, &header, &ignored) == PGNPACK_OK) {
        *is_block_ret = 1;
        *games_ret = header.games_before;
        *text_ret = header.text_before;
        return 1;
    }
    error_clear(&ignored);
    if (ready >= BCGN_FOOTER_HEAD_SIZE && load_le64(bytes) == BCGN_FOOTER_MARKER)
        return footer_head_read(bytes, &packed_size, &ignored) == PGNPACK_OK;
    return ready >= BCGN_FILE_HEADER_SIZE && memcmp(bytes, "BCGN", 4) == 0 &&
           file_header_read(bytes, &ignored) == PGNPACK_OK;
}

/* Passes over what is damaged, up to the next element that is whole, and reports it. Returns 0 at the end. */
static enum pgnpack_status resynchronise(struct pgnpack_unpacker *unpacker, int *goes_on_ret)
{
    struct pgnpack_damage damage = {.offset = unpacker->stream.offset,
                                    .first_game = unpacker->segment_games + unpacker->games_expected + 1,
                                    .game_count = UINT64_MAX,
                                    .text_size = UINT64_MAX,
                                    .text = unpacker->damage_error.text};
    struct error io_error;
    size_t ready;
    int is_block = 0;
    uint64_t games = 0;
    uint64_t text = 0;
    error_clear(&io_error);
    unpacker->segment_is_damaged = 1;
    *goes_on_ret = 0;
    for (size_t passed = 0;; passed++) {
        enum pgnpack_status status =
            byte_stream_need(&unpacker->stream, BCGN_BLOCK_HEADER_SIZE, &ready, &io_error);
        if (status != PGNPACK_OK) {
            unpacker->error = io_error;
            return status;
        }
        if (ready == 0)
            break;
        int may_be_here = passed > 0 || unpacker->damage_error.status == PGNPACK_ERROR_CORRUPT;
        if (may_be_here && is_element(unpacker, ready, &is_block, &games, &text) &&
            (passed > 0 || (is_block && games > unpacker->games_expected))) {
            *goes_on_ret = 1;
            break;
        }
        byte_stream_skip(&unpacker->stream, 1);
    }
    if (is_block && games >= unpacker->games_expected) {
        damage.game_count = games - unpacker->games_expected;
        damage.text_size = text - unpacker->text_expected;
        unpacker->games_expected = games;
        unpacker->text_expected = text;
    }
    damage.size = unpacker->stream.offset - damage.offset;
    report_damage(unpacker, &damage, &unpacker->damage_error);
    return PGNPACK_OK;
}

/* ---- The run ---- */

static enum pgnpack_status read_element(struct pgnpack_unpacker *unpacker, int *inside_segment, int *at_end_ret)
{
    size_t ready;
    enum pgnpack_status status = byte_stream_need(&unpacker->stream, 8, &ready, &unpacker->damage_error);
    *at_end_ret = 0;
    if (status != PGNPACK_OK)
        return status;
    if (ready == 0 && !*inside_segment && unpacker->totals.segments > 0) {
        *at_end_ret = 1;
        return PGNPACK_OK;
    }
    if (ready == 8 && memcmp(byte_stream_bytes(&unpacker->stream), "BCGN", 4) == 0) {
        if (*inside_segment && !unpacker->segment_is_damaged)
            return error_set(&unpacker->damage_error, PGNPACK_ERROR_TRUNCATED,
                             "a file's end is missing before the next one's beginning");
        status = read_header(unpacker);
        *inside_segment |= status == PGNPACK_OK;
        return status;
    }
    if (!*inside_segment && !unpacker->segment_is_damaged)
        return ready == 0 && unpacker->stream.offset == 0
                   ? error_set(&unpacker->damage_error, PGNPACK_ERROR_NOT_BCGN, "the file is empty")
                   : error_set(&unpacker->damage_error,
                               unpacker->totals.segments == 0 ? PGNPACK_ERROR_NOT_BCGN : PGNPACK_ERROR_CORRUPT,
                               unpacker->totals.segments == 0 ? "this is not a BCGN file"
                                                              : "what follows the file's end is not a BCGN file");
    if (ready == 8 && load_le64(byte_stream_bytes(&unpacker->stream)) == BCGN_FOOTER_MARKER) {
        status = finish_all(unpacker);
        if (status == PGNPACK_OK)
            status = read_footer(unpacker);
        *inside_segment &= status != PGNPACK_OK;
        return status;
    }
    return read_block(unpacker);
}

/* What to do about a failed element: nothing, unless damage may be passed over. */
static enum pgnpack_status handle_failure(struct pgnpack_unpacker *unpacker, enum pgnpack_status status,
                                          int *at_end_ret)
{
    int goes_on = 0;
    if (unpacker->damage_error.status == PGNPACK_OK) /* writing failed, or was cancelled */
        return status;
    enum pgnpack_status finished = finish_all(unpacker);
    if (finished != PGNPACK_OK)
        return finished;
    if (!unpacker->options.salvage || (!is_damage(status) && status != PGNPACK_ERROR_TRUNCATED)) {
        if (unpacker->error.status == PGNPACK_OK)
            unpacker->error = unpacker->damage_error;
        error_locate(&unpacker->error, 0, 0, unpacker->stream.offset);
        return unpacker->error.status;
    }
    status = resynchronise(unpacker, &goes_on);
    error_clear(&unpacker->damage_error);
    *at_end_ret = !goes_on;
    return status;
}

static enum pgnpack_status run(struct pgnpack_unpacker *unpacker)
{
    int inside_segment = 0;
    int at_end = 0;
    while (!at_end) {
        enum pgnpack_status status = read_element(unpacker, &inside_segment, &at_end);
        if (status != PGNPACK_OK)
            status = handle_failure(unpacker, status, &at_end);
        if (status != PGNPACK_OK)
            return status;
    }
    return finish_all(unpacker);
}

enum pgnpack_status pgnpack_unpacker_run(struct pgnpack_unpacker *unpacker, pgnpack_read_function read,
                                         void *read_opaque, pgnpack_write_function write, void *write_opaque)
{
    unpacker->write = write;
    unpacker->write_opaque = write_opaque;
    memset(&unpacker->totals, 0, sizeof unpacker->totals);
    error_clear(&unpacker->error);
    error_clear(&unpacker->damage_error);
    unpacker->segment_games = 0;
    unpacker->games_expected = 0;
    unpacker->segment_is_damaged = 0;
    byte_stream_start(&unpacker->stream, read, read_opaque);
    enum pgnpack_status status = start_jobs(unpacker);
    if (status == PGNPACK_OK)
        status = run(unpacker);
    stop_jobs(unpacker);
    unpacker->totals.packed_size = unpacker->stream.offset;
    return status == PGNPACK_OK ? unpacker->error.status : status;
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
