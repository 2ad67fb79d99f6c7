/* Public functions: a database in few segments, and parts of databases. */
#include "lib/change/compact.h"

#include "lib/change/copy_blocks.h"
#include "lib/change/copy_segments.h"
#include "lib/write/writer_parts.h"
#include "util/bisect.h"

/* A segment with so large a share of the file is not recoded. */
enum { LARGE_SHARE = 8 };

/* Its games are all there, and what it tells of others is of no more use. */
static int is_clean(const struct pgnpack_reader *reader, const struct segment *segment)
{
    return segment->has_identity && !segment->changes_games &&
           deleted_games_between(&reader->deleted, segment->first_game,
                                 segment->first_game + segment->game_count) == 0;
}

static int stays(int level, const struct pgnpack_reader *reader, const struct segment *segment)
{
    return level == 0 && is_clean(reader, segment) && segment->game_count != 0 &&
           segment->size >= reader->file_size / LARGE_SHARE;
}

/* Would copying blocks leave many more of them than there need be? Small ones cost room, and searches time. */
static int has_small_blocks(const struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                            size_t first, size_t end)
{
    enum { MORE = 8 }; /* of so many, one */
    uint64_t blocks = 0, text_size = 0, games = 0;
    for (size_t i = first; i < end; i++) {
        const struct segment *segment = &reader->segments.segments[i];
        for (size_t n = segment->first_block; n < segment->first_block + segment->block_count; n++)
            blocks += reader->index.entries[n].game_count != 0;
        text_size += segment->text_size;
        games += segment->game_count;
    }
    uint64_t least = writer_blocks_for(copy->writer, text_size, games);
    return blocks > least + least / MORE;
}

/* One segment of those from `first` to before `end`. */
static enum pgnpack_status merge_run(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                     size_t first, size_t end)
{
    const struct segment *segments = reader->segments.segments, *last = &segments[end - 1];
    struct copy_span span = {.reader = reader,
                             .first = 0,
                             .end = reader->index.game_count,
                             .end_block = last->first_block + last->block_count,
                             .recodes = copy->copy_options.level != 0};
    int level = copy->copy_options.level;
    enum bcgn_profile profile;
    enum pgnpack_status status = copy_find_profile(copy, reader, first, end, &profile);
    if (status == PGNPACK_OK && level == 0)
        status = copy_find_level(copy, reader, first, end, &level);
    if (status == PGNPACK_OK)
        status = copy_begin_segment(copy, level, profile);
    if (!copy->leaves_ids || copy->keeps_deleted) /* else it is as if all had been packed at once */
        copy->carry = (struct carry){reader, first, end, copy->keeps_deleted};
    if (status == PGNPACK_OK)
        span.recodes |= has_small_blocks(copy, reader, first, end);
    copy->totals.merged_segments += end - first;
    for (size_t i = first; i < end && status == PGNPACK_OK; i++)
        status = copy_blocks_of(copy, &span, i);
    return status == PGNPACK_OK ? copy_settle_ids(copy, reader, first, end,
                                                  copy->keeps_deleted ? COPY_EVERYTHING : COPY_REPLACED)
                                : status;
}

/* Has it something that is to be kept: games, or what was changed? */
static int has_something(int drops_ids, const struct segment *segment)
{
    return segment->game_count != 0 || (segment->has_record && !drops_ids);
}

/* Nothing is gained by making one segment of it again. */
static int is_one_clean(const struct pgnpack_copy_options *options, const struct pgnpack_reader *reader,
                        size_t first, size_t end)
{
    const struct segment *segment = &reader->segments.segments[first];
    return end == first + 1 && options->level == 0 && is_clean(reader, segment) &&
           (has_something(options->ids == PGNPACK_IDS_DROP, segment) || reader->segments.count == 1);
}

/* Where the run that begins with segment `i` ends; *stays_ret: it is one segment, which stays. */
static size_t end_of_run(const struct pgnpack_copy_options *options, const struct pgnpack_reader *reader,
                         size_t i, int *stays_ret)
{
    const struct segment_list *list = &reader->segments;
    size_t end = i;
    while (end < list->count && !stays(options->level, reader, &list->segments[end]))
        end++;
    *stays_ret = end == i || is_one_clean(options, reader, i, end);
    return end == i ? i + 1 : end;
}

/* Without games, texts and names, as what only deletes games is; nor is it to be told that it did. */
static int has_nothing(const struct pgnpack_copy_options *options, const struct pgnpack_reader *reader,
                       size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct segment *segment = &reader->segments.segments[i];
        if (has_something(options->ids == PGNPACK_IDS_DROP, segment))
            return 0;
        for (size_t n = segment->first_block; n < segment->first_block + segment->block_count; n++)
            if ((reader->index.entries[n].flags & BCGN_BLOCK_ANNEX) == 0)
                return 0;
    }
    return 1;
}

/* Where deleted games stay: how many segments in front stay as they are, or all, where nothing is gained by making others of them. */
static size_t kept_segments(const struct pgnpack_reader *reader, int level)
{
    const struct segment_list *list = &reader->segments;
    size_t first = 0;
    if (level != 0)
        return 0;
    while (first < list->count && list->segments[first].has_identity &&
           (first + 1 == list->count || list->segments[first].size >= reader->file_size / 2))
        first++;
    return first;
}

static enum pgnpack_status compact_all(struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    if (copy->copy_options.ids == PGNPACK_IDS_DROP)
        return error_set(&copy->error, PGNPACK_ERROR_ARGUMENT,
                         "pgnpack_copy_options: deleted games are kept by their ids: "
                         "keep_deleted has no meaning with PGNPACK_IDS_DROP");
    return compact_end(copy, reader, kept_segments(reader, copy->copy_options.level));
}

enum pgnpack_status pgnpack_copy_compact(struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    const struct pgnpack_copy_options *options = &copy->copy_options;
    enum pgnpack_status status = copy_check_source(copy, reader);
    if (status == PGNPACK_OK && options->keep_deleted)
        return handle_end(copy, compact_all(copy, reader));
    for (size_t i = 0, end; status == PGNPACK_OK && i < reader->segments.count; i = end) {
        int is_kept;
        end = end_of_run(options, reader, i, &is_kept);
        if (is_kept)
            status = copy_segment(copy, reader, &reader->segments.segments[i]);
        else if (!has_nothing(options, reader, i, end))
            status = merge_run(copy, reader, i, end);
    }
    return handle_end(copy, status == PGNPACK_OK ? copy_end_segment(copy) : status);
}

int compact_is_done(const struct pgnpack_reader *reader, const struct pgnpack_copy_options *options)
{
    int is_kept = 1;
    if (options->keep_deleted)
        return options->ids != PGNPACK_IDS_DROP &&
               kept_segments(reader, options->level) == reader->segments.count;
    for (size_t i = 0; is_kept && i < reader->segments.count;)
        i = end_of_run(options, reader, i, &is_kept);
    return is_kept;
}

/* ---- The end alone ---- */

enum pgnpack_status compact_end(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, size_t first)
{
    const struct segment_list *list = &reader->segments;
    enum pgnpack_status status = copy_check_source(copy, reader);
    copy->keeps_deleted = 1;
    for (size_t i = 0; i < first && status == PGNPACK_OK; i++)
        status = copy_segment(copy, reader, &list->segments[i]);
    if (status == PGNPACK_OK && first < list->count)
        status = merge_run(copy, reader, first, list->count);
    return status == PGNPACK_OK ? copy_end_segment(copy) : status;
}

/* ---- Parts ---- */

/* How many segments begin before game `number`, or end before it. */
static size_t segments_before(const struct pgnpack_reader *reader, uint64_t number, int as_a_whole)
{
    const struct segment *segments = reader->segments.segments;
    size_t i;
    BISECT(i, 0, reader->segments.count,
           segments[i].first_game + (as_a_whole ? segments[i].game_count : 0) >= number);
    return i;
}

enum pgnpack_status pgnpack_copy_games(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                       uint64_t first, uint64_t count)
{
    if (copy_check_source(copy, reader) != PGNPACK_OK)
        return handle_end(copy, copy->error.status);
    uint64_t game_count = reader->index.game_count;
    if (first == 0 || first - 1 > game_count || count > game_count - (first - 1))
        return handle_end(copy, error_set(&copy->refusal, PGNPACK_ERROR_ARGUMENT,
                                          "pgnpack_copy_games: there are no such games"));
    const struct copy_span span = {.reader = reader,
                                   .first = first - 1,
                                   .end = first - 1 + count,
                                   .end_block = reader->index.count,
                                   .recodes = copy->copy_options.level != 0};
    size_t from = segments_before(reader, span.first, 1), to = segments_before(reader, span.end + 1, 0);
    enum pgnpack_status status = copy_need_segment(copy, reader, from, to);
    for (size_t i = from; i < to && status == PGNPACK_OK; i++)
        status = copy_blocks_of(copy, &span, i);
    if (status == PGNPACK_OK)
        status = copy_settle_ids(copy, reader, 0, reader->segments.count, COPY_PART);
    return handle_end(copy, status);
}
