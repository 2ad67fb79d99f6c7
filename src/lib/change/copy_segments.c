/* Public function: whole segments as they are, and what does it. */
#include "lib/change/copy_segments.h"

#include "container/sections/block_format.h"
#include "lib/write/writer_parts.h"

/* Read and written at once. */
enum { PIECE_SIZE = 4 << 20 };

/* A block of the piece, before it goes on. Sets its checksum. */
static enum pgnpack_status check_block(struct pgnpack_copy *copy, const uint8_t *block,
                                       struct index_entry *entry)
{
    struct block_header header;
    size_t hashed;
    enum pgnpack_status status = block_header_read(block, &header, &copy->error);
    if (status == PGNPACK_OK && !index_entry_fits(entry, &header))
        status = error_set(&copy->error, PGNPACK_ERROR_CORRUPT,
                           "a block is not the one that the index names: nothing was copied; pgnunpack "
                           "--salvage saves what is whole");
    if (status == PGNPACK_OK && !block_is_whole(block, &header, 1, &hashed))
        status = error_set(&copy->error, PGNPACK_ERROR_CORRUPT,
                           "a block is damaged: nothing was copied; pgnunpack --salvage saves what is whole");
    if (status != PGNPACK_OK)
        error_locate(&copy->error, entry->game_count != 0 ? entry->games_before + 1 : 0, 0, entry->offset);
    entry->header_hash = header.hash;
    return status;
}

static enum pgnpack_status bad_size(struct pgnpack_copy *copy, const struct index_entry *entry)
{
    error_set(&copy->error, PGNPACK_ERROR_CORRUPT,
              "a block has an impossible size: nothing was copied; pgnunpack --salvage saves what is whole");
    error_locate(&copy->error, entry->game_count != 0 ? entry->games_before + 1 : 0, 0, entry->offset);
    return copy->error.status;
}

/* The segment's blocks, several at once; they are entered in the copy's index. */
static enum pgnpack_status copy_blocks(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                       const struct segment *segment)
{
    if (segment->block_count == 0) /* there may be no index either */
        return PGNPACK_OK;
    const struct index_entry *entries = &reader->index.entries[segment->first_block];
    for (size_t i = 0; i < segment->block_count;) {
        size_t size = 0, count = 0;
        uint64_t text_size = 0;
        for (; i + count < segment->block_count && (size == 0 || size < PIECE_SIZE); count++) {
            if (entries[i + count].block_size < BCGN_BLOCK_HEADER_SIZE ||
                entries[i + count].block_size > BCGN_BLOCK_SIZE_MAX)
                return bad_size(copy, &entries[i + count]);
            size += entries[i + count].block_size;
        }
        if (copy_read(copy, reader, entries[i].offset, size, &copy->packed) != PGNPACK_OK)
            return copy->error.status;
        const uint8_t *at = copy->packed.data;
        for (size_t end = i + count; i < end; i++) {
            struct index_entry entry = entries[i];
            if (check_block(copy, at, &entry) != PGNPACK_OK)
                return copy->error.status;
            if (!block_index_add(&copy->index, &entry))
                return error_no_memory(&copy->error);
            at += entry.block_size;
            text_size += entry.text_size;
            copy->totals.copied_blocks++;
        }
        if (copy_put(copy, copy->packed.data, size) != PGNPACK_OK ||
            copy_progress(copy, text_size) != PGNPACK_OK)
            return copy->error.status;
    }
    return PGNPACK_OK;
}

/* Where the footer begins, from the segment's beginning. */
static uint64_t footer_place(const struct pgnpack_reader *reader, const struct segment *segment)
{
    if (segment->block_count == 0)
        return BCGN_FILE_HEADER_SIZE;
    const struct index_entry *last = &reader->index.entries[segment->first_block + segment->block_count - 1];
    return last->offset + last->block_size - segment->offset;
}

/* Footer and end mark, of the blocks that the copy's index has from `first` on. */
static enum pgnpack_status write_footer(struct pgnpack_copy *copy, const struct segment *segment,
                                        const struct file_header *header, uint64_t place, size_t first)
{
    struct buffer *out = &copy->packed;
    buffer_clear(out);
    enum pgnpack_status status = footer_write(&copy->index, first, out, &copy->error);
    if (status != PGNPACK_OK)
        return status;
    struct end_mark mark = {
        .game_count = segment->game_count, .footer_size = (uint32_t)out->size, .kind = header->kind};
    mark.segment_size = place + out->size + BCGN_END_MARK_SIZE;
    end_mark_write(&mark, out);
    if (buffer_failed(out))
        return error_no_memory(&copy->error);
    return copy_put(copy, out->data, out->size);
}

/* Are the bytes, from `place` in the segment on, its index and its end mark, as when the database was opened? */
static enum pgnpack_status check_footer(struct pgnpack_copy *copy, const struct segment *segment,
                                        uint64_t place)
{
    struct block_index index;
    struct end_mark mark;
    if (copy->packed.size < BCGN_END_MARK_SIZE)
        return error_set(&copy->error, PGNPACK_ERROR_CORRUPT, "a segment has no end mark");
    size_t size = copy->packed.size - BCGN_END_MARK_SIZE;
    block_index_init(&index, &copy->memory);
    enum pgnpack_status status = end_mark_read(copy->packed.data + size, &mark, &copy->error);
    if (status == PGNPACK_OK)
        status = footer_read(copy->packed.data, size, place, segment->offset, &index, &copy->error);
    if (status == PGNPACK_OK &&
        (mark.segment_size != segment->size || mark.game_count != segment->game_count ||
         index.count != segment->block_count))
        status = error_set(&copy->error, PGNPACK_ERROR_CORRUPT, "the index is another one than before");
    block_index_free(&index);
    if (status != PGNPACK_OK)
        error_locate(&copy->error, 0, 0, segment->offset + place);
    return status;
}

static enum pgnpack_status copy_footer(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                       const struct segment *segment, uint64_t place)
{
    if (copy_read(copy, reader, segment->offset + place, (size_t)(segment->size - place), &copy->packed) !=
            PGNPACK_OK ||
        check_footer(copy, segment, place) != PGNPACK_OK)
        return copy->error.status;
    return copy_put(copy, copy->packed.data, copy->packed.size);
}

enum pgnpack_status copy_segment(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                 const struct segment *segment)
{
    size_t first = copy->index.count;
    uint64_t offset = copy->written, place = footer_place(reader, segment);
    struct file_header header;
    if (copy_end_segment(copy) != PGNPACK_OK ||
        copy_read(copy, reader, segment->offset, BCGN_FILE_HEADER_SIZE, &copy->packed) != PGNPACK_OK)
        return copy->error.status;
    if (file_header_read(copy->packed.data, &header, &copy->error) != PGNPACK_OK ||
        segment_kind_may_change(&header.kind, &copy->error) != PGNPACK_OK) {
        error_locate(&copy->error, 0, 0, segment->offset);
        return copy->error.status;
    }
    copy->packed.data[BCGN_STATE_OFFSET] = 0; /* of a file that was copied while the segment was being made */
    if (copy_put(copy, copy->packed.data, BCGN_FILE_HEADER_SIZE) != PGNPACK_OK ||
        copy_blocks(copy, reader, segment) != PGNPACK_OK)
        return copy->error.status;
    enum pgnpack_status status = segment->has_identity ? copy_footer(copy, reader, segment, place)
                                                       : write_footer(copy, segment, &header, place, first);
    if (status == PGNPACK_OK && !segment_list_add(&copy->segments, &copy->index, first,
                                                  copy->index.count - first, offset, copy->written - offset))
        return error_no_memory(&copy->error);
    if (status != PGNPACK_OK)
        return status;
    copy->last_identity = copy->segments.segments[copy->segments.count - 1].identity;
    copy->totals.games += segment->game_count;
    copy->totals.segments++;
    copy->totals.copied_segments++;
    return PGNPACK_OK;
}

/* How many segments of the list before number `end` are this one. */
static uint64_t count_like(const struct segment_list *list, const struct segment *segment, size_t end)
{
    const struct segment *last = segment->has_identity && segment->block_count != 0 && end != 0
                                     ? segment_list_find(list, segment->identity, end - 1)
                                     : NULL;
    if (last == NULL || last->game_count != segment->game_count || last->text_size != segment->text_size ||
        last->block_count != segment->block_count)
        return 0;
    return segment_list_count(list, segment->identity, end);
}

static int is_there(const struct segment_list *before, const struct segment_list *list, size_t i)
{
    const struct segment *segment = &list->segments[i];
    return count_like(before, segment, before->count) > count_like(list, segment, i);
}

/* A segment of its own: those that are copied stay as they are. */
static enum pgnpack_status put_gap(struct pgnpack_copy *copy)
{
    const struct text line_ends = game_gap_before(&copy->gap, (struct text){"", 0});
    game_gap_init(&copy->gap);
    if (line_ends.size == 0 || copy_begin_segment(copy, 0, BCGN_PROFILE_SIMPLE) != PGNPACK_OK)
        return copy->error.status;
    writer_add_tail(copy->writer, line_ends);
    return copy_take_error(copy) == PGNPACK_OK ? copy_end_segment(copy) : copy->error.status;
}

/* Segment `i` has come to stand where it is; *end_block: behind the last block with text that did. */
static enum pgnpack_status copy_next(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, size_t i,
                                     size_t *end_block)
{
    const struct segment *segment = &reader->segments.segments[i];
    if (segment->text_size != 0 && *end_block == 0 && put_gap(copy) != PGNPACK_OK)
        return copy->error.status;
    if (segment->text_size != 0)
        *end_block = segment->first_block + segment->block_count;
    return copy_segment(copy, reader, segment);
}

/* What comes next is no longer what comes next in this database. */
static enum pgnpack_status note_end(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                    size_t *end_block)
{
    size_t end = *end_block;
    *end_block = 0;
    return end == 0 ? PGNPACK_OK : game_gap_behind(&copy->gap, reader, end, &copy->error);
}

/*
 * The n-th copy of a segment in this database is the n-th of those before; so there come to be as many copies as any of the databases has,
 * and what records tell of the last ones, counted back from them, is of these. Texts that were not neighbours are parted by an empty line.
 */
static enum pgnpack_status copy_new_segments(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                             const struct segment_list *before)
{
    enum pgnpack_status status = PGNPACK_OK;
    size_t end_block = 0;
    for (size_t i = 0; i < reader->segments.count && status == PGNPACK_OK; i++) {
        if (!is_there(before, &reader->segments, i)) {
            status = copy_next(copy, reader, i, &end_block);
            continue;
        }
        copy->totals.segments_there++;
        status = note_end(copy, reader, &end_block);
        if (status == PGNPACK_OK)
            status = copy_progress(copy, reader->segments.segments[i].text_size);
    }
    return status == PGNPACK_OK ? note_end(copy, reader, &end_block) : status;
}

enum pgnpack_status pgnpack_copy_segments(struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    struct segment_list before; /* of the databases before */
    if (copy_check_source(copy, reader) != PGNPACK_OK)
        return handle_end(copy, copy->error.status);
    segment_list_init(&before, &copy->memory);
    enum pgnpack_status status =
        segment_list_copy(&before, &copy->segments) ? PGNPACK_OK : error_no_memory(&copy->error);
    if (status == PGNPACK_OK)
        status = copy_new_segments(copy, reader, &before);
    segment_list_free(&before);
    return handle_end(copy, status);
}
