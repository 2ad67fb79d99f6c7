#include "bindings/table/lines.h"

#include <string.h>

#include "bindings/table/fault.h"

/* Elements that there is room for in the beginning, and at most. */
enum {
    FIRST_ROWS = 16,
    MOST_ROWS = 1024,
    ROW_PLIES = 128,
    ROW_BYTES = 1024,
    FEN_BYTES = 64,
    MOST_ELEMENTS = 1 << 30
};

void lines_init(struct lines *lines, const struct table *table, struct table_error *error,
                struct table_counts *counts)
{
    memset(lines, 0, sizeof *lines);
    lines->table = table;
    lines->error = error;
    lines->counts = counts;
    lines->arrays.allocator = lines->texts.allocator = table->allocator;
}

void lines_free(struct lines *lines)
{
    pgnpack_free(lines->batch);
    memory_arena_free(&lines->arrays);
    memory_arena_free(&lines->texts);
}

/* ---- Arrays ---- */

static int make_bytes(struct lines *lines, struct pgnpack_bytes_column *column, size_t rows, size_t bytes)
{
    column->capacity = bytes;
    column->data = memory_arena_get(&lines->arrays, bytes);
    column->offsets = memory_arena_get(&lines->arrays, (rows + 1) * sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int make_numbers(struct lines *lines, struct pgnpack_numbers_column *column, size_t rows, size_t plies)
{
    column->capacity = plies;
    column->data = memory_arena_get(&lines->arrays, plies * sizeof *column->data);
    column->offsets = memory_arena_get(&lines->arrays, (rows + 1) * sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int make_moves(struct lines *lines, size_t rows, size_t plies)
{
    struct pgnpack_moves_column *column = &lines->columns.moves;
    column->capacity = plies;
    column->data = memory_arena_get(&lines->arrays, plies * sizeof *column->data);
    column->offsets = memory_arena_get(&lines->arrays, (rows + 1) * sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int make_keys(struct lines *lines, size_t rows, size_t plies)
{
    struct pgnpack_keys_column *column = &lines->columns.keys;
    column->capacity = plies;
    column->data = memory_arena_get(&lines->arrays, plies * sizeof *column->data);
    column->offsets = memory_arena_get(&lines->arrays, (rows + 1) * sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int make_texts_column(struct lines *lines, struct pgnpack_texts_column *column, size_t rows,
                             size_t plies, size_t bytes)
{
    column->capacity = bytes;
    column->data = memory_arena_get(&lines->arrays, bytes);
    column->text_capacity = plies;
    column->text_offsets = memory_arena_get(&lines->arrays, (plies + 1) * sizeof *column->text_offsets);
    column->offsets = memory_arena_get(&lines->arrays, (rows + 1) * sizeof *column->offsets);
    return column->data != NULL && column->text_offsets != NULL && column->offsets != NULL;
}

/* Room for so many rows, and `factor` times what these usually take. */
static int make_arrays(struct lines *lines, size_t rows, size_t factor)
{
    struct pgnpack_columns *columns = &lines->columns;
    size_t plies = rows * ROW_PLIES * factor, bytes = rows * ROW_BYTES * factor;
    unsigned parts = lines->parts;
    memory_arena_free(&lines->arrays);
    *columns = (struct pgnpack_columns){.size = sizeof *columns, .capacity = rows};
    lines->row_capacity = 0; /* until all of them are there */
    columns->numbers = memory_arena_get(&lines->arrays, rows * sizeof *columns->numbers);
    if (columns->numbers != NULL && (!(parts & PGNPACK_BATCH_MOVES) || make_moves(lines, rows, plies)) &&
        (!(parts & PGNPACK_BATCH_SAN) || make_bytes(lines, &columns->san, rows, bytes)) &&
        (!(parts & PGNPACK_BATCH_UCI) || make_bytes(lines, &columns->uci, rows, bytes)) &&
        (!(parts & PGNPACK_BATCH_CLOCKS) || make_numbers(lines, &columns->clocks, rows, plies)) &&
        (!(parts & PGNPACK_BATCH_EVALS) || make_numbers(lines, &columns->evals, rows, plies)) &&
        (!(parts & PGNPACK_BATCH_COMMENTS) ||
         make_texts_column(lines, &columns->comments, rows, plies, bytes)) &&
        (!(parts & PGNPACK_BATCH_FENS) ||
         make_texts_column(lines, &columns->fens, rows, plies, plies * FEN_BYTES)) &&
        (!(parts & PGNPACK_BATCH_KEYS) || make_keys(lines, rows, plies)) &&
        (!(parts & PGNPACK_BATCH_TEXT) || make_bytes(lines, &columns->text, rows, bytes)))
        lines->row_capacity = rows;
    return lines->row_capacity != 0;
}

/* ---- Games ---- */

static enum pgnpack_status fail_of_batch(struct lines *lines)
{
    return fault_of(lines->error, lines->table->files[lines->batch_file].path, pgnpack_error(lines->batch));
}

enum pgnpack_status lines_start(struct lines *lines, size_t file, const uint64_t *numbers, size_t count)
{
    if (lines->batch == NULL || lines->batch_file != file) {
        const struct pgnpack_batch_options options = {.size = sizeof options, .parts = lines->parts};
        pgnpack_free(lines->batch);
        lines->batch = pgnpack_batch_new(lines->table->files[file].reader, &options);
        lines->batch_file = file;
        lines->lines_counted = 0;
        if (lines->batch == NULL)
            return fault_no_memory(lines->error);
    }
    enum pgnpack_status status = PGNPACK_OK;
    if (count != 0 && numbers[count - 1] - numbers[0] == count - 1)
        status = pgnpack_batch_range(lines->batch, numbers[0], count);
    else
        status = pgnpack_batch_pick(lines->batch, numbers, count);
    return status == PGNPACK_OK ? status : fail_of_batch(lines);
}

/* Arrays for the next call: few rows at first, as maybe no more are wanted. */
static int prepare_arrays(struct lines *lines)
{
    if (lines->row_capacity == 0)
        return make_arrays(lines, FIRST_ROWS, 1);
    if (lines->row_capacity < MOST_ROWS && lines->count == lines->row_capacity)
        return make_arrays(lines, lines->row_capacity * 4, 1);
    return 1;
}

static struct pgnpack_text *make_texts(struct lines *lines, const char *data, const uint32_t *offsets,
                                       size_t count)
{
    struct pgnpack_text *texts = memory_arena_get(&lines->texts, (count + 1) * sizeof *texts);
    for (size_t i = 0; texts != NULL && i < count; i++)
        texts[i] = (struct pgnpack_text){data + offsets[i], offsets[i + 1] - offsets[i]};
    return texts;
}

static struct pgnpack_text *make_list_texts(struct lines *lines, const struct pgnpack_texts_column *column)
{
    return make_texts(lines, column->data, column->text_offsets, column->offsets[lines->count]);
}

static int make_all_texts(struct lines *lines)
{
    const struct pgnpack_columns *columns = &lines->columns;
    memory_arena_clear(&lines->texts);
    lines->san = lines->uci = lines->text = lines->comments = lines->fens = NULL;
    if (lines->parts & PGNPACK_BATCH_SAN)
        lines->san = make_texts(lines, columns->san.data, columns->san.offsets, lines->count);
    if (lines->parts & PGNPACK_BATCH_UCI)
        lines->uci = make_texts(lines, columns->uci.data, columns->uci.offsets, lines->count);
    if (lines->parts & PGNPACK_BATCH_TEXT)
        lines->text = make_texts(lines, columns->text.data, columns->text.offsets, lines->count);
    if (lines->parts & PGNPACK_BATCH_COMMENTS)
        lines->comments = make_list_texts(lines, &columns->comments);
    if (lines->parts & PGNPACK_BATCH_FENS)
        lines->fens = make_list_texts(lines, &columns->fens);
    return (lines->san != NULL || !(lines->parts & PGNPACK_BATCH_SAN)) &&
           (lines->uci != NULL || !(lines->parts & PGNPACK_BATCH_UCI)) &&
           (lines->text != NULL || !(lines->parts & PGNPACK_BATCH_TEXT)) &&
           (lines->comments != NULL || !(lines->parts & PGNPACK_BATCH_COMMENTS)) &&
           (lines->fens != NULL || !(lines->parts & PGNPACK_BATCH_FENS));
}

/* As pgnpack_batch_next(), but that a game which is larger than the arrays gets larger ones. */
static enum pgnpack_status fill_arrays(struct lines *lines, size_t most)
{
    enum pgnpack_status status = PGNPACK_ERROR_LIMIT;
    size_t factor = 1;
    for (;;) {
        lines->columns.capacity = most < lines->row_capacity ? most : lines->row_capacity;
        status = pgnpack_batch_next(lines->batch, &lines->columns, &lines->count);
        if (status != PGNPACK_ERROR_LIMIT || factor > MOST_ELEMENTS / ROW_BYTES / FIRST_ROWS / 4)
            return status;
        factor *= 4;
        if (!make_arrays(lines, FIRST_ROWS, factor))
            return PGNPACK_ERROR_MEMORY;
    }
}

enum pgnpack_status lines_next(struct lines *lines, size_t most)
{
    struct pgnpack_batch_counts counts;
    if (!prepare_arrays(lines))
        return fault_no_memory(lines->error);
    enum pgnpack_status status = fill_arrays(lines, most);
    pgnpack_batch_counts(lines->batch, &counts);
    lines->counts->lines_decoded += counts.lines_decoded - lines->lines_counted;
    lines->lines_counted = counts.lines_decoded;
    if (status == PGNPACK_END)
        return status;
    if (status == PGNPACK_ERROR_MEMORY)
        return fault_no_memory(lines->error);
    if (status != PGNPACK_OK)
        return fail_of_batch(lines);
    return make_all_texts(lines) ? PGNPACK_OK : fault_no_memory(lines->error);
}
