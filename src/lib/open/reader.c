#include "lib/open/reader.h"

#include <inttypes.h>
#include <string.h>

enum pgnpack_status reader_start_opening(struct pgnpack_reader *reader)
{
    reader->is_open = 0;
    path_source_close(&reader->file);
    memset(&reader->info, 0, sizeof reader->info);
    reader->is_rebuilt = 0;
    reader->damaged_record_count = 0;
    segment_list_clear(&reader->segments);
    deleted_games_free(&reader->deleted);
    deleted_games_free(&reader->skipped);
    reader->openings++;
    work_start(&reader->work, work_limit_left(reader->work_limit, 0));
    memory_forget_refusal(&reader->memory);
    block_index_clear(&reader->index);
    reader->error = reader->misuse;
    return reader->error.status;
}

enum pgnpack_status reader_end_opening(struct pgnpack_reader *reader, enum pgnpack_status status)
{
    status = handle_end_with(&reader->memory, &reader->error, status);
    reader->is_open = status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED;
    if (!reader->is_open || reader->is_rebuilt) {
        segment_list_clear(&reader->segments);
        deleted_games_free(&reader->deleted);
    }
    if (!reader->is_open)
        block_index_clear(&reader->index);
    reader->info.game_count = reader->index.game_count;
    reader->info.text_size = reader->index.text_size;
    reader->info.block_count = reader->index.count;
    reader->info.segment_count = reader->segments.count;
    reader->info.deleted_count = reader->deleted.count;
    return status;
}

void reader_begin(struct pgnpack_reader *reader, struct error *error)
{
    error_clear(error);
    memory_forget_refusal(&reader->memory);
}

enum pgnpack_status reader_end(struct pgnpack_reader *reader, struct error *error, enum pgnpack_status status)
{
    status = handle_end_with(&reader->memory, error, status);
    if (reader->misuse.status == PGNPACK_OK)
        reader->error = *error;
    return status;
}

enum pgnpack_status reader_check_open(const struct pgnpack_reader *reader, struct error *error)
{
    if (reader->is_open)
        return PGNPACK_OK;
    if (reader->misuse.status != PGNPACK_OK)
        return error_set(error, reader->misuse.status, "%s", reader->misuse.text);
    return error_set(error, PGNPACK_ERROR_ARGUMENT,
                     reader->error.status == PGNPACK_OK ? "the reader was not opened"
                                                        : "the reader could not be opened");
}

enum pgnpack_status reader_check_features(const struct pgnpack_reader *reader, struct error *error)
{
    return segment_kind_may_change(&(struct segment_kind){.features.read_only = reader->read_only}, error);
}

enum pgnpack_status reader_check_changeable(const struct pgnpack_reader *reader, struct error *error)
{
    size_t number = 0;
    if (reader->damaged_record_count == 0)
        return reader_check_features(reader, error);
    while (number + 1 < reader->segments.count &&
           reader->segments.segments[number].record_damage == PGNPACK_OK)
        number++;
    const struct segment *segment = &reader->segments.segments[number];
    return error_set(
        error, PGNPACK_ERROR_CORRUPT,
        "the record of change %" PRIu64 " %s: it is not known which games are deleted; go back to "
        "the state before it, or save what is whole with pgnunpack --salvage",
        segment->state,
        segment->record_damage == PGNPACK_ERROR_UNSUPPORTED ? "needs a newer pgnpack" : "is damaged");
}

enum pgnpack_status reader_tell_damaged_end(const struct pgnpack_reader *reader, struct error *error)
{
    error_set(error, PGNPACK_ERROR_TRUNCATED,
              "the file's last %" PRIu64 " bytes are cut or damaged: only what is before them is read",
              reader->info.torn_size);
    error_locate(error, 0, 0, reader->file_size);
    return error->status;
}

/* Of the bytes, those that are of an end mark that is missing; returns how many come before it. */
static size_t give_end_mark(const struct pgnpack_reader *reader, uint64_t offset, uint8_t *bytes, size_t size)
{
    if (reader->info.torn != PGNPACK_TORN_UNMARKED)
        return size;
    uint64_t mark = reader->file_size - BCGN_END_MARK_SIZE;
    size_t before = offset >= mark ? 0 : size < mark - offset ? size : (size_t)(mark - offset);
    for (size_t i = before; i < size && offset + i < reader->file_size; i++)
        bytes[i] = reader->end_mark[offset + i - mark];
    return before;
}

enum pgnpack_status reader_read(const struct pgnpack_reader *reader, uint64_t offset, void *bytes,
                                size_t size, struct error *error)
{
    size_t done = 0;
    size = give_end_mark(reader, offset, bytes, size);
    if (reader->tail != NULL && offset >= reader->tail_offset &&
        offset - reader->tail_offset <= reader->tail_size &&
        size <= reader->tail_size - (offset - reader->tail_offset)) {
        memcpy(bytes, reader->tail + (offset - reader->tail_offset), size);
        return PGNPACK_OK;
    }
    while (done < size) {
        size_t part = 0;
        int cause = reader->read_at(reader->opaque, offset + done, (char *)bytes + done, size - done, &part);
        if (cause != 0) {
            handle_read_failed(error, cause);
            path_source_name(&reader->file, error);
            error_locate(error, 0, 0, offset + done);
            return PGNPACK_ERROR_READ;
        }
        if (part == 0) {
            error_set(error, PGNPACK_ERROR_TRUNCATED, "the file ends too early: a part of it is missing");
            error_locate(error, 0, 0, offset + done);
            return PGNPACK_ERROR_TRUNCATED;
        }
        done += part;
    }
    return PGNPACK_OK;
}

int reader_begins_file(const struct pgnpack_reader *reader, size_t block)
{
    const struct segment *segment = segment_list_of_block(&reader->segments, block);
    int is_first_text =
        segment != NULL && segment != reader->segments.segments && segment->first_text == block;
    return is_first_text || (reader->index.entries[block].flags & BCGN_BLOCK_BEGINS_FILE) != 0;
}

/* ---- Games that are left out ---- */

static uint64_t limited(uint64_t number, uint64_t end)
{
    return number < end ? number : end;
}

/* Passes the list's range that has the game; *next_ret: where it goes on, if before what that is. */
static uint64_t pass(const struct deleted_games *games, uint64_t number, uint64_t *next_ret)
{
    const struct game_range *range = deleted_games_from(games, number);
    if (range != NULL && range->first <= number) {
        number = range->end;
        range = deleted_games_from(games, number);
    }
    *next_ret = range == NULL ? *next_ret : limited(range->first, *next_ret);
    return number;
}

uint64_t left_out_pass(const struct pgnpack_reader *reader, struct games_there *there, uint64_t number)
{
    if (!left_out_any(reader) || (number >= there->first && number < there->end))
        return number;
    uint64_t before, next;
    do {
        before = number;
        next = UINT64_MAX;
        if (!reader->with_deleted)
            number = pass(&reader->deleted, number, &next);
        number = pass(&reader->skipped, number, &next);
    } while (number != before);
    *there = (struct games_there){number, next};
    return number;
}

uint64_t left_out_between(const struct pgnpack_reader *reader, uint64_t first, uint64_t end)
{
    const struct game_range *range;
    uint64_t deleted = reader->with_deleted ? 0 : deleted_games_between(&reader->deleted, first, end);
    uint64_t count = deleted + left_out_skipped(reader, first, end);
    /* Some of a skipped block's are deleted, too. */
    for (uint64_t at = first; deleted != 0 && at < end; at = range->end) {
        range = deleted_games_from(&reader->skipped, at);
        if (range == NULL || range->first >= end)
            break;
        count -= deleted_games_between(&reader->deleted, range->first < at ? at : range->first,
                                       limited(range->end, end));
    }
    return count;
}

void left_out_clear(const struct pgnpack_reader *reader, const struct index_entry *entry, int others,
                    uint8_t *games)
{
    const uint64_t first = entry->games_before, end = first + entry->game_count;
    if (left_out_skipped(reader, first, end) != 0) {
        memset(games, 0, entry->game_count);
        return;
    }
    for (uint64_t next = first; next < end;) {
        const struct game_range *range = deleted_games_from(&reader->deleted, next);
        uint64_t from = range == NULL ? end : limited(range->first < next ? next : range->first, end);
        uint64_t to = range == NULL ? end : limited(range->end, end);
        if (others)
            memset(games + (next - first), 0, (size_t)(from - next));
        else
            memset(games + (from - first), 0, (size_t)(to - from));
        next = to;
    }
}
