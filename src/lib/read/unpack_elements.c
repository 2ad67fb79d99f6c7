#include "lib/read/unpack_elements.h"

#include <string.h>

#include "container/file/file_element.h"
#include "container/sections/work_costs.h"
#include "base/handle.h"
#include "lib/read/index_check.h"
#include "lib/open/reader.h"
#include "lib/open/reader_torn.h"
#include "lib/read/unpack_texts.h"
#include "util/bytes.h"

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

static const uint8_t *bytes_here(const struct pgnpack_unpacker *unpacker)
{
    return byte_stream_bytes(&unpacker->stream);
}

/* ---- Segments ---- */

static void open_segment(struct pgnpack_unpacker *unpacker)
{
    unpacker->inside_segment = 1;
    unpacker->segment_offset = unpacker->stream.offset;
    unpacker->games_expected = 0;
    unpacker->text_expected = 0;
    unpacker->blocks_seen = 0;
    unpacker->headers_seen = 0;
    unpacker->segment_is_damaged = 0;
    block_index_clear(&unpacker->seen);
    unpacker->seen_is_whole = unpacker->options.check_columns != 0;
    error_clear(&unpacker->ids);
    unpacker->has_text_begun = 0;
    unpacker->kind = (struct segment_kind){.profile = BCGN_PROFILE_MODEL}; /* where the header is missing */
    unpacker->is_kind_known = 0;
}

static void close_segment(struct pgnpack_unpacker *unpacker, uint64_t game_count)
{
    unpacker->inside_segment = 0;
    unpacker->segment_games += game_count;
    unpacker->games_expected = 0;
}

static enum pgnpack_status read_header(struct pgnpack_unpacker *unpacker)
{
    struct file_header header;
    enum pgnpack_status status = need_all(unpacker, BCGN_FILE_HEADER_SIZE);
    if (status == PGNPACK_OK)
        status = file_header_read(bytes_here(unpacker), &header, &unpacker->damage_error);
    if (status != PGNPACK_OK)
        return status;
    open_segment(unpacker);
    unpacker->kind = header.kind;
    unpacker->is_kind_known = 1;
    byte_stream_skip(&unpacker->stream, BCGN_FILE_HEADER_SIZE);
    return PGNPACK_OK;
}

/* What a segment's end says of all of it. */
struct segment_totals {
    uint64_t games;
    uint64_t text_size;
    uint64_t blocks;
    uint64_t headers;      /* as headers_seen; meant where: */
    int are_headers_known; /* the index has the hashes of all blocks' headers */
    size_t footer_size;
};

/* In the order of the blocks. */
static uint64_t mix_header(uint64_t headers, uint64_t hash)
{
    return (headers ^ hash) * UINT64_C(0x9e3779b185ebca87);
}

static void mix_headers(const struct block_index *index, struct segment_totals *totals)
{
    totals->headers = 0;
    totals->are_headers_known = 1;
    for (size_t i = 0; i < index->count; i++) {
        totals->headers = mix_header(totals->headers, index->entries[i].header_hash);
        totals->are_headers_known &= index->entries[i].header_hash != 0;
    }
}

/*
 * False footers may be many, and an index unpacks to more than it takes: going on behind damage, all that are tried
 * take no more bytes, packed, unpacked and as entries, than FOOTERS_SPENT_MAX times the file up to there. Those of
 * files that tell the truth take a small part of that.
 */
static int footer_is_affordable(struct pgnpack_unpacker *unpacker, const struct footer_head *head)
{
    enum { FOOTERS_SPENT_MAX = 8 };
    uint64_t end = unpacker->stream.offset + BCGN_FOOTER_HEAD_SIZE + head->packed_size;
    uint64_t cost = BCGN_FOOTER_HEAD_SIZE + (uint64_t)head->packed_size + head->raw_size +
                    head->block_count * sizeof(struct index_entry);
    if (!unpacker->options.salvage)
        return 1;
    if (unpacker->footers_spent + cost > FOOTERS_SPENT_MAX * end)
        return 0;
    unpacker->footers_spent += cost;
    return 1;
}

/* Before the index is unpacked. All jobs are finished, so that what they took is known. */
static enum pgnpack_status count_index(struct pgnpack_unpacker *unpacker, const struct footer_head *head)
{
    struct work_count work;
    unpacker_start_work(unpacker, &work);
    enum pgnpack_status status = work_spend(&work, work_of_index(head->raw_size), &unpacker->damage_error);
    unpacker->totals.work += status == PGNPACK_OK ? work.done : 0;
    return status;
}

/* Full test: what only searches and ids ask for. */
static enum pgnpack_status check_end(struct pgnpack_unpacker *unpacker, const struct block_index *index)
{
    if (!unpacker->seen_is_whole || unpacker->segment_is_damaged)
        return PGNPACK_OK;
    if (unpacker->ids.status != PGNPACK_OK)
        unpacker->damage_error = unpacker->ids;
    else
        index_check(index, &unpacker->seen, unpacker->segment_games, &unpacker->damage_error);
    return unpacker->damage_error.status;
}

/* The footer that begins here. */
static enum pgnpack_status load_footer(struct pgnpack_unpacker *unpacker, struct segment_totals *totals)
{
    struct footer_head head;
    struct block_index index;
    enum pgnpack_status status = need_all(unpacker, BCGN_FOOTER_HEAD_SIZE);
    if (status == PGNPACK_OK)
        status =
            footer_head_read(bytes_here(unpacker), unpacker->stream.offset, &head, &unpacker->damage_error);
    if (status == PGNPACK_OK)
        status = count_index(unpacker, &head);
    if (status != PGNPACK_OK)
        return status;
    totals->footer_size = BCGN_FOOTER_HEAD_SIZE + (size_t)head.packed_size;
    status = need_all(unpacker, totals->footer_size);
    if (status != PGNPACK_OK)
        return status;
    if (!footer_is_affordable(unpacker, &head))
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                         "the index at the file's end is one of too many");
    block_index_init(&index, &unpacker->memory);
    status = footer_read(bytes_here(unpacker), totals->footer_size, unpacker->stream.offset,
                         unpacker->segment_offset, &index, &unpacker->damage_error);
    totals->games = index.game_count;
    totals->text_size = index.text_size;
    totals->blocks = index.count;
    mix_headers(&index, totals);
    if (status == PGNPACK_OK)
        status = check_end(unpacker, &index);
    if (status == PGNPACK_OK && unpacker->database == NULL && !unpacker->options.salvage &&
        !stream_changes_end_segment(&unpacker->changes, &index))
        status = error_no_memory(&unpacker->damage_error);
    block_index_free(&index);
    return status;
}

static int footer_agrees(const struct pgnpack_unpacker *unpacker, const struct segment_totals *totals)
{
    if (totals->games != unpacker->games_expected || totals->text_size != unpacker->text_expected)
        return 0;
    return unpacker->segment_is_damaged ||
           (totals->blocks == unpacker->blocks_seen &&
            (!totals->are_headers_known || totals->headers == unpacker->headers_seen));
}

/* ---- A torn end ---- */

/* What is there is passed. */
static enum pgnpack_status end_torn(struct pgnpack_unpacker *unpacker, enum pgnpack_torn kind, uint64_t begin)
{
    size_t ready;
    enum pgnpack_status status =
        byte_stream_need(&unpacker->stream, BCGN_END_MARK_SIZE, &ready, &unpacker->damage_error);
    byte_stream_skip(&unpacker->stream, status == PGNPACK_OK ? ready : 0);
    unpacker->totals.torn = kind;
    unpacker->totals.torn_size = unpacker->stream.offset - begin;
    return status;
}

static int is_mark(const uint8_t *bytes, size_t size)
{
    struct end_mark mark;
    struct error ignored;
    error_clear(&ignored);
    return size == BCGN_END_MARK_SIZE && end_mark_read(bytes, &mark, &ignored) == PGNPACK_OK;
}

/* Is a part of the end mark all that follows, or nothing? An opened database has been judged by reader_find_torn(), streams are here. */
static enum pgnpack_status pass_part_of_mark(struct pgnpack_unpacker *unpacker,
                                             const struct segment_totals *totals, uint64_t begin,
                                             int *is_torn_ret)
{
    size_t ready;
    const struct pgnpack_reader *database = unpacker->database;
    uint64_t offset = unpacker->stream.offset;
    const struct end_mark mark = {offset + BCGN_END_MARK_SIZE - begin, totals->games,
                                  (uint32_t)totals->footer_size, unpacker->kind};
    enum pgnpack_status status =
        byte_stream_need(&unpacker->stream, BCGN_END_MARK_SIZE + 1, &ready, &unpacker->damage_error);
    int is_stream = database == NULL && !unpacker->options.salvage && unpacker->totals.segments > 1;
    *is_torn_ret = status == PGNPACK_OK &&
                   (is_stream ? ready <= BCGN_END_MARK_SIZE && !is_mark(bytes_here(unpacker), ready) &&
                                    torn_is_part_of_mark(bytes_here(unpacker), ready, offset, &mark)
                              : database != NULL && database->info.torn == PGNPACK_TORN_UNMARKED &&
                                    offset + BCGN_END_MARK_SIZE == database->file_size);
    return *is_torn_ret ? end_torn(unpacker, PGNPACK_TORN_UNMARKED, offset) : status;
}

/*
 * A stream comes to a segment that is being made: nothing of it is given. All of it is passed, to see whether it is the last one: its
 * own end mark may be there, if it was made while the stream was written.
 */
static enum pgnpack_status pass_unfinished(struct pgnpack_unpacker *unpacker)
{
    enum { PIECE_SIZE = 64 << 10 };
    struct byte_stream *stream = &unpacker->stream;
    struct end_mark mark;
    struct error ignored;
    uint64_t begin = stream->offset;
    size_t ready = SIZE_MAX;
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && ready > BCGN_END_MARK_SIZE) {
        status = byte_stream_need(stream, PIECE_SIZE, &ready, &unpacker->damage_error);
        if (status == PGNPACK_OK && ready > BCGN_END_MARK_SIZE)
            byte_stream_skip(stream, ready - BCGN_END_MARK_SIZE);
    }
    error_clear(&ignored);
    if (status == PGNPACK_OK && ready == BCGN_END_MARK_SIZE &&
        end_mark_read(bytes_here(unpacker), &mark, &ignored) == PGNPACK_OK &&
        mark.segment_size != stream->offset + BCGN_END_MARK_SIZE - begin)
        status = error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                           "another file was put behind a change that was broken off");
    return status == PGNPACK_OK ? end_torn(unpacker, PGNPACK_TORN_UNFINISHED, begin) : status;
}

/* Behind the last segment of a stream: what a broken-off write leaves of the next one's header, or zeros; or all of the header. */
static enum pgnpack_status pass_torn(struct pgnpack_unpacker *unpacker, int *is_torn_ret)
{
    enum { PIECE_SIZE = 64 << 10 };
    struct byte_stream *stream = &unpacker->stream;
    struct file_header header;
    struct error ignored;
    uint64_t begin = stream->offset;
    size_t ready;
    error_clear(&ignored);
    *is_torn_ret = 0;
    enum pgnpack_status status =
        byte_stream_need(stream, BCGN_FILE_HEADER_SIZE + 1, &ready, &unpacker->damage_error);
    if (status != PGNPACK_OK || unpacker->options.salvage || unpacker->database != NULL ||
        unpacker->totals.segments == 0 || ready == 0)
        return status;
    const uint8_t *bytes = bytes_here(unpacker);
    if (ready >= BCGN_FILE_HEADER_SIZE && file_header_read(bytes, &header, &ignored) == PGNPACK_OK) {
        *is_torn_ret = header.is_being_made;
        return header.is_being_made ? pass_unfinished(unpacker) : PGNPACK_OK;
    }
    *is_torn_ret = ready <= BCGN_FILE_HEADER_SIZE && torn_is_part_of_header(bytes, ready, begin);
    for (size_t zeros = 1; !*is_torn_ret && zeros != 0 && status == PGNPACK_OK;) {
        status = byte_stream_need(stream, PIECE_SIZE, &ready, &unpacker->damage_error);
        for (zeros = 0; status == PGNPACK_OK && zeros < ready && bytes_here(unpacker)[zeros] == 0;)
            zeros++;
        byte_stream_skip(stream, zeros);
        *is_torn_ret = status == PGNPACK_OK && ready == 0;
    }
    return *is_torn_ret ? end_torn(unpacker, PGNPACK_TORN_UNFINISHED, begin) : status;
}

/* `begin` of the segment is known only where nothing of it was passed over. */
static enum pgnpack_status read_end_mark(struct pgnpack_unpacker *unpacker,
                                         const struct segment_totals *totals, uint64_t begin,
                                         int begin_is_known)
{
    struct end_mark mark;
    int is_torn;
    enum pgnpack_status status = pass_part_of_mark(unpacker, totals, begin, &is_torn);
    if (status != PGNPACK_OK || is_torn)
        return status;
    status = need_all(unpacker, BCGN_END_MARK_SIZE);
    if (status == PGNPACK_OK)
        status = end_mark_read(bytes_here(unpacker), &mark, &unpacker->damage_error);
    if (status != PGNPACK_OK)
        return status;
    uint64_t size = unpacker->stream.offset + BCGN_END_MARK_SIZE - begin;
    if (mark.game_count != totals->games || mark.footer_size != totals->footer_size ||
        (begin_is_known && mark.segment_size != size))
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                         "the file's end mark does not agree with its blocks");
    if (unpacker->is_kind_known && !segment_kinds_are_equal(&mark.kind, &unpacker->kind))
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                         "the file's end mark does not agree with its segment's header");
    byte_stream_skip(&unpacker->stream, BCGN_END_MARK_SIZE);
    return PGNPACK_OK;
}

/* Footer and end mark must agree with the blocks that were read. */
static enum pgnpack_status read_end(struct pgnpack_unpacker *unpacker)
{
    struct segment_totals totals;
    uint64_t begin = unpacker->segment_offset;
    int begin_is_known = !unpacker->segment_is_damaged;
    enum pgnpack_status status = load_footer(unpacker, &totals);
    if (status != PGNPACK_OK)
        return status;
    if (!footer_agrees(unpacker, &totals))
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                         "the index at the file's end does not agree with the blocks");
    byte_stream_skip(&unpacker->stream, totals.footer_size);
    close_segment(unpacker, totals.games);
    unpacker->totals.segments++;
    return read_end_mark(unpacker, &totals, begin, begin_is_known);
}

/* ---- Blocks, and any element ---- */

static enum pgnpack_status hand_in_block(struct pgnpack_unpacker *unpacker, const struct block_header *header)
{
    enum pgnpack_status status;
    struct unpack_job *job = unpacker_free_job(unpacker, &status);
    if (job == NULL)
        return status;
    job->header = *header;
    unpacker_start_work(unpacker, &job->decoder.work);
    job->offset = unpacker->stream.offset;
    job->decoder.profile = unpacker->kind.profile;
    int has_text = (header->flags & BCGN_BLOCK_ANNEX) == 0;
    job->begins_file = (header->flags & BCGN_BLOCK_BEGINS_FILE) != 0 ||
                       (has_text && !unpacker->has_text_begun && unpacker->totals.segments != 0);
    unpacker->has_text_begun |= has_text;
    job->first_game = unpacker->segment_games + header->games_before;
    job->left_out = unpacker->database != NULL && left_out_deleted(unpacker->database)
                        ? &unpacker->database->deleted
                        : NULL;
    buffer_clear(&job->packed);
    buffer_append(&job->packed, bytes_here(unpacker), header->block_size);
    if (buffer_failed(&job->packed))
        return memory_check(&job->memory, &unpacker->error);
    if ((header->flags & BCGN_BLOCK_RECORD) != 0 && unpacker->database == NULL &&
        !unpacker->options.salvage &&
        !stream_changes_add_record(&unpacker->changes, bytes_here(unpacker), header->block_size, job->offset))
        return error_no_memory(&unpacker->error);
    byte_stream_skip(&unpacker->stream, header->block_size);
    unpacker->games_expected += header->game_count;
    unpacker->text_expected += header->text_size;
    unpacker->blocks_seen++;
    unpacker->headers_seen = mix_header(unpacker->headers_seen, header->hash);
    ordered_pool_hand_in(&unpacker->pool);
    return PGNPACK_OK;
}

static int is_of_another(const struct pgnpack_unpacker *unpacker, const struct block_header *header)
{
    return unpacker->inside_segment &&
           (header->games_before < unpacker->games_expected || header->text_before < unpacker->text_expected);
}

static enum pgnpack_status out_of_order(struct pgnpack_unpacker *unpacker, const struct block_header *header)
{
    return error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT,
                     is_of_another(unpacker, header)
                         ? "this block is a copy, or of a file whose header is missing: it begins with game "
                           "%llu of its segment"
                         : "blocks are missing before this one: it begins with game %llu of its segment",
                     (unsigned long long)header->games_before + 1);
}

static enum pgnpack_status read_block(struct pgnpack_unpacker *unpacker)
{
    struct block_header header;
    enum pgnpack_status status = need_all(unpacker, BCGN_BLOCK_HEADER_SIZE);
    if (status == PGNPACK_OK)
        status = block_header_read(bytes_here(unpacker), &header, &unpacker->damage_error);
    if (status != PGNPACK_OK)
        return status;
    if (header.games_before != unpacker->games_expected || header.text_before != unpacker->text_expected)
        return out_of_order(unpacker, &header);
    status = need_all(unpacker, header.block_size);
    int is_whole = 1;
    if (status == PGNPACK_OK && unpacker->options.salvage) /* its size may lead astray */
        status = block_search_check(&unpacker->search, &header, &is_whole, &unpacker->damage_error);
    if (!is_whole && status == PGNPACK_OK)
        status = error_set(&unpacker->damage_error, PGNPACK_ERROR_CORRUPT, "a block is damaged or cut off");
    return status == PGNPACK_OK ? hand_in_block(unpacker, &header) : status;
}

/* Neither inside a segment nor at the beginning of one. */
static enum pgnpack_status no_header(struct pgnpack_unpacker *unpacker)
{
    struct error *error = &unpacker->damage_error;
    struct block_header block;
    struct end_mark mark;
    size_t ready;
    enum pgnpack_status status = byte_stream_need(&unpacker->stream, ELEMENT_HEAD_SIZE, &ready, error);
    if (status != PGNPACK_OK)
        return status;
    if (ready == 0)
        return error_set(error, PGNPACK_ERROR_NOT_BCGN, "the file is empty");
    if (file_element_at(bytes_here(unpacker), ready, unpacker->stream.offset, &block, &mark) != ELEMENT_NONE)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a file's header is missing here");
    if (unpacker->totals.segments != 0)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "what follows the file's end is not a BCGN file");
    return error_set(error, PGNPACK_ERROR_NOT_BCGN, "this is not a BCGN file");
}

/* Nothing is left, where a segment may end the file. */
static enum pgnpack_status end_file(struct pgnpack_unpacker *unpacker, int *at_end_ret)
{
    const struct pgnpack_reader *database = unpacker->database;
    *at_end_ret = unpacker->totals.segments != 0;
    if (database == NULL)
        return PGNPACK_OK;
    unpacker->totals.torn = database->info.torn;
    unpacker->totals.torn_size = database->info.torn_size;
    return database->info.torn == PGNPACK_TORN_DAMAGED && !unpacker->options.salvage
               ? reader_tell_damaged_end(database, &unpacker->damage_error)
               : PGNPACK_OK;
}

enum pgnpack_status unpacker_read_element(struct pgnpack_unpacker *unpacker, int *at_end_ret)
{
    size_t ready;
    enum pgnpack_status status = byte_stream_need(&unpacker->stream, 8, &ready, &unpacker->damage_error);
    *at_end_ret = 0;
    if (status != PGNPACK_OK)
        return status;
    if (!unpacker->inside_segment) {
        status = ready == 0 ? end_file(unpacker, at_end_ret) : pass_torn(unpacker, at_end_ret);
        if (status != PGNPACK_OK || *at_end_ret)
            return status;
    }
    int is_header = ready != 0 && memcmp(bytes_here(unpacker), "BCGN", ready < 4 ? ready : 4) == 0;
    if (!unpacker->inside_segment) {
        return is_header ? read_header(unpacker) : no_header(unpacker);
    }
    if (is_header && ready == 8)
        return error_set(&unpacker->damage_error, PGNPACK_ERROR_TRUNCATED,
                         "a file's end is missing before the next one's beginning");
    if (ready < 8 || load_le64(bytes_here(unpacker)) != BCGN_FOOTER_MARKER)
        return read_block(unpacker);
    status = unpacker_finish_all(unpacker);
    return status == PGNPACK_OK ? read_end(unpacker) : status;
}

/* ---- Damage ---- */

/* From here on, up to an element: of a block all of it is checked, of others the head; ELEMENT_NONE: the end. */
static enum pgnpack_status find_element(struct pgnpack_unpacker *unpacker, enum file_element *kind_ret,
                                        struct block_header *block, struct end_mark *mark)
{
    struct error *error = &unpacker->damage_error;
    for (;;) {
        size_t ready;
        int is_whole = 1;
        enum pgnpack_status status = byte_stream_need(&unpacker->stream, ELEMENT_HEAD_SIZE, &ready, error);
        if (status != PGNPACK_OK)
            return status;
        *kind_ret = file_element_at(bytes_here(unpacker), ready, unpacker->stream.offset, block, mark);
        if (*kind_ret == ELEMENT_BLOCK)
            status = block_search_check(&unpacker->search, block, &is_whole, error);
        if (status != PGNPACK_OK || ready == 0 || (*kind_ret != ELEMENT_NONE && is_whole))
            return status;
        byte_stream_skip(&unpacker->stream, 1);
    }
}

static void count_losses(const struct pgnpack_unpacker *unpacker, struct pgnpack_damage *damage,
                         uint64_t games, uint64_t text_size)
{
    damage->game_count = games - unpacker->games_expected;
    damage->text_size = text_size - unpacker->text_expected;
}

/*
 * A block's header says what is before it in its segment: that is what was lost. If it is less than we had
 * already, the block is of another segment, whose beginning was lost, too.
 */
static int go_on_at_block(struct pgnpack_unpacker *unpacker, const struct block_header *header,
                          struct pgnpack_damage *damage)
{
    int is_another = is_of_another(unpacker, header);
    if (is_another)
        close_segment(unpacker, unpacker->games_expected);
    if (!unpacker->inside_segment)
        open_segment(unpacker);
    if (!is_another)
        count_losses(unpacker, damage, header->games_before, header->text_before);
    unpacker->games_expected = header->games_before;
    unpacker->text_expected = header->text_before;
    unpacker->segment_is_damaged = 1;
    return 1;
}

/* The index knows all of its segment. */
static int go_on_at_footer(struct pgnpack_unpacker *unpacker, struct pgnpack_damage *damage)
{
    struct segment_totals totals;
    int was_inside = unpacker->inside_segment;
    if (!was_inside)
        open_segment(unpacker);
    unpacker->segment_is_damaged = 1;
    if (load_footer(unpacker, &totals) == PGNPACK_OK && totals.games >= unpacker->games_expected &&
        totals.text_size >= unpacker->text_expected) {
        count_losses(unpacker, damage, totals.games, totals.text_size);
        unpacker->games_expected = totals.games;
        unpacker->text_expected = totals.text_size;
        return 1;
    }
    unpacker->inside_segment = was_inside;
    return 0;
}

/*
 * The end mark knows its segment's games, and how long the footer before it is: if no games are missing, and
 * the damage does not begin before the footer, no text is missing.
 */
static int go_on_at_end_mark(struct pgnpack_unpacker *unpacker, const struct end_mark *mark,
                             struct pgnpack_damage *damage)
{
    if (!unpacker->inside_segment || mark->game_count < unpacker->games_expected)
        return 0;
    damage->game_count = mark->game_count - unpacker->games_expected;
    if (damage->game_count == 0 && damage->offset + mark->footer_size >= unpacker->stream.offset)
        damage->text_size = 0;
    close_segment(unpacker, mark->game_count);
    unpacker->totals.segments++;
    return 1;
}

/* Between segments, what is too short for a block holds no games. */
static void count_nothing_if_short(const struct pgnpack_unpacker *unpacker, struct pgnpack_damage *damage)
{
    if (!unpacker->inside_segment && unpacker->totals.segments != 0 &&
        unpacker->stream.offset - damage->offset < BCGN_FILE_HEADER_SIZE + BCGN_BLOCK_HEADER_SIZE)
        damage->game_count = damage->text_size = 0;
}

static int go_on_at_header(struct pgnpack_unpacker *unpacker, struct pgnpack_damage *damage)
{
    count_nothing_if_short(unpacker, damage);
    if (unpacker->inside_segment)
        close_segment(unpacker, unpacker->games_expected);
    return 1;
}

/* Finds the element that reading can go on with, and what was lost before it. */
static enum pgnpack_status pass_damage(struct pgnpack_unpacker *unpacker, struct pgnpack_damage *damage,
                                       enum file_element *kind_ret)
{
    struct block_header block;
    struct end_mark mark;
    for (;;) {
        int goes_on;
        enum pgnpack_status status = find_element(unpacker, kind_ret, &block, &mark);
        if (status != PGNPACK_OK || *kind_ret == ELEMENT_NONE)
            return status;
        if (*kind_ret == ELEMENT_BLOCK)
            goes_on = go_on_at_block(unpacker, &block, damage);
        else if (*kind_ret == ELEMENT_FOOTER)
            goes_on = go_on_at_footer(unpacker, damage);
        else if (*kind_ret == ELEMENT_END_MARK)
            goes_on = go_on_at_end_mark(unpacker, &mark, damage);
        else
            goes_on = go_on_at_header(unpacker, damage);
        status = memory_check(&unpacker->memory, &unpacker->damage_error);
        if (status != PGNPACK_OK && !unpacker_may_pass(status))
            return status;
        error_clear(&unpacker->damage_error);
        if (goes_on)
            return PGNPACK_OK;
        byte_stream_skip(&unpacker->stream, 1);
    }
}

enum pgnpack_status unpacker_recover(struct pgnpack_unpacker *unpacker, int *at_end_ret)
{
    struct error cause = unpacker->damage_error;
    struct pgnpack_damage damage = {.offset = unpacker->stream.offset,
                                    .first_game = unpacker->segment_games + unpacker->games_expected + 1,
                                    .game_count = UINT64_MAX,
                                    .text_size = UINT64_MAX,
                                    .text = cause.text};
    enum file_element kind = ELEMENT_NONE;
    error_clear(&unpacker->damage_error);
    enum pgnpack_status status = pass_damage(unpacker, &damage, &kind);
    if (status != PGNPACK_OK) {
        unpacker->error = unpacker->damage_error;
        return status;
    }
    damage.size = unpacker->stream.offset - damage.offset;
    *at_end_ret = kind == ELEMENT_NONE;
    if (kind == ELEMENT_NONE && damage.offset == 0 && cause.status != PGNPACK_ERROR_CORRUPT) {
        unpacker->error = cause; /* nothing of this file is ours */
        return cause.status;
    }
    if (kind == ELEMENT_NONE)
        count_nothing_if_short(unpacker, &damage);
    if (cause.status == PGNPACK_ERROR_NOT_BCGN) { /* but something behind it is */
        error_clear(&cause);
        error_set(&cause, PGNPACK_ERROR_CORRUPT,
                  "the file's beginning is missing, or something is before it");
    }
    status = unpacker_report_damage(unpacker, &damage, &cause);
    if (kind == ELEMENT_END_MARK)
        byte_stream_skip(&unpacker->stream, BCGN_END_MARK_SIZE);
    return status;
}
