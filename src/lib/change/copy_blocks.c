#include "lib/change/copy_blocks.h"

#include "block/block_games.h"
#include "block/block_columns.h"
#include "lib/open/annex_section.h"
#include "lib/open/cut_games.h"
#include "lib/write/writer_parts.h"
#include "util/xxh64.h"

/* ---- What blocks are like ---- */

/* Of the block that is started: the lowest level that packs so, but 3 for those that look alike. */
static int level_of_block(const struct block_decoder *decoder)
{
    enum { TEXT_OF_LEVEL_8 = (8 << 20) + (1 << 20) };
    int has_models = 0;
    for (size_t i = 0; i < decoder->header.section_count; i++)
        has_models |=
            decoder->entries[i].packing >= BCGN_PACKING_TEXT && !section_is_optional(&decoder->entries[i]);
    switch (decoder->move_codec) {
    case MOVE_CODEC_TABLE:
        return 4;
    case MOVE_CODEC_MODEL:
        return has_models ? 6 : 5;
    case MOVE_CODEC_BEST:
        if (decoder->cursor.moves.best_net != POLICY_NET_WIDE_ID)
            return 7;
        return decoder->header.text_size > TEXT_OF_LEVEL_8 ? 9 : 8;
    default:
        return PGNPACK_LEVEL_DEFAULT;
    }
}

/* The first block with games of a segment; NULL: there is none. */
static const struct index_entry *first_block(const struct pgnpack_reader *reader,
                                             const struct segment *segment)
{
    for (size_t i = 0; i < segment->block_count; i++) {
        const struct index_entry *entry = &reader->index.entries[segment->first_block + i];
        if (entry->game_count != 0)
            return entry;
    }
    return NULL;
}

/* Only of failures: the first place that an error is told stays. */
static enum pgnpack_status locate(struct pgnpack_copy *copy, const struct index_entry *entry,
                                  enum pgnpack_status status)
{
    if (status != PGNPACK_OK)
        error_locate(&copy->error, entry->game_count != 0 ? entry->games_before + 1 : 0, 0, entry->offset);
    return status;
}

/* Reads a block, of which at least the header is there then. */
static enum pgnpack_status read_block(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      const struct index_entry *entry)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (entry->block_size < BCGN_BLOCK_HEADER_SIZE || entry->block_size > BCGN_BLOCK_SIZE_MAX)
        status = error_set(&copy->error, PGNPACK_ERROR_CORRUPT,
                           "a block has an impossible size: nothing was copied; pgnunpack --salvage saves "
                           "what is whole");
    if (status == PGNPACK_OK)
        status = copy_read(copy, reader, entry->offset, entry->block_size, &copy->packed);
    return locate(copy, entry, status);
}

/* Reads a block and starts the decoder on it. */
static enum pgnpack_status open_block(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      const struct index_entry *entry, unsigned parts)
{
    struct block_header header;
    copy->decoder->nets = &reader->nets.nets;
    enum pgnpack_status status = read_block(copy, reader, entry);
    if (status == PGNPACK_OK)
        status = block_header_read(copy->packed.data, &header, &copy->error);
    if (status == PGNPACK_OK && !index_entry_fits(entry, &header))
        status = error_set(&copy->error, PGNPACK_ERROR_CORRUPT,
                           "a block is not the one that the index names: nothing was copied; pgnunpack "
                           "--salvage saves what is whole");
    if (status == PGNPACK_OK)
        status = block_decoder_open(copy->decoder, &header, copy->packed.data, parts, &copy->error);
    return status == PGNPACK_OK ? handle_end(copy, status) : locate(copy, entry, status);
}

/* By the header of the segment. */
static enum pgnpack_status read_profile(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                        const struct segment *segment, enum bcgn_profile *profile_ret)
{
    struct file_header header = {.kind.profile = BCGN_PROFILE_MODEL};
    enum pgnpack_status status =
        copy_read(copy, reader, segment->offset, BCGN_FILE_HEADER_SIZE, &copy->packed);
    if (status == PGNPACK_OK)
        status = file_header_read(copy->packed.data, &header, &copy->error);
    if (status == PGNPACK_OK)
        status = segment_kind_may_change(&header.kind, &copy->error);
    *profile_ret = header.kind.profile;
    if (status != PGNPACK_OK)
        error_locate(&copy->error, 0, 0, segment->offset);
    return status;
}

/* The simple profile has but levels that look alike: only of others a block is read. */
static enum pgnpack_status level_of_segment(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                            const struct segment *segment, const struct index_entry *entry,
                                            int *level_ret)
{
    enum bcgn_profile profile;
    *level_ret = PGNPACK_LEVEL_DEFAULT;
    enum pgnpack_status status = read_profile(copy, reader, segment, &profile);
    if (status != PGNPACK_OK || profile == BCGN_PROFILE_SIMPLE)
        return status;
    status = open_block(copy, reader, entry, BLOCK_MOVES);
    if (status == PGNPACK_OK)
        *level_ret = level_of_block(copy->decoder);
    return status;
}

enum pgnpack_status copy_find_level(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                    size_t first, size_t end, int *level_ret)
{
    uint64_t sizes[PGNPACK_LEVEL_MAX + 1] = {0};
    *level_ret = 0;
    for (size_t i = first; i < end; i++) {
        const struct segment *segment = &reader->segments.segments[i];
        const struct index_entry *entry = first_block(reader, segment);
        if (entry == NULL)
            continue;
        int level;
        if (level_of_segment(copy, reader, segment, entry, &level) != PGNPACK_OK)
            return copy->error.status;
        sizes[level] += segment->text_size;
    }
    for (int level = 1; level <= PGNPACK_LEVEL_MAX; level++)
        if (sizes[level] > sizes[*level_ret])
            *level_ret = level;
    return PGNPACK_OK;
}

/* Such blocks are copied in any case. */
static int has_continued_text(const struct pgnpack_reader *reader, size_t number)
{
    const struct segment *segment = &reader->segments.segments[number];
    for (size_t i = 0; i < segment->block_count; i++)
        if ((reader->index.entries[segment->first_block + i].flags & BCGN_BLOCK_CONTINUES) != 0)
            return 1;
    return 0;
}

enum pgnpack_status copy_find_profile(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t first, size_t end, enum bcgn_profile *profile_ret)
{
    *profile_ret = BCGN_PROFILE_SIMPLE;
    for (size_t i = first; i < end; i++) {
        if (copy->copy_options.level != 0 && !has_continued_text(reader, i))
            continue;
        enum bcgn_profile profile;
        if (read_profile(copy, reader, &reader->segments.segments[i], &profile) != PGNPACK_OK)
            return copy->error.status;
        if (profile > *profile_ret)
            *profile_ret = profile;
    }
    return PGNPACK_OK;
}

/* ---- Games ---- */

/* Unpacks a block: its text, with the games' ends in it, behind each other in copy->text and copy->ends. */
static enum pgnpack_status copy_load_block(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                           size_t n)
{
    const struct index_entry *entry = &reader->index.entries[n];
    size_t ends_size = entry->game_count * sizeof(uint32_t);
    buffer_clear(&copy->text);
    buffer_clear(&copy->ends);
    if (open_block(copy, reader, entry, BLOCK_EVERYTHING) != PGNPACK_OK)
        return copy->error.status;
    if (!buffer_reserve(&copy->ends, ends_size + 1))
        return error_no_memory(&copy->error);
    copy->ends.size = ends_size;
    enum pgnpack_status status = block_decoder_text_and_ends(
        copy->decoder, &copy->text, (uint32_t *)(void *)copy->ends.data, &copy->error);
    return locate(copy, entry, handle_end(copy, status));
}

/* Games of the segment that is being made were `count` games of a database, from `number` on. */
static enum pgnpack_status note_games(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      uint64_t number, uint64_t count)
{
    int is_done = copy->leaves_ids || copy_ids_place(&copy->ids, number, count, copy->new_games);
    for (uint64_t at = number; is_done && copy->carry.reader == NULL && at < number + count;) {
        const struct game_range *range = deleted_games_from(&reader->deleted, at);
        if (range == NULL || range->first >= number + count)
            break;
        uint64_t first = range->first > at ? range->first : at;
        uint64_t end = range->end < number + count ? range->end : number + count;
        const struct game_range kept = {copy->new_games + first - number, copy->new_games + end - number,
                                        .kind = DELETION_UNKNOWN};
        is_done = game_range_list_add(&copy->deleted, &copy->memory, kept);
        at = end;
    }
    copy->new_games += count;
    return is_done ? PGNPACK_OK : error_no_memory(&copy->error);
}

enum pgnpack_status copy_add_game(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                  uint64_t number, struct text game)
{
    const struct text none = {"", 0};
    struct text lead = {(const char *)buffer_bytes(&copy->lead), copy->lead.size};
    if (lead.size > BCGN_BLOCK_TEXT_MAX - game.size) {
        writer_add_tail(copy->writer, lead);
        lead = none;
    }
    copy->ends_line =
        game.size != 0 && (game.data[game.size - 1] == '\n' || game.data[game.size - 1] == '\r');
    enum pgnpack_status status = writer_add_bounded(copy->writer, lead, game);
    buffer_clear(&copy->lead);
    return status == PGNPACK_OK ? note_games(copy, reader, number, 1) : copy_take_error(copy);
}

static int is_white(struct column text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != ' ' && text.data[i] != '\t' && text.data[i] != '\r' && text.data[i] != '\n')
            return 0;
    return 1;
}

/* What waits for a game has none. */
static enum pgnpack_status end_lead(struct pgnpack_copy *copy)
{
    const struct text lead = {(const char *)buffer_bytes(&copy->lead), copy->lead.size};
    enum pgnpack_status status = writer_add_tail(copy->writer, lead);
    buffer_clear(&copy->lead);
    return status == PGNPACK_OK ? PGNPACK_OK : copy_take_error(copy);
}

/*
 * Text behind a file's last game. White space goes to the game that follows, as where both come in one text: but not the only line end that
 * there is, for that game may be deleted.
 */
static enum pgnpack_status add_tail(struct pgnpack_copy *copy, struct column tail)
{
    enum { LEAD_MAX = 64 << 10 };
    buffer_append(&copy->lead, tail.data, tail.size);
    if (buffer_failed(&copy->lead))
        return error_no_memory(&copy->error);
    return is_white(tail) && copy->ends_line && copy->lead.size <= LEAD_MAX ? PGNPACK_OK : end_lead(copy);
}

/* ---- Blocks ---- */

enum block_way { BLOCK_LEFT, BLOCK_COPIED, BLOCK_RECODED };

static const struct index_entry *entry_of(const struct copy_span *span, size_t n)
{
    return n < span->reader->index.count ? &span->reader->index.entries[n] : NULL;
}

/* Text without games, behind so many of the database, belongs to the game before it. */
static int has_text_behind(const struct copy_span *span, uint64_t games)
{
    return (games > span->first || (games == 0 && span->first == 0)) && games <= span->end;
}

static int has_some(const struct copy_span *span, const struct index_entry *entry)
{
    uint64_t at = entry->games_before;
    if ((entry->flags & BCGN_BLOCK_ANNEX) != 0)
        return 0;
    if (entry->game_count == 0)
        return has_text_behind(span, at);
    if (at == span->end) /* its first files may have no games */
        return (entry->flags & BCGN_BLOCK_MORE_FILES) != 0 && has_text_behind(span, at);
    return at < span->end && at + entry->game_count > span->first;
}

/* Of several files the first ones may have no games, and then belong to the game before. */
static int has_all(const struct copy_span *span, const struct index_entry *entry)
{
    if ((entry->flags & BCGN_BLOCK_MORE_FILES) != 0 && !has_text_behind(span, entry->games_before))
        return 0;
    return entry->games_before >= span->first && entry->games_before + entry->game_count <= span->end;
}

static int is_untouched(const struct pgnpack_copy *copy, const struct copy_span *span,
                        const struct index_entry *entry)
{
    return copy->keeps_deleted || deleted_games_between(&span->reader->deleted, entry->games_before,
                                                        entry->games_before + entry->game_count) == 0;
}

/* Small blocks are recoded, so that those beside become one; but not where the next one goes on with what this one has. */
static enum block_way way_of(const struct pgnpack_copy *copy, const struct copy_span *span, size_t n)
{
    const struct index_entry *entry = entry_of(span, n), *next = entry_of(span, n + 1);
    if (!has_some(span, entry))
        return BLOCK_LEFT;
    if (!has_all(span, entry) || !is_untouched(copy, span, entry))
        return BLOCK_RECODED;
    if ((entry->flags & BCGN_BLOCK_CONTINUES) != 0 ||
        (next != NULL && (next->flags & BCGN_BLOCK_CONTINUES) != 0))
        return BLOCK_COPIED;
    if (entry->game_count == 0)
        return span->recodes ? BLOCK_RECODED : BLOCK_COPIED;
    return span->recodes || entry->text_size < writer_block_size(copy->writer) / 2 ? BLOCK_RECODED
                                                                                   : BLOCK_COPIED;
}

/* The next block that has any text of the span; SIZE_MAX: there is none. */
static size_t next_of(const struct copy_span *span, size_t n)
{
    while (++n < span->end_block)
        if (has_some(span, entry_of(span, n)))
            return n;
    return SIZE_MAX;
}

/* A small block between others that are copied gains nothing by recoding. */
static int stands_alone(const struct pgnpack_copy *copy, const struct copy_span *span, size_t n)
{
    const struct index_entry *entry = entry_of(span, n);
    size_t next = next_of(span, n);
    if (span->recodes || !has_all(span, entry) || !is_untouched(copy, span, entry))
        return 0;
    if (copy->lead.size != 0 || writer_is_filling(copy->writer))
        return 0;
    return next == SIZE_MAX || way_of(copy, span, next) == BLOCK_COPIED;
}

static enum pgnpack_status copy_block(struct pgnpack_copy *copy, const struct copy_span *span, size_t n,
                                      int begins_file)
{
    const struct index_entry *entry = entry_of(span, n);
    uint8_t flags = (uint8_t)(entry->flags | (begins_file ? BCGN_BLOCK_BEGINS_FILE : 0));
    if (end_lead(copy) != PGNPACK_OK || read_block(copy, span->reader, entry) != PGNPACK_OK)
        return copy->error.status;
    if (writer_copy_block(copy->writer, copy->packed.data, entry, flags) != PGNPACK_OK)
        return copy_take_error(copy);
    copy->has_name |= (entry->flags & (BCGN_BLOCK_BEGINS_FILE | BCGN_BLOCK_MORE_FILES)) != 0;
    copy->totals.copied_blocks++;
    return entry->game_count == 0 ? PGNPACK_OK
                                  : note_games(copy, span->reader, entry->games_before, entry->game_count);
}

/* File `i` of the block that is loaded; SIZE_MAX: a file without a name. */
static enum pgnpack_status begin_file(struct pgnpack_copy *copy, size_t i)
{
    const struct file_list *files = &copy->decoder->files;
    const struct text none = {"", 0}, name = i == SIZE_MAX ? none : file_list_name(files, i);
    if (end_lead(copy) != PGNPACK_OK)
        return copy->error.status;
    copy->has_name = name.size != 0;
    const int64_t *time =
        i != SIZE_MAX && files->files[i].time != FILE_TIME_UNKNOWN ? &files->files[i].time : NULL;
    enum pgnpack_status status = pgnpack_writer_begin_file(copy->writer, name.data, name.size, time);
    return status == PGNPACK_OK ? PGNPACK_OK : copy_take_error(copy);
}

/* Is the beginning of a file, behind so many games of the database, part of the span? */
static int begins_in_span(const struct copy_span *span, const struct listed_file *file, uint64_t games)
{
    return file->games == 0 ? has_text_behind(span, games) : games >= span->first && games < span->end;
}

/* The games and the tail of file `i` of the loaded block, as far as they are of the span. */
static enum pgnpack_status recode_file(struct pgnpack_copy *copy, const struct copy_span *span,
                                       const struct index_entry *entry, size_t i)
{
    const struct file_list *files = &copy->decoder->files;
    const struct listed_file *file = &files->files[i];
    const uint64_t first = entry->games_before + file->games_before;
    const uint8_t *ends = copy->ends.data + file->games_before * sizeof(uint32_t);
    uint32_t start = file_list_start(files, i), end = start;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint32_t game = 0; game < file->games && status == PGNPACK_OK; game++, start = end) {
        uint64_t number = first + game;
        memcpy(&end, ends + game * sizeof end, sizeof end);
        if (number < span->first || number >= span->end ||
            (!copy->keeps_deleted && deleted_games_have(&span->reader->deleted, number)))
            continue;
        const struct text text = {(const char *)copy->text.data + start, end - start};
        status = copy_add_game(copy, span->reader, number, text);
    }
    if (status == PGNPACK_OK && has_text_behind(span, first + file->games))
        status = add_tail(copy, (struct column){buffer_bytes(&copy->text) + end, file->text_end - end});
    return status;
}

static enum pgnpack_status recode_block(struct pgnpack_copy *copy, const struct copy_span *span, size_t n,
                                        int begins_file)
{
    const struct index_entry *entry = entry_of(span, n);
    if (copy_load_block(copy, span->reader, n) != PGNPACK_OK)
        return copy->error.status;
    const struct file_list *files = &copy->decoder->files;
    int has_flag = (entry->flags & BCGN_BLOCK_BEGINS_FILE) != 0 &&
                   begins_in_span(span, &files->files[0], entry->games_before);
    enum pgnpack_status status = PGNPACK_OK;
    if (has_flag || begins_file)
        status = begin_file(copy, has_flag ? 0 : SIZE_MAX);
    for (size_t i = 0; i < files->count && status == PGNPACK_OK; i++) {
        if (i != 0 &&
            begins_in_span(span, &files->files[i], entry->games_before + files->files[i].games_before))
            status = begin_file(copy, i);
        if (status == PGNPACK_OK)
            status = recode_file(copy, span, entry, i);
    }
    copy->totals.recoded_blocks++;
    copy->totals.dropped_sections +=
        sections_unknown(copy->decoder->entries, copy->decoder->header.section_count);
    return status;
}

enum pgnpack_status copy_note_unknown(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t n)
{
    uint64_t count;
    enum pgnpack_status status = block_section_unknown(reader, n, &copy->memory, &count, &copy->error);
    copy->totals.dropped_sections += count;
    return locate(copy, &reader->index.entries[n], status);
}

/* What is left of a game that is not copied, because it is deleted: nothing of it comes along. */
static enum pgnpack_status pass_rest(struct pgnpack_copy *copy, const struct copy_span *span, size_t n,
                                     struct cut_game *cut, enum block_way *way)
{
    if (copy->keeps_deleted || span->reader->deleted.count == 0)
        return PGNPACK_OK;
    enum pgnpack_status status = cut_game_find(cut, span->reader, n, &copy->memory, &copy->error);
    if (status == PGNPACK_OK && cut->game != NO_CUT_GAME &&
        deleted_games_have(&span->reader->deleted, cut->game))
        *way = BLOCK_LEFT;
    return status;
}

enum pgnpack_status copy_blocks_of(struct pgnpack_copy *copy, const struct copy_span *span, size_t number)
{
    const struct segment *segment = &span->reader->segments.segments[number];
    size_t end = segment->first_block + segment->block_count;
    struct cut_game cut = {SIZE_MAX, NO_CUT_GAME};
    int is_first = 1;
    for (size_t n = segment->first_block; n < end; n++) {
        const struct index_entry *entry = entry_of(span, n);
        enum block_way way = way_of(copy, span, n);
        if (pass_rest(copy, span, n, &cut, &way) != PGNPACK_OK)
            return copy->error.status;
        if (way == BLOCK_LEFT && (entry->flags & BCGN_BLOCK_ANNEX) != 0 &&
            copy_note_unknown(copy, span->reader, n) != PGNPACK_OK)
            return copy->error.status;
        if (way == BLOCK_LEFT)
            continue;
        /* A segment of which no file begins is no part of the one before, if that has a name. */
        int begins_file = is_first && copy->has_name && (entry->flags & BCGN_BLOCK_BEGINS_FILE) == 0 &&
                          has_all(span, entry);
        is_first = 0;
        if (way == BLOCK_RECODED && stands_alone(copy, span, n))
            way = BLOCK_COPIED;
        enum pgnpack_status status = way == BLOCK_COPIED ? copy_block(copy, span, n, begins_file)
                                                         : recode_block(copy, span, n, begins_file);
        if (status == PGNPACK_OK)
            status = copy_progress(copy, entry->text_size);
        if (status != PGNPACK_OK)
            return status;
    }
    return PGNPACK_OK;
}

enum pgnpack_status copy_need_segment(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t first, size_t end)
{
    int level = copy->copy_options.level;
    enum bcgn_profile profile;
    enum pgnpack_status status = copy_find_profile(copy, reader, first, end, &profile);
    if (status != PGNPACK_OK || (copy->writer != NULL && profile <= copy->profile))
        return status;
    if (level == 0)
        status = copy_find_level(copy, reader, first, end, &level);
    return status == PGNPACK_OK ? copy_begin_segment(copy, level, profile) : status;
}
