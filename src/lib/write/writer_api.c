/* Public functions: packing into BCGN 1. Cuts the text into blocks, has them packed, writes them in order. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "lib/games/game_complete.h"
#include "base/handle.h"
#include "lib/read/moves_export.h"
#include "base/net_store.h"
#include "base/sink_front.h"
#include "system/ordered_pool.h"
#include "lib/write/annex.h"
#include "lib/write/pack_job.h"
#include "lib/write/writer_parts.h"
#include "container/segments/segment_list.h"
#include "lib/write/writer_segment.h"
#include "pgn/pgn_parser.h"
#include "pgn/pgn_writer.h"

static const struct text nothing = {"", 0};

enum { SLOT_COUNT_MAX = 2 * ORDERED_POOL_THREADS_MAX };

/* A block is cut at the first game behind this at the latest, so that one can begin before the hard limit. */
enum { BLOCK_SIZE_MAX = BCGN_BLOCK_TEXT_MAX / 4 * 3 };

/* Text without a sign of games is not searched for weaker signs before there is so much of it. */
enum { GAP_SIZE_MIN = 256 << 10 };

struct pgnpack_writer {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgnpack_writer_options options;
    struct block_options block_options;
    size_t block_size;
    uint32_t block_games; /* in a block at most, as far as they begin with "[Event "; 0: any number */
    size_t gap_size;      /* text of a block from which on weaker signs count */

    struct ordered_pool pool;
    void *slots[SLOT_COUNT_MAX];
    unsigned slot_count;
    struct pack_job *filling; /* the slot that takes the text now, or NULL */
    size_t file_start;        /* where its last file begins in its text */
    size_t searched;          /* bytes of the text in which no game begins */
    size_t searched_for_gaps; /* ... and no weaker sign is */
    size_t counted;           /* bytes of the last file whose games were counted */
    uint32_t games;           /* that begin in all files; one more at the text's own beginning */
    int cut_inside;           /* what comes next goes on with a game that was cut */
    int begins_file;          /* the last file has begun, and has no text yet */

    struct net_store nets;
    struct sink_front to;
    struct block_index index;
    enum bcgn_profile profile;          /* that copied blocks ask for */
    struct tree_builder tree;           /* of openings */
    uint64_t games_before, size_before; /* of the file that the segment becomes a part of */
    struct writer_segment segment;      /* of a database: without functions, of none */
    struct game_gap gap;                /* behind what was written of the present file */
    int knows_end, has_text;            /* where a database's text ends; some was written */
    int begins_game;                    /* what comes next does, and is to be apart */
    int header_is_written;
    int is_finished;
    struct pgnpack_writer_totals totals;
    struct pgn_writer game_writer; /* those that come as games ... */
    struct buffer game_text;       /* ... become text */
    struct error refusal;          /* of the last call: a game that was not taken; the next call goes on */
    struct error error;
    struct pgnpack_error public_error;
};

/* To come to a game costs the tags and comments of those before it in its block, and the moves of its group. */
enum { BLOCK_GAMES_BEST = 10000 };

/* What a level stands for. The format knows nothing of levels. */
struct level {
    enum move_codec moves;
    enum policy_net_id net;
    int zstd_level;
    int adaptive;
    int labels;
    enum section_texts texts;
    uint32_t block_size;
    unsigned positions_share; /* position columns may take 1 / so much of a block's other bytes; 0: none */
};

/* What stripes of moves had saved, and 1.5 % more; where moves are modelled, with the tree, 3 %. */
enum { SHARE_OF_STRIPES = 15, SHARE_OF_MODELS = 45 };

static const struct level levels[PGNPACK_LEVEL_MAX + 1] = {
    {MOVE_CODEC_INDEX, POLICY_NET_ID, 3, 0, 0, SECTION_TEXTS_BY_ZSTD, 2 << 20, 0}, /* 0: not used */
    {MOVE_CODEC_INDEX, POLICY_NET_ID, 1, 0, 0, SECTION_TEXTS_BY_ZSTD, 2 << 20, 0},
    {MOVE_CODEC_INDEX, POLICY_NET_ID, 7, 0, 0, SECTION_TEXTS_BY_ZSTD, 2 << 20, 0},
    {MOVE_CODEC_INDEX, POLICY_NET_ID, 3, 0, 0, SECTION_TEXTS_BY_ZSTD, 2 << 20, SHARE_OF_STRIPES},
    {MOVE_CODEC_TABLE, POLICY_NET_ID, 12, 0, 0, SECTION_TEXTS_BY_ZSTD, 4 << 20, SHARE_OF_STRIPES},
    {MOVE_CODEC_MODEL, POLICY_NET_ID, 9, 1, 0, SECTION_TEXTS_BY_ZSTD, 2 << 20, SHARE_OF_MODELS},
    {MOVE_CODEC_MODEL, POLICY_NET_ID, 12, 1, 0, SECTION_TEXTS_LIGHTLY, 2 << 20, SHARE_OF_MODELS},
    {MOVE_CODEC_BEST, POLICY_NET_ID, 16, 1, 1, SECTION_TEXTS_FULLY, 8 << 20, SHARE_OF_MODELS},
    {MOVE_CODEC_BEST, POLICY_NET_WIDE_ID, 19, 1, 1, SECTION_TEXTS_FULLY, 8 << 20, SHARE_OF_MODELS},
    {MOVE_CODEC_BEST, POLICY_NET_WIDE_ID, 19, 1, 1, SECTION_TEXTS_FULLY, 16 << 20, SHARE_OF_MODELS},
};

/* What the options are, complete; returns whether they can be used. */
static enum pgnpack_status take_options(struct pgnpack_writer *writer,
                                        const struct pgnpack_writer_options *options)
{
    _Static_assert((int)PGNPACK_LEVEL_MIN == 1 && (int)PGNPACK_LEVEL_MAX == 9, "the texts below");
    _Static_assert((int)PGNPACK_MOVES_TABLE == 5 && (int)BCGN_BLOCK_TEXT_MAX == 16777216, "... and these");
    struct pgnpack_writer_options *complete = &writer->options;
    struct error *error = &writer->error;
    handle_copy_options(complete, sizeof *complete, options, "pgnpack_writer_options", error);
    if (complete->level < 0 || complete->level > PGNPACK_LEVEL_MAX)
        handle_refuse_member(error, "pgnpack_writer_options.level", complete->level,
                             "1 to 9, or 0 for the default");
    if ((unsigned)complete->moves > PGNPACK_MOVES_TABLE)
        handle_refuse_member(error, "pgnpack_writer_options.moves", (int)complete->moves, "0 to 5");
    if ((unsigned)complete->index > PGNPACK_INDEX_ALWAYS)
        handle_refuse_member(error, "pgnpack_writer_options.index", (int)complete->index, "0 to 2");
    if (complete->reserved != 0)
        handle_refuse_member(error, "pgnpack_writer_options.reserved", complete->reserved, "0");
    handle_check_threads(complete->threads, "pgnpack_writer_options.threads", error);
    if (complete->block_size > BCGN_BLOCK_TEXT_MAX)
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "pgnpack_writer_options.block_size is %" PRIu64
                  ": allowed is 1 to 16777216, or 0 for the default",
                  complete->block_size);
    return error->status;
}

static unsigned share_of_positions(enum pgnpack_index index, int level)
{
    enum { ANY_SHARE = 1 };
    return index == PGNPACK_INDEX_NONE     ? 0
           : index == PGNPACK_INDEX_ALWAYS ? ANY_SHARE
                                           : levels[level].positions_share;
}

static void apply_options(struct pgnpack_writer *writer)
{
    int level = writer->options.level;
    if (level == 0)
        level = PGNPACK_LEVEL_DEFAULT;
    if (writer->options.index == PGNPACK_INDEX_BY_SIZE && levels[level].positions_share == 0)
        writer->options.index = PGNPACK_INDEX_NONE;
    writer->block_options.nets = &writer->nets.nets;
    writer->block_options.moves = levels[level].moves;
    writer->block_options.net = levels[level].net;
    writer->block_options.zstd_level = levels[level].zstd_level;
    writer->block_options.adaptive = levels[level].adaptive;
    writer->block_options.labels = levels[level].labels;
    writer->block_options.texts = levels[level].texts;
    writer->block_options.positions_share = share_of_positions(writer->options.index, level);
    writer->block_size = levels[level].block_size;
    if (writer->options.moves != PGNPACK_MOVES_BY_LEVEL)
        writer->block_options.moves = moves_import(writer->options.moves);
    if (writer->block_options.moves == MOVE_CODEC_BEST && levels[level].moves != MOVE_CODEC_BEST)
        writer->block_options.net = POLICY_NET_WIDE_ID; /* asked for by name */
    if (writer->options.block_size != 0)
        writer->block_size = (size_t)(writer->options.block_size < BLOCK_SIZE_MAX ? writer->options.block_size
                                                                                  : BLOCK_SIZE_MAX);
    if (writer->block_size > BLOCK_SIZE_MAX)
        writer->block_size = BLOCK_SIZE_MAX;
    writer->block_games = writer->block_options.moves == MOVE_CODEC_BEST ? BLOCK_GAMES_BEST : 0;
    writer->gap_size = 4 * writer->block_size;
    if (writer->gap_size < GAP_SIZE_MIN)
        writer->gap_size = GAP_SIZE_MIN;
    if (writer->gap_size > BCGN_BLOCK_TEXT_MAX)
        writer->gap_size = BCGN_BLOCK_TEXT_MAX;
}

static int start_jobs(struct pgnpack_writer *writer)
{
    unsigned threads = ordered_pool_threads(writer->options.threads);
    writer->slot_count = threads <= 1 ? 2 : threads + threads / 2 + 2;
    if (writer->slot_count > SLOT_COUNT_MAX)
        writer->slot_count = SLOT_COUNT_MAX;
    struct memory share = writer->memory;
    share.limit = writer->memory.limit / (writer->slot_count + 1);
    writer->memory.limit -= writer->slot_count * share.limit;
    for (unsigned i = 0; i < writer->slot_count; i++)
        if ((writer->slots[i] = pack_job_new(&share)) == NULL)
            return 0;
    return ordered_pool_start(&writer->pool, &writer->memory, threads, writer->slots, writer->slot_count,
                              pack_job_work);
}

/* The opening tree's tables take at most an eighth of a limit of memory. */
static void start_tree(struct pgnpack_writer *writer)
{
    enum { SHARE = 8, POSITION_SIZE = 128 /* with its moves, and while the table grows */ };
    struct tree_limits limits = {TREE_POSITIONS_DEFAULT, TREE_MOVES_DEFAULT};
    size_t room = writer->memory.limit / SHARE / POSITION_SIZE;
    if (writer->memory.limit != 0 && room < limits.positions)
        limits = (struct tree_limits){room + 1, room / 2 + 1};
    tree_builder_init(&writer->tree, &limits, &writer->memory);
}

static const struct handle_kind writer_kind;

/* With checked options, and nowhere to write to yet. */
static struct pgnpack_writer *new_writer(const struct pgnpack_options *options,
                                         const struct pgnpack_writer_options *writer_options)
{
    struct pgnpack_writer *writer = handle_new(options, sizeof *writer, &writer_kind);
    if (writer == NULL)
        return NULL;
    sink_front_init(&writer->to, &writer->memory);
    error_clear(&writer->refusal);
    pgn_writer_init(&writer->game_writer, &writer->memory);
    buffer_init(&writer->game_text, &writer->memory);
    block_index_init(&writer->index, &writer->memory);
    game_gap_init(&writer->gap);
    start_tree(writer);
    if (handle_check_options(options, &writer->error) == PGNPACK_OK)
        net_store_fill(&writer->nets, &writer->memory, options, &writer->error);
    take_options(writer, writer_options);
    return writer;
}

/* Are the nets there that the codec needs? */
static enum pgnpack_status check_nets(struct pgnpack_writer *writer)
{
    for (unsigned id = 0; id < POLICY_NET_COUNT; id++)
        if (block_options_need_net(&writer->block_options, id) &&
            policy_nets_find(&writer->nets.nets, id) == NULL)
            return policy_net_refuse(id, "this level, or the way to pack moves,", &writer->error);
    if (writer->block_options.moves == MOVE_CODEC_TABLE && !move_tables_are_there())
        return table_coder_refuse("this level, or the way to pack moves,", &writer->error);
    return PGNPACK_OK;
}

/* The writer's own memory has not refused anything, nor has anything else failed. */
static enum pgnpack_status check(struct pgnpack_writer *writer)
{
    return handle_end_with(&writer->memory, &writer->error, PGNPACK_OK);
}

/* What has failed needs no jobs. */
static struct pgnpack_writer *started(struct pgnpack_writer *writer)
{
    if (writer->error.status != PGNPACK_OK)
        return writer;
    apply_options(writer);
    if (check_nets(writer) != PGNPACK_OK || start_jobs(writer))
        return writer;
    pgnpack_free(writer);
    return NULL;
}

struct pgnpack_writer *pgnpack_writer_new(const struct pgnpack_options *options,
                                          const struct pgnpack_writer_options *writer_options,
                                          const struct pgnpack_sink *sink)
{
    struct pgnpack_writer *writer = new_writer(options, writer_options);
    if (writer == NULL)
        return NULL;
    sink_front_open(&writer->to, sink, &writer->error);
    check(writer);
    return started(writer);
}

static void free_writer(void *handle)
{
    struct pgnpack_writer *writer = handle;
    int slots_are_free = ordered_pool_stop(&writer->pool);
    for (unsigned i = 0; slots_are_free && i < writer->slot_count; i++)
        pack_job_free(writer->slots[i]);
    sink_front_close(&writer->to);
    net_store_free(&writer->nets, &writer->memory);
    buffer_free(&writer->game_text);
    pgn_writer_free(&writer->game_writer);
    block_index_free(&writer->index);
    tree_builder_free(&writer->tree);
    handle_free(writer, sizeof *writer);
}

/* ---- Packed blocks on their way out ---- */

static enum pgnpack_status flush(struct pgnpack_writer *writer)
{
    if (check(writer) != PGNPACK_OK)
        return writer->error.status;
    writer->totals.packed_size += writer->to.out.bytes.size;
    return sink_front_flush(&writer->to, &writer->error);
}

/* What was written of a change comes to the disk before what is written next. */
static enum pgnpack_status sync_segment(struct pgnpack_writer *writer)
{
    const struct writer_segment *segment = &writer->segment;
    if (segment->sync == NULL)
        return PGNPACK_OK;
    enum pgnpack_status status = flush(writer);
    return status == PGNPACK_OK ? segment->sync(segment->opaque, &writer->error) : status;
}

/* Of the blocks that the writer makes, and those that come to it packed. */
static enum bcgn_profile profile_of(const struct pgnpack_writer *writer)
{
    enum bcgn_profile profile = block_options_profile(&writer->block_options);
    return profile > writer->profile ? profile : writer->profile;
}

static enum pgnpack_status write_header(struct pgnpack_writer *writer)
{
    uint8_t bytes[BCGN_FILE_HEADER_SIZE];
    const struct file_header header = {.kind.profile = profile_of(writer),
                                       .is_being_made = writer->segment.set_made != NULL};
    if (writer->header_is_written)
        return PGNPACK_OK;
    writer->header_is_written = 1;
    file_header_set(&header, bytes);
    buffer_append(&writer->to.out.bytes, bytes, sizeof bytes);
    return sync_segment(writer);
}

static void count_job(struct pgnpack_writer *writer, const struct pack_job *job)
{
    struct pgnpack_writer_totals *totals = &writer->totals;
    totals->text_size += job->header.text_size;
    totals->games += job->header.game_count;
    totals->blocks++;
    totals->plies += job->plies;
    totals->exact_games += job->exact_games;
    totals->gap_games += job->gap_games;
    totals->broken_games += job->broken_games;
    totals->exceptions += job->exceptions;
}

/* Appends the block, at its place. */
static enum pgnpack_status write_packed(struct pgnpack_writer *writer, struct pack_job *job)
{
    job->header.games_before = writer->index.game_count;
    job->header.text_before = writer->index.text_size;
    if (!job->is_copied)
        return block_encoder_write(job->encoder, &job->header, &writer->to.out.bytes, &writer->error);
    job->header.hash =
        block_header_place(job->copied.data, job->header.games_before, job->header.text_before, job->flags);
    buffer_append(&writer->to.out.bytes, job->copied.data, job->copied.size);
    return check(writer);
}

static enum pgnpack_status write_block(struct pgnpack_writer *writer, struct pack_job *job)
{
    if (job->error.status != PGNPACK_OK) {
        writer->error = job->error;
        return writer->error.status;
    }
    if (write_header(writer) != PGNPACK_OK || write_packed(writer, job) != PGNPACK_OK)
        return check(writer);
    opening_lines_tell(&job->openings, &writer->tree);
    job->summary.block_size = job->header.block_size;
    job->summary.flags = job->flags;
    job->summary.header_hash = job->header.hash;
    if (!block_index_add(&writer->index, &job->summary))
        return check(writer);
    count_job(writer, job);
    return flush(writer);
}

static enum pgnpack_status report_progress(struct pgnpack_writer *writer)
{
    const struct pgnpack_progress told = {.done = writer->totals.text_size,
                                          .packed_size = writer->totals.packed_size};
    return handle_tell_progress(writer->options.progress, writer->options.progress_opaque, &told,
                                &writer->error);
}

/* Writes the oldest block. */
static enum pgnpack_status write_oldest(struct pgnpack_writer *writer)
{
    struct pack_job *job = ordered_pool_collect(&writer->pool);
    if (job == NULL)
        return PGNPACK_OK;
    enum pgnpack_status status = write_block(writer, job);
    ordered_pool_release(&writer->pool);
    return status == PGNPACK_OK ? report_progress(writer) : status;
}

static enum pgnpack_status write_all(struct pgnpack_writer *writer)
{
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && ordered_pool_collect(&writer->pool) != NULL)
        status = write_oldest(writer);
    return status;
}

/* ---- Text on its way in ---- */

/* Games are counted in the last file; where blocks are to be cut is looked for in those of one file. */
static void start_file(struct pgnpack_writer *writer)
{
    writer->file_start = writer->filling->text.size;
    writer->searched = writer->searched_for_gaps = writer->counted = 0;
}

/* Makes writer->filling a free slot. */
static enum pgnpack_status start_block(struct pgnpack_writer *writer)
{
    struct pack_job *job;
    while ((job = ordered_pool_free_slot(&writer->pool)) == NULL) {
        enum pgnpack_status status = write_oldest(writer);
        if (status != PGNPACK_OK)
            return status;
    }
    buffer_clear(&job->text);
    file_list_clear(&job->files);
    file_list_add(&job->files, nothing, FILE_TIME_UNKNOWN);
    job->options = writer->block_options;
    job->verify = writer->options.verify;
    job->tells_openings = writer->options.index != PGNPACK_INDEX_NONE;
    job->flags = writer->cut_inside ? BCGN_BLOCK_CONTINUES : 0;
    job->is_opaque = writer->cut_inside;
    job->is_bounded = job->is_copied = 0;
    job->bounded_games = 0;
    job->has_tail = 0;
    buffer_clear(&job->ends);
    buffer_clear(&job->copied);
    writer->begins_file = 0;
    writer->games = 0;
    writer->filling = job;
    start_file(writer);
    return memory_check(&job->memory, &writer->error);
}

/* The last file's text ends with what there is. */
static void end_file(struct pack_job *job)
{
    struct listed_file *file = file_list_last(&job->files);
    file->text_end = (uint32_t)job->text.size;
    file->games = (uint32_t)(job->ends.size / sizeof(uint32_t)) - job->bounded_games;
    job->bounded_games += file->games;
}

/*
 * Hands in the first `size` bytes of the block being filled; the rest begins the next block, which goes on with
 * the same game if `inside`.
 */
static enum pgnpack_status end_block(struct pgnpack_writer *writer, size_t size, int inside)
{
    struct pack_job *job = writer->filling;
    struct buffer rest;
    buffer_init(&rest, &writer->memory);
    buffer_append(&rest, buffer_bytes(&job->text) + size, job->text.size - size);
    if (buffer_failed(&rest))
        return check(writer);
    job->text.size = size;
    end_file(job);
    writer->filling = NULL;
    writer->cut_inside = inside;
    ordered_pool_hand_in(&writer->pool);
    enum pgnpack_status status = PGNPACK_OK;
    if (rest.size != 0) {
        status = start_block(writer);
        if (status == PGNPACK_OK) {
            buffer_append(&writer->filling->text, rest.data, rest.size);
            status = memory_check(&writer->filling->memory, &writer->error);
        }
    }
    buffer_free(&rest);
    return status;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The text so far of the last file of the block being filled. */
static struct text last_file(const struct pgnpack_writer *writer)
{
    const struct buffer *text = &writer->filling->text;
    return (struct text){(const char *)buffer_bytes(text) + writer->file_start,
                         text->size - writer->file_start};
}

/* Where in the last file the first game begins that is too many for the block being filled, 0 if none was seen yet. */
static size_t find_limit(struct pgnpack_writer *writer)
{
    const struct text text = last_file(writer);
    size_t split;
    if (writer->block_games == 0 || writer->filling->is_opaque)
        return 0;
    while ((split = pgn_find_split(text.data, text.size, writer->counted)) != 0) {
        int is_first = writer->counted == 0 && (text.data[0] == '\n' || text.data[0] == '\r') &&
                       pgn_game_begin(text.data, split) == split; /* line ends before the first game */
        writer->counted = split;
        writer->games += !is_first;
        if (writer->games == writer->block_games)
            return pgn_game_begin(text.data, split);
    }
    writer->counted =
        text.size > writer->counted + PGN_SPLIT_TAIL ? text.size - PGN_SPLIT_TAIL - 1 : writer->counted;
    return 0;
}

/*
 * An empty line within gap_size, in a block of at least `least` bytes: the first one behind which a game is likely, or in
 * text that has none, and does not fare well in small blocks, the last one. 0: there is none.
 */
static size_t find_gap(const struct pgnpack_writer *writer, size_t least)
{
    const char *text = (const char *)writer->filling->text.data;
    size_t end = writer->gap_size;
    size_t last = 0;
    for (size_t gap = least - 1; (gap = pgn_find_gap(text, end, gap)) != 0 && gap < end; gap--) {
        last = gap;
        if (pgn_game_is_likely(text, end, gap))
            break;
    }
    return last;
}

/*
 * Where the block being filled, which has one file, is to be cut, 0 if that cannot be said yet: where a game begins or, when much text
 * shows none, behind an empty line. The answer depends on the text alone, not on the pieces it came in.
 */
static size_t find_cut(const struct pgnpack_writer *writer)
{
    const struct pack_job *job = writer->filling;
    const char *text = (const char *)job->text.data;
    size_t size = job->text.size;
    size_t least = job->is_opaque ? 1 : writer->block_size;
    if (size < least)
        return 0;
    size_t split = pgn_find_split(text, size, larger(writer->searched, least) - 1);
    if (job->is_opaque || size < writer->gap_size ||
        (split != 0 && split + PGN_SPLIT_TAIL <= writer->gap_size))
        return pgn_game_begin(text, split);
    size_t gap = writer->searched_for_gaps == 0 ? find_gap(writer, least) : 0;
    if (gap != 0)
        return gap;
    gap = pgn_find_gap(text, size, larger(writer->searched_for_gaps, writer->gap_size - PGN_SPLIT_TAIL));
    if (gap == size)
        gap = 0; /* it is one once something follows */
    return split == 0 || (gap != 0 && gap < split) ? gap : pgn_game_begin(text, split);
}

/* Puts a file in the place of the one that a new block goes on with. */
static enum pgnpack_status begin_block_file(struct pgnpack_writer *writer, struct text name, int64_t time)
{
    struct pack_job *job = writer->filling;
    file_list_clear(&job->files);
    file_list_add(&job->files, name, time);
    job->flags |= BCGN_BLOCK_BEGINS_FILE;
    return memory_check(&job->memory, &writer->error);
}

/* Damage to a block is to lose many small files, or one large one. */
enum { SMALL_FILE_SHARE = 8 };

static int is_last_file_small(const struct pgnpack_writer *writer)
{
    return last_file(writer).size < writer->block_size / SMALL_FILE_SHARE;
}

/* No matter in what pieces its text comes. */
static int is_last_file_too_much(struct pgnpack_writer *writer)
{
    return !is_last_file_small(writer) || writer->filling->text.size >= writer->block_size ||
           find_limit(writer) != 0;
}

/* The last file is too much for a block with others: it begins one. */
static enum pgnpack_status end_before_last_file(struct pgnpack_writer *writer)
{
    struct file_list *files = &writer->filling->files;
    const struct text last = file_list_name(files, files->count - 1);
    const int64_t time = file_list_last(files)->time;
    char name[BCGN_FILE_NAME_SIZE_MAX];
    memcpy(name, last.data, last.size);
    file_list_drop_last(files);
    if (files->count == 1)
        writer->filling->flags &= (uint8_t)~BCGN_BLOCK_MORE_FILES;
    enum pgnpack_status status = end_block(writer, writer->file_start, 0);
    return status == PGNPACK_OK ? begin_block_file(writer, (struct text){name, last.size}, time) : status;
}

static enum pgnpack_status cut_if_due(struct pgnpack_writer *writer)
{
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && writer->filling != NULL) {
        if (writer->filling->files.count > 1) {
            if (!is_last_file_too_much(writer))
                break;
            status = end_before_last_file(writer);
            continue;
        }
        size_t size = writer->filling->text.size;
        size_t limit = find_limit(writer);
        size_t cut = find_cut(writer);
        if (limit != 0 && (cut == 0 || limit < cut))
            cut = limit;
        if (cut != 0) {
            status = end_block(writer, cut, 0);
        } else if (size == BCGN_BLOCK_TEXT_MAX) {
            status = end_block(writer, size, 1);
        } else {
            writer->searched = size > PGN_SPLIT_TAIL ? size - PGN_SPLIT_TAIL : 0;
            writer->searched_for_gaps = size >= writer->gap_size ? writer->searched : 0;
            break;
        }
    }
    return status;
}

static enum pgnpack_status write_text(struct pgnpack_writer *writer, struct text text)
{
    enum { PIECE_SIZE = 256 << 10 };
    const char *at = text.data;
    size_t text_size = text.size;
    game_gap_note(&writer->gap, text);
    writer->has_text |= text_size != 0;
    while (text_size > 0 && writer->error.status == PGNPACK_OK) {
        if (writer->filling == NULL && start_block(writer) != PGNPACK_OK)
            break;
        struct buffer *block = &writer->filling->text;
        size_t room = BCGN_BLOCK_TEXT_MAX - block->size;
        size_t size = text_size < PIECE_SIZE ? text_size : PIECE_SIZE;
        if (size > room)
            size = room;
        buffer_append(block, at, size);
        writer->begins_file = 0;
        if (buffer_failed(block))
            return memory_check(&writer->filling->memory, &writer->error);
        at += size;
        text_size -= size;
        cut_if_due(writer);
    }
    return check(writer);
}

/*
 * Games that are added to a database stand apart from what it has. The line ends are a block of their own: none of a game that may be
 * deleted, and of no file that begins.
 */
static enum pgnpack_status part_from_database(struct pgnpack_writer *writer)
{
    const struct writer_segment *segment = &writer->segment;
    if (segment->find_end == NULL || writer->knows_end || writer->error.status != PGNPACK_OK)
        return writer->error.status;
    writer->knows_end = 1;
    if (segment->find_end(segment->opaque, &writer->gap, &writer->error) != PGNPACK_OK)
        return writer->error.status;
    const struct text line_ends = game_gap_before(&writer->gap, nothing);
    if (line_ends.size != 0 && write_text(writer, line_ends) == PGNPACK_OK)
        end_block(writer, line_ends.size, 0);
    return check(writer);
}

enum pgnpack_status pgnpack_writer_write(struct pgnpack_writer *writer, const void *text, size_t text_size)
{
    const struct text piece = {text, text_size};
    error_clear(&writer->refusal);
    if (writer->is_finished)
        error_set(&writer->error, PGNPACK_ERROR_ARGUMENT, "the writer is finished already");
    if (text == NULL && text_size != 0)
        return handle_end(writer, handle_refuse_null(&writer->refusal, "pgnpack_writer_write: text"));
    if (text_size == 0 || writer->error.status != PGNPACK_OK || part_from_database(writer) != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    if (writer->begins_game)
        write_text(writer, game_gap_before(&writer->gap, piece));
    writer->begins_game = 0;
    return handle_end(writer, write_text(writer, piece));
}

enum pgnpack_status pgnpack_writer_begin_game(struct pgnpack_writer *writer)
{
    error_clear(&writer->refusal);
    writer->begins_game = 1;
    return handle_end(writer, writer->error.status);
}

/* ---- Parts of other databases on their way in ---- */

void writer_need_profile(struct pgnpack_writer *writer, enum bcgn_profile profile)
{
    if (profile > writer->profile)
        writer->profile = profile;
}

void writer_comes_behind(struct pgnpack_writer *writer, uint64_t games, uint64_t size)
{
    writer->games_before = games;
    writer->size_before = size;
}

size_t writer_block_size(const struct pgnpack_writer *writer)
{
    return writer->block_size;
}

uint64_t writer_blocks_for(const struct pgnpack_writer *writer, uint64_t text_size, uint64_t games)
{
    uint64_t by_text = text_size / writer->block_size + 1;
    uint64_t by_games = writer->block_games == 0 ? 0 : games / writer->block_games + 1;
    return by_text > by_games ? by_text : by_games;
}

uint64_t writer_identity(const struct pgnpack_writer *writer)
{
    struct segment_list list;
    segment_list_init(&list, writer->index.memory);
    int is_done = segment_list_add(&list, &writer->index, 0, writer->index.count, 0, 0);
    uint64_t identity = is_done ? list.segments[0].identity : 0;
    segment_list_free(&list);
    return identity;
}

int writer_is_filling(const struct pgnpack_writer *writer)
{
    return writer->filling != NULL;
}

/* Is there no room for a further game of so many bytes? */
static int is_full(const struct pgnpack_writer *writer, size_t size)
{
    const struct pack_job *job = writer->filling;
    return job->text.size >= writer->block_size || size > BCGN_BLOCK_TEXT_MAX - job->text.size ||
           (writer->block_games != 0 && job->ends.size / sizeof(uint32_t) >= writer->block_games);
}

enum pgnpack_status writer_add_bounded(struct pgnpack_writer *writer, struct text lead, struct text game)
{
    if (writer->error.status != PGNPACK_OK)
        return writer->error.status;
    if (writer->filling != NULL && (writer->filling->has_tail || is_full(writer, lead.size + game.size)) &&
        end_block(writer, writer->filling->text.size, 0) != PGNPACK_OK)
        return writer->error.status;
    if (writer->filling == NULL && start_block(writer) != PGNPACK_OK)
        return writer->error.status;
    struct pack_job *job = writer->filling;
    job->is_bounded = 1;
    buffer_append(&job->text, lead.data, lead.size);
    buffer_append(&job->text, game.data, game.size);
    uint32_t end = (uint32_t)job->text.size;
    buffer_append(&job->ends, &end, sizeof end);
    writer->begins_file = 0;
    return memory_check(&job->memory, &writer->error);
}

enum pgnpack_status writer_add_tail(struct pgnpack_writer *writer, struct text tail)
{
    if (writer->error.status != PGNPACK_OK)
        return writer->error.status;
    if (tail.size != 0 && writer->filling != NULL &&
        tail.size > BCGN_BLOCK_TEXT_MAX - writer->filling->text.size &&
        end_block(writer, writer->filling->text.size, 0) != PGNPACK_OK)
        return writer->error.status;
    if (tail.size != 0 && writer->filling == NULL && start_block(writer) != PGNPACK_OK)
        return writer->error.status;
    struct pack_job *job = writer->filling;
    if (job == NULL || tail.size == 0)
        return PGNPACK_OK;
    job->is_bounded = job->has_tail = 1;
    writer->begins_file = 0;
    buffer_append(&job->text, tail.data, tail.size);
    return memory_check(&job->memory, &writer->error);
}

/* Ends the block that is being filled, if there is one. */
static enum pgnpack_status writer_end_block(struct pgnpack_writer *writer)
{
    if (writer->error.status != PGNPACK_OK || writer->filling == NULL)
        return writer->error.status;
    writer->filling->is_bounded = 1;
    return end_block(writer, writer->filling->text.size, 0);
}

enum pgnpack_status writer_copy_block(struct pgnpack_writer *writer, const uint8_t *block,
                                      const struct index_entry *entry, uint8_t flags)
{
    if (writer_end_block(writer) != PGNPACK_OK || start_block(writer) != PGNPACK_OK)
        return writer->error.status;
    struct pack_job *job = writer->filling;
    job->is_copied = 1;
    job->copied_entry = *entry;
    job->flags = flags;
    buffer_append(&job->copied, block, entry->block_size);
    if (buffer_failed(&job->copied))
        return memory_check(&job->memory, &writer->error);
    return end_block(writer, 0, 0);
}

/* ---- Games on their way in ---- */

static enum pgnpack_status refuse(struct pgnpack_writer *writer, enum pgnpack_status status,
                                  const char *cause)
{
    return error_set(&writer->refusal, status, "%s", cause);
}

/* Makes writer->game_text of the game. */
static enum pgnpack_status make_text(struct pgnpack_writer *writer, const struct game *game)
{
    struct buffer *text = &writer->game_text;
    buffer_clear(text);
    if (game_check_complete(game, &writer->refusal) != PGNPACK_OK)
        return writer->refusal.status;
    if (!pgn_write_game(&writer->game_writer, game, text))
        return check(writer);
    if (text->size > BCGN_BLOCK_TEXT_MAX)
        return refuse(writer, PGNPACK_ERROR_LIMIT, "a game has more than 16 MiB of text");
    if (text->data[0] == '{' || text->data[0] == ';')
        return refuse(
            writer, PGNPACK_ERROR_ARGUMENT,
            "a game that begins with a comment needs a tag: else the comment is of the game before");
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_writer_add_game(struct pgnpack_writer *writer, const struct pgnpack_game *game)
{
    error_clear(&writer->refusal);
    if (writer->error.status != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    if (game == NULL)
        return handle_end(writer, handle_refuse_null(&writer->refusal, "pgnpack_writer_add_game: game"));
    enum pgnpack_status status = make_text(writer, game_of(game));
    if (status == PGNPACK_OK)
        status = pgnpack_writer_begin_game(writer);
    return status == PGNPACK_OK ? pgnpack_writer_write(writer, writer->game_text.data, writer->game_text.size)
                                : status;
}

/* May one more file of that name begin in the block that is being filled? */
static int has_room(const struct pgnpack_writer *writer, struct text name)
{
    const struct pack_job *job = writer->filling;
    size_t games = job->is_bounded ? job->ends.size / sizeof(uint32_t) : writer->games + 1;
    return !job->is_opaque && is_last_file_small(writer) && job->text.size < writer->block_size &&
           (writer->block_games == 0 || games < writer->block_games) && file_list_has_room(&job->files, name);
}

/* In the same block as the files before, if there is room. */
static enum pgnpack_status begin_file(struct pgnpack_writer *writer, struct text name)
{
    if (writer->filling != NULL && !has_room(writer, name) &&
        end_block(writer, writer->filling->text.size, 0) != PGNPACK_OK)
        return writer->error.status;
    writer->cut_inside = 0;
    if (writer->filling == NULL) {
        if (start_block(writer) == PGNPACK_OK)
            begin_block_file(writer, name, FILE_TIME_UNKNOWN);
    } else {
        end_file(writer->filling);
        writer->filling->flags |= BCGN_BLOCK_MORE_FILES;
        writer->filling->has_tail = 0;
        writer->games++;
        file_list_add(&writer->filling->files, name, FILE_TIME_UNKNOWN);
        start_file(writer);
    }
    writer->begins_file = 1;
    writer->totals.files++;
    return writer->filling != NULL ? memory_check(&writer->filling->memory, &writer->error) : check(writer);
}

/*
 * Files begin and end with their own bytes. Those of a database may be read one behind the other: an empty line is between them, and of none.
 */
static enum pgnpack_status part_files(struct pgnpack_writer *writer)
{
    struct text line_ends = nothing;
    if (writer->segment.find_end != NULL && part_from_database(writer) == PGNPACK_OK)
        line_ends = game_gap_before(&writer->gap, nothing);
    game_gap_init(&writer->gap);
    writer->begins_game = 0;
    if (line_ends.size != 0 && begin_file(writer, nothing) == PGNPACK_OK)
        write_text(writer, line_ends);
    return check(writer);
}

enum pgnpack_status pgnpack_writer_begin_file(struct pgnpack_writer *writer, const char *name,
                                              size_t name_size, const int64_t *time)
{
    error_clear(&writer->refusal);
    if (writer->error.status != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    if (writer->is_finished)
        return handle_end(
            writer, error_set(&writer->error, PGNPACK_ERROR_ARGUMENT, "the writer is finished already"));
    if (name == NULL && name_size != 0)
        return handle_end(writer, handle_refuse_null(&writer->refusal, "pgnpack_writer_begin_file: name"));
    if (name_size > BCGN_FILE_NAME_SIZE_MAX)
        return handle_end(writer, error_set(&writer->refusal, PGNPACK_ERROR_LIMIT,
                                            "a file's name has more than %d bytes", BCGN_FILE_NAME_SIZE_MAX));
    if (name_size != 0 && memchr(name, '\0', name_size) != NULL)
        return handle_end(writer,
                          refuse(writer, PGNPACK_ERROR_ARGUMENT, "a file's name has a zero byte in it"));
    if (part_files(writer) != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    if (begin_file(writer, (struct text){name, name_size}) == PGNPACK_OK && time != NULL &&
        *time <= FILE_TIME_MAX && *time >= -FILE_TIME_MAX)
        file_list_last(&writer->filling->files)->time = *time;
    return handle_end(writer, check(writer));
}

/*
 * How many games a position needs for the tree: this segment's share of those that it would need in a tree of the whole file. Where a tree is
 * wanted in any case, a share of the games of a small segment.
 */
static uint64_t least_games(const struct pgnpack_writer *writer)
{
    enum { LEAST_IN_PART = 6, LEAST = 8, SHARE = 64 };
    uint64_t games = writer->index.game_count, all = writer->games_before + games;
    uint64_t usual = opening_tree_least(all), small = games / SHARE;
    if (writer->games_before != 0)
        usual = usual * games / all < LEAST_IN_PART ? LEAST_IN_PART : usual * games / all;
    small = small < LEAST ? LEAST : small;
    return writer->options.index == PGNPACK_INDEX_ALWAYS && small < usual ? small : usual;
}

/* Is a tree of so many bytes little beside the segment's games, and beside those of the file? */
static int is_small(const struct pgnpack_writer *writer, size_t size)
{
    enum { SHARE = 140, SHARE_OF_FILE = 1000 };
    uint64_t own = writer->totals.packed_size, room = own / SHARE;
    if (writer->games_before != 0)
        room += (writer->size_before + own) / SHARE_OF_FILE;
    return size <= room;
}

/*
 * The opening tree: with fewer positions where that makes it small, if the segment is behind others or so large that counting its games takes
 * long. Returns how many it has; 0: there is none.
 */
static size_t make_tree(const struct pgnpack_writer *writer, struct buffer *tree)
{
    enum { MANY_GAMES = 100000 };
    for (uint64_t least = least_games(writer);; least += least / 2) {
        buffer_clear(tree);
        size_t positions = tree_builder_write(&writer->tree, least, tree);
        if (writer->options.index == PGNPACK_INDEX_ALWAYS || is_small(writer, tree->size))
            return positions;
        if (writer->games_before == 0 && writer->index.game_count < MANY_GAMES)
            return 0;
    }
}

static enum pgnpack_status write_tree(struct pgnpack_writer *writer)
{
    struct annex annex;
    struct buffer tree;
    enum pgnpack_status status = PGNPACK_OK;
    buffer_init(&tree, &writer->memory);
    if (make_tree(writer, &tree) != 0) {
        annex_init(&annex, &writer->memory);
        status = annex_add(&annex, BCGN_SECTION_TREE, 0, tree.data, tree.size, &writer->error);
        if (status == PGNPACK_OK)
            status = annex_write(&annex, &writer->index, &writer->to.out.bytes, &writer->error);
        annex_free(&annex);
    }
    buffer_free(&tree);
    return status;
}

/* So many runs of ids take 10 MiB at most. */
enum { IDS_PART = 1 << 17 };

static size_t ids_count(const struct segment_description *description, unsigned kind)
{
    return kind == ID_FURTHER         ? description->further == NULL ? 0 : description->further->count
           : description->ids == NULL ? 0
                                      : description->ids->count;
}

static size_t ids_parts(const struct segment_description *description, unsigned kind)
{
    return (ids_count(description, kind) + IDS_PART - 1) / IDS_PART;
}

/* Part `i` of the ids of a kind. */
static enum pgnpack_status add_ids(struct annex *annex, const struct segment_description *description,
                                   unsigned kind, size_t i, struct memory *memory, struct error *error)
{
    struct buffer section;
    size_t first = i * IDS_PART, left = ids_count(description, kind);
    if (i >= ids_parts(description, kind))
        return PGNPACK_OK;
    left = left - first < IDS_PART ? left - first : IDS_PART;
    buffer_init(&section, memory);
    int is_done = kind == ID_OWN
                      ? id_section_write_own(description->ids->runs + first, left, &section)
                      : id_section_write_further(description->further->links + first, left, &section);
    enum pgnpack_status status =
        is_done ? annex_add(annex, BCGN_SECTION_IDS, (uint16_t)kind, section.data, section.size, error)
                : error_no_memory(error);
    buffer_free(&section);
    return status;
}

/* Part `i` of the record, as an annex. */
static enum pgnpack_status write_record_part(struct pgnpack_writer *writer,
                                             const struct segment_description *description, size_t i)
{
    struct annex annex;
    struct error *error = &writer->error;
    const struct text record = record_writer_section(&description->record, i);
    annex_init(&annex, &writer->memory);
    annex.flags |= BCGN_BLOCK_RECORD | (description->record.deletes ? BCGN_BLOCK_DELETES : 0);
    enum pgnpack_status status = annex_add(&annex, BCGN_SECTION_RECORD, 0, record.data, record.size, error);
    for (unsigned kind = 0; kind < ID_KINDS && status == PGNPACK_OK; kind++)
        status = add_ids(&annex, description, kind, i, &writer->memory, error);
    if (status == PGNPACK_OK)
        status = annex_write(&annex, &writer->index, &writer->to.out.bytes, error);
    annex_free(&annex);
    return status;
}

/* What was changed, in as many annexes as it takes. */
static enum pgnpack_status write_record(struct pgnpack_writer *writer)
{
    struct segment_description description = {.ids = NULL};
    struct error *error = &writer->error;
    size_t parts = 0;
    record_writer_init(&description.record, &writer->memory);
    enum pgnpack_status status =
        writer->segment.describe(writer->segment.opaque, &writer->totals, &description, error);
    for (unsigned kind = 0; kind < ID_KINDS; kind++)
        if (ids_parts(&description, kind) > parts)
            parts = ids_parts(&description, kind);
    if (status == PGNPACK_OK &&
        !(record_writer_finish(&description.record) && record_writer_pad(&description.record, parts)))
        status = error_no_memory(error);
    for (size_t i = 0; i < record_writer_count(&description.record) && status == PGNPACK_OK; i++)
        if ((status = write_record_part(writer, &description, i)) == PGNPACK_OK)
            status = flush(writer);
    record_writer_free(&description.record);
    return status;
}

static enum pgnpack_status write_end(struct pgnpack_writer *writer)
{
    if (write_header(writer) != PGNPACK_OK)
        return writer->error.status;
    if (writer->options.index != PGNPACK_INDEX_NONE && write_tree(writer) != PGNPACK_OK)
        return writer->error.status;
    if (writer->segment.describe != NULL && write_record(writer) != PGNPACK_OK)
        return check(writer);
    size_t footer_start = writer->to.out.bytes.size;
    enum pgnpack_status status = footer_write(&writer->index, 0, &writer->to.out.bytes, &writer->error);
    if (status != PGNPACK_OK)
        return status;
    struct end_mark mark = {.game_count = writer->index.game_count,
                            .footer_size = (uint32_t)(writer->to.out.bytes.size - footer_start),
                            .kind.profile = profile_of(writer)};
    mark.segment_size = writer->totals.packed_size + writer->to.out.bytes.size + BCGN_END_MARK_SIZE;
    /* All but the end mark is on the disk before it: a mark that is there then, and a header that tells, say that all is. */
    status = sync_segment(writer);
    if (status == PGNPACK_OK && writer->segment.set_made != NULL)
        status = writer->segment.set_made(writer->segment.opaque, &writer->error);
    if (status != PGNPACK_OK)
        return check(writer);
    end_mark_write(&mark, &writer->to.out.bytes);
    return flush(writer);
}

void writer_set_segment(struct pgnpack_writer *writer, const struct writer_segment *segment)
{
    writer->segment = *segment;
}

uint64_t writer_change_time(uint64_t seconds)
{
    time_t now = time(NULL);
    return seconds != 0 ? seconds : now > 0 ? (uint64_t)now : 0;
}

int writer_has_text(const struct pgnpack_writer *writer)
{
    return writer->filling != NULL || writer->totals.text_size != 0 || writer->totals.files != 0 ||
           writer->error.status != PGNPACK_OK || writer->pool.handed_in != 0;
}

/* It was said that a game begins here: one may come to stand behind the end. */
static enum pgnpack_status end_last_game(struct pgnpack_writer *writer)
{
    return writer->begins_game && writer->has_text
               ? write_text(writer, game_gap_before(&writer->gap, nothing))
               : PGNPACK_OK;
}

enum pgnpack_status writer_finish_segment(struct pgnpack_writer *writer)
{
    if (writer->error.status != PGNPACK_OK || writer->is_finished)
        return writer->error.status;
    enum pgnpack_status status = end_last_game(writer);
    if (status == PGNPACK_OK && writer->filling != NULL)
        status = end_block(writer, writer->filling->text.size, 0);
    if (status == PGNPACK_OK)
        status = write_all(writer);
    if (status == PGNPACK_OK)
        write_end(writer);
    writer->is_finished = 1;
    status = check(writer);
    return status == PGNPACK_OK ? sink_front_finish(&writer->to, &writer->error) : status;
}

enum pgnpack_status pgnpack_writer_finish(struct pgnpack_writer *writer)
{
    error_clear(&writer->refusal);
    if (writer->segment.describe == NULL)
        return handle_end(writer, writer_finish_segment(writer));
    return handle_end(writer, refuse(writer, PGNPACK_ERROR_ARGUMENT,
                                     "the writer is a database's: pgnpack_database_commit() finishes it"));
}

const struct pgnpack_writer_totals *pgnpack_writer_totals(const struct pgnpack_writer *writer)
{
    return &writer->totals;
}

static const struct handle_kind writer_kind = {
    .free = free_writer, HANDLE_ERROR(struct pgnpack_writer), HANDLE_REFUSAL(struct pgnpack_writer)};
