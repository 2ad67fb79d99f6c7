/* Public functions: many games of a database at once, as columns in the caller's arrays. */
#include <inttypes.h>
#include <string.h>

#include "lib/rows/batch_columns.h"
#include "lib/rows/tag_rows.h"

enum {
    PARTS_ALL = 2 * PGNPACK_BATCH_FENS - 1,
    PARTS_OF_LINES = PARTS_ALL & ~(PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS | PGNPACK_BATCH_TEXT),
    PARTS_WITHOUT_RUNS = PGNPACK_BATCH_MOVES | PGNPACK_BATCH_UCI | PGNPACK_BATCH_KEYS | PGNPACK_BATCH_FENS
};

struct pgnpack_batch {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct name_list names; /* of tags that are looked at */
    struct batch_wanted wanted;
    struct tag_rows rows;         /* reads tags and shapes by columns ... */
    struct pgnpack_cursor *lines; /* ... and moves game by game; NULL: none are wanted */
    struct pgnpack_cursor *texts; /* ... and their bytes; NULL: they are not */
    struct batch_row row;
    int has_row;        /* `row` is the game before `next`, and was not given yet */
    int is_of_arrays;   /* the failure is about a call's arrays, so that the next call may do better */
    uint64_t next, end; /* games, from 0 */
    struct games_there there;
    const uint64_t
        *picked; /* from 1: of the games those that are still to come; NULL: all from `next` to `end` */
    size_t picked_count;
    struct pgnpack_batch_counts counts;
    struct error options_error; /* stays */
    enum pgnpack_status last;
    struct error error;
    struct pgnpack_error public_error;
};

/* ---- What is asked for ---- */

static enum pgnpack_status add_tags(struct pgnpack_batch *batch, const struct pgnpack_batch_options *options)
{
    struct batch_wanted *wanted = &batch->wanted;
    if (options->tags == NULL && options->tag_count != 0)
        return error_set(&batch->options_error, PGNPACK_ERROR_ARGUMENT,
                         "a batch's options have a number of tags, but no names");
    if (!MEMORY_GROW(&batch->memory, wanted->tags, wanted->tag_capacity, options->tag_count + 1))
        return error_no_memory(&batch->options_error);
    for (; wanted->tag_count < options->tag_count; wanted->tag_count++) {
        const char *name = options->tags[wanted->tag_count];
        if (name == NULL)
            return error_set(&batch->options_error, PGNPACK_ERROR_ARGUMENT,
                             "a batch's options have a tag without a name");
        wanted->tags[wanted->tag_count] = name_list_enter(&batch->names, text_of(name));
        if (wanted->tags[wanted->tag_count] == SIZE_MAX)
            return error_no_memory(&batch->options_error);
    }
    return PGNPACK_OK;
}

/* No game has to be made for tags, plies and results. */
static unsigned parts_of_rows(const struct pgnpack_batch *batch)
{
    const unsigned shapes = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS;
    unsigned tags = batch->names.count != 0 ? PGNPACK_PART_TAGS : 0u;
    return tags | ((batch->wanted.parts & shapes) != 0 ? PGNPACK_PART_SHAPE : 0u);
}

static int asks_lines(unsigned parts)
{
    return (parts & PARTS_OF_LINES) != 0;
}

/* The batch and its cursors, one to three, share the memory that one handle may take. 0: no limit. */
static size_t share_of_memory(const struct pgnpack_reader *reader, unsigned parts)
{
    size_t shares = 2u + (asks_lines(parts) ? 1u : 0u) + ((parts & PGNPACK_BATCH_TEXT) != 0 ? 1u : 0u);
    size_t limit = reader->memory.limit, share = limit / shares;
    return limit != 0 && share == 0 ? 1 : share;
}

static int start_cursors(struct pgnpack_batch *batch)
{
    size_t share = batch->memory.limit;
    if (!tag_rows_start(&batch->rows, batch->reader, &batch->names, parts_of_rows(batch), share))
        return 0;
    if (batch->wanted.parts & PGNPACK_BATCH_TEXT) {
        batch->texts = cursor_new_within(batch->reader, PGNPACK_PART_TEXT, share);
        if (batch->texts == NULL)
            return 0;
    }
    if (!asks_lines(batch->wanted.parts))
        return 1;
    batch->lines = cursor_new_within(batch->reader, PGNPACK_PART_MOVES, share);
    if (batch->lines == NULL)
        return 0;
    if (batch->wanted.parts & PGNPACK_BATCH_SAN)
        batch->lines->parts |= BLOCK_SAN;
    if ((batch->wanted.parts & PARTS_WITHOUT_RUNS) == 0)
        batch->lines->parts |= BLOCK_RUNS;
    return 1;
}

static enum pgnpack_status set_options(struct pgnpack_batch *batch,
                                       const struct pgnpack_batch_options *options)
{
    batch->wanted.parts = batch->row.line.parts = options->parts;
    batch->wanted.keep_escapes = options->keep_escapes;
    if ((options->parts & ~(unsigned)PARTS_ALL) != 0)
        error_set(&batch->options_error, PGNPACK_ERROR_ARGUMENT,
                  "a batch was asked for parts that there are not (%u)", options->parts);
    else
        add_tags(batch, options);
    return batch->options_error.status;
}

static const struct handle_kind batch_kind;

struct pgnpack_batch *pgnpack_batch_new(const struct pgnpack_reader *reader,
                                        const struct pgnpack_batch_options *source)
{
    struct pgnpack_batch_options options;
    struct memory like = reader->memory;
    struct error error;
    error_clear(&error);
    handle_copy_options(&options, sizeof options, source, "pgnpack_batch_options", &error);
    like.limit = share_of_memory(reader, options.parts);
    struct pgnpack_batch *batch = handle_new_like(&like, sizeof *batch, &batch_kind);
    if (batch == NULL)
        return NULL;
    batch->reader = reader;
    batch->end = UINT64_MAX;
    error_clear(&batch->error);
    batch->options_error = error;
    name_list_init(&batch->names, &batch->memory);
    tag_rows_init(&batch->rows, &batch->memory);
    batch_line_init(&batch->row.line, &batch->memory);
    if (error.status == PGNPACK_ERROR_ARGUMENT || set_options(batch, &options) == PGNPACK_ERROR_ARGUMENT)
        return batch;
    if (batch->options_error.status == PGNPACK_OK && start_cursors(batch))
        return batch;
    pgnpack_free(batch);
    return NULL;
}

static void free_batch(void *handle)
{
    struct pgnpack_batch *batch = handle;
    tag_rows_free(&batch->rows);
    pgnpack_free(batch->lines);
    pgnpack_free(batch->texts);
    batch_line_free(&batch->row.line);
    name_list_free(&batch->names);
    memory_release(&batch->memory, batch->wanted.tags,
                   batch->wanted.tag_capacity * sizeof *batch->wanted.tags);
    handle_free(batch, sizeof *batch);
}

/* ---- Rows ---- */

static enum pgnpack_status fail(struct pgnpack_batch *batch, const struct pgnpack_cursor *cursor)
{
    if (cursor != NULL && batch->error.status == PGNPACK_OK)
        batch->error = cursor->error;
    memory_check(&batch->memory, &batch->error);
    batch->rows.has_block = 0;
    return batch->error.status;
}

/* All cursors' work together is what is limited. */
static uint64_t work_of_others(const struct pgnpack_batch *batch, const struct pgnpack_cursor *cursor)
{
    return pgnpack_work(batch) - cursor->decoder->work.done;
}

static void limit_work(struct pgnpack_batch *batch, struct pgnpack_cursor *cursor)
{
    cursor->decoder->work.limit = work_limit_left(batch->reader->work_limit, work_of_others(batch, cursor));
}

static enum pgnpack_status load_block(struct pgnpack_batch *batch, size_t block)
{
    uint64_t others = work_of_others(batch, batch->rows.cursor);
    if (tag_rows_load(&batch->rows, block, others, &batch->error) != PGNPACK_OK ||
        tag_rows_scan(&batch->rows, UINT32_MAX, &batch->error) != PGNPACK_OK)
        return batch->error.status;
    batch->counts.blocks_read++;
    return PGNPACK_OK;
}

/* The next game's block, which is not the present one. */
static const struct index_entry *next_entry(const struct pgnpack_batch *batch)
{
    return block_index_find_game(&batch->reader->index, batch->next);
}

static int is_at_end(const struct pgnpack_batch *batch)
{
    return batch->next >= batch->end || batch->next >= batch->reader->index.game_count;
}

/* Is the next game in another block than the one that is loaded? */
static int leaves_block(const struct pgnpack_batch *batch)
{
    if (!batch->rows.has_block)
        return 1;
    const struct index_entry *entry = &batch->reader->index.entries[batch->rows.cursor->block];
    return batch->next < entry->games_before || batch->next - entry->games_before >= entry->game_count;
}

/* Goes to the next game that was picked, if some were. */
static void find_picked(struct pgnpack_batch *batch)
{
    if (batch->picked == NULL)
        return;
    while (batch->picked_count != 0 && batch->picked[0] <= batch->next) {
        batch->picked++;
        batch->picked_count--;
    }
    batch->next = batch->picked_count == 0 ? batch->end : batch->picked[0] - 1;
}

/* The same, and passes over games that are left out. */
static void find_next(struct pgnpack_batch *batch)
{
    uint64_t found;
    do {
        find_picked(batch);
        found = batch->next;
        if (!is_at_end(batch))
            batch->next = left_out_pass(batch->reader, &batch->there, found);
    } while (batch->next != found && batch->picked != NULL);
}

/* Goes to the block of the next game. */
static enum pgnpack_status enter_block(struct pgnpack_batch *batch)
{
    if (!leaves_block(batch))
        return PGNPACK_OK;
    return load_block(batch, (size_t)(next_entry(batch) - batch->reader->index.entries));
}

/* The moves of game batch->next. */
static enum pgnpack_status set_line(struct pgnpack_batch *batch)
{
    const struct pgnpack_game *game;
    limit_work(batch, batch->lines);
    batch->lines->next = batch->next;
    if (pgnpack_cursor_next(batch->lines, &game) != PGNPACK_OK)
        return fail(batch, batch->lines);
    batch->counts.lines_decoded++;
    if (!batch_line_set(&batch->row.line, game_of(game)))
        return fail(batch, NULL);
    return PGNPACK_OK;
}

/* The bytes of game batch->next. */
static enum pgnpack_status set_text(struct pgnpack_batch *batch)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    limit_work(batch, batch->texts);
    batch->texts->next = batch->next;
    if (pgnpack_cursor_next(batch->texts, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(batch->texts, &text) != PGNPACK_OK)
        return fail(batch, batch->texts);
    buffer_clear(&batch->row.line.text);
    buffer_append(&batch->row.line.text, text.data, text.size);
    return buffer_failed(&batch->row.line.text) ? fail(batch, NULL) : PGNPACK_OK;
}

/* Game batch->next becomes batch->row. */
static enum pgnpack_status set_row(struct pgnpack_batch *batch)
{
    struct pgnpack_cursor *cursor = batch->rows.cursor;
    const struct index_entry *entry = &batch->reader->index.entries[cursor->block];
    limit_work(batch, cursor);
    enum pgnpack_status status =
        tag_rows_game(&batch->rows, (uint32_t)(batch->next - entry->games_before), &batch->error);
    batch->row.row = batch->rows.row;
    if (status == PGNPACK_OK && batch->lines != NULL)
        status = set_line(batch);
    if (status == PGNPACK_OK && batch->texts != NULL)
        status = set_text(batch);
    if (status != PGNPACK_OK)
        return status;
    batch->has_row = 1;
    batch->row.number = ++batch->next;
    return PGNPACK_OK;
}

/* The next game; without `may_load` of this block only. PGNPACK_END: there is none. */
static enum pgnpack_status find_row(struct pgnpack_batch *batch, int may_load)
{
    if (batch->has_row)
        return PGNPACK_OK;
    find_next(batch);
    if (is_at_end(batch) || (!may_load && leaves_block(batch)))
        return PGNPACK_END;
    enum pgnpack_status status = enter_block(batch);
    return status == PGNPACK_OK ? set_row(batch) : status;
}

/* ---- Calls ---- */

static enum pgnpack_status start_at(struct pgnpack_batch *batch, uint64_t first, uint64_t count)
{
    if (batch->error.status != PGNPACK_OK && !batch->is_of_arrays) { /* buffers remember that memory ended */
        block_scan_free(&batch->rows.scan);
        batch->rows.has_block = 0;
        unsigned parts = batch->row.line.parts;
        batch_line_free(&batch->row.line);
        batch->row.line.parts = parts;
    }
    memory_forget_refusal(&batch->memory);
    error_clear(&batch->error);
    batch->has_row = batch->is_of_arrays = 0;
    batch->picked = NULL;
    enum pgnpack_status status = pgnpack_cursor_seek(batch->rows.cursor, first);
    if (batch->lines != NULL)
        pgnpack_cursor_seek(batch->lines, first);
    if (batch->texts != NULL)
        pgnpack_cursor_seek(batch->texts, first);
    if (status == PGNPACK_ERROR_ARGUMENT) {
        batch->error = batch->rows.cursor->error;
        return status;
    }
    batch->next = first - 1;
    batch->end = count > UINT64_MAX - batch->next ? UINT64_MAX : batch->next + count;
    return status;
}

enum pgnpack_status pgnpack_batch_range(struct pgnpack_batch *batch, uint64_t first, uint64_t count)
{
    if (batch->options_error.status != PGNPACK_OK)
        return handle_end(batch, batch->options_error.status);
    return handle_end(batch, start_at(batch, first, count));
}

enum pgnpack_status pgnpack_batch_pick(struct pgnpack_batch *batch, const uint64_t *numbers, size_t count)
{
    if (batch->options_error.status != PGNPACK_OK)
        return handle_end(batch, batch->options_error.status);
    size_t good = 0;
    uint64_t last = 0;
    while (good < count && numbers[good] > last && numbers[good] <= batch->reader->index.game_count)
        last = numbers[good++];
    enum pgnpack_status status =
        start_at(batch, count == 0 || good == 0 ? 1 : numbers[0], good == count ? last : 0);
    if (status != PGNPACK_OK && status != PGNPACK_END)
        return handle_end(batch, status);
    batch->picked = numbers;
    batch->picked_count = good == count ? count : 0;
    batch->end = good == count ? last : 0;
    if (good == count)
        return handle_end(batch, PGNPACK_OK);
    return handle_end(batch, error_set(&batch->error, PGNPACK_ERROR_ARGUMENT,
                                       "game %" PRIu64
                                       " cannot be picked: it is not behind the one before, or there is none",
                                       numbers[good]));
}

/* Rows of the present block, all at once; returns their number, 0 where they have to be found one by one. */
static size_t fill_run(struct pgnpack_batch *batch, const struct batch_columns *columns, size_t count)
{
    struct block_run run;
    if (batch->has_row || batch->lines != NULL || batch->picked != NULL)
        return 0;
    find_next(batch);
    if (is_at_end(batch) || leaves_block(batch) || !batch_columns_are_plain(columns))
        return 0;
    const struct index_entry *entry = &batch->reader->index.entries[batch->rows.cursor->block];
    uint64_t first = batch->next - entry->games_before, size = entry->game_count - first;
    if (size > batch->end - batch->next)
        size = batch->end - batch->next;
    if (left_out_any(batch->reader) && size > batch->there.end - batch->next)
        size = batch->there.end - batch->next;
    if (size > columns->arrays.capacity - count)
        size = columns->arrays.capacity - count;
    if (!block_scan_run(&batch->rows.scan, batch->rows.cursor->decoder, (uint32_t)first, (uint32_t)size,
                        &run))
        return 0;
    batch_columns_add_run(columns, count, &run, batch->next + 1);
    batch->next += size;
    return (size_t)size;
}

/* As many rows as there are and fit. */
static enum pgnpack_status fill(struct pgnpack_batch *batch, const struct batch_columns *columns,
                                size_t *count)
{
    while (*count < columns->arrays.capacity) {
        size_t run = fill_run(batch, columns, *count);
        *count += run;
        if (run != 0)
            continue;
        enum pgnpack_status status = find_row(batch, *count == 0 || columns->arrays.views == NULL);
        if (status != PGNPACK_OK)
            return status;
        status = batch_columns_add(columns, *count, &batch->row, &batch->error);
        if (status != PGNPACK_OK) {
            batch->is_of_arrays = 1;
            return status;
        }
        ++*count;
        batch->has_row = 0;
    }
    return PGNPACK_OK;
}

/* A failure behind some games is told by the next call. */
static enum pgnpack_status end_rows(struct pgnpack_batch *batch, size_t count, enum pgnpack_status status)
{
    if (count != 0 && batch->error.status != PGNPACK_OK)
        return batch->last = PGNPACK_OK;
    return handle_end(batch, status == PGNPACK_END && count != 0 ? PGNPACK_OK : status);
}

enum pgnpack_status pgnpack_batch_next(struct pgnpack_batch *batch, const struct pgnpack_columns *columns,
                                       size_t *count_ret)
{
    struct batch_columns copy;
    size_t count = 0;
    if (count_ret != NULL)
        *count_ret = 0;
    if (batch->options_error.status != PGNPACK_OK)
        return handle_end(batch, batch->options_error.status);
    if (batch->is_of_arrays)
        error_clear(&batch->error);
    batch->is_of_arrays = 0;
    reader_check_open(batch->reader, &batch->error);
    if (batch->error.status != PGNPACK_OK)
        return handle_end(batch, batch->error.status);
    if (batch_columns_start(&copy, columns, &batch->wanted, &batch->row.line, &batch->error) != PGNPACK_OK) {
        batch->is_of_arrays = 1;
        return handle_end(batch, batch->error.status);
    }
    enum pgnpack_status status = fill(batch, &copy, &count);
    batch->counts.games_given += count;
    if (count_ret != NULL)
        *count_ret = count;
    return end_rows(batch, count, status);
}

void pgnpack_batch_counts(const struct pgnpack_batch *batch, struct pgnpack_batch_counts *counts_ret)
{
    if (counts_ret != NULL)
        *counts_ret = batch->counts;
}

static uint64_t work_of_batch(const void *handle)
{
    const struct pgnpack_batch *batch = handle;
    uint64_t rows = batch->rows.cursor != NULL ? pgnpack_work(batch->rows.cursor) : 0;
    uint64_t lines = batch->lines != NULL ? pgnpack_work(batch->lines) : 0;
    return rows + lines + (batch->texts != NULL ? pgnpack_work(batch->texts) : 0);
}

static const struct pgnpack_error *error_of_batch(void *handle)
{
    struct pgnpack_batch *batch = handle;
    const struct error *error = batch->options_error.status != PGNPACK_OK ? &batch->options_error
                                : batch->error.status != PGNPACK_OK       ? &batch->error
                                                                          : NULL;
    return handle_export_reader_error(batch->last, error, &batch->public_error);
}

static const struct handle_kind batch_kind = {.free = free_batch,
                                              .work = work_of_batch,
                                              .error = error_of_batch,
                                              HANDLE_ERROR(struct pgnpack_batch),
                                              HANDLE_LAST(struct pgnpack_batch)};
