#include "lib/rows/tag_rows.h"

void tag_rows_init(struct tag_rows *rows, struct memory *memory)
{
    *rows = (struct tag_rows){.memory = memory};
    block_scan_init(&rows->scan, memory);
}

void tag_rows_free(struct tag_rows *rows)
{
    pgnpack_free(rows->cursor);
    block_scan_free(&rows->scan);
    memory_release(rows->memory, rows->row.values, rows->value_capacity * sizeof *rows->row.values);
    tag_rows_init(rows, rows->memory);
}

/* Makes the cursor ask for tags of these names. */
static int ask_tags(struct tag_rows *rows, const struct name_list *list)
{
    size_t size = (list->count + 1) * sizeof(const char *);
    const char **names = memory_get(rows->memory, size);
    if (names == NULL)
        return 0;
    for (size_t i = 0; i < list->count; i++)
        names[i] = name_list_string(list, i);
    enum pgnpack_status status = pgnpack_cursor_tags(rows->cursor, names, list->count);
    memory_release(rows->memory, names, size);
    return status == PGNPACK_OK || status == PGNPACK_ERROR_ARGUMENT; /* the reader is not open: told later */
}

int tag_rows_start(struct tag_rows *rows, const struct pgnpack_reader *reader, const struct name_list *names,
                   unsigned parts, size_t limit)
{
    rows->cursor = cursor_new_within(reader, parts, limit);
    return rows->cursor != NULL && ask_tags(rows, names) &&
           MEMORY_GROW(rows->memory, rows->row.values, rows->value_capacity, names->count + 1);
}

void tag_rows_rewind(struct tag_rows *rows)
{
    rows->has_block = 0;
    pgnpack_cursor_seek(rows->cursor, 1);
    rows->cursor->keeps = 0; /* whole blocks are read */
}

uint64_t tag_rows_work(const struct tag_rows *rows)
{
    return rows->cursor->decoder->work.done;
}

/* What went wrong with the block, or a game of it. */
static enum pgnpack_status fail(struct tag_rows *rows, const struct index_entry *entry, uint32_t game,
                                struct error *error)
{
    struct pgnpack_cursor *cursor = rows->cursor;
    memory_check(&cursor->memory, &cursor->error);
    memory_check(rows->memory, &cursor->error);
    error_locate(&cursor->error, entry->games_before + game + 1, 0, entry->offset);
    *error = cursor->error;
    rows->has_block = 0;
    return error->status;
}

static int is_refused(const struct tag_rows *rows)
{
    return rows->cursor->memory.refusal != MEMORY_NOT_REFUSED || rows->memory->refusal != MEMORY_NOT_REFUSED;
}

enum pgnpack_status tag_rows_load(struct tag_rows *rows, size_t block, uint64_t other_work,
                                  struct error *error)
{
    struct pgnpack_cursor *cursor = rows->cursor;
    const struct index_entry *entry = &cursor->reader->index.entries[block];
    rows->has_block = 0;
    cursor->decoder->work.limit = work_limit_left(cursor->reader->work_limit, other_work);
    if (cursor_load_block(cursor, block) != PGNPACK_OK || is_refused(rows))
        return fail(rows, entry, 0, error);
    return PGNPACK_OK;
}

enum pgnpack_status tag_rows_scan(struct tag_rows *rows, uint32_t count, struct error *error)
{
    struct pgnpack_cursor *cursor = rows->cursor;
    enum pgnpack_status status = block_scan_start(&rows->scan, cursor->decoder, cursor->tags,
                                                  cursor->tag_count, count, &cursor->error);
    if (status != PGNPACK_OK || is_refused(rows))
        return fail(rows, &cursor->reader->index.entries[cursor->block], 0, error);
    rows->has_block = 1;
    return PGNPACK_OK;
}

enum pgnpack_status tag_rows_game(struct tag_rows *rows, uint32_t game, struct error *error)
{
    struct pgnpack_cursor *cursor = rows->cursor;
    enum pgnpack_status status =
        block_scan_row(&rows->scan, cursor->decoder, game, &rows->row, &cursor->error);
    if (status != PGNPACK_OK || is_refused(rows))
        return fail(rows, &cursor->reader->index.entries[cursor->block], game, error);
    return PGNPACK_OK;
}
