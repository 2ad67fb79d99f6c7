#include "lib/rows/batch_columns.h"

#include <string.h>

#include "base/handle.h"
#include "game/tag_value.h"

/* ---- Before a call ---- */

static enum pgnpack_status check_array(const void *data, size_t capacity, const char *name,
                                       struct error *error)
{
    if (capacity > UINT32_MAX)
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "the array for %s is larger than its offsets can say",
                         name);
    if (data == NULL && capacity != 0)
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "the array for %s is missing", name);
    return PGNPACK_OK;
}

static enum pgnpack_status not_asked(const char *name, struct error *error)
{
    return error_set(error, PGNPACK_ERROR_ARGUMENT,
                     "there is an array for %s, which the batch was not asked for", name);
}

static enum pgnpack_status start_list(struct batch_columns *columns, const struct list_column *list,
                                      enum pgnpack_batch_parts part, struct error *error)
{
    if (list->offsets == NULL)
        return PGNPACK_OK;
    if ((columns->wanted->parts & part) == 0)
        return not_asked(list->name, error);
    columns->lists[columns->list_count++] = *list;
    list->offsets[0] = 0;
    return check_array(list->data, list->capacity, list->name, error);
}

static enum pgnpack_status start_lists(struct batch_columns *columns, const struct batch_line *line,
                                       struct error *error)
{
    const struct pgnpack_columns *a = &columns->arrays;
    static const enum pgnpack_batch_parts parts[LIST_COLUMN_COUNT] = {
        PGNPACK_BATCH_MOVES, PGNPACK_BATCH_SAN,  PGNPACK_BATCH_UCI, PGNPACK_BATCH_CLOCKS,
        PGNPACK_BATCH_EVALS, PGNPACK_BATCH_KEYS, PGNPACK_BATCH_TEXT};
    const struct list_column lists[LIST_COLUMN_COUNT] = {
        {a->moves.data, a->moves.capacity, a->moves.offsets, sizeof(uint16_t), &line->moves, "moves"},
        {a->san.data, a->san.capacity, a->san.offsets, 1, &line->san, "SAN"},
        {a->uci.data, a->uci.capacity, a->uci.offsets, 1, &line->uci, "UCI"},
        {a->clocks.data, a->clocks.capacity, a->clocks.offsets, sizeof(int32_t), &line->clocks, "clocks"},
        {a->evals.data, a->evals.capacity, a->evals.offsets, sizeof(int32_t), &line->evals, "evals"},
        {a->keys.data, a->keys.capacity, a->keys.offsets, sizeof(uint64_t), &line->keys, "keys"},
        {a->text.data, a->text.capacity, a->text.offsets, 1, &line->text, "the games' text"}};
    enum pgnpack_status status = PGNPACK_OK;
    columns->list_count = 0;
    for (size_t i = 0; i < LIST_COLUMN_COUNT && status == PGNPACK_OK; i++)
        status = start_list(columns, &lists[i], parts[i], error);
    return status;
}

static enum pgnpack_status start_texts(struct batch_columns *columns, const struct texts_column *texts,
                                       enum pgnpack_batch_parts part, struct error *error)
{
    const struct pgnpack_texts_column *arrays = texts->arrays;
    if (arrays->offsets == NULL)
        return PGNPACK_OK;
    if ((columns->wanted->parts & part) == 0)
        return not_asked(texts->name, error);
    if (arrays->text_offsets == NULL)
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "the array for %s is missing", texts->offsets_name);
    columns->texts[columns->texts_count++] = *texts;
    arrays->offsets[0] = arrays->text_offsets[0] = 0;
    if (arrays->text_capacity > UINT32_MAX)
        return check_array(arrays->data, arrays->text_capacity, texts->offsets_name, error);
    return check_array(arrays->data, arrays->capacity, texts->name, error);
}

static enum pgnpack_status start_all_texts(struct batch_columns *columns, const struct batch_line *line,
                                           struct error *error)
{
    const struct texts_column comments = {&columns->arrays.comments, &line->comments, "comments",
                                          "offsets of comments"};
    const struct texts_column fens = {&columns->arrays.fens, &line->fens, "FENs", "offsets of FENs"};
    columns->texts_count = 0;
    enum pgnpack_status status = start_texts(columns, &comments, PGNPACK_BATCH_COMMENTS, error);
    return status == PGNPACK_OK ? start_texts(columns, &fens, PGNPACK_BATCH_FENS, error) : status;
}

enum pgnpack_status batch_columns_start(struct batch_columns *columns, const struct pgnpack_columns *arrays,
                                        const struct batch_wanted *wanted, const struct batch_line *line,
                                        struct error *error)
{
    columns->wanted = wanted;
    if (handle_copy_options(&columns->arrays, sizeof columns->arrays, arrays, "pgnpack_columns", error) !=
        PGNPACK_OK)
        return error->status;
    if (columns->arrays.size == 0 || columns->arrays.capacity == 0)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "a batch's columns are missing, or have no room for a game");
    enum pgnpack_status status = start_lists(columns, line, error);
    if (status == PGNPACK_OK)
        status = start_all_texts(columns, line, error);
    for (size_t i = 0; columns->arrays.tags != NULL && i < wanted->tag_count && status == PGNPACK_OK; i++) {
        const struct pgnpack_bytes_column *column = &columns->arrays.tags[i];
        if (column->offsets == NULL)
            continue;
        status = check_array(column->data, column->capacity, "a tag", error);
        column->offsets[0] = 0;
    }
    return status;
}

/* ---- A game ---- */

static enum pgnpack_status no_room(const char *name, size_t size, uint64_t number, struct error *error)
{
    error_set(error, PGNPACK_ERROR_LIMIT,
              "the array for %s is too small: this game alone takes %zu elements of it", name, size);
    error_locate(error, number, 0, ERROR_NO_OFFSET);
    return PGNPACK_ERROR_LIMIT;
}

static enum pgnpack_status check_texts(const struct texts_column *column, size_t count, uint64_t number,
                                       struct error *error)
{
    const struct pgnpack_texts_column *arrays = column->arrays;
    size_t texts = column->source->ends.size / sizeof(uint32_t);
    size_t size = column->source->bytes.size;
    if (texts > arrays->text_capacity - arrays->offsets[count])
        return no_room(column->offsets_name, texts, number, error);
    if (size > arrays->capacity - arrays->text_offsets[arrays->offsets[count]])
        return no_room(column->name, size, number, error);
    return PGNPACK_OK;
}

static enum pgnpack_status check_room(const struct batch_columns *columns, size_t count,
                                      const struct batch_row *row, struct error *error)
{
    for (size_t i = 0; i < columns->list_count; i++) {
        const struct list_column *list = &columns->lists[i];
        size_t size = list->source->size / list->element_size;
        if (size > list->capacity - list->offsets[count])
            return no_room(list->name, size, row->number, error);
    }
    for (size_t i = 0; columns->arrays.tags != NULL && i < columns->wanted->tag_count; i++) {
        const struct pgnpack_bytes_column *column = &columns->arrays.tags[i];
        size_t size = row->row.values[columns->wanted->tags[i]].size; /* with its escapes */
        if (column->offsets != NULL && size > column->capacity - column->offsets[count])
            return no_room("a tag", size, row->number, error);
    }
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < columns->texts_count && status == PGNPACK_OK; i++)
        status = check_texts(&columns->texts[i], count, row->number, error);
    return status;
}

static void add_texts(const struct texts_column *column, size_t count)
{
    const struct pgnpack_texts_column *arrays = column->arrays;
    const struct buffer *bytes = &column->source->bytes, *ends = &column->source->ends;
    uint32_t first = arrays->offsets[count], end;
    uint32_t *offsets = arrays->text_offsets + first, begin = offsets[0];
    size_t texts = ends->size / sizeof end;
    if (bytes->size != 0)
        memcpy(arrays->data + begin, bytes->data, bytes->size);
    for (size_t i = 0; i < texts; i++) {
        memcpy(&end, ends->data + i * sizeof end, sizeof end);
        offsets[i + 1] = begin + end;
    }
    arrays->offsets[count + 1] = first + (uint32_t)texts;
}

static void add_list(const struct list_column *list, size_t count)
{
    size_t size = list->source->size;
    if (size != 0)
        memcpy((char *)list->data + list->offsets[count] * list->element_size, list->source->data, size);
    list->offsets[count + 1] = list->offsets[count] + (uint32_t)(size / list->element_size);
}

static void add_tag(const struct pgnpack_bytes_column *column, size_t count, struct text value,
                    int keeps_escapes)
{
    if (column->offsets == NULL)
        return;
    char *to = column->data + column->offsets[count];
    size_t size = value.size;
    if (size != 0 && !keeps_escapes && tag_value_is_escaped(value))
        size = tag_value_unescape_to(value, to);
    else if (size != 0)
        memcpy(to, value.data, size);
    column->offsets[count + 1] = column->offsets[count] + (uint32_t)size;
    if (column->is_set != NULL)
        column->is_set[count] = value.data != NULL;
}

static void add_tags(const struct batch_columns *columns, size_t count, const struct block_row *row)
{
    const struct batch_wanted *wanted = columns->wanted;
    const struct pgnpack_columns *arrays = &columns->arrays;
    for (size_t i = 0; i < wanted->tag_count; i++) {
        struct text value = row->values[wanted->tags[i]];
        if (arrays->tags != NULL)
            add_tag(&arrays->tags[i], count, value, wanted->keep_escapes);
        if (arrays->views != NULL && arrays->views[i] != NULL)
            arrays->views[i][count] = (struct pgnpack_text){value.data, value.size};
    }
}

static void add_views(struct pgnpack_text *views, const struct text *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        views[i] = values == NULL ? (struct pgnpack_text){NULL, 0}
                                  : (struct pgnpack_text){values[i].data, values[i].size};
}

void batch_columns_add_run(const struct batch_columns *columns, size_t count, const struct block_run *run,
                           uint64_t number)
{
    const struct batch_wanted *wanted = columns->wanted;
    const struct pgnpack_columns *arrays = &columns->arrays;
    for (size_t i = 0; arrays->views != NULL && i < wanted->tag_count; i++) {
        const struct text *values = run->scan->columns[wanted->tags[i]];
        if (arrays->views[i] != NULL)
            add_views(arrays->views[i] + count, values == NULL ? NULL : values + run->first, run->count);
    }
    for (uint32_t i = 0; i < run->count; i++) {
        if (arrays->numbers != NULL)
            arrays->numbers[count + i] = number + i;
        if (arrays->plies != NULL)
            arrays->plies[count + i] = run->plies == NULL ? 0 : run->plies[i];
        if (arrays->results != NULL)
            arrays->results[count + i] = byte_source_peek(&run->results, run->first + i);
    }
}

enum pgnpack_status batch_columns_add(const struct batch_columns *columns, size_t count,
                                      const struct batch_row *row, struct error *error)
{
    const struct pgnpack_columns *arrays = &columns->arrays;
    enum pgnpack_status status = check_room(columns, count, row, error);
    if (status != PGNPACK_OK)
        return status;
    for (size_t i = 0; i < columns->list_count; i++)
        add_list(&columns->lists[i], count);
    for (size_t i = 0; i < columns->texts_count; i++)
        add_texts(&columns->texts[i], count);
    add_tags(columns, count, &row->row);
    if (arrays->numbers != NULL)
        arrays->numbers[count] = row->number;
    if (arrays->plies != NULL)
        arrays->plies[count] = row->row.plies;
    if (arrays->results != NULL)
        arrays->results[count] = row->row.result;
    return PGNPACK_OK;
}
